"""Collecting: the rows of one document, as many as memory may hold."""

from __future__ import annotations

from collections.abc import Sequence

from scopemap import urls
from scopemap.check.ledger import Ledger
from scopemap.check.rows import Link, Row, pack
from scopemap.errors import UrlError

MAX_ENTRIES = 50_000
"""Entries of a sitemap or index (protocol, "Using Sitemap index files")."""
KEPT_ROWS = 200_000
"""Four times that: engines read no more, and memory is to have an end."""
KEPT_LINKS = 1_000_000
"""More than fit into the bytes that a sitemap may have, as engines read them."""

SPACE = " \t\r\n"
"""Whitespace, as XML has it."""

_KNOWN = 100_000


class Collector:
    """Make rows of what a reader meets, and count them."""

    def __init__(self, ledger: Ledger) -> None:
        self.rows: list[Row] = []
        self.entries = 0
        self._ledger = ledger
        self._links = 0
        self._surplus = 0
        self._known: dict[str, str] = {}

    def add(
        self,
        line: int,
        loc: str,
        lastmod: str | None,
        links: Sequence[Link] = (),
        *,
        is_rich: bool = False,
    ) -> None:
        """Keep an entry; both texts are without whitespace around them."""
        self.entries += 1
        if self.entries == MAX_ENTRIES + 1:
            self._surplus = line
        if len(self.rows) < KEPT_ROWS:
            loc = self.once(loc)
            packed = self.once(pack(line, links)) if links else ""
            self.rows.append(Row(line, loc, normal(loc), lastmod, packed, is_rich))

    def link(self, line: int, attributes: dict[str, str]) -> Link | None:
        """Make a link of an element's attributes, if there are not too many."""
        self._links += 1
        if self._links > KEPT_LINKS:
            return None
        get = attributes.get
        href = get("href", "").strip(SPACE)
        return Link(line, get("rel", ""), get("hreflang", ""), href)

    def once(self, text: str) -> str:
        """Give the same object for the same text: links and dates recur."""
        if len(self._known) < _KNOWN:
            return self._known.setdefault(text, text)
        return self._known.get(text, text)

    def finish(self) -> None:
        """Judge how many entries there are."""
        if self._surplus:
            text = f"lists {self.entries} entries; {MAX_ENTRIES} are allowed"
            self._ledger.add("SM116", self._surplus, text)


def normal(loc: str) -> str:
    """Bring a URL to normal form; empty where it is none that a sitemap may list."""
    try:
        url = urls.normalize(loc)
    except UrlError:
        return ""
    return loc if url == loc else url
