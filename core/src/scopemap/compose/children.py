"""Children: the sitemaps of a host, whoever wrote them, each judged by itself.

One is read at a time and forgotten: what they list together may be millions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from scopemap import urls
from scopemap.check.discovery import (
    Place,
    in_folders,
    is_sitemap,
    read_place,
    url_at,
)
from scopemap.check.findings import Finding
from scopemap.check.rows import Document, Kind
from scopemap.patterns import Patterns, first_match


class Child(Struct, frozen=True):
    """Hold what is known of one sitemap or index."""

    path: str
    """Below the folder of the host."""
    url: str
    kind: Kind
    entries: int
    faults: tuple[Finding, ...] = ()
    """Those for which engines would refuse it, or a part of what it lists."""
    named: tuple[str, ...] = ()
    """The URLs that an index names."""
    cut: int = 0
    """Entries that are cut out of it, since engines would refuse them."""

    @property
    def is_sound(self) -> bool:
        """Tell whether an index may name it."""
        return self.kind in ("urlset", "text", "feed") and not self.faults


def read_children(
    place: Place, paths: Iterable[str], indexes: Iterable[str]
) -> Iterator[Child]:
    """Read each of the sitemaps and indexes; raises OutputError.

    Each is served where one of the `indexes` names it, in that spelling.
    """
    spelt = dict(_spellings(place, indexes))
    for path in paths:
        url = spelt.get(path) or url_at(place, path)
        yield summarize(read_place(place, path, url))


def _spellings(place: Place, indexes: Iterable[str]) -> Iterator[tuple[str, str]]:
    for index in indexes:
        for row in read_place(place, index, url_at(place, index)).rows:
            path = urls.below(place.base_url, row.url) if row.url else None
            if path is not None:
                yield path, row.url


def find_sitemaps(
    place: Place, *, include: Patterns, exclude: Patterns
) -> Iterator[str]:
    """Find the sitemaps and indexes of a host, in the order of their folders.

    `.gz` and `.txt` beside an `.xml` only repeat it.
    """
    for path in sorted(place.files, key=in_folders):
        if (
            is_wanted(path, include=include, exclude=exclude)
            and not _repeats(path, place.files)
            and is_sitemap(place.root, path)
        ):
            yield path


def is_wanted(path: str, *, include: Patterns, exclude: Patterns) -> bool:
    """Tell whether a file counts: `exclude` wins, and previews need `include`."""
    if first_match(exclude, path) is not None:
        return False
    is_preview = any(part == PREVIEWS for part in PurePosixPath(path).parts[:-1])
    return not is_preview or first_match(include, path) is not None


PREVIEWS = "pr-preview"
"""Folder in which GitHub's preview actions put pull requests, beside the site."""


def summarize(document: Document) -> Child:
    """Keep of a document what an index over it needs."""
    is_index = document.kind == "index"
    return Child(
        path=document.file,
        url=document.url,
        kind=document.kind,
        entries=0 if is_index else len(document.rows),
        faults=tuple(_grave(document.findings)),
        named=tuple(row.url for row in document.rows if row.url) if is_index else (),
    )


def _grave(findings: Iterable[Finding]) -> Iterator[Finding]:
    return (finding for finding in findings if finding.severity == "error")


def _repeats(path: str, files: frozenset[str]) -> bool:
    plain = path.removesuffix(".gz")
    if plain != path and plain in files:
        return True
    return plain.endswith(".txt") and f"{plain[:-4]}.xml" in files
