"""A difference as people, scripts and GitHub read it."""

from __future__ import annotations

import json

import click
import pytest

from scopemap.diff import Changed, Difference, Likely, Removed, Side
from scopemap.diff.telling import tell
from scopemap.model import Note

URL = "https://docs.acme.org/"
OLD = Side("old", URL, "robots.txt", ("sitemap.xml",), 1234)
NEW = Side("new", f"{URL}x/", "", ("a.xml", "b.xml"), 1)
LOST = Removed(
    f"{URL}a",
    "lost",
    f"{URL}a",
    likely=Likely(f"{URL}b", "content", "b.md"),
    source="a.md",
)
ALL = Difference(
    OLD,
    NEW,
    added=((f"{URL}b", "2026-01-01"), (f"{URL}c", None)),
    removed=(
        LOST,
        Removed(f"{URL}d", "unlisted", f"{URL}d", why="noindex: 'x%\ny'"),
        Removed(f"{URL}e", "redirected", f"{URL}e", target=f"{URL}b", why="by e.html"),
        Removed(f"{URL}f", "respelt", f"{URL}f", target=f"{URL}f/"),
        Removed(f"{URL}g", "canonical", f"{URL}g", why="canonical URL of g.html"),
        Removed("https://x.org/", "elsewhere", "https://x.org/"),
    ),
    changed=(Changed(f"{URL}h", None, "2026-02-01"), Changed(f"{URL}i", "2026", None)),
    by_path=True,
    notes=(Note("warning", "unread", "old/sitemap.xml: 50%"),),
)
NOTHING = Difference(OLD, OLD, (), (), ())


def test_people_read_the_gravest_first():
    assert click.unstyle(tell(ALL, "text")) == (
        "lost (1): nothing answers there any more\n"
        "  https://docs.acme.org/a\n"
        "    likely now https://docs.acme.org/b (same content)\n"
        "    for _redirects: /a /b 301\n"
        "\n"
        "unlisted (1): the page is still there, and no longer listed\n"
        "  https://docs.acme.org/d (noindex: 'x%\\x0ay')\n"
        "\n"
        "redirected (1): its readers are sent on\n"
        "  https://docs.acme.org/e -> https://docs.acme.org/b (by e.html)\n"
        "\n"
        "respelt (1): listed in another spelling\n"
        "  https://docs.acme.org/f -> https://docs.acme.org/f/\n"
        "\n"
        "canonical (1): not of this build, and named by one of its pages\n"
        "  https://docs.acme.org/g (canonical URL of g.html)\n"
        "\n"
        "elsewhere (1): below neither base URL, so nobody knows what answers there\n"
        "  https://x.org/\n"
        "\n"
        "added (2): not in the old build\n"
        "  https://docs.acme.org/b\n"
        "  https://docs.acme.org/c\n"
        "\n"
        "changed (2): another date\n"
        "  https://docs.acme.org/h no date -> 2026-02-01\n"
        "  https://docs.acme.org/i 2026 -> no date\n"
        "\n"
        "old: old, 1,234 URLs in 1 file, served at https://docs.acme.org/"
        " (taken from robots.txt)\n"
        "new: new, 1 URL in 2 files, served at https://docs.acme.org/x/\n"
        "compared by the paths below these addresses, since they differ\n"
        "2 added, 6 removed (1 lost, 1 unlisted, 1 redirected, 1 respelt, 1 canonical,"
        " 1 elsewhere), 2 changed"
    )


def test_only_the_first_of_many_are_told():
    added = tuple((f"{URL}{number}", None) for number in range(1500))
    lines = tell(Difference(OLD, NEW, added, (), ()), "text").splitlines()
    assert lines[1:12] == [
        *(f"  {URL}{number}" for number in range(10)),
        "  and 1,490 more",
    ]
    assert lines[-1] == "1,500 added"


def test_no_difference_is_told():
    assert tell(NOTHING, "text").splitlines()[-1] == "no difference"
    assert tell(NOTHING, "github").splitlines()[-1] == "no difference"
    assert tell(NOTHING, "urls") == ""


def test_github_shows_what_is_lost():
    assert tell(ALL, "github") == (
        "::warning title=lost::https://docs.acme.org/a: nothing answers there any more"
        "%0Alikely now https://docs.acme.org/b (same content)"
        "%0Afor _redirects: /a /b 301\n"
        "::notice title=unlisted::https://docs.acme.org/d (noindex: 'x%25%0Ay'): the"
        " page is still there, and no longer listed\n"
        "::warning title=unread::old/sitemap.xml: 50%25\n"
        "old: old, 1,234 URLs in 1 file, served at https://docs.acme.org/ (taken from"
        " robots.txt)\n"
        "new: new, 1 URL in 2 files, served at https://docs.acme.org/x/\n"
        "compared by the paths below these addresses, since they differ\n"
        "2 added, 6 removed (1 lost, 1 unlisted, 1 redirected, 1 respelt, 1 canonical,"
        " 1 elsewhere), 2 changed"
    )


@pytest.mark.parametrize(
    ("only", "names"),
    [
        pytest.param("added", "bc", id="added"),
        pytest.param("changed", "hi", id="changed"),
        pytest.param("lost", "a", id="lost"),
        pytest.param(None, "bcadefg.hi", id="all"),
    ],
)
def test_urls_are_told_one_a_line(only, names):
    urls = ["https://x.org/" if name == "." else f"{URL}{name}" for name in names]
    assert tell(ALL, "urls", only=only).split("\n") == urls


def test_scripts_get_all_of_it():
    told = json.loads(tell(ALL, "json"))
    assert told["counts"] == {
        "added": 2,
        "removed": 6,
        "changed": 2,
        "lost": 1,
        "unlisted": 1,
        "redirected": 1,
        "respelt": 1,
        "canonical": 1,
        "elsewhere": 1,
    }
    assert told["removed"][0] == {
        "url": f"{URL}a",
        "fate": "lost",
        "target": "",
        "why": "",
        "likely": {"url": f"{URL}b", "by": "content"},
        "redirects": {
            "netlify": "/a /b 301",
            "nginx": "location = /a { return 301 /b; }",
        },
    }
    assert told["removed"][2] == {
        "url": f"{URL}e",
        "fate": "redirected",
        "target": f"{URL}b",
        "why": "by e.html",
    }
    assert told["notes"] == [
        {"level": "warning", "code": "unread", "text": "old/sitemap.xml: 50%"}
    ]
