"""Shards: the runs of entries into which a scope is cut where it passes a limit.

Protocol, "Sitemap index files": 50,000 URLs and 50 MiB, not compressed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from scopemap.model import Entry
from scopemap.options import Options
from scopemap.render import frame, render_entry

# Bytes of a `<url>` without alternates and images, beyond its escaped URL.
_AROUND_LOC = 160
_LONGEST_ESCAPE = len("&apos;")


def cut(
    folder: tuple[str, ...],
    entries: Sequence[Entry],
    max_urls: int,
    options: Options,
    oversized: list[Entry],
) -> Iterator[tuple[Entry, ...]]:
    """Cut entries into runs that fit both limits, header and footer included.

    Those of which even one alone passes the limit of bytes go into `oversized`.
    """
    path = PurePosixPath(*folder, "sitemap.xml")
    done = 0
    room = _room(path, (), options)
    while done < len(entries) and _surely_fit(entries[done : done + max_urls], room):
        yield tuple(entries[done : done + max_urls])
        done += max_urls
    yield from _cut_exactly(path, entries[done:], max_urls, options, oversized)


def _room(path: PurePosixPath, entries: Sequence[Entry], options: Options) -> int:
    header, footer = frame(path, entries, stylesheet=options.stylesheet)
    return options.max_bytes - len(header) - len(footer)


def _surely_fit(run: Sequence[Entry], room: int) -> bool:
    """Tell, without rendering them, whether plain entries fit."""
    used = _AROUND_LOC * len(run)
    for entry in run:
        if entry.alternates or entry.images:
            return False
        used += _LONGEST_ESCAPE * len(entry.loc)
    return used <= room


def _cut_exactly(
    path: PurePosixPath,
    entries: Sequence[Entry],
    max_urls: int,
    options: Options,
    oversized: list[Entry],
) -> Iterator[tuple[Entry, ...]]:
    room = _room(path, entries, options)
    day = options.lastmod_precision == "day"
    run: list[Entry] = []
    used = 0
    for entry in entries:
        size = len(render_entry(entry, day=day))
        if size > room:
            oversized.append(entry)
            continue
        if len(run) == max_urls or used + size > room:
            yield tuple(run)
            run, used = [], 0
        run.append(entry)
        used += size
    if run:
        yield tuple(run)
