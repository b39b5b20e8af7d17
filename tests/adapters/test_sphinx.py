"""Sphinx alone: what its documents, settings and options do to the sitemap."""

from __future__ import annotations

import subprocess

import pytest

SITE = "https://handbook.example"
HOME = {"docs/index.rst": "Home\n====\n"}
TREE = {"docs/index.rst": "Home\n====\n\n.. toctree::\n   :glob:\n\n   **\n"}
PAGES = {
    **TREE,
    "docs/page.rst": "Page\n====\n",
    "docs/sub/index.rst": "Sub\n===\n",
}
SUMMARY = (
    f"INFO scopemap: 3 URLs in 1 sitemap, 2 skipped; submit {SITE}/sitemap-index.xml"
)
SITEMAP = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</urlset>
"""
INDEX = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</sitemapindex>
"""
# Of the author's own: a sitemap that no tool wrote.
OWN_SITEMAP = """\
<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://handbook.example/app/</loc></url>
</urlset>
"""
DAY = "2024-05-01T12:00:00+00:00"
LATER = "2024-06-01T12:00:00+00:00"


def test_a_build_writes_the_whole_set(project):
    project.write(PAGES)
    assert project.build("-W") == 0
    assert {name: data.decode() for name, data in project.ours.items()} == {
        "robots.txt": "User-agent: *\nAllow: /\n\n"
        "# scopemap\nSitemap: https://handbook.example/sitemap-index.xml\n",
        "sitemap-index.xml": INDEX.format(
            "<sitemap><loc>https://handbook.example/sitemap.xml</loc></sitemap>\n"
        ),
        "sitemap.css": project.read("sitemap.css"),
        "sitemap.xml": SITEMAP.format(
            "<url><loc>https://handbook.example/index.html</loc></url>\n"
            "<url><loc>https://handbook.example/page.html</loc></url>\n"
            "<url><loc>https://handbook.example/sub/index.html</loc></url>\n"
        ),
    }


def test_the_log_has_one_line_and_the_skipped_pages_only_when_verbose(project):
    project.write(PAGES)
    project.build()
    assert project.log() == [SUMMARY]
    project.build("-v")
    assert project.log() == [
        "INFO scopemap: skipped genindex.html: machine",
        "INFO scopemap: skipped search.html: machine",
        SUMMARY,
    ]


def test_nothing_else_of_the_site_is_changed(project):
    """sphinx-sitemap adds a meta element to each page where it writes dates."""
    project.write({**PAGES, ".gitignore": "site*/\ndoctrees/\n"})
    project.build(site="site-without", extensions=[], templates_path=None)
    project.commit(DAY)
    project.build("-E", templates_path=None)
    ours = project.ours
    assert all(project.dates().values())
    (project.root / "site").rename(project.root / "site-with")
    without, with_ours = (
        {
            file.relative_to(project.root / name).as_posix(): file.read_bytes()
            for file in (project.root / name).rglob("*")
            if file.is_file()
        }
        for name in ("site-without", "site-with")
    )
    assert with_ours == without | ours


# --- pages


@pytest.mark.parametrize(
    ("builder", "listed"),
    [
        pytest.param("html", ["/index.html", "/page.html", "/sub/index.html"], id="h"),
        pytest.param("dirhtml", ["/", "/page/", "/sub/"], id="dirhtml"),
        pytest.param("singlehtml", ["/index.html"], id="singlehtml"),
    ],
)
def test_each_builder_lists_what_it_builds(project, builder, listed):
    project.write(PAGES)
    assert project.build("-W", builder=builder) == 0
    assert project.listed() == listed


def test_the_root_document_can_have_another_name(project):
    project.write({"docs/contents.rst": "Home\n====\n"})
    for builder, loc in (("singlehtml", "/contents.html"), ("dirhtml", "/contents/")):
        project.build(builder=builder, site=f"site/{builder}", root_doc="contents")
        assert project.listed() == [loc]


def test_orphans_are_pages(project):
    project.write({**HOME, "docs/orphan.rst": ":orphan:\n\nOrphan\n======\n"})
    project.build("-W")
    assert project.listed() == ["/index.html", "/orphan.html"]


def test_a_document_without_full_text_search_is_a_page(project):
    project.write({**TREE, "docs/page.rst": ":nosearch:\n\nPage\n====\n"})
    project.build("-W")
    assert project.listed() == ["/index.html", "/page.html"]


def test_excluded_documents_are_none(project):
    project.write(PAGES)
    project.build("-W", exclude_patterns=["sub"])
    assert project.listed() == ["/index.html", "/page.html"]


INDEXED = {
    **TREE,
    "docs/api.rst": "API\n===\n\n"
    ".. py:module:: shop\n\n.. py:function:: alpha()\n\n.. py:function:: beta()\n",
}


def test_indexes_and_search_are_machine_pages(project):
    project.write(INDEXED)
    project.build("-v", html_split_index=True)
    assert project.listed() == ["/api.html", "/index.html"]
    assert project.skipped == {
        "genindex-A.html": "machine",
        "genindex-B.html": "machine",
        "genindex-M.html": "machine",
        "genindex-S.html": "machine",
        "genindex-all.html": "machine",
        "genindex.html": "machine",
        "py-modindex.html": "machine",
        "search.html": "machine",
    }


def test_machine_pages_can_be_kept(project):
    project.write(INDEXED)
    project.build("-W", builder="dirhtml", scopemap_keep=["machine"])
    listed = ["/", "/api/", "/genindex/", "/py-modindex/", "/search/"]
    assert project.listed() == listed


def test_a_document_that_gives_way_to_an_index_is_a_machine_page(project):
    """Stubs that are there for the table of contents, which Sphinx writes over."""
    stub = "Stub\n====\n"
    project.write({**TREE, "docs/genindex.rst": stub, "docs/search.rst": stub})
    project.build("-v")
    assert "Stub" not in project.read("genindex.html")
    assert project.listed() == ["/index.html"]
    assert project.skipped == {"genindex.html": "machine", "search.html": "machine"}


