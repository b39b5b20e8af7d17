"""Listings: what one build lists, read from its folder or from a sitemap alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain, islice
from pathlib import Path, PurePosixPath

from msgspec import Struct

from scopemap import urls
from scopemap.check.discovery import Place, discover, follow
from scopemap.check.guessing import ENOUGH, UNKNOWN, guess_base_url, guess_host
from scopemap.check.rows import Document
from scopemap.check.vicinity import find_vicinity
from scopemap.diff.complaints import complain
from scopemap.errors import NoListingError, OptionError, UrlError
from scopemap.locate import find_file
from scopemap.model import Note, Site
from scopemap.robots import read_named
from scopemap.survey import ROBOTS, Survey, survey

_CONTROL = re.compile("[\x00-\x20\x7f-\xa0\u2028\u2029\ud800-\udfff]")


class Listing(Struct, frozen=True):
    """Hold what one build lists, and where its files lie."""

    target: Path
    root: Path
    """The folder, links resolved; that of the sitemap, where one was given alone."""
    base_url: str
    """In normal form; empty where neither anybody nor anything says it."""
    guessed_from: str
    documents: tuple[str, ...]
    lastmods: Mapping[str, str | None]
    """The date of each URL that is listed, as written; URLs are folded."""
    notes: tuple[Note, ...]
    survey: Survey | None = None
    """What lies in the folder; None where a sitemap was given alone."""

    def find_file(self, url: str) -> str | None:
        """Give the file of this build that answers at a URL, if its folder is known."""
        if self.survey is None or not self.base_url:
            return None
        return find_file(self.base_url, url, self.survey.files)

    def find_listed(self, file: str) -> str | None:
        """Give the URL under which a file is listed, in whatever spelling."""
        path = urls.path_to_url(PurePosixPath(file))
        folder = urls.page_to_url(PurePosixPath(file))
        spellings = (folder, path, folder.removesuffix("/"), path.removesuffix(".html"))
        all_ = (urls.fold(self.base_url + spelling) for spelling in spellings)
        return next((url for url in all_ if url in self.lastmods), None)


def read_listing(target: Path, base_url: str, *, option: str) -> Listing:
    """Read all that a folder's sitemaps list; or one sitemap, or an index.

    `option` is what users call the base URL. Raises OptionError where that is no URL,
    OutputError where a file cannot be read, NoListingError where none is a sitemap.
    """
    asked = _normal(base_url, option)
    reading = _read_file(target, asked) if target.is_file() else _read(target, asked)
    documents: list[str] = []
    notes: list[Note] = []
    lastmods: dict[str, str | None] = {}
    for document in reading.documents:
        notes += complain(document, target, reading.place)
        if document.kind != "none":
            documents.append(document.file)
        if document.kind != "index":
            _take(document, lastmods)
    if not documents:
        raise NoListingError(target, notes[0].text if notes else "")
    return Listing(
        target=target,
        root=reading.place.root,
        base_url=_known(reading.place.base_url),
        guessed_from=reading.guessed_from,
        documents=tuple(documents),
        lastmods=lastmods,
        notes=tuple(notes),
        survey=reading.survey,
    )


class _Reading(Struct, frozen=True):
    place: Place
    guessed_from: str
    documents: Iterable[Document]
    survey: Survey | None = None


def _normal(base_url: str, option: str) -> str:
    try:
        return urls.base_url(base_url) if base_url else ""
    except UrlError as error:
        raise OptionError(option, str(error)) from error


def _read(target: Path, asked: str) -> _Reading:
    root = target.resolve()
    seen = survey(Site("", root, Path(), (), "diff"))
    named = read_named(seen.robots or b"")
    place = Place(root, seen.files, asked or UNKNOWN)
    told_by = ""
    if not asked:
        # As long as nothing tells the address, files are found by their names alone.
        base = _guess(place, discover(place, ()), named)
        place = Place(root, seen.files, base or UNKNOWN)
        is_named = any(urls.below(place.base_url, url) in seen.files for url in named)
        told_by = ROBOTS if is_named else _told_by(base, asked)
    return _Reading(place, told_by, discover(place, named), seen)


def _read_file(target: Path, asked: str) -> _Reading:
    """Read a sitemap; only an index needs to know what else lies beside it."""
    root = target.parent.resolve()
    url = urls.path_to_url(PurePosixPath(target.name))
    place = Place(root, frozenset([target.name]), asked or UNKNOWN)
    (first,) = follow(place.base_url + url, place, {})
    if first.kind != "index":
        base = asked or _guess(None, [first])
        place = Place(root, place.files, base or UNKNOWN)
        return _Reading(place, _told_by(base, asked), [first])
    files = find_vicinity(root, target.name)
    base = asked or _guess(Place(root, files, UNKNOWN), [first])
    place = Place(root, files, base or UNKNOWN)
    return _Reading(
        place, _told_by(base, asked), follow(place.base_url + url, place, {})
    )


def _known(base_url: str) -> str:
    return "" if base_url == UNKNOWN else base_url


def _told_by(base: str, asked: str) -> str:
    return "" if asked or not base else "its sitemaps"


def _guess(
    place: Place | None, documents: Iterable[Document], named: Iterable[str] = ()
) -> str:
    """Guess by what is listed and by what lies there; without a place by the former."""
    rows = chain.from_iterable(document.rows for document in documents)
    locs = [row.loc for row in islice(rows, ENOUGH)]
    found = guess_base_url(place.files, locs, named) if place is not None else ""
    return found or guess_host(locs)


def _take(document: Document, lastmods: dict[str, str | None]) -> None:
    """Add what a document lists; of two dates of a URL the first counts."""
    for row in document.rows:
        # What is no URL is compared as it is written.
        url = urls.fold(row.url) if row.url else _CONTROL.sub(_escape, row.loc)
        if url and lastmods.get(url) is None:
            lastmods[url] = row.lastmod or None


def _escape(match: re.Match[str]) -> str:
    data = match[0].encode("utf-8", "surrogatepass")
    return "".join(f"%{byte:02X}" for byte in data)
