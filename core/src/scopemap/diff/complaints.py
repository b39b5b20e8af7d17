"""Complaints: why the listing of a build may not be all that its author meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scopemap import urls
from scopemap.check.collecting import KEPT_ROWS
from scopemap.check.discovery import Place
from scopemap.check.findings import Finding
from scopemap.check.rows import Document
from scopemap.model import Note
from scopemap.report import few

_ENDED = ("SM103", "SM105", "SM106", "SM107", "SM117", "SM124")
"""Codes of what ends the reading, or lets nothing be read."""


def complain(document: Document, target: Path, place: Place) -> Iterator[Note]:
    """Note what could not be read of a sitemap, and what an index names in vain."""
    file = target if target.is_file() else target / document.file
    fault = next((each for each in document.findings if _ends(each)), None)
    if fault is not None:
        line = f":{fault.line}" if fault.line else ""
        yield Note("warning", "unread", f"{file}{line}: {fault.text}")
    if len(document.rows) == KEPT_ROWS:
        text = f"{file}: only its first {KEPT_ROWS:,} entries were read"
        yield Note("warning", "unread", text)
    if document.kind == "index":
        missing = [row.loc for row in document.rows if not _is_there(row.url, place)]
        if missing:
            number = f"{len(missing)} of {len(document.rows)}"
            text = f"{file}: {number} sitemaps are not there: {few(missing)}"
            yield Note("warning", "missing", text)


def _ends(finding: Finding) -> bool:
    return finding.code in _ENDED or finding.text.endswith("read no further")


def _is_there(url: str, place: Place) -> bool:
    return bool(url) and urls.below(place.base_url, url) in place.files
