"""The git program: found and run so that an untrusted checkout starts nothing."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

MAX_FOLDERS = 32
"""Path arguments of one `git log`: beyond some dozens, each slows every commit."""

# log reads neither index nor work tree, and what a repository's configuration may start
# (pagers, signatures, filters, lazy fetches) is switched off by flag or environment.
# `safe.directory` stays the user's decision.
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


class GitError(Exception):
    """Say why git gave no answer."""


class GitTimeError(GitError):
    """Say that the time was over."""


class Git(Struct, frozen=True):
    """Hold the program, the repository in which it runs, and for how long."""

    program: str
    top: Path
    environ: Mapping[str, str]
    end: float
    """When all of it has to be over, by the monotonic clock."""

    def run(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """Give what git prints; raises GitError."""
        printed, is_whole = self.run_until_end(*arguments, stdin=stdin)
        if not is_whole:
            raise GitTimeError
        return printed

    def run_until_end(self, *arguments: str, stdin: bytes = b"") -> tuple[bytes, bool]:
        """Give what git prints in time, and whether that is all; raises GitError."""
        # Files, since whoever holds a pipe open would hold us up.
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as printed,
            tempfile.TemporaryFile() as faults,
        ):
            given.write(stdin)
            given.seek(0)
            is_whole = True
            try:
                subprocess.run(  # noqa: S603  # a program of the user's PATH, no shell
                    [self.program, *_FLAGS, *arguments],
                    cwd=self.top,
                    env=self._environment,
                    stdin=given,
                    stdout=printed,
                    stderr=faults,
                    check=True,
                    timeout=max(self.end - time.monotonic(), 0),
                )
            except subprocess.TimeoutExpired:
                is_whole = False
            except OSError as error:
                raise GitError(f"{self.program}: {error.strerror}") from error
            except subprocess.CalledProcessError as error:
                faults.seek(0)
                raise GitError(_fault(error, faults.read(), self.top)) from error
            printed.seek(0)
            return printed.read(), is_whole

    @property
    def _environment(self) -> dict[str, str]:
        own = {name: text for name, text in self.environ.items() if name[:4] != "GIT_"}
        # What is wrong with this repository must not make git take the one above.
        ceiling = {"GIT_CEILING_DIRECTORIES": str(self.top.parent)}
        return own | _ENVIRONMENT | ceiling


def _fault(error: subprocess.CalledProcessError, said: bytes, top: Path) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    faults = [line for line in lines if line.startswith(("fatal:", "error:"))]
    word: str = next(iter(faults + lines), f"exit status {error.returncode}")
    if "dubious ownership" in word:
        trust = ["git", "config", "--global", "--add", "safe.directory", str(top)]
        word += f"; `{shlex.join(trust)}` trusts it"
    return word


def find_git(environ: Mapping[str, str]) -> str | None:
    """Find the program in absolute folders only, never in the repository."""
    name = "git.exe" if os.name == "nt" else "git"
    folders = map(Path, environ.get("PATH", os.defpath).split(os.pathsep))
    programs = (str(folder / name) for folder in folders if folder.is_absolute())
    return next(filter(shutil.which, programs), None)


def folders_of(names: Iterable[bytes]) -> list[str]:
    """Give the folders of files, few enough to be quick; none means everywhere."""
    folders = {tuple(os.fsdecode(name).split("/")[:-1]) for name in names}
    for depth in range(max(map(len, folders)), 0, -1):
        folders = _outermost({folder[:depth] for folder in folders})
        if len(folders) <= MAX_FOLDERS:
            break
    if () in folders or len(folders) > MAX_FOLDERS:
        return []
    return sorted("/".join(folder) for folder in folders)


def _outermost(folders: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Leave out what lies in another one: git would compare its files twice."""
    return {
        folder
        for folder in folders
        if not any(folder[:depth] in folders for depth in range(len(folder)))
    }
