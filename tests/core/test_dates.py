from __future__ import annotations

import os
from datetime import date, datetime, timedelta, timezone
from pathlib import Path, PurePosixPath

import pytest

from scopemap.dates import Dates, date_pages, without_future_rules
from scopemap.history import Answer, History
from scopemap.model import Dated, Note, Page, Site, When, Word
from scopemap.options import Options, Rule

TOKYO = timezone(timedelta(hours=9))
NOW = datetime(2024, 7, 1, tzinfo=timezone.utc)
MAY = date(2024, 5, 1)
JUNE = datetime(2024, 6, 1, 12, tzinfo=timezone.utc)
LATE_JUNE = datetime(2024, 6, 20, tzinfo=timezone.utc)
NEXT_YEAR = date(2025, 1, 1)
PLAIN = Options()


def path(name: str) -> PurePosixPath:
    return PurePosixPath(name)


def page(name: str, *sources: str, lists: str = "", word: Word | None = None) -> Page:
    return Page(
        path(name),
        sources=tuple(map(Path, sources)),
        lists=tuple(map(path, lists.split())),
        word=word or Word(),
    )


def history(reason: str = "", **dates: datetime) -> History:
    """Know the dates of `NAME.md`; `z.md` has a reason and no date."""
    known = {Path(f"{name}.md"): Answer(when) for name, when in dates.items()}
    return History({**known, Path("z.md"): Answer(reason=reason)})


def dated(
    *pages: Page,
    options: Options = PLAIN,
    known: History | None = None,
    in_ci: bool = False,
    zone: timezone = timezone.utc,
) -> Dates:
    site = Site(
        base_url="https://example.com/",
        output=Path("site"),
        project=Path(),
        pages=pages,
        generator="test",
        timezone=zone,
    )
    return date_pages(site, options, history=known or history(), now=NOW, in_ci=in_ci)


def answer(subject: Page, known: History | None = None, *lastmod: str) -> Dated:
    options = Options(lastmod=lastmod) if lastmod else PLAIN
    return dated(subject, options=options, known=known).of[subject.path]


STATED = Word(modified=MAY)


@pytest.mark.parametrize(
    ("lastmod", "expected"),
    [
        pytest.param(("meta", "git"), Dated(MAY, "meta"), id="meta-first"),
        pytest.param(("git", "meta"), Dated(JUNE, "git"), id="git-first"),
        pytest.param(("git",), Dated(JUNE, "git"), id="git-alone"),
        pytest.param(("meta",), Dated(MAY, "meta"), id="meta-alone"),
    ],
)
def test_the_first_source_that_knows_a_date_gives_it(lastmod, expected):
    subject = page("a.html", "a.md", word=STATED)
    assert answer(subject, history(a=JUNE), *lastmod) == expected


@pytest.mark.parametrize(
    ("subject", "lastmod", "reason"),
    [
        pytest.param(page("a.html", "z.md"), ("meta", "git"), "shallow", id="git"),
        pytest.param(page("a.html", "z.md"), ("git", "meta"), "not stated", id="meta"),
        pytest.param(
            page("a.html", "other.md"), ("git",), "no-repository", id="unknown-source"
        ),
        pytest.param(page("a.html"), ("meta", "git"), "no source file", id="no-source"),
        pytest.param(
            page("a.html", "no/such.md"), ("mtime",), "no source file", id="lost-source"
        ),
    ],
)
def test_a_page_without_a_date_has_the_reason_of_the_last_source(
    subject, lastmod, reason
):
    known = history("shallow")
    assert answer(subject, known, *lastmod) == Dated(None, None, reason)


def test_without_a_source_of_dates_none_is_given():
    options = Options(lastmod=())
    subject = page("a.html", "a.md", word=Word(modified=MAY, published=MAY))
    assert dated(subject, options=options, known=history(a=JUNE)).of == {
        path("a.html"): Dated(None, None, "no source of dates")
    }


