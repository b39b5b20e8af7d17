"""The demo sites, by three generators, on one host: whole in whatever order."""

from __future__ import annotations

import itertools
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote

import pytest
from lxml import etree

BUILD = Path(__file__).parents[2] / "demo-sites/build.py"
URL = "https://scopemap.example/"
SITES = ("handbook", "journal", "reference")
INDEXES = ["", "handbook/", "reference/de/2.0/", "reference/en/2.0/"]


def build(host: Path, *sites: str) -> str:
    """Build sites onto the host; give what was printed."""
    return subprocess.run(
        [sys.executable, BUILD, "--host", host, *sites],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ).stdout


def ours(host: Path) -> dict[str, bytes]:
    files = (*host.rglob("sitemap*"), host / "robots.txt")
    return {str(file.relative_to(host)): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def hosts(tmp_path_factory) -> list[Path]:
    """Give a host for each order of the builds."""
    orders = list(itertools.permutations(SITES))
    folders = [tmp_path_factory.mktemp("-".join(order)) for order in orders]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(build, folders, *zip(*orders, strict=True)))
    return folders


def test_any_order_gives_the_same_host(hosts):
    first, *others = map(ours, hosts)
    assert [sorted(other.items()) for other in others] == [sorted(first.items())] * 5
    indexes = {name for name in first if name.endswith("sitemap-index.xml")}
    places = (*INDEXES, "reference/en/1.0/")
    assert indexes == {f"{place}sitemap-index.xml" for place in places}


def test_a_single_build_again_changes_nothing(hosts):
    before = ours(hosts[0])
    for site in SITES:
        build(hosts[0], site)
        assert ours(hosts[0]) == before, site


def test_robots_txt_names_every_index_and_the_feed(hosts):
    robots = (hosts[0] / "robots.txt").read_text()
    named = {line for line in robots.splitlines() if line.startswith("Sitemap:")}
    assert named == {
        f"Sitemap: {URL}all.atom.xml",
        *(f"Sitemap: {URL}{place}sitemap-index.xml" for place in INDEXES),
    }
    assert robots.startswith("User-agent: *\nDisallow: /drafts/\n\n")
    assert [path.parent for path in hosts[0].rglob("robots.txt")] == [hosts[0]]


def locs(file: Path) -> list[str]:
    return [loc.text for loc in etree.parse(file).getroot().iter("{*}loc")]


def test_every_url_has_its_file_and_stands_once_in_one_scope(hosts):
    listed = []
    for child in locs(hosts[0] / "sitemap-index.xml"):
        found = locs(hosts[0] / unquote(child.removeprefix(URL)))
        assert all(loc.startswith(child.rpartition("/")[0] + "/") for loc in found)
        listed += found
    assert len(listed) == len(set(listed)) == 40
    for loc in listed:
        path = unquote(loc.removeprefix(URL))
        name = f"{path}index.html" if not path or path.endswith("/") else path
        assert (hosts[0] / name).is_file(), loc


def test_the_index_at_the_root_names_the_sitemaps_of_all_builds(hosts):
    named = locs(hosts[0] / "sitemap-index.xml")
    for place in INDEXES[1:]:
        own = locs(hosts[0] / place / "sitemap-index.xml")
        assert [url for url in named if url.startswith(URL + place)] == own


def test_the_table_shows_each_sitemap_with_its_address(hosts):
    *_, table = build(hosts[0], "journal").partition("\nsitemap ")
    shown = [line.split()[0] for line in table.splitlines() if line.startswith(URL)]
    files = [*hosts[0].rglob("sitemap*.xml")]
    assert shown == sorted(URL + str(file.relative_to(hosts[0])) for file in files)
