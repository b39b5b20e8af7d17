from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import PurePosixPath
from urllib.parse import unquote

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopemap.errors import ScopeError
from scopemap.model import Entry
from scopemap.options import Options, Scope
from scopemap.partition import Partition, Sitemap, partition, prove_scope
from scopemap.render import render_sitemap

BASE = "https://example.com/site/"


def path(name: str) -> PurePosixPath:
    return PurePosixPath(name)


def entry(url: str, links: int = 0) -> Entry:
    return Entry(
        loc=BASE + url,
        page=path("page.html"),
        alternates=tuple((f"l{n}", BASE + url) for n in range(links)),
    )


def share(
    *urls: str,
    options: Options | None = None,
    taken: tuple[str, ...] = (),
    links: tuple[str, ...] = (),
) -> Partition:
    return partition(
        [entry(url) for url in sorted(urls)],
        options or Options(),
        base_url=BASE,
        taken=frozenset(map(path, taken)),
        closed=links,
    )


def shown(parts: Partition) -> dict[str, str]:
    """Give each sitemap's path and the URLs in it, below the base URL."""
    return {
        str(sitemap.path): " ".join(e.loc.removeprefix(BASE) for e in sitemap.entries)
        for sitemap in parts.sitemaps
    }


def test_auto_is_one_sitemap_at_the_root():
    parts = share("blog/a/", "docs/api/b.html", "index.html")
    assert parts == Partition(
        (
            Sitemap(
                path("sitemap.xml"),
                f"{BASE}sitemap.xml",
                (entry("blog/a/"), entry("docs/api/b.html"), entry("index.html")),
            ),
        ),
        oversized=(),
    )


def test_auto_fills_one_sitemap_to_its_limit():
    assert shown(share("a/x", "a/y", "b", options=Options(max_urls=3))) == {
        "sitemap.xml": "a/x a/y b"
    }


def test_auto_splits_by_folders_where_the_limit_of_urls_forces_it():
    parts = share("a/x", "a/y", "b", "c/x/y", options=Options(max_urls=3))
    assert shown(parts) == {
        "a/sitemap.xml": "a/x a/y",
        "c/sitemap.xml": "c/x/y",
        "sitemap.xml": "b",
    }


def test_auto_splits_by_folders_where_the_limit_of_bytes_forces_it():
    limit = len(written("a/x", "b/x"))
    urls = ("a/x", "b/x", "c")
    assert list(shown(share(*urls, options=Options(max_bytes=limit)))) == [
        "a/sitemap.xml",
        "b/sitemap.xml",
        "sitemap.xml",
    ]


def test_a_flat_site_beyond_the_limit_is_numbered():
    parts = share(*"abcde", options=Options(max_urls=2))
    assert shown(parts) == {
        "sitemap.xml": "a b",
        "sitemap-2.xml": "c d",
        "sitemap-3.xml": "e",
    }
    assert [sitemap.url.removeprefix(BASE) for sitemap in parts.sitemaps] == [
        "sitemap-2.xml",
        "sitemap-3.xml",
        "sitemap.xml",
    ]


@pytest.mark.parametrize(
    "urls",
    [
        pytest.param(("about/",), id="folder-for-one-page"),
        pytest.param(("about/index.html",), id="its-index"),
        pytest.param(("about.html",), id="file"),
        pytest.param(("",), id="home"),
        pytest.param(("about/?lang=de",), id="folder-with-a-query"),
        pytest.param(("about?to=/a/b",), id="file-with-slashes-in-its-query"),
    ],
)
def test_a_lone_page_is_no_section(urls):
    parts = share(*urls, options=Options(scopes="sections"))
    assert list(shown(parts)) == ["sitemap.xml"]


def test_each_folder_with_pages_is_a_section_its_own_index_included():
    urls = ("", "about/", "api/x.html", "docs/", "docs/a/", "docs/b/c/", "docs.html")
    assert shown(share(*urls, options=Options(scopes="sections"))) == {
        "api/sitemap.xml": "api/x.html",
        "docs/sitemap.xml": "docs/ docs/a/ docs/b/c/",
        "sitemap.xml": " about/ docs.html",
    }


