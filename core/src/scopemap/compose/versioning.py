"""Versioning: which folders of a host count, and under which addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from scopemap import urls
from scopemap.compose.advising import advise, find_tool
from scopemap.compose.aliases import Merged, merge_aliases
from scopemap.compose.asking import Asking
from scopemap.compose.choosing import Choice, choose
from scopemap.compose.proposing import propose
from scopemap.compose.versionfiles import read_version_files
from scopemap.compose.versions import (
    VersionSet,
    asked_sets,
    declared_sets,
    home_folders,
)
from scopemap.model import Note
from scopemap.survey import Survey


class Versions(Struct, frozen=True):
    """Hold what is chosen of all versions on a host."""

    choices: tuple[Choice, ...] = ()
    notes: tuple[Note, ...] = ()

    def is_left_out(self, path: str) -> bool:
        """Tell whether a file lies in a folder that no index shall lead to."""
        folder = self._owner(path)
        return folder is not None and folder not in self._built()

    def find_moved(self) -> Iterator[Merged]:
        """Give the versions that are listed at another address than they are built for.

        A link to a version, or a copy of it, has the sitemap of that.
        """
        for choice in self.choices:
            yield from (each for each in choice.chosen if _is_moved(each))

    def _built(self) -> set[str]:
        """Give the folders in which listed versions lie, at their own addresses."""
        chosen = (each for choice in self.choices for each in choice.chosen)
        return {each.built for each in chosen if not _is_moved(each)}

    def _owner(self, path: str) -> str | None:
        """Give the folder of the version that a file belongs to, the longest one."""
        known = (folder for folder in self._folders() if _holds(folder, path))
        return max(known, key=len, default=None)

    def _folders(self) -> Iterator[str]:
        for choice in self.choices:
            left = (each.version for each in choice.left_out)
            for merged in (*choice.chosen, *left):
                yield from merged.folders


def _is_moved(merged: Merged) -> bool:
    return not merged.listed == merged.built == merged.version.folder


def _holds(folder: str, path: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def find_versions(root: Path, seen: Survey, base_url: str, asking: Asking) -> Versions:
    """Find the versions on a host, and choose those that are listed.

    They are those of the option, else of version files; folders that only look like
    versions are proposed in a note. Raises OptionError.
    """
    sets, notes = _find_sets(root, seen, base_url, asking)
    choices: list[Choice] = []
    for each in sets:
        merged, more = merge_aliases(
            root, each, base_url=base_url, prefer=asking.prefer
        )
        notes += more
        if merged.versions:
            choice, more = choose(
                merged,
                policy=asking.policy,
                supported=asking.supported,
                base_url=base_url,
            )
            choices.append(choice)
            notes += (*more, *_advise(choice, seen, base_url))
    if not sets:
        proposals = propose(root, seen.files, links=seen.links)
        notes += tuple(Note("info", "versions", each.text) for each in proposals)
    return Versions(tuple(choices), notes)


def _find_sets(
    root: Path, seen: Survey, base_url: str, asking: Asking
) -> tuple[Iterable[VersionSet], tuple[Note, ...]]:
    if asking.versions:
        folders = home_folders(root, seen.files, seen.links)
        return asked_sets(asking.versions, root=root, folders=folders)
    files, notes = read_version_files(root, seen.files, base_url=base_url)
    return declared_sets(files), notes


def _advise(choice: Choice, seen: Survey, base_url: str) -> Iterator[Note]:
    tool = find_tool(choice, seen.files)
    for code, line in advise(choice, tool=tool, base_url=base_url).items():
        yield Note("info", f"versions-{code}", line)


def move(url: str, merged: Merged, base_url: str) -> str:
    """Give the address of a page of a version where that is listed.

    A sitemap of the version may have it already, as MkDocs' own has under mike.
    """
    for folder in merged.folders:
        own = urls.folder_url(base_url, folder)
        if url.startswith(own):
            return urls.folder_url(base_url, merged.listed) + url[len(own) :]
    return url
