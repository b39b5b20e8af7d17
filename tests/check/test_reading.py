"""Reading: what a file is, whatever it is called, and whatever is in it."""

import encodings.aliases
import gzip
import io
import tarfile
import zipfile
import zlib

import pytest

from scopemap.check.codes import CODES
from scopemap.check.reading import read_document
from scopemap.check.rows import Row

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
LOC = "<loc>https://example.com/a</loc>"
URLSET = f'<urlset xmlns="{NAMESPACE}"><url>{LOC}</url></urlset>'
INDEX = f'<sitemapindex xmlns="{NAMESPACE}"><sitemap>{LOC}</sitemap></sitemapindex>'
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
ROW = Row(1, "https://example.com/a", "https://example.com/a")


def read(data, file="sitemap.xml", url="https://example.com/sitemap.xml"):
    data = data.encode() if isinstance(data, str) else data
    return read_document(io.BytesIO(data), file=file, url=url)


def told(data, file="sitemap.xml"):
    document = read(data, file)
    return document.kind, [(f.line, f.code) for f in document.findings]


def packed(make):
    stream = io.BytesIO()
    make(stream)
    return stream.getvalue()


def zipped(stream):
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("sitemap.xml", URLSET)


def tarred(stream):
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        info = tarfile.TarInfo("sitemap.xml")
        info.size = len(URLSET)
        archive.addfile(info, io.BytesIO(URLSET.encode()))


PACKED = gzip.compress(URLSET.encode())


