"""Spans: what a date in a sitemap can mean, from its first moment to its last."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from msgspec import Struct

FARTHEST = timedelta(hours=14)
"""How far a date without a zone may be off: the first zone of the world is UTC+14."""
CLOCKS = timedelta(minutes=5)
"""Clocks of machines that write and machines that check differ by minutes."""

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
# W3C, NOTE-datetime: its six forms, and a moment without a zone, which some write.
_W3C = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)"
    r"(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:[0-5]\d)?)?)?)?",
    re.ASCII,
)


class Span(Struct, frozen=True, gc=False):
    """Hold the first and the last second that a date can mean."""

    first: datetime
    """Aware; in UTC where the date has no zone."""
    last: datetime
    has_zone: bool

    @property
    def is_day(self) -> bool:
        """Tell whether it is a day without a time."""
        return _HOUR < self.last - self.first < _DAY

    @property
    def is_vague(self) -> bool:
        """Tell whether it is a month or a year."""
        return self.last - self.first > _DAY


def read_span(text: str) -> Span | None:
    """Read a date in one of the forms of W3C's note; None: it is none."""
    match = _W3C.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, zone = match.groups()
    try:
        last_day = int(day) if day else monthrange(int(year), int(month or 12))[1]
        first = datetime(
            *(int(year), int(month or 1), int(day or 1)),
            *(int(hour or 0), int(minute or 0), int(second or 0)),
            tzinfo=_zone(zone),
        )
    except ValueError:  # a day or an hour that the calendar has not
        return None
    last = first.replace(
        month=int(month or 12),
        day=last_day,
        hour=int(hour or 23),
        minute=int(minute or 59),
        second=int(second or 59),
    )
    return Span(first, last, zone is not None)


def reader() -> Callable[[str], Span | None]:
    """Give a reader that reads each text once: in a sitemap most dates come again."""
    known: dict[str, Span | None] = {}

    def read(text: str) -> Span | None:
        if text not in known:
            known[text] = read_span(text)
        return known[text]

    return read


def is_before(one: Span, other: Span) -> bool:
    """Tell whether the one is over before the other begins, wherever they were written.

    Two that have no zone are taken to be of the same one.
    """
    slack = timedelta() if one.has_zone == other.has_zone else FARTHEST
    return other.first - one.last > slack


def is_after(span: Span, moment: datetime, *, slack: timedelta) -> bool:
    """Tell whether a date lies after a moment, by more than the slack and its zone."""
    return span.first - moment > (slack if span.has_zone else slack + FARTHEST)


def is_near(span: Span, moment: datetime, *, slack: timedelta) -> bool:
    """Tell whether a date can mean a moment, give or take the slack and its zone."""
    around = slack if span.has_zone else slack + FARTHEST
    return span.first - around <= moment <= span.last + around


def _zone(text: str | None) -> timezone:
    if text is None or text == "Z":
        return timezone.utc
    offset = timedelta(hours=int(text[1:3]), minutes=int(text[4:]))
    return timezone(-offset if text[0] == "-" else offset)
