"""What up to Sphinx 8.1 an unchanged build does not tell.

There a build with nothing to write ends before extensions give their pages and ablog
its posts. Their names are kept with Sphinx's own doctrees until the next build that
writes something.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Told(NamedTuple):
    """Hold the names that a build told."""

    extra: tuple[str, ...] = ()
    """The pages that are none of the documents."""
    drafts: tuple[str, ...] = ()


def recall(app: Sphinx, written: Mapping[str, bool]) -> Told:
    """Give what this build told, or the last one that wrote something.

    `written` says of each written page whether it is none of the documents.
    """
    file = Path(app.doctreedir, f"scopemap-{app.builder.name}.json")
    if not written:
        return _read(file)
    extra = sorted(name for name, is_extra in written.items() if is_extra)
    told = Told(tuple(extra), tuple(sorted(_drafts(app))))
    file.write_text(json.dumps(told), encoding="utf-8")
    return told


def _read(file: Path) -> Told:
    try:
        extra, drafts = json.loads(file.read_text(encoding="utf-8"))
        return Told(tuple(extra), tuple(drafts))
    except (OSError, ValueError, TypeError):  # it is not there, or not whole
        return Told()


def _drafts(app: Sphinx) -> set[str]:
    """Give the pages that ablog 0.11 calls drafts, and its list of them."""
    if "ablog" not in app.extensions:
        return set()
    blog = importlib.import_module("ablog.blog").Blog(app)
    return {blog.drafts.docname, *(post.docname for post in blog.drafts)}
