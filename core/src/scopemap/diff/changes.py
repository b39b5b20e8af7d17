"""Changes: URLs that both builds list, with dates that say something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timezone

from scopemap.diff.difference import Changed
from scopemap.diff.listing import Listing
from scopemap.moments import parse_when


def find_changed(
    before: Listing, after: Listing, move: Callable[[str], str]
) -> Iterator[Changed]:
    """Give what has another date; `move` gives the new spelling of an old URL.

    A day and a moment of it are the same, and so are two ways to write a moment.
    """
    for url, was in sorted(before.lastmods.items()):
        asked = move(url)
        now = after.lastmods.get(asked, was)
        if was != now and asked in after.lastmods and not _is_same_date(was, now):
            yield Changed(asked, was, now)


def _is_same_date(one: str | None, other: str | None) -> bool:
    """Tell whether two dates, written in two ways, say the same as far as they go."""
    if one is None or other is None:
        return False
    try:
        first, second = parse_when(one, timezone.utc), parse_when(other, timezone.utc)
    except ValueError:
        return False
    if isinstance(first, datetime) and isinstance(second, datetime):
        return first == second
    return one[:10] == other[:10]
