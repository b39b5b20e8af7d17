"""The command, run as a person runs it: on a folder, with flags."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner, Result

from scopemap.check.codes import CODES, Severity
from scopemap.check.context import Engine
from scopemap.check.hosts import Host
from scopemap.check.telling import Form
from scopemap.cli import checking, main

URL = "https://docs.acme.org/"
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder of its own, beside a site that has no fault."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    page = f'<html lang="en"><link rel="canonical" href="{URL}{{}}"><title>A</title>'
    for name in ("index.html", "guide/index.html"):
        file = tmp_path / "out" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = page.format(name.removesuffix("index.html"))
        file.write_text(text, encoding="utf-8")
    assert scopemap("build", "out", "--base-url", URL).exit_code == 0


def scopemap(*arguments: str, color: bool = False) -> Result:
    return CliRunner().invoke(main, list(arguments), color=color)


def check(*flags: str, color: bool = False) -> Result:
    return scopemap("check", "out", *flags, color=color)


def spoil() -> None:
    """Let the sitemap list a page that is not there, and two sitemaps be odd.

    robots.txt names one that is empty, and nothing names the other.
    """
    sitemap = Path("out/sitemap.xml")
    gone = f"<url><loc>{URL}gone.html</loc></url>\n</urlset>"
    text = sitemap.read_text("utf-8").replace("</urlset>", gone)
    sitemap.write_text(text, encoding="utf-8")
    for folder in ("old", "older"):
        Path("out", folder).mkdir()
        empty = Path("out", folder, "sitemap.xml")
        empty.write_text(f"{URLSET}</urlset>", encoding="utf-8")
    with Path("out/robots.txt").open("a", encoding="utf-8") as robots:
        robots.write(f"Sitemap: {URL}old/sitemap.xml\n")


def codes(*flags: str) -> list[str]:
    told = json.loads(check("--format", "json", "--fail-on", "never", *flags).stdout)
    return [finding["code"] for finding in told["findings"]]


def test_what_scopemap_builds_has_no_fault_and_a_line_says_so():
    result = check()
    assert result.output == (
        "no fault in 2 files with 2 URLs, served at https://docs.acme.org/ (taken from"
        " robots.txt)\n"
    )
    assert result.exit_code == 0


def test_faults_are_told_and_an_error_fails_the_command():
    spoil()
    result = check()
    assert result.exit_code == 1
    assert [line.partition(":")[0] for line in result.output.splitlines() if line] == [
        "SM601 no-page (error)",
        "  out/sitemap.xml",
        "  cure",
        "SM118 empty (warning)",
        "  out/old/sitemap.xml",
        "  cure",
        "SM708 stray-sitemap (info)",
        "  out/older/sitemap.xml",
        "  cure",
        "1 error, 1 warning, 1 note in 4 files with 3 URLs, served at https",
    ]


@pytest.mark.parametrize(
    ("flags", "status"),
    [
        pytest.param((), 1, id="by-default"),
        pytest.param(("--fail-on", "never"), 0, id="never"),
        pytest.param(("--ignore", "SM6"), 0, id="only-a-warning-is-left"),
        pytest.param(("--ignore", "SM6", "--fail-on", "warning"), 1, id="warning"),
        pytest.param(("--select", "SM7", "--fail-on", "warning"), 0, id="only-a-note"),
        pytest.param(("--select", "SM7", "--fail-on", "info"), 1, id="info"),
    ],
)
def test_the_status_is_1_from_the_severity_on_that_is_asked_for(flags, status):
    spoil()
    assert check(*flags).exit_code == status


@pytest.mark.parametrize(
    ("flags", "left"),
    [
        pytest.param((), ["SM118", "SM601", "SM708"], id="all"),
        pytest.param(("--select", "SM601"), ["SM601"], id="code"),
        pytest.param(("--select", "sm1,SM7"), ["SM118", "SM708"], id="beginnings"),
        pytest.param(
            ("--select", "empty", "--select", " no-page , "),
            ["SM118", "SM601"],
            id="names",
        ),
        pytest.param(
            ("--select", "SM1,SM6", "--ignore", "empty"), ["SM601"], id="ignore-wins"
        ),
    ],
)
def test_codes_are_selected_and_ignored(flags, left):
    spoil()
    assert sorted(codes(*flags)) == left


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        pytest.param(
            ("out", "--select", "out-of-scop"),
            "--select: 'out-of-scop' is no code, nor the name of one; did you mean"
            " out-of-scope?",
            id="name",
        ),
        pytest.param(
            ("out", "--ignore", "SM2,SM299"),
            "--ignore: 'SM299' is no code, nor the name of one; did you mean SM209?",
            id="code",
        ),
        pytest.param(
            (), "say what to check: a folder, a sitemap, or --live URL", id="nothing"
        ),
        pytest.param(
            ("out", "--limit", "3"),
            "--limit is for --live: a folder needs no requests",
            id="limit",
        ),
        pytest.param(
            ("out", "--live", URL),
            "DIR is for a folder: it has no use with --live",
            id="both",
        ),
        pytest.param(
            ("--live", URL, "--base-url", URL),
            "--base-url is for a folder: it has no use with --live",
            id="base-url",
        ),
        pytest.param(
            ("out", "--base-url", "docs.acme.org"),
            "base_url: 'docs.acme.org' must",
            id="no-url",
        ),
        pytest.param(("gone",), "Path 'gone' does not exist.", id="no-folder"),
    ],
)
def test_wrong_use_says_what_is_right(flags, says):
    result = scopemap("check", *flags)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_sitemap_alone_is_named_as_it_was_given():
    Path("out/old.xml").write_text(f"{URLSET}</urlset>", encoding="utf-8")
    flags = ("--base-url", URL, "--format", "json")
    told = json.loads(scopemap("check", "out/old.xml", *flags).stdout)
    assert told["files"] == ["out/old.xml"]
    assert [finding["file"] for finding in told["findings"]] == ["out/old.xml"]


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    plain = check().output
    spoil()
    assert "\x1b[" not in check().output
    assert "\x1b[31m" in check(color=True).output
    monkeypatch.setenv("NO_COLOR", "1")
    assert check(color=True).output == check().output != plain


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_forms_for_machines_are_utf_8_whatever_the_console_has(form):
    Path("out/ü.xml").write_text(f"{URLSET}</urlset>", encoding="utf-8")
    flags = ("--base-url", URL, "--format", form)
    done = subprocess.run(
        [sys.executable, "-m", "scopemap", "check", "out/ü.xml", *flags],
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        check=True,
    )
    assert ("ü.xml" if form == "json" else "%C3%BC.xml") in done.stdout.decode("utf-8")
    assert json.loads(done.stdout)["version"] in (1, "2.1.0")


def test_what_can_be_found_is_listed():
    lines = scopemap("check", "--list").output.splitlines()
    assert lines[:4] == [
        "SM101 not-utf8 (error)",
        "    The file is not UTF-8, or says that it is not.",
        "SM102 byte-order-mark (info)",
        "    The file begins with a byte order mark, on which some readers stumble.",
    ]
    assert [line.split()[0] for line in lines if line[0] != " "] == list(CODES)


def test_a_part_of_the_list_can_be_asked_for():
    flags = ("--select", "SM60,xslt", "--ignore", "SM601,SM602,SM603,SM604,SM605")
    assert scopemap("check", "--list", *flags).output == (
        "SM606 no-content (warning)\n"
        "    A page for missing files, for searching, or an index of terms is listed.\n"
        "SM607 unlisted (info)\n"
        "    A page that could be found is in no sitemap.\n"
        "SM608 blocked (error)\n"
        "    robots.txt keeps crawlers from the page: Googlebot alone, or all.\n"
        "SM609 blocked-for-some (warning)\n"
        "    robots.txt lets Googlebot read the page, or the sitemap, and no other"
        " crawler.\n"
        "SM901 xslt (warning)\n"
        "    The file asks browsers for an XSLT style sheet, which they are giving"
        " up.\n"
    )


def test_the_command_offers_what_the_auditor_knows():
    assert get_args(Engine) == checking.ENGINES
    assert get_args(Host) == checking.HOSTS
    assert get_args(Form) == checking.FORMS
    assert get_args(Severity) == checking.RANKS


def test_other_commands_do_not_wait_for_the_catalogue():
    script = (
        "import sys, scopemap.cli\n"
        "print([name for name in sys.modules if name.startswith('scopemap.check')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"
