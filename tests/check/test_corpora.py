"""Sitemaps of others: real ones, those of another checker, and hostile ones.

The corpora belong to their authors, and lie beside the project. References such as
"rule 15" are to `shared/reference/protocol-rules.md` there.
"""

import copy
import csv
import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree
from usp.tree import sitemap_from_str

from scopemap.check.codes import CODES
from scopemap.check.reading import read_document

CORPUS = Path(__file__).parents[3] / "shared/corpus"
WILD = CORPUS / "wild"
SITEMAPR = CORPUS / "sitemapr/fixtures"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpora are not here")


def read(file, url):
    with file.open("rb") as stream:
        return read_document(stream, file=file.name, url=url)


def codes_of(document):
    return {finding.code for finding in document.findings}


def has_error(codes):
    return any(CODES[code].severity == "error" for code in codes)


GITHUB = "https://{}.github.io/{}sitemap.xml"
# The beginning of the name, where it was served, what is wrong with it; faults of its
# pages, dates and languages are judged elsewhere. `SM123` goes unsaid in its README.
REAL = [
    ("01", GITHUB.format("fastapi-users", "fastapi-users/10.0/"), "SM206 SM123"),
    ("02", GITHUB.format("jimporter", "bfg9000/0.3/"), "SM201 SM123"),
    ("03", GITHUB.format("jimporter", "bfg9000/0.8/"), "SM118"),
    ("04", GITHUB.format("interactive-dsa-book", ""), "SM207"),
    ("05", "https://eemont.readthedocs.io/en/latest/sitemap.xml", "SM207"),
    ("06", GITHUB.format("ros-industrial", "easy_perception_deployment/"), "SM201"),
    ("07a", "https://coin-coin.xyz/sitemap.xml", ""),
    ("07b", "https://coin-coin.xyz/en/sitemap.xml", "SM208"),
    ("07c", "https://coin-coin.xyz/fr/sitemap.xml", ""),
    ("08", GITHUB.format("danielharnden", "Clippy-Commando-Docs/"), "SM208"),
    ("09", GITHUB.format("danielguzmant", "example-docusaurus/"), "SM208 SM123"),
    ("10", GITHUB.format("edamame13", "edamameblog/ar/"), "SM206"),
    ("11a", "https://adcert.example/sitemap_index.xml", "SM201"),
    ("11b", "https://adcert.example/category-sitemap.xml", "SM206"),
    ("12", "https://docs.kadpad.xyz/documentation/sitemap.xml", "SM111 SM208"),
    ("13", "http://danielkao.github.io/sitemap.xml", "SM121 SM211"),
    ("14", GITHUB.format("ultrabug", "mkdocs-static-i18n/"), "SM123"),
    ("15", "https://docs.eclipsestore.io/sitemap.xml", ""),
    ("16", "https://docs.conda.io/en/latest/sitemap.xml", ""),
    ("17", "https://tamplariearcus.ro/sitemap.xml", "SM109 SM123 SM211"),
    ("18", GITHUB.format("xinetzone", "tao/"), "SM206"),
    ("19", "https://www.mkdocs.org/sitemap.xml", "SM123"),
]


@pytest.mark.parametrize(
    ("name", "url", "codes"), [pytest.param(*case, id=case[0]) for case in REAL]
)
def test_a_real_sitemap_has_the_faults_that_are_known(name, url, codes):
    (file,) = WILD.glob(f"{name}-*.xml")
    assert codes_of(read(file, url)) == set(codes.split())


def test_every_real_sitemap_is_judged():
    assert [name for name, *_ in REAL] == [
        file.name.partition("-")[0] for file in sorted(WILD.glob("*.xml"))
    ]


