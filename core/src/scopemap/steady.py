"""Steady dates: a page's date moves when its content does, not with its sources alone.

What a page was like in the last build, the state remembers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.dates import Dates
from scopemap.facts import DIGEST_VERSION, digest_page
from scopemap.model import Dated, Note, Page, Site, built_pages
from scopemap.moments import moment, w3c
from scopemap.report import count
from scopemap.state import Known, State

_PAGES = (".htm", ".html", ".xhtml")


class _Page(Struct, frozen=True):
    """Hold what a page is now, beside what it was."""

    path: PurePosixPath
    old: Known | None
    new: Known
    dated: Dated

    @property
    def is_changed(self) -> bool:
        # One of another version says nothing.
        return self.old is not None and self.old.digest not in ("", self.new.digest)

    @property
    def has_same_sources(self) -> bool:
        return self.old is not None and self.old.sources == self.new.sources


def steady_dates(
    site: Site, dates: Dates, state: State, *, head: datetime
) -> tuple[Dates, State]:
    """Give the dates that hold, and the state for the next build.

    A page is read only where a newer date, or none, is at hand. Where its content is as
    it was, its date stays. Where it changed and git does not know when, that was not
    after `head`, the newest commit. If most pages changed though their sources did not,
    it is the theme that did, and all of their dates stay.
    """
    if state.digests != DIGEST_VERSION:
        state = _adopt(state)
    dated = dict(dates.of)
    known: dict[str, Known] = {}
    read: list[_Page] = []
    for path, page in built_pages(site).items():
        url = site.base_url + urls.path_to_url(path)
        old = state.pages.get(url)
        if not _is_dated_by_content(page):
            continue
        if old is not None and not _is_open(dated[path], old, site):
            known[url] = old
            dated[path] = _held(dated[path], old)
        elif (digest := digest_page(site.output / path)) is not None:
            new = Known(digest, sources=_digest_sources(page.sources))
            read.append(_Page(path, old, new, dated[path]))
    notes = dates.notes
    stay = _of_a_theme(read)
    if stay:
        notes = (*notes, _theme(len(stay)))
    for each in read:
        answer = _decide(each, head, stays=each.path in stay)
        dated[each.path] = answer
        url = site.base_url + urls.path_to_url(each.path)
        lastmod = w3c(answer.lastmod) if answer.lastmod is not None else None
        known[url] = msgspec.structs.replace(each.new, lastmod=lastmod)
    others = {u: k for u, k in state.pages.items() if not u.startswith(site.base_url)}
    pages = msgspec.structs.replace(state, pages={**others, **known})
    return Dates(dated, notes), pages


def _adopt(state: State) -> State:
    """Forget the digests of another version, but not the dates."""
    pages = {
        url: msgspec.structs.replace(known, digest="")
        for url, known in state.pages.items()
    }
    return msgspec.structs.replace(state, digests=DIGEST_VERSION, pages=pages)


def _is_dated_by_content(page: Page) -> bool:
    is_page = page.path.suffix.lower() in _PAGES and page.skip is None
    return is_page and page.word.modified is None


def _is_open(dated: Dated, old: Known, site: Site) -> bool:
    """Tell whether a page may have changed since its date in the state."""
    before = old.when
    if not old.digest or dated.lastmod is None or before is None:
        return True
    return moment(dated.lastmod, site.timezone) > moment(before, timezone.utc)


def _held(dated: Dated, old: Known) -> Dated:
    if dated.lastmod is not None and w3c(dated.lastmod) == old.lastmod:
        return dated
    return Dated(old.when, "state", detail="as in the last build")


def _decide(page: _Page, head: datetime, *, stays: bool) -> Dated:
    if page.old is None:
        return page.dated
    if stays or not page.is_changed:
        before = page.old.when
        why = "content unchanged" if not page.is_changed else "sources unchanged"
        return page.dated if before is None else Dated(before, "state", detail=why)
    if page.dated.lastmod is not None:
        return page.dated
    return Dated(head, "state", detail="content changed")


def _of_a_theme(pages: Iterable[_Page]) -> set[PurePosixPath]:
    """Find the pages that changed with most others, and without their sources."""
    same = [page for page in pages if page.old is not None and page.has_same_sources]
    changed = {page.path for page in same if page.is_changed}
    return changed if len(changed) >= _FEW and 2 * len(changed) > len(same) else set()


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
        digest.update(source.read_bytes() if source.is_file() else b"?")
    return digest.hexdigest()
