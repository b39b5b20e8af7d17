"""Looks: what the folder of a version shows to those who only read its home page.

Hostile input: a link may lead out of the host, a page may hold anything.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.compose.owners import make_owner
from scopemap.compose.versions import HOME, VersionSet
from scopemap.facts import NOTHING, Facts, read_facts
from scopemap.model import Note

SITEMAP = "sitemap.xml"
"""What every generator names it; a folder of stubs has none."""
_CHUNK = 1_048_576


class Look(Struct, frozen=True):
    """Hold what one folder shows."""

    folder: str
    url: str
    real: str
    """Where it really lies, below the root."""
    facts: Facts
    is_stub: bool = False
    """Whether it only sends readers on, to another version."""

    @property
    def is_link(self) -> bool:
        """Tell whether its files lie in another folder."""
        return self.real != self.folder


def look_all(
    root: Path, versions: VersionSet, *, base_url: str
) -> tuple[dict[str, Look], tuple[Note, ...]]:
    """Look at all folders of a set, aliases included, sorted.

    A folder that is not there, or leads out of the root, makes a note.
    """
    found: dict[str, Look] = {}
    notes: list[Note] = []
    folders = {v.folder for v in versions.versions}
    folders |= {alias for v in versions.versions for alias in v.aliases}
    for folder in sorted(folders):
        path = os.path.realpath(root / folder)
        real = _below(root, path)
        is_there = os.path.isdir(path)  # noqa: PTH112  # a Path raises for a long name
        if is_there and real is not None:
            url = urls.folder_url(base_url, folder)
            found[folder] = Look(folder, url, real, read_home(root, real, url))
        else:
            problem = "leads elsewhere" if is_there else "is not there"
            text = f"{versions.source} names {folder}/, which {problem}"
            notes.append(Note("info", "versions", text))
    return _find_stubs(root, base_url, found), tuple(notes)


def read_home(root: Path, folder: str, url: str) -> Facts:
    """Read a home page; one that is missing, shut or elsewhere says nothing."""
    file = os.path.realpath(root / folder / HOME)
    if _below(root, file) is None:
        return NOTHING
    try:
        return read_facts(file, url)
    except OSError:
        return NOTHING


def _below(root: Path, real: str) -> str | None:
    """Give a real path below the root; None: it leads out of it."""
    top = os.path.realpath(root)
    if real == top:
        return ""
    inside = real.startswith(f"{top}{os.sep}")
    return Path(real).relative_to(top).as_posix() if inside else None


def _find_stubs(
    root: Path, base_url: str, looks: Mapping[str, Look]
) -> dict[str, Look]:
    """Tell folders of stubs from those whose home page leads on in its own version."""
    owner = make_owner(looks, base_url)
    return {
        folder: msgspec.structs.replace(
            look,
            is_stub=look.facts.redirect is not None
            and owner(look.facts.redirect) != folder
            and not (root / look.real / SITEMAP).is_file(),
        )
        for folder, look in looks.items()
    }


def is_copy(root: Path, one: Look, other: Look) -> bool:
    """Tell whether two folders have the same home page and, if any, sitemap."""
    here, there = root / one.real, root / other.real
    has_sitemap = (here / SITEMAP).is_file() or (there / SITEMAP).is_file()
    return all(
        _is_equal(here / name, there / name)
        for name in ((HOME, SITEMAP) if has_sitemap else (HOME,))
    )


def _is_equal(one: Path, other: Path) -> bool:
    try:
        if one.stat().st_size != other.stat().st_size:
            return False
        with one.open("rb") as first, other.open("rb") as second:
            while chunk := first.read(_CHUNK):
                if chunk != second.read(_CHUNK):
                    return False
    except OSError:
        return False
    return True
