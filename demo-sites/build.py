"""Build the demo sites onto one host folder and print what was written there.

Run it from anywhere: `python demo-sites/build.py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
HOST = HERE / "_host"

_LOC = re.compile(rb"<loc>")
_ENTRY = re.compile(rb"<(?:url|sitemap)>")
_DATE = re.compile(rb"<lastmod>")


def main() -> None:
    """Build every site, then print a table of all sitemaps and indexes."""
    shutil.rmtree(HOST, ignore_errors=True)
    build_mkdocs("handbook")
    print(table(rows(HOST)))


def build_mkdocs(name: str) -> None:
    """Build an MkDocs site into the host's folder of its name, and show our lines."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--verbose"]
    config = ["--config-file", str(HERE / name / "mkdocs.yml")]
    output = ["--site-dir", str(HOST / name)]
    done = subprocess.run(
        [*command, *config, *output],
        env=os.environ
        | {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    print(f"{name}:")
    for line in done.stderr.splitlines():
        if "-  scopemap: " in line:
            print("  " + line.split("-  scopemap: ")[1])
    print()


def rows(host: Path) -> Iterator[tuple[str, str, str, str]]:
    """Give path, entries, dates and bytes of each sitemap and index, by path."""
    yield "file", "entries", "dated", "bytes"
    for file in sorted(host.rglob("*.xml")):
        data = file.read_bytes()
        if _LOC.search(data):
            path = file.relative_to(host).as_posix()
            entries, dates = len(_ENTRY.findall(data)), len(_DATE.findall(data))
            yield path, str(entries), str(dates), str(len(data))


def table(lines: Iterator[tuple[str, str, str, str]]) -> str:
    """Set rows in columns, numbers to the right."""
    cells = list(lines)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        row[0].ljust(widths[0])
        + "".join(
            cell.rjust(width + 2)
            for cell, width in zip(row[1:], widths[1:], strict=True)
        )
        for row in cells
    )


if __name__ == "__main__":
    main()
