"""`scopemap explain`: why a page is in the sitemap, or is not."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.record import Record, Told, find_pages, find_record


@click.command("explain")
@click.argument("url", metavar="URL")
def explain_command(url: str) -> None:
    """Tell what the last build on this machine decided about the page at URL."""
    try:
        loc = urls.normalize(url)
    except UrlError as error:
        raise click.UsageError(str(error)) from error
    record = find_record(loc)
    if record is None:
        raise click.ClickException(
            f"no build of a site at {loc} is known here: build it on this machine first"
        )
    pages = find_pages(record, loc)
    if not pages:
        raise click.ClickException(
            f"{loc} is no page of {record.base_url}, as it was built into"
            f" {record.output}"
        )
    for told in pages:
        click.echo("\n".join(_lines(told, record)))
    if not any(told.sitemap for told in pages):
        sys.exit(1)


def _lines(told: Told, record: Record) -> Iterator[str]:
    yield told.loc
    yield f"  file        {told.file} in {record.output}"
    yield f"  patterns    saw {told.path or '(the home page: an empty path)'}"
    if told.sitemap:
        yield f"  listed in   {told.sitemap}"
        yield f"  date        {told.lastmod or 'none'} ({told.dated})"
    else:
        yield f"  left out    {told.reason or record.halted}"
    for pattern in told.rules:
        yield f"  rule        {pattern}"
    for tag, url in told.alternates:
        yield f"  alternate   {tag} {url}"
