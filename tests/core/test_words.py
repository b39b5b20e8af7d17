from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from scopemap import Note, Word, read_word

BERLIN = ZoneInfo("Europe/Berlin")
DATES = "must be a date like 2024-05-01 or 2024-05-01T12:00:00+02:00"
WORDS = "must be one of always, hourly, daily, weekly, monthly, yearly, never"


def read(meta, *, short=False):
    return read_word(meta, page="a.md", zone=BERLIN, short=short)


@pytest.mark.parametrize(
    ("meta", "word"),
    [
        pytest.param({}, Word(), id="nothing"),
        pytest.param({"title": "x", "tags": ["sitemap"]}, Word(), id="other-names"),
        pytest.param(
            {"sitemap": None, "date": "", "noindex": None}, Word(), id="empty"
        ),
        pytest.param({"sitemap": False}, Word(listed=False), id="left-out"),
        pytest.param({"Sitemap": " No "}, Word(listed=False), id="any-case"),
        pytest.param({"SITEMAP": "YES"}, Word(listed=True), id="listed"),
        pytest.param({"noindex": True}, Word(noindex=True), id="noindex"),
        pytest.param({"private": "yes"}, Word(noindex=True), id="private"),
        pytest.param({"noindex": "no", "private": "on"}, Word(noindex=True), id="one"),
        pytest.param({"noindex": "no", "private": "off"}, Word(), id="neither"),
        # A wish not to be found is one unless it is taken back.
        pytest.param({"noindex": "google"}, Word(noindex=True), id="noindex-for-one"),
        pytest.param({"private": 1}, Word(noindex=True), id="private-number"),
        pytest.param({"private": "y", "noindex": 0}, Word(noindex=True), id="letter"),
        pytest.param({"private": "N", "noindex": 0}, Word(), id="taken-back"),
        pytest.param({"sitemap_priority": "0.8"}, Word(priority=0.8), id="priority"),
        pytest.param({"sitemap_priority": 0}, Word(priority=0.0), id="priority-zero"),
        pytest.param({"sitemap_priority": 1}, Word(priority=1.0), id="priority-one"),
        pytest.param(
            {"Sitemap_Changefreq": " Weekly"},
            Word(changefreq="weekly"),
            id="changefreq",
        ),
        pytest.param(
            {"changefreq": "daily", "priority": 0.8}, Word(), id="short-names-unasked"
        ),
    ],
)
def test_what_a_page_says_of_itself(meta, word):
    assert read(meta) == (word, ())


@pytest.mark.parametrize(
    ("value", "truth"),
    [
        *((text, True) for text in ("yes", "true", "on", "Yes", "TRUE", "oN", True)),
        *(
            (text, False)
            for text in ("no", "false", "off", "No", "FALSE", "oFF", False)
        ),
    ],
)
def test_words_for_yes_and_no(value, truth):
    assert read({"sitemap": value}) == (Word(listed=truth), ())


@pytest.mark.parametrize(
    "name", ["sitemap_lastmod", "lastmod", "modified", "updated", "Updated"]
)
def test_what_states_the_last_change(name):
    assert read({name: "2024-05-01"}) == (Word(modified=date(2024, 5, 1)), ())


@pytest.mark.parametrize("name", ["date", "created", "published", "Date"])
def test_what_says_when_a_page_appeared(name):
    assert read({name: date(2024, 5, 1)}) == (Word(published=date(2024, 5, 1)), ())


def test_our_own_name_wins_over_the_general_ones():
    meta = {"updated": "2024-05-03", "lastmod": "2024-05-02", "date": "2024-05-01"}
    assert read(meta) == (
        Word(modified=date(2024, 5, 2), published=date(2024, 5, 1)),
        (),
    )
    own = {"sitemap_lastmod": "2024-05-04", "sitemap_changefreq": "never"}
    assert read(meta | own | {"changefreq": "daily"}, short=True) == (
        Word(
            modified=date(2024, 5, 4),
            published=date(2024, 5, 1),
            changefreq="never",
        ),
        (),
    )


@pytest.mark.parametrize(
    ("value", "offset"),
    [
        pytest.param("2024-01-05 12:00", 1, id="winter"),
        pytest.param(datetime(2024, 7, 5, 12), 2, id="summer"),  # noqa: DTZ001  YAML's own
    ],
)
def test_a_date_without_zone_is_in_the_sites(value, offset):
    word, notes = read({"modified": value})
    assert word.modified.isoformat().endswith(f"-05T12:00:00+0{offset}:00")
    assert notes == ()


def test_a_date_keeps_its_own_zone():
    moment = datetime(2024, 5, 1, 12, tzinfo=timezone(timedelta(hours=-5)))
    assert read({"modified": "2024-05-01T12:00-05:00", "date": moment}) == (
        Word(modified=moment, published=moment),
        (),
    )


