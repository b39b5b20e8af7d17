"""Sitemap lines: what robots.txt names, and what it was meant to name and does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.robots import READ_AT_LEAST

# RFC 9309, section 2.2: a line ends in CR, LF or both.
_END = re.compile(rb"[\r\n]|\Z")
_HINT = re.compile(rb"map", re.IGNORECASE)
_FIELD = re.compile(r"\s*(sitemap)\s*:", re.IGNORECASE)
# What Google's parser takes in part, and others do not.
_MISSPELT = re.compile(
    r"\s*(site[-_ ]?maps?)(?:\s*:|\s)\s*(?=https?:|/)", re.IGNORECASE
)
_WITHIN = re.compile(r"sitemap\s*:\s*https?://", re.IGNORECASE)
_SECOND = re.compile(r"\s|.https?://", re.IGNORECASE)
_LONG = 200
_MOST_BYTES = 8_192
"""Bytes of a line that are read: a few of the longest URLs."""
_MOST_LINES = READ_AT_LEAST // len("Sitemap:http://a.b/\n")
"""More do not stand within what engines read."""


class SitemapLine(Struct, frozen=True):
    """Hold one line about a sitemap."""

    number: int
    """Counted from 1."""
    end: int
    """The byte behind it, without its line ending."""
    text: str
    """As it is told to people."""
    url: str | None
    """What crawlers take it to name, in normal form, if anything."""
    fault: tuple[str, str] | None = None
    """The code and the text of what is wrong with the line itself."""


def read_sitemap_lines(robots: bytes) -> Iterator[SitemapLine]:
    """Read the lines of a robots.txt that name sitemaps, or seem to be meant to.

    Of a file that names more than engines read only the first are given.
    """
    for number, start, end in islice(_find_lines(robots), _MOST_LINES):
        raw = robots[start : min(end, start + _MOST_BYTES)]
        line = raw.decode("utf-8-sig" if number == 1 else "utf-8", "replace")
        fault, url = _read(line)
        if fault is not None or url is not None:
            said = line.strip()[:_LONG]
            told = ("SM705", f"{said!r} {fault}") if fault is not None else None
            yield SitemapLine(number, end, said, url, told)


def _find_lines(robots: bytes) -> Iterator[tuple[int, int, int]]:
    """Give the number of each line that may be about a sitemap, its start and its end.

    The others, of which there may be millions, are only counted.
    """
    number, seen = 1, 0
    while (hint := _HINT.search(robots, seen)) is not None:
        last = max(robots.rfind(end, seen, hint.start()) for end in (b"\n", b"\r"))
        start = max(last + 1, seen)
        number += _count_ends(robots, seen, start)
        end = _END.search(robots, hint.start())
        assert end is not None
        seen = end.start()
        yield number, start, seen


def _count_ends(robots: bytes, start: int, end: int) -> int:
    both = robots.count(b"\r\n", start, end)
    return robots.count(b"\n", start, end) + robots.count(b"\r", start, end) - both


def _read(line: str) -> tuple[str | None, str | None]:
    """Give what is wrong with a line, and the URL that it names."""
    content, mark, _ = line.partition("#")
    field = _FIELD.match(content)
    if field is None:
        return _find_hidden(content), None
    value = content[field.end() :].strip()
    if not value:
        return "names nothing", None
    # A space before it shows that a comment is meant.
    if mark and not content[-1].isspace():
        return "is cut at its #, where a comment begins", _normal(value)
    if _SECOND.search(value):
        return "names more than one URL", None
    try:
        return None, urls.normalize(value)
    except UrlError as error:
        return error.problem, None


def _normal(value: str) -> str | None:
    try:
        return urls.normalize(value)
    except UrlError:
        return None


def _find_hidden(content: str) -> str | None:
    """Say why a line that is about a sitemap does not name it for crawlers."""
    if (misspelt := _MISSPELT.match(content)) is not None:
        is_bare = misspelt[1].lower() == "sitemap"
        return "has no colon" if is_bare else f"begins with {misspelt[1]}, not Sitemap"
    if _WITHIN.search(content):
        return "has a Sitemap line glued to it; a line ending is missing before"
    return None
