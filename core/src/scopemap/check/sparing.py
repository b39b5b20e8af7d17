"""Sparing: findings that something else takes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scopemap.check.addresses import drop_existing
from scopemap.check.context import Context
from scopemap.check.decided import Decided
from scopemap.check.findings import Finding
from scopemap.check.guessing import UNKNOWN

_ANYWHERE = tuple(
    "SM1 SM201 SM202 SM203 SM204 SM205 SM206 SM209 SM210 SM211 SM4 SM501 SM502 SM503"
    " SM504 SM506".split()
)
"""Codes of what is wrong wherever a sitemap is served."""


def spare(findings: Iterable[Finding], context: Context) -> Iterator[Finding]:
    """Give the findings that stand.

    Where nobody knows the address of a folder, nothing is said of places. A page that
    a build of ours has listed on purpose is content, whatever its name.
    """
    decided = Decided()
    for finding in drop_existing(findings, context):
        if context.base_url == UNKNOWN and not finding.code.startswith(_ANYWHERE):
            continue
        if finding.code == "SM606" and decided.was_listed(finding.url):
            continue
        yield finding
