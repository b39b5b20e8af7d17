"""Running: subjects as processes, all in each round, and the medians of each."""

from __future__ import annotations

import compileall
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import TOP
from benchmarks.meter import MAXRSS, MISSING
from benchmarks.model import Cost, Row, Subject

BASE = "https://bench.example/"


class MissingError(Exception):
    """A subject is not installed."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def measure(work: Path, subjects: Sequence[Subject], rounds: int) -> list[Row]:
    """Run all subjects in each round, the next one first; give the medians of each."""
    whys = {subject.name: subject.missing for subject in subjects}
    costs: dict[str, list[Cost]] = {subject.name: [] for subject in subjects}
    for number in range(rounds):
        first = number % len(subjects)
        for subject in (*subjects[first:], *subjects[:first]):
            if not whys[subject.name]:
                try:
                    cost = _run_in_new(work, subject.command)
                except MissingError as error:
                    whys[subject.name] = error.why
                else:
                    costs[subject.name].append(scaled(cost, subject.scale))
    return [_row(each, costs[each.name], whys[each.name]) for each in subjects]


def _run_in_new(work: Path, command: Sequence[str]) -> Cost:
    """Run; `{run}` stands for a folder that is not there yet, and is gone later."""
    folder = work / "run"
    try:
        return run(work, [str(folder) if each == "{run}" else each for each in command])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _row(subject: Subject, costs: Sequence[Cost], why: str) -> Row:
    return Row(
        subject=subject.name,
        role=subject.role,
        units=subject.units,
        cost=median(costs) if costs else None,
        missing=why,
        rounds=len(costs),
    )


def scaled(cost: Cost, factor: float) -> Cost:
    """Give what would have been taken by so many times the work."""
    return Cost(
        seconds=cost.seconds * factor,
        wall=cost.wall * factor,
        megabytes=cost.megabytes,
        tree=cost.tree,
        is_clean=cost.is_clean,
    )


def median(costs: Sequence[Cost]) -> Cost:
    """Give the medians of one subject; it is clean if it always is."""
    return Cost(
        seconds=statistics.median(cost.seconds for cost in costs),
        wall=statistics.median(cost.wall for cost in costs),
        megabytes=statistics.median(cost.megabytes for cost in costs),
        tree=statistics.median(cost.tree for cost in costs),
        is_clean=all(cost.is_clean for cost in costs),
    )


def exponent(sizes: Sequence[float], figures: Sequence[float]) -> float:
    """Fit the power of the size that the figures are: least squares of logarithms."""
    logs = [[math.log(each) for each in values] for values in (sizes, figures)]
    return statistics.linear_regression(*logs).slope


def run(work: Path, command: Sequence[str]) -> Cost:
    """Run in a folder without a configuration, and with a cache of its own.

    The command may end with 1 if it is a check that finds something. Raises
    MissingError.
    """
    output, errors = work / "output.txt", work / "errors.txt"
    began = time.perf_counter()
    with output.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen(
            command, cwd=work, env=environ(work), stdout=out, stderr=err
        )
        _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    said = output.read_text(encoding="utf-8", errors="replace")
    if process.returncode == MISSING:
        raise MissingError(said.strip() or "not installed")
    if process.returncode not in ((0, 1) if "check" in command else (0,)):
        print(said[-2_000:], errors.read_text("utf-8", "replace")[-4_000:])
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    tree = used.ru_utime + used.ru_stime
    own = told(said)
    return Cost(
        seconds=own.get("seconds", tree),
        wall=own.get("wall", wall),
        megabytes=own.get("megabytes", used.ru_maxrss * MAXRSS / 1e6),
        tree=tree,
        is_clean=not process.returncode,
    )


def told(output: str) -> Mapping[str, Any]:
    """Give what a subject says of itself in its last line, if it does."""
    last = output.rstrip().rpartition("\n")[2]
    if not last.startswith('{"seconds"'):
        return {}
    found: dict[str, Any] = json.loads(last)
    return found


def environ(work: Path) -> dict[str, str]:
    """Give the environment of subjects: this package, and nobody's cache.

    They may keep what they compile, as pip does for all that it installs.
    """
    ours = {"PYTHONPATH": str(TOP), "XDG_CACHE_HOME": str(work / "cache")}
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | ours | {"PYTHONHASHSEED": "0"}


def compile_all() -> None:
    """Compile this project, as pip would if it were not installed in place."""
    for folder in (TOP / "benchmarks", TOP / "core/src", TOP / "packages"):
        compileall.compile_dir(folder, quiet=1)


def subject(module: str, *arguments: object) -> tuple[str, ...]:
    """Give the command that runs one of this package's subjects."""
    program = (sys.executable, "-m", f"benchmarks.subjects.{module}")
    return (*program, *map(str, arguments))


def scopemap(*arguments: object) -> tuple[str, ...]:
    """Give a command of the command line, with a base URL."""
    program = (sys.executable, "-m", "scopemap", *map(str, arguments))
    return (*program, "--base-url", BASE)


def make(work: Path, command: Iterable[str]) -> str:
    """Run what makes an input, in another process, and give what it prints.

    No child is measured below the memory of this process, which stays small so.
    """
    done = subprocess.run(
        list(command), cwd=work, env=environ(work), stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode()


def refuse_to_fill(folder: Path, kilobytes: int) -> None:
    """Stop where files, each rounded up to blocks, would leave less than a third."""
    free = shutil.disk_usage(folder).free // 1000
    if kilobytes * 1.5 > free:
        sys.exit(f"{folder} has room for {free:,} KB, and this takes {kilobytes:,}")
