"""Splicing: single entries of a sitemap cut out or changed, every other byte kept.

Whatever another tool has written of an entry, and however, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import TypeAlias
from xml.parsers import expat

from msgspec import Struct

from scopemap.render import NAMESPACE, XHTML, escape

Span: TypeAlias = tuple[int, int]
"""The bytes of an element, from its first to behind its last."""
Links: TypeAlias = tuple[tuple[str, str], ...]
"""Tag and absolute URL of each language of a page."""
LinksOf: TypeAlias = Callable[[str, Links], Links]
"""Tells the links that a page shall have by its loc, and those that it has."""

# To the end of a tag, past a `>` in quotes.
_TAG = re.compile(rb"""<(?:[^"'>]|"[^"]*"|'[^']*')*>""")
_URL = f"{NAMESPACE} url"
_LOC = f"{NAMESPACE} loc"
_LINK = f"{XHTML} link"


class Piece(Struct):
    """Hold where one `<url>` is, and what it lists."""

    span: Span
    loc: str = ""
    links: list[Span] = []
    """Where its `<xhtml:link>`s to languages are."""
    named: list[tuple[str, str]] = []
    """What those say: tag and URL."""


class Pieces(Struct, frozen=True):
    """Hold where the entries of a sitemap are."""

    entries: tuple[Piece, ...]
    root_end: int
    """Where the tag of the root ends, at its `>`."""
    prefix: str
    """That of XHTML, at the root or to be declared there."""
    is_declared: bool
    """Whether the root has it."""


def find_pieces(data: bytes) -> Pieces:
    """Find the entries of a sitemap in UTF-8 that was read before without a fault."""
    reader = _Reader(data)
    reader.parser.Parse(data, True)
    prefix = _choose_prefix(reader.at_root, reader.prefixes)
    return Pieces(tuple(reader.entries), reader.root_end, *prefix)


def _choose_prefix(
    at_root: Sequence[str], prefixes: Mapping[str, set[str]]
) -> tuple[str, bool]:
    """Give a prefix that is XHTML's everywhere, and whether the root declares it."""
    for prefix in at_root:
        if prefixes[prefix] == {XHTML}:
            return prefix, True
    names = chain(["xhtml"], (f"xhtml{number}" for number in count(2)))
    return next(name for name in names if name not in prefixes), False


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.entries: list[Piece] = []
        self.root_end = -1
        self.at_root: list[str] = []
        self.prefixes: dict[str, set[str]] = {}
        self._data = data
        self._open: Piece | None = None
        self._is_loc = False
        self._is_language = False
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartNamespaceDeclHandler = self._declare
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def _declare(self, prefix: str | None, uri: str) -> None:
        if not prefix:
            return
        self.prefixes.setdefault(prefix, set()).add(uri)
        if self.root_end < 0 and uri == XHTML:
            self.at_root.append(prefix)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        begin = self.parser.CurrentByteIndex
        if self.root_end < 0:
            self.root_end = self._tag_end(begin) - 1
        elif name == _URL:
            self._open = Piece((begin, self._own_end(begin)), links=[], named=[])
        elif name == _LINK and self._open is not None:
            # One for phones, or to AMP, has no language, and is left alone.
            self._is_language = "hreflang" in attributes
            if self._is_language:
                self._open.links.append((begin, self._own_end(begin)))
                link = attributes["hreflang"], attributes.get("href", "")
                self._open.named.append(link)
        self._is_loc = name == _LOC

    def _text(self, text: str) -> None:
        if self._is_loc and self._open is not None:
            self._open.loc += text

    def _end(self, name: str) -> None:
        self._is_loc = False
        if self._open is None or name not in (_URL, _LINK):
            return
        if name == _LINK:
            if self._is_language:
                self._open.links.append(self._close(self._open.links.pop()))
        else:
            self._open.span = self._close(self._open.span)
            self._open.loc = self._open.loc.strip()
            self.entries.append(self._open)
            self._open = None

    def _own_end(self, begin: int) -> int:
        """Give where an element without content ends; 0 if it has some."""
        end = self._tag_end(begin)
        return end if self._data[end - 2 : end] == b"/>" else 0

    def _close(self, span: Span) -> Span:
        begin, end = span
        return begin, end or self._tag_end(self.parser.CurrentByteIndex)

    def _tag_end(self, begin: int) -> int:
        match = _TAG.match(self._data, begin)
        assert match is not None  # expat has read it
        return match.end()


def cut(data: bytes, is_bad: Callable[[str], bool]) -> bytes:
    """Cut out the entries whose loc, as it is written, is bad."""
    spans = [p.span for p in find_pieces(data).entries if is_bad(p.loc)]
    return _replace(data, [(_with_line(data, span), b"") for span in spans])


def link(data: bytes, links_of: LinksOf) -> bytes:
    """Give each entry the links that its loc, as it is written, shall have.

    All that it has go for that; where they are the same nothing is changed.
    """
    pieces = find_pieces(data)
    edits: list[tuple[Span, bytes]] = []
    for piece in pieces.entries:
        links = links_of(piece.loc, tuple(piece.named))
        if set(links) == set(piece.named):
            continue
        edits += [(_with_line(data, span), b"") for span in piece.links]
        if links:
            end = data.rindex(b"</", *piece.span)
            edits.append(((end, end), _render(links, pieces.prefix)))
    if edits and not pieces.is_declared:
        root = pieces.root_end, pieces.root_end
        edits.insert(0, (root, f' xmlns:{pieces.prefix}="{XHTML}"'.encode()))
    return _replace(data, edits)


def _render(links: Links, prefix: str) -> bytes:
    lines = (
        f'\n<{prefix}:link rel="alternate" hreflang="{escape(tag)}"'
        f' href="{escape(url)}"/>'
        for tag, url in links
    )
    return ("".join(lines) + "\n").encode()


def _with_line(data: bytes, span: Span) -> Span:
    """Take the line break in front of an element with it, and its indent."""
    begin = span[0]
    while begin and data[begin - 1] in b" \t":
        begin -= 1
    if begin and data[begin - 1] in b"\r\n":
        begin -= 2 if data[begin - 2 : begin] == b"\r\n" else 1
        return begin, span[1]
    return span


def _replace(data: bytes, edits: Iterable[tuple[Span, bytes]]) -> bytes:
    parts: list[bytes] = []
    position = 0
    for (begin, end), text in sorted(edits):
        parts += [data[position:begin], text]
        position = end
    return b"".join([*parts, data[position:]])
