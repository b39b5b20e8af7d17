"""Entries: what a sitemap says of each listed page, and the user's last word on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any, get_args

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.alternates import Alternates
from scopemap.dates import Dates
from scopemap.errors import TransformError, UrlError
from scopemap.images import MAX_IMAGES
from scopemap.model import Changefreq, Dated, Entry, Note, Skipped, Word
from scopemap.options import Rule, Transform
from scopemap.select import Listed


class Transformed(Struct, frozen=True):
    """Hold what the option `transform` made of the entries."""

    entries: tuple[Entry, ...]
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[Note, ...] = ()


def make_entries(
    listed: Iterable[Listed],
    dated: Mapping[PurePosixPath, Dated],
    alternates: Mapping[str, Alternates],
) -> tuple[Entry, ...]:
    """Make the entry of each listed page; its own word wins over the rules."""
    return tuple(
        Entry(
            loc=item.loc,
            page=item.page.path,
            lastmod=dated[item.page.path].lastmod,
            changefreq=item.page.word.changefreq or item.rule.changefreq,
            priority=_priority(item.page.word, item.rule),
            alternates=alternates.get(item.loc, ()),
            images=item.facts.images,
        )
        for item in listed
    )


def transform_entries(
    entries: tuple[Entry, ...], function: Transform, *, base_url: str
) -> Transformed:
    """Give each entry to the user's function and check what comes back.

    An entry that moved takes the links of its other languages along; one that was
    left out is linked no more. Raises TransformError for what no sitemap may hold.
    """
    moved: dict[str, str] = {}
    kept: dict[str, Entry] = {}
    skipped: list[Skipped] = []
    notes: list[Note] = []
    for entry in entries:
        result = _call(function, entry)
        if result is None:
            skipped.append(Skipped(entry.page, "transform"))
            continue
        checked = _check(result, entry, base_url)
        twin = kept.setdefault(urls.fold(checked.loc), checked)
        if twin is not checked:
            skipped.append(Skipped(entry.page, "duplicate", f"as {twin.page}"))
            text = f"transform gives {twin.page} and {entry.page} one URL, {twin.loc}"
            notes.append(Note("warning", "duplicate", text))
            continue
        moved[entry.loc] = checked.loc
    gone = {entry.loc for entry in entries} - set(moved)
    linked = (_relink(entry, moved, gone) for entry in kept.values())
    ordered = tuple(sorted(linked, key=lambda entry: entry.loc))
    return Transformed(ordered, tuple(skipped), tuple(notes))


def _call(function: Transform, entry: Entry) -> Any:
    try:
        return function(entry)
    except Exception as error:  # the user's own code, which may raise anything
        name = type(error).__name__
        raise TransformError(str(entry.page), f"{name}: {error}") from error


def date_entries(listed: Iterable[Listed], dates: Dates) -> dict[PurePosixPath, Dated]:
    """Give the date of each listed page: what its author states wins over the rules."""
    return {item.page.path: _date(item, dates) for item in listed}


def _date(item: Listed, dates: Dates) -> Dated:
    dated = dates.of[item.page.path]
    modified = item.page.word.modified
    stated = modified is not None and dated.source == "meta"
    stated = stated and dated.lastmod == modified
    if item.rule.lastmod is None or stated:
        return dated
    return Dated(item.rule.lastmod or None, "rule")


def _priority(word: Word, rule: Rule) -> float | None:
    return rule.priority if word.priority is None else word.priority


def _check(result: Any, entry: Entry, base_url: str) -> Entry:
    page = str(entry.page)
    if not isinstance(result, Entry):
        raise TransformError(page, f"gave {result!r}; it must be an Entry or None")
    if result.lastmod is not None and not _is_when(result.lastmod):
        raise TransformError(
            page, f"lastmod {result.lastmod!r} must be a date or an aware datetime"
        )
    if result.changefreq not in (None, *get_args(Changefreq)):
        raise TransformError(
            page,
            f"changefreq {result.changefreq!r} must be one of"
            f" {', '.join(get_args(Changefreq))}",
        )
    if result.priority is not None and not _is_priority(result.priority):
        raise TransformError(
            page, f"priority {result.priority!r} must be from 0.0 to 1.0"
        )
    if not isinstance(result.loc, str):
        raise TransformError(page, f"loc {result.loc!r} must be a URL")
    if not _are_links(result.alternates):
        raise TransformError(
            page,
            f"alternates {result.alternates!r} must be pairs of a language tag"
            " and a URL",
        )
    if not _are_images(result.images):
        raise TransformError(
            page,
            f"images {result.images!r} must be URLs, {MAX_IMAGES} at most",
        )
    try:
        loc = urls.join(base_url, urls.normalize(result.loc))
        alternates = tuple((t, urls.normalize(url)) for t, url in result.alternates)
        images = tuple(urls.normalize(url) for url in result.images)
    except UrlError as error:
        raise TransformError(page, str(error)) from error
    if not loc.startswith(base_url) or len(loc) > urls.MAX_URL:
        raise TransformError(
            page,
            f"{loc} must be below {base_url}, with {urls.MAX_URL} characters at most",
        )
    return msgspec.structs.replace(
        result, page=entry.page, loc=loc, alternates=alternates, images=images
    )


def _is_when(when: object) -> bool:
    if isinstance(when, datetime):
        return when.utcoffset() is not None
    return isinstance(when, date)


def _is_priority(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1


def _are_links(alternates: object) -> bool:
    return isinstance(alternates, tuple) and all(
        isinstance(link, tuple) and [type(part) for part in link] == [str, str]
        for link in alternates
    )


def _are_images(images: object) -> bool:
    return (
        isinstance(images, tuple)
        and len(images) <= MAX_IMAGES
        and all(isinstance(url, str) for url in images)
    )


def _relink(entry: Entry, moved: Mapping[str, str], gone: set[str]) -> Entry:
    alternates = tuple(
        (tag, moved.get(url, url)) for tag, url in entry.alternates if url not in gone
    )
    others = {url for _, url in alternates} - {entry.loc}
    return msgspec.structs.replace(entry, alternates=alternates if others else ())
