"""SARIF 2.1.0, for GitHub's code scanning and other viewers of findings.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html, called "SARIF" below.
"""

from __future__ import annotations

import json
import os
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from scopemap.check.codes import Code
from scopemap.check.findings import Audit, Finding
from scopemap.check.telling.overview import describe, group

Value: TypeAlias = "dict[str, Value] | list[Value] | str | int"

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json"
)
ROOT = "%SRCROOT%"
"""What GitHub and other viewers call the folder of the repository."""
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def as_sarif(audit: Audit) -> str:
    """Tell an audit to a viewer of SARIF; its rules are the codes that were found."""
    codes = sorted((code for code, _ in group(audit.findings)), key=lambda c: c.id)
    indexes = {code.id: index for index, code in enumerate(codes)}
    driver: dict[str, Value] = {
        "name": "scopemap",
        "version": version("scopemap"),
        "rules": [_rule(code) for code in codes],
    }
    results: list[Value] = [
        _result(finding, indexes[finding.code]) for finding in audit.findings
    ]
    run: Value = {
        "tool": {"driver": driver},
        "results": results,
        "properties": {"base_url": audit.base_url, "dropped": audit.dropped},
    }
    log: Value = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2)


def _rule(code: Code) -> Value:
    """Describe a code, with all that GitHub's code scanning requires of a rule."""
    return {
        "id": code.id,
        "name": code.name,
        "shortDescription": _message(code.what),
        "fullDescription": _message(f"{code.what} ({code.source})"),
        "help": _message(f"{code.cure}\n\nBad: {code.bad}\n\nGood: {code.good}"),
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }


def _result(finding: Finding, index: int) -> Value:
    place: dict[str, Value] = {"artifactLocation": _artifact(finding.file)}
    if finding.line:  # a fault of the whole file has no region: SARIF, section 3.29.4
        place["region"] = {"startLine": finding.line}
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": _message(describe(finding)),
        "locations": [{"physicalLocation": place}],
    }


def _artifact(file: str) -> Value:
    """Give the address of a file, relative only where it lies in the repository.

    What goes up with `..` is resolved, as a producer must (SARIF, section 3.10.2); a
    name that is no text keeps its bytes.
    """
    if "://" in file:
        return {"uri": quote(file, safe="/:?#[]@!$&'()*+,;=%~")}
    path = Path(file)
    if path.is_absolute() or ".." in path.parts:
        return {"uri": path.resolve().as_uri()}
    return {"uri": quote(os.fsencode(file)), "uriBaseId": ROOT}


def _message(text: str) -> Value:
    """Double the braces, which would stand for arguments (SARIF, section 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}