def test_a_document_may_be_called_like_a_machine_page(project):
    project.write(
        {
            **TREE,
            "docs/_modules/page.rst": "Modules\n=======\n",
            "docs/genindex-notes.rst": "Notes\n=====\n",
            "docs/sub/search.rst": "Search\n======\n",
        }
    )
    project.build("-W")
    assert project.listed() == [
        "/_modules/page.html",
        "/genindex-notes.html",
        "/index.html",
        "/sub/search.html",
    ]


ADDITIONAL = {
    **HOME,
    "docs/_templates/offers.html": '{% extends "page.html" %}',
}
OFFERS = {"html_additional_pages": {"shop/offers": "offers.html"}}


@pytest.mark.parametrize(
    ("builder", "listed"),
    [
        pytest.param("html", ["/index.html", "/shop/offers.html"], id="html"),
        pytest.param("dirhtml", ["/", "/shop/offers/"], id="dirhtml"),
        pytest.param("singlehtml", ["/index.html", "/shop/offers.html"], id="single"),
    ],
)
def test_additional_pages_are_pages(project, builder, listed):
    project.write(ADDITIONAL)
    for _ in range(2):
        assert project.build("-W", builder=builder, **OFFERS) == 0
        assert project.listed() == listed


@pytest.mark.parametrize("builder", ["html", "singlehtml"])
def test_an_additional_page_has_no_date_of_the_documents(project, builder):
    project.write(ADDITIONAL)
    project.commit(DAY)
    project.build("-W", builder=builder, **OFFERS)
    assert project.dates() == {"/index.html": DAY, "/shop/offers.html": None}


@pytest.mark.parametrize(
    ("settings", "listed"),
    [
        pytest.param(
            {"html_additional_pages": {"stub": "offers.html"}},
            "/stub.html",
            id="additional-page",
        ),
        pytest.param({"scopemap_keep": ["machine"]}, "/genindex.html", id="index"),
    ],
)
def test_what_is_written_over_a_document_has_not_its_date(project, settings, listed):
    stub = "Stub\n====\n"
    stubs = {"docs/stub.rst": stub, "docs/genindex.rst": stub}
    project.write({**ADDITIONAL, **TREE, **stubs})
    project.commit(DAY)
    project.build("-W", **settings)
    assert "Stub" not in project.read(listed[1:])
    assert project.dates()[listed] is None


COLLECT = """
def setup(app):
    app.connect("html-collect-pages", collect)

def collect(app):
    yield "tags/red", {}, "page.html"
"""


def test_pages_of_extensions_are_pages_in_each_build(project):
    project.write(HOME)
    for _ in range(2):
        project.build("-W", code=COLLECT)
        assert project.listed() == ["/index.html", "/tags/red.html"]


@pytest.mark.parametrize(
    ("builder", "suffix", "file"),
    [
        pytest.param("html", None, "404.html", id="html"),
        pytest.param("dirhtml", None, "404/index.html", id="dirhtml"),
        pytest.param("html", ".htm", "404.htm", id="other-suffix"),
    ],
)
def test_the_error_page_is_no_page(project, builder, suffix, file):
    project.write({**HOME, "docs/404.rst": ":orphan:\n\nNothing\n=======\n"})
    project.build("-v", builder=builder, html_file_suffix=suffix)
    assert len(project.listed()) == 1
    assert {n: w for n, w in project.skipped.items() if n[:3] == "404"} == {
        file: "error"
    }


# --- URLs

NAMES = ("100%", "a & b", "c+d,e~f", "caf\u00e9", "it's (1)", "q?a#b", "%41")


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({}, id="usual"),
        pytest.param({"html_baseurl": f"{SITE}/docs/"}, id="path"),
        pytest.param({"html_baseurl": f"{SITE}/docs"}, id="path-without-slash"),
        pytest.param({"html_baseurl": SITE}, id="host-without-slash"),
        pytest.param({"html_link_suffix": ""}, id="no-link-suffix"),
        pytest.param({"html_link_suffix": "/"}, id="link-suffix-of-a-folder"),
        pytest.param({"html_file_suffix": ".htm"}, id="file-suffix"),
        pytest.param(
            {"html_file_suffix": ".htm", "html_link_suffix": ".xhtml"},
            id="both-suffixes",
        ),
        pytest.param({"version": "2.1", "language": "de"}, id="version-and-language"),
    ],
)
def test_the_url_is_that_of_the_canonical_link(project, settings):
    project.write({**PAGES, **{f"docs/{name}.rst": "Name\n====\n" for name in NAMES}})
    project.build("-W", templates_path=None, **settings)
    suffix = settings.get("html_file_suffix", ".html")
    machine = {f"{name}{suffix}" for name in ("genindex", "search")}
    pages = {name for name in project.files if name.endswith(suffix)} - machine
    canonicals = {project.canonical(name) for name in pages}
    assert len(canonicals) == len(NAMES) + 3
    assert set(project.listed()) == canonicals


@pytest.mark.parametrize(
    ("settings", "listed"),
    [
        pytest.param(
            {"html_baseurl": f"{SITE}/docs"}, "/docs/page.html", id="base-without-slash"
        ),
        pytest.param({"html_baseurl": SITE}, "/page.html", id="host-without-slash"),
        pytest.param({"version": "2.1"}, "/page.html", id="version"),
        pytest.param({"html_link_suffix": ""}, "/page", id="no-link-suffix"),
        pytest.param({"html_link_suffix": "/"}, "/page/", id="folder-as-link-suffix"),
        pytest.param({"html_file_suffix": ".htm"}, "/page.htm", id="file-suffix"),
        pytest.param(
            {"html_file_suffix": ".htm", "html_link_suffix": ".xhtml"},
            "/page.xhtml",
            id="both-suffixes",
        ),
        pytest.param(
            {"html_baseurl": "https://HANDBOOK.example:443/"}, "/page.html", id="normal"
        ),
    ],
)
def test_settings_of_urls_are_followed(project, settings, listed):
    project.write({"docs/page.rst": "Page\n====\n"})
    project.build("-W", root_doc="page", **settings)
    assert project.listed() == [listed]


