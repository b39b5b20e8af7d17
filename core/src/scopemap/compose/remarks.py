"""Remarks: what is told of the sitemaps of a host."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath

from scopemap.compose.asking import Asking
from scopemap.compose.children import Child
from scopemap.compose.flat import NAME
from scopemap.index import INDEX
from scopemap.model import Note, Skipped
from scopemap.survey import Survey


def skip(child: Child) -> Skipped | None:
    """Say why a sitemap is left out; indexes only give way to what they name."""
    path = PurePosixPath(child.path)
    if child.faults:
        return Skipped(path, "faulty", _tell(child))
    return Skipped(path, "empty") if child.kind != "index" else None


def _tell(child: Child) -> str:
    first, *more = child.faults
    rest = f", and {len(more)} more" if more else ""
    return f"{first.code} {first.about.name}, line {first.line}: {first.text}{rest}"


def note(
    found: Iterable[Child], named: Collection[str], seen: Survey, asking: Asking
) -> Iterator[Note]:
    """Note what is left out for its faults, what was repaired, what is in the way."""
    for child in found:
        if child.faults:
            text = f"{child.path} is left out: {_tell(child)}"
            yield Note("warning", "faulty", text)
        if child.cut:
            text = f"{child.path}: {child.cut} that engines would refuse are cut out"
            yield Note("info", "repaired", text)
    if not named:
        yield Note("info", "empty", "no sitemap is to be named: there is none")
    existing = seen.sitemaps.get(INDEX)
    if existing is not None and existing.owner is None:
        text = f"{INDEX}, which something else wrote, is replaced"
        yield Note("info", "replaced", text)
    if asking.root_sitemap and NAME in seen.files:
        flat = seen.sitemaps.get(NAME)
        if flat is None or not flat.is_of_host:
            text = f"{NAME}, which something else wrote, stays; ours has another name"
            yield Note("info", "kept", text)
