from __future__ import annotations

import gzip
import os
import shutil
import struct
import subprocess
import sys
from datetime import date, datetime, timedelta, timezone
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from lxml import etree

import scopemap
from scopemap import (
    Dated,
    Note,
    OptionError,
    Page,
    Report,
    Site,
    Skipped,
    Word,
    build,
    load_options,
)

BASE = "https://site.example/"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def run(
    output: Path,
    *pages: str | Page,
    base_url: str = BASE,
    environ: dict[str, str] | None = None,
    host_root: bool | None = None,
    **options: Any,
) -> Report:
    listed = tuple(
        page if isinstance(page, Page) else Page(PurePosixPath(page)) for page in pages
    )
    site = Site(base_url, output, output, listed, "test", host_root=host_root)
    return build(site, load_options(options), environ=environ or {})


def make(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"<title>A page</title>")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def paths(*names: str) -> tuple[PurePosixPath, ...]:
    return tuple(map(PurePosixPath, names))


def locs(file: Path) -> list[str]:
    return [loc.text for loc in etree.fromstring(file.read_bytes()).iter("{*}loc")]


# Sitemaps and the index

PAGES = ("index.html", "about.html", "docs/a.html", "docs/b.html")


def test_a_build_writes_sitemaps_an_index_robots_and_a_style_sheet(tmp_path):
    make(tmp_path, *PAGES)
    dated = Page(
        PurePosixPath("docs/a.html"),
        word=Word(
            modified=datetime(2024, 5, 1, 12, tzinfo=timezone(timedelta(hours=2))),
            priority=0.8,
        ),
    )
    gone = Page(PurePosixPath("docs/gone.html"))
    draft = Page(PurePosixPath("about.html"), skip="draft")
    pages = ("index.html", "docs/b.html", dated, gone, draft)
    report = run(tmp_path, *pages, scopes="sections")
    assert report == Report(
        urls=3,
        sitemaps=paths("docs/sitemap.xml", "sitemap.xml"),
        submit=(f"{BASE}sitemap-index.xml",),
        written=paths(
            "sitemap.css",
            "docs/sitemap.xml",
            "sitemap.xml",
            "sitemap-index.xml",
            "robots.txt",
        ),
        skipped=(
            Skipped(PurePosixPath("about.html"), "draft"),
            Skipped(
                PurePosixPath("docs/gone.html"), "missing", "no such file was built"
            ),
        ),
        dates=(
            (PurePosixPath("docs/a.html"), Dated(dated.word.modified, "meta")),
            (PurePosixPath("docs/b.html"), Dated(None, None, "no source file")),
            (PurePosixPath("index.html"), Dated(None, None, "no source file")),
        ),
        dated=1,
    )
    css = Path(scopemap.__file__).with_name("sitemap.css").read_text()
    written = files(tmp_path)
    assert {str(path): written[str(path)].decode() for path in report.written} == {
        "sitemap.css": f"/* scopemap root=./ */\n{css}",
        "docs/sitemap.xml": """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=../ -->
<?xml-stylesheet type="text/css" href="../sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://site.example/docs/a.html</loc>\
<lastmod>2024-05-01T12:00:00+02:00</lastmod><priority>0.8</priority></url>
<url><loc>https://site.example/docs/b.html</loc></url>
</urlset>
""",
        "sitemap.xml": """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://site.example/</loc></url>
</urlset>
""",
        "sitemap-index.xml": """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://site.example/docs/sitemap.xml</loc></sitemap>
<sitemap><loc>https://site.example/sitemap.xml</loc></sitemap>
</sitemapindex>
""",
        "robots.txt": """\
User-agent: *
Allow: /

# scopemap
Sitemap: https://site.example/sitemap-index.xml
""",
    }


def test_sitemap_xml_stays_a_urlset_however_much_a_site_grows(tmp_path):
    """Material for MkDocs reads it, and an index there empties its navigation."""
    pages = [f"{number}.html" for number in range(5)]
    make(tmp_path, *pages)
    report = run(tmp_path, *pages, max_urls=2)
    assert report.sitemaps == paths("sitemap-2.xml", "sitemap-3.xml", "sitemap.xml")
    roots = {etree.parse(tmp_path / path).getroot().tag for path in report.sitemaps}
    assert roots == {f"{SITEMAP}urlset"}
    shards = {str(path): locs(tmp_path / path) for path in report.sitemaps}
    assert shards == {
        "sitemap.xml": [f"{BASE}0.html", f"{BASE}1.html"],
        "sitemap-2.xml": [f"{BASE}2.html", f"{BASE}3.html"],
        "sitemap-3.xml": [f"{BASE}4.html"],
    }


