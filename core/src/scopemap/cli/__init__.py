"""The command line: `scopemap build`, `check`, `compose`, `explain`, `options`."""

from __future__ import annotations

import io
import sys

import click

from scopemap.cli.building import build_command
from scopemap.cli.checking import check_command
from scopemap.cli.composing import compose_command
from scopemap.cli.differing import diff_command
from scopemap.cli.explaining import explain_command
from scopemap.cli.listing import options_command

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="scopemap")
def main() -> None:
    """Write sitemaps that are true, for any finished site."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names that are no text, as `ls` does
            stream.reconfigure(errors="surrogateescape")


main.add_command(build_command)
main.add_command(check_command)
main.add_command(diff_command)
main.add_command(compose_command)
main.add_command(explain_command)
main.add_command(options_command)
