"""Versions: the builds of one site that lie side by side, as somebody named them.

A folder's name alone makes no version: `2024/` is an archive, `01/` a month, `404` a
page. A file of the tool's says so, or the user (option `versions`).
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from scopemap.compose.versionfiles import Declared, Maker, VersionFile
from scopemap.compose.versionnames import Name, read_name
from scopemap.errors import OptionError
from scopemap.model import Note
from scopemap.patterns import compile_pattern


class Version(Struct, frozen=True):
    """Hold one version: a folder with a whole build."""

    folder: str
    """Below the host's folder, without a slash at its ends; empty: the host's own."""
    name: str
    """What it was declared as, else its folder below that of the set."""
    named: Name
    """What the name says."""
    title: str = ""
    aliases: tuple[str, ...] = ()
    """Folders that were declared to hold the same."""
    preferred: bool = False
    hidden: bool = False

    @property
    def is_prerelease(self) -> bool:
        """Tell whether it is not, or perhaps never, released."""
        return self.named.kind in ("prerelease", "moving")


class VersionSet(Struct, frozen=True):
    """Hold the versions of one site, in one language."""

    base: str
    """The folder that holds theirs, below the host's folder; empty: the host's own."""
    versions: tuple[Version, ...]
    """Sorted by their folders."""
    source: str
    """The file that names them, or the option."""
    maker: Maker | None = None
    """What wrote that file."""


def declared_sets(files: Iterable[VersionFile]) -> tuple[VersionSet, ...]:
    """Make sets of what version files say, each file for itself."""
    return tuple(
        group
        for file in files
        for group in _group(map(_from_declared, file.versions), file.path, file.maker)
    )


def _from_declared(declared: Declared) -> Version:
    return Version(
        declared.folder,
        declared.name,
        read_name(declared.name),
        declared.title,
        declared.aliases,
        declared.preferred,
        declared.hidden,
    )


def asked_sets(
    versions: Sequence[str] | Mapping[str, str],
    *,
    root: Path,
    folders: Iterable[str],
    where: str = "versions",
) -> tuple[tuple[VersionSet, ...], tuple[Note, ...]]:
    """Make sets of what the option says: folders and patterns, or a name for each.

    A pattern stands for those of `folders` (`home_folders`) that it matches: `v*`,
    `*/*` for the languages and versions of Read the Docs. Versions in one folder are
    a set; those deeper below it (`feature/x`) join it. A pattern that matches nothing
    makes a note. Raises OptionError, which names `where`, for a folder that is not
    there.
    """
    known = tuple(sorted(folders))
    names = versions if isinstance(versions, Mapping) else {}
    found: dict[str, str | None] = {}
    notes: list[Note] = []
    for place, asked in enumerate(versions):
        place_name = f"{where}.{asked}" if names else f"{where}[{place}]"
        matched = tuple(_match(asked, known, root, place_name))
        if not matched:
            text = f"{place_name}: no folder with a home page matches {asked!r}"
            notes.append(Note("info", "versions", text))
        for folder in matched:
            found.setdefault(folder, names.get(asked))
    bare = (
        Version(folder, name or "", read_name(name or ""))
        for folder, name in found.items()
    )
    return tuple(_group(bare, where, None)), tuple(notes)


def _match(asked: str, known: Iterable[str], root: Path, where: str) -> Iterator[str]:
    text = asked.strip().strip("/")
    if "*" not in text:
        is_there = os.path.isdir(root / text)  # noqa: PTH112  # a Path raises for a long name
        if ".." in text.split("/") or not is_there:
            raise OptionError(where, f"{asked!r} must be a folder below {root}")
        normal = posixpath.normpath(text)
        yield "" if normal == "." else normal
        return
    try:
        pattern = compile_pattern(text)
    except ValueError as error:
        raise OptionError(where, f"{asked!r} {error}") from error
    yield from (folder for folder in known if folder and pattern.fullmatch(folder))


def home_folders(root: Path, files: Iterable[str], links: Iterable[str]) -> set[str]:
    """Give the folders that have a home page, those that are links included.

    `files` and `links` are those of a `Survey`.
    """
    homes = {posixpath.dirname(f) for f in files if posixpath.basename(f) == HOME}
    return homes | {link for link in links if (root / link / HOME).is_file()}


HOME = "index.html"


def _group(
    versions: Iterable[Version], source: str, maker: Maker | None
) -> Iterator[VersionSet]:
    """Put versions in one folder together, and those deeper below it with them."""
    groups: dict[str, list[Version]] = {}
    for version in sorted(versions, key=lambda version: version.folder):
        groups.setdefault(posixpath.dirname(version.folder), []).append(version)
    for base in sorted(groups, key=len, reverse=True):
        above = next((b for b in _parents(base) if b in groups), None)
        if above is not None:
            groups[above] += groups.pop(base)
    for base, group in sorted(groups.items()):
        named = sorted((_name(v, base) for v in group), key=lambda v: v.folder)
        yield VersionSet(base, tuple(named), source, maker)


def _parents(folder: str) -> Iterator[str]:
    while folder:
        folder = posixpath.dirname(folder)
        yield folder


def _name(version: Version, base: str) -> Version:
    if version.name:
        return version
    name = version.folder.removeprefix(f"{base}/" if base else "")
    return Version(version.folder, name, read_name(name))
