"""What a process takes, as it sees itself.

A subject that has to make its input first tells here what its work took without that.
"""

from __future__ import annotations

import cProfile
import gc
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

MISSING = 77
"""How a subject ends that is not installed."""

MAXRSS = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of what the system tells of memory."""

_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")


def cpu() -> float:
    """Give the CPU seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def cpu_of(process: int | None) -> float:
    """Give the CPU seconds of another process; 0 where the system does not tell."""
    file = Path(f"/proc/{process}/stat")
    if not file.exists():
        return 0.0
    # Behind the name, which may hold anything: proc(5), utime and stime.
    fields = file.read_text(encoding="ascii", errors="replace").rpartition(")")[2]
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def tell(work: Callable[[], object]) -> None:
    """Do the work, and print what it took."""
    gc.collect()
    before = _memory("VmRSS")
    _forget_peak()
    wall, seconds = time.perf_counter(), cpu()
    if wanted := os.environ.get("BENCHMARKS_PROFILE"):
        profile = cProfile.Profile()
        profile.runcall(work)
        profile.dump_stats(wanted)
    else:
        work()
    told = {
        "seconds": cpu() - seconds,
        "wall": time.perf_counter() - wall,
        "megabytes": max(_memory("VmHWM") - before, 0) / 1e6,
    }
    print(json.dumps(told))


def _forget_peak() -> None:
    """Let the peak of memory begin anew, where the system can (Linux, proc(5))."""
    if _RESET.exists():
        _RESET.write_text("5", encoding="ascii")


def _memory(name: str) -> int:
    """Give bytes of memory; where only the peak is known, that."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS
    lines = _STATUS.read_text(encoding="ascii", errors="replace").splitlines()
    line = next(line for line in lines if line.startswith(name))
    return int(line.split()[1]) * 1024
