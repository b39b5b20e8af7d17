"""ProperDocs: the same package, with and without MkDocs beside it."""

from __future__ import annotations

import pytest

SITE = "https://handbook.example"
FILES = {
    "docs/index.md": "# Home",
    "docs/404.md": "# Nothing here",
    "docs/guide/a.md": "---\nupdated: 2024-05-01\n---\n# A",
}
BUILD = ("-S", "-m", "properdocs", "build", "--strict")


def test_the_set_is_that_of_mkdocs(docs):
    docs.write(FILES)
    docs.commit("2024-05-01T12:00:00Z")
    docs.build()
    mkdocs = {name: (docs.site / name).read_bytes() for name in docs.files}
    (docs.root / "mkdocs.yml").rename(docs.root / "properdocs.yml")
    done = docs.run(*BUILD, **docs.without("mkdocs"))
    assert done.returncode == 0
    assert {name: (docs.site / name).read_bytes() for name in docs.files} == mkdocs
    assert docs.dates() == {"/": "2024-05-01T12:00:00+00:00", "/guide/a/": "2024-05-01"}


def test_it_also_builds_where_mkdocs_is_installed_and_says_as_much(docs):
    docs.write(FILES)
    docs.configure()
    done = docs.run("-m", "properdocs", "build", "--verbose", "--strict")
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if "-  scopemap: " in line] == [
        "DEBUG   -  scopemap: skipped 404/index.html: error",
        (
            "INFO    -  scopemap: 2 URLs in 1 sitemap, 1 skipped;"
            f" submit {SITE}/sitemap-index.xml"
        ),
    ]


def test_warnings_count_in_strict_mode(docs):
    docs.write({"docs/index.md": "---\nsitemap: perhaps\n---\n# Home"})
    docs.configure()
    done = docs.run(*BUILD, **docs.without("mkdocs"))
    assert done.returncode == 1
    assert done.stdout.endswith(
        "WARNING -  scopemap: index.md: sitemap: 'perhaps' must be yes or no\n"
        "\nAborted with 1 warnings in strict mode!\n"
    )


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        pytest.param(
            {"plugins": "[scopemap: {gzip: 7}]"},
            "ERROR   -  Config value 'plugins': Plugin 'scopemap' option 'gzip': 7 must"
            " be true or false\n\nAborted with a configuration error!\n",
            id="option",
        ),
        pytest.param(
            {"site_url": "https://me:secret@handbook.example/"},
            "ERROR   -  scopemap: site_url: 'https://…@handbook.example/' must not hold"
            " a user name or password\n\nAborted with a BuildError!\n",
            id="site-url",
        ),
    ],
)
def test_errors_are_those_of_properdocs(docs, settings, said):
    docs.write(FILES)
    docs.configure(**settings)
    (docs.root / "mkdocs.yml").rename(docs.root / "properdocs.yml")
    done = docs.run("-S", "-m", "properdocs", "build", **docs.without("mkdocs"))
    assert (done.returncode, done.stdout) == (1, said)


def test_the_plugin_can_be_imported_where_only_properdocs_is_installed(docs):
    code = (
        "from mkdocs_scopemap.plugin import ScopemapPlugin as P;"
        "print(P.__base__.__module__)"
    )
    done = docs.run("-S", "-c", code, **docs.without("mkdocs"))
    assert done.stdout == "properdocs.plugins\n"


def test_companions_are_known_there_too(docs):
    docs.write(
        {
            "docs/index.md": "# Home",
            "docs/index.de.md": "# Start",
            "docs/old.md": "# Old",
            "docs/SUMMARY.md": "* [Home](index.md)\n",
        }
    )
    languages = (
        "[{locale: en, name: English, default: true}, {locale: de, name: Deutsch}]"
    )
    docs.configure(
        plugins=f"[i18n: {{fallback_to_default: false, languages: {languages}}},"
        " literate-nav, redirects: {redirect_maps: {old.md: index.md}}, scopemap]",
    )
    done = docs.run(*BUILD, **docs.without("mkdocs"))
    assert done.returncode == 0
    both = {"en": "/", "de": "/de/", "x-default": "/"}
    assert docs.alternates() == {"/": both, "/de/": both}
