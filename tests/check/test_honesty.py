"""Whether the dates of pages can be true: real folders, files and repositories."""

from __future__ import annotations

import os
import subprocess
from datetime import datetime, timedelta, timezone

import pytest

from scopemap import Options, Site, build
from scopemap.check.honesty import judge_honesty

ROOT = "https://example.com/"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
NOW = datetime(2026, 6, 1, 12, tzinfo=timezone.utc)
BUILT = datetime(2026, 5, 20, 8, 30, tzinfo=timezone.utc)


def urlset(*dates: str) -> str:
    """List pages `0.html`, `1.html` and so on, with these dates."""
    lines = [
        f"<url><loc>{ROOT}{n}.html</loc>"
        + (f"<lastmod>{date}</lastmod>" if date else "")
        + "</url>\n"
        for n, date in enumerate(dates)
    ]
    return f"<urlset {NS}>\n{''.join(lines)}</urlset>\n"


def pages(number: int) -> dict[str, str]:
    return {f"{n}.html": "<html>" for n in range(number)}


def found(context, *sources):
    findings = judge_honesty(context, *sources, environ=os.environ)
    return [(f.code, f.file, f.line, f.url) for f in findings]


def texts(context):
    return [f.text for f in judge_honesty(context)]


def touch(folder, when: datetime, *names: str) -> None:
    for name in names or [path.name for path in folder.iterdir()]:
        os.utime(folder / name, (when.timestamp(), when.timestamp()))


@pytest.mark.parametrize(
    "date",
    [
        "2999-01-01",
        "9999-12-31",
        "2027",
        "2026-07",
        "2026-06-03",
        "2026-06-01T12:05:01Z",
        "2026-06-01T14:05:01+02:00",
    ],
)
def test_no_page_has_changed_in_the_future(look, date):
    context = look({"sitemap.xml": urlset("2026-05-01", date)})
    assert found(context) == [("SM403", "sitemap.xml", 3, f"{ROOT}1.html")]
    assert texts(context) == [
        f"{ROOT}1.html is to change on {date}, and today is 2026-06-01"
    ]


@pytest.mark.parametrize(
    "date",
    [
        pytest.param("2026-06-01T12:04:59Z", id="clocks-differ"),
        pytest.param("2026-06-01T14:04:59+02:00", id="zones"),
        pytest.param("2026-06-02", id="tomorrow-has-begun-in-the-east"),
        pytest.param("2026-06", id="this-month"),
        pytest.param("2026", id="this-year"),
        pytest.param("soon", id="no-date"),
    ],
)
def test_a_page_may_have_changed_just_now(look, date):
    assert found(look({"sitemap.xml": urlset(date)})) == []


@pytest.mark.parametrize(
    "date", ["1970-01-01", "1980-01-01T00:00:00Z", "1994", "0001-01-01", "1994-12"]
)
def test_no_page_is_older_than_search_engines(look, date):
    context = look({"sitemap.xml": urlset(date)})
    assert found(context) == [("SM404", "sitemap.xml", 2, f"{ROOT}0.html")]


def test_a_page_may_be_as_old_as_the_web(look):
    assert found(look({"sitemap.xml": urlset("1995-01-01", "1995")})) == []


def test_the_dates_of_an_index_are_judged_as_well(look):
    index = f"<sitemap><loc>{ROOT}sitemap.xml</loc><lastmod>2999-01-01</lastmod>"
    files = {
        "sitemap-index.xml": f"<sitemapindex {NS}>\n{index}</sitemap></sitemapindex>",
        "sitemap.xml": urlset(""),
    }
    assert found(look(files)) == [
        ("SM403", "sitemap-index.xml", 2, f"{ROOT}sitemap.xml")
    ]


@pytest.mark.parametrize(
    "dates",
    [
        pytest.param(["2026-05-01"] * 10, id="a-day"),
        pytest.param(
            ["2026-05-01"] * 18 + ["2026-05-02", "2020-01-01"], id="nearly-all"
        ),
        pytest.param(["2026-05-01T10:00:00Z"] * 10, id="a-moment"),
        pytest.param(
            [
                f"2026-05-01T10:{59 + n // 60 - 1}:{n % 60:02}Z"
                for n in range(30, 90, 6)
            ],
            id="a-minute",
        ),
        pytest.param(
            ["2026-05-01T10:00:00Z", "2026-05-01T12:00:00+02:00"] * 5, id="zones"
        ),
    ],
)
def test_pages_have_not_all_changed_at_once(look, dates):
    context = look({"sitemap.xml": urlset(*dates)})
    assert found(context) == [("SM405", "sitemap.xml", 0, "")]


