"""Folders: the pages of a finished output folder, whatever built it.

Where no generator tells what its pages are, their names do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath

import msgspec

from scopemap.languages import canonical_tag, find_unknown
from scopemap.model import Note, Page, Site
from scopemap.report import few
from scopemap.survey import Survey

_HTML = (".htm", ".html", ".xhtml")
_SOURCES = (
    ".md",
    ".markdown",
    ".mdx",
    ".rst",
    ".txt",
    ".ipynb",
    ".qmd",
    ".adoc",
    ".asciidoc",
    ".org",
    ".html",
    ".htm",
)
"""Suffixes of what pages are made of; of several the first counts."""
_HOME = ("index", "README", "readme", "_index")
"""Names of the source of a folder's own page; the last is Hugo's."""

# The search pages and indexes of Sphinx, MkDocs, Pelican and their like. A page about
# searching may have such a name, too, deeper in a site.
_INDEX = re.compile(
    r"(?:.*/)?(?:genindex(?:-[^/]+)?|(?:[a-z]+-)?modindex)(?:/index)?\.x?html?"
)
_SEARCH = re.compile(r"(.*/)?search(?:/index)?\.x?html?")
# What search consoles ask their users to upload.
_PROOF = re.compile(
    r"(?:.*/)?(?:google[0-9a-f]{16}|yandex_[0-9a-f]{16}|baidu_verify_[^/]*"
    r"|naver[0-9a-f]{32}|pinterest-[0-9a-f]+)\.html"
)
# What generators keep for themselves: Sphinx, Next, Astro, Nuxt, SvelteKit, Pagefind.
# Some people begin a name so for pages: `_autosummary` in many a conf.py.
_PRIVATE = frozenset(
    "_static _sources _modules _images _downloads _next _astro _nuxt _app _pagefind"
    " __pycache__".split()
)


def adopt_pages(site: Site, survey: Survey) -> Site:
    """Take the HTML files of an output folder for its pages, if nobody names them.

    Hidden files are none, nor is what lies in the folder of another build.
    """
    if not site.walks:
        return site
    foreign = find_foreign(site, survey)
    sources = _find_sources(site.sources_in) if site.sources_in is not None else {}
    pages = (
        _page(path, sources, survey.files)
        for path in map(PurePosixPath, sorted(survey.files))
        if path.suffix.lower() in _HTML
        and "/." not in f"/{path}"
        and not (foreign and any(parent in foreign for parent in path.parents))
    )
    return msgspec.structs.replace(site, pages=tuple(pages))


def find_foreign(site: Site, survey: Survey) -> frozenset[PurePosixPath]:
    """Find the folders in which another build keeps its own sitemaps."""
    return frozenset(
        found.owner
        for found in survey.sitemaps.values()
        if found.owner is not None
        and not found.is_of(site)
        # A build around this one may have put sitemaps into its folders.
        and ".." not in found.owner.parts
    )


def note_foreign(site: Site, survey: Survey) -> Iterator[Note]:
    """Note the folders whose pages are another build's to list."""
    folders = [f"{folder}/" for folder in sorted(find_foreign(site, survey))]
    if site.walks and folders:
        text = f"left out, since another build lists what is there: {few(folders)}"
        yield Note("info", "foreign", text)


def _page(
    path: PurePosixPath, sources: Mapping[str, Path], files: Collection[str]
) -> Page:
    names = _source_names(path) if sources else ()
    source = next((sources[name] for name in names if name in sources), None)
    return Page(
        path=path,
        kind="machine" if _is_machine(path, files) else "page",
        sources=(source,) if source is not None else (),
        skip=_skip(path, files),
    )


def _is_machine(path: PurePosixPath, files: Collection[str]) -> bool:
    if not _PRIVATE.isdisjoint(path.parts):
        return True
    name = str(path)
    if (match := _SEARCH.fullmatch(name)) is not None:
        folder = match[1] or ""
        # Sphinx's index lies beside its page, MkDocs' in a folder of its own.
        indexes = (f"{folder}searchindex.js", f"{folder}search/search_index.json")
        is_top = not folder or _is_language(folder[:-1])
        return is_top or any(index in files for index in indexes)
    return any(pattern.fullmatch(name) for pattern in (_INDEX, _PROOF))


def _skip(path: PurePosixPath, files: Collection[str]) -> str | None:
    if path.parts[0] == "drafts":
        return "draft"
    if path.name not in _ERRORS:
        return None
    is_language = len(path.parts) == 2 and _is_language(path.parts[0])
    return "error" if is_language or _is_home(path.parent, files) else None


_ERRORS = ("404.html", "404.htm", "404.xhtml")


def _is_home(folder: PurePosixPath, files: Collection[str]) -> bool:
    """Tell whether a whole site may lie in a folder: a language's, a version's.

    In a handbook about HTTP `404.html` is a page among others of its kind.
    """
    has_others = any(str(folder / f"{code}.html") in files for code in (400, 403, 500))
    return str(folder / "index.html") in files and not has_others


def _is_language(folder: str) -> bool:
    tag = canonical_tag(folder)
    return tag is not None and find_unknown(tag) is None


def _source_names(path: PurePosixPath) -> Iterator[str]:
    """Give the names, without a suffix, that a page's source may have."""
    if path.stem != "index":
        yield str(path.with_suffix(""))
        return
    for name in _HOME:
        yield str(path.with_name(name))
    yield str(path.parent)


def _find_sources(folder: Path) -> dict[str, Path]:
    """Find what pages may be made of, by their paths without a suffix."""
    found: dict[str, Path] = {}
    for top, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files, key=_rank):
            file = Path(top, name)
            if file.suffix.lower() in _SOURCES and file.is_file():
                key = file.relative_to(folder).with_suffix("").as_posix()
                found.setdefault(key, file)
    return found


def _rank(name: str) -> tuple[int, str]:
    suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122  # a Path is slow to make
    return (_SOURCES.index(suffix) if suffix in _SOURCES else len(_SOURCES), name)
