"""Escaping: what others have written, put where it can do nothing."""

from __future__ import annotations

import re

# What is quoted comes from files that anybody may have written: an escape in it could
# rewrite the terminal, a line break could forge a line (CWE-150), a mark of direction
# could let it read as something else (CVE-2021-42574). Half of a surrogate pair, which
# stands for a byte of a name that is no text, cannot be printed at all.
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
# As actions/toolkit, packages/core/src/command.ts: escapeData, escapeProperty.
_DATA = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_PROPERTY = _DATA | {ord(":"): "%3A", ord(","): "%2C"}


def for_terminal(text: str) -> str:
    """Write out what would steer a terminal."""
    return _CONTROL.sub(_escape, text)


def for_annotation(text: str) -> str:
    """Write the text of an annotation for GitHub's runner, or a line of its log."""
    return text.translate(_DATA)


def for_property(text: str) -> str:
    """Write a property of an annotation for GitHub's runner."""
    return text.translate(_PROPERTY)


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
