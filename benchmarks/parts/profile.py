"""Profiles of the hot paths, each with what was done about its first lines."""

from __future__ import annotations

import pstats
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.model import Setting
from benchmarks.pages import make_pages
from benchmarks.parts.builds import WAYS
from benchmarks.results import REMARKS
from benchmarks.running import environ, make, scopemap, subject

LINES = 5

_HEAD = """# Profiles

The first five functions of each hot path by their own time, under cProfile, which makes
calls look dearer than they are. `python -m benchmarks profile` wrote the figures; the
remarks are from `benchmarks/remarks.toml`.
"""


def write_profiles(setting: Setting, folder: Path) -> None:
    """Profile each hot path, and write the tables."""
    remarks = msgspec.toml.decode(REMARKS.read_bytes())
    parts = [_HEAD]
    for name, command in _paths(setting):
        stats = _profile(setting, name, command)
        parts.append(table(name, stats, remarks.get(name, {})))
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join(parts)
    (folder / "profiles.md").write_text(text, encoding="utf-8", newline="\n")
    print(text)


def _paths(setting: Setting) -> Iterator[tuple[str, Sequence[str]]]:
    """Give each hot path, as a command whose first word is not the interpreter."""
    entries = setting.size(200_000, 1_000)
    for name, kind in (("ready entries", "ready"), ("raw pages", "raw")):
        folder = str(setting.work / kind)
        yield name, subject("writing", kind, entries, folder)[1:]
    top = setting.work / "made"
    sizes = (setting.size(10_000, 100), setting.size(2_000, 20))
    make(setting.work, subject("git_dates", "make", top, *sizes))
    yield "git dates", subject("git_dates", "ours", top, "docs")[1:]
    site = setting.work / "site"
    make_pages(setting.work, site, setting.size(2_000, 20))
    yield "facts", subject("facts", "head", site)[1:]
    build = scopemap("build", site, "--publish", "yes")
    make(setting.work, build)
    yield "check", scopemap("check", site)[1:]
    for way in (WAYS[0], WAYS[2]):
        yield f"hooks, {way.generator}", _hooks(setting, way)


def _hooks(setting: Setting, way: Any) -> Sequence[str]:
    top = setting.work / way.generator
    pages, commits = setting.size(2_000, 20), setting.size(400, 5)
    program = (sys.executable, "-m", "benchmarks.sites")
    make(setting.work, (*program, way.generator, str(top), str(pages), str(commits)))
    plugin = way.plugins[0]
    arguments = [each.format(plugin.plugins) for each in way.arguments]
    return subject("hooks", way.generator, plugin.modules, *arguments)[1:]


def _profile(setting: Setting, name: str, command: Sequence[str]) -> pstats.Stats:
    file = setting.work / "profile.out"
    env = environ(setting.work)
    work = setting.work
    if name.startswith("hooks"):
        # The driver profiles the hooks alone.
        env |= {"BENCHMARKS_PROFILE": str(file), "PLUGINS": "sphinx_scopemap"}
        work = setting.work / name.rpartition(" ")[2]
        program = [sys.executable, *command]
    elif "benchmarks.subjects" in command[1]:
        # What is told is profiled, not what is made before.
        env |= {"BENCHMARKS_PROFILE": str(file)}
        program = [sys.executable, *command]
    else:
        program = [sys.executable, "-m", "cProfile", "-o", str(file), *command]
    nowhere = subprocess.DEVNULL
    subprocess.run(program, cwd=work, env=env, stdout=nowhere, check=False)
    return pstats.Stats(str(file))


def table(name: str, stats: Any, remarks: Mapping[str, str]) -> str:
    """Write the table of one path."""
    total = stats.total_tt
    lines = [f"## {name}\n", "| function | own s | share | calls | |"]
    lines.append("|---|---:|---:|---:|---|")
    ordered = sorted(stats.stats.items(), key=lambda item: -item[1][2])
    for (file, _, function), (_, calls, own, *_) in ordered[:LINES]:
        called = _name(file, function)
        share = own / total if total else 0.0
        says = remarks.get(called, "")
        lines.append(f"| `{called}` | {own:.3f} | {share:.0%} | {calls:,} | {says} |")
    return "\n".join([*lines, ""])


def _name(file: str, function: str) -> str:
    """Name a function by its module, wherever that is installed."""
    if file == "~":
        return function.strip("<>").replace("built-in method ", "").split(" at 0x")[0]
    return f"{Path(file).stem}.{function}"
