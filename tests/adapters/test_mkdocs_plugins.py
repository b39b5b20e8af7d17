"""MkDocs with the plugins that people use beside scopemap."""

from __future__ import annotations

import logging

import pytest

SITE = "https://handbook.example"
HOME = {"docs/index.md": "# Home"}
DAY = "2024-05-01T12:00:00+00:00"


# --- mkdocs-static-i18n: one build nested in another for each further language

SUFFIX = {
    "docs/index.md": "# Home",
    "docs/index.de.md": "# Start",
    "docs/about.md": "# About",
    "docs/neu.de.md": "# Neu",
}
FOLDER = {
    "docs/en/index.md": "# Home",
    "docs/de/index.md": "# Start",
    "docs/en/about.md": "# About",
    "docs/de/neu.md": "# Neu",
}


def i18n(structure: str = "suffix", other: str = "de", more: str = "") -> str:
    languages = (
        "[{locale: en, name: English, default: true},"
        f" {{locale: {other}, name: Other{more}}}]"
    )
    return f"i18n: {{docs_structure: {structure}, languages: {languages}}}"


@pytest.mark.parametrize("order", ["[scopemap, {}]", "[{}, scopemap]"])
@pytest.mark.parametrize(
    ("structure", "files"),
    [
        pytest.param("suffix", SUFFIX, id="suffix"),
        pytest.param("folder", FOLDER, id="folder"),
    ],
)
def test_languages_name_each_other_and_fallbacks_are_nobodys(
    docs, structure, files, order
):
    """static-i18n's own sitemap claims every fallback as a translation."""
    docs.write(files)
    docs.build(plugins=order.format(i18n(structure)), strict="true")
    both = {"en": "/", "de": "/de/", "x-default": "/"}
    assert docs.alternates() == {"/": both, "/about/": {}, "/de/": both, "/de/neu/": {}}
    assert docs.skipped == {"de/about/index.html": "fallback"}
    assert docs.log() == [
        (
            "INFO scopemap: 4 URLs in 1 sitemap, 1 skipped;"
            f" submit {SITE}/sitemap-index.xml"
        )
    ]


def test_languages_name_each_other_by_their_files_too(docs):
    docs.write(SUFFIX)
    docs.build(plugins=f"[{i18n()}, scopemap]", use_directory_urls="false")
    both = {"en": "/index.html", "de": "/de/index.html", "x-default": "/index.html"}
    assert docs.alternates() == {
        "/about.html": {},
        "/de/index.html": both,
        "/de/neu.html": {},
        "/index.html": both,
    }


def test_each_language_is_dated_by_its_own_source(docs):
    docs.write(SUFFIX)
    docs.commit(DAY)
    docs.write({"docs/index.de.md": "# Startseite"})
    docs.commit("2024-06-01T12:00:00+00:00")
    docs.build(plugins=f"[{i18n()}, scopemap]")
    assert docs.dates() == {
        "/": DAY,
        "/about/": DAY,
        "/de/": "2024-06-01T12:00:00+00:00",
        "/de/neu/": DAY,
    }


@pytest.mark.parametrize(
    ("locale", "tag"),
    [
        # static-i18n#193: its own sitemap writes what no engine reads.
        pytest.param("pt_BR", "pt-BR", id="underscore"),
        pytest.param("zh-Hant", "zh-Hant", id="script"),
    ],
)
def test_a_language_is_written_as_engines_read_it(docs, locale, tag):
    docs.write({**HOME, f"docs/index.{locale}.md": "# Other"})
    docs.build(plugins=f"[{i18n(other=locale)}, scopemap]", strict="true")
    both = {"en": "/", tag: f"/{locale}/", "x-default": "/"}
    assert docs.alternates() == {"/": both, f"/{locale}/": both}


def test_a_language_on_another_host_is_listed_there_and_not_here(docs):
    docs.write(SUFFIX)
    own = ", site_url: 'https://de.handbook.example/'"
    docs.build(plugins=f"[{i18n(more=own)}, scopemap]", strict="true")
    assert docs.alternates() == {"/": {}, "/about/": {}}
    outside = "elsewhere (https://de.handbook.example/{} is not below {}/)"
    assert docs.skipped == {
        "de/about/index.html": outside.format("de/about/", SITE),
        "de/index.html": outside.format("de/", SITE),
        "de/neu/index.html": outside.format("de/neu/", SITE),
    }


