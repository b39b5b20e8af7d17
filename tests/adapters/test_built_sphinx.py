"""Sphinx: what its built pages, and the files for their host, say of themselves."""

from __future__ import annotations

import os
import time

import pytest

SITE = "https://handbook.example"
INDEX = f"{SITE}/sitemap-index.xml"
TREE = {"docs/index.rst": "Home\n====\n\n.. toctree::\n   :glob:\n\n   **\n"}
DIFFERENT = (
    "INFO scopemap: the hreflang links in {} are not those of the sitemap; engines"
    " believe neither where they differ"
)
NOINDEX = '<meta name="robots" content="noindex">'
STUB = '<meta http-equiv="refresh" content="0; url={}">'
# The smallest theme: its head is what conf.py says of the page.
HEAD = '{{ heads.get(pagename, "") }}{% block body %}{{ body }}{% endblock %}'
MACHINE = {"genindex.html": "machine", "search.html": "machine"}


def rst(head: str = "", *, body: str = "Text.") -> str:
    return f"{head}\n\nPage\n====\n\n{body}\n"


def link(url: str, language: str = "") -> str:
    """Give a link in a page's head: its canonical URL, or one of its languages."""
    if language:
        return f'<link rel="alternate" hreflang="{language}" href="{url}">'
    return f'<link rel="canonical" href="{url}">'


def summary(urls: int, skipped: int) -> str:
    return f"INFO scopemap: {urls} URLs in 1 sitemap, {skipped} skipped; submit {INDEX}"


def outcome(project) -> dict[str, str]:
    """Give the pages that were left out, without the indexes and the search."""
    return {n: why for n, why in project.skipped.items() if why != "machine"}


@pytest.fixture
def bare(project):
    """Give a project whose pages have the head that `heads` of conf.py gives them."""
    project.write({**TREE, "docs/_templates/layout.html": HEAD})
    return project


# --- what documents, templates and conf.py make of a page

# As Sphinx itself, sphinx-rtd-theme and furo have it: one of several links is Sphinx's.
LAYOUT = """\
{% extends "!layout.html" %}
{% block extrahead %}
{{ super() }}
{% if pagename in hidden or (meta and meta.says) %}
<meta name="robots" content="{{ meta.says or 'noindex' }}">
{% endif %}
{% if meta and meta.second %}
<link rel="canonical" href="{{ meta.second }}">
{% endif %}
{% endblock %}
"""
CONF = """
CANONICALS = {
    "abroad": "https://other.example/abroad.html",
    "copy": "https://handbook.example/guide.html",
    "dead": "https://handbook.example/ded.html",
    "own": "https://handbook.example/own",
    "session": "https://handbook.example/session.html?PHPSESSID=4f",
}

def setup(app):
    app.connect("html-page-context", change)

def change(app, pagename, templatename, context, doctree):
    if pagename in CANONICALS:
        context["pageurl"] = CANONICALS[pagename]
"""
META = {
    **TREE,
    "docs/_templates/layout.html": LAYOUT,
    **{
        f"docs/{name}.rst": rst()
        for name in ("abroad", "copy", "dead", "guide", "listed", "own", "session")
    },
    "docs/bots.rst": rst(".. meta::\n   :googlebot: none"),
    "docs/meta.rst": rst(".. meta::\n   :robots: noindex, nofollow"),
    "docs/moved.rst": rst(".. meta::\n   :http-equiv=refresh: 0; url=guide.html"),
    "docs/preview.rst": rst(".. meta::\n   :robots: max-image-preview:none"),
    "docs/says.rst": rst(":says: noindex, follow"),
    "docs/twice.rst": rst(f":second: {SITE}/guide.html"),
    "docs/yandex.rst": rst(".. meta::\n   :yandex: noindex"),
}
CONTEXT = {"html_context": {"hidden": ["listed"]}, "code": CONF}


