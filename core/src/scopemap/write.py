"""Writing: the plan becomes files, all of them or none.

Everything is staged under hidden names in the folders where it belongs, then moved
into place: sitemaps, indexes, robots.txt; removals come last. Wherever a crash
falls, each sitemap that an index names exists. A link is replaced, never written
through, and paths never lead out of the output folder.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from scopemap.errors import OutputError
from scopemap.options import Options
from scopemap.plan import Plan
from scopemap.render import (
    STYLESHEET,
    compress,
    gzip_path,
    mark,
    render_index,
    render_sitemap,
    render_text,
    text_path,
)
from scopemap.report import Report
from scopemap.state import FileDates
from scopemap.survey import ROBOTS, staged_name


@contextlib.contextmanager
def lock(output: Path) -> Iterator[None]:
    """Let one build at a time write below an output folder; others wait.

    Raises OutputError where there is no such folder.
    """
    try:
        descriptor = os.open(*_lockable(output))
    except OSError as error:
        raise OutputError(output, error) from error
    try:
        with _naming(output):
            _acquire(descriptor)
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lockable(output: Path) -> tuple[str, int]:
        # Windows opens no folders; the name stands for the folder's real path.
        name = os.path.realpath(output).casefold().encode().hex()[-100:]
        return f"{tempfile.gettempdir()}\\scopemap-{name}.lock", os.O_RDWR | os.O_CREAT

    def _acquire(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _lockable(output: Path) -> tuple[str, int]:
        return os.fspath(output), os.O_RDONLY | os.O_DIRECTORY

    def _acquire(descriptor: int) -> None:
        # Some network file systems have no locks; one build alone is right there too.
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)


def write(plan: Plan, file_dates: FileDates | None = None) -> Report:
    """Write what is planned, and tell what changed.

    `file_dates` learns what is in each sitemap, and tells the index its date. A file
    whose content is already there is not touched. Raises OutputError, or CharacterError
    from rendering; before the first move nothing has changed then.
    """
    for name in plan.leftovers:
        _remove(plan.output / name)
    staged: list[PurePosixPath] = []
    folders: list[Path] = []
    try:
        for path, data in _contents(plan, file_dates):
            _stage(plan.output, path, data, staged, folders)
        for path in staged:
            with _naming(plan.output / path):
                _temporary(plan.output, path).replace(plan.output / path)
    finally:
        for path in staged:
            with contextlib.suppress(OSError):  # it is in place by now
                _temporary(plan.output, path).unlink()
        for folder in reversed(folders):
            with contextlib.suppress(OSError):  # it has files by now
                folder.rmdir()
    for path in plan.removed:
        _remove(plan.output / path)
    return _report(plan, staged)


def preview(plan: Plan, file_dates: FileDates | None = None) -> Report:
    """Tell what `write` would change, and change nothing; raises as it does."""
    changed = []
    for path, data in _contents(plan, file_dates):
        with _naming(plan.output / path):
            if _mode(plan.output / path, data) != _UNCHANGED:
                changed.append(path)
    return _report(plan, changed)


def _temporary(output: Path, path: PurePosixPath) -> Path:
    return (output / path).with_name(staged_name(path))


def _contents(
    plan: Plan, file_dates: FileDates | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Render file by file, in the order in which they are moved into place."""
    sitemaps = _sitemaps(plan, file_dates)
    yield from (pair for pair in sitemaps if pair[0] not in plan.taken)
    for path, source in plan.restored:
        with _naming(source):
            yield path, source.read_bytes()
    indexes = _indexes(plan, file_dates)
    yield from (pair for pair in indexes if pair[0] not in plan.taken)
    if plan.robots is not None:
        yield PurePosixPath(ROBOTS), plan.robots


def _sitemaps(
    plan: Plan, file_dates: FileDates | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    options = plan.options
    if options.stylesheet and (plan.sitemaps or plan.indexes):
        css = Path(__file__).with_name(STYLESHEET.name).read_bytes()
        yield STYLESHEET, f"/* {mark(STYLESHEET)} */\n".encode() + css
    for sitemap in plan.sitemaps:
        data = render_sitemap(
            sitemap.path,
            sitemap.entries,
            day=options.lastmod_precision == "day",
            stylesheet=options.stylesheet,
        )
        if file_dates is not None:
            file_dates.note(sitemap.url, data, plan.output / sitemap.path)
        yield from _with_gzip(sitemap.path, data, options)
        if options.text:
            yield text_path(sitemap.path), render_text(sitemap.entries)


def _indexes(
    plan: Plan, file_dates: FileDates | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    date_of = _unknown if file_dates is None else file_dates.of
    for index in plan.indexes:
        data = render_index(
            index.path,
            index.children,
            stylesheet=plan.options.stylesheet,
            date_of=date_of,
        )
        yield from _with_gzip(index.path, data, plan.options)


def _unknown(_url: str) -> None:
    return None


def _with_gzip(
    path: PurePosixPath, data: bytes, options: Options
) -> Iterator[tuple[PurePosixPath, bytes]]:
    yield path, data
    if options.gzip:
        yield gzip_path(path), compress(data)


def _stage(
    output: Path,
    path: PurePosixPath,
    data: bytes,
    staged: list[PurePosixPath],
    folders: list[Path],
) -> None:
    """Write a file under its hidden name, unless it is in place as it should be.

    What is made is put down in `staged` and `folders` before it is made.
    """
    target = output / path
    with _naming(target):
        mode = _mode(target, data)
        if mode == _UNCHANGED:
            return
        _make_folders(target.parent, folders)
        staged.append(path)
        temporary = _temporary(output, path)
        with temporary.open("xb") as stream:
            stream.write(data)
        if mode is not None:
            temporary.chmod(mode)


_UNCHANGED = -1


def _mode(target: Path, data: bytes) -> int | None:
    """Give the mode that the file shall keep; None: the umask decides."""
    try:
        found = target.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        return None
    if found.st_size == len(data) and target.read_bytes() == data:
        return _UNCHANGED
    return stat.S_IMODE(found.st_mode)


def _make_folders(folder: Path, made: list[Path]) -> None:
    if not folder.is_dir():
        _make_folders(folder.parent, made)
        folder.mkdir(exist_ok=True)
        made.append(folder)


def _remove(path: Path) -> None:
    with _naming(path):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(path, error) from error


def _report(plan: Plan, written: list[PurePosixPath]) -> Report:
    entries = [entry for sitemap in plan.sitemaps for entry in sitemap.entries]
    return Report(
        urls=len(entries),
        sitemaps=tuple(sitemap.path for sitemap in plan.sitemaps),
        submit=plan.submit,
        written=tuple(written),
        removed=tuple(sorted(plan.removed)),
        skipped=plan.skipped,
        dates=plan.dates,
        notes=plan.notes,
        dated=sum(entry.lastmod is not None for entry in entries),
    )