SITE = f"{BASE}sitemap.xml"
DOCS = f"{BASE}docs/sitemap.xml"
INDEX = f"{BASE}sitemap-index.xml"


@pytest.mark.parametrize(
    ("index", "scopes", "submit"),
    [
        pytest.param("always", "auto", (INDEX,), id="always-over-one"),
        pytest.param("always", "sections", (INDEX,), id="always-over-two"),
        pytest.param("auto", "auto", (SITE,), id="auto-over-one"),
        pytest.param("auto", "sections", (INDEX,), id="auto-over-two"),
        pytest.param("never", "auto", (SITE,), id="never-over-one"),
        pytest.param("never", "sections", (DOCS, SITE), id="never-over-two"),
    ],
)
def test_robots_names_the_index_else_each_sitemap(index, scopes, submit, tmp_path):
    make(tmp_path, *PAGES)
    report = run(tmp_path, *PAGES, index=index, scopes=scopes)
    assert report.submit == submit
    assert (tmp_path / "sitemap-index.xml").exists() == (submit == (INDEX,))
    lines = "".join(f"# scopemap\nSitemap: {url}\n" for url in submit)
    text = f"User-agent: *\nAllow: /\n\n{lines}"
    assert (tmp_path / "robots.txt").read_text() == text


def test_a_style_sheet_that_is_not_wanted_is_not_named(tmp_path):
    make(tmp_path, *PAGES)
    run(tmp_path, *PAGES, stylesheet=False)
    assert not (tmp_path / "sitemap.css").exists()
    for name in ("sitemap.xml", "sitemap-index.xml"):
        assert b"xml-stylesheet" not in (tmp_path / name).read_bytes()


def test_each_sitemap_has_a_compressed_and_a_text_form_where_they_are_wanted(tmp_path):
    """One member, and no time; the index names the plain file: samdark/sitemap#44."""
    make(tmp_path, *PAGES)
    before = set(files(tmp_path))
    run(tmp_path, *PAGES, scopes="sections", gzip=True, text=True)
    written = files(tmp_path)
    documents = {"docs/sitemap.xml", "sitemap.xml", "sitemap-index.xml"}
    texts = {"docs/sitemap.txt", "sitemap.txt"}
    compressed = {f"{name}.gz" for name in documents}
    others = {"robots.txt", "sitemap.css"}
    assert set(written) - before == documents | texts | compressed | others
    for name in documents:
        data = written[f"{name}.gz"]
        assert gzip.decompress(data) == written[name]
        assert struct.unpack("<HBBIBB", data[:10]) == (0x8B1F, 8, 0, 0, 0, 255)
    assert (
        written["docs/sitemap.txt"].decode()
        == f"{BASE}docs/a.html\n{BASE}docs/b.html\n"
    )
    assert locs(tmp_path / "sitemap-index.xml") == [DOCS, SITE]


# robots.txt