@pytest.mark.parametrize(
    ("builder", "ending"),
    [pytest.param("html", ".html", id="html"), pytest.param("dirhtml", "/", id="dir")],
)
def test_names_are_percent_encoded(project, builder, ending):
    """In dirhtml not even Sphinx's canonical link is, up to 9.1."""
    project.write({**TREE, **{f"docs/{name}.rst": "Name\n====\n" for name in NAMES}})
    project.build("-W", builder=builder, scopemap_exclude=["/", "index.html"])
    assert project.listed() == [
        f"/%2541{ending}",
        f"/100%25{ending}",
        f"/a%20%26%20b{ending}",
        f"/c%2Bd%2Ce~f{ending}",
        f"/caf%C3%A9{ending}",
        f"/it%27s%20%281%29{ending}",
        f"/q%3Fa%23b{ending}",
    ]


def test_two_documents_in_one_file_are_one_page_and_one_warning(project):
    second = {"docs/page/index.rst": "Page\n====\n\nThe second.\n"}
    project.write({**TREE, "docs/page.rst": "Page\n====\n", **second})
    project.build(builder="dirhtml")
    assert "The second." in project.read("page/index.html")
    assert project.listed() == ["/", "/page/"]
    said = (
        f"scopemap: {SITE}/page/: page.rst and page/index.rst are built into one file,"
        " page/index.html; the latter is there"
    )
    assert project.log()[1:] == [f"WARNING: {said} [scopemap.overwritten]"]


def test_the_one_page_of_singlehtml_has_no_anchor(project):
    """Sphinx's own canonical link is index.html/#document-index."""
    project.write({"docs/the root.rst": "Home\n====\n"})
    project.build("-W", builder="singlehtml", root_doc="the root")
    assert project.listed() == ["/the%20root.html"]


# --- base URL


@pytest.mark.parametrize(
    ("settings", "environ", "loc"),
    [
        pytest.param({}, f"{SITE}/en/latest/", "/index.html", id="html_baseurl"),
        pytest.param(
            {"scopemap_base_url": f"{SITE}/docs"},
            f"{SITE}/en/latest/",
            "/docs/index.html",
            id="option",
        ),
        pytest.param(
            {"html_baseurl": None},
            f"{SITE}/en/latest/",
            "/en/latest/index.html",
            id="read-the-docs",
        ),
        pytest.param(
            {"html_baseurl": ""},
            f"{SITE}/en/latest/",
            "/en/latest/index.html",
            id="read-the-docs-and-an-empty-setting",
        ),
        pytest.param(
            {"html_baseurl": "/docs/", "scopemap_base_url": f"{SITE}/docs"},
            "",
            "/docs/index.html",
            id="option-beside-a-relative-html_baseurl",
        ),
    ],
)
def test_the_base_url_is_the_first_that_is_set(
    project, monkeypatch, settings, environ, loc
):
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", environ)
    project.write(HOME)
    assert project.build("-W", **settings) == 0
    assert project.listed() == [loc]


def test_the_option_can_come_from_the_command_line(project):
    project.write(HOME)
    project.build("-W", "-D", f"scopemap_base_url={SITE}/docs/")
    assert project.listed() == ["/docs/index.html"]


@pytest.mark.parametrize(
    ("builder", "base"),
    [
        pytest.param("html", None, id="html"),
        pytest.param("dirhtml", None, id="dirhtml"),
        pytest.param("singlehtml", None, id="singlehtml"),
        pytest.param("html", "", id="empty"),
        # As many write it for builds at home.
        pytest.param("html", "/", id="lone-slash"),
    ],
)
def test_without_a_base_url_nothing_is_written_and_one_line_says_so(
    project, builder, base
):
    project.write(HOME)
    assert project.build("-W", builder=builder, html_baseurl=base) == 0
    assert project.ours == {}
    assert project.log() == [
        "INFO scopemap: nothing was written: html_baseurl is not set"
    ]


@pytest.mark.parametrize(
    ("base", "problem"),
    [
        pytest.param(
            "/docs/",
            "'/docs/' must be an absolute URL, like https://example.com/docs/",
            id="relative",
        ),
        pytest.param(
            "handbook.example/docs/",
            "'handbook.example/docs/' must be an absolute URL, like"
            " https://example.com/docs/",
            id="no-scheme",
        ),
        pytest.param(
            "//handbook.example/",
            "'//handbook.example/' must be an absolute URL, like"
            " https://example.com/docs/",
            id="only-a-host",
        ),
        pytest.param(
            "file:///docs/",
            "'file:///docs/' must begin with http:// or https://",
            id="file",
        ),
        pytest.param(
            "https://me:secret@handbook.example/",
            "'https://…@handbook.example/' must not hold a user name or password",
            id="password",
        ),
        pytest.param(f"{SITE}/?v=1", f"'{SITE}/?v=1' must have no query", id="query"),
    ],
)
def test_a_base_url_that_is_none_stops_the_build(project, base, problem):
    project.write(HOME)
    assert project.refuse(html_baseurl=base) == f"html_baseurl: {problem}"
    assert (
        project.refuse(scopemap_base_url=base, html_baseurl=None)
        == f"scopemap_base_url: {problem}"
    )


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_the_exit_status_is_2_then(project, builder):
    project.write(HOME)
    assert project.build(builder=builder, html_baseurl="/docs/") == 2
    assert project.ours == {}


def test_a_private_address_is_no_fault(project):
    project.write(HOME)
    assert project.build("-W", html_baseurl="http://localhost:8000/") == 0
    assert project.ours == {}
    assert project.log() == [
        (
            "INFO scopemap: nothing was written: http://localhost:8000/ is no public"
            " address (publish: yes overrules this)"
        )
    ]


