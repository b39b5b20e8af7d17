"""`scopemap build` over a whole folder, and one of a tenth of the pages."""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.model import Group, Setting, Subject
from benchmarks.pages import make_pages
from benchmarks.running import BASE, measure, refuse_to_fill, scopemap

BARE = """
import os, sys
for top, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(f"{top}/{name}", "rb", buffering=0) as stream:
            stream.read(16_384)
"""
_LOC = re.compile(r"<loc>(.*?)</loc>")


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure both, beside a bare reader; stop if other URLs are listed."""
    most = setting.size(50_000, 200)
    sizes = (most // 10, most)
    refuse_to_fill(setting.work, sum(sizes) * 20)
    folders = {pages: setting.work / f"site-{pages}" for pages in sizes}
    urls = {n: make_pages(setting.work, f, n, mixed=True) for n, f in folders.items()}
    subjects = [s for n, f in folders.items() for s in _subjects(n, f)]
    rows = measure(setting.work, subjects, setting.count())
    for pages, folder in folders.items():
        check(folder, urls[pages])
    yield Group(
        part="folder",
        name="Building the sitemaps of a folder",
        unit="pages",
        rows=tuple(rows),
        base=f"bare reader, {most:,}",
        remark="Pages of 20 KB, of which a fifth is none to list.",
    )


def _subjects(pages: int, folder: Path) -> Iterator[Subject]:
    build = scopemap("build", folder, "--publish", "yes")
    yield Subject(f"scopemap build, {pages:,}", build, pages)
    bare = (sys.executable, "-c", BARE, str(folder))
    yield Subject(f"bare reader, {pages:,}", bare, pages, "floor")


def check(folder: Path, urls: Sequence[str]) -> None:
    """Compare the URLs in the sitemaps that the index names with those that must be."""
    listed = [
        loc
        for sitemap in _locs(folder / "sitemap-index.xml")
        for loc in _locs(folder / sitemap.removeprefix(BASE))
    ]
    wanted = sorted(BASE + url for url in urls)
    if sorted(listed) != wanted:
        wrong = sorted(set(listed) ^ set(wanted))
        sys.exit(f"{folder}: {len(wrong)} URLs are wrong, such as {wrong[:3]}")


def _locs(file: Path) -> list[str]:
    return [html.unescape(x) for x in _LOC.findall(file.read_text(encoding="utf-8"))]
