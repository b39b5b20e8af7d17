"""The log: what each commit changed, newest first, as `git log --raw -z` tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scopemap.options import GitDate

_RAW = (
    "--raw -z --no-abbrev -M100% -O/dev/null --no-color --no-ext-diff --no-textconv"
    " --no-notes --no-show-signature --encoding=UTF-8"
).split()


def log_arguments(which: GitDate, folders: list[str]) -> list[str]:
    """Give the arguments of a `git log` that `read_log` understands."""
    # Of a merge -c shows what is so in none of its parents.
    merges = ["--first-parent", "-m"] if which == "landed" else ["-c"]
    date = "%at" if which == "authored" else "%ct"
    form = f"--format=%x01{date} %H %P"
    return ["log", *merges, *_RAW, form, "HEAD", "--", *folders]


class Commit(NamedTuple):
    """Hold one commit of the log."""

    id: str
    parents: tuple[str, ...]
    seconds: int
    """Since 1970; 0 where nobody knows."""


class Change(NamedTuple):
    """Hold what a commit did to one file."""

    commit: Commit
    name: bytes
    blob: bytes
    """The id of the content; empty where the file was deleted."""
    is_new: bool = False
    is_same: bool = False
    """Whether the content stayed, as where only the mode changed."""
    renamed_from: bytes | None = None
    """The old name, where the file came to this one with its content as it was."""


def read_log(log: bytes, *, latest: int) -> Iterator[Change]:
    """Parse the log, as far as it is whole.

    A commit that claims to be newer than `latest`, in seconds since 1970, is not newer
    than the next one that came after it.
    """
    commit = Commit("", (), 0)
    after = 0
    # What stands behind the last NUL is cut off, if it is anything.
    tokens = iter(log.split(b"\0")[:-1])
    for token in tokens:
        if token.startswith(b"\x01"):
            commit = _read_commit(token)
            if commit.seconds > latest:
                commit = commit._replace(seconds=after)
            after = commit.seconds or after
            continue
        entry = token.lstrip(b"\n")
        if not entry.startswith(b":"):
            continue
        old = name = next(tokens, None)
        if _RENAMED.search(entry):
            name = next(tokens, None)
        if old is not None and name is not None:
            yield _read_change(commit, entry, name, old)


# In what -c shows of a merge, only the new name stands.
_RENAMED = re.compile(rb"\A:[^:].* R\d+\Z")


def _read_commit(token: bytes) -> Commit:
    date, name, *parents = token[1:].decode(errors="replace").strip("\n").split(" ")
    seconds = int(date) if date.isascii() and date.isdigit() else 0
    return Commit(name, tuple(filter(None, parents)), seconds)


def _read_change(commit: Commit, entry: bytes, name: bytes, old: bytes) -> Change:
    fields = entry.lstrip(b":").split(b" ")
    *before, after = fields[len(fields) // 2 : -1]
    was_there = any(blob.strip(b"0") for blob in before)
    return Change(
        commit=commit,
        name=name,
        blob=after if after.strip(b"0") else b"",
        is_new=not was_there,
        is_same=after in before,
        renamed_from=old if old != name else None,
    )
