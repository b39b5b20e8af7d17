"""Telling: what a build or a composition did, on the terminal."""

from __future__ import annotations

import click

from scopemap.report import Report, brief


def tell_report(report: Report, *, dry_run: bool, verbose: bool) -> None:
    """Tell the notes on the error stream, the outcome on the other."""
    if verbose:
        for skipped in report.skipped:
            click.echo(skipped.text)
    for note in brief(report.notes):
        click.echo(f"{note.level}: {note.text}", err=True)
    if dry_run:
        for path in report.written:
            click.echo(f"would write {path}")
        for path in report.removed:
            click.echo(f"would remove {path}")
    if report.summary:
        click.echo(report.summary)
