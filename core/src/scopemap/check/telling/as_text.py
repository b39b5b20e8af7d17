"""Text for people: by code, the first places of each, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from scopemap.check.codes import Code
from scopemap.check.findings import Audit, Finding
from scopemap.check.telling.overview import describe, group, summarize

SHOWN = 3
"""Places of one code that are told; the rest is counted."""
_COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}
# What is quoted comes from files that anybody may have written: an escape in it could
# rewrite the terminal, a line break could forge a line (CWE-150).
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def as_text(audit: Audit) -> str:
    """Tell an audit to a person; the colours are those of a terminal.

    `click.echo` takes the colours out where it does not write to one.
    """
    parts = [
        "\n".join(_lines(code, findings)) for code, findings in group(audit.findings)
    ]
    return "\n\n".join([*parts, _printable(summarize(audit))])


def _lines(code: Code, findings: list[Finding]) -> Iterator[str]:
    name = click.style(f"{code.id} {code.name}", bold=True)
    severity = click.style(code.severity, fg=_COLOURS[code.severity])
    yield f"{name} ({severity}): {code.what}"
    for finding in findings[:SHOWN]:
        yield f"  {_printable(f'{_place(finding)}: {describe(finding)}')}"
    if len(findings) > SHOWN:
        yield f"  and {len(findings) - SHOWN:,} more"
    yield click.style(f"  cure: {code.cure}", dim=True)


def _place(finding: Finding) -> str:
    return f"{finding.file}:{finding.line}" if finding.line else finding.file


def _printable(text: str) -> str:
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
