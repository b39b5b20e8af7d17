from __future__ import annotations

from datetime import date, datetime, timezone
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import msgspec
import pytest

from scopemap.dates import Dates, date_pages
from scopemap.errors import TransformError
from scopemap.history import History
from scopemap.model import Dated, Entry, Note, Page, Site, Skipped, Word
from scopemap.options import Options, Rule, Scope
from scopemap.partition import Sitemap
from scopemap.plan import Index, Plan, plan, plan_nothing
from scopemap.survey import Existing, Survey

BASE = "https://site.example/docs/"
MAY = date(2024, 5, 1)
JUNE = date(2024, 6, 1)
OURS = PurePosixPath()
"""The owner of what an earlier run of this very build wrote."""


def path(name: str) -> PurePosixPath:
    return PurePosixPath(name)


def paths(names: str) -> tuple[PurePosixPath, ...]:
    return tuple(map(path, names.split()))


def page(name: str, **fields: Any) -> Page:
    return Page(path(name), **fields)


def site(*pages: Page, **fields: Any) -> Site:
    known = {"base_url": BASE, "output": Path("site"), "project": Path()}
    return Site(**{**known, "generator": "test", "pages": pages, **fields})


def survey(
    files: str = "",
    *,
    missing: tuple[str, ...] = (),
    authored: dict[PurePosixPath, str] | None = None,
    **owners: PurePosixPath | None,
) -> Survey:
    """Survey an output folder; `owners` are its sitemaps, each with its owner.

    `authored` are the author's sitemaps, each with the first URL in it.
    """
    return Survey(
        files=frozenset((*files.split(), *owners)),
        links=frozenset(),
        missing=frozenset(map(path, missing)),
        sitemaps={name: Existing(kind(name), owner) for name, owner in owners.items()},
        authored=authored or {},
        staged=(),
        robots=None,
    )


def kind(name: str) -> Literal["urlset", "index", "text", "other"]:
    if name.endswith(".txt"):
        return "text"
    if name.endswith(".css"):
        return "other"
    return "index" if "index" in name else "urlset"


def planned(
    built: Site,
    options: Options | None = None,
    found: Survey | None = None,
    dates: dict[PurePosixPath, Dated] | None = None,
) -> Plan:
    none = {page.path: Dated(None) for page in built.pages}
    return plan(
        built,
        options or Options(),
        found or survey(),
        Dates({**none, **(dates or {})}),
        readthedocs=False,
    )


def sitemap(name: str, *entries: Entry) -> Sitemap:
    return Sitemap(path(name), BASE + name, entries)


def entry(name: str, **fields: Any) -> Entry:
    return Entry(BASE + name, path(name), **fields)


def info(code: str, text: str) -> Note:
    return Note("info", code, text)


ELSEWHERE = info(
    "robots-elsewhere",
    "https://site.example/robots.txt is where engines look:"
    " add `Sitemap: https://site.example/docs/sitemap-index.xml` there",
)
A, B, BLOG = page("a.html"), page("b.html"), page("blog/c.html")


