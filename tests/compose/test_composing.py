"""One index over all builds of a host: real folders, as builds leave them."""

from __future__ import annotations

import gzip
import itertools
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from scopemap import OptionError, Options, Site, build
from scopemap.check.audit import audit
from scopemap.check.gathering import Asking as Audited
from scopemap.compose.asking import Asking
from scopemap.compose.composing import compose

HOST = "https://host.acme.org/"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
ROBOTS = """\
User-agent: *
Allow: /

# scopemap
Sitemap: https://host.acme.org/sitemap-index.xml
"""


def publish(host: Path, folder: str, *pages: str, **options: object) -> None:
    """Build a site into a folder of the host, as a generator would: alone."""
    output = host / folder
    for name in pages:
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        (output / name).write_text("<title>Page</title>", encoding="utf-8")
    site = Site(f"{HOST}{folder}", output, output, (), "test", walks=True)
    build(site, Options(lastmod=(), **options), environ={})


def children(host: Path, name: str = "sitemap-index.xml") -> list[str]:
    return paths((host / name).read_text(encoding="utf-8"))


def paths(text: str) -> list[str]:
    """Give what a sitemap or index lists, below the host."""
    locs = [part.partition("</loc>")[0] for part in text.split("<loc>")[1:]]
    return [loc.removeprefix(HOST) for loc in locs]


def files(host: Path) -> dict[str, bytes]:
    """Give all files of the host that are no pages."""
    found = (file for file in host.rglob("*") if file.is_file())
    return {
        file.relative_to(host).as_posix(): file.read_bytes()
        for file in found
        if file.suffix != ".html"
    }


def test_the_index_names_the_sitemaps_of_all_builds(tmp_path):
    publish(tmp_path, "docs/", "index.html", "a/b/index.html", scopes="sections")
    publish(tmp_path, "blog/", "index.html")
    (report,) = compose(tmp_path, Asking(HOST), environ={})
    assert children(tmp_path) == [
        "blog/sitemap.xml",
        "docs/a/sitemap.xml",
        "docs/sitemap.xml",
    ]
    assert (tmp_path / "robots.txt").read_text() == ROBOTS
    assert report.notes == ()
    assert report.summary == (
        f"3 URLs in 3 sitemaps, 0 skipped; submit {HOST}sitemap-index.xml"
    )
    assert report.written == tuple(
        map(PurePosixPath, ("sitemap.css", "sitemap-index.xml", "robots.txt"))
    )


def test_twice_changes_nothing(tmp_path):
    publish(tmp_path, "docs/", "index.html")
    compose(tmp_path, Asking(HOST, root_sitemap=True), environ={})
    before = files(tmp_path)
    (report,) = compose(tmp_path, Asking(HOST, root_sitemap=True), environ={})
    assert (report.written, report.removed, files(tmp_path)) == ((), (), before)


def test_builds_that_are_gone_are_named_no_more(tmp_path):
    publish(tmp_path, "docs/", "index.html")
    publish(tmp_path, "old/", "index.html")
    compose(tmp_path, Asking(HOST, root_sitemap=True), environ={})
    for file in (tmp_path / "old").iterdir():
        file.unlink()
    (report,) = compose(tmp_path, Asking(HOST), environ={})
    assert children(tmp_path) == ["docs/sitemap.xml"]
    assert report.removed == (PurePosixPath("sitemap-all.xml"),)


