"""The graph of languages: whether translations name each other, over all sitemaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import TypeAlias

from msgspec import Struct

from scopemap import urls
from scopemap.check.context import Context
from scopemap.check.findings import Finding
from scopemap.check.links import DEFAULT, Cluster, Reader, judge_links, reader, usual
from scopemap.check.macrolanguages import is_same_language
from scopemap.check.rows import Row
from scopemap.facts import NOTHING, Facts
from scopemap.locate import find_file
from scopemap.report import few


def judge_graph(context: Context) -> Iterator[Finding]:
    """Judge the translations that all sitemaps of a folder name.

    Source: Google, "Tell Google about localized versions of your page". Of pages on
    other hosts, or not below the base URL, nothing is known.
    """
    read = reader(context.base_url)
    for document in context.documents:
        yield from judge_links(document, read)
    nodes = _nodes(context, read)
    yield from _find_unreturned(nodes, read, context)
    if context.has_pages:
        yield from _judge_pages(nodes, read, context)


class _Node(Struct, frozen=True):
    file: str
    row: Row


_Nodes: TypeAlias = Mapping[str, _Node]
"""Each entry by its URL, folded; of several for one URL the first that has links."""


def _nodes(context: Context, read: Reader) -> _Nodes:
    nodes: dict[str, _Node] = {}
    if not any(row.packed for document in context.documents for row in document.rows):
        return nodes
    for document in context.documents:
        if document.kind == "index":
            continue
        for row in document.rows:
            key = urls.fold(row.url)
            if key and (key not in nodes or not nodes[key].row.packed):
                nodes[key] = _Node(document.file, row)
    # Where nobody names a translation nothing is to be judged.
    return nodes if any(read(node.row).pairs for node in nodes.values()) else {}


def _find_unreturned(
    nodes: _Nodes, read: Reader, context: Context
) -> Iterator[Finding]:
    """Find the pages that are named and do not name those pages in return."""
    naming: dict[str, list[str]] = {}
    for key, node in nodes.items():
        # A page may be named under several tags.
        cluster = read(node.row)
        for name in dict.fromkeys(url for _, url in cluster.pairs):
            if name == key or not _is_here(name, context):
                continue
            other = nodes.get(name)
            if other is not None and other.row.packed == node.row.packed:
                is_returned = key in cluster.urls
            elif other is not None:
                is_returned = _names(other.row, key, read)
            else:  # where no page is known, other sitemaps may list it
                is_returned = not context.has_pages
            if not is_returned:
                naming.setdefault(name, []).append(key)
    spelt: dict[str, str] = {}
    for name, keys in naming.items():
        if name in nodes:
            yield _unreturned(nodes[name], [nodes[key] for key in keys], read)
        else:
            spelt = spelt or {
                urls.bare(node.row.url): key for key, node in nodes.items()
            }
            yield _unlisted(name, [nodes[key] for key in keys], spelt)


def _names(row: Row, url: str, read: Reader) -> bool:
    """Tell whether an entry names a URL; most do so to the letter."""
    return row.may_name(url) or url in read(row).urls


def _is_here(url: str, context: Context) -> bool:
    return urls.below(context.base_url, url) is not None


def _unreturned(named: _Node, naming: list[_Node], read: Reader) -> Finding:
    spelt = {urls.bare(url) for url in read(named.row).urls}
    is_spelt = all(urls.bare(node.row.url) in spelt for node in naming)
    how = "names them in other spellings" if is_spelt else "does not name them"
    text = f"{named.row.loc} is named as a translation by {_few(naming)}, and {how}"
    return Finding(named.file, named.row.line, "SM507", text, named.row.url)


def _unlisted(name: str, naming: list[_Node], spelt: Mapping[str, str]) -> Finding:
    other = spelt.get(urls.bare(name))
    where = f"is listed as {other}" if other is not None else "is in no sitemap"
    text = f"{name} is named as a translation by {_few(naming)}, and {where}"
    return Finding(naming[0].file, naming[0].row.line, "SM507", text, name)


def _few(nodes: list[_Node]) -> str:
    return few([node.row.loc for node in nodes])


def _judge_pages(nodes: _Nodes, read: Reader, context: Context) -> Iterator[Finding]:
    """Compare what sitemaps say of languages with what the pages themselves say."""
    judged: set[tuple[str, str]] = set()
    seen: set[str] = set()
    for node in nodes.values():
        cluster = read(node.row)
        if not cluster.pairs:
            continue
        yield from _judge_own_links(node, cluster, context)
        if node.row.packed in seen:
            continue
        seen.add(node.row.packed)
        for tag, url in cluster.pairs:
            if (tag, url) not in judged:
                judged.add((tag, url))
                yield from _judge_language(tag, url, node, context)


def _judge_own_links(
    node: _Node, cluster: Cluster, context: Context
) -> Iterator[Finding]:
    """Judge whether a page's own links agree; x-default is left to either.

    That a page does not name itself, as in many a theme, contradicts nothing.
    """
    alternates = _facts(node.row.url, context).alternates
    own = {(usual(tag), urls.fold(url)) for tag, url in alternates}
    own = {pair for pair in own if pair[0] != DEFAULT}
    listed = {pair for pair in cluster.pairs if pair[0] != DEFAULT}
    own |= {pair for pair in listed if pair[1] == urls.fold(node.row.url) and own}
    if not own or not listed or own == listed:
        return
    differing = sorted({tag for tag, _ in own ^ listed})
    text = f"{node.row.loc} has other links for {few(differing)} in its own head"
    yield Finding(node.file, node.row.line, "SM509", text, node.row.url)


def _judge_language(
    tag: str, url: str, node: _Node, context: Context
) -> Iterator[Finding]:
    said = _facts(url, context).language
    if said is None or tag == DEFAULT or not said.strip():
        return
    if not is_same_language(tag, said):
        text = f"{url} is named for {tag}, and says lang={said!r}"
        yield Finding(node.file, node.row.line, "SM508", text, url)


def _facts(url: str, context: Context) -> Facts:
    file = find_file(context.base_url, url, context.files)
    if file is None:
        return NOTHING
    return context.evidence.facts.get(PurePosixPath(file), NOTHING)
