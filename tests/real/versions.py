"""Build a tiny site with old and new generators, each in an environment of its own.

    python tests/real/versions.py [sphinx | pelican]

The wheels of our own distributions are built once and installed beside each version.
Needs a Python that all of these versions run on: 3.11 or 3.12.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lxml import etree  # type: ignore[import-untyped]  # it ships no types

ROOT = Path(__file__).resolve().parents[2]
LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


class Generator(NamedTuple):
    """A generator, a site for it, and what that gives."""

    name: str
    versions: tuple[str, ...]
    """The oldest that we allow, the last of some series, the newest for this Python."""
    site: Mapping[str, str]
    command: str
    """Arguments of Python; `{way}` is how to build, `{output}` where to."""
    expected: Mapping[str, Sequence[str]]
    """The URLs, by the way to build."""


SPHINX = Generator(
    name="sphinx",
    versions=("sphinx==7.2.6", "sphinx==7.4.7", "sphinx==8.2.3", "sphinx"),
    site={
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
    },
    command="-m sphinx -W -b {way} . {output}",
    expected={
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
    },
)
PELICAN = Generator(
    name="pelican",
    versions=("pelican[markdown]==4.9.0", "pelican[markdown]"),
    site={
        "pelicanconf.py": """\
PATH = "content"
SITENAME = "Harbour"
SITEURL = "https://docs.example.com"
TIMEZONE = "UTC"
DEFAULT_LANG = "en"
DEFAULT_PAGINATION = 1
DIRECT_TEMPLATES = ["index", "tags"]
AUTHOR_SAVE_AS = CATEGORY_SAVE_AS = ""
THEME = "simple"
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = None
YEAR_ARCHIVE_URL = "{date:%Y}/"
YEAR_ARCHIVE_SAVE_AS = "{date:%Y}/index.html"
PLUGINS = ["scopemap"]
SCOPEMAP_ROBOTS = "always"
""",
        "content/first.md": "Title: First\nDate: 2024-02-03\nTags: sea\n\nText.\n",
        "content/erst.md": "Title: Erst\nSlug: first\nLang: de\nDate: 2024-02-04\n\n",
        "content/second.md": "Title: Second\nDate: 2024-02-04\nslug: a&b\n\nText.\n",
        "content/draft.md": "Title: D\nDate: 2024-02-04\nStatus: draft\ncategory: x\n",
        "content/old.md": "Title: Old\nDate: 2023-02-04\nsave_as: gone.html\n\nText.\n",
        "content/pages/crew.md": "Title: Crew\n\nText.\n",
        "content/pages/log.md": "Title: Log\nsitemap: no\n\nText.\n",
    },
    command="-m pelican --fatal warnings -o {output} -e RELATIVE_URLS={way}",
    expected={
        way: [
            "https://docs.example.com/",
            "https://docs.example.com/2023/",
            "https://docs.example.com/2024/",
            "https://docs.example.com/a&b.html",
            "https://docs.example.com/first-de.html",
            "https://docs.example.com/first.html",
            "https://docs.example.com/gone.html",
            "https://docs.example.com/pages/crew.html",
            "https://docs.example.com/tag/sea.html",
            "https://docs.example.com/tags.html",
        ]
        for way in ("false", "true")
    },
)


class Row(NamedTuple):
    """What one version of a generator did in one way."""

    version: str
    way: str
    faults: list[str]


def try_version(
    version: str, *, generator: Generator, wheels: list[str], work: Path
) -> list[Row]:
    """Install a version beside ours and build the site in each way."""
    folder = work / version
    python = str(folder / "venv/bin/python")
    pip = [sys.executable, "-m", "pip", "--python", python]
    venv.create(folder / "venv")
    say = f"from importlib.metadata import version as v; print(v({generator.name!r}))"
    try:
        _run(*pip, "install", version, *wheels)
        number = _run(python, "-c", say).strip()
    except subprocess.CalledProcessError as error:
        return [Row(version, "none", [f"{error}\n{error.stdout}"])]
    for name, text in generator.site.items():
        file = folder / "site" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    build = partial(_build, generator, python, folder)
    return [Row(number, way, list(build(way))) for way in generator.expected]


def _build(generator: Generator, python: str, folder: Path, way: str) -> Iterator[str]:
    """Build the site twice, the second time with nothing to do, and give the faults."""
    output = folder / way
    words = generator.command.split()
    command = [python, *(word.format(way=way, output=output) for word in words)]
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
    if locs != generator.expected[way]:
        yield f"lists {locs}"
    for name in sorted(first.keys() | second.keys()):
        if first.get(name) != second.get(name):
            yield f"{name} is another after the second build"


def _written(output: Path) -> dict[str, bytes]:
    """Read what is ours at the root of the output."""
    files = (*output.glob("sitemap*"), *output.glob("robots.txt"))
    return {file.name: file.read_bytes() for file in files}


def _run(*command: str, alone: Path | None = None) -> str:
    """Run a command; `alone` beside a site, without what the environment says of CI."""
    return subprocess.run(
        command,
        cwd=alone / "site" if alone else None,
        env={"PATH": os.environ["PATH"], "HOME": str(alone)} if alone else None,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ).stdout


def _wheels(generator: Generator, folder: Path) -> list[str]:
    ours = [str(ROOT / "core"), str(ROOT / f"packages/{generator.name}-scopemap")]
    options = ["--no-deps", "--wheel-dir", str(folder)]
    _run(sys.executable, "-m", "pip", "wheel", *options, *ours)
    return sorted(map(str, folder.iterdir()))


def try_generator(generator: Generator, work: Path) -> Iterator[Row]:
    """Try each version of a generator, two at a time."""
    wheels = _wheels(generator, work / f"{generator.name}-wheels")
    attempt = partial(try_version, generator=generator, wheels=wheels, work=work)
    with ThreadPoolExecutor(2) as pool:
        for rows in pool.map(attempt, generator.versions):
            yield from rows


def main(names: Sequence[str]) -> int:
    """Try the generators, print a table, and tell whether all is well."""
    outcomes = Counter[str]()
    chosen = [each for each in (PELICAN, SPHINX) if not names or each.name in names]
    with tempfile.TemporaryDirectory() as name:
        for generator in chosen:
            for version, way, faults in try_generator(generator, Path(name).resolve()):
                outcome = "failed" if faults else "passed"
                outcomes[outcome] += 1
                row = f"{generator.name:9}{version:8}{way:9}{outcome}\n"
                sys.stdout.writelines((row, *(f"  {fault}\n" for fault in faults)))
    sys.stdout.write(f"{outcomes['passed']} passed, {outcomes['failed']} failed\n")
    return 1 if outcomes["failed"] or not outcomes["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
