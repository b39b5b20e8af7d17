"""Guessing: where a folder is served, by what its own files say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from itertools import islice

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.locate import possible_names

UNKNOWN = "https://unknown.invalid/"
"""Where a folder is taken to be served as long as nothing has told."""
ENOUGH = 1_000
"""Addresses that are looked at."""


def guess_base_url(
    files: Container[str], addresses: Iterable[str], named: Iterable[str] = ()
) -> str:
    """Give the base URL under which most addresses have a file; empty if none has.

    Of several that explain as much it is one from which robots.txt names a sitemap,
    else the shortest: any page could be the home page. Where nothing is listed, what
    is `named` alone decides.
    """
    nominated = _count(files, named)
    votes = _count(files, addresses) or nominated
    return max(
        votes, key=lambda base: (votes[base], nominated[base], -len(base)), default=""
    )


def _count(files: Container[str], addresses: Iterable[str]) -> Counter[str]:
    votes = Counter[str]()
    for address in islice(addresses, ENOUGH):
        votes.update(_bases(files, address))
    return votes


def guess_host(locs: Iterable[str]) -> str:
    """Give the root of the host that most addresses name; empty if none is a URL."""
    hosts = Counter(map(urls.host_root, _normal(islice(locs, ENOUGH))))
    return hosts.most_common(1)[0][0] if hosts else ""


def _bases(files: Container[str], address: str) -> Iterator[str]:
    """Give each folder's URL from which a file of the output is at an address."""
    for url in _normal([address]):
        path = url.partition("?")[0]
        root = urls.host_root(path)
        end = len(root)
        while end > 0:
            below = urls.below(path[:end], path)
            if below is not None and any(n in files for n in possible_names(below)):
                yield path[:end]
            end = path.find("/", end) + 1


def _normal(addresses: Iterable[str]) -> Iterator[str]:
    for address in addresses:
        try:
            yield urls.normalize(address)
        except UrlError:  # noqa: PERF203  # each may be wrong
            continue
