"""State: what is remembered from build to build, so that dates hold still.

A digest of each page's content tells whether it changed, git tells when. So a page
whose sources changed without its content keeps its date, and a shallow clone has dates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path

import msgspec
from msgspec import Struct

from scopemap.digest import DIGEST_VERSION
from scopemap.errors import OutputError
from scopemap.model import Note, When
from scopemap.moments import moment, parse_when, w3c
from scopemap.placing import replace_file

VERSION = 1
"""Of the form of the file."""


class Known(Struct, frozen=True, omit_defaults=True):
    """Hold what is known of a page or a file, by its URL."""

    digest: str
    lastmod: str | None = None
    sources: str = ""
    """A digest of the files that a page is made of."""

    @property
    def when(self) -> When | None:
        """Give the date; raises ValueError where it is none."""
        return parse_when(self.lastmod, timezone.utc) if self.lastmod else None


class Remembered(Struct, frozen=True):
    """Hold what is known of one site."""

    pages: Mapping[str, Known] = {}
    sitemaps: Mapping[str, Known] = {}


class State(Struct, frozen=True):
    """Hold what the last build of each site knew, by the base URL."""

    scopemap: int = VERSION
    digests: int = DIGEST_VERSION
    sites: Mapping[str, Remembered] = {}

    def of(self, base_url: str) -> Remembered:
        """Give what is known of a site; of digests of another kind only the dates."""
        known = self.sites.get(base_url, Remembered())
        if self.digests == DIGEST_VERSION:
            return known
        pages = {u: Known("", k.lastmod, k.sources) for u, k in known.pages.items()}
        return Remembered(pages, known.sitemaps)


def read_state(file: Path) -> tuple[State, tuple[Note, ...]]:
    """Read what the last build knew; where it cannot be read, a note says so."""
    try:
        state = msgspec.json.decode(file.read_bytes(), type=_Read)
        for site in state.sites.values():
            for known in (*site.pages.values(), *site.sitemaps.values()):
                _ = known.when
    except FileNotFoundError:
        return State(), ()
    except OSError as error:
        return State(), (_forgotten(file, error.strerror or str(error)),)
    except (ValueError, RecursionError) as error:  # msgspec's own are ValueErrors
        return State(), (_forgotten(file, str(error)),)
    if state.scopemap != VERSION:
        return State(), (_forgotten(file, f"its version is {state.scopemap}"),)
    return State(state.scopemap, state.digests, state.sites), ()


class _Read(Struct, frozen=True):
    scopemap: int
    digests: int
    sites: dict[str, Remembered]


def _forgotten(file: Path, why: str) -> Note:
    text = f"{file.name} cannot be read ({why}); dates begin anew"
    return Note("info", "state", text)


def write_state(file: Path, state: State) -> None:
    """Write the state, sorted, all of it or nothing; raises OutputError."""
    data = msgspec.json.format(msgspec.json.encode(state, order="sorted"), indent=1)
    try:
        if file.is_file() and file.read_bytes() == data + b"\n":
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, data + b"\n")
    except OSError as error:
        raise OutputError(file, error) from error


class FileDates:
    """Find when each sitemap of a site changed, while it is written."""

    def __init__(self, old: Mapping[str, Known], now: datetime) -> None:
        self.known: dict[str, Known] = {}
        self._old = old
        self._now = now

    def note(self, url: str, data: bytes, file: Path) -> None:
        """Take what will stand in a file, before it does."""
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        old = self._old.get(url)
        if old is None:
            is_there = file.is_file() and file.read_bytes() == data
            self.known[url] = Known(digest, None if is_there else w3c(self._now))
        elif old.digest == digest:
            self.known[url] = old
        else:
            before = old.when
            is_back = before is not None and moment(before, timezone.utc) > self._now
            self.known[url] = Known(digest, old.lastmod if is_back else w3c(self._now))

    def of(self, url: str) -> str | None:
        """Give the date of a sitemap that was noted."""
        known = self.known.get(url)
        return known.lastmod if known else None
