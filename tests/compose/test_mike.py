"""mike really run: versions on a branch, and which of them is listed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from scopemap.check.audit import audit
from scopemap.check.gathering import Asking as Audited
from scopemap.compose.advising import advise, find_tool
from scopemap.compose.aliases import merge_aliases
from scopemap.compose.asking import Asking
from scopemap.compose.choosing import choose
from scopemap.compose.composing import compose
from scopemap.compose.versionfiles import read_version_files
from scopemap.compose.versions import declared_sets
from scopemap.model import Site
from scopemap.survey import survey

BASE = "https://example.com/p/"
CONFIG = """\
site_name: Handbook
site_url: https://example.com/p/
theme: {name: null, custom_dir: overrides}
"""
FILES = {
    "docs/index.md": "# Home",
    "docs/guide/a.md": "# A",
    "overrides/main.html": (
        '<head><link rel="canonical" href="{{ page.canonical_url }}"></head>'
        "<body>{{ page.content }}</body>"
    ),
}
ALIASES = {"symlink": "link", "copy": "copy", "redirect": "redirect"}


class Repository:
    """Hold a repository from which mike deploys."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.root, env=ENVIRON, check=True)

    def mike(self, *arguments: str) -> None:
        command = [sys.executable, "-c", "from mike.driver import main; main()"]
        subprocess.run(
            [*command, *arguments],
            cwd=self.root,
            env=ENVIRON,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def check_out(self, folder: Path) -> Path:
        """Check out what visitors get."""
        self.git("worktree", "add", "--quiet", str(folder), "gh-pages")
        return folder

    def copy(self, folder: Path) -> Repository:
        return Repository(shutil.copytree(self.root, folder, symlinks=True))


FOREIGN = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "SOURCE_DATE_EPOCH")
ENVIRON: Mapping[str, str] = {
    **{name: value for name, value in os.environ.items() if name not in FOREIGN},
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
    "DISABLE_MKDOCS_2_WARNING": "true",
    "NO_MKDOCS_2_WARNING": "true",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
}


def start(root: Path, plugins: str) -> Repository:
    for name, text in {**FILES, "mkdocs.yml": f"{CONFIG}plugins: {plugins}\n"}.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    repository = Repository(root)
    repository.git("init", "--quiet")
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--message", "Begin")
    return repository


@pytest.fixture(scope="module")
def canonical(tmp_path_factory):
    """Give a repository with two old versions, whose pages name `latest/`."""
    root = tmp_path_factory.mktemp("canonical")
    repository = start(root, "[mike: {canonical_version: latest}, scopemap]")
    for version in ("1.0", "2.0"):
        repository.mike("deploy", version)
    return repository


def look(root: Path):
    """Go the whole way from files to a choice; give all that it says."""
    site = Site(BASE, root, root, (), "compose")
    seen = survey(site)
    files, notes = read_version_files(root, seen.files, base_url=BASE)
    (declared,) = declared_sets(files)
    merged, more = merge_aliases(root, declared, base_url=BASE)
    choice, rest = choose(merged, base_url=BASE)
    tool = find_tool(choice, seen.files)
    return {
        "chosen": [(m.version.name, m.listed, m.built) for m in choice.chosen],
        "aliases": {
            place.folder: place.how
            for m in merged.versions
            for place in m.places
            if place.how != "folder"
        },
        "left out": [
            (left.version.listed, left.reason, left.settled) for left in choice.left_out
        ],
        "notes": [note.text for note in (*notes, *more, *rest)],
        "advice": tuple(advise(choice, tool=tool, base_url=BASE).values())[2:3],
    }


def composed(host: Path) -> dict[str, list[str]]:
    """Compose the host; give what each sitemap that the index names lists.

    Twice changes nothing, no file of a version's is another, and the auditor has no
    objection but that other versions are in no index.
    """
    kept = {file: file.read_bytes() for file in host.glob("*/sitemap*")}
    assert kept
    compose(host, Asking(BASE), environ={})
    assert compose(host, Asking(BASE), environ={})[0].written == ()
    assert {file: file.read_bytes() for file in kept} == kept
    findings = audit(host, Audited(BASE), environ={}).findings
    assert {finding.code for finding in findings} <= {"SM607", "SM708"}
    names = locs(host / "sitemap-index.xml")
    paths = [name.removeprefix(BASE) for name in names]
    return {path: locs(host / path) for path in paths}


