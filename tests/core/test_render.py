import gzip
import xml.etree.ElementTree as ET
import zlib
from datetime import date, datetime, timedelta, timezone
from pathlib import PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopemap.errors import CharacterError
from scopemap.model import Entry
from scopemap.render import (
    compress,
    escape,
    frame,
    gzip_path,
    mark,
    render_entry,
    render_index,
    render_sitemap,
    render_text,
)
from scopemap.urls import normalize

PAGE = PurePosixPath("a.html")
SITEMAP = PurePosixPath("sitemap.xml")
NOON = datetime(2024, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))

# XML 1.0, production 2: what no document can hold, escaped or not (protocol rule 9).
FORBIDDEN = [
    *(chr(code) for code in range(32) if chr(code) not in "\t\n\r"),
    "\ud800",
    "\udcff",
    "\udfff",
    "\ufffe",
    "\uffff",
]


def entry(loc="https://e.com/a.html", **fields):
    return Entry(loc, PAGE, **fields)


def test_all_five_characters_are_escaped():
    """Protocol rule 6, where other writers leave ' and " alone."""
    assert escape("<a href='b' c=\"d\">&amp;") == (
        "&lt;a href=&apos;b&apos; c=&quot;d&quot;&gt;&amp;amp;"
    )


@pytest.mark.parametrize("character", FORBIDDEN, ids=lambda c: f"U+{ord(c):04X}")
def test_what_xml_forbids_is_an_error(character):
    with pytest.raises(CharacterError) as caught:
        escape(f"<{character}")
    assert (caught.value.text, caught.value.character) == (f"<{character}", character)


@settings(deadline=None)
@given(
    st.text(
        st.characters(
            exclude_categories=["Cs"], exclude_characters=[*FORBIDDEN[:-2], "\r"]
        ).filter(lambda c: c not in "\ufffe\uffff")
    )
)
def test_escaped_text_is_read_back_whole(text):
    """But for a carriage return, which XML reads as a newline."""
    assert (ET.fromstring(f"<a>{escape(text)}</a>").text or "") == text  # noqa: S314  our own


@pytest.mark.parametrize(
    ("given_entry", "expected"),
    [
        pytest.param(
            entry(), b"<url><loc>https://e.com/a.html</loc></url>\n", id="loc-alone"
        ),
        # Protocol rules 4 and 12: the order of the official schema.
        pytest.param(
            entry(lastmod=NOON, changefreq="daily", priority=0.8),
            b"<url><loc>https://e.com/a.html</loc>"
            b"<lastmod>2024-05-01T12:00:00+02:00</lastmod>"
            b"<changefreq>daily</changefreq><priority>0.8</priority></url>\n",
            id="all-fields",
        ),
        pytest.param(
            entry(lastmod=date(2024, 5, 1)),
            b"<url><loc>https://e.com/a.html</loc>"
            b"<lastmod>2024-05-01</lastmod></url>\n",
            id="day",
        ),
        # Protocol rule 13; next-sitemap and django-sitemaps drop a zero.
        pytest.param(
            entry(priority=0.0),
            b"<url><loc>https://e.com/a.html</loc><priority>0.0</priority></url>\n",
            id="priority-zero",
        ),
        pytest.param(
            entry(priority=1.0),
            b"<url><loc>https://e.com/a.html</loc><priority>1.0</priority></url>\n",
            id="priority-one",
        ),
        pytest.param(
            entry(priority=0.66),
            b"<url><loc>https://e.com/a.html</loc><priority>0.7</priority></url>\n",
            id="one-decimal",
        ),
        pytest.param(
            entry(priority=1e-7),
            b"<url><loc>https://e.com/a.html</loc><priority>0.0</priority></url>\n",
            id="no-exponent",
        ),
        # Protocol rule 50; cicirello/generate-sitemap#123, badoo/techblog#146.
        pytest.param(
            entry("https://e.com/r&d/terms&policies?a='b'"),
            b"<url><loc>https://e.com/r&amp;d/terms&amp;policies?a=&apos;b&apos;</loc>"
            b"</url>\n",
            id="ampersand-once",
        ),
        # The example of the protocol, "Entity escaping".
        pytest.param(
            entry(normalize("http://www.wdzzz.com/ümlat.html&q=name")),
            b"<url><loc>http://www.wdzzz.com/%C3%BCmlat.html&amp;q=name</loc></url>\n",
            id="umlaut",
        ),
        # next-sitemap 4.2 leaves & as it is in an href.
        pytest.param(
            entry(
                lastmod=NOON,
                alternates=(
                    ("de", "https://e.com/de/r&d/"),
                    ("x-default", "https://e.com/r&d/"),
                ),
            ),
            b"<url><loc>https://e.com/a.html</loc>"
            b"<lastmod>2024-05-01T12:00:00+02:00</lastmod>\n"
            b'<xhtml:link rel="alternate" hreflang="de"'
            b' href="https://e.com/de/r&amp;d/"/>\n'
            b'<xhtml:link rel="alternate" hreflang="x-default"'
            b' href="https://e.com/r&amp;d/"/>\n'
            b"</url>\n",
            id="alternates",
        ),
    ],
)
def test_an_entry_stands_on_a_line(given_entry, expected):
    assert render_entry(given_entry, day=False) == expected


