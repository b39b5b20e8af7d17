"""Extras: style sheets of sitemaps, key files of IndexNow, and llms.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

from scopemap import urls
from scopemap.check.context import Context
from scopemap.check.findings import Finding
from scopemap.check.rows import Document
from scopemap.errors import UrlError
from scopemap.locate import find_name

_XSLT = re.compile(r"(?i).*(?:xsl|xslt)\b.*", re.DOTALL)
# What generators make of random bytes: hexadecimal, perhaps with the hyphens of a UUID.
# Names of other files in this alphabet are words.
_KEY_NAME = re.compile(r"(?=[0-9a-f-]*\d)[0-9a-f-]{16,128}\.txt", re.IGNORECASE)
_KEY = re.compile(r"[a-zA-Z0-9-]{8,128}")
_MAX_KEY = 1_000
_LLMS = "llms.txt"
_MAX_LLMS = 1_000_000
"""Bytes of an llms.txt that are read: it is to fit the context of a model."""
# Markdown, "links": the address may hold a pair of parentheses, or stand in <>.
_LINK = re.compile(
    r"\]\(\s*(?:<([^<>\n]{1,2047})>|((?:[^()\s<>]|\([^()\s]{0,999}\)){1,2047}))"
)
# An image is nothing to read further, nor is code.
_NO_LINK = re.compile(
    r"!\[[^\[\]]{0,999}\]\([^()]{0,2047}(?:\([^()]{0,999}\)[^()]{0,2047})?\)"
    r"|`[^`]{1,2047}`"
)
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


def judge_extras(context: Context) -> Iterator[Finding]:
    """Judge what lies beside the sitemaps and follows the same rules of place."""
    for document in context.documents:
        if document.stylesheet is not None:
            yield from _judge_stylesheet(document, document.stylesheet, context)
    if not context.has_pages:
        return
    texts = (file for file in context.files if file.lower().endswith(".txt"))
    for name in sorted(texts):
        if _KEY_NAME.fullmatch(name):
            yield from _judge_key(name, context)
        elif PurePosixPath(name).name == _LLMS:
            yield from _judge_llms(name, context)


def _judge_stylesheet(
    document: Document, stylesheet: tuple[str, str], context: Context
) -> Iterator[Finding]:
    """Judge what `<?xml-stylesheet?>` names.

    CSS may be of another host; of XSLT browsers refuse that.
    """
    kind, href = stylesheet
    is_xslt = bool(_XSLT.fullmatch(kind))
    if is_xslt:
        text = f"{href!r} is XSLT, which browsers no longer run"
        yield Finding(document.file, 0, "SM901", text)
    try:
        url = urls.normalize(urljoin(document.url, href))
    except (UrlError, ValueError):  # the latter from urljoin, for a strange host
        return
    if urls.host_root(url) != urls.host_root(document.url):
        fault = "is on another host, from which browsers run no XSLT"
        fault = fault if is_xslt else ""
    else:
        fault = _find_absence(url, context)
    if fault and not href.startswith("#"):
        yield Finding(document.file, 0, "SM902", f"{href!r} {fault}", url)


def _find_absence(url: str, context: Context) -> str:
    path = urls.below(context.base_url, url)
    if path is None:
        return f"does not lie below {context.base_url}"
    is_here = path in context.files or not context.has_pages
    return "" if is_here else "is not there"


def _judge_key(name: str, context: Context) -> Iterator[Finding]:
    """Judge a file that is called like a key and holds one.

    Hosts prove domains by such files as well, with more than one word in them.
    Source: https://www.indexnow.org/documentation.
    """
    said = _read(context.root / name, _MAX_KEY).strip()
    key = name.removesuffix(".txt")
    if _KEY.fullmatch(said) and said != key:
        text = f"{name} holds another key, {said}"
        yield Finding(name, 1, "SM903", text, context.base_url + name)


def _judge_llms(name: str, context: Context) -> Iterator[Finding]:
    """Judge the links to this host; those to other hosts are further reading.

    Source: https://llmstxt.org.
    """
    url = context.base_url + urls.path_to_url(PurePosixPath(name))
    is_code = False
    for number, line in enumerate(
        _read(context.root / name, _MAX_LLMS).splitlines(), 1
    ):
        is_code ^= bool(_FENCE.match(line))
        if is_code:
            continue
        for match in _LINK.finditer(_NO_LINK.sub("", line)):
            href = match[1] or match[2]
            fault = _find_link_fault(href, url, context)
            if fault is not None:
                text, wrong = fault
                yield Finding(name, number, "SM904", f"{href} {text}", wrong)


def _find_link_fault(href: str, url: str, context: Context) -> tuple[str, str] | None:
    if href.startswith("#"):
        return None
    try:
        target = urls.normalize(urljoin(url, href))
    except (UrlError, ValueError):  # a mail address, say
        return None
    if urls.host_root(target) != urls.host_root(url):
        return None
    if urls.below(urls.folder_of(url), target) is None:
        return f"does not lie below {urls.folder_of(url)}", target
    path = urls.below(context.base_url, target)
    if path is not None and find_name(path, context.files) is None:
        return "is not there", target
    return None


def _read(file: Path, most: int) -> str:
    """Read the beginning of a file as text; what cannot be read is empty."""
    try:
        with file.open("rb") as stream:
            return stream.read(most).decode("utf-8-sig", "replace")
    except OSError:
        return ""
