from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from pathlib import PurePosixPath
from typing import Any

import msgspec
import pytest

from scopemap.dates import Dates
from scopemap.entries import Transformed, date_entries, make_entries, transform_entries
from scopemap.errors import TransformError
from scopemap.model import Dated, Entry, Note, Page, Skipped, Word
from scopemap.options import Rule
from scopemap.select import Listed

BASE = "https://example.com/docs/"
MAY = date(2024, 5, 1)
NOON = datetime(2024, 6, 1, 12, tzinfo=timezone(timedelta(hours=2)))


def path(name: str) -> PurePosixPath:
    return PurePosixPath(name)


def made(word: Word, rule: Rule, dated: date | None) -> Entry:
    listed = Listed(Page(path("a.html"), word=word), f"{BASE}a.html", "a.html", rule)
    source = "git" if word.modified is None else "meta"
    dates = Dates({path("a.html"): Dated(dated, source)})
    (entry,) = make_entries([listed], date_entries([listed], dates), {})
    return entry


def expected(**fields: Any) -> Entry:
    return Entry(f"{BASE}a.html", path("a.html"), **fields)


@pytest.mark.parametrize(
    ("word", "rule", "entry"),
    [
        pytest.param(Word(), Rule(""), expected(lastmod=MAY), id="neither"),
        pytest.param(
            Word(changefreq="daily", priority=0.0),
            Rule("", changefreq="never", priority=0.7),
            expected(lastmod=MAY, changefreq="daily", priority=0.0),
            id="both",
        ),
        pytest.param(
            Word(),
            Rule("", changefreq="never", priority=0.0, lastmod=NOON),
            expected(lastmod=NOON, changefreq="never", priority=0.0),
            id="rule",
        ),
        pytest.param(
            Word(), Rule("", lastmod=False), expected(), id="rule-without-a-date"
        ),
        pytest.param(
            Word(modified=MAY),
            Rule("", lastmod=NOON),
            expected(lastmod=MAY),
            id="date-of-the-page",
        ),
        pytest.param(
            Word(modified=MAY),
            Rule("", lastmod=False),
            expected(lastmod=MAY),
            id="date-of-the-page-against-none",
        ),
        pytest.param(
            Word(published=MAY),
            Rule("", lastmod=NOON),
            expected(lastmod=NOON),
            id="date-of-a-rule-and-of-publication",
        ),
    ],
)
def test_the_word_of_a_page_wins_over_a_rule_and_a_rule_over_git(word, rule, entry):
    assert made(word, rule, MAY) == entry


def test_an_entry_carries_the_alternates_of_its_url():
    links = (("de", f"{BASE}b.html"), ("en", f"{BASE}a.html"))
    items = [
        Listed(Page(path(name)), BASE + name, name, Rule(""))
        for name in ("a.html", "c.html")
    ]
    dates = Dates({path("a.html"): Dated(None), path("c.html"): Dated(NOON)})
    dated = date_entries(items, dates)
    assert make_entries(items, dated, {f"{BASE}a.html": links}) == (
        Entry(f"{BASE}a.html", path("a.html"), alternates=links),
        Entry(f"{BASE}c.html", path("c.html"), lastmod=NOON),
    )


def cluster(**places: str) -> tuple[Entry, ...]:
    """Make the entries of one page in several languages."""
    links = tuple((tag, BASE + url) for tag, url in sorted(places.items()))
    links += (("x-default", BASE + places["en"]),)
    return tuple(
        Entry(BASE + url, path(f"{tag}.html"), alternates=links)
        for tag, url in sorted(places.items(), key=lambda item: item[1])
    )


def transform(
    entries: tuple[Entry, ...], function: Callable[[Entry], Any]
) -> Transformed:
    return transform_entries(entries, function, base_url=BASE)


def move(**places: str | None) -> Callable[[Entry], Entry | None]:
    """Move each of the pages, and leave out those that move to None."""

    def function(entry: Entry) -> Entry | None:
        url = places.get(entry.page.stem, entry.loc.removeprefix(BASE))
        return None if url is None else msgspec.structs.replace(entry, loc=BASE + url)

    return function


ENGLISH_GERMAN_FRENCH = cluster(en="a", de="b", fr="c")


def test_a_function_that_changes_nothing_changes_nothing():
    entries = ENGLISH_GERMAN_FRENCH
    assert transform(entries, lambda entry: entry) == Transformed(entries)


def test_a_function_changes_what_it_likes():
    entry = expected(lastmod=MAY, changefreq="daily", priority=0.1)
    changed = Entry(
        loc=f"{BASE}b?x=1",
        page=entry.page,
        lastmod=NOON,
        changefreq="never",
        priority=1.0,
        alternates=(("de", "https://beispiel.example/b"),),
    )
    assert transform((entry,), lambda _: changed) == Transformed((changed,))


def test_a_changed_url_is_normalised_and_its_page_stays():
    entry = expected()
    changed = Entry(
        "HTTPS://Example.com:443/docs/ä b#c",
        path("other.html"),
        alternates=(("de", "HTTPS://beispiel.example"),),
    )
    normal = Entry(
        f"{BASE}%C3%A4%20b",
        entry.page,
        alternates=(("de", "https://beispiel.example/"),),
    )
    assert transform((entry,), lambda _: changed) == Transformed((normal,))


def test_links_follow_a_page_that_moved():
    result = transform(ENGLISH_GERMAN_FRENCH, move(en="z", de="y"))
    assert result == Transformed(cluster(fr="c", de="y", en="z"))


def test_links_follow_pages_that_change_places():
    result = transform(ENGLISH_GERMAN_FRENCH, move(en="b", de="a"))
    assert result == Transformed(cluster(de="a", en="b", fr="c"))


