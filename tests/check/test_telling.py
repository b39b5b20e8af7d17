"""An audit as people, scripts, GitHub and viewers of SARIF read it."""

from __future__ import annotations

import json
import time
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from scopemap.check.findings import Audit, Finding
from scopemap.check.telling import from_here, tell
from scopemap.check.telling.as_sarif import SCHEMA

BASE = "https://example.com/docs/"


def audit(*findings: Finding, dropped: int = 0) -> Audit:
    files = ("robots.txt", "docs/sitemap.xml")
    return Audit(BASE, files, 1234, findings, dropped)


def outside(line: int) -> Finding:
    url = f"https://example.com/{line}.html"
    return Finding("docs/sitemap.xml", line, "SM208", "lies outside of /docs/", url)


MARK = Finding("docs/sitemap.xml", 1, "SM102", "the file begins with a mark")
EMPTY = Finding("a b/ü.xml", 0, "SM118", "there is no entry")
FETCHED = Finding(f"{BASE}sitemap.xml", 7, "SM118", "there is no entry")
SMALL = audit(MARK, outside(5), EMPTY)
CURE = (
    "Do not publish it; with MkDocs and Sphinx a missing site_url or html_baseurl is"
    " the cause."
)


def text(told: Audit) -> str:
    return click.unstyle(tell(told, "text"))


def test_people_read_the_gravest_first_by_code_with_three_places_of_each():
    told = audit(MARK, EMPTY, *map(outside, range(5, 1500)))
    assert text(told) == (
        "SM208 out-of-scope (error): The URL does not lie in the folder of its sitemap,"
        " or below; engines drop it.\n"
        "  docs/sitemap.xml:5: https://example.com/5.html: lies outside of /docs/\n"
        "  docs/sitemap.xml:6: https://example.com/6.html: lies outside of /docs/\n"
        "  docs/sitemap.xml:7: https://example.com/7.html: lies outside of /docs/\n"
        "  and 1,492 more\n"
        "  cure: Write the sitemap into the folder that all of its pages share, or"
        " higher.\n"
        "\n"
        "SM118 empty (warning): The file lists nothing.\n"
        "  a b/ü.xml: there is no entry\n"
        "  cure: Do not publish it; with MkDocs and Sphinx a missing site_url or"
        " html_baseurl is the cause.\n"
        "\n"
        "SM102 byte-order-mark (info): The file begins with a byte order mark, on which"
        " some readers stumble.\n"
        "  docs/sitemap.xml:1: the file begins with a mark\n"
        "  cure: Write it without one.\n"
        "\n"
        "1,495 errors, 1 warning, 1 note in 2 files with 1,234 URLs, served at"
        " https://example.com/docs/"
    )


@pytest.mark.parametrize(
    ("told", "line"),
    [
        pytest.param(
            audit(),
            "no fault in 2 files with 1,234 URLs, served at https://example.com/docs/",
            id="nothing-found",
        ),
        pytest.param(
            Audit("", ("sitemap.xml",), 1, ()),
            "no fault in 1 file with 1 URL; say with --base-url where they are served,"
            " that more can be judged",
            id="no-base-url",
        ),
        pytest.param(
            Audit("", ("sitemap.xml",), 1, (MARK, MARK), dropped=9000),
            "2 notes (and 9,000 more, which were only counted) in 1 file with 1 URL;"
            " say with --base-url where they are served, that more can be judged",
            id="dropped",
        ),
    ],
)
def test_the_last_line_sums_up(told, line):
    assert text(told).splitlines()[-1] == line


def test_a_url_is_not_told_twice():
    url = "https://example.com/a"
    said = Finding("sitemap.xml", 2, "SM205", f"{url} is listed in line 1 too", url)
    assert text(audit(said)).splitlines()[1] == (
        "  sitemap.xml:2: https://example.com/a is listed in line 1 too"
    )