@pytest.mark.parametrize(
    ("data", "file", "kind", "faults"),
    [
        pytest.param(URLSET, "sitemap.xml", "urlset", [], id="urlset"),
        pytest.param(DECLARATION + INDEX, "a.xml", "index", [], id="index"),
        pytest.param("https://example.com/a\n", "s.txt", "text", [], id="text"),
        pytest.param(PACKED, "s.xml.gz", "urlset", [], id="gzip"),
        pytest.param(PACKED, "S.XML.GZ", "urlset", [], id="gzip-in-capitals"),
        pytest.param(PACKED + b"\0\0", "s.xml.gz", "urlset", [], id="padded-gzip"),
        pytest.param(
            gzip.compress(URLSET[:9].encode()) + gzip.compress(URLSET[9:].encode()),
            "s.xml.gz",
            "urlset",
            [],
            id="gzip-of-two-members",
        ),
        pytest.param(
            gzip.compress(b"https://example.com/a"),
            "s.txt.gz",
            "text",
            [],
            id="text-gz",
        ),
        pytest.param(URLSET, "sitemap.txt", "urlset", [], id="xml-called-txt"),
        pytest.param(
            "https://example.com/a",
            "s.xml",
            "text",
            [(0, "SM122")],
            id="text-called-xml",
        ),
        pytest.param(PACKED, "s.xml", "urlset", [(0, "SM106")], id="gzip-called-xml"),
        pytest.param(
            URLSET, "s.xml.gz", "urlset", [(0, "SM106")], id="xml-called-gzip"
        ),
        pytest.param(
            PACKED[:-9], "s.xml.gz", "urlset", [(0, "SM106")], id="gzip-cut-off"
        ),
        pytest.param(
            PACKED[:12], "s.xml.gz", "none", [(0, "SM106")], id="gzip-of-nothing"
        ),
        pytest.param(
            PACKED + b"x", "s.xml.gz", "urlset", [(0, "SM106")], id="gzip-and-more"
        ),
        pytest.param(
            PACKED[:-8] + bytes(8),
            "s.xml.gz",
            "none",
            [(0, "SM106")],
            id="bad-checksum",
        ),
        pytest.param(b"\x1f\x8bxxxx", "s.xml.gz", "none", [(0, "SM106")], id="no-gzip"),
        pytest.param(packed(tarred), "s.tar.gz", "none", [(0, "SM106")], id="tar"),
        pytest.param(packed(zipped), "s.zip", "none", [(0, "SM106")], id="zip"),
        pytest.param("", "s.xml", "none", [(1, "SM103")], id="empty"),
        pytest.param("", "s.txt", "text", [(0, "SM118")], id="empty-text"),
        pytest.param(" \n", "s.xml", "none", [(2, "SM103")], id="blank"),
        pytest.param("Not found", "s.xml", "none", [(1, "SM107")], id="words"),
        pytest.param("<html/>", "s.xml", "none", [(1, "SM107")], id="html"),
        pytest.param(
            "\n<!DOCTYPE html><br><p>", "s.xml", "none", [(1, "SM107")], id="html-5"
        ),
        pytest.param("<a/>", "s.xml", "none", [(1, "SM107")], id="another-root"),
        pytest.param(
            "<URLSET/>", "s.xml", "none", [(1, "SM107")], id="root-in-capitals"
        ),
        pytest.param(
            "<feed xmlns='http://a'/>",
            "s.xml",
            "none",
            [(1, "SM107")],
            id="another-feed",
        ),
    ],
)
def test_a_file_is_what_is_in_it(data, file, kind, faults):
    assert told(data, file) == (kind, faults)


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        pytest.param("\N{BOM}" + DECLARATION + URLSET, [(1, "SM102")], id="mark"),
        pytest.param(
            DECLARATION.replace("UTF-8", "iso-8859-1") + URLSET,
            [(1, "SM101")],
            id="latin",
        ),
        pytest.param(
            "\N{BOM}" + DECLARATION.replace("UTF-8", "iso-8859-1") + URLSET,
            [(1, "SM101"), (1, "SM102")],
            id="mark-and-latin",
        ),
        pytest.param(
            DECLARATION.replace("UTF-8", "utf-8") + URLSET, [], id="lower-case"
        ),
        pytest.param(
            (DECLARATION + URLSET).encode("utf-16"), [(1, "SM101")], id="utf-16"
        ),
        pytest.param(
            (DECLARATION + URLSET).encode("utf-16-be"),
            [(1, "SM101")],
            id="wide-without-mark",
        ),
        pytest.param("\n" + DECLARATION + URLSET, [(1, "SM104")], id="blank-line"),
        pytest.param("<!-- a -->" + DECLARATION + URLSET, [(1, "SM104")], id="comment"),
        pytest.param(
            "<br />\n<b>Warning</b>: x\n" + DECLARATION + URLSET,
            [(1, "SM104")],
            id="php",
        ),
        pytest.param(
            "\n" + DECLARATION.replace("UTF-8", "windows-1252") + URLSET,
            [(1, "SM101"), (1, "SM104")],
            id="blank-line-and-latin",
        ),
        pytest.param(
            DECLARATION.replace("UTF-8", "utf8") + URLSET, [(1, "SM101")], id="utf8"
        ),
        pytest.param(
            " " + DECLARATION.replace("UTF-8", "utf8") + URLSET,
            [(1, "SM101"), (1, "SM104")],
            id="blank-and-utf8",
        ),
        pytest.param("\n" + URLSET, [], id="blank-line-without-declaration"),
        pytest.param(DECLARATION.replace("UTF-8", "US-ASCII") + URLSET, [], id="ascii"),
        pytest.param(
            "\n" + DECLARATION.replace("UTF-8", "ascii") + URLSET,
            [(1, "SM104")],
            id="blank-line-and-ascii",
        ),
    ],
)
def test_an_encoding_is_told_and_the_rest_is_read(data, faults):
    document = read(data)
    assert [(f.line, f.code) for f in document.findings] == faults
    assert [row.loc for row in document.rows] == ["https://example.com/a"]


def test_lines_count_from_the_first_of_the_file():
    document = read(
        f"\n\n{DECLARATION}<urlset xmlns='{NAMESPACE}'>\n<url>{LOC}</url></urlset>"
    )
    assert [row.line for row in document.rows] == [5]


