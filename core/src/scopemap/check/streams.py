"""Streams: the bytes of a document, unpacked, piece by piece, and not without end."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from scopemap.check.ledger import Ledger, StopReadingError

MAX_BYTES = 52_428_800
"""Bytes of a sitemap, unpacked (protocol, "Using Sitemap index files")."""
CHUNK = 65_536

_GZIP = b"\x1f\x8b"
# What is no text in an element: CDATA, comments, instructions, tags.
_MARKUP = re.compile(
    rb"<!\[CDATA\[.*?\]\]>|<!--.*?-->|<\?.*?\?>"
    rb"|<(?:[^<>\"']|\"[^<\"]*\"|'[^<']*')*>",
    re.DOTALL,
)


def unpack(stream: BinaryIO, file: str, ledger: Ledger) -> Iterator[bytes]:
    """Give the bytes of a file, in pieces of 64 KiB; only the last may be shorter.

    Raises StopReadingError for what is broken, and behind the bytes that a sitemap
    may have.
    """
    for piece in _fill(_unpack(stream, file, ledger)):
        ledger.size += len(piece)
        if ledger.size > MAX_BYTES:
            yield piece[: MAX_BYTES - ledger.size]
            text = f"is larger than {MAX_BYTES} bytes; read no further"
            raise StopReadingError("SM117", 0, text)
        yield piece


def _unpack(stream: BinaryIO, file: str, ledger: Ledger) -> Iterator[bytes]:
    first = stream.read(CHUNK)
    is_named = file.partition("?")[0].lower().endswith(".gz")
    if first.startswith(_GZIP):
        if not is_named:
            ledger.add("SM106", 0, "is a gzip file, and its name does not end in .gz")
        yield from _inflate(stream, first)
        return
    if is_named:
        ledger.add("SM106", 0, "is called .gz, and is no gzip file")
    while first:
        yield first
        first = stream.read(CHUNK)


def _inflate(stream: BinaryIO, data: bytes) -> Iterator[bytes]:
    """Unpack a gzip file, which may have several members (RFC 1952, section 2.2)."""
    inflater = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while data:
        try:
            yield inflater.decompress(data, CHUNK)
        except zlib.error as error:
            text = f"is a broken gzip file: {error}"
            raise StopReadingError("SM106", 0, text) from error
        if inflater.eof:
            data = inflater.unused_data.lstrip(b"\0") or stream.read(CHUNK)
            data = data.lstrip(b"\0")
            if data:
                inflater = zlib.decompressobj(zlib.MAX_WBITS | 16)
        else:
            data = inflater.unconsumed_tail or stream.read(CHUNK)
    if not inflater.eof:
        raise StopReadingError("SM106", 0, "is a gzip file that breaks off")


def _fill(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Put short pieces together: pipes and inflaters give what they have."""
    kept = bytearray()
    stop: StopReadingError | None = None
    try:
        for piece in pieces:
            kept += piece
            while len(kept) >= CHUNK:
                yield bytes(kept[:CHUNK])
                del kept[:CHUNK]
    except StopReadingError as error:
        stop = error
    if kept:
        yield bytes(kept)
    if stop is not None:
        raise stop


class Window:
    """Keep the last bytes that a parser was given, to look at them again."""

    def __init__(self) -> None:
        self.fed = 0
        """Bytes that were given so far."""
        self._bytes = b""

    def push(self, piece: bytes) -> None:
        """Keep a piece, and the one before it."""
        self._bytes = self._bytes[-CHUNK:] + piece
        self.fed += len(piece)

    def text_between(self, begin: int, end: int) -> bytes:
        """Give the text of an element by the places of its tags in the document.

        It is as it is written, without CDATA, comments and the like; empty where it
        began too long ago.
        """
        gone = self.fed - len(self._bytes)
        raw = self._bytes[begin - gone : end - gone] if begin >= gone else b""
        return _MARKUP.sub(b"", raw)

    def rest(self, index: int) -> bytes:
        """Give the bytes from a place in the document on, as far as they are kept."""
        return self._bytes[max(index - (self.fed - len(self._bytes)), 0) :]
