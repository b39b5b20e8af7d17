"""Evidence: what in the output folder speaks for or against its pages.

The HTML of each page, the rules of the host (`_headers`, `_redirects`), and robots.txt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from scopemap.blocking import Blocking, nobody, read_blocking
from scopemap.facts import Facts, read_facts
from scopemap.headers import HeaderRule, parse_headers
from scopemap.images import read_images
from scopemap.locate import Located, find_name, locate
from scopemap.model import Page, Site, built_pages
from scopemap.pagination import find_parts
from scopemap.redirects import Redirects, error_pages, parse_redirects
from scopemap.robots import is_at_root
from scopemap.survey import Survey

_HTML = frozenset(["", ".htm", ".html", ".shtml", ".xhtml"])
_MAX_RULES = 1_000_000
"""Bytes of `_headers` and of `_redirects` that are read."""

Track: TypeAlias = Callable[[Iterable[Located]], Iterable[Located]]
"""Shows how far reading has come; it is handed a list."""


class Evidence(Struct, frozen=True):
    """Hold what was found in one output folder."""

    base_url: str = ""
    files: frozenset[str] = frozenset()
    """All files, as paths below the output folder."""
    canonicals: Literal["trusted", "outside", "none"] = "trusted"
    """Which canonical links count: all, those out of this build, or none."""
    facts: Mapping[PurePosixPath, Facts] = {}
    unread: frozenset[PurePosixPath] = frozenset()
    """Pages of HTML that are there and could not be read."""
    parts: frozenset[PurePosixPath] = frozenset()
    """Pages that continue a listing, where no generator names them."""
    headers: tuple[HeaderRule, ...] = ()
    redirects: Redirects = Redirects()
    error_pages: frozenset[str] = frozenset()
    """What the host serves for pages that are missing."""
    redirects_win: bool = False
    """Whether the host redirects where there is a file, too: Cloudflare Pages."""
    blocking: Blocking = nobody


NO_EVIDENCE = Evidence()


def gather(
    site: Site,
    survey: Survey,
    *,
    environ: Mapping[str, str],
    images: bool = False,
    track: Track = iter,
) -> Evidence:
    """Read what the pages of a site say, and what the host is told of them."""
    rules = {name: _read(site, survey, name) for name in ("_headers", "_redirects")}
    redirects = parse_redirects(rules["_redirects"])
    read = dict(_read_pages(site, survey, track, images=images))
    facts = {path: found for path, found in read.items() if found is not None}
    return Evidence(
        base_url=site.base_url,
        files=survey.files,
        canonicals=_canonicals(site),
        facts=facts,
        unread=frozenset(read.keys() - facts.keys()),
        parts=find_parts(facts) if site.walks else frozenset(),
        headers=parse_headers(rules["_headers"]),
        redirects=redirects,
        error_pages=frozenset(
            find_name(path, survey.files) or path for path in error_pages(redirects)
        ),
        redirects_win=environ.get("CF_PAGES") == "1" or _is_for_cloudflare(site),
        blocking=read_blocking(survey.robots if is_at_root(site) else None),
    )


def _canonicals(site: Site) -> Literal["trusted", "outside", "none"]:
    """Tell which canonical links count.

    A version of mike's keeps its own sitemap, though its pages may name those of
    another version: Material's version selector reads it.
    """
    if site.part is not None:
        return "none"
    return "trusted" if site.canonicals_trusted else "outside"


def _read_pages(
    site: Site, survey: Survey, track: Track, *, images: bool
) -> Iterator[tuple[PurePosixPath, Facts | None]]:
    """Read the pages that are HTML; None: it could not be read."""
    root = site.output.resolve()
    located = [
        place
        for page in built_pages(site).values()
        if _suffix(page) in _HTML
        and page.path not in survey.missing
        and isinstance(place := locate(site.base_url, page), Located)
    ]
    for place in track(located):
        found = _read_page(root, place, images=images)
        yield place.page.path, _moved(found, site) if found is not None else None


def _suffix(page: Page) -> str:
    name = str(page.path).rpartition("/")[2].lower()
    return name[name.rindex(".") :] if "." in name[1:] else ""


def _moved(facts: Facts, site: Site) -> Facts:
    """Read links to where the generator believes its pages as links to where they are.

    So it is with the option `base_url`: the author knows better.
    """
    if not site.links_to:
        return facts
    return msgspec.structs.replace(
        facts,
        canonical=_move(facts.canonical, site) if facts.canonical else None,
        redirect=_move(facts.redirect, site) if facts.redirect else None,
        alternates=tuple((tag, _move(url, site)) for tag, url in facts.alternates),
        images=tuple(_move(url, site) for url in facts.images),
    )


def _move(url: str, site: Site) -> str:
    if not url.startswith(site.links_to):
        return url
    return site.base_url + url.removeprefix(site.links_to)


def _read_page(root: Path, place: Located, *, images: bool) -> Facts | None:
    file = f"{root}/{place.page.path}"
    try:
        facts = read_facts(file, place.loc)
        if not images:
            return facts
        return msgspec.structs.replace(facts, images=read_images(file, place.loc))
    except OSError:  # another build may take it away meanwhile, or keep it shut
        return None


def _read(site: Site, survey: Survey, name: str) -> bytes:
    """Read a file for the host, which looks for it at its root alone."""
    if name not in survey.files or not is_at_root(site):
        return b""
    try:
        with (site.output / name).open("rb") as stream:
            return stream.read(_MAX_RULES)
    except OSError:  # the host may read what this user may not
        return b""


def _is_for_cloudflare(site: Site) -> bool:
    """Tell by the configuration of its command, for sites that are built elsewhere."""
    names = ("wrangler.toml", "wrangler.json", "wrangler.jsonc")
    return any((site.project / name).is_file() for name in names)
