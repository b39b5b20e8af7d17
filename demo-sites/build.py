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

_OURS = re.compile(r"(?:\w+ +-  )?scopemap: (.*)")
_LOC = re.compile(rb"<loc>")
_ENTRY = re.compile(rb"<(?:url|sitemap)>")
_DATE = re.compile(rb"<lastmod>")


def main() -> None:
    """Build every site, then print a table of all sitemaps and indexes."""
    shutil.rmtree(HOST, ignore_errors=True)
    build_mkdocs("handbook")
    # A page links to its translation where that has been built. So the first language
    # is built again when the second is there.
    for language in ("en", "de", "en"):
        build_sphinx("reference", language)
    print(table(rows(HOST)))


def build_mkdocs(name: str) -> None:
    """Build an MkDocs site into the host's folder of its name, and show our lines."""
    config = ["--config-file", str(HERE / name / "mkdocs.yml")]
    output = ["--site-dir", str(HOST / name)]
    run(name, ["mkdocs", "build", "--strict", "--verbose", *config, *output])


def build_sphinx(name: str, language: str) -> None:
    """Build one language of a Sphinx site into its folder, and show our lines."""
    base_url = f"https://scopemap.example/{name}/{language}/"
    settings = ["-D", f"language={language}", "-D", f"html_baseurl={base_url}"]
    folders = [str(HERE / name), str(HOST / name / language)]
    command = ["sphinx", "--fail-on-warning", "--verbose", *settings, *folders]
    run(f"{name}, {language}", command)


def run(title: str, command: list[str]) -> None:
    """Run a generator, a Python module, and print what scopemap says in its log."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        env=os.environ
        | {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout)
    print(f"{title}:")
    for line in done.stdout.splitlines():
        if match := _OURS.match(line):
            print(f"  {match[1]}")
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
