"""Links: the translations that one entry names, each entry by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from scopemap import urls
from scopemap.check.findings import Finding
from scopemap.check.rows import Document, Link, Row, unpack
from scopemap.errors import UrlError
from scopemap.facts import resolve
from scopemap.languages import canonical_tag, find_unknown
from scopemap.report import count

DEFAULT = "x-default"


class Cluster(Struct, frozen=True):
    """Hold what an entry names; most entries share it with their translations."""

    pairs: tuple[tuple[str, str], ...] = ()
    """Each tag in its usual case, and the URL in normal form, folded."""
    urls: frozenset[str] = frozenset()


NO_CLUSTER = Cluster()
Reader: TypeAlias = Callable[[Row], Cluster]


def reader(base_url: str) -> Reader:
    """Give a reader of what entries name, which remembers the last sets of links.

    Links with a fault of their own are read as they are meant: one fault is no cause
    for a second finding.
    """

    @lru_cache(maxsize=_REMEMBERED)
    def read(packed: str) -> Cluster:
        return _read(unpack(packed), base_url)

    return lambda row: read(row.packed) if row.packed else NO_CLUSTER


_REMEMBERED = 2_000
"""Sets of links: those of translations are mostly the same, and near each other."""


def _read(links: Iterable[tuple[str, str, str, str]], base_url: str) -> Cluster:
    named = (
        (usual(tag), resolve(base_url, href[1:])) for _, _, tag, href in links if tag
    )
    pairs = tuple((tag, urls.fold(url)) for tag, url in named if url is not None)
    return Cluster(pairs, frozenset(url for _, url in pairs))


@lru_cache(maxsize=1_000)
def usual(tag: str) -> str:
    """Write a tag in its usual case: Google reads it in any."""
    return DEFAULT if tag.lower() == DEFAULT else canonical_tag(tag) or tag.lower()


def judge_links(document: Document, read: Reader) -> Iterator[Finding]:
    """Judge what each entry of a sitemap says of translations.

    Source: Google, "Tell Google about localized versions of your page".
    """
    tags: dict[str, str | None] = {}
    without_default = 0
    for row in document.rows:
        if not row.packed:
            continue
        yield from _judge_row(row, document, tags)
        cluster = read(row)
        if not cluster.pairs:
            continue
        if row.url and urls.fold(row.url) not in cluster.urls:
            yield _no_self(row, cluster, document)
        without_default += all(tag != DEFAULT for tag, _ in cluster.pairs)
    if without_default:
        entries = "entry names" if without_default == 1 else "entries name"
        text = f"{without_default} {entries} translations and no x-default"
        yield Finding(document.file, 0, "SM506", text)


def _judge_row(
    row: Row, document: Document, tags: dict[str, str | None]
) -> Iterator[Finding]:
    named: dict[str, str] = {}
    for link in row.links:
        for code, text in _find_faults(link, tags):
            yield Finding(document.file, link.line, code, f"{row.loc} {text}", row.url)
        if link.hreflang and link.href:
            tag = usual(link.hreflang)
            if named.setdefault(tag, link.href) != link.href:
                text = f"{row.loc} names {tag} as {named[tag]} and as {link.href}"
                yield Finding(document.file, link.line, "SM504", text, row.url)


def _find_faults(link: Link, tags: dict[str, str | None]) -> Iterator[tuple[str, str]]:
    if link.rel != "alternate" or not link.hreflang or not link.href:
        wanted = {
            'rel="alternate"': "alternate" in link.rel.lower().split(),
            "hreflang": link.hreflang,
            "href": link.href,
        }
        missing = [name for name, value in wanted.items() if not value]
        if missing:
            yield "SM501", f"has a link without {' and '.join(missing)}"
    if link.hreflang not in tags:
        tags[link.hreflang] = _find_tag_fault(link.hreflang)
    if (fault := tags[link.hreflang]) is not None:
        yield "SM502", f"names hreflang={link.hreflang!r}, {fault}"
    if link.href and (problem := _find_url_fault(link.href)) is not None:
        yield "SM503", f"has a link whose href {problem}"


def _find_tag_fault(tag: str) -> str | None:
    """Say why Google does not read a tag.

    It reads a language of ISO 639-1, perhaps a script, perhaps a country of two
    letters, in any case. Languages of three letters are taken on trust: some that have
    no shorter code, such as fil, are widely used. So are regions of three digits, since
    es-419 says to other readers what no country can.
    """
    if not tag or tag.lower() == DEFAULT:
        return None
    if "_" in tag:
        return f"where a hyphen must be: {tag.replace('_', '-')}"
    normal = canonical_tag(tag)
    if normal is None:
        return "which is not of the form de, de-AT or zh-Hant"
    if (part := find_unknown(normal)) is not None:
        return f"and there is no language or country {part}"
    return None


def _find_url_fault(href: str) -> str | None:
    try:
        urls.normalize(href)
    except UrlError as error:
        return str(error)
    return None


def _no_self(row: Row, cluster: Cluster, document: Document) -> Finding:
    bare = urls.bare(row.url)
    other = next((url for url in cluster.urls if urls.bare(url) == bare), None)
    says = f"names itself as {other}" if other else "does not name itself"
    text = f"{row.loc} names {count(len(cluster.urls), 'translation')} and {says}"
    return Finding(document.file, row.line, "SM505", text, row.url)