@pytest.mark.parametrize(
    ("data", "code", "text"),
    [
        (
            URLSET.replace("/a<", "/a&b<"),
            "SM103",
            "is not well-formed: not well-formed (invalid token); read no further",
        ),
        (URLSET[:-9], "SM103", "is not well-formed: no element found; read no further"),
        (
            URLSET.replace("</url>", ""),
            "SM103",
            "is not well-formed: mismatched tag; read no further",
        ),
        (
            URLSET + URLSET,
            "SM103",
            "is not well-formed: junk after document element; read no further",
        ),
        (
            URLSET.replace("/a<", "/&nbsp;<"),
            "SM103",
            "is not well-formed: undefined entity; read no further",
        ),
        (
            URLSET.replace("/a<", "/\0<"),
            "SM103",
            "is not well-formed: not well-formed (invalid token); read no further",
        ),
        (
            URLSET.replace("<loc>", "<image:loc>"),
            "SM103",
            "is not well-formed: unbound prefix; read no further",
        ),
        (
            URLSET.replace("/a<", "/ü<").encode("latin-1"),
            "SM101",
            "holds the byte 0xFC, which is no UTF-8; read no further",
        ),
        (
            DECLARATION.replace("UTF-8", "GBK") + URLSET,
            "SM101",
            "says that it is in 'GBK'; read no further",
        ),
        (
            f"<!DOCTYPE urlset [<!ENTITY a 'b'>]>{URLSET}",
            "SM105",
            "has a DOCTYPE; read no further",
        ),
        (
            f"<!DOCTYPE urlset SYSTEM 'file:///etc/passwd'>{URLSET}",
            "SM105",
            "has a DOCTYPE; read no further",
        ),
    ],
)
def test_what_is_broken_is_told_where_it_breaks(data, code, text):
    (finding, *_) = read(data).findings
    assert (finding.code, finding.text) == (code, text)


def test_what_stands_before_the_break_counts():
    broken = f"<urlset xmlns='{NAMESPACE}'>\n<url>{LOC}</url>\n<url>&</url></urlset>"
    document = read(broken)
    assert [row.loc for row in document.rows] == ["https://example.com/a"]
    assert [(f.line, f.code) for f in document.findings] == [(3, "SM103")]


@pytest.mark.parametrize(
    ("data", "lines", "faults"),
    [
        ("https://example.com/a\nhttps://example.com/b", [1, 2], []),
        ("https://example.com/a\r\nhttps://example.com/b\r\n", [1, 2], []),
        ("https://example.com/a\rhttps://example.com/b\r", [1, 2], []),
        ("\N{BOM}https://example.com/a", [1], [(1, "SM102")]),
        ("My pages:\nhttps://example.com/a", [2], [(1, "SM122")]),
        ("# a comment\n\nhttps://example.com/a\n", [3], [(1, "SM122"), (2, "SM122")]),
        ("https://example.com/a\n\n", [1], []),
        ("https://example.com/a\r\n\r\n \t\r\n", [1], []),
        ("\n\nhttps://example.com/a\n\n", [3], [(1, "SM122"), (2, "SM122")]),
        ("https://example.com/a \n", [1], [(1, "SM121")]),
        ("\n\n", [], [(0, "SM118")]),
        ("My pages:\nNone yet\n", [], [(1, "SM122"), (2, "SM122")]),
        (
            "${SITE_URL}/\nnil\n<%= url %>\n",
            [1, 2, 3],
            [(n, "SM206") for n in (1, 2, 3)],
        ),
        ("/a\nNone\nftp://a/b", [1, 2, 3], [(1, "SM201"), (2, "SM206"), (3, "SM201")]),
        ("https://example.com/a b", [1], [(1, "SM202")]),
        (b"https://example.com/a\n\xff", [1], [(2, "SM101"), (2, "SM122")]),
        ("https://example.com/a\n" * 2, [1, 2], [(2, "SM205")]),
        (b"https://example.com/a\n" + b"x" * 200_000, [1], [(0, "SM122")]),
    ],
)
def test_a_text_file_has_one_url_a_line(data, lines, faults):
    document = read(data, "sitemap.txt")
    assert document.kind == "text"
    assert [row.line for row in document.rows] == lines
    assert [(f.line, f.code) for f in document.findings] == faults


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_lines_may_end_anywhere_in_a_piece(end):
    for length in range(65_500, 65_515):
        data = (
            b"https://example.com/".ljust(length, b"a") + end + b"https://example.com/b"
        )
        rows = read(data * 1, "s.txt").rows
        assert [(row.line, len(row.loc)) for row in rows] == [(1, length), (2, 21)]


