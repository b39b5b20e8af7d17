"""Telling: a difference as text for people and in forms for machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from scopemap.diff.difference import Difference
from scopemap.diff.telling.as_github import as_github
from scopemap.diff.telling.as_json import as_json
from scopemap.diff.telling.as_text import as_text

Form: TypeAlias = Literal["text", "json", "urls", "github"]
Part: TypeAlias = Literal["added", "removed", "changed", "lost"]

_TELLERS = {"text": as_text, "json": as_json, "github": as_github}


def tell(difference: Difference, form: Form, *, only: Part | None = None) -> str:
    """Write a difference in this form, without a newline at its end.

    A list of URLs can be that of one part `only`.
    """
    if form == "urls":
        return "\n".join(as_urls(difference, only))
    return _TELLERS[form](difference)


def as_urls(difference: Difference, only: Part | None = None) -> Iterator[str]:
    """Give all URLs of one part, or of what was added, removed and changed."""
    if only in (None, "added"):
        yield from (url for url, _ in difference.added)
    if only in (None, "removed"):
        yield from (each.url for each in difference.removed)
    if only in (None, "changed"):
        yield from (each.url for each in difference.changed)
    if only == "lost":
        yield from (each.url for each in difference.lost)
