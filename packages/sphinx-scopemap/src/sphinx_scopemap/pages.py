"""From Sphinx's documents to pages, by what its builders and extensions leave."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterator
from datetime import timezone
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from scopemap import Note, Page, read_word

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder


def make_pages(
    app: Sphinx, builder: StandaloneHTMLBuilder, extra: Collection[str]
) -> tuple[list[Page], list[Note]]:
    """Turn the documents, and the extra pages of extensions, into pages.

    What has no file is none: a build of some given files leaves the others out, and
    `opensearch` is no HTML page.
    """
    pages: list[Page] = []
    notes: list[Note] = []
    drafts = _drafts(app)
    machine = _machine_pages(builder)
    for name in _names(app, builder, extra):
        file = Path(builder.get_outfilename(name))
        if not file.is_file():
            continue
        is_document = name in app.env.found_docs
        meta = app.env.metadata.get(name, {}) if is_document else {}
        word, wrong = read_word(meta, page=name, zone=timezone.utc)
        notes += wrong
        is_machine = not is_document and _is_machine(name, machine)
        pages.append(
            Page(
                path=PurePosixPath(file.relative_to(app.outdir).as_posix()),
                url=_url(builder, name),
                kind="machine" if is_machine else "page",
                sources=tuple(_sources(app, builder, name)),
                word=word,
                skip="draft" if name in drafts else None,
            )
        )
    return pages, notes


def _names(
    app: Sphinx, builder: StandaloneHTMLBuilder, extra: Collection[str]
) -> list[str]:
    documents = app.env.found_docs
    if isinstance(builder, SingleFileHTMLBuilder):
        documents = {app.config.root_doc}
    return sorted({*documents, *extra})


def _url(builder: StandaloneHTMLBuilder, name: str) -> str:
    """Give the URL as Sphinx's canonical link has it, and right where that is wrong."""
    if isinstance(builder, SingleFileHTMLBuilder):
        # Its own is `#document-name`, an anchor.
        return quote(name) + builder.link_suffix
    uri = builder.get_target_uri(name)
    # Up to 9.1 this builder alone does not encode what it gives.
    return quote(uri) if isinstance(builder, DirectoryHTMLBuilder) else uri


def _sources(app: Sphinx, builder: StandaloneHTMLBuilder, name: str) -> Iterator[Path]:
    """Give a page's own source first, then what it includes or documents."""
    single = isinstance(builder, SingleFileHTMLBuilder)
    documents = sorted(app.env.found_docs) if single else [name]
    for document in documents:
        if document in app.env.found_docs:
            yield Path(app.env.doc2path(document))
            # Up to 8.2 relative to the source folder, from 9.0 on absolute.
            for dependency in sorted(map(str, app.env.dependencies.get(document, ()))):
                yield Path(app.env.srcdir, dependency)


def _machine_pages(builder: StandaloneHTMLBuilder) -> set[str]:
    """Give the indexes that Sphinx makes, besides those that are split by letter."""
    indices = {entry[0] for entry in builder.domain_indices}
    return {"search", "genindex", "opensearch", *indices}


def _is_machine(name: str, machine: Collection[str]) -> bool:
    return name in machine or name.startswith(("genindex-", "_modules/"))


def _drafts(app: Sphinx) -> set[str]:
    """Give the pages that ablog 0.11 calls drafts, and its list of them."""
    if "ablog" not in app.extensions:
        return set()
    blog = importlib.import_module("ablog.blog").Blog(app)
    return {blog.drafts.docname, *(post.docname for post in blog.drafts)}