def test_material_gives_created_and_updated_in_one():
    """Material for MkDocs 9, its blog."""
    meta = {"date": {"created": date(2024, 5, 1), "Updated": "2024-05-02"}}
    assert read(meta) == (
        Word(published=date(2024, 5, 1), modified=date(2024, 5, 2)),
        (),
    )


def test_an_empty_date_of_materials_says_nothing():
    meta = {"date": {"created": date(2024, 5, 1), "updated": None}}
    assert read(meta) == (Word(published=date(2024, 5, 1)), ())


def test_short_names_are_read_for_pelican():
    assert read({"Changefreq": "daily", "priority": "0.3"}, short=True) == (
        Word(changefreq="daily", priority=0.3),
        (),
    )


@pytest.mark.parametrize(
    ("name", "value", "level", "problem"),
    [
        pytest.param(
            "sitemap", "never", "warning", "'never' must be yes or no", id="sitemap"
        ),
        pytest.param("sitemap", 0, "warning", "0 must be yes or no", id="number"),
        pytest.param(
            "sitemap_priority",
            "0,5",
            "warning",
            "'0,5' must be a number from 0.0 to 1.0",
            id="comma",
        ),
        pytest.param(
            "sitemap_priority",
            1.1,
            "warning",
            "1.1 must be a number from 0.0 to 1.0",
            id="high-priority",
        ),
        pytest.param(
            "sitemap_priority",
            "nan",
            "warning",
            "'nan' must be a number from 0.0 to 1.0",
            id="not-a-number",
        ),
        pytest.param(
            "sitemap_priority",
            True,
            "warning",
            "True must be a number from 0.0 to 1.0",
            id="truth",
        ),
        pytest.param(
            "sitemap_changefreq",
            "often",
            "warning",
            f"'often' {WORDS}",
            id="changefreq",
        ),
        pytest.param(
            "sitemap_lastmod", "today", "warning", f"'today' {DATES}", id="lastmod"
        ),
        # Others have their own use for these names.
        pytest.param("date", "May 2024", "info", f"'May 2024' {DATES}", id="date"),
        pytest.param("updated", 2024, "info", f"2024 {DATES}", id="year"),
        pytest.param("modified", True, "info", f"True {DATES}", id="truth-for-date"),
        pytest.param(
            "lastmod", "2024-02-30", "info", f"'2024-02-30' {DATES}", id="no-such-day"
        ),
    ],
)
def test_a_value_that_cannot_be_read_is_left_out_and_noted(name, value, level, problem):
    note = Note(level, "page-word", f"a.md: {name}: {problem}")
    assert read({name: value}) == (Word(), (note,))


def test_a_short_name_that_cannot_be_read_is_no_warning():
    """Themes may have their own use for it."""
    assert read({"priority": "high", "changefreq": "x"}, short=True) == (
        Word(),
        (
            Note("info", "page-word", f"a.md: changefreq: 'x' {WORDS}"),
            Note(
                "info",
                "page-word",
                "a.md: priority: 'high' must be a number from 0.0 to 1.0",
            ),
        ),
    )


def test_the_next_name_counts_where_one_cannot_be_read():
    word, notes = read({"Sitemap_Lastmod": "today", "modified": "2024-05-01"})
    assert word == Word(modified=date(2024, 5, 1))
    assert notes == (
        Note("warning", "page-word", f"a.md: sitemap_lastmod: 'today' {DATES}"),
    )


@pytest.mark.parametrize(
    ("robots", "hides"),
    [
        pytest.param("noindex", True, id="noindex"),
        pytest.param("noindex nofollow", True, id="no-comma"),
        pytest.param(["NOINDEX", "nofollow"], True, id="list"),
        pytest.param(["index", "max-image-preview:none"], False, id="list-without"),
        pytest.param("NoIndex, nofollow", True, id="among-others"),
        pytest.param("none", True, id="none"),
        pytest.param("max-image-preview:none", False, id="none-of-something"),
        pytest.param("max-image-preview: none", False, id="none-after-a-space"),
        pytest.param("index, follow", False, id="index"),
    ],
)
def test_what_a_theme_puts_into_the_robots_tag_counts(robots, hides):
    word, notes = read_word({"robots": robots}, page="a.md", zone=timezone.utc)
    assert (word.noindex, notes) == (hides, ())


def test_the_midnight_that_material_makes_of_a_day_is_a_day():
    midnight = datetime(2024, 2, 1, tzinfo=timezone.utc)
    noon = datetime(2024, 3, 1, 12, tzinfo=timezone.utc)
    meta = {"date": {"created": midnight, "updated": noon}}
    word, _ = read_word(meta, page="a.md", zone=timezone.utc)
    assert (word.published, word.modified) == (date(2024, 2, 1), noon)


@pytest.mark.parametrize("name", ["noindex", "private"])
def test_a_field_without_a_value_is_a_yes(name):
    """Docinfo fields may have none: `:noindex:`."""
    word, notes = read_word({name: ""}, page="a", zone=timezone.utc)
    assert (word.noindex, notes) == (True, ())
