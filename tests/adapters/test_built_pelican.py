"""Pelican: what its built pages, and the files for their host, say of themselves."""

from __future__ import annotations

import re

import pytest

SITE = "https://handbook.example"
INDEX = f"{SITE}/sitemap-index.xml"
ELSEWHERE = "https://other.example/b"
NOINDEX = '<meta name="robots" content="noindex">'
STUB = '<meta http-equiv="refresh" content="0; url={}">'
# Only what a test is about.
BARE = {
    "DIRECT_TEMPLATES": [],
    "AUTHOR_SAVE_AS": "",
    "CATEGORY_SAVE_AS": "",
    "TAG_SAVE_AS": "",
    "THEME_TEMPLATES_OVERRIDES": ["templates"],
}
# The smallest theme: its head is what an article's metadata says.
HEAD = {"templates/article.html": "{{ article.head }}{{ article.content }}"}
DIFFERENT = (
    "INFO scopemap: the hreflang links in {} are not those of the sitemap; engines"
    " believe neither where they differ"
)


def article(title: str = "Post", **metadata: str) -> str:
    fields = {"Title": title, "Date": "2024-02-03 12:00", **metadata}
    return "".join(f"{name}: {text}\n" for name, text in fields.items()) + "\nText.\n"


def link(url: str, language: str = "") -> str:
    """Give a link in a page's head: its canonical URL, or one of its languages."""
    if language:
        return f'<link rel="alternate" hreflang="{language}" href="{url}">'
    return f'<link rel="canonical" href="{url}">'


def summary(urls: int, skipped: int) -> str:
    return f"INFO scopemap: {urls} URLs in 1 sitemap, {skipped} skipped; submit {INDEX}"


def articles(**heads: str) -> dict[str, str]:
    """Give an article for each head; its name is its slug."""
    return {f"content/{n}.md": article(n, Slug=n, Head=h) for n, h in heads.items()}


def run(blog, code: str = "", **settings: object) -> dict[str, str]:
    """Build in a process of its own, since plugins stay; give what was left out."""
    blog.configure(code, **settings)
    done = blog.run("-m", "pelican", "-D", "--fatal", "warnings", COLUMNS="9999")
    assert done.returncode == 0, done.stdout
    return dict(re.findall(r"scopemap: skipped (.*?): (.*?)\s{2,}", done.stdout))


@pytest.fixture
def bare(blog):
    """Give a blog whose articles have the head that their metadata give them."""
    blog.write(HEAD)
    return blog


# --- what a theme makes of a page

# As many themes have it: a canonical link on each page, what the author says to robots,
# and no word of listings that only repeat.
BASE = """\
{% extends "!simple/base.html" %}
{% block head %}
{{ super() }}
{% set content = article or page %}
{% if content %}
<link rel="canonical" href="{{ content.canonical or SITEURL ~ '/' ~ content.url }}">
{% if content.second %}<link rel="canonical" href="{{ content.second }}">{% endif %}
{% if content.says %}
<meta name="{{ content.to or 'robots' }}" content="{{ content.says }}">
{% endif %}
{% if content.moved %}
<meta http-equiv="refresh" content="0; url={{ SITEURL }}/{{ content.moved }}">
{% endif %}
{% endif %}
{% if tag or author or (articles_page and articles_page.has_previous()) %}
<meta name="robots" content="noindex, follow">
{% endif %}
{% endblock %}
"""
THEMED = {
    "templates/base.html": BASE,
    "content/abroad.md": article("abroad", Canonical="https://other.example/abroad"),
    "content/bots.md": article("bots", Says="none", To="googlebot"),
    "content/copy.md": article("copy", Canonical=f"{SITE}/guide.html"),
    "content/dead.md": article("dead", Canonical=f"{SITE}/ded.html"),
    "content/guide.md": article("guide", Says="max-image-preview:none"),
    "content/hidden.md": article("hidden", Says="noindex", Tags="x"),
    "content/moved.md": article("moved", Moved="guide.html"),
    "content/own.md": article("own", Canonical=f"{SITE}/own"),
    "content/session.md": article("session", Url="session.html?PHPSESSID=4f"),
    "content/twice.md": article("twice", Second=f"{SITE}/guide.html"),
    "content/yandex.md": article("yandex", Says="noindex", To="yandex"),
    "content/pages/about.md": "Title: about\n\nText.\n",
    "content/pages/secret.md": "Title: secret\nSays: noindex\n\nText.\n",
}