SCHEMA = {  # what the schemas reject; sitemapr has one word for all of it
    *("SM108", "SM109", "SM110", "SM111", "SM112", "SM113", "SM114"),
    *("SM118", "SM201", "SM401"),
}
# Each code of sitemapr: one of these of ours; an empty set where we see no fault, and
# None where the judge of languages has it, in `check/graph.py`.
MEANING = {
    "!sitemapr_xml_parse_error": {"SM103"},
    "PROTOCOL_CHANGEFREQ_INVALID": {"SM112"},
    "PROTOCOL_DUPLICATE_LOC": {"SM205"},
    "PROTOCOL_LASTMOD_DATE_ONLY": set(),  # an opinion: rule 10 allows a day
    "PROTOCOL_LASTMOD_INVALID": {"SM401"},
    "PROTOCOL_PRIORITY_OUT_OF_RANGE": {"SM113"},
    "PROTOCOL_TEXT_BLANK_LINE": {"SM122"},
    "PROTOCOL_TEXT_URL_TOO_LONG": {"SM203"},
    "PROTOCOL_URL_NOT_ABSOLUTE": {"SM201"},
    "SCHEMA_INVALID": SCHEMA,
    "SCHEMA_UNKNOWN_NAMESPACE": {"SM108", "SM115"},
    "UNSUPPORTED_HTML_MASQUERADE": {"SM107"},
    "UNSUPPORTED_MALFORMED_GZIP": {"SM106"},
    "UNSUPPORTED_ROOT": {"SM107"},
    **dict.fromkeys(
        f"HREFLANG_{name}"
        for name in (
            "DUPLICATE",
            "FORMAT_INVALID",
            "LINK_ATTR_INVALID",
            "MISSING_SELF_REFERENCE",
            "NONSTANDARD_CASE",
            "SEPARATOR_INVALID",
            "XDEFAULT_INVALID",
            "XDEFAULT_MISSING",
        )
    ),
}
# What we say otherwise, and by which rule.
DIFFERENCES = {
    "compressed/invalid.tar.gz": ("SM107", "rule 30: words are no list of URLs"),
    "compressed/valid.tar.gz": ("SM106", "rule 32: gzip, and no archive"),
    "encoding/bom-conflict.xml": ("SM101 SM102", "rule 1: it says that it is Latin"),
    "encoding/declared-iso8859-no-bom.xml": ("SM101", "rule 1: so does this"),
    "encoding/utf16-le-bom.xml": ("SM101 SM103", "rule 1: its mark is that of UTF-16"),
    "encoding/utf8-bom.xml": ("SM102", "rule 1: a mark is told"),
    "text/empty.txt": ("SM118", "rule 37: it is no XML that could be broken"),
    "text/invalid-urls.txt": ("SM122 SM201", "rule 30: words are no URL at all"),
    "text/mixed-schemes-and-query.txt": ("SM204 SM207", "rules 15 and 48"),
    "text/trailing-whitespace.txt": ("SM121", "rule 8: readers differ"),
    "text/utf8-bom.txt": ("SM102", "rule 1: the mark is no part of the URL"),
    "text/valid.txt": ("SM207", "rule 15: http in a sitemap of https"),
    "xml/malformed.xml": ("SM103 SM109", "rule 4: an entry within an entry is told"),
    "xml/whitespace-heavy.xml": ("SM121", "rule 8: readers differ"),
}
# sitemapr has no rule for fields that engines ignore.
OURS_ALONE = {"SM123"}


def golden():
    if not SITEMAPR.is_dir():
        return []
    with (SITEMAPR / "corpus-golden.tsv").open(encoding="utf-8") as stream:
        return [
            (file, words.split()) for file, words in csv.reader(stream, "excel-tab")
        ]


def agrees(ours, theirs):
    """Tell whether each word of one side has one of the other."""
    groups = [MEANING[word] for word in theirs if word != "<none>"]
    groups = [group for group in groups if group]
    answered = all(group & ours for group in groups if group is not SCHEMA)
    by_schema = (
        SCHEMA not in groups or ours & SCHEMA or None in map(MEANING.get, theirs)
    )
    return answered and by_schema and ours <= set().union(*groups)


@pytest.fixture(scope="module")
def compared():
    found = {}
    for file, theirs in golden():
        document = read(SITEMAPR / "corpus" / file, "https://example.com/s.xml")
        found[file] = codes_of(document) - OURS_ALONE, theirs
    return found


def test_another_checker_agrees_or_is_contradicted_with_a_reason(compared):
    differing = {
        f: ours for f, (ours, theirs) in compared.items() if not agrees(ours, theirs)
    }
    assert differing == {
        file: set(codes.split()) for file, (codes, _) in DIFFERENCES.items()
    }
    assert (len(compared) - len(differing), len(compared)) == (65, 79)


