"""Results: one file of JSON that keeps each part's last run, and tables made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.model import Goal, Group, Row, figure

FILE = "results.json"
TABLES = "README.md"
REMARKS = Path(__file__).with_name("remarks.toml")
"""What is written by hand about the figures."""


class Results(Struct, frozen=True):
    """Hold the groups of all parts, and what they were measured on."""

    machine: dict[str, str]
    versions: dict[str, str]
    groups: tuple[Group, ...] = ()


def read_results(folder: Path) -> Results:
    """Read the last run of each part; none where there was none."""
    file = folder / FILE
    if not file.is_file():
        return Results({}, {})
    return msgspec.json.decode(file.read_bytes(), type=Results)


def merge(old: Iterable[Group], new: Sequence[Group], order: Sequence[str]) -> Results:
    """Put the groups of parts that ran in the place of their last ones."""
    ran = {group.part for group in new}
    groups = [*(group for group in old if group.part not in ran), *new]
    groups.sort(key=lambda group: order.index(group.part))
    return Results({}, {}, tuple(groups))


def write_results(folder: Path, results: Results) -> None:
    """Write the figures, and the tables that show them."""
    folder.mkdir(parents=True, exist_ok=True)
    data = msgspec.json.format(msgspec.json.encode(results), indent=1)
    (folder / FILE).write_bytes(data + b"\n")
    (folder / TABLES).write_text(tables(results), encoding="utf-8", newline="\n")


def tables(results: Results) -> str:
    """Write all tables in Markdown."""
    parts = [_HEAD, _pairs(results.machine), _goals(results.groups)]
    parts += _missed(results.groups)
    parts += [table(group) for group in results.groups]
    parts += ["## Versions\n", _pairs(results.versions)]
    return "\n".join(parts)


_HEAD = """# Results

`python -m benchmarks` wrote this file, `results.json` and `benchmarks.svg`. Figures are
medians of as many rounds as the last column says, and one round alone is noisy; ours
and the others took turns in each round, each run in a process of its own.
Compare the ratios of a table, which are over one unit of the subject set in italics,
not single figures. `profiles.md` shows what the time goes into.

![Ratios, one group of bars for each benchmark](benchmarks.svg)
"""


def _pairs(pairs: dict[str, str]) -> str:
    lines = [f"| {name} | {_cell(value)} |" for name, value in pairs.items()]
    return "\n".join(["| | |", "|---|---|", *lines, ""])


def _goals(groups: Iterable[Group]) -> str:
    lines = ["## Goals\n", "| benchmark | goal | reached | |", "|---|---|---:|---|"]
    for group in groups:
        lines += [
            f"| {_cell(group.name)} | {_cell(goal.what)}, {_bound(goal)}"
            f" | {figure(goal.figure)} | {'met' if goal.is_met else '**missed**'} |"
            for goal in group.goals
        ]
    return "\n".join([*lines, ""])


def _missed(groups: Sequence[Group]) -> Iterator[str]:
    """Say, by hand, what the figures are made of where they miss a goal."""
    whys = msgspec.toml.decode(REMARKS.read_bytes())["missed"]
    missed = {g.part: None for g in groups for goal in g.goals if not goal.is_met}
    for part in missed:
        if part in whys:
            yield f"* {part}: {whys[part]}"
    yield ""


def _bound(goal: Goal) -> str:
    return f"at {'least' if goal.is_least else 'most'} {figure(goal.bound)}"


def table(group: Group) -> str:
    """Write the table of a group."""
    unit = group.unit
    lines = [
        f"## {group.name}\n",
        f"| | {unit} | CPU s | ratio | {unit} a CPU s | wall s | memory MB | rounds |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *_lines(group),
        "",
    ]
    if group.remark:
        lines += [group.remark, ""]
    return "\n".join(lines)


def _lines(group: Group) -> Iterator[str]:
    for row in group.rows:
        name = _cell(row.subject)
        name = f"*{name}*" if row.subject == group.base else name
        name = f"**{name}**" if row.role == "ours" else name
        cells = _cells(group, row)
        yield f"| {' | '.join([name, f'{row.units:,}', *cells])} |"


def _cells(group: Group, row: Row) -> list[str]:
    if row.cost is None:
        return [f"missing: {_cell(row.missing)}", *[""] * 5]
    ratio = group.ratio(row)
    speed = row.units / row.cost.seconds if row.cost.seconds else None
    return [
        figure(row.cost.seconds),
        "" if ratio is None else figure(ratio),
        "" if speed is None else f"{speed:,.0f}",
        figure(row.cost.wall),
        figure(row.cost.megabytes),
        str(row.rounds),
    ]


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
