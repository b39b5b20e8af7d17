"""Feeds: what RSS 2.0 and Atom list, since engines read them as sitemaps.

Source: protocol, "Other Sitemap formats"; RFC 4287; RSS 2.0; Atom 0.3.
"""

from __future__ import annotations

from xml.parsers.expat import XMLParserType

from msgspec import Struct

from scopemap.check.collecting import SPACE, Collector
from scopemap.check.ledger import Ledger, StopReadingError
from scopemap.check.structure import MAX_DEPTH, MAX_TEXT


class Feed(Struct, frozen=True):
    """Name the elements of one kind of feed, as expat does."""

    root: str
    item: str
    link: str
    dates: tuple[str, ...]
    """Those that say when an item changed, the best first."""


_ATOM = "http://www.w3.org/2005/Atom"
_ATOM_0 = "http://purl.org/atom/ns#"
_FEEDS = (
    Feed("rss", "item", "link", ("pubDate",)),
    Feed(
        f"{_ATOM} feed",
        f"{_ATOM} entry",
        f"{_ATOM} link",
        (f"{_ATOM} updated", f"{_ATOM} published"),
    ),
    Feed(
        f"{_ATOM_0} feed",
        f"{_ATOM_0} entry",
        f"{_ATOM_0} link",
        (f"{_ATOM_0} modified", f"{_ATOM_0} issued"),
    ),
)


def find_feed(root: str) -> Feed | None:
    """Give the kind of feed that has this root element."""
    return next((feed for feed in _FEEDS if feed.root == root), None)


class FeedReader:
    """Follow the elements of a feed; its methods are expat's handlers."""

    def __init__(self, parser: XMLParserType, ledger: Ledger, feed: Feed) -> None:
        self.collector = Collector(ledger)
        self._parser = parser
        self._feed = feed
        self._path: list[str] = [feed.root]
        self._line = 0
        self._loc = ""
        self._texts: dict[str, str] = {}

    def open(self, _attributes: dict[str, str]) -> None:
        """Enter the root element."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Enter an element."""
        if name == self._feed.item:
            self._line, self._loc = self._parser.CurrentLineNumber, ""
            self._texts.clear()
        elif name == self._feed.link and self._path[-1] == self._feed.item:
            self._take_link(attributes)
        self._path.append(name)
        if len(self._path) > MAX_DEPTH:
            text = f"nests elements more than {MAX_DEPTH} levels deep; read no further"
            raise StopReadingError("SM109", self._parser.CurrentLineNumber, text)

    def data(self, text: str) -> None:
        """Take a piece of text."""
        if len(self._path) > 1 and self._path[-2] == self._feed.item:
            name = self._path[-1]
            if name == self._feed.link or name in self._feed.dates:
                kept = self._texts.get(name, "")
                if len(kept) < MAX_TEXT:
                    self._texts[name] = kept + text

    def end(self, name: str) -> None:
        """Leave an element; of an item with a link a row remains."""
        self._path.pop()
        if name == self._feed.item:
            self._finish_item()

    def finish(self) -> None:
        """Judge the feed as a whole."""
        self.collector.finish()

    def _take_link(self, attributes: dict[str, str]) -> None:
        self._line = self._parser.CurrentLineNumber
        is_page = attributes.get("rel", "alternate") == "alternate"
        if is_page and not self._loc:
            self._loc = attributes.get("href", "").strip(SPACE)

    def _finish_item(self) -> None:
        loc = self._loc or self._texts.get(self._feed.link, "").strip(SPACE)
        if not loc:
            return
        dates = (self._texts.get(name, "").strip(SPACE) for name in self._feed.dates)
        self.collector.add(self._line, loc, next(filter(None, dates), None))