XML = sorted([*CORPUS.glob("wild/*.xml"), *SITEMAPR.rglob("*.xml")])
# What the schemas reject, and we only warn of: namespaces that nobody documents (rule
# 76), a sitemap of nothing (rule 37), and dates of W3C that XML Schema lacks (rule 10).
ONLY_WARNED = {"SM115", "SM118", "SM402"}
XML_NAMESPACE = "{http://www.w3.org/XML/1998/namespace}"
IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}image"


def sort_image(element):
    if element.tag == IMAGE:
        element[:] = sorted(element, key=lambda child: _ORDER.get(child.tag, 9))


def drop_xml_attributes(element):
    for name in element.attrib:
        if name.startswith(XML_NAMESPACE):
            del element.attrib[name]


_NAMES = ("loc", "caption", "geo_location", "title", "license")
_ORDER = {IMAGE.replace("}image", f"}}{name}"): n for n, name in enumerate(_NAMES)}
# What the schemas reject, and we allow; each mends an element for them.
EXCEPTIONS = {
    sort_image: "rule 73: all but image:loc can be left there without drawbacks",
    drop_xml_attributes: "XML 1.0, section 2.12: they may stand on any element",
}
# Attributes that an `xhtml:link` must have: the judge of languages has them.
LINKS_ALONE = {"missing-attrs.xml"}


@pytest.fixture(scope="module")
def schemas():
    return {
        f"{{{NAMESPACE}}}urlset": etree.XMLSchema(file=CORPUS / "xsd/all-local.xsd"),
        f"{{{NAMESPACE}}}sitemapindex": etree.XMLSchema(
            file=CORPUS / "xsd/index-local.xsd"
        ),
    }


def is_valid(schemas, data):
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
        for element in root.iter(etree.Element):
            for mend in EXCEPTIONS:
                mend(element)
        return root.tag in schemas and schemas[root.tag].validate(root)
    except (etree.XMLSyntaxError, etree.XMLSchemaValidateError):
        return False  # the latter for entities that are not resolved


@pytest.mark.parametrize("file", XML, ids=lambda file: file.name)
def test_what_the_schemas_reject_is_an_error(schemas, file):
    codes = codes_of(read(file, "https://example.com/sitemap.xml"))
    is_feed = b"<feed" in file.read_bytes() or b"<rss" in file.read_bytes()
    if not is_valid(schemas, file.read_bytes()) and not is_feed:
        assert has_error(codes) or codes & ONLY_WARNED or file.name in LINKS_ALONE


@pytest.mark.parametrize("file", XML, ids=lambda file: file.name)
def test_another_reader_reads_the_same_urls(file):
    """It keeps each URL once, and one of an entry that has several."""
    document = read(file, "https://example.com/sitemap.xml")
    wrong = {c for c in codes_of(document) if c not in ("SM206", "SM207", "SM208")}
    if document.kind == "urlset" and not has_error(wrong):
        pages = sitemap_from_str(file.read_text(encoding="utf-8")).all_pages()
        assert {page.url for page in pages} == {row.loc for row in document.rows}