def test_what_only_the_theme_writes_decides(blog):
    blog.write(THEMED)
    blog.build(THEME_TEMPLATES_OVERRIDES=["templates"], DEFAULT_PAGINATION=6)
    assert blog.listed() == [
        "/",
        "/archives.html",
        "/authors.html",
        "/categories.html",
        "/category/misc.html",
        "/dead.html",
        "/guide.html",
        "/own",
        "/pages/about.html",
        "/tags.html",
        "/twice.html",
        "/yandex.html",
    ]
    assert blog.skipped == {
        "abroad.html": "canonical (it is https://other.example/abroad)",
        "author/ada.html": "noindex (it says robots: noindex, follow)",
        "author/ada2.html": "pagination",
        "bots.html": "noindex (it says googlebot: none)",
        "category/misc2.html": "pagination",
        "copy.html": f"canonical (it is {SITE}/guide.html)",
        "hidden.html": "noindex (it says robots: noindex)",
        "index2.html": "pagination",
        "moved.html": f"redirect (to {SITE}/guide.html)",
        "pages/secret.html": "noindex (it says robots: noindex)",
        "session.html": "session (its URL names a session)",
        "tag/x.html": "noindex (it says robots: noindex, follow)",
    }
    assert blog.log() == [
        summary(12, 12),
        (
            "INFO scopemap: canonical links that lead to no page, or back:"
            f" dead.html ({SITE}/ded.html)"
        ),
    ]


def test_a_second_build_judges_what_it_did_not_write_again(blog):
    """Pelican with a cache and without, over the output that is there."""
    blog.write(THEMED)
    settings = {"THEME_TEMPLATES_OVERRIDES": ["templates"], "CACHE_CONTENT": True}
    seen = []
    for _ in range(2):
        blog.build(**settings, LOAD_CONTENT_CACHE=True)
        seen.append((blog.ours, blog.skipped))
    assert seen[0] == seen[1]
    blog.write({"content/hidden.md": article("hidden", Tags="x")})
    blog.build(**settings, LOAD_CONTENT_CACHE=True)
    assert "hidden.html" not in blog.skipped
    assert "/hidden.html" in blog.listed()


@pytest.mark.parametrize(
    ("url", "save_as", "spelling", "listed"),
    [
        pytest.param(
            "{slug}/",
            "{slug}/index.html",
            "{{ SITEURL }}/{{ article.save_as }}",
            ["/a/index.html", "/b/index.html"],
            id="index",
        ),
        pytest.param(
            "{slug}.html",
            "{slug}.html",
            "{{ SITEURL }}/{{ article.slug }}",
            ["/a", "/b"],
            id="no-extension",
        ),
        pytest.param(
            "{slug}.html",
            "{slug}.html",
            "/{{ article.url }}",
            ["/a.html", "/b.html"],
            id="relative",
        ),
    ],
)
def test_a_page_is_listed_as_its_canonical_link_spells_it(
    blog, url, save_as, spelling, listed
):
    blog.write({"templates/article.html": link(spelling), **articles(a="", b="")})
    blog.build(**BARE, ARTICLE_URL=url, ARTICLE_SAVE_AS=save_as)
    assert blog.listed() == listed
    assert blog.skipped == {}


@pytest.mark.parametrize(
    ("url", "save_as"),
    [
        pytest.param("a.html?PHPSESSID=4f", "a.html", id="php"),
        pytest.param("a/?x=1&sid=4f", "a/index.html", id="second"),
        pytest.param("a.html;jsessionid=4f", "a.html;jsessionid=4f", id="java"),
    ],
)
def test_a_url_that_names_a_session_is_not_listed(bare, url, save_as):
    named = article("A", Url=url, save_as=save_as, Head="")
    bare.write({"content/a.md": named, **articles(b="")})
    bare.build(**BARE)
    assert bare.listed() == ["/b.html"]
    assert bare.skipped == {save_as: "session (its URL names a session)"}
    bare.build(**BARE, SCOPEMAP_KEEP=["session"])
    assert bare.listed() == [f"/{url}", "/b.html"]


def test_what_pages_name_moves_along_where_base_url_says_otherwise(bare):
    """They are built for `SITEURL`; the author knows better where they are."""
    own = link("{{ SITEURL }}/{{ article.slug }}")
    bare.write({"templates/article.html": own + HEAD["templates/article.html"]})
    bare.write(articles(a="", b=NOINDEX, c=STUB.format(f"{SITE}/a.html")))
    bare.build(**BARE, SCOPEMAP_BASE_URL="https://new.example/docs")
    assert bare.listed() == ["https://new.example/docs/a"]
    assert bare.skipped == {
        "b.html": "noindex (it says robots: noindex)",
        "c.html": "redirect (to https://new.example/docs/a.html)",
    }