def test_a_page_that_was_left_out_is_linked_no_more():
    result = transform(ENGLISH_GERMAN_FRENCH, move(de=None))
    assert result == Transformed(
        cluster(en="a", fr="c"), (Skipped(path("de.html"), "transform"),)
    )


def test_the_default_goes_with_its_page():
    result = transform(ENGLISH_GERMAN_FRENCH, move(en=None))
    links = (("de", f"{BASE}b"), ("fr", f"{BASE}c"))
    assert result.entries == (
        Entry(f"{BASE}b", path("de.html"), alternates=links),
        Entry(f"{BASE}c", path("fr.html"), alternates=links),
    )


def test_a_page_that_is_alone_at_last_has_no_links():
    result = transform(ENGLISH_GERMAN_FRENCH, move(de=None, fr=None))
    assert result == Transformed(
        (Entry(f"{BASE}a", path("en.html")),),
        (
            Skipped(path("de.html"), "transform"),
            Skipped(path("fr.html"), "transform"),
        ),
    )


def test_pages_that_move_to_one_url_are_duplicates():
    result = transform(ENGLISH_GERMAN_FRENCH, move(en="~me", de="%7Eme"))
    assert result == Transformed(
        cluster(fr="c", en="~me"),
        (Skipped(path("de.html"), "duplicate", "as en.html"),),
        (
            Note(
                "warning",
                "duplicate",
                f"transform gives en.html and de.html one URL, {BASE}~me",
            ),
        ),
    )


def test_entries_stand_in_the_order_of_their_new_urls():
    entries = tuple(Entry(BASE + url, path(url)) for url in "abc")
    result = transform(entries, move(a="z", c="B"))
    assert [entry.loc for entry in result.entries] == [
        f"{BASE}B",
        f"{BASE}b",
        f"{BASE}z",
    ]


@pytest.mark.parametrize(
    ("result", "message"),
    [
        pytest.param("x", "gave 'x'; it must be an Entry or None", id="text"),
        pytest.param(False, "gave False; it must be an Entry or None", id="truth"),
        pytest.param(
            {"lastmod": datetime(2024, 5, 1)},  # noqa: DTZ001  # which is the fault
            "lastmod datetime.datetime(2024, 5, 1, 0, 0) must be a date or an aware"
            " datetime",
            id="naive-moment",
        ),
        pytest.param(
            {"lastmod": "2024-05-01"},
            "lastmod '2024-05-01' must be a date or an aware datetime",
            id="date-as-text",
        ),
        pytest.param(
            {"changefreq": "often"},
            "changefreq 'often' must be one of always, hourly, daily, weekly, monthly,"
            " yearly, never",
            id="changefreq",
        ),
        pytest.param(
            {"priority": 1.1}, "priority 1.1 must be from 0.0 to 1.0", id="too-high"
        ),
        pytest.param(
            {"priority": -0.1}, "priority -0.1 must be from 0.0 to 1.0", id="too-low"
        ),
        pytest.param(
            {"priority": float("nan")},
            "priority nan must be from 0.0 to 1.0",
            id="no-number",
        ),
        pytest.param(
            {"priority": "high"},
            "priority 'high' must be from 0.0 to 1.0",
            id="priority-as-text",
        ),
        pytest.param(
            {"loc": "b.html"},
            "'b.html' must be an absolute URL, like https://example.com/docs/",
            id="relative",
        ),
        pytest.param(
            {"loc": "ftp://example.com/docs/b"},
            "'ftp://example.com/docs/b' must begin with http:// or https://",
            id="scheme-that-is-none-of-the-web",
        ),
        pytest.param(
            {"loc": "https://me:secret@example.com/docs/b"},
            "'https://…@example.com/docs/b' must not hold a user name or password",
            id="password",
        ),
        pytest.param(
            {"loc": "https://example.com.evil/docs/b"},
            "https://example.com.evil/docs/b must be below https://example.com/docs/,"
            " with 2047 characters at most",
            id="other-host",
        ),
        pytest.param(
            {"loc": f"{BASE}../docs-old/b"},
            "https://example.com/docs-old/b must be below https://example.com/docs/,"
            " with 2047 characters at most",
            id="above",
        ),
        pytest.param(
            {"loc": BASE + "a" * 2023},
            f"{BASE}{'a' * 2023} must be below https://example.com/docs/,"
            " with 2047 characters at most",
            id="too-long",
        ),
        pytest.param({"loc": None}, "loc None must be a URL", id="no-url"),
        pytest.param(
            {"alternates": (("de", "/de/"),)},
            "'/de/' must be an absolute URL, like https://example.com/docs/",
            id="relative-alternate",
        ),
        pytest.param(
            {"alternates": ("de",)},
            "alternates ('de',) must be pairs of a language tag and a URL",
            id="alternates-that-are-no-pairs",
        ),
        pytest.param(
            {"alternates": None},
            "alternates None must be pairs of a language tag and a URL",
            id="no-alternates",
        ),
    ],
)
def test_what_no_sitemap_may_hold_is_refused(result, message):
    entry = expected()
    if isinstance(result, dict):
        result = msgspec.structs.replace(entry, **result)
    with pytest.raises(TransformError) as caught:
        transform((entry,), lambda _: result)
    assert str(caught.value) == f"transform: a.html: {message}"
    assert (caught.value.page, caught.value.problem) == ("a.html", message)


def test_the_longest_url_that_may_be():
    longest = Entry(BASE + "a" * 2022, path("a.html"))
    assert len(longest.loc) == 2047
    assert transform((expected(),), lambda _: longest) == Transformed((longest,))
