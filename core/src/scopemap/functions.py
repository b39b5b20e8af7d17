"""A user's own function, given as it is or as `module:function`."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from scopemap.errors import OptionError


def load_function(value: object, where: str, folder: Path | None) -> Any:
    """Give the function that an option names, or None where it names none.

    A module that lies in `folder` is read anew each time, so that a changed one
    counts when a long-running server builds again; any other is imported. Raises
    OptionError where there is no such module or function.
    """
    if value is None or callable(value):
        return value
    if not isinstance(value, str) or value.count(":") != 1:
        raise OptionError(where, f"{value!r} must be a function or module:function")
    module_name, _, function_name = value.partition(":")
    module = _load_module(module_name, where, folder)
    function = getattr(module, function_name, None)
    if not callable(function):
        raise OptionError(where, f"{module_name} has no function {function_name!r}")
    return function


def _load_module(name: str, where: str, folder: Path | None) -> ModuleType:
    if folder is not None:
        file = folder.joinpath(*name.split(".")).with_suffix(".py")
        if file.is_file():
            return _read_module(name, file)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        beside = f" beside {folder}" if folder is not None else ""
        raise OptionError(
            where, f"there is no module {name!r}{beside} ({error})"
        ) from error


def _read_module(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None  # as for every .py file
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
