"""Projects: what is built of them, with which tools, and how they get here.

Each folder beside this file with a `project.toml` is one.
"""

from __future__ import annotations

import os
import subprocess
import tarfile
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCHEMAS = ROOT.parent / "shared/corpus/xsd"


class Unlike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a URL about which the folder alone tells otherwise than its generator."""

    url: str
    listed: bool
    """Whether it is, where the folder alone is known."""
    rule: int
    """That of protocol-rules.md by which this is right."""
    why: str


class Build(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one way to build a project's site."""

    name: str
    """Its URLs are in `expected-NAME.txt`, a line each, in the order of a sitemap."""
    arguments: tuple[str, ...]
    """Those of Python; `{output}` is where the site shall lie."""
    writes: str = ""
    """Where it lies in the source instead, if that cannot be told to the generator."""
    exceptions: tuple[Unlike, ...] = ()


class Project(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what `project.toml` says."""

    base_url: str
    builds: tuple[Build, ...]
    generator: Literal["mkdocs", "pelican", "sphinx", ""] = ""
    """The one that our plugin is for, if there is one."""
    source: str = ""
    """The release on the package index, pinned."""
    create: tuple[str, ...] = ()
    """Arguments of Python that make a sample site instead, in a folder of its own."""
    names_sitemaps: bool = False
    """Whether the generator itself names an index in robots.txt: that stays there."""
    environment: dict[str, str] = {}

    @property
    def has_robots(self) -> bool:
        """Tell whether the site's own robots.txt is the one that crawlers read."""
        return urlsplit(self.base_url).path == "/"


def read_project(name: str) -> Project:
    data = (HERE / name / "project.toml").read_bytes()
    return msgspec.toml.decode(data, type=Project)


def install(name: str, project: Project, work: Path) -> str:
    """Make a virtual environment with the project's tools and ours; give its Python."""
    venv.create(work / "venv", with_pip=True)
    python = str(work / "venv/bin/python")
    plugins = [f"packages/{project.generator}-scopemap"] if project.generator else []
    ours = [str(ROOT / name) for name in ("core", *plugins)]
    tools = ["-r", str(HERE / name / "requirements.txt")]
    run([python, "-m", "pip", "install", *tools, *ours], cwd=work)
    return python


def make_source(project: Project, python: str, work: Path) -> Path:
    """Make the sample site, or download the released source and unpack it."""
    if not project.create:
        return download(project.source, python, work)
    source = work / "source"
    source.mkdir()
    run([python, *project.create], cwd=source, env=alone(work))
    (site,) = source.iterdir()
    return site


def download(source: str, python: str, work: Path) -> Path:
    """Download a released source, pinned, and unpack it; give its folder."""
    name = source.partition("==")[0]
    options = ["--no-deps", "--no-binary", name, "--dest", str(work / "release")]
    run([python, "-m", "pip", "download", *options, source], cwd=work)
    (archive,) = (work / "release").glob("*.tar.gz")
    with tarfile.open(archive) as release:
        release.extractall(work / "source", filter="data")
    (unpacked,) = (work / "source").iterdir()
    return unpacked


def alone(work: Path) -> dict[str, str]:
    """Give an environment in which no CI, host or repository shines through."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(work),
        "PYTHONUTF8": "1",
        # Sphinx's documentation is built beside its source, not with it.
        "PYTHONSAFEPATH": "1",
        "GIT_CEILING_DIRECTORIES": str(work),
        # What mkdocs-material 9.8 and ProperDocs' plugins say about MkDocs 2.
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
    }


def run(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str] | None = None
) -> str:
    """Run a command and give what it says; raises CalledProcessError."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ).stdout
