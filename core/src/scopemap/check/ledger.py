"""The ledger: what was found in one document, each fault only so many times."""

from __future__ import annotations

from collections.abc import Iterable

from scopemap.check.findings import Finding

KEPT = 1_000
"""Findings of one code in one document; the others are only counted."""

MAX_FAULTS = 1_000_000
"""Findings behind which a file is taken to be no sitemap at all."""

_SHOWN = 100


class StopReadingError(Exception):
    """Say that a document is not worth reading on, and under which code."""

    def __init__(self, code: str, line: int, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.line = line
        self.text = text


class Ledger:
    """Collect the findings of a document while it is read."""

    def __init__(self, file: str) -> None:
        self.findings: list[Finding] = []
        self.dropped = 0
        self.size = 0
        """Bytes that were read, unpacked."""
        self._file = file
        self._counts: dict[str, int] = {}

    def add(self, code: str, line: int, text: str, url: str = "") -> None:
        """Note a fault, or only count it where its code has many."""
        if self._has_room(code):
            self.findings.append(Finding(self._file, line, code, text, url))

    def extend(self, findings: Iterable[Finding]) -> None:
        """Take over what another judge found, likewise."""
        for finding in findings:
            if self._has_room(finding.code):
                self.findings.append(finding)

    def forgive(self, code: str) -> None:
        """Take back what was noted under a code so far."""
        self.findings = [found for found in self.findings if found.code != code]
        self._counts.pop(code, None)

    def has(self, code: str) -> bool:
        """Tell whether a fault was noted, or counted."""
        return code in self._counts

    def judge_patience(self, code: str, line: int) -> None:
        """Raise StopReadingError where there is no end of faults."""
        if self.dropped > MAX_FAULTS:
            text = f"has more than {MAX_FAULTS} faults; read no further"
            raise StopReadingError(code, line, text)

    def _has_room(self, code: str) -> bool:
        count = self._counts.get(code, 0)
        self._counts[code] = count + 1
        self.dropped += count >= KEPT
        return count < KEPT


def show(value: str) -> str:
    """Quote a value as it is written; one that is very long is cut."""
    return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")
