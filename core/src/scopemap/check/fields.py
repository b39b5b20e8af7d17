"""Fields: the values of an entry, judged while they are read."""

from __future__ import annotations

import re
from xml.parsers.expat import XMLParserType

from scopemap import urls
from scopemap.check.collecting import SPACE, Collector, normal
from scopemap.check.grammar import Child
from scopemap.check.lastmods import judge_date
from scopemap.check.ledger import Ledger, show
from scopemap.check.rows import Link
from scopemap.check.streams import Window
from scopemap.check.values import is_decimal, judge_value
from scopemap.check.variants import is_variant, judge_variant
from scopemap.report import count

MAX_NEWS = 1_000
"""Articles of a sitemap (Google, "News sitemaps")."""

# Protocol, "changefreq".
_FREQUENCIES = frozenset("always hourly daily weekly monthly yearly never".split())
_PLAIN_PRIORITY = re.compile(r"0\.\d|1\.0", re.ASCII)
# Protocol, "Entity escaping", but for & and <, which XML itself demands.
_BARE = re.compile("['\">]")
_BARE_BYTES = re.compile(b"['\">]")
# XML Schema, "xsi:schemaLocation": it may stand on any element.
_HINTS = frozenset(
    f"http://www.w3.org/2001/XMLSchema-instance {name}"
    for name in ("schemaLocation", "noNamespaceSchemaLocation")
)
# XML 1.0, sections 2.10 and 2.12; XML Base: so may these.
_XML = "http://www.w3.org/XML/1998/namespace "


class Fields:
    """Take the values of one entry after the other, and make rows of them."""

    def __init__(
        self,
        parser: XMLParserType,
        ledger: Ledger,
        window: Window,
        collector: Collector,
    ) -> None:
        self.line = 0
        """That of the loc that was opened last."""
        self.begin = 0
        """The byte at which the element begins whose text is taken next."""
        self.news = 0
        """Articles so far."""
        self.is_rich = False
        """Whether the entry has had an image, a video or news."""
        self._parser = parser
        self._ledger = ledger
        self._window = window
        self._collector = collector
        self._loc: tuple[int, str] | None = None
        self._lastmod: str | None = None
        self._links: list[Link] = []
        self._ignored = 0

    def take(self, child: Child, text: str) -> None:
        """Judge the text of an element; most have that of a loc or lastmod."""
        kind = child.value
        if kind == "loc":
            self._take_loc(text)
        elif kind == "lastmod":
            self._take_lastmod(text.strip(SPACE))
        elif kind in ("changefreq", "priority"):
            self._take_ignored(kind, text)
        elif words := judge_value(kind, text):
            self._tell(
                "SM114", text, f"{child.shown} is {show(text)}; it must be {words}"
            )
        elif kind == "date":
            self._judge_date(child, text)
        elif kind == "media" and self._is_page(text.strip(SPACE)):
            problem = f"{child.shown} is {show(text)}, which is the page itself"
            self._tell("SM114", text, problem)
        if _BARE.search(text) and self._is_bare():
            self._tell("SM119", text, f"{child.shown} is {show(text)}, not escaped")

    def take_link(self, child: Child, attributes: dict[str, str]) -> None:
        """Keep an `<xhtml:link>` to a translation; others judge what it says."""
        if is_variant(attributes):
            for code, problem in judge_variant(attributes):
                self._tell(code, "", problem)
        else:
            link = self._collector.link(self._parser.CurrentLineNumber, attributes)
            if link is not None:
                self._links.append(link)
        if not attributes.keys() <= child.attributes.keys():
            self.take_attributes(child, attributes)

    def take_attributes(self, child: Child, attributes: dict[str, str]) -> None:
        """Judge the attributes of an element; hints at schemas may always stand."""
        code = "SM114" if ":" in child.shown else "SM109"
        for name, value in attributes.items():
            shown = name.rpartition(" ")[2]
            kind = child.attributes.get(name)
            if kind is None and not _may_stand_anywhere(name):
                problem = f"{child.shown} may have no attribute {show(shown)}"
                self._tell(code, "", problem)
            elif kind is not None and (words := judge_value(kind, value)):
                problem = f"{child.shown} has {shown} {show(value)}; it must be"
                self._tell(code, "", f"{problem} {words}")
        for name in child.demanded:
            if name not in attributes:
                self._tell(code, "", f"{child.shown} has no attribute {name}")

    def finish_entry(self) -> None:
        """Keep what was taken as a row, if it has a loc."""
        if self._loc is not None:
            line, loc = self._loc
            links = self._links
            rich = self.is_rich
            self._collector.add(line, loc, self._lastmod, links, is_rich=rich)
        else:
            self._collector.entries += 1
        self._loc = self._lastmod = None
        self.is_rich = False
        self._links.clear()

    def finish(self) -> None:
        """Judge what the whole document has too much of."""
        if self._ignored:
            text = f"writes changefreq or priority {count(self._ignored, 'time')}"
            self._ledger.add("SM123", 0, text)
        if self.news > MAX_NEWS:
            text = f"lists {self.news} articles of news; {MAX_NEWS} are allowed"
            self._ledger.add("SM116", 0, text)

    def _take_loc(self, text: str) -> None:
        loc = text.strip(SPACE)
        if not loc:
            self._ledger.add("SM110", self.line, "loc is empty")
        elif self._loc is None:
            self._loc = self.line, loc
        if loc != text and loc:
            text = f"there is whitespace around {show(loc)}"
            self._ledger.add("SM121", self.line, text, loc)

    def _take_lastmod(self, value: str) -> None:
        if fault := judge_date(value):
            code, text = fault
            self._tell(code, value, f"lastmod is {show(value)}, which {text}")
        if self._lastmod is None:
            self._lastmod = self._collector.once(value)

    def _judge_date(self, child: Child, text: str) -> None:
        if fault := judge_date(text.strip(SPACE)):
            code, problem = fault
            self._tell(code, text, f"{child.shown} is {show(text)}, which {problem}")

    def _is_page(self, value: str) -> bool:
        """Tell whether a video is the page (Google, "Video sitemaps": it must not)."""
        if self._loc is None or "#" in value:
            return False
        return urls.fold(normal(value)) == urls.fold(normal(self._loc[1]))

    def _take_ignored(self, kind: str, text: str) -> None:
        self._ignored += 1
        if kind == "changefreq":
            if text not in _FREQUENCIES:
                self._tell("SM112", text, f"changefreq is {show(text)}")
        elif not _PLAIN_PRIORITY.fullmatch(text) and not is_decimal(text, 0, 1):
            self._tell("SM113", text, f"priority is {show(text)}")

    def _tell(self, code: str, text: str, problem: str) -> None:
        # The text is over where it is judged.
        line = self._parser.CurrentLineNumber - text.count("\n")
        self._ledger.add(code, line, problem)

    def _is_bare(self) -> bool:
        """Look whether the file itself has one of the characters in a text."""
        end = self._parser.CurrentByteIndex
        raw = self._window.text_between(self.begin, end)
        return _BARE_BYTES.search(raw) is not None


def _may_stand_anywhere(attribute: str) -> bool:
    return attribute in _HINTS or attribute.startswith(_XML)
