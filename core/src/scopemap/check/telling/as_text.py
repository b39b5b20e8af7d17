"""Text for people: by code, the first places of each, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

import click

from scopemap.check.codes import Code
from scopemap.check.findings import Audit, Finding
from scopemap.check.telling.overview import describe, group, summarize
from scopemap.escaping import for_terminal

SHOWN = 3
"""Places of one code that are told; the rest is counted."""
_COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}


def as_text(audit: Audit) -> str:
    """Tell an audit to a person; the colours are those of a terminal.

    `click.echo` takes the colours out where it does not write to one.
    """
    parts = [
        "\n".join(_lines(code, findings)) for code, findings in group(audit.findings)
    ]
    return "\n\n".join([*parts, for_terminal(summarize(audit))])


def _lines(code: Code, findings: list[Finding]) -> Iterator[str]:
    name = click.style(f"{code.id} {code.name}", bold=True)
    severity = click.style(code.severity, fg=_COLOURS[code.severity])
    yield f"{name} ({severity}): {code.what}"
    for finding in findings[:SHOWN]:
        yield f"  {for_terminal(f'{_place(finding)}: {describe(finding)}')}"
    if len(findings) > SHOWN:
        yield f"  and {len(findings) - SHOWN:,} more"
    yield click.style(f"  cure: {code.cure}", dim=True)


def _place(finding: Finding) -> str:
    return f"{finding.file}:{finding.line}" if finding.line else finding.file