def test_the_packed_index_of_a_build_says_the_same(tmp_path):
    """Servers with `gzip_static` send it in the place of the other."""
    publish(tmp_path, "", "index.html", gzip=True)
    publish(tmp_path, "docs/", "index.html")
    for _ in range(2):
        compose(tmp_path, Asking(HOST), environ={})
        packed = gzip.decompress((tmp_path / "sitemap-index.xml.gz").read_bytes())
        assert packed == (tmp_path / "sitemap-index.xml").read_bytes()
        publish(tmp_path, "", "index.html", gzip=True)
        packed = gzip.decompress((tmp_path / "sitemap-index.xml.gz").read_bytes())
        assert packed == (tmp_path / "sitemap-index.xml").read_bytes()
    assert children(tmp_path) == ["docs/sitemap.xml", "sitemap.xml"]
    for name in ("docs/sitemap.xml", "sitemap.xml", "sitemap.xml.gz"):
        (tmp_path / name).unlink()
    (report,) = compose(tmp_path, Asking(HOST), environ={})
    names = ("sitemap-index.xml", "sitemap-index.xml.gz")
    assert report.removed == tuple(map(PurePosixPath, names))


def test_what_a_composition_of_a_folder_has_written_there_stays(tmp_path):
    publish(tmp_path, "", "index.html")
    publish(tmp_path / "de", "", "index.html", base_url=GERMAN)
    compose(tmp_path / "de", Asking(GERMAN, root_sitemap=True), environ={})
    before = files(tmp_path / "de")
    (report,) = compose(tmp_path, Asking(HOST), environ={})
    assert (report.removed, files(tmp_path / "de")) == ((), before)


SITES = {
    "": ("index.html", "about.html"),
    "a/": ("index.html",),
    "b/": ("index.html", "x/y/index.html"),
    "b/c/": ("index.html",),
    "d&e/": ("index.html",),
    "f/": ("index.html", "g.html"),
}
WHOLE = [
    "a/sitemap.xml",
    "b/c/sitemap.xml",
    "b/sitemap.xml",
    "b/x/sitemap.xml",
    "d&amp;e/sitemap.xml",
    "f/sitemap.xml",
    "sitemap.xml",
]


def test_in_every_order_of_six_builds_the_host_is_whole(tmp_path):
    """Show that a host is the same however it came to hold the same builds.

    All 720 orders go through the 64 sets of them, one build at a time.
    """
    numbers = itertools.count()
    known = {frozenset[str](): tmp_path / "none"}
    known[frozenset()].mkdir()
    for size in range(1, len(SITES) + 1):
        for chosen in map(frozenset, itertools.combinations(SITES, size)):
            for last in sorted(chosen):
                host = tmp_path / str(next(numbers))
                shutil.copytree(known[chosen - {last}], host)
                publish(host, last, *SITES[last], scopes="sections")
                compose(host, Asking(HOST), environ={})
                first = known.setdefault(chosen, host)
                assert files(host) == files(first)
    assert children(known[frozenset(SITES)]) == WHOLE
    assert len(known) == 64


@pytest.mark.parametrize("folder", SITES)
def test_a_build_that_runs_again_keeps_the_others_in_the_index(tmp_path, folder):
    for each, pages in SITES.items():
        publish(tmp_path, each, *pages, scopes="sections")
    compose(tmp_path, Asking(HOST), environ={})
    before = files(tmp_path)
    publish(tmp_path, folder, *SITES[folder], scopes="sections")
    assert children(tmp_path) == WHOLE
    assert files(tmp_path) == before


def test_a_build_at_the_root_that_has_other_sections_keeps_the_others(tmp_path):
    for each, pages in SITES.items():
        publish(tmp_path, each, *pages, scopes="sections")
    compose(tmp_path, Asking(HOST), environ={})
    publish(tmp_path, "", "news/1/index.html", scopes="sections")
    assert children(tmp_path) == sorted([*WHOLE, "news/sitemap.xml"])


FOREIGN = f"""\
<urlset {NS}>
<url><loc>{HOST}wiki/</loc></url>
</urlset>
"""


def test_whoever_wrote_them_sitemaps_count(tmp_path):
    publish(tmp_path, "docs/", "index.html")
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/wiki-sitemap.xml").write_text(FOREIGN)
    index = (
        f"<sitemapindex {NS}><sitemap><loc>{HOST}wiki/wiki-sitemap.xml</loc></sitemap>"
    )
    (tmp_path / "wiki/sitemap_index.xml").write_text(f"{index}</sitemapindex>")
    compose(tmp_path, Asking(HOST), environ={})
    assert children(tmp_path) == ["docs/sitemap.xml", "wiki/wiki-sitemap.xml"]


