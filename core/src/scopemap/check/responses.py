"""Responses: what is wrong with a single answer of a host."""

from __future__ import annotations

from collections.abc import Iterator
from mimetypes import MimeTypes
from pathlib import PurePosixPath
from urllib.parse import urljoin, urlsplit

from scopemap.check.fetching import Response
from scopemap.check.findings import Finding
from scopemap.check.rows import Row
from scopemap.indexing import find_refusal

REDIRECTS = frozenset((301, 302, 303, 307, 308))
"""Statuses that lead elsewhere (RFC 9110, section 15.4)."""
SLOW_DOWN = 429
"""What a host says that is asked too often (RFC 6585, section 4)."""

_SHOWN = 300
_XML = ("application/xml", "text/xml")
# Feeds are sitemaps too, under types of their own (RFC 4287; RSS has none registered).
_SITEMAP = (*_XML, "application/rss+xml", "application/atom+xml")
_PACKED = ("application/gzip", "application/x-gzip")
_SCRIPT = ("text/javascript", "application/javascript", "application/x-javascript")
_ICON = ("image/vnd.microsoft.icon", "image/x-icon")
_TEXT: tuple[str, ...] = ("text/plain",)
_PAGE = ("text/html", "application/xhtml+xml")
# Which of them a host sends is a matter of taste (RFC 7303, section 9.2; RFC 9239).
_SYNONYMS = (_SITEMAP, _SCRIPT, _ICON)
# Without arguments it knows what is built into Python, and reads no file of the system.
_GUESS = MimeTypes()


def judge_robots(response: Response) -> Iterator[Finding]:
    """Judge how robots.txt is served.

    Where there is none, or none to be had, crawlers may go everywhere; of a server's
    error they make that they may go nowhere, and some do of 429 (Google, "How Google
    interprets the robots.txt specification"). Source: RFC 9309, sections 2.3.1.3 and
    2.3.1.4.
    """
    if not 400 <= response.status < 500 or response.status == SLOW_DOWN:
        yield from _judge_status(response, response.url, 0)
    yield from _judge_type(response, _TEXT, response.url, 0)


def judge_sitemap(response: Response) -> Iterator[Finding]:
    """Judge how a sitemap or an index is served."""
    yield from _judge_status(response, response.url, 0)
    path = urlsplit(response.url).path.lower()
    is_packed = path.endswith(".gz") and not response.values("content-encoding")
    is_text = path.removesuffix(".gz").endswith(".txt")
    allowed = _PACKED if is_packed else _TEXT if is_text else _SITEMAP
    yield from _judge_type(response, allowed, response.url, 0)


def judge_page(response: Response, file: str, row: Row) -> Iterator[Finding]:
    """Judge how what a sitemap lists is served."""
    yield from _judge_status(response, file, row.line)
    yield from _judge_type(response, _page_types(row.url), file, row.line)
    refusal = find_refusal(response.values("x-robots-tag"))
    if response.status == 200 and refusal is not None:
        text = f"{row.url} is sent with X-Robots-Tag: {_show(refusal)}"
        yield Finding(file, row.line, "SM954", text, row.url)


def _judge_status(response: Response, file: str, line: int) -> Iterator[Finding]:
    url, status = response.url, response.status
    if response.trouble:
        code, said = "SM955", f"cannot be read: {_show(response.trouble)}"
    elif status in REDIRECTS:
        code, said = "SM952", f"redirects to {_target(response)} ({status})"
    elif status != 200:
        code, said = "SM951", f"is answered with {status}"
    else:
        return
    yield Finding(file, line, code, f"{url} {said}", url)


def _judge_type(
    response: Response, allowed: tuple[str, ...], file: str, line: int
) -> Iterator[Finding]:
    if response.status != 200 or not allowed or response.type in allowed:
        return
    sent = f"as {_show(response.type)}" if response.type else "without a type"
    text = f"{response.url} is sent {sent}, and not as {allowed[0]}"
    yield Finding(file, line, "SM953", text, response.url)


def _page_types(url: str) -> tuple[str, ...]:
    """Give the types that a URL may have, the best first; none: nobody knows.

    Whatever it looks like, it may be a page, as /wiki/Node.js is.
    """
    path = urlsplit(url).path
    suffix = PurePosixPath(path).suffix.lower()
    if path.endswith("/") or suffix in ("", ".html", ".htm", ".xhtml"):
        return _PAGE
    guessed, encoding = _GUESS.guess_type(path)
    if encoding is not None:
        # Sent as what it is, or as what is in it and with a Content-Encoding.
        inside = (guessed,) if guessed is not None else ()
        return (*_PACKED, *inside, *_PAGE) if encoding == "gzip" else ()
    return (*_alike(guessed), *_PAGE) if guessed is not None else ()


def _alike(guessed: str) -> tuple[str, ...]:
    for names in _SYNONYMS:
        if guessed in names:
            return names
    # Who does not know a kind of text may send it as plain (RFC 2046, section 4.1.3).
    plain = _TEXT if guessed.startswith("text/") else ()
    # What has no x- now may have had one (RFC 6648).
    bare = guessed.replace("/x-", "/")
    return (guessed, bare, bare.replace("/", "/x-"), *plain)


def _target(response: Response) -> str:
    where = next(iter(response.values("location")), "")
    if not where:
        return "nowhere, for it has no Location"
    try:
        return _show(urljoin(response.url, where))
    except ValueError:  # a host that cannot be, such as http://[
        return _show(where)


def _show(text: str) -> str:
    """Keep what a host sent from moving the cursor of a terminal, or filling it."""
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return shown if shown.isprintable() else repr(shown)
