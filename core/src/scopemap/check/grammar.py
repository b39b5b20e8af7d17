"""Grammar: which elements may stand where in an urlset or an index, and how often.

A table gives the children of an element, in their order: `name`, then `?` where it may
lack, `|` where one of all that have it must be there, `*` or `*32` where it may recur,
then `=type` of its text, then `@attribute:type`, with `!` behind those that are
required. A name that is a key of the table itself has children of its own. Behind an
`&` they may stand in any order.

Source: sitemaps.org, "Sitemap protocol"; the table says in our own words what its
schemas say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from scopemap.check.extensions import EXTENSIONS, Extension
from scopemap.render import NAMESPACE

_CORE = {
    "urlset": "url*",
    "url": "loc=loc lastmod?=lastmod changefreq?=changefreq priority?=priority",
    "sitemapindex": "sitemap*",
    "sitemap": "loc=loc lastmod?=lastmod",
}
ENTRIES = {"urlset": "url", "sitemapindex": "sitemap"}
"""What each root element lists."""

_ITEM = re.compile(r"(\w+)([?|*]?)(\d*)(?:=(\w+))?(?:@(\S+))?", re.ASCII)


class Child(Struct, frozen=True):
    """Describe an element within its parent."""

    shown: str
    """As messages name it, such as `image:loc`."""
    index: int
    """Its place in the order of the parent."""
    bit: int
    """Its own bit in the set of what was seen; 0 where it may recur."""
    most: int
    """How often it may recur; 0 without limit, or where it may not."""
    value: str
    """The type of its text; empty where it has children, or nothing, in it."""
    attributes: Mapping[str, str]
    """The types of what they hold."""
    demanded: tuple[str, ...]
    """The attributes that must be there."""
    rule: Rule | None
    """What it may hold, where it has no text."""


class Rule(Struct, frozen=True):
    """Describe what an element may hold."""

    children: Mapping[str, Child]
    """By their names as expat gives them: the namespace, a space, the name."""
    required: int
    """The bits of all that must be there."""
    either: int
    """The bits of those of which one must be there."""


@lru_cache(maxsize=8)
def root_child(root: str, namespace: str = NAMESPACE) -> Child:
    """Describe a root element, in the namespace that it is written in.

    Extensions may stand before the entries, and in an entry behind everything else.
    """
    core = Extension("", namespace, root, _CORE)
    entry = ENTRIES[root]
    fields = _rule(core, entry)
    inside = {**fields.children, **_roots(len(fields.children))}
    child = _element(entry, 1, Rule(inside, fields.required, 0))
    outside = {**_roots(0), qualify(namespace, entry): child}
    return _element(root, 0, Rule(outside, 0, 0))


def _element(name: str, index: int, rule: Rule) -> Child:
    return Child(name, index, 0, 0, "", {}, (), rule)


def qualify(namespace: str, name: str) -> str:
    """Write a name as expat does."""
    return f"{namespace} {name}" if namespace else name


def _roots(index: int) -> dict[str, Child]:
    return dict(_child(extension, extension.root, index) for extension in EXTENSIONS)


def _rule(extension: Extension, element: str) -> Rule:
    items = extension.table[element].split()
    bits: dict[str, int] = {"": 0, "|": 0, "?": 0, "*": 0}
    children = {}
    is_free = items[:1] == ["&"]
    for index, item in enumerate(items[is_free:]):
        name, child = _child(extension, item, index)
        children[name] = replace(child, index=0) if is_free else child
        bits[_parts(item)[1]] |= child.bit
    return Rule(children, bits[""], bits["|"])


def _child(extension: Extension, item: str, index: int) -> tuple[str, Child]:
    name, mark, most, value, attributes = _parts(item)
    has_rule = name in extension.table
    pairs = [pair.split(":") for pair in attributes.split(",") if pair]
    child = Child(
        shown=f"{extension.prefix}:{name}" if extension.prefix else name,
        index=index,
        bit=0 if mark == "*" else 1 << index,
        most=int(most or 0),
        value="" if has_rule else value or "any",
        attributes={first.rstrip("!"): (*rest, "any")[0] for first, *rest in pairs},
        demanded=tuple(first[:-1] for first, *_ in pairs if first.endswith("!")),
        rule=_rule(extension, name) if has_rule else None,
    )
    return qualify(extension.namespace, name), child


def _parts(item: str) -> tuple[str, ...]:
    match = _ITEM.fullmatch(item)
    assert match is not None
    return match.groups(default="")
