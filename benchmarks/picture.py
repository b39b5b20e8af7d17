"""The picture: a group of bars for each benchmark, drawn as SVG.

A bar is as long as the logarithm of its ratio. Colours and letters follow the reader's
light or dark background.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from benchmarks.model import Group, Row, figure

WIDTH = 920
LEFT = 300
"""Where the bars begin."""
RIGHT = 150
"""Room beside the longest bar for its figures."""
STEP = 22
GAP = 62

STYLE = """
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f }
.head { font-weight: 600; font-size: 15px }
.soft { fill: #57606a; font-size: 11.5px }
.ours { fill: #0b7a75 } .rival { fill: #c98a2b } .floor { fill: #8c959f }
.line { stroke: #d0d7de; stroke-width: 1 }
.own { font-weight: 600 }
.back { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .soft { fill: #9198a1 } .line { stroke: #3d444d }
  .back { fill: #0d1117 } .ours { fill: #2fb3a8 } .rival { fill: #d9a64e }
}
"""


OVERVIEW = (
    "Writing 1,000,000 entries from a list",
    "MkDocs, 2,000 pages, full",
    "Pelican, 2,000 pages, full",
    "Sphinx, html, 2,000 pages, full",
    "Dates of 5,000 files from 30,000 commits",
    "Checking sitemaps alone",
)
"""The groups that the README shows."""


def overview(groups: Sequence[Group]) -> str:
    """Draw the groups that say most."""
    return picture([group for group in groups if group.name in OVERVIEW])


def picture(groups: Sequence[Group]) -> str:
    """Draw groups below each other."""
    drawn: list[str] = []
    top = 64
    for group in groups:
        rows = _shown(group)
        if len(rows) > 1:
            drawn += _group(group, rows, top)
            top += GAP + STEP * len(rows)
    size = f'width="{WIDTH}" height="{top}" viewBox="0 0 {WIDTH} {top}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    title = "<title>CPU time of scopemap, others and floors</title>"
    back = f'<rect class="back" width="{WIDTH}" height="{top}" rx="6"/>'
    lines = [start, title, f"<style>{STYLE}</style>", back, *_legend(), *drawn]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _legend() -> Iterator[str]:
    yield _text(24, 30, "CPU time for each unit of work: shorter is better", "head")
    names = {"ours": "scopemap", "rival": "others", "floor": "floor"}
    for place, (role, name) in enumerate(names.items()):
        left = 24 + 100 * place
        yield f'<rect class="{role}" x="{left}" y="42" width="12" height="12" rx="2"/>'
        yield _text(left + 18, 52, name, "soft")
    yield _text(344, 52, "log scale; x is the ratio to the bar marked ●", "soft")


def _shown(group: Group) -> list[Row]:
    return [row for row in group.rows if group.ratio(row)]


def _group(group: Group, rows: Sequence[Row], top: int) -> Iterator[str]:
    ratios = [group.ratio(row) or 1.0 for row in rows]
    low, high = min(ratios), max(ratios)
    yield f'<line class="line" x1="24" x2="{WIDTH - 24}" y1="{top}" y2="{top}"/>'
    yield _text(24, top + 25, group.name, "head")
    for place, (row, ratio) in enumerate(zip(rows, ratios, strict=True)):
        middle = top + 44 + STEP * place
        mark = "● " if row.subject == group.base else ""
        kind = "own" if row.role == "ours" else ""
        yield _text(LEFT - 10, middle + 5, mark + row.subject, kind, end=True)
        long = length(ratio, low, high)
        bar = f'x="{LEFT}" y="{middle - 7}" width="{long:.1f}" height="14"'
        yield f'<rect class="{row.role}" {bar} rx="2"/>'
        assert row.cost is not None
        says = f"{figure(ratio)} x  ·  {figure(row.cost.seconds / row.units * 1e6)} µs"
        yield _text(round(LEFT + long) + 8, middle + 5, says, "soft")


def length(ratio: float, low: float, high: float) -> float:
    """Give the length of a bar: the shortest is still seen, the longest fits."""
    longest = WIDTH - LEFT - RIGHT
    if high == low:
        return longest
    share = math.log(ratio / low) / math.log(high / low)
    # Where all are much alike, no bar shall look like nothing beside the others.
    least = max(0.04, 1 - math.log(high / low) / math.log(8))
    return longest * (least + (1 - least) * share)


def _text(left: int, base: int, text: str, kind: str, *, end: bool = False) -> str:
    anchor = ' text-anchor="end"' if end else ""
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{left}" y="{base}"{anchor}>{escape(text)}</text>'
