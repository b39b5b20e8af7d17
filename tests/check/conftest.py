"""Folders for the judges: real files, read as the command reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path

import pytest

from scopemap.check.context import Context
from scopemap.check.gathering import Asking, gather_context

NOW = datetime(2026, 6, 1, 12, tzinfo=timezone.utc)
_OLD = datetime(2020, 1, 1, tzinfo=timezone.utc).timestamp()


@pytest.fixture
def look(tmp_path):
    """Lay out files, all of them old, and read them as a folder served at a URL."""

    def look(
        files: Mapping[str, str | bytes],
        *,
        base_url: str = "https://example.com/",
        robots: str | None = None,
        sources: Path | None = None,
        alone: str | None = None,
        now: datetime = NOW,
    ) -> Context:
        output = tmp_path / "out"
        for name, text in files.items():
            file = output / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode() if isinstance(text, str) else text)
            os.utime(file, (_OLD, _OLD))
        given = None
        if robots is not None:
            given = tmp_path / "host-robots.txt"
            given.write_bytes(robots.encode())
        return gather_context(
            output / alone if alone else output,
            Asking(base_url=base_url, robots=given, sources=sources),
            environ={"SOURCE_DATE_EPOCH": str(int(now.timestamp()))},
            track=iter,
        )

    return look