def test_a_moment_is_shortened_to_its_day():
    assert render_entry(entry(lastmod=NOON), day=True) == (
        b"<url><loc>https://e.com/a.html</loc><lastmod>2024-05-01</lastmod></url>\n"
    )


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"loc": "https://e.com/\x0b"}, id="loc"),
        pytest.param({"alternates": (("de", "https://e.com/\x0b"),)}, id="href"),
        pytest.param({"alternates": (("d\x0b", "https://e.com/"),)}, id="tag"),
    ],
)
def test_a_forbidden_character_is_an_error_wherever_it_stands(fields):
    with pytest.raises(
        CharacterError, match=r"holds '\\x0b', which XML does not allow"
    ):
        render_entry(entry(**fields), day=False)


def test_a_sitemap_as_a_whole():
    """Protocol rules 1-4 and 8: UTF-8, no BOM, the declaration first."""
    entries = [
        entry("https://e.com/docs/", lastmod=NOON),
        entry("https://e.com/docs/a/?b&c", priority=0.5),
    ]
    path = PurePosixPath("docs/v1/sitemap.xml")
    assert render_sitemap(path, entries, day=True, stylesheet=True).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<!-- scopemap root=../../ -->\n"
        '<?xml-stylesheet type="text/css" href="../../sitemap.css"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<url><loc>https://e.com/docs/</loc><lastmod>2024-05-01</lastmod></url>\n"
        "<url><loc>https://e.com/docs/a/?b&amp;c</loc><priority>0.5</priority></url>\n"
        "</urlset>\n"
    )


def test_a_sitemap_declares_the_namespace_of_alternates_where_it_has_any():
    links = (("de", "https://e.com/de/"), ("en", "https://e.com/"))
    entries = [entry("https://e.com/", alternates=links), entry()]
    assert render_sitemap(SITEMAP, entries, day=False, stylesheet=False).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<!-- scopemap root=./ -->\n"
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        "<url><loc>https://e.com/</loc>\n"
        '<xhtml:link rel="alternate" hreflang="de" href="https://e.com/de/"/>\n'
        '<xhtml:link rel="alternate" hreflang="en" href="https://e.com/"/>\n'
        "</url>\n"
        "<url><loc>https://e.com/a.html</loc></url>\n"
        "</urlset>\n"
    )


def test_an_index_as_a_whole():
    """Protocol rules 21 and 26: no date, since none of them is known to be true."""
    children = iter(["https://e.com/sitemap.xml", "https://e.com/r&d/sitemap.xml"])
    path = PurePosixPath("sitemap-index.xml")
    assert render_index(path, children, stylesheet=True).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<!-- scopemap root=./ -->\n"
        '<?xml-stylesheet type="text/css" href="sitemap.css"?>\n'
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<sitemap><loc>https://e.com/sitemap.xml</loc></sitemap>\n"
        "<sitemap><loc>https://e.com/r&amp;d/sitemap.xml</loc></sitemap>\n"
        "</sitemapindex>\n"
    )


