"""Build a site, and tell what the hooks of one plugin take in it.

    python -m benchmarks.subjects.hooks mkdocs|pelican|sphinx PREFIXES [ARGUMENT …]

`PREFIXES` are the plugin's modules, with commas between. What is measured is CPU, in
this process, of their children that have ended, and of worker processes: the import of
the plugin after all that the generator imports itself, and each call of a hook.
"""

from __future__ import annotations

import cProfile
import functools
import importlib
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import util
from pathlib import Path
from typing import Any

from benchmarks.meter import MISSING, cpu, cpu_of


class Meter:
    """Sums what calls take; a call within another counts once."""

    def __init__(self) -> None:
        self.owner = self.process = os.getpid()
        self.folder = Path(tempfile.mkdtemp())
        self.seconds = self.wall = 0.0
        self.depth = 0
        self.empty = 0.0
        """CPU seconds that the clocks themselves take in each call."""
        self.kept: list[Any] = []
        """What generators hold by weak references only."""
        wanted = os.environ.get("BENCHMARKS_PROFILE")
        self.profile = cProfile.Profile() if wanted else None

    def calibrate(self) -> None:
        """Find what a call takes that does nothing."""
        took = []
        for _ in range(201):
            self.seconds = 0.0
            self.call(int)
            took.append(self.seconds)
        self.empty, self.seconds, self.wall = statistics.median(took), 0.0, 0.0

    def wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Give the function, measured."""

        def measured(*args: Any, **kwargs: Any) -> Any:
            return self.call(function, *args, **kwargs)

        # MkDocs keeps a hook's priority on it.
        functools.update_wrapper(measured, getattr(function, "func", function))
        self.kept.append(measured)
        return measured

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call, and add what it takes."""
        if os.getpid() != self.process:
            self._begin_worker()
        if self.depth:
            return function(*args, **kwargs)
        self.depth = 1
        if self.profile is not None:
            self.profile.enable()
        began, wall = cpu(), time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            self.seconds += cpu() - began - self.empty
            self.wall += time.perf_counter() - wall
            if self.profile is not None:
                self.profile.disable()
            self.depth = 0

    def _begin_worker(self) -> None:
        """Begin anew in a process that was forked, and tell the sum at its end."""
        self.process, self.seconds, self.depth = os.getpid(), 0.0, 0
        util.Finalize(None, self._tell_worker, exitpriority=1)

    def _tell_worker(self) -> None:
        file = self.folder / str(self.process)
        file.write_text(str(self.seconds), encoding="ascii")

    def total(self) -> float:
        """Give the CPU seconds of this process, of workers, and of what still runs.

        That is the process that a hook has started for itself, as sphinx-sitemap does
        for its queue.
        """
        workers = [float(f.read_text(encoding="ascii")) for f in self.folder.iterdir()]
        running = [cpu_of(each.pid) for each in multiprocessing.active_children()]
        return self.seconds + sum(workers) + sum(running)


def main() -> None:
    """Build, and print what the hooks took."""
    generator, names, *arguments = sys.argv[1:]
    prefixes = tuple(names.split(","))
    meter = Meter()
    meter.calibrate()
    try:
        GENERATORS[generator](meter, prefixes, arguments)
    except ImportError as error:
        print(error)
        sys.exit(MISSING)
    if meter.profile is not None:
        meter.profile.dump_stats(os.environ["BENCHMARKS_PROFILE"])
    told = {"seconds": meter.total(), "wall": meter.wall}
    print(json.dumps(told))


def build_mkdocs(meter: Meter, prefixes: tuple[str, ...], arguments: list[str]) -> None:
    """Build with MkDocs; its plugins' hooks are methods."""
    # What MkDocs imports for every build.
    for name in ("mkdocs.__main__", "mkdocs.commands.build", "mkdocs.structure.pages"):
        importlib.import_module(name)
    from mkdocs.plugins import BasePlugin  # noqa: PLC0415

    for name in prefixes:
        meter.call(importlib.import_module, name)
    for plugin in _subclasses(BasePlugin):
        if plugin.__module__.startswith(prefixes):
            for name in ("load_config", *(n for n in vars(plugin) if n[:3] == "on_")):
                setattr(plugin, name, meter.wrap(getattr(plugin, name)))
    from mkdocs.__main__ import cli  # noqa: PLC0415

    cli(["build", "--quiet", *arguments], standalone_mode=False)


def _subclasses(of: type) -> list[Any]:
    found: list[Any] = of.__subclasses__()
    return [*found, *(each for one in found for each in _subclasses(one))]


def build_pelican(
    meter: Meter, prefixes: tuple[str, ...], arguments: list[str]
) -> None:
    """Build with Pelican; its plugins' hooks are receivers of signals."""
    import pelican  # noqa: PLC0415
    from blinker import Signal  # noqa: PLC0415

    connect = Signal.connect

    def connect_measured(self: Any, receiver: Any, *rest: Any, **named: Any) -> Any:
        if _module(receiver).startswith(prefixes):
            receiver = meter.wrap(receiver)
        return connect(self, receiver, *rest, **named)

    Signal.connect = connect_measured  # type: ignore[method-assign]  # meant so
    for name in prefixes:
        meter.call(importlib.import_module, name)
    pelican.main(arguments)  # type: ignore[attr-defined]  # it ships no types


def build_sphinx(meter: Meter, prefixes: tuple[str, ...], arguments: list[str]) -> None:
    """Build with Sphinx; its extensions' hooks are callbacks of events."""
    from sphinx.application import builtin_extensions  # noqa: PLC0415
    from sphinx.cmd.build import build_main  # noqa: PLC0415
    from sphinx.events import EventManager  # noqa: PLC0415

    for name in builtin_extensions:
        importlib.import_module(name)
    connect = EventManager.connect

    def connect_measured(self: Any, name: str, callback: Any, priority: int) -> int:
        if _module(callback).startswith(prefixes):
            callback = meter.wrap(callback)
        return connect(self, name, callback, priority)

    EventManager.connect = connect_measured  # type: ignore[method-assign]  # meant so
    for name in prefixes:
        module = meter.call(importlib.import_module, name)
        if hasattr(module, "setup"):
            module.setup = meter.wrap(module.setup)
    if code := build_main(arguments):
        sys.exit(code)


def _module(function: Any) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    return str(getattr(function, "__module__", None) or "")


GENERATORS = {
    "mkdocs": build_mkdocs,
    "pelican": build_pelican,
    "sphinx": build_sphinx,
}

if __name__ == "__main__":
    main()
