"""Changes: sitemaps of other builds that a composition repairs or links.

Only where that was asked for; what is changed is as it was but for that.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Container, Iterator
from pathlib import PurePosixPath

import msgspec

from scopemap import urls
from scopemap.check.discovery import Place, read_place
from scopemap.check.reading import read_document
from scopemap.check.rows import Document
from scopemap.compose.children import Child, summarize
from scopemap.compose.splicing import LinksOf, cut, link
from scopemap.errors import OutputError, UrlError
from scopemap.options import MAX_BYTES
from scopemap.render import compress, gzip_path

_REPAIRABLE = frozenset(["SM201", "SM202", "SM203", "SM206", "SM207", "SM208"])
"""Faults of single entries; what is wrong with a whole file no cut can mend."""


def repair(place: Place, child: Child) -> Child:
    """Give a sitemap as it would be without the entries that engines refuse.

    One that cannot be repaired, or of which nothing is left, is given as it is. Raises
    OutputError.
    """
    codes = {finding.code for finding in child.faults}
    if not codes or not codes <= _REPAIRABLE or not _is_xml(child):
        return child
    mended = summarize(_read_cut(place, child))
    if not mended.is_sound or not mended.entries:
        return child
    return msgspec.structs.replace(mended, cut=child.entries - mended.entries)


def read_child(place: Place, child: Child) -> Document:
    """Read a sitemap as it will be, without what is cut out of it."""
    if child.cut:
        return _read_cut(place, child)
    return read_place(place, child.path, child.url)


def changed_files(
    place: Place, child: Child, links_of: LinksOf | None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Make a sitemap anew that was repaired, or whose pages shall have links.

    Its `.gz` is made anew, too. Raises OutputError.
    """
    if not _is_xml(child) or (links_of is None and not child.cut):
        return
    before = _read(place, child)
    data = _cut(before, child) if child.cut else before
    data = with_links(data, links_of)
    if data == before:
        return
    packed = _pack(data, child)
    yield from with_packed(PurePosixPath(child.path), packed, place.files)


def with_packed(
    path: PurePosixPath, data: bytes, files: Container[str]
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Give a file, and its `.gz` where there is one, which must say the same."""
    yield path, data
    if str(gzip_path(path)) in files:
        yield gzip_path(path), compress(data)


def with_links(data: bytes, links_of: LinksOf | None) -> bytes:
    """Give a sitemap with links between languages, unless it gets too large."""
    if links_of is None:
        return data
    linked = link(data, links_of)
    return linked if len(linked) <= MAX_BYTES else data


def _is_xml(child: Child) -> bool:
    return child.kind == "urlset" and child.path.endswith((".xml", ".xml.gz"))


def _read(place: Place, child: Child) -> bytes:
    """Read a sitemap, unpacked; that it is not too large was seen before."""
    file = place.root / child.path
    try:
        data = file.read_bytes()
        return gzip.decompress(data) if child.path.endswith(".gz") else data
    except OSError as error:
        raise OutputError(file, error) from error


def _pack(data: bytes, child: Child) -> bytes:
    return compress(data) if child.path.endswith(".gz") else data


def _read_cut(place: Place, child: Child) -> Document:
    data = _cut(_read(place, child), child)
    stream = io.BytesIO(_pack(data, child))
    return read_document(stream, file=child.path, url=child.url)


def _cut(data: bytes, child: Child) -> bytes:
    folder = urls.folder_of(child.url)

    def is_bad(loc: str) -> bool:
        try:
            url = urls.normalize(loc)
        except UrlError:
            return True
        return urls.below(folder, url) is None or len(url) > urls.MAX_URL

    return cut(data, is_bad)
