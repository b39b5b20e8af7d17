"""`scopemap compose` over many builds, and over as many with a tenth of the entries."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.model import Goal, Group, Row, Setting, Subject
from benchmarks.running import BASE, measure, scopemap

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
EXPAT = """
import glob, sys
from xml.parsers import expat
for name in glob.glob(sys.argv[1] + "/build-*/sitemap.xml"):
    with open(name, "rb") as stream:
        expat.ParserCreate().ParseFile(stream)
"""


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure two hosts in as many folders: memory should not grow with the entries."""
    folders, entries = setting.size(300, 30), setting.size(1_000_000, 3_000)
    hosts = {
        number: setting.work / f"host-{number}" for number in (entries // 10, entries)
    }
    for number, host in hosts.items():
        make_host(host, folders, number)
    subjects = [_ours(number, host) for number, host in hosts.items()]
    command = (sys.executable, "-c", EXPAT, str(hosts[entries]))
    subjects.append(Subject("expat, no handlers", command, entries, "floor"))
    rows = measure(setting.work, subjects, setting.count())
    for host in hosts.values():
        _check(host, folders)
    yield Group(
        part="compose",
        name=f"Composing {folders} folders",
        unit="entries",
        rows=tuple(rows),
        base="expat, no handlers",
        goals=(Goal("memory, in parts of that for a tenth", _memory(rows), 1.1),),
    )


def _ours(number: int, host: Path) -> Subject:
    return Subject(f"scopemap compose, {number:,}", scopemap("compose", host), number)


def _memory(rows: list[Row]) -> float:
    few, many = (row.cost.megabytes for row in rows[:2] if row.cost is not None)
    return many / few


def make_host(host: Path, folders: int, entries: int) -> None:
    """Write a sitemap into each folder, as builds leave them."""
    for number in range(folders):
        folder = host / f"build-{number:03}"
        folder.mkdir(parents=True)
        url = f"{BASE}{folder.name}/page-"
        with (folder / "sitemap.xml").open("w", encoding="utf-8") as stream:
            stream.write(HEAD + URLSET)
            for page in range(entries // folders):
                loc = f"<loc>{url}{page}/</loc>"
                stream.write(f"<url>{loc}<lastmod>2026-05-01</lastmod></url>\n")
            stream.write("</urlset>\n")


def _check(host: Path, folders: int) -> None:
    """Make sure that the index names the sitemap of each folder."""
    text = (host / "sitemap-index.xml").read_text(encoding="utf-8")
    named = [part.split("<")[0] for part in text.split("<loc>")[1:]]
    if named != [f"{BASE}build-{n:03}/sitemap.xml" for n in range(folders)]:
        sys.exit(f"the index names {len(named)} sitemaps")
