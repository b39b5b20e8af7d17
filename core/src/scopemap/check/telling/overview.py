"""The overview: the findings by code, and all of them in one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scopemap.check.codes import CODES, Code, Severity
from scopemap.check.findings import Audit, Finding

RANKS: tuple[Severity, ...] = ("error", "warning", "info")
"""The gravest first."""
_NOUNS = {"error": "error", "warning": "warning", "info": "note"}


def group(findings: Iterable[Finding]) -> list[tuple[Code, list[Finding]]]:
    """Give the findings of each code, the gravest codes first."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.code, []).append(finding)

    def gravity(code: str) -> tuple[int, str]:
        return RANKS.index(CODES[code].severity), code

    return [(CODES[code], groups[code]) for code in sorted(groups, key=gravity)]


def summarize(audit: Audit) -> str:
    """Tell the outcome in a line, and of what it is the outcome."""
    found = ", ".join(_found(audit)) or "no fault"
    if audit.dropped:
        found += f" (and {audit.dropped:,} more, which were only counted)"
    where = f" in {count(len(audit.files), 'file')} with {count(audit.urls, 'URL')}"
    served = f", served at {audit.base_url}" if audit.base_url else ""
    if audit.guessed_from:
        served += f" (taken from {audit.guessed_from})"
    return f"{found}{where}{served}"


def _found(audit: Audit) -> Iterator[str]:
    counts = audit.counts()
    for severity in RANKS:
        if counts[severity]:
            yield count(counts[severity], _NOUNS[severity])


def describe(finding: Finding) -> str:
    """Say what is wrong, and with which URL, in one sentence."""
    if not finding.url or finding.url in finding.text:
        return finding.text
    return f"{finding.url}: {finding.text}"


def count(number: int, noun: str) -> str:
    """Say how many there are of something, in groups of three digits."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
