"""Indexing: whether directives for robots ask search engines not to show a page.

Directives are parted by commas; `max-image-preview:none` is one, and no `none`. Source:
Google, "Robots meta tag specifications".
"""

from __future__ import annotations

from collections.abc import Iterable

AGENTS = ("robots", "googlebot", "bingbot")
"""Whom a page speaks to: all, or one of those for whom sitemaps are written."""
_REFUSALS = frozenset(["noindex", "none"])
_WITH_VALUE = frozenset(
    ["max-image-preview", "max-snippet", "max-video-preview", "unavailable_after"]
)


def refuses(directives: str) -> bool:
    """Tell whether the content of a robots meta tag asks not to show the page."""
    return any(
        not _REFUSALS.isdisjoint(part.lower().split())
        for part in directives.split(",")
        if ":" not in part
    )


def find_refusal(headers: Iterable[str]) -> str | None:
    """Give the first value of an `X-Robots-Tag` header that asks not to show a page.

    A value may name the robot that it is for, as in `googlebot: noindex`.
    """
    for value in headers:
        agent = "robots"
        for part in value.lower().split(","):
            name, colon, rest = part.partition(":")
            if colon and name.strip() not in _WITH_VALUE:
                agent, part = name.strip(), rest  # noqa: PLW2901  # the rest is for it
            if agent in AGENTS and refuses(part):
                return value
    return None
