import re
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopemap.moments import later, moment, parse_when, w3c

UTC = timezone.utc
BERLIN = ZoneInfo("Europe/Berlin")
EAST = timezone(timedelta(hours=5, minutes=30))

# Protocol rule 10: the forms that NOTE-datetime, the official schema and Search
# Console agree on.
W3C = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?")


@pytest.mark.parametrize(
    ("text", "when"),
    [
        pytest.param("2024-05-01", date(2024, 5, 1), id="day"),
        pytest.param(" 2024-05-01\n", date(2024, 5, 1), id="blanks-around"),
        pytest.param("0999-05-01", date(999, 5, 1), id="year-below-1000"),
        # NOTE-datetime.
        pytest.param(
            "2024-05-01T12:30Z", datetime(2024, 5, 1, 12, 30, tzinfo=UTC), id="minutes"
        ),
        pytest.param(
            "2024-05-01T12:30:15Z",
            datetime(2024, 5, 1, 12, 30, 15, tzinfo=UTC),
            id="seconds",
        ),
        pytest.param(
            "2024-05-01T12:30:15.999999999Z",
            datetime(2024, 5, 1, 12, 30, 15, tzinfo=UTC),
            id="fraction",
        ),
        pytest.param(
            "2024-05-01T12:30:15+05:30",
            datetime(2024, 5, 1, 12, 30, 15, tzinfo=EAST),
            id="offset",
        ),
        # What people and git write besides.
        pytest.param(
            "2024-05-01 12:30:15 +0530",
            datetime(2024, 5, 1, 12, 30, 15, tzinfo=EAST),
            id="git",
        ),
        pytest.param(
            "2024-05-01t12:30z", datetime(2024, 5, 1, 12, 30, tzinfo=UTC), id="small"
        ),
        pytest.param(
            "2024-01-01 12:30", datetime(2024, 1, 1, 12, 30, tzinfo=BERLIN), id="naive"
        ),
        pytest.param(
            "2024-01-01T12:30:15.5",
            datetime(2024, 1, 1, 12, 30, 15, tzinfo=BERLIN),
            id="naive-fraction",
        ),
    ],
)
def test_text_that_says_when(text, when):
    parsed = parse_when(text, BERLIN)
    assert (parsed, type(parsed)) == (when, type(when))


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("", id="empty"),
        pytest.param("today", id="word"),
        pytest.param("2024", id="year"),
        pytest.param(2024, id="number"),
        pytest.param(True, id="truth"),
        pytest.param(None, id="none"),
        pytest.param(["2024-05-01"], id="list"),
        pytest.param("2024-05", id="month"),
        pytest.param("20240501", id="no-hyphens"),
        pytest.param("01.05.2024", id="german"),
        pytest.param("05/01/2024", id="american"),
        pytest.param("May 1, 2024", id="english"),
        pytest.param("2024-5-1", id="no-zeros"),
        pytest.param("12024-05-01", id="year-of-five-digits"),
        # Yoast#11031.
        pytest.param("-001-11-30", id="negative-year"),
        pytest.param("0000-00-00", id="zero-of-mysql"),
        pytest.param("\u0662\u0660\u0662\u0664-05-01", id="other-digits"),
        pytest.param("2024-02-30", id="no-such-day"),
        pytest.param("2024-13-01", id="no-such-month"),
        # The official schema takes the next two, W3C does not.
        pytest.param("2024-05-01Z", id="day-with-zone"),
        pytest.param("2024-05-01+02:00", id="day-with-offset"),
        pytest.param("2024-05-01T12", id="hour-alone"),
        pytest.param("2024-05-01T12:60", id="no-such-minute"),
        pytest.param("2024-05-01T25:00:00", id="no-such-hour"),
        pytest.param("2024-05-01T12:00:61Z", id="no-such-second"),
        pytest.param("2024-05-01T12:00.5", id="fraction-of-a-minute"),
        pytest.param("2024-05-01T12:00:00+24:00", id="offset-of-a-day"),
        pytest.param("2024-05-01T12:00:00+02:60", id="no-such-offset"),
        pytest.param("2024-05-01T12:00:00 CEST", id="name-of-a-zone"),
        pytest.param("2024-05-01T12:00:00Z and more", id="more"),
    ],
)
def test_what_does_not_say_when_is_refused(value):
    message = "must be a date like 2024-05-01 or 2024-05-01T12:00:00+02:00"
    with pytest.raises(ValueError, match=rf"\A{re.escape(message)}\Z"):
        parse_when(value, BERLIN)


def test_dates_are_taken_as_they_are():
    aware = datetime(2024, 5, 1, 12, tzinfo=EAST)
    assert parse_when(date(2024, 5, 1), BERLIN) == date(2024, 5, 1)
    assert parse_when(aware, BERLIN) is aware
    assert parse_when(aware.replace(tzinfo=None), BERLIN) == datetime(
        2024, 5, 1, 12, tzinfo=BERLIN
    )


