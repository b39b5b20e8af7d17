"""Whole files, to the letter, and what the official schemas and three readers say."""

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path, PurePosixPath
from xml.parsers import expat

import pytest
from lxml import etree
from usp.tree import sitemap_from_str

import scopemap


def zone(**offset):
    return timezone(timedelta(**offset))


GOLDEN = Path(__file__).with_name("golden")
FILES = ["sitemap.xml", "it's/sitemap.xml", "sitemap-index.xml"]
BASE = "https://example.org/q&a/"
IN_NEPAL = datetime(2024, 5, 1, 12, tzinfo=zone(hours=5, minutes=45))
LEAP_DAY = date(2024, 2, 29)

each_file = pytest.mark.parametrize("file", FILES)


def build(folder, words, **options):
    for path in words:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).touch()
    site = scopemap.Site(
        base_url=BASE,
        output=folder,
        project=folder,
        pages=tuple(
            scopemap.Page(PurePosixPath(path), word=word)
            for path, word in words.items()
        ),
        generator="none",
        x_default="en",
    )
    scopemap.build(site, scopemap.load_options(options), environ={})
    return folder


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    return build(
        tmp_path_factory.mktemp("output"),
        {
            "index.html": scopemap.Word(
                modified=IN_NEPAL, changefreq="weekly", priority=0.8
            ),
            'café "x"<y>.html': scopemap.Word(modified=LEAP_DAY),
            "plain.html": scopemap.Word(),
            "it's/index.html": scopemap.Word(changefreq="never", priority=1),
        },
        scopes=["it's/"],
        languages={"en": "/", "de": "it's/"},
    )


@each_file
def test_file_is_written_to_the_letter(output, file):
    assert (output / file).read_bytes() == (GOLDEN / file).read_bytes()


@each_file
def test_file_is_valid_under_the_official_schema(output, schemas, file):
    if not schemas:
        pytest.skip("the official schemas are not here")
    tree = etree.parse(output / file)
    schemas[tree.getroot().tag].assertValid(tree)


def with_usp(data):
    return [
        (
            page.url,
            page.last_modified,
            page.change_frequency and page.change_frequency.value,
            page.priority,
            page.alternates or [],
        )
        for page in sitemap_from_str(data.decode()).pages
    ]


def with_lxml(data):
    return [
        understood(
            {etree.QName(child).localname: child.text for child in entry},
            [(a.get("hreflang"), a.get("href")) for a in entry.iter("{*}link")],
        )
        for entry in etree.fromstring(data)
    ]


def with_expat(data):
    return [understood(texts, links) for texts, links in expat_entries(data)]


def expat_entries(data):
    entries = []
    text = []

    def start(name, attributes):
        text.clear()
        if name in ("url", "sitemap"):
            entries.append(({}, []))
        elif name == "xhtml:link":
            entries[-1][1].append((attributes["hreflang"], attributes["href"]))

    def end(name):
        entries[-1][0][name] = "".join(text)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text.append
    parser.Parse(data, True)
    return entries


def understood(texts, links):
    """Give what an entry's texts mean; without a priority the protocol means 0.5."""
    lastmod = texts.get("lastmod")
    return (
        texts["loc"],
        datetime.fromisoformat(lastmod) if lastmod else None,
        texts.get("changefreq"),
        Decimal(texts.get("priority", "0.5")),
        links,
    )


LANGUAGES = [("de", f"{BASE}it's/"), ("en", BASE), ("x-default", BASE)]
CAFE = f"{BASE}caf%C3%A9%20%22x%22%3Cy%3E.html"
MIDNIGHT = datetime.fromisoformat("2024-02-29")


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(with_usp, id="ultimate-sitemap-parser"),
        pytest.param(with_lxml, id="lxml"),
        pytest.param(with_expat, id="expat"),
    ],
)
def test_readers_understand_what_was_meant(output, read):
    assert read((output / "sitemap.xml").read_bytes()) == [
        (BASE, IN_NEPAL, "weekly", Decimal("0.8"), LANGUAGES),
        (CAFE, MIDNIGHT, None, Decimal("0.5"), []),
        (f"{BASE}plain.html", None, None, Decimal("0.5"), []),
    ]
    assert read((output / "it's/sitemap.xml").read_bytes()) == [
        (f"{BASE}it's/", None, "never", Decimal(1), LANGUAGES)
    ]


