"""The log: what each commit changed, newest first, as `git log --raw -z` tells it."""

from __future__ import annotations

from collections.abc import Container, Iterator
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


def read_log(log: bytes, *, wanted: Container[bytes], latest: int) -> Iterator[Change]:
    """Parse the log, as far as it is whole, and give the changes of `wanted` names.

    Of a rename either name may be wanted; what is wanted may change meanwhile.

    A commit that claims to be newer than `latest`, in seconds since 1970, is not newer
    than the next one that came after it.
    """
    head, seconds, after = b"", 0, 0
    commit: Commit | None = None
    # What stands behind the last NUL is cut off, if it is anything.
    tokens = iter(log.split(b"\0")[:-1])
    for token in tokens:
        first = token[0] if token else None
        if first == _COMMIT:
            head, commit = token, None
            seconds = _seconds(head, latest, after)
            after = seconds or after
            continue
        if first is None or first not in _ENTRY:
            continue
        old = name = next(tokens, None)
        # In what -c shows of a merge, only the new name stands.
        if token[-4:-3] == b"R" and b"::" not in token[:3]:
            name = next(tokens, None)
        if old is None or name is None:
            return
        if name in wanted or old in wanted:
            if commit is None:
                commit = _read_commit(head, seconds)
            yield _read_change(commit, token.lstrip(b"\n"), name, old)


_COMMIT = 1
_ENTRY = b":\n"


def _seconds(head: bytes, latest: int, after: int) -> int:
    date = head[1 : head.index(b" ")]
    seconds = int(date) if date.isdigit() else 0
    return after if seconds > latest else seconds


def _read_commit(head: bytes, seconds: int) -> Commit:
    _, name, *parents = head.decode(errors="replace").strip("\n").split(" ")
    return Commit(name, tuple(filter(None, parents)), seconds)


def _read_change(commit: Commit, entry: bytes, name: bytes, old: bytes) -> Change:
    if entry.startswith(b"::"):
        return _read_combined(commit, entry, name)
    _, _, before, after, status = entry.split(b" ")
    return Change(
        commit=commit,
        name=name,
        blob=b"" if status == b"D" else after,
        is_new=status == b"A",
        # A link and a file with the same content are not the same.
        is_same=before == after and status != b"T",
        renamed_from=old if old != name else None,
    )


def _read_combined(commit: Commit, entry: bytes, name: bytes) -> Change:
    """Read what -c shows of a merge, in which a file is as in none of its parents."""
    fields = entry.lstrip(b":").split(b" ")
    *before, after = fields[len(fields) // 2 : -1]
    was_there = any(blob.strip(b"0") for blob in before)
    blob = after if after.strip(b"0") else b""
    return Change(commit, name, blob, is_new=not was_there)
