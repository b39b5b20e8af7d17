"""Targets: the pages that sitemaps list, and those that they should list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct

from scopemap import urls
from scopemap.check.absence import Absence
from scopemap.check.context import Context
from scopemap.check.decided import Decided
from scopemap.check.findings import Finding
from scopemap.check.rows import Document, Row
from scopemap.evidence import Evidence
from scopemap.locate import Located, find_name
from scopemap.model import Page, Site
from scopemap.options import Options
from scopemap.select import Listed, select
from scopemap.survey import Survey
from scopemap.verdict import judge, spell


def judge_targets(context: Context) -> Iterator[Finding]:
    """Judge what lies at each URL that is listed, and what is listed nowhere.

    Each URL is judged once, where it is listed first. Only those below the base URL
    have a place in the folder; of the others nothing is known.
    """
    if not context.has_pages:
        return
    known = _Known.of(context)
    absence = Absence.of(context.evidence, context.files)
    listed: set[str] = set()
    for document, row, path in _entries(context):
        file = find_name(path, context.files)
        if file is not None:
            listed.add(file)
            faults = _find_faults(row, path, file, known)
        else:
            fault = absence.explain(row.url, path)
            faults = [fault] if fault is not None else []
        for code, text in faults:
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
    pages: Mapping[str, Page]
    useful: tuple[Listed, ...]
    """Those that `scopemap build` would list."""
    useless: Mapping[PurePosixPath, str]
    """Those without content of their own, and what they are."""

    @classmethod
    def of(cls, context: Context) -> _Known:
        pages = tuple(place.page for place in context.pages)
        site = Site(context.base_url, context.root, Path(), pages, "check")
        chosen = select(site, Options(), _survey(context), context.evidence)
        useless = {
            skipped.page: _USELESS[skipped.reason]
            for skipped in chosen.skipped
            if skipped.reason in _USELESS
        }
        by_file = {str(page.path): page for page in pages}
        return cls(context.evidence, by_file, chosen.listed, useless)


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


def _find_faults(
    row: Row, path: str, file: str, known: _Known
) -> list[tuple[str, str]]:
    """Give the strongest reason against a page, and whether crawlers may read it.

    The further reasons often follow from the first: redirect stubs say noindex as well.
    """
    page = known.pages.get(file) or Page(PurePosixPath(file))
    place = Located(page, row.url, path)
    faults = [
        (_TEXTS[verdict.reason][0], _TEXTS[verdict.reason][1].format(verdict.detail))
        for verdict in judge(place, known.evidence)
        if verdict.reason in _TEXTS
    ]
    if page.path in known.useless:
        faults.append(("SM606", known.useless[page.path]))
    # Google crawls a URL as it is listed; a canonical link in another spelling then
    # takes that one out.
    own = spell(place, known.evidence).loc
    if urls.fold(own) != urls.fold(row.url):
        faults.append(("SM605", f"calls itself {own}"))
    blocked = [fault for fault in faults if fault[0] == "SM608"]
    return [*[fault for fault in faults if fault not in blocked][:1], *blocked]


_TEXTS = {
    "redirect": ("SM603", "sends its readers {}"),
    "error": ("SM606", "is what the host shows for missing files, {}"),
    "noindex": ("SM604", "asks not to be shown: {}"),
    "canonical": ("SM605", "has another canonical page: {}"),
    "blocked": ("SM608", "is kept from crawlers {}"),
}
"""Of each verdict the code, and how its detail is told.

The further parts of a listing may be listed: Google asks that each be canonical
("Pagination, incremental page loading, and their impact on Google Search").
"""


def _find_unlisted(listed: set[str], known: _Known) -> Iterator[Finding]:
    """Find what nobody lists, though no page or build has said why."""
    decided = Decided()
    for item in known.useful:
        path = str(item.page.path)
        if path not in listed and not decided.was_left_out(item.loc):
            yield Finding(path, 0, "SM607", f"{item.loc} is in no sitemap", item.loc)
