"""Findings: what the auditor says, each under a code of the catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from scopemap.check.codes import CODES, Code, Severity


class Finding(Struct, frozen=True, order=True):
    """Hold one fault, and where it is."""

    file: str
    """Path below the folder that was checked, or the URL of what was fetched."""
    line: int
    """Counted from 1; 0 where the fault is that of a whole file."""
    code: str
    text: str
    """One sentence that says what is wrong here, with the value as it is written."""
    url: str = ""
    """The URL that is wrong, in normal form where it has one."""

    @property
    def about(self) -> Code:
        """Give the entry of the catalogue."""
        return CODES[self.code]

    @property
    def severity(self) -> Severity:
        """Give that of the code."""
        return self.about.severity


class Audit(Struct, frozen=True):
    """Hold the outcome of a check."""

    base_url: str
    """Where the folder is served, or was taken to be."""
    files: tuple[str, ...]
    """The sitemaps and indexes that were read, in the order of reading."""
    urls: int
    """Entries that they list."""
    findings: tuple[Finding, ...]
    """In the order of files, lines and codes."""
    dropped: int = 0
    """Findings that were counted and not kept, since one code had too many."""
    has_pages: bool = True
    """Whether the pages were looked at as well."""
    guessed_from: str = ""
    """What told the base URL, where nobody said it: `robots.txt` or `its sitemaps`."""

    def worst(self) -> Severity | None:
        """Give the gravest severity that was found."""
        found = {finding.severity for finding in self.findings}
        ranks: tuple[Severity, ...] = ("error", "warning", "info")
        return next((rank for rank in ranks if rank in found), None)

    def counts(self) -> Counter[Severity]:
        """Count the findings by their severity."""
        return Counter(finding.severity for finding in self.findings)


def choose(
    findings: Iterable[Finding], *, select: tuple[str, ...], ignore: tuple[str, ...]
) -> Iterable[Finding]:
    """Give the findings whose codes, or names, begin so; `ignore` wins."""
    for finding in findings:
        is_wanted = not select or finding.about.matches(select)
        if is_wanted and not finding.about.matches(ignore):
            yield finding
