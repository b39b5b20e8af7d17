"""Indexes: whether each names the sitemaps that it may, and that are there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scopemap import urls
from scopemap.check.context import Context
from scopemap.check.findings import Finding
from scopemap.check.rows import Document, Row
from scopemap.check.spans import Span, is_before, reader


def judge_indexes(context: Context) -> Iterator[Finding]:
    """Judge what the indexes of a folder name.

    Sources: protocol, "Using Sitemap index files"; Google, "Manage your sitemaps with
    a sitemap index file", which wants the sitemaps in the index's folder or below.
    """
    documents = {document.file: document for document in context.documents}
    newest = _newest_of()
    for index in context.documents:
        if index.kind != "index":
            continue
        named: set[str] = set()
        for row in index.rows:
            if not row.url:
                continue
            if (folded := urls.fold(row.url)) in named:
                yield _found("SM304", "is named a second time", row, index)
                continue
            named.add(folded)
            fault = _find_fault(row, index, documents, context)
            if fault is not None:
                yield fault
            elif (child := documents.get(_file(row, context) or "")) is not None:
                yield from _judge_date(row, index, newest(child))


def _find_fault(
    row: Row, index: Document, documents: dict[str, Document], context: Context
) -> Finding | None:
    if urls.host_root(row.url) != urls.host_root(index.url):
        text = f"is on another site than the index, {urls.host_root(index.url)}"
        return _found("SM301", text, row, index)
    folder = urls.folder_of(index.url)
    if not urls.fold(row.url).startswith(urls.fold(folder)):
        text = f"does not lie below the folder of the index, {folder}"
        return _found("SM301", text, row, index)
    file = _file(row, context)
    if file is None:  # of a folder that is not here, as an index that was fetched names
        return None
    if file not in context.files and context.has_pages:
        return _found("SM302", "is not there", row, index)
    if file == index.file:
        return _found("SM303", "is this index itself", row, index)
    if file in documents and documents[file].kind == "index":
        return _found("SM303", "is an index as well", row, index)
    return None


def _file(row: Row, context: Context) -> str | None:
    return urls.below(context.base_url, row.url)


def _newest_of() -> Callable[[Document], tuple[Span, str] | None]:
    """Give what finds the newest date in a sitemap, once in each."""
    read = reader()
    known: dict[str, tuple[Span, str] | None] = {}

    def find(document: Document) -> tuple[Span, str] | None:
        if document.file not in known:
            dates = {row.lastmod for row in document.rows if row.lastmod is not None}
            spans = ((read(date), date) for date in dates)
            dated = [(span, date) for span, date in spans if span is not None]
            known[document.file] = max(
                dated, key=lambda pair: (pair[0].first, pair[1]), default=None
            )
        return known[document.file]

    return find


def _judge_date(
    row: Row, index: Document, newest: tuple[Span, str] | None
) -> Iterator[Finding]:
    said = reader()(row.lastmod) if row.lastmod is not None else None
    if said is not None and newest is not None and is_before(said, newest[0]):
        text = f"changed on {row.lastmod}, and lists a page that changed on {newest[1]}"
        yield _found("SM305", text, row, index)


def _found(code: str, text: str, row: Row, index: Document) -> Finding:
    return Finding(index.file, row.line, code, f"{row.loc} {text}", row.url)
