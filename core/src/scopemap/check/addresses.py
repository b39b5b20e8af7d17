"""Addresses: the URLs of a sitemap, judged by themselves and by where it is served."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from msgspec.structs import replace

from scopemap import urls
from scopemap.check.context import Context, Engine
from scopemap.check.findings import Finding
from scopemap.check.ledger import show
from scopemap.check.placeholders import is_left_over, judge_host
from scopemap.check.rows import Document, Kind, Row
from scopemap.check.syntax import find_fault, is_absolute
from scopemap.errors import UrlError
from scopemap.locate import find_file
from scopemap.sessions import names_session

YANDEX_URL = 1_024
"""Characters of a URL, decoded (Yandex, "Errors in Sitemap files")."""
BAIDU_URL = 256
"""Bytes of a URL (Baidu, "Sitemap")."""
BAIDU_BYTES = 10_485_760
"""Bytes of a file, likewise."""

_LONGEST = urls.MAX_URL
# Only a URL with one of these names a session, holds an entity, or an empty template.
_SUSPICIOUS = re.compile(r"[?&;(]|%7B%7B")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);", re.IGNORECASE)
_ESCAPE = re.compile(r"%[0-9a-f]{2}", re.IGNORECASE)
_UNFILLED = "was never filled in"
# What looks wrong in the normal form of a path, and may be the name of a file.
_ODD_NAMES = {"SM206": re.compile("%7B%7B"), "SM120": _ENTITY}


def judge_addresses(document: Document) -> Iterator[Finding]:
    """Judge each URL of a document, and those that it lists twice.

    Which sitemaps an index may name, and how often, is judged elsewhere.
    """
    folder = "" if document.kind == "index" else _folder(document.url)
    reaches = folder != "" and not judge_host(urls.host_of(folder))
    for row in document.rows:
        url = row.url
        is_plain = url == row.loc and not _SUSPICIOUS.search(url)
        if is_plain and reaches and url.startswith(folder) and len(url) <= _LONGEST:
            continue
        for code, text in _faults(row, folder, document.kind):
            yield Finding(document.file, row.line, code, text, url)
    if document.kind not in ("index", "feed"):
        yield from _repeats(document)


def drop_existing(findings: Iterable[Finding], context: Context) -> Iterator[Finding]:
    """Leave out what only looks wrong: a file of the folder has that very name.

    Braces that stand there as they are must be percent-encoded all the same.
    """
    for finding in findings:
        if not _is_name(finding, context):
            yield finding
        elif "{{" in finding.text:
            problem = "holds '{', which is to be percent-encoded"
            text = finding.text.replace(_UNFILLED, problem)
            yield replace(finding, code="SM202", text=text)


def judge_repeats(documents: Iterable[Document]) -> Iterator[Finding]:
    """Judge the URLs that several sitemaps list; copies are not to be given.

    Feeds list again what is new, text files what the XML lists, and sitemaps of images,
    videos or news what has some (Google, "Build and submit a sitemap").
    """
    files: dict[str, str] = {}
    for document in documents:
        if document.kind != "urlset":
            continue
        own = {
            urls.fold(row.url): row
            for row in document.rows
            if row.url and not row.is_rich
        }
        for key, row in own.items():
            if key in files:
                text = f"{show(row.loc)} is listed in {files[key]} already"
                yield Finding(document.file, row.line, "SM205", text, row.url)
        for key in own:
            files.setdefault(key, document.file)


def judge_engine(document: Document, engine: Engine) -> Iterator[Finding]:
    """Judge a document by the limits of one engine; Google and Bing have none."""
    problem = _file_limit(document, engine)
    if problem:
        yield Finding(document.file, 0, "SM210", problem)
    for row in document.rows:
        if problem := _row_limit(row, engine):
            yield Finding(document.file, row.line, "SM210", problem, row.url)


def _repeats(document: Document) -> Iterator[Finding]:
    first: dict[str, Row] = {}
    for row in document.rows:
        if row.url and (other := first.setdefault(urls.fold(row.url), row)) is not row:
            text = f"{show(row.loc)} is listed in line {other.line} already"
            if row.loc != other.loc:
                text += f", as {show(other.loc)}"
            yield Finding(document.file, row.line, "SM205", text, row.url)


def _is_name(finding: Finding, context: Context) -> bool:
    odd = _ODD_NAMES.get(finding.code)
    path, _, query = finding.url.partition("?")
    if odd is None or not odd.search(path) or odd.search(query):
        return False
    return find_file(context.base_url, path, context.files) is not None


def _faults(row: Row, folder: str, kind: Kind) -> Iterator[tuple[str, str]]:
    loc = row.loc
    if is_left_over(loc):
        yield "SM206", f"{show(loc)} {_UNFILLED}"
        return
    if not is_absolute(loc):
        yield "SM201", f"{show(loc)} does not begin with http:// or https://"
        return
    yield from _form(loc, row.url, kind)
    if len(loc) > _LONGEST:
        yield "SM203", f"the URL has {len(loc)} characters, of {_LONGEST} at most"
    if names_session(loc):
        yield "SM209", f"{show(loc)} names a session"
    if row.url:
        yield from _place(row, folder, kind)


def _form(loc: str, url: str, kind: Kind) -> Iterator[tuple[str, str]]:
    plain = _ENTITY.sub("&", loc)
    page, mark, _ = plain.partition("#")
    if plain != loc:
        yield "SM120", f"{show(loc)} was escaped twice"
        page = loc
    fault = find_fault(page) if url != page else ""
    if fault:
        yield "SM202", f"{_hide_user(page)} {fault}"
    if mark and kind != "feed":
        yield "SM204", f"{show(loc)} names a place within a page"
    is_odd = url not in (page, _ESCAPE.sub(_upper, page))
    if is_odd and not fault and plain == loc and not judge_host(urls.host_of(url)):
        yield "SM211", _describe(page, url)


def _place(row: Row, folder: str, kind: Kind) -> Iterator[tuple[str, str]]:
    if problem := judge_host(urls.host_of(row.url)):
        yield "SM206", f"{show(row.loc)} has a host that {problem}"
    elif not folder or urls.below(folder, row.url) is not None:
        return
    elif urls.host_root(row.url) != urls.host_root(folder):
        root = urls.host_root(folder)
        yield "SM207", f"{show(row.loc)} is not on {root}, as its sitemap is"
    else:
        text = f"{show(row.loc)} does not lie below {folder}"
        if kind == "feed":
            text += ", which matters where this feed serves as a sitemap"
        yield "SM208", text


def _describe(page: str, url: str) -> str:
    if page.split("/", 3)[2].isascii():
        return f"{show(page)} is {show(url)} for browsers"
    host = urls.host_of(url)
    return f"{show(page)} has a host that is no ASCII; it is to be written {host}"


def _folder(url: str) -> str:
    try:
        return urls.folder_of(urls.normalize(url))
    except UrlError:  # the name of a file, where nobody knows its address
        return ""


def _hide_user(loc: str) -> str:
    """Quote a URL, but for what may be a password."""
    return "the URL" if "@" in loc.split("/", 3)[2] else show(loc)


def _upper(match: re.Match[str]) -> str:
    return match[0].upper()


def _file_limit(document: Document, engine: Engine) -> str:
    if engine == "yandex" and document.kind == "feed":
        return "is a feed, and Yandex reads none"
    if engine == "baidu" and document.kind == "index":
        return "is an index, and Baidu does not follow it"
    if engine == "baidu" and document.size >= BAIDU_BYTES:
        return f"has {document.size} bytes; Baidu reads files below {BAIDU_BYTES}"
    return ""


def _row_limit(row: Row, engine: Engine) -> str:
    if engine == "yandex" and len(row.loc) > YANDEX_URL:
        length = len(unquote(row.loc))
        if length > YANDEX_URL:
            return f"{show(row.loc)} has {length} characters; Yandex takes {YANDEX_URL}"
    if (
        engine == "baidu"
        and (length := len(row.loc.encode("utf-8", "replace"))) > BAIDU_URL
    ):
        return f"{show(row.loc)} has {length} bytes; Baidu takes {BAIDU_URL}"
    return ""
