"""The robots file: whether crawlers find the sitemaps through it, and may read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scopemap import urls
from scopemap.check.context import Context
from scopemap.check.discovery import ROOTS
from scopemap.check.findings import Finding
from scopemap.check.rows import Document
from scopemap.check.sitemaplines import SitemapLine, read_sitemap_lines
from scopemap.report import few
from scopemap.robots import READ_AT_LEAST
from scopemap.survey import ROBOTS

_DISALLOW = re.compile(rb"(?im)^[ \t]*disallow[ \t]*:[ \t]*[^\s#]")
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def judge_robots(context: Context) -> Iterator[Finding]:
    """Judge robots.txt, and which of the sitemaps that are there it leads to.

    Sources: RFC 9309; protocol, "Specifying the Sitemap location in your robots.txt
    file".
    """
    lines: tuple[SitemapLine, ...] = ()
    if context.robots is not None:
        lines = tuple(read_sitemap_lines(context.robots))
        if _is_live(context):
            yield from _judge_bytes(context.robots, lines, context)
            yield from _judge_lines(lines, context)
        elif lines or _DISALLOW.search(context.robots):
            root = urls.host_root(context.base_url)
            text = f"no crawler reads {context.base_url}{ROBOTS}, but {root}{ROBOTS}"
            yield Finding(context.robots_file, 0, "SM701", text)
    if not context.documents:
        yield Finding(".", 0, "SM710", "no file in the folder is a sitemap")
    if context.has_pages:
        reached = _reach(lines if _is_live(context) else (), context)
        yield from _judge_documents(reached, context)


def _is_live(context: Context) -> bool:
    """Tell whether it is the robots.txt of the host: it was given, or lies there."""
    is_root = urls.host_root(context.base_url) == context.base_url
    return is_root or context.robots_file != ROBOTS


def _judge_bytes(
    text: bytes, lines: Sequence[SitemapLine], context: Context
) -> Iterator[Finding]:
    if (fault := _find_encoding_fault(text)) is not None:
        yield Finding(context.robots_file, 1, "SM702", f"{ROBOTS} {fault}")
    for line in lines:
        if line.end > READ_AT_LEAST:
            said = f"{line.text} ends {line.end - READ_AT_LEAST:,} bytes behind what"
            said += f" engines read, {READ_AT_LEAST:,} bytes"
            yield Finding(
                context.robots_file, line.number, "SM703", said, line.url or ""
            )


def _find_encoding_fault(text: bytes) -> str | None:
    if text.startswith(_UTF16):
        return "is UTF-16, of which engines read nothing"
    if text.startswith(_BOM):
        return "begins with a byte order mark, which hides its first line from some"
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"is not UTF-8, at byte {error.start:,}"
    return None


def _judge_lines(lines: Sequence[SitemapLine], context: Context) -> Iterator[Finding]:
    """Judge what the lines name; if it is nothing of what is there, say so once."""
    findings: list[Finding] = []
    there = [document for document in context.documents if document.kind != "none"]
    documents = {document.file for document in there}
    leads = False
    for line in lines:
        file = urls.below(context.base_url, line.url) if line.url else None
        leads = leads or file in documents
        if (fault := line.fault or _find_fault(line, file, context)) is not None:
            code, text = fault
            url = line.url or ""
            findings.append(Finding(context.robots_file, line.number, code, text, url))
    if documents and context.has_pages and not leads and not findings:
        missed = few([document.url for document in there])
        text = f"{ROBOTS} names none of the sitemaps that are there: {missed}"
        yield Finding(context.robots_file, 0, "SM704", text)
    yield from findings


def _find_fault(
    line: SitemapLine, file: str | None, context: Context
) -> tuple[str, str] | None:
    assert line.url is not None
    root = urls.host_root(context.base_url)
    if urls.host_root(line.url) != root:
        return "SM709", f"{line.url} is not on {root}, and was not read"
    if file is not None and file not in context.files and context.has_pages:
        return "SM706", f"{line.url} is not there"
    return None


def _reach(lines: Sequence[SitemapLine], context: Context) -> frozenset[str]:
    """Give the files of the sitemaps to which robots.txt or an index leads.

    Where robots.txt leads to none, those count that people submit and engines try.
    """
    documents = {doc.file: doc for doc in context.documents if doc.kind != "none"}
    named = [urls.below(context.base_url, line.url) for line in lines if line.url]
    waiting = [file for file in named if file in documents] or [*ROOTS]
    reached: set[str] = set()
    while waiting:
        file = waiting.pop()
        if file in documents and file not in reached:
            reached.add(file)
            waiting += _children(documents[file], context)
    return frozenset(reached)


def _children(document: Document, context: Context) -> list[str]:
    if document.kind != "index":
        return []
    found = (urls.below(context.base_url, row.url) for row in document.rows if row.url)
    return [file for file in found if file is not None]


def _judge_documents(reached: frozenset[str], context: Context) -> Iterator[Finding]:
    forms = {_without_form(file) for file in reached}
    for document in context.documents:
        if document.file in reached:
            # The same that keeps them from a page: both groups that are looked at.
            if len(context.evidence.blocking(document.url)) > 1:
                text = f"{document.url} is kept from crawlers"
                yield Finding(context.robots_file, 0, "SM707", text, document.url)
        elif document.kind != "none" and _without_form(document.file) not in forms:
            text = f"nothing names {document.url}"
            yield Finding(document.file, 0, "SM708", text, document.url)


def _without_form(file: str) -> str:
    """Give what the forms of one sitemap share: XML, text, and either compressed."""
    return re.sub(r"(\.xml|\.txt)?(\.gz)?\Z", "", file)
