"""The languages of a site: a plan for all its pages, with hreflang."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.model import Goal, Group, Setting, Subject
from benchmarks.running import exponent, measure, subject

LANGUAGES = 20
WAYS = {
    "generator": "the generator tells",
    "folders": "the folders tell",
    "own links": "the pages' own links tell",
}


def benchmark(setting: Setting) -> Iterator[Group]:
    """Plan sites of a tenth, a quarter, a half and all of the pages, in three ways."""
    most = setting.size(200_000, 2_000)
    clusters = [most // LANGUAGES // part for part in (10, 4, 2, 1)]
    for way, says in WAYS.items():
        subjects = [
            Subject(
                f"{number * LANGUAGES:,} pages",
                subject("languages", way, number, LANGUAGES),
                number * LANGUAGES,
            )
            for number in clusters
        ]
        rows = measure(setting.work, subjects, setting.count())
        seconds = [row.cost.seconds for row in rows if row.cost is not None]
        power = exponent([row.units for row in rows], seconds)
        yield Group(
            part="languages",
            name=f"Languages, as {says}",
            unit="pages",
            rows=tuple(rows),
            base=rows[0].subject,
            goals=(Goal("exponent of time", power, 1.05),),
        )
