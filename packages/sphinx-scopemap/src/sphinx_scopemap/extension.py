"""The extension: Sphinx's events, each handing on to the core."""

from __future__ import annotations

import functools
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sphinx import version_info
from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.errors import ConfigError
from sphinx.util import logging
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from scopemap import (
    Note,
    OptionError,
    Options,
    Report,
    ScopemapError,
    Site,
    brief,
    build,
    check_base_url,
    describe,
    load_options,
)
from sphinx_scopemap.memory import recall
from sphinx_scopemap.pages import make_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

log = logging.getLogger("sphinx.scopemap")

_PREFIX = "scopemap_"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Declare the options and connect the events."""
    for option in describe():
        _declare(app, option.name, option.default, option.meaning)
    written: dict[str, bool] = {}
    app.connect("config-inited", check_options)
    app.connect("builder-inited", check_builder)
    app.connect("html-page-context", functools.partial(note_page, written))
    # After all extensions that add or change pages at the end.
    app.connect("build-finished", functools.partial(write, written), priority=900)
    return {
        "version": version("sphinx-scopemap"),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def check_options(app: Sphinx, config: Config) -> None:
    """Stop the build for a wrong option; raises ConfigError."""
    try:
        _options(app, config)
    except OptionError as error:
        raise ConfigError(str(error)) from error


def check_builder(app: Sphinx) -> None:
    """Stop an HTML build for a base URL that is none; raises ConfigError."""
    base = _base_url(app)
    if not base or app.config.scopemap_base_url or _html_builder(app) is None:
        return
    try:
        check_base_url(base, "html_baseurl")
    except OptionError as error:
        raise ConfigError(str(error)) from error


def note_page(written: dict[str, bool], _app: Sphinx, name: str, *rest: object) -> None:
    """Remember a page that is written, and whether it is none of the documents.

    The event gives template name, context and doctree besides.
    """
    written[name] = rest[-1] is None


def write(written: dict[str, bool], app: Sphinx, exception: Exception | None) -> None:
    """Write the files, then say what there is to say; after a failed build, nothing."""
    builder = _html_builder(app)
    if exception is not None or builder is None:
        return
    pages, notes = make_pages(app, builder, recall(app, written))
    site = Site(
        base_url=_base_url(app),
        setting="html_baseurl",
        output=Path(app.outdir),
        project=Path(app.confdir),
        pages=tuple(pages),
        generator="sphinx",
        authored=tuple(_authored(app)),
        replaces=_replaces(app),
        canonicals_trusted=_spells_canonicals(builder),
    )
    try:
        report = build(site, _options(app, app.config))
    except ScopemapError as error:
        # An exception out of this event would cost the pickled environment.
        log.warning("scopemap: %s", error, type="scopemap", subtype="error")
        return
    _log(report, notes)
    if report.sitemaps and "sphinx_sitemap" in app.extensions:
        text = "sphinx_sitemap is on as well; scopemap takes the place of its file"
        log.warning("scopemap: %s", text, type="scopemap", subtype="sphinx-sitemap")


def _base_url(app: Sphinx) -> str:
    """Give html_baseurl; a lone slash is what many write for builds at home."""
    base: str = app.config.html_baseurl or ""
    return "" if base == "/" else base


def _declare(app: Sphinx, name: str, default: object, meaning: str) -> None:
    """Declare one option so that `-D` can set it; what it may be the core checks."""
    value = list(default) if isinstance(default, tuple) else default
    types = _TYPES.get(type(value))
    described = {"description": meaning} if version_info >= (7, 4) else {}
    app.add_config_value(
        f"{_PREFIX}{name}",
        value if types else None,
        "",
        types=types or Any,
        **described,
    )


_TYPES = {
    bool: frozenset({bool}),
    int: frozenset({int}),
    list: frozenset({list, tuple}),
    dict: frozenset({dict}),
}


def _options(app: Sphinx, config: Config) -> Options:
    # A name that nobody declared stands only among what conf.py itself defines.
    written = config._raw_config.items()  # noqa: SLF001
    given = {
        name.removeprefix(_PREFIX): None
        for name, value in written
        if name.startswith(_PREFIX) and not _is_helper(value)
    }
    known = {each.name: _value(config[_PREFIX + each.name]) for each in describe()}
    return load_options(
        given | known,
        where=lambda name: f"{_PREFIX}{name}",
        folder=Path(app.confdir),
        text=True,
    )


def _is_helper(value: object) -> bool:
    """Know what conf.py defines for its own use: a function, a class, a module."""
    return callable(value) or isinstance(value, ModuleType)


def _value(value: object) -> object:
    """Give what was meant by `-D scopemap_exclude=`, of which Sphinx makes `[""]`."""
    return [] if value == [""] else value


def _html_builder(app: Sphinx) -> StandaloneHTMLBuilder | None:
    """Give the builder if it makes a site: no ebook, no help file, no data."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.embedded:
        return None
    return None if isinstance(builder, SerializingHTMLBuilder) else builder


def _authored(app: Sphinx) -> Iterator[tuple[PurePosixPath, Path]]:
    """Give the files of html_extra_path, as far as Sphinx copied them."""
    for entry in filter(None, app.config.html_extra_path):
        source = Path(app.confdir, entry)
        files = source.rglob("*") if source.is_dir() else [source]
        root = source if source.is_dir() else source.parent
        for file in files:
            path = file.relative_to(root).as_posix()
            if file.is_file() and _is_copy(Path(app.outdir, path), file):
                yield PurePosixPath(path), file


def _is_copy(file: Path, source: Path) -> bool:
    """Tell by the size: what exclude_patterns mean here each Sphinx sees otherwise."""
    return file.is_file() and file.stat().st_size == source.stat().st_size


def _replaces(app: Sphinx) -> tuple[PurePosixPath, ...]:
    if "sphinx_sitemap" not in app.extensions:
        return ()
    return (PurePosixPath(app.config.sitemap_filename),)


def _spells_canonicals(builder: StandaloneHTMLBuilder) -> bool:
    """Tell whether Sphinx makes canonical links that are right whatever a name is.

    Up to 8.0 none are encoded, up to 9.1 those of directories are not, and a single
    page names an anchor in itself.
    """
    if isinstance(builder, DirectoryHTMLBuilder | SingleFileHTMLBuilder):
        return False
    return version_info >= (8, 1)


def _log(report: Report, notes: list[Note]) -> None:
    for skipped in report.skipped:
        log.verbose("scopemap: %s", skipped.text)
    if report.summary:
        log.info("scopemap: %s", report.summary)
    for note in brief((*notes, *report.notes)):
        if note.level == "warning":
            log.warning("scopemap: %s", note.text, type="scopemap", subtype=note.code)
        else:
            log.info("scopemap: %s", note.text)
