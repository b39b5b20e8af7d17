"""Telling: what an audit found, as text for people and in forms for machines."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from scopemap.check.findings import Audit, Finding
from scopemap.check.telling.as_github import as_github
from scopemap.check.telling.as_json import as_json
from scopemap.check.telling.as_sarif import as_sarif
from scopemap.check.telling.as_text import as_text

Form: TypeAlias = Literal["text", "json", "github", "sarif"]

_TELLERS = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}


def tell(audit: Audit, form: Form) -> str:
    """Write an audit in this form, without a newline at its end."""
    return _TELLERS[form](audit)


def from_here(audit: Audit, folder: Path, *, robots: Path | None = None) -> Audit:
    """Name the files of an audit from the working folder, not from the one checked.

    So an editor opens them, and GitHub finds them in the repository. A robots.txt
    that was given already has such a name.
    """
    given = "" if robots is None else str(robots)

    @cache  # thousands of findings may be in one file
    def place(file: str) -> str:
        return file if file == given else _from_here(folder / file)

    def move(finding: Finding) -> Finding:
        return msgspec.structs.replace(finding, file=place(finding.file))

    return msgspec.structs.replace(
        audit,
        files=tuple(place(file) for file in audit.files),
        findings=tuple(move(finding) for finding in audit.findings),
    )


def _from_here(path: Path) -> str:
    here = Path.cwd()
    if path.is_absolute() and path.is_relative_to(here):
        path = path.relative_to(here)
    return path.as_posix()
