"""Tidying: what of earlier runs goes, and what of the author's comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from scopemap.model import Note, Site
from scopemap.render import gzip_path
from scopemap.survey import Survey


def restored(site: Site) -> tuple[tuple[PurePosixPath, Path], ...]:
    """Give the author's files that the generator wrote over, each with its source."""
    return tuple(pair for pair in site.authored if pair[0] in site.replaces)


def removed(
    site: Site,
    survey: Survey,
    planned: frozenset[PurePosixPath],
    authored: frozenset[PurePosixPath],
) -> tuple[PurePosixPath, ...]:
    """Find what goes: files of this build that it no longer writes, and leftovers.

    The `.gz` and `.txt` beside a sitemap belong to it; a `.txt` only where the
    sitemap was ours, since an author may well have a text file of that name.
    """
    ours = {
        PurePosixPath(path)
        for path, sitemap in survey.sitemaps.items()
        if sitemap.owner == PurePosixPath()
    }
    documents = {path for path in ours | planned if path.suffix == ".xml"}
    gone = ours | set(site.replaces) | {gzip_path(path) for path in documents}
    gone |= {path.with_suffix(".txt") for path in ours if path.suffix == ".xml"}
    return existing(gone - planned - authored, survey)


def existing(
    paths: Iterable[PurePosixPath], survey: Survey
) -> tuple[PurePosixPath, ...]:
    """Give those of the paths that lie in the output folder, in order."""
    return tuple(sorted(path for path in paths if str(path) in survey.files))


def replaced(
    site: Site,
    survey: Survey,
    planned: frozenset[PurePosixPath],
) -> Iterator[Note]:
    """Note whose sitemaps make way for ours, and which of the author's stay."""
    for path in sorted(planned):
        existing = survey.sitemaps.get(str(path))
        if existing and existing.owner is None and path not in site.replaces:
            yield Note(
                "info", "replaced", f"{path}, which something else wrote, is replaced"
            )
    for path in survey.authored:
        yield Note("info", "authored", f"{path} is your own and stays as it is")
