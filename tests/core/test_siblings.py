from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from scopemap import Language, Options, Page, Site, build
from scopemap.siblings import Sibling, find_siblings, links_to

P = PurePosixPath
HOST = "https://site.example"
OWN = ("both.html", "own.html", "sub/both.html")


def lay(folder: Path, *names: str) -> Path:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<!DOCTYPE html>")
    return folder


def make_site(output: Path, base_url: str, *pages: str) -> Site:
    """Make a build with these pages."""
    lay(output, *pages)
    return Site(base_url, output, output, tuple(Page(P(p)) for p in pages), "test")


def speak(**languages: str | Language) -> Options:
    return Options(
        languages={
            tag: Language(base) if isinstance(base, str) else base
            for tag, base in languages.items()
        }
    )


@pytest.mark.parametrize(
    ("own", "base", "folder"),
    [
        pytest.param("en/", f"{HOST}/de/", "de", id="side-by-side"),
        pytest.param("", f"{HOST}/de/", "de", id="below"),
        pytest.param("de/", f"{HOST}/", ".", id="above"),
        pytest.param("en/latest/", f"{HOST}/de/latest/", "de/latest", id="versions"),
        pytest.param("a/b/en/", f"{HOST}/a/de/", "a/de", id="far-off"),
        pytest.param("en/", f"{HOST}/%C3%BC%20x/", "ü x", id="percent-encoded"),
        pytest.param("en/", f"{HOST}/%64e/", "de", id="in-another-spelling"),
        pytest.param("docs/", "de/", "docs/de", id="as-a-folder"),
    ],
)
def test_a_build_on_the_same_host_lies_where_its_url_points(
    tmp_path, own, base, folder
):
    site = make_site(tmp_path / own, f"{HOST}/{own}", *OWN)
    lay(tmp_path / folder, "both.html", "sub/both.html", "theirs.html")
    (tmp_path / folder / "own.html").unlink(missing_ok=True)
    (tmp_path / folder / "own.html").mkdir()
    siblings = find_siblings(site, speak(en=f"{HOST}/{own}", de=base))
    full = base if "://" in base else f"{HOST}/{own}{base}"
    both = frozenset({P("both.html"), P("sub/both.html")})
    assert siblings == {"de": Sibling(full, both)}


@pytest.mark.parametrize(
    "base",
    [
        pytest.param("https://other.example/de/", id="host"),
        pytest.param("http://site.example/de/", id="scheme"),
        pytest.param("https://site.example:8443/de/", id="port"),
        pytest.param(f"{HOST}/nowhere/", id="folder-that-is-not-there"),
    ],
)
def test_of_any_other_build_nothing_is_known_but_on_trust(tmp_path, base):
    site = make_site(tmp_path / "en", f"{HOST}/en/", *OWN)
    lay(tmp_path / "de", *OWN)
    unknown = find_siblings(site, speak(de=base))
    trusted = find_siblings(site, speak(de=Language(base, trusted=True)))
    assert unknown == {"de": Sibling(base, frozenset())}
    assert trusted == {"de": Sibling(base, None)}


@pytest.mark.parametrize(
    "own",
    [
        pytest.param({"en": ""}, id="the-base-url"),
        pytest.param({"en": f"{HOST}/docs/"}, id="the-base-url-in-full"),
        pytest.param({"en": f"{HOST}/d%6Fcs/"}, id="the-base-url-in-another-spelling"),
        pytest.param({"en": Language("", trusted=True)}, id="trusted"),
        pytest.param({"sub": "sub/"}, id="folder-with-pages"),
    ],
)
def test_a_language_of_this_build_is_no_sibling(tmp_path, own):
    site = make_site(tmp_path, f"{HOST}/docs/", *OWN)
    siblings = find_siblings(site, speak(**own, de="de/", su="su/"))
    assert list(siblings) == ["de", "su"]


def test_without_languages_there_are_no_siblings(tmp_path):
    assert find_siblings(make_site(tmp_path, f"{HOST}/", *OWN), Options()) == {}


def test_a_page_is_linked_at_its_place_in_each_sibling_that_has_it():
    siblings = {
        "de": Sibling(f"{HOST}/de/", frozenset({P("a b.html")})),
        "es": Sibling(f"{HOST}/es/", frozenset({P("c.html")})),
        "fr": Sibling("https://fr.example/", None),
    }
    assert links_to(siblings, P("a b.html"), "a%20b.html") == {
        "de": f"{HOST}/de/a%20b.html",
        "fr": "https://fr.example/a%20b.html",
    }


LINKED = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\
 xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://site.example/de/new.html</loc>
<xhtml:link rel="alternate" hreflang="de" href="https://site.example/de/new.html"/>
<xhtml:link rel="alternate" hreflang="fr" href="https://site.example/fr/new.html"/>
</url>
<url><loc>https://site.example/index.html</loc></url>
</urlset>
"""
ALONE = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://site.example/de/new.html</loc></url>
<url><loc>https://site.example/index.html</loc></url>
</urlset>
"""


@pytest.mark.parametrize(
    ("theirs", "sitemap"),
    [
        pytest.param("fr/new.html", LINKED, id="at-the-same-place"),
        pytest.param("fr/de/new.html", ALONE, id="elsewhere"),
    ],
)
def test_a_place_counts_from_the_folder_of_its_language(tmp_path, theirs, sitemap):
    """Two languages of this build, in folders, and a third one built alone."""
    pages = (Page(P("index.html"), url="index.html"), Page(P("de/new.html")))
    lay(tmp_path, "index.html", "de/new.html", theirs)
    site = Site(f"{HOST}/", tmp_path, tmp_path, pages, "test")
    options = Options(
        languages={"en": Language(""), "de": Language("de/"), "fr": Language("fr/")},
        stylesheet=False,
    )
    build(site, options, environ={})
    assert (tmp_path / "sitemap.xml").read_text() == sitemap


def test_two_builds_name_each_other_once_both_are_there(tmp_path):
    pages = (Page(P("index.html")), Page(P("a/index.html")))
    options = Options(
        languages={"en": Language(f"{HOST}/en/"), "de": Language(f"{HOST}/de/")},
        x_default="en",
        stylesheet=False,
    )
    cluster = """
<xhtml:link rel="alternate" hreflang="de" href="https://site.example/de/{0}"/>
<xhtml:link rel="alternate" hreflang="en" href="https://site.example/en/{0}"/>
<xhtml:link rel="alternate" hreflang="x-default" href="https://site.example/en/{0}"/>
</url>"""
    for tag in ("en", "de", "en"):
        output = lay(tmp_path / tag, "index.html", "a/index.html")
        build(
            Site(f"{HOST}/{tag}/", output, output, pages, "test"), options, environ={}
        )
    for tag in ("en", "de"):
        text = (tmp_path / tag / "sitemap.xml").read_text()
        entries = (
            f"<url><loc>{HOST}/{tag}/{below}</loc>{cluster.format(below)}\n"
            for below in ("", "a/")
        )
        assert (
            text == LINKED[: LINKED.index("<url>")] + "".join(entries) + "</urlset>\n"
        )
