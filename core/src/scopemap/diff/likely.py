"""Likely places: where a lost page probably is now, by what is alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from scopemap import urls
from scopemap.content import MAX_BYTES
from scopemap.diff.alike import by_name, by_title, last_name
from scopemap.diff.difference import Likely, Removed, Way
from scopemap.diff.listing import Listing
from scopemap.diff.renames import pages_of
from scopemap.diff.search import Pairs, Search, find_unique
from scopemap.digest import digest_content
from scopemap.locate import Located, possible_names
from scopemap.model import Page

# Relative links of a page change with its folder, though the page stays what it is.
_LINK = re.compile(rb"(?i)\s(?:href|src|data)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+)")
_NOTHING = digest_content(b"")


def find_likely(lost: Sequence[Removed], search: Search) -> list[Removed]:
    """Give each lost page with its likely place, if it has one; the surest way wins."""
    found: dict[str, Likely] = {}
    for by, find in _WAYS:
        rest = [each for each in lost if each.url not in found]
        for url, place in find(rest, search):
            found.setdefault(url, Likely(place, by))
    return [replace(each, likely=found.get(each.url)) for each in lost]


def _by_canonical(lost: Iterable[Removed], search: Search) -> Pairs:
    """Find the page that still calls itself by the old URL."""
    claims = search.built.claims if search.built is not None else {}
    for each in lost:
        file = claims.get(urls.bare(each.asked))
        url = search.after.find_listed(file) if file is not None else None
        if url is not None:
            yield each.url, url


def _by_content(lost: Iterable[Removed], search: Search) -> Pairs:
    """Find the new page whose main content says the same.

    What many pages say is no sign, unless the new one is called as they were: they may
    be versions of one, but `Nothing here yet` is on any.
    """
    digests = ((each.url, _digest(search.before, each.url)) for each in lost)
    was = {url: digest for url, digest in digests if digest is not None}
    if not was or search.after.survey is None:
        return
    new = ((_digest(search.after, url), url) for url in _track_added(search))
    now = find_unique(new, frozenset(was.values()))
    counts = Counter(was.values())
    for url, digest in was.items():
        place = now.get(digest)
        is_rare = counts[digest] <= _FEW
        if place is not None and (is_rare or last_name(url) == last_name(place)):
            yield url, place


_FEW = 3
"""Lost pages that may well have become one."""


def _track_added(search: Search) -> Iterator[str]:
    page = Page(PurePosixPath())
    added = [Located(page, url, "") for url in search.added]
    return (place.loc for place in search.track(added))


def _digest(listing: Listing, url: str) -> str | None:
    file = listing.find_file(url)
    if file is None or not file.endswith((".html", ".htm", ".xhtml")):
        return None
    try:
        with Path(listing.root, file).open("rb") as stream:
            digest = digest_content(_LINK.sub(b"", stream.read(MAX_BYTES)))
    except OSError:
        return None
    return digest if digest != _NOTHING else None


def _by_git(lost: Iterable[Removed], search: Search) -> Pairs:
    """Find the page of the source that git has seen renamed."""
    renamed: dict[str, tuple[str, ...]] = {}
    for old, new in search.renames.items():
        for page in pages_of(old):
            renamed.setdefault(page, pages_of(new))
    for each in lost if renamed else ():
        path = urls.below(search.before.base_url, each.url)
        names = possible_names(path) if path is not None else ()
        pages = chain.from_iterable(renamed.get(name, ()) for name in names)
        places = map(search.after.find_listed, pages)
        if (place := next(filter(None, places), None)) is not None:
            yield each.url, place


_WAYS: tuple[tuple[Way, Callable[[Sequence[Removed], Search], Pairs]], ...] = (
    ("canonical", _by_canonical),
    ("content", _by_content),
    ("git", _by_git),
    ("name", by_name),
    ("title", by_title),
)
