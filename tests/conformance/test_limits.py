"""The protocol's limits: what reaches them is written whole, one more is not."""

import os
import re
import tempfile
from pathlib import Path, PurePosixPath
from string import ascii_lowercase

import msgspec
import pytest

import scopemap
from scopemap.dates import Dates
from scopemap.model import Dated
from scopemap.plan import plan
from scopemap.render import render_index
from scopemap.survey import Survey

MAX_BYTES = 52_428_800
BASE = "https://example.org/"


@pytest.fixture
def output():
    """A folder that goes at once, for it grows large."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def make(output, pages):
    """Make empty files; a further link is far cheaper than a further file."""
    (output / pages[0]).touch()
    for page in pages[1:]:
        os.link(output / pages[0], output / page)
    return pages


def build(output, pages, **options):
    """Give the URLs and the bytes of each sitemap of a site with these pages."""
    site = scopemap.Site(
        base_url=BASE,
        output=output,
        project=output,
        pages=tuple(scopemap.Page(PurePosixPath(page)) for page in pages),
        generator="none",
    )
    report = scopemap.build(site, scopemap.load_options(options), environ={})
    written = {str(path): (output / path).read_bytes() for path in report.sitemaps}
    return {path: (data.count(b"<url>"), len(data)) for path, data in written.items()}


def test_a_sitemap_holds_50_000_urls(output):
    pages = make(output, [f"p{number}.html" for number in range(50_001)])
    urls = {path: count for path, (count, _) in build(output, pages).items()}
    assert urls == {"sitemap.xml": 50_000, "sitemap-2.xml": 1}


def test_a_sitemap_holds_52_428_800_bytes(output):
    pages = make(output, [f"p{number:04}.html" for number in range(2_500)])

    def build_padded(count, padding):
        """Build entries of 25 KB, the first of which has so many bytes more."""

        def pad(entry):
            more = padding if entry.page.name == "p0000.html" else 0
            lengths = [900 + (more + number) // 26 for number in range(26)]
            tags = [f"a{letter}" for letter in ascii_lowercase]
            links = [
                (tag, BASE + "x" * n) for tag, n in zip(tags, lengths, strict=True)
            ]
            return msgspec.structs.replace(entry, alternates=tuple(links))

        return build(output, pages[:count], transform=pad)

    one = build_padded(1, 0)["sitemap.xml"][1]
    entry = build_padded(2, 0)["sitemap.xml"][1] - one
    count = (MAX_BYTES - one) // entry + 1
    room = (MAX_BYTES - one) % entry
    assert build_padded(count, room) == {"sitemap.xml": (count, MAX_BYTES)}
    assert build_padded(count, room + 1) == {
        "sitemap.xml": (count - 1, MAX_BYTES + 1 - entry),
        "sitemap-2.xml": (1, one),
    }


@pytest.mark.parametrize(
    ("count", "urls"),
    [
        pytest.param(3, {"sitemap.xml": 3}, id="as-many"),
        pytest.param(4, {"sitemap.xml": 3, "sitemap-2.xml": 1}, id="one-more"),
        pytest.param(6, {"sitemap.xml": 3, "sitemap-2.xml": 3}, id="twice-as-many"),
    ],
)
def test_a_sitemap_holds_max_urls(output, count, urls):
    pages = make(output, [f"p{number}.html" for number in range(count)])
    sizes = build(output, pages, max_urls=3)
    assert {path: held for path, (held, _) in sizes.items()} == urls


def test_a_sitemap_holds_max_bytes(output):
    pages = make(output, [f"p{number:02}.html" for number in range(40)])
    size = build(output, pages)["sitemap.xml"][1]
    entry = size - build(output, pages[:-1])["sitemap.xml"][1]
    frame = size - 40 * entry
    assert build(output, pages, max_bytes=size) == {"sitemap.xml": (40, size)}
    assert build(output, pages, max_bytes=size - 1) == {
        "sitemap.xml": (39, size - entry),
        "sitemap-2.xml": (1, frame + entry),
    }


def test_a_url_has_2_047_characters(output):
    folder = ("x" * 249 + "/") * 8
    (output / folder).mkdir(parents=True)
    build(output, make(output, [folder + "y" * 27, folder + "y" * 28]))
    locs = re.findall("<loc>(.*)</loc>", (output / "sitemap.xml").read_text("utf-8"))
    assert [(len(loc), loc) for loc in locs] == [(2_047, BASE + folder + "y" * 27)]


def plan_indexes(base_url, count):
    """Plan as many sitemaps; give each index with the number of its children."""
    paths = [PurePosixPath(f"p{number}.html") for number in range(count)]
    site = scopemap.Site(
        base_url=base_url,
        output=Path("output"),
        project=Path("project"),
        pages=tuple(scopemap.Page(path) for path in paths),
        generator="none",
    )
    survey = Survey(
        files=frozenset(map(str, paths)),
        links=frozenset(),
        missing=frozenset(),
        sitemaps={},
        authored={},
        staged=(),
        robots=None,
    )
    one_each = scopemap.load_options({"max_urls": 1})
    dates = Dates(dict.fromkeys(paths, Dated(None)))
    return plan(site, one_each, survey, dates, readthedocs=False)


def test_an_index_holds_50_000_sitemaps():
    planned = plan_indexes(BASE, 50_001)
    assert {str(index.path): len(index.children) for index in planned.indexes} == {
        "sitemap-index.xml": 50_000,
        "sitemap-index-2.xml": 1,
    }
    assert planned.submit == (
        f"{BASE}sitemap-index.xml",
        f"{BASE}sitemap-index-2.xml",
    )


def test_an_index_holds_52_428_800_bytes():
    """Counted as they are written: an apostrophe takes six bytes."""
    planned = plan_indexes(BASE + "a-longish-folder-&'" * 100 + "/", 19_000)
    sizes = [
        len(render_index(index.path, index.children, stylesheet=True))
        for index in planned.indexes
    ]
    assert len(sizes) == 2
    assert 0.99 * MAX_BYTES < sizes[0] <= MAX_BYTES
    assert [url for index in planned.indexes for url in index.children] == [
        sitemap.url for sitemap in planned.sitemaps
    ]
