"""Dates: when each page changed, as far as that is known to be true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import PurePosixPath

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.history import Answer, History, newest
from scopemap.locate import Located, locate
from scopemap.model import Dated, Note, Page, Site, When, Word, built_pages
from scopemap.moments import later, moment, parse_when
from scopemap.options import Options
from scopemap.places import shown
from scopemap.report import few


class Dates(Struct, frozen=True):
    """Hold the dates of all pages of a site."""

    of: Mapping[PurePosixPath, Dated]
    notes: tuple[Note, ...] = ()


class Known(Struct, frozen=True):
    """Hold what dates are taken from, besides the pages themselves."""

    history: History
    lastmods: Mapping[str, str]
    in_ci: bool


def date_pages(
    site: Site,
    options: Options,
    *,
    history: History,
    now: datetime,
    in_ci: bool,
    lastmods: Mapping[str, str] | None = None,
) -> Dates:
    """Date each page: what the author stated, else what git knows, else nothing.

    The date of publication is a lower bound, and the answer where nothing else is
    known. A listing changes when what it lists does. A date after `now` is left
    out. Modification times of files count only where `in_ci` is false: a fresh
    checkout sets them all to its own time.
    """
    built = built_pages(site)
    words = {path: _past(page.word, site, now) for path, page in built.items()}
    known = Known(history, lastmods or {}, in_ci)
    own = {
        path: _date_page(page, words[path], site, options, known)
        for path, page in built.items()
    }
    dated = {
        path: _date_listing(page, words[path], own, site) if page.lists else own[path]
        for path, page in built.items()
    }
    future = {path for path, page in built.items() if words[path] != page.word}
    return _without_future(dated, future, site, now, history.notes)


def _past(word: Word, site: Site, now: datetime) -> Word:
    """Take the dates after `now` out of a page's word."""
    dates = {"modified": word.modified, "published": word.published}
    future = {
        name: None
        for name, when in dates.items()
        if when is not None and _is_future(when, site.timezone, now)
    }
    return msgspec.structs.replace(word, **future) if future else word


def without_future_rules(
    options: Options, *, now: datetime, zone: tzinfo
) -> tuple[Options, tuple[Note, ...]]:
    """Take the dates after `now` out of the rules, and note them."""
    rules = tuple(
        msgspec.structs.replace(rule, lastmod=None)
        if rule.lastmod and _is_future(rule.lastmod, zone, now)
        else rule
        for rule in options.rules
    )
    future = [
        old.match for old, new in zip(options.rules, rules, strict=True) if old != new
    ]
    if not future:
        return options, ()
    text = f"rules: dates in the future are left out: {few(future)}"
    note = Note("info", "future-date", text)
    return msgspec.structs.replace(options, rules=rules), (note,)


def _date_page(
    page: Page,
    word: Word,
    site: Site,
    options: Options,
    known: Known,
) -> Dated:
    ask: Mapping[str, Callable[[], Dated]] = {
        "meta": lambda: _from_word(word),
        "git": lambda: _from_git(page, site, known.history),
        "mtime": lambda: _from_mtimes(page, in_ci=known.in_ci),
        "sitemap": lambda: _from_sitemap(page, site, known.lastmods),
    }
    answers = [ask[source]() for source in options.lastmod]
    unknown = Dated(None, None, answers[-1].reason if answers else "no source of dates")
    found = next((a for a in answers if a.lastmod is not None), unknown)
    published = word.published if "meta" in options.lastmod else None
    if published is None:
        return found
    if found.lastmod is None:
        return Dated(published, "meta", found.reason)
    newer = later(found.lastmod, published, site.timezone)
    return found if newer is found.lastmod else Dated(published, "meta")


def _from_word(word: Word) -> Dated:
    if word.modified is None:
        return Dated(None, None, "not stated")
    return Dated(word.modified, "meta")


def _latest(answers: Iterable[Dated], zone: tzinfo) -> Dated:
    known = [(moment(a.lastmod, zone), a) for a in answers if a.lastmod is not None]
    return max(known, key=lambda pair: pair[0])[1]


def _from_git(page: Page, site: Site, history: History) -> Dated:
    """Give the newest date of what a page is made of, as far as that is known."""
    if not page.sources:
        return _NO_SOURCE
    answers = [history.of.get(source, _UNASKED) for source in page.sources]
    answer = newest(answers)
    if answer.date is None:
        return Dated(None, None, answer.reason)
    name = shown(page.sources[answers.index(answer)], site.project)
    detail = f"{answer.commit[:7]} {name}" if answer.commit else ""
    return Dated(answer.date, "git", detail=detail)


_NO_SOURCE = Dated(None, None, "no source file")
_UNASKED = Answer(reason="no-repository")


def _from_mtimes(page: Page, *, in_ci: bool) -> Dated:
    if not page.sources:
        return _NO_SOURCE
    if in_ci:
        return Dated(None, None, "mtime means nothing in CI")
    try:
        seconds = max(int(source.stat().st_mtime) for source in page.sources)
    except OSError:
        return _NO_SOURCE
    return Dated(datetime.fromtimestamp(seconds, timezone.utc), "mtime")


def _from_sitemap(page: Page, site: Site, lastmods: Mapping[str, str]) -> Dated:
    place = locate(site.base_url, page)
    said = lastmods.get(urls.bare(place.loc)) if isinstance(place, Located) else None
    if said is None:
        return Dated(None, None, "no sitemap says")
    try:
        return Dated(parse_when(said, site.timezone), "sitemap")
    except ValueError:
        return Dated(None, None, f"a sitemap says {said!r}, which is no date")


def _date_listing(
    page: Page, word: Word, own: Mapping[PurePosixPath, Dated], site: Site
) -> Dated:
    """Give the newest date of a listing's members and of its own text, if any."""
    if own[page.path].source == "meta" and word.modified is not None:
        return own[page.path]
    members = [own.get(path, _UNKNOWN) for path in page.lists]
    if page.sources:
        members.append(own[page.path])
    if any(member.lastmod is None for member in members):
        return _UNKNOWN
    return _latest(members, site.timezone)


_UNKNOWN = Dated(None, None, "a listed page has no date")


def _without_future(
    dated: Mapping[PurePosixPath, Dated],
    stated: set[PurePosixPath],
    site: Site,
    now: datetime,
    notes: tuple[Note, ...],
) -> Dates:
    future = {
        path
        for path, answer in dated.items()
        if answer.lastmod is not None and _is_future(answer.lastmod, site.timezone, now)
    }
    if not future and not stated:
        return Dates(dated, notes)
    paths = few(sorted(str(path) for path in future | stated))
    text = f"dates in the future are left out: {paths}"
    unknown = {path for path in stated if dated[path].lastmod is None}
    gone = dict.fromkeys(future | unknown, Dated(None, None, "in the future"))
    return Dates({**dated, **gone}, (*notes, Note("info", "future-date", text)))


def _is_future(when: When, zone: tzinfo, now: datetime) -> bool:
    # Clocks of machines that commit and machines that build differ by minutes.
    return moment(when, zone) > now + timedelta(minutes=5)