RSS = """<rss version="2.0"><channel><link>https://example.com/</link>
<item><title>t</title><link>
https://example.com/a</link><pubDate>Wed, 01 May 2024 12:00:00 GMT</pubDate></item>
<item><title>no link</title></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.com/"/>
<entry><link rel="edit" href="https://example.com/e"/>
<link href="https://example.com/a"/><published>2024-01-01T00:00:00Z</published>
<updated>2024-05-01T12:00:00Z</updated></entry></feed>"""
ATOM_0 = """<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry>
<link rel="alternate" href="https://example.com/a"/>
<modified>2024-05-01T12:00:00Z</modified></entry></feed>"""


@pytest.mark.parametrize(
    ("data", "line", "lastmod"),
    [
        pytest.param(RSS, 2, "Wed, 01 May 2024 12:00:00 GMT", id="rss"),
        pytest.param(ATOM, 3, "2024-05-01T12:00:00Z", id="atom"),
        pytest.param(ATOM_0, 2, "2024-05-01T12:00:00Z", id="atom-0.3"),
    ],
)
def test_a_feed_lists_what_its_items_link_to(data, line, lastmod):
    document = read(data, "feed.xml")
    url = "https://example.com/a"
    assert (document.kind, document.findings) == ("feed", ())
    assert document.rows == (Row(line, url, url, lastmod),)


def test_a_feed_is_bound_to_its_folder_and_lists_something():
    document = read(RSS, url="https://example.com/blog/feed.xml")
    assert [(f.line, f.code) for f in document.findings] == [(2, "SM208")]
    assert told("<rss><channel/></rss>") == ("feed", [])


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("<rss><channel><item/></channel></rss>", id="no-link"),
        pytest.param(
            "<rss><item><guid>https://example.com/a</guid></item></rss>", id="guid"
        ),
        pytest.param('<feed xmlns="http://www.w3.org/2005/Atom"/>', id="atom"),
        pytest.param("<?xml version='1.0' encoding='iso-8859-1'?><rss/>", id="latin"),
        pytest.param("<?xml version='1.0' encoding='utf8'?><rss/>", id="utf8"),
        pytest.param(
            "<?xml version='1.0' encoding='utf-16'?><rss/>".encode("utf-16"),
            id="utf-16",
        ),
        pytest.param(
            "<rss><item><link>https://example.com/a#c1</link></item>"
            "<item><link>https://example.com/a#c2</link></item></rss>",
            id="comments",
        ),
    ],
)
def test_a_feed_is_no_sitemap_that_somebody_wrote(data):
    """Its own specifications allow what the protocol does not."""
    assert told(data, "feed.xml") == ("feed", [])


def test_the_bytes_of_a_feed_are_those_of_its_encoding():
    latin = "<?xml version='1.0'?>\n<rss><item>ü</item></rss>".encode("latin-1")
    assert told(latin, "feed.xml") == ("feed", [(2, "SM101")])


NEWS = "http://www.google.com/schemas/sitemap-news/0.9"


def test_a_sitemap_of_news_may_be_empty():
    """Google, "News sitemaps": there may be no article of the last two days."""
    empty = f'<urlset xmlns="{NAMESPACE}" xmlns:news="{NEWS}"></urlset>'
    assert told(empty) == ("urlset", [])


