"""`scopemap check`: whether the sitemaps of a folder, or of a host, are true."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from scopemap.cli.tracking import track_pages
from scopemap.errors import OptionError, ScopemapError

# The auditor is imported where it is needed: the catalogue takes 20 ms to read, which
# the other commands need not spend.
# ruff: noqa: PLC0415
if TYPE_CHECKING:
    from scopemap.check.codes import Code
    from scopemap.check.findings import Audit

ENGINES = ("google", "bing", "yandex", "baidu")
HOSTS = (
    "github-pages",
    "cloudflare-pages",
    "netlify",
    "gitlab-pages",
    "readthedocs",
    "plain",
)
FORMS = ("text", "json", "github", "sarif")
RANKS = ("error", "warning", "info")
LIMIT = 100
"""URLs that are asked for, if nobody sets another number."""

_FILE = click.Path(exists=True, path_type=Path)
_OF_FOLDERS = ("target", "base_url", "robots", "profile", "host", "sources")


@click.command("check")
@click.argument("target", metavar="[DIR|FILE]", required=False, type=_FILE)
@click.option("--base-url", metavar="URL", help="where the folder will be served")
@click.option(
    "--robots",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="the robots.txt of the host, if it is not the one of the folder",
)
@click.option(
    "--profile",
    type=click.Choice(ENGINES),
    help="the engine whose own limits shall count",
)
@click.option("--host", type=click.Choice(HOSTS), help="what will serve the folder")
@click.option(
    "--sources",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="where the sources of the pages lie, to compare dates with git",
)
@click.option("--live", metavar="URL", help="ask this host instead of a folder")
@click.option(
    "--limit",
    type=click.IntRange(min=1, max=1_000),
    help=f"listed URLs to ask for, with --live; by default {LIMIT}",
)
@click.option("--select", metavar="CODES", multiple=True, help="tell these alone")
@click.option("--ignore", metavar="CODES", multiple=True, help="do not tell these")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    show_default=True,
    help="for people, scripts, GitHub's annotations or its code scanning",
)
@click.option(
    "--fail-on",
    type=click.Choice([*RANKS, "never"]),
    default="error",
    show_default=True,
    help="the least severity that makes the exit status 1",
)
@click.option("--list", "lists", is_flag=True, help="tell all that can be found")
def check_command(
    *,
    form: str,
    fail_on: str,
    lists: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    **asked: Any,
) -> None:
    """Judge the sitemaps of a finished folder, whoever wrote them.

    DIR is what will be served at the base URL; by default that is taken from its
    robots.txt or its sitemaps. FILE is a sitemap by itself. CODES are codes, their
    beginnings or names, such as SM2 or out-of-scope, with commas or one by one.
    """
    wanted = _read_codes("--select", select), _read_codes("--ignore", ignore)
    if lists:
        _tell_codes(*wanted)
        return
    audit = _narrow(_audit(asked), *wanted)
    _tell(audit, form)
    worst = audit.worst()
    if worst and fail_on in RANKS[RANKS.index(worst) :]:
        sys.exit(1)


def _read_codes(flag: str, given: tuple[str, ...]) -> tuple[str, ...]:
    """Part what was given at its commas; a name that means nothing is wrong use."""
    from scopemap.check.codes import CODES

    parts = (part.strip() for text in given for part in text.split(","))
    codes = tuple(part for part in parts if part)
    for code in codes:
        if not any(known.matches((code,)) for known in CODES.values()):
            names = [*CODES, *(known.name for known in CODES.values())]
            near = get_close_matches(code, names, n=1, cutoff=0)
            raise click.UsageError(
                f"{flag}: {code!r} is no code, nor the name of one; did you mean"
                f" {near[0]}?"
            )
    return codes


def _tell_codes(select: tuple[str, ...], ignore: tuple[str, ...]) -> None:
    from scopemap.check.codes import CODES

    for code in CODES.values():
        if (not select or code.matches(select)) and not code.matches(ignore):
            _tell_code(code)


def _tell_code(code: Code) -> None:
    click.echo(f"{code.id} {code.name} ({code.severity})")
    click.echo(click.wrap_text(code.what, 88, "    ", "    "))


def _audit(asked: Mapping[str, Any]) -> Audit:
    try:
        return _audit_host(asked) if asked["live"] else _audit_folder(asked)
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    except ScopemapError as error:
        raise click.ClickException(str(error)) from error


def _audit_host(asked: Mapping[str, Any]) -> Audit:
    for name in _OF_FOLDERS:
        if asked[name] is not None:
            flag = "DIR" if name == "target" else f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{flag} is for a folder: it has no use with --live")
    from scopemap.check.live import check_live

    return check_live(asked["live"], limit=asked["limit"] or LIMIT)


def _audit_folder(asked: Mapping[str, Any]) -> Audit:
    target, robots = asked["target"], asked["robots"]
    if target is None:
        raise click.UsageError("say what to check: a folder, a sitemap, or --live URL")
    if asked["limit"] is not None:
        raise click.UsageError("--limit is for --live: a folder needs no requests")
    from scopemap.check.audit import audit
    from scopemap.check.gathering import Asking
    from scopemap.check.telling import from_here

    asking = Asking(
        base_url=asked["base_url"] or "",
        robots=robots,
        engine=asked["profile"],
        host=asked["host"],
        sources=asked["sources"],
    )
    found = audit(target, asking, track=track_pages)
    folder = target if target.is_dir() else target.parent
    return from_here(found, folder, robots=robots)


def _narrow(audit: Audit, select: tuple[str, ...], ignore: tuple[str, ...]) -> Audit:
    from scopemap.check.findings import choose

    chosen = choose(audit.findings, select=select, ignore=ignore)
    return msgspec.structs.replace(audit, findings=tuple(chosen))


def _tell(audit: Audit, form: str) -> None:
    from scopemap.check.telling import tell

    told = tell(audit, form)  # type: ignore[arg-type]  # click knows the choices, not mypy
    if form == "text":
        # https://no-color.org; click takes colours out where it finds no terminal.
        click.echo(told, color=False if os.environ.get("NO_COLOR") else None)
    else:  # UTF-8 whatever the console has: these forms go into files
        click.echo(told.encode("utf-8", "replace"))
