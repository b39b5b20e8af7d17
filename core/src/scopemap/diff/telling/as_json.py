"""JSON for scripts; docs/diff.md tells its form, which `VERSION` counts."""

from __future__ import annotations

import json
from typing import TypeAlias, get_args

from scopemap.diff.difference import Difference, Removed, Side
from scopemap.diff.lines import Form, redirect_line
from scopemap.diff.telling.overview import MEANINGS

Value: TypeAlias = "dict[str, Value] | list[Value] | str | int | bool | None"

VERSION = 1
"""Goes up when a name goes or changes its meaning; new names may come at any time."""
_FORMS: tuple[Form, ...] = get_args(Form)


def as_json(difference: Difference) -> str:
    """Tell a difference to a script."""
    base_url = difference.new.base_url
    fates = difference.fates()
    counts: dict[str, Value] = {
        "added": len(difference.added),
        "removed": len(difference.removed),
        "changed": len(difference.changed),
        **{fate: fates[fate] for fate in MEANINGS},
    }
    told: dict[str, Value] = {
        "version": VERSION,
        "old": _side(difference.old),
        "new": _side(difference.new),
        "by_path": difference.by_path,
        "counts": counts,
        "added": [{"url": url, "lastmod": date} for url, date in difference.added],
        "removed": [_removed(each, base_url) for each in difference.removed],
        "changed": [
            {"url": each.url, "old": each.old, "new": each.new}
            for each in difference.changed
        ],
        "notes": [
            {"level": note.level, "code": note.code, "text": note.text}
            for note in difference.notes
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def _side(side: Side) -> Value:
    return {
        "target": side.target,
        "base_url": side.base_url,
        "guessed_from": side.guessed_from,
        "files": list(side.files),
        "urls": side.urls,
    }


def _removed(removed: Removed, base_url: str) -> Value:
    told: dict[str, Value] = {
        "url": removed.url,
        "fate": removed.fate,
        "target": removed.target,
        "why": removed.why,
    }
    if removed.fate == "lost":
        likely = removed.likely
        told["likely"] = {"url": likely.url, "by": likely.by} if likely else None
        told["redirects"] = {
            form: line
            for form in _FORMS
            if (line := redirect_line(removed, form, base_url)) is not None
        }
    return told