def test_a_sitemap_that_declares_all_extensions_is_none_of_news():
    video = NEWS.replace("news/0.9", "video/1.1")
    names = f'xmlns:news="{NEWS}" xmlns:video="{video}"'
    empty = f'<urlset xmlns="{NAMESPACE}" {names}></urlset>'
    assert told(empty) == ("urlset", [(0, "SM118")])


def test_the_style_sheet_is_told():
    style = "<?xml-stylesheet type='text/xsl' href=\"main.xsl\"?>"
    assert read(DECLARATION + style + URLSET).stylesheet == ("text/xsl", "main.xsl")
    assert read(URLSET).stylesheet is None
    assert read("<?xml-stylesheet?>" + URLSET).stylesheet == ("", "")


def test_the_size_is_that_of_the_unpacked_bytes():
    assert read(PACKED, "s.xml.gz").size == len(URLSET)


def entries(number):
    head = f'<urlset xmlns="{NAMESPACE}">\n'
    urls = (f"<url><loc>https://example.com/{n}</loc></url>\n" for n in range(number))
    return f"{head}{''.join(urls)}</urlset>"


def test_fifty_thousand_entries_are_allowed():
    assert told(entries(50_000)) == ("urlset", [])
    assert told(entries(50_001)) == ("urlset", [(50_002, "SM116")])
    lines = "".join(f"https://example.com/{n}\n" for n in range(50_001))
    assert told(lines, "s.txt") == ("text", [(50_001, "SM116")])


def test_fifty_megabytes_are_allowed():
    padded = URLSET.encode().ljust(52_428_800)
    assert told(gzip.compress(padded, 1), "s.xml.gz") == ("urlset", [])
    larger = gzip.compress(padded + b" ", 1)
    assert told(larger, "s.xml.gz") == ("urlset", [(0, "SM117")])


HEAD = f'<urlset xmlns="{NAMESPACE}">'
MUCH = 3_000_000


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(HEAD + "<a>" * 100_000, "SM109", id="depth"),
        pytest.param("<rss>" * 100_000, "SM109", id="depth-of-a-feed"),
        pytest.param(HEAD + f"<url a='{'x' * MUCH}'>", "SM109", id="attribute"),
        pytest.param(HEAD + f"<!--{'x' * MUCH}-->", "SM109", id="comment"),
        pytest.param(HEAD + f"<{'x' * MUCH}/>", "SM109", id="name"),
        pytest.param(
            HEAD + "".join(f"<a{n}/>" for n in range(99_999)), "SM109", id="names"
        ),
        pytest.param(
            HEAD + "".join(f"<url xmlns:a{n}='b'/>" for n in range(99_999)),
            "SM109",
            id="prefixes",
        ),
        pytest.param(
            HEAD + "<url>" + " ".join(f"a{n}='x'" for n in range(99_999)),
            "SM109",
            id="text-like-attributes",
        ),
        pytest.param(HEAD + f"<url><loc>{'x' * MUCH}", "SM103", id="text"),
        pytest.param(bytes(MUCH), "SM107", id="zeros"),
        pytest.param(HEAD.encode() + bytes(MUCH), "SM103", id="zeros-in-xml"),
        pytest.param(HEAD.encode() + b"\xff" * MUCH, "SM101", id="ones-in-xml"),
        pytest.param(zlib.compress(b"x"), "SM107", id="zlib"),
        pytest.param(
            "<?xml version='1.0' encoding='zlib'?>" + URLSET,
            "SM101",
            id="codec-of-bytes",
        ),
        pytest.param(
            "<?xml version='1.0' encoding='punycode'?>" + URLSET,
            "SM101",
            id="odd-codec",
        ),
        pytest.param("<?xml version='9.9'?>" + URLSET, None, id="xml-9.9"),
    ],
)
def test_hostile_input_gives_findings(data, code):
    codes = [finding.code for finding in read(data).findings]
    assert code is None or code in codes


