"""The flat sitemaps: all that a host lists, for engines that read no index.

Baidu is one. Such engines read addresses and dates alone, so these hold nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import timezone
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath

from scopemap import urls
from scopemap.check.rows import Row
from scopemap.model import Entry, When
from scopemap.moments import parse_when
from scopemap.options import MAX_BYTES, MAX_URLS
from scopemap.partition import free_names
from scopemap.render import render_entry, render_sitemap

NAME = "sitemap-all.xml"
_ROOM = MAX_BYTES - 1_000
"""Bytes of entries in one file; the rest is for what stands around them."""


def make_flat(
    rows: Iterable[Row], *, name: str = NAME, taken: Collection[PurePosixPath]
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Make the files, one after the other; each URL is in them once.

    None of them has a name that is `taken`.
    """
    names = free_names((), name, taken)
    for path, run in zip(names, _cut(_entries(rows)), strict=False):
        data = render_sitemap(path, run, day=False, stylesheet=True, composed=True)
        yield path, data


def _entries(rows: Iterable[Row]) -> Iterator[Entry]:
    seen: set[int] = set()  # of hashes: a host may have millions
    for row in rows:
        key = hash(urls.fold(row.url))
        if row.url and key not in seen:
            seen.add(key)
            yield Entry(row.url, PurePosixPath(), lastmod=_when(row.lastmod))


def _when(text: str | None) -> When | None:
    """Read a date of the protocol, or one of RSS; any other is left out."""
    if text is None:
        return None
    for read in (lambda each: parse_when(each, timezone.utc), parsedate_to_datetime):
        try:
            return parse_when(read(text), timezone.utc)
        except (ValueError, TypeError):  # noqa: PERF203  # the next may read it
            continue
    return None


def _cut(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    run: list[Entry] = []
    used = 0
    for entry in entries:
        size = len(render_entry(entry, day=False))
        if len(run) == MAX_URLS or used + size > _ROOM:
            yield run
            run, used = [], 0
        run.append(entry)
        used += size
    if run:
        yield run
