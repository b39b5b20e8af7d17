"""What is looked at, and where it is taken to be served: real folders."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from scopemap.check.audit import audit
from scopemap.check.gathering import Asking
from scopemap.check.guessing import ENOUGH
from scopemap.check.vicinity import find_vicinity

HOST = "https://docs.acme.org/"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PAGE = "<title>Page</title>"


def urlset(*locs: str) -> str:
    lines = "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs)
    return f"<urlset {NS}>\n{lines}</urlset>\n"


def lay(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def found(target: Path, **asked: object) -> list[tuple[str, str, str]]:
    findings = audit(target, Asking(**asked), environ={}).findings  # type: ignore[arg-type]  # the test's own
    return [(each.code, each.file, each.url) for each in findings]


@pytest.mark.parametrize(
    ("sitemap", "codes"),
    [
        pytest.param(urlset("None"), ["SM206"], id="none"),
        pytest.param(urlset("/", "/guide/index.html"), ["SM201", "SM201"], id="paths"),
        pytest.param(urlset(), ["SM118"], id="empty"),
        pytest.param("<urlset", ["SM103"], id="broken"),
    ],
)
def test_where_nothing_tells_the_base_url_the_rest_is_judged(tmp_path, sitemap, codes):
    """As MkDocs without site_url has it; a person has to learn that this is why."""
    lay(tmp_path, {"index.html": PAGE, "sitemap.xml": sitemap})
    result = audit(tmp_path, environ={})
    assert [finding.code for finding in result.findings] == codes
    assert (result.base_url, result.has_pages) == ("", False)
    assert audit(tmp_path / "sitemap.xml", environ={}).findings == result.findings


def test_the_pages_say_where_they_are_though_robots_names_other_builds_too(tmp_path):
    """The robots.txt of a host, beside the folder of one of its builds."""
    lines = "".join(f"Sitemap: {HOST}{name}/sitemap.xml\n" for name in "abc")
    robots = lay(tmp_path, {"robots.txt": lines}) / "robots.txt"
    site = {"index.html": PAGE, "sitemap.xml": urlset(f"{HOST}b/")}
    folder = lay(tmp_path / "b", site)
    result = audit(folder, Asking(robots=robots), environ={})
    assert (result.base_url, result.findings) == (f"{HOST}b/", ())


def test_a_robots_file_for_another_address_is_the_fault_and_not_the_sitemap(tmp_path):
    files = {
        "index.html": PAGE,
        "sitemap.xml": urlset(HOST),
        "robots.txt": "Sitemap: http://localhost:8000/sitemap.xml\n",
    }
    result = audit(lay(tmp_path, files), environ={})
    assert result.base_url == HOST
    assert {finding.file for finding in result.findings} == {"robots.txt"}


@pytest.mark.skipif(os.name != "posix", reason="links need rights here")
def test_pages_behind_a_folder_that_is_a_link_are_there(tmp_path):
    """mike's aliases are such links."""
    files = {"1.0/index.html": PAGE, "sitemap.xml": urlset(f"{HOST}latest/")}
    lay(tmp_path, files)
    (tmp_path / "latest").symlink_to("1.0")
    (tmp_path / "1.0/up").symlink_to("..")
    assert found(tmp_path, base_url=HOST) == [
        ("SM607", "1.0/index.html", f"{HOST}1.0/"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "_sources/sitemap.rst.txt",
        "sitemap-howto.txt",
        "sitemaps.txt",
        "sitemap_schema.xml",
        "sitemap-template.xml",
    ],
)
def test_what_only_sounds_like_a_sitemap_is_none(tmp_path, name):
    files = {"index.html": PAGE, "sitemap.xml": urlset(HOST), name: "Sitemaps\n====\n"}
    assert found(lay(tmp_path, files)) == []


@pytest.mark.parametrize("first", ["sitemap.xml.gz", "sitemap.txt"])
def test_a_copy_may_be_the_one_that_is_named(tmp_path, first):
    text = urlset(HOST)
    robots = f"Sitemap: {HOST}{first}\n"
    lay(tmp_path, {"index.html": PAGE, "sitemap.xml": text, "robots.txt": robots})
    data = (
        gzip.compress(text.encode()) if first.endswith("gz") else f"{HOST}\n".encode()
    )
    (tmp_path / first).write_bytes(data)
    assert found(tmp_path) == []


