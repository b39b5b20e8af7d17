"""How time and memory grow with the pages."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.model import Goal, Group, Setting, Subject
from benchmarks.running import exponent, measure, subject

MOST = 1.05
"""Of the exponent: what a site takes is a power of the number of its pages."""
WAYS = {
    "plain": ("Growth", (1_000, 10_000, 100_000, 1_000_000)),
    "translated": ("Growth, 20 languages of each page", (1_000, 10_000, 100_000)),
    "scopes": ("Growth, 50 scopes", (1_000, 10_000, 100_000, 1_000_000)),
}


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure sites that grow, in three ways."""
    for way, (name, sizes) in WAYS.items():
        yield _grow(setting, way, name, [setting.size(n, n // 50) for n in sizes])


def _grow(setting: Setting, way: str, name: str, sizes: list[int]) -> Group:
    subjects = [
        Subject(
            f"{size:,} pages",
            subject("plans", way, size, "{run}"),
            size,
        )
        for size in sizes
    ]
    rows = measure(setting.work, subjects, setting.count())
    costs = [row.cost for row in rows if row.cost is not None]
    units = [row.units for row in rows]
    time = exponent(units, [cost.seconds for cost in costs])
    # Of a few pages the memory is that of the modules that they need.
    large = [(n, c.megabytes) for n, c in zip(units, costs, strict=True) if n >= 10_000]
    goals = [Goal("exponent of time", time, MOST)]
    if len(large) > 1:
        memory = exponent(*map(list, zip(*large, strict=True)))
        goals.append(Goal("exponent of memory, from 10,000 pages on", memory, MOST))
    return Group(
        part="growth",
        name=name,
        unit="pages",
        rows=tuple(rows),
        base=rows[0].subject,
        goals=tuple(goals),
        remark="Selection, alternates, partition and writing; no page is read.",
    )
