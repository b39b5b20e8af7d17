"""Any site, any options: what is written, judged by a reader that shares no code."""

import gzip
import os
import re
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote_to_bytes

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

import scopemap

BASES = {  # as a user writes it: as it is
    "https://example.org": "https://example.org/",
    "http://Example.ORG:8080/docs": "http://example.org:8080/docs/",
    "https://bücher.example:443/ä b/": "https://xn--bcher-kva.example/%C3%A4%20b/",
    "http://faß.de:80/~me/x%2fy/": "http://xn--fa-hia.de/~me/x%2Fy/",
    "https://[2001:db8::1]:8443/R&D's/": "https://[2001:db8::1]:8443/R&D's/",
}
NAMES = [
    b"index.html",
    b"R&D",
    b"%41.html",
    b"C#.html",
    b"what?.html",
    b"'single' \"double\" <x>.html",
    b"latin-\xe9\xff.html",
    "e\N{COMBINING ACUTE ACCENT}.html".encode(),
    b"\n",
    b"...",
    b"~;=@:,+*()!$",
    b"n" * 255,
    "ü".encode() * 127,
]
# The strategy adds the zone; year 1 begins before it in some, see test_schema.py.
FIRST, LAST = datetime(2, 1, 1), datetime(2098, 12, 31)  # noqa: DTZ001  # see above


def is_free(name):
    """Tell whether a file may have the name, and the build writes none of that name."""
    own = name.startswith((b"sitemap", b"robots"))
    return not own and name not in (b"", b".", b"..")


names = st.one_of(
    st.sampled_from(NAMES),
    st.text(max_size=20).map(str.encode),
    st.binary(max_size=20),
)
names = names.map(lambda name: re.sub(rb"[/\0]", b"_", name)).filter(is_free)
zones = st.one_of(
    st.integers(-1439, 1439).map(lambda n: timezone(timedelta(minutes=n))),
    st.integers(-86_399, 86_399).map(lambda n: timezone(timedelta(seconds=n))),
)
moments = st.one_of(
    st.none(),
    st.dates(max_value=LAST.date()),
    st.datetimes(FIRST, LAST, timezones=zones),
)


@st.composite
def trees(draw):
    """Give the paths of a site; the same names recur on all levels."""
    pool = st.sampled_from(draw(st.lists(names, min_size=1, max_size=6)))
    path = st.lists(pool, min_size=1, max_size=4).map(tuple)
    paths = draw(st.lists(path, min_size=1, max_size=12, unique=True))
    folders = {path[:depth] for path in paths for depth in range(1, len(path))}
    return [b"/".join(path) for path in paths if path not in folders]


@st.composite
def sites(draw):
    """Give a base URL, the pages with the style of their URLs and their dates."""
    pages = {
        path: (draw(st.sampled_from(["ours", "quote", "escapes"])), draw(moments))
        for path in draw(trees())
    }
    return draw(st.sampled_from(sorted(BASES))), pages


@st.composite
def options_for(draw, pages):
    """Give options whose scopes are the site's own folders, and one more."""
    folders = {path[: m.start()] for path in pages for m in re.finditer(b"/", path)}
    plain = sorted(os.fsdecode(f) for f in folders if not re.search(rb"[\\?#*]", f))
    scopes = st.lists(st.sampled_from(["", "nowhere/", *plain]), unique=True)
    return {
        "publish": "yes",
        "scopes": draw(st.sampled_from(["auto", "sections"]) | scopes),
        "index": draw(st.sampled_from(["always", "auto", "never"])),
        "max_urls": draw(st.integers(1, 5) | st.just(50_000)),
        "gzip": draw(st.booleans()),
        "text": draw(st.booleans()),
    }


def link(path, style):
    """Write the URL of a page below the base URL, as generators do."""
    if style == "escapes":
        return re.sub(b"[^/]", lambda byte: b"%%%02X" % ord(byte[0]), path).decode()
    url = quote(path, safe="/" if style == "quote" else "/!$&'()*+,;=:@")
    return re.sub(r"(^|/)index\.html\Z", r"\1", url)


