"""Run the benchmarks: all of them, or parts by name.

    python -m benchmarks [PART …] [--small] [--rounds N] [--repository DIR]

Set up with `python -m benchmarks.setup`. What is not installed is named as missing.
Prints figures as they come, and writes them into `benchmarks/results/`; with `--small`,
which only shows that all still runs, nowhere. A goal that is missed is no error.
"""

from __future__ import annotations

import argparse
import importlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks import TOP
from benchmarks.machine import machine, versions
from benchmarks.model import Group, Setting
from benchmarks.picture import overview, picture
from benchmarks.results import merge, read_results, table, write_results
from benchmarks.running import compile_all

RESULTS = TOP / "benchmarks/results"
PARTS = "writing builds git growth facts folder languages check compose profile".split()
"""Each a module, which is imported when its turn comes."""


def main() -> None:
    """Measure what is asked for, and write what came out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--repository", type=Path, help="a clone for the part `git`")
    given = parser.parse_args()
    names = given.parts or PARTS
    if unknown := set(names) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    compile_all()
    with tempfile.TemporaryDirectory() as kept:
        target = Path(kept) if given.small else RESULTS
        groups = [group for name in names for group in _run(name, given, target)]
        old = read_results(target)
        merged = merge(old.groups, groups, PARTS)
        results = msgspec.structs.replace(
            merged, machine=machine(), versions=versions()
        )
        write_results(target, results)
        for name, draw in (("benchmarks", picture), ("overview", overview)):
            file = target / f"{name}.svg"
            file.write_text(draw(results.groups), encoding="utf-8", newline="\n")


def _run(name: str, given: argparse.Namespace, target: Path) -> Iterator[Group]:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as work:
        setting = Setting(
            Path(work),
            is_small=given.small,
            rounds=given.rounds,
            repository=given.repository and given.repository.resolve(),
        )
        part = importlib.import_module(f"benchmarks.parts.{name}")
        if name == "profile":
            part.write_profiles(setting, target)
            return
        for group in part.benchmark(setting):
            print(table(group))
            for goal in group.goals:
                print(f"{goal.text}: {'met' if goal.is_met else 'MISSED'}")
            print(flush=True)
            yield group
    print(f"({name}: {time.perf_counter() - began:.0f} s)\n", flush=True)


if __name__ == "__main__":
    main()
