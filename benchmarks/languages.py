"""Measure what the languages of a site cost: a plan for all its pages, with hreflang.

    python benchmarks/languages.py [--pages 200000] [--languages 20] [--rounds 1]

Plans sites of a tenth, a quarter, a half and all of the pages, in three ways: where the
generator knows the other languages, where the folders tell, and where the pages' own
links do. CPU seconds; they should grow as the pages do. Ends with 1 if a page has other
alternates than it must.
"""

from __future__ import annotations

import argparse
import gc
import math
import resource
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from scopemap.dates import Dates
from scopemap.evidence import Evidence
from scopemap.facts import Facts
from scopemap.model import Dated, Page, Site
from scopemap.options import Language, Options
from scopemap.plan import Plan, plan
from scopemap.survey import Survey

BASE = "https://bench.example/"
TAGS = "en de fr es it pt nl pl cs sv da fi nb ja ko zh-CN zh-TW ru uk tr".split()
WAYS = ("generator", "folders", "own links")
"""Who tells the other languages of a page."""
GOAL = 1.05
"""Of the exponent: time is a power of the number of pages."""


class Case(NamedTuple):
    """What is planned."""

    site: Site
    options: Options
    survey: Survey
    dates: Dates
    evidence: Evidence


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=200_000)
    parser.add_argument("--languages", type=int, default=len(TAGS))
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    tags = TAGS[: given.languages]
    clusters = [given.pages // part // len(tags) for part in (10, 4, 2, 1)]
    sizes = [len(tags) * number for number in clusters]
    print(f"CPU seconds {''.join(f'{size:10,}' for size in sizes)} pages  exponent")
    for way in WAYS:
        rounds = [
            [measure(way, n, tags) for n in clusters] for _ in range(given.rounds)
        ]
        seconds = [statistics.median(each) for each in zip(*rounds, strict=True)]
        power = exponent(sizes, seconds)
        says = "met" if power <= GOAL else "MISSED"
        figures = "".join(f"{each:10.2f}" for each in seconds)
        print(f"{way:12}{figures}{power:16.3f}, goal {GOAL}: {says}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS / 1e6
    print(f"memory at the most, the pages themselves included: {peak:,.0f} MB")


_MAXRSS = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of what the system tells of memory."""


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Fit the power of the size that the seconds are."""
    logs = [[math.log(each) for each in values] for values in (sizes, seconds)]
    return statistics.linear_regression(*logs).slope


def measure(way: str, clusters: int, tags: Sequence[str]) -> float:
    """Give the CPU seconds of a plan, and check it."""
    case = make_case(way, clusters, tags)
    gc.collect()
    before = time.process_time()
    planned = plan(*case[:4], evidence=case.evidence, readthedocs=False)
    seconds = time.process_time() - before
    check(planned, clusters, tags)
    return seconds


def make_case(way: str, clusters: int, tags: Sequence[str]) -> Case:
    """Make a site in which each page is there in all languages."""
    pages: list[Page] = []
    facts: dict[PurePosixPath, Facts] = {}
    for number in range(clusters):
        links = cluster(number, tags)
        for tag, url in links:
            path = PurePosixPath(url, "index.html")
            others = [(other, BASE + link) for other, link in links]
            is_told = way == "generator"
            pages.append(
                Page(
                    path,
                    language=tag if is_told else None,
                    alternates=tuple(others) if is_told else (),
                )
            )
            facts[path] = Facts(alternates=tuple(others) if way == "own links" else ())
    folders = {tag: Language(f"{tag}/") for tag in tags}
    return Case(
        site=Site(BASE, Path("site"), Path(), tuple(pages), "benchmark"),
        options=Options(languages=folders if way == "folders" else {}),
        survey=_survey(pages),
        dates=Dates(dict.fromkeys(facts, Dated(None))),
        evidence=Evidence(BASE, frozenset(map(str, facts)), facts=facts),
    )


def cluster(number: int, tags: Sequence[str]) -> list[tuple[str, str]]:
    """Give the languages of a page, each with its URL below the base URL."""
    return [(tag, f"{tag}/section-{number % 50}/page-{number}/") for tag in tags]


def _survey(pages: Sequence[Page]) -> Survey:
    return Survey(
        files=frozenset(str(page.path) for page in pages),
        links=frozenset(),
        missing=frozenset(),
        sitemaps={},
        authored={},
        staged=(),
        robots=None,
    )


def check(planned: Plan, clusters: int, tags: Sequence[str]) -> None:
    """Compare the alternates of all entries with those that must be."""
    found = {e.loc: e.alternates for each in planned.sitemaps for e in each.entries}
    for number in range(clusters):
        links = [(tag, BASE + url) for tag, url in cluster(number, tags)]
        wanted = tuple(sorted(links))
        for _, url in links:
            if found.pop(url, None) != wanted:
                sys.exit(f"{url} has other alternates than {wanted}")
    if found:
        sys.exit(f"there are {len(found)} too many, {sorted(found)[:3]}")


if __name__ == "__main__":
    main()
