"""Annotations for GitHub Actions, which its runner reads from the log.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest

from scopemap.check.findings import Audit, Finding
from scopemap.check.telling.overview import describe, group, summarize
from scopemap.escaping import for_annotation, for_property

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def as_github(audit: Audit) -> str:
    """Tell an audit to GitHub's runner, and its summary to who reads the log."""
    lines = [_annotate(finding) for finding in _spread(audit.findings)]
    return "\n".join([*lines, for_annotation(summarize(audit))])


def _spread(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Give the first finding of each code, then the second of each, and so on.

    GitHub shows ten errors, ten warnings and ten notices of a step, the first ones
    (actions/toolkit, docs/problem-matchers.md), and one fault is often on every page.
    """
    turns = zip_longest(*(each for _, each in group(findings)))
    return (finding for finding in chain.from_iterable(turns) if finding is not None)


def _annotate(finding: Finding) -> str:
    properties = ",".join(
        f"{name}={for_property(value)}" for name, value in _properties(finding)
    )
    text = for_annotation(f"{_message(finding)}\n{finding.about.cure}")
    return f"::{_COMMANDS[finding.severity]} {properties}::{text}"


def _properties(finding: Finding) -> Iterator[tuple[str, str]]:
    if not _is_fetched(finding):
        yield "file", finding.file
        if finding.line:
            yield "line", str(finding.line)
    yield "title", f"{finding.code} {finding.about.name}"


def _message(finding: Finding) -> str:
    """Name what was fetched: no file of the repository can stand for it."""
    text = describe(finding)
    if not _is_fetched(finding) or finding.file in text:
        return text
    return f"{finding.file}: {text}"


def _is_fetched(finding: Finding) -> bool:
    return "://" in finding.file