# --- Read the Docs


def test_read_the_docs_gets_no_robots_txt(project, monkeypatch):
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", f"{SITE}/en/latest/")
    project.write(HOME)
    assert project.build("-W", html_baseurl=None) == 0
    assert sorted(project.ours) == ["sitemap-index.xml", "sitemap.css", "sitemap.xml"]
    assert project.log()[1:] == [
        (
            "INFO scopemap: no robots.txt is created on Read the Docs, whose own hides"
            " hidden versions; one of yours gets the line `Sitemap:"
            f" {SITE}/en/latest/sitemap-index.xml`"
        )
    ]


def test_a_robots_txt_of_the_author_is_amended_on_read_the_docs(project, monkeypatch):
    """It is lifted to the host's root, though the base URL has a path."""
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", f"{SITE}/en/latest/")
    project.write({**HOME, "docs/extra/robots.txt": "User-agent: *\nDisallow: /old/\n"})
    assert project.build("-W", html_baseurl=None, html_extra_path=["extra"]) == 0
    assert project.read("robots.txt") == (
        "User-agent: *\nDisallow: /old/\n\n"
        f"# scopemap\nSitemap: {SITE}/en/latest/sitemap-index.xml\n"
    )


def test_a_pull_request_on_read_the_docs_gets_nothing(project, monkeypatch):
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_VERSION_TYPE", "external")
    project.write(HOME)
    assert project.build("-W") == 0
    assert project.ours == {}
    assert project.log() == [
        (
            "INFO scopemap: nothing was written: a pull request on Read the Docs is a"
            " preview (publish: yes overrules this)"
        )
    ]


# --- files of the author's


def test_a_robots_txt_of_the_author_is_amended_anew_in_each_build(project):
    """Sphinx copies html_extra_path in every build."""
    source = b"User-agent: *\r\nDisallow: /old/\r\n"
    project.write({**HOME, "docs/extra/robots.txt": source})
    for _ in range(2):
        project.build("-W", html_extra_path=["extra"])
        assert (project.site / "robots.txt").read_bytes() == source + (
            b"\r\n# scopemap\r\nSitemap: https://handbook.example/sitemap-index.xml\r\n"
        )
    assert (project.root / "docs/extra/robots.txt").read_bytes() == source


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param("extra", id="folder"),
        pytest.param("extra/sitemap.xml", id="file"),
    ],
)
def test_a_sitemap_of_the_author_stays_and_ours_takes_the_next_name(project, entry):
    project.write({**HOME, "docs/extra/sitemap.xml": OWN_SITEMAP})
    for _ in range(2):
        project.build("-W", html_extra_path=[entry])
        assert project.read("sitemap.xml") == OWN_SITEMAP
        assert project.listed("sitemap-2.xml") == ["/index.html"]
        assert project.read("sitemap-index.xml") == INDEX.format(
            "<sitemap><loc>https://handbook.example/sitemap-2.xml</loc></sitemap>\n"
            "<sitemap><loc>https://handbook.example/sitemap.xml</loc></sitemap>\n"
        )
    assert project.log()[1:] == [
        "INFO scopemap: sitemap.xml is your own and stays as it is"
    ]


@pytest.mark.parametrize(
    ("entry", "pattern"),
    [
        pytest.param("extra", "**/sitemap.xml", id="folder-and-file-anywhere"),
        pytest.param("extra", "sitemap.xml", id="folder-and-file"),
        pytest.param("extra/sitemap.xml", "**/sitemap.xml", id="file-anywhere"),
        pytest.param("extra/sitemap.xml", "sitemap.xml", id="file"),
    ],
)
def test_a_sitemap_of_the_author_stays_where_sphinx_copies_it(project, entry, pattern):
    """It applies exclude_patterns to some of html_extra_path, and that differently."""
    project.write({**HOME, "docs/extra/sitemap.xml": OWN_SITEMAP})
    settings = {"html_extra_path": [entry], "exclude_patterns": [pattern]}
    project.build("-W", extensions=[], **settings)
    is_copied = "sitemap.xml" in project.files
    project.build("-W", **settings)
    assert (project.read("sitemap.xml") == OWN_SITEMAP) is is_copied
    assert project.listed(f"sitemap{'-2' * is_copied}.xml") == ["/index.html"]


def test_a_sitemap_that_something_else_left_is_replaced(project):
    project.write({**HOME, "site/sitemap.xml": OWN_SITEMAP})
    assert project.build("-W") == 0
    assert project.listed() == ["/index.html"]
    assert project.log()[1:] == [
        "INFO scopemap: sitemap.xml, which something else wrote, is replaced"
    ]


def test_further_files_are_listed_and_dated_by_their_sources(project):
    project.write(
        {
            **HOME,
            "docs/extra/app/help.html": "<!DOCTYPE html><title>Help</title>\n",
            "docs/extra/papers/first.pdf": "%PDF-1.4\n",
        }
    )
    project.commit(DAY)
    project.build(
        "-W", html_extra_path=["extra"], scopemap_files=["app/*.html", "**.pdf"]
    )
    assert project.dates() == {
        "/app/help.html": DAY,
        "/index.html": DAY,
        "/papers/first.pdf": DAY,
    }


# --- options


@pytest.mark.parametrize(
    ("setting", "listed", "ours"),
    [
        pytest.param(
            "gzip=1", 3, ["sitemap-index.xml.gz", "sitemap.xml.gz"], id="bool"
        ),
        pytest.param("text=1", 3, ["sitemap.txt"], id="another-bool"),
        pytest.param("max_urls=1", 1, ["sitemap-2.xml", "sitemap-3.xml"], id="int"),
        pytest.param("exclude=page.html,sub/", 1, [], id="list"),
        pytest.param("keep=machine", 5, [], id="list-of-one"),
        pytest.param("max_skipped=0.3", 3, [], id="float"),
        pytest.param("lastmod_precision=day", 3, [], id="word"),
        pytest.param("languages.en=/", 3, [], id="mapping"),
        pytest.param("x_default=en", 3, [], id="text"),
        pytest.param("x_default=", 3, [], id="empty-text"),
    ],
)
def test_options_can_be_set_on_the_command_line(project, setting, listed, ours):
    project.write(PAGES)
    project.configure()
    assert project.build("-W", "-D", f"scopemap_{setting}") == 0
    usual = ["robots.txt", "sitemap-index.xml", "sitemap.css", "sitemap.xml"]
    assert sorted(project.ours) == sorted([*usual, *ours])
    assert len(project.listed()) == listed


