"""Version files: which versions a host has, as the tools that made them say.

mike's `versions.json` (mike 2.2, `versions.py`), sphinx-polyversion's of the same name
(3.0, `DefaultDriver.build_root`), and `switcher.json`, which PyData's theme for Sphinx
and others read (https://pydata-sphinx-theme.readthedocs.io, "Version switcher
dropdowns"). sphinx-multiversion writes none.

Hostile input: whatever the bytes are, there is an answer, in bounded time and memory.
"""

from __future__ import annotations

import contextlib
import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.compose.versionnames import MAX_NAME
from scopemap.facts import resolve
from scopemap.model import Note

MAX_BYTES = 1_048_576
"""Bytes of a version file: thousands of versions have room in them."""
MAX_VERSIONS = 10_000
"""Versions of one file that are looked at."""
MAX_DEPTH = 8
"""Folders in the path of one version, such as `en/stable` or `feature/x`."""

Maker: TypeAlias = Literal["mike", "polyversion", "switcher"]

_NAME = re.compile(r"(?:.*/)?(?:versions|(?:versions?[-_]?)?switcher)\.json")


class Declared(Struct, frozen=True):
    """Hold one version that a file names."""

    folder: str
    """Below the host's folder, without a slash at its ends; empty: the host's own."""
    name: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    """Further folders of it, below the host's folder as well, sorted."""
    preferred: bool = False
    """Whether the switcher calls it the newest stable one."""
    hidden: bool = False
    """Whether mike's property `hidden` keeps it out of Material's selector."""


class VersionFile(Struct, frozen=True):
    """Hold what one file says."""

    path: str
    maker: Maker
    versions: tuple[Declared, ...]


def read_version_files(
    root: Path, files: Iterable[str], *, base_url: str
) -> tuple[tuple[VersionFile, ...], tuple[Note, ...]]:
    """Read the version files of a host, one for each folder that holds versions.

    Of several, the copies that each version took along, the nearest to the root
    counts, then the one that names most of the folders that are there. `base_url` is
    in normal form and the root's; what a switcher names elsewhere is left out. A file
    that cannot be understood makes a note.
    """
    found: list[VersionFile] = []
    notes: list[Note] = []
    for path in sorted(filter(_NAME.fullmatch, files)):
        try:
            items = msgspec.json.decode(_read(root / path))
        except (OSError, ValueError, RecursionError) as error:
            notes.append(_note(path, f"cannot be read as JSON ({error})"))
            continue
        file = _understand(path, items, base_url)
        if file is None:
            notes.append(_note(path, "is no version file of a known form", "info"))
        else:
            found.append(file)
    return tuple(_without_copies(found, root)), tuple(notes)


def _read(file: Path) -> bytes:
    with file.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it is longer than {MAX_BYTES} bytes")
    return data.removeprefix(b"\xef\xbb\xbf")


def _note(
    path: str, problem: str, level: Literal["warning", "info"] = "warning"
) -> Note:
    return Note(level, "versions", f"{path} {problem}")


class _Properties(Struct, frozen=True):
    hidden: bool = False


class _Mike(Struct, frozen=True):
    """What `VersionInfo.to_json` writes; folders lie beside the file."""

    version: str
    title: str | None = None
    aliases: tuple[str, ...] = ()
    properties: object = None

    def declare(self, folder: str, _: str) -> Declared | None:
        if not _is_path(self.version, depth=1):
            return None
        aliases = {alias for alias in self.aliases if _is_path(alias, depth=1)}
        return Declared(
            posixpath.join(folder, self.version),
            self.version,
            _one_line(self.title or ""),
            tuple(posixpath.join(folder, a) for a in sorted(aliases - {self.version})),
            hidden=_is_hidden(self.properties),
        )


