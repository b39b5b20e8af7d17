"""Read dates from git, as scopemap does and as others do.

python -m benchmarks.subjects.git_dates NAME REPOSITORY FOLDER [FILES]
python -m benchmarks.subjects.git_dates make REPOSITORY COMMITS FILES
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path

from benchmarks.meter import MISSING, tell
from scopemap.history import Asking, read_history

FOLDER = "docs"
LOG = (
    "log --first-parent -m --raw -z --no-abbrev --no-renames --format=%x01%ct HEAD --"
).split()
SAMPLE = 200
"""Files for which a log of their own is run."""
FEW_FOLDERS = 4
"""Folders for which one is run: that takes seconds for each."""


def main() -> None:
    """Read the dates, and print what it took."""
    name, top, *rest = sys.argv[1:]
    if name == "make":
        make_history(Path(top), commits=int(rest[0]), files=int(rest[1]))
        return
    folder = Path(top, rest[0])
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    files = [path for path in files if ".git" not in path.parts]
    files = files[: int(rest[1])] if rest[1:] else files
    try:
        work = SUBJECTS[name](folder, files)
    except ImportError as error:
        print(error)
        sys.exit(MISSING)
    tell(work)


def bare_log(folder: Path, _files: list[Path]) -> Callable[[], object]:
    """Run one log over the same paths."""
    return lambda: _git(*LOG, ".", folder=folder)


def ours(_folder: Path, files: list[Path]) -> Callable[[], object]:
    """Ask for all files."""

    def work() -> None:
        asking = Asking(datetime.now(timezone.utc), budget=600.0)
        history = read_history(files, environ=os.environ, asking=asking)
        assert len(history.of) == len(files)

    return work


def comparing(_folder: Path, files: list[Path]) -> Callable[[], object]:
    """Compare the files with what was committed, as ours does besides."""

    def work() -> None:
        for file in files:
            file.is_symlink()
            with file.open("rb", buffering=0) as stream:
                data = stream.read()
            blob = b"blob %d\0" % len(data) + data
            hashlib.sha1(blob, usedforsecurity=False).hexdigest()

    return work


def each_file(folder: Path, files: list[Path]) -> Callable[[], object]:
    """Run a log for each file of a sample."""
    chosen = files[:: max(len(files) // SAMPLE, 1)][:SAMPLE]

    def work() -> None:
        for file in chosen:
            _git("log", "-1", "--format=%ct", "--", str(file), folder=folder)

    return work


def last_updated(_folder: Path, files: list[Path]) -> Callable[[], object]:
    """Read as sphinx-last-updated-by-git does, folder by folder, in some of them."""
    from sphinx_last_updated_by_git import update_file_dates  # noqa: PLC0415

    folders: dict[Path, dict[str, None]] = {}
    for file in files:
        folders.setdefault(file.parent, {})[file.name] = None

    def work() -> None:
        for folder, names in list(folders.items())[:FEW_FOLDERS]:
            update_file_dates(folder, frozenset(), names)

    return work


SUBJECTS = {
    "log": bare_log,
    "ours": ours,
    "comparing": comparing,
    "each": each_file,
    "last-updated": last_updated,
}


def _git(*arguments: str, folder: Path) -> None:
    command = ["git", *arguments]
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)


def make_history(top: Path, *, commits: int, files: int) -> None:
    """Make a repository with edits in two folders, and merges."""
    subprocess.run(["git", "init", "-q", "-b", "main", str(top)], check=True)
    command = ["git", "fast-import", "--quiet"]
    with subprocess.Popen(command, cwd=top, stdin=subprocess.PIPE) as importer:
        assert importer.stdin is not None
        for data in stream(commits, files):
            importer.stdin.write(data)
    for step in ("reset -q --hard", "gc -q"):
        subprocess.run(["git", *step.split()], cwd=top, check=True)


def stream(commits: int, files: int) -> Iterator[bytes]:
    """Give the commits, in the form of fast-import."""
    chance = random.Random(5)  # noqa: S311  # the same one each time
    names = [f"{FOLDER}/{n % 97}/{n}.md" for n in range(files)]

    def text() -> str:
        return f"{chance.random()}\n" * 40

    def edit(number: int) -> dict[str, str]:
        if chance.random() < 0.5:
            return {name: text() for name in chance.sample(names, 2)}
        return {f"src/{number % 500}.py": f"x = {number}\n"}

    yield commit(1, (), {name: text() for name in names})
    tip, number = 1, 2
    while number <= commits:
        if chance.random() < 0.15:
            yield commit(number, (tip,), edit(number))
            yield commit(number + 1, (tip,), edit(number + 1))
            yield commit(number + 2, (number + 1, number), {})
            number += 2
        else:
            yield commit(number, (tip,), edit(number))
        tip, number = number, number + 1


def commit(number: int, parents: tuple[int, ...], changes: dict[str, str]) -> bytes:
    """Write one commit, an hour after the one before."""
    lines = [
        "commit refs/heads/main",
        f"mark :{number}",
        f"committer A <a@site.example> {1_500_000_000 + number * 3600} +0000",
        "data 0",
        *(f"from :{parent}" for parent in parents[:1]),
        *(f"merge :{parent}" for parent in parents[1:]),
        *(f"M 100644 inline {n}\ndata {len(t)}\n{t}" for n, t in changes.items()),
    ]
    return ("\n".join(lines) + "\n").encode()


if __name__ == "__main__":
    main()
