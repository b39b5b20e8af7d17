"""What can go wrong, each with its evidence."""

from __future__ import annotations

from pathlib import Path


class ScopemapError(Exception):
    """Stand above every error of this package."""


class OptionError(ScopemapError):
    """Name the option that is wrong, why, and what is allowed.

    `where` is the place as its user wrote it, such as `scopes[2].path`; the
    message reads `{where}: {problem}`.
    """

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


class UrlError(ScopemapError):
    """Name the URL that cannot stand in a sitemap, and why.

    A user name or password in `url` is not repeated in the message.
    """

    def __init__(self, url: str, problem: str) -> None:
        super().__init__(f"{_without_user(url)!r} {problem}")
        self.url = url
        self.problem = problem


class CharacterError(ScopemapError):
    """Name the text that holds a character XML 1.0 has no way to write."""

    def __init__(self, text: str, character: str) -> None:
        super().__init__(f"{text!r} holds {character!r}, which XML does not allow")
        self.text = text
        self.character = character


class ScopeError(ScopemapError):
    """Name a planned sitemap and the URL that its location does not cover."""

    def __init__(self, sitemap: str, loc: str) -> None:
        super().__init__(f"{sitemap} may not list {loc}: it lies outside its folder")
        self.sitemap = sitemap
        self.loc = loc


class TransformError(ScopemapError):
    """Name the page whose entry came back wrong from the `transform` option."""

    def __init__(self, page: str, problem: str) -> None:
        super().__init__(f"transform: {page}: {problem}")
        self.page = page
        self.problem = problem


class OutputError(ScopemapError):
    """Name the place in the output that could not be read or written, and why."""

    def __init__(self, path: Path, cause: OSError) -> None:
        super().__init__(f"{path}: {cause.strerror or cause}")
        self.path = path
        self.cause = cause


class NoListingError(ScopemapError):
    """Name the folder or file in which there is no sitemap to compare, and why."""

    def __init__(self, target: Path, problem: str) -> None:
        super().__init__(problem or f"{target}: there is no sitemap")
        self.target = target


def _without_user(url: str) -> str:
    """Hide all that may be a user name or password, however wrong the URL is."""
    if "@" not in url:
        return url
    scheme, separator, _ = url.rpartition("@")[0].partition("://")
    return f"{scheme if separator else ''}{separator}…@{url.rpartition('@')[2]}"
