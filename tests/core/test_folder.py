"""Which files of a folder that nobody knows are pages."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

import pytest

from scopemap.folder import adopt_pages, note_foreign
from scopemap.model import Note, Page, Site
from scopemap.survey import survey

URLSET = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- scopemap root={} -->\n<urlset/>\n'
)


def lay(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    return folder


def adopted(folder: Path, sources: Path | None = None) -> tuple[Page, ...]:
    return adopt_pages(described(folder, sources), survey(described(folder))).pages


def described(folder: Path, sources: Path | None = None) -> Site:
    base = "https://example.com/"
    return Site(base, folder, folder, (), "folder", walks=True, sources_in=sources)


def kinds(folder: Path) -> dict[str, str]:
    return {str(page.path): page.skip or page.kind for page in adopted(folder)}


def test_html_files_are_pages_and_nothing_else_is(tmp_path):
    lay(
        tmp_path,
        "index.html",
        "a/b.HTM",
        "x.xhtml",
        "a.pdf",
        "a.htmlx",
        "html",
        "a.xml",
    )
    assert kinds(tmp_path) == dict.fromkeys(
        ["a/b.HTM", "index.html", "x.xhtml"], "page"
    )


def test_hidden_files_are_none(tmp_path):
    lay(tmp_path, ".a.html", ".git/b.html", "c/.d/e.html", "f.html")
    assert kinds(tmp_path) == {"f.html": "page"}


def test_folders_of_another_build_are_its_own_to_list(tmp_path):
    lay(
        tmp_path,
        "a.html",
        "docs/b.html",
        "docs/deep/c.html",
        "part/d.html",
        "docs2/e.html",
    )
    (tmp_path / "docs/sitemap.xml").write_text(URLSET.format("./"))
    # A scope of this very build.
    (tmp_path / "part/sitemap.xml").write_text(URLSET.format("../"))
    # Somebody else's sitemap says nothing of whose folder it is.
    (tmp_path / "docs2/sitemap.xml").write_text("<urlset/>")
    assert list(kinds(tmp_path)) == ["a.html", "docs2/e.html", "part/d.html"]
    site = described(tmp_path)
    text = "left out, since another build lists what is there: docs/"
    assert list(note_foreign(site, survey(site))) == [Note("info", "foreign", text)]


@pytest.mark.parametrize(
    "name",
    [
        "search.html",
        "search/index.html",
        "de/search.html",
        "genindex.html",
        "genindex-A.html",
        "genindex/index.html",
        "py-modindex.html",
        "http-modindex/index.html",
        "_modules/a.html",
        "_static/deep/a.html",
        "a/__pycache__/index.html",
        "google0123456789abcdef.html",
        "a/google0123456789abcdef.html",
        "yandex_0123456789abcdef.html",
    ],
)
def test_pages_that_nobody_searches_for_are_known_by_their_names(tmp_path, name):
    assert kinds(lay(tmp_path, name)) == {name: "machine"}


@pytest.mark.parametrize(
    "name",
    [
        "research.html",
        "search-tips.html",
        "google.html",
        "docs/search/index.html",
        "guide/search.html",
        "api/_autosummary/acme.func.html",
        "_generated/x.html",
        "index_.html",
        "404/status.html",
        "guide/404.html",
        "a/drafts/x.html",
    ],
)
def test_other_pages_are_pages(tmp_path, name):
    assert kinds(lay(tmp_path, name)) == {name: "page"}


@pytest.mark.parametrize(
    ("index", "page"),
    [
        pytest.param("1.0/searchindex.js", "1.0/search.html", id="sphinx"),
        pytest.param(
            "1.0/searchindex.js", "1.0/search/index.html", id="sphinx-dirhtml"
        ),
        pytest.param("1.0/search/search_index.json", "1.0/search.html", id="mkdocs"),
    ],
)
def test_a_search_page_deeper_in_a_site_has_its_index_beside_it(tmp_path, index, page):
    assert kinds(lay(tmp_path, index, page)) == {page: "machine"}


def test_the_error_page_of_a_version_lies_beside_its_home_page(tmp_path):
    lay(tmp_path, "1.0/index.html", "1.0/404.html")
    lay(tmp_path, "http/index.html", "http/404.html", "http/403.html")
    assert kinds(tmp_path) == {
        "1.0/404.html": "error",
        "1.0/index.html": "page",
        "http/403.html": "page",
        "http/404.html": "page",
        "http/index.html": "page",
    }


def test_what_a_build_around_this_one_has_put_here_keeps_nothing_out(tmp_path):
    lay(tmp_path, "a.html")
    (tmp_path / "sitemap.xml").write_text(URLSET.format("../"))
    site = described(tmp_path)
    assert kinds(tmp_path) == {"a.html": "page"}
    assert list(note_foreign(site, survey(site))) == []


def test_drafts_and_the_error_pages_of_languages_are_told(tmp_path):
    lay(tmp_path, "drafts/a.html", "de/404.html", "pt-br/404.html")
    assert kinds(tmp_path) == {
        "de/404.html": "error",
        "drafts/a.html": "draft",
        "pt-br/404.html": "error",
    }


@pytest.mark.parametrize(
    ("page", "source"),
    [
        ("index.html", "index.md"),
        ("index.html", "README.md"),
        ("index.html", "_index.md"),
        ("a/index.html", "a.md"),
        ("a/index.html", "a/index.rst"),
        ("a/index.html", "a/_index.md"),
        ("a/b.html", "a/b.ipynb"),
        ("a.b.html", "a.b.md"),
        ("a.html", "a.html"),
    ],
)
def test_a_source_lies_at_the_same_place(tmp_path, page, source):
    lay(tmp_path / "docs", source, "other.md", ".hidden/a.md")
    lay(tmp_path / "site", page)
    pages = adopted(tmp_path / "site", tmp_path / "docs")
    assert pages == (Page(PurePosixPath(page), sources=(tmp_path / "docs" / source,)),)


def test_of_several_sources_markdown_is_the_likeliest(tmp_path):
    lay(tmp_path / "docs", "a.txt", "a.html", "a.md", "b.png", "index/x.md")
    lay(tmp_path / "site", "a.html", "b.html", "index.html")
    pages = adopted(tmp_path / "site", tmp_path / "docs")
    assert [page.sources for page in pages] == [(tmp_path / "docs/a.md",), (), ()]


def test_a_generator_s_pages_stay_as_they_are(tmp_path):
    lay(tmp_path, "a.html", "b.html")
    pages = (Page(PurePosixPath("a.html")),)
    site = Site("https://example.com/", tmp_path, tmp_path, pages, "test")
    assert adopt_pages(site, survey(site)) is site


def test_linked_folders_are_left_to_what_they_lead_to(tmp_path):
    lay(tmp_path, "1.0/a.html")
    os.symlink("1.0", tmp_path / "latest")  # noqa: PTH211  # as mike does
    assert kinds(tmp_path) == {"1.0/a.html": "page"}
