"""Partition: which entry stands in which sitemap.

A scope is a folder; its sitemap lies in it and may list what lies below it, and
nothing else (protocol, "Sitemap file location"). The longest scope that holds a
page owns it. Where a scope passes a limit it is cut into shards.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from operator import attrgetter
from pathlib import PurePosixPath
from typing import TypeAlias
from urllib.parse import quote, unquote_to_bytes

from msgspec import Struct

from scopemap import urls
from scopemap.errors import ScopeError
from scopemap.model import Entry
from scopemap.options import Options, Scope
from scopemap.shards import cut

Folder: TypeAlias = tuple[str, ...]
"""The decoded segments of a folder below the base URL; empty for the base itself."""


class Sitemap(Struct, frozen=True):
    """Hold one sitemap before it is written."""

    path: PurePosixPath
    url: str
    entries: tuple[Entry, ...]


class Partition(Struct, frozen=True):
    """Hold all sitemaps of a build, by path."""

    sitemaps: tuple[Sitemap, ...]
    oversized: tuple[Entry, ...]
    """Entries of which even one alone passes the limit of bytes."""
    empty: tuple[str, ...] = ()
    """The scopes among the options that own no entry."""


def partition(
    entries: Sequence[Entry],
    options: Options,
    *,
    base_url: str,
    taken: Collection[PurePosixPath],
    closed: Collection[str],
) -> Partition:
    """Share entries, sorted by loc, among sitemaps; each is in exactly one.

    A name that is `taken` is passed over for the next number. A scope falls to the
    scope above where its folder, or one above it, is `closed` (a link, or a file), and
    where its sitemap would have too long a URL. Raises ScopeError.
    """
    groups = _group(base_url, entries, _depth(entries, options))
    scopes = {
        folder: scope
        for folder, scope in _scopes(groups, options).items()
        if not _is_closed(folder, closed) and not _is_too_long(base_url, folder, scope)
    }
    owned: dict[Folder, list[_Group]] = {}
    for group in groups:
        owned.setdefault(_owner(group.folder, scopes), []).append(group)
    sitemaps: list[Sitemap] = []
    oversized: list[Entry] = []
    for folder, url, members in _spell(owned, base_url):
        scope = scopes[folder]
        max_urls = min(scope.max_urls or options.max_urls, options.max_urls)
        shards = cut(folder, members, max_urls, options, oversized)
        names = free_names(folder, scope.name, taken)
        sitemaps += [
            Sitemap(path, url + urls.path_to_url(PurePosixPath(path.name)), shard)
            for path, shard in zip(names, shards, strict=False)
        ]
    for sitemap in sitemaps:
        prove_scope(sitemap)
    sitemaps.sort(key=lambda sitemap: sitemap.path.parts)
    chosen = () if isinstance(options.scopes, str) else options.scopes
    empty = (s.path for s in chosen if tuple(s.path.split("/")[:-1]) not in owned)
    return Partition(tuple(sitemaps), tuple(oversized), tuple(empty))


def prove_scope(sitemap: Sitemap) -> None:
    """Raise ScopeError unless the sitemap's folder begins every URL in it."""
    folder = urls.folder_of(sitemap.url)
    for entry in sitemap.entries:
        if not entry.loc.startswith(folder):
            raise ScopeError(sitemap.url, entry.loc)


class _Group(Struct, frozen=True):
    """Hold the entries of one folder, and below: what no scope parts stays together."""

    url: str
    """The folder, as their URLs spell it."""
    folder: Folder
    entries: list[Entry]


def _depth(entries: Sequence[Entry], options: Options) -> int:
    """Tell how deep the folders lie that may be scopes."""
    if options.scopes == "sections":
        return 1
    if options.scopes == "auto":
        shards = cut((), entries, options.max_urls, options, [])
        return 1 if next(islice(shards, 1, None), None) is not None else 0
    return max((scope.path.count("/") for scope in options.scopes), default=0)


