"""Build a tiny site with old and new Sphinx, each in a virtual environment of its own.

    python tests/real/sphinx_versions.py

The wheels of our own distributions are built once and installed beside each Sphinx.
Needs a Python that all of these versions run on: 3.11 or 3.12.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lxml import etree  # type: ignore[import-untyped]  # it ships no types

ROOT = Path(__file__).resolve().parents[2]
LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"

SPHINXES = ("sphinx==7.2.6", "sphinx==7.4.7", "sphinx==8.2.3", "sphinx")
"""The oldest that we allow, the last of two series, and the newest for this Python."""

SITE = {
    "conf.py": """\
project = "Harbour"
html_baseurl = "https://docs.example.com/"
extensions = ["sphinx_scopemap"]
""",
    "index.rst": """\
Harbour
=======

.. toctree::

   first steps
   crew/index
   log
""",
    "first steps.rst": "First steps\n===========\n",
    "crew/index.rst": "Crew\n====\n",
    "log.rst": ":sitemap: no\n\nLog\n===\n",
}

EXPECTED = {
    "html": [
        "https://docs.example.com/crew/index.html",
        "https://docs.example.com/first%20steps.html",
        "https://docs.example.com/index.html",
    ],
    "dirhtml": [
        "https://docs.example.com/",
        "https://docs.example.com/crew/",
        "https://docs.example.com/first%20steps/",
    ],
}


class Row(NamedTuple):
    """What one builder of one Sphinx did."""

    sphinx: str
    builder: str
    faults: list[str]


def try_sphinx(sphinx: str, *, wheels: list[str], work: Path) -> list[Row]:
    """Install a Sphinx beside ours and build the site with each builder."""
    folder = work / sphinx
    environment, source = folder / "venv", folder / "source"
    python = str(environment / "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", python]
    venv.create(environment)
    try:
        _run(*pip, "install", sphinx, *wheels)
        version = _run(python, "-c", "import sphinx; print(sphinx.__version__)").strip()
    except subprocess.CalledProcessError as error:
        return [Row(sphinx, "none", [f"{error}\n{error.stdout}"])]
    for name, text in SITE.items():
        file = source / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    build = partial(_build, python, source, folder)
    return [Row(version, builder, list(build(builder))) for builder in EXPECTED]


def _build(python: str, source: Path, folder: Path, builder: str) -> Iterator[str]:
    """Build the site twice, the second time with nothing to do, and give the faults."""
    output = folder / builder
    command = [python, "-m", "sphinx", "-W", "-b", builder, str(source), str(output)]
    try:
        _run(*command, alone=folder)
        first = _written(output)
        _run(*command, alone=folder)
    except subprocess.CalledProcessError as error:
        yield f"{error}\n{error.stdout}"
        return
    second = _written(output)
    sitemap = etree.fromstring(second.get("sitemap.xml", b"<none/>"))
    locs = [element.text for element in sitemap.iter(LOC)]
    if locs != EXPECTED[builder]:
        yield f"lists {locs}"
    for name in sorted(first.keys() | second.keys()):
        if first.get(name) != second.get(name):
            yield f"{name} is another after the second build"


def _written(output: Path) -> dict[str, bytes]:
    """Read what is ours at the root of the output."""
    files = (*output.glob("sitemap*"), *output.glob("robots.txt"))
    return {file.name: file.read_bytes() for file in files}


def _run(*command: str, alone: Path | None = None) -> str:
    """Run a command; `alone` in a folder, without what the environment says of CI."""
    return subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "HOME": str(alone)} if alone else None,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ).stdout


def _wheels(folder: Path) -> list[str]:
    ours = [str(ROOT / "core"), str(ROOT / "packages/sphinx-scopemap")]
    options = ["--no-deps", "--wheel-dir", str(folder)]
    _run(sys.executable, "-m", "pip", "wheel", *options, *ours)
    return sorted(map(str, folder.iterdir()))


def main() -> int:
    """Try each Sphinx, print a table, and tell whether all is well."""
    outcomes = Counter[str]()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        work = Path(name).resolve()
        attempt = partial(try_sphinx, wheels=_wheels(work / "wheels"), work=work)
        sys.stdout.write("sphinx  builder\n")
        for sphinx, builder, faults in (
            row for rows in pool.map(attempt, SPHINXES) for row in rows
        ):
            outcome = "failed" if faults else "passed"
            outcomes[outcome] += 1
            sys.stdout.write(f"{sphinx:8}{builder:9}{outcome}\n")
            sys.stdout.writelines(f"  {fault}\n" for fault in faults)
    sys.stdout.write(f"{outcomes['passed']} passed, {outcomes['failed']} failed\n")
    return 1 if outcomes["failed"] or not outcomes["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
