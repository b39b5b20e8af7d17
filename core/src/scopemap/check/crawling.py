"""Crawling: the sitemaps of a host, as it serves them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import TypeAlias, TypeVar

from msgspec import Struct

from scopemap import urls
from scopemap.check.discovery import ROOTS
from scopemap.check.fetching import Fetch, Response
from scopemap.check.findings import Finding
from scopemap.check.reading import read_document
from scopemap.check.responses import SLOW_DOWN, judge_sitemap
from scopemap.check.rows import Document, Row

MAX_SITEMAPS = 100
"""Sitemaps and indexes that are asked for at the most."""
MAX_FAILURES = 3
"""Requests in a row without a whole answer, after which a host is left alone."""
_BYTES = 52_428_800 + 1
"""One more than is allowed (protocol, "Using Sitemap index files"), to tell."""

_USUAL = "sitemap.xml"

_T = TypeVar("_T")
Entrances: TypeAlias = Mapping[str, Response | None]
"""The URLs of sitemaps to begin with, and the answers of those that were asked for."""


class Seen(Struct, frozen=True):
    """Hold what is kept of a sitemap or an index."""

    file: str
    """Its URL."""
    status: int
    """0 where there was no answer, or none that could be read."""
    findings: tuple[Finding, ...]
    rows: tuple[Row, ...] = ()
    """Some entries of a sitemap, evenly chosen."""
    count: int = 0
    """All of them."""


def enter(start: str, named: Sequence[str], fetch: Fetch) -> Entrances:
    """Find the sitemaps of a site to begin with, on its own host.

    Those are what robots.txt names; where none of that is for the site, there is also
    one of the names at which engines and people look. The URL may be a sitemap itself.
    """
    if is_sitemap(start):
        return {start: None}
    base = urls.base_url(start)
    ours = dict.fromkeys(url for url in named if is_same_host(url, start))
    if any(url.startswith(base) for url in ours):
        return ours
    guessed = _guess(base, fetch)
    return {**ours, guessed.url: guessed}


def _guess(base: str, fetch: Fetch) -> Response:
    """Ask for the usual names until one is a sitemap, as no page for all URLs is."""
    asked: dict[str, Response] = {}
    for name in ROOTS:
        response = asked[name] = fetch(base + name, _BYTES)
        if response.status == SLOW_DOWN or _lists(_read(response)):
            return response
    return asked[_USUAL]


def _lists(document: Document | None) -> bool:
    if document is None:
        return False
    # Anything that is called .txt is a text file, even the words "not found".
    is_protocol = document.kind in ("urlset", "index")
    return is_protocol or any(row.url for row in document.rows)


def walk(
    entrances: Entrances, fetch: Fetch, *, keep: int
) -> tuple[tuple[Seen, ...], int]:
    """Read sitemaps, and those that the indexes among them name.

    Of an index with too many all parts are tried, evenly. Indexes that an index names
    are not followed. Of each sitemap so many entries are kept. Gives also the number of
    those that were named and not asked for.
    """
    known = dict.fromkeys(entrances)
    seen: list[Seen] = []
    waiting = tuple(entrances)
    failures = 0
    while waiting:
        count = len(known)
        for url in spread(waiting, MAX_SITEMAPS - len(seen)):
            response = entrances.get(url) or fetch(url, _BYTES)
            document = _read(response)
            seen.append(_keep(response, document, keep, is_child=url not in entrances))
            if document is not None and url in entrances:
                known.update(dict.fromkeys(row.url for row in _below(document)))
            failures = failures + 1 if response.trouble else 0
            if response.status == SLOW_DOWN or failures == MAX_FAILURES:
                return tuple(seen), len(known) - len(seen)
        waiting = tuple(known)[count:]
    return tuple(seen), len(known) - len(seen)


def is_sitemap(url: str) -> bool:
    """Tell by its name whether a URL is that of a sitemap, and not of a site."""
    return url.partition("?")[0].lower().endswith((".xml", ".txt", ".gz"))


def is_same_host(url: str, other: str) -> bool:
    """Tell whether two URLs are of one host and port, be it http or https."""
    return url.split("/", 3)[2] == other.split("/", 3)[2]


def spread(items: Sequence[_T], limit: int) -> tuple[_T, ...]:
    """Choose so many at the most, evenly, the first always among them."""
    count = min(limit, len(items))
    return tuple(items[number * len(items) // count] for number in range(count))


def _read(response: Response) -> Document | None:
    if response.status != 200 or response.trouble:
        return None
    return read_document(BytesIO(response.body), file=response.url, url=response.url)


def _below(document: Document) -> Iterator[Row]:
    if document.kind == "index":
        for row in document.rows:
            if row.url and is_same_host(row.url, document.url):
                yield row


def _keep(
    response: Response, document: Document | None, keep: int, *, is_child: bool
) -> Seen:
    findings = tuple(judge_sitemap(response))
    if document is None:
        status = response.status if response.status != 200 else 0
        return Seen(response.url, status, findings)
    findings += document.findings
    if document.kind == "index":
        findings += tuple(_judge_index(document, is_child=is_child))
        return Seen(response.url, 200, findings)
    rows = spread([row for row in document.rows if row.url], keep)
    return Seen(response.url, 200, findings, rows, len(document.rows))


def _judge_index(document: Document, *, is_child: bool) -> Iterator[Finding]:
    """Tell what of an index was not followed."""
    if is_child:
        text = f"{document.url} is an index that an index names; it was not followed"
        yield Finding(document.file, 0, "SM303", text, document.url)
    for row in document.rows:
        if row.url and not is_same_host(row.url, document.url):
            text = f"{row.loc} is on another host, of which nothing was asked"
            yield Finding(document.file, row.line, "SM301", text, row.url)
