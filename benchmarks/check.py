"""Measure `scopemap check`: CPU seconds and memory, beside others that read the same.

    python benchmarks/check.py [--pages 50000] [--kilobytes 20] [--entries 500000]
                               [--rounds 3]

Makes a folder of pages, builds its sitemaps, and checks these alone and with the pages;
then sitemaps alone that grow, and two of 50 MiB. Compare the ratios of one run, not
single figures. A goal that is missed is told, and is no error; ends with 1 if the check
finds a fault in what was built.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from scopemap.model import Entry
from scopemap.render import frame, render_entry, render_index

BASE = "https://bench.example/"
INDEX = "sitemap-index.xml"
SCHEMA = Path(__file__).resolve().parents[2] / "shared/corpus/xsd/all-local.xsd"
"""The official schemas, which are no part of this repository."""
TAGS = "en de fr es it pt nl pl cs sv da fi nb ja ko zh-CN zh-TW ru uk tr".split()
MOST = 50_000
"""Entries of a sitemap (protocol, "Using Sitemap index files")."""
LARGEST = 52_428_800
"""Bytes of a sitemap, likewise."""

GOALS = {"sitemaps alone": 3.0, "with the pages": 20.0}
"""CPU seconds for 50,000 pages of 20 KB."""
GOAL_EXPONENT = 1.05
GOAL_MEGABYTES = 100.0

EXPAT = """
import sys
from xml.parsers import expat
for name in sys.argv[1:]:
    with open(name, "rb") as stream:
        expat.ParserCreate().ParseFile(stream)
"""
LXML = """
import sys
from lxml import etree
schema = etree.XMLSchema(file=sys.argv[1])
for name in sys.argv[2:]:
    schema.assertValid(etree.parse(name))
"""
BARE = """
import os, sys
for top, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(f"{top}/{name}", "rb", buffering=0) as stream:
            stream.read(16_384)