OURS = f"# scopemap\nSitemap: {INDEX}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("", OURS, id="empty"),
        pytest.param("User-agent: *\n", f"User-agent: *\n\n{OURS}", id="rules"),
        pytest.param(
            "User-agent: *\nDisallow: /x",
            f"User-agent: *\nDisallow: /x\n\n{OURS}",
            id="no-newline-at-the-end",
        ),
        pytest.param(
            "User-agent: *\r\n",
            "User-agent: *\r\n\r\n" + OURS.replace("\n", "\r\n"),
            id="windows",
        ),
        pytest.param(
            "\ufeffUser-agent: *\n", f"\ufeffUser-agent: *\n\n{OURS}", id="bom"
        ),
        pytest.param(
            "Sitemap: https://other.example/sitemap.xml\n",
            f"Sitemap: https://other.example/sitemap.xml\n\n{OURS}",
            id="line-of-another-host",
        ),
        pytest.param(
            f"# scopemap\nSitemap: {BASE}old.xml\nUser-agent: *\n",
            f"{OURS}User-agent: *\n",
            id="old-line-of-ours",
        ),
        pytest.param(
            f"Sitemap: {BASE}old.xml\n# scopemap\n",
            f"Sitemap: {BASE}old.xml\n# scopemap\n\n{OURS}",
            id="line-above-the-comment-is-not-ours",
        ),
        pytest.param(
            f"# scopemap\n\nSitemap: {BASE}old.xml\n",
            f"# scopemap\n\nSitemap: {BASE}old.xml\n\n{OURS}",
            id="line-not-right-below-the-comment-is-not-ours",
        ),
        pytest.param(f"Sitemap: {INDEX}\n", f"Sitemap: {INDEX}\n", id="index-is-named"),
        pytest.param(
            f"sitemap:{INDEX} # mine",
            f"sitemap:{INDEX} # mine",
            id="index-is-named-in-lower-case",
        ),
        pytest.param(
            f"Sitemap: {INDEX}\n\n{OURS}",
            f"Sitemap: {INDEX}\n\n",
            id="index-is-named-since",
        ),
        pytest.param(
            f"Sitemap: {DOCS}\nSitemap: {SITE}\n",
            f"Sitemap: {DOCS}\nSitemap: {SITE}\n",
            id="every-sitemap-is-named",
        ),
        pytest.param(
            f"Sitemap: {SITE}\n",
            f"Sitemap: {SITE}\n\n{OURS}",
            id="one-sitemap-is-named",
        ),
    ],
)
def test_robots_txt_is_amended_byte_for_byte(before, after, tmp_path):
    make(tmp_path, *PAGES)
    (tmp_path / "robots.txt").write_bytes(before.encode())
    run(tmp_path, *PAGES, scopes="sections")
    assert (tmp_path / "robots.txt").read_bytes().decode() == after
    assert run(tmp_path, *PAGES, scopes="sections").written == ()


@pytest.mark.parametrize(
    ("base_url", "host_root", "robots", "is_written"),
    [
        pytest.param(BASE, None, "auto", True, id="root"),
        pytest.param(f"{BASE}p/", None, "auto", False, id="sub-path"),
        pytest.param(f"{BASE}p/", True, "auto", True, id="root-by-the-generator"),
        pytest.param(BASE, False, "auto", False, id="sub-path-by-the-generator"),
        pytest.param(f"{BASE}p/", None, "always", True, id="sub-path-always"),
        pytest.param(BASE, None, "never", False, id="root-never"),
    ],
)
def test_robots_txt_is_written_where_it_is_served_at_the_root(
    base_url, host_root, robots, is_written, tmp_path
):
    make(tmp_path, *PAGES)
    run(tmp_path, *PAGES, base_url=base_url, host_root=host_root, robots=robots)
    assert (tmp_path / "robots.txt").exists() == is_written


def test_the_line_for_the_root_of_the_host_is_told_below_it(tmp_path):
    """Yoast#2777: a robots.txt in a sub path is read by nobody."""
    make(tmp_path, *PAGES)
    (tmp_path / "robots.txt").write_bytes(b"User-agent: *\n")
    report = run(tmp_path, *PAGES, base_url=f"{BASE}p/")
    assert (tmp_path / "robots.txt").read_bytes() == b"User-agent: *\n"
    line = f"Sitemap: {BASE}p/sitemap-index.xml"
    text = f"{BASE}robots.txt is where engines look: add `{line}` there"
    assert report.notes == (Note("info", "robots-elsewhere", text),)


READTHEDOCS = {"READTHEDOCS": "True", "READTHEDOCS_VERSION_TYPE": "branch"}


def test_on_read_the_docs_no_robots_txt_is_created(tmp_path):
    make(tmp_path, *PAGES)
    report = run(tmp_path, *PAGES, environ=READTHEDOCS)
    assert not (tmp_path / "robots.txt").exists()
    text = (
        "no robots.txt is created on Read the Docs, whose own hides hidden versions;"
        f" one of yours gets the line `Sitemap: {INDEX}`"
    )
    assert report.notes == (Note("info", "robots-readthedocs", text),)


def test_on_read_the_docs_an_existing_robots_txt_is_amended(tmp_path):
    """That of the default version is served at the root, whatever its own path."""
    make(tmp_path, *PAGES)
    (tmp_path / "robots.txt").write_bytes(b"User-agent: *\n")
    report = run(tmp_path, *PAGES, base_url=f"{BASE}en/stable/", environ=READTHEDOCS)
    assert report.notes == ()
    assert (tmp_path / "robots.txt").read_text() == (
        f"User-agent: *\n\n# scopemap\nSitemap: {BASE}en/stable/sitemap-index.xml\n"
    )


