"""Renames that git knows, in real repositories."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from scopemap.diff import Likely, compare
from scopemap.diff.renames import pages_of, read_renames
from scopemap.model import Note

URL = "https://docs.acme.org/"


def git(*arguments: str) -> None:
    env = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull}
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run(["git", *who, *arguments], env=env, check=True)


def write(name: str, text: str = "") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text or f"# {name}\n\none\ntwo\nthree\n", encoding="utf-8")


def move(old: str, new: str) -> None:
    Path(new).parent.mkdir(parents=True, exist_ok=True)
    git("mv", old, new)
    git("commit", "-qm", "move")


@pytest.fixture
def repository():
    """Commit some sources."""
    git("init", "-q", ".")
    for name in ("docs/install.md", "docs/index.md", "docs/old name.md", "other.md"):
        write(name)
    git("add", ".")
    git("commit", "-qm", "first")


def renames(folder: str = "docs"):
    return read_renames(Path(folder), environ=os.environ)


@pytest.mark.usefixtures("repository")
def test_a_source_is_followed_to_its_newest_name():
    move("docs/install.md", "docs/setup.md")
    move("docs/old name.md", "docs/new\nname.md")
    move("docs/setup.md", "docs/guide/start.md")
    move("other.md", "another.md")
    assert renames() == (
        {
            "install.md": "guide/start.md",
            "setup.md": "guide/start.md",
            "old name.md": "new\nname.md",
        },
        (),
    )
    assert renames(".")[0]["docs/install.md"] == "docs/guide/start.md"


@pytest.mark.usefixtures("repository")
def test_a_rename_that_was_undone_is_none():
    move("docs/install.md", "docs/setup.md")
    move("docs/setup.md", "docs/install.md")
    assert renames() == ({"setup.md": "install.md"}, ())


@pytest.mark.usefixtures("repository")
def test_a_rename_on_a_branch_counts_when_it_is_merged():
    git("checkout", "-qb", "side")
    move("docs/install.md", "docs/setup.md")
    git("checkout", "-q", "-")
    git("commit", "-qm", "empty", "--allow-empty")
    git("merge", "-q", "--no-ff", "--no-edit", "side")
    assert renames() == ({"install.md": "setup.md"}, ())


def test_without_a_repository_a_note_says_so(tmp_path):
    write("docs/a.md")
    told = "no renames from git for docs: there is no repository"
    assert renames() == ({}, (Note("info", "git", told),))
    git("init", "-q", ".")
    told = "no renames from git for docs: fatal: bad revision 'HEAD'"
    assert renames() == ({}, (Note("info", "git", told),))
    told = "no renames from git for docs: there is no git program"
    found = read_renames(Path("docs"), environ={"PATH": str(tmp_path)})
    assert found == ({}, (Note("info", "git", told),))


@pytest.mark.parametrize(
    ("source", "pages"),
    [
        pytest.param("a/b.md", ("a/b.html", "a/b/index.html"), id="page"),
        pytest.param("a/index.rst", ("a/index.html",), id="index"),
        pytest.param("README.md", ("index.html",), id="readme"),
        pytest.param("v1.2.md", ("v1.2.html", "v1.2/index.html"), id="dots"),
    ],
)
def test_a_source_becomes_these_pages(source, pages):
    assert pages_of(source) == pages


@pytest.mark.usefixtures("repository")
def test_a_renamed_source_tells_the_new_page(lay, page):
    move("docs/install.md", "docs/guide/start.md")
    home = {"index.html": page("Home", "Hi")}
    old = lay("old", {**home, "install/index.html": page("Install", "pip")})
    new = lay("new", {**home, "guide/start/index.html": page("Start", "uv")})
    (gone,) = compare(old, new, sources=Path("docs")).lost
    assert gone.likely == Likely(f"{URL}guide/start/", "git", "guide/start.md")
    assert gone.source == "install.md"
    assert compare(old, new).lost[0].likely is None
