"""The plugin: Pelican's signals, each handing on to the core."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from pelican.plugins import signals  # type: ignore[attr-defined]  # it ships no types

from pelican.plugins.scopemap.pages import feed_setting, make_pages, period_urls
from pelican.plugins.scopemap.runs import KEY, Run
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
    load_options,
)

if TYPE_CHECKING:
    from pelican import Pelican  # type: ignore[attr-defined]  # it ships no types
    from pelican.generators import Generator, StaticGenerator

log = logging.getLogger(__name__)

_PREFIX = "SCOPEMAP_"
_SWITCH = "SCOPEMAP_ENABLED"
_RIVALS = ("sitemap", "extended_sitemap")
"""pelican-sitemap and pelican-extended-sitemap."""


def connect() -> None:
    """Connect each signal; once, however often Pelican registers its plugins."""
    _registered.append(True)
    signals.initialized.connect(check)
    signals.get_generators.connect(begin)
    signals.all_generators_finalized.connect(note_periods)
    signals.static_generator_finalized.connect(note_static)
    signals.content_written.connect(note_page)
    signals.feed_written.connect(note_feed)
    signals.finalized.connect(finish)


_registered: list[bool] = []
"""Whether the Pelican object that is being made has the plugin: signals stay connected
for the whole process."""


def check(pelican: Pelican) -> None:
    """Make a run ready; raises OptionError for a wrong setting, which stops Pelican."""
    settings = pelican.settings
    outer = settings.pop(KEY, None)
    is_on = bool(_registered)
    _registered.clear()
    try:
        if is_on and _is_enabled(settings):
            settings[KEY] = _start(pelican, outer)
    except ScopemapError:
        _print_in_one_line()
        raise


def _start(pelican: Pelican, outer: Run | None) -> Run:
    settings = pelican.settings
    if outer is not None and outer.is_around(settings):
        _check_part(settings, outer.settings)
        return Run(pelican, outer.options, outer)
    options = _options(settings)
    if not options.base_url and options.publish != "no" and _base_url(settings):
        check_base_url(settings["SITEURL"], "SITEURL")
    return Run(pelican, options)


def _check_part(settings: Mapping[str, Any], main: Mapping[str, Any]) -> None:
    """Raise OptionError where a subsite overrides an option, which counts for all."""
    for name, value in settings.items():
        if name.startswith(_PREFIX) and name != _SWITCH and value != main.get(name):
            raise OptionError(name, "cannot be another one in a subsite")


def begin(pelican: Pelican) -> None:
    """Begin a run anew: with `-r` one Pelican object runs many times."""
    run = pelican.settings.get(KEY)
    if run is not None:
        run.begin()


def note_periods(generators: list[Generator]) -> None:
    """Remember the URLs of the period archives."""
    for generator in generators:
        # The generator of a plugin may have no settings: pelican-alias 1.1.
        run = getattr(generator, "settings", {}).get(KEY)
        if run is not None:
            run.period_urls |= period_urls([generator])


def note_static(generator: StaticGenerator) -> None:
    """Remember the author's own files."""
    run = generator.settings.get(KEY)
    if run is not None:
        run.static += [
            (PurePosixPath(file.save_as), Path(file.source_path))
            for file in generator.staticfiles
        ]


def note_page(path: str, context: Mapping[str, Any]) -> None:
    """Remember a file that was written from a template."""
    run = context.get(KEY)
    if run is not None:
        run.note(path, context)


def note_feed(path: str, context: Mapping[str, Any], feed: object) -> None:
    """Remember a feed that was written."""
    del feed
    run = context.get(KEY)
    if run is not None and (below := run.below_output(path)) is not None:
        run.feeds.append(below)


def finish(pelican: Pelican) -> None:
    """Write the files at the end of the main run, and say what there is to say."""
    run = pelican.settings.get(KEY)
    if run is None:
        return
    run.active = False
    if run.outer is not None:
        run.outer.parts.append(run)
        return
    runs = [each for each in (run, *run.parts) if each.output.is_dir()]
    if not runs:
        return
    notes: list[Note] = []
    main, *parts = [_site(each, notes) for each in runs]
    try:
        report = build(main, run.options, parts=parts)
    except ScopemapError:
        _print_in_one_line()
        raise
    _log(report, [*notes, *_rivalry(report, run.settings)])