"""


class Cost(NamedTuple):
    """What a process took."""

    seconds: float
    """CPU, of the process and the system."""
    megabytes: float
    """Of memory, at the most."""
    is_clean: bool = True
    """Whether nothing was found."""


def main() -> None:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--kilobytes", type=int, default=20)
    parser.add_argument("--entries", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    tell_missing()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        _refuse_to_fill(work, given.pages * given.kilobytes)
        folder = make_folder(work, given)
        size = LARGEST * min(given.entries, 500_000) // 500_000
        is_clean = [
            compare_readers(work, folder, given),
            compare_sizes(work, given.entries, given.rounds),
            measure_largest(work, size, given.rounds),
        ]
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS / 1e6
    print(f"(this process, below which no child is measured: {own:.1f} MB)")
    if not all(is_clean):
        sys.exit(1)


def _refuse_to_fill(folder: Path, kilobytes: int) -> None:
    """Stop where files, each rounded up to blocks, would leave less than a third."""
    free = shutil.disk_usage(folder).free // 1000
    if kilobytes * 1.5 > free:
        sys.exit(f"{folder} has room for {free:,} KB, and this takes {kilobytes:,}")


def make_folder(work: Path, given: argparse.Namespace) -> Path:
    """Make pages, some of which are none to list, and their sitemaps."""
    folder = work / "site"
    script = str(Path(__file__).with_name("pages.py"))
    sizes = [f"--{name}={getattr(given, name)}" for name in _SIZES]
    run(work, [sys.executable, script, str(folder), "--mixed", *sizes])
    cost = run(work, [*_scopemap("build", folder), "--publish", "yes"])
    print(f"{given.pages:,} pages of {given.kilobytes} KB", end="")
    print(f"; the build took {cost.seconds:.2f} CPU s, {cost.megabytes:.0f} MB\n")
    return folder


_SIZES = ("pages", "kilobytes", "seed")


def compare_readers(work: Path, folder: Path, given: argparse.Namespace) -> bool:
    """Check the sitemaps alone and with the pages, beside others that read them."""
    sitemaps = sorted(set(folder.glob("sitemap*.xml")) - {folder / INDEX})
    commands = {
        "sitemaps alone": _check(folder / INDEX),
        **readers(sitemaps),
        "with the pages": _check(folder),
        "pages, only read": [sys.executable, "-c", BARE, str(folder)],
    }
    costs = measure(work, commands, given.rounds)
    print_costs(costs, floor="expat, no handlers")
    is_size_of_goal = (given.pages, given.kilobytes) == (50_000, 20)
    for name, goal in GOALS.items() if is_size_of_goal else ():
        tell_goal(f"{name}, CPU s", costs[name].seconds, goal)
    print()
    return all(cost.is_clean for cost in costs.values())


def readers(sitemaps: Sequence[Path]) -> dict[str, list[str]]:
    """Give the commands of others that read sitemaps, as far as they are there."""
    names = [str(file) for file in sitemaps]
    commands = {"expat, no handlers": [sys.executable, "-c", EXPAT, *names]}
    if SCHEMA.is_file():
        command = [sys.executable, "-c", LXML, str(SCHEMA)]
        commands["lxml, official schema"] = [*command, *names]
    if SCHEMA.is_file() and (program := shutil.which("xmllint")) is not None:
        command = [program, "--nonet", "--noout", "--schema", str(SCHEMA)]
        commands["xmllint, the same"] = [*command, *names]
    return commands


def tell_missing() -> None:
    """Print which of the others will be left out."""
    if not SCHEMA.is_file():
        print(f"lxml and xmllint are left out: there is no {SCHEMA}")
    elif shutil.which("xmllint") is None:
        print("xmllint is left out: it is not installed")


def compare_sizes(work: Path, entries: int, rounds: int) -> bool:
    """Check sitemaps alone, of a tenth, a fifth, a half and all of the entries."""
    sizes = [entries // part for part in (10, 5, 2, 1)]
    commands = {
        f"{size:,}": _check(make_sitemaps(work / f"alone-{size}", size))
        for size in sizes
    }
    costs = measure(work, commands, rounds)
    print(f"{'entries, alone':24}CPU seconds  µs each  memory MB")
    for size, cost in zip(sizes, costs.values(), strict=True):
        each = cost.seconds / size * 1e6
        print(f"{size:<24,}{cost.seconds:11.2f}{each:9.1f}{cost.megabytes:11.1f}")
    power = exponent(sizes, [cost.seconds for cost in costs.values()])
    tell_goal("exponent of time", power, GOAL_EXPONENT)
    print()
    return all(cost.is_clean for cost in costs.values())


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Fit the power of the size that the seconds are."""
    logs = [[math.log(each) for each in values] for values in (sizes, seconds)]
    return statistics.linear_regression(*logs).slope


def make_sitemaps(folder: Path, entries: int) -> Path:
    """Write sitemaps of so many entries, and give their index."""
    folder.mkdir()
    names = []
    for first in range(0, entries, MOST):
        names.append(f"sitemap-{first // MOST + 1}.xml")
        numbers = range(first, min(first + MOST, entries))
        write_sitemap(folder / names[-1], map(plain_entry, numbers))
    return write_index(folder, names)


def plain_entry(number: int) -> Entry:
    """Make an entry; of ten URLs one has an escape in it."""
    name = f"gr%C3%B6%C3%9Fe-{number}" if number % 10 == 3 else f"page-{number}"
    lastmod = date(2000 + number % 23, number % 12 + 1, number % 28 + 1)
    return Entry(f"{BASE}docs/{number // 100}/{name}/", _PAGE, lastmod)


_PAGE = PurePosixPath("index.html")
"""Where an entry would lie; no sitemap tells it."""


def measure_largest(work: Path, size: int, rounds: int) -> bool:
    """Check sitemaps of as many bytes as one may have, with 20 alternates each."""
    are_clean = []
    for name, languages in (("of all languages", len(TAGS)), ("of one language", 1)):
        file = work / f"largest-{languages}" / "sitemap.xml"
        file.parent.mkdir()
        number = write_sitemap(file, translated_entries(languages, size))
        print(f"a sitemap {name}: {file.stat().st_size:,} bytes, {number:,} entries")
        costs = measure(work, {"check": _check(file), **readers([file])}, rounds)
        print_costs(costs, floor="expat, no handlers")
        if size == LARGEST:
            tell_goal("memory, MB", costs["check"].megabytes, GOAL_MEGABYTES)
        print()
        are_clean.append(costs["check"].is_clean)
    return all(are_clean)


