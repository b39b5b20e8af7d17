"""Several builds in one folder: each owns its files, whoever ran last.

The site at the root has pages in the folders of the others as well, which happens
where one generator makes the frame and others fill it.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from lxml import etree

from scopemap import Page, Report, Site, build, load_options

BASE = "https://site.example/"
BUILDS = {
    "": ["index.html", "guide/by-root.html", "journal/by-root.html", "shop/a.html"],
    "guide/": ["index.html", "start/a.html", "start/b.html"],
    "journal/": ["index.html", "2024/a.html", "2024/b.html", "tags.html"],
}
NESTED = {
    "": ["index.html", "docs/index.html", "docs/a.html", "docs/api/by-root.html"],
    "docs/": ["b.html", "api/by-docs.html"],
    "docs/api/": ["index.html", "v1/a.html", "v1/b.html"],
}
OPTIONS: dict[str, Any] = {"scopes": "sections", "gzip": True, "text": True}


def run(host: Path, where: str, pages: list[str], **options: Any) -> Report:
    output = host / where
    listed = tuple(Page(PurePosixPath(page)) for page in pages)
    site = Site(BASE + where, output, output, listed, "test")
    return build(site, load_options(OPTIONS | options), environ={})


@pytest.fixture
def host(tmp_path) -> Path:
    for builds in (BUILDS, NESTED):
        for where, pages in builds.items():
            for page in pages:
                (tmp_path / where / page).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / where / page).write_bytes(b"<title>A page</title>")
    return tmp_path


def look(host: Path) -> dict[str, tuple[bytes, int, int]]:
    """Give each file with all that a write would change."""
    return {
        str(path.relative_to(host)): (
            path.read_bytes(),
            path.stat().st_mtime_ns,
            path.stat().st_ino,
        )
        for path in sorted(host.rglob("*"))
        if path.is_file()
    }


def written_by(where: str, report: Report) -> set[str]:
    return {where + str(path) for path in report.written}


def prove_the_index_is_true(host: Path, where: str, pages: list[str]) -> None:
    """Each page of the build stands once in what its index names, and no other."""
    listed = []
    for (child,) in etree.parse(host / where / "sitemap-index.xml").getroot():
        sitemap = etree.parse(host / child.text.removeprefix(BASE)).getroot()
        folder = child.text.rpartition("/")[0] + "/"
        locs = [loc.text for loc in sitemap.iter("{*}loc")]
        assert all(loc.startswith(folder) for loc in locs)
        listed += locs
    urls = [BASE + where + page.removesuffix("index.html") for page in pages]
    assert sorted(listed) == sorted(urls)


@pytest.mark.parametrize(
    "builds",
    [
        pytest.param(BUILDS, id="side-by-side"),
        pytest.param(NESTED, id="in-a-scope-of-the-other"),
    ],
)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_no_build_touches_the_files_of_another(builds, order, host):
    places = [list(builds)[number] for number in order]
    owned: dict[str, set[str]] = {where: set() for where in places}
    for where in places:
        before = look(host)
        report = run(host, where, builds[where])
        owned[where] = written_by(where, report)
        after = look(host)
        assert report.removed == ()
        assert {name for name in after if after[name] != before.get(name)} == (
            owned[where]
        )
        assert not owned[where] & set(before)
    assert len(set().union(*owned.values())) == sum(map(len, owned.values()))
    whole = look(host)
    for where in places:
        assert run(host, where, builds[where]).written == ()
        prove_the_index_is_true(host, where, builds[where])
    assert look(host) == whole


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_a_build_that_changes_leaves_the_others_alone(order, host):
    """Its options change as well: another set of names, and fewer of them."""
    places = [list(BUILDS)[number] for number in order]
    owned = {
        where: written_by(where, run(host, where, BUILDS[where])) for where in places
    }
    for where in places:
        before = look(host)
        pages = BUILDS[where][:2]
        run(host, where, pages, scopes="auto", gzip=False, text=False)
        after = look(host)
        others = set().union(*(owned[other] for other in places if other != where))
        assert {name: after[name] for name in others} == {
            name: before[name] for name in others
        }
        prove_the_index_is_true(host, where, pages)
        owned[where] &= set(after)
    assert {name for name in look(host) if not name.endswith(".html")} == {
        "robots.txt",
        *(
            where + name
            for where in BUILDS
            for name in ("sitemap.css", "sitemap.xml", "sitemap-index.xml")
        ),
    }


@pytest.mark.parametrize("where", ["guide/", "journal/"])
def test_a_build_that_empties_takes_only_its_own_away(where, host):
    reports = {each: run(host, each, BUILDS[each]) for each in BUILDS}
    before = look(host)
    run(host, where, [])
    gone = written_by(where, reports[where])
    assert look(host) == {name: before[name] for name in before if name not in gone}


def test_only_the_build_at_the_root_of_the_host_writes_robots_txt(host):
    for where in reversed(BUILDS):
        run(host, where, BUILDS[where])
    assert [path.relative_to(host) for path in host.rglob("robots.txt")] == [
        Path("robots.txt")
    ]
    assert (host / "robots.txt").read_text() == (
        f"User-agent: *\nAllow: /\n\n# scopemap\nSitemap: {BASE}sitemap-index.xml\n"
    )


@pytest.mark.parametrize(
    "name", [".sitemap.xml.scopemap-0~", "start/.sitemap.xml.scopemap-1~"]
)
def test_what_another_build_is_writing_at_this_moment_stays(name, host):
    (host / "guide" / name).write_bytes(b"<urls")
    run(host, "", BUILDS[""])
    assert (host / "guide" / name).read_bytes() == b"<urls"
    run(host, "guide/", BUILDS["guide/"])
    assert not (host / "guide" / name).exists()


def test_a_build_that_moved_with_its_folder_still_owns_its_files(host):
    """Deploying puts an output under another name; marks are relative to the file."""
    run(host, "guide/", BUILDS["guide/"])
    (host / "guide").rename(host / "handbook")
    before = look(host)
    run(host, "", ["index.html", "handbook/start/a.html"], scopes=["handbook/"])
    after = look(host)
    assert {name: after[name] for name in before} == before
    report = run(host, "handbook/", ["index.html"], gzip=False, text=False)
    gone = {str(path) for path in report.removed}
    assert {"start/sitemap.xml", "start/sitemap.xml.gz", "start/sitemap.txt"} < gone
    prove_the_index_is_true(host, "handbook/", ["index.html"])


def test_versions_that_were_built_apart_keep_their_sitemaps(host):
    """The root lists none of their pages, yet lies above them (mike#159)."""
    for version in ("1.0/", "2.0/"):
        (host / version).mkdir()
        (host / version / "index.html").write_bytes(b"")
        output = host / version
        page = Page(PurePosixPath("index.html"))
        site = Site(BASE, output, output, (page,), "test", folder=version, part="mike")
        build(site, load_options({}), environ={})
    before = look(host)
    run(host, "", ["index.html"])
    after = look(host)
    assert {name: after[name] for name in before} == before
    assert (host / "1.0/sitemap.xml").read_text().count(f"<loc>{BASE}1.0/</loc>") == 1


# Builds a folder while another build takes something away from it: at the moment
# when this one first looks at it.
DISTURBED = """
import os, shutil, sys
from pathlib import Path, PurePosixPath
from scopemap import Page, Site, build, load_options

output, victim = Path(sys.argv[1]), sys.argv[2]


def hook(event, arguments):
    if event in ("open", "os.scandir") and str(arguments[0]) == victim:
        if os.path.isdir(victim):
            os.rename(victim, victim + "-gone")
        elif os.path.exists(victim):
            os.remove(victim)


pages = (Page(PurePosixPath("index.html")),)
site = Site("https://site.example/", output, output, pages, "test")
sys.addaudithook(hook)
build(site, load_options({}), environ={})
"""


@pytest.mark.parametrize("name", ["guide/sitemap.xml", "guide/sitemap.css", "guide"])
def test_what_another_build_takes_away_meanwhile_is_passed_over(name, host):
    """Material's projects plugin builds the parts of a site side by side."""
    run(host, "guide/", BUILDS["guide/"])
    subprocess.run(
        [sys.executable, "-c", DISTURBED, host, host / name], check=True, timeout=60
    )
    assert not (host / name).exists()
    prove_the_index_is_true(host, "", ["index.html"])
