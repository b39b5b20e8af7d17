"""Write entries, as scopemap does and as others do.

    python -m benchmarks.subjects.writing NAME ENTRIES FOLDER [--gzip] [--iterator]

What is written is made first, and not measured: a list of entries, or of what the other
takes; with `--iterator` it is made while it is written, and measured.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

import msgspec

from benchmarks.entries import Pair, dates, entries, evidence, pairs, site, survey
from benchmarks.meter import MISSING, tell
from benchmarks.running import BASE
from scopemap.options import Options
from scopemap.partition import partition
from scopemap.plan import Plan, plan
from scopemap.render import compress, render_sitemap
from scopemap.write import write

MOST = 50_000
"""Entries of a sitemap (protocol, "Using Sitemap index files")."""
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)
END = "</urlset>\n"

Work: TypeAlias = Callable[[], object]


def main() -> None:
    """Make the input, do the work, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=SUBJECTS)
    parser.add_argument("entries", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gzip", action="store_true")
    parser.add_argument("--iterator", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True)
    try:
        work = SUBJECTS[given.name](given)
    except ImportError as error:
        print(error)
        sys.exit(MISSING)
    tell(work)


def write_ready(given: argparse.Namespace) -> Work:
    """Write entries that are ready: their scopes and limits are still to be checked."""
    found = entries(given.entries)
    ready = found if given.iterator else list(found)
    options = Options(gzip=given.gzip)

    def work() -> None:
        parts = partition(
            tuple(ready), options, base_url=BASE, taken=frozenset(), closed=frozenset()
        )
        write(Plan(given.folder, options, sitemaps=parts.sitemaps))

    return work


def write_raw(given: argparse.Namespace) -> Work:
    """Take pages through the whole core, as soon as what was built is known."""
    made = site(given.entries)
    known = survey(made), dates(made), evidence(made)
    return lambda: _plan_and_write(made, known, given)


def _plan_and_write(made: Any, known: Any, given: argparse.Namespace) -> None:
    found, dated, facts = known
    options = Options(gzip=given.gzip)
    planned = plan(made, options, found, dated, evidence=facts, readthedocs=False)
    write(_with_output(planned, given.folder))


def _with_output(planned: Plan, folder: Path) -> Plan:
    return msgspec.structs.replace(planned, output=folder)


def keep_entries(given: argparse.Namespace) -> Work:
    """Make the entries that `write_ready` takes, keep them, and do nothing more."""
    return lambda: list(entries(given.entries))


def loop(given: argparse.Namespace) -> Work:
    """Escape and join, and check nothing."""
    found = _input(given)
    return lambda: _join(found, given.folder)


def loop_raw(given: argparse.Namespace) -> Work:
    """Take pages as `write_raw` does: encode, look dates up, sort; check nothing."""
    made = site(given.entries)
    known = dates(made).of

    def work() -> None:
        found = [
            (BASE + quote(page.url or "", safe="/%&"), known[page.path].lastmod)
            for page in made.pages
        ]
        found.sort(key=lambda pair: pair[0])
        _join(found, given.folder)

    return work


def _join(found: Iterable[tuple[str, Any]], folder: Path) -> None:
    for number, chunk in enumerate(_chunks(found)):
        text = "".join(
            f"<url><loc>{_escape(loc)}</loc>"
            f"<lastmod>{when.isoformat()}</lastmod></url>\n"
            for loc, when in chunk
        )
        (folder / f"sitemap-{number}.xml").write_bytes((HEAD + text + END).encode())


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def write_bytes(given: argparse.Namespace) -> Work:
    """Write what has been rendered already."""
    files = _finished(given.entries)

    def work() -> None:
        for number, data in enumerate(files):
            (given.folder / f"sitemap-{number}.xml").write_bytes(data)

    return work


def deflate(given: argparse.Namespace) -> Work:
    """Compress what has been rendered already, at the level that the core uses."""
    files = _finished(given.entries)

    def work() -> None:
        for data in files:
            each = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
            each.compress(data)
            each.flush()

    return work


def compress_ours(given: argparse.Namespace) -> Work:
    """Compress what has been rendered already, as the core does."""
    files = _finished(given.entries)

    def work() -> None:
        for data in files:
            compress(data)

    return work


def _finished(number: int) -> list[bytes]:
    chosen = list(entries(number))
    parts = partition(
        chosen, Options(), base_url=BASE, taken=frozenset(), closed=frozenset()
    )
    return [
        render_sitemap(each.path, each.entries, day=False, stylesheet=False)
        for each in parts.sitemaps
    ]


def write_lxml(given: argparse.Namespace) -> Work:
    """Write with lxml's xmlfile."""
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415

    found = _input(given)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    url, loc, lastmod = (f"{{{space}}}{name}" for name in ("url", "loc", "lastmod"))

    def work() -> None:
        for number, chunk in enumerate(_chunks(found)):
            name = str(given.folder / f"sitemap-{number}.xml")
            level = 6 if given.gzip else 0
            with (
                etree.xmlfile(name, encoding="utf-8", compression=level) as stream,
                stream.element(f"{{{space}}}urlset", nsmap={None: space}),
            ):
                for address, when in chunk:
                    element = etree.Element(url, nsmap={None: space})
                    etree.SubElement(element, loc).text = address
                    etree.SubElement(element, lastmod).text = when.isoformat()
                    stream.write(element)

    return work


def write_django(given: argparse.Namespace) -> Work:
    """Write with django.contrib.sitemaps: its class, its paginator, its template."""
    import django  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415

    engine = "django.template.backends.django.DjangoTemplates"
    settings.configure(
        INSTALLED_APPS=["django.contrib.sitemaps"],
        TEMPLATES=[{"BACKEND": engine, "APP_DIRS": True}],
        USE_TZ=True,
    )
    django.setup()
    from django.contrib.sitemaps import Sitemap  # noqa: PLC0415
    from django.template.loader import get_template  # noqa: PLC0415

    found = [(loc.removeprefix(BASE[:-1]), when) for loc, when in _input(given)]

    class Entries(Sitemap):  # type: ignore[type-arg,misc,unused-ignore]  # no types
        limit = MOST

        def items(self) -> list[Pair]:
            return found

        def location(self, item: Pair) -> str:
            return item[0]

        def lastmod(self, item: Pair) -> object:
            return item[1]

    class Host:
        domain = BASE.split("/")[2]

    def work() -> None:
        template = get_template("sitemap.xml")
        made = Entries()
        for number in made.paginator.page_range:
            urls = made.get_urls(page=number, site=Host(), protocol="https")
            text = template.render({"urlset": urls})
            (given.folder / f"sitemap-{number}.xml").write_text(text, encoding="utf-8")

    return work


def write_xml_sitemap_writer(given: argparse.Namespace) -> Work:
    """Write with xml-sitemap-writer, which always compresses, at level 9."""
    from xml_sitemap_writer import XMLSitemap  # noqa: PLC0415

    found = _input(given)

    def work() -> None:
        with XMLSitemap(path=str(given.folder), root_url=BASE) as sitemap:
            for loc, when in found:
                path = loc.removeprefix(BASE)
                sitemap.add_url(path, lastmod=when.isoformat())

    return work


def _input(given: argparse.Namespace) -> Iterable[Pair]:
    found = pairs(given.entries)
    return found if given.iterator else list(found)


def _chunks(found: Iterable[tuple[str, Any]]) -> Iterator[list[tuple[str, Any]]]:
    rest = iter(found)
    while chunk := list(islice(rest, MOST)):
        yield chunk


SUBJECTS: dict[str, Callable[[argparse.Namespace], Work]] = {
    "ready": write_ready,
    "raw": write_raw,
    "kept": keep_entries,
    "loop": loop,
    "raw-loop": loop_raw,
    "bytes": write_bytes,
    "zlib": deflate,
    "gzip": compress_ours,
    "lxml": write_lxml,
    "django": write_django,
    "xml-sitemap-writer": write_xml_sitemap_writer,
}

if __name__ == "__main__":
    main()