def test_an_index_without_stylesheet():
    children = ["https://e.com/sitemap.xml"]
    assert render_index(SITEMAP, children, stylesheet=False).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<!-- scopemap root=./ -->\n"
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<sitemap><loc>https://e.com/sitemap.xml</loc></sitemap>\n"
        "</sitemapindex>\n"
    )


def test_a_text_sitemap_holds_bare_urls():
    """Protocol rule 30: one on a line, encoded but not escaped, nothing else."""
    entries = [entry("https://e.com/"), entry("https://e.com/r&d?a='b'", lastmod=NOON)]
    assert render_text(entries) == b"https://e.com/\nhttps://e.com/r&d?a='b'\n"


@pytest.mark.parametrize("alternates", [False, True])
@pytest.mark.parametrize("images", [False, True])
@pytest.mark.parametrize("stylesheet", [False, True])
def test_the_frame_is_what_stands_around_the_entries(alternates, images, stylesheet):
    one = entry(
        alternates=(("de", "https://e.com/de/"),) if alternates else (),
        images=("https://e.com/a.png",) if images else (),
    )
    header, footer = frame(SITEMAP, [one], stylesheet=stylesheet)
    assert (b"xmlns:xhtml=" in header, b"xmlns:image=" in header) == (
        alternates,
        images,
    )
    whole = render_sitemap(SITEMAP, [one], day=False, stylesheet=stylesheet)
    assert header + render_entry(one, day=False) + footer == whole


def test_images_stand_last_each_in_an_element_of_its_own():
    """Google, "Image sitemaps": only the location means anything."""
    one = entry("https://e.com/", images=("https://e.com/a'b.png", "https://x.org/c"))
    assert render_entry(one, day=False) == (
        b"<url><loc>https://e.com/</loc>\n"
        b"<image:image><image:loc>https://e.com/a&apos;b.png</image:loc></image:image>\n"
        b"<image:image><image:loc>https://x.org/c</image:loc></image:image>\n"
        b"</url>\n"
    )


def test_the_same_entries_give_the_same_bytes_in_the_order_they_came():
    """zola#257, #661, next-sitemap#452."""
    entries = [entry(f"https://e.com/{name}", lastmod=NOON) for name in "cab"]
    first, second = (
        render_sitemap(SITEMAP, entries, day=False, stylesheet=True) for _ in range(2)
    )
    assert first == second
    locs = [element.text for element in ET.fromstring(first).findall("{*}url/{*}loc")]  # noqa: S314  our own
    assert locs == ["https://e.com/c", "https://e.com/a", "https://e.com/b"]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"<urlset/>", id="short"),
        pytest.param(b"<url/>" * 200_000, id="long"),
    ],
)
def test_gzip_is_one_member_with_a_fixed_header(data):
    """Protocol rule 32, RFC 1952; php-sitemap-generator#5, sitemap.js#334."""
    packed = compress(data)
    # Deflate, no flags, no time, no extra flags, unknown system.
    assert packed[:10] == bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    assert member.decompress(packed) == data
    assert (member.eof, member.unused_data) == (True, b"")
    assert gzip.decompress(packed) == data
    assert compress(data) == packed


@pytest.mark.parametrize(
    ("path", "packed", "marked"),
    [
        pytest.param(
            "sitemap.xml", "sitemap.xml.gz", "scopemap root=./", id="at-the-root"
        ),
        pytest.param(
            "docs/a.b.xml", "docs/a.b.xml.gz", "scopemap root=../", id="in-a-folder"
        ),
        pytest.param(
            "a/b/c/d.xml", "a/b/c/d.xml.gz", "scopemap root=../../../", id="deep"
        ),
    ],
)
def test_companion_and_mark_of_a_file(path, packed, marked):
    assert gzip_path(PurePosixPath(path)) == PurePosixPath(packed)
    assert mark(PurePosixPath(path)) == marked
