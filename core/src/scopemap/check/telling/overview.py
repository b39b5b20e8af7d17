"""The overview: the findings by code, and all of them in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scopemap import urls
from scopemap.check.codes import CODES, Code, Severity
from scopemap.check.findings import Audit, Finding
from scopemap.errors import UrlError

RANKS: tuple[Severity, ...] = ("error", "warning", "info")
"""The gravest first."""
_NOUNS = {"error": "error", "warning": "warning", "info": "note"}
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_WORDS = 8
"""Words of which a URL with spaces in it may consist."""
_LONG = 10_000
"""Characters that are looked at: a few of the longest URLs, escaped."""


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
    if not audit.base_url:
        served = "; say with --base-url where they are served, that more can be judged"
    elif not audit.has_pages:
        served += "; the pages were not looked at"
    return f"{found}{where}{served}"


def _found(audit: Audit) -> Iterator[str]:
    counts = audit.counts()
    for severity in RANKS:
        if counts[severity]:
            yield count(counts[severity], _NOUNS[severity])


def describe(finding: Finding) -> str:
    """Say what is wrong, and with which URL, in one sentence."""
    if not finding.url or _names(finding.text, finding.url):
        return finding.text
    return f"{finding.url}: {finding.text}"


def _names(text: str, url: str) -> bool:
    """Tell whether a sentence names a URL, in whatever spelling: that of the file, say.

    What is meant as one may hold spaces.
    """
    wanted = urls.fold(url)
    for match in _SCHEME.finditer(text[:_LONG]):
        words = text[match.start() : _LONG].split(" ", _WORDS)[:_WORDS]
        for end in range(1, len(words) + 1):
            said = " ".join(words[:end])
            if wanted in (_normal(said), _normal(said.rstrip("'\",;:)"))):
                return True
    return False


def _normal(said: str) -> str | None:
    try:
        return urls.fold(urls.normalize(said))
    except UrlError:
        return None


def count(number: int, noun: str) -> str:
    """Say how many there are of something, in groups of three digits."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
