"""Places: where source files really lie, and in which repository."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct


class Repository(Struct, frozen=True):
    """Hold a repository, and the files of it whose dates are asked."""

    top: Path
    files: dict[bytes, Path]
    """The asked files by their names in the repository."""


def find_places(paths: Iterable[Path]) -> dict[Path, tuple[Path, ...]]:
    """Give the file that each path leads to, and all links on the way."""
    folders: dict[str, frozenset[str] | None] = {}
    return {path: _find_places(path, folders) for path in paths}


def _find_places(
    path: Path, folders: dict[str, frozenset[str] | None]
) -> tuple[Path, ...]:
    own = os.fspath(path)
    if ".." in own or not path.is_absolute():
        own = os.path.abspath(path)  # noqa: PTH100  # resolves ".."
    folder, _, name = own.rpartition(os.sep)
    if folder not in folders:
        folders[folder] = _links_in(folder)
    links = folders[folder]
    if links is not None and name not in links:
        return (path if os.fspath(path) == own else Path(own),)
    return (Path(os.path.realpath(own)), *_links(Path(own)))


def _links_in(folder: str) -> frozenset[str] | None:
    """Give the links in a folder; None where it is itself behind a link."""
    if os.path.realpath(folder or os.sep) != folder:
        return None
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries if entry.is_symlink())
    except OSError:
        return frozenset()


def _links(path: Path) -> Iterator[Path]:
    """Follow a path name by name, as the system does, and give each link."""
    place = Path(path.anchor)
    names = list(reversed(path.parts[1:]))
    for _ in range(_MAX_STEPS):
        if not names:
            return
        name = names.pop()
        place = place.parent if name == ".." else place / name
        if place.is_symlink():
            yield place
            target = place.readlink()
            place = Path(target.anchor) if target.is_absolute() else place.parent
            names += reversed(
                target.parts[1:] if target.is_absolute() else target.parts
            )


_MAX_STEPS = 1_000
"""Names of one path, its links resolved; a link that leads to itself never ends."""


def shown(path: Path, folder: Path) -> str:
    """Give a path as it is told to people: below a folder, if it lies there."""
    # A Path takes ten times as long to be told from another.
    return os.fspath(path).removeprefix(f"{folder}{os.sep}")


def group(places: Iterable[Path]) -> tuple[list[Repository], list[Path]]:
    """Share files among their repositories, and give those that are in none."""
    known: dict[Path, Path | None] = {}
    tops: dict[str, Path | None] = {}
    groups: dict[Path, dict[bytes, Path]] = {}
    outside: list[Path] = []
    for name, place in sorted((os.fspath(place), place) for place in places):
        folder = name[: name.rindex(os.sep) + 1]
        if folder not in tops:
            tops[folder] = _find_top(Path(folder), known)
        top = tops[folder]
        if top is None:
            outside.append(place)
        else:
            below = name[len(os.fspath(top)) :].lstrip(os.sep).replace(os.sep, "/")
            groups.setdefault(top, {})[os.fsencode(below)] = place
    return [Repository(top, files) for top, files in groups.items()], outside


def _find_top(folder: Path, known: dict[Path, Path | None]) -> Path | None:
    """Find the nearest folder with a `.git`, which is a file in a worktree."""
    if folder not in known:
        if _holds_repository(folder):
            known[folder] = folder
        elif folder.parent == folder:
            known[folder] = None
        else:
            known[folder] = _find_top(folder.parent, known)
    return known[folder]


def _holds_repository(folder: Path) -> bool:
    git = folder / ".git"
    try:
        return git.is_file() or (git / "HEAD").exists()
    except PermissionError:  # git says what is wrong with it
        return True
