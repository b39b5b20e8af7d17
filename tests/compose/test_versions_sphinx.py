"""Sphinx: versions by sphinx-polyversion, sphinx-multiversion and Read the Docs.

sphinx-multiversion 0.2.4 does not run with Sphinx 9 (`Config.read` has changed), and
Read the Docs runs nowhere else: their folders are laid out here as they write them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scopemap.compose.advising import find_tool
from scopemap.compose.aliases import merge_aliases
from scopemap.compose.choosing import choose
from scopemap.compose.versionfiles import read_version_files
from scopemap.compose.versions import asked_sets, declared_sets, home_folders
from scopemap.model import Site
from scopemap.survey import survey

BASE = "https://example.com/"
CONF = """\
import sphinx_polyversion.git  # without it `load` gives no names
from sphinx_polyversion.api import load

project = "Handbook"
html_theme = "basic"
html_baseurl = "https://example.com/" + load()["current"].name + "/"
extensions = ["sphinx_scopemap"]
"""
POLY = """\
from pathlib import Path

from sphinx_polyversion.driver import DefaultDriver
from sphinx_polyversion.environment import Environment
from sphinx_polyversion.git import Git
from sphinx_polyversion.sphinx import SphinxBuilder

root = Git.root(Path(__file__).parent)
DefaultDriver(
    root,
    "host",
    vcs=Git(branch_regex=r"main|feature/.*", tag_regex=r"v.*"),
    builder=SphinxBuilder("docs"),
    env=Environment.factory(),
).run(sequential=True)
"""
ENVIRON = {
    **{
        k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "READTHEDOCS"))
    },
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
}


def run(folder, *command):
    subprocess.run(
        command, cwd=folder, env=ENVIRON, stdout=subprocess.DEVNULL, check=True
    )


def look(root, *asked):
    """Go the whole way from files to choices; give what each of them says."""
    seen = survey(Site(BASE, root, root, (), "compose"))
    if asked:
        folders = home_folders(root, seen.files, seen.links)
        sets, notes = asked_sets(asked, root=root, folders=folders)
    else:
        files, notes = read_version_files(root, seen.files, base_url=BASE)
        sets = declared_sets(files)
    found = {}
    for each in sets:
        merged, more = merge_aliases(root, each, base_url=BASE)
        choice, _ = choose(merged, base_url=BASE)
        assert (notes, more) == ((), ())
        found[each.base] = (
            [m.listed for m in choice.chosen],
            choice.aliases,
            {left.version.listed: left.reason for left in choice.left_out},
            find_tool(choice, seen.files),
        )
    return found


def write(root, files):
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def test_polyversion_tells_its_versions_in_a_file_of_its_own(tmp_path):
    """A branch with a slash in its name lies in a folder of a folder."""
    pages = {"docs/index.rst": "Home\n====\n", "docs/conf.py": CONF, "poly.py": POLY}
    write(tmp_path, pages)
    for command in (
        "init --quiet --initial-branch main",
        "add --all",
        "commit --quiet -m 1.0",
        "tag v1.0",
        "tag v2.0",
        "tag v3.0rc1",
        "branch feature/x",
    ):
        run(tmp_path, "git", *command.split())
    # All at once they get into each other's way: "git worktree add" fails at times.
    command = ("-m", "sphinx_polyversion", "--sequential", "poly.py")
    run(tmp_path, sys.executable, *command)
    assert look(tmp_path / "host") == {
        "": (
            ["v2.0"],
            (),
            {
                "v1.0": "older",
                "v3.0rc1": "prerelease",
                "main": "development",
                "feature/x": "unnamed",
            },
            "sphinx",
        )
    }


def build(*folders, host=BASE):
    """Give what Sphinx and sphinx-scopemap leave in each folder, in short."""
    files = {}
    for folder in folders:
        url = f"{host}{folder}/"
        link = f'<link rel="canonical" href="{url}index.html">'
        files |= {
            f"{folder}/index.html": f"<head>{link}</head>",
            f"{folder}/guide.html": "<head></head>",
            f"{folder}/objects.inv": "# Sphinx inventory version 2",
            f"{folder}/sitemap.xml": (
                '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
                f"<url><loc>{url}index.html</loc></url></urlset>"
            ),
        }
    return files


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(["v*", "main", "feature/*"], id="patterns"),
        pytest.param(["v1.0", "v1.1", "v2.0b1", "main", "feature/x"], id="folders"),
    ],
)
def test_multiversion_writes_a_folder_for_each_reference(tmp_path, asked):
    """`smv_outputdir_format` is `{ref.name}`; no file tells what was built."""
    write(tmp_path, build("v1.0", "v1.1", "v2.0b1", "main", "feature/x"))
    assert look(tmp_path, *asked) == {
        "": (
            ["v1.1"],
            (),
            {
                "v1.0": "older",
                "v2.0b1": "prerelease",
                "main": "development",
                "feature/x": "unnamed",
            },
            "sphinx",
        )
    }
    assert look(tmp_path) == {}


def test_read_the_docs_has_a_set_of_versions_for_each_language(tmp_path):
    """`stable` is a build of the newest tag of its own, `latest` is the main branch."""
    english = build("en/latest", "en/stable", "en/v2.0", "en/v1.0")
    write(tmp_path, english | build("de/latest", "de/v1.0"))
    assert look(tmp_path, "*/*") == {
        "de": (["de/latest"], (), {"de/v1.0": "older"}, "sphinx"),
        "en": (
            ["en/stable"],
            (),
            {"en/v2.0": "older", "en/v1.0": "older", "en/latest": "unnamed"},
            "sphinx",
        ),
    }


def test_a_switcher_tells_what_stands_behind_the_folders_of_read_the_docs(tmp_path):
    switcher = """[
        {"version": "dev", "url": "https://example.com/en/latest/"},
        {"name": "2.0 (stable)", "version": "2.0", "preferred": true,
         "url": "https://example.com/en/stable/"},
        {"version": "1.0", "url": "https://example.com/en/v1.0/"}
    ]"""
    files = build("en/latest", "en/stable", "en/v1.0")
    write(tmp_path, files | {"en/latest/_static/switcher.json": switcher})
    assert look(tmp_path) == {
        "en": (
            ["en/stable"],
            (),
            {"en/v1.0": "older", "en/latest": "development"},
            "sphinx",
        )
    }


def test_a_stable_link_of_pages_on_github_is_its_newest_version(tmp_path):
    """As `ln -s v1.1 stable` in many a workflow that pushes to `gh-pages`."""
    write(tmp_path, build("v1.0", "v1.1"))
    (tmp_path / "stable").symlink_to("v1.1")
    assert look(tmp_path, "v*", "stable") == {
        "": (["v1.1"], ("stable",), {"v1.0": "older"}, "sphinx")
    }
