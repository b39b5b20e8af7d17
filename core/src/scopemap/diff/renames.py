"""Renames: what git knows of sources that were moved."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath

from scopemap.git import Git, GitError, find_git
from scopemap.model import Note
from scopemap.places import Repository, group

BUDGET = 20.0
"""Seconds that git may take."""
# A pure move keeps everything; half of a page may have been rewritten on the way,
# as git itself has it.
_LOG = (
    "log --first-parent -m -M --diff-filter=R --name-status -z --format= -O/dev/null"
    " --no-color --no-ext-diff --no-textconv --no-notes --no-show-signature"
).split()
_HOME = ("index", "README", "readme", "_index")


def read_renames(
    sources: Path, *, environ: Mapping[str, str]
) -> tuple[dict[str, str], tuple[Note, ...]]:
    """Ask git for the files that were renamed, as paths below a folder.

    Each old name leads to the newest one; where git does not answer, a note says why.
    """
    folder = sources.resolve()
    repositories, _ = group([folder / "_"])
    program = find_git(environ)
    if not repositories or program is None:
        why = "there is no git program" if repositories else "there is no repository"
        return {}, (_note(sources, why),)
    (repository,) = repositories
    git = Git(program, repository.top, environ, time.monotonic() + BUDGET)
    below = _below(repository)
    try:
        log, is_whole = git.run_until_end(*_LOG, "HEAD", "--", *filter(None, [below]))
    except GitError as error:
        return {}, (_note(sources, str(error)),)
    late = _note(sources, f"git took longer than {BUDGET:g} seconds")
    return dict(_newest(log, below)), () if is_whole else (late,)


def pages_of(source: str) -> tuple[str, ...]:
    """Give the files into which one generator or another builds a source."""
    path = PurePosixPath(source)
    if path.stem in _HOME:
        return (str(path.with_name("index.html")),)
    return (str(path.with_suffix(".html")), str(path.with_suffix("") / "index.html"))


def _below(repository: Repository) -> str:
    (name,) = repository.files
    return os.fsdecode(name).rpartition("/")[0]


def _newest(log: bytes, below: str) -> dict[str, str]:
    """Lead each old name to the newest; the log tells the newest rename first."""
    newest: dict[str, str] = {}
    for old, new in _pairs(log):
        newest.setdefault(old, newest.get(new, new))
    prefix = f"{below}/" if below else ""
    return {
        old.removeprefix(prefix): new.removeprefix(prefix)
        for old, new in newest.items()
        if old != new
    }


def _pairs(log: bytes) -> Iterator[tuple[str, str]]:
    """Parse the log, as far as it is whole: status, old name, new name."""
    tokens = iter(log.split(b"\0")[:-1])
    while len(three := [*islice(tokens, 3)]) == 3:
        yield os.fsdecode(three[1]), os.fsdecode(three[2])


def _note(sources: Path, why: str) -> Note:
    return Note("info", "git", f"no renames from git for {sources}: {why}")