def test_a_language_whose_address_is_its_folder_is_listed_where_it_lies(docs):
    """The plug-in makes `/de/de/` of it, where no page is."""
    docs.write(SUFFIX)
    docs.build(plugins=f"[{i18n(more=f', site_url: {SITE}/de/')}, scopemap]")
    both = {"en": "/", "de": "/de/", "x-default": "/"}
    assert docs.alternates() == {
        "/": both,
        "/about/": {},
        "/de/": both,
        "/de/neu/": {},
    }


def test_a_language_can_have_a_sitemap_of_its_own(docs):
    """Material asks for one in each language's folder (apache/sedona#3004)."""
    docs.write(SUFFIX)
    docs.build(plugins=f"[{i18n()}, scopemap: {{scopes: [de/]}}]")
    both = {"en": "/", "de": "/de/", "x-default": "/"}
    assert docs.alternates("sitemap.xml") == {"/": both, "/about/": {}}
    assert docs.alternates("de/sitemap.xml") == {"/de/": both, "/de/neu/": {}}


def test_the_error_page_of_each_language_is_no_page(docs):
    docs.write({**SUFFIX, "docs/404.md": "# Nothing", "docs/404.de.md": "# Nichts"})
    docs.build(plugins=f"[{i18n()}, scopemap]")
    assert docs.listed() == ["/", "/about/", "/de/", "/de/neu/"]
    assert docs.skipped == {
        "404/index.html": "error",
        "de/404/index.html": "error",
        "de/about/index.html": "fallback",
    }


def test_a_wrong_word_is_told_once_and_not_for_each_fallback(docs):
    docs.write({**SUFFIX, "docs/about.md": "---\nsitemap: perhaps\n---\n# About"})
    docs.build(plugins=f"[{i18n()}, scopemap]")
    assert docs.log(logging.WARNING) == [
        "WARNING scopemap: about.md: sitemap: 'perhaps' must be yes or no"
    ]


def test_two_builds_of_languages_give_the_same_bytes(docs):
    docs.write(SUFFIX)
    seen = []
    for _ in range(2):
        docs.build(plugins=f"[{i18n()}, scopemap]")
        seen.append({name: (docs.site / name).read_bytes() for name in docs.files})
    assert seen[0] == seen[1]


# --- mkdocs-redirects: stubs for pages that moved


@pytest.mark.parametrize("order", ["[scopemap, {}]", "[{}, scopemap]"])
def test_a_redirect_is_no_page_whether_or_not_its_source_is_still_there(docs, order):
    docs.write({**HOME, "docs/new.md": "# New", "docs/old.md": "# Old"})
    maps = "{old.md: new.md, older/page.md: new.md, away.md: 'https://x.example/'}"
    docs.build(plugins=order.format(f"redirects: {{redirect_maps: {maps}}}"))
    assert "older/page/index.html" in docs.files
    assert docs.listed() == ["/", "/new/"]
    assert docs.skipped == {"old/index.html": "redirect"}


@pytest.mark.parametrize(
    ("source", "old", "stub"),
    [
        pytest.param("old.md", "old.md", "old.html", id="file"),
        pytest.param("a/README.md", "a/README.md", "a/index.html", id="readme"),
        pytest.param("a/README.md", "a/index.md", "a/index.html", id="same-stub"),
    ],
)
def test_a_redirect_between_files_is_no_page(docs, source, old, stub):
    docs.write({**HOME, "docs/new.md": "# New", f"docs/{source}": "# Old"})
    docs.build(
        use_directory_urls="false",
        plugins=f"[redirects: {{redirect_maps: {{{old}: new.md}}}}, scopemap]",
    )
    assert "refresh" in docs.read(stub)
    assert docs.listed() == ["/index.html", "/new.html"]
    assert docs.skipped == {stub: "redirect"}


def test_a_redirect_whose_target_is_missing_takes_no_page_away(docs):
    """No stub is written then, so that the old page is still there."""
    docs.write({**HOME, "docs/old.md": "# Old"})
    docs.build(plugins="[redirects: {redirect_maps: {old.md: typo.md}}, scopemap]")
    assert "Old" in docs.read("old/index.html")
    assert docs.listed() == ["/", "/old/"]