def test_what_only_the_built_page_tells_decides(project):
    """By the directive `meta`, by a template, and by a function of conf.py."""
    project.write(META)
    assert project.build("-v", "-W", **CONTEXT) == 0
    assert project.listed() == [
        "/dead.html",
        "/guide.html",
        "/index.html",
        "/own",
        "/preview.html",
        "/twice.html",
        "/yandex.html",
    ]
    assert project.skipped == {
        "abroad.html": "canonical (it is https://other.example/abroad.html)",
        "bots.html": "noindex (it says googlebot: none)",
        "copy.html": f"canonical (it is {SITE}/guide.html)",
        "listed.html": "noindex (it says robots: noindex)",
        "meta.html": "noindex (it says robots: noindex, nofollow)",
        "moved.html": f"redirect (to {SITE}/guide.html)",
        "says.html": "noindex (it says robots: noindex, follow)",
        "session.html": "session (its URL names a session)",
        **MACHINE,
    }
    assert project.log()[-2:] == [
        summary(7, 10),
        (
            "INFO scopemap: canonical links that lead to no page, or back:"
            f" dead.html ({SITE}/ded.html)"
        ),
    ]


def test_an_incremental_build_judges_the_pages_that_it_did_not_write(project):
    project.write(META)
    assert project.build("-W", **CONTEXT) == 0
    first = project.ours
    project.write({"docs/guide.rst": rst(body="Another text.")})
    later = time.time() + 5
    os.utime(project.root / "docs/guide.rst", (later, later))
    assert project.build("-v", "-W", **CONTEXT) == 0
    assert "\n0 added, 1 changed, 0 removed\n" in project.status
    assert project.ours == first
    skipped = project.skipped
    assert project.build("-v", "-W", "-E", "-a", "-j", "2", **CONTEXT) == 0
    assert (project.ours, project.skipped) == (first, skipped)


def test_a_page_that_changes_its_mind_is_heard_in_the_next_build(project):
    names = ("a", "b")
    project.write({**TREE, **{f"docs/{name}.rst": rst() for name in names}})
    settings = {"templates_path": None}
    project.build("-W", **settings)
    for name, listed in (
        ("a", ["/b.html", "/index.html"]),
        ("b", ["/index.html"]),
    ):
        project.write({f"docs/{name}.rst": rst(".. meta::\n   :robots: noindex")})
        project.build("-W", **settings)
        assert project.listed() == listed
    project.write({f"docs/{name}.rst": rst(body="Open.") for name in names})
    project.build("-W", **settings)
    assert project.listed() == ["/a.html", "/b.html", "/index.html"]


def test_in_folders_only_canonical_links_to_other_sites_count(bare):
    """Sphinx does not encode its own there, up to 9.1."""
    heads = {
        "abroad": link("https://other.example/abroad/"),
        "caf\u00e9": link(f"{SITE}/caf\u00e9/"),
        "copy": link(f"{SITE}/"),
        "hidden": NOINDEX,
        "moved": STUB.format("../copy/"),
        "own": link(f"{SITE}/own/index.html"),
    }
    bare.write({f"docs/{name}.rst": rst() for name in heads})
    context = {"heads": heads}
    assert bare.build("-v", "-W", builder="dirhtml", html_context=context) == 0
    assert bare.listed() == ["/", "/caf%C3%A9/", "/copy/", "/own/"]
    assert outcome(bare) == {
        "abroad/index.html": "canonical (it is https://other.example/abroad/)",
        "hidden/index.html": "noindex (it says robots: noindex)",
        "moved/index.html": f"redirect (to {SITE}/copy/)",
    }


def test_a_single_page_answers_for_itself(bare):
    bare.write({"docs/a.rst": rst()})
    context = {"heads": {"index": NOINDEX}}
    assert bare.build("-v", "-W", builder="singlehtml", html_context=context) == 0
    assert outcome(bare) == {"index.html": "noindex (it says robots: noindex)"}
    assert bare.log()[-1] == "INFO scopemap: no page is to be listed (1 noindex)"
    assert bare.ours == {}


