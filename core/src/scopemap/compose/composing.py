"""The composition: the builds of hosts, an index over each, and the robots lines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path, PurePosixPath

import msgspec

from scopemap.compose.asking import Asking
from scopemap.compose.builds import Builds, find_builds
from scopemap.compose.changes import changed_files, with_links, with_packed
from scopemap.compose.flat import make_flat
from scopemap.compose.hosts import Host, read_hosts
from scopemap.compose.translations import Translations, find_translations
from scopemap.errors import OptionError
from scopemap.placing import lock, place, preview_places
from scopemap.render import STYLESHEET, gzip_path, render_index, stylesheet
from scopemap.report import Report
from scopemap.survey import ROBOTS, Survey


def compose(
    host: Path,
    asking: Asking,
    *,
    environ: Mapping[str, str] | None = None,
    dry_run: bool = False,
) -> tuple[Report, ...]:
    """Write, at the root of a host, the index over the sitemaps of all builds there.

    Sitemaps that engines would refuse are left out and told with their codes. Of what
    a build has written robots.txt is amended, and the index of a build at the root
    takes in the others; more is changed only where `repair` or `languages` ask for it.
    Gives a report for this host, and one for each that it is composed with. Raises
    OptionError and OutputError.
    """
    if asking.supported and asking.policy != "supported":
        raise OptionError("supported", "needs the policy `supported`")
    hosts = read_hosts(host, asking.base_url, asking.also)
    with ExitStack() as locks:
        # In one order, whichever of them is the first, or two runs wait for each other.
        for each in sorted(hosts, key=lambda each: each.folder.resolve()):
            locks.enter_context(lock(each.folder))
        found = tuple(_find(each, hosts, asking, environ) for each in hosts)
        translations, notes = find_translations(found, asking)
        reports = tuple(
            _write(builds, asking, translations, dry_run=dry_run) for builds in found
        )
    first, *rest = reports
    return msgspec.structs.replace(first, notes=(*first.notes, *notes)), *rest


def _find(
    host: Host,
    hosts: tuple[Host, ...],
    asking: Asking,
    environ: Mapping[str, str] | None,
) -> Builds:
    """Read one of the hosts; versions that are asked for are those of the first."""
    first, *_ = hosts
    return find_builds(
        host,
        asking if host is first else msgspec.structs.replace(asking, versions=()),
        others=[other.folder for other in hosts if other is not host],
        environ=os.environ if environ is None else environ,
    )


def _write(
    builds: Builds, asking: Asking, translations: Translations | None, *, dry_run: bool
) -> Report:
    host = builds.place.root
    made: list[PurePosixPath] = []
    contents = _note_paths(_contents(builds, asking, translations), made)
    if dry_run:
        written = preview_places(host, contents)
    else:
        written = place(host, contents, leftovers=builds.survey.staged)
    removed = tuple(_stale(builds.survey, made))
    if not dry_run:
        place(host, (), removed=removed)
    return msgspec.structs.replace(
        builds.report, written=tuple(written), removed=removed
    )


def _note_paths(
    contents: Iterable[tuple[PurePosixPath, bytes]], made: list[PurePosixPath]
) -> Iterator[tuple[PurePosixPath, bytes]]:
    for path, data in contents:
        made.append(path)
        yield path, data


def _stale(seen: Survey, made: Iterable[PurePosixPath]) -> Iterator[PurePosixPath]:
    """Find what this command wrote once and writes no more."""
    paths = set(made)
    for path, found in sorted(seen.sitemaps.items()):
        if found.is_of_host and PurePosixPath(path) not in paths:
            yield PurePosixPath(path)
            packed = gzip_path(PurePosixPath(path))
            if str(packed) in seen.files:
                yield packed


def _contents(
    builds: Builds, asking: Asking, translations: Translations | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Make file by file, in the order in which they are moved into place."""
    if builds.indexes and _may_write(STYLESHEET, builds.survey):
        yield STYLESHEET, stylesheet()
    links_of = translations.links_of if translations else None
    for child in builds.children:
        yield from changed_files(builds.place, child, links_of)
    for each in builds.moved:
        yield each.path, with_links(each.data, links_of)
    if asking.root_sitemap:
        yield from make_flat(builds.read_rows(), taken=builds.taken)
    for index in builds.indexes:
        data = render_index(index.path, index.children, stylesheet=True, composed=True)
        yield from with_packed(index.path, data, builds.survey.files)
    if builds.robots is not None:
        yield PurePosixPath(ROBOTS), builds.robots


def _may_write(path: PurePosixPath, seen: Survey) -> bool:
    """Tell whether a file is not there, or carries our mark."""
    return str(path) not in seen.files or str(path) in seen.sitemaps
