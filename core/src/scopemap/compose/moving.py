"""Moving: versions that are listed at another address than where their files lie.

`latest/` is a link to `3.0/`, say, and the pages name `latest/` as canonical: a sitemap
in `3.0/` may not list those, so the host's root has one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.check.discovery import Place, is_sitemap, read_place, url_at
from scopemap.check.rows import Row
from scopemap.compose.aliases import Merged
from scopemap.compose.flat import make_flat
from scopemap.compose.versioning import move
from scopemap.locate import find_name


class Moved(Struct, frozen=True):
    """Hold a sitemap that is made for a version."""

    path: PurePosixPath
    data: bytes
    entries: int


def make_moved(
    place: Place, merged: Merged, taken: Collection[PurePosixPath]
) -> Iterator[Moved]:
    """Make the sitemaps of a version at the addresses under which it is listed.

    None of them has a name that is `taken`.
    """
    name = f"sitemap-{merged.listed.replace('/', '-')}.xml"
    for path, data in make_flat(_rows(place, merged), name=name, taken=taken):
        yield Moved(path, data, data.count(b"<url>"))


def _rows(place: Place, merged: Merged) -> Iterator[Row]:
    prefix = f"{merged.built}/"
    for path in sorted(file for file in place.files if file.startswith(prefix)):
        if not path.endswith(".xml") or not is_sitemap(place.root, path):
            continue
        document = read_place(place, path, url_at(place, path))
        if document.kind == "urlset":
            for row in document.rows:
                url = move(row.url, merged, place.base_url)
                if url and _is_there(place, merged, url):
                    yield msgspec.structs.replace(row, url=url)


def _is_there(place: Place, merged: Merged, url: str) -> bool:
    below = urls.below(urls.folder_url(place.base_url, merged.listed), url)
    if below is None:
        return False
    return find_name(f"{merged.built}/{below}", place.files) is not None
