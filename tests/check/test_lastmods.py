"""Dates: the six forms of W3C's note, and the two that every schema knows."""

import pytest

from scopemap.check.lastmods import judge_date

NO_DATE = ("SM401", "is no W3C date")
NO_DAY = ("SM401", "is a day that the calendar has not")
NO_TIME = ("SM401", "is a time that no day has")
NO_ZONE = ("SM401", "has an offset that no time zone has")
TO_MONTH = ("SM402", "has no day, which the schema demands")
TO_MINUTE = ("SM402", "has no seconds, which the schema demands")


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        pytest.param("2024-05-01", None, id="day"),
        pytest.param("2024-05-01T12:00:00Z", None, id="utc"),
        pytest.param("2024-05-01T12:00:00.123+05:45", None, id="fraction-and-zone"),
        pytest.param("2024-02-29", None, id="leap-day"),
        pytest.param("2024-05-31T23:59:59-12:00", None, id="last-second"),
        pytest.param("2024-05-01T12:00:00+14:00", None, id="farthest-zone"),
        pytest.param("0800-12-25", None, id="old"),
        pytest.param("2024", TO_MONTH, id="year"),
        pytest.param("2024-05", TO_MONTH, id="month"),
        pytest.param("2024-05-01T12:00Z", TO_MINUTE, id="minute"),
        pytest.param("", NO_DATE, id="empty"),
        pytest.param("1 May 2024", NO_DATE, id="words"),
        pytest.param("2024-05-01T12:00:00", NO_DATE, id="no-zone"),
        pytest.param("2024-05-01Z", NO_DATE, id="day-with-zone"),
        pytest.param("2024-05-01 12:00:00Z", NO_DATE, id="space"),
        pytest.param("2024-05-01t12:00:00z", NO_DATE, id="lower-case"),
        pytest.param("2024-05-01T12:00:00+0200", NO_DATE, id="zone-without-colon"),
        pytest.param("2024-05-01T12:00:00.Z", NO_DATE, id="point-without-digit"),
        pytest.param("2024-05-01T12:00.5Z", NO_DATE, id="fraction-of-a-minute"),
        pytest.param("12024-05-01", NO_DATE, id="five-digits"),
        pytest.param("-2024-05-01", NO_DATE, id="before-christ"),
        pytest.param("2024-5-1", NO_DATE, id="one-digit"),
        pytest.param("2024-05-0\u0661", NO_DATE, id="arabic-digits"),
        pytest.param("2023-02-29", NO_DAY, id="no-leap-day"),
        pytest.param("2024-13-01", NO_DAY, id="month-13"),
        pytest.param("2024-00", NO_DAY, id="month-0"),
        pytest.param("0000-01-01", NO_DAY, id="year-0"),
        pytest.param("2024-05-01T24:00:00Z", NO_TIME, id="hour-24"),
        pytest.param("2024-05-01T12:60Z", NO_TIME, id="minute-60"),
        pytest.param("2024-05-01T23:59:60Z", NO_TIME, id="leap-second"),
        pytest.param("2024-05-01T12:00:00+14:01", NO_ZONE, id="zone-too-far"),
        pytest.param("2024-05-01T12:00:00+01:60", NO_ZONE, id="zone-minute-60"),
    ],
)
def test_only_the_forms_of_the_note_are_dates(value, fault):
    assert judge_date(value) == fault
