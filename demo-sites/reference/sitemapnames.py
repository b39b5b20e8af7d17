"""The names of a sitemap's files, and what each of them may list."""

from __future__ import annotations

from urllib.parse import urlsplit

MAX_URLS = 50_000
"""So many pages one file may list, and no more."""


def file_name(number: int) -> str:
    """Give the name of one file, counted from 1.

    >>> file_name(1), file_name(2)
    ('sitemap.xml', 'sitemap-2.xml')
    """
    return "sitemap.xml" if number == 1 else f"sitemap-{number}.xml"


def file_names(pages: int) -> list[str]:
    """Give the names of all the files that so many pages need.

    >>> file_names(120_000)
    ['sitemap.xml', 'sitemap-2.xml', 'sitemap-3.xml']
    """
    files = -(-pages // MAX_URLS)
    return [file_name(number) for number in range(1, files + 1)]


def may_list(sitemap: str, page: str) -> bool:
    """Tell whether a sitemap may list a page; both are given as URLs.

    It may if scheme, host and port are the same, and if the page lies in the folder
    of the sitemap or below it.

    >>> may_list("https://scopemap.example/docs/sitemap.xml",
    ...          "https://scopemap.example/blog/")
    False
    """
    own, other = urlsplit(sitemap), urlsplit(page)
    folder = own.path[: own.path.rindex("/") + 1]
    return own[:2] == other[:2] and other.path.startswith(folder)
