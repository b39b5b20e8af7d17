"""Patterns: which pages an option means.

A pattern is compared with the percent-decoded URL path below the base URL, whole
and with its case. `*` stays in one segment, `**` crosses them, and a slash at the
end means the folder and all that is below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

Patterns: TypeAlias = tuple[tuple[str, re.Pattern[str]], ...]
"""Patterns as they were written, each with what it compiles to."""

_TOKEN = re.compile(r"\*\*/|\*\*|\*|[^*]+")
_MEANING = {"**/": r"(?:[^/]*/)*", "**": r".*", "*": r"[^/]*"}


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Turn a pattern into a regular expression for `fullmatch`.

    A leading slash is ignored: `/` alone is the home page, `**` is every page.
    Raises ValueError with the reason for what no path can match.
    """
    if "://" in pattern:
        raise ValueError(
            "is a URL; a pattern is a path below the base URL, like guide/"
        )
    if "\\" in pattern:
        raise ValueError("holds a backslash; folders are parted by /")
    text = pattern.removeprefix("/")
    body = "".join(
        _MEANING.get(token) or re.escape(token) for token in _TOKEN.findall(text)
    )
    return re.compile(f"{body}.*" if text.endswith("/") else body, re.DOTALL)


def compile_patterns(patterns: Iterable[str]) -> Patterns:
    """Turn checked patterns into what `first_match` and `unmatched` take."""
    return tuple((pattern, compile_pattern(pattern)) for pattern in patterns)


def first_match(patterns: Patterns, path: str) -> str | None:
    """Give the first pattern that a path matches."""
    for pattern, compiled in patterns:
        if compiled.fullmatch(path):
            return pattern
    return None


def unmatched(patterns: Patterns, paths: Iterable[str]) -> tuple[str, ...]:
    """Give the patterns that none of the paths matches, in their order."""
    known = tuple(paths)
    return tuple(
        pattern
        for pattern, compiled in patterns
        if not any(compiled.fullmatch(path) for path in known)
    )
