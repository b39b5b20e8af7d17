"""Alike: dates that most pages share, so that they say nothing of any of them."""

from __future__ import annotations

import functools
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TypeAlias

from scopemap.check.claims import Claim
from scopemap.check.findings import Finding
from scopemap.check.spans import is_near
from scopemap.report import count
from scopemap.select import FEW

NEARLY_ALL = 0.9
"""The share of pages from which on one date for them says nothing."""
_MINUTE = timedelta(minutes=1)
_AT_ONCE = timedelta(minutes=2)
"""How long before or after a file was written its date may have been taken."""
_BUILD = timedelta(hours=1)
"""How long a build may take, from its pages to its sitemaps."""

_Written: TypeAlias = Callable[[str], datetime | None]
"""Gives when a file was written, if it is there."""


def judge_alike(
    claims: Sequence[Claim], root: Path, *, total: int
) -> Iterator[Finding]:
    """Judge the dates that nobody has confirmed, out of a total.

    One commit may have made all pages of a small site, so that of few dates nothing is
    said. Dates of the build are told as such alone.
    """
    if total < FEW:
        return
    written = _writings(root)
    built = [claim for claim in claims if _is_of_build(claim, written)]
    if len(built) * 2 > total:
        yield _shared("SM406", built, "are those of the build", total)
        return
    alike = max([*_days(claims), _longest_minute(claims)], key=len)
    if alike and len(alike) >= NEARLY_ALL * total:
        yield _shared("SM405", alike, f"are {alike[0].said}", total)


def _shared(code: str, alike: Sequence[Claim], what: str, total: int) -> Finding:
    """Tell of what many share, in the sitemap in which most of them stand."""
    ((file, _),) = Counter(claim.file for claim in alike).most_common(1)
    return Finding(file, 0, code, f"{len(alike)} of {count(total, 'date')} {what}")


def _writings(root: Path) -> _Written:
    @functools.cache
    def written(file: str) -> datetime | None:
        try:
            seconds = os.stat(f"{root}/{file}").st_mtime  # noqa: PTH116  # a Path is slow
        except OSError:
            return None
        return datetime.fromtimestamp(seconds, timezone.utc)

    return written


def _is_of_build(claim: Claim, written: _Written) -> bool:
    """Tell whether a date is that of the run that wrote the sitemap.

    The date of a page's own file counts only if it was written in that run: that of one
    which somebody wrote by hand may well be that of its last change.
    """
    run = written(claim.file)
    if run is None or claim.span.is_vague:
        return False
    if claim.span.is_day:
        # Some generators take the day of their own zone, some that of UTC.
        return claim.span.first.date() in (run.date(), run.astimezone().date())
    if is_near(claim.span, run, slack=_AT_ONCE):
        return True
    page = written(claim.page) if claim.page is not None else None
    if page is None or abs(page - run) > _BUILD:
        return False
    return is_near(claim.span, page, slack=_AT_ONCE)


def _days(claims: Sequence[Claim]) -> list[list[Claim]]:
    days: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.span.is_day:
            days.setdefault(claim.said, []).append(claim)
    return [*days.values()]


def _longest_minute(claims: Sequence[Claim]) -> list[Claim]:
    """Give the most moments that lie within a minute."""
    moments = [c for c in claims if not (c.span.is_day or c.span.is_vague)]
    moments.sort(key=lambda claim: claim.span.first)
    best, start = (0, 0), 0
    for end, claim in enumerate(moments, 1):
        while claim.span.first - moments[start].span.first > _MINUTE:
            start += 1
        best = max(best, (start, end), key=lambda run: run[1] - run[0])
    return moments[slice(*best)]