# What is not written


def test_an_empty_site_writes_no_file_and_says_why(tmp_path):
    report = run(tmp_path)
    text = "no page is to be listed (the site has none)"
    assert report == Report(notes=(Note("info", "empty", text),))
    assert files(tmp_path) == {}


def test_a_site_whose_pages_are_all_left_out_says_for_which_reasons(tmp_path):
    make(tmp_path, *PAGES)
    before = files(tmp_path)
    draft = Page(PurePosixPath("index.html"), skip="draft")
    report = run(tmp_path, draft, *PAGES[1:], exclude=["**.html"], robots="always")
    text = "no page is to be listed (3 excluded, 1 draft)"
    assert report.notes == (Note("info", "empty", text),)
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("missing", "of", "max_skipped"),
    [
        pytest.param(9, 10, 0.5, id="nine-of-ten"),
        pytest.param(6, 10, 0.5, id="just-over-half"),
        pytest.param(10, 10, 0.5, id="all"),
        pytest.param(1, 10, 0, id="one-where-none-may"),
    ],
)
def test_a_fault_of_too_many_pages_writes_and_removes_nothing(
    missing, of, max_skipped, tmp_path
):
    pages = [f"{number}.html" for number in range(of)]
    make(tmp_path, "old/a.html", *pages)
    run(tmp_path, "old/a.html", *pages, scopes="sections")
    for page in pages[:missing]:
        (tmp_path / page).unlink()
    before = {name: (tmp_path / name).stat() for name in files(tmp_path)}
    report = run(tmp_path, *pages, max_skipped=max_skipped)
    text = (
        f"nothing was written: {missing} of {of} pages would be left out as 'missing'"
        " (their files are not in the output folder);"
        " max_skipped sets how large a share may be"
    )
    assert report == Report(
        skipped=tuple(
            Skipped(PurePosixPath(page), "missing", "no such file was built")
            for page in pages[:missing]
        ),
        notes=(Note("warning", "halted", text),),
    )
    assert {name: (tmp_path / name).stat() for name in files(tmp_path)} == before


@pytest.mark.parametrize(
    ("missing", "of", "max_skipped"),
    [
        pytest.param(9, 10, 1, id="all-may"),
        pytest.param(5, 10, 0.5, id="just-half"),
        pytest.param(8, 9, 0.5, id="below-ten-pages"),
    ],
)
def test_a_fault_of_few_pages_is_no_reason_to_stop(missing, of, max_skipped, tmp_path):
    pages = [f"{number}.html" for number in range(of)]
    built = pages[missing:]
    make(tmp_path, *built)
    report = run(tmp_path, *pages, max_skipped=max_skipped)
    assert (report.urls, len(report.skipped)) == (of - missing, missing)
    assert report.notes == ()
    assert locs(tmp_path / "sitemap.xml") == [f"{BASE}{name}" for name in built]


# The same bytes

# Lists all pages below a folder, in a random order.
BUILDER = """
import random, sys
from datetime import date, datetime, timedelta, timezone
from pathlib import Path, PurePosixPath
from scopemap import Page, Site, Word, build, load_options

output, seed = Path(sys.argv[1]), int(sys.argv[2])
names = sorted(path.relative_to(output).as_posix() for path in output.rglob("*.html"))
random.Random(seed).shuffle(names)
zone = timezone(timedelta(hours=-3))
words = {
    "docs/a.html": Word(modified=datetime(2021, 6, 1, 8, 30, tzinfo=zone)),
    "docs/b.html": Word(published=date(2030, 1, 1)),
}
pages = tuple(
    Page(PurePosixPath(name), sources=(output / name,), word=words.get(name, Word()))
    for name in names
)
options = {
    "scopes": "sections",
    "languages": {"en": "", "de": "de/", "pt-BR": "pt-br/"},
    "lastmod": ["meta", "mtime"],
    "rules": [
        {"match": "docs/", "priority": 0.7},
        {"match": "**", "changefreq": "weekly"},
    ],
    "max_urls": 3,
    "gzip": True,
    "text": True,
}
site = Site("https://site.example/", output, output, pages, "test", timezone=zone)
build(site, load_options(options), environ={"SOURCE_DATE_EPOCH": "1700000000"})
"""

MACHINES = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Kolkata"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/New_York"},
]


