"""Hosts: folders that are each served at an address of their own.

The languages of a site may have a host each, whose folders lie side by side, or in the
folder of the first one.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.errors import OptionError, UrlError
from scopemap.survey import Survey


class Host(Struct, frozen=True):
    """Hold a folder, and the base URL in normal form at which it is served."""

    folder: Path
    base_url: str


def read_hosts(
    folder: Path, base_url: str, also: Iterable[tuple[Path, str]]
) -> tuple[Host, ...]:
    """Give the host of a composition, and those that it is composed with.

    Raises OptionError.
    """
    hosts = [Host(folder, _base_url("base_url", base_url))]
    for other, url in also:
        where = f"also.{other}"
        if not other.is_dir():
            raise OptionError(where, f"{str(other)!r} must be a folder")
        host = Host(other, _base_url(where, url))
        if any(host.base_url == known.base_url for known in hosts):
            raise OptionError(where, f"{url!r} must not be given twice")
        if any(_is_same(other, known.folder) for known in hosts):
            raise OptionError(where, "must be another folder than those before")
        hosts.append(host)
    return tuple(hosts)


def _base_url(where: str, url: str) -> str:
    try:
        return urls.base_url(url)
    except UrlError as error:
        raise OptionError(where, str(error)) from error


def _is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def leave_out(seen: Survey, folder: Path, others: Iterable[Path]) -> Survey:
    """Give a survey without what lies in those of the others that are below it."""
    root = folder.resolve()
    found = (_below(other.resolve(), root) for other in others)
    prefixes = tuple(f"{path}/" for path in found if path)
    if not prefixes:
        return seen
    return msgspec.structs.replace(
        seen,
        files=frozenset(f for f in seen.files if not f.startswith(prefixes)),
        links=frozenset(f for f in seen.links if not f"{f}/".startswith(prefixes)),
        sitemaps={p: x for p, x in seen.sitemaps.items() if not p.startswith(prefixes)},
    )


def _below(path: Path, root: Path) -> str:
    """Give the path below the root, with slashes; empty where it lies elsewhere."""
    inside = path != root and path.is_relative_to(root)
    return path.relative_to(root).as_posix() if inside else ""