@pytest.mark.parametrize(
    ("builder", "spelling", "listed"),
    [
        pytest.param("html", "{}", ["/a", "/index", "/sub/index"], id="no-extension"),
        pytest.param(
            "html",
            "{}.html?v=1",
            ["/a.html?v=1", "/index.html?v=1", "/sub/index.html?v=1"],
            id="query",
        ),
        pytest.param(
            "dirhtml", "{}/index.html", ["/", "/a/", "/sub/"], id="in-folders-as-ever"
        ),
    ],
)
def test_a_page_is_listed_as_its_canonical_link_spells_it(
    project, builder, spelling, listed
):
    href = f"{SITE}/{spelling.format('{{ pagename }}')}"
    project.write(
        {
            **TREE,
            "docs/_templates/layout.html": link(href),
            "docs/a.rst": rst(),
            "docs/sub/index.rst": rst(),
        }
    )
    assert project.build("-v", "-W", builder=builder) == 0
    assert project.listed() == listed
    assert outcome(project) == {}


def test_a_version_whose_pages_name_the_stable_one_has_none_of_its_own(project):
    """As on Read the Docs, where html_baseurl is that of the version."""
    template = link(f"{SITE}/en/stable/{{{{ pagename }}}}.html")
    project.write(
        {**TREE, "docs/a.rst": rst(), "docs/_templates/layout.html": template}
    )
    own = {"html_baseurl": f"{SITE}/en/1.0/"}
    assert project.build("-v", "-W", **own) == 0
    assert outcome(project) == {
        "a.html": f"canonical (it is {SITE}/en/stable/a.html)",
        "index.html": f"canonical (it is {SITE}/en/stable/index.html)",
    }
    said = "no page is to be listed (2 canonical, 2 machine)"
    assert project.log()[-1] == f"INFO scopemap: {said}"
    assert project.ours == {}
    assert project.build("-W", **own, scopemap_keep=["canonical"]) == 0
    assert project.listed() == ["/en/1.0/a.html", "/en/1.0/index.html"]
    assert project.build("-W", html_baseurl=f"{SITE}/en/stable/") == 0
    assert project.listed() == ["/en/stable/a.html", "/en/stable/index.html"]


def test_what_pages_name_moves_along_where_base_url_says_otherwise(bare):
    """They are built for `html_baseurl`; the author knows better where they are."""
    own = '<link rel="canonical" href="{{ pageurl }}">'
    links = link(f"{SITE}/a.html", "en") + link(f"{SITE}/b.html", "de")
    heads = {"a": links, "b": links, "c": STUB.format(f"{SITE}/b.html")}
    bare.write({"docs/_templates/layout.html": own + HEAD})
    bare.write({f"docs/{name}.rst": rst() for name in heads})
    new = "https://new.example/docs"
    context = {"heads": heads}
    assert bare.build("-v", "-W", html_context=context, scopemap_base_url=new) == 0
    both = {"de": f"{new}/b.html", "en": f"{new}/a.html"}
    assert bare.alternates() == {
        both["en"]: both,
        both["de"]: both,
        f"{new}/index.html": {},
    }
    assert outcome(bare) == {"c.html": f"redirect (to {new}/b.html)"}


# --- keep, include and the share that may be left out


@pytest.mark.parametrize(
    ("settings", "listed"),
    [
        pytest.param({"scopemap_keep": ["noindex"]}, ["a", "b"], id="one-reason"),
        pytest.param(
            {"scopemap_keep": ["noindex", "redirect"]}, ["a", "b", "c"], id="two"
        ),
        pytest.param(
            {"scopemap_include": ["a.html", "c.html"]}, ["a", "c"], id="pages"
        ),
        pytest.param(
            {"scopemap_include": ["**.html"], "scopemap_exclude": ["c.html"]},
            ["a", "b", "genindex", "search"],
            id="all",
        ),
    ],
)
def test_an_option_brings_pages_back(bare, settings, listed):
    heads = {"a": NOINDEX, "b": NOINDEX, "c": STUB.format("a.html")}
    bare.write({f"docs/{name}.rst": rst() for name in heads})
    assert bare.build("-W", html_context={"heads": heads}, **settings) == 0
    assert bare.listed() == sorted(f"/{name}.html" for name in (*listed, "index"))


