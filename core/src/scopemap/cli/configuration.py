"""Configuration: options from a file in the working folder, and from flags over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from scopemap.errors import OptionError
from scopemap.loading import load_options
from scopemap.options import Described, Options, describe

FILES = ("scopemap.toml", "pyproject.toml")
"""Where options are looked for; in the latter they are in `[tool.scopemap]`."""
_IN_FILES_ALONE = ("rules",)

Command = TypeVar("Command", bound=Callable[..., Any])


def add_flags(command: Command) -> Command:
    """Give a command a flag for each option that can be written as one."""
    for option in reversed(list(describe())):
        if option.name not in _IN_FILES_ALONE:
            command = _flag(option)(command)
    return command


def _flag(option: Described) -> Callable[[Command], Command]:
    name = option.name.replace("_", "-")
    meaning = option.meaning.replace("`", "")
    if isinstance(option.default, bool):
        return click.option(f"--{name}/--no-{name}", default=None, help=meaning)
    many = isinstance(option.default, tuple | dict) or option.name == "scopes"
    metavar = "TAG=BASE" if isinstance(option.default, dict) else "TEXT"
    return click.option(f"--{name}", multiple=many, metavar=metavar, help=meaning)


def read_options(flags: Mapping[str, Any], config: Path | None) -> Options:
    """Lay the flags that were given over the file's options; raises OptionError."""
    given = {name: _plain(name, value) for name, value in flags.items()}
    given = {name: value for name, value in given.items() if value is not None}
    file, written = _read_file(config)
    merged = load_options(
        {name: value for name, value in written.items() if name not in given},
        where=lambda name: f"{file.name}: {name}" if file else name,
        folder=file.parent if file else Path(),
    )
    ours = load_options(given, where=_flag_name, folder=Path(), text=True)
    changes = {name: getattr(ours, name) for name in given}
    return msgspec.structs.replace(merged, **changes)


def _flag_name(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _plain(name: str, value: object) -> object:
    """Turn what click gives into what a file would say; None: it was not given."""
    if value in (None, ()):
        return None
    if isinstance(value, tuple) and "" in value:
        raise OptionError(_flag_name(name), "must not be empty")
    if name == "languages" and isinstance(value, tuple):
        return read_pairs(value)
    if name == "scopes" and value in (("auto",), ("sections",)):
        return value[0]
    if value == "false" and name in ("x_default", "git_ignore_revs"):
        return False
    return list(value) if isinstance(value, tuple) else value


def read_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """Read languages as flags give them, each `TAG=BASE`; raises OptionError."""
    languages: dict[str, str] = {}
    for tag, base in map(_split, pairs):
        if tag in languages:
            raise OptionError("--languages", f"{tag!r} must not be given twice")
        languages[tag] = base
    return languages


def _split(pair: str) -> tuple[str, str]:
    tag, equals, base = pair.partition("=")
    if not equals:
        raise OptionError("--languages", f"{pair!r} must be a tag and a base: de=de/")
    return tag, base


def _read_file(config: Path | None) -> tuple[Path | None, Mapping[str, object]]:
    for file in [config] if config is not None else _candidates():
        try:
            data = msgspec.toml.decode(file.read_bytes(), type=dict[str, Any])
        except OSError as error:
            raise OptionError(str(file), error.strerror or str(error)) from error
        except ValueError as error:  # msgspec's own are ValueErrors
            raise OptionError(str(file), str(error)) from error
        if file.name != "pyproject.toml":
            return file, data
        section = _section(data, "tool", f"{file.name}: [tool]")
        if "scopemap" in section:
            return file, _section(section, "scopemap", f"{file.name}: [tool.scopemap]")
    return None, {}


def _section(data: Mapping[str, Any], name: str, where: str) -> Mapping[str, object]:
    section = data.get(name, {})
    if not isinstance(section, dict):
        raise OptionError(where, "must be a table")
    return section


def _candidates() -> Iterator[Path]:
    return (Path(name) for name in FILES if Path(name).is_file())
