"""Options: declared once, the same names in every generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from scopemap.model import Changefreq, Entry

MAX_URLS = 50_000
"""Entries of one sitemap (protocol, "Using Sitemap index files")."""
MAX_BYTES = 52_428_800
"""Bytes of one sitemap, uncompressed (same section)."""

Reason: TypeAlias = Literal[
    "blocked",
    "canonical",
    "draft",
    "error",
    "fallback",
    "hidden",
    "machine",
    "noindex",
    "pagination",
    "redirect",
    "session",
    "unreadable",
]
"""Why a page is left out although it was built, as far as `keep` may overrule it."""
GitDate: TypeAlias = Literal["landed", "committed", "authored"]
"""Which date of a change counts.

`landed`: when it came to the branch that is built, on its chain of first parents;
`committed` and `authored`: when the commit that made it was, wherever that was.
"""
Transform: TypeAlias = Callable[[Entry], Entry | None]


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a path below the base URL that owns a sitemap."""

    path: str
    """Ends in a slash; empty for the base URL itself."""
    name: str = "sitemap.xml"
    max_urls: Annotated[int, Meta(ge=1, le=MAX_URLS)] | None = None


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what one of the `rules` says of the pages that it matches."""

    match: str
    changefreq: Changefreq | None = None
    priority: Annotated[float, Meta(ge=0, le=1)] | None = None
    lastmod: Any = None
    """A date or an aware datetime; False: none is written; None: nothing said."""
    exclude: bool | None = None


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold where the pages of a language are served."""

    base: str
    """A folder below the base URL, or an absolute URL; both end in a slash."""
    trusted: bool = False
    """Whether pages of another build are linked though their files cannot be seen."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the options of a build; `load_options` makes it from what a user wrote."""

    base_url: Annotated[
        str,
        Meta(
            description="where the output folder is served; by default what the"
            " generator says"
        ),
    ] = ""
    publish: Annotated[
        Literal["auto", "yes", "no"],
        Meta(
            description="`auto`, `yes` or `no`; `auto`: not in previews, and not"
            " without a public base URL"
        ),
    ] = "auto"
    scopes: Annotated[
        Literal["auto", "sections"] | tuple[Scope, ...],
        Meta(
            description="`auto`: one sitemap, split by top-level folders only when a"
            " limit forces it; `sections`: one for each top-level folder; or a list of"
            " paths below the base URL, each `docs/` or"
            " `{path: docs/, name: docs.xml, max_urls: 1000}`"
        ),
    ] = "auto"
    index: Annotated[
        Literal["always", "auto", "never"],
        Meta(
            description="write `sitemap-index.xml`: `always`, `auto` (from two sitemaps"
            " on) or `never`"
        ),
    ] = "always"
    robots: Annotated[
        Literal["auto", "always", "never"],
        Meta(
            description="put the `Sitemap:` line into robots.txt: `auto` (where the"
            " output is served at the host's root), `always` or `never`"
        ),
    ] = "auto"
    gzip: Annotated[
        bool, Meta(description="write a `.gz` beside each sitemap and index")
    ] = False
    text: Annotated[
        bool, Meta(description="write a `.txt` with the bare URLs beside each sitemap")
    ] = False
    stylesheet: Annotated[
        bool, Meta(description="write `sitemap.css`, for people who open a sitemap")
    ] = True
    max_urls: Annotated[
        int, Meta(ge=1, le=MAX_URLS, description="URLs in one sitemap, at the most")
    ] = MAX_URLS
    max_bytes: Annotated[
        int,
        Meta(ge=1_000, le=MAX_BYTES, description="bytes of one sitemap, at the most"),
    ] = MAX_BYTES
    exclude: Annotated[
        tuple[str, ...], Meta(description="patterns of pages to leave out")
    ] = ()
    include: Annotated[
        tuple[str, ...],
        Meta(
            description="patterns of pages to list although rules, metadata, the"
            " generator or the built page itself would leave them out; `exclude` wins"
        ),
    ] = ()
    keep: Annotated[
        tuple[Reason, ...],
        Meta(
            description="reasons that shall not leave a page out: "
            + ", ".join(f"`{reason}`" for reason in get_args(Reason))
        ),
    ] = ()
    files: Annotated[
        tuple[str, ...],
        Meta(
            description="patterns of paths of further files to list, such as `**.pdf`"
        ),
    ] = ()
    rules: Annotated[
        tuple[Rule, ...],
        Meta(
            description="a list of `{match: blog/, changefreq: weekly, priority: 0.8,"
            " lastmod: 2024-05-01, exclude: true}`; the last match wins, field by"
            " field; `lastmod: false` leaves the date out"
        ),
    ] = ()
    lastmod: Annotated[
        tuple[Literal["meta", "git", "mtime", "sitemap"], ...],
        Meta(
            description="where dates come from, in order: the page's metadata, git;"
            " also `mtime`, the source file's own time, which is never used in CI, and"
            " `sitemap`, the sitemaps that lie in the output before the build"
        ),
    ] = ("meta", "git")
    lastmod_precision: Annotated[
        Literal["second", "day"],
        Meta(description="how exact dates are written: `second` or `day`"),
    ] = "second"
    state: Annotated[
        str | None,
        Meta(
            description="a file beside the configuration file, such as"
            " `sitemap-state.json`, that remembers each page's content between builds:"
            " what did not change keeps its date"
        ),
    ] = None
    git_date: Annotated[
        GitDate,
        Meta(
            description="what git is asked for: when a change `landed` on the branch"
            " that is built, was `committed`, or `authored`"
        ),
    ] = "landed"
    git_ignore_revs: Annotated[
        str | None,
        Meta(
            description="a file with the ids of commits that do not count, such as a"
            " reformatting; by default `.git-blame-ignore-revs` if it is there;"
            " `false`: none"
        ),
    ] = None
    git_budget: Annotated[
        float,
        Meta(
            ge=0, le=3_600, description="seconds for reading git's history, at the most"
        ),
    ] = 20.0
    languages: Annotated[
        dict[str, Language],
        Meta(
            description="each language and its folder, or the base URL of its build:"
            " `{en: /, de: de/}`, `{en: https://example.com/en/}`; of another build"
            " only pages are linked whose files lie beside this one's, unless it says"
            " `{de: {base: https://example.de/, trusted: true}}`"
        ),
    ] = {}
    x_default: Annotated[
        str | None,
        Meta(
            description="tag of the language for readers whose own is missing; by"
            " default the generator's default language; `false`: none"
        ),
    ] = None
    images: Annotated[
        bool,
        Meta(description="list the images in the main content of each page"),
    ] = False
    feeds: Annotated[
        bool,
        Meta(
            description="name RSS and Atom feeds in robots.txt that may serve as"
            " sitemaps, since all they link to lies in their own folder or below"
        ),
    ] = False
    max_skipped: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="write nothing if one fault of the built pages would leave out"
            " more than this share of at least ten",
        ),
    ] = 0.5
    check: Annotated[
        bool,
        Meta(
            description="check what was written, and all other sitemaps in the output,"
            " as `scopemap check` does; what it finds is told in the log"
        ),
    ] = False
    manifest: Annotated[
        str | None,
        Meta(
            description="a file beside the configuration file, such as"
            " `sitemap-manifest.json`, that tells which files changed, in the order in"
            " which to upload them, and which are gone"
        ),
    ] = None
    transform: Annotated[
        Any,
        Meta(
            description="a function that is given each entry and gives it back, changed"
            " or not, or None; or `module:function` beside the configuration file"
        ),
    ] = None


class Described(Struct, frozen=True):
    """Hold one option as adapters declare it and as the option tables show it."""

    name: str
    default: Any
    meaning: str


def describe() -> Iterator[Described]:
    """Give all options, in the order of the option tables."""
    hints = get_type_hints(Options, include_extras=True)
    for field in msgspec.structs.fields(Options):
        default = {} if field.default is msgspec.NODEFAULT else field.default
        meaning = hints[field.name].__metadata__[0].description
        yield Described(field.name, default, meaning)
