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
) -> tuple[PurePosixPath, ...]:
    """Find what goes: files of this build that it no longer writes, and leftovers.

    They stand in the order in which they go. A `.gz` belongs to the file beside it
    and goes first, since nothing else tells that it is ours; an index goes before the
    sitemaps that it names.
    """
    ours = {
        PurePosixPath(path)
        for path, sitemap in survey.sitemaps.items()
        if sitemap.is_of(site) and not sitemap.is_composed
    }
    authored = {path for path, _ in site.authored}
    documents = {path for path in ours | planned if path.suffix == ".xml"}
    gone = ours | set(site.replaces) | {gzip_path(path) for path in documents}
    return tuple(
        sorted(
            existing(gone - planned - authored, survey),
            key=lambda path: (path.suffix == ".xml", not _is_index(path, survey)),
        )
    )


def _is_index(path: PurePosixPath, survey: Survey) -> bool:
    found = survey.sitemaps.get(str(path))
    return found is not None and found.kind == "index"


def existing(
    paths: Iterable[PurePosixPath], survey: Survey
) -> tuple[PurePosixPath, ...]:
    """Give those of the paths that lie in the output folder, in order."""
    return tuple(sorted(path for path in paths if str(path) in survey.files))


def replaced(
    site: Site, survey: Survey, planned: frozenset[PurePosixPath]
) -> Iterator[Note]:
    """Note whose files make way for ours."""
    for path in existing(planned - set(site.replaces), survey):
        if path.suffix != ".gz" and not _is_ours(path, site, survey):
            text = f"{path}, which something else wrote, is replaced"
            yield Note("info", "replaced", text)


def _is_ours(path: PurePosixPath, site: Site, survey: Survey) -> bool:
    found = survey.sitemaps.get(str(path))
    return found is not None and found.is_of(site)