def test_how_many_share_a_date_is_told(look):
    context = look({"sitemap.xml": urlset(*["2026-05-01"] * 19, "2020-01-01", "")})
    assert texts(context) == ["19 of 20 dates are 2026-05-01"]


@pytest.mark.parametrize(
    "dates",
    [
        pytest.param(["2026-05-01"] * 9, id="a-small-site-of-one-commit"),
        pytest.param(["2026-05-01"] * 17 + ["2026-05-02"] * 3, id="many"),
        pytest.param(
            [f"2026-05-01T10:{n:02}:00Z" for n in range(0, 60, 5)], id="an-hour"
        ),
        pytest.param(["2026"] * 20, id="years"),
        pytest.param([""] * 20, id="none"),
        pytest.param([f"2026-04-{n:02}" for n in range(1, 20)], id="each-its-own"),
    ],
)
def test_some_pages_may_have_changed_at_once(look, dates):
    assert found(look({"sitemap.xml": urlset(*dates)})) == []


def test_all_sitemaps_of_a_site_are_judged_together(look):
    files = {
        "sitemap.xml": urlset(*["2026-05-01"] * 10),
        "b/sitemap.xml": urlset(*["2026-05-01"] * 30).replace(ROOT, f"{ROOT}b/"),
    }
    assert found(look(files)) == [("SM405", "b/sitemap.xml", 0, "")]
    honest = urlset(*[f"2026-04-{n:02}" for n in range(1, 20)])
    files = {**files, "b/sitemap.xml": honest.replace(ROOT, f"{ROOT}b/")}
    assert found(look(files)) == []


@pytest.mark.parametrize(
    "dates",
    [
        pytest.param([f"{BUILT:%Y-%m-%dT%H:%M:%SZ}"] * 6, id="the-moment"),
        pytest.param(
            [
                f"{BUILT + timedelta(seconds=s):%Y-%m-%dT%H:%M:%SZ}"
                for s in range(-118, 0, 19)
            ],
            id="two-minutes",
        ),
        pytest.param([f"{BUILT:%Y-%m-%d}"] * 6, id="the-day"),
    ],
)
def test_most_pages_have_not_changed_when_they_were_built(look, tmp_path, dates):
    others = [f"2026-04-{n:02}" for n in range(1, 6)]
    context = look({"sitemap.xml": urlset(*dates, *others), **pages(11)})
    touch(tmp_path / "out", BUILT)
    assert found(context) == [("SM406", "sitemap.xml", 0, "")]
    assert texts(context) == [
        f"{len(dates)} of {len(dates) + 5} dates are those of the build"
    ]


def test_a_long_build_dates_each_page_when_it_is_written(look, tmp_path):
    moments = [BUILT - timedelta(minutes=4 * n) for n in range(12)]
    dates = [f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in moments]
    context = look({"sitemap.xml": urlset(*dates), **pages(12)})
    touch(tmp_path / "out", BUILT, "sitemap.xml")
    for n, moment in enumerate(moments):
        touch(tmp_path / "out", moment, f"{n}.html")
    assert found(context) == [("SM406", "sitemap.xml", 0, "")]


def test_pages_that_were_written_by_hand_have_the_dates_of_their_files(look, tmp_path):
    moments = [BUILT - timedelta(days=9 * n + 1) for n in range(12)]
    dates = [f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in moments]
    context = look({"sitemap.xml": urlset(*dates), **pages(12)})
    touch(tmp_path / "out", BUILT, "sitemap.xml")
    for n, moment in enumerate(moments):
        touch(tmp_path / "out", moment, f"{n}.html")
    assert found(context) == []


@pytest.mark.parametrize("changed", [5, 6])
def test_some_pages_may_have_changed_before_the_build(look, tmp_path, changed):
    dates = [f"{BUILT:%Y-%m-%d}"] * changed
    dates += [f"2026-04-{n:02}" for n in range(1, 13 - changed)]
    context = look({"sitemap.xml": urlset(*dates)})
    touch(tmp_path / "out", BUILT)
    assert found(context) == []


