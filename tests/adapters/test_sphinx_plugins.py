"""Sphinx with the extensions that people use beside scopemap."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import pytest

SITE = "https://handbook.example"
TREE = {"docs/index.rst": "Home\n====\n\n.. toctree::\n   :glob:\n\n   **\n"}
PAGES = {**TREE, "docs/page.rst": "Page\n====\n"}
DAY = "2024-05-01T12:00:00+00:00"
LATER = "2024-06-01T12:00:00+00:00"
USUAL = ["robots.txt", "sitemap-index.xml", "sitemap.css", "sitemap.xml"]


def summary(urls: int, skipped: int) -> str:
    return (
        f"INFO scopemap: {urls} URLs in 1 sitemap, {skipped} skipped;"
        f" submit {SITE}/sitemap-index.xml"
    )


# --- autodoc and viewcode

MODULES = {
    **PAGES,
    "docs/api.rst": "API\n===\n\n.. automodule:: shop\n   :members:\n",
    "src/shop.py": '"""A shop."""\n\n\ndef sell():\n    """Sell."""\n',
}
AUTODOC = {
    "extensions": ["sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_scopemap"],
    "code": "import sys\n\nsys.path.insert(0, 'src')\n",
}


def test_a_page_is_as_new_as_the_module_that_it_documents(project):
    project.write(MODULES)
    project.commit(DAY)
    project.write({"src/shop.py": '"""A shop."""\n\n\ndef buy():\n    """Buy."""\n'})
    project.commit(LATER)
    assert project.spawn("-W", **AUTODOC) == 0
    assert project.dates() == {
        "/api.html": LATER,
        "/index.html": DAY,
        "/page.html": DAY,
    }


def test_a_page_of_a_module_outside_the_repository_has_no_date(project):
    automodule = ".. automodule:: idna\n   :no-members:\n"
    project.write({**PAGES, "docs/api.rst": f"API\n===\n\n{automodule}"})
    project.commit(DAY)
    assert project.spawn("-W", **AUTODOC) == 0
    assert project.dates() == {
        "/api.html": None,
        "/index.html": DAY,
        "/page.html": DAY,
    }


def test_a_page_of_a_package_beside_the_standard_library_has_no_date(
    project, monkeypatch
):
    """Where Python is no virtual environment, as in many a container."""
    stdlib, packages = (Path(sysconfig.get_path(p)) for p in ("stdlib", "purelib"))
    home = project.root / "home"
    library = home / stdlib.relative_to(stdlib.parents[1])
    (library / "site-packages").mkdir(parents=True)
    for file in (*stdlib.iterdir(), *packages.iterdir()):
        place = library / ("site-packages" if file.parent == packages else "")
        if file != stdlib / "site-packages":
            (place / file.name).symlink_to(file)
    shop = MODULES["src/shop.py"]
    (library / "site-packages/shop.py").write_text(shop, encoding="utf-8")
    project.write({**MODULES, ".gitignore": "home/\nsite/\ndoctrees/\nsrc/\n"})
    (project.root / "src/shop.py").unlink()
    project.commit(DAY)
    monkeypatch.setenv("PYTHONHOME", str(home))
    python = [str(Path(sys.executable).resolve())]
    assert project.spawn("-W", python=python, **AUTODOC) == 0
    assert project.dates() == {
        "/api.html": None,
        "/index.html": DAY,
        "/page.html": DAY,
    }


def test_source_code_and_indexes_are_machine_pages(project):
    project.write(MODULES)
    assert project.spawn("-v", "-W", **AUTODOC) == 0
    assert project.listed() == ["/api.html", "/index.html", "/page.html"]
    names = "_modules/index _modules/shop genindex py-modindex search".split()
    assert project.skipped == {f"{name}.html": "machine" for name in names}


def test_source_code_that_is_kept_is_kept_in_each_build(project):
    """viewcode makes only those pages anew whose module changed."""
    project.write(MODULES)
    assert project.spawn("-W", **AUTODOC, scopemap_keep=["machine"]) == 0
    before = project.ours
    assert project.listed()[:2] == ["/_modules/index.html", "/_modules/shop.html"]
    assert project.spawn("-W", **AUTODOC, scopemap_keep=["machine"]) == 0
    assert project.ours == before


# --- sphinx-notfound-page and opensearch


@pytest.mark.parametrize(
    ("builder", "name", "file"),
    [
        pytest.param("html", "404", "404.html", id="html"),
        pytest.param("dirhtml", "404", "404/index.html", id="dirhtml"),
        pytest.param("html", "lost", "lost.html", id="other-name"),
    ],
)
def test_the_page_of_notfound_is_the_error_page(project, builder, name, file):
    project.write(PAGES)
    extensions = ["notfound.extension", "sphinx_scopemap"]
    project.build("-v", builder=builder, extensions=extensions, notfound_pagename=name)
    assert len(project.listed()) == 2
    assert project.skipped[file] == "error"


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_opensearch_is_no_page(project, builder):
    project.write(PAGES)
    project.build("-v", builder=builder, html_use_opensearch=SITE)
    assert "_static/opensearch.xml" in project.files
    assert [loc for loc in project.listed() if "opensearch" in loc] == []
    assert [name for name in project.skipped if "opensearch" in name] == []


# --- MyST


@pytest.mark.parametrize(
    ("front_matter", "skipped", "lastmod"),
    [
        pytest.param("sitemap: no", "opted-out", None, id="sitemap-no"),
        pytest.param("sitemap: 'no'", "opted-out", None, id="sitemap-no-as-text"),
        pytest.param("noindex: true", "noindex", None, id="noindex"),
        pytest.param("modified: 2024-05-01", None, "2024-05-01", id="day"),
        pytest.param(
            "updated: 2024-05-01 10:00:00",
            None,
            "2024-05-01T10:00:00+00:00",
            id="naive",
        ),
        pytest.param(
            "sitemap_lastmod: 2024-05-01T10:00:00+02:00",
            None,
            "2024-05-01T10:00:00+02:00",
            id="zone",
        ),
        pytest.param("date: 2024-05-01", None, "2024-05-01", id="published"),
        pytest.param("tags: [a, b]\ntitle: Page", None, None, id="other-words"),
    ],
)
def test_front_matter_is_a_pages_own_word(project, front_matter, skipped, lastmod):
    project.write({**TREE, "docs/page.md": f"---\n{front_matter}\n---\n# Page\n"})
    extensions = ["myst_parser", "sphinx_scopemap"]
    assert project.build("-v", "-W", extensions=extensions) == 0
    assert project.skipped.get("page.html") == skipped
    assert project.dates().get("/page.html") == lastmod
    assert ("/page.html" in project.listed()) is (skipped is None)


def test_a_wrong_word_in_front_matter_is_told_by_the_page(project):
    project.write({**TREE, "docs/page.md": "---\nsitemap_priority: 2\n---\n# Page\n"})
    project.build(extensions=["myst_parser", "sphinx_scopemap"])
    said = "scopemap: page: sitemap_priority: '2' must be a number from 0.0 to 1.0"
    assert project.log() == [summary(2, 2), f"WARNING: {said} [scopemap.page-word]"]


def test_a_page_in_markdown_is_as_new_as_what_it_includes(project):
    page = "# Page\n\n```{include} part.txt\n```\n"
    project.write({**TREE, "docs/page.md": page, "docs/part.txt": "One.\n"})
    project.commit(DAY)
    project.write({"docs/part.txt": "Two.\n"})
    project.commit(LATER)
    assert project.spawn("-W", extensions=["myst_parser", "sphinx_scopemap"]) == 0
    assert project.dates() == {"/index.html": DAY, "/page.html": LATER}


# --- ablog

BLOG = {
    **PAGES,
    "docs/posts/first.rst": ".. post:: 2024-01-02\n   :tags: red\n\nFirst\n=====\n",
    "docs/posts/idea.rst": ".. post::\n   :tags: blue\n\nIdea\n====\n",
    "docs/posts/soon.rst": ".. post:: 2999-01-02\n\nSoon\n====\n",
}


def test_posts_are_pages_and_drafts_are_none_in_each_build(project):
    """sphinx-sitemap lists the drafts, and loses the posts in the second build."""
    project.write(BLOG)
    settings = {"extensions": ["ablog", "sphinx_scopemap"], "blog_title": "Blog"}
    seen = []
    for _ in range(2):
        project.spawn("-v", **settings)
        seen.append(project.ours)
    assert seen[0] == seen[1]
    assert project.listed() == [
        "/blog.html",
        "/blog/2024.html",
        "/blog/archive.html",
        "/blog/tag.html",
        "/blog/tag/red.html",
        "/index.html",
        "/page.html",
        "/posts/first.html",
    ]
    assert project.skipped == {
        "blog/drafts.html": "draft",
        "genindex.html": "machine",
        "posts/idea.html": "draft",
        "posts/soon.html": "draft",
        "search.html": "machine",
    }


# --- sphinx-sitemap

BOTH = "sphinx_sitemap is on as well; scopemap takes the place of its file"


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(["sphinx_sitemap", "sphinx_scopemap"], id="before"),
        pytest.param(["sphinx_scopemap", "sphinx_sitemap"], id="after"),
    ],
)
def test_ours_takes_the_place_of_sphinx_sitemaps_and_one_warning_says_so(
    project, order
):
    project.write({**PAGES, "docs/locale/de/empty.txt": ""})
    assert project.spawn(extensions=order) == 0
    assert project.log() == [
        summary(2, 2),
        f"WARNING: scopemap: {BOTH} [scopemap.sphinx-sitemap]",
    ]
    assert sorted(project.ours) == USUAL
    assert project.alternates() == {"/index.html": {}, "/page.html": {}}


def test_the_sitemap_of_sphinx_sitemap_goes_from_another_name(project):
    project.write(PAGES)
    settings = {
        "extensions": ["sphinx_sitemap", "sphinx_scopemap"],
        "sitemap_filename": "sitemap-pages.xml",
        "suppress_warnings": ["scopemap.sphinx-sitemap"],
    }
    assert project.spawn("-W", **settings) == 0
    assert sorted(project.ours) == USUAL


def test_where_nothing_is_published_sphinx_sitemap_keeps_its_file(project):
    """Nothing takes its place, so that there is nothing to warn of."""
    project.write(PAGES)
    extensions = ["sphinx_sitemap", "sphinx_scopemap"]
    base = "http://localhost:8000/"
    assert project.spawn("-W", extensions=extensions, html_baseurl=base) == 0
    assert sorted(project.ours) == ["sitemap.xml"]


# --- the cases of sphinx-sitemap's own tests

CASES = {
    **TREE,
    **{
        f"docs/{name}.rst": f"{name}\n=====\n"
        for name in ("foo", "bar", "lorem", "ipsum", "dolor", "elitr")
    },
}
NAMES = {
    "index",
    "foo",
    "bar",
    "lorem",
    "ipsum",
    "dolor",
    "elitr",
    "genindex",
    "search",
}


@pytest.mark.parametrize(
    ("settings", "suffix", "without"),
    [
        pytest.param({}, ".html", set(), id="usual"),
        pytest.param({"html_file_suffix": ".htm"}, ".htm", set(), id="file-suffix"),
        pytest.param({"builder": "dirhtml"}, "/", set(), id="dirhtml"),
        pytest.param(
            {"scopemap_exclude": ["search.html", "genindex.html"]},
            ".html",
            {"genindex", "search"},
            id="exclude",
        ),
        pytest.param(
            {"scopemap_exclude": ["*index*.html", "search.html"]},
            ".html",
            {"genindex", "index", "search"},
            id="wildcards",
        ),
        pytest.param(
            {"scopemap_exclude": ["l*.html"]}, ".html", {"lorem"}, id="one-wildcard"
        ),
    ],
)
def test_what_sphinx_sitemap_tests_is_right_here(project, settings, suffix, without):
    """Its machine pages are an option here, and no language is put into a URL."""
    project.write(CASES)
    for flags in ((), ("-j", "2", "-E")):
        keep = {"scopemap_keep": ["machine"], "html_baseurl": f"{SITE}/docs/"}
        assert project.build("-W", *flags, **keep, **settings) == 0
        expected = {f"/docs/{name}{suffix}" for name in NAMES - without}
        assert project.listed() == sorted(
            loc.replace("/docs/index/", "/docs/") for loc in expected
        )


def test_each_url_has_its_own_line(project):
    project.write(PAGES)
    project.build("-W")
    assert project.read("sitemap.xml").splitlines()[4:] == [
        f"<url><loc>{SITE}/index.html</loc></url>",
        f"<url><loc>{SITE}/page.html</loc></url>",
        "</urlset>",
    ]