def test_readers_find_the_sitemaps_in_the_index(output):
    data = (output / "sitemap-index.xml").read_bytes()
    children = [f"{BASE}it's/sitemap.xml", f"{BASE}sitemap.xml"]
    found = sitemap_from_str(data.decode()).sub_sitemaps
    assert [child.url for child in found] == children
    assert [loc.text for loc in etree.fromstring(data).iter("{*}loc")] == children
    assert [texts["loc"] for texts, _ in expat_entries(data)] == children


# The largest of `srcset`, names that are encoded, another host; no menu.
ILLUSTRATED = """\
<nav><img src=logo.svg></nav>
<main><img src="a & b.png"><img src=s.png srcset="s.png 1x, l.png?a=1&amp;b='2' 2x">
<img src=//cdn.example.org/x.png></main>
"""
IMAGES = [
    f"{BASE}a%20&%20b.png",
    f"{BASE}l.png?a=1&b='2'",
    "https://cdn.example.org/x.png",
]


@pytest.fixture(scope="module")
def illustrated(tmp_path_factory):
    """Give a sitemap with images, the languages of pages, and a page without either."""
    folder = tmp_path_factory.mktemp("illustrated")
    (folder / "de").mkdir()
    for name, text in {"index": ILLUSTRATED, "de/index": "", "plain": ""}.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    languages = {"en": "/", "de": "de/"}
    names = ["index.html", "de/index.html", "plain.html"]
    build(
        folder, dict.fromkeys(names, scopemap.Word()), images=True, languages=languages
    )
    return folder / "sitemap.xml"


def test_images_are_written_to_the_letter_and_valid(illustrated, schemas):
    assert illustrated.read_bytes() == (GOLDEN / "images.xml").read_bytes()
    if not schemas:
        pytest.skip("the official schemas are not here")
    tree = etree.parse(illustrated)
    schemas[tree.getroot().tag].assertValid(tree)


def test_a_reader_finds_the_images(illustrated):
    pages = sitemap_from_str(illustrated.read_text(encoding="utf-8")).pages
    found = {page.url: [image.loc for image in page.images or ()] for page in pages}
    assert found == {BASE: IMAGES, f"{BASE}de/": [], f"{BASE}plain.html": []}


@pytest.mark.parametrize(
    ("moment", "lastmod"),
    [
        pytest.param(
            datetime(2024, 5, 1, tzinfo=zone(hours=14)),
            "2024-05-01T00:00:00+14:00",
            id="farthest-zone",
        ),
        pytest.param(
            datetime(2024, 5, 1, tzinfo=zone(hours=14, minutes=1)),
            "2024-04-30T09:59:00+00:00",
            id="zone-beyond-the-schema",
        ),
        pytest.param(
            datetime(1890, 5, 1, tzinfo=zone(minutes=9, seconds=21)),
            "1890-04-30T23:50:39+00:00",
            id="local-mean-time-of-paris",
        ),
        pytest.param(
            datetime(1, 1, 1, tzinfo=zone(minutes=9, seconds=21)),
            "0001-01-01",
            id="zero-time-of-other-tools",
        ),
    ],
)
def test_odd_moments_are_written_in_forms_that_the_schema_has(
    tmp_path, schemas, moment, lastmod
):
    build(tmp_path, {"index.html": scopemap.Word(modified=moment)})
    tree = etree.parse(tmp_path / "sitemap.xml")
    assert [element.text for element in tree.iter("{*}lastmod")] == [lastmod]
    if schemas:
        schemas[tree.getroot().tag].assertValid(tree)
