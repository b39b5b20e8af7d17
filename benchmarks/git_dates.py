"""Measure what the dates from git cost, beside a bare `git log` over the same folder.

    python benchmarks/git_dates.py [--commits 30000] [--files 5000] [--repository DIR]

Makes a history of that size, always the same one, or takes a clone, and prints CPU
seconds of the whole process tree: compare the ratios of one run, not single figures.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import IO, NamedTuple

from scopemap.digest import digest_content
from scopemap.history import Asking, read_history

FOLDER = "docs"
LOG = "log --first-parent -m --raw -z --no-abbrev --format=%x01%ct HEAD --".split()


class Row(NamedTuple):
    """What one round took, in CPU seconds."""

    bare: float
    ours: float
    dirty: float
    """Of ours: to compare the files with what was committed."""

    @property
    def ratio(self) -> float:
        """Give ours without the comparison, in parts of the bare log."""
        return (self.ours - self.dirty) / self.bare


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=int, default=30_000)
    parser.add_argument("--files", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repository", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        top = given.repository or Path(folder)
        if given.repository is None:
            make_history(top, commits=given.commits, files=given.files)
        rows = [measure(top) for _ in range(given.rounds)]
    print("bare log   ours  of it comparing  ratio without that")
    for row in rows:
        print(f"{row.bare:8.2f}{row.ours:7.2f}{row.dirty:17.2f}{row.ratio:20.2f}")
    page = b"<main>" + b"<p>Some <b>text</b> that a page has.</p>" * 680 + b"</main>"
    before = _cpu()
    for _ in range(200):
        digest_content(page)
    each = (_cpu() - before) / 200
    print(f"digest of a page of {len(page) // 1024} KiB: {each * 1000:.2f} ms")


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


def measure(top: Path) -> Row:
    """Ask for all files of the folder, and run the bare log."""
    files = [path for path in (top / FOLDER).rglob("*") if path.is_file()]
    before = _cpu()
    with Path(os.devnull).open("wb") as nowhere:
        _log(top, nowhere)
    bare = _cpu() - before
    before = _cpu()
    asking = Asking(datetime.now(timezone.utc))
    history = read_history(files, environ=os.environ, asking=asking)
    ours = _cpu() - before
    before = _cpu()
    for file in files:
        file.is_symlink()
        with file.open("rb", buffering=0) as stream:
            data = stream.read()
        hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    dirty = _cpu() - before
    assert len(history.of) == len(files)
    return Row(bare, ours, dirty)


def _log(top: Path, output: IO[bytes]) -> None:
    subprocess.run(["git", *LOG, FOLDER], cwd=top, stdout=output, check=True)


def _cpu() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
