"""What is measured, what came out, and what should have."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

Role: TypeAlias = Literal["ours", "rival", "floor"]
"""A floor is what cannot be left out, or what checks nothing."""


class Setting(Struct, frozen=True):
    """Hold how much is to be measured, and where."""

    work: Path
    """A folder for whatever is made; it is gone afterwards."""
    is_small: bool = False
    rounds: int | None = None
    """None: as many as the part thinks right."""
    repository: Path | None = None
    """A clone whose history is read besides the one that is made."""

    def size(self, full: int, small: int) -> int:
        """Give one of two sizes."""
        return small if self.is_small else full

    def count(self) -> int:
        """Give the number of rounds, of which the median counts."""
        if self.rounds is not None:
            return self.rounds
        return 1 if self.is_small else 5


class Cost(Struct, frozen=True):
    """Hold what one run took."""

    seconds: float
    """CPU of what is compared: of the process with all its children, unless the process
    has told what its work took without what it had to make first."""
    wall: float
    megabytes: float
    """Of memory at the most; above what was made first, where the process told it."""
    tree: float = 0.0
    """CPU seconds of the process with all its children, from start to end."""
    is_clean: bool = True
    """Whether it ended without an error."""


class Subject(Struct, frozen=True):
    """Hold something that can be run."""

    name: str
    command: tuple[str, ...]
    units: int
    """How many pages, entries or files one run works on."""
    role: Role = "ours"
    missing: str = ""
    """Why it cannot be run."""
    scale: float = 1.0
    """By how much a run that worked on a sample is to be multiplied."""


class Row(Struct, frozen=True):
    """Hold what a subject took: medians of all rounds."""

    subject: str
    role: Role
    units: int
    cost: Cost | None
    """None: it is missing."""
    missing: str = ""
    rounds: int = 1


class Goal(Struct, frozen=True):
    """Hold a figure, and how high or low it should be."""

    what: str
    figure: float
    bound: float
    is_least: bool = False
    """Whether the bound is the least that will do, not the most."""

    @property
    def is_met(self) -> bool:
        """Tell whether the figure is on the right side."""
        if self.is_least:
            return self.figure >= self.bound
        return self.figure <= self.bound

    @property
    def text(self) -> str:
        """Tell it in a line."""
        side = "least" if self.is_least else "most"
        return (
            f"{self.what}: {figure(self.figure)}, goal at {side} {figure(self.bound)}"
        )


class Group(Struct, frozen=True):
    """Hold rows that can be compared with each other."""

    part: str
    name: str
    unit: str
    """What one of its units is called, in the plural."""
    rows: tuple[Row, ...]
    base: str
    """The subject that the ratios are over."""
    goals: tuple[Goal, ...] = ()
    remark: str = ""

    def row(self, subject: str) -> Row | None:
        """Give the row of a subject, unless that is missing."""
        return next((r for r in self.rows if r.subject == subject and r.cost), None)

    def ratio(self, row: Row) -> float | None:
        """Give what a unit of this row took, in parts of what one of the base took."""
        base = self.row(self.base)
        each = seconds_each(row)
        floor = seconds_each(base) if base is not None else None
        return each / floor if each is not None and floor else None


def seconds_each(row: Row) -> float | None:
    """Give the CPU seconds of a unit."""
    return row.cost.seconds / row.units if row.cost is not None else None


def figure(value: float) -> str:
    """Write a number with three digits that tell something."""
    if abs(value) >= 1_000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        return f"{value:.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3g}"
