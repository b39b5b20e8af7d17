"""Feeds: those that may serve as sitemaps, since all they link to is in their folder.

Engines read RSS and Atom as sitemaps (protocol, "Other Sitemap formats"), under the
rule that holds for every sitemap: it covers what lies below its own folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import IO
from xml.parsers import expat

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.model import Note, Site

MAX_BYTES = 52_428_800
"""Bytes of a feed that serves as a sitemap (protocol, "Sitemap file limits")."""

_ATOM = "http://www.w3.org/2005/Atom"
_RSS_LINK = "link"
_RDF_LINK = "http://purl.org/rss/1.0/ link"
_ITEMS = ("item", "http://purl.org/rss/1.0/ item", f"{_ATOM} entry")


class Feed(Struct, frozen=True):
    """Hold what a feed links to."""

    path: PurePosixPath
    setting: str
    """The generator's setting that says where it lies; empty where none is known."""
    links: tuple[str, ...]
    """The address of each item."""


def read_feed(output: Path, path: PurePosixPath, setting: str) -> Feed | None:
    """Read the links of a feed; None: it is none, or none that engines read.

    A DOCTYPE is refused: it can make a small file endless.
    """
    reader = _Reader()
    try:
        with (output / path).open("rb") as stream:
            reader.read(stream)
    except (FileNotFoundError, expat.ExpatError, _RefusedError):
        return None
    return Feed(path, setting, tuple(reader.links)) if reader.links else None


class _RefusedError(Exception):
    pass


class _Reader:
    """Follow a feed's elements as expat meets them."""

    def __init__(self) -> None:
        self.links: list[str] = []
        self._path: list[str] = []
        self._text: list[str] | None = None

    def read(self, stream: IO[bytes]) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise _RefusedError
        parser.Parse(data, True)

    def _refuse(self, *_: object) -> None:
        raise _RefusedError

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        in_item = self._path[-1:] and self._path[-1] in _ITEMS
        self._path.append(name)
        if len(self._path) > _MAX_DEPTH:
            raise _RefusedError
        if not in_item:
            return
        if name == f"{_ATOM} link":
            if attributes.get("rel", "alternate") == "alternate":
                self.links.append(attributes.get("href", ""))
        elif name in (_RSS_LINK, _RDF_LINK):
            self._text = []

    def _data(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _end(self, _name: str) -> None:
        self._path.pop()
        if self._text is not None:
            self.links.append("".join(self._text).strip())
            self._text = None


_MAX_DEPTH = 100


def choose_feeds(
    site: Site, feeds: Iterable[Feed]
) -> tuple[tuple[str, ...], tuple[Note, ...]]:
    """Give the URLs of the feeds that cover all they link to, and note the others."""
    chosen: list[str] = []
    notes: list[Note] = []
    for feed in feeds:
        url = site.base_url + urls.path_to_url(feed.path)
        folder = urls.folder_of(url)
        stray = next((link for link in feed.links if not _is_in(folder, link)), None)
        if stray is None:
            chosen.append(url)
            continue
        text = (
            f"{feed.path} cannot serve as a sitemap: it links to {stray},"
            f" which does not lie below {folder}"
        )
        remedy = f"; {feed.setting} says where the feed lies" if feed.setting else ""
        notes.append(Note("info", "feed", text + remedy))
    return tuple(chosen), tuple(notes)


def _is_in(folder: str, link: str) -> bool:
    try:
        return urls.normalize(link).startswith(folder)
    except UrlError:
        return False
