"""Locating: the address of each page, below the base URL."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.model import Page, Skipped


class Located(Struct, frozen=True, gc=False):
    """Hold a page and where it is served."""

    page: Page
    loc: str
    path: str
    """The percent-decoded path below the base URL, as patterns see it."""


def locate(base: str, page: Page) -> Located | Skipped:
    """Give a page's absolute URL, in normal form, unless no sitemap can hold it."""
    url = page.url if page.url is not None else urls.page_to_url(page.path)
    try:
        loc = urls.join(base, url)
    except UrlError as error:
        return Skipped(page.path, "bad-url", str(error))
    return _check(base, page, loc)


def relocate(base: str, located: Located, url: str) -> Located:
    """Give a page at another spelling of its URL, unless no sitemap can hold that."""
    checked = _check(base, located.page, urls.join(base, url))
    return located if isinstance(checked, Skipped) else checked


def _check(base: str, page: Page, loc: str) -> Located | Skipped:
    path = urls.below(base, loc)
    if path is None:
        return Skipped(page.path, "elsewhere", f"{loc} is not below {base}")
    if len(loc) > urls.MAX_URL:
        return Skipped(page.path, "too-long", f"its URL has {len(loc)} characters")
    return Located(page, loc, path)


def find_file(base: str, url: str, files: Collection[str]) -> str | None:
    """Give the file with which a static host answers a URL below the base URL.

    Of a folder it is `index.html`; an address without an extension may stand for the
    folder or the `.html` file.
    """
    path = urls.below(base, url)
    return find_name(path, files) if path is not None else None


def find_name(path: str, files: Collection[str]) -> str | None:
    """Give the file with which a static host answers a percent-decoded path."""
    return next((name for name in possible_names(path) if name in files), None)


def possible_names(path: str) -> tuple[str, ...]:
    """Give the files with which one host or another answers a percent-decoded path."""
    if not path or path.endswith("/"):
        return (f"{path}index.html",)
    return (path, f"{path}/index.html", f"{path}.html")