BROKEN = (
    "SM103 not-well-formed, line 1: is not well-formed: unclosed token; read no further"
)
AWAY = f"SM208 out-of-scope, line 2: '{HOST}away/' does not lie below {HOST}wiki/"


def test_what_engines_would_refuse_is_left_out_and_told_with_its_code(tmp_path):
    publish(tmp_path, "docs/", "index.html")
    (tmp_path / "wiki").mkdir()
    away = FOREIGN.replace("wiki/", "away/")
    (tmp_path / "wiki/sitemap.xml").write_text(away)
    (tmp_path / "wiki/sitemap-2.xml").write_text("<urlset")
    (tmp_path / "wiki/sitemap-3.xml").write_text(f"<urlset {NS}></urlset>")
    (report,) = compose(tmp_path, Asking(HOST), environ={})
    assert children(tmp_path) == ["docs/sitemap.xml"]
    assert {note.level for note in report.notes} == {"warning"}
    assert [note.text for note in report.notes] == [
        f"wiki/sitemap-2.xml is left out: {BROKEN}",
        f"wiki/sitemap.xml is left out: {AWAY}",
    ]
    assert [str(skipped.page) for skipped in report.skipped] == [
        "wiki/sitemap-2.xml",
        "wiki/sitemap-3.xml",
        "wiki/sitemap.xml",
    ]


def test_previews_and_what_is_excluded_are_left_out(tmp_path):
    for folder in ("docs/", "beta/", "pr-preview/pr-7/", "docs/pr-preview/pr-8/"):
        publish(tmp_path, folder, "index.html")
    compose(tmp_path, Asking(HOST, exclude=("beta/",)), environ={})
    assert children(tmp_path) == ["docs/sitemap.xml"]
    asking = Asking(HOST, include=("pr-preview/",), exclude=("beta/",))
    compose(tmp_path, asking, environ={})
    assert children(tmp_path) == ["docs/sitemap.xml", "pr-preview/pr-7/sitemap.xml"]


def test_a_pattern_that_can_mean_nothing_is_told(tmp_path):
    with pytest.raises(OptionError) as caught:
        compose(tmp_path, Asking(HOST, exclude=(f"{HOST}docs/",)), environ={})
    assert str(caught.value) == (
        f"exclude: '{HOST}docs/' is a URL; a pattern is a path below the base URL, like"
        " guide/"
    )


def test_one_sitemap_may_list_all(tmp_path):
    publish(tmp_path, "docs/", "index.html", "a.html")
    publish(tmp_path, "", "index.html")
    dated = f"<url><loc>{HOST}wiki/</loc><lastmod>2024-05-01</lastmod></url>"
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/sitemap.xml").write_text(f"<urlset {NS}>{dated}</urlset>")
    compose(tmp_path, Asking(HOST, root_sitemap=True), environ={})
    text = (tmp_path / "sitemap-all.xml").read_text("utf-8")
    assert paths(text) == ["docs/", "docs/a.html", "", "wiki/"]
    assert "<lastmod>2024-05-01</lastmod>" in text
    assert "sitemap-all.xml" not in children(tmp_path)


