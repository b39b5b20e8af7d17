"""The build: the stages in their order, and nothing else."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from scopemap.addresses import with_base_urls
from scopemap.draft import Draft, Job, draft_all, plan_all, read_clock
from scopemap.evidence import Track
from scopemap.group import group
from scopemap.manifest import write_manifest
from scopemap.model import Note, Site
from scopemap.options import Options
from scopemap.placing import lock
from scopemap.plan import Plan, plan_nothing
from scopemap.publish import why_unpublished
from scopemap.record import keep_record
from scopemap.report import Report
from scopemap.state import (
    FileDates,
    Known,
    Remembered,
    State,
    read_state,
    write_state,
)
from scopemap.steady import Clock, steady_dates
from scopemap.survey import survey
from scopemap.write import preview, write


def build(
    site: Site,
    options: Options,
    *,
    parts: Sequence[Site] = (),
    environ: Mapping[str, str] | None = None,
    dry_run: bool = False,
    track: Track = iter,
) -> Report:
    """Write the sitemaps of a finished build into its output folder.

    `parts` are further outputs of the same run, such as the subsites of its languages:
    each is listed with the one in whose output and address it lies, or else gets
    sitemaps of its own, and its report is among the `parts` of what is given back.

    `environ` is the process environment; from it come the clock, where
    `SOURCE_DATE_EPOCH` is set, and the signs of a preview. A `dry_run` writes nothing
    and tells what it would. `track` goes through the pages while they are read, and can
    show how far that has come. Raises ScopemapError, with the outputs as they were
    before unless the fault came between two moves.
    """
    environ = os.environ if environ is None else environ
    sites = group(with_base_urls(site, parts, options, environ))
    whys = [why_unpublished(each, options, environ) for each in sites]
    public = [each for each, why in zip(sites, whys, strict=True) if why is None]
    with contextlib.ExitStack() as locks:
        for each in public:
            locks.enter_context(lock(each.output))
        job = Job(options, environ, read_clock(environ), track, dry_run)
        written = iter(_write_all(public, job))
    first, *rest = [
        next(written) if why is None else _leave(each, options, why)
        for each, why in zip(sites, whys, strict=True)
    ]
    if options.manifest is not None and not dry_run:
        urls = [site.base_url for site in sites]
        reports = zip(urls, (first, *rest), strict=True)
        write_manifest(Path(options.manifest), reports)
    return msgspec.structs.replace(first, parts=tuple(rest))


def _leave(site: Site, options: Options, why: str) -> Report:
    """Publish nothing; what this build was to stand in for goes where it is wrong."""
    note = Note("info", "unpublished", f"nothing was written: {why}")
    if site.base_url and options.publish != "no":
        return Report(notes=(note,))
    with lock(site.output):
        return write(plan_nothing(site, options, survey(site), note))


def _write_all(sites: Sequence[Site], job: Job) -> list[Report]:
    """Plan and write sites of one run; with the option `state`, remember them."""
    if not sites or job.options.state is None:
        drafts = list(draft_all(sites, job))
        return [
            _publish(draft, planned, None, job)
            for draft, planned in zip(drafts, plan_all(drafts, job), strict=True)
        ]
    file = Path(job.options.state)
    with _lock_state(file, sites):
        return _write_and_remember(file, sites, job)


def _write_and_remember(file: Path, sites: Sequence[Site], job: Job) -> list[Report]:
    state, notes = read_state(file)
    drafts: list[Draft] = []
    remembered: dict[str, dict[str, Known]] = {}
    for draft in draft_all(sites, job):
        base = draft.site.base_url
        dates, remembered[base] = steady_dates(
            draft.site,
            msgspec.structs.replace(draft.dates, notes=notes + draft.dates.notes),
            state.of(base),
            clock=Clock(job.now, draft.history.head),
        )
        drafts.append(msgspec.structs.replace(draft, dates=dates))
        notes = ()
    known = {base: state.of(base) for base in state.sites}
    reports: list[Report] = []
    for draft, planned in zip(drafts, plan_all(drafts, job), strict=True):
        base = draft.site.base_url
        file_dates = FileDates(state.of(base).sitemaps, job.now)
        reports.append(_publish(draft, planned, file_dates, job))
        if reports[-1].sitemaps:
            known[base] = Remembered(remembered[base], file_dates.known)
    if not job.dry_run:
        write_state(file, State(sites=known))
    return reports


def _publish(
    draft: Draft, planned: Plan, file_dates: FileDates | None, job: Job
) -> Report:
    if job.dry_run:
        return preview(planned, file_dates)
    report = write(planned, file_dates)
    keep_record(draft, planned)
    return _check(report, planned, draft.site, job) if job.options.check else report


def _check(report: Report, planned: Plan, site: Site, job: Job) -> Report:
    # Few builds ask for it, and no other shall wait for its import.
    from scopemap.check.noting import note_findings  # noqa: PLC0415

    listed = {entry.loc for each in planned.sitemaps for entry in each.entries}
    notes = note_findings(site, listed, environ=job.environ)
    return msgspec.structs.replace(report, notes=(*report.notes, *notes))


def _lock_state(
    file: Path, sites: Iterable[Site]
) -> contextlib.AbstractContextManager[None]:
    """Let one build at a time read and write the state; the outputs are locked."""
    folder = file.parent.resolve()
    if not folder.is_dir() or folder in [site.output.resolve() for site in sites]:
        return contextlib.nullcontext()
    return lock(folder)