def test_the_canonical_link_of_pelican_seo_counts(blog):
    blog.write(
        {
            "content/a.md": article("A", Category="x"),
            "content/b.md": article("B", Category="x", external_canonical=ELSEWHERE),
        }
    )
    settings = {"PLUGINS": ["seo", "scopemap"], "SEO_REPORT": False}
    skipped = run(blog, **BARE, **settings, SEO_ENHANCER=True)
    assert f'<link href="{SITE}/a.html" rel="canonical"/>' in blog.read("a.html")
    assert blog.listed() == ["/a.html"]
    assert skipped == {"b.html": "canonical"}
    keep = ["canonical"]
    run(blog, **BARE, **settings, SEO_ENHANCER=True, SCOPEMAP_KEEP=keep)
    assert blog.listed() == ["/a.html", "/b.html"]


# --- keep, include and the share that may be left out


@pytest.mark.parametrize(
    ("settings", "listed"),
    [
        pytest.param({"KEEP": ["noindex"]}, "ab", id="one-reason"),
        pytest.param({"KEEP": ["noindex", "redirect"]}, "abc", id="two"),
        pytest.param({"INCLUDE": ["a.html", "c.html"]}, "ac", id="pages"),
        pytest.param({"INCLUDE": ["**"], "EXCLUDE": ["c.html"]}, "ab", id="all"),
    ],
)
def test_an_option_brings_pages_back(bare, settings, listed):
    bare.write(articles(a=NOINDEX, b=NOINDEX, c=STUB.format("a.html"), d=""))
    options = {f"SCOPEMAP_{name}": value for name, value in settings.items()}
    bare.build(**BARE, **options)
    assert bare.listed() == [f"/{name}.html" for name in f"{listed}d"]


TWELVE = {
    "templates/article.html": "{{ article.content }}",
    **articles(**dict.fromkeys("abcdefghijkl", "")),
}
HALTED = (
    "scopemap: nothing was written: 12 of 12 pages would be left out as {0!r} ({1};"
    " a.html: {2}); `keep` with {0} lists them, max_skipped sets how large a share may"
    " be"
)
FOR_THE_HOST = {
    "STATIC_PATHS": ["extra"],
    "EXTRA_PATH_METADATA": {
        f"extra/{name}": {"path": name}
        for name in ("_headers", "_redirects", "robots.txt")
    },
}


@pytest.mark.parametrize(
    ("files", "reason", "cause", "detail"),
    [
        pytest.param(
            {"templates/article.html": NOINDEX},
            "noindex",
            "they ask not to be indexed",
            "it says robots: noindex",
            id="noindex",
        ),
        pytest.param(
            {"templates/article.html": link("https://old.example/{{ article.url }}")},
            "canonical",
            "their canonical links name other pages",
            "it is https://old.example/a.html",
            id="canonical",
        ),
        pytest.param(
            {"templates/article.html": STUB.format("https://new.example/")},
            "redirect",
            "they send their readers elsewhere",
            "to https://new.example/",
            id="redirect",
        ),
        pytest.param(
            {"content/extra/robots.txt": "User-agent: *\nDisallow: /\n"},
            "blocked",
            "robots.txt keeps crawlers out",
            "by robots.txt",
            id="blocked",
        ),
    ],
)
def test_what_takes_all_pages_out_is_one_warning_and_leaves_the_last_set(
    blog, files, reason, cause, detail
):
    blog.write(TWELVE)
    settings = {**BARE, **FOR_THE_HOST, "SCOPEMAP_ROBOTS": "never"}
    blog.build(**settings)
    before = blog.ours
    assert blog.listed() == [f"/{name}.html" for name in "abcdefghijkl"]
    blog.write(files)
    blog.build(**settings)
    assert blog.log() == [f"WARNING {HALTED.format(reason, cause, detail)}"]
    assert {name: blog.ours[name] for name in before} == before
    blog.build(**settings, SCOPEMAP_KEEP=[reason])
    assert blog.log() == [summary(12, 0)]


def test_the_command_fails_for_that_where_warnings_are_fatal(blog):
    blog.write({**TWELVE, "templates/article.html": NOINDEX})
    printed = blog.pelican("--fatal", "warnings", **BARE)
    cause, detail = "they ask not to be indexed", "it says robots: noindex"
    assert blog.status == 1
    assert HALTED.format("noindex", cause, detail) in printed
    assert blog.ours == {}
    blog.pelican(**BARE)
    assert blog.status == 0


# --- redirects

