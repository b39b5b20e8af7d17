"""The build: the stages in their order, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime, timezone

import msgspec

from scopemap import urls
from scopemap.dates import date_pages, without_future_rules
from scopemap.errors import OptionError
from scopemap.git import History, read_history
from scopemap.loading import check_base_url
from scopemap.model import Note, Site
from scopemap.options import Options
from scopemap.plan import plan, plan_nothing
from scopemap.publish import why_unpublished
from scopemap.report import Report
from scopemap.select import adopt_files
from scopemap.siblings import find_siblings
from scopemap.survey import survey
from scopemap.write import lock, write


def build(
    site: Site, options: Options, *, environ: Mapping[str, str] | None = None
) -> Report:
    """Write the sitemaps of a finished build into its output folder.

    `environ` is the process environment; from it come the clock, where
    `SOURCE_DATE_EPOCH` is set, and the signs of a preview. Raises ScopemapError, with
    the output as it was before unless the fault came between two moves.
    """
    environ = os.environ if environ is None else environ
    site = msgspec.structs.replace(site, base_url=_base_url(site, options, environ))
    why = why_unpublished(site, options, environ)
    if why is not None and site.base_url and options.publish != "no":
        return Report(notes=(_unpublished(why),))
    with lock(site.output):
        found = survey(site)
        if why is not None:
            return write(plan_nothing(site, options, found, _unpublished(why)))
        site = adopt_files(site, options, found)
        now = _now(environ)
        options, notes = without_future_rules(options, now=now, zone=site.timezone)
        dates = date_pages(
            site,
            options,
            history=_history(site, options, environ),
            now=now,
            in_ci=_is_set(environ, "CI"),
        )
        dates = msgspec.structs.replace(dates, notes=notes + dates.notes)
        planned = plan(
            site,
            options,
            found,
            dates,
            siblings=find_siblings(site, options),
            readthedocs=_is_set(environ, "READTHEDOCS"),
        )
        return write(planned)


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


def _unpublished(why: str) -> Note:
    return Note("info", "unpublished", f"nothing was written: {why}")


def _history(site: Site, options: Options, environ: Mapping[str, str]) -> History:
    if "git" not in options.lastmod:
        return History({}, {})
    sources = (source for page in site.pages for source in page.sources)
    return read_history(sources, environ=environ)


def _now(environ: Mapping[str, str]) -> datetime:
    epoch = environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return datetime.now(timezone.utc)
    try:
        return datetime.fromtimestamp(int(epoch), timezone.utc)
    except (ValueError, OverflowError, OSError) as error:
        raise OptionError(
            "SOURCE_DATE_EPOCH", f"{epoch!r} must be seconds since 1970"
        ) from error


def _is_set(environ: Mapping[str, str], name: str) -> bool:
    return environ.get(name, "").lower() not in ("", "0", "false")