def test_a_sitemap_of_all_has_a_name_that_nobody_else_has(tmp_path):
    publish(tmp_path, "docs/", "index.html")
    own = FOREIGN.replace("wiki/", "")
    (tmp_path / "sitemap-all.xml").write_text(own)
    (report,) = compose(tmp_path, Asking(HOST, root_sitemap=True), environ={})
    assert (tmp_path / "sitemap-all.xml").read_text() == own
    assert children(tmp_path) == ["docs/sitemap.xml", "sitemap-all.xml"]
    assert "sitemap-all-2.xml" in map(str, report.written)
    assert [note.text for note in report.notes] == [
        "sitemap-all.xml, which something else wrote, stays; ours has another name"
    ]
    before = files(tmp_path)
    compose(tmp_path, Asking(HOST, root_sitemap=True), environ={})
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        pytest.param("latest", "sitemap-latest-2.xml", id="of-the-user"),
        pytest.param("2", "sitemap-2-2.xml", id="shard-of-a-build"),
        pytest.param("index", "sitemap-index-2.xml", id="index"),
        pytest.param("all", "sitemap-all-2.xml", id="sitemap-of-all"),
        pytest.param("stable", "sitemap-stable.xml", id="nobodys"),
    ],
)
def test_the_sitemap_of_an_alias_has_a_name_that_nobody_else_has(tmp_path, alias, name):
    publish(tmp_path, "", "index.html", "a.html", max_urls=1)
    (tmp_path / "sitemap-latest.xml").write_text(FOREIGN.replace("wiki/", ""))
    publish(tmp_path, "3.0/", "index.html")
    page = f'<link rel="canonical" href="{HOST}{alias}/">'
    (tmp_path / "3.0/index.html").write_text(page)
    (tmp_path / alias).symlink_to("3.0")
    version = f'[{{"version": "3.0", "title": "3.0", "aliases": ["{alias}"]}}]'
    (tmp_path / "versions.json").write_text(version)
    before = files(tmp_path)
    asking = Asking(HOST, root_sitemap=True)
    compose(tmp_path, asking, environ={})
    after = files(tmp_path)
    assert {path for path in before if after[path] != before[path]} == {
        "sitemap-index.xml"
    }
    assert paths(after[name].decode()) == [f"{alias}/"]
    assert name in children(tmp_path)
    compose(tmp_path, asking, environ={})
    assert files(tmp_path) == after


def test_versions_listed_elsewhere_are_pages_like_others(tmp_path):
    for tag in ("en", "de"):
        publish(tmp_path, f"{tag}/2.0/", "index.html")
        (tmp_path / tag / "latest").symlink_to("2.0")
    asking = Asking(
        HOST,
        root_sitemap=True,
        versions=("*/*",),
        prefer="alias",
        languages=(("en", "en/latest/"), ("de", "de/latest/")),
    )
    (report,) = compose(tmp_path, asking, environ={})
    assert children(tmp_path) == ["sitemap-de-latest.xml", "sitemap-en-latest.xml"]
    home = [("de", "de/latest/"), ("en", "en/latest/")]
    assert links(tmp_path, "sitemap-de-latest.xml") == home
    assert links(tmp_path, "sitemap-en-latest.xml") == home
    text = (tmp_path / "sitemap-all.xml").read_text("utf-8")
    assert paths(text) == ["de/latest/", "en/latest/"]
    assert report.notes == ()
    assert compose(tmp_path, asking, environ={})[0].written == ()


def test_what_is_supported_is_asked_with_its_policy(tmp_path):
    with pytest.raises(OptionError) as caught:
        compose(tmp_path, Asking(HOST, supported=("2.*",)), environ={})
    assert str(caught.value) == "supported: needs the policy `supported`"


def test_a_dry_run_writes_nothing(tmp_path):
    publish(tmp_path, "docs/", "index.html")
    before = files(tmp_path)
    (report,) = compose(tmp_path, Asking(HOST), environ={}, dry_run=True)
    assert files(tmp_path) == before
    assert [str(path) for path in report.written] == [
        "sitemap.css",
        "sitemap-index.xml",
        "robots.txt",
    ]


def test_a_host_without_sitemaps_is_told(tmp_path):
    (report,) = compose(tmp_path, Asking(HOST), environ={})
    assert [note.text for note in report.notes] == [
        "no sitemap is to be named: there is none"
    ]
    assert files(tmp_path) == {}


