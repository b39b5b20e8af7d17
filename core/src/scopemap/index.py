"""The index: one address for all sitemaps of a build, which stays while it grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from scopemap import urls
from scopemap.model import Site
from scopemap.options import MAX_BYTES, MAX_URLS, Options
from scopemap.partition import free_names
from scopemap.render import escape

INDEX = "sitemap-index.xml"


class Index(Struct, frozen=True):
    """Hold one index before it is written."""

    path: PurePosixPath
    url: str
    children: tuple[str, ...]
    is_composed: bool = False
    """Whether it is there for all builds of a host."""


def make_indexes(
    site: Site,
    options: Options,
    children: tuple[str, ...],
    taken: frozenset[PurePosixPath],
    *,
    others: tuple[str, ...] = (),
) -> tuple[Index, ...]:
    """Plan the index, and further ones beyond a limit (protocol, index files).

    `others` are children that the index of a whole host has from its other builds.
    """
    if site.part is not None or not (children or others):
        return ()
    if not others and (
        options.index == "never" or (options.index == "auto" and len(children) < 2)
    ):
        return ()
    paths = free_names((), INDEX, taken)
    named = in_order((*children, *others))
    return tuple(
        Index(path, url_of(site, path), run, is_composed=bool(others))
        for path, run in zip(paths, cut_children(named, options), strict=False)
    )


def in_order(children: Iterable[str]) -> tuple[str, ...]:
    """Give each URL once, in the order of folders: whoever writes, it is the same."""
    return tuple(sorted(set(children), key=lambda url: url.split("/")))


def cut_children(
    children: Sequence[str], options: Options
) -> Iterator[tuple[str, ...]]:
    """Cut children into runs that an index may hold."""
    around = _AROUND_CHILD + (len(_LASTMOD) if options.state is not None else 0)
    run: list[str] = []
    used = 0
    for url in children:
        size = len(escape(url)) + around
        if len(run) == MAX_URLS or used + size > MAX_BYTES - _AROUND_INDEX:
            yield tuple(run)
            run, used = [], 0
        run.append(url)
        used += size
    yield tuple(run)


_AROUND_CHILD = len("<sitemap><loc></loc></sitemap>\n")
_LASTMOD = "<lastmod>2026-01-01T00:00:00+00:00</lastmod>"
_AROUND_INDEX = 1_000
"""Bytes, generously, of an index without its children."""


def url_of(site: Site, path: PurePosixPath) -> str:
    """Give the URL of a file of the output."""
    return site.base_url + urls.path_to_url(path)
