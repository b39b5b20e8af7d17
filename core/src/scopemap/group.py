"""Groups: outputs of one run that belong together, such as the languages of a site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import msgspec

from scopemap import urls
from scopemap.errors import OptionError
from scopemap.model import Page, Site


def group(sites: Iterable[Site]) -> tuple[Site, ...]:
    """Merge each site into the one in whose output and address it lies.

    Base URLs are in normal form. What lies elsewhere, or is served from another host,
    stands alone: its sitemaps have to lie there (protocol, "Sitemap file location").
    Raises OptionError where one folder is to be served at two addresses.
    """
    apart: list[Site] = []
    for site in sites:
        twin = next((other for other in apart if _is_twin(site, other)), None)
        if twin is None:
            apart.append(site)
        else:
            merged = _merge(twin, [(PurePosixPath(), site)])
            apart = [merged if each is twin else each for each in apart]
    whole = [site for site in apart if _find_home(site, apart) is None]
    return tuple(_merge(site, _inside(site, apart)) for site in whole)


def _is_twin(site: Site, other: Site) -> bool:
    if _real(site) != _real(other):
        return False
    bases = {site.base_url, other.base_url}
    if len(bases - {""}) > 1:
        both = f"{other.base_url} and {site.base_url}"
        problem = f"{site.output} cannot be served at both {both}"
        raise OptionError(site.setting, problem)
    return len(bases) == 1


def _find_home(site: Site, sites: Iterable[Site]) -> Site | None:
    return next((home for home in sites if _place(site, home) is not None), None)


def _inside(home: Site, sites: Iterable[Site]) -> Iterator[tuple[PurePosixPath, Site]]:
    for site in sites:
        place = _place(site, home)
        if place is not None:
            yield place, site


def _place(site: Site, home: Site) -> PurePosixPath | None:
    """Give the folder of a site in another one's output, if it is served there."""
    output, root = _real(site), _real(home)
    if site is home or output == root or not output.is_relative_to(root):
        return None
    place = PurePosixPath(output.relative_to(root).as_posix())
    address = urls.folder_url(home.base_url, str(place))
    return place if home.base_url and site.base_url == address else None


def _real(site: Site) -> Path:
    return site.output.resolve()


def _merge(home: Site, inside: Iterable[tuple[PurePosixPath, Site]]) -> Site:
    merged = home
    for place, site in inside:
        merged = msgspec.structs.replace(
            merged,
            pages=(*merged.pages, *(_moved(page, place, site) for page in site.pages)),
            authored=(*merged.authored, *((place / p, s) for p, s in site.authored)),
            replaces=(*merged.replaces, *(place / path for path in site.replaces)),
            feeds=_merge_feeds(merged, place, site),
            joined=(*merged.joined, place),
        )
    return merged


def _merge_feeds(
    home: Site, place: PurePosixPath, site: Site
) -> tuple[tuple[PurePosixPath, str], ...] | None:
    if home.feeds is None or site.feeds is None:
        return None
    return (*home.feeds, *((place / path, setting) for path, setting in site.feeds))


def _moved(page: Page, place: PurePosixPath, site: Site) -> Page:
    """Give a page as the site around it sees it, its URLs absolute."""
    url = page.url if page.url is not None else urls.page_to_url(page.path)
    return msgspec.structs.replace(
        page,
        path=place / page.path,
        url=urls.absolute(site.base_url, url),
        lists=tuple(place / path for path in page.lists),
        alternates=tuple(
            (tag, urls.absolute(site.base_url, url)) for tag, url in page.alternates
        ),
    )
