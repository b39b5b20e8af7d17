"""The search: all in which a lost page may be found again, and finding by a mark."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from scopemap.diff.built import Built
from scopemap.diff.listing import Listing
from scopemap.evidence import Track


class Search(Struct, frozen=True):
    """Hold all in which a lost page may be found again."""

    before: Listing
    after: Listing
    added: tuple[str, ...]
    """What the new build alone lists."""
    built: Built | None = None
    renames: Mapping[str, str] = {}
    """What git knows, from sources' old names to the newest."""
    track: Track = iter


Pairs: TypeAlias = Iterator[tuple[str, str]]
"""The URL of a lost page, as the old build lists it, and a URL of the new build's."""


def match_marks(
    wanted: Mapping[str, str], *pools: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Give to each URL what has its mark, and alone has it, in the first pool it can.

    `wanted` holds the marks of the URLs, an empty one where there is none.
    """
    marks = frozenset(wanted.values()) - {""}
    if not marks:
        return
    found: dict[str, str] = {}
    for pool in pools:
        found = find_unique(pool, marks) | found
    for url, mark in wanted.items():
        if mark in found:
            yield url, found[mark]


def find_unique(
    pool: Iterable[tuple[str | None, str]], wanted: Collection[str]
) -> dict[str, str]:
    """Give what alone in a pool has a mark, for each mark that is wanted."""
    found: dict[str, str] = {}
    doubles: set[str] = set()
    for mark, url in pool:
        if mark is not None and mark in wanted and found.setdefault(mark, url) != url:
            doubles.add(mark)
    return {mark: url for mark, url in found.items() if mark not in doubles}
