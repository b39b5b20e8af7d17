"""Alike: pages that have the name or the title of a lost one, and alone have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scopemap import urls
from scopemap.diff.difference import Removed
from scopemap.diff.listing import Listing
from scopemap.diff.search import Pairs, Search, match_marks
from scopemap.facts import read_facts


def by_name(lost: Iterable[Removed], search: Search) -> Pairs:
    """Find the page whose last name is the same, or that of other letters' size."""
    rest = []
    for each in lost:
        if (twin := _find_twin(each.asked, search)) is not None:
            yield each.url, twin
        else:
            rest.append(each)
    yield from match_marks(
        {each.url: last_name(each.url) for each in rest},
        ((last_name(url), url) for url in search.added),
        ((last_name(url), url) for url in search.after.lastmods),
    )


def _find_twin(url: str, search: Search) -> str | None:
    built = search.built
    path = urls.below(built.base_url, url) if built is not None else None
    if built is None or path is None:
        return None
    file = built.absence.find_twin(path)
    return search.after.find_listed(file) if file is not None else None


def last_name(url: str) -> str:
    """Give what a page is called, whatever folder it is in."""
    path = urls.bare(url.partition("?")[0])
    root = urls.host_root(f"{path}/") if "://" in path else ""
    name = path[len(root) :].rpartition("/")[2]
    return "" if "?" in url else name.removesuffix(".html")


def by_title(lost: Iterable[Removed], search: Search) -> Pairs:
    """Find the page that has the title which only this one of the lost pages had."""
    if search.built is None:
        return
    titles = {each.url: _read_title(search.before, each.url) for each in lost}
    counts = Counter(titles.values())
    facts = search.built.evidence.facts.items()
    now = [(found.title, search.after.find_listed(str(path))) for path, found in facts]
    listed = [(title, url) for title, url in now if url is not None]
    added = frozenset(search.added)
    yield from match_marks(
        {url: title for url, title in titles.items() if counts[title] == 1},
        ((title, url) for title, url in listed if url in added),
        listed,
    )


def _read_title(listing: Listing, url: str) -> str:
    file = listing.find_file(url)
    if file is None:
        return ""
    try:
        return read_facts(f"{listing.root}/{file}", url).title
    except OSError:
        return ""
