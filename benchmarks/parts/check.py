"""`scopemap check`, beside others that read the same sitemaps and pages."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain
from pathlib import Path, PurePosixPath

from benchmarks import TOP
from benchmarks.entries import TAGS
from benchmarks.model import Goal, Group, Row, Setting, Subject
from benchmarks.pages import make_pages
from benchmarks.parts.folder import BARE
from benchmarks.running import (
    BASE,
    exponent,
    make,
    measure,
    refuse_to_fill,
    scopemap,
)
from scopemap.model import Entry
from scopemap.render import frame, render_entry, render_index

INDEX = "sitemap-index.xml"
SCHEMA = TOP.parent / "shared/corpus/xsd/all-local.xsd"
"""The official schemas, which are no part of this repository."""
MOST = 50_000
"""Entries of a sitemap (protocol, "Using Sitemap index files")."""
LARGEST = 52_428_800
"""Bytes of a sitemap, likewise."""
FLOOR = "expat, no handlers"
GOALS = {"sitemaps alone": 3.0, "with the pages": 20.0}
"""CPU seconds for 50,000 pages of 20 KB."""

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


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure a folder, sitemaps alone that grow, and two as large as one may be."""
    pages, entries = setting.size(50_000, 200), setting.size(500_000, 2_000)
    refuse_to_fill(setting.work, pages * 20)
    yield _compare_readers(setting, pages)
    yield _compare_sizes(setting, entries)
    size = LARGEST * entries // 500_000
    for name, languages in (("all languages", len(TAGS)), ("one language", 1)):
        yield _measure_largest(setting, size, name, languages)


def _compare_readers(setting: Setting, pages: int) -> Group:
    folder = setting.work / "site"
    make_pages(setting.work, folder, pages, mixed=True)
    make(setting.work, scopemap("build", folder, "--publish", "yes"))
    sitemaps = sorted(set(folder.glob("sitemap*.xml")) - {folder / INDEX})
    subjects = [
        Subject("sitemaps alone", _check(folder / INDEX), pages),
        Subject("with the pages", _check(folder), pages),
        *readers(sitemaps, pages),
        Subject("pages, only read", _bare(folder), pages, "floor"),
    ]
    rows = measure(setting.work, subjects, setting.count())
    return Group(
        part="check",
        name=f"Checking a folder of {pages:,} pages of 20 KB",
        unit="pages",
        rows=tuple(rows),
        base=FLOOR,
        goals=tuple(
            Goal(f"{row.subject}, CPU s", row.cost.seconds, GOALS[row.subject])
            for row in rows
            if row.subject in GOALS and row.cost is not None
        ),
    )


def _bare(folder: Path) -> tuple[str, ...]:
    return (sys.executable, "-c", BARE, str(folder))


def readers(sitemaps: Sequence[Path], units: int) -> Iterator[Subject]:
    """Give others that read sitemaps."""
    names = [str(file) for file in sitemaps]
    expat = (sys.executable, "-c", EXPAT, *names)
    yield Subject(FLOOR, expat, units, "floor")
    no_schema = "" if SCHEMA.is_file() else "the schemas are not there"
    lxml = (sys.executable, "-c", LXML, str(SCHEMA), *names)
    yield Subject("lxml, official schema", lxml, units, "rival", no_schema)
    program = shutil.which("xmllint")
    flags = ("--nonet", "--noout", "--schema", str(SCHEMA))
    why = no_schema or ("" if program else "xmllint is not installed")
    command = (program or "", *flags, *names)
    yield Subject("xmllint, official schema", command, units, "rival", why)


def _compare_sizes(setting: Setting, entries: int) -> Group:
    """Check sitemaps alone, of a tenth, a fifth, a half and all of the entries."""
    sizes = [entries // part for part in (10, 5, 2, 1)]
    files = [make_sitemaps(setting.work / f"alone-{size}", size) for size in sizes]
    subjects = [
        Subject(f"{size:,} entries", _check(file), size)
        for size, file in zip(sizes, files, strict=True)
    ]
    rows = measure(setting.work, subjects, setting.count())
    seconds = [row.cost.seconds for row in rows if row.cost is not None]
    return Group(
        part="check",
        name="Checking sitemaps alone",
        unit="entries",
        rows=tuple(rows),
        base=rows[0].subject,
        goals=(Goal("exponent of time", exponent(sizes, seconds), 1.05),),
    )


def _measure_largest(setting: Setting, size: int, name: str, languages: int) -> Group:
    file = setting.work / f"largest-{languages}" / "sitemap.xml"
    file.parent.mkdir()
    number = write_sitemap(file, translated_entries(languages, size))
    subjects = [Subject("scopemap check", _check(file), number)]
    subjects += readers([file], number)
    rows = measure(setting.work, subjects, setting.count())
    return Group(
        part="check",
        name=f"Checking a sitemap of {file.stat().st_size / 2**20:.1f} MiB, {name}",
        unit="entries",
        rows=tuple(rows),
        base=FLOOR,
        goals=tuple(_memory(rows)),
    )


def _memory(rows: Sequence[Row]) -> Iterator[Goal]:
    if rows[0].cost is not None:
        yield Goal("memory, MB", rows[0].cost.megabytes, 100)


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


def _check(target: Path) -> tuple[str, ...]:
    """Give the command that checks; that there is no x-default is no fault here."""
    options = ("--ignore", "SM506", "--fail-on", "info")
    return (*scopemap("check", target), *options)
