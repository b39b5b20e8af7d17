"""Proposing: folders that look like versions, though nobody says that they are.

Nothing is taken for a version on a guess; a proposal is for people to read, with the
option that would make it so.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from scopemap.compose.looks import SITEMAP
from scopemap.compose.versionnames import may_be_proposed, read_name
from scopemap.compose.versions import HOME
from scopemap.report import count

MIN_SHARED = 0.6
"""Of the smaller of two builds, how many pages the other has to have as well."""

# Every build of one generator has these, whatever it is about.
_COMMON = frozenset([HOME, "404.html", "genindex.html", "search.html"])


class Proposal(Struct, frozen=True):
    """Hold folders that seem to be versions of one site."""

    base: str
    """The folder that holds them, below the host's folder; empty: the host's own."""
    folders: tuple[str, ...]
    """Below the host's folder, the newest first."""
    shared: float
    """The least share of pages, from 0 to 1, that one has in common with the next."""

    @property
    def text(self) -> str:
        """Tell what was found, and the option that takes it."""
        return (
            f"{count(len(self.folders), 'folder')} may be versions of one site, since"
            f" {self.shared:.0%} of their pages are alike; if they are, say so:"
            f" versions = {json.dumps(self.folders)}"
        )


def propose(
    root: Path,
    files: Iterable[str],
    *,
    links: Iterable[str] = (),
    known: Iterable[str] = (),
) -> tuple[Proposal, ...]:
    """Find folders beside each other that look like versions of one site.

    Each has a home page and a sitemap of its own and a name that may be a version's,
    and has most of its pages in common with the next older or newer one. `files` and
    `links` are those of a `Survey`; `known` are folders of versions that are declared
    already. A year, a month or the number of an error is no version's name here.
    """
    names = frozenset(files)
    siblings = _find_siblings(names, frozenset(known))
    pages = _find_pages(names, siblings)
    linked = _find_links(root, links, pages)
    proposals = (
        _compare(base, folders, pages, linked) for base, folders in siblings.items()
    )
    return tuple(proposal for proposal in proposals if proposal is not None)


def _find_siblings(
    files: frozenset[str], known: frozenset[str]
) -> dict[str, list[str]]:
    """Give the folders that are whole builds with a possible name, by their parents."""
    found: dict[str, list[str]] = {}
    for file in sorted(files):
        folder, _, name = file.rpartition("/")
        is_build = name == SITEMAP and f"{folder}/{HOME}" in files
        if is_build and folder and folder not in known:
            base, _, last = folder.rpartition("/")
            if may_be_proposed(last):
                found.setdefault(base, []).append(folder)
    return found


def _find_pages(
    files: Iterable[str], siblings: Mapping[str, Sequence[str]]
) -> dict[str, set[str]]:
    """Give the pages of each folder, as paths in it."""
    pages: dict[str, set[str]] = {
        f: set() for group in siblings.values() for f in group
    }
    for file in files:
        if file.endswith(".html"):
            for folder in _parents(file):
                if folder in pages:
                    pages[folder].add(file[len(folder) + 1 :])
    return {folder: found - _COMMON for folder, found in pages.items()}


def _parents(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _find_links(
    root: Path, links: Iterable[str], pages: Mapping[str, object]
) -> dict[str, list[str]]:
    """Give the links to each folder that have a possible name, too."""
    real = {os.path.realpath(root / folder): folder for folder in pages}
    found: dict[str, list[str]] = {}
    for link in sorted(links):
        target = real.get(os.path.realpath(root / link))
        if target is not None and may_be_proposed(link.rpartition("/")[2]):
            found.setdefault(target, []).append(link)
    return found


def _compare(
    base: str,
    folders: Sequence[str],
    pages: Mapping[str, set[str]],
    linked: Mapping[str, Sequence[str]],
) -> Proposal | None:
    """Keep the folders that are like the next older or newer one."""
    ordered = sorted(folders, key=_age)
    alike: set[str] = set()
    shares: list[float] = []
    for older, newer in pairwise(ordered):
        share = _share(pages[older], pages[newer])
        if share >= MIN_SHARED:
            alike |= {older, newer}
            shares.append(share)
    if not alike:
        return None
    kept = [folder for folder in reversed(ordered) if folder in alike]
    links = [link for folder in kept for link in linked.get(folder, ())]
    return Proposal(base, (*links, *kept), min(shares))


def _age(folder: str) -> tuple[bool, object, str]:
    """Give what sorts folders by age: what has no number is newer than what has one."""
    named = read_name(folder.rpartition("/")[2])
    return (named.number is None, named.order, folder)


def _share(one: set[str], other: set[str]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0