@pytest.mark.parametrize(
    ("structure", "folder"),
    [
        pytest.param("suffix", "", id="suffix"),
        pytest.param("folder", "en/", id="folder"),
    ],
)
def test_a_redirect_over_a_page_that_has_languages_is_no_page(docs, structure, folder):
    docs.write({f"docs/{folder}{name}.md": "# Text" for name in ("index", "old")})
    redirects = "redirects: {redirect_maps: {old.md: 'https://x.example/'}}"
    docs.build(plugins=f"[{redirects}, {i18n(structure)}, scopemap]")
    assert "refresh" in docs.read("old/index.html")
    assert docs.listed() == ["/"]
    assert docs.skipped == {
        "de/index.html": "fallback",
        "de/old/index.html": "fallback",
        "old/index.html": "redirect",
    }


# --- mkdocs-gen-files and mkdocs-literate-nav

GENERATE = """\
import mkdocs_gen_files

with mkdocs_gen_files.open("made.md", "w") as page:
    page.write("# Made")
with mkdocs_gen_files.open("about.md", "a") as page:
    page.write("More")
with mkdocs_gen_files.open("robots.txt", "w") as robots:
    robots.write("User-agent: *\\nAllow: /\\n")
"""


@pytest.mark.parametrize("order", ["[scopemap, {}]", "[{}, scopemap]"])
def test_generated_pages_are_listed_without_a_date(docs, order):
    docs.write({**HOME, "docs/about.md": "# About", "make.py": GENERATE})
    docs.commit(DAY)
    docs.build(plugins=order.format("gen-files: {scripts: [make.py]}"), strict="true")
    assert docs.dates() == {"/": DAY, "/about/": None, "/made/": None}
    assert docs.read("robots.txt") == (
        f"User-agent: *\nAllow: /\n\n# scopemap\nSitemap: {SITE}/sitemap-index.xml\n"
    )


@pytest.mark.parametrize(
    ("urls", "page"),
    [
        pytest.param("true", "{}SUMMARY/index.html", id="folders"),
        # mkdocs-literate-nav#13: the built-in sitemap had no URL for it.
        pytest.param("false", "{}SUMMARY.html", id="files"),
    ],
)
def test_the_navigation_of_literate_nav_is_no_page(docs, urls, page):
    docs.write(
        {
            **HOME,
            "docs/guide/a.md": "# A",
            "docs/SUMMARY.md": "* [Home](index.md)\n* [Guide](guide/)\n",
            "docs/guide/SUMMARY.md": "* [A](a.md)\n",
        }
    )
    docs.build(
        plugins="[literate-nav, scopemap]", use_directory_urls=urls, strict="true"
    )
    assert len(docs.listed()) == 2
    assert docs.skipped == {
        page.format(""): "machine",
        page.format("guide/"): "machine",
    }


def test_a_page_of_that_name_is_a_page_where_nobody_navigates_by_it(docs):
    docs.write({**HOME, "docs/SUMMARY.md": "# In short"})
    docs.build()
    assert docs.listed() == ["/", "/SUMMARY/"]


def test_a_front_page_that_holds_the_navigation_is_a_page(docs):
    """Its manual proposes `nav_file: README.md`."""
    docs.write({"docs/README.md": "# Home\n\n* [A](a.md)\n", "docs/a.md": "# A"})
    docs.build(plugins="[literate-nav: {nav_file: README.md}, scopemap]")
    assert docs.listed() == ["/", "/a/"]
    assert docs.skipped == {}


# --- mkdocs-monorepo-plugin: copies all folders into a temporary one


def test_pages_of_a_monorepo_are_dated_by_their_original_files(docs):
    docs.write(
        {
            **HOME,
            "api/mkdocs.yml": "site_name: api\nnav: [Start: index.md]\n",
            "api/docs/index.md": "# API",
            "docs/sitemap.xml": '<urlset xmlns="u"/>',
        }
    )
    docs.commit(DAY)
    docs.write({"api/docs/index.md": "# API 2"})
    docs.commit("2024-06-01T12:00:00+00:00")
    docs.configure(
        plugins="[monorepo, scopemap]",
        nav="[Home: index.md, API: '!include ./api/mkdocs.yml']",
        strict="true",
    )
    done = docs.run("-m", "mkdocs", "build")
    assert done.returncode == 0
    assert docs.dates("sitemap-2.xml") == {
        "/": DAY,
        "/api/": "2024-06-01T12:00:00+00:00",
    }
    assert docs.read("sitemap.xml") == '<urlset xmlns="u"/>'


