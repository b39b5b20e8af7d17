"""Reading: any file that may be a sitemap, streamed, and judged by itself."""

from __future__ import annotations

import re
from itertools import chain
from typing import BinaryIO

from msgspec.structs import replace

from scopemap.check.addresses import judge_addresses
from scopemap.check.ledger import Ledger, StopReadingError, show
from scopemap.check.rows import Document
from scopemap.check.streams import unpack
from scopemap.check.textfiles import TextFile
from scopemap.check.xmlfiles import XmlFile, judge_encoding

_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
# Beginnings of files in UTF-16 without a mark.
_WIDE = {b"<\0": "utf-16le", b"\0<": "utf-16be"}
# POSIX, "ustar interchange format".
_TAR = slice(257, 262)
# Names of encodings that expat does not know, and what it calls them.
_NAMES = {"utf8": "utf-8", "utf_8": "utf-8", "ascii": "us-ascii"}
_DECLARATION = re.compile(rb"<\?xml\s[^>]*>")
_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([A-Za-z][A-Za-z0-9._-]*)")
_ROOT = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex|rss|feed|html)\b", re.IGNORECASE)
_HTML = re.compile(
    rb"(?:<!--.{0,9999}?-->\s*)?<(?:!doctype\s+)?html\b", re.IGNORECASE | re.DOTALL
)
_NOT_NEWLINE = re.compile(rb"[^\n]")
_SPACE = b" \t\r\n"


def read_document(stream: BinaryIO, *, file: str, url: str) -> Document:
    """Read a sitemap, an index, a text file or a feed, and judge it by itself.

    `url` is where it is served. Whatever is in it, findings come of it and no error,
    but OSError from the stream; a tag, a nesting or a size that no sitemap has ends
    the reading, and what was read until then counts.
    """
    ledger = Ledger(file)
    pieces = unpack(stream, file, ledger)
    reader: TextFile | XmlFile | None = None
    try:
        head = next(pieces, b"")
        head, encoding = _judge_encoding(head, ledger)
        reader = _choose(head, file, encoding, ledger)
        reader.read(chain((_judge_beginning(head, ledger),), pieces))
        if reader.is_empty:
            ledger.add("SM118", 0, "lists nothing")
    except StopReadingError as stop:
        ledger.add(stop.code, stop.line, stop.text)
    document = Document(file, url, "none" if reader is None else reader.kind)
    if reader is not None:
        rows = tuple(reader.collector.rows)
        document = replace(document, rows=rows, stylesheet=reader.stylesheet)
        ledger.extend(judge_addresses(document))
    findings = tuple(sorted(ledger.findings))
    return replace(
        document, findings=findings, size=ledger.size, dropped=ledger.dropped
    )


def _judge_encoding(head: bytes, ledger: Ledger) -> tuple[bytes, str | None]:
    """Give the encoding that the first bytes tell, and those bytes without a mark."""
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            if encoding == "utf-8":
                ledger.add("SM102", 1, "begins with a byte order mark")
                return head[len(mark) :], encoding
            ledger.add("SM101", 1, "is in UTF-16")
            return head, encoding
    encoding = _WIDE.get(head[:2], "")
    if encoding:
        ledger.add("SM101", 1, "is in UTF-16")
    return head, encoding or None


def _choose(
    head: bytes, file: str, encoding: str | None, ledger: Ledger
) -> TextFile | XmlFile:
    if head.startswith(b"PK\3\4") or head[_TAR] == b"ustar":
        raise StopReadingError("SM106", 0, "is an archive of files, and no sitemap")
    beginning = head.lstrip(_SPACE)
    is_named = file.partition("?")[0].lower().removesuffix(".gz").endswith(".txt")
    is_wide = encoding not in (None, "utf-8")
    is_markup = beginning.startswith(b"<") or is_wide
    if is_named and not is_markup:
        return TextFile(ledger)
    if beginning[:8].lower().startswith((b"http://", b"https://")):
        ledger.add("SM122", 0, "is a text file, and its name does not end in .txt")
        return TextFile(ledger)
    if _HTML.match(beginning):
        raise StopReadingError("SM107", 1, "is an HTML page")
    if beginning and b"<" not in head and not is_wide:
        raise StopReadingError("SM107", 1, "is neither XML nor a list of URLs")
    return XmlFile(ledger, encoding or _declared(head, ledger))


def _declared(head: bytes, ledger: Ledger) -> str | None:
    """Give the encoding of a declaration that expat will not see, or not understand."""
    late = _late_declaration(head)
    match = late or _DECLARATION.match(head)
    said = match and _ENCODING.search(match[0])
    if not said:
        return None
    encoding = said[1].decode("ascii")
    if late:
        judge_encoding(encoding, ledger)
    return _NAMES.get(encoding.lower()) or (encoding if late else None)


def _judge_beginning(head: bytes, ledger: Ledger) -> bytes:
    """Blank out what stands before the XML declaration, and the declaration itself.

    So the rest can be read, and lines and columns stay what they are.
    """
    match = _late_declaration(head)
    if match is None:
        return head
    before = head[: match.start()].strip(_SPACE)
    what = show(before.decode("utf-8", "replace")) if before else "whitespace"
    ledger.add("SM104", 1, f"has {what} before the XML declaration")
    return _NOT_NEWLINE.sub(b" ", head[: match.end()]) + head[match.end() :]


def _late_declaration(head: bytes) -> re.Match[bytes] | None:
    match = _DECLARATION.search(head)
    is_wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    if (
        is_wide
        or match is None
        or not match.start()
        or _ROOT.search(head, 0, match.start())
    ):
        return None
    return match
