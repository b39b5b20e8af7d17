"""The robots file: whether crawlers find the sitemaps through it, and may read them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence

from scopemap import urls
from scopemap.check.barring import explain_barring
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
    if context.robots is None:
        yield from _find_misnamed(context)
    elif _is_live(context):
        lines = tuple(read_sitemap_lines(context.robots))
        yield from _judge_bytes(context.robots, lines, context)
        yield from _judge_lines(lines, context)
    elif _says_something(context.robots):
        root = urls.host_root(context.base_url)
        text = f"no crawler reads {context.base_url}{ROBOTS}, but {root}{ROBOTS}"
        yield Finding(context.robots_file, 0, "SM701", text)
    if not context.documents and not _leads_elsewhere(lines, context):
        yield Finding(".", 0, "SM710", "no file in the folder is a sitemap")
    if context.has_pages:
        yield from _judge_documents(_reach(lines, context), context)


def _is_live(context: Context) -> bool:
    """Tell whether it is the robots.txt of the host: it was given, or lies there."""
    return context.robots_given or _is_root(context)


def _is_root(context: Context) -> bool:
    return urls.host_root(context.base_url) == context.base_url


def _find_misnamed(context: Context) -> Iterator[Finding]:
    """Find a robots.txt that is written in other letters, if it were to be read."""
    if context.has_pages and _is_root(context):
        for name in sorted(file for file in context.files if file.lower() == ROBOTS):
            text = f"{name} is not {ROBOTS}, for which crawlers ask"
            yield Finding(name, 0, "SM701", text)


def _says_something(robots: bytes) -> bool:
    is_rule = _DISALLOW.search(robots[:READ_AT_LEAST]) is not None
    return is_rule or any(True for _ in read_sitemap_lines(robots))


def _leads_elsewhere(lines: Sequence[SitemapLine], context: Context) -> bool:
    """Tell whether a sitemap that is not here may list what is here.

    robots.txt may name one of any folder, and of any host (protocol, "Sitemaps & Cross
    Submits"). One of this host under another scheme, or with www, is only misspelt.
    """
    root = urls.host_root(context.base_url)
    return any(
        urls.below(context.base_url, line.url) is None
        and (urls.host_root(line.url) == root or _bare(line.url) != _bare(root))
        for line in lines
        if line.url
    )


def _bare(url: str) -> str:
    return urls.host_of(url).removeprefix("www.")


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
    read = codecs.getincrementaldecoder("utf-8")().decode
    try:
        read(text[:READ_AT_LEAST], final=len(text) <= READ_AT_LEAST)
    except UnicodeDecodeError as error:
        return f"is not UTF-8, at byte {error.start:,}"
    return None


def _judge_lines(lines: Sequence[SitemapLine], context: Context) -> Iterator[Finding]:
    """Judge what the lines name; if it is nothing of what is there, say so once."""
    findings: list[Finding] = []
    for line in lines:
        if (fault := line.fault or _find_fault(line, context)) is not None:
            code, text = fault
            url = line.url or ""
            findings.append(Finding(context.robots_file, line.number, code, text, url))
    # A line that errs was to name one of them.
    is_told = any(finding.code != "SM709" for finding in findings)
    if context.has_pages and not is_told:
        yield from _find_silence(lines, context)
    yield from findings


def _find_fault(line: SitemapLine, context: Context) -> tuple[str, str] | None:
    assert line.url is not None
    root = urls.host_root(context.base_url)
    if urls.host_root(line.url) != root:
        return "SM709", f"{line.url} is not on {root}, and was not read"
    file = urls.below(context.base_url, line.url)
    if file is not None and file not in context.files and context.has_pages:
        return "SM706", f"{line.url} is not there"
    return None


def _find_silence(lines: Sequence[SitemapLine], context: Context) -> Iterator[Finding]:
    there = [document for document in context.documents if document.kind != "none"]
    files = {document.file for document in there}
    named = {urls.below(context.base_url, line.url) for line in lines if line.url}
    if not there or files & named or _leads_above(lines, context):
        return
    missed = few([document.url for document in there])
    text = f"{ROBOTS} names none of the sitemaps that are there: {missed}"
    yield Finding(context.robots_file, 0, "SM704", text)


def _leads_above(lines: Sequence[SitemapLine], context: Context) -> bool:
    """Tell whether an index of the host may name what is here, as it lies below it."""
    return any(
        urls.below(context.base_url, line.url) is None
        and urls.below(urls.folder_of(line.url), context.base_url) is not None
        for line in lines
        if line.url
    )


def _reach(lines: Sequence[SitemapLine], context: Context) -> frozenset[str]:
    """Give the files of the sitemaps to which robots.txt or an index leads, or may.

    Where robots.txt leads to none, those count that people submit and engines try.
    """
    documents = {doc.file: doc for doc in context.documents if doc.kind != "none"}
    if _leads_above(lines, context):
        return frozenset(documents)
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
            barred = context.evidence.blocking(document.url)
            if (fault := explain_barring(barred, "SM707")) is not None:
                code, said = fault
                text = f"{document.url} {said}"
                yield Finding(context.robots_file, 0, code, text, document.url)
        elif document.kind == "index" and reached.issuperset(
            _children(document, context)
        ):
            continue  # all that it leads to is found by another way
        elif document.kind != "none" and _without_form(document.file) not in forms:
            text = f"nothing names {document.url}"
            yield Finding(document.file, 0, "SM708", text, document.url)


def _without_form(file: str) -> str:
    """Give what the forms of one sitemap share: XML, text, and either compressed."""
    return re.sub(r"(\.xml|\.txt)?(\.gz)?\Z", "", file)
