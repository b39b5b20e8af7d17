"""Entries and pages that are always the same ones, in the order of their URLs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from benchmarks.running import BASE
from scopemap.dates import Dates
from scopemap.evidence import Evidence
from scopemap.facts import Facts
from scopemap.model import Dated, Entry, Page, Site
from scopemap.survey import Survey

TAGS = "en de fr es it pt nl pl cs sv da fi nb ja ko zh-CN zh-TW ru uk tr".split()
SECTIONS = 50

Pair: TypeAlias = tuple[str, datetime]
"""What all who write are given: a URL, and when its page changed."""


def pairs(number: int) -> Iterator[Pair]:
    """Give URLs in normal form, sorted, each with a moment of its own.

    Of ten one has an escape of UTF-8 in it, of a hundred one an ampersand.
    """
    for place in range(number):
        moment = datetime.fromtimestamp(1_500_000_000 + 37 * place, timezone.utc)
        yield BASE + url(place, number), moment


def url(place: int, number: int) -> str:
    """Give the URL of a page, below the base URL."""
    folder = f"section-{place * SECTIONS // number:02}/{place // 100:05}"
    if place % 10 == 3:
        return f"{folder}/{place:07}-gr%C3%B6%C3%9Fe/"
    return f"{folder}/{place:07}-q&a/" if place % 100 == 7 else f"{folder}/{place:07}/"


def entries(number: int) -> Iterator[Entry]:
    """Give entries as the core has them when all is decided."""
    for place, (loc, moment) in enumerate(pairs(number)):
        yield Entry(loc, path(place, number), moment)


def path(place: int, number: int) -> PurePosixPath:
    """Give the file of a page."""
    section = place * SECTIONS // number
    return PurePosixPath(f"section-{section:02}/{place // 100:05}/{place:07}.html")


def site(number: int) -> Site:
    """Give a site whose generator tells the URL of each page."""
    pages = (Page(path(n, number), url=url(n, number)) for n in range(number))
    return Site(BASE, Path("site"), Path(), tuple(pages), "benchmark")


def translated_site(number: int) -> Site:
    """Give a site in which each page is there in all languages, and says so."""
    pages = []
    for place in range(number // len(TAGS)):
        name = f"section-{place % SECTIONS:02}/page-{place:05}/"
        links = tuple((tag, f"{tag}/{name}") for tag in TAGS)
        pages += [
            Page(PurePosixPath(link, "index.html"), language=tag, alternates=links)
            for tag, link in links
        ]
    return Site(BASE, Path("site"), Path(), tuple(pages), "benchmark")


def dates(of: Site) -> Dates:
    """Give each page a date of its own."""
    moments = (moment for _, moment in pairs(len(of.pages)))
    found = zip(of.pages, moments, strict=True)
    return Dates({page.path: Dated(when, "git") for page, when in found})


def survey(of: Site) -> Survey:
    """Tell that every page is there, and nothing else."""
    return Survey(
        files=frozenset(str(page.path) for page in of.pages),
        links=frozenset(),
        missing=frozenset(),
        sitemaps={},
        authored={},
        staged=(),
        robots=None,
    )


def evidence(of: Site) -> Evidence:
    """Tell that the pages say nothing of themselves."""
    facts = {page.path: Facts() for page in of.pages}
    return Evidence(BASE, frozenset(map(str, facts)), facts=facts)
