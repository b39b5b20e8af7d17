"""Tracking: how far the reading of pages has come, on a terminal alone."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from scopemap.locate import Located


def track_pages(pages: Iterable[Located]) -> Iterable[Located]:
    """Give the pages, and show a bar that grows with them; in a pipe there is none."""
    if not sys.stderr.isatty():
        return pages
    from rich.console import Console  # noqa: PLC0415  # slow to import
    from rich.progress import track  # noqa: PLC0415

    console = Console(stderr=True)
    return track(list(pages), "Reading pages", console=console, transient=True)
