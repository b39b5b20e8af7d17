"""JSON for scripts; docs/checks.md tells its form, which `VERSION` counts."""

from __future__ import annotations

import json

from scopemap.check.findings import Audit, Finding
from scopemap.check.telling.overview import RANKS

VERSION = 1
"""Goes up when a name goes or changes its meaning; new names may come at any time."""


def as_json(audit: Audit) -> str:
    """Tell an audit to a script."""
    counts = audit.counts()
    told = {
        "version": VERSION,
        "base_url": audit.base_url,
        "files": list(audit.files),
        "urls": audit.urls,
        "counts": {severity: counts[severity] for severity in RANKS},
        "dropped": audit.dropped,
        "findings": [_finding(finding) for finding in audit.findings],
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def _finding(finding: Finding) -> dict[str, str | int]:
    return {
        "code": finding.code,
        "name": finding.about.name,
        "severity": finding.severity,
        "file": finding.file,
        "line": finding.line,
        "url": finding.url,
        "text": finding.text,
        "cure": finding.about.cure,
    }