def test_the_longest_scope_owns_a_page():
    options = Options(scopes=(Scope("docs/"), Scope("docs/api/v1/"), Scope("docs/a/")))
    urls = ("docs/", "docs/api/", "docs/api/v1/", "docs/api/v1/x/y", "docs/a/b", "c/d")
    assert shown(share(*urls, options=options)) == {
        "docs/a/sitemap.xml": "docs/a/b",
        "docs/api/v1/sitemap.xml": "docs/api/v1/ docs/api/v1/x/y",
        "docs/sitemap.xml": "docs/ docs/api/",
        "sitemap.xml": "c/d",
    }


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("docs-old/a", id="longer-name"),
        pytest.param("docs.html", id="file"),
        pytest.param("docs", id="no-slash"),
        pytest.param("doc/a", id="shorter-name"),
        pytest.param("Docs/a", id="other-case"),
        pytest.param("en/docs/a", id="deeper"),
        pytest.param("docs%2Fa", id="escaped-slash"),
        pytest.param("a?next=docs/a", id="query"),
    ],
)
def test_a_scope_is_a_whole_folder(url):
    parts = share(url, options=Options(scopes=(Scope("docs/"),)))
    assert shown(parts) == {"sitemap.xml": url}
    assert parts.empty == ("docs/",)


def test_a_slash_in_a_query_opens_no_folder():
    options = Options(scopes=(Scope("a/"), Scope("a/b/")))
    assert shown(share("a/x?to=/a/b/", "a/b/x?a", options=options)) == {
        "a/b/sitemap.xml": "a/b/x?a",
        "a/sitemap.xml": "a/x?to=/a/b/",
    }


@pytest.mark.parametrize(
    ("url", "file", "sitemap"),
    [
        pytest.param("a%20b/x", "a b/sitemap.xml", "a%20b/sitemap.xml", id="space"),
        pytest.param("R&D/x", "R&D/sitemap.xml", "R&D/sitemap.xml", id="ampersand"),
        pytest.param(
            "%E2%82%AC/x", "€/sitemap.xml", "%E2%82%AC/sitemap.xml", id="euro"
        ),
        pytest.param("%FF/x", "\udcff/sitemap.xml", "%FF/sitemap.xml", id="not-utf-8"),
        pytest.param("%2541/x", "%41/sitemap.xml", "%2541/sitemap.xml", id="percent"),
    ],
)
def test_a_section_is_a_decoded_folder_and_an_encoded_url(url, file, sitemap):
    parts = share(url, options=Options(scopes="sections"))
    assert parts.sitemaps == (Sitemap(path(file), BASE + sitemap, (entry(url),)),)


def test_the_commonest_spelling_of_a_folder_owns_its_sitemap():
    """Engines compare letters, so one sitemap can serve only one spelling."""
    urls = ("R&D/a", "R&D/b", "R%26D/c", "R%26D/d", "R&D/e", "z")
    for scopes in ("sections", (Scope("R&D/"),)):
        parts = share(*urls, options=Options(scopes=scopes))
        assert shown(parts) == {
            "R&D/sitemap.xml": "R&D/a R&D/b R&D/e",
            "sitemap.xml": "R%26D/c R%26D/d z",
        }


def test_an_escaped_slash_is_part_of_a_name():
    options = Options(scopes=(Scope("a/"), Scope("a/b/")))
    parts = share("a%2Fb/x", "a%2Fb/y", "a/b/z", options=options)
    assert shown(parts) == {
        "a/b/sitemap.xml": "a/b/z",
        "sitemap.xml": "a%2Fb/x a%2Fb/y",
    }


def test_a_folder_that_no_file_can_be_named_after_is_no_section():
    urls = ("a%2Fb/x", "%00/x", "/x")
    assert list(shown(share(*urls, options=Options(scopes="sections")))) == [
        "sitemap.xml"
    ]


def test_a_scope_has_a_name_and_a_limit_of_its_own():
    options = Options(
        scopes=(Scope("docs/", "docs.xml", max_urls=2), Scope("", "top.xml")),
        max_urls=3,
    )
    urls = ("a", "b", "c", "docs/a", "docs/b", "docs/c", "docs/d", "docs/e")
    assert shown(share(*urls, options=options)) == {
        "docs/docs.xml": "docs/a docs/b",
        "docs/docs-2.xml": "docs/c docs/d",
        "docs/docs-3.xml": "docs/e",
        "top.xml": "a b c",
    }


def test_the_limit_of_a_scope_never_passes_that_of_the_build():
    options = Options(scopes=(Scope("docs/", max_urls=9),), max_urls=2)
    assert shown(share("docs/a", "docs/b", "docs/c", options=options)) == {
        "docs/sitemap.xml": "docs/a docs/b",
        "docs/sitemap-2.xml": "docs/c",
    }


