"""Alternates: the languages of a page, as clusters in which all name all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.model import Note
from scopemap.options import Options
from scopemap.select import Listed

Alternates: TypeAlias = tuple[tuple[str, str], ...]
"""Tag and absolute URL of each language of a page, itself included."""

# RFC 5646: language, script, region; what Google reads of it.
_TAG = re.compile(r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?", re.IGNORECASE)


def link_alternates(
    listed: tuple[Listed, ...],
    options: Options,
    *,
    base_url: str,
    x_default: str | None,
) -> tuple[Mapping[str, Alternates], tuple[Note, ...]]:
    """Give the alternates of each listed page, by its loc.

    A cluster holds listed pages only, one a language; each member carries the whole
    cluster, itself included, so that every link is returned (protocol rule of
    Google, "localized versions"). A page that is alone has none.
    """
    if not options.languages and all(item.page.language is None for item in listed):
        return {}, ()
    if options.x_default is not None:
        x_default = options.x_default
    by_loc = {item.loc: item for item in listed}
    notes: list[Note] = []
    spoken = {item.loc: _language(item, options) for item in listed}
    found: dict[str, Alternates] = {}
    for cluster in _clusters(by_loc, spoken, options, base_url):
        tags: dict[str, str] = {}
        for loc in sorted(cluster):
            tag = _normal_tag(spoken[loc], notes)
            if tag is None:
                continue
            if tag in tags:
                text = f"{tags[tag]} and {loc} are both the {tag} version of one page"
                notes.append(Note("info", "same-language", text))
            else:
                tags[tag] = loc
        if len(tags) > 1:
            links = _links(tags, x_default)
            found |= dict.fromkeys(tags.values(), links)
    return found, tuple(dict.fromkeys(notes))


def _language(item: Listed, options: Options) -> str | None:
    """Give a page's language: by its folder where the option says so."""
    folders = sorted(options.languages.items(), key=lambda pair: -len(pair[1]))
    for tag, folder in folders:
        if item.path.startswith(folder):
            return tag
    return item.page.language


def _clusters(
    by_loc: Mapping[str, Listed],
    spoken: Mapping[str, str | None],
    options: Options,
    base_url: str,
) -> Iterable[list[str]]:
    """Join pages that name each other, or that lie at the same place of a language."""
    parent = {loc: loc for loc in by_loc}

    def root(loc: str) -> str:
        while parent[loc] != loc:
            parent[loc] = parent[parent[loc]]
            loc = parent[loc]
        return loc

    for one, other in _pairs(by_loc, spoken, options, base_url):
        parent[root(one)] = root(other)
    clusters: dict[str, list[str]] = {}
    for loc in by_loc:
        if spoken[loc] is not None:
            clusters.setdefault(root(loc), []).append(loc)
    return clusters.values()


def _pairs(
    by_loc: Mapping[str, Listed],
    spoken: Mapping[str, str | None],
    options: Options,
    base_url: str,
) -> Iterator[tuple[str, str]]:
    spelt: dict[str | None, str] = {urls.fold(loc): loc for loc in by_loc}
    places: dict[str, str] = {}
    for loc, item in by_loc.items():
        for _, url in item.page.alternates:
            if (target := spelt.get(_resolve(base_url, url))) is not None:
                yield loc, target
        folder = options.languages.get(spoken[loc] or "")
        if folder is not None and item.path.startswith(folder):
            yield loc, places.setdefault(item.path[len(folder) :], loc)


def _resolve(base_url: str, url: str) -> str | None:
    try:
        return urls.fold(urls.join(base_url, url))
    except UrlError:
        return None


def _links(tags: Mapping[str, str], x_default: str | None) -> Alternates:
    links = sorted(tags.items())
    default = _canonical_tag(x_default) if x_default else None
    if default is not None and default in tags:
        links.append(("x-default", tags[default]))
    return tuple(links)


def _normal_tag(tag: str | None, notes: list[Note]) -> str | None:
    normal = _canonical_tag(tag) if tag is not None else None
    if tag is not None and normal is None:
        notes.append(Note("info", "bad-language", f"{tag!r} is no language tag"))
    return normal


def _canonical_tag(tag: str) -> str | None:
    """Write a language tag in its usual case, with hyphens; None: it is none.

    Source: RFC 5646, section 2.1.1; Google's "localized versions".
    """
    match = _TAG.fullmatch(tag.replace("_", "-"))
    if match is None:
        return None
    language, script, region = match.groups()
    parts = [language.lower()]
    if script:
        parts.append(script.title())
    if region:
        parts.append(region.upper())
    return "-".join(parts)
