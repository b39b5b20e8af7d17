"""`scopemap diff`: what a new build lists, changes and loses."""

from __future__ import annotations

import math
import os
import re
import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scopemap.cli.tracking import track_pages
from scopemap.errors import OptionError, ScopemapError

# Imported where it is needed, as the auditor is.
# ruff: noqa: PLC0415
if TYPE_CHECKING:
    from scopemap.diff import Difference

FORMS = ("text", "json", "urls", "github")
PARTS = ("added", "removed", "changed", "lost")
REDIRECTS = ("netlify", "nginx", "mkdocs", "sphinx")

_LIMIT = re.compile(r"([0-9]+(?:\.[0-9]+)?)(%?)", re.ASCII)
_TARGET = click.Path(exists=True, path_type=Path)


class Limit(click.ParamType[tuple[float, bool]]):
    """Read a number of URLs, or a share of them: the number, and whether it is one."""

    name = "N|N%"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[float, bool]:
        """Read what the user wrote; raises click.BadParameter."""
        match = _LIMIT.fullmatch(value) if isinstance(value, str) else None
        number = float(match[1]) if match else 0.0
        is_whole = bool(match and (match[2] or number.is_integer()))
        if match is None or not is_whole or (match[2] and number > 100):
            problem = f"{value!r} must be a number of URLs or a share, like 0, 20 or 5%"
            self.fail(problem, param, ctx)
        return number, bool(match[2])


@click.command("diff")
@click.argument("old", metavar="OLD", type=_TARGET)
@click.argument("new", metavar="NEW", type=_TARGET)
@click.option("--base-url", metavar="URL", help="where NEW will be served")
@click.option("--old-base-url", metavar="URL", help="where OLD is served")
@click.option(
    "--sources",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="where the sources of NEW lie, whose renames git may know",
)
@click.option(
    "--fail-lost",
    type=Limit(),
    help="exit with 1 if more URLs than this, or a larger share of OLD's, are lost",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="for people (text, the default), scripts or GitHub's annotations",
)
@click.option(
    "--only", type=click.Choice(PARTS), help="these alone, with --format urls"
)
@click.option(
    "--redirects",
    type=click.Choice(REDIRECTS),
    help="tell only the lines that lead lost URLs on, for this tool",
)
def diff_command(
    old: Path,
    new: Path,
    *,
    base_url: str | None,
    old_base_url: str | None,
    sources: Path | None,
    fail_lost: tuple[float, bool] | None,
    form: str | None,
    only: str | None,
    redirects: str | None,
) -> None:
    """Compare what two builds of a site list, and find what readers have lost.

    OLD and NEW are folders, sitemaps or indexes. A URL is lost if NEW neither has a
    page there nor sends its reader on.
    """
    if redirects is not None and form is not None:
        raise click.UsageError("--redirects is a form of its own: leave out --format")
    if only is not None and form != "urls":
        raise click.UsageError("--only is for --format urls")
    from scopemap.diff import compare

    try:
        found = compare(
            old,
            new,
            base_url=base_url or "",
            old_base_url=old_base_url or "",
            sources=sources,
            track=track_pages,
        )
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    except ScopemapError as error:
        raise click.ClickException(str(error)) from error
    _tell(found, redirects or form or "text", only)
    if fail_lost is not None and len(found.lost) > _allowed(found, *fail_lost):
        sys.exit(1)


def _allowed(found: Difference, number: float, is_share: bool) -> float:  # noqa: FBT001  # as it was read
    # As decimals, since 0.57 of 10,000 as floats is less than 57.
    share = Decimal(str(number)) * found.old.urls / 100
    return math.floor(share) if is_share else number


def _tell(found: Difference, form: str, only: str | None) -> None:
    from scopemap.diff.lines import redirect_lines
    from scopemap.diff.telling import tell
    from scopemap.escaping import for_terminal

    if form not in ("json", "github"):  # those tell the notes themselves
        for note in found.notes:
            click.echo(for_terminal(f"{note.level}: {note.text}"), err=True)
    if form in REDIRECTS:
        told = "\n".join(redirect_lines(found, form))  # type: ignore[arg-type]  # click knows the choices
    else:
        told = tell(found, form, only=only)  # type: ignore[arg-type]  # likewise
    if form == "text":
        click.echo(told, color=False if os.environ.get("NO_COLOR") else None)
    elif told:  # UTF-8 whatever the console has: these forms go into files
        click.echo(told.encode("utf-8", "replace"))