@pytest.mark.parametrize(
    ("url", "text_"),
    [
        pytest.param("a%20b", "https://example.com/a b has no file", id="space"),
        pytest.param("%C3%BC", "https://example.com/ü has no file", id="letter"),
        pytest.param("a~b", "'https://example.com/a%7Eb' is listed", id="escape"),
        pytest.param("b", "HTTPS://Example.com:443/a/../b is odd", id="spelling"),
        pytest.param("b", "named by https://example.com/./b, twice", id="within"),
        pytest.param("a%20b/", "https://example.com/./a b/ has no file", id="both"),
        pytest.param("", "https://example.com has no file", id="no-slash"),
        pytest.param("a", "https://example.com/a#top is listed", id="fragment"),
    ],
)
def test_a_url_is_known_in_the_spelling_of_the_file(url, text_):
    said = Finding("sitemap.xml", 2, "SM205", text_, f"https://example.com/{url}")
    assert text(audit(said)).splitlines()[1] == f"  sitemap.xml:2: {text_}"


def test_another_url_is_not_taken_for_it():
    said = Finding("a.xml", 2, "SM208", "is not https://example.com/ab", f"{BASE}a")
    assert text(audit(said)).splitlines()[1] == (
        f"  a.xml:2: {BASE}a: is not https://example.com/ab"
    )


def test_a_text_without_end_is_not_searched_without_end():
    said = Finding("a.xml", 2, "SM203", "http://x " * 500_000, f"{BASE}a")
    start = time.perf_counter()
    assert tell(audit(said), "github")
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        pytest.param("\u202e", "\\u202e", id="writes-backwards"),
        pytest.param("\u2066", "\\u2066", id="isolates"),
        pytest.param("\u200f", "\\u200f", id="marks-a-direction"),
        pytest.param("\u061c", "\\u061c", id="marks-arabic"),
        pytest.param("\u200b", "\\u200b", id="has-no-width"),
        pytest.param("\ufeff", "\\ufeff", id="mark"),
        pytest.param("\xad", "\\xad", id="soft-hyphen"),
        pytest.param("\u2028", "\\u2028", id="separates-lines"),
        pytest.param("\U000e0041", "\\U000e0041", id="tag"),
        pytest.param("\udce9", "\\udce9", id="byte-of-a-name-that-is-no-text"),
    ],
)
def test_what_cannot_be_seen_is_shown(character, shown):
    said = Finding("a.xml", 2, "SM202", f"a{character}b is no URL")
    assert text(audit(said)).splitlines()[1] == f"  a.xml:2: a{shown}b is no URL"


def test_what_a_file_holds_cannot_steer_the_terminal_or_forge_a_line():
    said = Finding("a\nb.xml", 2, "SM202", "'\x1b[2J\r\nno fault\x9b' is no URL")
    assert text(audit(said)).splitlines()[1] == (
        "  a\\x0ab.xml:2: '\\x1b[2J\\x0d\\x0ano fault\\x9b' is no URL"
    )


def test_severities_have_the_colours_that_linters_give_them():
    colours = [
        line.partition("(")[2].partition(")")[0]
        for line in tell(SMALL, "text").splitlines()
        if "SM" in line
    ]
    assert colours == [
        click.style("error", fg="red"),
        click.style("warning", fg="yellow"),
        click.style("info", fg="cyan"),
    ]


def test_scripts_read_the_documented_form():
    told = tell(audit(outside(5), EMPTY, dropped=3), "json")
    assert "ü" in told
    assert json.loads(told) == {
        "version": 1,
        "base_url": "https://example.com/docs/",
        "files": ["robots.txt", "docs/sitemap.xml"],
        "urls": 1234,
        "counts": {"error": 1, "warning": 1, "info": 0},
        "dropped": 3,
        "findings": [
            {
                "code": "SM208",
                "name": "out-of-scope",
                "severity": "error",
                "file": "docs/sitemap.xml",
                "line": 5,
                "url": "https://example.com/5.html",
                "text": "lies outside of /docs/",
                "cure": "Write the sitemap into the folder that all of its pages share,"
                " or higher.",
            },
            {
                "code": "SM118",
                "name": "empty",
                "severity": "warning",
                "file": "a b/ü.xml",
                "line": 0,
                "url": "",
                "text": "there is no entry",
                "cure": CURE,
            },
        ],
    }


