"""Dates from git: a history that is made, and a clone that is given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.model import Goal, Group, Setting, Subject
from benchmarks.running import exponent, make, measure, subject
from benchmarks.subjects.git_dates import FEW_FOLDERS, FOLDER, SAMPLE

FLOOR, OURS, COMPARING = "one bare log", "scopemap", "comparing the files"


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure both."""
    commits, files = setting.size(30_000, 200), setting.size(5_000, 50)
    top = setting.work / "made"
    make(setting.work, subject("git_dates", "make", top, commits, files))
    name = f"Dates of {files:,} files from {commits:,} commits"
    yield _measure(setting, top, FOLDER, name)
    yield _compare(setting, top, [files // 10, files // 3, files])
    if setting.repository is not None:
        clone = setting.repository
        asked = ("git", "-C", str(clone), "rev-parse", "--short", "HEAD")
        commit = make(setting.work, asked).strip()
        name = f"Dates from a real clone, {clone.name} at {commit}"
        yield _measure(setting, clone, ".", name)


def _compare(setting: Setting, top: Path, sizes: list[int]) -> Group:
    """Measure apart what ours does besides the log: it grows with the files alone."""
    subjects = [
        Subject(
            f"{size:,} files",
            subject("git_dates", "comparing", top, FOLDER, size),
            size,
            "floor",
        )
        for size in sizes
    ]
    rows = measure(setting.work, subjects, setting.count())
    taken = [row.cost.seconds for row in rows if row.cost is not None]
    return Group(
        part="git",
        name="Comparing files with what was committed",
        unit="files",
        rows=tuple(rows),
        base=rows[-1].subject,
        goals=(Goal("exponent of time", exponent(sizes, taken), 1.05),),
    )


def _measure(setting: Setting, top: Path, folder: str, name: str) -> Group:
    found = [path for path in (top / folder).rglob("*") if path.is_file()]
    found = [path for path in found if ".git" not in path.parts]
    files, folders = len(found), len({path.parent for path in found})

    def command(kind: str) -> tuple[str, ...]:
        return subject("git_dates", kind, top, folder)

    subjects = [
        Subject(OURS, command("ours"), files),
        Subject(COMPARING, command("comparing"), files, "floor"),
        Subject(FLOOR, command("log"), files, "floor"),
        Subject(
            "git log -1 for each file",
            command("each"),
            files,
            "rival",
            scale=files / min(SAMPLE, files),
        ),
        Subject(
            "sphinx-last-updated-by-git",
            command("last-updated"),
            files,
            "rival",
            scale=folders / min(FEW_FOLDERS, folders),
        ),
    ]
    rows = measure(setting.work, subjects, setting.count())
    costs = {row.subject: row.cost.seconds for row in rows if row.cost is not None}
    share = (costs[OURS] - costs[COMPARING]) / costs[FLOOR]
    return Group(
        part="git",
        name=name,
        unit="files",
        rows=tuple(rows),
        base=FLOOR,
        goals=(Goal("without comparing, in parts of the bare log", share, 1.15),),
        remark=f"One log for each file: {SAMPLE} of them, scaled; likewise one for each"
        f" folder: {FEW_FOLDERS} of them.",
    )
