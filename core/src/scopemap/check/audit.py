"""The audit: all judges over one folder, and nothing else."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from scopemap.check.addresses import judge_engine, judge_repeats
from scopemap.check.context import Context
from scopemap.check.extras import judge_extras
from scopemap.check.findings import Audit, Finding
from scopemap.check.gathering import Asking, gather_context
from scopemap.check.graph import judge_graph
from scopemap.check.guessing import UNKNOWN
from scopemap.check.honesty import judge_honesty
from scopemap.check.hosts import judge_host
from scopemap.check.indexes import judge_indexes
from scopemap.check.robotsfile import judge_robots
from scopemap.check.sparing import spare
from scopemap.check.targets import judge_targets
from scopemap.evidence import Track

NOTHING = Asking()
MAX_FINDINGS = 10_000
"""Findings of one code that are kept: nobody reads more, and there may be millions."""


def audit(
    target: Path,
    asking: Asking = NOTHING,
    *,
    environ: Mapping[str, str] | None = None,
    track: Track = iter,
) -> Audit:
    """Check the sitemaps of a folder and what they list, or one sitemap alone.

    Nothing is written, no program but git is started, and nothing is fetched. Raises
    OptionError for a base URL that is wrong, or unknown, and OutputError for what
    cannot be read.
    """
    environ = os.environ if environ is None else environ
    context = gather_context(target, asking, environ=environ, track=track)
    counts = Counter[str]()
    judged = spare(_judge(context, asking, environ), context)
    found = dict.fromkeys(_first(judged, counts))
    dropped = sum(
        number - MAX_FINDINGS for number in counts.values() if number > MAX_FINDINGS
    )
    return Audit(
        base_url=context.base_url if context.base_url != UNKNOWN else "",
        files=tuple(document.file for document in context.documents),
        urls=sum(len(d.rows) for d in context.documents if d.kind != "index"),
        findings=tuple(sorted(found)),
        dropped=dropped + sum(document.dropped for document in context.documents),
        guessed_from=context.guessed_from,
        has_pages=context.has_pages,
    )


def _first(findings: Iterable[Finding], counts: Counter[str]) -> Iterator[Finding]:
    """Give the first of each code, and count them all."""
    for finding in findings:
        counts[finding.code] += 1
        if counts[finding.code] <= MAX_FINDINGS:
            yield finding


def _judge(
    context: Context, asking: Asking, environ: Mapping[str, str]
) -> Iterator[Finding]:
    yield from judge_robots(context)
    # What no engine finds is told as that, and not judged any further.
    found = tuple(each for each in context.documents if not each.is_stray)
    context = msgspec.structs.replace(context, documents=found)
    for document in context.documents:
        yield from document.findings
        if context.engine is not None:
            yield from judge_engine(document, context.engine)
    yield from judge_repeats(context.documents)
    yield from judge_indexes(context)
    yield from judge_graph(context)
    yield from judge_targets(context, asking.host)
    yield from judge_honesty(context, asking.sources, environ=environ)
    yield from judge_extras(context)
    if asking.host is not None:
        yield from judge_host(context, asking.host)
