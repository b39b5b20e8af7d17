"""Steady dates: a page's date moves when its content does, not with its sources alone.

What a page was like in the last build, the state remembers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.dates import Dates
from scopemap.digest import digest_page
from scopemap.model import Dated, Note, Page, Site, When, built_pages
from scopemap.moments import later, moment, w3c
from scopemap.report import count
from scopemap.state import Known, Remembered

_PAGES = (".htm", ".html", ".xhtml")


class _Page(Struct, frozen=True):
    """Hold what a page is now, beside what it was."""

    path: PurePosixPath
    url: str
    dated: Dated
    """What git and the author say."""
    old: Known | None
    new: Known | None
    """None: it was not read, since nothing says that it changed."""
    has_sources: bool

    @property
    def is_changed(self) -> bool:
        # A digest of another version says nothing.
        old, new = self.old, self.new
        return bool(old and new and old.digest not in ("", new.digest))

    @property
    def is_known(self) -> bool:
        """Tell whether it was there in the last build, made of files."""
        return self.old is not None and self.has_sources

    @property
    def has_new_look(self) -> bool:
        """Tell whether it changed though what it is made of did not."""
        old, new = self.old, self.new
        same = old is not None and new is not None and old.sources == new.sources
        return self.is_changed and self.has_sources and same


class Clock(Struct, frozen=True):
    """Hold what a change is dated by, if git does not know when it was."""

    now: datetime
    head: datetime | None = None
    """When the newest commit was made; all that is committed is not newer."""


def steady_dates(
    site: Site, dates: Dates, known: Remembered, *, clock: Clock
) -> tuple[Dates, dict[str, Known]]:
    """Give the dates that hold, and what the next build has to know of the pages.

    A page is read only where a newer date, or none, is at hand. Where its content is as
    it was, its date stays. If most pages changed though their sources did not, it is
    the theme that did, and all of their dates stay; a few pages are read to see that.
    """
    built = [page for page in built_pages(site).values() if _is_dated_by_content(page)]
    pages = [_read(page, site, dates, known) for page in built]
    if _looks_new(pages, site):
        pages = [_read(page, site, dates, known, always=True) for page in built]
    notes = dates.notes
    theme = _is_a_theme(pages)
    if theme:
        notes = (*notes, _theme(sum(page.has_new_look for page in pages)))
    dated = dict(dates.of)
    remembered: dict[str, Known] = {}
    for page in pages:
        answer, new = _decide(page, site, clock, theme=theme)
        dated[page.path] = answer
        if new is not None:
            remembered[page.url] = new
    return Dates(dated, notes), remembered


def _is_dated_by_content(page: Page) -> bool:
    is_page = page.path.suffix.lower() in _PAGES and page.skip is None
    return is_page and page.word.modified is None


def _read(
    page: Page, site: Site, dates: Dates, known: Remembered, *, always: bool = False
) -> _Page:
    url = site.base_url + urls.path_to_url(page.path)
    old = known.pages.get(url)
    dated = dates.of[page.path]
    new = None
    if always or old is None or _may_be_newer(dated, old, site):
        digest = digest_page(site.output / page.path)
        if digest is not None:
            new = Known(digest, sources=_digest_sources(page.sources))
    return _Page(page.path, url, dated, old, new, bool(page.sources))


def _looks_new(pages: Iterable[_Page], site: Site) -> bool:
    """Tell by a few of the pages that nobody touched whether there is a new theme."""
    untouched = [page for page in pages if page.new is None and page.is_known]
    some = untouched[:: len(untouched) // _SAMPLE + 1]
    changed = 0
    for page in some:
        digest = digest_page(site.output / page.path)
        changed += (
            digest is not None and page.old is not None and (digest != page.old.digest)
        )
    return 2 * changed > len(some)


_SAMPLE = 5


def _may_be_newer(dated: Dated, old: Known, site: Site) -> bool:
    before = old.when
    # With a reason, git does not know, and the date is that of publication.
    if not old.digest or dated.lastmod is None or dated.reason or before is None:
        return True
    return moment(dated.lastmod, site.timezone) > moment(before, timezone.utc)


def _decide(
    page: _Page, site: Site, clock: Clock, *, theme: bool
) -> tuple[Dated, Known | None]:
    """Give the date of a page, and what is to be remembered of it."""
    old, new, dated = page.old, page.new, page.dated
    before = _past(old, clock) if old is not None else None
    if new is None:
        return (dated if before is None else _held(dated, before)), old
    if old is None:
        return dated, _remember(new, dated)
    stays = theme and (page.has_new_look or not page.has_sources)
    if page.is_changed and not stays:
        if dated.reason in _UNCOMMITTED:
            return dated, old
        answer = _changed(dated, before, clock, site)
    elif before is None:
        answer = dated
    else:
        why = "the theme changed" if page.is_changed else "content unchanged"
        answer = Dated(
            _not_before_publication(before, dated, site), "state", detail=why
        )
    return answer, _remember(new, answer)


_UNCOMMITTED = ("modified", "untracked")
"""Of such a page the change is not there yet, as far as git knows."""


def _past(known: Known, clock: Clock) -> When | None:
    """Give a date of the state, unless a clock was wrong when it was made."""
    when = known.when
    if when is None or moment(when, timezone.utc) > clock.now + _CLOCKS:
        return None
    return when


_CLOCKS = timedelta(minutes=5)


def _held(dated: Dated, before: When) -> Dated:
    if dated.lastmod is not None and w3c(dated.lastmod) == w3c(before):
        return dated
    return Dated(before, "state", detail="as in the last build")


def _changed(dated: Dated, before: When | None, clock: Clock, site: Site) -> Dated:
    """Date a change: by git, else by what it is not newer than; never backwards."""
    if dated.lastmod is not None and not dated.reason:
        return dated
    is_committed = dated.reason in ("shallow", "budget")
    limit = clock.head if is_committed and clock.head is not None else clock.now
    when: When = limit if before is None else later(limit, before, site.timezone)
    return Dated(when, "state", detail="content changed")


def _not_before_publication(before: When, dated: Dated, site: Site) -> When:
    is_published = dated.source == "meta" and dated.lastmod is not None
    return later(before, dated.lastmod, site.timezone) if is_published else before  # type: ignore[arg-type]  # not None


def _remember(new: Known, dated: Dated) -> Known:
    lastmod = w3c(dated.lastmod) if dated.lastmod is not None else None
    return msgspec.structs.replace(new, lastmod=lastmod)


def _is_a_theme(pages: Iterable[_Page]) -> bool:
    """Tell whether most of all pages look different for no reason of their own."""
    known = [page for page in pages if page.is_known]
    different = sum(page.has_new_look for page in known)
    return different >= _FEW and 2 * different > len(known)


_FEW = 3


def _theme(number: int) -> Note:
    text = (
        f"{count(number, 'page')} changed, but not their sources: a new theme, most"
        " likely, so their dates stay"
    )
    return Note("info", "theme", text)


def _digest_sources(sources: Iterable[Path]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for source in sources:
        digest.update(_content(source))
    return digest.hexdigest()


def _content(source: Path) -> bytes:
    try:
        return source.read_bytes()
    except OSError:
        return b"?"