@pytest.mark.parametrize(
    ("published", "lastmod", "expected"),
    [
        pytest.param(MAY, ("meta", "git"), Dated(JUNE, "git"), id="before-git"),
        pytest.param(
            LATE_JUNE, ("meta", "git"), Dated(LATE_JUNE, "meta"), id="after-git"
        ),
        pytest.param(
            date(2024, 6, 2),
            ("git", "meta"),
            Dated(date(2024, 6, 2), "meta"),
            id="later-day",
        ),
        pytest.param(
            date(2024, 6, 1), ("meta", "git"), Dated(JUNE, "git"), id="same-day"
        ),
        pytest.param(
            JUNE.astimezone(TOKYO),
            ("meta", "git"),
            Dated(JUNE, "git"),
            id="same-moment",
        ),
        pytest.param(LATE_JUNE, ("git",), Dated(JUNE, "git"), id="meta-not-asked"),
        pytest.param(
            MAY, ("meta",), Dated(MAY, "meta", "not stated"), id="nothing-else-known"
        ),
    ],
)
def test_publication_is_a_lower_bound(published, lastmod, expected):
    subject = page("a.html", "a.md", word=Word(published=published))
    assert answer(subject, history(a=JUNE), *lastmod) == expected


def test_publication_is_the_answer_where_git_knows_none():
    subject = page("a.html", "z.md", word=Word(published=MAY))
    assert answer(subject, history("untracked")) == Dated(MAY, "meta", "untracked")


def test_nothing_changed_before_it_was_published():
    """Not even what its author states: no reader saw the page."""
    word = Word(modified=MAY, published=LATE_JUNE)
    subject = page("a.html", "a.md", word=word)
    assert answer(subject, history(a=JUNE)) == Dated(LATE_JUNE, "meta")
    word = Word(modified=LATE_JUNE, published=MAY)
    subject = page("a.html", "a.md", word=word)
    assert answer(subject, history(a=JUNE)) == Dated(LATE_JUNE, "meta")


def test_a_day_begins_in_the_zone_of_the_site():
    """1 June in Tokyo begins before 15:00 of 31 May in Greenwich."""
    word = Word(published=date(2024, 6, 1))
    known = history(a=datetime(2024, 5, 31, 15, 30, tzinfo=timezone.utc))
    subject = page("a.html", "a.md", word=word)
    dates = {
        zone: dated(subject, known=known, zone=zone).of[subject.path].source
        for zone in (TOKYO, timezone.utc)
    }
    assert dates == {TOKYO: "git", timezone.utc: "meta"}


@pytest.mark.parametrize("sources", [("a.md", "b.md"), ("b.md", "a.md")])
def test_a_page_is_as_new_as_the_newest_of_its_sources(sources):
    known = history(a=JUNE, b=LATE_JUNE)
    assert answer(page("p.html", *sources), known) == Dated(LATE_JUNE, "git")


def test_a_page_of_which_one_source_has_no_date_has_none():
    known = history("shallow", a=JUNE)
    assert answer(page("p.html", "a.md", "z.md"), known) == Dated(None, None, "shallow")


UNKNOWN = Dated(None, None, "a listed page has no date")
MEMBERS = (
    page("a.html", "a.md"),
    page("b.html", "b.md"),
    page("stated.html", word=Word(modified=LATE_JUNE)),
    page("undated.html", "z.md"),
)


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        pytest.param(
            page("l.html", lists="a.html stated.html b.html"),
            Dated(LATE_JUNE, "meta"),
            id="newest-member",
        ),
        pytest.param(
            page("l.html", "own.md", lists="a.html"),
            Dated(LATE_JUNE, "git"),
            id="its-own-text-is-newer",
        ),
        pytest.param(
            page("l.html", "own.md", lists="stated.html a.html", word=STATED),
            Dated(MAY, "meta"),
            id="its-own-statement",
        ),
        pytest.param(
            page("l.html", lists="a.html undated.html"), UNKNOWN, id="member-undated"
        ),
        pytest.param(
            page("l.html", "z.md", lists="a.html"), UNKNOWN, id="its-own-text-undated"
        ),
        pytest.param(
            page("l.html", "own.md", lists="a.html none.html"),
            UNKNOWN,
            id="member-that-is-no-page",
        ),
    ],
)
def test_a_listing_is_as_new_as_the_newest_of_its_members(listing, expected):
    known = history("untracked", a=JUNE, b=JUNE, own=LATE_JUNE)
    assert dated(*MEMBERS, listing, known=known).of[listing.path] == expected