def translated_entries(languages: int, size: int) -> Iterator[Entry]:
    """Give as many entries as have about that size, in the order of their URLs.

    Each names its page in all languages. Of one language's sitemap no two entries name
    the same.
    """
    most = sum(len(render_entry(e, day=True)) for e in translate(99_999)[:languages])
    for place in range(languages):
        for number in range(max(size // most, 1)):
            yield translate(number)[place]


def translate(number: int) -> list[Entry]:
    """Give the entries of a page in all languages."""
    urls = [f"{BASE}{tag}/docs/{number // 100}/page-{number}/" for tag in TAGS]
    links = tuple(zip(TAGS, urls, strict=True))
    return [Entry(url, _PAGE, alternates=links) for url in urls]


def write_sitemap(file: Path, entries: Iterator[Entry]) -> int:
    """Write entries, without a list of them; give their number."""
    first = next(entries)
    header, footer = frame(PurePosixPath(file.name), [first])
    lines = (render_entry(entry, day=False) for entry in chain([first], entries))
    with file.open("wb") as stream:
        stream.write(header)
        number = sum(1 for line in lines if stream.write(line))
        stream.write(footer)
    return number


def write_index(folder: Path, names: Sequence[str]) -> Path:
    """Write the index of a folder."""
    file = folder / INDEX
    urls = [BASE + name for name in names]
    file.write_bytes(render_index(PurePosixPath(INDEX), urls, stylesheet=False))
    return file


def measure(
    work: Path, commands: Mapping[str, Sequence[str]], rounds: int
) -> dict[str, Cost]:
    """Run commands, all in each round; give the medians of each."""
    costs = [
        {name: run(work, commands[name]) for name in commands} for _ in range(rounds)
    ]
    return {name: median([each[name] for each in costs]) for name in commands}


def median(costs: Sequence[Cost]) -> Cost:
    """Give the medians of one command; it is clean if it always is."""
    return Cost(
        statistics.median(cost.seconds for cost in costs),
        statistics.median(cost.megabytes for cost in costs),
        all(cost.is_clean for cost in costs),
    )


def run(work: Path, command: Sequence[str]) -> Cost:
    """Run in a folder without a configuration, and with a cache of its own.

    A check that finds something ends with 1; what it found is printed.
    """
    environ = os.environ | {"XDG_CACHE_HOME": str(work / "cache")}
    output = work / "output.txt"
    with output.open("wb") as stream:
        process = subprocess.Popen(
            command, cwd=work, env=environ, stdout=stream, stderr=subprocess.STDOUT
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        print(output.read_text(encoding="utf-8")[-2_000:])
    if process.returncode not in ((0, 1) if "check" in command else (0,)):
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    seconds = used.ru_utime + used.ru_stime
    return Cost(seconds, used.ru_maxrss * _MAXRSS / 1e6, not process.returncode)


_MAXRSS = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of what the system tells of memory."""


def _check(target: Path) -> list[str]:
    """Give the command that checks; that there is no x-default is no fault here."""
    return [*_scopemap("check", target), "--ignore", "SM506", "--fail-on", "info"]


def _scopemap(command: str, target: Path) -> list[str]:
    program = [sys.executable, "-m", "scopemap", command]
    return [*program, str(target), "--base-url", BASE]


def print_costs(costs: Mapping[str, Cost], *, floor: str) -> None:
    """Print what each took, in parts of what the quickest reader took as well."""
    print(f"{'':24}CPU seconds  ratio  memory MB")
    for name, cost in costs.items():
        ratio = cost.seconds / costs[floor].seconds
        print(f"{name:24}{cost.seconds:11.2f}{ratio:7.1f}{cost.megabytes:11.1f}")


def tell_goal(name: str, figure: float, goal: float) -> None:
    """Print whether a figure is as low as it should be."""
    says = "met" if figure <= goal else "MISSED"
    print(f"{name}: {figure:.2f}, goal {goal:g}: {says}")


if __name__ == "__main__":
    main()