@settings(max_examples=60, deadline=None, derandomize="CI" in os.environ)
@given(st.data(), sites())
def test_every_page_stands_once_where_it_may_with_its_date(schemas, data, site):
    """Also where an earlier build had other options, and twice without a change."""
    base, pages = site
    with tempfile.TemporaryDirectory() as folder:
        for path in pages:
            file = Path(folder, os.fsdecode(path))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        for options in data.draw(st.lists(options_for(pages), min_size=1, max_size=2)):
            report = build(folder, base, pages, options)
            files = read(folder, pages)
            listed = judge_files(BASES[base], options, report.submit, files, schemas)
            judge_entries(BASES[base], pages, listed)
            again = build(folder, base, pages, options)
            assert (again.written, again.removed) == ((), ())


def build(folder, base, pages, options):
    site = scopemap.Site(
        base_url=base,
        output=Path(folder),
        project=Path(folder),
        pages=tuple(
            scopemap.Page(
                PurePosixPath(os.fsdecode(path)),
                url=None if style == "ours" else link(path, style),
                word=scopemap.Word(modified=modified),
            )
            for path, (style, modified) in pages.items()
        ),
        generator="none",
    )
    in_2100 = {"SOURCE_DATE_EPOCH": "4102444800"}
    return scopemap.build(site, scopemap.load_options(options), environ=in_2100)


def read(folder, pages):
    """Read what the builds wrote, by the bytes of each path."""
    files = (file for file in Path(folder).rglob("*") if file.is_file())
    found = {os.fsencode(file.relative_to(folder)): file for file in files}
    return {
        path: file.read_bytes() for path, file in found.items() if path not in pages
    }


# RFC 3986 without query and fragment, in its normal form
URL = re.compile(
    r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?"
    r"(/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})*)+"
)


def judge_files(base, options, submit, files, schemas):
    """Judge the files and give what they list: each loc with its lastmod."""
    xml = {
        name: etree.fromstring(files[name]) for name in files if name[-4:] == b".xml"
    }
    for tree in xml.values() if schemas else ():
        schemas[tree.tag].assertValid(tree)
    copies = {name + b".gz": files[name] for name in xml if options["gzip"]}
    assert {copy: gzip.decompress(files[copy]) for copy in copies} == copies
    index = xml.pop(b"sitemap-index.xml", None)
    wanted = {"always": len(xml) > 0, "auto": len(xml) > 1, "never": False}
    assert (index is not None) == wanted[options["index"]]
    urls = submit if index is None else [loc.text for loc in index.iter("{*}loc")]
    named = [unquote_to_bytes(url.removeprefix(base)) for url in urls]
    assert sorted(named) == sorted(xml)
    listed = []
    texts = {}
    for name, url in zip(named, urls, strict=True):
        folder = url[: url.rindex("/") + 1]
        locs = [loc.text for loc in xml[name].iter("{*}loc")]
        assert [loc for loc in locs if not loc.startswith(folder)] == []
        assert [loc for loc in (url, *locs) if not URL.fullmatch(loc)] == []
        assert max(map(len, locs)) < 2048
        assert len(locs) <= options["max_urls"]
        texts[name[:-4] + b".txt"] = "".join(f"{loc}\n" for loc in locs).encode()
        dates = [entry.findtext("{*}lastmod") for entry in xml[name]]
        listed += zip(locs, dates, strict=True)
    texts = texts if options["text"] else {}
    assert {name: files[name] for name in texts} == texts
    others = {b"sitemap-index.xml", b"sitemap.css", b"robots.txt"}
    assert files.keys() - others - copies.keys() == xml.keys() | texts.keys()
    return listed


def judge_entries(base, pages, listed):
    """Judge that each page is listed once, as it is, but for too long URLs."""
    urls = {base + link(path, style): path for path, (style, _) in pages.items()}
    assert sorted(loc for loc, _ in listed) == sorted(u for u in urls if len(u) < 2048)
    for loc, lastmod in listed:
        name = unquote_to_bytes(loc.removeprefix(base))
        assert urls[loc] in (name, name + b"index.html")
        assert says(lastmod, pages[urls[loc]][1])


def says(lastmod, modified):
    """Tell whether a lastmod is what the author stated, to the second."""
    if not isinstance(modified, datetime):
        return lastmod == (modified and modified.isoformat())
    behind = modified - datetime.fromisoformat(lastmod.replace("Z", "+00:00"))
    return timedelta(0) <= behind < timedelta(seconds=1)
