"""Sphinx: a build for each language, really built, and what is composed over them."""

from __future__ import annotations

import shutil

import pytest
from sphinx.cmd.build import build_main
from sphinx.locale import translators

URL = "https://docs.acme.org/"
CONF = """\
project = "Handbook"
html_theme = "basic"
html_baseurl = "https://docs.acme.org/"
locale_dirs = ["locale"]
templates_path = ["_templates"]
"""
LAYOUT = """\
<head>
{% if language == "de" and pagename == "terms" %}
<meta name="robots" content="noindex" />
{% endif %}
<link rel="canonical" href="{{ pageurl|e }}" />
</head>
{% block body %}{% endblock %}
"""
CATALOGUE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "{}"
msgstr "{}"
"""
# There is none for history.
CATALOGUES = {
    "index": CATALOGUE.format("Home", "Start"),
    "guide": CATALOGUE.format("Install", "Einrichten"),
    "internal": CATALOGUE.format("Internal", "Intern"),
    "neu": CATALOGUE.format("Neu", "Neues"),
    "terms": CATALOGUE.format("Terms", "Bedingungen"),
}
SOURCES = {
    **{f"docs/locale/de/LC_MESSAGES/{name}.po": po for name, po in CATALOGUES.items()},
    "docs/_templates/layout.html": LAYOUT,
    "docs/index.rst": "Home\n====\n\n.. toctree::\n   :glob:\n\n   *\n   guide/*\n",
    "docs/guide/install.rst": "Install\n=======\n",
    "docs/history.rst": "History\n=======\n",
    "docs/internal.rst": "Internal\n========\n",
    "docs/legal.rst": "Legal\n=====\n",
    "docs/neu.rst": "Neu\n===\n",
    "docs/terms.rst": "Terms\n=====\n",
}
ROBOTS = f"""\
User-agent: *
Allow: /

