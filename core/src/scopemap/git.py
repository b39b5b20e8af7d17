"""Git: when the last change of each file landed on the branch that is built.

The date is the committer date of the commit on the first-parent chain that brought
the change in: before it, no reader saw the page change. One `git log` answers for
all files of a repository.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path

from msgspec import Struct

from scopemap.model import Note
from scopemap.places import Repository, find_places, group

MAX_FOLDERS = 32
"""Path arguments of one `git log`: beyond some dozens, each slows every commit."""

# An untrusted checkout runs nothing: log reads neither index nor work tree, and what a
# repository's configuration may start (pagers, signatures, filters, lazy fetches) is
# switched off by flag or environment. `safe.directory` stays the user's decision.
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_FLAGS = (
    "--no-pager --literal-pathspecs -c core.fsmonitor=false"
    " -c core.hooksPath=/dev/null -c log.showSignature=false -c log.showRoot=true"
    " -c log.follow=false -c log.diffMerges=first-parent"
).split()
_LOG = (
    "log --first-parent -m --raw -z --no-abbrev --no-renames -O/dev/null --no-color"
    " --no-ext-diff --no-textconv --no-notes --no-show-signature --encoding=UTF-8"
    " --format=%x01%ct HEAD --"
).split()


class History(Struct, frozen=True):
    """Hold what git knows of files, by the paths that were asked."""

    dates: dict[Path, datetime]
    reasons: dict[Path, str]
    """Why a file has no date: `no-repository`, `untracked`, `modified`, `shallow`…"""
    notes: tuple[Note, ...] = ()


def read_history(paths: Iterable[Path], *, environ: Mapping[str, str]) -> History:
    """Ask git for the date of each file; none fails, each has a date or a reason.

    A file behind links is as new as its text and as the links that are tracked.
    """
    places = {path: find_places(path) for path in paths}
    known = _read_places({place for some in places.values() for place in some}, environ)
    dates: dict[Path, datetime] = {}
    reasons: dict[Path, str] = {}
    for path, (real, *links) in places.items():
        tracked = [p for p in links if known.reasons.get(p) not in _NOT_TRACKED]
        unknown = [known.reasons[p] for p in (real, *tracked) if p in known.reasons]
        if unknown:
            reasons[path] = unknown[0]
        else:
            dates[path] = max(known.dates[place] for place in (real, *tracked))
    return History(dates, reasons, known.notes)


_NOT_TRACKED = ("no-repository", "untracked")


def _read_places(places: Iterable[Path], environ: Mapping[str, str]) -> History:
    repositories, outside = group(places)
    history = History({}, dict.fromkeys(outside, "no-repository"))
    git = _find_git(environ)
    if git is None:
        asked = {p: "no-git" for repo in repositories for p in repo.files.values()}
        note = Note("info", "no-git", "no dates from git: there is no git program")
        return History({}, history.reasons | asked, (note,) if asked else ())
    for repository in repositories:
        part = _read_repository(repository, git, environ)
        history = History(
            history.dates | part.dates,
            history.reasons | part.reasons,
            history.notes + part.notes,
        )
    return history


def _find_git(environ: Mapping[str, str]) -> str | None:
    """Find the program in absolute folders only, never in the repository."""
    name = "git.exe" if os.name == "nt" else "git"
    folders = map(Path, environ.get("PATH", os.defpath).split(os.pathsep))
    programs = (str(folder / name) for folder in folders if folder.is_absolute())
    return next(filter(shutil.which, programs), None)


def _read_repository(
    repository: Repository, git: str, environ: Mapping[str, str]
) -> History:
    asked = repository.files.values()
    run = functools.partial(_run, git, repository.top, environ)
    try:
        if run(["rev-parse", "--is-shallow-repository"]).strip() == b"true":
            return History({}, dict.fromkeys(asked, "shallow"), (_shallow(repository),))
        log = run([*_LOG, *_folders(repository.files)])
    except OSError as error:
        note = Note("info", "git", f"no dates from git: {git}: {error.strerror}")
        return History({}, dict.fromkeys(asked, "git"), (note,))
    except subprocess.CalledProcessError as error:
        return History({}, dict.fromkeys(asked, "git"), (_failed(repository, error),))
    return _date(repository, _changes(log))


def _run(
    git: str, folder: Path, environ: Mapping[str, str], arguments: list[str]
) -> bytes:
    own = {name: value for name, value in environ.items() if name[:4] != "GIT_"}
    return subprocess.run(  # noqa: S603  # a program of the user's PATH, and no shell
        [git, *_FLAGS, *arguments],
        cwd=folder,
        # What is wrong with this repository must not make git take the one above.
        env=own | _ENVIRONMENT | {"GIT_CEILING_DIRECTORIES": str(folder.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    ).stdout


def _folders(names: Iterable[bytes]) -> list[str]:
    """Give the folders of files, few enough to be quick; none means everywhere."""
    folders = {tuple(os.fsdecode(name).split("/")[:-1]) for name in names}
    for depth in range(max(map(len, folders)), 0, -1):
        folders = {folder[:depth] for folder in folders}
        if len(folders) <= MAX_FOLDERS:
            break
    if () in folders or len(folders) > MAX_FOLDERS:
        return []
    return sorted("/".join(folder) for folder in folders)


def _changes(log: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """Parse the log, newest first: a path, its content's id, seconds since 1970.

    The id of what was deleted is empty.
    """
    tokens = iter(log.split(b"\0"))
    seconds = 0
    for token in tokens:
        if token.startswith(b"\x01"):
            seconds = int(token[1:].strip() or b"0")
        elif token.lstrip(b"\n").startswith(b":"):
            _, _, before, after, status = token.lstrip(b"\n").split(b" ")
            path = next(tokens)
            # Where the ids are equal, only the file's mode changed.
            if before != after:
                yield path, b"" if status.startswith(b"D") else after, seconds


def _date(
    repository: Repository, changes: Iterable[tuple[bytes, bytes, int]]
) -> History:
    newest: dict[bytes, tuple[bytes, int]] = {}
    for name, blob, seconds in changes:
        if name in repository.files:
            newest.setdefault(name, (blob, seconds))
    dates: dict[Path, datetime] = {}
    reasons: dict[Path, str] = {}
    for name, place in repository.files.items():
        blob, seconds = newest.get(name, (b"", 0))
        if not blob:
            reasons[place] = "untracked"
        elif not 0 < seconds < _YEAR_9999:
            reasons[place] = "odd-date"
        elif not _is_unchanged(place, blob.decode()):
            reasons[place] = "modified"
        else:
            dates[place] = datetime.fromtimestamp(seconds, timezone.utc)
    return History(dates, reasons)


_YEAR_9999 = 253_370_764_800


def _is_unchanged(path: Path, blob: str) -> bool:
    """Compare a file with what was committed, without git, which would run filters."""
    try:
        link = path.is_symlink()
        data = os.fsencode(path.readlink()) if link else path.read_bytes()
    except OSError:
        return False
    return blob in (_blob(data, blob), _blob(data.replace(b"\r\n", b"\n"), blob))


def _blob(data: bytes, like: str) -> str:
    digest = hashlib.sha1 if len(like) == 40 else hashlib.sha256
    return digest(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _shallow(repository: Repository) -> Note:
    return Note(
        "info",
        "shallow",
        f"no dates from git: {repository.top.name} is a shallow clone; in CI check out"
        " with fetch-depth: 0 and filter: blob:none, or run"
        " `git fetch --unshallow --filter=blob:none`",
    )


def _failed(repository: Repository, error: subprocess.CalledProcessError) -> Note:
    lines = error.stderr.decode(errors="replace").strip().splitlines()
    faults = [line for line in lines if line.startswith(("fatal:", "error:"))]
    word = next(iter(faults + lines), f"exit status {error.returncode}")
    if "dubious ownership" in word:
        trust = ["git", "config", "--global", "--add", "safe.directory"]
        word += f"; `{shlex.join([*trust, str(repository.top)])}` trusts it"
    return Note("info", "git", f"no dates from git: {word}")
