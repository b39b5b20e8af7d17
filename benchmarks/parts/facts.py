"""The facts of built pages, beside others that read the same pages."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.model import Goal, Group, Role, Setting, Subject
from benchmarks.pages import make_pages
from benchmarks.running import measure, subject

GOALS = {"head": 0.2, "head and images": 1.5}
"""CPU seconds for 2,000 pages of 20 KB."""
READERS: dict[str, Role] = {
    "head": "ours",
    "head and images": "ours",
    "digest of content": "ours",
    "lexbor, head": "rival",
    "lexbor, whole page": "rival",
    "lxml, head": "rival",
    "html.parser, head": "rival",
    "read 16 KiB": "floor",
    "read whole page": "floor",
}


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure each reader."""
    pages = setting.size(2_000, 50)
    folder = setting.work / "site"
    make_pages(setting.work, folder, pages)
    subjects = [
        Subject(name, subject("facts", name, folder), pages, role)
        for name, role in READERS.items()
    ]
    rows = measure(setting.work, subjects, setting.count())
    costs = {row.subject: row.cost for row in rows}
    yield Group(
        part="facts",
        name=f"Facts of {pages:,} pages of 20 KB",
        unit="pages",
        rows=tuple(rows),
        base="read 16 KiB",
        goals=tuple(
            Goal(f"{name}, CPU s", cost.seconds, bound * pages / 2_000)
            for name, bound in GOALS.items()
            if (cost := costs[name]) is not None
        ),
    )