def test_what_nothing_names_is_told_and_not_judged(tmp_path):
    """Such are examples, and the previews of pull requests."""
    files = {
        "index.html": PAGE,
        "sitemap.xml": urlset(HOST),
        "pr-preview/pr-7/sitemap.xml": urlset(HOST, f"{HOST}gone/"),
    }
    stray = "pr-preview/pr-7/sitemap.xml"
    assert found(lay(tmp_path, files)) == [("SM708", stray, f"{HOST}{stray}")]


@pytest.mark.skipif(os.name != "posix", reason="there is no such file here")
def test_a_sitemap_that_cannot_be_read_is_one_fault(tmp_path):
    lay(tmp_path, {"index.html": PAGE, "robots.txt": f"Sitemap: {HOST}x.xml\n"})
    (tmp_path / "x.xml").symlink_to("/proc/self/mem")
    assert ("SM712", "x.xml", f"{HOST}x.xml") in found(tmp_path, base_url=HOST)


def test_an_old_clock_of_the_build_makes_no_date_one_of_the_future(tmp_path):
    dated = f"<url><loc>{HOST}</loc><lastmod>2024-05-01</lastmod></url>"
    files = {"index.html": PAGE, "sitemap.xml": f"<urlset {NS}>{dated}</urlset>"}
    lay(tmp_path, files)
    environ = {"SOURCE_DATE_EPOCH": "315532800"}
    assert audit(tmp_path, environ=environ).findings == ()


def test_a_name_that_looks_like_a_mistake_may_be_one_of_a_file(tmp_path):
    files = {
        "index.html": PAGE,
        "a&amp;b.html": PAGE,
        "sitemap.xml": urlset(HOST, f"{HOST}a&amp;amp;b.html"),
    }
    assert found(lay(tmp_path, files)) == []
    (tmp_path / "a&amp;b.html").unlink()
    url = f"{HOST}a&amp;b.html"
    assert [each[0] for each in found(tmp_path)] == ["SM120", "SM601"]
    assert {each[2] for each in found(tmp_path)} == {url}


def test_of_what_lies_around_a_sitemap_alone_only_its_own_is_looked_at(tmp_path):
    """Nobody shall wait for a walk through a whole home folder."""
    index = f"<sitemapindex {NS}><sitemap><loc>{HOST}docs/a/sitemap.xml</loc></sitemap>"
    files = {
        "a/sitemap.xml": urlset(f"{HOST}docs/a/b.html"),
        "a/b.html": PAGE,
        "other/deep/c.html": PAGE,
        "sitemap-index.xml": f"{index}</sitemapindex>",
        "notes.txt": "",
    }
    lay(tmp_path, files)
    assert find_vicinity(tmp_path, "sitemap-index.xml") == {
        "a/sitemap.xml",
        "notes.txt",
        "sitemap-index.xml",
    }
    result = audit(tmp_path / "sitemap-index.xml", environ={})
    assert (result.base_url, result.files, result.findings) == (
        f"{HOST}docs/",
        ("sitemap-index.xml", "a/sitemap.xml"),
        (),
    )


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "%2E%2E/x.xml", "a/%2E%2E/%2E%2E/x.xml"]
)
def test_no_url_leads_out_of_the_folder_of_a_sitemap_alone(tmp_path, path):
    lay(
        tmp_path, {"x.xml": "", "in/a/b": "", "in/sitemap.xml": urlset(f"{HOST}{path}")}
    )
    names = find_vicinity(tmp_path / "in", "sitemap.xml")
    assert names == {"sitemap.xml"}


def test_all_children_of_an_index_alone_are_looked_at(tmp_path):
    names = [f"s/{number}.xml" for number in range(ENOUGH + 1)]
    locs = "".join(f"<sitemap><loc>{HOST}{name}</loc></sitemap>\n" for name in names)
    index = f"<sitemapindex {NS}>\n{locs}</sitemapindex>"
    lay(tmp_path, {"index.xml": index, **dict.fromkeys(names, "")})
    assert find_vicinity(tmp_path, "index.xml") == {"index.xml", *names}
