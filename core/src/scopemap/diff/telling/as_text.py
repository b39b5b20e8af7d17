"""Text for people: by fate, the first of each, and the line that would help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import click

from scopemap.diff.difference import Changed, Difference, Fate, Removed
from scopemap.diff.lines import redirect_line
from scopemap.diff.telling.overview import MEANINGS, WAYS, explain, summarize
from scopemap.escaping import for_terminal

SHOWN = 10
"""URLs of one kind that are told; the rest is counted."""
_COLOURS: dict[Fate, str] = {"lost": "red", "unlisted": "yellow"}

Item = TypeVar("Item")


def as_text(difference: Difference) -> str:
    """Tell a difference to a person; the colours are those of a terminal.

    `click.echo` takes the colours out where it does not write to one.
    """
    base_url = difference.new.base_url
    parts = [
        _section(fate, MEANINGS[fate], gone, lambda each: _removed(each, base_url))
        for fate in MEANINGS
        if (gone := [each for each in difference.removed if each.fate == fate])
    ]
    if difference.added:
        urls = [url for url, _ in difference.added]
        parts.append(_section("added", "not in the old build", urls, lambda url: [url]))
    if difference.changed:
        meaning = "another date"
        parts.append(_section("changed", meaning, difference.changed, _changed))
    end = "\n".join(map(for_terminal, summarize(difference)))
    return "\n\n".join([*parts, end])


def _section(
    name: str,
    meaning: str,
    items: Sequence[Item],
    tell: Callable[[Item], Sequence[str]],
) -> str:
    colour = _COLOURS.get(name)  # type: ignore[call-overload]  # other names have none
    lines = [f"{click.style(name, bold=True, fg=colour)} ({len(items):,}): {meaning}"]
    for item in items[:SHOWN]:
        lines += [f"  {for_terminal(line)}" for line in tell(item)]
    if len(items) > SHOWN:
        lines.append(f"  and {len(items) - SHOWN:,} more")
    return "\n".join(lines)


def _removed(removed: Removed, base_url: str) -> list[str]:
    return [f"{removed.url}{explain(removed)}", *_cure(removed, base_url)]


def _cure(removed: Removed, base_url: str) -> Iterator[str]:
    likely = removed.likely
    if likely is None:
        return
    yield f"  likely now {likely.url} ({WAYS[likely.by]})"
    line = redirect_line(removed, "netlify", base_url)
    if line is not None:
        yield f"  for _redirects: {line}"


def _changed(changed: Changed) -> list[str]:
    return [f"{changed.url} {changed.old or 'no date'} -> {changed.new or 'no date'}"]
