"""XML files: from their first bytes to the reader of their root element.

Hostile input: a DOCTYPE is refused, since it can make a small file endless; so is
what no sitemap has, such as a tag of a megabyte or thousands of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn, TypeAlias
from xml.parsers import expat

from scopemap.check.collecting import Collector
from scopemap.check.extensions import NEWS, VIDEO
from scopemap.check.feedfiles import FeedReader, find_feed
from scopemap.check.grammar import ENTRIES
from scopemap.check.ledger import Ledger, StopReadingError, show
from scopemap.check.rows import Kind
from scopemap.check.streams import Window
from scopemap.check.structure import EntryReader

Reader: TypeAlias = EntryReader | FeedReader

MAX_TOKEN = 1_048_576
"""Bytes of a tag or a comment, of which expat keeps the whole."""
MAX_NAMES = 1_000
"""Different names of elements, attributes and prefixes, each of which expat keeps."""

_KINDS: dict[str, Kind] = {"urlset": "urlset", "sitemapindex": "index"}
# Those that expat knows, and those of one byte for which it asks Python's codecs; it
# would ask them for any name.
_READABLE = re.compile(
    r"utf_?8|utf-16|us-ascii|iso-8859-(?:[1-9]|1[0134-6])|windows-125[0-8]|koi8-[ru]",
    re.IGNORECASE,
)
_PSEUDO_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


def judge_encoding(encoding: str, ledger: Ledger) -> None:
    """Judge the encoding that a declaration names; raises StopReadingError."""
    if encoding.lower() in ("utf-8", "us-ascii", "ascii"):  # of which UTF-8 is more
        return
    text = f"says that it is in {show(encoding)}"
    if not _READABLE.fullmatch(encoding):
        raise StopReadingError("SM101", 1, f"{text}; read no further")
    ledger.add("SM101", 1, text)


class XmlFile:
    """Follow what stands before the root element, and hand over to its reader."""

    def __init__(self, ledger: Ledger, encoding: str | None) -> None:
        self.reader: Reader | None = None
        self.stylesheet: tuple[str, str] | None = None
        self._ledger = ledger
        self._encoding = encoding
        self._nothing = Collector(ledger)
        self._names: dict[str, str] = {}
        self._prefixes: set[str] = set()
        self._namespaces: set[str] = set()
        self._window = Window()
        self._parser = expat.ParserCreate(encoding, " ", self._names)
        self._parser.buffer_text = True
        self._parser.XmlDeclHandler = self._judge_declaration
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.StartNamespaceDeclHandler = self._count_prefix
        self._parser.ProcessingInstructionHandler = self._take_instruction
        self._parser.StartElementHandler = self._open

    @property
    def kind(self) -> Kind:
        """Tell what the root element makes of the file."""
        if isinstance(self.reader, EntryReader):
            return _KINDS[self.reader.root]
        return "none" if self.reader is None else "feed"

    @property
    def is_empty(self) -> bool:
        """Tell whether it lists nothing, though it should.

        There may be no news (Google, "News sitemaps"); some generators declare that
        namespace, together with all others, in any sitemap.
        """
        may_be = self.kind == "feed" or self._namespaces == {NEWS}
        return not self.collector.entries and not may_be

    @property
    def collector(self) -> Collector:
        """Give what has the rows; there are none without a reader."""
        return self._nothing if self.reader is None else self.reader.collector

    def read(self, pieces: Iterator[bytes]) -> None:
        """Read all; raises StopReadingError where it cannot go on."""
        try:
            for piece in pieces:
                self._feed(piece)
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise self._explain(error) from error
        finally:
            self._let_go()
            if self.reader is not None:
                self.reader.finish()

    def _feed(self, piece: bytes) -> None:
        self._window.push(piece)
        self._parser.Parse(piece, False)
        if self._window.fed - self._parser.CurrentByteIndex > MAX_TOKEN:
            self._give_up(f"holds a tag or comment of more than {MAX_TOKEN} bytes")
        if len(self._names) + len(self._prefixes) > MAX_NAMES:
            self._give_up(f"has more than {MAX_NAMES} names of elements and attributes")
        self._ledger.judge_patience("SM109", self._parser.CurrentLineNumber)

    def _give_up(self, text: str) -> NoReturn:
        line = self._parser.CurrentLineNumber
        raise StopReadingError("SM109", line, f"{text}; read no further")

    def _let_go(self) -> None:
        """Part the parser from its handlers, which would keep each other in memory."""
        for handler in ("StartElement", "EndElement", "CharacterData", "XmlDecl"):
            setattr(self._parser, f"{handler}Handler", None)
        self._parser.StartDoctypeDeclHandler = None
        self._parser.StartNamespaceDeclHandler = None
        self._parser.ProcessingInstructionHandler = None

    def _judge_declaration(self, _: str, encoding: str | None, __: int) -> None:
        is_told = self._encoding not in (None, "utf-8")
        if encoding is not None and not is_told:
            judge_encoding(encoding, self._ledger)

    def _refuse(self, name: str, *_: object) -> None:
        line = self._parser.CurrentLineNumber
        if name.lower() == "html":
            raise StopReadingError("SM107", line, "is an HTML page")
        raise StopReadingError("SM105", line, "has a DOCTYPE; read no further")

    def _count_prefix(self, prefix: str | None, namespace: str) -> None:
        self._prefixes.add(prefix or "")
        if namespace in (NEWS, VIDEO):
            self._namespaces.add(namespace)

    def _take_instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet" and self.stylesheet is None:
            found = {m[1]: m[2] or m[3] or "" for m in _PSEUDO_ATTRIBUTE.finditer(data)}
            self.stylesheet = found.get("type", ""), found.get("href", "")

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        reader = self._choose(name)
        self.reader = reader
        parser = self._parser
        parser.ProcessingInstructionHandler = None
        parser.StartElementHandler = reader.start
        parser.EndElementHandler = reader.end
        parser.CharacterDataHandler = reader.data
        reader.open(attributes)

    def _choose(self, name: str) -> Reader:
        namespace, _, root = name.rpartition(" ")
        if root in ENTRIES:
            return EntryReader(
                self._parser,
                self._ledger,
                self._window,
                root=root,
                namespace=namespace,
            )
        feed = find_feed(name)
        if feed is None:
            line = self._parser.CurrentLineNumber
            what = (
                "is an HTML page" if root.lower() == "html" else _odd(namespace, root)
            )
            raise StopReadingError("SM107", line, what)
        # The protocol wants UTF-8 of sitemaps; a feed may have any encoding of XML.
        self._ledger.forgive("SM101")
        return FeedReader(self._parser, self._ledger, feed)

    def _explain(self, error: expat.ExpatError) -> StopReadingError:
        line = error.lineno
        rest = self._window.rest(self._parser.ErrorByteIndex)[:4]
        is_byte = error.code == expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]
        if is_byte and rest[:1] >= b"\x80" and not _begins_utf8(rest):
            text = f"holds the byte 0x{rest[0]:02X}, which is no UTF-8; read no further"
            return StopReadingError("SM101", line, text)
        text = f"is not well-formed: {expat.ErrorString(error.code)}; read no further"
        return StopReadingError("SM103", line, text)


def _odd(namespace: str, root: str) -> str:
    where = f" in the namespace {show(namespace)}" if namespace else ""
    return f"has the root element {show(root)}{where}, which is none of a sitemap"


def _begins_utf8(data: bytes) -> bool:
    return any(_decodes(data[:length]) for length in (2, 3, 4))


def _decodes(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