def test_the_good_part_of_a_sitemap_counts_where_that_is_wished(tmp_path):
    (tmp_path / "wiki").mkdir()
    file = tmp_path / "wiki/sitemap.xml"
    away = f"<url><loc>{HOST}away/</loc><priority>0.5</priority></url>\n"
    file.write_text(FOREIGN.replace("</urlset>", f"{away}</urlset>"))
    (tmp_path / "wiki/sitemap.xml.gz").write_bytes(gzip.compress(file.read_bytes()))
    (report,) = compose(tmp_path, Asking(HOST, repair=True), environ={})
    assert children(tmp_path) == ["wiki/sitemap.xml"]
    assert file.read_text() == FOREIGN
    assert gzip.decompress((tmp_path / "wiki/sitemap.xml.gz").read_bytes()) == (
        FOREIGN.encode()
    )
    assert [note.text for note in report.notes] == [
        "wiki/sitemap.xml: 1 that engines would refuse are cut out"
    ]
    assert compose(tmp_path, Asking(HOST, repair=True), environ={})[0].written == ()


def test_what_is_cut_out_is_listed_nowhere_else(tmp_path):
    for folder in ("en/", "de/"):
        publish(tmp_path, folder, "index.html")
        file = tmp_path / folder / "sitemap.xml"
        away = f"<url><loc>{HOST}away/</loc></url></urlset>"
        file.write_text(file.read_text("utf-8").replace("</urlset>", away), "utf-8")
    asking = Asking(
        HOST,
        repair=True,
        root_sitemap=True,
        languages=(("en", "en/"), ("de", "de/"), ("fr", "/")),
    )
    compose(tmp_path, asking, environ={})
    assert paths((tmp_path / "sitemap-all.xml").read_text("utf-8")) == ["de/", "en/"]
    (report,) = compose(tmp_path, asking, environ={})
    assert (report.written, [note.text for note in report.notes]) == (
        (),
        [f"languages.fr: no sitemap here lists a page below {HOST}"],
    )


def test_what_no_cut_can_mend_stays_as_it_is(tmp_path):
    (tmp_path / "wiki").mkdir()
    for name, text in {"1": FOREIGN.replace("wiki/", "x/"), "2": "<urlset"}.items():
        (tmp_path / f"wiki/sitemap-{name}.xml").write_text(text)
    before = files(tmp_path)
    (report,) = compose(tmp_path, Asking(HOST, repair=True), environ={})
    assert [note.level for note in report.notes] == ["warning", "warning", "info"]
    assert files(tmp_path) == before


LANGUAGES = (("en", "en/"), ("pt_BR", "pt/"), ("de", "/"))


def links(host: Path, name: str) -> list[tuple[str, str]]:
    """Give each link in a sitemap: its tag, and its address below the host."""
    text = (host / name).read_text("utf-8")
    return re.findall(rf'hreflang="(.*?)" href="{HOST}(.*?)"', text)


def test_builds_of_several_languages_name_each_other(tmp_path):
    publish(tmp_path, "en/", "index.html", "a.html", "b.html")
    publish(tmp_path, "pt/", "index.html", "a.html", gzip=True)
    publish(tmp_path, "", "a.html", "c.html")
    asking = Asking(HOST, languages=LANGUAGES, x_default="en")
    (report,) = compose(tmp_path, asking, environ={})
    home = [("en", "en/"), ("pt-BR", "pt/"), ("x-default", "en/")]
    a = [
        ("de", "a.html"),
        ("en", "en/a.html"),
        ("pt-BR", "pt/a.html"),
        ("x-default", "en/a.html"),
    ]
    assert links(tmp_path, "en/sitemap.xml") == [*home, *a]
    assert links(tmp_path, "pt/sitemap.xml") == [*home, *a]
    assert links(tmp_path, "sitemap.xml") == a
    packed = gzip.decompress((tmp_path / "pt/sitemap.xml.gz").read_bytes())
    assert packed == (tmp_path / "pt/sitemap.xml").read_bytes()
    assert report.notes == ()
    assert audit(tmp_path, Audited(HOST), environ={}).findings == ()
    assert compose(tmp_path, asking, environ={})[0].written == ()


