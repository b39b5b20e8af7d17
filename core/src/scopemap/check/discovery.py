"""Discovery: the sitemaps of a folder, in the order in which an engine finds them.

What robots.txt names comes first, each index followed by its children; then what lies
in the folder although nothing names it.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.check.findings import Finding
from scopemap.check.reading import read_document
from scopemap.check.rows import Document
from scopemap.survey import examine

ROOTS = (
    "sitemap-index.xml",
    "sitemap_index.xml",
    "sitemapindex.xml",
    "sitemap.xml",
    "sitemap.xml.gz",
    "sitemap.txt",
)
"""Where engines and people look if nothing is named, in this order."""
# What is called so is meant as a sitemap, however broken it is.
_NAME = re.compile(r"sitemap(?:[-_]?index|[-_]?\d+)?\.xml(?:\.gz)?")
_TEXT = re.compile(r"sitemap(?:-\d+)?\.txt(?:\.gz)?")
_MAY_BE = re.compile(r"\.(?:xml|txt)(?:\.gz)?\Z", re.IGNORECASE)
_HEAD = 2_048
"""Bytes that show what a file is."""
_CHUNK = 65_536


class Place(Struct, frozen=True):
    """Hold the folder that is read, and where it is served."""

    root: Path
    files: frozenset[str]
    base_url: str
    behind_links: frozenset[str] = frozenset()
    """Further paths of the same files, through folders that are links."""

    def __contains__(self, path: object) -> bool:
        return path in self.files or path in self.behind_links


def discover(place: Place, named: Iterable[str]) -> Iterator[Document]:
    """Read every sitemap and index of a folder once.

    `named` are the URLs, in normal form, that robots.txt names. What nothing names is
    marked as a stray.
    """
    read: dict[str, Document] = {}
    roots = (url_at(place, path) for path in ROOTS)
    for url in (*named, *roots):
        yield from follow(url, place, read)
    for path in sorted(filter(_MAY_BE.search, place.files), key=in_folders):
        if path not in read and is_sitemap(place.root, path):
            for document in follow(url_at(place, path), place, read):
                yield msgspec.structs.replace(document, is_stray=True)


def in_folders(path: str) -> list[str]:
    """Give the key by which paths stand in the order of their folders."""
    return path.split("/")


def follow(url: str, place: Place, read: dict[str, Document]) -> Iterator[Document]:
    """Read a sitemap, or an index and its children, unless that was `read` already.

    Children of children are read as well, though no index may name an index: what is
    wrong with them is worth to be known. Each is served where it is named, in that
    spelling. A file that only repeats one that was read is passed over.
    """
    waiting = [url]
    while waiting:
        url = waiting.pop()
        path = urls.below(place.base_url, url) if url else None
        if path is None or path not in place or path in read:
            continue
        if _is_copy(place.root, path, read):
            continue
        document = read[path] = read_place(place, path, url)
        yield document
        if document.kind == "index":
            waiting.extend(row.url for row in reversed(document.rows))


def url_at(place: Place, path: str) -> str:
    """Give the URL of a file, as its path spells it."""
    return place.base_url + urls.path_to_url(PurePosixPath(path))


def read_place(place: Place, path: str, url: str) -> Document:
    """Read the sitemap or index in a file; that it cannot be read is a fault, too."""
    try:
        with (place.root / path).open("rb") as stream:
            return read_document(stream, file=path, url=url)
    except OSError as error:
        text = f"cannot be read: {error.strerror or error}"
        fault = Finding(path, 0, "SM712", text, url)
        return Document(path, url, "none", findings=(fault,))


def is_sitemap(root: Path, path: str) -> bool:
    """Tell by its name or its content whether a file is meant as a sitemap.

    Examples, sources and the like often have such a name, and no engine finds them.
    """
    name = PurePosixPath(path).name.lower()
    if _NAME.fullmatch(name):
        return True
    if _TEXT.fullmatch(name):
        return _head(root / path).lstrip().startswith((b"http://", b"https://"))
    if not name.endswith((".xml", ".xml.gz")):
        return False
    found = examine(path, _head(root / path))
    return found is not None and found.kind != "other"


def _head(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return b""
    if not head.startswith(b"\x1f\x8b"):
        return head
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head, _HEAD)
    except zlib.error:
        return b""


def _is_copy(root: Path, path: str, read: dict[str, Document]) -> bool:
    """Tell whether a file only repeats the one beside it, in another form."""
    plain = path.removesuffix(".gz")
    if plain != path:
        return plain in read and _same_content(root / plain, root / path)
    if f"{path}.gz" in read:
        return _same_content(root / path, root / f"{path}.gz")
    document = read.get(f"{path.removesuffix('.txt')}.xml")
    if not path.endswith(".txt") or document is None:
        return False
    return _same_lines(root / path, [row.loc for row in document.rows])


def _same_content(plain: Path, packed: Path) -> bool:
    try:
        with plain.open("rb") as one, gzip.open(packed) as other:
            return all(a == b for a, b in zip_longest(_chunks(one), _chunks(other)))
    except (OSError, EOFError, zlib.error):
        return False


def _chunks(stream: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk


def _same_lines(file: Path, locs: list[str]) -> bool:
    try:
        with file.open(encoding="utf-8") as stream:
            return all(a == b for a, b in zip_longest(map(str.strip, stream), locs))
    except (OSError, UnicodeDecodeError):
        return False
