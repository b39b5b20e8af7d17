"""Fates: what has become of a URL that is listed no more."""

from __future__ import annotations

from msgspec import Struct

from scopemap import urls
from scopemap.diff.built import Built
from scopemap.diff.difference import Removed
from scopemap.diff.listing import Listing


class Gone(Struct, frozen=True):
    """Hold a URL that the new build does not list."""

    url: str
    """As the old build lists it."""
    asked: str
    """The same on the host of the new one."""
    is_outside: bool
    """Whether it lies below neither of the two base URLs."""


def find_fate(gone: Gone, after: Listing, built: Built | None) -> Removed:
    """Find out whether a reader of a URL still gets an answer, and which.

    Where the new build is a sitemap alone there is none: nothing shows one.
    """
    if gone.is_outside:
        return Removed(gone.url, "elsewhere", gone.asked)
    if built is None:
        return Removed(gone.url, "lost", gone.asked)
    if urls.below(built.base_url, gone.asked) is None:
        return _look_outside(gone, built)
    if (sent := built.find_target(gone.asked)) is not None:
        return _follow(gone, *sent, built)
    file = built.find_file(gone.asked)
    if file is not None:
        return _find_reason(gone, file, after, built)
    if built.is_rewritten(gone.asked):
        why = "_redirects serves another file there"
        return Removed(gone.url, "unlisted", gone.asked, why=why)
    return Removed(gone.url, "lost", gone.asked)


def _look_outside(gone: Gone, built: Built) -> Removed:
    """Believe a page that calls itself by a URL which another build may serve.

    Below the base URL it cannot be so: there the file would lie in this folder.
    """
    claimant = built.claims.get(urls.bare(gone.asked))
    if claimant is None:
        return Removed(gone.url, "lost", gone.asked)
    why = f"canonical URL of {claimant}"
    return Removed(gone.url, "canonical", gone.asked, why=why)


def _follow(gone: Gone, target: str, by: str, built: Built) -> Removed:
    if built.answers(target):
        return Removed(
            gone.url, "redirected", gone.asked, target=target, why=f"by {by}"
        )
    why = f"{by} sends its readers to {target}, where nothing answers"
    return Removed(gone.url, "lost", gone.asked, why=why)


def _find_reason(gone: Gone, file: str, after: Listing, built: Built) -> Removed:
    listed = after.find_listed(file)
    if listed is not None:
        return Removed(gone.url, "respelt", gone.asked, target=listed)
    verdict = built.judge(gone.asked, file)
    if verdict is None:
        return Removed(gone.url, "unlisted", gone.asked)
    why = f"{verdict.reason}: {verdict.detail}" if verdict.detail else verdict.reason
    return Removed(gone.url, "unlisted", gone.asked, why=why)