def test_the_plan_is_every_file_with_its_entries():
    options = Options(
        scopes=(Scope("blog/"), Scope("none/")),
        exclude=("nothing",),
        rules=(Rule("a.html", priority=0.5),),
    )
    links = (
        ("de", f"{BASE}b.html"),
        ("en", f"{BASE}a.html"),
        ("x-default", f"{BASE}a.html"),
    )
    shallow = info("shallow", "no dates from git")
    built = site(
        BLOG,
        page("b.html", language="de", alternates=(("en", "a.html"),)),
        page("a.html", language="en", word=Word(changefreq="daily")),
        page("404.html"),
        page("c.html", language="junk!", alternates=(("en", "a.html"),)),
        x_default="en",
    )
    dates = Dates(
        {
            path("a.html"): Dated(MAY, "meta"),
            **dict.fromkeys(paths("b.html blog/c.html 404.html c.html"), Dated(None)),
        },
        (shallow,),
    )
    assert plan(built, options, survey(), dates, readthedocs=False) == Plan(
        output=Path("site"),
        options=options,
        sitemaps=(
            sitemap("blog/sitemap.xml", entry("blog/c.html")),
            sitemap(
                "sitemap.xml",
                entry(
                    "a.html",
                    lastmod=MAY,
                    changefreq="daily",
                    priority=0.5,
                    alternates=links,
                ),
                entry("b.html", alternates=links),
                entry("c.html"),
            ),
        ),
        indexes=(
            Index(
                path("sitemap-index.xml"),
                f"{BASE}sitemap-index.xml",
                (f"{BASE}blog/sitemap.xml", f"{BASE}sitemap.xml"),
            ),
        ),
        submit=(f"{BASE}sitemap-index.xml",),
        skipped=(Skipped(path("404.html"), "error"),),
        dates=(
            (path("blog/c.html"), Dated(None)),
            (path("a.html"), Dated(MAY, "meta")),
            (path("b.html"), Dated(None)),
            (path("c.html"), Dated(None)),
        ),
        notes=(
            shallow,
            info("unused", "exclude: 'nothing' matches nothing"),
            info("bad-language", "'junk!' is no language tag"),
            info("unused", "scopes: 'none/' owns no page"),
            ELSEWHERE,
        ),
    )


def test_the_same_pages_in_any_order_give_the_same_plan():
    pages = (A, B, BLOG, page("blog/d.html", url="blog/c.html"))
    options = Options(scopes="sections", max_urls=1)
    assert planned(site(*pages), options) == planned(site(*pages[::-1]), options)


def test_the_word_and_the_date_of_an_entry_are_of_the_page_that_is_there():
    """Two sources may be built into one file, of which the last one stays."""
    built = site(
        page("a.html", word=Word(modified=JUNE, priority=0.1)),
        page("a.html", word=Word(modified=MAY, priority=0.2)),
    )
    now = datetime(2024, 7, 1, tzinfo=timezone.utc)
    nothing = History({}, {})
    dates = date_pages(built, Options(), history=nothing, now=now, in_ci=True)
    assert planned(built, dates=dict(dates.of)).sitemaps == (
        sitemap("sitemap.xml", entry("a.html", lastmod=MAY, priority=0.2)),
    )


def test_where_metadata_is_no_source_a_rule_dates_the_page():
    stated = page("a.html", word=Word(modified=MAY))
    options = Options(lastmod=("git",), rules=(Rule("**", lastmod=JUNE),))
    assert planned(site(stated), options).sitemaps == (
        sitemap("sitemap.xml", entry("a.html", lastmod=JUNE)),
    )


@pytest.mark.parametrize(
    ("index", "pages", "submit"),
    [
        pytest.param("always", (A,), ("sitemap-index.xml",), id="always"),
        pytest.param("auto", (A,), ("sitemap.xml",), id="auto-with-one-sitemap"),
        pytest.param("auto", (A, BLOG), ("sitemap-index.xml",), id="auto-with-two"),
        pytest.param(
            "never", (A, BLOG), ("blog/sitemap.xml", "sitemap.xml"), id="never"
        ),
        pytest.param("always", (), (), id="always-with-none"),
    ],
)
def test_the_index_is_what_to_submit_else_each_sitemap(index, pages, submit):
    made = planned(site(*pages), Options(index=index, scopes="sections"))
    assert made.submit == tuple(BASE + name for name in submit)
    assert [str(index.path) for index in made.indexes] == [
        name for name in submit if name == "sitemap-index.xml"
    ]


def test_a_part_of_a_larger_whole_has_no_index_and_no_robots():
    made = planned(site(A, part="mike"), Options(robots="always"))
    assert made.sitemaps == (sitemap("sitemap.xml", entry("a.html")),)
    assert (made.indexes, made.robots) == ((), None)
    assert made.submit == (f"{BASE}sitemap.xml",)
    assert made.notes == ()