# --- Material for MkDocs

MATERIAL = "{name: material, font: false}"
POST = "---\n{}\ncategories: [{}]\n---\n# {}\n\nText\n"
BLOG = {
    "docs/index.md": "# Home",
    "docs/blog/index.md": "# Blog",
    "docs/blog/posts/one.md": POST.format("date: 2023-01-01", "Tools", "One"),
    "docs/blog/posts/two.md": POST.format(
        "date: {created: 2023-02-01, updated: 2024-02-02}", "Tools", "Two"
    ),
    "docs/blog/posts/three.md": POST.format("date: 2024-03-01", "News", "Three"),
    "docs/blog/posts/four.md": POST.format(
        "draft: true\ndate: 2024-04-01", "News", "Four"
    ),
}


def test_posts_of_a_blog_have_their_dates_and_views_those_of_their_newest(docs):
    """`blog/index.md` has text of its own, whose date is not known here.

    A day within `date: {…}` comes from Material as its first moment in UTC.
    """
    docs.write(BLOG)
    docs.build(
        theme=MATERIAL,
        plugins="[blog: {pagination_per_page: 2}, scopemap]",
        strict="true",
    )
    assert docs.dates() == {
        "/": None,
        "/blog/": None,
        "/blog/2023/01/01/one/": "2023-01-01",
        "/blog/2023/02/01/two/": "2024-02-02",
        "/blog/2024/03/01/three/": "2024-03-01",
        "/blog/archive/2023/": "2024-02-02",
        "/blog/archive/2024/": "2024-03-01",
        "/blog/category/news/": "2024-03-01",
        "/blog/category/tools/": "2024-02-02",
    }
    assert docs.skipped == {
        "blog/2024/04/01/four/index.html": "draft",
        "blog/page/2/index.html": "pagination",
    }


def test_git_dates_posts_that_say_only_when_they_appeared(docs):
    docs.write(BLOG)
    docs.commit("2024-02-20T12:00:00+00:00")
    docs.build(theme=MATERIAL, plugins="[scopemap, blog]")
    git = "2024-02-20T12:00:00+00:00"
    assert docs.dates() == {
        "/": git,
        "/blog/": "2024-03-01",
        "/blog/2023/01/01/one/": git,
        "/blog/2023/02/01/two/": "2024-02-02",
        "/blog/2024/03/01/three/": "2024-03-01",
        "/blog/archive/2023/": git,
        "/blog/archive/2024/": "2024-03-01",
        "/blog/category/news/": "2024-03-01",
        "/blog/category/tools/": git,
    }


def test_pages_of_tags_and_plain_pages_are_what_material_lists(docs):
    docs.write(
        {
            **HOME,
            "docs/a.md": "---\ntags: [x, y]\n---\n# A",
            "docs/tags.md": "# Tags\n\n<!-- material/tags -->\n",
        }
    )
    docs.build(theme=MATERIAL, plugins="[search, tags, scopemap]", strict="true")
    assert docs.listed() == ["/", "/a/", "/tags/"]
    assert docs.skipped == {}


LOSS = (
    "INFO scopemap: Material's instant navigation reads sitemap.xml, but not the 2 URLs"
    " in other sitemaps: links to those load as whole pages"
)


@pytest.mark.parametrize(
    ("scopes", "said"),
    [
        pytest.param("auto", [], id="one-sitemap"),
        pytest.param("sections", [LOSS], id="sections"),
    ],
)
def test_what_instant_navigation_loses_is_told(docs, scopes, said):
    docs.write({**HOME, "docs/guide/a.md": "# A", "docs/guide/b.md": "# B"})
    docs.build(
        theme="{name: material, font: false, features: [navigation.instant]}",
        plugins=f"[scopemap: {{scopes: {scopes}}}]",
        strict="true",
    )
    assert docs.log()[1:] == said