TWELVE = {**TREE, **{f"docs/{name}.rst": rst() for name in "abcdefghijk"}}
ALL_TWELVE = [f"/{name}.html" for name in (*"abcdefghi", "index", "j", "k")]
HALTED = (
    "WARNING: scopemap: nothing was written: 12 of 12 pages would be left out as {0!r}"
    " ({1}; a.html: {2}); `keep` with {0} lists them, max_skipped sets how large a"
    " share may be [scopemap.halted]"
)


@pytest.mark.parametrize(
    ("files", "reason", "cause", "detail"),
    [
        pytest.param(
            {"docs/_templates/layout.html": NOINDEX},
            "noindex",
            "they ask not to be indexed",
            "it says robots: noindex",
            id="noindex",
        ),
        pytest.param(
            {"docs/_templates/layout.html": link("https://old.example/{{ pagename }}")},
            "canonical",
            "their canonical links name other pages",
            "it is https://old.example/a",
            id="canonical",
        ),
        pytest.param(
            {"docs/_templates/layout.html": STUB.format("https://new.example/")},
            "redirect",
            "they send their readers elsewhere",
            "to https://new.example/",
            id="redirect",
        ),
        pytest.param(
            {"docs/robots.txt": "User-agent: *\nDisallow: /\n"},
            "blocked",
            "robots.txt keeps crawlers out",
            "by robots.txt",
            id="blocked",
        ),
    ],
)
def test_what_takes_all_pages_out_is_one_warning_and_leaves_the_last_set(
    project, files, reason, cause, detail
):
    project.write(TWELVE)
    settings = {"scopemap_robots": "never"}
    assert project.build("-W", **settings) == 0
    before = project.ours
    assert project.listed() == ALL_TWELVE
    project.write(files)
    extra = {"html_extra_path": ["robots.txt"]} if reason == "blocked" else {}
    assert project.build("-W", "-E", "-a", **settings, **extra) == 1
    warning = HALTED.format(reason, cause, detail)
    assert project.log()[0] == warning
    assert {name: project.ours[name] for name in before} == before
    assert project.build("-E", "-a", **settings, **extra) == 0
    assert project.log() == [warning]
    assert project.build("-W", **settings, **extra, scopemap_keep=[reason]) == 0
    assert project.listed() == ALL_TWELVE


# --- redirects

# As sphinx-reredirects 1.1 does over documents, sphinxext-rediraffe 0.3 at the end.
REDIRECTS = """
from pathlib import Path

REREDIRECTS = (
    '<html><head><noscript><meta http-equiv="refresh" content="0; url=%(to)s" />'
    '</noscript><script>var target = "%(to)s";if (window.location.hash) {'
    'window.location.replace(target + window.location.hash);} else {'
    'window.location.replace(target);}</script></head></html>'
)
REDIRAFFE = (
    '<html><head><noscript><meta http-equiv="refresh" content="0; url=%(to)s"/>'
    "</noscript></head><body><script>window.location.href = '%(to)s' +"
    " (window.location.search || '') + (window.location.hash || '');</script>"
    '<p>You should have been redirected.</p></body></html>'
)

def setup(app):
    app.connect("html-collect-pages", reredirect)
    app.connect("build-finished", rediraffe)

def reredirect(app):
    Path(app.outdir, "old.html").write_text(REREDIRECTS % {"to": "new.html"})
    Path(app.outdir, "gone.html").write_text(REREDIRECTS % {"to": "https://x.example"})
    return []

def rediraffe(app, exception):
    Path(app.outdir, "older.html").write_text(REDIRAFFE % {"to": "new.html"})
"""


