"""The survey: what lies in the output folder before anything is written."""

from __future__ import annotations

import contextlib
import html
import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.errors import OutputError, UrlError
from scopemap.feeds import Feed, read_feed
from scopemap.model import Site
from scopemap.render import text_path
from scopemap.urlsets import read_index, read_urlset

_MARK = re.compile(rb"scopemap root=((?:\.\./)+|\./)( composed)?")
_ROOT = re.compile(rb"<(?:\w+:)?(urlset|sitemapindex)\b")
_LOC = re.compile(rb"<(?:\w+:)?loc>([^<]*)</")
_HEAD = 2_048
"""Bytes of a file that show whose it is and what it is."""
# A file that is being written: hidden, with the number of folders up to its root, by
# which a build knows its own from those of a build in a folder of this one's.
_STAGED = re.compile(r"\..+\.scopemap-(\d+)~", re.DOTALL)
ROBOTS = "robots.txt"


def staged_name(path: PurePosixPath) -> str:
    """Give the hidden name under which the file at `path` is written first."""
    return f".{path.name}.scopemap-{len(path.parts) - 1}~"


class Existing(Struct, frozen=True):
    """Describe a file of the output that an earlier run, or somebody else, wrote."""

    kind: Literal["urlset", "index", "text", "other"]
    owner: PurePosixPath | None
    """The root of the build that wrote it, from the output folder; None: not ours."""
    is_composed: bool = False
    """Whether it is there for all builds of a host."""

    def is_of(self, site: Site) -> bool:
        """Tell whether this very build wrote it, or what is now a part of it."""
        return self.owner in (PurePosixPath(), *site.joined)

    @property
    def is_of_host(self) -> bool:
        """Tell whether a composition of this very folder wrote it."""
        return self.is_composed and self.owner == PurePosixPath()


class Survey(Struct, frozen=True):
    """Hold what lies in an output folder."""

    files: frozenset[str]
    """All files, as paths below the output folder, in their exact case."""
    links: frozenset[str]
    """Folders that are links: pages may lie there, but nothing is written there."""
    missing: frozenset[PurePosixPath]
    """The pages whose built file is not there."""
    sitemaps: dict[str, Existing]
    """The sitemaps and indexes, and what else carries a mark of ours."""
    authored: dict[PurePosixPath, str]
    """The author's own sitemaps, there or to be restored: each with its first loc."""
    staged: tuple[str, ...]
    """What an interrupted run of this very build left behind."""
    robots: bytes | None
    """The content of robots.txt."""
    feeds: tuple[Feed, ...] = ()
    """The feeds, where they were asked for."""
    lastmods: Mapping[str, str] = {}
    """What the sitemaps say of each URL, folded, where it was asked for."""
    linked: frozenset[str] = frozenset()
    """Files that are links, perhaps out of the output folder."""
    shut: frozenset[str] = frozenset()
    """Folders that may not be read."""
    composed: tuple[str, ...] = ()
    """The URLs, in normal form, in an index that is there for all builds of a host."""


def survey(site: Site, *, feeds: bool = False, lastmods: bool = False) -> Survey:
    """Read an output folder once; only what decides something is opened.

    `feeds` and `lastmods` say whether those are wanted. Raises OutputError where the
    folder, or a file that matters, cannot be read.
    """
    try:
        found = _survey(site)
        return msgspec.structs.replace(
            found,
            feeds=tuple(_feeds(site, found.files)) if feeds else (),
            lastmods=_lastmods(site, found) if lastmods else {},
        )
    except OSError as error:
        raise OutputError(Path(error.filename or site.output), error) from error


def _survey(site: Site) -> Survey:
    seen = _walk(os.fspath(site.output))
    files, links = seen.files, seen.links
    sitemaps = _sitemaps(site.output, files)
    return Survey(
        files=frozenset(files),
        links=frozenset(links),
        linked=frozenset(seen.linked),
        shut=frozenset(seen.shut),
        missing=frozenset(
            page.path
            for page in site.pages
            if str(page.path) not in files
            and not _is_behind_link(site.output, page.path, links)
        ),
        sitemaps=sitemaps,
        authored={
            path: loc
            for path, source in sorted(site.authored)
            if path.suffix == ".xml"
            and (str(path) in files or path in site.replaces)
            and (loc := _first_loc(path, source)) is not None
        },
        composed=tuple(_composed(site.output, sitemaps)),
        staged=tuple(sorted(path for path in files if _is_own_staged(path))),
        robots=(site.output / ROBOTS).read_bytes() if ROBOTS in files else None,
    )


def _feeds(site: Site, files: frozenset[str]) -> Iterator[Feed]:
    told = site.feeds
    if told is None:
        paths = map(PurePosixPath, files)
        told = tuple((path, "") for path in paths if path.suffix in _FEEDS)
    for path, setting in sorted(told):
        feed = read_feed(site.output, path, setting)
        if feed is not None:
            yield feed


_FEEDS = (".xml", ".atom", ".rss")


