"""`scopemap compose`: one index and one robots.txt over all builds of a host."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from scopemap.cli.configuration import read_pairs
from scopemap.cli.telling import tell_report
from scopemap.errors import OptionError, ScopemapError
from scopemap.manifest import write_manifest


@click.command("compose")
@click.argument(
    "host",
    metavar="HOST_DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option(
    "--base-url", metavar="URL", required=True, help="where the folder is served"
)
@click.option(
    "--also",
    metavar="DIR=URL",
    multiple=True,
    help="another host with languages of the same site: its folder, and where it is"
    " served; it is composed, too",
)
@click.option(
    "--include",
    metavar="PATTERN",
    multiple=True,
    help="sitemaps to name although they lie in the folder of a preview",
)
@click.option(
    "--exclude", metavar="PATTERN", multiple=True, help="sitemaps not to name"
)
@click.option(
    "--root-sitemap",
    is_flag=True,
    help="write sitemap-all.xml too, for engines that read no index",
)
@click.option(
    "--repair",
    is_flag=True,
    help="cut out of sitemaps what engines would refuse, so that the rest counts",
)
@click.option(
    "--versions",
    metavar="FOLDER",
    multiple=True,
    help="folders of versions, or patterns; by default what mike's versions.json or a"
    " switcher.json names",
)
@click.option(
    "--policy",
    type=click.Choice(["latest", "supported", "all"]),
    default="latest",
    show_default=True,
    help="which versions the index leads to",
)
@click.option(
    "--supported", metavar="PATTERN", multiple=True, help="those, with that policy"
)
@click.option(
    "--prefer",
    type=click.Choice(["version", "alias"]),
    default="version",
    show_default=True,
    help="which of a version and its alias is listed, where the pages do not say",
)
@click.option(
    "--languages",
    metavar="TAG=BASE",
    multiple=True,
    help="builds of one site in several languages, whose pages shall name each other",
)
@click.option(
    "--x-default", metavar="TAG", help="the language for readers whose own is missing"
)
@click.option(
    "--robots",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="put the Sitemap line into robots.txt",
)
@click.option(
    "--manifest",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="a JSON file that tells what changed, in the order in which to upload it",
)
@click.option("--dry-run", is_flag=True, help="write nothing; tell what would be")
@click.option("--strict", is_flag=True, help="exit with 1 after a warning")
@click.option("-v", "--verbose", is_flag=True, help="tell each sitemap left out")
def compose_command(
    host: Path,
    *,
    manifest: Path | None,
    dry_run: bool,
    strict: bool,
    verbose: bool,
    **asked: Any,
) -> None:
    """Write the index over the sitemaps of all builds below HOST_DIR.

    Each build has written its own, whatever it was: this command adds the index at the
    root, and the line in robots.txt. Patterns are compared with the paths of sitemaps
    below HOST_DIR: pr-preview/ is left out by itself.
    """
    from scopemap.compose.asking import Asking  # noqa: PLC0415  # needed here alone
    from scopemap.compose.composing import compose  # noqa: PLC0415

    try:
        languages = tuple(read_pairs(asked.pop("languages")).items())
        also = tuple(map(_read_host, asked.pop("also")))
        asking = Asking(languages=languages, also=also, **asked)
        reports = compose(host, asking, dry_run=dry_run)
        bases = [asking.base_url, *(url for _, url in also)]
        told = list(zip(bases, reports, strict=True))
        if manifest is not None and not dry_run:
            write_manifest(manifest, told)
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    except ScopemapError as error:
        raise click.ClickException(str(error)) from error
    for base_url, report in told:
        if also:
            click.echo(f"{base_url}:")
        tell_report(report, dry_run=dry_run, verbose=verbose)
    if strict and any(note.level == "warning" for _, r in told for note in r.notes):
        sys.exit(1)


def _read_host(text: str) -> tuple[Path, str]:
    folder, _, url = text.rpartition("=")
    if not folder:
        raise OptionError(
            "--also", f"{text!r} must be a folder and a URL: de=https://de.example.com/"
        )
    return Path(folder), url