def test_stubs_are_no_pages_whoever_writes_them(project):
    """An extension over documents or where there is none, and the author by hand."""
    project.write(
        {
            **TREE,
            "docs/_extra/hand.html": STUB.format("new.html"),
            "docs/_extra/demo.html": "<title>Demo</title>",
            **{f"docs/{name}.rst": rst() for name in ("new", "old")},
        }
    )
    settings = {
        "html_extra_path": ["_extra"],
        "scopemap_files": ["**.html"],
        "code": REDIRECTS,
    }
    for _ in range(2):
        assert project.build("-v", "-W", **settings) == 0
        assert project.listed() == ["/demo.html", "/index.html", "/new.html"]
        assert outcome(project) == {
            "gone.html": "redirect (to https://x.example/)",
            "hand.html": f"redirect (to {SITE}/new.html)",
            "old.html": f"redirect (to {SITE}/new.html)",
            "older.html": f"redirect (to {SITE}/new.html)",
        }


RULES = """\
/forced.html  /new.html     301!
/there.html   /new.html     301
/deep/*       /new/:splat   302!
/*            /lost.html    404
"""
RULED = {
    **TREE,
    "docs/_extra/_redirects": RULES,
    **{f"docs/{n}.rst": rst() for n in ("deep/a", "forced", "lost", "new", "there")},
}
EXTRA = {"html_extra_path": ["_extra"]}


def test_rules_for_the_host_count_where_they_win_over_a_file(project):
    project.write(RULED)
    assert project.build("-v", "-W", **EXTRA) == 0
    assert project.listed() == ["/index.html", "/new.html", "/there.html"]
    assert outcome(project) == {
        "deep/a.html": f"redirect (to {SITE}/new/a.html)",
        "forced.html": f"redirect (to {SITE}/new.html)",
        "lost.html": "error (by _redirects)",
    }


def test_on_cloudflare_a_rule_wins_over_each_file(project, monkeypatch):
    monkeypatch.setenv("CF_PAGES", "1")
    monkeypatch.setenv("CF_PAGES_BRANCH", "main")
    project.write(RULED)
    assert project.build("-v", "-W", **EXTRA, scopemap_publish="yes") == 0
    assert outcome(project) == {
        "lost.html": "error (by _redirects)",
        "there.html": f"redirect (to {SITE}/new.html)",
    }


# --- headers and robots.txt of the author's

HEADERS = """\
/internal/*
  X-Robots-Tag: noindex
/images/*
  X-Robots-Tag: max-image-preview:none
/internal/open.html
  ! X-Robots-Tag
/others.html
  X-Robots-Tag: otherbot: noindex
"""
ROBOTS = """\
User-agent: *
Disallow: /private/
Disallow: /common/
Allow: /private/open.html

User-agent: Googlebot
Disallow: /private/
Allow: /private/open.html
Disallow: /gone/
"""
HOSTED_NAMES = (
    "common/a gone/a images/a internal/a internal/open others private/a private/open"
).split()
RULES_OF_THE_HOST = {"docs/_extra/_headers": HEADERS, "docs/_extra/robots.txt": ROBOTS}
HOSTED = {**TREE, **{f"docs/{name}.rst": rst() for name in HOSTED_NAMES}}


@pytest.mark.parametrize(
    ("builder", "folder", "end"),
    [
        pytest.param("html", ".html", ".html", id="html"),
        pytest.param("dirhtml", "/index.html", "/", id="dirhtml"),
    ],
)
def test_what_the_host_and_robots_are_told_decides(project, builder, folder, end):
    rules = {
        name: text.replace(".html", end) for name, text in RULES_OF_THE_HOST.items()
    }
    project.write({**HOSTED, **rules})
    assert project.build("-v", "-W", builder=builder, **EXTRA) == 0
    home = "/" if builder == "dirhtml" else "/index.html"
    assert project.listed() == sorted(
        [
            home,
            f"/common/a{end}",
            f"/gone/a{end}",
            f"/images/a{end}",
            f"/internal/open{end}",
            f"/others{end}",
            f"/private/open{end}",
        ]
    )
    assert outcome(project) == {
        f"internal/a{folder}": "noindex (it says X-Robots-Tag: noindex)",
        f"private/a{folder}": "blocked (by robots.txt)",
    }
    who = "INFO scopemap: robots.txt keeps {} from pages that are listed: {}"
    assert project.log()[-2:] == [
        who.format("all but Googlebot", f"{SITE}/common/a{end}"),
        who.format("Googlebot", f"{SITE}/gone/a{end}"),
    ]