def test_a_taken_name_is_passed_over_for_the_next_number():
    taken = ("sitemap.xml", "sitemap-3.xml", "docs/sitemap.xml")
    options = Options(max_urls=1, scopes=(Scope("docs/"),))
    parts = share("a", "b", "docs/c", options=options, taken=taken)
    assert shown(parts) == {
        "docs/sitemap-2.xml": "docs/c",
        "sitemap-2.xml": "a",
        "sitemap-4.xml": "b",
    }


@pytest.mark.parametrize(
    ("links", "files"),
    [
        pytest.param(("a",), ["sitemap.xml"], id="outer-folder"),
        pytest.param(("a/b",), ["a/sitemap.xml", "sitemap.xml"], id="inner-folder"),
        pytest.param(
            ("a/b/c", "a/bc", "b"),
            ["a/b/sitemap.xml", "a/sitemap.xml", "sitemap.xml"],
            id="folders-below-and-beside",
        ),
    ],
)
def test_a_linked_folder_falls_to_the_scope_above(links, files):
    options = Options(scopes=(Scope("a/"), Scope("a/b/")))
    parts = share("a/b/x", "a/y", "z", options=options, links=links)
    assert list(shown(parts)) == files


def test_scopes_without_a_page_are_told():
    options = Options(scopes=(Scope("a/"), Scope("b/"), Scope("b/c/"), Scope("")))
    assert share("a/x", "b/c/x", options=options).empty == ("b/", "")


def test_no_entries_make_no_sitemap():
    for scopes in ("auto", "sections", ()):
        assert share(options=Options(scopes=scopes)) == Partition((), ())


def written(*urls: str, file: str = "sitemap.xml", links: int = 0) -> bytes:
    entries = [entry(url, links) for url in urls]
    return render_sitemap(path(file), entries, day=False, stylesheet=True)


@pytest.mark.parametrize("folder", ["", "docs/"])
@pytest.mark.parametrize(
    ("name", "links"),
    [
        pytest.param("a", 0, id="plain"),
        pytest.param("&", 3, id="alternates"),
        pytest.param("'" * 300, 0, id="longer-when-escaped"),
    ],
)
def test_a_sitemap_may_be_as_large_as_the_limit_and_no_byte_larger(folder, name, links):
    urls = [f"{folder}{n}{name}" for n in range(8)]
    limit = len(written(*urls[:4], file=f"{folder}sitemap.xml", links=links))
    counts = []
    for max_bytes in (limit, limit - 1):
        parts = partition(
            [entry(url, links) for url in urls],
            Options(max_bytes=max_bytes, scopes=(Scope("docs/"),)),
            base_url=BASE,
            taken=(),
            closed=(),
        )
        counts.append(sorted(len(sitemap.entries) for sitemap in parts.sitemaps))
    assert counts == [[4, 4], [2, 3, 3]]


def test_a_short_url_with_all_that_an_entry_can_say_counts_in_full():
    base = "http://a.b/"
    full = Entry(
        loc=base,
        page=path("page.html"),
        lastmod=datetime(2024, 5, 1, tzinfo=timezone(timedelta(hours=-12))),
        changefreq="monthly",
        priority=0.5,
    )
    entries = [msgspec.structs.replace(full, loc=base + n) for n in "abcdefgh"]
    limit = len(
        render_sitemap(path("sitemap.xml"), entries, day=False, stylesheet=True)
    )
    for max_bytes, count in ((limit, 1), (limit - 1, 2)):
        options = Options(max_bytes=max_bytes)
        parts = partition(entries, options, base_url=base, taken=(), closed=())
        assert len(parts.sitemaps) == count


def test_the_limit_of_bytes_counts_dates_as_they_are_written():
    day = Options(lastmod_precision="day")
    when = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)
    entries = [msgspec.structs.replace(entry(n), lastmod=when) for n in "ab"]
    whole = render_sitemap(path("sitemap.xml"), entries, day=True, stylesheet=True)
    for limit, count in ((len(whole), 1), (len(whole) - 1, 2)):
        options = msgspec.structs.replace(day, max_bytes=limit)
        parts = partition(entries, options, base_url=BASE, taken=(), closed=())
        assert len(parts.sitemaps) == count


def test_an_entry_that_fills_no_sitemap_is_told():
    small, large = entry("a"), entry("b", links=30)
    parts = partition(
        [small, large],
        Options(max_bytes=1_000),
        base_url=BASE,
        taken=(),
        closed=(),
    )
    assert parts == Partition(
        (Sitemap(path("sitemap.xml"), f"{BASE}sitemap.xml", (small,)),),
        oversized=(large,),
    )


