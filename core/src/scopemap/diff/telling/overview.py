"""The overview: what each fate means, and the outcome in a few lines."""

from __future__ import annotations

from collections.abc import Iterator

from scopemap.check.telling.overview import count
from scopemap.diff.difference import Difference, Fate, Removed, Side, Way

MEANINGS: dict[Fate, str] = {
    "lost": "nothing answers there any more",
    "unlisted": "the page is still there, and no longer listed",
    "redirected": "its readers are sent on",
    "respelt": "listed in another spelling",
    "canonical": "not of this build, and named by one of its pages",
    "elsewhere": "below neither base URL, so nobody knows what answers there",
}
"""The gravest first."""
WAYS: dict[Way, str] = {
    "canonical": "it calls itself so",
    "content": "same content",
    "git": "renamed in git",
    "name": "same name",
    "title": "same title",
}


def summarize(difference: Difference) -> Iterator[str]:
    """Tell what was compared, and the outcome in the last line."""
    for name, side in (("old", difference.old), ("new", difference.new)):
        yield f"{name}: {_describe(side)}"
    if difference.by_path:
        yield "compared by the paths below these addresses, since they differ"
    parts = [*_found(difference)]
    yield ", ".join(parts) if parts else "no difference"


def _describe(side: Side) -> str:
    what = f"{count(side.urls, 'URL')} in {count(len(side.files), 'file')}"
    served = f", served at {side.base_url}" if side.base_url else ""
    guessed = f" (taken from {side.guessed_from})" if side.guessed_from else ""
    return f"{side.target}, {what}{served}{guessed}"


def _found(difference: Difference) -> Iterator[str]:
    if difference.added:
        yield f"{len(difference.added):,} added"
    if difference.removed:
        fates = difference.fates()
        told = ", ".join(f"{fates[fate]:,} {fate}" for fate in MEANINGS if fates[fate])
        yield f"{len(difference.removed):,} removed ({told})"
    if difference.changed:
        yield f"{len(difference.changed):,} changed"


def explain(removed: Removed) -> str:
    """Say what has become of a URL, behind the URL itself; empty where nothing is."""
    said = f" {removed.target}" if removed.target and removed.fate != "lost" else ""
    arrow = f" ->{said}" if said else ""
    return f"{arrow} ({removed.why})" if removed.why else arrow
