"""Guessing: where a folder is served, by what its own files say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.locate import find_name

ENOUGH = 1_000
"""Addresses that are looked at."""


def guess_base_url(files: frozenset[str], addresses: Iterable[str]) -> str:
    """Give the base URL under which most addresses have a file; empty if none has."""
    votes = Counter[str]()
    for address in islice(addresses, ENOUGH):
        votes.update(_bases(files, address))
    # Of two that explain as much the shorter: any page could be the home page.
    return max(votes, key=lambda base: (votes[base], -len(base)), default="")


def guess_host(locs: Iterable[str]) -> str:
    """Give the root of the host that most addresses name; empty if none is a URL."""
    hosts = Counter(map(urls.host_root, _normal(islice(locs, ENOUGH))))
    return hosts.most_common(1)[0][0] if hosts else ""


def _bases(files: frozenset[str], address: str) -> Iterator[str]:
    """Give each folder's URL from which a file of the output is at an address."""
    for url in _normal([address]):
        path = url.partition("?")[0]
        root = urls.host_root(path)
        end = len(root)
        while end > 0:
            below = urls.below(path[:end], path)
            if below is not None and find_name(below, files) is not None:
                yield path[:end]
            end = path.find("/", end) + 1


def _normal(addresses: Iterable[str]) -> Iterator[str]:
    for address in addresses:
        try:
            yield urls.normalize(address)
        except UrlError:  # noqa: PERF203  # each may be wrong
            continue
