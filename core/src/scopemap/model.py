"""The values that travel through a build, from an adapter's pages to entries."""

from __future__ import annotations

import re
from datetime import date, datetime, timezone, tzinfo
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

from msgspec import Struct

When: TypeAlias = date | datetime
"""A day, or a moment; every `datetime` in here is aware."""

Changefreq: TypeAlias = Literal[
    "always", "hourly", "daily", "weekly", "monthly", "yearly", "never"
]
"""The seven words of the protocol, "XML tag definitions"."""


class Word(Struct, frozen=True):
    """Hold what a page says of itself; `read_word` makes it from metadata."""

    listed: bool | None = None
    """`sitemap: no` or `yes`."""
    noindex: bool = False
    """`noindex` or `private`: search engines shall not show the page."""
    modified: When | None = None
    """The author's statement of the last change; it wins."""
    published: When | None = None
    """When the page appeared: a lower bound of its last change."""
    changefreq: Changefreq | None = None
    priority: float | None = None


class Page(Struct, frozen=True, gc=False):
    """Describe one page that the generator built."""

    path: PurePosixPath
    """The built file below `Site.output`: the page's identity."""
    url: str | None = None
    """The generator's URL, relative to the base URL or absolute, percent-encoded.

    None: made from `path`, where `index.html` stands for its folder.
    """
    kind: Literal["page", "listing", "machine"] = "page"
    """A listing shows other pages; a machine page is nothing that one searches for."""
    sources: tuple[Path, ...] = ()
    """The original files: the page's own first, then what it is made of."""
    lists: tuple[PurePosixPath, ...] = ()
    """The pages that a listing shows: its date is the newest of theirs."""
    word: Word = Word()
    language: str | None = None
    """The language tag, where the site has several languages."""
    alternates: tuple[tuple[str, str], ...] = ()
    """Other languages of this page: tag and URL, the latter as in `url`."""
    text_id: str | None = None
    """What the pages of one text in several languages share, and no others."""
    skip: str | None = None
    """A reason that only the generator knows, such as `draft` or `fallback`."""


class Site(Struct, frozen=True):
    """Describe one finished build."""

    base_url: str
    """Where the root of `output` is served; empty where nobody said."""
    output: Path
    project: Path
    """The folder of the configuration file."""
    pages: tuple[Page, ...]
    generator: str
    walks: bool = False
    """Whether no generator tells its pages: those that lie in the output are taken."""
    sources_in: Path | None = None
    """Where the sources of those pages lie, under the same names."""
    setting: str = "base_url"
    """What the generator's users call the base URL."""
    timezone: tzinfo = timezone.utc
    """The zone of dates that come without one."""
    links_to: str = ""
    """What absolute links in the pages begin with, where that is not the base URL."""
    authored: tuple[tuple[PurePosixPath, Path], ...] = ()
    """Output files that the author wrote, each with its source."""
    replaces: tuple[PurePosixPath, ...] = ()
    """Sitemap files that the generator itself writes and this build stands in for."""
    feeds: tuple[tuple[PurePosixPath, str], ...] | None = None
    """Feeds that the generator wrote, each with the setting that says where it lies.

    None: the generator does not tell; those that lie in the output are taken.
    """
    joined: tuple[PurePosixPath, ...] = ()
    """Folders of further outputs that are listed here; `group` finds them."""
    folder: str = ""
    """Where below the base URL `output` is served, such as a version of mike's."""
    host_root: bool | None = None
    """Whether robots.txt of the output is served at the host's root.

    None: it is where the base URL has no path.
    """
    canonicals_trusted: bool = True
    """Whether canonical links from one page of the build to another mean something.

    Sphinx, say, misspells some names in them.
    """
    part: str | None = None
    """What joins this output with others later (mike, say).

    Such a part gets no index and no robots.txt of its own.
    """
    preview: str | None = None
    """Why this build is not for the public, such as `serve`."""
    client: str | None = None
    """What in the built pages reads `sitemap.xml`, such as Material's navigation."""
    x_default: str | None = None
    """The tag of the language that readers of no listed language get."""


def built_pages(site: Site) -> dict[PurePosixPath, Page]:
    """Give the page that lies in each file.

    Of several that are built into one file the last one does, unless the generator
    says that it is none.
    """
    built: dict[PurePosixPath, Page] = {}
    for page in site.pages:
        if page.skip is None or page.path not in built:
            built[page.path] = page
    return built


class Entry(Struct, frozen=True, gc=False):
    """Hold one `<url>` of a sitemap.

    The option `transform` is given one and gives one back, or None to leave it
    out; `msgspec.structs.replace(entry, priority=0.8)` makes a changed copy.
    """

    loc: str
    page: PurePosixPath
    """The built file that answers at `loc`."""
    lastmod: When | None = None
    changefreq: Changefreq | None = None
    priority: float | None = None
    alternates: tuple[tuple[str, str], ...] = ()
    """Every language of the page, itself included: tag and absolute URL."""
    images: tuple[str, ...] = ()
    """The absolute URLs of its images."""


Source: TypeAlias = Literal[
    "meta", "git", "mtime", "sitemap", "state", "rule", "transform"
]
"""Where a date is from."""


class Dated(Struct, frozen=True, gc=False):
    """Hold a page's date and where it is from, or the reason why there is none."""

    lastmod: When | None
    source: Source | None = None
    reason: str = ""
    detail: str = ""
    """What the source says of it, such as the commit and the file."""


class Note(Struct, frozen=True):
    """Hold one message for the person who builds; adapters only log it."""

    level: Literal["warning", "info"]
    code: str
    """A stable name of the kind of message."""
    text: str


class Skipped(Struct, frozen=True, gc=False):
    """Hold one page that was left out, and why."""

    page: PurePosixPath
    reason: str
    detail: str = ""

    @property
    def why(self) -> str:
        """Tell the reason and what says so."""
        return f"{self.reason} ({self.detail})" if self.detail else self.reason

    @property
    def text(self) -> str:
        """Tell it in a line, for the log of those who ask for all of them."""
        return _CONTROL.sub(_escape, f"skipped {self.page}: {self.why}")


# In a file's name they could steer a terminal, or begin a line of their own.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def _escape(match: re.Match[str]) -> str:
    return ascii(match[0])[1:-1]
