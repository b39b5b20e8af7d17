"""Differences: what two builds list, and what has become of what one lists no more."""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

from msgspec import Struct

from scopemap.model import Note

Fate: TypeAlias = Literal[
    "lost", "unlisted", "redirected", "respelt", "canonical", "elsewhere"
]
Way: TypeAlias = Literal["canonical", "content", "git", "name", "title"]

SURE: tuple[Way, ...] = ("canonical", "content", "git")
"""Ways to a new place that say more than that something there is called the same."""


class Likely(Struct, frozen=True):
    """Hold where a lost page probably is now, and what says so."""

    url: str
    by: Way
    source: str = ""
    """The page's source, below the folder of sources; a guess if nobody named that."""


class Removed(Struct, frozen=True):
    """Hold a URL that is listed no more, and what has become of it."""

    url: str
    """As the old build lists it."""
    fate: Fate
    asked: str
    """The same in the new build, where hosts differ: what its readers ask for."""
    target: str = ""
    """Where readers are sent, or the spelling that is listed now."""
    why: str = ""
    """What says so, in a few words; empty where nothing does."""
    likely: Likely | None = None
    """Of what is lost: where it probably is."""
    source: str = ""
    """Of what is lost: the source that it had, as in `Likely`."""


class Changed(Struct, frozen=True):
    """Hold a URL whose date has changed; None: it has no date."""

    url: str
    old: str | None
    new: str | None


class Side(Struct, frozen=True):
    """Hold what was read of one build."""

    target: str
    """The folder or the file, as it was given."""
    base_url: str
    guessed_from: str
    """What told the base URL, where nobody said it."""
    files: tuple[str, ...]
    """The sitemaps and indexes, as paths below the folder."""
    urls: int


class Difference(Struct, frozen=True):
    """Hold the outcome of a comparison, each part in the order of its URLs."""

    old: Side
    new: Side
    added: tuple[tuple[str, str | None], ...]
    """URLs that are new, each with its date."""
    removed: tuple[Removed, ...]
    changed: tuple[Changed, ...]
    by_path: bool = False
    """Whether paths below the two base URLs were compared, since these differ."""
    notes: tuple[Note, ...] = ()

    @property
    def lost(self) -> tuple[Removed, ...]:
        """Give the URLs at which nothing answers any more."""
        return tuple(each for each in self.removed if each.fate == "lost")

    def fates(self) -> Counter[Fate]:
        """Count what is listed no more by its fate."""
        return Counter(each.fate for each in self.removed)
