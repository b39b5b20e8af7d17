"""Annotations for GitHub Actions, which its runner reads from the log.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from collections.abc import Iterator

from scopemap.diff.difference import Difference, Removed
from scopemap.diff.lines import redirect_line
from scopemap.diff.telling.overview import MEANINGS, WAYS, explain, summarize
from scopemap.escaping import for_annotation, for_property

_LEVELS = {"warning": "warning", "info": "notice"}


def as_github(difference: Difference) -> str:
    """Tell what has gone to GitHub's runner, and the outcome to who reads the log.

    A lost URL is a warning, an unlisted one a notice; no file of the repository can
    stand for them.
    """
    base_url = difference.new.base_url
    lines = [
        _annotate("warning", "lost", _tell_lost(each, base_url))
        for each in difference.lost
    ]
    lines += [
        _annotate("notice", "unlisted", f"{each.url}{explain(each)}: {meaning}")
        for each in difference.removed
        if each.fate == "unlisted" and (meaning := MEANINGS["unlisted"])
    ]
    lines += [
        _annotate(_LEVELS[note.level], note.code, note.text)
        for note in difference.notes
    ]
    return "\n".join([*lines, *map(for_annotation, summarize(difference))])


def _tell_lost(removed: Removed, base_url: str) -> str:
    return "\n".join(_lines(removed, base_url))


def _lines(removed: Removed, base_url: str) -> Iterator[str]:
    yield f"{removed.url}{explain(removed)}: {MEANINGS['lost']}"
    if removed.likely is not None:
        yield f"likely now {removed.likely.url} ({WAYS[removed.likely.by]})"
    line = redirect_line(removed, "netlify", base_url)
    if line is not None:
        yield f"for _redirects: {line}"


def _annotate(command: str, title: str, text: str) -> str:
    return f"::{command} title={for_property(title)}::{for_annotation(text)}"
