"""Structure: an urlset or an index, followed element by element.

Everything that the protocol's schemas and those of the extensions reject is a fault
here, but for elements of namespaces that nobody documents, which are only told.
"""

from __future__ import annotations

from typing import TypeAlias
from xml.parsers.expat import XMLParserType

from scopemap.check.collecting import SPACE, Collector
from scopemap.check.extensions import LINK
from scopemap.check.fields import Fields
from scopemap.check.grammar import ENTRIES, Child, Rule, qualify, root_child
from scopemap.check.ledger import Ledger, StopReadingError
from scopemap.check.strays import Strays
from scopemap.check.streams import Window

MAX_DEPTH = 100
"""Levels of elements; a sitemap with all extensions has six."""
MAX_TEXT = 65_536
"""Characters of a text that are kept; no value may have as many."""

_RICH = frozenset(("image:image", "video:video", "news:news"))

_Frame: TypeAlias = tuple[Rule, int, int, dict[str, int], str]


class EntryReader:
    """Follow the elements as expat meets them; its methods are expat's handlers."""

    def __init__(
        self,
        parser: XMLParserType,
        ledger: Ledger,
        window: Window,
        *,
        root: str,
        namespace: str,
    ) -> None:
        self.root = root
        self.collector = Collector(ledger)
        self.fields = Fields(parser, ledger, window, self.collector)
        self._strays = Strays(parser, ledger, root, namespace)
        self._parser = parser
        self._ledger = ledger
        self._root = root_child(root, namespace)
        assert self._root.rule is not None
        self._rule = self._root.rule
        self._entry = self._rule.children[qualify(namespace, ENTRIES[root])].rule
        self._at = 0
        self._seen = 0
        self._counts: dict[str, int] = {}
        self._shown = root
        self._stack: list[_Frame] = []
        self._leaf: Child | None = None
        self._text = ""
        self._skipped = 0

    def open(self, attributes: dict[str, str]) -> None:
        """Enter the root element."""
        if attributes:
            self.fields.take_attributes(self._root, attributes)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Enter an element."""
        child = self._rule.children.get(name)
        if child is None or self._skipped or self._leaf is not None:
            self._enter_stray(name)
            return
        if child.index < self._at or self._seen & child.bit:
            self._judge_place(child)
        else:
            self._at = child.index
            self._seen |= child.bit
        if child.most:
            self._count(child)
        if name == LINK:
            self.fields.take_link(child, attributes)
        elif attributes or child.demanded:
            self.fields.take_attributes(child, attributes)
        if child.rule is not None:
            self._enter(child.rule, child.shown)
            return
        self._leaf = child
        self._text = ""
        self.fields.begin = self._parser.CurrentByteIndex
        if child.value == "loc":
            self.fields.line = self._parser.CurrentLineNumber

    def data(self, text: str) -> None:
        """Take a piece of text."""
        if self._skipped:
            return
        if self._leaf is not None:
            if len(self._text) < MAX_TEXT:
                self._text += text
        elif not self._rule.children or text.strip(SPACE):
            self._strays.tell_text(self._shown, text)

    def end(self, _name: str) -> None:
        """Leave an element."""
        if self._skipped:
            self._skipped -= 1
        elif self._leaf is not None:
            self.fields.take(self._leaf, self._text)
            self._leaf = None
        elif self._stack:
            self._leave()

    def finish(self) -> None:
        """Judge the document as a whole."""
        self.collector.finish()
        self.fields.finish()

    def _enter(self, rule: Rule, shown: str) -> None:
        if self._rule is self._entry and shown in _RICH:
            self.fields.is_rich = True
        frame = (self._rule, self._at, self._seen, self._counts, self._shown)
        self._stack.append(frame)
        self._rule, self._shown = rule, shown
        self._at = self._seen = 0
        self._counts = {}

    def _leave(self) -> None:
        rule = self._rule
        if self._seen & rule.required != rule.required:
            self._tell_missing(rule)
        if rule.either and not self._seen & rule.either:
            names = " or ".join(_names(rule, rule.either))
            self._ledger.add("SM110", self._line(), f"{self._shown} has no {names}")
        self._rule, self._at, self._seen, self._counts, self._shown = self._stack.pop()
        if rule is self._entry:
            self.fields.finish_entry()

    def _enter_stray(self, name: str) -> None:
        if not self._skipped:
            self._strays.tell_element(
                self._leaf.shown if self._leaf else self._shown, name
            )
        self._skipped += 1
        if self._skipped > MAX_DEPTH:
            text = f"nests elements more than {MAX_DEPTH} levels deep; read no further"
            raise StopReadingError("SM109", self._line(), text)

    def _judge_place(self, child: Child) -> None:
        if self._seen & child.bit:
            text = f"{child.shown} stands twice in one {self._shown}"
            self._ledger.add("SM111", self._line(), text)
            return
        self._seen |= child.bit
        text = f"{child.shown} stands too late in {self._shown}"
        self._ledger.add("SM109", self._line(), text)

    def _count(self, child: Child) -> None:
        self.fields.news += child.shown == "news:news"
        count = self._counts[child.shown] = self._counts.get(child.shown, 0) + 1
        if count == child.most + 1:
            code = "SM111" if child.most == 1 else "SM116"
            text = (
                f"there are more than {child.most} {child.shown} in one {self._shown}"
            )
            self._ledger.add(code, self._line(), text)

    def _tell_missing(self, rule: Rule) -> None:
        for name in _names(rule, rule.required & ~self._seen):
            self._ledger.add("SM110", self._line(), f"{self._shown} has no {name}")

    def _line(self) -> int:
        return self._parser.CurrentLineNumber


def _names(rule: Rule, bits: int) -> list[str]:
    return [child.shown for child in rule.children.values() if child.bit & bits]