def test_a_sitemap_that_is_there_as_gz_alone_is_changed_as_well(tmp_path):
    publish(tmp_path, "en/", "index.html")
    publish(tmp_path, "pt/", "index.html")
    file = tmp_path / "pt/sitemap.xml"
    away = f"<url><loc>{HOST}away/</loc></url></urlset>"
    data = file.read_text("utf-8").replace("</urlset>", away).encode()
    (tmp_path / "pt/sitemap.xml.gz").write_bytes(gzip.compress(data))
    file.unlink()
    asking = Asking(HOST, repair=True, languages=LANGUAGES[:2])
    compose(tmp_path, asking, environ={})
    file.write_bytes(gzip.decompress((tmp_path / "pt/sitemap.xml.gz").read_bytes()))
    assert links(tmp_path, "pt/sitemap.xml") == [("en", "en/"), ("pt-BR", "pt/")]
    assert links(tmp_path, "en/sitemap.xml") == links(tmp_path, "pt/sitemap.xml")
    assert paths(file.read_text("utf-8")) == ["pt/"]
    file.unlink()
    assert children(tmp_path) == ["en/sitemap.xml", "pt/sitemap.xml.gz"]
    assert compose(tmp_path, asking, environ={})[0].written == ()


GERMAN = "https://example.de/"


def test_languages_on_hosts_of_their_own_name_each_other(tmp_path):
    """As MkDocs' plugin i18n builds them, the second in the folder of the first."""
    publish(tmp_path, "", "index.html", "a.html", "b.html")
    publish(tmp_path / "de", "", "index.html", "a.html", base_url=GERMAN)
    asking = Asking(
        HOST,
        also=((tmp_path / "de", GERMAN),),
        languages=(("en", HOST), ("de", GERMAN)),
        x_default="en",
    )
    first, second = compose(tmp_path, asking, environ={})
    linked = [
        *(("de", GERMAN), ("en", HOST), ("x-default", HOST)),
        *(("de", f"{GERMAN}a.html"), ("en", f"{HOST}a.html")),
        ("x-default", f"{HOST}a.html"),
    ]
    for name in ("sitemap.xml", "de/sitemap.xml"):
        text = (tmp_path / name).read_text("utf-8")
        assert re.findall(r'hreflang="(.*?)" href="(.*?)"', text) == linked
    assert first.submit == (f"{HOST}sitemap-index.xml",)
    assert second.submit == (f"{GERMAN}sitemap-index.xml",)
    for folder, url in ((tmp_path, HOST), (tmp_path / "de", GERMAN)):
        index = (folder / "sitemap-index.xml").read_text("utf-8")
        assert re.findall("<loc>(.*?)</loc>", index) == [f"{url}sitemap.xml"]
        robots = (folder / "robots.txt").read_text()
        assert robots.endswith(f"Sitemap: {url}sitemap-index.xml\n")
    assert (*first.notes, *second.notes) == ()
    assert [each.written for each in compose(tmp_path, asking, environ={})] == [(), ()]


def test_two_compositions_of_the_same_hosts_do_not_block_each_other(tmp_path):
    urls = {"a": HOST, "b": GERMAN}
    for folder in urls:
        publish(tmp_path, f"{folder}/", "index.html")
    compose_ = [sys.executable, "-m", "scopemap", "compose"]
    runs = [
        subprocess.Popen(
            [
                *compose_,
                one,
                "--base-url",
                urls[one],
                "--also",
                f"{other}={urls[other]}",
            ],
            cwd=tmp_path,
        )
        for one, other in ("ab", "ba") * 4
    ]
    try:
        assert [run.wait(timeout=120) for run in runs] == [0] * 8
    finally:
        for run in runs:
            run.kill()


