"""Text files: sitemaps that list one URL a line, and nothing else.

Source: protocol, "Text file".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scopemap.check.collecting import SPACE, Collector
from scopemap.check.ledger import MAX_FAULTS, Ledger, StopReadingError, show
from scopemap.check.placeholders import is_left_over
from scopemap.check.rows import Kind

MAX_LINE = 65_536
"""Bytes of a line; no URL may have as many."""

_BLANK = b" \t\r\n"
_END = re.compile(rb"\r\n|\r|\n")
# What was meant as a URL, though it may be none that can be listed.
_ADDRESS = re.compile(r"https?://.+|(?:[A-Za-z][A-Za-z0-9+.-]*:|/)\S+|/", re.DOTALL)


class TextFile:
    """Read the URLs of a text sitemap, and judge its lines."""

    kind: Kind = "text"
    stylesheet = None

    def __init__(self, ledger: Ledger) -> None:
        self.collector = Collector(ledger)
        self._ledger = ledger

    @property
    def is_empty(self) -> bool:
        """Tell whether it lists nothing, and no line has told why."""
        return not self.collector.entries and not self._ledger.has("SM122")

    def read(self, pieces: Iterator[bytes]) -> None:
        """Read all; raises StopReadingError where it cannot go on."""
        blank = 0
        try:
            for number, line in enumerate(_lines(pieces), 1):
                if not line.strip(_BLANK):
                    blank += 1
                    _judge_patience(blank, number)
                    continue
                self._tell_blank(number - blank, number)
                blank = 0
                self._take(number, line)
        finally:
            self.collector.finish()

    def _tell_blank(self, first: int, end: int) -> None:
        """Tell of blank lines before another; at the end of a file they do no harm."""
        for number in range(first, end):
            self._ledger.add("SM122", number, "the line is blank")

    def _take(self, number: int, line: bytes) -> None:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            self._ledger.add("SM101", number, "the line is not UTF-8")
            text = line.decode("utf-8", "replace")
        self._ledger.judge_patience("SM122", number)
        loc = text.strip(SPACE)
        if not _ADDRESS.fullmatch(loc) and not is_left_over(loc):
            self._ledger.add("SM122", number, f"the line is {show(loc)}, and no URL")
        else:
            if loc != text:
                problem = f"there is whitespace around {show(loc)}"
                self._ledger.add("SM121", number, problem)
            self.collector.add(number, loc, None)


def _judge_patience(blank: int, number: int) -> None:
    if blank > MAX_FAULTS:
        text = f"has more than {MAX_FAULTS} blank lines; read no further"
        raise StopReadingError("SM122", number, text)


def _lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Split at the three ends of lines, one of which may lie across two pieces."""
    rest = b""
    for piece in pieces:
        data = rest + piece
        is_split = data.endswith(b"\r")
        *lines, rest = _END.split(data[:-1] if is_split else data)
        rest += b"\r" if is_split else b""
        yield from lines
        if len(rest) > MAX_LINE:
            raise StopReadingError("SM122", 0, f"has a line of over {MAX_LINE} bytes")
    if rest:
        yield rest.removesuffix(b"\r")