@pytest.mark.parametrize(
    ("sitemap", "loc"),
    [
        pytest.param(
            "https://example.com/docs/sitemap.xml",
            "https://example.com/docs-old/a/",
            id="longer-folder",
        ),
        pytest.param(
            "https://example.com/docs/sitemap.xml",
            "https://example.com/docs",
            id="folder-without-its-slash",
        ),
        pytest.param(
            "https://example.com/sitemap.xml",
            "https://example.com.evil/",
            id="longer-host",
        ),
        pytest.param(
            "https://example.com/sitemap.xml", "http://example.com/", id="scheme"
        ),
        pytest.param(
            "https://example.com/sitemap.xml", "https://example.com:8443/", id="port"
        ),
        pytest.param(
            "https://example.com/R&D/sitemap.xml",
            "https://example.com/R%26D/a",
            id="spelling",
        ),
        pytest.param(
            "https://example.com/a/sitemap.xml?of=/",
            "https://example.com/b",
            id="slash-in-the-query-of-the-sitemap",
        ),
    ],
)
def test_a_sitemap_that_lists_what_it_may_not_is_refused(sitemap, loc):
    listed = Entry(loc, page=path("page.html"))
    with pytest.raises(ScopeError) as caught:
        prove_scope(Sitemap(path("sitemap.xml"), sitemap, (listed,)))
    assert str(caught.value) == (
        f"{sitemap} may not list {loc}: it lies outside its folder"
    )
    assert (caught.value.sitemap, caught.value.loc) == (sitemap, loc)


def test_an_entry_that_no_sitemap_may_list_stops_the_build():
    stray = Entry("https://elsewhere.example/a", path("page.html"))
    with pytest.raises(ScopeError, match=r"may not list https://elsewhere\.example/a"):
        partition([stray], Options(), base_url=BASE, taken=(), closed=())


SEGMENTS = st.sampled_from(
    ["a", "b", "a-b", "a%2Fb", "R&D", "R%26D", "%C3%A9", "..a", "x.html", "'"]
)
URLS = st.builds(
    lambda folders, name: "/".join((*folders, name)),
    st.lists(SEGMENTS, max_size=3),
    st.sampled_from(["", "index.html", "a", "a?b=/c/"]),
)
FOLDERS = ["", "a/", "a/a-b/", "a-b/", "R&D/", "é/", "b/a/b/"]
OPTIONS = st.builds(
    Options,
    scopes=st.one_of(
        st.sampled_from(["auto", "sections"]),
        st.lists(
            st.builds(
                Scope,
                st.sampled_from(FOLDERS),
                max_urls=st.sampled_from([None, 1, 5]),
            ),
            unique_by=lambda scope: scope.path,
        ).map(tuple),
    ),
    max_urls=st.integers(1, 6),
    max_bytes=st.integers(300, 1_500),
    stylesheet=st.booleans(),
)


@settings(deadline=None)
@given(
    entries=st.lists(
        st.builds(entry, URLS, st.sampled_from([0, 0, 1, 4])),
        unique_by=lambda entry: entry.loc,
        max_size=25,
    ),
    options=OPTIONS,
    taken=st.sets(st.sampled_from(["sitemap.xml", "a/sitemap.xml", "sitemap-2.xml"])),
    links=st.sets(st.sampled_from(["a", "R&D", "a/a-b"])),
)
def test_each_entry_is_in_exactly_one_sitemap_that_may_list_it(
    entries, options, taken, links
):
    entries.sort(key=lambda entry: entry.loc)
    parts = partition(
        entries, options, base_url=BASE, taken=set(map(path, taken)), closed=links
    )
    shared = [e for sitemap in parts.sitemaps for e in sitemap.entries]
    assert sorted((*shared, *parts.oversized), key=lambda e: e.loc) == entries
    paths = [sitemap.path for sitemap in parts.sitemaps]
    assert len(set(paths)) == len(paths)
    assert taken.isdisjoint(map(str, paths))
    for sitemap in parts.sitemaps:
        folder = sitemap.url[: sitemap.url.rindex("/") + 1]
        assert all(e.loc.startswith(folder) for e in sitemap.entries)
        assert unquote(sitemap.url) == BASE + str(sitemap.path)
        assert links.isdisjoint(map(str, sitemap.path.parents))
        assert 1 <= len(sitemap.entries) <= options.max_urls
        assert len(render(sitemap, options)) <= options.max_bytes


def render(sitemap: Sitemap, options: Options) -> bytes:
    return render_sitemap(
        sitemap.path, sitemap.entries, day=False, stylesheet=options.stylesheet
    )
