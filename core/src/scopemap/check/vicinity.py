"""The vicinity of a sitemap that is checked alone: files that its URLs may mean.

The folder around it may be anybody's home: nothing but those is looked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from scopemap import urls
from scopemap.check.discovery import Place, read_place
from scopemap.check.guessing import ENOUGH
from scopemap.locate import possible_names


def find_vicinity(root: Path, name: str) -> frozenset[str]:
    """Give the files beside a sitemap, and those below that its URLs may mean.

    What a host puts before their paths is unknown: each end of a path is tried.
    """
    with os.scandir(root) as entries:
        beside = {entry.name for entry in entries if entry.is_file()}
    document = read_place(Place(root, frozenset([name]), ""), name, "")
    # Each child of an index is read; of pages a few tell what a path begins with.
    most = None if document.kind == "index" else ENOUGH
    located = {
        path
        for row in islice(document.rows, most)
        for path in _ends(row.url)
        if (root / path).is_file()
    }
    return frozenset(beside | located)


def _ends(url: str) -> Iterator[str]:
    if not url:
        return
    parts = (urls.below(urls.host_root(url), url) or "").split("/")
    if ".." in parts or any("\0" in part for part in parts):
        return
    ends = ("/".join(parts[number:]) for number in range(len(parts)))
    for end in ends:
        if not end.startswith("/"):
            yield from possible_names(end)
