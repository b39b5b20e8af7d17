"""MkDocs: languages by mkdocs-static-i18n, and a build for each, really built."""

from __future__ import annotations

import gzip
import shutil

import pytest

CONFIG = """\
site_name: Handbook
site_url: {url}
theme: {{name: null, custom_dir: {root}overrides}}
plugins: [{plugins}]
"""
TEMPLATE = {
    "overrides/main.html": (
        '<head><link rel="canonical" href="{{ page.canonical_url }}"></head>'
        "<body>{{ page.content }}</body>"
    )
}
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
URL = "https://docs.acme.org/"
FLAGS = ("--languages", "en=/", "--languages", "de=de/", "--x-default", "en")
FOLDERS = ("--languages", "en=en/", "--languages", "de=de/", "--x-default", "en")
ROBOTS = f"""\
User-agent: *
Allow: /

# scopemap
Sitemap: {URL}sitemap-index.xml
"""

structures = pytest.mark.parametrize(
    ("structure", "files"),
    [
        pytest.param("suffix", SUFFIX, id="suffix"),
        pytest.param("folder", FOLDER, id="folder"),
    ],
)
fallbacks = pytest.mark.parametrize("fallback", ["true", "false"])


@pytest.fixture(autouse=True)
def _same_day(monkeypatch):
    """Keep the day of the build, MkDocs' own date for all pages, from changing."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1717243200")


def i18n(structure="suffix", *, fallback="true", site_url=""):
    own = f", site_url: {site_url}" if site_url else ""
    return (
        f"i18n: {{docs_structure: {structure}, fallback_to_default: {fallback},"
        " languages: [{locale: en, name: English, default: true},"
        f" {{locale: de, name: Deutsch{own}}}]}}"
    )


def build(host, folder="", *, config="mkdocs.yml"):
    """Build into a folder, which MkDocs empties first."""
    site = str(host.public / folder)
    host.run("mkdocs", "build", "-q", "-f", config, "-d", site)


HOME = {"de": "/de/", "en": "/", "x-default": "/"}


@structures
@fallbacks
def test_what_the_build_has_linked_stays(host, structure, files, fallback):
    """The plugin knows the translations, and which pages are none: /de/about/."""
    plugins = f"{i18n(structure, fallback=fallback)}, scopemap"
    host.write(files | TEMPLATE)
    host.write({"mkdocs.yml": CONFIG.format(url=URL, root="", plugins=plugins)})
    build(host)
    alone = {"/": HOME, "/about/": {}, "/de/": HOME, "/de/neu/": {}}
    assert host.links() == {"sitemap.xml": alone}
    built = host.files()
    pair = ("--languages", "en=/", "--languages", "de=de/")
    for flags in ((), pair, FLAGS):
        host.compose(*flags)
        composed = host.files()
        assert host.links() == {"sitemap.xml": alone}
        changed = {name for name in composed if composed[name] != built.get(name)}
        assert changed == {"sitemap-index.xml", "sitemap-index.xml.gz"}
    assert host.robots == ROBOTS
    assert host.findings() == []
    build(host)
    assert host.files() == built
    host.compose(*FLAGS)
    assert host.files() == composed


FALLBACK = {"de": "/de/about/", "en": "/about/", "x-default": "/about/"}


@structures
@pytest.mark.parametrize(
    ("fallback", "about"),
    [
        # The English text is listed at a German address, and called German there.
        pytest.param(
            "true", {"/about/": FALLBACK, "/de/about/": FALLBACK}, id="fallback"
        ),
        pytest.param("false", {"/about/": {"en": "/about/"}}, id="no-fallback"),
    ],
)
def test_the_sitemap_of_static_i18n_gets_a_default(
    host, structure, files, fallback, about
):
    plugins = i18n(structure, fallback=fallback)
    host.write(files | TEMPLATE)
    host.write({"mkdocs.yml": CONFIG.format(url=URL, root="", plugins=plugins)})
    build(host)
    assert host.files().keys() == {"sitemap.xml", "sitemap.xml.gz"}
    host.compose(*FLAGS)
    assert host.links() == {
        "sitemap.xml": {
            "/": HOME,
            "/de/": HOME,
            "/de/neu/": {"de": "/de/neu/"},
            **about,
        }
    }
    assert host.robots == ROBOTS
    assert host.findings() == []
    composed = host.files()
    assert gzip.decompress(composed["sitemap.xml.gz"]) == composed["sitemap.xml"]
    build(host)
    host.compose(*FLAGS)
    assert host.files() == composed


@pytest.mark.parametrize("plugins", ["{}, scopemap", "{}"], ids=["ours", "built-in"])
def test_a_site_url_of_a_language_may_be_that_of_the_site(host, plugins):
    """static-i18n puts the folder of the language behind it by itself."""
    own = i18n(fallback="false", site_url=URL)
    host.write(SUFFIX | TEMPLATE)
    config = CONFIG.format(url=URL, root="", plugins=plugins.format(own))
    host.write({"mkdocs.yml": config})
    build(host)
    host.compose(*FLAGS)
    links = host.links()["sitemap.xml"]
    assert (links["/"], links["/de/"]) == (HOME, HOME)
    assert links.keys() == {"/", "/about/", "/de/", "/de/neu/"}
    assert host.findings() == []


MOVED = {"de": "/de/", "en": "/en/", "x-default": "/en/"}


def build_beside(host, plugins):
    """Build with the folder of a language in that of the site, and move it to /de/."""
    config = CONFIG.format(url=f"{URL}en/", root="", plugins=plugins)
    host.write(SUFFIX | TEMPLATE | {"mkdocs.yml": config})
    build(host, "en")
    shutil.rmtree(host.public / "de", ignore_errors=True)
    (host.public / "en/de").rename(host.public / "de")
    host.scopemap("build", "de/")


def test_a_language_may_be_served_beside_the_site(host):
    """With a `site_url` of its own it is no part of the sitemap of the site."""
    plugins = f"{i18n(fallback='false', site_url=URL)}, scopemap"
    build_beside(host, plugins)
    assert host.listed("en/sitemap.xml") == {"/en/": {}, "/en/about/": {}}
    host.compose(*FOLDERS)
    assert host.links() == {
        "de/sitemap.xml": {"/de/": MOVED, "/de/neu/": {}},
        "en/sitemap.xml": {"/en/": MOVED, "/en/about/": {}},
    }
    assert host.robots == ROBOTS
    assert host.findings() == []
    composed = host.files()
    build_beside(host, plugins)
    host.compose(*FOLDERS)
    assert host.files() == composed


GERMAN = "https://de.acme.org/"


def build_apart(host):
    """Build German for a host of its own: the plug-in puts its folder behind that."""
    plugins = f"{i18n(fallback='false', site_url=GERMAN)}, scopemap"
    config = CONFIG.format(url=URL, root="", plugins=plugins)
    host.write(SUFFIX | TEMPLATE | {"mkdocs.yml": config})
    build(host, "")
    host.scopemap("build", "de/", "--base-url", f"{GERMAN}de/")


def test_a_language_may_have_a_host_of_its_own(host):
    """The folder of its pages is served there, below its own name."""
    build_apart(host)
    flags = ["--also", f"{host.public / 'de'}={GERMAN}de/"]
    flags += ["--languages", f"en={URL}", "--languages", f"de={GERMAN}de/"]
    host.compose(*flags)
    home = {"de": f"{GERMAN}de/", "en": "/"}
    assert host.links() == {"sitemap.xml": {"/": home, "/about/": {}}}
    german = host.listed("de/sitemap.xml")
    assert german == {f"{GERMAN}de/": home, f"{GERMAN}de/neu/": {}}
    assert host.robots == ROBOTS
    composed = host.files()
    build_apart(host)
    host.compose(*flags)
    assert host.files() == composed


def test_a_language_beside_the_site_is_cut_out_of_its_built_in_sitemap(host):
    """It lists both languages, one of them out of its scope."""
    plugins = i18n(fallback="false", site_url=URL)
    build_beside(host, plugins)
    assert host.compose(*FOLDERS) == (
        "warning: en/sitemap.xml is left out: SM208 out-of-scope, line 17:"
        f" '{URL}de/' does not lie below {URL}en/, and 1 more\n"
        f"warning: languages.en: no sitemap here lists a page below {URL}en/\n"
        f"2 URLs in 1 sitemap, 1 skipped; submit {URL}sitemap-index.xml\n"
    )
    host.compose(*FOLDERS, "--repair")
    assert host.links() == {
        "de/sitemap.xml": {"/de/": MOVED, "/de/neu/": {}},
        "en/sitemap.xml": {"/en/": MOVED, "/en/about/": {"en": "/en/about/"}},
    }
    assert host.robots == ROBOTS
    assert host.findings() == []
    composed = host.files()
    build_beside(host, plugins)
    host.compose(*FOLDERS, "--repair")
    assert host.files() == composed


@pytest.mark.parametrize("plugins", ["scopemap", ""], ids=["ours", "built-in"])
def test_a_build_for_each_language_is_linked(host, plugins):
    """No plugin sees the other language, with a configuration for each."""
    host.write(
        {
            "en/docs/index.md": "# Home",
            "en/docs/about.md": "# About",
            "en/docs/guide/install.md": "# Install",
            "de/docs/index.md": "# Start",
            "de/docs/guide/install.md": "# Einrichten",
            "de/docs/neu.md": "# Neu",
            **TEMPLATE,
        }
    )
    for tag in ("en", "de"):
        config = CONFIG.format(url=f"{URL}{tag}/", root="../", plugins=plugins)
        host.write({f"{tag}/mkdocs.yml": config})
        build(host, tag, config=f"{tag}/mkdocs.yml")
    host.compose(*FOLDERS)
    install = {
        "de": "/de/guide/install/",
        "en": "/en/guide/install/",
        "x-default": "/en/guide/install/",
    }
    assert host.links() == {
        "de/sitemap.xml": {
            "/de/": MOVED,
            "/de/guide/install/": install,
            "/de/neu/": {},
        },
        "en/sitemap.xml": {
            "/en/": MOVED,
            "/en/about/": {},
            "/en/guide/install/": install,
        },
    }
    assert host.robots == ROBOTS
    assert host.findings() == []
    composed = host.files()
    build(host, "de", config="de/mkdocs.yml")
    assert host.files() != composed
    host.compose(*FOLDERS)
    assert host.files() == composed
