"""Neighbours: other sites of the same run, which stand alone but belong together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from msgspec import Struct

from scopemap import urls
from scopemap.facts import NOTHING, Facts
from scopemap.model import Site, built_pages
from scopemap.options import Rule
from scopemap.partition import Sitemap
from scopemap.select import Listed


class Neighbours(Struct, frozen=True):
    """Hold what the plans of the other sites mean for one of them."""

    listed: tuple[Listed, ...] = ()
    """Their pages: a page's translation may be one of them."""
    submit: tuple[str, ...] = ()
    """What this site's robots.txt names for them, since it is that of their host."""
    has_root: bool = False
    """Whether another one's robots.txt is that of this site's host."""


NOBODY = Neighbours()


class Told(Struct, frozen=True):
    """Hold what a site would publish if it were alone."""

    site: Site
    sitemaps: tuple[Sitemap, ...]
    submit: tuple[str, ...]
    facts: Mapping[PurePosixPath, Facts] = {}


def find_neighbours(site: Site, told: Iterable[Told]) -> Neighbours:
    """Find what the other sites of a run mean for one of them."""
    others = [each for each in told if each.site.output != site.output]
    root = urls.host_root(site.base_url)
    return Neighbours(
        listed=tuple(item for each in others for item in _listed(each)),
        submit=tuple(
            url
            for each in others
            if root == site.base_url == urls.host_root(each.site.base_url)
            for url in each.submit
        ),
        has_root=any(each.site.base_url == root for each in others),
    )


def _listed(told: Told) -> Iterable[Listed]:
    built = built_pages(told.site)
    for sitemap in told.sitemaps:
        for entry in sitemap.entries:
            facts = told.facts.get(entry.page, NOTHING)
            yield Listed(built[entry.page], entry.loc, "", Rule(""), facts=facts)
