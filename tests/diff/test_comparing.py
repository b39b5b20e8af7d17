"""Two builds, URL by URL."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from scopemap.diff import Changed, Side, compare
from scopemap.errors import OptionError

URL = "https://docs.acme.org/"


def test_two_builds_of_the_same_do_not_differ(lay, page):
    files = {"index.html": page("Home"), "a/index.html": page("A")}
    found = compare(lay("old", files), lay("new", files))
    assert (found.added, found.removed, found.changed) == ((), (), ())
    files = ("sitemap-index.xml", "sitemap.xml")
    assert found.old == Side("old", URL, "robots.txt", files, 2)
    assert found.notes == ()
    assert not found.by_path


def test_what_is_added_removed_and_changed_is_told_in_the_order_of_urls(sitemap):
    old = sitemap("old.xml", (f"{URL}a", "2026-01-01"), f"{URL}y", f"{URL}x")
    new = sitemap("new.xml", f"{URL}d", (f"{URL}a", "2026-02-01"), (f"{URL}c", "2026"))
    found = compare(old, new)
    assert found.added == ((f"{URL}c", "2026"), (f"{URL}d", None))
    assert [each.url for each in found.removed] == [f"{URL}x", f"{URL}y"]
    assert found.changed == (Changed(f"{URL}a", "2026-01-01", "2026-02-01"),)
    assert found.old == Side("old.xml", URL, "its sitemaps", ("old.xml",), 3)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        pytest.param("2026-01-01", "2026-01-02", True, id="another-day"),
        pytest.param("2026-01-01", "2026-01-01T08:00:00Z", False, id="more-exact"),
        pytest.param("2026-01-01", "2026-01-02T08:00:00Z", True, id="exact-and-later"),
        pytest.param(
            "2026-01-01T08:00:00Z", "2026-01-01T09:00:00+01:00", False, id="zone"
        ),
        pytest.param("", "2026-01-01", True, id="none-before"),
        pytest.param("2026-01-01", "", True, id="none-any-more"),
        pytest.param("soon", "later", True, id="no-dates"),
    ],
)
def test_a_date_has_changed_if_it_says_something_else(sitemap, old, new, changed):
    found = compare(sitemap("old.xml", (URL, old)), sitemap("new.xml", (URL, new)))
    expected = (Changed(URL, old or None, new or None),) if changed else ()
    assert found.changed == expected


def test_spellings_that_mean_the_same_are_the_same(sitemap):
    old = sitemap("old.xml", "HTTPS://Docs.acme.org:443/%7Eme/r%c3%a9sum%C3%A9")
    new = sitemap("new.xml", f"{URL}~me/résumé")
    found = compare(old, new)
    assert (found.added, found.removed) == ((), ())


def test_of_two_entries_the_first_date_counts(sitemap):
    old = sitemap("old.xml", URL, (URL, "2026-01-01"), (URL, "2026-02-01"))
    new = sitemap("new.xml", (URL, "2026-01-01"))
    assert compare(old, new).changed == ()


@pytest.mark.parametrize("name", ["s.xml.gz", "s.txt", "s.txt.gz"])
def test_a_sitemap_may_be_packed_or_text(sitemap, name):
    old = sitemap("old.xml", URL, f"{URL}a")
    data = old.read_bytes() if ".xml" in name else f"{URL}\n{URL}a\n".encode()
    Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert compare(Path(name), old).removed == ()
    assert compare(old, Path(name)).removed == ()


def test_an_index_is_read_with_the_sitemaps_beside_it(lay, page, sitemap):
    files = {"index.html": page("Home"), "a/b/index.html": page("B")}
    lay("old", files, scopes="sections")
    index = Path("old/sitemap-index.xml")
    found = compare(index, sitemap("new.xml", URL))
    assert [each.url for each in found.removed] == [f"{URL}a/b/"]
    assert found.old.files == (
        "sitemap-index.xml",
        "a/sitemap.xml",
        "sitemap.xml",
    )


def test_paths_are_compared_where_hosts_differ(lay, page):
    preview = "https://pr-7.acme.dev/docs/"
    files = {"index.html": page("Home"), "a/index.html": page("A")}
    old = lay("old", {**files, "b/index.html": page("B")})
    found = compare(old, lay("new", files, base_url=preview))
    assert found.by_path
    assert (found.added, found.changed) == ((), ())
    assert [(each.url, each.asked) for each in found.removed] == [
        (f"{URL}b/", f"{preview}b/")
    ]


def test_paths_below_one_host_are_compared_if_both_base_urls_are_given(sitemap):
    old, new = sitemap("old.xml", f"{URL}1/a"), sitemap("new.xml", f"{URL}2/a")
    assert [each.fate for each in compare(old, new).removed] == ["lost"]
    found = compare(old, new, old_base_url=f"{URL}1", base_url=f"{URL}2/")
    assert found.by_path
    assert (found.added, found.removed) == ((), ())


def test_what_lies_below_neither_base_url_is_compared_as_text(sitemap):
    blog = "https://blog.acme.org/"
    old = sitemap("old.xml", URL, f"{URL}a", f"{blog}a", f"{blog}b")
    new = sitemap("new.xml", URL, f"{URL}a", f"{blog}a")
    found = compare(old, new)
    assert [(each.url, each.fate) for each in found.removed] == [
        (f"{blog}b", "elsewhere")
    ]


def test_an_empty_new_sitemap_is_served_where_the_old_one_was(sitemap):
    found = compare(sitemap("old.xml", URL), sitemap("new.xml"))
    assert (found.new.base_url, found.new.guessed_from) == (URL, "")
    assert [each.fate for each in found.removed] == ["lost"]


@pytest.mark.parametrize("option", ["base_url", "old_base_url"])
def test_a_wrong_base_url_is_named(sitemap, option):
    file = sitemap("a.xml", URL)
    with pytest.raises(OptionError, match=f"^{option}: 'docs' must be an absolute URL"):
        compare(file, file, **{option: "docs"})