def test_blank_lines_have_an_end():
    document = read(b"https://example.com/a" + b"\n" * MUCH, "s.txt")
    assert [(f.line, f.code) for f in document.findings] == [(1_000_002, "SM122")]


@pytest.mark.parametrize("before", ["", " "])
def test_any_codec_may_be_named(before):
    """Python has codecs of bytes, of several bytes, and those that warn."""
    names = sorted({*encodings.aliases.aliases.values(), "utf-7", "no-such", "idna"})
    for name in names:
        data = f"{before}<?xml version='1.0' encoding='{name}'?>{URLSET}"
        told = "SM101" in [finding.code for finding in read(data).findings]
        assert told is (name != "ascii"), name


# How an example of the catalogue becomes a whole file.
FRAMES = {
    "<loc>": '<urlset xmlns="{ns}"><url>{0}</url></urlset>',
    "<url>": '<urlset xmlns="{ns}">{0}</urlset>',
    "<lastmod>": f'<urlset xmlns="{{ns}}"><url>{LOC}{{0}}</url></urlset>',
    "<changefreq>": f'<urlset xmlns="{{ns}}"><url>{LOC}{{0}}</url></urlset>',
    "<priority>": f'<urlset xmlns="{{ns}}"><url>{LOC}{{0}}</url></urlset>',
    "<video:rating>": (
        '<urlset xmlns="{ns}" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">'
        f"<url>{LOC}<video:video>"
        "<video:thumbnail_loc>https://example.com/t.png</video:thumbnail_loc>"
        "<video:title>t</video:title><video:description>d</video:description>"
        "<video:content_loc>https://example.com/v.mp4</video:content_loc>"
        "{0}</video:video></url></urlset>"
    ),
    "xmlns:image": (
        f'<urlset xmlns="{{ns}}" {{0}}><url>{LOC}<image:image>'
        "<image:loc>https://example.com/i.png</image:loc></image:image></url></urlset>"
    ),
    "<?xml": f"{{0}}{URLSET}",
    "<!DOCTYPE": f"{{0}}{URLSET}",
    "<html>": "{0}",
    "My pages:": "{0}",
    "https://": "{0}",
}
WHOLE = {  # the frame of a start tag is what stands in it
    "<urlset": f"{{0}}<url>{LOC}</url></urlset>",
}
EXAMPLES = [
    code
    for code in CODES.values()
    if code.id[:3] in ("SM1", "SM2") or code.id in ("SM401", "SM402")
]
# Their examples are words, or need more than one file.
WORDS = {
    "SM106",
    "SM116",
    "SM117",
    "SM118",
    "SM203",
    "SM205",
    "SM207",
    "SM208",
    "SM210",
}
IGNORED = {"SM123"}


def whole(example):
    example = example.replace("\\uFEFF", "\N{BOM}")
    if example.startswith("<urlset"):
        return WHOLE["<urlset"].format(example)
    key = next(key for key in FRAMES if example.lstrip("\n\N{BOM}").startswith(key))
    return FRAMES[key].format(example, ns=NAMESPACE)


@pytest.mark.parametrize(
    "code",
    [pytest.param(code, id=code.id) for code in EXAMPLES if code.id not in WORDS],
)
def test_the_examples_of_the_catalogue_are_true(code):
    file = "sitemap.txt" if code.id == "SM122" else "sitemap.xml"
    host = "docs.acme.org" if code.id == "SM206" else "example.com"
    bad = read(whole(code.bad), file, f"https://{host}/sitemap.xml").findings
    good = read(whole(code.good), file, f"https://{host}/sitemap.xml").findings
    assert {finding.code for finding in bad} - IGNORED == {code.id} - IGNORED
    assert {finding.code for finding in good} <= IGNORED - {code.id}
    if code.id in IGNORED:
        assert [finding.code for finding in bad] == [code.id]


def test_an_empty_sitemap_is_the_example():
    assert told(CODES["SM118"].bad) == ("urlset", [(0, "SM118")])