@pytest.mark.parametrize(
    ("setting", "gone"),
    [
        pytest.param("index=never", "sitemap-index.xml", id="word"),
        pytest.param("robots=never", "robots.txt", id="another-word"),
        pytest.param("stylesheet=0", "sitemap.css", id="bool"),
    ],
)
def test_options_can_be_switched_off_on_the_command_line(project, setting, gone):
    project.write(HOME)
    assert project.build("-W", "-D", f"scopemap_{setting}") == 0
    usual = {"robots.txt", "sitemap-index.xml", "sitemap.css", "sitemap.xml"}
    assert set(project.ours) == usual - {gone}


def test_an_empty_list_on_the_command_line_excludes_no_home_page(project):
    project.write(PAGES)
    assert project.build("-W", "-D", "scopemap_exclude=", builder="dirhtml") == 0
    assert project.listed() == ["/", "/page/", "/sub/"]


def test_options_can_be_set_in_conf_py(project):
    project.write(PAGES)
    settings = {
        "scopemap_scopes": [{"path": "sub/", "name": "sub.xml"}],
        "scopemap_rules": [{"match": "page.html", "changefreq": "daily"}],
        "scopemap_exclude": ("index.html",),
        "scopemap_max_skipped": 1,
        "scopemap_index": "auto",
        "scopemap_gzip": False,
        "scopemap_x_default": None,
    }
    assert project.build("-W", **settings) == 0
    assert project.read("sitemap.xml") == SITEMAP.format(
        "<url><loc>https://handbook.example/page.html</loc>"
        "<changefreq>daily</changefreq></url>\n"
    )
    assert project.listed("sub/sub.xml") == ["/sub/index.html"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        pytest.param("gzip", 7, "scopemap_gzip: 7 must be true or false", id="kind"),
        pytest.param(
            "index",
            "sometimes",
            "scopemap_index: 'sometimes' must be one of always, auto, never",
            id="word",
        ),
        pytest.param(
            "keep",
            ["draft", "drafts"],
            "scopemap_keep[1]: 'drafts' must be one of blocked, canonical, draft,"
            " error, fallback, hidden, machine, noindex, pagination, redirect, session,"
            " unreadable",
            id="word-in-a-list",
        ),
        pytest.param(
            "exclude",
            "page.html",
            "scopemap_exclude: 'page.html' must be a list",
            id="l",
        ),
        pytest.param(
            "max_urls",
            50_001,
            "scopemap_max_urls: 50001 must be at most 50000",
            id="range",
        ),
        pytest.param(
            "max_skipped",
            "many",
            "scopemap_max_skipped: 'many' must be a number",
            id="n",
        ),
        # sphinx-sitemap takes such a name and crashes while it writes.
        pytest.param(
            "scopes",
            [{"path": "", "name": "maps/sitemap.xml"}],
            "scopemap_scopes[0].name: 'maps/sitemap.xml' must be a plain file name,"
            " like pages.xml",
            id="nested",
        ),
        pytest.param(
            "languages",
            {"de": {"base": f"{SITE}/de/", "trust": True}},
            "scopemap_languages.de.trust: must be one of base, trusted",
            id="language",
        ),
        pytest.param(
            "transform",
            "nowhere:change",
            "scopemap_transform: there is no module 'nowhere' beside {docs}"
            " (No module named 'nowhere')",
            id="transform",
        ),
    ],
)
def test_a_wrong_option_stops_the_build_before_it_begins(project, name, value, said):
    project.write(HOME)
    message = project.refuse(**{f"scopemap_{name}": value})
    assert message == said.replace("{docs}", str(project.root / "docs"))


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        pytest.param(
            "scopemap_max_skipped=many",
            "scopemap_max_skipped: 'many' must be a number",
            id="float",
        ),
        pytest.param(
            "scopemap_index=maybe",
            "scopemap_index: 'maybe' must be one of always, auto, never",
            id="word",
        ),
        pytest.param(
            "scopemap_keep=orphan,machine",
            "scopemap_keep[0]: 'orphan' must be one of blocked, canonical, draft,"
            " error, fallback, hidden, machine, noindex, pagination, redirect, session,"
            " unreadable",
            id="list",
        ),
        pytest.param(
            "scopemap_languages.de=../de/",
            "scopemap_languages.de: '../de/' must be a path below the base URL, like"
            " docs/",
            id="mapping",
        ),
    ],
)
def test_a_wrong_option_on_the_command_line_stops_the_build(project, setting, said):
    project.write(HOME)
    assert project.refuse(setting) == said


def test_a_wrong_option_is_exit_status_2_for_every_builder(project):
    project.write(HOME)
    for builder in ("html", "text"):
        assert project.build(builder=builder, scopemap_index="maybe") == 2


def test_an_unknown_option_stops_the_build_and_names_the_nearest(project):
    """Sphinx itself takes any name."""
    project.write(HOME)
    message = project.refuse(scopemap_robot="never")
    assert message.startswith(
        "scopemap_robot: there is no such option; did you mean scopemap_robots? (all: "
    )


def test_a_changed_option_does_not_build_the_pages_anew(project):
    project.write(PAGES)
    project.build("-W")
    project.build("-W", scopemap_exclude=["page.html"], scopemap_max_skipped=0.9)
    assert "updating environment: 0 added, 0 changed, 0 removed" in project.status
    assert project.listed() == ["/index.html", "/sub/index.html"]