@pytest.fixture
def commit(tmp_path):
    """Commit sources of pages at a moment, in a repository of their own."""
    folder = tmp_path / "src"
    folder.mkdir()

    def git(*arguments, when=NOW):
        names = ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE")
        environ = os.environ | dict.fromkeys(names, when.isoformat())
        who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        command = ("git", "-C", str(folder), *who, *arguments)
        subprocess.run(command, check=True, env=environ, capture_output=True)

    def commit(numbers, when):
        for n in numbers:
            (folder / f"{n}.md").write_text(f"{n} {when}", encoding="utf-8")
        git("add", "-A")
        git("commit", "-m", "x", when=when)
        return folder

    git("init")
    return commit


OLD = datetime(2024, 3, 1, 10, tzinfo=timezone.utc)


def test_git_knows_when_a_page_changed(look, commit):
    sources = commit([0, 1, 2], OLD)
    files = {
        "sitemap.xml": urlset("2026-05-30", "2026-05-30", "2024-03-01"),
        **pages(3),
    }
    context = look(files, sources=sources)
    assert found(context, sources) == [
        ("SM407", "sitemap.xml", 2, f"{ROOT}0.html"),
        ("SM407", "sitemap.xml", 3, f"{ROOT}1.html"),
    ]
    said = next(judge_honesty(context, sources, environ=os.environ)).text
    assert said == f"{ROOT}0.html is dated 2026-05-30, and 0.md changed on 2024-03-01"
    assert found(context) == []


@pytest.mark.parametrize(
    "dates",
    [
        pytest.param(["2024-03-01", "2024-03-02", "2024-03-01T10:00:00Z"], id="as-git"),
        pytest.param(["2023-01-01", "2023-01-01", "2023-01-01"], id="older"),
        pytest.param(["2026-05-30", "2024-03-01", "2024-03-01"], id="a-few-newer"),
        pytest.param(["", "", ""], id="none"),
    ],
)
def test_git_contradicts_only_what_most_pages_say(look, commit, dates):
    sources = commit([0, 1, 2], OLD)
    context = look({"sitemap.xml": urlset(*dates), **pages(3)}, sources=sources)
    assert found(context, sources) == []


def test_what_is_not_committed_is_no_witness(look, commit):
    sources = commit([0], OLD)
    (sources / "0.md").write_text("changed", encoding="utf-8")
    (sources / "1.md").write_text("new", encoding="utf-8")
    files = {"sitemap.xml": urlset("2026-05-30", "2026-05-30"), **pages(2)}
    context = look(files, sources=sources)
    assert found(context, sources) == []


def test_a_shallow_clone_is_no_witness(look, commit, tmp_path):
    commit(range(3), OLD)
    origin = commit([3], OLD + timedelta(days=1))
    clone = tmp_path / "clone"
    command = ("git", "clone", "--depth=1", f"file://{origin}", str(clone))
    subprocess.run(command, check=True, capture_output=True)
    files = {"sitemap.xml": urlset(*["2026-05-30"] * 3), **pages(3)}
    context = look(files, sources=clone)
    assert found(context, clone) == []


def test_git_confirms_that_one_commit_made_all_pages(look, commit, tmp_path):
    sources = commit(range(12), BUILT)
    dates = [f"{BUILT:%Y-%m-%dT%H:%M:%SZ}"] * 12
    context = look({"sitemap.xml": urlset(*dates), **pages(12)}, sources=sources)
    assert found(context) == [("SM405", "sitemap.xml", 0, "")]
    assert found(context, sources) == []
    touch(tmp_path / "out", BUILT)
    assert found(context) == [("SM406", "sitemap.xml", 0, "")]
    assert found(context, sources) == []


def test_what_is_built_has_no_fault(look, commit):
    for n in range(12):
        sources = commit([n], OLD + timedelta(days=9 * n))
    context = look(pages(12), sources=sources)
    site = Site(
        ROOT, context.root, sources, (), "folder", walks=True, sources_in=sources
    )
    assert build(site, Options(), environ=os.environ).dated == 12
    context = look({}, sources=sources)
    assert found(context) == []
    assert found(context, sources) == []