def test_that_is_inert_below_the_root_of_a_host(project):
    rules = {"docs/_extra/_redirects": "/* /others.html 301!\n"}
    project.write({**HOSTED, **RULES_OF_THE_HOST, **rules})
    assert project.build("-v", "-W", **EXTRA, html_baseurl=f"{SITE}/docs/") == 0
    assert project.listed() == sorted(
        f"/docs/{name}.html" for name in ("index", *HOSTED_NAMES)
    )
    assert outcome(project) == {}


# --- languages and images


def test_links_that_pages_return_are_written(bare):
    """Of a template that names the languages of each page, as many projects have."""
    both = link("/a.html", "en") + link("/de/a.html", "de-CH")
    default = link("/a.html", "x-default")
    heads = {
        "a": both + default,
        "de/a": both + default,
        "b": link("/b.html", "en") + link("/de/a.html", "de"),
    }
    bare.write({f"docs/{name}.rst": rst() for name in heads})
    assert bare.build("-W", html_context={"heads": heads}) == 0
    links = {"de-CH": "/de/a.html", "en": "/a.html", "x-default": "/a.html"}
    assert bare.alternates() == {
        "/a.html": links,
        "/b.html": {},
        "/de/a.html": links,
        "/index.html": {},
    }


def test_links_that_are_not_those_of_the_option_are_told(bare):
    heads = {
        "a": link("/a.html", "en") + link("/de/a.html", "de"),
        "de/a": link("/a.html", "en") + link("/fr/a.html", "fr"),
    }
    bare.write({f"docs/{name}.rst": rst() for name in heads})
    settings = {
        "html_context": {"heads": heads},
        "scopemap_languages": {"en": "", "de": "de/"},
    }
    assert bare.build("-W", **settings) == 0
    links = {"de": "/de/a.html", "en": "/a.html"}
    assert bare.alternates() == {
        "/a.html": links,
        "/de/a.html": links,
        "/index.html": {},
    }
    assert bare.log() == [
        summary(3, 2),
        DIFFERENT.format("de/a.html"),
    ]


IMAGES = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://handbook.example/index.html</loc></url>
<url><loc>https://handbook.example/sub/page.html</loc>
<image:image><image:loc>https://handbook.example/_images/caf%C3%A9.png</image:loc></image:image>
<image:image><image:loc>https://cdn.example/x.png?a=1&amp;b=2</image:loc></image:image>
</url>
</urlset>
"""


@pytest.mark.parametrize("theme", ["alabaster", "basic"])
def test_images_of_the_content_are_written_where_they_are_asked_for(project, theme):
    """Not those of the theme, such as the logo."""
    images = "caf\u00e9.png https://cdn.example/x.png?a=1&b=2 caf\u00e9.png".split()
    body = "".join(f".. image:: {image}\n\n" for image in images)
    project.write(
        {
            **TREE,
            "docs/sub/page.rst": rst(body=body),
            "docs/sub/caf\u00e9.png": b"\x89PNG\r\n\x1a\n",
            "docs/logo.png": b"\x89PNG\r\n\x1a\n",
        }
    )
    status = project.build(
        "-W",
        templates_path=None,
        html_theme=theme,
        html_logo="logo.png",
        scopemap_images=True,
    )
    assert status == 0
    assert project.read("sitemap.xml") == IMAGES


def test_alabaster_says_nothing_wrong_of_its_pages(project):
    """Where nobody sets canonical_url, it writes `None` as the canonical link."""
    project.write({**TREE, "docs/a.rst": rst()})
    settings = {"templates_path": None, "html_theme": "alabaster"}
    assert project.build("-v", "-W", **settings) == 0
    assert project.listed() == ["/a.html", "/index.html"]
    options = {"html_theme_options": {"canonical_url": "https://old.example/"}}
    assert project.build("-v", "-W", **settings, **options) == 0
    assert project.listed() == ["/a.html", "/index.html"]
