"""Sites of many short pages, each in a repository with a history of its own.

python -m benchmarks.sites GENERATOR FOLDER PAGES COMMITS
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.running import BASE
from benchmarks.subjects.git_dates import commit

SECTIONS = 100
"""Folders of pages: twenty pages in each of a site of 2,000."""

MKDOCS = f"""site_name: Bench
site_url: {BASE}
use_directory_urls: true
nav: [index.md]
validation: {{omitted_files: ignore}}
plugins: ["""
PELICAN = f"""import os
PATH, SITENAME, SITEURL, TIMEZONE = "content", "Bench", "{BASE[:-1]}", "UTC"
DEFAULT_DATE = (2020, 1, 1)
PLUGINS = os.environ["PLUGINS"].split(",")
DEFAULT_PAGINATION, SUMMARY_MAX_LENGTH = 100, 10
CACHE_CONTENT = False
AUTHOR_SAVE_AS = ""
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
DISPLAY_PAGES_ON_MENU = False
SITEMAP = {{"format": "xml"}}
"""
SPHINX = f"""import os
project, html_baseurl = "Bench", "{BASE}"
extensions = os.environ["PLUGINS"].split(",")
html_sidebars = {{"**": []}}
html_theme = "basic"
sitemap_show_lastmod, sitemap_url_scheme = True, "{{link}}"
exclude_patterns = ["out*"]
"""
CONFIGS = {
    "mkdocs": {
        f"{name}.yml": f"{MKDOCS}{name}]\n"
        for name in ("scopemap", "git-revision-date-localized")
    },
    "pelican": {"pelicanconf.py": PELICAN},
    "sphinx": {"conf.py": SPHINX},
}


def page_file(generator: str, number: int) -> str:
    """Give the source of a page; the first is the start page."""
    end = "rst" if generator == "sphinx" else "md"
    folder = {"mkdocs": "docs/", "pelican": "content/pages/", "sphinx": ""}[generator]
    if number == 0 and generator != "pelican":
        return f"{folder}index.{end}"
    return f"{folder}section-{number % SECTIONS:02}/page-{number:04}.{end}"


def text(generator: str, number: int, version: int) -> str:
    """Write a short page."""
    title = f"Page {number}"
    body = f"Some words of version {version}, and some more of them.\n"
    if generator == "sphinx":
        return f":orphan:\n\n{title}\n{'=' * len(title)}\n\n{body}"
    if generator == "pelican":
        return f"Title: {title}\nSlug: page-{number:04}\n\n{body}"
    return f"# {title}\n\n{body}"


def stream(generator: str, pages: int, commits: int) -> Iterator[bytes]:
    """Give the commits, for fast-import; all but the first edit five pages."""
    chance = random.Random(7)  # noqa: S311  # the same one each time
    first = {page_file(generator, n): text(generator, n, 1) for n in range(pages)}
    yield commit(1, (), CONFIGS[generator] | first)
    for number in range(2, commits + 1):
        chosen = sorted(chance.sample(range(pages), min(5, pages)))
        edits = {page_file(generator, n): text(generator, n, number) for n in chosen}
        yield commit(number, (number - 1,), edits)


def main() -> None:
    """Make the repository of one generator."""
    generator, folder, pages, commits = sys.argv[1:]
    top = Path(folder)
    subprocess.run(["git", "init", "-q", "-b", "main", str(top)], check=True)
    command = ["git", "fast-import", "--quiet"]
    with subprocess.Popen(command, cwd=top, stdin=subprocess.PIPE) as importer:
        assert importer.stdin is not None
        for data in stream(generator, int(pages), int(commits)):
            importer.stdin.write(data)
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=top, check=True)


if __name__ == "__main__":
    main()