def _lastmods(site: Site, found: Survey) -> dict[str, str]:
    """Read what sitemaps say; what this very build wrote is the older news."""
    said: dict[str, str] = {}
    sitemaps = sorted(found.sitemaps.items())
    for path, existing in sorted(sitemaps, key=lambda pair: not pair[1].is_of(site)):
        if existing.kind == "urlset":
            for entry in read_urlset(site.output / path):
                with contextlib.suppress(UrlError):
                    loc = urls.bare(urls.normalize(entry.loc))
                    said |= {loc: entry.lastmod} if entry.lastmod else {}
    return said


class _Seen(Struct):
    """What a walk has met so far."""

    files: set[str] = msgspec.field(default_factory=set)
    links: set[str] = msgspec.field(default_factory=set)
    linked: set[str] = msgspec.field(default_factory=set)
    shut: set[str] = msgspec.field(default_factory=set)


def _walk(output: str) -> _Seen:
    seen = _Seen()
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        try:
            with os.scandir(f"{output}/{prefix}".removesuffix("/")) as entries:
                waiting += _look(entries, prefix, seen)
        except FileNotFoundError:  # another build may take its folders away meanwhile
            if not prefix:
                raise
        except PermissionError:
            if not prefix:
                raise
            seen.shut.add(prefix)
    return seen


def _look(
    entries: Iterable[os.DirEntry[str]], prefix: str, seen: _Seen
) -> Iterator[str]:
    """Note what lies in a folder, and give the folders in it."""
    for entry in entries:
        path = prefix + entry.name
        if entry.is_dir(follow_symlinks=False):
            yield f"{path}/"
        elif entry.is_file(follow_symlinks=False):
            seen.files.add(path)
        elif Path(entry.path).is_file():
            seen.files.add(path)
            seen.linked.add(path)
        elif Path(entry.path).is_dir():
            seen.links.add(path)


def _is_behind_link(output: Path, path: PurePosixPath, links: set[str]) -> bool:
    parents = {str(parent) for parent in path.parents}
    return not links.isdisjoint(parents) and (output / path).is_file()


def _sitemaps(output: Path, files: set[str]) -> dict[str, Existing]:
    found: dict[str, Existing] = {}
    for path in sorted(files):
        if not path.endswith((".xml", ".css")):
            continue
        sitemap = examine(path, _head(output / path))
        if sitemap is None:
            continue
        found[path] = sitemap
        if sitemap.owner is None or not path.endswith(".xml"):
            continue
        # A text sitemap has no room for a mark; it belongs to the one beside it.
        text = str(text_path(PurePosixPath(path)))
        if text in files and _is_text(output / text):
            found[text] = Existing("text", sitemap.owner)
    return found


def _composed(output: Path, sitemaps: Mapping[str, Existing]) -> Iterator[str]:
    """Read what the indexes of a whole host, at its root, name."""
    for path, found in sorted(sitemaps.items()):
        if found.is_composed and found.kind == "index":
            for child in read_index(output / path):
                with contextlib.suppress(UrlError):
                    yield urls.normalize(child)


def _is_text(file: Path) -> bool:
    return _head(file).startswith((b"http://", b"https://"))


def _head(file: Path) -> bytes:
    """Read the beginning of a file; what another build takes away or keeps is empty."""
    try:
        with file.open("rb") as stream:
            return stream.read(_HEAD)
    except OSError:
        return b""


def _first_loc(path: PurePosixPath, source: Path) -> str | None:
    head = _head(source) if source.is_file() else b""
    sitemap = examine(str(path), head)
    loc = _LOC.search(head)
    if sitemap is None or sitemap.kind != "urlset" or loc is None:
        return None
    return html.unescape(loc[1].decode(errors="replace"))


def examine(path: str, head: bytes) -> Existing | None:
    """Tell by its first bytes what a file is, and whose; None: no sitemap, not ours."""
    comments, rest = _prolog(head)
    element = _ROOT.match(rest)
    kind = _KINDS[element[1]] if element else "other"
    for comment in comments:
        if (mark := _MARK.fullmatch(comment.strip())) is not None:
            owner = posixpath.join(posixpath.dirname(path), mark[1].decode())
            root = PurePosixPath(posixpath.normpath(owner))
            return Existing(kind, root, is_composed=mark[2] is not None)
    return Existing(kind, None) if element else None


def _prolog(head: bytes) -> tuple[list[bytes], bytes]:
    """Give the comments before the content of an XML or CSS file, and the content."""
    comments: list[bytes] = []
    rest = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    while True:
        for start, end in ((b"<!--", b"-->"), (b"/*", b"*/"), (b"<?", b"?>")):
            if rest.startswith(start) and end in rest[len(start) :]:
                inner, _, rest = rest[len(start) :].partition(end)
                rest = rest.lstrip()
                if start != b"<?":
                    comments.append(inner)
                break
        else:
            return comments, rest


_KINDS: dict[bytes, Literal["urlset", "index"]] = {
    b"urlset": "urlset",
    b"sitemapindex": "index",
}


def _is_own_staged(path: str) -> bool:
    match = _STAGED.fullmatch(posixpath.basename(path))
    return match is not None and int(match[1]) == path.count("/")
