"""The build: the stages in their order, and nothing else."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.adopt import adopt_files
from scopemap.dates import Dates, date_pages, without_future_rules
from scopemap.errors import OptionError, UrlError
from scopemap.evidence import Evidence, gather
from scopemap.group import group
from scopemap.history import Asking, History, read_history
from scopemap.loading import check_base_url
from scopemap.model import Note, Site
from scopemap.neighbours import NOBODY, Neighbours, Told, find_neighbours
from scopemap.options import Options
from scopemap.plan import Plan, plan, plan_nothing
from scopemap.publish import why_unpublished
from scopemap.report import Report
from scopemap.siblings import Sibling, find_siblings
from scopemap.state import (
    FileDates,
    Known,
    Remembered,
    State,
    read_state,
    write_state,
)
from scopemap.steady import Clock, steady_dates
from scopemap.survey import Survey, survey
from scopemap.write import lock, write


def build(
    site: Site,
    options: Options,
    *,
    parts: Sequence[Site] = (),
    environ: Mapping[str, str] | None = None,
) -> Report:
    """Write the sitemaps of a finished build into its output folder.

    `parts` are further outputs of the same run, such as the subsites of its languages:
    each is listed with the one in whose output and address it lies, or else gets
    sitemaps of its own, and its report is among the `parts` of what is given back.

    `environ` is the process environment; from it come the clock, where
    `SOURCE_DATE_EPOCH` is set, and the signs of a preview. Raises ScopemapError, with
    the outputs as they were before unless the fault came between two moves.
    """
    environ = os.environ if environ is None else environ
    sites = group(_with_base_urls(site, parts, options, environ))
    whys = [why_unpublished(each, options, environ) for each in sites]
    public = [each for each, why in zip(sites, whys, strict=True) if why is None]
    with contextlib.ExitStack() as locks:
        for each in public:
            locks.enter_context(lock(each.output))
        written = _write_all(public, options, environ)
    first, *rest = [
        next(written) if why is None else _leave(each, options, why)
        for each, why in zip(sites, whys, strict=True)
    ]
    return msgspec.structs.replace(first, parts=tuple(rest))


def _leave(site: Site, options: Options, why: str) -> Report:
    """Publish nothing; what this build was to stand in for goes where it is wrong."""
    note = Note("info", "unpublished", f"nothing was written: {why}")
    if site.base_url and options.publish != "no":
        return Report(notes=(note,))
    with lock(site.output):
        return write(plan_nothing(site, options, survey(site), note))


def _write_all(
    sites: Sequence[Site], options: Options, environ: Mapping[str, str]
) -> Iterator[Report]:
    """Plan and write sites of one run; with the option `state`, remember them."""
    if not sites or options.state is None:
        plans = _plan_all(list(_draft_all(sites, options, environ)), environ)
        return iter([write(each) for each in plans])
    file = Path(options.state)
    with _lock_state(file, sites):
        return iter(_write_and_remember(file, sites, options, environ))


def _write_and_remember(
    file: Path, sites: Sequence[Site], options: Options, environ: Mapping[str, str]
) -> list[Report]:
    state, notes = read_state(file)
    now = _now(environ)
    drafts: list[_Draft] = []
    remembered: dict[str, dict[str, Known]] = {}
    for draft in _draft_all(sites, options, environ):
        base = draft.site.base_url
        dates, remembered[base] = steady_dates(
            draft.site,
            msgspec.structs.replace(draft.dates, notes=notes + draft.dates.notes),
            state.of(base),
            clock=Clock(now, draft.history.head),
        )
        drafts.append(msgspec.structs.replace(draft, dates=dates))
        notes = ()
    known = {base: state.of(base) for base in state.sites}
    reports: list[Report] = []
    for draft, planned in zip(drafts, _plan_all(drafts, environ), strict=True):
        base = draft.site.base_url
        file_dates = FileDates(state.of(base).sitemaps, now)
        reports.append(write(planned, file_dates))
        if reports[-1].sitemaps:
            known[base] = Remembered(remembered[base], file_dates.known)
    write_state(file, State(sites=known))
    return reports


def _lock_state(
    file: Path, sites: Iterable[Site]
) -> contextlib.AbstractContextManager[None]:
    """Let one build at a time read and write the state; the outputs are locked."""
    folder = file.parent.resolve()
    if not folder.is_dir() or folder in [site.output.resolve() for site in sites]:
        return contextlib.nullcontext()
    return lock(folder)


class _Draft(Struct, frozen=True):
    """Hold what is known of a site before anything is decided."""

    site: Site
    options: Options
    survey: Survey
    evidence: Evidence
    dates: Dates
    history: History
    siblings: Mapping[str, Sibling]


def _plan_all(drafts: Sequence[_Draft], environ: Mapping[str, str]) -> list[Plan]:
    """Plan sites of one run, each alone, then with what they can say of each other."""
    readthedocs = _is_set(environ, "READTHEDOCS")
    plans = [_plan(draft, NOBODY, readthedocs=readthedocs) for draft in drafts]
    if len(plans) < 2:
        return plans
    told = [
        Told(draft.site, alone.sitemaps, alone.submit, draft.evidence.facts)
        for draft, alone in zip(drafts, plans, strict=True)
    ]
    return [
        _plan(draft, find_neighbours(draft.site, told), readthedocs=readthedocs)
        for draft in drafts
    ]


def _plan(draft: _Draft, neighbours: Neighbours, *, readthedocs: bool) -> Plan:
    return plan(
        draft.site,
        draft.options,
        draft.survey,
        draft.dates,
        evidence=draft.evidence,
        siblings=draft.siblings,
        neighbours=neighbours,
        readthedocs=readthedocs,
    )


def _draft_all(
    sites: Sequence[Site], options: Options, environ: Mapping[str, str]
) -> Iterator[_Draft]:
    found = [survey(site, feeds=options.feeds) for site in sites]
    sites = [
        adopt_files(site, options, each)
        for site, each in zip(sites, found, strict=True)
    ]
    now = _now(environ)
    history = _history(sites, options, environ, now)
    for site, each in zip(sites, found, strict=True):
        rules, notes = without_future_rules(options, now=now, zone=site.timezone)
        dates = date_pages(
            site, rules, history=history, now=now, in_ci=_is_set(environ, "CI")
        )
        dates = msgspec.structs.replace(dates, notes=notes + dates.notes)
        yield _Draft(
            site=site,
            options=rules,
            survey=each,
            evidence=gather(site, each, environ=environ, images=rules.images),
            dates=dates,
            history=history,
            siblings=find_siblings(site, rules),
        )


def _with_base_urls(
    site: Site, parts: Iterable[Site], options: Options, environ: Mapping[str, str]
) -> Iterator[Site]:
    """Give the sites with their base URLs in normal form.

    Where the base URL is not that of the generator, the parts below it move along.
    """
    if options.publish == "no":
        yield from (
            msgspec.structs.replace(each, base_url="") for each in (site, *parts)
        )
        return
    base_url = _base_url(site, options, environ)
    for each in (site, *parts):
        moved = base_url if each is site else _moved(each, site, base_url)
        links_to = _links_to(each)
        yield msgspec.structs.replace(
            each, base_url=moved, links_to="" if links_to == moved else links_to
        )


def _links_to(site: Site) -> str:
    """Give what a generator puts before its links; its own check is another matter."""
    try:
        return urls.folder_url(urls.base_url(site.base_url), site.folder)
    except UrlError:
        return ""


def _moved(part: Site, site: Site, base_url: str) -> str:
    own = site.base_url.rstrip("/")
    if base_url and part.base_url.startswith(f"{own}/"):
        rest = part.base_url.removeprefix(f"{own}/")
        return check_base_url(base_url + rest, part.setting)
    return check_base_url(part.base_url, part.setting) if part.base_url else ""


def _base_url(site: Site, options: Options, environ: Mapping[str, str]) -> str:
    candidates = (
        ("base_url", options.base_url),
        (site.setting, site.base_url),
        # Set by Read the Docs, to where this very version is served.
        (_READTHEDOCS_URL, environ.get(_READTHEDOCS_URL)),
    )
    for where, url in candidates:
        if url:
            return urls.folder_url(check_base_url(url, where), site.folder)
    return ""


_READTHEDOCS_URL = "READTHEDOCS_CANONICAL_URL"


def _history(
    sites: Iterable[Site], options: Options, environ: Mapping[str, str], now: datetime
) -> History:
    if "git" not in options.lastmod:
        return History({})
    asking = Asking(
        now=now,
        which=options.git_date,
        ignore_revs=options.git_ignore_revs,
        budget=options.git_budget,
        in_ci=_is_set(environ, "CI"),
        wants_head=options.state is not None,
    )
    pages = (page for site in sites for page in site.pages)
    sources = (source for page in pages for source in page.sources)
    return read_history(sources, environ=environ, asking=asking)


def _now(environ: Mapping[str, str]) -> datetime:
    epoch = environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return datetime.now(timezone.utc)
    try:
        now = datetime.fromtimestamp(int(epoch), timezone.utc)
        return now if now.year < 9999 else now.replace(year=9998)
    except (ValueError, OverflowError, OSError) as error:
        raise OptionError(
            "SOURCE_DATE_EPOCH", f"{epoch!r} must be seconds since 1970"
        ) from error


def _is_set(environ: Mapping[str, str], name: str) -> bool:
    return environ.get(name, "").lower() not in ("", "0", "false")
