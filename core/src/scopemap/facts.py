"""Facts: what the HTML of a built page says of the page.

Hostile input: whatever the bytes are, there is an answer, in bounded time and memory.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from urllib.parse import urljoin

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.indexing import AGENTS, refuses
from scopemap.markup import Attributes, Head, read_attributes, read_head

MAX_DELAY = 10
"""Seconds up to which a refresh counts as a redirect: a longer one is for readers."""

MAX_TITLE = 300
"""Characters of a title, or of another text that is told to people."""

# HTML standard, "refresh": seconds, then perhaps a URL, perhaps quoted.
_REFRESH = re.compile(
    r"\s*(?=[\d.])(\d{0,9})(?:\.[\d.]*)?(?:(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?([\"']?)(.*))?",
    re.IGNORECASE | re.DOTALL,
)


class Facts(Struct, frozen=True):
    """Hold what a built page says of itself."""

    noindex: str | None = None
    """What asks search engines not to show it, such as `robots: noindex`."""
    canonical: str | None = None
    """The absolute URL, in normal form, of the page that stands for it."""
    redirect: str | None = None
    """The absolute URL to which it sends its reader at once."""
    alternates: tuple[tuple[str, str], ...] = ()
    """Tag and absolute URL of each language that it links to, as written."""
    language: str | None = None
    title: str = ""
    images: tuple[str, ...] = ()
    """The absolute URLs of the images in its main content, if they were asked for."""


NOTHING = Facts()


def read_facts(file: str, url: str) -> Facts:
    """Read what the head of the page at a URL, in normal form, says.

    Raises OSError.
    """
    return find_facts(read_head(file), url)


def find_facts(head: Head, url: str) -> Facts:
    """Find what the tags of a head say of the page at a URL in normal form."""
    found: dict[bytes, list[Attributes]] = {}
    for name, tag in head.tags:
        found.setdefault(name, []).append(read_attributes(tag))
    links, metas = found.get(b"link", ()), found.get(b"meta", ())
    base = _base(found.get(b"base", ()), url)
    languages = (tag["lang"] for tag in found.get(b"html", ()) if "lang" in tag)
    return Facts(
        noindex=_noindex(metas),
        canonical=_canonical(links, base),
        redirect=_redirect(head, metas, base, url),
        alternates=tuple(_alternates(links, base)),
        language=next(languages, None),
        title=_one_line(html.unescape(head.title.decode("utf-8", "replace"))),
    )


def _base(tags: Iterable[Attributes], url: str) -> str:
    href = next((tag["href"] for tag in tags if tag.get("href")), None)
    return (resolve(url, href) if href else None) or url


def _noindex(tags: Iterable[Attributes]) -> str | None:
    for tag in tags:
        name = tag.get("name", "").strip().lower()
        if name in AGENTS and refuses(tag.get("content", "")):
            return f"{name}: {_one_line(tag['content'])}"
    return None


def _canonical(tags: Iterable[Attributes], base: str) -> str | None:
    """Give the canonical URL; of several that differ engines believe none.

    One for a language, a medium or a type is no canonical link (Google, "Consolidate
    duplicate URLs").
    """
    found = {
        resolve(base, tag.get("href", ""))
        for tag in tags
        if "canonical" in _rels(tag)
        and _FOR_SOME.isdisjoint(tag)
        and tag.get("href") not in _UNSET
    }
    return found.pop() if len(found) == 1 else None


# What a template makes of a variable that nobody set, as alabaster 1.0 does.
_UNSET = ("None", "null", "undefined")
_FOR_SOME = frozenset(["hreflang", "lang", "media", "type"])


def _rels(tag: Attributes) -> list[str]:
    return tag.get("rel", "").lower().split()


def _redirect(
    head: Head, metas: Iterable[Attributes], base: str, url: str
) -> str | None:
    """Give the target of a refresh, or of a script that does nothing else."""
    targets = [*_refreshes(metas), *_scripted(head)]
    resolved = (resolve(base, target) for target in targets)
    return next((t for t in resolved if t and not urls.is_same_page(t, url)), None)


def _refreshes(metas: Iterable[Attributes]) -> Iterator[str]:
    for tag in metas:
        if tag.get("http-equiv", "").strip().lower() != "refresh":
            continue
        match = _REFRESH.match(tag.get("content", ""))
        if match is not None and int(match[1] or 0) <= MAX_DELAY and match[3]:
            yield match[3].partition(match[2])[0] if match[2] else match[3]


def _scripted(head: Head) -> Iterator[str]:
    """Give the targets of scripts that send readers on.

    sphinx-reredirects 1.1, sphinxext-rediraffe 0.3 and mike 2 name the target a second
    time, in a refresh for those who run no scripts.
    """
    moving = [script for script in head.scripts if _MOVES.search(script)][:_FEW]
    for script in moving:
        if (match := _MOVE.fullmatch(script)) is not None:
            yield (match[2] or match[4]).decode("utf-8", "replace")
    named = {
        text[1:-1]
        for script in moving
        if not _MAYBE.search(_QUOTED.sub(b"", script))
        for text in _QUOTED.findall(script)
    }
    for text in head.noscripts[:_FEW] if named else ():
        for target in _refreshes(map(read_attributes, _META.findall(text)[:_FEW])):
            if target.encode() in named:
                yield target


# One statement with a plain target, and nothing else.
_MOVE = re.compile(
    rb"""\s*(?:(?:window|document|top|self)\.)?location(?:\.href)?
    (?:\s*=\s*(["'])([^"'\\]{1,2000})\1
    |\.(?:replace|assign)\(\s*(["'])([^"'\\]{1,2000})\3\s*\))\s*;?\s*""",
    re.VERBOSE,
)
_MOVES = re.compile(
    rb"location(?:\.href)?\s{0,9}=[^=]|location\.(?:replace|assign)\s{0,9}\("
)
_META = re.compile(rb"(?i)<meta[^>]{0,2000}>")
_QUOTED = re.compile(rb"\"[^\"\n]{0,2000}\"|'[^'\n]{0,2000}'")
# What moves some readers, or later: those of an old browser, those who click.
_MAYBE = re.compile(
    rb"\bif\b(?!.*\belse\b)|&&|\?|\bfunction\b|=>|\bon\w+\s*=", re.DOTALL
)
_FEW = 20
"""Scripts, and refreshes for those who run none; a stub has one of each."""


def _alternates(tags: Iterable[Attributes], base: str) -> Iterator[tuple[str, str]]:
    for tag in tags:
        hreflang = tag.get("hreflang", "").strip()
        is_page = tag.get("type", "text/html") in _PAGES
        if hreflang and is_page and "alternate" in _rels(tag):
            target = resolve(base, tag.get("href", ""))
            if target is not None:
                yield hreflang, target


_PAGES = ("text/html", "application/xhtml+xml")


def resolve(base: str, href: str) -> str | None:
    """Give the absolute URL, in normal form, of what a page links to, if it has one."""
    href = _BREAKS.sub("", href.strip())
    if not href:
        return None
    try:
        return urls.normalize(href if _ABSOLUTE.match(href) else urljoin(base, href))
    except (UrlError, ValueError):  # the latter from urljoin, for a strange host
        return None


_ABSOLUTE = re.compile(r"(?i)https?://")
_BREAKS = re.compile(r"[\t\n\r]")


def _one_line(text: str) -> str:
    """Put text of a page on a line that says nothing to a terminal."""
    return " ".join(_CONTROL.sub(" ", text).split())[:MAX_TITLE]


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