# As pelican-alias 1.1 does, by a generator of its own.
ALIAS = """
from pathlib import Path
from pelican import signals

class Aliases:
    def __init__(self, context, settings, path, theme, output_path, *args):
        self.context, self.output = context, Path(output_path)

    def generate_output(self, writer):
        for article in self.context["articles"]:
            for alias in article.metadata.get("alias", "").split():
                file = self.output / alias
                file.parent.mkdir(exist_ok=True)
                file.write_text(STUB % article.url)

STUB = '''<!DOCTYPE html><html><head><meta charset="utf-8" />
<meta http-equiv="refresh" content="0;url=/%s" />
</head></html>'''

signals.get_generators.connect(lambda generators: Aliases, weak=False)
"""


def test_stubs_are_no_pages_whoever_writes_them(bare):
    """A plugin over an article or where there is none, and the author by hand."""
    bare.write(
        {
            "content/new.md": article(
                "new", Head="", Alias="old.html older/index.html"
            ),
            "content/old.md": article("old", Head=""),
            "content/extra/hand.html": STUB.format("../new.html"),
            "content/extra/demo.html": "<title>Demo</title>",
        }
    )
    settings = {"STATIC_PATHS": ["extra"], "READERS": {"html": None}}
    for _ in range(2):
        skipped = run(bare, ALIAS, **BARE, **settings, SCOPEMAP_FILES=["**.html"])
        assert bare.listed() == ["/extra/demo.html", "/new.html"]
        assert skipped == {
            "extra/hand.html": f"redirect (to {SITE}/new.html)",
            "old.html": f"redirect (to {SITE}/new.html)",
            "older/index.html": f"redirect (to {SITE}/new.html)",
        }


RULES = """\
/forced.html  /new.html     301!
/there.html   /new.html     301
/tag/*        /new/:splat   302!
/*            /lost.html    404
"""
RULED = {
    "content/extra/_redirects": RULES,
    **articles(**dict.fromkeys(("forced", "lost", "new", "there"), "")),
}


@pytest.mark.parametrize(
    ("file", "skipped"),
    [
        pytest.param(
            {},
            {
                "forced.html": f"redirect (to {SITE}/new.html)",
                "lost.html": "error (by _redirects)",
                "tag/x.html": f"redirect (to {SITE}/new/x.html)",
            },
            id="netlify",
        ),
        pytest.param(
            {"content/wrangler.toml": 'name = "journal"\n'},
            {
                "lost.html": "error (by _redirects)",
                "there.html": f"redirect (to {SITE}/new.html)",
            },
            id="cloudflare",
        ),
    ],
)
def test_rules_for_the_host_count_where_it_follows_them(bare, file, skipped):
    bare.write({**RULED, **file, "content/new.md": article("new", Tags="x", Head="")})
    bare.build(**BARE | {"TAG_SAVE_AS": "tag/{slug}.html"}, **FOR_THE_HOST)
    pages = {f"{name}.html" for name in ("forced", "lost", "new", "there", "tag/x")}
    assert bare.listed() == sorted(f"/{name}" for name in pages - set(skipped))
    assert bare.skipped == skipped


# --- headers and robots.txt of the author's

HEADERS = """\
/internal-*
  X-Robots-Tag: noindex
/preview.html
  X-Robots-Tag: max-image-preview:none
/internal-open.html
  ! X-Robots-Tag
/others.html
  X-Robots-Tag: otherbot: noindex
"""
ROBOTS = """\
User-agent: *
Disallow: /private-
Disallow: /common-
Allow: /private-open.html

User-agent: Googlebot
Disallow: /private-
Allow: /private-open.html
Disallow: /gone-
"""
NAMES = (
    "common-a gone-a internal-a internal-open others preview private-a private-open"
).split()
HOSTED = {
    "content/extra/_headers": HEADERS,
    "content/extra/robots.txt": ROBOTS,
    **articles(**dict.fromkeys(NAMES, "")),
}


def test_what_the_host_and_robots_are_told_decides(bare):
    bare.write(HOSTED)
    bare.build(**BARE, **FOR_THE_HOST)
    assert bare.listed() == [
        "/common-a.html",
        "/gone-a.html",
        "/internal-open.html",
        "/others.html",
        "/preview.html",
        "/private-open.html",
    ]
    assert bare.skipped == {
        "internal-a.html": "noindex (it says X-Robots-Tag: noindex)",
        "private-a.html": "blocked (by robots.txt)",
    }
    who = "INFO scopemap: robots.txt keeps {} from pages that are listed: {}"
    assert bare.log() == [
        summary(6, 2),
        who.format("all but Googlebot", f"{SITE}/common-a.html"),
        who.format("Googlebot", f"{SITE}/gone-a.html"),
    ]


