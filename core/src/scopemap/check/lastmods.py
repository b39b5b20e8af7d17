"""Dates: whether a lastmod is written in a form that engines know."""

from __future__ import annotations

import re
from calendar import monthrange

# The forms that W3C's note, the protocol's schema and Search Console all know, and
# with days that every month has.
_PLAIN = re.compile(
    r"[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])"
    r"(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d))?",
    re.ASCII,
)
# W3C, NOTE-datetime: its six forms.
_FORM = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)"
    r"(?:T(\d\d):(\d\d)(:\d\d)?(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d)))?)?)?",
    re.ASCII,
)
_NO_SECONDS = re.compile(r"T\d\d:\d\d\.")


def judge_date(value: str) -> tuple[str, str] | None:
    """Give the code and the fault of a date, without whitespace around it.

    SM402 are the forms of W3C's note that xsd:date and xsd:dateTime, which the
    protocol's schema takes, do not know: a year, a month, and a time to the minute.
    """
    if _PLAIN.fullmatch(value):
        return None
    form = _FORM.fullmatch(value)
    if form is None or _NO_SECONDS.search(value):
        return "SM401", "is no W3C date"
    year, month, day, hour, minute, second, zone, zone_minute = form.groups()
    if not _is_day(int(year), int(month or 1), int(day or 1)):
        return "SM401", "is a day that the calendar has not"
    if hour and not _is_time(hour, minute, second or ":00"):
        return "SM401", "is a time that no day has"
    if zone and not _is_zone(int(zone), int(zone_minute)):
        return "SM401", "has an offset that no time zone has"
    if day is None:
        return "SM402", "has no day, which the schema demands"
    if hour and not second:
        return "SM402", "has no seconds, which the schema demands"
    return None


def _is_day(year: int, month: int, day: int) -> bool:
    return year > 0 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _is_time(hour: str, minute: str, second: str) -> bool:
    return int(hour) < 24 and int(minute) < 60 and int(second[1:]) < 60


def _is_zone(hours: int, minutes: int) -> bool:
    """Tell whether there can be such a zone: XML Schema ends at 14 hours."""
    return minutes < 60 and hours * 60 + minutes <= 14 * 60
