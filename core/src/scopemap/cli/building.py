"""`scopemap build`: sitemaps for a finished output folder, whatever built it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from scopemap.build import build
from scopemap.cli.configuration import add_flags, read_options
from scopemap.cli.telling import tell_report
from scopemap.cli.tracking import track_pages
from scopemap.errors import OptionError, ScopemapError
from scopemap.model import Site
from scopemap.options import Options
from scopemap.report import Report


@click.command("build")
@click.argument(
    "folder",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option(
    "--sources",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="where the sources of the pages lie, under the same names, for dates from git",
)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="options; by default scopemap.toml, or [tool.scopemap] in pyproject.toml",
)
@click.option("--dry-run", is_flag=True, help="write nothing; tell what would be")
@click.option(
    "--keep-existing", is_flag=True, help="stop if somebody else's file is in the way"
)
@click.option("--strict", is_flag=True, help="exit with 1 after a warning")
@click.option("-v", "--verbose", is_flag=True, help="tell each page that is left out")
@add_flags
def build_command(
    folder: Path,
    *,
    sources: Path | None,
    config: Path | None,
    dry_run: bool,
    keep_existing: bool,
    strict: bool,
    verbose: bool,
    **flags: Any,
) -> None:
    """Write the sitemaps, the index and the robots line of a finished site.

    DIR is what will be served at the base URL: all HTML files in it are pages, but for
    hidden ones and for folders that another build lists itself.
    """
    try:
        options = read_options(flags, config)
        site = _site(folder, sources, options)
        if keep_existing:
            _refuse_to_replace(build(site, options, dry_run=True))
        report = build(site, options, dry_run=dry_run, track=track_pages)
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    except ScopemapError as error:
        raise click.ClickException(str(error)) from error
    tell_report(report, dry_run=dry_run, verbose=verbose)
    levels = [note.level for note in report.notes]
    is_halted = any(note.code == "halted" for note in report.notes)
    if is_halted or (strict and "warning" in levels):
        sys.exit(1)


def _site(folder: Path, sources: Path | None, options: Options) -> Site:
    if not options.base_url:
        problem = "say where the folder is served: --base-url https://example.com/docs/"
        raise OptionError("base_url", problem)
    return Site(
        base_url=options.base_url,
        output=folder,
        project=Path(),
        pages=(),
        generator="folder",
        walks=True,
        sources_in=sources,
    )


def _refuse_to_replace(report: Report) -> None:
    replaced = [note.text for note in report.notes if note.code == "replaced"]
    if replaced:
        raise click.ClickException(f"{replaced[0]}: --keep-existing forbids it")
