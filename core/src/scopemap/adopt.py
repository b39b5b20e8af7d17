"""Adopting: further files of the output, which the generator does not know as pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from scopemap.model import Page, Site
from scopemap.options import Options
from scopemap.patterns import compile_patterns, first_match
from scopemap.render import STYLESHEET, gzip_path, text_path
from scopemap.survey import ROBOTS, Survey


def adopt_files(site: Site, options: Options, survey: Survey) -> Site:
    """Add the further files of the output that the option `files` names, as pages.

    A file that the author wrote is dated by its source.
    """
    if not options.files:
        return site
    patterns = compile_patterns(options.files)
    sources = {str(path): source for path, source in site.authored}
    known = {str(page.path) for page in site.pages}
    own = {ROBOTS, str(STYLESHEET), *map(str, site.replaces)}
    for path in map(PurePosixPath, survey.sitemaps):
        own |= {str(path), str(gzip_path(path)), str(text_path(path))}
    found = tuple(
        _adopted(path, sources)
        for path in sorted(survey.files - known - own - set(survey.staged))
        if first_match(patterns, path)
    )
    return msgspec.structs.replace(site, pages=site.pages + found)


def _adopted(path: str, sources: Mapping[str, Path]) -> Page:
    source = sources.get(path)
    return Page(PurePosixPath(path), sources=(source,) if source else ())
