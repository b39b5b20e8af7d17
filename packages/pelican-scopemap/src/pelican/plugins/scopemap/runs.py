"""Runs: what Pelican's signals tell from the start of a run to its end.

A run travels in the settings, of which Pelican copies the context of each page, and
i18n_subsites the settings of each subsite. So each event finds its run, whichever else
goes on in the process, and a run that failed leaves nothing behind.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from pelican.contents import Content
from pelican.urlwrappers import URLWrapper

from scopemap import Options

if TYPE_CHECKING:
    from pelican import Pelican  # type: ignore[attr-defined]  # it ships no types

KEY = "_scopemap"


class Written(NamedTuple):
    """Hold what is known of one file that Pelican wrote."""

    path: PurePosixPath
    content: Content | None = None
    """The article or page in it."""
    wrapper: URLWrapper | None = None
    """The tag, category or author that it is about."""
    template: str | None = None
    """The direct template that it is made of."""
    members: Sequence[Content] = ()
    """The articles that it lists."""
    number: int = 1
    """Which part of a paginated listing it is."""
    wins: bool = False
    """Whether it stays although something else is written to the same path."""


class Run:
    """Collect what one run of one Pelican object tells."""

    def __init__(
        self, pelican: Pelican, options: Options, outer: Run | None = None
    ) -> None:
        self.settings: dict[str, Any] = pelican.settings
        self.options = options
        self.outer = outer
        self._owner = weakref.ref(pelican)
        self.begin()
        self.active = False

    def is_around(self, settings: Mapping[str, Any]) -> bool:
        """Tell whether settings are those of a subsite, made in the course of this run.

        They are a copy then, and the Pelican object of this run is still at work.
        """
        is_at_work = self.active and self._owner() is not None
        return is_at_work and self.settings is not settings

    def begin(self) -> None:
        """Forget the last run of the same object, whether it ended or failed."""
        self.active = True
        # In a subsite it may be relative.
        self.output = Path(os.path.abspath(self.settings["OUTPUT_PATH"]))  # noqa: PTH100
        self.parts: list[Run] = []
        self.written: list[Written] = []
        self.feeds: list[PurePosixPath] = []
        self.static: list[tuple[PurePosixPath, Path]] = []
        self.period_urls: dict[str, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Be None in Pelican's caches, which hold settings beside contents."""
        return type(None), ()

    def __deepcopy__(self, _memo: object) -> Run:
        """Stay the same in settings that somebody copies."""
        return self

    @property
    def main(self) -> Run:
        """Give the run of the main site, in which those of its subsites happen."""
        return self.outer or self

    @property
    def site_languages(self) -> set[str]:
        """Give the languages that have a site of their own; none without subsites."""
        parts = self.main.parts
        runs = (self.main, *parts) if parts else ()
        return {run.settings["DEFAULT_LANG"].lower() for run in runs}

    def below_output(self, path: str) -> PurePosixPath | None:
        """Give the path of a file below the output folder, None outside of it."""
        if path.startswith(f"{self.output}/"):
            return PurePosixPath(path[len(f"{self.output}/") :])
        relative = os.path.relpath(path, self.output)
        is_outside = relative.split(os.sep, 1)[0] == os.pardir
        return None if is_outside else PurePosixPath(relative.replace(os.sep, "/"))

    def note(self, path: str, context: Mapping[str, Any]) -> None:
        """Keep of a written file what matters; its context is large."""
        below = self.below_output(path)
        if below is not None:
            self.written.append(_read(below, context, self.settings))


def _read(
    path: PurePosixPath, context: Mapping[str, Any], settings: Mapping[str, Any]
) -> Written:
    for name in ("article", "page"):
        if isinstance(content := context.get(name), Content):
            wins = hasattr(content, "override_save_as")
            return Written(path, content=content, wins=wins)
    part = context.get("articles_page") or context.get("dates_page")
    listing = Written(
        path,
        members=context.get("articles", ()) if part is None else part.object_list,
        number=1 if part is None else part.number,
    )
    for name in ("tag", "category", "author"):
        if isinstance(wrapper := context.get(name), URLWrapper):
            return listing._replace(wrapper=wrapper)
    if "period" in context:
        return listing
    if (template := _direct_template(context.get("page_name"), settings)) is not None:
        return listing._replace(template=template)
    template_pages = settings["TEMPLATE_PAGES"] or {}
    wins = context.get("output_file") in template_pages.values()
    return Written(path, wins=wins)


def _direct_template(page_name: object, settings: Mapping[str, Any]) -> str | None:
    """Find the direct template that is saved under a name, without its extension."""
    for template in settings["DIRECT_TEMPLATES"] or ():
        save_as = settings.get(f"{template.upper()}_SAVE_AS", f"{template}.html")
        if save_as and os.path.splitext(save_as)[0] == page_name:  # noqa: PTH122
            return str(template)
    return None
