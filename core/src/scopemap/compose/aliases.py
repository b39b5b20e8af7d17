"""Aliases: the folders that hold the same version, of which one is listed.

`latest/` may be a symbolic link, a copy, or a folder of stubs that send readers on;
mike writes any of the three. Which one is listed, the pages themselves say by their
canonical links, since engines believe them. Nothing is written here; whoever writes
goes by `Merged.built`, where the files really lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from scopemap import urls
from scopemap.compose.looks import Look, is_copy, look_all, read_home
from scopemap.compose.owners import Groups, make_owner
from scopemap.compose.versionfiles import Maker
from scopemap.compose.versionnames import POINTERS, rank_word
from scopemap.compose.versions import Version, VersionSet
from scopemap.facts import NOTHING, Facts
from scopemap.model import Note

How: TypeAlias = Literal["folder", "link", "copy", "redirect"]
Preference: TypeAlias = Literal["alias", "version"]


class Place(Struct, frozen=True):
    """Hold one folder of a version, and how it comes to hold that."""

    folder: str
    how: How
    """A folder of its own, or what it is of another one."""


class Merged(Struct, frozen=True):
    """Hold one version with all of its folders."""

    version: Version
    listed: str
    """The folder whose addresses are to be listed."""
    built: str
    """The folder in which those files really lie: `listed`, unless that is a link."""
    places: tuple[Place, ...]
    """All of its folders, sorted."""
    facts: Facts = NOTHING
    """What its home page says."""

    @property
    def folders(self) -> tuple[str, ...]:
        """Give all of its folders."""
        return tuple(place.folder for place in self.places)


class MergedSet(Struct, frozen=True):
    """Hold the versions of a set, each once."""

    base: str
    versions: tuple[Merged, ...]
    """The newest first: releases, then what comes before them, then the rest."""
    source: str
    maker: Maker | None = None
    default: str | None = None
    """The listed folder of the version to which the home page above them leads."""


def merge_aliases(
    root: Path,
    versions: VersionSet,
    *,
    base_url: str,
    prefer: Preference = "version",
) -> tuple[MergedSet, tuple[Note, ...]]:
    """Find the folders that hold the same, and say which of them is to be listed.

    Folders are the same if they were declared so, if one is a link to the other, if the
    home page of one, which has no sitemap, sends its reader to the other, or if one
    whose name is a pointer (`latest`) has the same home page and sitemap, byte for
    byte. That one is listed which the canonical link of the home page names. Where it
    names none of them, `prefer` decides; the default is the version, since that is
    what generators write into its sitemap. A folder of stubs is never listed.

    `base_url` is in normal form and the root's. What is not there, or leads out of the
    root, makes a note and is left out.
    """
    looks, missing = look_all(root, versions, base_url=base_url)
    notes = list(missing)
    merged = []
    for folders in _join(looks, versions, root, base_url):
        group = [looks[folder] for folder in folders]
        found = _merge(group, versions, base_url, prefer, notes)
        if found is not None:
            merged.append(found)
    merged.sort(key=lambda m: m.listed)
    merged.sort(key=lambda m: m.version.named.order, reverse=True)
    default = _find_default(root, versions.base, base_url, merged)
    result = MergedSet(
        versions.base, tuple(merged), versions.source, versions.maker, default
    )
    return result, tuple(notes)


def _note(versions: VersionSet, problem: str) -> Note:
    return Note("info", "versions", f"{versions.source} {problem}")


def _join(
    looks: Mapping[str, Look], versions: VersionSet, root: Path, base_url: str
) -> list[list[str]]:
    groups = Groups(looks)
    for version in versions.versions:
        there = [f for f in (version.folder, *version.aliases) if f in looks]
        for alias in there[1:]:
            groups.join(alias, there[0])
    real: dict[str, str] = {}
    owner = make_owner(looks, base_url)
    for look in looks.values():
        groups.join(look.folder, real.setdefault(look.real, look.folder))
        if look.is_stub and look.facts.redirect is not None:
            groups.join(look.folder, owner(look.facts.redirect) or look.folder)
    for pointer, copy in _find_copies(looks.values(), root):
        groups.join(pointer, copy)
    return groups.all()


def _find_copies(looks: Iterable[Look], root: Path) -> Iterator[tuple[str, str]]:
    whole = [look for look in looks if not look.is_stub and not look.is_link]
    for pointer in whole:
        if _last_part(pointer.folder) in POINTERS:
            for look in whole:
                if look is not pointer and is_copy(root, pointer, look):
                    yield pointer.folder, look.folder


def _last_part(folder: str) -> str:
    return folder.rpartition("/")[2].lower()


def _merge(
    group: list[Look],
    versions: VersionSet,
    base_url: str,
    prefer: Preference,
    notes: list[Note],
) -> Merged | None:
    """Make one version of folders that hold the same; None: there is only a stub."""
    whole = [look for look in group if not look.is_stub]
    if not whole:
        names = ", ".join(f"{look.folder}/" for look in group)
        notes.append(_note(versions, f"names {names}, which only leads elsewhere"))
        return None
    version = _head(group, versions)
    home = next((look for look in whole if look.folder == version.folder), whole[0])
    owner = make_owner([look.folder for look in group], base_url)
    named = owner(home.facts.canonical or "")
    listed = next((look for look in whole if look.folder == named), None)
    if listed is None:
        listed = _prefer(whole, version, prefer)
        if named is not None:
            notes.append(_note_loop(named, listed, base_url))
    places = tuple(Place(look.folder, _how(look, listed)) for look in group)
    return Merged(version, listed.folder, listed.real, places, home.facts)


def _note_loop(named: str, listed: Look, base_url: str) -> Note:
    stub = urls.folder_url(base_url, named)
    text = (
        f"the pages of {listed.url} call {stub} canonical, which sends readers back:"
        " engines may list neither (mike: take another alias_type than redirect)"
    )
    return Note("warning", "versions", text)


def _head(group: list[Look], versions: VersionSet) -> Version:
    """Give the version that lends a group its name: the one that says most of it."""
    looks = {look.folder: look for look in group}

    def weight(version: Version) -> tuple[bool, bool, bool, object]:
        look = looks.get(version.folder)
        return (
            version.named.kind not in ("other", "pointer"),
            look is not None and not look.is_stub,
            look is not None and not look.is_link,
            version.named.order,
        )

    folders = looks.keys()
    return max(
        (
            v
            for v in versions.versions
            if not folders.isdisjoint((v.folder, *v.aliases))
        ),
        key=weight,
    )


def _prefer(whole: list[Look], version: Version, prefer: Preference) -> Look:
    rank = rank_word(POINTERS)
    own = [look for look in whole if look.folder == version.folder]
    others = [look for look in whole if look.folder != version.folder]
    others.sort(key=lambda look: rank(_last_part(look.folder)))
    if prefer == "alias":
        return (others + own)[0]
    return (own + sorted(others, key=lambda look: look.is_link))[0]


def _how(look: Look, listed: Look) -> How:
    if look.is_stub:
        return "redirect"
    if look.is_link:
        return "link"
    is_own = look is listed or look.folder == listed.real
    return "folder" if is_own else "copy"


def _find_default(
    root: Path, base: str, base_url: str, merged: Iterable[Merged]
) -> str | None:
    """Give the version to which the page above leads (`mike set-default`)."""
    url = urls.folder_url(base_url, base)
    target = read_home(root, base, url).redirect
    if target is None:
        return None
    owners = {folder: m.listed for m in merged for folder in m.folders}
    owner = make_owner(owners, base_url)(target)
    return None if owner is None else owners[owner]
