"""Urlsets: what a sitemap or index that is there says, whoever wrote it.

Hostile input: a DOCTYPE is refused, since it can make a small file endless.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from msgspec import Struct

from scopemap.render import NAMESPACE

MAX_BYTES = 104_857_600
"""Twice what the protocol allows: what is too long may be read, not what is endless."""


class Location(Struct, frozen=True):
    """Hold one `<url>` or `<sitemap>`, as it is written."""

    loc: str
    lastmod: str | None = None


def read_urlset(file: Path) -> tuple[Location, ...]:
    """Read the entries of a sitemap; none from what is no sitemap. Raises OSError."""
    return _read(file, _URL)


def read_index(file: Path) -> tuple[str, ...]:
    """Read the children of an index; none from what is no index. Raises OSError."""
    return tuple(child.loc for child in _read(file, _CHILD))


def _read(file: Path, element: list[str]) -> tuple[Location, ...]:
    with file.open("rb") as stream:
        try:
            return tuple(_Reader(element).read(stream.read(MAX_BYTES)))
        except (expat.ExpatError, _RefusedError):
            return ()


class _RefusedError(Exception):
    pass


class _Reader:
    """Follow the elements as expat meets them."""

    def __init__(self, element: list[str]) -> None:
        self._element = element
        self._found: list[Location] = []
        self._path: list[str] = []
        self._fields: dict[str, str] = {}

    def read(self, data: bytes) -> Iterator[Location]:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.Parse(data, True)
        yield from self._found

    def _refuse(self, *_: object) -> NoReturn:
        raise _RefusedError

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        self._path.append(name.removeprefix(f"{NAMESPACE} "))
        if len(self._path) > _MAX_DEPTH:
            raise _RefusedError
        if self._path == self._element:
            self._fields = {}

    def _data(self, text: str) -> None:
        if self._path[:2] == self._element and len(self._path) == 3:
            name = self._path[2]
            self._fields[name] = self._fields.get(name, "") + text

    def _end(self, _name: str) -> None:
        if self._path == self._element and self._fields.get("loc", "").strip():
            lastmod = self._fields.get("lastmod", "").strip()
            self._found.append(Location(self._fields["loc"].strip(), lastmod or None))
        self._path.pop()


_URL = ["urlset", "url"]
_CHILD = ["sitemapindex", "sitemap"]
_MAX_DEPTH = 100
