"""The plugin: MkDocs' hooks, each handing on to the core."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from mkdocs_scopemap.pages import authored_files, make_pages
from mkdocs_scopemap.sources import Made, find_made
from scopemap import (
    Note,
    OptionError,
    Page,
    Report,
    ScopemapError,
    Site,
    brief,
    build,
    check_base_url,
    load_options,
)

try:
    from mkdocs.config.base import ValidationError
    from mkdocs.exceptions import PluginError
    from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
except ImportError:  # ProperDocs without MkDocs, outside of its own command
    from properdocs.config.base import ValidationError  # type: ignore[assignment]
    from properdocs.exceptions import PluginError  # type: ignore[assignment]
    from properdocs.plugins import (  # type: ignore[assignment]
        BasePlugin,
        event_priority,
        get_plugin_logger,
    )

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.base import ConfigErrors, ConfigWarnings
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page as MkDocsPage

log = get_plugin_logger("scopemap")

BUILTIN = (PurePosixPath("sitemap.xml"), PurePosixPath("sitemap.xml.gz"))


class ScopemapPlugin(BasePlugin):  # type: ignore[type-arg]  # the core has its options
    """Write scopemap's files at the end of a build, in place of MkDocs' own."""

    def __init__(self) -> None:
        self.command = "build"
        self.dirty = False
        self.site_url: str | None = None
        self.built_url: str | None = None
        self.pages: list[Page] = []
        self.authored: dict[PurePosixPath, Path] = {}
        self.notes: list[Note] = []
        self.made: dict[str, Made] = {}

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """Check the options; MkDocs prints the fault in its own manner."""
        folder = Path(config_file_path).parent if config_file_path else None
        try:
            self.options = load_options(options, folder=folder, defaults={"gzip": True})
        except OptionError as error:
            return [(error.where, ValidationError(error.problem))], []
        return super().load_config({}, config_file_path)

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember what `mkdocs` was asked to do."""
        self.command = command
        self.dirty = dirty

    # Before mike's own, which changes site_url.
    @event_priority(100)
    def on_config(self, config: MkDocsConfig) -> None:
        """Begin anew, but for the further languages of one build."""
        if _is_further_language(config):
            return
        self.site_url = config.site_url
        self.pages, self.authored, self.notes = [], {}, []
        self.made = {}
        try:
            if self.site_url and not self.options.base_url:
                check_base_url(self.site_url, "site_url")
        except OptionError as error:
            raise PluginError(f"scopemap: {error}") from error

    # Before all that puts other files' text into a page: include-markdown at 100.
    @event_priority(1000)
    def on_page_markdown(
        self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, **_: Any
    ) -> None:
        """Remember what a page takes in besides its own source."""
        source = page.file.abs_src_path or config.docs_dir
        self.made[page.file.src_uri] = find_made(markdown, source, config)

    # After all that adds files or reads pages.
    @event_priority(-200)
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Take the pages of this language, all of which have been read by now."""
        del env
        if not _is_further_language(config):
            self.built_url = config.site_url
        pages, notes = make_pages(
            files,
            config,
            made=self.made,
            own_site_url=None if config.site_url == self.built_url else self.built_url,
        )
        self.pages += pages
        self.notes += notes
        self.authored |= authored_files(files, config)

    def on_post_template(
        self, output: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        """Leave the files of the last full build alone in a dirty one."""
        ours = template_name in ("sitemap.xml", "robots.txt")
        kept = self.dirty and ours and Path(config.site_dir, template_name).is_file()
        return "" if kept else output

    # After mkdocs-static-i18n, which builds the further languages at -100.
    @event_priority(-110)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the files, once for all languages, then say what there is to say."""
        if _is_further_language(config):
            return
        if self.dirty:
            log.info("a dirty build leaves the sitemaps as they are")
            return
        try:
            report = build(self._site(config), self.options)
        except ScopemapError as error:
            raise PluginError(f"scopemap: {error}") from error
        _log(report, self.notes)

    def _site(self, config: MkDocsConfig) -> Site:
        version = os.environ.get("MIKE_DOCS_VERSION")
        i18n = config.plugins.get("i18n")
        return Site(
            # mike 2 changes site_url to the version's, or to the canonical version's,
            # where this version is not served.
            base_url=(self.site_url if version else self.built_url) or "",
            folder=version or "",
            part="mike" if version else None,
            setting="site_url",
            output=Path(config.site_dir),
            project=Path(config.config_file_path or "mkdocs.yml").parent,
            pages=tuple(self.pages),
            generator="mkdocs",
            authored=tuple(self.authored.items()),
            replaces=_replaces(config),
            preview="serve" if self.command == "serve" or _is_served(config) else None,
            client=_client(config),
            x_default=getattr(i18n, "default_language", None),
        )


def _is_further_language(config: MkDocsConfig) -> bool:
    """Know the builds that mkdocs-static-i18n nests, one for each further language."""
    return getattr(config.plugins.get("i18n"), "building", False)


def _is_served(config: MkDocsConfig) -> bool:
    """Know `serve --clean`, which MkDocs 1.6 calls a build, by the address it sets."""
    return (config.site_url or "").startswith(f"http://{config.dev_addr}/")


def _replaces(config: MkDocsConfig) -> tuple[PurePosixPath, ...]:
    """Give the built-in files, less the sitemap where the author has a template."""
    custom = config.theme.custom_dir
    overridden = custom is not None and Path(custom, "sitemap.xml").is_file()
    return (
        BUILTIN[1:]
        if overridden or "sitemap.xml" in config.extra_templates
        else BUILTIN
    )


def _client(config: MkDocsConfig) -> str | None:
    features = config.theme.get("features") or ()
    instant = any(name.startswith("navigation.instant") for name in features)
    return "Material's instant navigation" if instant else None


def _log(report: Report, notes: list[Note]) -> None:
    for skipped in report.skipped:
        log.debug(skipped.text)
    if report.summary:
        log.info(report.summary)
    for note in brief((*notes, *report.notes)):
        (log.warning if note.level == "warning" else log.info)(note.text)