# scopemap
Sitemap: {URL}sitemap-index.xml
"""
FOLDERS = ("--languages", "en=en/", "--languages", "de=de/", "--x-default", "en")
ROOT = ("--languages", "en=/", "--languages", "de=de/", "--x-default", "en")


@pytest.fixture
def sources(host):
    host.write(SOURCES)
    return host


def build(host, builder, folder, language="en", flags=()):
    """Build all pages of a language, as a CI job does, into a folder of the host."""
    left_out = {"en": "neu.rst", "de": "legal.rst"}[language]
    settings = (f"language={language}", f"exclude_patterns={left_out}", *flags)
    overrides = (part for setting in settings for part in ("-D", setting))
    trees = host.root / "trees" / language
    places = map(str, (trees, host.root / "docs", host.public / folder))
    # Kept for the whole process; Sphinx's own tests clear them as well.
    translators.clear()
    assert build_main(["-q", "-E", "-b", builder, *overrides, "-d", *places]) == 0


def build_ours(host, builder, folder, language="en"):
    host.write({"docs/conf.py": f'{CONF}extensions = ["sphinx_scopemap"]\n'})
    flags = [f"html_baseurl={URL}{folder}"]
    if language == "de":
        flags.append("scopemap_exclude=internal.html,internal/")
    build(host, builder, folder, language, flags)


def links(german, english):
    return {"de": german, "en": english, "x-default": english}


INDEX = links("/de/index.html", "/en/index.html")
INSTALL = links("/de/guide/install.html", "/en/guide/install.html")
HOME = links("/de/", "/en/")
INSTALL_DIR = links("/de/guide/install/", "/en/guide/install/")
ROOT_INDEX = links("/de/index.html", "/index.html")
ROOT_INSTALL = links("/de/guide/install.html", "/guide/install.html")
ROOT_HOME = links("/de/", "/")
ROOT_INSTALL_DIR = links("/de/guide/install/", "/guide/install/")


@pytest.mark.parametrize(
    ("builder", "folder", "listed"),
    [
        pytest.param(
            "html",
            "en/",
            {
                "de/sitemap.xml": {
                    "/de/guide/install.html": INSTALL,
                    "/de/index.html": INDEX,
                    "/de/neu.html": {},
                },
                "en/sitemap.xml": {
                    "/en/guide/install.html": INSTALL,
                    "/en/history.html": {},
                    "/en/index.html": INDEX,
                    "/en/internal.html": {},
                    "/en/legal.html": {},
                    "/en/terms.html": {},
                },
            },
            id="html-folders",
        ),
        pytest.param(
            "dirhtml",
            "en/",
            {
                "de/sitemap.xml": {
                    "/de/": HOME,
                    "/de/guide/install/": INSTALL_DIR,
                    "/de/neu/": {},
                },
                "en/sitemap.xml": {
                    "/en/": HOME,
                    "/en/guide/install/": INSTALL_DIR,
                    "/en/history/": {},
                    "/en/internal/": {},
                    "/en/legal/": {},
                    "/en/terms/": {},
                },
            },
            id="dirhtml-folders",
        ),
        pytest.param(
            "html",
            "",
            {
                "de/sitemap.xml": {
                    "/de/guide/install.html": ROOT_INSTALL,
                    "/de/index.html": ROOT_INDEX,
                    "/de/neu.html": {},
                },
                "sitemap.xml": {
                    "/guide/install.html": ROOT_INSTALL,
                    "/history.html": {},
                    "/index.html": ROOT_INDEX,
                    "/internal.html": {},
                    "/legal.html": {},
                    "/terms.html": {},
                },
            },
            id="html-root",
        ),
        pytest.param(
            "dirhtml",
            "",
            {
                "de/sitemap.xml": {
                    "/de/": ROOT_HOME,
                    "/de/guide/install/": ROOT_INSTALL_DIR,
                    "/de/neu/": {},
                },
                "sitemap.xml": {
                    "/": ROOT_HOME,
                    "/guide/install/": ROOT_INSTALL_DIR,
                    "/history/": {},
                    "/internal/": {},
                    "/legal/": {},
                    "/terms/": {},
                },
            },
            id="dirhtml-root",
        ),
    ],
)
def test_pages_are_linked_that_are_listed_in_both_languages(
    sources, builder, folder, listed
):
    """Not legal and neu, of one language; not terms (noindex), internal (excluded).

    Nor history, which is not translated, and English in both.
    """
    flags = FOLDERS if folder else ROOT
    build_ours(sources, builder, folder)
    build_ours(sources, builder, "de/", "de")
    sources.compose(*flags)
    assert sources.links() == listed
    assert sources.robots == ROBOTS
    assert sources.findings() == []
    composed = sources.files()
    build_ours(sources, builder, "de/", "de")
    assert sources.files() != composed
    sources.compose(*flags)
    assert sources.files() == composed


def test_a_page_that_a_language_has_no_more_is_named_no_more(sources):
    """The other build does not run again, and only this command knows of it."""
    build_ours(sources, "html", "en/")
    build_ours(sources, "html", "de/", "de")
    sources.compose(*FOLDERS)
    shutil.rmtree(sources.public / "de")
    (sources.root / "docs/guide/install.rst").unlink()
    build_ours(sources, "html", "de/", "de")
    sources.compose(*FOLDERS)
    assert sources.links() == {
        "de/sitemap.xml": {"/de/index.html": INDEX, "/de/neu.html": {}},
        "en/sitemap.xml": {
            "/en/guide/install.html": {},
            "/en/history.html": {},
            "/en/index.html": INDEX,
            "/en/internal.html": {},
            "/en/legal.html": {},
            "/en/terms.html": {},
        },
    }
    assert sources.findings() == []


def test_a_default_is_written_where_it_is_asked_for(sources):
    build_ours(sources, "dirhtml", "en/")
    build_ours(sources, "dirhtml", "de/", "de")
    home = {"de": "/de/", "en": "/en/"}
    for flags, default in ((), {}), (("--x-default", "de"), {"x-default": "/de/"}):
        sources.compose(*FOLDERS[:4], *flags)
        for name in ("de/", "en/"):
            assert sources.listed(f"{name}sitemap.xml")[f"/{name}"] == home | default


def test_builds_that_know_each_other_know_each_others_files(sources):
    """Not which of them are listed: links to others go, all other links stay."""
    knowing = (
        'extensions = ["sphinx_scopemap"]\n'
        f'scopemap_languages = {{"en": "{URL}en/", "de": "{URL}de/"}}\n'
        'scopemap_x_default = "en"\n'
    )
    sources.write({"docs/conf.py": CONF + knowing})
    for language in ("en", "de", "en"):
        flags = (f"html_baseurl={URL}{language}/",)
        build(sources, "html", language, language, flags)
    internal = links("/de/internal.html", "/en/internal.html")
    german = {
        "/de/guide/install.html": INSTALL,
        "/de/index.html": INDEX,
        "/de/internal.html": internal,
        "/de/neu.html": {},
    }
    english = {
        "/en/guide/install.html": INSTALL,
        "/en/history.html": links("/de/history.html", "/en/history.html"),
        "/en/index.html": INDEX,
        "/en/internal.html": internal,
        "/en/legal.html": {},
        "/en/terms.html": links("/de/terms.html", "/en/terms.html"),
    }
    assert sources.listed("de/sitemap.xml") == german
    assert sources.listed("en/sitemap.xml") == english
    built = sources.files()["de/sitemap.xml"]
    sources.compose(*FOLDERS)
    assert sources.links() == {
        "de/sitemap.xml": german,
        "en/sitemap.xml": {**english, "/en/history.html": {}, "/en/terms.html": {}},
    }
    assert sources.files()["de/sitemap.xml"] == built
    assert sources.robots == ROBOTS
    assert sources.findings() == []


def build_theirs(host, builder, folder, language="en", *, root=False):
    """Build with sphinx-sitemap, whose scheme has the language in it by default."""
    host.write({"docs/conf.py": f'{CONF}extensions = ["sphinx_sitemap"]\n'})
    suffix = ".html" if builder == "html" else "/"
    names = ["genindex", "search", *(["internal"] if language == "de" else [])]
    flags = [f"sitemap_excludes={','.join(name + suffix for name in names)}"]
    if root:
        flags += [f"html_baseurl={URL}{folder}", "sitemap_url_scheme={link}"]
    build(host, builder, folder, language, flags)


HISTORY = links("/de/history.html", "/en/history.html")
TERMS = links("/de/terms.html", "/en/terms.html")


# sphinx-sitemap 2.9 asks for `env.app`.
@pytest.mark.filterwarnings("ignore:'sphinx.environment.BuildEnvironment.app' is")
@pytest.mark.parametrize(
    ("builder", "folder", "listed"),
    [
        pytest.param(
            "html",
            "en/",
            {
                "de/sitemap.xml": {
                    "/de/guide/install.html": INSTALL,
                    "/de/history.html": HISTORY,
                    "/de/index.html": INDEX,
                    "/de/neu.html": {"de": "/de/neu.html"},
                    "/de/terms.html": TERMS,
                },
                "en/sitemap.xml": {
                    "/en/guide/install.html": INSTALL,
                    "/en/history.html": HISTORY,
                    "/en/index.html": INDEX,
                    "/en/internal.html": {},
                    "/en/legal.html": {},
                    "/en/terms.html": TERMS,
                },
            },
            id="html-folders",
        ),
        pytest.param(
            "dirhtml",
            "en/",
            {
                "de/sitemap.xml": {
                    "/de/": HOME,
                    "/de/guide/install/": INSTALL_DIR,
                    "/de/history/": links("/de/history/", "/en/history/"),
                    "/de/neu/": {"de": "/de/neu/"},
                    "/de/terms/": links("/de/terms/", "/en/terms/"),
                },
                "en/sitemap.xml": {
                    "/en/": HOME,
                    "/en/guide/install/": INSTALL_DIR,
                    "/en/history/": links("/de/history/", "/en/history/"),
                    "/en/internal/": {},
                    "/en/legal/": {},
                    "/en/terms/": links("/de/terms/", "/en/terms/"),
                },
            },
            id="dirhtml-folders",
        ),
        pytest.param(
            "html",
            "",
            {
                "de/sitemap.xml": {
                    "/de/guide/install.html": ROOT_INSTALL,
                    "/de/history.html": links("/de/history.html", "/history.html"),
                    "/de/index.html": ROOT_INDEX,
                    "/de/neu.html": {"de": "/de/neu.html"},
                    "/de/terms.html": links("/de/terms.html", "/terms.html"),
                },
                "sitemap.xml": {
                    "/guide/install.html": ROOT_INSTALL,
                    "/history.html": links("/de/history.html", "/history.html"),
                    "/index.html": ROOT_INDEX,
                    "/internal.html": {},
                    "/legal.html": {},
                    "/terms.html": links("/de/terms.html", "/terms.html"),
                },
            },
            id="html-root",
        ),
    ],
)
def test_pages_that_sphinx_sitemap_lists_are_linked(sources, builder, folder, listed):
    """It has a link to each folder of catalogues, page or no page, and none to itself.

    It lists pages that are not translated, and ones that ask not to be shown.
    """
    root, flags = not folder, FOLDERS if folder else ROOT
    build_theirs(sources, builder, folder, root=root)
    build_theirs(sources, builder, "de/", "de", root=root)
    sources.compose(*flags)
    assert sources.links() == listed
    assert sources.robots == ROBOTS
    terms = "de/terms.html" if builder == "html" else "de/terms/"
    hidden = "asks not to be shown: it says robots: noindex"
    assert sources.findings() == [f"SM604 de/sitemap.xml: {URL}{terms} {hidden}"]
    composed = sources.files()
    build_theirs(sources, builder, "de/", "de", root=root)
    assert sources.files() != composed
    sources.compose(*flags)
    assert sources.files() == composed
