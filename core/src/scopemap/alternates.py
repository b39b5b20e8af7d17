"""Alternates: the languages of a page, as clusters in which all name all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.languages import canonical_tag, find_unknown
from scopemap.model import Note, Page
from scopemap.options import Options
from scopemap.report import few
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
    (Google, "localized versions"). A page that is alone has none. Where the generator
    knows of no other languages, the pages' own links tell.
    """
    if not options.languages and not any(map(_is_linked, listed)):
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
            claims = [_claim(tag, each, tags, notes) for tag in each.tags]
            if any(claims):
                others |= _others(each, siblings, notes)
        links = _links(others | tags, x_default)
        if len({url for _, url in links}) > 1:
            found |= dict.fromkeys(tags.values(), links)
    return found, (*dict.fromkeys(notes), *_disagreements(spoken, found))


def _is_linked(item: Listed) -> bool:
    page = item.page
    return bool(page.alternates or page.text_id is not None or item.facts.alternates)


class _Spoken(Struct, frozen=True):
    """A listed page, its languages, and the part of its URL that they share."""

    item: Listed
    tags: tuple[str, ...]
    below: str | None
    links: tuple[tuple[str, str], ...] = ()
    """Those in the page itself, where nobody else tells."""


def _speak(
    listed: Collection[Listed],
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
    texts = Counter(item.page.text_id for item in listed)
    spoken = []
    for item in listed:
        own = ((tag, base) for base, tag in bases if item.loc.startswith(base))
        tag, base = next(own, (item.page.language, None))
        tags = (tag,) if tag is not None else ()
        links = item.facts.alternates
        if base is not None:
            spoken.append(_Spoken(item, tags, item.loc[len(base) :]))
        elif not links or _is_told(item.page, texts):
            spoken.append(_Spoken(item, tags, None))
        else:
            spoken.append(_Spoken(item, _own_tags(item), None, links))
    return spoken


def _is_told(page: Page, texts: Mapping[str | None, int]) -> bool:
    """Tell whether the generator knows other languages of a page."""
    has_versions = page.text_id is not None and texts[page.text_id] > 1
    return has_versions or bool(page.alternates)


def _own_tags(item: Listed) -> tuple[str, ...]:
    """Give the languages under which a page links to itself, else that of its text."""
    own = [
        tag for tag, url in item.facts.alternates if urls.is_same_page(url, item.loc)
    ]
    text = item.page.language or item.facts.language
    return tuple(dict.fromkeys(own)) or ((text,) if text else ())


def _claim(tag: str, each: _Spoken, tags: dict[str, str], notes: list[Note]) -> bool:
    """Give a page its language in a cluster, unless another has it or there is none."""
    is_default = bool(each.links) and tag.lower() == _DEFAULT
    normal = _DEFAULT if is_default else _normal_tag(tag, notes)
    if normal is None:
        return False
    if normal in tags:
        text = f"{tags[normal]} and {each.item.loc} are both the {normal} version"
        notes.append(Note("info", "same-language", f"{text} of one page"))
        return False
    tags[normal] = each.item.loc
    return True


_DEFAULT = "x-default"


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

    spelt = _spellings(by_loc)
    for one, other in (*_pairs(by_loc, spelt, base_url), *_returned(by_loc)):
        parent[root(one)] = root(other)
    clusters: dict[str, list[_Spoken]] = {}
    for loc, each in by_loc.items():
        if each.tags:
            clusters.setdefault(root(loc), []).append(each)
    return clusters.values()


def _spellings(by_loc: Mapping[str, _Spoken]) -> Mapping[str | None, str]:
    """Give each listed page by its loc, and by the one that its generator gives it."""
    spelt: dict[str | None, str] = {}
    for loc, each in by_loc.items():
        spelt[urls.fold(each.item.asked)] = loc
    return spelt | {urls.fold(loc): loc for loc in by_loc}


def _pairs(
    by_loc: Mapping[str, _Spoken], spelt: Mapping[str | None, str], base_url: str
) -> Iterator[tuple[str, str]]:
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


def _returned(by_loc: Mapping[str, _Spoken]) -> Iterator[tuple[str, str]]:
    """Give the pairs of pages whose own links lead to each other.

    Others mean nothing to engines (Google, "localized versions"), such as those to the
    home page of each language that Material for MkDocs has on every page. Where all
    pages of a cluster name the same ones, as they should, that is seen at a glance.
    """
    bare = {urls.bare(loc): loc for loc, each in by_loc.items() if each.links}
    named = {loc: _named(each, bare) for loc, each in by_loc.items() if each.links}
    groups: dict[tuple[str, ...], list[str]] = {}
    for loc, names in named.items():
        groups.setdefault(names, []).append(loc)
    for names, members in groups.items():
        if len(names) == len(members):
            yield from ((names[0], name) for name in names)
            continue
        for loc in members:
            yield from ((loc, name) for name in names if loc in named.get(name, ()))


def _named(each: _Spoken, bare: Mapping[str, str]) -> tuple[str, ...]:
    """Give the listed pages that a page names, itself included, in order."""
    targets = (bare.get(urls.bare(url)) for _, url in each.links)
    return tuple(sorted({each.item.loc, *(t for t in targets if t is not None)}))


def _disagreements(
    spoken: Iterable[_Spoken], found: Mapping[str, Alternates]
) -> Iterator[Note]:
    """Note pages whose own links are others than those that the sitemap will have."""
    pages = [
        str(each.item.page.path)
        for each in spoken
        if each.item.facts.alternates
        and not each.links
        and _differ(each.item, found.get(each.item.loc, ()))
    ]
    if pages:
        text = (
            f"the hreflang links in {few(pages)} are not those of the sitemap; engines"
            " believe neither where they differ"
        )
        yield Note("info", "hreflang", text)


def _differ(item: Listed, links: Alternates) -> bool:
    """Tell whether a page names others; that it lacks itself contradicts nothing.

    So it is with the theme `simple` of Pelican 4.12.
    """
    itself = [(tag, url) for tag, url in links if url == item.loc]
    return _spelt((*item.facts.alternates, *itself)) != _spelt(links)


def _spelt(links: Iterable[tuple[str, str]]) -> set[tuple[str | None, str]]:
    return {
        (canonical_tag(tag), urls.fold(url))
        for tag, url in links
        if tag.lower() != _DEFAULT
    }


def _resolve(base_url: str, url: str) -> str | None:
    try:
        return urls.fold(urls.join(base_url, url))
    except UrlError:
        return None


def _links(tags: Mapping[str, str], x_default: str | None) -> Alternates:
    """Give the links of a cluster; the pages' own default counts if none is set."""
    links = sorted(pair for pair in tags.items() if pair[0] != _DEFAULT)
    default = canonical_tag(x_default) if x_default else None
    if x_default is None:
        default = _DEFAULT
    if default is not None and default in tags:
        links.append((_DEFAULT, tags[default]))
    return tuple(links)


def _normal_tag(tag: str, notes: list[Note]) -> str | None:
    normal = canonical_tag(tag)
    unknown = find_unknown(normal) if normal is not None else None
    if normal is None:
        notes.append(Note("info", "bad-language", f"{tag!r} is no language tag"))
    elif unknown is not None:
        text = f"{normal!r} is no language tag that is known, for its {unknown!r}"
        notes.append(Note("info", "bad-language", text))
        return None
    return normal
