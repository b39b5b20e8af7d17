"""Live: a host as it answers, from its robots.txt to what its sitemaps list.

Nothing is asked of any other host, nor followed: what redirects is a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scopemap import urls
from scopemap.check.crawling import (
    MAX_FAILURES,
    Entrances,
    Seen,
    enter,
    is_same_host,
    is_sitemap,
    spread,
    walk,
)
from scopemap.check.fetching import Fetch, Response, space_out
from scopemap.check.findings import Audit, Finding
from scopemap.check.responses import SLOW_DOWN, judge_page, judge_robots
from scopemap.check.rows import Row
from scopemap.errors import OptionError, UrlError
from scopemap.robots import READ_AT_LEAST, read_named
from scopemap.survey import ROBOTS

LIMIT = 100
"""Listed URLs that are asked for, if nobody says how many."""
MAX_PAGES = 1_000
"""Listed URLs that are asked for at the most: more than eight minutes of requests."""
_PAGE_BYTES = 65_536


def check_live(url: str, *, limit: int = LIMIT, fetch: Fetch | None = None) -> Audit:
    """Check what a host serves: robots.txt, its sitemaps, and some of what they list.

    `url` is that of the site, or of one sitemap, which is then the only one. Which of
    the listed URLs are asked for is the same each time: evenly, of each sitemap no more
    than the `limit`, and no more than that in all. Raises OptionError.
    """
    start, base = _read_url(url)
    limit = min(limit, MAX_PAGES)
    fetch = space_out() if fetch is None else fetch
    robots = fetch(urls.host_root(start) + ROBOTS, READ_AT_LEAST)
    named = read_named(robots.body) if robots.status == 200 else ()
    seen: tuple[Seen, ...] = ()
    findings = [*judge_robots(robots), *_tell_elsewhere(robots, named)]
    # A host that does not answer for robots.txt is asked for nothing else.
    if robots.status not in (0, SLOW_DOWN):
        entrances = enter(start, named, fetch)
        seen, left = walk(entrances, fetch, keep=limit)
        findings += _tell_left(robots, entrances, left)
        findings += [finding for each in seen for finding in each.findings]
        findings += _visit(_choose(start, seen, limit), fetch)
    read = [robots.url] if robots.status == 200 else []
    return Audit(
        base_url=base,
        files=(*read, *(each.file for each in seen if each.status == 200)),
        urls=sum(each.count for each in seen),
        findings=tuple(dict.fromkeys(sorted(_without_itself(findings, start)))),
    )


def _read_url(url: str) -> tuple[str, str]:
    """Give the URL in normal form, and that of the folder it is about."""
    try:
        start = urls.normalize(url)
        return start, urls.folder_of(start) if is_sitemap(start) else urls.base_url(url)
    except UrlError as error:
        raise OptionError("live", str(error)) from error


def _tell_elsewhere(robots: Response, named: Iterable[str]) -> Iterator[Finding]:
    for url in named:
        if not is_same_host(url, robots.url):
            text = f"{url} is on another host, of which nothing was asked"
            yield Finding(robots.url, 0, "SM709", text, url)


def _tell_left(robots: Response, entrances: Entrances, left: int) -> Iterator[Finding]:
    if left:
        file = robots.url if len(entrances) > 1 else next(iter(entrances))
        text = f"{left} more sitemap{' was' if left == 1 else 's were'} not asked for"
        yield Finding(file, 0, "SM709", text)


def _without_itself(findings: Iterable[Finding], start: str) -> Iterator[Finding]:
    """Leave out that no crawler reaches the very host that was to be checked."""
    for finding in findings:
        is_about_host = finding.code == "SM206" and finding.url
        if not is_about_host or not is_same_host(finding.url, start):
            yield finding


def _choose(
    start: str, seen: Sequence[Seen], limit: int
) -> tuple[tuple[str, Row], ...]:
    """Choose what to ask for: each URL once, with the first sitemap that lists it."""
    listed: dict[str, tuple[str, Row]] = {}
    for each in seen:
        # A host that has told to slow down is asked for nothing more.
        if each.status == SLOW_DOWN:
            return ()
        for row in each.rows:
            if is_same_host(row.url, start):
                listed.setdefault(row.url, (each.file, row))
    return spread([*listed.values()], limit)


def _visit(chosen: Iterable[tuple[str, Row]], fetch: Fetch) -> Iterator[Finding]:
    failures = 0
    for file, row in chosen:
        response = fetch(row.url, _PAGE_BYTES)
        yield from judge_page(response, file, row)
        failures = failures + 1 if response.trouble else 0
        if response.status == SLOW_DOWN or failures == MAX_FAILURES:
            return
