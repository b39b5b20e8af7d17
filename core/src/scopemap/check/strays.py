"""Strays: elements and text where the grammar has no place for them."""

from __future__ import annotations

from xml.parsers.expat import XMLParserType

from scopemap.check.collecting import SPACE
from scopemap.check.extensions import KNOWN, guess_namespace
from scopemap.check.ledger import Ledger, show
from scopemap.render import NAMESPACE


class Strays:
    """Tell what stands where nothing may stand, and why."""

    def __init__(
        self, parser: XMLParserType, ledger: Ledger, root: str, namespace: str
    ) -> None:
        self._parser = parser
        self._ledger = ledger
        self._namespace = namespace
        self._foreign: set[str] = set()
        if namespace != NAMESPACE:
            where = f"the namespace {show(namespace)}" if namespace else "no namespace"
            text = f"{root} is in {where}; it must be in {NAMESPACE}"
            ledger.add("SM108", parser.CurrentLineNumber, text)

    def tell_element(self, parent: str, name: str) -> None:
        """Tell of an element; a foreign namespace only once."""
        namespace, _, local = name.rpartition(" ")
        line = self._parser.CurrentLineNumber
        if namespace in ("", self._namespace) or namespace in KNOWN[1:]:
            text = f"{parent} may not hold {show(local)}"
            self._ledger.add("SM109", line, text)
        elif namespace == NAMESPACE or guess_namespace(namespace) == NAMESPACE:
            where = f"the namespace {show(namespace)}"
            text = f"{show(local)} is in {where}, unlike its parent"
            self._ledger.add("SM108", line, text)
        elif namespace not in self._foreign:
            self._foreign.add(namespace)
            self._ledger.add("SM115", line, _describe(namespace))

    def tell_text(self, parent: str, text: str) -> None:
        """Tell of text that stands between elements."""
        # It is over where it is judged.
        shown = text.strip(SPACE) or text
        rest = text[text.find(shown) :]
        line = self._parser.CurrentLineNumber - rest.count("\n")
        self._ledger.add("SM109", line, f"{parent} may not hold the text {show(shown)}")


def _describe(namespace: str) -> str:
    meant = guess_namespace(namespace)
    hint = f"; perhaps {meant} is meant" if meant else ""
    return f"no engine documents the namespace {show(namespace)}{hint}"