def _site(run: Run, notes: list[Note]) -> Site:
    settings = run.settings
    pages, wrong = make_pages(run)
    notes += wrong
    # The core finds a subsite's place below another base URL by their relation.
    base_url = settings["SITEURL"] if run.options.base_url else _base_url(settings)
    return Site(
        base_url=base_url,
        setting="an absolute SITEURL" if settings["SITEURL"] else "SITEURL",
        output=run.output,
        project=Path(settings["PATH"]),
        pages=tuple(pages),
        generator="pelican",
        timezone=ZoneInfo(settings.get("TIMEZONE", "UTC")),
        authored=tuple(run.static),
        feeds=tuple((path, feed_setting(path, settings)) for path in run.feeds),
        x_default=run.main.settings["DEFAULT_LANG"],
    )


def _is_enabled(settings: Mapping[str, Any]) -> bool:
    enabled = settings.get(_SWITCH, True)
    if not isinstance(enabled, bool):
        raise OptionError(_SWITCH, f"{enabled!r} must be True or False")
    return enabled


def _options(settings: Mapping[str, Any]) -> Options:
    if "SCOPEMAP" in settings:
        problem = "each option is a setting of its own, such as SCOPEMAP_INDEX"
        raise OptionError("SCOPEMAP", problem)
    given = {
        name.removeprefix(_PREFIX).lower(): value
        for name, value in settings.items()
        if name.startswith(_PREFIX) and name != _SWITCH
    }
    return load_options(
        given,
        where=lambda name: f"{_PREFIX}{name.upper()}",
        # Pelican does not tell where its settings file lies.
        folder=Path.cwd(),
    )


def _base_url(settings: Mapping[str, Any]) -> str:
    """Give SITEURL; a relative one is what many have while they write."""
    url: str = settings["SITEURL"]
    is_relative = url.startswith(("/", ".")) and not url.startswith("//")
    return "" if is_relative else url


def _print_in_one_line() -> None:
    """Let Pelican, which stops for an error of ours, tell it without a traceback.

    From 4.11 on it has one for every exception: `pelican.main`.
    """
    logging.getLogger("pelican").addFilter(_without_traceback)


def _without_traceback(record: logging.LogRecord) -> bool:
    if record.exc_info and isinstance(record.exc_info[1], ScopemapError):
        record.exc_info = None
    return True


def _rivalry(report: Report, settings: Mapping[str, Any]) -> Iterator[Note]:
    """Warn of a plugin that writes sitemap.xml when its turn comes after ours.

    The signals reach plugins in the order of PLUGINS, which Pelican makes if need be.
    """
    names = [name.removeprefix("pelican.plugins.") for name in settings["PLUGINS"]]
    later = names[names.index("scopemap") :] if "scopemap" in names else []
    rival = next((name for name in later if name in _RIVALS), None)
    own = settings.get("SITEMAP") if rival == "sitemap" else None
    is_text = isinstance(own, dict) and own.get("format") == "txt"
    if report.sitemaps and rival is not None and not is_text:
        text = f"the plugin {rival} is on as well, and overwrites sitemap.xml"
        yield Note("warning", "rival", f"{text}; take it out of PLUGINS")


def _log(report: Report, notes: list[Note]) -> None:
    reports = (report, *report.parts)
    for each in reports:
        for skipped in each.skipped:
            log.debug("scopemap: %s", skipped.text)
        if each.summary:
            log.info("scopemap: %s", each.summary)
    # With `--fatal warnings` the first warning ends the run.
    told = brief((*notes, *(note for each in reports for note in each.notes)))
    for note in sorted(told, key=_is_warning):
        (log.warning if _is_warning(note) else log.info)("scopemap: %s", note.text)


def _is_warning(note: Note) -> bool:
    return note.level == "warning"
