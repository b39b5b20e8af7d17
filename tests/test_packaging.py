from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core"
ADAPTERS = sorted((ROOT / "packages").glob("*-scopemap"))
DISTRIBUTIONS = [CORE, *ADAPTERS]


def project(folder: Path) -> dict[str, Any]:
    text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text)["project"]


def named(folder: Path) -> str:
    return folder.name


def test_there_is_an_adapter():
    assert "mkdocs-scopemap" in map(named, ADAPTERS)


def test_all_distributions_share_one_version():
    versions = {project(folder)["version"] for folder in DISTRIBUTIONS}
    assert versions == {project(CORE)["version"]}


def test_all_distributions_support_the_same_pythons_and_have_one_licence():
    for name in ("requires-python", "license", "license-files"):
        assert {str(project(folder)[name]) for folder in DISTRIBUTIONS} == {
            str(project(CORE)[name])
        }


@pytest.mark.parametrize("folder", ADAPTERS, ids=named)
def test_an_adapter_requires_the_core_of_its_minor_version(folder):
    """MkDocs' serves ProperDocs too, and requires neither."""
    major, minor, _ = map(int, project(CORE)["version"].split("."))
    core = f"scopemap>={major}.{minor},<{major}.{minor + 1}"
    generators = {
        "pelican-scopemap": ["pelican>=4.9"],
        "sphinx-scopemap": ["sphinx>=7.2"],
    }
    generator = generators.get(folder.name, [])
    assert project(folder)["dependencies"] == [core, *generator]
    assert core == "scopemap>=0.1,<0.2"


@pytest.mark.parametrize("folder", DISTRIBUTIONS, ids=named)
def test_the_name_is_that_of_the_folder_and_of_what_is_installed(folder):
    name = project(folder)["name"]
    assert name == ("scopemap" if folder == CORE else folder.name)
    assert metadata.version(name) == project(folder)["version"]


@pytest.mark.parametrize("folder", DISTRIBUTIONS, ids=named)
def test_the_licence_is_that_of_the_repository(folder):
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_core_needs_few_packages():
    assert project(CORE)["dependencies"] == [
        "click>=8.1",
        "idna>=3.4",
        "msgspec>=0.19",
        "packaging>=23",
        "platformdirs>=3",
        "protego>=0.3",
        "rich>=13",
        "selectolax>=0.4",
        "tomli>=2; python_version < '3.11'",
    ]


def test_mkdocs_finds_the_plugin_under_its_name():
    (found,) = metadata.entry_points(group="mkdocs.plugins", name="scopemap")
    plugin = found.load()
    assert f"{plugin.__module__}:{plugin.__qualname__}" == (
        "mkdocs_scopemap.plugin:ScopemapPlugin"
    )
