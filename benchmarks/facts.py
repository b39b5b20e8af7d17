"""Measure what the facts of built pages cost, beside others that read the same pages.

    python benchmarks/facts.py [--pages 2000] [--rounds 7] [--seed 5]

Prints CPU seconds, medians of rounds in which all take their turns: compare the ratios
of one run, not single figures. A goal that is missed is told, and is no error.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser

from scopemap.digest import digest_page
from scopemap.facts import read_facts
from scopemap.images import read_images

BASE = "https://bench.example/"
KILOBYTES = 20
CHUNK = 16_384
"""Bytes that are read at first by those who want the head alone."""

Read: TypeAlias = Callable[[str], str | None]
"""Reads a file, and gives the canonical URL if it looks for that."""


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make_pages(Path(folder), pages=given.pages, seed=given.seed)
        files = sorted(str(file) for file in Path(folder).rglob("*.html"))
        check(files)
        seconds = measure(files, given.rounds)
    print(f"{len(files):,} pages of {KILOBYTES} KB, median of {given.rounds} rounds\n")
    print(f"{'':24}CPU seconds  ratio  ms a page")
    for name, taken in seconds.items():
        ratio, each = taken / seconds["read 16 KiB"], taken / len(files) * 1000
        print(f"{name:24}{taken:11.3f}{ratio:7.1f}{each:11.3f}")
    print()
    for name, goal in GOALS.items():
        own = goal * len(files) / 2_000
        says = "met" if seconds[name] <= own else "MISSED"
        print(f"goal {own:.3f} s for {name}: {seconds[name]:.3f} s, {says}")


GOALS = {"head": 0.2, "head and images": 1.5}
"""CPU seconds for 2,000 pages."""


def make_pages(folder: Path, *, pages: int, seed: int) -> None:
    """Make the pages in another process, which keeps this one small."""
    script = str(Path(__file__).with_name("pages.py"))
    options = [f"--{name}={n}" for name, n in (("pages", pages), ("seed", seed))]
    command = [sys.executable, script, str(folder), *options]
    size = f"--kilobytes={KILOBYTES}"
    subprocess.run([*command, size], check=True, stdout=subprocess.DEVNULL)


def check(files: Iterable[str]) -> None:
    """Make sure that all who look for the canonical URL find the same; a warm-up."""
    for file in files:
        found = {name: read(file) for name, read in READERS.items()}
        told = {found[name] for name in LOOKING}
        if len(told) > 1 or None in told:
            sys.exit(f"{file}: {found}")


def measure(files: list[str], rounds: int) -> Mapping[str, float]:
    """Give the median of each reader's CPU seconds; who begins changes."""
    taken: dict[str, list[float]] = {name: [] for name in READERS}
    names = list(READERS)
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            read = READERS[name]
            before = time.process_time()
            for file in files:
                read(file)
            taken[name].append(time.process_time() - before)
    return {name: statistics.median(each) for name, each in taken.items()}


def read_chunk(file: str) -> None:
    """Read what holds the head, and look at none of it."""
    _read(file, CHUNK)


def read_whole(file: str) -> None:
    """Read all, and look at none of it."""
    _read(file)


def _read(file: str, size: int = -1) -> bytes:
    with open(file, "rb", buffering=0) as stream:  # noqa: PTH123  # a Path is slower
        return stream.read(size)


def read_head(file: str) -> str | None:
    """Read the facts of the head."""
    return read_facts(file, BASE).canonical


def read_both(file: str) -> str | None:
    """Read the facts of the head, and the images of the body."""
    facts = read_facts(file, BASE)
    read_images(file, BASE)
    return facts.canonical


def digest(file: str) -> None:
    """Digest the content."""
    digest_page(Path(file))


def lexbor_head(file: str) -> str | None:
    """Parse the head with lexbor, from where it begins to where it seems to end."""
    data = _read(file, CHUNK)
    return _canonical(LexborHTMLParser(data[: data.find(b"</head>")]))


def lexbor_whole(file: str) -> str | None:
    """Parse the page with lexbor."""
    return _canonical(LexborHTMLParser(_read(file)))


def _canonical(tree: LexborHTMLParser) -> str | None:
    """Look at what facts are made of, and give the canonical URL."""
    found = None
    for node in tree.css("link, meta, base, title"):
        attributes = node.attributes
        if attributes.get("rel") == "canonical":
            found = attributes["href"]
    return found


def standard(file: str) -> str | None:
    """Parse the head with `html.parser`."""
    parser = _Standard()
    with contextlib.suppress(StopIteration):
        parser.feed(_read(file, CHUNK).decode("utf-8", "replace"))
    return parser.canonical


class _Standard(HTMLParser):
    canonical: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "link" and ("rel", "canonical") in attrs:
            self.canonical = dict(attrs)["href"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "head":
            raise StopIteration


LOOKING: dict[str, Read] = {
    "head": read_head,
    "head and images": read_both,
    "lexbor, head": lexbor_head,
    "lexbor, whole page": lexbor_whole,
    "html.parser, head": standard,
}
READERS: dict[str, Callable[[str], str | None]] = {
    "read 16 KiB": read_chunk,
    "read whole page": read_whole,
    **LOOKING,
    "digest of content": digest,
}


if __name__ == "__main__":
    main()