CHANGE = """
import msgspec

def change(entry):
    if entry.loc.endswith("/page.html"):
        return None
    return msgspec.structs.replace(entry, priority=0.9)
"""


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        pytest.param(f"{CHANGE}\nscopemap_transform = change\n", {}, id="function"),
        pytest.param("", {"scopemap_transform": "rules:change"}, id="by-name"),
    ],
)
def test_transform_is_a_function_in_conf_py_or_beside_it(project, code, settings):
    project.write({**PAGES, "docs/rules.py": CHANGE})
    for _ in range(2):
        assert project.build("-W", code=code, **settings) == 0
        assert project.read("sitemap.xml") == SITEMAP.format(
            "<url><loc>https://handbook.example/index.html</loc>"
            "<priority>0.9</priority></url>\n"
            "<url><loc>https://handbook.example/sub/index.html</loc>"
            "<priority>0.9</priority></url>\n"
        )
    assert "updating environment: 0 added, 0 changed, 0 removed" in project.status


def test_conf_py_may_have_helpers_of_any_name(project):
    code = (
        "import textwrap as scopemap_tools\n\n\n"
        "def scopemap_adjust(entry):\n    return entry\n\n\n"
        "scopemap_transform = scopemap_adjust\n"
    )
    project.write(HOME)
    assert project.build("-W", code=code) == 0
    assert project.listed() == ["/index.html"]


def test_conf_py_and_what_lies_beside_it_may_be_in_another_folder(project):
    project.write({**PAGES, "conf/rules.py": CHANGE, "conf/extra/a.txt": ""})
    settings = {"html_extra_path": ["extra"], "templates_path": None}
    project.configure(scopemap_transform="rules:change", **settings)
    conf = project.root / "docs/conf.py"
    (project.root / "conf/conf.py").write_bytes(conf.read_bytes())
    assert project.build("-W", "-c", str(project.root / "conf")) == 0
    assert project.listed() == ["/index.html", "/sub/index.html"]


# --- a page's own word


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param(":sitemap: no", "opted-out", id="sitemap-no"),
        pytest.param(":Sitemap: False", "opted-out", id="in-any-case"),
        pytest.param(":noindex: yes", "noindex", id="noindex"),
        # As `:orphan:` and `:nosearch:` are written.
        pytest.param(":noindex:", "noindex", id="noindex-as-a-flag"),
        pytest.param(":private: true", "noindex", id="private"),
    ],
)
def test_a_docinfo_field_leaves_its_page_out(project, fields, reason):
    project.write({**TREE, "docs/page.rst": f"{fields}\n\nPage\n====\n"})
    for _ in range(2):
        assert project.build("-v", "-W") == 0
        assert project.listed() == ["/index.html"]
        assert project.skipped["page.html"] == reason


def test_docinfo_fields_say_how_a_page_is_listed(project):
    fields = ":sitemap: yes\n:sitemap_changefreq: weekly\n:sitemap_priority: 0.8\n"
    project.write({"docs/404.rst": f"{fields}\nNothing\n=======\n"})
    project.build("-W", root_doc="404")
    assert project.read("sitemap.xml") == SITEMAP.format(
        "<url><loc>https://handbook.example/404.html</loc>"
        "<changefreq>weekly</changefreq><priority>0.8</priority></url>\n"
    )


@pytest.mark.parametrize(
    ("field", "lastmod"),
    [
        pytest.param("modified: 2024-05-01", "2024-05-01", id="day"),
        pytest.param(
            "updated: 2024-05-01 10:00", "2024-05-01T10:00:00+00:00", id="naive"
        ),
        pytest.param(
            "sitemap_lastmod: 2024-05-01T10:00:00+02:00",
            "2024-05-01T10:00:00+02:00",
            id="zone",
        ),
        pytest.param("date: 2024-05-01", "2024-05-01", id="published"),
        pytest.param("date: around May", None, id="other-use-of-the-name"),
    ],
)
def test_dates_of_docinfo_are_in_utc_unless_they_say_otherwise(
    project, monkeypatch, field, lastmod
):
    monkeypatch.setenv("TZ", "America/New_York")
    project.write({"docs/index.rst": f":{field}\n\nHome\n====\n"})
    assert project.build("-W") == 0
    assert project.dates() == {"/index.html": lastmod}


def test_a_word_that_cannot_be_read_is_one_warning(project):
    project.write({"docs/index.rst": ":sitemap: perhaps\n\nHome\n====\n"})
    assert project.build("-W", "--keep-going") == 1
    said = "scopemap: index: sitemap: 'perhaps' must be yes or no"
    assert project.log()[1:] == [f"WARNING: {said} [scopemap.page-word]"]
    assert project.listed() == ["/index.html"]
    assert project.build("-W", suppress_warnings=["scopemap.page-word"]) == 0


# --- dates


def test_a_page_is_dated_by_the_commit_that_brought_it(project):
    project.write(PAGES)
    project.commit(DAY)
    project.write({"docs/page.rst": "Page\n====\n\nMore.\n"})
    project.commit(LATER)
    project.build("-W", builder="dirhtml")
    assert project.dates() == {"/": DAY, "/page/": LATER, "/sub/": DAY}


def test_a_page_that_was_committed_after_its_build_is_dated_in_the_next(project):
    """sphinx-last-updated-by-git keeps the old date until the file is touched."""
    project.write(PAGES)
    project.commit(DAY)
    project.build("-W")
    project.write({"docs/page.rst": "Page\n====\n\nMore.\n"})
    project.build("-W")
    assert project.dates()["/page.html"] is None
    project.commit(LATER)
    project.build("-W")
    assert project.dates()["/page.html"] == LATER