def test_an_index_has_at_most_50000_children():
    pages = (page(f"p{n}.html") for n in range(50_001))
    made = planned(site(*pages), Options(max_urls=1))
    names = ("sitemap-index.xml", "sitemap-index-2.xml")
    assert [str(index.path) for index in made.indexes] == list(names)
    assert [len(index.children) for index in made.indexes] == [50_000, 1]
    children = [child for index in made.indexes for child in index.children]
    assert children == [each.url for each in made.sitemaps]
    assert made.submit == tuple(BASE + name for name in names)


def test_sitemaps_of_the_author_win_and_stand_in_the_index():
    own = paths("sitemap.xml blog/sitemap.xml blog/mine.xml x.txt sitemap-index.xml")
    built = site(A, BLOG, authored=tuple((each, Path("docs", each)) for each in own))
    found = survey("x.txt", authored=dict.fromkeys(own[:3], f"{BASE}blog/x"))
    made = planned(built, Options(scopes="sections"), found)
    assert [each.path for each in made.sitemaps] == list(
        paths("blog/sitemap-2.xml sitemap-2.xml")
    )
    children = (
        "blog/mine.xml blog/sitemap-2.xml blog/sitemap.xml sitemap-2.xml sitemap.xml"
    )
    assert made.indexes == (
        Index(
            path("sitemap-index-2.xml"),
            f"{BASE}sitemap-index-2.xml",
            tuple(BASE + child for child in children.split()),
        ),
    )
    assert made.taken == frozenset(own)
    assert made.removed == ()
    stays = paths("blog/mine.xml blog/sitemap.xml sitemap-index.xml sitemap.xml")
    assert made.notes[:4] == tuple(
        info("authored", f"{each} is your own and stays as it is") for each in stays
    )


@pytest.mark.parametrize(
    ("loc", "listed"),
    [
        pytest.param(f"{BASE}examples/a/", True, id="below-its-folder"),
        pytest.param("HTTPS://Site.Example:443/docs/examples/", True, id="spelt-so"),
        pytest.param(f"{BASE}a/", False, id="beside-its-folder"),
        pytest.param("http://site.example/docs/examples/a/", False, id="other-scheme"),
        pytest.param("https://www.example.com/", False, id="other-host"),
        pytest.param("/docs/examples/a/", False, id="relative"),
        pytest.param("", False, id="none"),
    ],
)
def test_an_example_of_a_sitemap_is_none_of_the_build(loc, listed):
    """A handbook may show sitemaps; what they list tells them from its own."""
    example = path("examples/sitemap.xml")
    built = site(A, authored=((example, Path("docs/examples/sitemap.xml")),))
    made = planned(built, found=survey(authored={example: loc}))
    (index,) = made.indexes
    assert (f"{BASE}examples/sitemap.xml" in index.children) == listed
    assert ("authored" in [note.code for note in made.notes]) == listed
    assert made.taken == {example}


@pytest.mark.parametrize("name", ["sitemap.xml", "sitemap-index.xml"])
def test_a_page_of_that_name_is_not_written_over(name):
    made = planned(site(A, page(name)))
    written = [each.path for each in (*made.sitemaps, *made.indexes)]
    assert path(name) not in written
    assert path(name) in made.taken


def test_files_of_other_builds_on_the_host_are_left_alone():
    found = survey(
        **{
            "blog/sitemap.xml": path("blog"),
            "v1/sitemap.xml": path("v1"),
            "sitemap-index.xml": path(".."),
        }
    )
    made = planned(site(A, BLOG), Options(scopes="sections"), found)
    assert [each.path for each in made.sitemaps] == list(
        paths("blog/sitemap-2.xml sitemap.xml")
    )
    assert [each.path for each in made.indexes] == list(paths("sitemap-index-2.xml"))
    assert made.taken == frozenset(
        paths("blog/sitemap.xml v1/sitemap.xml sitemap-index.xml")
    )
    assert made.removed == ()
    assert made.notes == (
        info("robots-elsewhere", ELSEWHERE.text.replace("index.xml", "index-2.xml")),
    )


