"""Placing: files are staged beside their places and moved there, all of them or none.

Everything is staged under hidden names in the folders where it belongs, then moved into
place in the order in which it is given; removals come last. A link is replaced, never
written through, and paths never lead out of the folder.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from scopemap.errors import OutputError
from scopemap.survey import staged_name

Contents: TypeAlias = Iterable[tuple[PurePosixPath, bytes]]
"""Files, as paths below a folder, each with all of its bytes."""


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
        with naming(output):
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


def place(
    output: Path,
    contents: Contents,
    *,
    leftovers: Iterable[str] = (),
    removed: Iterable[PurePosixPath] = (),
) -> list[PurePosixPath]:
    """Put files into a folder, and give the paths of those that changed.

    `leftovers` are staged files of an interrupted run. A file whose content is already
    there is not touched. Raises OutputError, and what `contents` raises; before the
    first move nothing has changed then.
    """
    for name in leftovers:
        _remove(output / name)
    staged: list[PurePosixPath] = []
    folders: list[Path] = []
    try:
        for path, data in contents:
            _stage(output, path, data, staged, folders)
        for path in staged:
            with naming(output / path):
                _temporary(output, path).replace(output / path)
    finally:
        for path in staged:
            with contextlib.suppress(OSError):  # it is in place by now
                _temporary(output, path).unlink()
        for folder in reversed(folders):
            with contextlib.suppress(OSError):  # it has files by now
                folder.rmdir()
    for path in removed:
        _remove(output / path)
    return staged


def preview_places(output: Path, contents: Contents) -> list[PurePosixPath]:
    """Give the paths of files that `place` would change; raises as it does."""
    changed = []
    for path, data in contents:
        with naming(output / path):
            if _mode(output / path, data) != _UNCHANGED:
                changed.append(path)
    return changed


def _temporary(output: Path, path: PurePosixPath) -> Path:
    return (output / path).with_name(staged_name(path))


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
    with naming(target):
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
    with naming(path):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Raise OutputError, with the path, for what the system refuses."""
    try:
        yield
    except OSError as error:
        raise OutputError(path, error) from error


def replace_file(file: Path, data: bytes) -> None:
    """Put a file in the place of what is there, never through a link."""
    mode = stat.S_IMODE(file.stat().st_mode) if file.is_file() else None
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as stream:
        temporary = Path(stream.name)
        try:
            stream.write(data)
            stream.flush()
            temporary.chmod(_usual_mode() if mode is None else mode)
            temporary.replace(file)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
