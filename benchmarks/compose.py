"""Measure `scopemap compose` over a host of many builds: CPU seconds and memory.

    python benchmarks/compose.py [--folders 300] [--entries 1000000] [--rounds 1]

Makes a host, and one with a tenth of the entries in as many folders: memory should not
grow with the entries. Ends with 1 if the index names other sitemaps than it must.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

BASE = "https://bench.example/"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'


class Cost(NamedTuple):
    """What a run took."""

    seconds: float
    """CPU, of the process and the system."""
    megabytes: float
    """Of memory, at the most."""


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folders", type=int, default=300)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    print(f"{given.folders} folders\n\n  entries  CPU s  us an entry  memory MB")
    for entries in (given.entries // 10, given.entries):
        with tempfile.TemporaryDirectory() as name:
            host = Path(name)
            make_host(host, given.folders, entries)
            costs = [compose(host) for _ in range(given.rounds)]
            check(host, given.folders)
        cost = Cost(*map(statistics.median, zip(*costs, strict=True)))
        each = cost.seconds / entries * 1e6
        print(f"{entries:9,}{cost.seconds:7.2f}{each:13.2f}{cost.megabytes:11.1f}")


def make_host(host: Path, folders: int, entries: int) -> None:
    """Write a sitemap into each folder, as builds leave them."""
    for number in range(folders):
        folder = host / f"build-{number:03}"
        folder.mkdir()
        url = f"{BASE}{folder.name}/page-"
        with (folder / "sitemap.xml").open("w", encoding="utf-8") as stream:
            stream.write(HEAD + URLSET)
            for page in range(entries // folders):
                loc = f"<loc>{url}{page}/</loc>"
                stream.write(f"<url>{loc}<lastmod>2026-05-01</lastmod></url>\n")
            stream.write("</urlset>\n")


def compose(host: Path) -> Cost:
    """Compose the host in a process of its own."""
    options = [str(host), "--base-url", BASE]
    command = [sys.executable, "-m", "scopemap", "compose", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"scopemap compose ended with {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, _megabytes(used))


def _megabytes(used: resource.struct_rusage) -> float:
    unit = 1 if sys.platform == "darwin" else 1024
    return used.ru_maxrss * unit / 1e6


def check(host: Path, folders: int) -> None:
    """Make sure that the index names the sitemap of each folder."""
    text = (host / "sitemap-index.xml").read_text(encoding="utf-8")
    named: Sequence[str] = [part.split("<")[0] for part in text.split("<loc>")[1:]]
    wanted = [f"{BASE}build-{number:03}/sitemap.xml" for number in range(folders)]
    if list(named) != wanted:
        sys.exit(f"the index names {len(named)} sitemaps")


if __name__ == "__main__":
    main()
