"""The manifest: what a run has changed, in the order in which it is to be uploaded.

Where a site goes into a store file by file, no index may name what is not there yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from scopemap.errors import OutputError
from scopemap.placing import replace_file
from scopemap.report import Report

VERSION = 1
"""Of its form: it goes up when a name goes or changes its meaning."""


class Changed(Struct, frozen=True):
    """Hold what changed in one output folder."""

    base_url: str
    upload: tuple[str, ...]
    """Paths below the folder: sitemaps, then indexes, then robots.txt."""
    remove: tuple[str, ...]
    """Paths below the folder, to be removed when all else is there."""
    submit: tuple[str, ...]
    """The URLs to give to search engines."""


class Manifest(Struct, frozen=True):
    """Hold what the file says."""

    version: int
    sites: tuple[Changed, ...]


def write_manifest(file: Path, sites: Iterable[tuple[str, Report]]) -> None:
    """Write what changed at each base URL, as JSON; raises OutputError."""
    changed = tuple(
        Changed(
            base_url,
            upload=tuple(map(str, report.written)),
            remove=tuple(map(str, report.removed)),
            submit=report.submit,
        )
        for base_url, report in sites
    )
    manifest = msgspec.to_builtins(Manifest(VERSION, changed))
    text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Of a name that is not UTF-8 the bytes stay as JSON writes them: `\udcff`.
        replace_file(file, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise OutputError(file, error) from error
