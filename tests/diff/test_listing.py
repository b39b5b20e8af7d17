"""What one build lists, however broken or hostile its files are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scopemap.diff import compare
from scopemap.diff.listing import read_listing
from scopemap.errors import NoListingError, OutputError

URL = "https://docs.acme.org/"
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
ENTRY = f"<url><loc>{URL}</loc></url>"


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        pytest.param("s.xml", b"", "s.xml:1: is not well-formed", id="empty"),
        pytest.param("s.xml", b"<html>", "s.xml:1: is an HTML page", id="html"),
        pytest.param("s.xml", b"<a/>", "s.xml:1: has the root element 'a'", id="other"),
        pytest.param(
            "s.xml",
            b"<!DOCTYPE urlset [<!ENTITY a 'a'>]><urlset/>",
            "s.xml:1: has a DOCTYPE; read no further",
            id="doctype",
        ),
        pytest.param(
            "s.xml.gz", b"\x1f\x8bnothing", "s.xml.gz: is a broken gzip file", id="gzip"
        ),
        pytest.param("s.zip", b"PK\3\4", "s.zip: is an archive of files", id="zip"),
        pytest.param(
            "s.png", b"\x89PNG\r\n\x1a\n\0\0", "s.png:1: is neither XML nor", id="png"
        ),
    ],
)
def test_a_file_that_is_no_sitemap_is_an_error(sitemap, name, data, why):
    good = sitemap("good.xml", URL)
    Path(name).write_bytes(data)
    for pair in ((Path(name), good), (good, Path(name))):
        with pytest.raises(NoListingError, match=f"^{re.escape(why)}"):
            compare(*pair)


def test_a_folder_without_a_sitemap_is_an_error(sitemap):
    Path("new").mkdir()
    with pytest.raises(NoListingError, match=r"^new: there is no sitemap$"):
        compare(sitemap("old.xml", URL), Path("new"))


def test_what_breaks_off_counts_as_far_as_it_goes_and_is_told(sitemap):
    Path("new").mkdir()
    Path("new/sitemap.xml").write_text(f"{URLSET}\n{ENTRY}\n<url><loc>", "utf-8")
    found = compare(sitemap("old.xml", URL), Path("new"))
    assert found.removed == ()
    assert [(note.level, note.code, note.text) for note in found.notes] == [
        (
            "warning",
            "unread",
            "new/sitemap.xml:3: is not well-formed: no element found; read no further",
        )
    ]


def test_an_index_names_sitemaps_that_are_not_there(sitemap):
    rows = [f"<sitemap><loc>{URL}{name}</loc></sitemap>" for name in ("a.xml", "b.xml")]
    text = URLSET.replace("urlset", "sitemapindex") + "".join(rows) + "</sitemapindex>"
    Path("site").mkdir()
    Path("site/sitemap.xml").write_text(text, "utf-8")
    sitemap("site/a.xml", URL)
    for target in (Path("site"), Path("site/sitemap.xml")):
        found = compare(target, sitemap("new.xml", URL))
        assert found.removed == ()
        assert [note.text for note in found.notes] == [
            f"site/sitemap.xml: 1 of 2 sitemaps are not there: {URL}b.xml"
        ]


def test_an_index_that_names_itself_ends(sitemap):
    row = f"<sitemap><loc>{URL}sitemap.xml</loc></sitemap>"
    text = URLSET.replace("urlset", "sitemapindex") + row + "</sitemapindex>"
    Path("sitemap.xml").write_text(text, "utf-8")
    assert read_listing(Path("sitemap.xml"), "", option="base_url").lastmods == {}
    assert compare(Path("sitemap.xml"), sitemap("new.xml", URL)).new.urls == 1


def test_what_is_no_url_is_compared_as_it_is_written(sitemap):
    old = sitemap("old.xml", URL, "/a&#10;b\u2028c", "mailto:a@acme.org", "None")
    found = compare(old, sitemap("new.xml", URL, "None"))
    assert [(each.url, each.fate) for each in found.removed] == [
        ("/a%0Ab%E2%80%A8c", "elsewhere"),
        ("mailto:a@acme.org", "elsewhere"),
    ]


def test_where_nothing_tells_the_base_url_all_is_text(sitemap):
    found = compare(sitemap("old.xml", "a", "b"), sitemap("new.xml", "b", "c"))
    assert found.old.base_url == found.new.base_url == ""
    assert [(each.url, each.fate) for each in found.removed] == [("a", "elsewhere")]
    assert found.added == (("c", None),)


def test_names_that_are_odd_are_pages_like_others(lay, page):
    names = ["a b", "100%", "x\ny", "\udcff", "R&D #1?", "ü", "*:id"]
    home = {"index.html": page("Home", "Hi")}
    files = {f"{name}/index.html": page(f"P{n}") for n, name in enumerate(names)}
    there = lay("there", home | files)
    found = compare(there, lay("gone", home))
    assert [each.url.removeprefix(URL) for each in found.lost] == [
        "%C3%BC/",
        "%FF/",
        "*:id/",
        "100%25/",
        "R&D%20%231%3F/",
        "a%20b/",
        "x%0Ay/",
    ]
    assert compare(there, there).removed == ()


def test_what_may_not_be_read_is_an_error():
    with pytest.raises(OutputError, match=r"^.*gone.xml: No such file"):
        read_listing(Path("gone.xml"), "", option="base_url")
