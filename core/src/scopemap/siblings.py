"""Siblings: builds of the same site in other languages, beside this one."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from msgspec import Struct

from scopemap import urls
from scopemap.model import Site
from scopemap.options import Language, Options


class Sibling(Struct, frozen=True):
    """Hold the build of one other language."""

    base: str
    """Its base URL, in normal form."""
    pages: frozenset[PurePosixPath] | None
    """The pages of this build that it has too; None: all of them, on trust."""


def find_siblings(site: Site, options: Options) -> dict[str, Sibling]:
    """Find the languages that other builds write, and which pages they have.

    A build whose base URL is on the same host lies where that URL points to from
    this build's folder; its files are looked at, not opened. Of any other build
    nothing is known, unless its language is `trusted`.
    """
    bases = {
        tag: urls.join(site.base_url, language.base)
        for tag, language in options.languages.items()
    }
    own = {tag: base for tag, base in bases.items() if _is_own(base, site)}
    places = _places(site, own.values())
    return {
        tag: Sibling(bases[tag], _pages(bases[tag], language, site, places))
        for tag, language in options.languages.items()
        if tag not in own
    }


def _places(site: Site, bases: Iterable[str]) -> dict[PurePosixPath, str]:
    """Give each page's place in the folder of its language."""
    below = (urls.below(site.base_url, base) or "" for base in bases)
    folders = sorted(below, key=len, reverse=True)
    return {
        page.path: next(
            (
                str(page.path).removeprefix(folder)
                for folder in folders
                if str(page.path).startswith(folder)
            ),
            str(page.path),
        )
        for page in site.pages
    }


def _is_own(base: str, site: Site) -> bool:
    """Tell whether pages of this very build are in that language."""
    folder = urls.below(site.base_url, base)
    return folder == "" or (
        folder is not None
        and any(str(page.path).startswith(folder) for page in site.pages)
    )


def _pages(
    base: str, language: Language, site: Site, places: Mapping[PurePosixPath, str]
) -> frozenset[PurePosixPath] | None:
    if language.trusted:
        return None
    folder = _folder(base, site)
    if folder is None:
        return frozenset()
    return frozenset(
        path for path, place in places.items() if (folder / place).is_file()
    )


def _folder(base: str, site: Site) -> Path | None:
    root = urls.host_root(site.base_url)
    if urls.host_root(base) != root:
        return None
    way = posixpath.relpath(f"/{base[len(root) :]}", f"/{site.base_url[len(root) :]}")
    return site.output.resolve() / unquote(way, errors="surrogateescape")


def links_to(
    siblings: Mapping[str, Sibling], path: PurePosixPath, below: str
) -> dict[str, str]:
    """Give the URL of a page in each sibling that has it.

    `below` is the page's URL below the base URL of its language.
    """
    return {
        tag: sibling.base + below
        for tag, sibling in siblings.items()
        if sibling.pages is None or path in sibling.pages
    }
