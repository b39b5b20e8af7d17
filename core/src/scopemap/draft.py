"""Drafts: what is known of each site of a run, and what is planned from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone

import msgspec
from msgspec import Struct

from scopemap.adopt import adopt_files
from scopemap.dates import Dates, date_pages, without_future_rules
from scopemap.errors import OptionError
from scopemap.evidence import Evidence, Track, gather
from scopemap.folder import adopt_pages, note_foreign
from scopemap.history import Asking, History, read_history
from scopemap.model import Site
from scopemap.neighbours import NOBODY, Neighbours, Told, find_neighbours
from scopemap.options import Options
from scopemap.plan import Plan, plan
from scopemap.siblings import Sibling, find_siblings
from scopemap.survey import Survey, survey


class Job(Struct, frozen=True):
    """Hold what is the same for all sites of a run."""

    options: Options
    environ: Mapping[str, str]
    now: datetime
    """The clock: in a build that shall be reproducible, what its environment says."""
    track: Track = iter
    dry_run: bool = False

    def is_set(self, name: str) -> bool:
        """Tell whether a variable of the environment says yes."""
        return self.environ.get(name, "").lower() not in ("", "0", "false")


def read_clock(environ: Mapping[str, str]) -> datetime:
    """Give the present, or `SOURCE_DATE_EPOCH`; raises OptionError where it is none."""
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


class Draft(Struct, frozen=True):
    """Hold what is known of a site before anything is decided."""

    site: Site
    options: Options
    survey: Survey
    evidence: Evidence
    dates: Dates
    history: History
    siblings: Mapping[str, Sibling]


def plan_all(drafts: Sequence[Draft], job: Job) -> list[Plan]:
    """Plan sites of one run, each alone, then with what they can say of each other."""
    readthedocs = job.is_set("READTHEDOCS")
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


def _plan(draft: Draft, neighbours: Neighbours, *, readthedocs: bool) -> Plan:
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


def draft_all(sites: Sequence[Site], job: Job) -> Iterator[Draft]:
    """Find what is to be known of each site of a run."""
    options = job.options
    found = [
        survey(site, feeds=options.feeds, lastmods="sitemap" in options.lastmod)
        for site in sites
    ]
    sites = [
        adopt_files(adopt_pages(site, each), options, each)
        for site, each in zip(sites, found, strict=True)
    ]
    history = _history(sites, job)
    for site, each in zip(sites, found, strict=True):
        rules, notes = without_future_rules(options, now=job.now, zone=site.timezone)
        dates = date_pages(
            site,
            rules,
            history=history,
            now=job.now,
            in_ci=job.is_set("CI"),
            lastmods=each.lastmods,
        )
        notes = (*note_foreign(site, each), *notes, *dates.notes)
        yield Draft(
            site=site,
            options=rules,
            survey=each,
            evidence=gather(
                site,
                each,
                environ=job.environ,
                images=rules.images,
                track=job.track,
            ),
            dates=msgspec.structs.replace(dates, notes=notes),
            history=history,
            siblings=find_siblings(site, rules),
        )


def _history(sites: Iterable[Site], job: Job) -> History:
    options = job.options
    if "git" not in options.lastmod:
        return History({})
    asking = Asking(
        now=job.now,
        which=options.git_date,
        ignore_revs=options.git_ignore_revs,
        budget=options.git_budget,
        in_ci=job.is_set("CI"),
        wants_head=options.state is not None,
    )
    pages = (page for site in sites for page in site.pages)
    sources = (source for page in pages for source in page.sources)
    return read_history(sources, environ=job.environ, asking=asking)
