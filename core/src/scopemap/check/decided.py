"""What was decided: pages that a build of ours left out, and told why."""

from __future__ import annotations

from scopemap import urls
from scopemap.record import Record, find_record


class Decided:
    """Look up, in the records of builds on this machine, what was left out.

    The records may be missing; then nothing was.
    """

    def __init__(self) -> None:
        self._folders: dict[str, frozenset[str]] = {}

    def was_left_out(self, url: str) -> bool:
        """Tell whether the last build of a page's site gave a reason against it."""
        folder = urls.folder_of(url)
        if folder not in self._folders:
            record = find_record(folder)
            self._folders[folder] = _left_out(record) if record else frozenset()
        return urls.bare(url) in self._folders[folder]


def _left_out(record: Record) -> frozenset[str]:
    return frozenset(urls.bare(told.loc) for told in record.pages if told.reason)
