"""Writing: the plan becomes files, all of them or none.

Sitemaps come first, then indexes and robots.txt; removals come last. Wherever a crash
falls, each sitemap that an index names exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from scopemap.options import Options
from scopemap.placing import naming, place, preview_places
from scopemap.plan import Plan
from scopemap.render import (
    STYLESHEET,
    compress,
    gzip_path,
    render_index,
    render_sitemap,
    render_text,
    stylesheet,
    text_path,
)
from scopemap.report import Report
from scopemap.state import FileDates
from scopemap.survey import ROBOTS


def write(plan: Plan, file_dates: FileDates | None = None) -> Report:
    """Write what is planned, and tell what changed.

    `file_dates` learns what is in each sitemap, and tells the index its date. A file
    whose content is already there is not touched. Raises OutputError, or CharacterError
    from rendering; before the first move nothing has changed then.
    """
    contents = _contents(plan, file_dates)
    changed = place(
        plan.output, contents, leftovers=plan.leftovers, removed=plan.removed
    )
    return _report(plan, changed)


def preview(plan: Plan, file_dates: FileDates | None = None) -> Report:
    """Tell what `write` would change, and change nothing; raises as it does."""
    return _report(plan, preview_places(plan.output, _contents(plan, file_dates)))


def _contents(
    plan: Plan, file_dates: FileDates | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Render file by file, in the order in which they are moved into place."""
    sitemaps = _sitemaps(plan, file_dates)
    yield from (pair for pair in sitemaps if pair[0] not in plan.taken)
    for path, source in plan.restored:
        with naming(source):
            yield path, source.read_bytes()
    indexes = _indexes(plan, file_dates)
    yield from (pair for pair in indexes if pair[0] not in plan.taken)
    if plan.robots is not None:
        yield PurePosixPath(ROBOTS), plan.robots


def _sitemaps(
    plan: Plan, file_dates: FileDates | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    options = plan.options
    if options.stylesheet and (plan.sitemaps or plan.indexes):
        yield STYLESHEET, stylesheet()
    for sitemap in plan.sitemaps:
        data = render_sitemap(
            sitemap.path,
            sitemap.entries,
            day=options.lastmod_precision == "day",
            stylesheet=options.stylesheet,
        )
        if file_dates is not None:
            file_dates.note(sitemap.url, data, plan.output / sitemap.path)
        yield from _with_gzip(sitemap.path, data, options)
        if options.text:
            yield text_path(sitemap.path), render_text(sitemap.entries)


def _indexes(
    plan: Plan, file_dates: FileDates | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    date_of = _unknown if file_dates is None else file_dates.of
    for index in plan.indexes:
        data = render_index(
            index.path,
            index.children,
            stylesheet=plan.options.stylesheet,
            date_of=date_of,
            composed=index.is_composed,
        )
        yield from _with_gzip(index.path, data, plan.options)


def _unknown(_url: str) -> None:
    return None


def _with_gzip(
    path: PurePosixPath, data: bytes, options: Options
) -> Iterator[tuple[PurePosixPath, bytes]]:
    yield path, data
    if options.gzip:
        yield gzip_path(path), compress(data)


def _report(plan: Plan, written: list[PurePosixPath]) -> Report:
    entries = [entry for sitemap in plan.sitemaps for entry in sitemap.entries]
    return Report(
        urls=len(entries),
        sitemaps=tuple(sitemap.path for sitemap in plan.sitemaps),
        submit=plan.submit,
        written=tuple(written),
        removed=tuple(sorted(plan.removed)),
        skipped=plan.skipped,
        dates=plan.dates,
        notes=plan.notes,
        dated=sum(entry.lastmod is not None for entry in entries),
    )