# A sitemap with all that the schemas know, to spoil it.
FULL = f"""\
<urlset xmlns="{NAMESPACE}"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
 xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
 xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://example.com/a/</loc><lastmod>2024-05-01</lastmod>
<changefreq>daily</changefreq><priority>0.5</priority>
<image:image><image:loc>https://example.com/i.png</image:loc>
<image:caption>c</image:caption><image:geo_location>g</image:geo_location>
<image:title>t</image:title><image:license>https://example.com/l</image:license>
</image:image>
<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/"/>
<video:video><video:thumbnail_loc>https://example.com/t.png</video:thumbnail_loc>
<video:title>t</video:title><video:description>d</video:description>
<video:content_loc>https://example.com/v.mp4</video:content_loc>
<video:player_loc allow_embed="yes" autoplay="a">https://example.com/p</video:player_loc>
<video:duration>60</video:duration><video:expiration_date>2030-01-01</video:expiration_date>
<video:rating>4.5</video:rating>
<video:content_segment_loc duration="20">https://example.com/s</video:content_segment_loc>
<video:view_count>7</video:view_count>
<video:publication_date>2024-05-01T12:00:00Z</video:publication_date>
<video:tag>x</video:tag><video:tag>y</video:tag><video:category>c</video:category>
<video:family_friendly>yes</video:family_friendly>
<video:restriction relationship="allow">DE AT</video:restriction>
<video:gallery_loc title="g">https://example.com/g</video:gallery_loc>
<video:price currency="EUR" type="rent" resolution="hd">1.99</video:price>
<video:requires_subscription>no</video:requires_subscription>
<video:uploader info="https://example.com/u">u</video:uploader>
<video:tvshow><video:show_title>s</video:show_title><video:video_type>full</video:video_type>
<video:episode_title>e</video:episode_title><video:season_number>1</video:season_number>
<video:episode_number>2</video:episode_number>
<video:premier_date>2020-01-01</video:premier_date></video:tvshow>
<video:platform relationship="deny">web tv</video:platform><video:live>no</video:live>
<video:id type="url">https://example.com/</video:id></video:video></url>
<url><loc>https://example.com/b/</loc><news:news>
<news:publication><news:name>n</news:name><news:language>en</news:language>
</news:publication><news:access>Subscription</news:access><news:genres>Blog</news:genres>
<news:publication_date>2024-05-01</news:publication_date><news:title>t</news:title>
<news:keywords>k</news:keywords><news:stock_tickers>NASDAQ:A</news:stock_tickers>
</news:news></url></urlset>""".encode()
INDEX = f"""\
<sitemapindex xmlns="{NAMESPACE}"><sitemap><loc>https://example.com/a.xml</loc>
<lastmod>2024-05-01</lastmod></sitemap><sitemap><loc>https://example.com/b.xml</loc>
</sitemap></sitemapindex>""".encode()
VALUES = [
    *("", "  ", "x", "0", "1", "-1", "5", "5.1", "1e1", "0,5", "+1", " 1 ", "28801"),
    *("2024", "2024-05", "2024-05-01", "2024-05-01T10:00:00", "2024-05-01T10:00Z"),
    *("2024-02-30", "2024-05-01Z", "yes", "YEs", "daily", " daily", "Daily", "allow"),
    *("en", "en-US", "zh-cn", "DE", "DE  AT", "web tv", " web", "full", "url", "EUR"),
    *("https://example.com/x", "/x", "http://[", "http://a b/", "%zz", "RENT", "Blog"),
    *("https://example.com/%zz", "mailto:x@y.example.com", "y" * 101, "z" * 2_049),
    *(
        "https://example.com/".ljust(2_048, "z"),
        "https://example.com/".ljust(2_049, "z"),
    ),
]
ATTRIBUTES = [
    *("relationship", "type", "x"),
    "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation",
    "{http://www.w3.org/2001/XMLSchema-instance}nil",
    "{http://www.w3.org/XML/1998/namespace}lang",
]


def spoil(tree, pick):
    """Remove, repeat, move, rename or fill an element, or change its attributes."""
    elements = list(tree.iter())
    element = pick.choice(elements[1:])
    parent, other = element.getparent(), pick.choice(elements)
    is_link = element.tag == "{http://www.w3.org/1999/xhtml}link"
    way = pick.randrange(8)
    if way == 0:
        parent.remove(element)
    elif way == 1:
        parent.insert(pick.randrange(len(parent) + 1), copy.deepcopy(other))
    elif way == 2:
        parent.insert(pick.randrange(len(parent)), element)
    elif way == 3:
        element.tag = other.tag
    elif way == 4:
        namespace, local = etree.QName(other).namespace, etree.QName(element).localname
        element.tag = pick.choice([f"{{{namespace}}}{local}", local])
    elif way == 5 and not is_link:
        element.set(pick.choice(ATTRIBUTES), pick.choice(VALUES))
    elif way == 6 and element.attrib and not is_link:
        del element.attrib[pick.choice(list(element.attrib))]
    else:
        element.text = pick.choice(VALUES)


