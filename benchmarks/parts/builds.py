"""Whole builds: what the hooks of our plugins take, and those of others."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.model import Cost, Goal, Group, Row, Setting
from benchmarks.running import MissingError, make, median, run, subject
from benchmarks.sites import page_file


class Plugin(NamedTuple):
    """What is switched on in a build."""

    name: str
    plugins: str
    """As the generator's configuration names it."""
    modules: str
    share: float | None = None
    """Of a rival: what part of it ours may take."""


class Way(NamedTuple):
    """How a site is built."""

    name: str
    generator: str
    plugins: tuple[Plugin, ...]
    arguments: tuple[str, ...]


_SPHINX = (
    Plugin("sphinx-scopemap", "sphinx_scopemap", "sphinx_scopemap"),
    Plugin(
        "sphinx-sitemap with lastmod",
        "sphinx_sitemap",
        "sphinx_sitemap,sphinx_last_updated_by_git",
        1 / 8,
    ),
)
WAYS = (
    Way(
        "MkDocs",
        "mkdocs",
        (
            Plugin("mkdocs-scopemap", "scopemap", "mkdocs_scopemap.plugin"),
            Plugin(
                "git-revision-date-localized",
                "git-revision-date-localized",
                "mkdocs_git_revision_date_localized_plugin.plugin",
                1 / 50,
            ),
        ),
        ("-f", "{}.yml"),
    ),
    Way(
        "Pelican",
        "pelican",
        (
            Plugin("pelican-scopemap", "scopemap", "pelican.plugins.scopemap.plugin"),
            Plugin("pelican-sitemap", "sitemap", "pelican.plugins.sitemap"),
        ),
        ("content", "-s", "pelicanconf.py", "-o", "out", "-q"),
    ),
    Way("Sphinx, html", "sphinx", _SPHINX, ("-q", "-b", "html", ".", "out")),
    Way("Sphinx, dirhtml", "sphinx", _SPHINX, ("-q", "-b", "dirhtml", ".", "out")),
    Way("Sphinx, html, -j 2", "sphinx", _SPHINX, ("-q", "-j", "2", ".", "out")),
)
_REMARK = (
    "Hooks with their imports and git, not the build around them. Where Sphinx writes"
    " few pages anew, sphinx-sitemap lists none but those: its figure is of less work."
)
KINDS = ("full", "unchanged", "one page edited")


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure three builds in a row for each plugin: new, again, and after an edit."""
    pages, commits = setting.size(2_000, 30), setting.size(400, 10)
    for way in WAYS[:3] if setting.is_small else WAYS:
        top = setting.work / way.name.replace(" ", "-").replace(",", "")
        program = (sys.executable, "-m", "benchmarks.sites")
        make(
            setting.work, (*program, way.generator, str(top), str(pages), str(commits))
        )
        yield from _measure(setting, way, top, pages)


def _measure(setting: Setting, way: Way, top: Path, pages: int) -> Iterator[Group]:
    costs: dict[tuple[str, str], list[Cost]] = {}
    missing: dict[str, str] = {}
    for _ in range(setting.count()):
        for plugin in way.plugins:
            try:
                found = _build(way, top, plugin)
            except MissingError as error:
                missing[plugin.name] = error.why
                continue
            for kind, cost in zip(KINDS, found, strict=True):
                costs.setdefault((plugin.name, kind), []).append(cost)
    for kind in KINDS:
        rows = tuple(
            _row(plugin, costs.get((plugin.name, kind), []), missing, pages)
            for plugin in way.plugins
        )
        yield Group(
            part="builds",
            name=f"{way.name}, {pages:,} pages, {kind}",
            unit="pages",
            rows=rows,
            base=way.plugins[0].name,
            goals=tuple(_goals(way, rows, kind)),
            remark=_REMARK,
        )


def _row(plugin: Plugin, costs: list[Cost], missing: dict[str, str], pages: int) -> Row:
    return Row(
        subject=plugin.name,
        role="ours" if "scopemap" in plugin.name else "rival",
        units=pages,
        cost=median(costs) if costs else None,
        missing=missing.get(plugin.name, ""),
        rounds=len(costs),
    )


def _build(way: Way, top: Path, plugin: Plugin) -> list[Cost]:
    """Build from nothing, again, and after a page was edited, which is undone."""
    os.environ["PLUGINS"] = plugin.plugins
    for name in ("out", "site", "cache"):
        shutil.rmtree(top / name, ignore_errors=True)
    arguments = [each.format(plugin.plugins) for each in way.arguments]
    command = subject("hooks", way.generator, plugin.modules, *arguments)
    costs = [run(top, command), run(top, command)]
    page = top / page_file(way.generator, 1)
    before = page.read_bytes()
    page.write_bytes(before + b"\nOne more line.\n")
    try:
        costs.append(run(top, command))
    finally:
        page.write_bytes(before)
    return costs


def _goals(way: Way, rows: tuple[Row, ...], kind: str) -> Iterator[Goal]:
    ours, rival = (row.cost for row in rows)
    if ours is None:
        return
    if kind != "one page edited":
        bound = 0.35 if kind == "full" else 0.30
        yield Goal("CPU s of our hooks", ours.seconds, bound)
    share = way.plugins[1].share
    # Built again, a rival may leave out the pages that it does not write anew.
    if rival is not None and share is not None and kind == "full":
        what = f"in parts of {way.plugins[1].name}"
        yield Goal(what, ours.seconds / rival.seconds, share)
