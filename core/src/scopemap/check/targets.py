"""Targets: the pages that sitemaps list, and those that they should list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.blocking import Blocking, nobody
from scopemap.check.absence import Absence
from scopemap.check.barring import explain_barring
from scopemap.check.context import Context
from scopemap.check.decided import Decided
from scopemap.check.findings import Finding
from scopemap.check.hosts import Host, call
from scopemap.check.lookup import Lookup
from scopemap.check.rows import Document, Row
from scopemap.evidence import Evidence
from scopemap.locate import Located
from scopemap.model import Page, Site
from scopemap.options import Options
from scopemap.select import Listed, select
from scopemap.survey import Survey
from scopemap.verdict import judge, spell


def judge_targets(context: Context, host: Host | None = None) -> Iterator[Finding]:
    """Judge what lies at each URL that is listed, and what is listed nowhere.

    Each URL is judged once, where it is listed first. Only those below the base URL
    have a place in the folder; of the others nothing is known. What lies at an address
    is decided by the host, if it is known.
    """
    if not context.has_pages:
        return
    known = _Known.of(context)
    lookup = Lookup.of(context, host)
    absence = Absence.of(context.evidence, context.files)
    listed: dict[str, dict[str, Row]] = {}
    for document, row, path in _entries(context):
        hit = lookup.find(path)
        if hit is not None:
            others = listed.setdefault(hit.file, {})
            fault = _find_fault(row, path, hit.file, known)
            if fault is None and hit.is_own:
                fault = _find_other(row, others)
        else:
            fault = _explain(absence.explain(row.url, path), host)
        for code, text in filter(None, (fault, _find_bar(row, fault, known))):
            said = f"{row.loc} {text}"
            yield Finding(document.file, row.line, code, said, row.url)
    if listed:
        yield from _find_unlisted(listed, known)


def _entries(context: Context) -> Iterator[tuple[Document, Row, str]]:
    """Give each URL below the base URL once, with its decoded path."""
    seen: set[str] = set()
    for document in context.documents:
        if document.kind in ("index", "none"):
            continue
        for row in document.rows:
            if not row.url or row.url in seen:
                continue
            seen.add(row.url)
            path = urls.below(context.base_url, row.url)
            if path is not None:
                yield document, row, path


class _Known(Struct, frozen=True):
    """What is known of the pages, by their files."""

    evidence: Evidence
    """All but which pages robots.txt keeps crawlers from."""
    blocking: Blocking
    pages: Mapping[str, Page]
    useful: tuple[Listed, ...]
    """Those that `scopemap build` would list."""
    useless: Mapping[PurePosixPath, str]
    """Those without content of their own, and what they are."""

    @classmethod
    def of(cls, context: Context) -> _Known:
        pages = tuple(place.page for place in context.pages)
        site = Site(context.base_url, context.root, Path(), pages, "check")
        evidence = msgspec.structs.replace(context.evidence, blocking=nobody)
        chosen = select(site, Options(), _survey(context), evidence)
        useless = {
            skipped.page: _USELESS[skipped.reason]
            for skipped in chosen.skipped
            if skipped.reason in _USELESS
        }
        by_file = {str(page.path): page for page in pages}
        blocking = context.evidence.blocking
        return cls(evidence, blocking, by_file, chosen.listed, useless)


_USELESS = {
    "error": "is the page for missing files",
    "machine": "is a page for searching, an index of terms or a generator's own file",
}


def _survey(context: Context) -> Survey:
    return Survey(
        files=context.files,
        links=frozenset(),
        missing=frozenset(),
        sitemaps={},
        authored={},
        staged=(),
        robots=context.robots,
    )


_Fault: TypeAlias = tuple[str, str]
"""The code, and what is said of the address."""


def _explain(fault: _Fault | None, host: Host | None) -> _Fault | None:
    if fault is None or fault[0] != "SM601" or host is None:
        return fault
    return "SM601", f"has no file that {call(host)} serves there"


def _find_fault(row: Row, path: str, file: str, known: _Known) -> _Fault | None:
    """Give the strongest reason against a page.

    The further reasons often follow from it: redirect stubs say noindex as well.
    """
    page = known.pages.get(file) or Page(PurePosixPath(file))
    place = Located(page, row.url, path)
    for verdict in judge(place, known.evidence):
        if verdict.reason in _TEXTS:
            code, text = _TEXTS[verdict.reason]
            return code, text.format(verdict.detail)
    if page.path in known.useless:
        return "SM606", known.useless[page.path]
    # Google crawls a URL as it is listed; a canonical link in another spelling then
    # takes that one out.
    own = spell(place, known.evidence).loc
    if urls.fold(own) != urls.fold(row.url):
        return "SM605", f"calls itself {own}"
    if page.path in known.evidence.unread:
        return "SM610", "may not be read here"
    return None


_TEXTS = {
    "redirect": ("SM603", "sends its readers {}"),
    "error": ("SM606", "is what the host shows for missing files, {}"),
    "noindex": ("SM604", "asks not to be shown: {}"),
    "canonical": ("SM605", "has another canonical page: {}"),
}
"""Of each verdict the code, and how its detail is told.

The further parts of a listing may be listed: Google asks that each be canonical
("Pagination, incremental page loading, and their impact on Google Search").
"""


def _find_other(row: Row, others: dict[str, Row]) -> _Fault | None:
    """Find an address of the same page that is listed already.

    What a query does to a page nobody knows here; and that one URL is written in two
    ways can be told without the page.
    """
    other = others.setdefault(row.url.partition("?")[2], row)
    if urls.fold(other.url) == urls.fold(row.url):
        return None
    return "SM205", f"is listed as {other.loc} already"


def _find_bar(row: Row, fault: _Fault | None, known: _Known) -> _Fault | None:
    """Judge whether crawlers may read what is there."""
    if fault is not None and fault[0] in ("SM601", "SM602"):
        return None
    return explain_barring(known.blocking(row.url), "SM608")


def _find_unlisted(listed: Collection[str], known: _Known) -> Iterator[Finding]:
    """Find what nobody lists, though no page or build has said why."""
    decided = Decided()
    for item in known.useful:
        path = str(item.page.path)
        if path in listed or known.blocking(item.loc):
            continue
        if not decided.was_left_out(item.loc):
            yield Finding(path, 0, "SM607", f"{item.loc} is in no sitemap", item.loc)
