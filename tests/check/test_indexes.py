"""What an index may name, as real folders with an index in them."""

from __future__ import annotations

import pytest

from scopemap import Options, Site, build
from scopemap.check.indexes import judge_indexes
from scopemap.options import Scope

ROOT = "https://example.com/"
DOCS = "https://example.com/docs/"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*locs: str, lastmod: str = "") -> str:
    date = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
    lines = "".join(f"<url><loc>{loc}</loc>{date}</url>\n" for loc in locs)
    return f"<urlset {NS}>\n{lines}</urlset>\n"


def index(*children: str, lastmod: str = "") -> str:
    date = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
    lines = "".join(f"<sitemap><loc>{c}</loc>{date}</sitemap>\n" for c in children)
    return f"<sitemapindex {NS}>\n{lines}</sitemapindex>\n"


def found(context):
    return [(f.code, f.file, f.line, f.url) for f in judge_indexes(context)]


@pytest.mark.parametrize(
    "child",
    [
        pytest.param("http://example.com/docs/sitemap.xml", id="other-scheme"),
        pytest.param("https://www.example.com/docs/sitemap.xml", id="other-host"),
        pytest.param("https://example.com:8443/docs/sitemap.xml", id="other-port"),
        pytest.param("https://example.com/sitemap.xml", id="higher-folder"),
        pytest.param(
            "https://example.com/docs-old/sitemap.xml", id="like-named-folder"
        ),
    ],
)
def test_a_child_lies_on_the_site_and_not_above_its_index(look, child):
    files = {"sitemap-index.xml": index(child), "sitemap.xml": urlset(DOCS)}
    context = look(files, base_url=DOCS)
    assert found(context) == [("SM301", "sitemap-index.xml", 2, child)]


def test_a_child_in_a_folder_beside_its_index_is_elsewhere(look):
    files = {
        "a/sitemap-index.xml": index(f"{ROOT}b/sitemap.xml"),
        "b/sitemap.xml": urlset(f"{ROOT}b/"),
    }
    assert found(look(files)) == [
        ("SM301", "a/sitemap-index.xml", 2, f"{ROOT}b/sitemap.xml")
    ]


def test_a_child_lies_in_the_folder_of_its_index_or_below(look):
    files = {
        "sitemap-index.xml": index(
            f"{DOCS}a/sitemap.xml", f"{DOCS}sitemap%2Dtwo.xml", f"{DOCS}three.xml.gz"
        ),
        "a/sitemap.xml": urlset(f"{DOCS}a/"),
        "sitemap-two.xml": urlset(DOCS),
        "three.xml.gz": b"",
    }
    assert found(look(files, base_url=DOCS)) == []


def test_a_child_is_there(look):
    files = {
        "sitemap-index.xml": index(f"{ROOT}gone/sitemap.xml", f"{ROOT}Sitemap.xml"),
        "sitemap.xml": urlset(ROOT),
    }
    assert found(look(files)) == [
        ("SM302", "sitemap-index.xml", 2, f"{ROOT}gone/sitemap.xml"),
        ("SM302", "sitemap-index.xml", 3, f"{ROOT}Sitemap.xml"),
    ]


def test_of_an_index_alone_the_children_may_be_elsewhere(look):
    files = {"sitemap-index.xml": index(f"{ROOT}gone/sitemap.xml")}
    assert found(look(files, alone="sitemap-index.xml")) == []


def test_an_index_names_no_index_and_not_itself(look):
    files = {
        "sitemap-index.xml": index(f"{ROOT}sitemap-index.xml", f"{ROOT}a/index.xml"),
        "a/index.xml": index(f"{ROOT}a/sitemap.xml"),
        "a/sitemap.xml": urlset(f"{ROOT}a/"),
    }
    assert found(look(files)) == [
        ("SM303", "sitemap-index.xml", 2, f"{ROOT}sitemap-index.xml"),
        ("SM303", "sitemap-index.xml", 3, f"{ROOT}a/index.xml"),
    ]


def test_a_child_is_named_once_in_whatever_spelling(look):
    sitemap = f"{ROOT}site-map.xml"
    other = f"{ROOT}site%2Dmap.xml"
    files = {
        "sitemap-index.xml": index(sitemap, sitemap, other),
        "site-map.xml": urlset(ROOT),
    }
    assert found(look(files)) == [
        ("SM304", "sitemap-index.xml", 3, sitemap),
        ("SM304", "sitemap-index.xml", 4, other),
    ]


@pytest.mark.parametrize(
    ("child", "page"),
    [
        pytest.param("2024-01-01", "2026-05-01", id="days"),
        pytest.param("2026-05-01T10:00:00Z", "2026-05-01T10:00:01Z", id="a-second"),
        pytest.param("2026-05-01T12:00:00+02:00", "2026-05-01T10:00:01Z", id="zones"),
        pytest.param("2025", "2026-05-01", id="a-year"),
        pytest.param("2026-05-01", "2026-05-03T10:00:00Z", id="two-days-later"),
    ],
)
def test_a_child_is_no_older_than_what_it_lists(look, child, page):
    files = {
        "sitemap-index.xml": index(f"{ROOT}sitemap.xml", lastmod=child),
        "sitemap.xml": urlset(ROOT, lastmod=page),
    }
    assert found(look(files)) == [
        ("SM305", "sitemap-index.xml", 2, f"{ROOT}sitemap.xml")
    ]


@pytest.mark.parametrize(
    ("child", "page"),
    [
        pytest.param("2026-05-01", "2026-05-01T23:59:59Z", id="within-its-day"),
        pytest.param("2026-05-01", "2026-05-02T06:00:00Z", id="its-day-in-the-west"),
        pytest.param("2026-05-01T12:00:00+02:00", "2026-05-01T10:00:00Z", id="zones"),
        pytest.param("2026", "2026-05-01", id="within-its-year"),
        pytest.param("2026-05-01", "yesterday", id="no-date"),
        pytest.param("", "2026-05-01", id="none"),
    ],
)
def test_a_child_may_be_as_old_as_what_it_lists(look, child, page):
    files = {
        "sitemap-index.xml": index(f"{ROOT}sitemap.xml", lastmod=child),
        "sitemap.xml": urlset(ROOT, lastmod=page),
    }
    assert found(look(files)) == []


def test_what_is_built_has_no_fault(look, tmp_path):
    page = "<html><title>A</title>"
    look({"index.html": page, "a/index.html": page, "b/index.html": page})
    site = Site(ROOT, tmp_path / "out", tmp_path, (), "folder", walks=True)
    options = Options(scopes=(Scope("a/"), Scope("b/")), lastmod=())
    assert len(build(site, options, environ={}).sitemaps) == 3
    assert found(look({})) == []
