"""The composition: the builds of a host, one index over them, and the robots line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.check.discovery import Place, read_place, url_at
from scopemap.check.rows import Row
from scopemap.compose.asking import Asking
from scopemap.compose.changes import changed_files, repair
from scopemap.compose.children import Child, find_sitemaps, read_children
from scopemap.compose.flat import make_flat
from scopemap.compose.moving import Moved, make_moved
from scopemap.compose.remarks import note, skip
from scopemap.compose.translations import Translations, read_languages
from scopemap.compose.versioning import Versions, find_versions
from scopemap.errors import OptionError, UrlError
from scopemap.index import Index, make_indexes
from scopemap.model import Site
from scopemap.options import Options
from scopemap.patterns import Patterns, compile_pattern, compile_patterns
from scopemap.placing import lock, place, preview_places
from scopemap.render import STYLESHEET, render_index, stylesheet
from scopemap.report import Report
from scopemap.robots import plan_robots, read_own
from scopemap.survey import ROBOTS, Survey, survey


def compose(
    host: Path,
    asking: Asking,
    *,
    environ: Mapping[str, str] | None = None,
    dry_run: bool = False,
) -> Report:
    """Write, at the root of a host, the index over the sitemaps of all builds there.

    Sitemaps that engines would refuse are left out and told with their codes. Of what
    a build has written robots.txt is amended, and the index of a build at the root
    takes in the others; more is changed only where `repair` or `languages` ask for it.
    Raises OptionError and OutputError.
    """
    environ = os.environ if environ is None else environ
    with lock(host):
        composed = _compose(host, asking, environ)
        made: list[PurePosixPath] = []
        contents = _note_paths(_contents(composed, asking), made)
        if dry_run:
            written = preview_places(host, contents)
        else:
            written = place(host, contents, leftovers=composed.survey.staged)
        removed = tuple(_stale(composed.survey, made))
        if not dry_run:
            place(host, (), removed=removed)
    return msgspec.structs.replace(
        composed.report, written=tuple(written), removed=removed
    )


def _note_paths(
    contents: Iterable[tuple[PurePosixPath, bytes]], made: list[PurePosixPath]
) -> Iterator[tuple[PurePosixPath, bytes]]:
    for path, data in contents:
        made.append(path)
        yield path, data


class _Composed(Struct, frozen=True):
    """Hold all that was decided about a host."""

    place: Place
    survey: Survey
    children: tuple[Child, ...]
    """Those that the index names."""
    moved: tuple[Moved, ...]
    """What is made for versions that are listed elsewhere."""
    indexes: tuple[Index, ...]
    robots: bytes | None
    translations: Translations | None
    report: Report


def _compose(host: Path, asking: Asking, environ: Mapping[str, str]) -> _Composed:
    site = Site(_base_url(asking), host, Path(), (), "compose")
    seen = survey(site)
    folder = Place(host.resolve(), seen.files, site.base_url)
    versions = find_versions(folder.root, seen, site.base_url, asking)
    found = tuple(_read(folder, seen, asking, versions))
    if asking.repair:
        found = tuple(repair(folder, child) for child in found)
    children = tuple(child for child in found if child.is_sound and child.entries)
    moved = tuple(
        sitemap
        for version in versions.find_moved()
        for sitemap in make_moved(folder, version)
    )
    named = tuple(child.url for child in children)
    named += tuple(url_at(folder, str(each.path)) for each in moved)
    indexes = tuple(
        msgspec.structs.replace(index, is_composed=True)
        for index in make_indexes(site, Options(), named, frozenset())
    )
    submit = tuple(index.url for index in indexes)
    robots, notes = plan_robots(
        site,
        Options(robots=asking.robots),
        seen.robots,
        submit,
        children=named,
        others=tuple(_feeds(seen, folder)),
        readthedocs=environ.get("READTHEDOCS", "").lower() not in ("", "0", "false"),
    )
    skipped = tuple(skip(child) for child in found if child not in children)
    report = Report(
        urls=sum(each.entries for each in children)
        + sum(each.entries for each in moved),
        sitemaps=(
            *(PurePosixPath(child.path) for child in children),
            *(each.path for each in moved),
        ),
        submit=submit,
        skipped=tuple(item for item in skipped if item is not None),
        notes=(*note(found, seen), *versions.notes, *notes),
    )
    translations = _translate(folder, children, asking)
    return _Composed(
        place=folder,
        survey=seen,
        children=children,
        moved=moved,
        indexes=indexes,
        robots=robots,
        translations=translations,
        report=report,
    )


def _feeds(seen: Survey, folder: Place) -> Iterator[str]:
    """Give what a build at the root has named in robots.txt besides: its feeds."""
    for url in read_own(seen.robots or b""):
        path = urls.below(folder.base_url, url)
        if path in seen.files and path not in seen.sitemaps:
            yield url


def _translate(
    folder: Place, children: Iterable[Child], asking: Asking
) -> Translations | None:
    """Find what each text is listed as, in each of the languages."""
    languages = read_languages(asking.languages, folder.base_url)
    if len(languages) < 2:
        return None
    translations = Translations(languages, asking.x_default, {})
    for child in children:
        rows = read_place(folder, child.path, child.url).rows
        translations.note(row.url for row in rows if row.url)
    return translations


def _base_url(asking: Asking) -> str:
    try:
        return urls.base_url(asking.base_url)
    except UrlError as error:
        raise OptionError("base_url", str(error)) from error


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


def _stale(seen: Survey, made: Iterable[PurePosixPath]) -> Iterator[PurePosixPath]:
    """Find what this command wrote once and writes no more."""
    paths = set(made)
    for path, found in sorted(seen.sitemaps.items()):
        if found.is_composed and PurePosixPath(path) not in paths:
            yield PurePosixPath(path)


def _contents(
    composed: _Composed, asking: Asking
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Make file by file, in the order in which they are moved into place."""
    if composed.indexes and _may_write(STYLESHEET, composed.survey):
        yield STYLESHEET, stylesheet()
    links_of = composed.translations.links_of if composed.translations else None
    for child in composed.children:
        yield from changed_files(composed.place, child, links_of)
    yield from ((each.path, each.data) for each in composed.moved)
    if asking.root_sitemap:
        yield from make_flat(_rows(composed))
    for index in composed.indexes:
        yield (
            index.path,
            render_index(index.path, index.children, stylesheet=True, composed=True),
        )
    if composed.robots is not None:
        yield PurePosixPath(ROBOTS), composed.robots


def _may_write(path: PurePosixPath, seen: Survey) -> bool:
    """Tell whether a file is not there, or carries our mark."""
    return str(path) not in seen.files or str(path) in seen.sitemaps


def _rows(composed: _Composed) -> Iterator[Row]:
    for child in composed.children:
        yield from read_place(composed.place, child.path, child.url).rows
