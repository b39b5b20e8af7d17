"""Markup: the head of a built page, read only as far as it goes.

A scan finds the tags, passing over comments, scripts and the like. To start lexbor for
a head takes as long as all of this (`benchmarks/facts.py`), and a tracking pixel in a
`<noscript>` would end the head for it; in the tests it is the judge.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

MAX_HEAD = 1_000_000
"""Bytes in which a head has to end; what comes behind is not read."""
_CHUNK = 16_384

Attributes: TypeAlias = Mapping[str, str]
"""Those of a tag, by their names in lower case; one without a value is empty."""

_TAG = re.compile(rb"<(!--|/?[a-zA-Z][^\s/>]*)")
# To the end of a tag, past a `>` in quotes; bounded, since a quote may never end.
_REST = re.compile(
    rb"""[^"'>]{0,9999}(?:(?:"[^"]{0,9999}"|'[^']{0,9999}')[^"'>]{0,9999}){0,99}>"""
)
# Most tags are about icons, style sheets and previews; with a reference a word may be
# spelt in another way.
_WORDS = {
    b"html": (b"lang",),
    b"base": (b"href",),
    b"link": (b"canonical", b"hreflang", b"&#"),
    b"meta": (b"bot", b"refresh", b"&#"),
}
_RAW = frozenset([b"noscript", b"script", b"style", b"template", b"title"])
"""Elements whose content holds no tags of the head."""
_CLOSERS = {name: re.compile(rb"(?i)</" + name + rb"[\s/>]") for name in _RAW}
_ENDS = frozenset([b"/head", b"body", b"frameset"])
_KNOWN = _RAW | {*_WORDS, b"head", b"/html", *(b"/" + name for name in _RAW)}

_NAME = re.compile(r"[\s/>]")  # what ends one
# HTML standard, "before attribute name state" and those that follow.
_ATTRIBUTE = re.compile(
    r"""[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>]*)))?"""
)
# In an attribute `&copy=1` is a part of a query; what ends in a semicolon never is.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z0-9]{1,32});")

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(rb"<meta[^>]{0,999}charset\s{0,9}=\s{0,9}[\"']?([\w.:-]{1,40})")


class Head(Struct, frozen=True):
    """Hold the tags of a head, in UTF-8 as they were written."""

    tags: tuple[tuple[bytes, bytes], ...] = ()
    """Name and tag of each `<html>`, `<base>`, `<link>` and `<meta>` of interest."""
    title: bytes = b""
    scripts: tuple[bytes, ...] = ()
    """What stands in each `<script>`, of a page that may be a redirect also below."""
    noscripts: tuple[bytes, ...] = ()
    """What stands in each `<noscript>`."""
    end: int | None = None
    """Where it ends; None: it goes on behind what was scanned."""


def read_head(file: str) -> Head:
    """Read a page until its head ends; raises OSError."""
    # A Path takes as long to open a file as the file does to be read.
    with open(file, "rb", buffering=0) as stream:  # noqa: PTH123
        data = stream.read(_CHUNK)
        head = scan_head(to_utf8(data))
        while head.end is None and len(data) < MAX_HEAD:
            more = stream.read(len(data))
            if not more:
                break
            data += more
            head = scan_head(to_utf8(data))
    if any(b"refresh" in text.lower() for text in head.noscripts):
        return msgspec.structs.replace(head, scripts=tuple(_SCRIPT.findall(data)))
    return head


_SCRIPT = re.compile(rb"(?is)<script\b[^>]{0,999}>(.{0,9999}?)</script")


def scan_head(data: bytes) -> Head:
    """Find the tags of the head at the beginning of a page in UTF-8.

    Where a page has no `<head>` tag, the first tag that no head can hold ends it.
    """
    tags: list[tuple[bytes, bytes]] = []
    raw: dict[bytes, list[bytes]] = {name: [] for name in _RAW}
    end = None
    position = 0
    is_open = False
    while (match := _TAG.search(data, position)) is not None:
        start, position = match.span()
        name = match[1].lower()
        if name in _WORDS:
            position = _end_of_tag(data, position)
            tag = data[start:position]
            low = tag.lower()
            for word in _WORDS[name]:
                if word in low:
                    tags.append((name, tag))
                    break
        elif name == b"!--":
            position = _after(data, b"-->", position)
        elif name in _RAW:
            inner = _end_of_tag(data, position)
            position = _find_close(data, name, inner)
            raw[name].append(data[inner:position])
        elif name == b"head":
            is_open = True
        elif name in _ENDS or not (is_open or name in _KNOWN):
            end = start
            break
    return Head(
        tags=tuple(tags),
        title=next(iter(raw[b"title"]), b""),
        scripts=tuple(raw[b"script"]),
        noscripts=tuple(raw[b"noscript"]),
        end=end,
    )


def _after(data: bytes, closer: bytes, start: int) -> int:
    found = data.find(closer, start)
    return len(data) if found < 0 else found + len(closer)


def _end_of_tag(data: bytes, start: int) -> int:
    match = _REST.match(data, start)
    return match.end() if match else _after(data, b">", start)


def _find_close(data: bytes, name: bytes, start: int) -> int:
    match = _CLOSERS[name].search(data, start)
    return match.start() if match else len(data)


def read_attributes(tag: bytes) -> Attributes:
    """Read the attributes of a tag; of two with one name the first counts."""
    text = tag.decode("utf-8", "replace").replace("\0", "\ufffd")
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text, len(_NAME.split(text, maxsplit=1)[0])):
        name = match[1].lower()
        if name not in found:
            value = match[2] or match[3] or match[4] or ""
            found[name] = _REFERENCE.sub(_unescape, value) if "&" in value else value
    return found


def _unescape(match: re.Match[str]) -> str:
    return html.unescape(match[0])


def to_utf8(data: bytes) -> bytes:
    """Bring a page into UTF-8, from the encoding that it names or seems to have.

    Source: HTML standard, "determining the character encoding".
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _recode(data[len(mark) :], encoding)
    if data.isascii() or _is_utf8(data):
        return data
    match = _CHARSET.search(data[:_CHUNK].lower())
    return _recode(data, match[1].decode() if match else "windows-1252")


def _is_utf8(data: bytes) -> bool:
    try:
        # What was read may end within a character.
        codecs.utf_8_decode(data, "strict", False)
    except UnicodeDecodeError:
        return False
    return True


def _recode(data: bytes, encoding: str) -> bytes:
    try:
        text = data.decode(encoding, "replace")
    except (LookupError, ValueError):  # no such encoding, or none of text
        text = data.decode("windows-1252", "replace")
    return text.encode("utf-8", "replace")
