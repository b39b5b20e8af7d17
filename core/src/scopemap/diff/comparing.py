"""Comparing: two builds of a site, URL by URL."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from scopemap import urls
from scopemap.diff.built import read_built
from scopemap.diff.changes import find_changed
from scopemap.diff.difference import Difference, Removed, Side
from scopemap.diff.fates import Gone, find_fate
from scopemap.diff.likely import find_likely
from scopemap.diff.listing import Listing, read_listing
from scopemap.diff.naming import find_names
from scopemap.diff.renames import read_renames
from scopemap.diff.search import Search
from scopemap.evidence import Track
from scopemap.model import Note


def compare(
    old: Path,
    new: Path,
    *,
    base_url: str = "",
    old_base_url: str = "",
    sources: Path | None = None,
    environ: Mapping[str, str] | None = None,
    track: Track = iter,
) -> Difference:
    """Compare what two folders, or two sitemaps, list, and judge what has gone.

    The base URLs are taken from the files where nobody says them. Where their hosts
    differ, or both are given, what lies below each is compared by its path. `sources`
    is the folder of the new build's sources, whose renames git is asked for. Nothing
    is written or fetched. Raises ScopemapError.
    """
    environ = os.environ if environ is None else environ
    before = read_listing(old, old_base_url, option="old_base_url")
    after = read_listing(new, base_url, option="base_url")
    if not after.base_url:
        after = replace(after, base_url=before.base_url)
    is_moved = _is_moved(before, after, is_asked=bool(base_url and old_base_url))
    move = _mover(before, after) if is_moved else _stay
    added = _find_added(before, after, move)
    gone = [*_find_gone(before, after, move)]
    removed: tuple[Removed, ...] = ()
    notes = (*before.notes, *after.notes)
    if gone:
        removed, more = _judge(
            gone,
            Search(before, after, added),
            sources=sources,
            environ=environ,
            track=track,
        )
        notes += more
    return Difference(
        old=_side(before),
        new=_side(after),
        added=tuple((url, after.lastmods[url]) for url in added),
        removed=removed,
        changed=tuple(find_changed(before, after, move)),
        by_path=is_moved,
        notes=notes,
    )


def _judge(
    gone: Iterable[Gone],
    search: Search,
    *,
    sources: Path | None,
    environ: Mapping[str, str],
    track: Track,
) -> tuple[tuple[Removed, ...], tuple[Note, ...]]:
    after = search.after
    built = read_built(
        after, after.base_url, sources=sources, environ=environ, track=track
    )
    removed = [find_fate(each, after, built) for each in gone]
    lost = [each for each in removed if each.fate == "lost"]
    if not lost:
        return tuple(removed), ()
    renames, notes = _ask_git(sources, environ)
    if built is None:
        notes += (_tell_blind(after),)
    search = replace(search, built=built, renames=renames, track=track)
    likely = find_likely(lost, search)
    named = find_names(likely, search, sources)
    return tuple(named.get(each.url, each) for each in removed), notes


def _ask_git(
    sources: Path | None, environ: Mapping[str, str]
) -> tuple[Mapping[str, str], tuple[Note, ...]]:
    if sources is None:
        return {}, ()
    return read_renames(sources, environ=environ)


def _tell_blind(after: Listing) -> Note:
    text = (
        f"{after.target} is a sitemap alone: whether anything answers at what it lists"
        " no more is not known"
    )
    return Note("info", "alone", text)


def _is_moved(before: Listing, after: Listing, *, is_asked: bool) -> bool:
    one, other = before.base_url, after.base_url
    if not one or not other or one == other:
        return False
    return is_asked or urls.host_root(one) != urls.host_root(other)


def _stay(url: str) -> str:
    return url


def _mover(before: Listing, after: Listing) -> Callable[[str], str]:
    old, new = urls.fold(before.base_url), urls.fold(after.base_url)

    def move(url: str) -> str:
        return new + url[len(old) :] if url.startswith(old) else url

    return move


def _find_added(
    before: Listing, after: Listing, move: Callable[[str], str]
) -> tuple[str, ...]:
    known = before.lastmods.keys() if move is _stay else {*map(move, before.lastmods)}
    return tuple(sorted(url for url in after.lastmods if url not in known))


def _find_gone(
    before: Listing, after: Listing, move: Callable[[str], str]
) -> Iterator[Gone]:
    for url in sorted(before.lastmods):
        asked = move(url)
        if asked not in after.lastmods:
            is_inside = _is_below(before, url) or _is_below(after, asked)
            yield Gone(url, asked, is_outside=not is_inside)


def _is_below(listing: Listing, url: str) -> bool:
    return bool(listing.base_url) and urls.below(listing.base_url, url) is not None


def _side(listing: Listing) -> Side:
    return Side(
        target=str(listing.target),
        base_url=listing.base_url,
        guessed_from=listing.guessed_from,
        files=listing.documents,
        urls=len(listing.lastmods),
    )
