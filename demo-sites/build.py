"""Build the demo sites onto one host folder, compose it, and print what is there.

Run it from anywhere: `python demo-sites/build.py`. Each site can be built again by its
name, in any order: `python demo-sites/build.py handbook`; `--host DIR` is where.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

HERE = Path(__file__).parent
URL = "https://scopemap.example/"

# MkDocs and Pelican put the level in front, Pelican also the time, and the line of its
# own code behind.
_OURS = re.compile(r"(?:\[[\d:]+\])? *(?:[A-Z]+ +(?:-  )?)?scopemap: (.*)")
_BEHIND = re.compile(r" +plugin\.py:\d+ *$")
_LOC = re.compile(rb"<loc>(.*?)</loc>")
_ENTRY = re.compile(rb"<(?:url|sitemap)>")
_DATE = re.compile(rb"<lastmod>")


def main() -> None:
    """Build the sites, then print a table of all sitemaps and indexes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", nargs="*", metavar="SITE", help="/".join(SITES))
    parser.add_argument("--host", type=Path, default=HERE / "_host")
    given = parser.parse_args()
    if not given.sites:
        shutil.rmtree(given.host, ignore_errors=True)
    for name in given.sites or SITES:
        SITES[name](given.host)
    finish(given.host)
    print(table(rows(given.host)))
    dead = list(dead_urls(given.host))
    if dead:
        sys.exit(f"nothing answers at {', '.join(dead)}")


def build_journal(host: Path) -> None:
    """Build the Pelican site at the root of the host, and show our lines."""
    config = ["--settings", "pelicanconf.py", "--debug", "--fatal", "warnings"]
    run("journal", ["pelican", *config, "--output", str(host)], HERE / "journal")


def build_handbook(host: Path) -> None:
    """Build the MkDocs site into its folder, and show our lines."""
    output = ["--site-dir", str(host / "handbook")]
    command = ["mkdocs", "build", "--strict", "--verbose", *output]
    run("handbook", command, HERE / "handbook")


def build_reference(host: Path) -> None:
    """Build each language and version of the Sphinx site, and show our lines.

    A page links to its translation where that has been built. So the first language is
    built again when the second is there.
    """
    for language in ("en", "de", "en"):
        folder = f"reference/{language}/2.0"
        settings = ["-D", f"language={language}", "-D", f"html_baseurl={URL}{folder}/"]
        build_version(folder, settings, host)
    build_version("reference/en/1.0", ["--tag", "old"], host)


def build_version(folder: str, settings: list[str], host: Path) -> None:
    """Build one language of one version of the Sphinx site into its folder."""
    command = ["sphinx", "--fail-on-warning", "--verbose", *settings]
    run(folder, [*command, ".", str(host / folder)], HERE / "reference")


SITES: dict[str, Callable[[Path], None]] = {
    "journal": build_journal,
    "handbook": build_handbook,
    "reference": build_reference,
}


def finish(host: Path) -> None:
    """Put one index over all of the host, and let the auditor look at it."""
    compose = ["--strict", "--versions", "reference/*/*"]
    # The old version keeps a sitemap of its own, which is named nowhere.
    check = ["--fail-on", "info", "--ignore", "stray-sitemap"]
    for title, *command in (
        ("the host", "compose", "--base-url", URL, *compose),
        ("the check", "check", "--base-url", URL, *check),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "scopemap", *command, str(host)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        print(f"{title}:\n  {done.stdout.strip()}\n")
        if done.returncode:
            sys.exit(done.returncode)


def run(title: str, command: list[str], folder: Path) -> None:
    """Run a generator, a Python module, and print what scopemap says in its log."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=os.environ
        | {
            "NO_MKDOCS_2_WARNING": "1",
            "DISABLE_MKDOCS_2_WARNING": "true",
            "COLUMNS": "9999",  # Pelican breaks its lines there
        },
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
            print(f"  {_BEHIND.sub('', match[1])}")
    print()


def rows(host: Path) -> Iterator[tuple[str, str, str, str]]:
    """Give address, entries, dates and bytes of each sitemap and index."""
    yield "sitemap", "entries", "dated", "bytes"
    for file in sorted(host.rglob("*.xml")):
        data = file.read_bytes()
        if _LOC.search(data):
            path = URL + file.relative_to(host).as_posix()
            entries, dates = len(_ENTRY.findall(data)), len(_DATE.findall(data))
            yield path, str(entries), str(dates), str(len(data))


def dead_urls(host: Path) -> Iterator[str]:
    """Give the URLs of all sitemaps and indexes at which no file lies."""
    for file in sorted(host.rglob("sitemap*.xml")):
        for loc in _LOC.findall(file.read_bytes()):
            url = html.unescape(loc.decode())
            path = unquote(url.removeprefix(URL))
            is_folder = not path or path.endswith("/")
            if not (host / f"{path}{'index.html' * is_folder}").is_file():
                yield url


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
