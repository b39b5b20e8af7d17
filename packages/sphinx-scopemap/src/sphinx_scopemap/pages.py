"""From Sphinx's documents to pages, by what its builders and extensions leave."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import timezone
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.util.i18n import docname_to_domain

from scopemap import Note, Page, read_word

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_scopemap.memory import Told


def make_pages(
    app: Sphinx, builder: StandaloneHTMLBuilder, told: Told
) -> tuple[list[Page], list[Note]]:
    """Turn the documents, and the extra pages of extensions, into pages.

    What has no file is none: a build of some given files leaves the others out, and
    `opensearch` is no HTML page.
    """
    pages: list[Page] = []
    notes: list[Note] = []
    single = isinstance(builder, SingleFileHTMLBuilder)
    catalogs = _catalog_folders(app)
    skips = {} if single else dict.fromkeys(_untranslated(app, catalogs), "fallback")
    skips |= dict.fromkeys(told.drafts, "draft")
    if "notfound.extension" in app.extensions:
        skips[app.config.notfound_pagename] = "error"
    machine = _machine_pages(builder)
    output = f"{app.outdir}{os.sep}"
    for name in _names(app, builder, told.extra):
        file = os.fspath(builder.get_outfilename(name))
        if not os.path.isfile(file):  # noqa: PTH113  # a Path is slow to make
            continue
        # Sphinx writes its indexes over documents of their names.
        is_document = name in app.env.found_docs and name not in told.extra
        meta = app.env.metadata.get(name, {}) if is_document else {}
        word, wrong = read_word(meta, page=name, zone=timezone.utc)
        notes += wrong
        is_machine = not is_document and _is_machine(name, machine)
        pages.append(
            Page(
                path=PurePosixPath(file.removeprefix(output).replace(os.sep, "/")),
                url=_url(builder, name),
                kind="machine" if is_machine else "page",
                sources=tuple(_sources(app, builder, name, catalogs))
                if is_document
                else (),
                word=word,
                skip=skips.get(name),
            )
        )
    return pages, notes


def _names(
    app: Sphinx, builder: StandaloneHTMLBuilder, extra: Collection[str]
) -> list[str]:
    documents = app.env.found_docs
    if isinstance(builder, SingleFileHTMLBuilder):
        documents = {app.config.root_doc}
    return sorted({*documents, *extra, *_viewcode_pages(app)})


def _viewcode_pages(app: Sphinx) -> Iterator[str]:
    """Give viewcode's pages; of those that are up to date Sphinx says nothing."""
    for module in getattr(app.env, "_viewcode_modules", {}):
        yield f"_modules/{module.replace('.', '/')}"


def _url(builder: StandaloneHTMLBuilder, name: str) -> str:
    """Give the URL as Sphinx's canonical link has it, and right where that is wrong."""
    if isinstance(builder, SingleFileHTMLBuilder):
        # Its own is `#document-name`, an anchor.
        return quote(name) + builder.link_suffix
    uri = builder.get_target_uri(name)
    # Up to 9.1 this builder alone does not encode what it gives.
    return quote(uri) if isinstance(builder, DirectoryHTMLBuilder) else uri


def _sources(
    app: Sphinx, builder: StandaloneHTMLBuilder, name: str, catalogs: Iterable[Path]
) -> Iterator[Path]:
    """Give a page's own source first, then what it takes in and its translation."""
    for document in _documents(app, builder, name):
        yield Path(app.env.doc2path(document))
        yield from _dependencies(app, document)
        yield from _catalogs(app, document, catalogs)


def _documents(app: Sphinx, builder: StandaloneHTMLBuilder, name: str) -> list[str]:
    """Give the documents that a page is made of: all of a tree in a single page."""
    if name not in app.env.found_docs:
        return []
    documents = [name]
    if isinstance(builder, SingleFileHTMLBuilder):
        for document in documents:
            included = app.env.toctree_includes.get(document, ())
            documents += [each for each in included if each not in documents]
    return documents


def _dependencies(app: Sphinx, document: str) -> Iterator[Path]:
    for dependency in sorted(map(str, app.env.dependencies.get(document, ()))):
        # Up to 8.2 relative to the source folder, from 9.0 on absolute.
        path = Path(app.env.srcdir, dependency)
        # Compiled catalogues come and go; autodoc names what a module imports, too.
        if path.suffix != ".mo" and not _is_of_tools(path):
            yield path


def _is_of_tools(path: Path) -> bool:
    """Tell whether a file is of the standard library, or of docutils' definitions."""
    real = path.resolve()
    if {"site-packages", "dist-packages"} & set(real.parts):
        return "docutils" in real.parts
    return real.is_relative_to(Path(sysconfig.get_path("stdlib")).resolve())


def _catalog_folders(app: Sphinx) -> list[Path]:
    """Give the folders with catalogues of the built language; most sites have none."""
    language = app.config.language.replace("-", "_")
    folders = (
        Path(app.srcdir, folder, language, "LC_MESSAGES")
        for folder in app.config.locale_dirs
    )
    return [folder for folder in folders if folder.is_dir()]


def _catalogs(app: Sphinx, document: str, folders: Iterable[Path]) -> Iterator[Path]:
    """Give the files that hold a document's translation into the built language."""
    for folder in folders:
        domain = docname_to_domain(document, app.config.gettext_compact)
        if (path := folder / f"{domain}.po").is_file():
            yield path


def _machine_pages(builder: StandaloneHTMLBuilder) -> set[str]:
    """Give the indexes that Sphinx makes, besides those that are split by letter."""
    indices = {entry[0] for entry in builder.domain_indices}
    return {"search", "genindex", "opensearch", *indices}


def _is_machine(name: str, machine: Collection[str]) -> bool:
    return name in machine or name.startswith(("genindex-", "_modules/"))


def _untranslated(app: Sphinx, folders: Sequence[Path]) -> set[str]:
    """Give the documents without a catalogue, where the language has any at all."""
    documents = app.env.found_docs
    without = {name for name in documents if not any(_catalogs(app, name, folders))}
    return without if len(without) < len(documents) else set()
