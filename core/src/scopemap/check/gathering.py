"""Gathering: one folder read, before anybody judges it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timezone
from itertools import chain, islice
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.blocking import read_blocking
from scopemap.check.context import Context, Engine
from scopemap.check.discovery import Place, discover, follow
from scopemap.check.guessing import ENOUGH, UNKNOWN, guess_base_url, guess_host
from scopemap.check.hosts import Host
from scopemap.check.rows import Document
from scopemap.check.vicinity import find_vicinity
from scopemap.draft import read_clock
from scopemap.errors import OptionError, OutputError, UrlError
from scopemap.evidence import NO_EVIDENCE, Track, gather
from scopemap.folder import adopt_pages
from scopemap.locate import Located, locate
from scopemap.model import Site
from scopemap.robots import READ_AT_LEAST, read_named
from scopemap.survey import ROBOTS, Survey, survey


class Asking(Struct, frozen=True):
    """Hold what is asked beside the folder itself."""

    base_url: str = ""
    """Where the folder is served; empty: as its own files say."""
    robots: Path | None = None
    """The robots.txt of the host, where it is not that of the folder."""
    engine: Engine | None = None
    host: Host | None = None
    sources: Path | None = None
    """Where the sources of the pages lie, to compare the dates with git's."""


def gather_context(
    target: Path, asking: Asking, *, environ: Mapping[str, str], track: Track
) -> Context:
    """Read a folder, its sitemaps and its pages; or a sitemap and its children.

    Where nothing tells the base URL it is `UNKNOWN`, and no page is looked at.
    """
    alone = target.name if target.is_file() else None
    root = (target.parent if alone else target).resolve()
    site = Site("", root, Path(), (), "check", walks=True, sources_in=asking.sources)
    if alone is not None:
        seen, robots = None, None
        place = Place(root, find_vicinity(root, alone), UNKNOWN)
    else:
        seen = survey(site)
        robots = seen.robots
        place = Place(root, seen.files, UNKNOWN, frozenset(_behind_links(root, seen)))
    if asking.robots is not None:
        robots = _read(asking.robots)
    named = read_named((robots or b"")[:READ_AT_LEAST])
    base_url, guessed_from = _base_url(place, asking, named, alone)
    place = msgspec.structs.replace(place, base_url=base_url)
    documents = _documents(place, named, alone)
    context = Context(
        base_url=base_url,
        root=root,
        files=place.files | place.behind_links,
        documents=tuple(documents),
        robots=robots if base_url != UNKNOWN else None,
        robots_file=str(asking.robots or ROBOTS),
        robots_given=asking.robots is not None,
        evidence=NO_EVIDENCE,
        pages=(),
        now=_now(environ),
        has_pages=seen is not None and base_url != UNKNOWN,
        engine=asking.engine,
        guessed_from=guessed_from,
    )
    if seen is None or base_url == UNKNOWN:
        return context
    site = msgspec.structs.replace(site, base_url=base_url)
    return _with_pages(context, site, seen, asking, environ=environ, track=track)


def _now(environ: Mapping[str, str]) -> datetime:
    """Give the clock; one that stands before the web's own time is no clock.

    Nix sets `SOURCE_DATE_EPOCH` to 1980 in every build.
    """
    now = read_clock(environ)
    return now if now.year >= 1995 else datetime.now(timezone.utc)


def _behind_links(root: Path, seen: Survey) -> Iterator[str]:
    """Give the paths of files through folders that link to others of this one."""
    for link in sorted(seen.links):
        target = (root / link).resolve()
        if target != root and target.is_relative_to(root):
            folder = f"{target.relative_to(root).as_posix()}/"
            for path in seen.files:
                if path.startswith(folder):
                    yield f"{link}/{path.removeprefix(folder)}"


def _with_pages(
    context: Context,
    site: Site,
    seen: Survey,
    asking: Asking,
    *,
    environ: Mapping[str, str],
    track: Track,
) -> Context:
    # Whose folder it is makes no difference here: all of the host is judged.
    site = adopt_pages(site, msgspec.structs.replace(seen, sitemaps={}))
    if asking.host == "cloudflare-pages":
        environ = {**environ, "CF_PAGES": "1"}
    evidence = gather(site, seen, environ=environ, track=track)
    if asking.robots is not None:
        blocking = read_blocking(context.robots)
        evidence = msgspec.structs.replace(evidence, blocking=blocking)
    places = (locate(site.base_url, page) for page in site.pages)
    return msgspec.structs.replace(
        context,
        evidence=evidence,
        pages=tuple(place for place in places if isinstance(place, Located)),
    )


def _documents(
    place: Place, named: Iterable[str], alone: str | None
) -> Iterator[Document]:
    if alone is None:
        return discover(place, named)
    return follow(place.base_url + urls.path_to_url(PurePosixPath(alone)), place, {})


def _base_url(
    place: Place, asking: Asking, named: tuple[str, ...], alone: str | None
) -> tuple[str, str]:
    """Give the base URL, and what told it if nobody said it."""
    if asking.base_url:
        try:
            return urls.base_url(asking.base_url), ""
        except UrlError as error:
            raise OptionError("base_url", str(error)) from error
    documents = _documents(place, (), alone)
    rows = chain.from_iterable(document.rows for document in documents)
    locs = [row.loc for row in islice(rows, ENOUGH)]
    if found := guess_base_url(place, locs, named) or guess_host(locs):
        by_robots = any(urls.below(found, url) in place for url in named)
        return found, str(asking.robots or ROBOTS) if by_robots else "its sitemaps"
    return UNKNOWN, ""


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise OutputError(file, error) from error