def test_a_base_url_without_its_slash_has_the_same_languages(tmp_path):
    for folder in ("en/", "pt/"):
        publish(tmp_path, folder, "index.html")
    asking = Asking(HOST[:-1], languages=LANGUAGES[:2], x_default="PT-br")
    (report,) = compose(tmp_path, asking, environ={})
    home = [("en", "en/"), ("pt-BR", "pt/"), ("x-default", "pt/")]
    assert links(tmp_path, "en/sitemap.xml") == home
    assert report.notes == ()


@pytest.mark.parametrize(
    ("languages", "known"),
    [
        pytest.param(LANGUAGES, "de, en, pt-BR", id="another"),
        pytest.param((), "there are none", id="no-languages"),
    ],
)
def test_the_default_is_one_of_the_languages(tmp_path, languages, known):
    asking = Asking(HOST, languages=languages, x_default="fr")
    with pytest.raises(OptionError) as caught:
        compose(tmp_path, asking, environ={})
    assert str(caught.value) == (
        f"x_default: 'fr' must be one of the languages: {known}"
    )


def test_a_language_of_which_nothing_is_listed_is_told(tmp_path):
    publish(tmp_path, "", "index.html")
    languages = (("en", HOST), ("de", GERMAN))
    (report,) = compose(tmp_path, Asking(HOST, languages=languages), environ={})
    (note,) = report.notes
    assert note.level == "warning"
    assert note.text == (
        f"languages.de: no sitemap here lists a page below {GERMAN}; give the folder"
        f" of that host, too (--also DIR={GERMAN})"
    )


@pytest.mark.parametrize(
    ("also", "says"),
    [
        pytest.param([("de", HOST)], f"'{HOST}' must not be given twice", id="twice"),
        pytest.param(
            [("de", "de")],
            "'de' must be an absolute URL, like https://example.com/docs/",
            id="url",
        ),
        pytest.param(
            [(".", GERMAN)], "must be another folder than those before", id="same"
        ),
        pytest.param([("x", GERMAN)], "'x' must be a folder", id="folder"),
    ],
)
def test_a_wrong_host_is_told(tmp_path, monkeypatch, also, says):
    (tmp_path / "de").mkdir()
    monkeypatch.chdir(tmp_path)
    hosts = tuple((Path(folder), url) for folder, url in also)
    with pytest.raises(OptionError) as caught:
        compose(Path(), Asking(HOST, also=hosts), environ={})
    assert str(caught.value) == f"also.{also[0][0]}: {says}"


@pytest.mark.parametrize(
    ("languages", "says"),
    [
        pytest.param(
            (("klingon", "x/"), ("de", "/")),
            "languages: 'klingon' must be a language tag, like pt-BR",
            id="tag",
        ),
        pytest.param(
            (("en", "ftp://a.example/"), ("de", "/")),
            "languages.en: 'ftp://a.example/' must begin with http:// or https://",
            id="base",
        ),
        pytest.param(
            (("en", "en/"), ("EN", "de/")),
            "languages.EN: must not be given twice",
            id="twice",
        ),
    ],
)
def test_a_wrong_language_is_told(tmp_path, languages, says):
    with pytest.raises(OptionError) as caught:
        compose(tmp_path, Asking(HOST, languages=languages), environ={})
    assert str(caught.value) == says


def test_the_feeds_that_a_build_has_named_stay_named(tmp_path):
    publish(tmp_path, "docs/", "index.html")
    (tmp_path / "all.atom.xml").write_text("<feed/>")
    feed = f"# scopemap\nSitemap: {HOST}all.atom.xml\n"
    gone = f"# scopemap\nSitemap: {HOST}gone.atom.xml\n"
    (tmp_path / "robots.txt").write_text(ROBOTS + feed + gone)
    compose(tmp_path, Asking(HOST), environ={})
    assert (tmp_path / "robots.txt").read_text() == ROBOTS + feed
