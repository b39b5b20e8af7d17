"""From MkDocs' files to pages, by what MkDocs and its plugins leave on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timezone
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

from mkdocs_scopemap.sources import NOTHING, Made
from scopemap import Note, Page, leads_to, read_word

try:
    from mkdocs.structure.files import File
except ImportError:  # ProperDocs without MkDocs, outside of its own command
    from properdocs.structure.files import File  # type: ignore[assignment]

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page as MkDocsPage


def make_pages(
    files: Iterable[File],
    config: MkDocsConfig,
    *,
    made: Mapping[str, Made],
    own_site_url: str | None,
) -> tuple[list[Page], list[Note]]:
    """Turn the documentation pages of one build into pages, and note bad metadata.

    `made` is what each source takes in; `own_site_url` is the site's where this
    language has another, so that its URLs are not relative to that.
    """
    stubs = _redirect_stubs(config)
    pages = [
        _make_page(
            file,
            config,
            stubs,
            made=made.get(file.src_uri, NOTHING),
            own_site_url=own_site_url,
        )
        for file in files
        if file.is_documentation_page() and _is_page(file)
    ]
    return [page for page, _ in pages], [note for _, notes in pages for note in notes]


def _is_page(file: File) -> bool:
    """Know pages and drafts from what exclude_docs names, which is no page at all.

    Drafts of Material's blog are excluded too, but they have a configuration.
    """
    if file.inclusion.name == "EXCLUDED":
        return hasattr(file.page, "config")
    return file.page is not None or file.inclusion.name == "DRAFT"


def _make_page(
    file: File,
    config: MkDocsConfig,
    stubs: set[str],
    *,
    made: Made,
    own_site_url: str | None,
) -> tuple[Page, tuple[Note, ...]]:
    if file.page is None:
        return Page(PurePosixPath(file.dest_uri), url=file.url, skip="draft"), ()
    meta = file.page.meta or {}
    word, notes = read_word(meta, page=file.src_uri, zone=timezone.utc)
    posts = _posts(file)
    page = Page(
        path=PurePosixPath(file.dest_uri),
        url=_url(file.page, own_site_url),
        kind=_kind(file, config.plugins, posts),
        sources=_sources(file, made),
        lists=posts,
        word=word,
        language=getattr(file, "locale_alternate_of", None),
        alternates=_alternates(file),
        skip=_skip(file, stubs),
    )
    return page, notes


def _url(page: MkDocsPage, own_site_url: str | None) -> str | None:
    """Give the URL of a page, absolute where its language has a `site_url` of its own.

    mkdocs-static-i18n 1.3 puts the folder of the language behind that, even where it
    is there already: no file is at such a URL of the site.
    """
    if not own_site_url:
        return page.url
    url = page.canonical_url or ""
    below = url.removeprefix(own_site_url)
    is_there = below == url or leads_to(below, PurePosixPath(page.file.dest_uri))
    return url if is_there else page.url


def authored_files(
    files: Iterable[File], config: MkDocsConfig
) -> tuple[tuple[PurePosixPath, Path], ...]:
    """Give the files that the author put beside the pages, not those of the theme."""
    theme = set(config.theme.dirs) - {config.theme.custom_dir}
    return tuple(
        (PurePosixPath(file.dest_uri), _origin(file, config))
        for file in files
        if not file.is_documentation_page()
        and file.inclusion.is_included()
        and file.generated_by is None
        and file.abs_src_path is not None
        and file.src_dir not in theme
        and not _is_leaked(file, config)
    )


def _origin(file: File, config: MkDocsConfig) -> Path:
    """Give the source of an author's file; of a template what was made of it."""
    is_template = file.src_uri in config.extra_templates
    return Path((file.abs_dest_path if is_template else file.abs_src_path) or "")


def _is_leaked(file: File, config: MkDocsConfig) -> bool:
    """Know a template of the theme that is copied since it lies in the docs folder."""
    custom = config.theme.custom_dir
    if not custom or file.src_dir == custom:
        return False
    return Path(file.abs_src_path or "").is_relative_to(custom)


def _sources(file: File, made: Made) -> tuple[Path, ...]:
    """Give a page's own source and what it takes in, if that is all known."""
    if made.files is None:
        return ()
    # A generated page lies in a temporary folder: its own text has no history.
    if file.generated_by is not None or file.abs_src_path is None:
        return () if made.has_own else made.files
    return (Path(file.abs_src_path), *made.files)


def _skip(file: File, stubs: set[str]) -> str | None:
    if file.inclusion.is_excluded():
        return "draft"
    # mkdocs-static-i18n 1.3: the default language's text at another one's URL.
    if getattr(file, "locale", None) != getattr(file, "locale_alternate_of", None):
        return "fallback"
    if file.dest_uri in stubs:
        return "redirect"
    # Material 9: every part of a paginated view knows them all, the first one first.
    parts = getattr(file.page, "pages", None)
    return "pagination" if parts and parts[0] is not file.page else None


def _redirect_stubs(config: MkDocsConfig) -> set[str]:
    """Give the files that mkdocs-redirects 1.2 will write, over pages if need be."""
    plugin = config.plugins.get("redirects")
    if plugin is None:
        return set()
    return {
        File(old, "", "", config.use_directory_urls).dest_uri
        for old, new in plugin.redirects.items()
        if new.lower().startswith(("http://", "https://"))
        or new.partition("#")[0] in plugin.doc_pages
    }


def _kind(
    file: File, plugins: Mapping[str, Any], posts: tuple[PurePosixPath, ...]
) -> Literal["page", "listing", "machine"]:
    if _is_navigation(file, plugins.get("literate-nav")):
        return "machine"
    return "listing" if posts else "page"


def _is_navigation(file: File, plugin: Any) -> bool:
    """Know literate-nav's list of pages; a README or index is a real page besides."""
    if plugin is None or file.name == "index":
        return False
    return bool(PurePosixPath(file.src_uri).name == plugin.config["nav_file"])


def _posts(file: File) -> tuple[PurePosixPath, ...]:
    """Give the posts that a view of Material's blog shows."""
    posts = getattr(file.page, "posts", None) or ()
    return tuple(PurePosixPath(post.file.dest_uri) for post in posts)


def _alternates(file: File) -> tuple[tuple[str, str], ...]:
    """Give the translations that mkdocs-static-i18n knows, without its fallbacks."""
    alternates = getattr(file, "alternates", {})
    return tuple(
        (tag, other.url)
        for tag, other in alternates.items()
        if getattr(other, "locale", tag) == tag
    )
