"""Read what built pages say, as scopemap does and as others do.

    python -m benchmarks.subjects.facts NAME FOLDER

Reads all pages once before, which makes sure that all find the same canonical URL.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser

from benchmarks.meter import MISSING, tell
from scopemap.digest import digest_page
from scopemap.facts import read_facts
from scopemap.images import read_images

BASE = "https://bench.example/"
CHUNK = 16_384
"""Bytes that are read at first by those who want the head alone."""

Read: TypeAlias = Callable[[str], str | None]
"""Reads a file, and gives the canonical URL if it looks for that."""


def main() -> None:
    """Read all pages of a folder, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=READERS)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    files = sorted(str(file) for file in given.folder.rglob("*.html"))
    read = READERS[given.name]
    try:
        check(read, files, is_looking=given.name in LOOKING)
    except ImportError as error:
        print(error)
        sys.exit(MISSING)

    def work() -> None:
        for file in files:
            read(file)

    tell(work)


def check(read: Read, files: Iterable[str], *, is_looking: bool) -> None:
    """Make sure that the canonical URL is found; a warm-up."""
    for file in files:
        found = read(file)
        if is_looking and found != standard(file):
            sys.exit(f"{file}: {found}")


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


def lxml_head(file: str) -> str | None:
    """Parse the head with lxml's HTML parser."""
    from lxml import html  # type: ignore[import-untyped]  # noqa: PLC0415

    data = _read(file, CHUNK)
    tree = html.document_fromstring(data[: data.find(b"</head>")])
    found = tree.xpath("//link[@rel='canonical']/@href")
    return str(found[0]) if found else None


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
    "lxml, head": lxml_head,
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