class _Switched(Struct, frozen=True):
    """What PyData's theme reads; each names its URL, which may be of another host.

    The theme takes a URL as it is, so that one without a leading slash means another
    folder on each page: none that could be found.
    """

    version: str
    url: str
    name: str | None = None
    preferred: bool = False

    def declare(self, _: str, base_url: str) -> Declared | None:
        is_whole = self.url.startswith(("/", "http://", "https://"))
        url = resolve(base_url, self.url) if is_whole else None
        below = None if url is None else urls.below(base_url, url)
        folder = (below or "").removesuffix("index.html").strip("/")
        if below is None or (folder and not _is_path(folder)):
            return None
        version, title = _one_line(self.version), _one_line(self.name or "")
        return Declared(folder, version, title, preferred=self.preferred)


class _Reference(Struct, frozen=True):
    """A `GitRef` as sphinx-polyversion's encoder writes it, its name first.

    A branch `feature/x` lies in a folder of that path.
    """

    content: tuple[Literal["sphinx_polyversion.git.GitRef"], tuple[object, ...]] = (
        msgspec.field(name="__jsonclass__")
    )

    def declare(self, folder: str, _: str) -> Declared | None:
        name = next(iter(self.content[1]), None)
        if not isinstance(name, str) or not _is_path(name):
            return None
        return Declared(posixpath.join(folder, name), name)


_Form: TypeAlias = _Mike | _Reference | _Switched
_FORMS: tuple[tuple[Maker, type[_Form]], ...] = (
    ("polyversion", _Reference),
    ("switcher", _Switched),
    ("mike", _Mike),
)


def _understand(path: str, items: object, base_url: str) -> VersionFile | None:
    """Take a file for what its items are; what has another form is passed over."""
    for maker, form in _FORMS:
        sound = tuple(_convert(items, form)) if isinstance(items, list) else ()
        if sound:
            folder = posixpath.dirname(path)
            found: dict[str, Declared] = {}
            for item in sound:
                declared = item.declare(folder, base_url)
                if declared is not None:
                    found.setdefault(declared.folder, declared)
            return VersionFile(path, maker, tuple(found.values()))
    return None


def _convert(items: Sequence[object], form: type[_Form]) -> Iterator[_Form]:
    for item in items[:MAX_VERSIONS]:
        with contextlib.suppress(msgspec.ValidationError):
            yield msgspec.convert(item, form)


def _is_hidden(properties: object) -> bool:
    """Tell whether Material's selector leaves a version out; the rest is the user's."""
    with contextlib.suppress(msgspec.ValidationError):
        return msgspec.convert(properties, _Properties).hidden
    return False


def _is_path(text: str, *, depth: int = MAX_DEPTH) -> bool:
    """Tell whether a text is the path of a folder that stays where it is put."""
    parts = text.split("/")
    return (
        len(text) <= MAX_NAME
        and len(parts) <= depth
        and not any(part in ("", ".", "..") for part in parts)
        and all(len(os.fsencode(part)) <= _MAX_BYTES_OF_NAME for part in parts)
        and not _CONTROL.search(text)
    )


_MAX_BYTES_OF_NAME = 255
"""Of one folder, on nearly every file system; asking for a longer one is an error."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\\]")


def _one_line(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())[:MAX_NAME]


def _without_copies(files: Iterable[VersionFile], root: Path) -> Iterator[VersionFile]:
    """Give the best file for each folder that holds versions.

    Sphinx takes a switcher along into every version, and those of old ones are old.
    """
    there = {
        version.folder: (root / version.folder).is_dir()
        for file in files
        for version in file.versions
    }

    def badness(file: VersionFile) -> tuple[int, int, str]:
        known = sum(there[version.folder] for version in file.versions)
        return (file.path.count("/"), -known, file.path)

    spoken: set[str] = set()
    for file in sorted(files, key=badness):
        folders = {version.folder for version in file.versions}
        is_copy = not spoken.isdisjoint(folders)
        spoken |= folders
        if not is_copy:
            yield file
