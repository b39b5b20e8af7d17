"""A user's own function, given as it is or as `module:function`."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from scopemap.errors import OptionError

_REFERENCE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:\w*")


def load_function(value: object, where: str, folder: Path | None) -> Any:
    """Give the function that an option names, or None where it names none.

    A module that lies in `folder` is read anew each time, so that a changed one
    counts when a long-running server builds again; any other is imported. Raises
    OptionError where there is no such module or function.
    """
    if value is None or callable(value):
        return value
    if not isinstance(value, str) or not _REFERENCE.fullmatch(value):
        raise OptionError(where, f"{value!r} must be a function or module:function")
    module_name, _, function_name = value.partition(":")
    module = _load_module(module_name, where, folder)
    function = getattr(module, function_name, None)
    if not callable(function):
        raise OptionError(where, f"{module_name} has no function {function_name!r}")
    return function


def _load_module(name: str, where: str, folder: Path | None) -> ModuleType:
    beside = f" beside {folder}" if folder is not None else ""
    try:
        if folder is not None:
            file = folder.joinpath(*name.split(".")).with_suffix(".py")
            if file.is_file():
                return _read_module(name, file)
        return importlib.import_module(name)
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and name.startswith(
            error.name or "."
        ):
            problem = f"there is no module {name!r}{beside} ({error})"
        else:
            problem = f"{name} cannot be imported ({error})"
        raise OptionError(where, problem) from error


def _read_module(name: str, file: Path) -> ModuleType:
    """Run a module from its source, since bytecode may be of an earlier second's."""
    module = ModuleType(f"scopemap-{name}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    code = compile(file.read_bytes(), file, "exec")
    exec(code, module.__dict__)  # noqa: S102  # the user's own, as an import would
    return module
