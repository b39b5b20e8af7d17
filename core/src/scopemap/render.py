"""Rendering: the bytes of sitemaps, indexes and what lies beside them.

Elements stand in the order of the official schema, one entry on a line, and all
five characters are escaped everywhere (protocol, "Entity escaping").
"""

from __future__ import annotations

import re
import string
import struct
import zlib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path, PurePosixPath

from scopemap.errors import CharacterError
from scopemap.model import Entry
from scopemap.moments import w3c

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
XHTML = "http://www.w3.org/1999/xhtml"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
STYLESHEET = PurePosixPath("sitemap.css")

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
# The five characters, and what is outside of production 2 (Char) of XML 1.0, which no
# escape can bring into a document.
_SPECIAL = re.compile("[&<>\"'\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Escape the five characters; raises CharacterError for what XML forbids."""
    return _SPECIAL.sub(_entity, text) if _SPECIAL.search(text) else text


def _entity(match: re.Match[str]) -> str:
    if match[0] not in _ENTITIES:
        raise CharacterError(match.string, match[0])
    return _ENTITIES[match[0]]


def render_entry(entry: Entry, *, day: bool) -> bytes:
    """Write one `<url>`; `day` shortens a moment to its day.

    Raises CharacterError.
    """
    return _line(entry, escape(entry.loc), day=day).encode()


def _lines(entries: Collection[Entry], *, day: bool) -> list[str]:
    pairs = zip(entries, _escaped([entry.loc for entry in entries]), strict=True)
    return [_line(entry, loc, day=day) for entry, loc in pairs]


def _escaped(locs: list[str]) -> Iterable[str]:
    """Escape URLs; what else than `&` and `'` there is, is seen of all of them at once.

    Other characters to escape are none of a URL's in its normal form.
    """
    together = "".join(locs)
    if together.isascii() and not together.encode().translate(None, _OF_URLS):
        return [loc.replace("&", "&amp;").replace("'", "&apos;") for loc in locs]
    return map(escape, locs)


# RFC 3986, section 2: reserved, unreserved, and the mark of an escape.
_OF_URLS = (string.ascii_letters + string.digits + "-._~:/?#[]@!$&'()*+,;=%").encode()


def _line(entry: Entry, loc: str, *, day: bool) -> str:
    lastmod = entry.lastmod
    date = "" if lastmod is None else f"<lastmod>{w3c(lastmod, day=day)}</lastmod>"
    return f"<url><loc>{loc}</loc>{date}{_more(entry)}</url>\n"


def _more(entry: Entry) -> str:
    """Write what few entries have."""
    parts: list[str] = []
    if entry.changefreq is not None:
        parts += ["<changefreq>", entry.changefreq, "</changefreq>"]
    if entry.priority is not None:
        parts += ["<priority>", f"{abs(entry.priority):.1f}", "</priority>"]
    for tag, url in entry.alternates:
        parts += ['\n<xhtml:link rel="alternate" hreflang="', escape(tag)]
        parts += ['" href="', escape(url), '"/>']
    for url in entry.images:
        parts += ["\n<image:image><image:loc>", escape(url)]
        parts.append("</image:loc></image:image>")
    if entry.alternates or entry.images:
        parts.append("\n")
    return "".join(parts)


def frame(
    path: PurePosixPath,
    entries: Collection[Entry],
    *,
    stylesheet: bool = False,
    composed: bool = False,
) -> tuple[bytes, bytes]:
    """Give what stands before and after the entries of the sitemap at `path`.

    A namespace is declared only where one of them needs it.
    """
    xhtml = f' xmlns:xhtml="{XHTML}"' if any(e.alternates for e in entries) else ""
    image = f' xmlns:image="{IMAGE}"' if any(e.images for e in entries) else ""
    root = f'<urlset xmlns="{NAMESPACE}"{xhtml}{image}>\n'
    prolog = _prolog(path, stylesheet=stylesheet, composed=composed)
    return (prolog + root).encode(), b"</urlset>\n"


def render_sitemap(
    path: PurePosixPath,
    entries: Collection[Entry],
    *,
    day: bool,
    stylesheet: bool,
    composed: bool = False,
) -> bytes:
    """Write the sitemap at `path`; it says if it is `composed`, for a whole host."""
    header, footer = frame(path, entries, stylesheet=stylesheet, composed=composed)
    return b"".join((header, "".join(_lines(entries, day=day)).encode(), footer))


def render_index(
    path: PurePosixPath,
    children: Iterable[str],
    *,
    stylesheet: bool,
    date_of: Callable[[str], str | None] = lambda _: None,
    composed: bool = False,
) -> bytes:
    """Write the index at `path` over the URLs of sitemaps.

    It says if it is `composed`, for all builds of a host. `date_of` gives when the file
    at a URL changed, in the form of W3C, if it is known.
    """
    lines = (_child(url, date_of(url)) for url in children)
    root = f'<sitemapindex xmlns="{NAMESPACE}">\n'
    prolog = _prolog(path, stylesheet=stylesheet, composed=composed)
    return f"{prolog}{root}{''.join(lines)}</sitemapindex>\n".encode()


def _child(url: str, lastmod: str | None) -> str:
    date = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
    return f"<sitemap><loc>{escape(url)}</loc>{date}</sitemap>\n"


def render_text(entries: Iterable[Entry]) -> bytes:
    """Write a text sitemap: one URL on a line, nothing else (protocol, "Text file")."""
    return "".join(f"{entry.loc}\n" for entry in entries).encode()


def compress(data: bytes) -> bytes:
    """Compress into one gzip member whose header holds no time, name or system.

    Source: RFC 1952, section 2.3.
    """
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = deflate.compress(data) + deflate.flush()
    header = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    return header + body + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def gzip_path(path: PurePosixPath) -> PurePosixPath:
    """Give the compressed companion of a sitemap or index."""
    return path.with_name(path.name + ".gz")


def text_path(path: PurePosixPath) -> PurePosixPath:
    """Give the text companion of a sitemap, whose name ends in `.xml`."""
    return path.with_suffix(".txt")


def mark(path: PurePosixPath) -> str:
    """Name the root of the build that owns the file at `path`, from the file."""
    return "scopemap root=" + ("../" * (len(path.parts) - 1) or "./")


def stylesheet() -> bytes:
    """Write the style sheet at the root of a build."""
    css = Path(__file__).with_name(STYLESHEET.name).read_bytes()
    return f"/* {mark(STYLESHEET)} */\n".encode() + css


def _prolog(path: PurePosixPath, *, stylesheet: bool, composed: bool = False) -> str:
    whose = f"{mark(path)} composed" if composed else mark(path)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<!-- {whose} -->"]
    if stylesheet:
        href = "../" * (len(path.parts) - 1) + str(STYLESHEET)
        lines.append(f'<?xml-stylesheet type="text/css" href="{href}"?>')
    return "\n".join(lines) + "\n"
