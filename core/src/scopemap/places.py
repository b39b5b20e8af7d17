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
    folders: dict[str, str] = {}
    return {path: _find_places(os.path.abspath(path), folders) for path in paths}  # noqa: PTH100  # resolves ".."


def _find_places(own: str, folders: dict[str, str]) -> tuple[Path, ...]:
    folder = os.path.dirname(own)  # noqa: PTH120  # a Path is slow to make
    if folder not in folders:
        folders[folder] = os.path.realpath(folder)
    if folders[folder] == folder and not os.path.islink(own):  # noqa: PTH114  # quicker
        return (Path(own),)
    return (Path(os.path.realpath(own)), *_links(Path(own)))


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
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def group(places: Iterable[Path]) -> tuple[list[Repository], list[Path]]:
    """Share files among their repositories, and give those that are in none."""
    known: dict[Path, Path | None] = {}
    groups: dict[Path, dict[bytes, Path]] = {}
    outside: list[Path] = []
    for place in sorted(places, key=os.fspath):
        top = _find_top(place.parent, known)
        if top is None:
            outside.append(place)
        else:
            name = os.fspath(place)[len(os.fspath(top)) :].lstrip(os.sep)
            groups.setdefault(top, {})[os.fsencode(name.replace(os.sep, "/"))] = place
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