def _group(base_url: str, entries: Iterable[Entry], depth: int) -> list[_Group]:
    """Put entries together by the first `depth` names of their folders."""
    found: dict[str, list[Entry]] = {}
    start = len(base_url)
    for entry in entries:
        *names, _ = entry.loc[start:].partition("?")[0].split("/", depth)
        found.setdefault("/".join(names), []).append(entry)
    return [
        _Group(f"{base_url}{path}/" if path else base_url, _folder(path), members)
        for path, members in found.items()
    ]


def _folder(path: str) -> Folder:
    """Give the names in a path of a URL; an escaped slash is part of a name."""
    names = path.split("/") if path else ()
    return tuple(os.fsdecode(unquote_to_bytes(name)) for name in names)


def _scopes(groups: Iterable[_Group], options: Options) -> dict[Folder, Scope]:
    root: dict[Folder, Scope] = {(): Scope("")}
    if isinstance(options.scopes, str):
        return root | _sections(groups)
    return root | {tuple(s.path.split("/")[:-1]): s for s in options.scopes}


def _sections(groups: Iterable[_Group]) -> dict[Folder, Scope]:
    """Make a scope of each top-level folder that holds more than its own index."""
    tops = {group.folder[0] for group in groups if group.folder and _is_section(group)}
    return {(top,): Scope(f"{top}/") for top in sorted(tops) if _is_file_name(top)}


def _is_section(group: _Group) -> bool:
    home = (group.url, f"{group.url}index.html")
    return any(entry.loc.partition("?")[0] not in home for entry in group.entries)


def _is_file_name(segment: str) -> bool:
    return segment not in ("", ".", "..") and not {"/", "\\", "\0"} & set(segment)


def _is_closed(folder: Folder, closed: Collection[str]) -> bool:
    return any("/".join(folder[:n]) in closed for n in range(1, len(folder) + 1))


def _is_too_long(base_url: str, folder: Folder, scope: Scope) -> bool:
    """Tell whether a sitemap's own URL, in the longest spelling, is no URL any more."""
    path = "/".join(quote(name, safe="", errors="surrogateescape") for name in folder)
    return len(f"{base_url}{path}/{scope.name}") + _NUMBER > urls.MAX_URL


_NUMBER = len("-50000.xml")


def _owner(folder: Folder, scopes: Mapping[Folder, Scope]) -> Folder:
    for length in range(len(folder), 0, -1):
        if folder[:length] in scopes:
            return folder[:length]
    return ()


def _spell(
    owned: Mapping[Folder, Sequence[_Group]], base_url: str
) -> Iterator[tuple[Folder, str, list[Entry]]]:
    """Give each scope's folder as its entries spell it, and the entries.

    A folder's URL can be spelt in several ways (`R&D/`, `R%26D/`), and engines
    compare letters: the commonest spelling owns, the others fall to the root.
    """
    root = list(owned.get((), ()))
    for folder, groups in sorted(owned.items()):
        if folder:
            spelt = [_prefix(group.url, base_url, len(folder)) for group in groups]
            counts = Counter[str]()
            for spelling, group in zip(spelt, groups, strict=True):
                counts[spelling] += len(group.entries)
            url = min(counts, key=lambda spelling: (-counts[spelling], spelling))
            pairs = list(zip(spelt, groups, strict=True))
            root += [group for spelling, group in pairs if spelling != url]
            yield folder, url, _merge([g for spelling, g in pairs if spelling == url])
    if root:
        yield (), base_url, _merge(root)


def _prefix(url: str, base_url: str, depth: int) -> str:
    segments = url[len(base_url) :].split("/", depth)
    return base_url + "/".join(segments[:depth]) + "/"


def _merge(groups: Sequence[_Group]) -> list[Entry]:
    """Give the entries of groups, sorted by loc as they are in each."""
    merged = [entry for group in groups for entry in group.entries]
    return sorted(merged, key=attrgetter("loc")) if len(groups) > 1 else merged


def free_names(
    folder: Folder, name: str, taken: Collection[PurePosixPath]
) -> Iterator[PurePosixPath]:
    """Give the names of a file and its shards that nobody else has, without end."""
    stem = name.removesuffix(".xml")
    for number in count(1):
        path = PurePosixPath(*folder, name if number == 1 else f"{stem}-{number}.xml")
        if path not in taken:
            yield path
