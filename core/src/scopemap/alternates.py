"""Alternates: the languages of a page, as clusters in which all name all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.languages import canonical_tag
from scopemap.model import Note, Page
from scopemap.options import Options
from scopemap.select import Listed
from scopemap.siblings import Sibling, links_to

Alternates: TypeAlias = tuple[tuple[str, str], ...]
"""Tag and absolute URL of each language of a page, itself included."""


def link_alternates(
    listed: tuple[Listed, ...],
    options: Options,
    *,
    siblings: Mapping[str, Sibling] | None = None,
    base_url: str,
    x_default: str | None,
) -> tuple[Mapping[str, Alternates], tuple[Note, ...]]:
    """Give the alternates of each listed page, by its loc.

    A cluster holds listed pages and pages of siblings, one a language; each member
    carries the whole cluster, itself included, so that every link is returned
    (Google, "localized versions"). A page that is alone has none.
    """
    if not options.languages and not any(_is_linked(item.page) for item in listed):
        return {}, ()
    if options.x_default is not None:
        x_default = options.x_default
    notes: list[Note] = []
    found: dict[str, Alternates] = {}
    siblings = siblings or {}
    spoken = _speak(listed, options, siblings, base_url)
    for cluster in _clusters(spoken, base_url):
        if len(cluster) < 2 and not siblings:
            continue
        tags: dict[str, str] = {}
        others: dict[str, str] = {}
        for each in sorted(cluster, key=lambda each: each.item.loc):
            tag = _normal_tag(each.tag, notes)
            if tag is None:
                continue
            if tag in tags:
                text = f"{tags[tag]} and {each.item.loc} are both the {tag} version"
                notes.append(Note("info", "same-language", f"{text} of one page"))
                continue
            tags[tag] = each.item.loc
            others |= _others(each, siblings, notes)
        links = _links(others | tags, x_default)
        if len(others | tags) > 1:
            found |= dict.fromkeys(tags.values(), links)
    return found, tuple(dict.fromkeys(notes))


def _is_linked(page: Page) -> bool:
    return bool(page.alternates) or page.text_id is not None


class _Spoken(Struct, frozen=True):
    """A listed page, its language, and the part of its URL that its languages share."""

    item: Listed
    tag: str | None
    below: str | None


def _speak(
    listed: Iterable[Listed],
    options: Options,
    siblings: Mapping[str, Sibling],
    base_url: str,
) -> list[_Spoken]:
    """Give each page its language: by its folder where the option says so."""
    bases = sorted(
        (
            (urls.join(base_url, language.base), tag)
            for tag, language in options.languages.items()
            if tag not in siblings
        ),
        key=lambda pair: -len(pair[0]),
    )
    spoken = []
    for item in listed:
        own = ((tag, base) for base, tag in bases if item.loc.startswith(base))
        tag, base = next(own, (item.page.language, None))
        below = item.loc[len(base) :] if base is not None else None
        spoken.append(_Spoken(item, tag, below))
    return spoken


def _others(
    each: _Spoken, siblings: Mapping[str, Sibling], notes: list[Note]
) -> dict[str, str]:
    if each.below is None:
        return {}
    links = links_to(siblings, each.item.page.path, each.below)
    named = ((_normal_tag(tag, notes), url) for tag, url in links.items())
    return {tag: url for tag, url in named if tag is not None}


def _clusters(spoken: Iterable[_Spoken], base_url: str) -> Iterable[list[_Spoken]]:
    """Join pages that name each other, share a text, or lie at the same place."""
    by_loc = {each.item.loc: each for each in spoken}
    parent = {loc: loc for loc in by_loc}

    def root(loc: str) -> str:
        while parent[loc] != loc:
            parent[loc] = parent[parent[loc]]
            loc = parent[loc]
        return loc

    for one, other in _pairs(by_loc, base_url):
        parent[root(one)] = root(other)
    clusters: dict[str, list[_Spoken]] = {}
    for loc, each in by_loc.items():
        if each.tag is not None:
            clusters.setdefault(root(loc), []).append(each)
    return clusters.values()


def _pairs(by_loc: Mapping[str, _Spoken], base_url: str) -> Iterator[tuple[str, str]]:
    spelt: dict[str | None, str] = {urls.fold(loc): loc for loc in by_loc}
    places: dict[str, str] = {}
    texts: dict[str, str] = {}
    for loc, each in by_loc.items():
        for _, url in each.item.page.alternates:
            if (target := spelt.get(_resolve(base_url, url))) is not None:
                yield loc, target
        if each.item.page.text_id is not None:
            yield loc, texts.setdefault(each.item.page.text_id, loc)
        if each.below is not None:
            yield loc, places.setdefault(urls.fold(each.below), loc)


def _resolve(base_url: str, url: str) -> str | None:
    try:
        return urls.fold(urls.join(base_url, url))
    except UrlError:
        return None


def _links(tags: Mapping[str, str], x_default: str | None) -> Alternates:
    links = sorted(tags.items())
    default = canonical_tag(x_default) if x_default else None
    if default is not None and default in tags:
        links.append(("x-default", tags[default]))
    return tuple(links)


def _normal_tag(tag: str | None, notes: list[Note]) -> str | None:
    normal = canonical_tag(tag) if tag is not None else None
    if tag is not None and normal is None:
        notes.append(Note("info", "bad-language", f"{tag!r} is no language tag"))
    return normal