@pytest.mark.parametrize(
    ("directive", "file"),
    [
        pytest.param(".. literalinclude:: example.py", "docs/example.py", id="code"),
        pytest.param(".. literalinclude:: ../example.py", "example.py", id="outside"),
        pytest.param(".. include:: part.txt", "docs/part.txt", id="include"),
        pytest.param(".. csv-table::\n   :file: a.csv", "docs/a.csv", id="table"),
        pytest.param(".. image:: a.svg\n   :alt: A", "docs/a.svg", id="image"),
    ],
)
def test_a_page_is_as_new_as_what_it_includes(project, directive, file):
    project.write(
        {
            **TREE,
            "docs/page.rst": f"Page\n====\n\n{directive}\n",
            file: "one,two\n",
        }
    )
    project.commit(DAY)
    project.write({file: "three,four\n"})
    project.commit(LATER)
    for _ in range(2):
        project.build("-W")
        assert project.dates() == {"/index.html": DAY, "/page.html": LATER}


def test_characters_that_docutils_defines_are_no_part_of_a_page(project):
    """Git cannot know the file of an installed package, which never changes."""
    page = "Page\n====\n\n.. include:: <isonum.txt>\n\n|copy| us\n"
    project.write({**TREE, "docs/page.rst": page})
    project.commit(DAY)
    project.build("-W")
    assert "\N{COPYRIGHT SIGN} us" in project.read("page.html")
    assert project.dates() == {"/index.html": DAY, "/page.html": DAY}


def test_the_one_page_of_singlehtml_is_as_new_as_its_newest_document(project):
    project.write({**PAGES, "docs/orphan.rst": ":orphan:\n\nOrphan\n======\n"})
    project.commit(DAY)
    project.write({"docs/sub/index.rst": "Sub\n===\n\nMore.\n"})
    project.commit(LATER)
    project.build("-W", builder="singlehtml")
    assert project.dates() == {"/index.html": LATER}


def test_the_one_page_is_a_page_though_its_root_has_no_translation(project):
    project.write({**PAGES, f"{CATALOGS}/page.po": PO.format("Seite")})
    project.build("-W", builder="singlehtml", **GERMAN)
    assert project.listed() == ["/index.html"]


def test_a_document_that_is_not_in_the_one_page_does_not_date_it(project):
    project.write(
        {
            "docs/index.rst": "Home\n====\n\n.. toctree::\n\n   page\n",
            "docs/page.rst": "Page\n====\n",
        }
    )
    project.commit(DAY)
    project.write({"docs/orphan.rst": ":orphan:\n\nOrphan\n======\n"})
    project.commit(LATER)
    project.build("-W", builder="singlehtml")
    assert project.dates() == {"/index.html": DAY}


PO = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Page"
msgstr "{}"
"""
CATALOGS = "docs/locale/de/LC_MESSAGES"
TRANSLATED = {
    **PAGES,
    f"{CATALOGS}/index.po": PO.format("Blatt"),
    f"{CATALOGS}/page.po": PO.format("Blatt"),
    # Of all documents in the folder.
    f"{CATALOGS}/sub.po": PO.format("Blatt"),
}
GERMAN = {"language": "de", "locale_dirs": ["locale"]}


@pytest.mark.parametrize(
    "ignored",
    [pytest.param("*.mo\n", id="ignored"), pytest.param("", id="committed")],
)
def test_a_translated_page_is_as_new_as_its_catalog(project, ignored):
    """Of compiled catalogs Sphinx knows only from the second build on."""
    project.write({**TRANSLATED, ".gitignore": f"site/\ndoctrees/\n{ignored}"})
    project.build("-W", **GERMAN)
    project.commit(DAY)
    project.write({f"{CATALOGS}/page.po": PO.format("Seite")})
    project.build("-W", **GERMAN)
    project.commit(LATER)
    for flags in ((), (), ("-E",)):
        project.build("-W", *flags, **GERMAN)
        assert project.dates() == {
            "/index.html": DAY,
            "/page.html": LATER,
            "/sub/index.html": DAY,
        }


def test_a_document_without_a_translation_is_no_page_of_the_language(project):
    """It is the one of the other language once more."""
    project.write({**PAGES, f"{CATALOGS}/page.po": PO.format("Seite")})
    project.build("-v", "-W", **GERMAN)
    assert project.listed() == ["/page.html"]
    assert project.skipped["sub/index.html"] == "fallback"
    project.build("-W", **GERMAN, scopemap_keep=["fallback"])
    assert len(project.listed()) == 3


@pytest.mark.parametrize(
    "language",
    [pytest.param("en", id="source-language"), pytest.param("fr", id="no-catalogs")],
)
def test_where_nothing_is_translated_all_documents_are_pages(project, language):
    project.write(TRANSLATED)
    project.build("-W", language=language, locale_dirs=["locale"])
    assert len(project.listed()) == 3


def test_without_git_there_are_no_dates_and_no_warning(project):
    project.write(PAGES)
    assert project.build("-W") == 0
    assert set(project.dates().values()) == {None}
    assert project.log() == [SUMMARY]


def test_a_shallow_clone_has_no_dates_and_one_line_says_why(project):
    project.write({f"origin/{name}": text for name, text in PAGES.items()})
    project.commit(DAY)
    origin = project.root / "origin/docs"
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", origin.parents[1].as_uri(), "clone"],
        cwd=project.root,
        check=True,
    )
    clone = project.root / "clone"
    project.root = clone / "origin"
    assert project.build("-W") == 0
    assert set(project.dates().values()) == {None}
    assert project.log()[1:] == [
        (
            "INFO scopemap: no dates from git for 3 of 3 files: clone is a shallow"
            " clone; in CI check"
            " out with fetch-depth: 0 and filter: blob:none, or run"
            " `git fetch --unshallow --filter=blob:none`"
        )
    ]


# --- languages: one build each, side by side

SIDE_BY_SIDE = {"en": f"{SITE}/en/", "de": f"{SITE}/de/"}
NESTED = {"en": f"{SITE}/", "de": f"{SITE}/de/"}


def build_languages(project, bases, *, rounds=2, **settings):
    """Build each language where its base URL is; give the alternates of each."""
    found = {}
    for _ in range(rounds):
        for tag, base in bases.items():
            status = project.build(
                "-W",
                site=f"site/{base.removeprefix(SITE).strip('/')}".rstrip("/"),
                html_baseurl=base,
                language=tag,
                scopemap_languages=bases,
                exclude_patterns=[
                    f"only-{other}.rst" for other in bases if other != tag
                ],
                **settings,
            )
            assert status == 0
            found[tag] = project.alternates()
    return found


LANGUAGES = {
    **HOME,
    "docs/only-en.rst": ":orphan:\n\nEnglish\n=======\n",
    "docs/only-de.rst": ":orphan:\n\nDeutsch\n=======\n",
}


@pytest.mark.parametrize(
    ("bases", "en"),
    [
        pytest.param(SIDE_BY_SIDE, "/en", id="side-by-side"),
        pytest.param(NESTED, "", id="default-language-at-the-root"),
    ],
)
def test_languages_name_each_other_where_both_have_the_page(project, bases, en):
    project.write(LANGUAGES)
    both = {"de": "/de/index.html", "en": f"{en}/index.html"}
    assert build_languages(project, bases) == {
        "en": {f"{en}/index.html": both, f"{en}/only-en.html": {}},
        "de": {"/de/index.html": both, "/de/only-de.html": {}},
    }


def test_a_language_that_is_not_built_yet_is_not_named(project):
    project.write(LANGUAGES)
    alternates = build_languages(project, SIDE_BY_SIDE, rounds=1)
    assert alternates["en"] == {"/en/index.html": {}, "/en/only-en.html": {}}
    assert set(alternates["de"]["/de/index.html"]) == {"de", "en"}


def test_readers_of_no_language_get_the_default_one(project):
    project.write(HOME)
    alternates = build_languages(project, SIDE_BY_SIDE, scopemap_x_default="en")
    three = {
        "de": "/de/index.html",
        "en": "/en/index.html",
        "x-default": "/en/index.html",
    }
    assert alternates == {
        "en": {"/en/index.html": three},
        "de": {"/de/index.html": three},
    }


def test_languages_name_each_other_under_other_suffixes(project):
    project.write(LANGUAGES)
    found = build_languages(project, SIDE_BY_SIDE, rounds=1, html_file_suffix=".htm")
    assert found["de"]["/de/index.htm"] == {
        "de": "/de/index.htm",
        "en": "/en/index.htm",
    }


def test_builds_of_languages_leave_each_other_alone(project):
    project.write(LANGUAGES)
    build_languages(project, NESTED)
    (project.root / "site/de").rename(project.root / "de")
    before = {p: p.read_bytes() for p in (project.root / "de").iterdir() if p.is_file()}
    (project.root / "de").rename(project.root / "site/de")
    build_languages(project, {"en": NESTED["en"]})
    after = {
        project.root / "de" / p.name: p.read_bytes()
        for p in (project.root / "site/de").iterdir()
        if p.is_file()
    }
    assert after == before


def test_a_language_tag_is_written_as_engines_read_it(project):
    """sphinx-sitemap#19."""
    project.write(HOME)
    found = build_languages(
        project, {"en": f"{SITE}/en/", "pt_BR": f"{SITE}/pt-br/"}, rounds=1
    )
    assert found["pt_BR"] == {
        "/pt-br/index.html": {"en": "/en/index.html", "pt-BR": "/pt-br/index.html"}
    }


