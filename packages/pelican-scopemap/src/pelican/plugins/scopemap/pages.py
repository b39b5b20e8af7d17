"""From what Pelican wrote to pages, by what it and its plugins leave on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from pelican.settings import DEFAULT_CONFIG
from pelican.utils import get_date

from scopemap import Note, Page, leads_to, read_word

if TYPE_CHECKING:
    from pelican.contents import Content

    from pelican.plugins.scopemap.runs import Run, Written

_PAGES = ("", ".htm", ".html", ".php", ".shtml", ".xhtml")


def make_pages(run: Run) -> tuple[list[Page], list[Note]]:
    """Turn what one run wrote into pages, and note bad metadata."""
    pages: list[Page] = []
    notes: list[Note] = []
    written = _winners(run.written)
    paths = {id(each.content): each.path for each in written if each.content}
    for each in written:
        if each.content is not None:
            page, wrong = _content_page(each, each.content, run)
            pages.append(page)
            notes += wrong
        # A template writes feeds, JSON and old sitemaps as well.
        elif each.path.suffix in _PAGES:
            pages.append(_template_page(each, run, paths))
    return pages, notes


def _winners(written: Iterable[Written]) -> list[Written]:
    """Give what lies in each file in the end.

    Pelican tells also of writes that it sends to nowhere, since a page or a template
    page has taken their place: `Writer._open_w`, Pelican 4.9 to 4.12.
    """
    winners: dict[PurePosixPath, Written] = {}
    for each in written:
        if each.wins or each.path not in winners:
            winners[each.path] = each
    return list(winners.values())


def _content_page(
    each: Written, content: Content, run: Run
) -> tuple[Page, tuple[Note, ...]]:
    name = str(content.relative_source_path or each.path)
    metadata = _metadata(content, run.settings)
    word, notes = read_word(metadata, page=name, zone=content.timezone, short=True)
    is_machine = each.path.suffix not in _PAGES or content.template == "search"
    page = Page(
        path=each.path,
        url=_content_url(content, each.path, run.settings),
        kind="machine" if is_machine else "page",
        sources=(Path(content.source_path),) if content.source_path else (),
        word=word,
        language=content.lang,
        text_id=min(str(text.source_path) for text in (content, *content.translations)),
        skip=_skip(content, run),
    )
    return page, notes


def _template_page(
    each: Written,
    run: Run,
    paths: Mapping[int, PurePosixPath],
) -> Page:
    members = (
        paths.get(id(member)) or PurePosixPath(member.save_as)
        for member in each.members
    )
    is_first = each.number == 1
    return Page(
        path=each.path,
        url=_template_url(each, run) if is_first else None,
        kind="machine" if each.template == "search" else "listing",
        lists=tuple(dict.fromkeys(members)),
        language=run.settings["DEFAULT_LANG"],
        # What lies at the same place of each subsite is the same listing.
        text_id=str(each.path) if is_first and run.site_languages else None,
        skip=_template_skip(each, run),
    )


def _template_skip(each: Written, run: Run) -> str | None:
    if each.template == "404":
        return "error"
    if each.number > 1:
        return "pagination"
    lists_others = each.members and all(_is_elsewhere(m, run) for m in each.members)
    return "fallback" if lists_others else None


def _skip(content: Content, run: Run) -> str | None:
    if content.status in ("draft", "hidden"):
        return str(content.status)
    if content.template == "404":
        return "error"
    return "fallback" if _is_elsewhere(content, run) else None


def _is_elsewhere(content: Content, run: Run) -> bool:
    """Tell whether a text is written here although it belongs into another subsite.

    i18n_subsites 1.0 does so with `keep`, and with texts whose language is not said.
    """
    if content.lang not in run.site_languages:
        return False
    if "lang" not in content.metadata:
        return run.outer is not None
    return bool(content.lang != run.settings["DEFAULT_LANG"].lower())


def _metadata(content: Content, settings: Mapping[str, Any]) -> dict[str, object]:
    """Give a page's metadata, with the dates as Pelican and its plugins see them."""
    default = _default_date(content, settings)
    metadata = dict(content.metadata)
    for name in ("date", "modified"):
        date = getattr(content, name, None)
        is_default = date is not None and date.replace(tzinfo=None) == default
        metadata[name] = None if is_default else date
    # What pelican-seo 1.4 calls a page that robots.txt shall block.
    metadata.setdefault("noindex", metadata.get("disallow"))
    return metadata


def _default_date(content: Content, settings: Mapping[str, Any]) -> datetime | None:
    """Give the date of articles that have none, which says nothing of this one."""
    default = settings.get("DEFAULT_DATE")
    if not default:
        return None
    if default == "fs":
        changed = Path(content.source_path).stat().st_mtime
        return datetime.fromtimestamp(changed)  # noqa: DTZ006  # as Pelican reads it
    date = get_date(default) if isinstance(default, str) else datetime(*default)  # noqa: DTZ001
    return date.replace(tzinfo=None)


# Which URL of a file is the right one: its own if it leads there, else the one that the
# author asked for, else that of the file.


def _content_url(
    content: Content, path: PurePosixPath, settings: Mapping[str, Any]
) -> str | None:
    language = "" if content.in_default_lang else "LANG_"
    setting = f"{type(content).__name__.upper()}_{language}URL"
    asked = hasattr(content, "override_url") or (
        not hasattr(content, "override_save_as") and _is_changed(setting, settings)
    )
    return _choose(content.url, path, asked=asked)


def _template_url(each: Written, run: Run) -> str | None:
    settings = run.settings
    if each.wrapper is not None:
        setting = f"{type(each.wrapper).__name__.upper()}_URL"
        return _choose(
            each.wrapper.url, each.path, asked=_is_changed(setting, settings)
        )
    if each.template is not None:
        setting = f"{each.template.upper()}_URL"
        url = settings.get(setting, f"{each.template}.html")
        return _choose(url, each.path, asked=_is_changed(setting, settings))
    return _choose(run.period_urls.get(str(each.path)), each.path, asked=True)


def _is_changed(setting: str, settings: Mapping[str, Any]) -> bool:
    return bool(settings.get(setting) != DEFAULT_CONFIG.get(setting))


def _choose(url: object, path: PurePosixPath, *, asked: bool) -> str | None:
    if not isinstance(url, str):
        return None
    if leads_to(url, path):
        return None if url.endswith("index.html") else url
    return url if url and asked else None


def period_urls(generators: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Give file and URL of each period archive, which the signals do not tell."""
    for generator in generators:
        for periods in getattr(generator, "period_archives", {}).values():
            for period in periods:
                yield str(period["save_as"]), str(period["url"])


def feed_setting(path: PurePosixPath, settings: Mapping[str, Any]) -> str:
    """Name the setting that says where a feed lies; several may say the same."""
    feeds = {
        name: str(place)
        for name, place in settings.items()
        if place and name.endswith(("FEED_ATOM", "FEED_RSS", "ALL_ATOM", "ALL_RSS"))
    }
    exact = [name for name, place in feeds.items() if place == str(path)]
    named = exact or [name for name, place in feeds.items() if _fits(place, path)]
    return " or ".join(sorted(named))


def _fits(place: str, path: PurePosixPath) -> bool:
    return (
        re.fullmatch(re.sub(r"\\\{.*?\\\}", ".*", re.escape(place)), str(path))
        is not None
    )
