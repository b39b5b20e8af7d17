"""Days and moments: read from what people write, compared, written for engines."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo

from scopemap.model import When

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOMENT = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?:(:\d{2})(?:\.\d+)?)?"
    r"\s*(?:([Zz])|([+-]\d{2}):?([0-5]\d))?"
)


def parse_when(value: object, zone: tzinfo) -> When:
    """Read a day or a moment from metadata; one without a zone is in `zone`.

    Takes date and datetime objects, and text in the forms of ISO 8601 that people
    write, with T or a space, with or without seconds. Raises ValueError.
    """
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=zone)
    if isinstance(value, date):
        return value
    moment = _parse(str(value).strip())
    if isinstance(moment, datetime) and moment.tzinfo is None:
        return moment.replace(tzinfo=zone)
    return moment


def _parse(text: str) -> When:
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
        if match := _MOMENT.fullmatch(text):
            day, minute, second, utc, hours, minutes = match.groups()
            offset = "+00:00" if utc else f"{hours}:{minutes}" if hours else ""
            return datetime.fromisoformat(f"{day}T{minute}{second or ':00'}{offset}")
    except ValueError:  # a day or an hour that the calendar has not
        pass
    raise ValueError("must be a date like 2024-05-01 or 2024-05-01T12:00:00+02:00")


def w3c(when: When, *, day: bool = False) -> str:
    """Write a W3C Datetime: a day, or a moment to the second with its zone.

    Source: NOTE-datetime, of whose six forms these two also pass the official
    schema and Search Console.
    """
    if not isinstance(when, datetime):
        return when.isoformat()
    if when.tzinfo is timezone.utc and not day and not when.microsecond:
        return when.isoformat()  # as most are; a million of them take a second
    offset = when.utcoffset()
    # Local mean times, before zones, are off by seconds, for which W3C has no form;
    # the schema's xsd:dateTime ends at 14 hours.
    if offset is None or offset % timedelta(minutes=1) or abs(offset) > _FARTHEST:
        try:
            when = when.astimezone(timezone.utc)
        except OverflowError:  # the first or last day of the calendar
            return when.date().isoformat()
    return when.date().isoformat() if day else when.isoformat(timespec="seconds")


_FARTHEST = timedelta(hours=14)


def later(one: When, other: When, zone: tzinfo) -> When:
    """Give the later of two; a day counts as its first moment in `zone`."""
    return one if moment(one, zone) >= moment(other, zone) else other


def moment(when: When, zone: tzinfo) -> datetime:
    """Give the moment that a day begins in `zone`, or the moment itself."""
    return when if isinstance(when, datetime) else datetime.combine(when, time(), zone)