def test_a_language_on_another_host_is_named_only_on_trust(project):
    project.write(HOME)
    own = {"en": f"{SITE}/"}
    project.build("-W", scopemap_languages={**own, "de": "https://handbuch.example/"})
    assert project.alternates() == {"/index.html": {}}
    trusted = {"base": "https://handbuch.example/", "trusted": True}
    project.build("-W", scopemap_languages={**own, "de": trusted})
    assert project.alternates() == {
        "/index.html": {
            "de": "https://handbuch.example/index.html",
            "en": "/index.html",
        }
    }


def test_languages_are_not_guessed_from_the_catalogs(project):
    """sphinx-sitemap takes each folder, even __pycache__, for a language."""
    folders = ("de", "fr", "pt_BR", "__pycache__")
    project.write(
        {**PAGES, **{f"docs/locale/{name}/LC_MESSAGES/a.txt": "" for name in folders}}
    )
    project.build("-W", locale_dirs=["locale"], language="en")
    assert list(project.alternates().values()) == [{}, {}, {}]


# --- failures of ours


RAISE = """
def change(entry):
    raise ValueError("boom")

scopemap_transform = change
"""


def test_a_transform_that_raises_is_one_warning_and_leaves_the_set(project):
    """An exception here would cost Sphinx its pickled environment."""
    project.write(PAGES)
    project.build("-W")
    before = project.ours
    assert project.build(code=RAISE) == 0
    said = "scopemap: transform: index.html: ValueError: boom"
    assert project.log() == [f"WARNING: {said} [scopemap.error]"]
    assert project.ours == before
    assert (project.root / "doctrees/environment.pickle").is_file()


def test_a_fault_of_ours_fails_the_build_only_where_warnings_do(project):
    project.write(HOME)
    assert project.build("-W", "--keep-going", code=RAISE) == 1
    assert (project.root / "doctrees/environment.pickle").is_file()
    assert project.build("-W", code=RAISE, suppress_warnings=["scopemap.error"]) == 0
    assert project.build("-W", code=RAISE, suppress_warnings=["scopemap"]) == 0
    assert project.log() == []


def test_a_file_that_cannot_be_written_is_one_warning_and_leaves_the_set(project):
    project.write(HOME)
    project.build("-W")
    before = project.ours
    project.write({"site/sitemap.xml.gz/folder.txt": ""})
    assert project.build(scopemap_gzip=True) == 0
    said = f"scopemap: {project.site}/sitemap.xml.gz: Is a directory"
    assert project.log() == [f"WARNING: {said} [scopemap.error]"]
    assert project.ours == before | {"sitemap.xml.gz/folder.txt": b""}
