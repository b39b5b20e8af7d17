"""The machine, and the versions of all that was measured."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import TOP

PACKAGES = (
    "scopemap",
    "Django",
    "lxml",
    "mkdocs",
    "mkdocs-git-revision-date-localized-plugin",
    "pelican",
    "pelican-sitemap",
    "selectolax",
    "Sphinx",
    "sphinx-last-updated-by-git",
    "sphinx-sitemap",
    "xml-sitemap-writer",
)


def machine() -> dict[str, str]:
    """Tell what was measured on; no more than what the figures depend on."""
    return {
        "CPU": _cpu(),
        "cores": str(os.cpu_count()),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": _system(),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line for line in lines if line.startswith("model name")]
    return names[0].partition(":")[2].strip() if names else platform.machine()


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (AttributeError, OSError):
        return platform.system()


def versions() -> dict[str, str]:
    """Give the version of each package and program, or `missing`."""
    found = {name: _package(name) for name in PACKAGES}
    found["git"] = _program("git", "--version")
    found["Node.js"] = _program("node", "--version")
    found["xmllint"] = _program("xmllint", "--version")
    found["npm sitemap"] = _npm("sitemap")
    return found


def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _program(name: str, flag: str) -> str:
    program = shutil.which(name)
    if program is None:
        return "missing"
    said = subprocess.run([program, flag], capture_output=True, text=True, check=False)
    first = (said.stdout or said.stderr).partition("\n")[0]
    return first.split()[-1].removeprefix("v")


def _npm(name: str) -> str:
    file = TOP / "benchmarks/node/node_modules" / name / "package.json"
    try:
        return str(json.loads(file.read_bytes())["version"])
    except OSError:
        return "missing"
