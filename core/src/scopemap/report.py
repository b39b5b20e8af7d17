"""The report: what a build wrote, skipped, dated and noted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from scopemap.model import Dated, Note, Skipped


class Report(Struct, frozen=True):
    """Hold the outcome of a build; adapters log it, the command prints it."""

    urls: int = 0
    sitemaps: tuple[PurePosixPath, ...] = ()
    submit: tuple[str, ...] = ()
    """The URLs to give to search engines: the index, else each sitemap."""
    written: tuple[PurePosixPath, ...] = ()
    """The files whose content changed, in the order in which they were put in place."""
    removed: tuple[PurePosixPath, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    dates: tuple[tuple[PurePosixPath, Dated], ...] = ()
    """Of each listed page: its date and where that is from, or why it has none."""
    notes: tuple[Note, ...] = ()
    dated: int = 0
    """How many of the URLs have a date."""
    parts: tuple[Report, ...] = ()
    """Those of the other sites of the run that stand alone."""

    @property
    def summary(self) -> str:
        """Tell the outcome in a line; empty where this build has no sitemap."""
        if not self.sitemaps:
            return ""
        return (
            f"{count(self.urls, 'URL')} in {count(len(self.sitemaps), 'sitemap')},"
            f" {len(self.skipped)} skipped; submit {few(self.submit)}"
        )


def count(number: int, noun: str) -> str:
    """Say how many there are of something."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def few(items: Sequence[str]) -> str:
    """Name the first three, and how many more there are."""
    rest = len(items) - 3
    return ", ".join(items[:3]) + (f" and {rest} more" if rest > 0 else "")


def brief(notes: Iterable[Note]) -> Iterator[Note]:
    """Give each note once, and no more than three at INFO of one code."""
    told = Counter[str]()
    unique = tuple(dict.fromkeys(notes))
    totals = Counter(note.code for note in unique if note.level == "info")
    for note in unique:
        told[note.code] += note.level == "info"
        if note.level == "warning" or told[note.code] <= 3:
            yield note
        elif told[note.code] == totals[note.code]:
            text = f"and {totals[note.code] - 3} more of this kind"
            yield Note("info", note.code, text)
