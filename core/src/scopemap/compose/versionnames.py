"""Version names: what a name says of the version that bears it.

People name versions as they like: after releases, branches, years. What a release is,
and which is the newer one, `packaging` decides (PEP 440), after what is in its way has
been taken off a name:

* words and marks before a number: `v2.0`, `release-1.2`, `rel_2_0`, `stable/1.4`;
* a line of releases, `2.x`, is a release that stands above all others of that line;
* a word behind a number: `8.0-LTS` is a release, `2.0-SNAPSHOT` comes before its own;
* a day, `2024-01-15`, has dots.

Of the names without a number, some move along (`dev`, `main`), some point to a version
(`latest`, `stable`), and any other (`some-feature`, `pr-12`) says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from packaging.version import Version

MAX_NAME = 200
"""Characters of a name; a folder can have 255 bytes."""

POINTERS = ("stable", "latest", "current", "newest", "release")
"""Names that point to the version for everybody, the surest first.

On Read the Docs `latest` is what is being developed wherever there is a `stable`
(https://docs.readthedocs.com/platform/stable/versions.html).
"""
MOVING = (
    "main master trunk head dev devel develop development next nightly edge unstable"
    " snapshot canary preview alpha beta rc"
).split()
"""Names of what is not released yet, the surest first."""

Kind: TypeAlias = Literal["final", "prerelease", "moving", "pointer", "other"]
_KINDS: tuple[Kind, ...] = ("other", "pointer", "moving", "prerelease", "final")

_FINAL = ("lts", "final", "ga", "stable", "release")
_PREFIX = re.compile(
    r"(?:releases?|rel|versions?|ver|tags?|stable|maintenance|maint)[-_/.]?(?=v?\d)",
    re.IGNORECASE,
)
_DAY = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_LINE = re.compile(r"\.[xX*](?=\.|\Z)")
_TAIL = re.compile(r"(v?\d+(?:\.\d+)*)[-_.]([a-z]+)", re.IGNORECASE)
# Stands for every number that a line of releases may still get.
_ANY = ".999999999"
# As a folder's name a bare number is a year, a month or the name of an error, rather.
_PROPOSED = re.compile(r"v\d|\d{1,2}\Z(?<!0\d)|\d+\.", re.IGNORECASE | re.ASCII)


class Name(Struct, frozen=True):
    """Hold what a name says."""

    kind: Kind
    number: Version | None = None
    """That of a release, or of what comes before one."""

    @property
    def order(self) -> tuple[int, Version]:
        """Give what sorts versions, the newest last: releases above all others."""
        return _KINDS.index(self.kind), self.number or _NOTHING


_NOTHING = Version("0")


def read_name(name: str) -> Name:
    """Tell what a name says; there is an answer for any."""
    text = name.strip().strip("/")
    word = text.lower()
    if word in POINTERS:
        return Name("pointer")
    if word in MOVING:
        return Name("moving")
    number = _number(text) if len(text) <= MAX_NAME else None
    if number is None:
        return Name("other")
    return Name("prerelease" if number.is_prerelease else "final", number)


def may_be_proposed(name: str) -> bool:
    """Tell whether a folder with such a name may hold a version that nobody declared.

    `2024` may be a year, `404` an error and `01` a month, so these never do.
    """
    named = read_name(name)
    if named.number is None:
        return named.kind in ("moving", "pointer")
    return _PROPOSED.match(_PREFIX.sub("", name, count=1)) is not None


def _number(name: str) -> Version | None:
    text = _PREFIX.sub("", name, count=1)
    if _DAY.fullmatch(text):
        return _parse(text.replace("-", "."))
    text = _LINE.sub(_ANY, re.sub(r"(?<=\d)_(?=\d)", ".", text))
    number = _parse(text)
    tail = _TAIL.fullmatch(text) if number is None else None
    if tail is None:
        return number
    if tail[2].lower() in _FINAL:
        return _parse(tail[1])
    return _parse(f"{tail[1]}.dev0") if tail[2].lower() in MOVING else None


def _parse(text: str) -> Version | None:
    try:
        return Version(text)
    except ValueError:  # of a number with thousands of digits as well
        return None


def rank_word(words: Sequence[str]) -> Callable[[str], int]:
    """Give a key that sorts names by such words, all others last."""
    places = {word: place for place, word in enumerate(words)}
    return lambda name: places.get(name.lower(), len(places))
