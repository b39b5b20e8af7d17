"""Rows and documents: a sitemap as it is written, before anybody judges it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from scopemap.check.findings import Finding

Kind: TypeAlias = Literal["urlset", "index", "text", "feed", "none"]


class Link(Struct, frozen=True, gc=False):
    """Hold one `<xhtml:link>`; what an attribute lacks is empty."""

    line: int
    rel: str
    hreflang: str
    href: str
    """As written, but for whitespace around it."""


class Row(Struct, frozen=True, gc=False):
    """Hold one `<url>` or `<sitemap>`, a line of a text file or an item of a feed."""

    line: int
    """That of its `<loc>`, counted from 1."""
    loc: str
    """As written, but for whitespace around it."""
    url: str
    """The same in normal form; empty where it is no URL that a sitemap may list."""
    lastmod: str | None = None
    """As written, but for whitespace around it."""
    packed: str = ""
    """Its links, as `pack` has them: as values of their own they take all memory."""
    is_rich: bool = False
    """Whether it has images, a video or news, which may have a sitemap of their own."""

    @property
    def links(self) -> tuple[Link, ...]:
        """Unpack those that may be to translations."""
        return tuple(
            Link(self.line + int(offset), rel, hreflang, href[1:])
            for offset, rel, hreflang, href in unpack(self.packed)
        )

    def may_name(self, url: str) -> bool:
        """Tell whether a link has a language, and a URL to the letter."""
        href = f"\0\1{url}\0"
        return href in self.packed and f"\0{href}" not in self.packed


def pack(line: int, links: Iterable[Link]) -> str:
    """Write links as one text, with characters between them that XML has not.

    Lines are counted from that of the entry, so that translations share the text.
    """
    return "".join(
        f"{link.line - line}\0{link.rel}\0{link.hreflang}\0\1{link.href}\0"
        for link in links
    )


def unpack(packed: str) -> Iterator[tuple[str, str, str, str]]:
    """Give offset, rel, hreflang, and href behind its mark."""
    parts = iter(packed.split("\0"))
    return zip(parts, parts, parts, parts, strict=False)


class Document(Struct, frozen=True):
    """Hold one sitemap or index that was read."""

    file: str
    """Path below the folder that is checked, or the URL of what was fetched."""
    url: str
    """Where it is served."""
    kind: Kind
    rows: tuple[Row, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What is wrong with the document itself, and with single values in it."""
    stylesheet: tuple[str, str] | None = None
    """Type and address that its `<?xml-stylesheet?>` names."""
    size: int = 0
    """Bytes, unpacked, as far as it was read."""
    dropped: int = 0
    """Findings that were counted and not kept, since one code had too many."""
    is_stray: bool = False
    """Whether neither robots.txt nor an index names it, and it has no usual name."""