def test_where_metadata_is_not_asked_a_statement_of_a_listing_says_nothing():
    listing = page("l.html", "b.md", lists="a.html", word=STATED)
    dates = dated(
        page("a.html", "a.md"),
        listing,
        options=Options(lastmod=("git",)),
        known=history(a=LATE_JUNE, b=JUNE),
    )
    assert dates.of[listing.path] == Dated(LATE_JUNE, "git")


def future(*whens: When, zone: timezone = timezone.utc) -> Dates:
    pages = (
        page(f"{n}.html", word=Word(modified=when)) for n, when in enumerate(whens)
    )
    return dated(*pages, zone=zone)


GONE = Dated(None, None, "in the future")


def test_a_date_in_the_future_is_left_out_and_noted():
    assert future(MAY, NEXT_YEAR) == Dates(
        {path("0.html"): Dated(MAY, "meta"), path("1.html"): GONE},
        (Note("info", "future-date", "dates in the future are left out: 1.html"),),
    )


def test_one_note_tells_of_all_dates_in_the_future():
    assert future(*[NEXT_YEAR] * 5).notes == (
        Note(
            "info",
            "future-date",
            "dates in the future are left out: 0.html, 1.html, 2.html and 2 more",
        ),
    )
    assert future(*[NEXT_YEAR] * 3).notes == (
        Note(
            "info",
            "future-date",
            "dates in the future are left out: 0.html, 1.html, 2.html",
        ),
    )


@pytest.mark.parametrize(
    ("when", "zone", "is_future"),
    [
        pytest.param(NOW + timedelta(minutes=5), timezone.utc, False, id="clocks-vary"),
        pytest.param(
            NOW + timedelta(minutes=5, seconds=1), timezone.utc, True, id="too-much"
        ),
        pytest.param(NOW.date(), timezone.utc, False, id="today"),
        pytest.param(date(2024, 7, 2), timezone.utc, True, id="tomorrow"),
        pytest.param(
            date(2024, 7, 1), timezone(-timedelta(hours=7)), True, id="not-yet-today"
        ),
    ],
)
def test_the_future_begins_five_minutes_from_now(when, zone, is_future):
    expected = GONE if is_future else Dated(when, "meta")
    assert future(when, zone=zone).of[path("0.html")] == expected


def test_a_commit_in_the_future_dates_nothing():
    known = history(a=NOW + timedelta(days=400))
    assert answer(page("a.html", "a.md"), known) == GONE


@pytest.mark.parametrize(
    ("lastmod", "rest", "notes"),
    [
        pytest.param(
            NEXT_YEAR,
            None,
            (
                Note(
                    "info",
                    "future-date",
                    "rules: dates in the future are left out: b/",
                ),
            ),
            id="future",
        ),
        pytest.param(MAY, MAY, (), id="past"),
        pytest.param(False, False, (), id="no-date"),
        pytest.param(None, None, (), id="nothing-said"),
    ],
)
def test_a_rule_dates_no_page_in_the_future(lastmod, rest, notes):
    first = Rule("a/", lastmod=MAY)
    options = Options(rules=(first, Rule("b/", priority=0.5, lastmod=lastmod)))
    expected = Options(rules=(first, Rule("b/", priority=0.5, lastmod=rest)))
    assert without_future_rules(options, now=NOW, zone=timezone.utc) == (
        expected,
        notes,
    )


def test_notes_of_git_come_first():
    shallow = Note("info", "shallow", "no dates from git")
    word = Word(modified=NEXT_YEAR)
    dates = dated(page("a.html", word=word), known=History({}, (shallow,)))
    assert [note.code for note in dates.notes] == ["shallow", "future-date"]


def test_a_file_has_its_own_time(tmp_path):
    source = tmp_path / "a.md"
    source.touch()
    os.utime(source, (JUNE.timestamp() + 0.75,) * 2)
    subject = page("a.html", str(source))
    assert answer(subject, None, "git", "mtime") == Dated(JUNE, "mtime")


def test_the_time_of_a_file_means_nothing_in_ci(tmp_path):
    source = tmp_path / "a.md"
    source.touch()
    subject = page("a.html", str(source))
    options = Options(lastmod=("meta", "git", "mtime"))
    assert dated(subject, options=options, in_ci=True).of == {
        subject.path: Dated(None, None, "mtime means nothing in CI")
    }
