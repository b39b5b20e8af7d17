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
# rewrite the terminal, a line break could forge a line (CWE-150), a mark of direction
# could let it read as something else (CVE-2021-42574). Half of a surrogate pair, which
# stands for a byte of a name that is no text, cannot be printed at all.
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


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
    return _CONTROL.sub(lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
