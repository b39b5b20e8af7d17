"""The report: what a build wrote, skipped, dated and noted."""

from __future__ import annotations

from pathlib import PurePosixPath

from msgspec import Struct

from scopemap.model import Note, Skipped


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
    notes: tuple[Note, ...] = ()
    dated: int = 0
    """How many of the URLs have a date."""

    @property
    def summary(self) -> str:
        """Tell the outcome in a line, or nothing where nothing was written."""
        if not self.sitemaps:
            return ""
        return (
            f"{_count(self.urls, 'URL')} in {_count(len(self.sitemaps), 'sitemap')},"
            f" {len(self.skipped)} skipped; submit {', '.join(self.submit[:3])}"
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
