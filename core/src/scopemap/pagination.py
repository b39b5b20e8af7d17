"""Pagination: the further parts of listings, where no generator names them.

Their names tell, and where a name may mean something else, their titles do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath

from scopemap.facts import Facts

# `index2.html` of Pelican, `index-1.html` of Nikola, `blog/page/2/` of many.
_BY_NAME = re.compile(r"(.*/)?(?:page/\d+(?:/index)?|index-?\d+)(\.x?html?)")
_BY_TITLE = re.compile(r"(.*?[^/\d])[-_]?([2-9]|[1-9]\d+)(\.x?html?)")


def find_parts(facts: Mapping[PurePosixPath, Facts]) -> frozenset[PurePosixPath]:
    """Find the pages that continue a listing, by what is known of all pages."""
    titles = {str(path): each.title for path, each in facts.items()}
    shared = Counter(titles.values())
    series: dict[str, list[str]] = {}
    parts: set[str] = set()
    for path, title in titles.items():
        if match := _BY_NAME.fullmatch(path):
            if f"{match[1] or ''}index{match[2]}" in titles:
                parts.add(path)
        elif match := _BY_TITLE.fullmatch(path):
            first = match[1] + match[3]
            if title and titles.get(first) == title:
                series.setdefault(first, []).append(path)
    for first, rest in series.items():
        # A title that other pages have too is that of the site, and says nothing.
        if shared[titles[first]] == len(rest) + 1:
            parts.update(rest)
    return frozenset(map(PurePosixPath, parts))
