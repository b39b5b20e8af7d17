"""Markup: the head of a built page, read only as far as it goes.

A scan finds the tags, passing over comments, scripts and the like. Where the head ends
only a scan can tell: `</head>` may stand in a script, or not at all. lexbor takes as
long for a head that is cut out already (`python -m benchmarks facts`); in the tests it
is the judge.
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

# To the end of a tag, past a `>` in quotes; bounded, since a quote may never end.
_REST = (
    r"""(?:[^"'>]{0,9999}(?:(?:"[^"]{0,9999}"|'[^']{0,9999}')[^"'>]{0,9999}){0,99}>"""
    r"""|[^>]*>|.*)"""
)
# To what closes an element; the first way is the faster one.
_INNER = r"[^<]*(?:<(?!/\2[\s/>])[^<]*){0,999}(?=</\2[\s/>])|.*?(?=</\2[\s/>])|.*"
# A comment ends as HTML's "comment start state" and "comment end bang state" have it.
_TOKEN = re.compile(
    rf"<(?:(meta|link|base|html)(?![^\s/>]){_REST}"
    rf"|(script|style|title|noscript|template)(?![^\s/>]){_REST}({_INNER})(?:</\2)?"
    r"|!--(?:-?>|.*?--!?>|.*)"
    r"|(/head|body|frameset)(?![^\s/>])"
    r"|(/?[a-z][^\s/>]*))",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_TAG, _RAW, _END, _OTHER = 1, 3, 4, 5
"""The last group of a token, by its kind."""
# Most tags are about icons, style sheets and previews; with a reference a word may be
# spelt in another way.
_WORDS = {
    "html": ("lang",),
    "base": ("href",),
    "link": ("canonical", "hreflang", "&#"),
    "meta": ("bot", "refresh", "&#"),
}
_RAWS = ("noscript", "script", "style", "template", "title")
"""Elements whose content holds no tags of the head."""
_KNOWN = frozenset(["/html", *(f"/{name}" for name in _RAWS)])

_NAME = re.compile(r"[\s/>]")  # what ends one
# HTML standard, "before attribute name state" and those that follow. Space before an
# equals sign is bounded: it is looked for behind each name.
_ATTRIBUTE = re.compile(
    r"""([^\s/>][^\s/>=]*)(?:\s{0,99}=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>]*)))?"""
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
        text = to_utf8(data)
        head = scan_head(text)
        while head.end is None and len(data) < MAX_HEAD:
            more = stream.read(len(data))
            if not more:
                break
            data += more
            text = to_utf8(data)
            head = scan_head(text)
    return _with_redirects(head, text[: 2 * _CHUNK])


def _with_redirects(head: Head, data: bytes) -> Head:
    """Add what sends readers on from the body: stubs are small, and browsers obey."""
    if head.end is None:
        return head
    has_hidden = any(b"refresh" in inner.lower() for inner in head.noscripts)
    body = data[head.end :]
    if not has_hidden and b"http-equiv" not in body.lower():
        return head
    tags, scripts = list(head.tags), list(head.scripts)
    for match in _TOKEN.finditer(body.decode("latin-1")):
        text = match[0].lower()
        if match.lastindex == _TAG and text.startswith("<meta") and "equiv" in text:
            tags.append((b"meta", match[0].encode("latin-1")))
        elif match.lastindex == _RAW and text.startswith("<script"):
            scripts.append(match[3].encode("latin-1"))
    return msgspec.structs.replace(head, tags=tuple(tags), scripts=tuple(scripts))


def scan_head(data: bytes) -> Head:
    """Find the tags of the head at the beginning of a page in UTF-8.

    Where a page has no `<head>` tag, the first tag that no head can hold ends it.
    """
    # Each byte becomes a character: Python looks for text in text faster.
    text = data.decode("latin-1")
    tags: list[tuple[bytes, bytes]] = []
    raw: dict[str, list[bytes]] = {"title": [], "script": [], "noscript": []}
    end = None
    is_open = False
    for match in _TOKEN.finditer(text):
        kind = match.lastindex
        if kind == _TAG:
            low = match[0].lower()
            name = low[1:5]
            for word in _WORDS[name]:
                if word in low:
                    tags.append((name.encode(), data[match.start() : match.end()]))
                    break
        elif kind == _RAW:
            if (name := match[2].lower()) in raw:
                raw[name].append(match[3].encode("latin-1"))
        elif kind == _END:
            end = match.start()
            break
        elif kind == _OTHER:
            name = match[5].lower()
            if name == "head":
                is_open = True
            elif not is_open and name not in _KNOWN:
                end = match.start()
                break
    return Head(
        tags=tuple(tags),
        title=next(iter(raw["title"]), b""),
        scripts=tuple(raw["script"]),
        noscripts=tuple(raw["noscript"]),
        end=end,
    )


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
    named = match[1].decode() if match else ""
    # A tag that could be read is in no encoding of two bytes or more.
    is_none = named.startswith(("utf-16", "utf16", "utf-32", "utf32", "ucs"))
    return _recode(data, named if named and not is_none else "windows-1252")


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
