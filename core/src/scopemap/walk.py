"""The walk: back along the log, each file to the newest commit that changed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scopemap.git import Git
from scopemap.ignored import Ignored
from scopemap.log import Change, Commit, read_log


class Found(NamedTuple):
    """Hold where the walk of one file came to its end."""

    commit: Commit
    is_boundary: bool = False
    """Whether the clone ends there: the file may be as old as the repository."""
    is_new: bool = False
    """Whether the file came into being there, as far as the log shows."""
    name: bytes = b""
    """What it was called there."""


class Walk:
    """Follow files, by their names in the repository, from the newest commit on."""

    def __init__(
        self, names: Iterable[bytes], *, ignored: Ignored, boundary: frozenset[str]
    ) -> None:
        self.ignored = ignored
        self.boundary = boundary
        self.blobs: dict[bytes, bytes] = {}
        """The content of each file in the newest commit; empty: it is not there."""
        self.found: dict[bytes, Found] = {}
        self._asked: dict[bytes, list[bytes]] = {name: [name] for name in names}
        self._waiting: dict[tuple[str, bytes], list[bytes]] = {}
        self._renames: list[tuple[Change, list[bytes]]] = []

    def go(self, log: bytes, *, latest: int) -> None:
        """Read a log, newest first, to its end; `latest` is that of `read_log`."""
        for change in read_log(log, wanted=self._asked, latest=latest):
            old = change.renamed_from or change.name
            waiting = self._waiting.pop((change.commit.id, old), [])
            if self._asked.get(change.name):
                self._meet(change, self._asked.pop(change.name))
            if waiting or self._waiting:
                self._asked.setdefault(change.name, [])
                self._asked.setdefault(old, []).extend(waiting)

    def prove_renames(self, git: Git) -> None:
        """Undo the renames that a log of some folders made up; raises GitError.

        It pairs what it sees, and that is not what the whole commit would pair.
        """
        renames, self._renames = self._renames, []
        true = _read_renames(git, dict.fromkeys(each.commit.id for each, _ in renames))
        for change, asked in reversed(renames):
            if true.get((change.commit.id, change.name)) != change.renamed_from:
                found = Found(change.commit, is_new=True, name=change.name)
                self.found |= dict.fromkeys(asked, found)

    def forget_new(self) -> None:
        """Give up what seems to be new, if there is no time to ask whether it is."""
        for name, found in list(self.found.items()):
            if found.is_new and found.commit.parents:
                del self.found[name]

    def go_on(self, moved: Mapping[bytes, bytes]) -> None:
        """Take found files up again, under the name they had before that commit.

        There the log shows the old name as gone, or as renamed.
        """
        for name, old in moved.items():
            commit = self.found.pop(name).commit.id
            self._asked.setdefault(old, [])
            self._waiting.setdefault((commit, old), []).append(name)

    def _meet(self, change: Change, asked: list[bytes]) -> None:
        for name in asked:
            self.blobs.setdefault(name, change.blob)
        if change.renamed_from is not None and change.is_same:
            self._renames.append((change, list(asked)))
            self._asked.setdefault(change.renamed_from, []).extend(asked)
        elif change.is_same or self._is_ignored(change):
            self._asked[change.name] = asked
        else:
            commit = change.commit
            is_boundary = not commit.parents and commit.id in self.boundary
            found = Found(commit, is_boundary, change.is_new, change.name)
            self.found |= dict.fromkeys(asked, found)

    def _is_ignored(self, change: Change) -> bool:
        """Tell whether a commit that is ignored changed a file that was there."""
        if change.commit.id not in self.ignored or change.is_new or not change.blob:
            return False
        names = self.ignored[change.commit.id]
        return names is None or change.name in names


def find_moved(git: Git, walk: Walk) -> dict[bytes, bytes]:
    """Give the files that came from other folders as they were, with their old names.

    A log that is limited to folders shows them as new. Raises GitError.
    """
    new: dict[tuple[str, bytes], list[bytes]] = {}
    for name, found in walk.found.items():
        if found.is_new and found.commit.parents:
            new.setdefault((found.commit.id, found.name), []).append(name)
    old_names = _read_renames(git, dict.fromkeys(commit for commit, _ in new))
    moved: dict[bytes, bytes] = {}
    for place, names in new.items():
        if place in old_names:
            moved |= dict.fromkeys(names, old_names[place])
    return moved


def _read_renames(git: Git, commits: Iterable[str]) -> dict[tuple[str, bytes], bytes]:
    """Give the old name of each file that a commit only renamed, by the new one."""
    listed = "".join(f"{commit}\n" for commit in commits).encode()
    if not listed:
        return {}
    renames: dict[tuple[str, bytes], bytes] = {}
    commit = ""
    tokens = iter(git.run("diff-tree", *_RENAMES, stdin=listed).split(b"\0"))
    for token in tokens:
        if token.startswith(b":"):
            old = next(tokens)
            renames[commit, next(tokens)] = old
        else:
            commit = token.decode()
    return renames


_RENAMES = (
    "--stdin -r -z -M100% --diff-filter=R --diff-merges=first-parent --no-ext-diff"
    " -O/dev/null"
).split()