def test_that_is_inert_below_the_root_of_a_host(bare):
    bare.write({**HOSTED, "content/extra/_redirects": "/* /lost.html 301!\n"})
    bare.build(**BARE, **FOR_THE_HOST, SITEURL=f"{SITE}/blog")
    assert bare.listed() == [f"/blog/{name}.html" for name in NAMES]
    assert bare.skipped == {}


# --- languages and images


def test_links_that_pages_return_are_written(bare):
    """Of a theme that names other languages where Pelican knows of none."""
    both = link("/a.html", "en") + link("/b.html", "de-CH")
    default = link("/a.html", "x-default")
    one_way = link("/c.html", "en") + link("/b.html", "de")
    bare.write(articles(a=both + default, b=both + default, c=one_way))
    bare.build(**BARE)
    links = {"de-CH": "/b.html", "en": "/a.html", "x-default": "/a.html"}
    assert bare.alternates() == {"/a.html": links, "/b.html": links, "/c.html": {}}
    assert bare.log() == [summary(3, 0)]


TRANSLATED = {
    "content/a.md": article("A", Slug="a", Lang="en"),
    "content/b.md": article("A", Slug="a", Lang="de"),
    "content/c.md": article("C", Slug="c", Lang="en"),
}
LINKS = {"de": "/a-de.html", "en": "/a.html", "x-default": "/a.html"}


def test_the_links_of_the_simple_theme_agree_with_the_sitemap(blog):
    """A page names its translations there, and need not name itself besides."""
    blog.write(TRANSLATED)
    blog.build(**BARE, DEFAULT_LANG="en")
    assert 'hreflang="de"' in blog.read("a.html")
    assert blog.alternates() == {"/a-de.html": LINKS, "/a.html": LINKS, "/c.html": {}}
    assert blog.log() == [summary(3, 0)]


@pytest.mark.parametrize(
    ("links", "told"),
    [
        pytest.param(
            "{{ SITEURL }}/a.html en, {{ SITEURL }}/a-de.html de", False, id="same"
        ),
        pytest.param(
            "{{ SITEURL }}/a.html en, {{ SITEURL }}/fr/a.html fr", True, id="other"
        ),
        pytest.param(
            "{{ SITEURL }}/a.html en, {{ SITEURL }}/de/a.html de", True, id="elsewhere"
        ),
    ],
)
def test_links_that_are_not_those_of_pelican_are_told(blog, links, told):
    head = "".join(link(*each.rsplit(" ", 1)) for each in links.split(", "))
    template = f"{{% if article.slug == 'a' %}}{head}{{% endif %}}"
    blog.write({**TRANSLATED, "templates/article.html": template})
    blog.build(**BARE, DEFAULT_LANG="en")
    assert blog.alternates() == {"/a-de.html": LINKS, "/a.html": LINKS, "/c.html": {}}
    assert blog.log()[1:] == [DIFFERENT.format("a-de.html, a.html")] * told


IMAGES = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://handbook.example/a.html</loc><lastmod>2024-02-03T12:00:00+00:00</lastmod>
<image:image><image:loc>https://handbook.example/images/a%20b.png</image:loc></image:image>
<image:image><image:loc>https://cdn.example/x.png?a=1&amp;b=2</image:loc></image:image>
</url>
<url><loc>https://handbook.example/b.html</loc><lastmod>2024-02-03T12:00:00+00:00</lastmod></url>
</urlset>
"""
WITH_LOGO = """\
{% extends "!simple/base.html" %}
{% block header %}<img src="{{ SITEURL }}/theme/logo.png">{% endblock %}
"""


@pytest.mark.parametrize("relative", [True, False], ids=["relative", "absolute"])
def test_images_of_the_content_are_written_where_they_are_asked_for(blog, relative):
    """Not those of the theme, such as the logo."""
    images = (
        "![One]({static}/images/a%20b.png) ![Again]({static}/images/a%20b.png)\n\n"
        "![Far](https://cdn.example/x.png?a=1&b=2)\n"
    )
    blog.write(
        {
            "templates/base.html": WITH_LOGO,
            "content/a.md": article("A") + images,
            "content/b.md": article("B"),
            "content/images/a b.png": b"\x89PNG",
        }
    )
    blog.build(**BARE, SCOPEMAP_IMAGES=True, RELATIVE_URLS=relative)
    assert "logo.png" in blog.read("b.html")
    assert blog.read("sitemap.xml") == IMAGES