def test_whatever_the_schemas_reject_in_a_spoilt_sitemap_is_an_error(schemas):
    """A `link` that another element became lacks what the judge of languages tells."""
    missed = []
    for seed in range(4_000):
        pick = random.Random(seed)  # noqa: S311  # no secret
        tree = etree.fromstring(FULL if seed % 8 else INDEX)
        spoil(tree, pick)
        data = etree.tostring(tree, encoding="UTF-8")
        url = "https://example.com/sitemap.xml"
        codes = codes_of(read_document(io.BytesIO(data), file="s.xml", url=url))
        if not has_error(codes) and not codes & {"SM118", "SM402"}:
            links = tree.iter("{http://www.w3.org/1999/xhtml}link")
            is_whole = all({"rel", "href"} <= set(link.attrib) for link in links)
            if is_whole and not is_valid(schemas, data):
                missed.append((seed, data))
    assert missed == []


def test_the_sitemap_that_is_spoilt_is_sound(schemas):
    for data in (FULL, INDEX):
        url = "https://example.com/sitemap.xml"
        codes = codes_of(read_document(io.BytesIO(data), file="s.xml", url=url))
        assert (codes - OURS_ALONE, is_valid(schemas, data)) == (set(), True)


# Reads what `parts` gives, and tells what came of it, and how much memory it took.
MEASURE = """
import io, json, re, zlib
from scopemap.check.reading import read_document

class Stream(io.RawIOBase):
    def __init__(self):
        self.parts, self.rest = parts(), b""
    def read(self, size=-1):
        while len(self.rest) < size and (part := next(self.parts, None)) is not None:
            self.rest += part
        data, self.rest = self.rest[:size], self.rest[size:]
        return data

document = read_document(Stream(), file=FILE, url="https://example.com/sitemap.xml")
with open("/proc/self/status") as status:
    peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read())[1]) // 1024
codes = sorted({f.code for f in document.findings})
print(json.dumps([codes, len(document.rows), peak]))
"""
HEAD = (
    'HEAD = b\'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\\n\'\n'
)
ENDLESS = """
FILE = "sitemap.xml.gz"
def parts():
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    yield packer.compress(HEAD)
    for _ in range(10_000):
        yield packer.compress(SPACE * 1_000_000)
    yield packer.flush()
"""
ENTRIES = """
FILE = "sitemap.xml"
def parts():
    yield HEAD
    for n in range(50_000):
        url = b"https://example.com/a-folder-with-a-name/and-more/" * 19 + b"%d" % n
        yield b"<url><loc>%s</loc><lastmod>2024-05-01</lastmod></url>\\n" % url
    yield b"</urlset>"
"""
ALTERNATES = """
FILE = "sitemap.xml"
def parts():
    yield HEAD
    link = b'<xhtml:link rel="alternate" hreflang="a%d" href="%s"/>\\n'
    for n in range(23_500):
        url = b"https://example.com/l%d/page-%d.html"
        urls = [url % (k, n // 20) for k in range(20)]
        links = b"".join(link % (k, url) for k, url in enumerate(urls))
        yield b"<url><loc>%s</loc>%s</url>" % (urls[n % 20], links)
    yield b"</urlset>"
"""
TINY = """
FILE = "sitemap.xml"
def parts():
    yield HEAD
    for n in range(1_000):
        yield b"<url/>" * 5_000
    yield b"</urlset>"
"""


@pytest.mark.parametrize(
    ("parts", "codes", "rows"),
    [
        pytest.param(
            ENDLESS.replace("SPACE", 'b" "'), ["SM117"], 0, id="10-gigabytes-of-spaces"
        ),
        pytest.param(
            ENDLESS.replace("SPACE", 'b"\\0"'), ["SM103"], 0, id="10-gigabytes-of-zeros"
        ),
        pytest.param(ENTRIES, [], 50_000, id="50-megabytes"),
        pytest.param(ALTERNATES, [], 23_500, id="50-megabytes-of-alternates"),
        pytest.param(TINY, ["SM109", "SM110"], 0, id="5-million-elements"),
    ],
)
def test_memory_has_an_end(parts, codes, rows):
    code = MEASURE.replace("class Stream", HEAD + parts + "\nclass Stream", 1)
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, timeout=60
    )
    found, number, peak = json.loads(done.stdout)
    assert (found, number) == (codes, rows)
    assert peak < 100
