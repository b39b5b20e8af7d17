"""History: when the last change of each file landed on the branch that is built.

The date is the committer date of the commit on the first-parent chain that brought
the change in: before it, no reader saw the page change. One `git log` answers for
all files of a repository.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path

from msgspec import Struct

from scopemap.git import Git, GitError, GitTimeError, find_git, folders_of
from scopemap.ignored import FILE, find_ignored, read_ignored
from scopemap.log import log_arguments
from scopemap.model import Note
from scopemap.options import GitDate
from scopemap.places import Repository, find_places, group
from scopemap.report import count
from scopemap.walk import Walk, find_moved


class Asking(Struct, frozen=True):
    """Hold how git is to be asked."""

    now: datetime
    which: GitDate = "landed"
    ignore_revs: str | None = None
    """A file below the top of a repository; empty: none; None: the usual one."""
    budget: float = 20.0
    """Seconds for all repositories together."""
    in_ci: bool = False
    wants_head: bool = False
    """Whether the date of the newest commit is needed."""


class Answer(Struct, frozen=True):
    """Hold the date of a file, or the reason why it has none."""

    date: datetime | None = None
    commit: str = ""
    """Where the date is from."""
    reason: str = ""
    """`no-repository`, `untracked`, `modified`, `shallow`, `budget`…"""
    latest: datetime | None = None
    """What a file without a date is not newer than, where that is known."""


class History(Struct, frozen=True):
    """Hold what git knows of files, by the paths that were asked."""

    of: Mapping[Path, Answer]
    notes: tuple[Note, ...] = ()
    head: datetime | None = None
    """When the newest of the commits that are built was made, if that was asked."""


def read_history(
    paths: Iterable[Path], *, environ: Mapping[str, str], asking: Asking
) -> History:
    """Ask git for the date of each file; none fails, each has a date or a reason.

    A file behind links is as new as its text and as the links that are tracked.
    """
    places = find_places(paths)
    asked = {place for some in places.values() for place in some}
    known = _read_places(asked, environ, asking)
    answers = {
        path: newest([known.of[real], *_tracked(known.of[link] for link in links)])
        if links
        else known.of[real]
        for path, (real, *links) in places.items()
    }
    return History(answers, known.notes, known.head)


def _tracked(answers: Iterable[Answer]) -> Iterator[Answer]:
    return (a for a in answers if a.reason not in ("no-repository", "untracked"))


def newest(answers: Iterable[Answer]) -> Answer:
    """Give the answer for what is made of several files: that of the newest of them.

    A file without a date leaves it open, unless it cannot be newer than the others.
    """
    known: list[Answer] = []
    unknown: list[Answer] = []
    for answer in answers:
        (unknown if answer.date is None else known).append(answer)
    best = max(known, key=_date_of) if known else Answer()
    if best.date is not None and all(_is_older(a, best.date) for a in unknown):
        return best
    limits = [answer.date or answer.latest for answer in (*known, *unknown)]
    sure = [limit for limit in limits if limit is not None]
    latest = max(sure) if len(sure) == len(limits) else None
    return Answer(reason=unknown[0].reason, latest=latest)


def _is_older(answer: Answer, date: datetime) -> bool:
    return answer.latest is not None and answer.latest <= date


def _date_of(answer: Answer) -> datetime:
    assert answer.date is not None
    return answer.date


def _read_places(
    places: Iterable[Path], environ: Mapping[str, str], asking: Asking
) -> History:
    repositories, outside = group(places)
    answers = dict.fromkeys(outside, Answer(reason="no-repository"))
    program = find_git(environ)
    notes: list[Note] = []
    heads: list[datetime] = []
    end = time.monotonic() + asking.budget
    for repository in repositories:
        if program is None:
            part = _unknown(repository, "no-git", "there is no git program")
        else:
            git = Git(program, repository.top, environ, end)
            part = _read_repository(repository, git, asking)
        answers |= part.of
        notes += part.notes
        heads += [part.head] if part.head is not None else []
    return History(answers, tuple(dict.fromkeys(notes)), max(heads, default=None))


def _read_repository(repository: Repository, git: Git, asking: Asking) -> History:
    try:
        head = _head(git, asking.now) if asking.wants_head else None
        walk, is_whole = _walk(repository, git, asking)
    except GitTimeError:
        answers = dict.fromkeys(repository.files.values(), Answer(reason="budget"))
        return History(answers, tuple(_notes(repository, answers.values(), asking)))
    except GitError as error:
        return _unknown(repository, "git", str(error))
    missing = "untracked" if is_whole else "budget"
    answers = {
        place: _answer(place, name, walk, asking, missing=missing)
        for name, place in repository.files.items()
    }
    return History(answers, tuple(_notes(repository, answers.values(), asking)), head)


def _head(git: Git, now: datetime) -> datetime | None:
    """Give the date of the newest commit, if it can be one."""
    said = git.run("log", "-1", "--format=%ct", "HEAD", "--").strip()
    seconds = int(said) if said.isdigit() else 0
    is_sane = 0 < seconds <= now.timestamp()
    return datetime.fromtimestamp(seconds, timezone.utc) if is_sane else None


def _walk(repository: Repository, git: Git, asking: Asking) -> tuple[Walk, bool]:
    """Walk until all files are found, or the time is over; tell which."""
    walk = Walk(
        repository.files,
        ignored=find_ignored(git, _ids_to_ignore(repository, asking)),
        boundary=_boundary(git),
    )
    latest = int((asking.now + _CLOCKS).timestamp())
    names: Iterable[bytes] = repository.files
    for moves in range(_MOVES + 1):
        folders = folders_of(names)
        log, is_whole = git.run_until_end(*log_arguments(asking.which, folders))
        walk.go(log, latest=latest)
        # Where no folder limits the log, it has told all renames itself.
        if not folders:
            break
        moved = _find_moved(git, walk) if is_whole else None
        if moved is None:
            walk.forget_new()
            return walk, False
        if not moved or moves == _MOVES:
            break
        walk.go_on(moved)
        names = moved.values()
    return walk, is_whole


def _find_moved(git: Git, walk: Walk) -> dict[bytes, bytes] | None:
    """Give what has to be followed further; None where the time is over."""
    try:
        walk.prove_renames(git)
        return find_moved(git, walk)
    except GitTimeError:
        return None


_MOVES = 9
"""How often a file is followed to a folder that no log was asked for so far."""
# Clocks of machines that commit and machines that build differ by minutes.
_CLOCKS = timedelta(minutes=5)


def _ids_to_ignore(repository: Repository, asking: Asking) -> frozenset[str]:
    name = FILE if asking.ignore_revs is None else asking.ignore_revs
    return read_ignored(repository.top / name) if name else frozenset()


def _boundary(git: Git) -> frozenset[str]:
    """Give the commits at which a shallow clone ends."""
    said = git.run("rev-parse", "--is-shallow-repository", "--git-common-dir")
    is_shallow, _, common = said.removesuffix(b"\n").partition(b"\n")
    if is_shallow != b"true":
        return frozenset()
    ids = (git.top / os.fsdecode(common) / "shallow").read_text(encoding="ascii")
    return frozenset(ids.split())


def _answer(
    place: Path, name: bytes, walk: Walk, asking: Asking, *, missing: str
) -> Answer:
    found, blob = walk.found.get(name), walk.blobs.get(name)
    if blob == b"":
        return Answer(reason="untracked")
    if found is None or blob is None:
        return Answer(reason=missing)
    if not found.commit.seconds:
        return Answer(reason="odd-date")
    date = datetime.fromtimestamp(found.commit.seconds, timezone.utc)
    is_changed = not _is_unchanged(place, blob.decode())
    if found.is_boundary:
        # When the boundary was authored says nothing of what lies behind it.
        is_limit = not is_changed and asking.which != "authored"
        return Answer(reason="shallow", latest=date if is_limit else None)
    if not is_changed:
        return Answer(date, found.commit.id)
    if not asking.in_ci:
        return Answer(reason="modified")
    # There a tool has touched it, or a filter that git would run.
    return Answer(date, found.commit.id, _TOUCHED)


_TOUCHED = "touched"


def _is_unchanged(path: Path, blob: str) -> bool:
    """Compare a file with what was committed, without git, which would run filters."""
    try:
        if os.path.islink(path):  # noqa: PTH114  # quicker
            data = os.fsencode(path.readlink())
        else:
            with open(os.fspath(path), "rb", buffering=0) as stream:  # noqa: PTH123  # quicker
                data = stream.read()
    except OSError:
        return False
    if _blob(data, blob) == blob:
        return True
    # As a checkout on Windows has it.
    return b"\r\n" in data and _blob(data.replace(b"\r\n", b"\n"), blob) == blob


def _blob(data: bytes, like: str) -> str:
    digest = hashlib.sha1 if len(like) == 40 else hashlib.sha256
    return digest(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _notes(
    repository: Repository, answers: Iterable[Answer], asking: Asking
) -> Iterator[Note]:
    reasons = [answer.reason for answer in answers]
    name = repository.top.name
    if shallow := reasons.count("shallow"):
        yield _note(
            "shallow",
            f"for {_of(shallow, reasons)}: {name} is a shallow clone; in CI check out"
            " with fetch-depth: 0 and filter: blob:none, or run"
            " `git fetch --unshallow --filter=blob:none`",
        )
    if late := reasons.count("budget"):
        yield _note(
            "budget",
            f"for {_of(late, reasons)}: reading the history of {name} took longer than"
            f" {asking.budget:g} seconds; git_budget allows more",
        )
    if touched := reasons.count(_TOUCHED):
        text = f"{_of(touched, reasons)} in {name} are not as they were committed"
        yield Note("info", _TOUCHED, f"{text}; their dates are those of the commits")


def _of(number: int, all_: list[str]) -> str:
    return f"{number} of {count(len(all_), 'file')}"


def _note(code: str, text: str) -> Note:
    return Note("info", code, f"no dates from git {text}")


def _unknown(repository: Repository, reason: str, why: str) -> History:
    answers = dict.fromkeys(repository.files.values(), Answer(reason=reason))
    return History(answers, (Note("info", reason, f"no dates from git: {why}"),))
