"""Addresses: the base URL of each site of a run, in normal form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.loading import check_base_url
from scopemap.model import Site
from scopemap.options import Options


def with_base_urls(
    site: Site, parts: Iterable[Site], options: Options, environ: Mapping[str, str]
) -> Iterator[Site]:
    """Give the sites with their base URLs in normal form.

    Where the base URL is not that of the generator, the parts below it move along.
    """
    if options.publish == "no":
        yield from (
            msgspec.structs.replace(each, base_url="") for each in (site, *parts)
        )
        return
    base_url = _base_url(site, options, environ)
    for each in (site, *parts):
        moved = base_url if each is site else _moved(each, site, base_url)
        links_to = _links_to(each)
        yield msgspec.structs.replace(
            each, base_url=moved, links_to="" if links_to == moved else links_to
        )


def _links_to(site: Site) -> str:
    """Give what a generator puts before its links; its own check is another matter."""
    try:
        return urls.folder_url(urls.base_url(site.base_url), site.folder)
    except UrlError:
        return ""


def _moved(part: Site, site: Site, base_url: str) -> str:
    own = site.base_url.rstrip("/")
    if base_url and part.base_url.startswith(f"{own}/"):
        rest = part.base_url.removeprefix(f"{own}/")
        return check_base_url(base_url + rest, part.setting)
    return check_base_url(part.base_url, part.setting) if part.base_url else ""


def _base_url(site: Site, options: Options, environ: Mapping[str, str]) -> str:
    candidates = (
        ("base_url", options.base_url),
        (site.setting, site.base_url),
        # Set by Read the Docs, to where this very version is served.
        (_READTHEDOCS_URL, environ.get(_READTHEDOCS_URL)),
    )
    for where, url in candidates:
        if url:
            return urls.folder_url(check_base_url(url, where), site.folder)
    return ""


_READTHEDOCS_URL = "READTHEDOCS_CANONICAL_URL"
