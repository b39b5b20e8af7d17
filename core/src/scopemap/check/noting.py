"""Noting: findings as notes of a build, for those who check in the same run."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import groupby
from typing import Literal

from scopemap.check.audit import audit
from scopemap.check.findings import Finding
from scopemap.check.gathering import Asking
from scopemap.model import Note, Site
from scopemap.report import few


def note_findings(
    site: Site, listed: Container[str], *, environ: Mapping[str, str]
) -> Iterator[Note]:
    """Check the output of a site, and note what is wrong: once for each code.

    The build has judged the pages that it has `listed`: it knows more of them. What may
    well be meant so is at INFO. Raises what `audit` raises.
    """
    findings = audit(site.output, Asking(site.base_url), environ=environ).findings
    found = [f for f in findings if f.code not in _JUDGED or f.url not in listed]
    by_code = sorted(found, key=lambda finding: finding.code)
    for code, group in groupby(by_code, key=lambda finding: finding.code):
        yield _note(code, list(group))


_JUDGED = ("SM603", "SM604", "SM605", "SM606", "SM608", "SM609")


def _note(code: str, findings: list[Finding]) -> Note:
    about = findings[0].about
    level: Literal["warning", "info"]
    level = "info" if about.severity == "info" else "warning"
    where = few([_where(finding) for finding in findings])
    text = f"check: {about.what} {about.cure} ({code} {about.name}; {where})"
    return Note(level, code, text)


def _where(finding: Finding) -> str:
    line = f":{finding.line}" if finding.line else ""
    return f"{finding.file}{line} {finding.url}".rstrip()
