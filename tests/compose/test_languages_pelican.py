"""Pelican: languages by i18n_subsites, really built, and what is composed over them."""

from __future__ import annotations

URL = "https://docs.acme.org/"
SETTINGS = {
    "AUTHOR": "Ada",
    "SITENAME": "Journal",
    "SITEURL": URL.rstrip("/"),
    "PATH": "content",
    "OUTPUT_PATH": "public",
    "THEME": "simple",
    "TIMEZONE": "UTC",
    "DEFAULT_LANG": "en",
    "I18N_SUBSITES": {"de": {}},
    "PLUGINS": ["i18n_subsites", "scopemap"],
    "DIRECT_TEMPLATES": ["index"],
    "STATIC_PATHS": [],
    **dict.fromkeys(("AUTHOR_SAVE_AS", "CATEGORY_SAVE_AS", "TAG_SAVE_AS"), ""),
    "FEED_ALL_ATOM": None,
    "CATEGORY_FEED_ATOM": None,
    "TRANSLATION_FEED_ATOM": None,
    "AUTHOR_FEED_ATOM": None,
    "AUTHOR_FEED_RSS": None,
}


def article(title, lang, **metadata):
    # The drafts that i18n_subsites makes need a category of their own.
    fields = {"Title": title, "Lang": lang, "Category": "misc", "Date": "2024-02-03"}
    fields |= metadata
    return "".join(f"{name}: {text}\n" for name, text in fields.items()) + "\nText.\n"


CONTENT = {
    "content/hello.md": article("Hello", "en", Slug="hello"),
    "content/hallo.md": article("Hallo", "de", Slug="hello"),
    "content/alone.md": article("Alone", "en"),
    "content/allein.md": article("Allein", "de"),
    "content/pages/about.md": "Title: About\nSlug: about\nLang: en\n\nText.\n",
    "content/pages/ueber.md": "Title: Über\nSlug: about\nLang: de\n\nText.\n",
}
FLAGS = ("--languages", "en=/", "--languages", "de=de/", "--x-default", "en")
ROBOTS = f"""\
User-agent: *
Allow: /

# scopemap
Sitemap: {URL}sitemap-index.xml
"""
HOME = {"de": "/de/", "en": "/", "x-default": "/"}
HELLO = {"de": "/de/hello.html", "en": "/hello.html", "x-default": "/hello.html"}
ABOUT = {
    "de": "/de/pages/about.html",
    "en": "/pages/about.html",
    "x-default": "/pages/about.html",
}
ALL = {
    "/": HOME,
    "/alone.html": {},
    "/de/": HOME,
    "/de/allein.html": {},
    "/de/hello.html": HELLO,
    "/de/pages/about.html": ABOUT,
    "/hello.html": HELLO,
    "/pages/about.html": ABOUT,
}


def build(host, **settings):
    lines = (f"{name} = {value!r}\n" for name, value in (SETTINGS | settings).items())
    host.write({"pelicanconf.py": "".join(lines)})
    host.run("pelican", "-q")


def build_handbook(host):
    host.write(
        {
            "docs/index.md": "# Home",
            "docs/about.md": "# About",
            "main/main.html": (
                '<head><link rel="canonical" href="{{ page.canonical_url }}"></head>'
                "<body>{{ page.content }}</body>"
            ),
            "mkdocs.yml": (
                f"site_name: Handbook\nsite_url: {URL}handbook/\n"
                "theme: {name: null, custom_dir: main}\nplugins: [scopemap]\n"
            ),
        }
    )
    host.run("mkdocs", "build", "-q", "-d", str(host.public / "handbook"))


HANDBOOK = {"/handbook/": {}, "/handbook/about/": {}}


def test_what_the_build_has_linked_stays_beside_another_build(host):
    host.write(CONTENT)
    build(host)
    assert host.links() == {"sitemap.xml": ALL}
    built = host.files()["sitemap.xml"]
    build_handbook(host)
    for flags in ((), FLAGS[:4], FLAGS):
        host.compose(*flags)
        assert host.links() == {"handbook/sitemap.xml": HANDBOOK, "sitemap.xml": ALL}
        assert host.files()["sitemap.xml"] == built
    assert host.robots == ROBOTS
    assert host.findings() == []
    composed = host.files()
    for build_again in (build, build_handbook):
        build_again(host)
        assert host.files() == composed
        host.compose(*FLAGS)
        assert host.files() == composed


def test_a_translation_at_another_path_stays(host):
    """Only the build knows it, where articles have an id beside their slug."""
    host.write(
        {
            "content/a.md": article("A", "en", Slug="hello", Id="1"),
            "content/b.md": article("B", "de", Slug="hello", Id="1"),
            "content/c.md": article("C", "fr", Slug="bonjour", Id="1"),
        }
    )
    subsites = {"de": {}, "fr": {}}
    build(host, I18N_SUBSITES=subsites, ARTICLE_TRANSLATION_ID="id")
    home = {**HOME, "fr": "/fr/"}
    hello = {**HELLO, "fr": "/fr/bonjour.html"}
    linked = {
        "/": home,
        "/de/": home,
        "/de/hello.html": hello,
        "/fr/": home,
        "/fr/bonjour.html": hello,
        "/hello.html": hello,
    }
    assert host.links() == {"sitemap.xml": linked}
    host.compose("--languages", "fr=fr/", *FLAGS)
    assert host.links() == {"sitemap.xml": linked}
    assert host.findings() == []


