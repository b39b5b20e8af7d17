"""`scopemap options`: what can be set, and what it means."""

from __future__ import annotations

import click
import msgspec

from scopemap.options import describe


@click.command("options")
def options_command() -> None:
    """Tell all options, their defaults and what they mean."""
    for option in describe():
        default = "" if option.default is None else _toml(option.default)
        click.echo(f"{option.name} = {default}".rstrip(" ="))
        click.echo(click.wrap_text(option.meaning, 88, "    ", "    "))


def _toml(default: object) -> str:
    return msgspec.json.encode(default).decode()
