"""Landed: when the sources of pages last changed, by git."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from scopemap.check.context import Context
from scopemap.history import Answer, Asking, newest, read_history
from scopemap.places import shown


class Landed(Struct, frozen=True):
    """Hold the last change of what a page is made of."""

    date: datetime
    source: str
    """The file that changed, as it is told to people."""


def find_landed(
    context: Context, sources: Path, environ: Mapping[str, str]
) -> Mapping[str, Landed]:
    """Give the last change of each page, by its file, where git knows it for sure.

    A shallow clone, and a source that was changed and not committed, leave it open.
    """
    pages = [place.page for place in context.pages if place.page.sources]
    history = read_history(
        (source for page in pages for source in page.sources),
        environ=environ,
        asking=Asking(now=context.now),
    )
    landed: dict[str, Landed] = {}
    for page in pages:
        answers = [history.of.get(source, _UNKNOWN) for source in page.sources]
        answer = newest(answers)
        if answer.date is not None:
            source = page.sources[answers.index(answer)]
            name = shown(source, sources)
            landed[str(page.path)] = Landed(answer.date, name)
    return landed


_UNKNOWN = Answer(reason="no-repository")