def test_the_same_input_gives_the_same_bytes_on_every_machine(tmp_path):
    names = ["index", "about", "R&D/a", "R&D/b", "docs/a", "docs/b", "docs/c", "docs/d"]
    names += ["é/a", "é/b", "日本/a", "日本/b", "de/about", "de/index", "pt-br/index"]
    bare = make(tmp_path / "bare", *(f"{name}.html" for name in names))
    for number, name in enumerate(files(bare)):
        os.utime(bare / name, (1_500_000_000 + number, 1_500_000_000 + number))
    found = []
    for seed, environ in enumerate(MACHINES):
        output = shutil.copytree(bare, tmp_path / str(seed))
        subprocess.run(
            [sys.executable, "-c", BUILDER, output, str(seed)],
            env=os.environ | environ,
            check=True,
        )
        found.append(files(output))
    assert found[1] == found[0]
    assert found[2] == found[0]
    assert sorted(set(found[0]) - set(files(bare))) == WRITTEN


WRITTEN = sorted(
    f"{name}{suffix}"
    for name, suffixes in {
        "": ("robots.txt", "sitemap.css"),
        "sitemap-index": (".xml", ".xml.gz"),
        "sitemap": (".xml", ".xml.gz", ".txt"),
        "R&D/sitemap": (".xml", ".xml.gz", ".txt"),
        "de/sitemap": (".xml", ".xml.gz", ".txt"),
        "docs/sitemap": (".xml", ".xml.gz", ".txt"),
        "docs/sitemap-2": (".xml", ".xml.gz", ".txt"),
        "é/sitemap": (".xml", ".xml.gz", ".txt"),
        "日本/sitemap": (".xml", ".xml.gz", ".txt"),
    }.items()
    for suffix in suffixes
)


@pytest.mark.parametrize(
    ("epoch", "lastmod"),
    [
        pytest.param("1577836800", None, id="before-the-date"),
        pytest.param("1609459200", "2020-06-01", id="after-the-date"),
    ],
)
def test_source_date_epoch_is_the_clock(epoch, lastmod, tmp_path):
    make(tmp_path, "index.html")
    page = Page(PurePosixPath("index.html"), word=Word(modified=date(2020, 6, 1)))
    run(tmp_path, page, environ={"SOURCE_DATE_EPOCH": epoch})
    root = etree.parse(tmp_path / "sitemap.xml").getroot()
    assert root.findtext(f"{SITEMAP}url/{SITEMAP}lastmod") == lastmod


def test_a_wrong_address_from_read_the_docs_is_named(tmp_path):
    make(tmp_path, "index.html")
    environ = {"READTHEDOCS_CANONICAL_URL": "docs.site.example/"}
    with pytest.raises(OptionError) as raised:
        run(tmp_path, "index.html", base_url="", environ=environ)
    assert str(raised.value) == (
        "READTHEDOCS_CANONICAL_URL: 'docs.site.example/' must be an absolute URL, like"
        " https://example.com/docs/"
    )


def test_what_a_crash_left_is_cleared_without_a_base_url_too(tmp_path):
    make(tmp_path, "index.html", ".sitemap.xml.scopemap-0~")
    run(tmp_path, "index.html", base_url="")
    assert list(files(tmp_path)) == ["index.html"]


def test_a_style_sheet_of_the_author_is_not_said_to_be_replaced(tmp_path):
    make(tmp_path, "index.html", "sitemap.css")
    authored = ((PurePosixPath("sitemap.css"), tmp_path / "sitemap.css"),)
    page = Page(PurePosixPath("index.html"))
    site = Site(BASE, tmp_path, tmp_path, (page,), "test", authored=authored)
    assert build(site, load_options({}), environ={}).notes == ()


def test_a_text_file_beside_our_style_sheet_is_nobodys_text_form(tmp_path):
    make(tmp_path, "index.html")
    run(tmp_path, "index.html")
    (tmp_path / "sitemap.css.txt").write_bytes(b"https://site.example/\n")
    assert run(tmp_path, "index.html").removed == ()


@pytest.mark.parametrize("epoch", ["yesterday", "9999999999999", "1" * 30])
def test_a_source_date_epoch_that_is_no_time_is_an_error(epoch, tmp_path):
    make(tmp_path, "index.html")
    with pytest.raises(OptionError) as raised:
        run(tmp_path, "index.html", environ={"SOURCE_DATE_EPOCH": epoch})
    assert str(raised.value) == (
        f"SOURCE_DATE_EPOCH: '{epoch}' must be seconds since 1970"
    )