@pytest.mark.parametrize(
    ("when", "text"),
    [
        pytest.param(date(2024, 5, 1), "2024-05-01", id="day"),
        pytest.param(date(999, 5, 1), "0999-05-01", id="year-below-1000"),
        pytest.param(
            datetime(999, 5, 1, tzinfo=UTC),
            "0999-05-01T00:00:00+00:00",
            id="old-moment",
        ),
        # nuxt-modules/sitemap#208: a moment has its zone.
        pytest.param(
            datetime(2024, 1, 8, tzinfo=UTC), "2024-01-08T00:00:00+00:00", id="utc"
        ),
        pytest.param(
            datetime(2024, 5, 1, 12, 30, 15, 999_999, tzinfo=EAST),
            "2024-05-01T12:30:15+05:30",
            id="microseconds-dropped",
        ),
        # Automattic/msm-sitemap#88: local time is not marked as UTC.
        pytest.param(
            datetime(2024, 1, 1, tzinfo=BERLIN),
            "2024-01-01T00:00:00+01:00",
            id="winter",
        ),
        pytest.param(
            datetime(2024, 7, 1, tzinfo=BERLIN),
            "2024-07-01T00:00:00+02:00",
            id="summer",
        ),
        pytest.param(
            datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN),
            "2024-10-27T02:30:00+02:00",
            id="hour-that-comes-twice",
        ),
        pytest.param(
            datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN, fold=1),
            "2024-10-27T02:30:00+01:00",
            id="second-of-the-two",
        ),
        # A local mean time is off by seconds, for which W3C has no form.
        pytest.param(
            datetime(1890, 1, 1, tzinfo=timezone(timedelta(minutes=19, seconds=32))),
            "1889-12-31T23:40:28+00:00",
            id="local-mean-time",
        ),
        pytest.param(
            datetime(1870, 1, 1, tzinfo=timezone(-timedelta(hours=4, seconds=3362))),
            "1870-01-01T04:56:02+00:00",
            id="local-mean-time-in-the-west",
        ),
        # Its time in UTC would lie before the calendar.
        pytest.param(
            datetime(1, 1, 1, tzinfo=timezone(timedelta(minutes=53, seconds=28))),
            "0001-01-01",
            id="first-day-of-the-calendar",
        ),
        # The official schema's dateTime ends at 14 hours.
        pytest.param(
            datetime(2024, 5, 1, 12, tzinfo=timezone(-timedelta(hours=15))),
            "2024-05-02T03:00:00+00:00",
            id="offset-beyond-all-zones",
        ),
    ],
)
def test_a_date_is_written_in_a_form_that_all_engines_read(when, text):
    """Protocol rule 10."""
    assert w3c(when) == text
    assert W3C.fullmatch(text)


def test_a_local_mean_time_of_the_zone_database_stays_the_same_moment():
    when = datetime(1890, 1, 1, tzinfo=ZoneInfo("Europe/Amsterdam"))
    assert when.utcoffset() % timedelta(minutes=1)
    assert W3C.fullmatch(w3c(when))
    assert datetime.fromisoformat(w3c(when)) == when


@pytest.mark.parametrize(
    ("when", "text"),
    [
        pytest.param(date(2024, 5, 1), "2024-05-01", id="day"),
        # Django 5.2 writes the previous day where its zone lies west.
        pytest.param(datetime(2024, 5, 1, tzinfo=UTC), "2024-05-01", id="utc"),
        pytest.param(datetime(2024, 5, 1, 1, tzinfo=EAST), "2024-05-01", id="east"),
        pytest.param(
            datetime(2024, 5, 1, 23, tzinfo=timezone(-timedelta(hours=8))),
            "2024-05-01",
            id="west",
        ),
        pytest.param(
            datetime(999, 5, 1, tzinfo=UTC), "0999-05-01", id="year-below-1000"
        ),
    ],
)
def test_a_moment_is_shortened_to_its_day_in_its_own_zone(when, text):
    assert w3c(when, day=True) == text


@settings(deadline=None)
@given(
    st.datetimes(
        min_value=datetime(2, 1, 1),  # noqa: DTZ001  Hypothesis adds the zone
        timezones=st.integers(-82_800, 82_800).map(
            lambda seconds: timezone(timedelta(seconds=seconds))
        ),
    ),
    st.booleans(),
)
def test_every_moment_has_a_form(when, day):
    text = w3c(when, day=day)
    assert W3C.fullmatch(text)
    assert day or datetime.fromisoformat(text) == when.replace(microsecond=0)


@settings(deadline=None)
@given(st.dates())
def test_what_is_written_is_read_back(day):
    assert parse_when(w3c(day), UTC) == day


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(date(2024, 5, 2), date(2024, 5, 1), id="days"),
        pytest.param(
            datetime(2024, 5, 1, 12, tzinfo=UTC),
            datetime(2024, 5, 1, 12, tzinfo=EAST),
            id="moments",
        ),
        pytest.param(
            datetime(2024, 5, 1, 1, tzinfo=BERLIN), date(2024, 5, 1), id="day-begins"
        ),
        # Midnight in Berlin is 22:00 in UTC.
        pytest.param(
            date(2024, 5, 1),
            datetime(2024, 4, 30, 21, tzinfo=UTC),
            id="day-in-its-zone",
        ),
        pytest.param(
            datetime(2024, 4, 30, 23, tzinfo=UTC), date(2024, 5, 1), id="after-midnight"
        ),
    ],
)
def test_the_later_of_two(one, other):
    assert later(one, other, BERLIN) is one
    assert later(other, one, BERLIN) is one


def test_of_two_that_are_the_same_the_first_stays():
    day, begin = date(2024, 5, 1), datetime(2024, 5, 1, tzinfo=BERLIN)
    assert later(day, begin, BERLIN) is day
    assert later(begin, day, BERLIN) is begin


def test_a_day_begins_at_midnight_in_the_zone():
    assert moment(date(2024, 7, 1), BERLIN).isoformat() == "2024-07-01T00:00:00+02:00"
    when = datetime(2024, 7, 1, 12, tzinfo=UTC)
    assert moment(when, BERLIN) is when
