"""Naming: the sources of lost pages and of their likely places, as plugins ask them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from scopemap import urls
from scopemap.diff.difference import Likely, Removed
from scopemap.diff.listing import Listing
from scopemap.diff.renames import pages_of
from scopemap.diff.search import Search
from scopemap.locate import possible_names

_NO_PAGES = ("404.html", "search.html", "genindex.html")
"""Files that lie beside the folders of pages, though each page has a folder."""


_INDEXES = ("index", "README")
"""Sources that MkDocs builds into the index of their folder (1.6, `File.name`)."""


def find_names(
    lost: Iterable[Removed], search: Search, sources: Path | None
) -> dict[str, Removed]:
    """Give the lost pages, by their URLs, with the names of the sources.

    A new one is in the folder of sources, where that was given, an old one in what git
    tells of it; all others are guessed, as MkDocs names them.
    """
    guess_old, guess_new = _guesser(search.before), _guesser(search.after)
    known = {page: old for old in search.renames for page in pages_of(old)}
    named: dict[str, Removed] = {}
    for each in lost:
        files = _files(search.before, each.url)
        told = next((known[file] for file in files if file in known), None)
        source = told or (guess_old(files[0]) if files else "")
        likely = each.likely
        if likely is not None:
            likely = _name_likely(likely, search, sources, guess_new)
        named[each.url] = replace(each, source=source, likely=likely)
    return named


def _files(listing: Listing, url: str) -> list[str]:
    """Give the HTML file that answered at a URL, or those that may have."""
    path = urls.below(listing.base_url, url) if listing.base_url else None
    if path is None:
        return []
    file = listing.find_file(url)
    names = possible_names(path) if file is None else (file,)
    return [name for name in reversed(names) if name.endswith(".html")]


def _name_likely(
    likely: Likely, search: Search, sources: Path | None, guess: Callable[[str], str]
) -> Likely:
    files = _files(search.after, likely.url)
    pages = search.built.pages if search.built is not None else {}
    page = next((pages[file] for file in files if file in pages), None)
    if page is not None and page.sources and sources is not None:
        own = page.sources[0].relative_to(sources).as_posix()
        return replace(likely, source=own)
    return replace(likely, source=guess(files[0]) if files else "")


def _guesser(listing: Listing) -> Callable[[str], str]:
    """Give what guesses the source of a built file.

    Where each page has a folder of its own, one with pages below it is rather the
    index of a section.
    """
    files = listing.survey.files if listing.survey is not None else frozenset[str]()
    pages = [file for file in files if file.endswith(".html")]
    names = {file.rpartition("/")[2] for file in pages}
    is_flat = not names <= {"index.html", *_NO_PAGES}
    sections = _sections(pages)

    def guess(file: str) -> str:
        path = PurePosixPath(file)
        folder = str(path.parent)
        is_section = is_flat or folder in sections or folder == "."
        if path.name != "index.html":
            return "" if path.stem in _INDEXES else str(path.with_suffix(".md"))
        if is_section or path.parent.name in _INDEXES:
            return str(path.with_suffix(".md"))
        return f"{folder}.md"

    return guess


def _sections(pages: Iterable[str]) -> frozenset[str]:
    """Give the folders in which there are folders of pages."""
    found: set[str] = set()
    for page in pages:
        folder = page.rpartition("/")[0].rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(found)