def test_github_annotates_one_place_of_each_code_before_the_second_of_any():
    """GitHub shows ten of a kind, the first ones."""
    assert tell(audit(MARK, outside(5), outside(6), EMPTY), "github") == (
        "::error file=docs/sitemap.xml,line=5,title=SM208 out-of-scope::"
        "https://example.com/5.html: lies outside of /docs/%0A"
        "Write the sitemap into the folder that all of its pages share, or higher.\n"
        "::warning file=a b/ü.xml,title=SM118 empty::there is no entry%0A"
        f"{CURE}\n"
        "::notice file=docs/sitemap.xml,line=1,title=SM102 byte-order-mark::"
        "the file begins with a mark%0AWrite it without one.\n"
        "::error file=docs/sitemap.xml,line=6,title=SM208 out-of-scope::"
        "https://example.com/6.html: lies outside of /docs/%0A"
        "Write the sitemap into the folder that all of its pages share, or higher.\n"
        "2 errors, 1 warning, 1 note in 2 files with 1,234 URLs, served at"
        " https://example.com/docs/"
    )


def test_github_is_given_no_other_command_by_what_a_file_holds():
    said = Finding("50%,a:b\r.xml", 2, "SM102", "100%\r\n::add-mask::https")
    assert tell(audit(said), "github").splitlines()[0] == (
        "::notice file=50%25%2Ca%3Ab%0D.xml,line=2,title=SM102 byte-order-mark::"
        "100%25%0D%0A::add-mask::https%0AWrite it without one."
    )


def test_what_was_fetched_is_no_file_of_the_repository():
    assert tell(audit(FETCHED), "github").splitlines()[0] == (
        "::warning title=SM118 empty::https://example.com/docs/sitemap.xml: there is no"
        " entry%0ADo not publish it; with MkDocs and Sphinx a missing site_url or"
        " html_baseurl is the cause."
    )


def test_a_small_audit_in_sarif():
    """It was held to sarif-schema-2.1.0.json of OASIS by hand; the suite cannot."""
    assert json.loads(tell(audit(outside(5), EMPTY, dropped=3), "sarif")) == {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "scopemap",
                        "version": version("scopemap"),
                        "rules": [
                            {
                                "id": "SM118",
                                "name": "empty",
                                "shortDescription": {"text": "The file lists nothing."},
                                "fullDescription": {
                                    "text": "The file lists nothing. (The protocol's"
                                    " schema: at least one; Search Console, "
                                    '"Empty sitemap")'
                                },
                                "help": {
                                    "text": f"{CURE}\n\n"
                                    'Bad: <urlset xmlns="http://www.sitemaps.org/schemas'
                                    '/sitemap/0.9"></urlset>\n\n'
                                    "Good: no file"
                                },
                                "defaultConfiguration": {"level": "warning"},
                            },
                            {
                                "id": "SM208",
                                "name": "out-of-scope",
                                "shortDescription": {
                                    "text": "The URL does not lie in the folder of its"
                                    " sitemap, or below; engines drop it."
                                },
                                "fullDescription": {
                                    "text": "The URL does not lie in the folder of its"
                                    " sitemap, or below; engines drop it. (Protocol,"
                                    ' "Sitemap file location")'
                                },
                                "help": {
                                    "text": "Write the sitemap into the folder that all"
                                    " of its pages share, or higher.\n\n"
                                    "Bad: https://example.com/a.html in"
                                    " https://example.com/docs/sitemap.xml\n\n"
                                    "Good: https://example.com/docs/a.html in"
                                    " https://example.com/docs/sitemap.xml"
                                },
                                "defaultConfiguration": {"level": "error"},
                            },
                        ],
                    }
                },
                "results": [
                    {
                        "ruleId": "SM208",
                        "ruleIndex": 1,
                        "level": "error",
                        "message": {
                            "text": "https://example.com/5.html: lies outside of /docs/"
                        },
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {
                                        "uri": "docs/sitemap.xml",
                                        "uriBaseId": "%SRCROOT%",
                                    },
                                    "region": {"startLine": 5},
                                }
                            }
                        ],
                    },
                    {
                        "ruleId": "SM118",
                        "ruleIndex": 0,
                        "level": "warning",
                        "message": {"text": "there is no entry"},
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {
                                        "uri": "a%20b/%C3%BC.xml",
                                        "uriBaseId": "%SRCROOT%",
                                    }
                                }
                            }
                        ],
                    },
                ],
                "properties": {"base_url": BASE, "dropped": 3},
            }
        ],
    }