@pytest.mark.parametrize(
    ("options", "removed"),
    [
        pytest.param(
            Options(),
            "old/sitemap.txt old/sitemap.xml.gz sitemap.txt sitemap.xml.gz"
            " sitemap-index-2.xml old/sitemap.xml",
            id="plain",
        ),
        pytest.param(
            Options(gzip=True, text=True, stylesheet=False),
            "old/sitemap.txt old/sitemap.xml.gz sitemap.css"
            " sitemap-index-2.xml old/sitemap.xml",
            id="companions-without-a-stylesheet",
        ),
    ],
)
def test_what_an_earlier_run_wrote_and_this_one_does_not_goes(options, removed):
    """What lies beside a sitemap goes before it, an index before what it names."""
    ours = (
        "old/sitemap.xml old/sitemap.txt sitemap.css sitemap.xml sitemap.txt"
        " sitemap-index-2.xml"
    )
    found = survey(
        "sitemap.xml.gz old/sitemap.xml.gz theirs/sitemap.txt theirs/sitemap.xml.gz",
        **{"theirs/sitemap.xml": None, **dict.fromkeys(ours.split(), OURS)},
    )
    made = planned(site(A), options, found)
    assert made.removed == paths(removed)
    assert made.notes == (ELSEWHERE,)


def test_the_sitemap_of_something_else_makes_way_with_what_lies_beside_it():
    found = survey("sitemap.xml.gz sitemap.txt", **{"sitemap.xml": None})
    made = planned(site(A), found=found)
    assert made.removed == paths("sitemap.xml.gz")
    replaced = info("replaced", "sitemap.xml, which something else wrote, is replaced")
    assert made.notes == (replaced, ELSEWHERE)


def test_what_the_generator_writes_is_replaced_without_a_word_or_goes():
    built = site(A, replaces=paths("sitemap.xml sitemap.xml.gz"))
    found = survey("sitemap.xml.gz", **{"sitemap.xml": None})
    options = Options(scopes=(Scope("", "pages.xml"),))
    assert planned(built, found=found).removed == paths("sitemap.xml.gz")
    assert planned(built, options, found).removed == paths("sitemap.xml.gz sitemap.xml")
    for made in (planned(built, found=found), planned(built, options, found)):
        assert made.notes == (ELSEWHERE,)


def test_what_the_generator_wrote_over_comes_back():
    own = (path("sitemap.xml"), Path("docs/sitemap.xml"))
    built = site(A, replaces=paths("sitemap.xml"), authored=(own,))
    found = survey(authored={own[0]: BASE}, **{"sitemap.xml": None})
    made = planned(built, found=found)
    assert (made.restored, made.removed) == ((own,), ())


def test_a_plan_for_nothing_restores_and_removes_but_writes_nothing():
    own = (path("sitemap.xml"), Path("docs/sitemap.xml"))
    built = site(A, replaces=paths("sitemap.xml sitemap.xml.gz x.xml"), authored=(own,))
    why = info("unpublished", "nothing was written: the site has no base URL")
    found = survey("sitemap.xml.gz", **{"sitemap.xml": None, "docs/s.xml": OURS})
    assert plan_nothing(built, Options(), found, why) == Plan(
        Path("site"),
        Options(),
        restored=(own,),
        removed=paths("sitemap.xml.gz"),
        notes=(why,),
    )


def test_a_halted_build_writes_and_removes_nothing():
    absent = tuple(f"{n}.html" for n in range(6))
    built = site(*map(page, absent), A, B, BLOG, page("d.html"))
    found = survey(missing=absent, **{"old/sitemap.xml": OURS, "sitemap.xml": None})
    assert planned(built, found=found) == Plan(
        Path("site"),
        Options(),
        skipped=tuple(
            Skipped(path(name), "missing", "no such file was built") for name in absent
        ),
        notes=(
            Note(
                "warning",
                "halted",
                "nothing was written: 6 of 10 pages would be left out as 'missing'"
                " (their files are not in the output folder);"
                " max_skipped sets how large a share may be",
            ),
        ),
    )


