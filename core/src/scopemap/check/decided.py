"""What was decided: the pages that builds of ours listed, and those they left out."""

from __future__ import annotations

from scopemap import urls
from scopemap.record import Record, find_record


class Decided:
    """Look up, in the records of builds on this machine, what became of pages.

    The records may be missing; then nobody knows.
    """

    def __init__(self) -> None:
        self._folders: dict[str, dict[str, bool]] = {}

    def was_left_out(self, url: str) -> bool:
        """Tell whether the last build of a page's site gave a reason against it."""
        return self._find(url) is False

    def was_listed(self, url: str) -> bool:
        """Tell whether the last build of a page's site listed it."""
        return self._find(url) is True

    def _find(self, url: str) -> bool | None:
        if not url:
            return None
        folder = urls.folder_of(url)
        if folder not in self._folders:
            record = find_record(folder)
            self._folders[folder] = _listed(record) if record else {}
        return self._folders[folder].get(urls.bare(url))


def _listed(record: Record) -> dict[str, bool]:
    """Give, for each page of which something was decided, whether it is listed."""
    told = (page for page in record.pages if page.sitemap or page.reason)
    return {urls.bare(page.loc): bool(page.sitemap) for page in told if page.loc}
