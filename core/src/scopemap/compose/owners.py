"""Owners: which of some folders a URL belongs to, and which folders belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scopemap import urls


def make_owner(folders: Iterable[str], base_url: str) -> Callable[[str], str | None]:
    """Give what finds the deepest of some folders under which a URL lies.

    The folders are below the base URL. A URL may name a folder without its slash.
    """
    known = {urls.fold(urls.folder_url(base_url, folder)): folder for folder in folders}
    deepest = max((url.count("/") for url in known), default=0)

    def owner(url: str) -> str | None:
        # Only so far, since a URL may be of any length.
        parts = urls.fold(url).partition("?")[0].split("/", deepest)[:deepest]
        prefixes = ("/".join(parts[:end]) + "/" for end in range(len(parts), 2, -1))
        return next((known[prefix] for prefix in prefixes if prefix in known), None)

    return owner


class Groups:
    """Keep folders that are found to be the same, two at a time."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._leaders = {folder: folder for folder in folders}

    def join(self, one: str, other: str) -> None:
        """Put two folders into one group; one that is not known says nothing."""
        if one in self._leaders and other in self._leaders:
            self._leaders[self._leader(one)] = self._leader(other)

    def all(self) -> list[list[str]]:
        """Give the groups, sorted, and each of them sorted."""
        groups: dict[str, list[str]] = {}
        for folder in sorted(self._leaders):
            groups.setdefault(self._leader(folder), []).append(folder)
        return list(groups.values())

    def _leader(self, folder: str) -> str:
        while (above := self._leaders[folder]) != folder:
            self._leaders[folder] = self._leaders[above]
            folder = above
        return folder
