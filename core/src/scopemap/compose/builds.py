"""Builds: what lies on one host, read and judged, and what an index over it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.check.discovery import Place, url_at
from scopemap.check.reading import read_document
from scopemap.check.rows import Row
from scopemap.compose.asking import Asking
from scopemap.compose.changes import read_child, repair
from scopemap.compose.children import Child, find_sitemaps, read_children
from scopemap.compose.flat import NAME
from scopemap.compose.hosts import Host, leave_out
from scopemap.compose.moving import Moved, make_moved
from scopemap.compose.remarks import note, skip
from scopemap.compose.versioning import Versions, find_versions
from scopemap.errors import OptionError
from scopemap.index import INDEX, Index, make_indexes
from scopemap.model import Site
from scopemap.options import Options
from scopemap.patterns import Patterns, compile_pattern, compile_patterns
from scopemap.report import Report
from scopemap.robots import plan_robots, read_own
from scopemap.survey import Survey, survey


class Builds(Struct, frozen=True):
    """Hold all that was decided about a host, but for links between languages."""

    place: Place
    survey: Survey
    children: tuple[Child, ...]
    """Those that the index names."""
    moved: tuple[Moved, ...]
    """What is made for versions that are listed elsewhere."""
    taken: frozenset[PurePosixPath]
    """What nothing further may be called: files of others, and what is made so far."""
    indexes: tuple[Index, ...]
    robots: bytes | None
    report: Report

    def read_rows(self) -> Iterator[Row]:
        """Read what the index leads to, one sitemap after the other."""
        for child in self.children:
            yield from read_child(self.place, child).rows
        for each in self.moved:
            path = str(each.path)
            url = url_at(self.place, path)
            yield from read_document(BytesIO(each.data), file=path, url=url).rows


def find_builds(
    host: Host, asking: Asking, *, others: Iterable[Path], environ: Mapping[str, str]
) -> Builds:
    """Find the builds in the folder of a host, and decide what its index names.

    `others` are folders that are served elsewhere: what lies in them does not count.
    Raises OptionError and OutputError.
    """
    site = Site(host.base_url, host.folder, Path(), (), "compose")
    seen = leave_out(survey(site), host.folder, others)
    folder = Place(host.folder.resolve(), seen.files, site.base_url)
    versions = find_versions(folder.root, seen, site.base_url, asking)
    found = tuple(_read(folder, seen, asking, versions))
    if asking.repair:
        found = tuple(repair(folder, child) for child in found)
    children = tuple(child for child in found if child.is_sound and child.entries)
    taken = _find_taken(seen)
    moved: list[Moved] = []
    for version in versions.find_moved():
        moved += make_moved(folder, version, taken | {PurePosixPath(NAME)})
        taken |= {each.path for each in moved}
    named = tuple(child.url for child in children)
    named += tuple(url_at(folder, str(each.path)) for each in moved)
    indexes = tuple(
        msgspec.structs.replace(index, is_composed=True)
        for index in make_indexes(site, Options(), named, frozenset())
    )
    robots, notes = plan_robots(
        site,
        Options(robots=asking.robots),
        seen.robots,
        tuple(index.url for index in indexes),
        children=named,
        others=tuple(_feeds(seen, folder)),
        readthedocs=environ.get("READTHEDOCS", "").lower() not in ("", "0", "false"),
    )
    builds = Builds(
        place=folder,
        survey=seen,
        children=children,
        moved=tuple(moved),
        taken=taken,
        indexes=indexes,
        robots=robots,
        report=Report(
            notes=(*note(found, named, seen, asking), *versions.notes, *notes)
        ),
    )
    return msgspec.structs.replace(builds, report=_report(builds, found))


def _report(builds: Builds, found: Iterable[Child]) -> Report:
    """Sum up what is named, and what of all that was found is not."""
    children, moved = builds.children, builds.moved
    paths = {child.path for child in children}
    skipped = (skip(child) for child in found if child.path not in paths)
    return msgspec.structs.replace(
        builds.report,
        urls=sum(child.entries for child in children) + sum(m.entries for m in moved),
        sitemaps=(
            *(PurePosixPath(child.path) for child in children),
            *(each.path for each in moved),
        ),
        submit=tuple(index.url for index in builds.indexes),
        skipped=tuple(item for item in skipped if item is not None),
    )


def _find_taken(seen: Survey) -> frozenset[PurePosixPath]:
    """Find the files at the root that no composition has written, and the index."""
    own = {path for path, found in seen.sitemaps.items() if found.is_of_host}
    files = (path for path in seen.files if "/" not in path and path not in own)
    return frozenset(map(PurePosixPath, (*files, INDEX)))


def _feeds(seen: Survey, folder: Place) -> Iterator[str]:
    """Give what a build at the root has named in robots.txt besides: its feeds."""
    for url in read_own(seen.robots or b""):
        path = urls.below(folder.base_url, url)
        if path in seen.files and path not in seen.sitemaps:
            yield url


def _read(
    folder: Place, seen: Survey, asking: Asking, versions: Versions
) -> Iterator[Child]:
    """Read the sitemaps of all builds, but not what this command writes itself."""
    own = {path for path, found in seen.sitemaps.items() if found.is_composed}
    wanted = find_sitemaps(
        folder,
        include=_patterns("include", asking.include),
        exclude=_patterns("exclude", asking.exclude),
    )
    indexes = (path for path, each in seen.sitemaps.items() if each.kind == "index")
    paths = [
        path for path in wanted if path not in own and not versions.is_left_out(path)
    ]
    return read_children(folder, paths, [path for path in indexes if path not in own])


def _patterns(name: str, given: tuple[str, ...]) -> Patterns:
    for pattern in given:
        try:
            compile_pattern(pattern)
        except ValueError as error:  # noqa: PERF203  # each may be wrong
            raise OptionError(name, f"{pattern!r} {error}") from error
    return compile_patterns(given)