def run(*findings: Finding) -> dict:
    (only,) = json.loads(tell(audit(*findings), "sarif"))["runs"]
    return only


def test_each_result_points_at_its_rule_and_has_its_level():
    found = run(MARK, outside(5), outside(6), EMPTY, FETCHED)
    rules = found["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["SM102", "SM118", "SM208"]
    assert [
        (rules[result["ruleIndex"]]["id"], result["ruleId"], result["level"])
        for result in found["results"]
    ] == [
        ("SM102", "SM102", "note"),
        ("SM208", "SM208", "error"),
        ("SM208", "SM208", "error"),
        ("SM118", "SM118", "warning"),
        ("SM118", "SM118", "warning"),
    ]


@pytest.mark.parametrize(
    ("file", "location"),
    [
        pytest.param(
            "site/a:b/50%?#.xml",
            {"uri": "site/a%3Ab/50%25%3F%23.xml", "uriBaseId": "%SRCROOT%"},
            id="characters-of-uris",
        ),
        pytest.param(
            "caf\udce9.xml",
            {"uri": "caf%E9.xml", "uriBaseId": "%SRCROOT%"},
            id="name-that-is-no-text",
        ),
        pytest.param("/srv/a b.xml", {"uri": "file:///srv/a%20b.xml"}, id="absolute"),
        pytest.param(
            "../a.xml", {"uri": Path("../a.xml").resolve().as_uri()}, id="upwards"
        ),
        pytest.param(
            "https://example.com/ü%20.xml",
            {"uri": "https://example.com/%C3%BC%20.xml"},
            id="fetched",
        ),
    ],
)
def test_addresses_in_sarif_are_uris(file, location):
    (result,) = run(Finding(file, 0, "SM118", "there is no entry"))["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": location}


def test_braces_in_a_message_of_sarif_stand_for_themselves():
    (result,) = run(Finding("a.xml", 1, "SM202", "'{0}' is no URL"))["results"]
    assert result["message"] == {"text": "'{{0}}' is no URL"}


@pytest.mark.parametrize(
    ("folder", "prefix"),
    [
        pytest.param("site", "site/", id="below"),
        pytest.param(".", "", id="here"),
        pytest.param("../site", "../site/", id="beside"),
        pytest.param("{here}/site", "site/", id="absolute-and-below"),
        pytest.param("/srv/site", "/srv/site/", id="absolute"),
    ],
)
def test_files_are_named_from_the_working_folder(folder, prefix, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    moved = from_here(SMALL, Path(folder.format(here=tmp_path)))
    names = ["robots.txt", "docs/sitemap.xml"]
    assert list(moved.files) == [prefix + name for name in names]
    assert [finding.file for finding in moved.findings] == [
        prefix + finding.file for finding in SMALL.findings
    ]


def test_a_robots_txt_that_was_given_keeps_the_name_that_it_was_given():
    blocked = Finding(
        "../host/robots.txt", 2, "SM705", "'/sitemap.xml' is no whole URL"
    )
    moved = from_here(audit(blocked), Path("site"), robots=Path("../host/robots.txt"))
    assert moved.findings == (blocked,)
