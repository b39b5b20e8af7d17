"""Honesty: whether the dates of pages can be those of their changes.

Source: Google, "Build and submit a sitemap": lastmod counts if it is consistently and
verifiably accurate. Since it trusts all dates of a site or none, all are judged
together.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from scopemap.check.alike import judge_alike
from scopemap.check.claims import Claim, read_claims
from scopemap.check.context import Context
from scopemap.check.findings import Finding
from scopemap.check.landed import Landed, find_landed
from scopemap.check.spans import CLOCKS, is_after, is_near

_DAY = timedelta(days=1)
_ANCIENT = datetime(1995, 1, 1, tzinfo=timezone.utc)
"""Before the first search engines for the whole Web: clocks begin in 1970 and 1980."""


def judge_honesty(
    context: Context,
    sources: Path | None = None,
    *,
    environ: Mapping[str, str] | None = None,
) -> Iterator[Finding]:
    """Judge the dates of pages by the clock, by git, by the files and by each other.

    `sources` is where the sources of the pages lie, if git is to be asked; `environ` is
    the environment in which it is started.
    """
    environ = os.environ if environ is None else environ
    indexes = {doc.file for doc in context.documents if doc.kind == "index"}
    claims = tuple(read_claims(context))
    for claim in claims:
        yield from _judge_claim(claim, context.now)
    claims = tuple(claim for claim in claims if claim.file not in indexes)
    landed = find_landed(context, sources, environ) if sources is not None else {}
    yield from _compare_with_git(claims, landed)
    doubtful = [claim for claim in claims if not _is_confirmed(claim, landed)]
    yield from judge_alike(doubtful, context.root, total=len(claims))


def _judge_claim(claim: Claim, now: datetime) -> Iterator[Finding]:
    """Judge a date by itself.

    Clocks may differ by minutes, and a day may have begun in the east already.
    """
    if is_after(claim.span, now, slack=CLOCKS):
        text = f"is to change on {claim.said}, and today is {now:%Y-%m-%d}"
        yield claim.found("SM403", text)
    elif claim.span.last < _ANCIENT:
        yield claim.found("SM404", f"is said to have changed on {claim.said}")


def _compare_with_git(
    claims: Sequence[Claim], landed: Mapping[str, Landed]
) -> Iterator[Finding]:
    """Find the pages that are said to have changed after their sources did.

    An older date is no lie: not each commit is a change for readers. A few newer ones
    are none either: a page may be made of more than the source of its name.
    """
    known = [
        (claim, landed[claim.page])
        for claim in claims
        if claim.page is not None and claim.page in landed
    ]
    late = [
        (claim, git)
        for claim, git in known
        if is_after(claim.span, git.date, slack=_DAY)
    ]
    if len(late) * 2 <= len(known):
        return
    for claim, git in late:
        text = f"is dated {claim.said}, and {git.source} changed on {git.date:%Y-%m-%d}"
        yield claim.found("SM407", text)


def _is_confirmed(claim: Claim, landed: Mapping[str, Landed]) -> bool:
    git = landed.get(claim.page) if claim.page is not None else None
    return git is not None and is_near(claim.span, git.date, slack=_DAY)
