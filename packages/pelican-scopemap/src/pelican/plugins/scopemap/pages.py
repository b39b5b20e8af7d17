"""From what Pelican wrote to pages, by what it and its plugins leave on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from pelican.contents import Article
from pelican.settings import DEFAULT_CONFIG
from pelican.utils import get_date

from pelican.plugins.scopemap.sources import find_sources
from scopemap import Note, Page, leads_to, read_word

if TYPE_CHECKING:
    from pelican.contents import Content

    from pelican.plugins.scopemap.runs import Run, Written

_DATA = frozenset(
    ".atom .css .csv .ico .ics .js .json .md .pdf .rdf .rss .rst .svg .toml .txt"
    " .webmanifest .xml .xsl .xslt .yaml .yml".split()
)
"""Ends of the names of files that are no pages."""
_LISTINGS = ("archives", "authors", "categories", "index", "tags")
"""Direct templates that list articles in every theme; others may show anything."""


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
        elif each.path.suffix.lower() not in _DATA:
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
    is_machine = each.path.suffix.lower() in _DATA or content.template == "search"
    # Some plugins write an article a second time, elsewhere and in another form.
    is_copy = each.path != PurePosixPath(content.save_as)
    page = Page(
        path=each.path,
        url=None if is_copy else _content_url(content, each.path, run.settings),
        kind="machine" if is_machine else "page",
        sources=find_sources(content, run.settings),
        word=word,
        language=content.lang if isinstance(content.lang, str) else None,
        text_id=None if is_copy else _text_id(content),
        skip=_skip(content, run),
    )
    return page, notes


def _text_id(content: Content) -> str | None:
    """Name a text by the first of its sources, which all of its languages know."""
    sources = [text.source_path for text in (content, *content.translations)]
    return min(map(str, sources)) if all(sources) else None


def _template_page(
    each: Written,
    run: Run,
    paths: Mapping[int, PurePosixPath],
) -> Page:
    lists = each.members if each.template in (None, *_LISTINGS) else ()
    members = (
        paths.get(id(member)) or PurePosixPath(member.save_as) for member in lists
    )
    is_first = each.number == 1
    is_search = each.template == "search" or each.path.stem == "search"
    return Page(
        path=each.path,
        url=_template_url(each, run) if is_first else None,
        kind="machine" if is_search else "listing",
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
    # pelican-seo 1.4 makes a canonical link of it.
    if content.metadata.get("external_canonical"):
        return "canonical"
    return "fallback" if _is_elsewhere(content, run) else None


def _is_elsewhere(content: Content, run: Run) -> bool:
    """Tell whether a text is written here although it belongs into another subsite.

    i18n_subsites 1.0 does so with `keep`, and with texts whose language is not said.
    """
    language = str(content.lang).lower()
    if language not in run.site_languages:
        return False
    if "lang" not in content.metadata:
        return run.outer is not None
    return bool(language != run.settings["DEFAULT_LANG"].lower())


def _metadata(content: Content, settings: Mapping[str, Any]) -> dict[str, object]:
    """Give a page's metadata, with the dates as Pelican understands them.

    What is on the page alone was put there by a plugin, not by the author.
    """
    metadata = dict(content.metadata)
    for name in {"date", "modified"} & metadata.keys():
        date = getattr(content, name, None)
        metadata[name] = None if _is_default(date, content, settings) else date
    # What pelican-seo 1.4 calls a page that robots.txt shall block.
    metadata.setdefault("noindex", metadata.get("disallow"))
    return metadata


def _is_default(date: object, content: Content, settings: Mapping[str, Any]) -> bool:
    """Know the date of articles that have none, which says nothing of this one."""
    default = settings.get("DEFAULT_DATE")
    if not default or not isinstance(date, datetime):
        return False
    if default == "fs":
        # No author writes microseconds; a cache keeps the time of an earlier checkout.
        return bool(date.microsecond) or _changed(content) == date.replace(tzinfo=None)
    known = get_date(default) if isinstance(default, str) else datetime(*default)  # noqa: DTZ001
    return bool(date.replace(tzinfo=None) == known.replace(tzinfo=None))


def _changed(content: Content) -> datetime | None:
    try:
        changed = Path(content.source_path or "").stat().st_mtime
    except OSError:
        return None
    return datetime.fromtimestamp(changed)  # noqa: DTZ006  # as Pelican reads it


# Which URL of a file is the right one: its own if it leads there, else the one that the
# author asked for, else that of the file.


def _content_url(
    content: Content, path: PurePosixPath, settings: Mapping[str, Any]
) -> str | None:
    kind = "ARTICLE" if isinstance(content, Article) else type(content).__name__
    language = "" if content.in_default_lang else "LANG_"
    setting = f"{kind.upper()}_{language}URL"
    asked = hasattr(content, "override_url") or (
        not hasattr(content, "override_save_as") and _is_changed(setting, settings)
    )
    return _choose(content.url, path, asked=asked)


def _template_url(each: Written, run: Run) -> str | None:
    settings = run.settings
    if each.wrapper is not None:
        setting = f"{type(each.wrapper).__name__.upper()}_URL"
        url, save_as = each.wrapper.url, each.wrapper.save_as
    elif each.template is not None:
        setting = f"{each.template.upper()}_URL"
        name = f"{each.template}.html"
        url = settings.get(setting, name)
        save_as = settings.get(f"{each.template.upper()}_SAVE_AS", name)
    else:
        return _choose(run.period_urls.get(str(each.path)), each.path, asked=True)
    # PAGINATION_PATTERNS may put the first part elsewhere, too.
    is_there = each.path == PurePosixPath(save_as)
    return _choose(url, each.path, asked=is_there and _is_changed(setting, settings))


def _is_changed(setting: str, settings: Mapping[str, Any]) -> bool:
    return bool(settings.get(setting) != DEFAULT_CONFIG.get(setting))


def _choose(url: object, path: PurePosixPath, *, asked: bool) -> str | None:
    if not isinstance(url, str):
        return None
    if leads_to(url, path):
        return None if url.endswith("index.html") else url
    return url if url and asked and not _is_name_of(url, path) else None


def _is_name_of(url: str, path: PurePosixPath) -> bool:
    """Know a name that is no URL, such as `C#.html`: the author asked for its file."""
    name = url.lstrip("/")
    ends = ("", "index.html", ".html", "/index.html")
    return str(path) in [f"{name}{end}" for end in ends]


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
