"""robots.txt: the `Sitemap:` lines, and not one byte of anybody else's changed.

A line of ours stands right below the comment line `# scopemap`; only such a line is
ever changed or taken away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.model import Note, Site
from scopemap.options import Options
from scopemap.report import few
from scopemap.survey import ROBOTS

MARK = b"# scopemap"
READ_AT_LEAST = 512_000
"""Bytes that every engine reads, 500 KiB (RFC 9309, section 2.5); Google cuts there."""

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_SITEMAP = re.compile(rb"\s*sitemap\s*:([^#\r\n]*)", re.IGNORECASE)
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def plan_robots(
    site: Site,
    options: Options,
    text: bytes | None,
    submit: tuple[str, ...],
    *,
    children: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
    has_root: bool = False,
    readthedocs: bool,
) -> tuple[bytes | None, tuple[Note, ...]]:
    """Decide about robots.txt: its new content, or None to leave it as it is.

    `submit` is what the lines shall name; the author's lines for all `children` do
    instead. `others` (feeds, sites beside this one) are named as well. It counts only
    at the host's root (RFC 9309, section 2.3); elsewhere the line for that place is
    noted, unless another site of this run is there: `has_root`.
    """
    if options.robots == "never" or site.part is not None:
        return None, ()
    if options.robots == "auto" and has_root:
        return None, ()
    root = urls.host_root(site.base_url)
    named = submit + others
    lines = few([f"`Sitemap: {url}`" for url in named])
    if options.robots == "auto" and readthedocs and text is None:
        said = (
            f"no {ROBOTS} is created on Read the Docs, whose own hides hidden versions;"
            f" one of yours gets the line {lines}"
        )
        return None, _said("robots-readthedocs", said, named)
    if options.robots == "auto" and not readthedocs and not is_at_root(site):
        said = f"{root}{ROBOTS} is where engines look: add {lines} there"
        return None, _said("robots-elsewhere", said, named)
    if text is None and not named:
        return None, ()
    amended = amend(text, submit, children=children, others=others)
    if amended is None:
        said = f"{ROBOTS} is UTF-16, which no engine reads; it was left as it is"
        return None, (Note("warning", "robots-utf16", said),)
    return amended, ()


def is_at_root(site: Site) -> bool:
    """Tell whether the output's robots.txt is that of its host."""
    if site.host_root is not None:
        return site.host_root
    return urls.host_root(site.base_url) == site.base_url


def _said(code: str, text: str, submit: tuple[str, ...]) -> tuple[Note, ...]:
    return (Note("info", code, text),) if submit else ()


def amend(
    text: bytes | None,
    submit: Sequence[str],
    *,
    children: Sequence[str] = (),
    others: Sequence[str] = (),
) -> bytes | None:
    """Give robots.txt with a line for each of the URLs; None: it cannot be amended.

    Where the author's own lines name all that is to `submit`, or all `children` of the
    index, none is added for them, nor for each of the `others` that they name. A new
    file allows everything. UTF-16, which no engine reads, is left alone.
    """
    if text is None:
        return b"User-agent: *\nAllow: /\n\n" + _block((*submit, *others), b"\n")
    if text.startswith(_UTF16):
        return None
    lines = _LINE.findall(text.removeprefix(_BOM))
    bom = text[: len(_BOM)] if text.startswith(_BOM) else b""
    ours = _our_lines(lines)
    own = set(ours)
    named = {
        url
        for number, line in enumerate(lines)
        if number not in own and (url := _named(line)) is not None
    }
    told = named.issuperset(submit) or (children and named.issuperset(children))
    wanted = () if told else tuple(submit)
    wanted += tuple(url for url in others if url not in named)
    if tuple(_named(lines[number]) for number in ours) == wanted:
        return text
    newline = _newline(text)
    return bom + _replace(lines, ours, _block(wanted, newline), newline)


def _our_lines(lines: Sequence[bytes]) -> list[int]:
    marked = [line.strip() == MARK for line in lines]
    return [
        number
        for number in range(1, len(lines))
        if marked[number - 1]
        and _SITEMAP.match(lines[number])
        # Below a second comment it stays, or a line of the author's would come to
        # stand below that one.
        and not any(marked[number - 2 : number - 1])
    ]


def read_own(text: bytes) -> tuple[str, ...]:
    """Give the URLs, in normal form, in the lines of robots.txt that are ours."""
    lines = _LINE.findall(text.removeprefix(_BOM))
    named = (_named(lines[number]) for number in _our_lines(lines))
    return tuple(url for url in named if url is not None)


def read_named(text: bytes) -> tuple[str, ...]:
    """Give the URLs, in normal form, that robots.txt names as sitemaps, in order."""
    lines = _LINE.findall(text.removeprefix(_BOM))
    return tuple(url for line in lines if (url := _named(line)) is not None)


def _named(line: bytes) -> str | None:
    """Give the URL, in normal form, that a line names as a sitemap."""
    match = _SITEMAP.match(line)
    try:
        return urls.normalize(match[1].decode()) if match else None
    except (UnicodeDecodeError, UrlError):
        return None


def _newline(text: bytes) -> bytes:
    """Give the file's line ending; a CR only if no LF could come to stand after it."""
    if b"\n" not in text:
        return b"\r" if b"\r" in text else b"\n"
    return b"\r\n" if text[: text.index(b"\n")].endswith(b"\r") else b"\n"


def _block(sitemaps: Sequence[str], newline: bytes) -> bytes:
    return b"".join(
        MARK + newline + b"Sitemap: " + url.encode() + newline for url in sitemaps
    )


def _replace(
    lines: Sequence[bytes], ours: Sequence[int], block: bytes, newline: bytes
) -> bytes:
    if not ours:
        return _add(lines, block, newline)
    dropped = {number for line in ours for number in (line - 1, line)}
    kept = [line for number, line in enumerate(lines) if number not in dropped]
    return b"".join((*kept[: ours[0] - 1], block, *kept[ours[0] - 1 :]))


def _add(lines: Sequence[bytes], block: bytes, newline: bytes) -> bytes:
    text = b"".join(lines)
    if not text:
        return block
    ended = text if text.endswith(newline[-1:]) else text + newline
    blank = b"" if not lines[-1].strip() else newline
    amended = ended + blank + block
    if len(_BOM) + len(amended) > READ_AT_LEAST:
        return block + newline + text
    return amended
