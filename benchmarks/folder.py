"""Measure `scopemap build` over a whole folder: CPU seconds, memory, and what it lists.

    python benchmarks/folder.py [--pages 50000] [--kilobytes 20] [--rounds 3] [--images]

Makes a folder of that size, and one of a tenth; the figures of both, beside those of a
bare reader of the same files, show how time and memory grow. Ends with 1 if a sitemap
lists other URLs than it must.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

BASE = "https://bench.example/"
BARE = """
import os, sys
for top, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(f"{top}/{name}", "rb", buffering=0) as stream:
            stream.read(16_384)
"""
_LOC = re.compile(r"<loc>(.*?)</loc>")


class Cost(NamedTuple):
    """What a process took."""

    seconds: float
    """CPU, of the process and the system."""
    megabytes: float
    """Of memory, at the most."""


class Row(NamedTuple):
    """What a folder took, in medians."""

    pages: int
    bare: Cost
    ours: Cost


def main() -> None:
    """Measure, print a table, and compare the URLs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--kilobytes", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--images", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        sizes = (given.pages // 10, given.pages)
        _refuse_to_fill(work, sum(sizes) * given.kilobytes)
        for pages in sizes:
            make_folder(work, pages, kilobytes=given.kilobytes, seed=given.seed)
        flags = ["--images"] if given.images else []
        costs = [[measure(work, p, flags) for p in sizes] for _ in range(given.rounds)]
        rows = [median(each) for each in zip(*costs, strict=True)]
        print_table(rows)
        right = [is_right(work, pages) for pages in sizes]
    if not all(right):
        sys.exit(1)


def _refuse_to_fill(folder: Path, kilobytes: int) -> None:
    """Stop where files, each rounded up to blocks, would leave less than a third."""
    free = shutil.disk_usage(folder).free // 1000
    if kilobytes * 1.5 > free:
        sys.exit(f"{folder} has room for {free:,} KB, and this takes {kilobytes:,}")


def make_folder(work: Path, pages: int, *, kilobytes: int, seed: int) -> None:
    """Make pages in another process, and keep the URLs that are to be listed."""
    script = str(Path(__file__).with_name("pages.py"))
    sizes = {"pages": pages, "kilobytes": kilobytes, "seed": seed}
    options = [f"--{name}={value}" for name, value in sizes.items()]
    command = [sys.executable, script, str(_folder(work, pages)), "--mixed", *options]
    with _listing(work, pages).open("wb") as listing:
        subprocess.run(command, check=True, stdout=listing)


def _folder(work: Path, pages: int) -> Path:
    return work / f"site-{pages}"


def _listing(work: Path, pages: int) -> Path:
    return work / f"urls-{pages}.txt"


def measure(work: Path, pages: int, flags: Sequence[str]) -> Row:
    """Run the bare reader and the build over one folder, as two processes."""
    folder = str(_folder(work, pages))
    build = ["-m", "scopemap", "build", folder, "--base-url", BASE, "--publish", "yes"]
    bare = _run(work, [sys.executable, "-c", BARE, folder])
    return Row(pages, bare, _run(work, [sys.executable, *build, *flags]))


def _run(work: Path, command: Sequence[str]) -> Cost:
    """Run in a folder without a configuration, and with a cache of its own."""
    environ = os.environ | {"XDG_CACHE_HOME": str(work / "cache")}
    with (work / "output.txt").open("wb") as output:
        process = subprocess.Popen(command, cwd=work, env=environ, stdout=output)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss * _MAXRSS / 1e6)


_MAXRSS = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of what the system tells of memory."""


def median(rows: Sequence[Row]) -> Row:
    """Give the medians of rows of one folder."""
    bare, ours = (
        Cost(*map(statistics.median, zip(*each, strict=True)))
        for each in ([row.bare for row in rows], [row.ours for row in rows])
    )
    return Row(rows[0].pages, bare, ours)


def print_table(rows: Sequence[Row]) -> None:
    """Print what each size took, and what a page more takes."""
    print("  pages  bare CPU s   CPU s  ratio  ms a page  memory MB  (bare)")
    for row in rows:
        print(
            f"{row.pages:7,}{row.bare.seconds:12.2f}{row.ours.seconds:8.2f}"
            f"{row.ours.seconds / row.bare.seconds:7.1f}"
            f"{row.ours.seconds / row.pages * 1000:11.3f}"
            f"{row.ours.megabytes:11.1f}{row.bare.megabytes:8.1f}"
        )
    few, many = rows
    more = many.pages - few.pages
    seconds = many.ours.seconds - few.ours.seconds
    space = (many.ours.megabytes - few.ours.megabytes) * 1e6
    print(f"each page more: {seconds / more * 1000:.3f} ms, {space / more:,.0f} bytes")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS / 1e6
    print(f"(this process, below which no child is measured: {own:.1f} MB)")


def is_right(work: Path, pages: int) -> bool:
    """Compare all URLs in the sitemaps that the index names with those that must be."""
    wanted = _listing(work, pages).read_text(encoding="utf-8").split()
    folder = _folder(work, pages)
    listed = [
        loc
        for sitemap in _locs(folder / "sitemap-index.xml")
        for loc in _locs(folder / sitemap.removeprefix(BASE))
    ]
    missing = {BASE + url for url in wanted} - set(listed)
    extra = set(listed) - {BASE + url for url in wanted}
    twice = len(listed) - len(set(listed))
    if missing or extra or twice:
        print(
            f"{pages:,} pages: {len(missing)} missing, such as {sorted(missing)[:3]};"
        )
        print(f"{len(extra)} too many, such as {sorted(extra)[:3]}; {twice} twice")
        return False
    print(f"{pages:,} pages: exactly the right {len(wanted):,} URLs are listed")
    return True


def _locs(file: Path) -> list[str]:
    return [html.unescape(x) for x in _LOC.findall(file.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    main()