def locs(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8")
    return [part.partition("</loc>")[0] for part in text.split("<loc>")[1:]]


def test_one_version_with_each_type_of_alias(tmp_path):
    """Without a canonical version each has its own, and mike's advice is to set it."""
    repository = start(tmp_path / "repository", "[mike: {}]")
    repository.mike("deploy", "--alias-type=redirect", "1.0", "lts")
    repository.mike("deploy", "--alias-type=copy", "2.0", "latest")
    repository.mike("deploy", "--alias-type=symlink", "3.0rc1", "next")
    repository.mike("set-default", "1.0")
    host = repository.check_out(tmp_path / "host")
    assert look(host) == {
        "chosen": [("2.0", "2.0", "2.0")],
        "aliases": {"lts": "redirect", "latest": "copy", "next": "link"},
        "left out": [("1.0", "older", ""), ("3.0rc1", "prerelease", "")],
        "notes": [],
        "advice": (
            (
                "mike: set `canonical_version: latest` at the plug-in, and deploy them"
                " again"
            ),
        ),
    }
    pages = [f"{BASE}2.0/", f"{BASE}2.0/guide/a/"]
    assert composed(host) == {"2.0/sitemap.xml": pages}


@pytest.mark.parametrize(
    ("alias_type", "chosen", "aliases"),
    [
        ("symlink", ("3.0", "latest", "3.0"), {"latest": "link"}),
        ("copy", ("3.0", "latest", "latest"), {"3.0": "copy"}),
    ],
)
def test_with_a_canonical_version_that_alias_is_listed(
    canonical, tmp_path, alias_type, chosen, aliases
):
    repository = canonical.copy(tmp_path / "repository")
    repository.mike("deploy", f"--alias-type={alias_type}", "3.0", "latest")
    host = repository.check_out(tmp_path / "host")
    before = (host / "versions.json").read_bytes()
    settled = f"canonical: {BASE}latest/"
    assert look(host) == {
        "chosen": [chosen],
        "aliases": aliases,
        "left out": [("2.0", "older", settled), ("1.0", "older", settled)],
        "notes": [],
        "advice": (),
    }
    assert (host / "versions.json").read_bytes() == before
    assert composed(host) == {
        "sitemap-latest.xml": [f"{BASE}latest/", f"{BASE}latest/guide/a/"]
    }
    assert (host / "versions.json").read_bytes() == before


def test_a_canonical_version_that_only_redirects_is_told(canonical, tmp_path):
    repository = canonical.copy(tmp_path / "repository")
    repository.mike("deploy", "--alias-type=redirect", "3.0", "latest")
    settled = f"canonical: {BASE}latest/"
    host = repository.check_out(tmp_path / "host")
    assert look(host) == {
        "chosen": [("3.0", "3.0", "3.0")],
        "aliases": {"latest": "redirect"},
        "left out": [("2.0", "older", settled), ("1.0", "older", settled)],
        "notes": [
            (
                f"the pages of {BASE}3.0/ call {BASE}latest/ canonical, which sends"
                " readers back: engines may list neither (mike: take another"
                " alias_type than redirect)"
            )
        ],
        "advice": (),
    }


def test_the_default_decides_where_no_alias_does(tmp_path):
    """Also below a prefix, where mike writes into a folder of the branch."""
    repository = start(tmp_path / "repository", "[mike: {deploy_prefix: api}]")
    for version in ("1.0", "2.0", "dev"):
        repository.mike("deploy", version)
    repository.mike("set-default", "1.0")
    found = look(repository.check_out(tmp_path / "host"))
    assert found["chosen"] == [("1.0", "api/1.0", "api/1.0")]
    assert found["left out"] == [
        ("api/2.0", "newer", ""),
        ("api/dev", "development", ""),
    ]
