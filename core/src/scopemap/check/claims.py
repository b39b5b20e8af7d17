"""Claims: the dates that sitemaps give to pages, and indexes to sitemaps."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from scopemap.check.context import Context
from scopemap.check.findings import Finding
from scopemap.check.spans import Span, reader
from scopemap.locate import find_file


class Claim(Struct, frozen=True, gc=False):
    """Hold one date, as it is written and as it is meant."""

    file: str
    line: int
    loc: str
    url: str
    said: str
    span: Span
    page: str | None
    """The file that answers at the URL; None: there is none, or it is a sitemap's."""

    def found(self, code: str, text: str) -> Finding:
        """Give a finding for the entry."""
        return Finding(self.file, self.line, code, f"{self.loc} {text}", self.url)


def read_claims(context: Context) -> Iterator[Claim]:
    """Give the first date that each URL has, if it is one."""
    read = reader()
    seen: set[str] = set()
    for document in context.documents:
        is_index = document.kind == "index"
        for row in document.rows:
            if row.lastmod is None or not row.url or row.url in seen:
                continue
            seen.add(row.url)
            span = read(row.lastmod)
            if span is None:
                continue
            page = None if is_index else _find_page(row.url, context)
            yield Claim(
                file=document.file,
                line=row.line,
                loc=row.loc,
                url=row.url,
                said=row.lastmod,
                span=span,
                page=page,
            )


def _find_page(url: str, context: Context) -> str | None:
    return find_file(context.base_url, url, context.files)
