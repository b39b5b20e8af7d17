"""The command, run as a person runs it, and as docs/diff.md shows it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from scopemap.cli import differing, main
from scopemap.diff.lines import Form as RedirectForm
from scopemap.diff.telling import Form, Part

URL = "https://docs.acme.org/"
ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STUB = '<meta http-equiv="refresh" content="0; url=../guide/usage/">'


def diff(*arguments: str):
    return CliRunner().invoke(main, ["diff", *arguments])


@pytest.fixture
def four(sitemap):
    """Write a sitemap of four URLs, and one that has lost two of them."""
    sitemap("old.xml", *(f"{URL}{name}" for name in "abcd"))
    sitemap("new.xml", f"{URL}a", f"{URL}b")


@pytest.mark.usefixtures("four")
@pytest.mark.parametrize(
    ("flags", "status"),
    [
        pytest.param((), 0, id="never"),
        pytest.param(("--fail-lost", "0"), 1, id="any"),
        pytest.param(("--fail-lost", "1"), 1, id="more"),
        pytest.param(("--fail-lost", "2"), 0, id="as-many"),
        pytest.param(("--fail-lost", "49.9%"), 1, id="larger-share"),
        pytest.param(("--fail-lost", "50%"), 0, id="the-share"),
        pytest.param(("--fail-lost", "0", "--redirects", "nginx"), 1, id="redirects"),
    ],
)
def test_the_status_is_1_if_more_is_lost_than_is_allowed(flags, status):
    assert diff("old.xml", "new.xml", *flags).exit_code == status


def test_a_share_is_no_smaller_than_it_is_written(sitemap):
    """As floats 0.57 times 10,000 is 5,699.999999999999."""
    names = [f"{URL}{number}" for number in range(10_000)]
    sitemap("old.xml", *names)
    sitemap("new.xml", *names[57:])
    assert diff("old.xml", "new.xml", "--fail-lost", "0.57%").exit_code == 0
    assert diff("old.xml", "new.xml", "--fail-lost", "0.56%").exit_code == 1


@pytest.mark.usefixtures("four")
def test_the_status_is_0_if_nothing_is_lost():
    assert diff("new.xml", "old.xml", "--fail-lost", "0").exit_code == 0


@pytest.mark.usefixtures("four")
@pytest.mark.parametrize(
    ("flags", "says"),
    [
        pytest.param(
            ("--fail-lost", "1.5"),
            "'1.5' must be a number of URLs or a share, like 0, 20 or 5%",
            id="half",
        ),
        pytest.param(("--fail-lost", "101%"), "'101%' must be", id="more-than-all"),
        pytest.param(("--fail-lost", "-1"), "'-1' must be", id="negative"),
        pytest.param(
            ("--only", "added"), "--only is for --format urls", id="only-of-text"
        ),
        pytest.param(
            ("--redirects", "nginx", "--format", "json"),
            "--redirects is a form of its own: leave out --format",
            id="two-forms",
        ),
        pytest.param(
            ("--base-url", "x"), "base_url: 'x' must be an absolute URL", id="base-url"
        ),
    ],
)
def test_wrong_use_says_what_is_right(flags, says):
    result = diff("old.xml", "new.xml", *flags)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert result.stdout == ""


@pytest.mark.usefixtures("four")
def test_what_cannot_be_read_is_an_error():
    Path("x").mkdir()
    result = diff("old.xml", "x")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: x: there is no sitemap\n"
    assert diff("old.xml", "gone").exit_code == 2


@pytest.mark.usefixtures("four")
def test_notes_do_not_stand_between_urls():
    result = diff("old.xml", "new.xml", "--format", "urls", "--only", "removed")
    assert result.stdout == f"{URL}c\n{URL}d\n"
    assert result.stderr == (
        "info: new.xml is a sitemap alone: whether anything answers at what it lists no"
        " more is not known\n"
    )
    assert diff("new.xml", "new.xml", "--format", "urls").output == ""


def test_the_choices_are_those_that_can_be_told():
    assert get_args(Form) == differing.FORMS
    assert get_args(Part) == differing.PARTS
    assert get_args(RedirectForm) == differing.REDIRECTS


def blocks(language: str) -> list[str]:
    text = (ROOT / "docs/diff.md").read_text(encoding="utf-8")
    return [block for name, block in BLOCK.findall(text) if name == language]


def run_shown(arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "scopemap", *shlex.split(arguments, comments=True)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def sites(lay, page):
    """Lay out the two sites of docs/diff.md."""
    home = {"index.html": page("Acme", "Hi")}
    old = {
        "install/index.html": page("Install", "Pip"),
        "usage/index.html": page("Usage"),
        "faq/index.html": page("FAQ"),
        "news/index.html": page("News"),
        "notes/index.html": page("Notes"),
    }
    new = {
        "guide/install/index.html": page("Install", "Pip"),
        "guide/usage/index.html": page("Usage", "New"),
        "usage/index.html": STUB,
        "help/faq/index.html": page("Questions"),
        "notes/index.html": page("Notes", head="<meta name=robots content=noindex>"),
    }
    lay("live", home | old)
    lay("site", home | new)
    Path("docs").mkdir()


@pytest.mark.usefixtures("sites")
def test_the_page_shows_what_the_commands_say():
    shown = [block for block in blocks("") if block.startswith("$ ")]
    assert len(shown) == 2
    for block in shown:
        command = re.match(r"\$ scopemap (.*)\n", block)
        assert f"{command[0]}{run_shown(command[1])}" == block


@pytest.mark.usefixtures("sites")
def test_all_commands_of_the_page_work():
    (asked,) = blocks("sh")
    assert len(asked.splitlines()) == 7
    for line in asked.splitlines():
        assert run_shown(line.removeprefix("scopemap "))


def test_the_json_of_the_page_is_true(lay, page):
    home = {"index.html": page("Acme", "Hi")}
    lay("live", home | {"install/index.html": page("Install", "Pip")})
    lay("site", home | {"guide/install/index.html": page("Install", "Pip")})
    sitemap = Path("site/sitemap.xml")
    dated = f"<loc>{URL}</loc><lastmod>2026-05-01</lastmod>"
    text = sitemap.read_text("utf-8").replace(f"<loc>{URL}</loc>", dated)
    sitemap.write_text(text, encoding="utf-8")
    (shown,) = blocks("json")
    assert run_shown("diff live site --format json") == shown
    assert json.loads(shown)["version"] == 1


@pytest.mark.usefixtures("sites")
def test_the_python_of_the_page_works():
    (code,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout == (
        f"{URL}faq/ {URL}help/faq/\n{URL}install/ {URL}guide/install/\n{URL}news/ ?\n"
    )