@pytest.mark.parametrize(
    ("pages", "options", "why"),
    [
        pytest.param((), Options(), "the site has none", id="no-pages"),
        pytest.param(
            (
                page("a.html", skip="draft"),
                page("404.html"),
                page("b.html", skip="draft"),
            ),
            Options(),
            "2 draft, 1 error",
            id="all-skipped",
        ),
        pytest.param(
            (A, B),
            Options(transform=lambda _: None),
            "2 transform",
            id="all-taken-out-by-the-function",
        ),
    ],
)
def test_an_empty_site_writes_no_sitemap_and_says_why(pages, options, why):
    found = survey("sitemap.xml.gz", **{"sitemap.xml": OURS, "sitemap.css": OURS})
    made = planned(site(*pages), options, found)
    assert (made.sitemaps, made.indexes, made.submit) == ((), (), ())
    assert made.removed == paths("sitemap.css sitemap.xml.gz sitemap.xml")
    assert made.notes == (info("empty", f"no page is to be listed ({why})"),)


def test_an_entry_that_fills_no_sitemap_is_skipped():
    long = page(f"{'x' * 1_500}.html")
    made = planned(site(A, long), Options(max_bytes=1_000))
    assert made.sitemaps == (sitemap("sitemap.xml", entry("a.html")),)
    assert made.skipped == (Skipped(long.path, "too-large"),)


def test_the_function_of_the_user_has_the_last_word_before_the_partition():
    def transform(entry: Entry) -> Entry | None:
        if entry.page == path("b.html"):
            return None
        return msgspec.structs.replace(entry, loc=f"{BASE}blog/a.html", priority=1.0)

    options = Options(transform=transform, scopes="sections")
    made = planned(site(A, B), options)
    assert made.sitemaps == (
        Sitemap(
            path("blog/sitemap.xml"),
            f"{BASE}blog/sitemap.xml",
            (Entry(f"{BASE}blog/a.html", path("a.html"), priority=1.0),),
        ),
    )
    assert made.skipped == (Skipped(path("b.html"), "transform"),)


def test_two_pages_that_the_function_moves_to_one_url_are_noted():
    options = Options(
        transform=lambda entry: msgspec.structs.replace(entry, loc=f"{BASE}x")
    )
    text = f"transform gives a.html and b.html one URL, {BASE}x"
    assert planned(site(A, B), options).notes == (
        Note("warning", "duplicate", text),
        ELSEWHERE,
    )


def test_a_wrong_answer_of_the_function_stops_the_plan():
    with pytest.raises(TransformError, match=r"^transform: a\.html: gave 1; it must"):
        planned(site(A), Options(transform=lambda _: 1))


def test_pages_that_a_client_does_not_find_are_counted():
    options = Options(scopes="sections")
    pages = (A, BLOG, page("blog/d.html"))
    told = info(
        "client",
        "Material reads sitemap.xml, but not the 2 URLs in other sitemaps:"
        " links to those load as whole pages",
    )
    with_client = site(*pages, client="Material")
    assert planned(with_client, options).notes == (told, ELSEWHERE)
    assert planned(with_client).notes == (ELSEWHERE,)
    assert planned(site(*pages), options).notes == (ELSEWHERE,)


@pytest.mark.parametrize(
    ("base_url", "is_placeholder"),
    [
        pytest.param("https://example.com/", True, id="example-com"),
        pytest.param("https://www.example.org:8443/", True, id="www-and-port"),
        pytest.param("http://example.net/", True, id="example-net"),
        pytest.param("https://example.de/", False, id="real-domain"),
        pytest.param("https://myexample.com/", False, id="longer-name"),
        pytest.param("https://site.example/", False, id="reserved-suffix"),
    ],
)
def test_a_placeholder_for_an_address_is_noted(base_url, is_placeholder):
    text = f"{base_url} is a placeholder; set the address of your site"
    notes = planned(site(A, base_url=base_url)).notes
    assert notes == ((info("placeholder", text),) if is_placeholder else ())


def test_a_linked_folder_is_not_written_into():
    found = msgspec.structs.replace(survey(), links=frozenset({"blog"}))
    made = planned(site(A, BLOG), Options(scopes=(Scope("blog/"),)), found)
    assert [each.path for each in made.sitemaps] == [path("sitemap.xml")]
    assert made.notes == (
        info("unused", "scopes: 'blog/' owns no page"),
        ELSEWHERE,
    )