def test_subsites_side_by_side_have_sitemaps_of_their_own(host):
    german = {"SITEURL": f"{URL}de", "OUTPUT_PATH": "public/de"}
    settings = {
        "SITEURL": f"{URL}en",
        "OUTPUT_PATH": "public/en",
        "I18N_SUBSITES": {"de": german},
    }
    host.write(CONTENT)
    build(host, **settings)
    folders = ("--languages", "en=en/", "--languages", "de=de/", "--x-default", "en")
    host.compose(*folders)
    home = {"de": "/de/", "en": "/en/", "x-default": "/en/"}
    hello = {
        "de": "/de/hello.html",
        "en": "/en/hello.html",
        "x-default": "/en/hello.html",
    }
    about = {
        "de": "/de/pages/about.html",
        "en": "/en/pages/about.html",
        "x-default": "/en/pages/about.html",
    }
    assert host.links() == {
        "de/sitemap.xml": {
            "/de/": home,
            "/de/allein.html": {},
            "/de/hello.html": hello,
            "/de/pages/about.html": about,
        },
        "en/sitemap.xml": {
            "/en/": home,
            "/en/alone.html": {},
            "/en/hello.html": hello,
            "/en/pages/about.html": about,
        },
    }
    assert host.robots == ROBOTS
    assert host.findings() == []
    composed = host.files()
    build(host, **settings)
    assert host.files() == composed
    host.compose(*folders)
    assert host.files() == composed


APART = {
    "de/sitemap.xml": {
        "/de/": HOME,
        "/de/allein.html": {},
        "/de/hello.html": HELLO,
        "/de/pages/about.html": ABOUT,
    },
    "sitemap.xml": {
        "/": HOME,
        "/alone.html": {},
        "/hello.html": HELLO,
        "/pages/about.html": ABOUT,
    },
}
PLAIN = {"PLUGINS": ["i18n_subsites"]}


def test_folders_of_a_build_without_a_sitemap_are_linked(host):
    """Each has one made for it, the inner folder first: it is then left to that."""
    host.write(CONTENT)
    build(host, **PLAIN)
    host.scopemap("build", "de/")
    host.scopemap("build", "")
    host.compose(*FLAGS)
    assert host.links() == APART
    assert host.robots == ROBOTS
    assert host.findings() == []
    composed = host.files()
    for folder in ("", "de/"):
        build(host, **PLAIN)
        host.scopemap("build", folder)
        assert host.files() != composed
        host.compose(*FLAGS)
        assert host.files() == composed


LEFT_OUT = """\
warning: sitemap.xml is left out: SM114 bad-extension, line 40: xhtml:link may have no\
 attribute 'ref', and 3 more
info: no sitemap is to be named: there is none
"""
LEFTOVER = f"""\
info: left out, since another build lists what is there: de/
info: sitemap.xml, which something else wrote, is replaced
4 URLs in 1 sitemap, 1 skipped; submit {URL}sitemap-index.xml
"""


def test_pelican_sitemap_writes_no_languages_that_can_be_read(host):
    """Its links have `ref` for `href`, and German articles the English addresses.

    pelican-sitemap 1.2.2: `XML_TRANSLATION`, and `obj.url` below the main SITEURL.
    """
    host.write(CONTENT)
    build(host, PLUGINS=["i18n_subsites", "sitemap"])
    assert host.compose(*FLAGS) == LEFT_OUT
    assert host.files().keys() == {"sitemap.xml"}
    host.scopemap("build", "de/")
    assert host.scopemap("build", "") == LEFTOVER
    host.compose(*FLAGS)
    assert host.links() == APART
    assert host.robots == ROBOTS
    assert host.findings() == []


def test_pelican_sitemap_in_a_run_for_each_language_is_linked(host):
    """Without translations it writes no links of its own."""
    for name, text in CONTENT.items():
        folder = "german" if "Lang: de" in text else "english"
        host.write({name.replace("content", folder): text})
    own = {"I18N_SUBSITES": {}, "PLUGINS": ["sitemap"]}
    german = {"SITEURL": f"{URL}de", "OUTPUT_PATH": "public/de", "DEFAULT_LANG": "de"}
    build(host, **own, PATH="english")
    build(host, **own, **german, PATH="german")
    for _ in range(2):
        host.compose(*FLAGS)
        assert host.links() == APART
        assert host.robots == ROBOTS
        assert host.findings() == []
        build(host, **own, PATH="english")
