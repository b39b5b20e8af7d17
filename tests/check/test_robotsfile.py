"""Whether crawlers find the sitemaps through robots.txt: real folders."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import msgspec
import pytest

from scopemap import Options, Site, build
from scopemap.check.gathering import Asking, gather_context
from scopemap.check.robotsfile import judge_robots
from scopemap.options import Scope

ROOT = "https://example.com/"
DOCS = "https://example.com/docs/"
SITEMAP = f"{ROOT}sitemap.xml"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
URLSET = f"<urlset {NS}>\n<url><loc>{ROOT}</loc></url>\n</urlset>\n"
ALLOWED = f"User-agent: *\nAllow: /\n\nSitemap: {SITEMAP}\n"


def index(*children: str) -> str:
    lines = "".join(f"<sitemap><loc>{child}</loc></sitemap>\n" for child in children)
    return f"<sitemapindex {NS}>\n{lines}</sitemapindex>\n"


def found(context):
    return [(f.code, f.file, f.line, f.url) for f in judge_robots(context)]


def texts(context):
    return [f.text for f in judge_robots(context)]


def test_a_robots_file_that_names_the_sitemap_has_no_fault(look):
    assert found(look({"robots.txt": ALLOWED, "sitemap.xml": URLSET})) == []


def test_a_folder_without_one_has_no_fault(look):
    assert found(look({"sitemap.xml": URLSET})) == []


@pytest.mark.parametrize(
    "robots",
    [
        pytest.param(f"Sitemap: {DOCS}sitemap.xml\n", id="sitemap"),
        pytest.param("User-agent: *\nDisallow: /private/\n", id="rule"),
        pytest.param("Sitemap: /sitemap.xml\n", id="bad-line"),
    ],
)
def test_robots_lies_at_the_root_of_the_host(look, robots):
    context = look({"robots.txt": robots, "sitemap.xml": URLSET}, base_url=DOCS)
    assert found(context) == [("SM701", "robots.txt", 0, "")]
    assert texts(context) == [
        f"no crawler reads {DOCS}robots.txt, but {ROOT}robots.txt"
    ]


@pytest.mark.parametrize(
    "robots",
    [
        pytest.param("User-agent: *\nDisallow:\n", id="empty-rule"),
        pytest.param("User-agent: *\nAllow: /\n", id="all-allowed"),
        pytest.param("# Disallow: /\n", id="comment"),
    ],
)
def test_one_that_says_nothing_may_lie_anywhere(look, robots):
    files = {"robots.txt": robots, "sitemap.xml": URLSET}
    assert found(look(files, base_url=DOCS)) == []


@pytest.mark.parametrize(
    "robots",
    [
        pytest.param(b"\xef\xbb\xbf" + ALLOWED.encode(), id="mark"),
        pytest.param(ALLOWED.encode() + b"# M\xfcnchen\n", id="latin-1"),
    ],
)
def test_robots_is_plain_utf8(look, robots):
    files = {"robots.txt": robots, "sitemap.xml": URLSET}
    assert found(look(files)) == [("SM702", "robots.txt", 1, "")]


def test_robots_in_utf16_names_nothing(look):
    files = {"robots.txt": ALLOWED.encode("utf-16"), "sitemap.xml": URLSET}
    assert found(look(files)) == [
        ("SM702", "robots.txt", 1, ""),
        ("SM704", "robots.txt", 0, ""),
    ]


@pytest.mark.parametrize(("too_much", "codes"), [(0, []), (1, ["SM703"])])
def test_a_sitemap_line_ends_within_what_engines_read(look, too_much, codes):
    line = f"Sitemap: {SITEMAP}"
    before = "#" * (512_000 - len(line) - 1 + too_much) + "\n"
    files = {"robots.txt": f"{before}{line}\n", "sitemap.xml": URLSET}
    wanted = [(code, "robots.txt", 2, SITEMAP) for code in codes]
    assert found(look(files)) == wanted


@pytest.mark.parametrize(
    "robots",
    [
        pytest.param("User-agent: *\n", id="no-line"),
        pytest.param("", id="empty"),
        pytest.param(f"# Sitemap: {SITEMAP}\n", id="comment"),
        pytest.param(f"Sitemap: {ROOT}index.html\n", id="no-sitemap"),
    ],
)
def test_robots_names_a_sitemap_that_is_there(look, robots):
    files = {"robots.txt": robots, "sitemap.xml": URLSET, "index.html": "<html>"}
    assert found(look(files)) == [("SM704", "robots.txt", 0, "")]


def test_where_there_is_no_sitemap_that_is_the_fault(look):
    context = look({"robots.txt": "User-agent: *\n", "index.html": ""})
    assert found(context) == [("SM710", ".", 0, "")]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        pytest.param(
            "Sitemap: /sitemap.xml",
            "must be an absolute URL, like https://example.com/docs/",
            id="relative",
        ),
        pytest.param("Sitemap:", "names nothing", id="empty"),
        pytest.param(f"Sitemap {SITEMAP}", "has no colon", id="no-colon"),
        pytest.param(
            f"Sitemaps: {SITEMAP}", "begins with Sitemaps, not Sitemap", id="misspelt"
        ),
        pytest.param(
            f"Site-map: {SITEMAP}", "begins with Site-map, not Sitemap", id="hyphen"
        ),
        pytest.param(
            f"User-agent: *Sitemap: {SITEMAP}",
            "has a Sitemap line glued to it; a line ending is missing before",
            id="glued",
        ),
        pytest.param(
            f"Sitemap: {SITEMAP}Sitemap: {SITEMAP}",
            "names more than one URL",
            id="glued-to-another",
        ),
        pytest.param(
            f"Sitemap: {SITEMAP}, {ROOT}b.xml", "names more than one URL", id="two"
        ),
        pytest.param(
            "Sitemap: ftp://example.com/sitemap.xml",
            "must begin with http:// or https://",
            id="no-web-address",
        ),
    ],
)
def test_a_sitemap_line_names_one_whole_url(look, line, fault):
    context = look({"robots.txt": f"User-agent: *\n{line}\n", "sitemap.xml": URLSET})
    assert found(context) == [("SM705", "robots.txt", 2, "")]
    assert texts(context) == [f"{line!r} {fault}"]


def test_a_comment_cuts_a_url(look):
    line = f"Sitemap: {SITEMAP}#docs"
    context = look({"robots.txt": line, "sitemap.xml": URLSET})
    assert found(context) == [("SM705", "robots.txt", 1, SITEMAP)]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(f"sitemap:{SITEMAP}", id="lower-case"),
        pytest.param(f"  SITEMAP : {SITEMAP}  # the only one", id="comment"),
        pytest.param(f"Sitemap: {SITEMAP}\r\n", id="crlf"),
        pytest.param(f"\n\rSitemap: {SITEMAP}\r", id="cr"),
        pytest.param(f"Sitemap: {SITEMAP}\nDisallow: /sitemap/", id="a-rule"),
        pytest.param("Sitemap: HTTPS://EXAMPLE.com:443/sitemap.xml", id="spelling"),
    ],
)
def test_a_sitemap_line_may_be_written_so(look, line):
    assert found(look({"robots.txt": line, "sitemap.xml": URLSET})) == []


def test_what_a_line_names_is_there(look):
    gone = f"{ROOT}sitemap_index.xml"
    robots = f"Sitemap: {gone}\nSitemap: {SITEMAP}\n"
    assert found(look({"robots.txt": robots, "sitemap.xml": URLSET})) == [
        ("SM706", "robots.txt", 1, gone)
    ]


def test_that_nothing_named_is_there_is_one_fault(look):
    gone = f"{ROOT}sitemap_index.xml"
    files = {"robots.txt": f"Sitemap: {gone}\n", "sitemap.xml": URLSET}
    assert found(look(files)) == [("SM706", "robots.txt", 1, gone)]


def test_a_host_names_sitemaps_of_its_other_folders(look):
    robots = f"Sitemap: {ROOT}blog/sitemap.xml\nSitemap: {DOCS}sitemap.xml\n"
    context = look({"sitemap.xml": URLSET}, base_url=DOCS, robots=robots)
    assert found(context) == []
    gone = f"{DOCS}gone.xml"
    context = look({}, base_url=DOCS, robots=f"Sitemap: {gone}\n{robots}")
    assert found(context) == [("SM706", context.robots_file, 1, gone)]


def test_robots_lets_crawlers_read_the_sitemap(look):
    robots = f"User-agent: *\nDisallow: /*.xml$\nSitemap: {SITEMAP}\n"
    files = {"robots.txt": robots, "sitemap.xml": URLSET}
    assert found(look(files)) == [("SM707", "robots.txt", 0, SITEMAP)]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        pytest.param("User-agent: Googlebot\nDisallow: /\n", "SM707", id="google"),
        pytest.param(
            "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n",
            "SM609",
            id="all-but-google",
        ),
        pytest.param("User-agent: GPTBot\nDisallow: /\n", None, id="for-a-model"),
    ],
)
def test_each_engine_may_read_the_sitemap(look, rules, code):
    robots = f"{rules}Sitemap: {SITEMAP}\n"
    wanted = [(code, "robots.txt", 0, SITEMAP)] if code else []
    assert found(look({"robots.txt": robots, "sitemap.xml": URLSET})) == wanted


def test_a_sitemap_is_reached(look):
    files = {
        "robots.txt": f"Sitemap: {ROOT}sitemap-index.xml\n",
        "sitemap-index.xml": index(f"{ROOT}a/sitemap.xml"),
        "a/sitemap.xml": URLSET,
        "sitemap.xml": URLSET,
        "old/sitemap.xml": URLSET,
    }
    assert found(look(files)) == [
        ("SM708", "sitemap.xml", 0, SITEMAP),
        ("SM708", "old/sitemap.xml", 0, f"{ROOT}old/sitemap.xml"),
    ]


@pytest.mark.parametrize("base_url", [ROOT, DOCS])
def test_where_robots_names_none_the_usual_names_are_reached(look, base_url):
    files = {
        "sitemap_index.xml": index(f"{base_url}a/sitemap.xml"),
        "a/sitemap.xml": URLSET,
        "sitemap.xml": URLSET,
        "b/sitemap.xml": URLSET,
    }
    assert found(look(files, base_url=base_url)) == [
        ("SM708", "b/sitemap.xml", 0, f"{base_url}b/sitemap.xml")
    ]


@pytest.mark.parametrize("name", ["sitemap.txt", "sitemap.xml.gz"])
def test_each_form_has_its_usual_name(look, name):
    text = gzip.compress(URLSET.encode()) if name.endswith(".gz") else f"{ROOT}\n"
    assert found(look({name: text})) == []


def test_another_form_of_a_sitemap_is_no_stray(look):
    files = {
        "robots.txt": f"Sitemap: {ROOT}sitemap.xml.gz\n",
        "sitemap.xml.gz": gzip.compress(URLSET.encode()),
        "sitemap.xml": URLSET,
        "sitemap.txt": f"{ROOT}\n{ROOT}a/\n",
    }
    assert found(look(files)) == []


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://cdn.example.net/sitemap.xml", id="host"),
        pytest.param("https://www.example.com/sitemap.xml", id="www"),
        pytest.param("http://example.com/sitemap.xml", id="scheme"),
    ],
)
def test_a_sitemap_elsewhere_is_told(look, url):
    robots = f"Sitemap: {SITEMAP}\nSitemap: {url}\n"
    assert found(look({"robots.txt": robots, "sitemap.xml": URLSET})) == [
        ("SM709", "robots.txt", 2, url)
    ]


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://cdn.example.net/sitemap.xml", id="host"),
        pytest.param("https://www.example.com/sitemap.xml", id="www"),
        pytest.param("http://example.com/sitemap.xml", id="scheme"),
    ],
)
def test_a_sitemap_elsewhere_is_none_of_those_that_are_there(look, url):
    files = {"robots.txt": f"Sitemap: {url}\n", "sitemap.xml": URLSET}
    assert found(look(files)) == [
        ("SM704", "robots.txt", 0, ""),
        ("SM709", "robots.txt", 1, url),
    ]


@pytest.mark.parametrize(
    ("url", "codes"),
    [
        pytest.param("https://cdn.example.net/sitemap.xml", ["SM709"], id="host"),
        pytest.param("https://www.example.com/s.xml", ["SM709", "SM710"], id="www"),
        pytest.param("http://example.com/s.xml", ["SM709", "SM710"], id="scheme"),
        pytest.param(f"{ROOT}s.xml", ["SM706", "SM710"], id="gone"),
    ],
)
def test_a_folder_may_have_its_sitemap_on_another_host(look, url, codes):
    context = look({"robots.txt": f"Sitemap: {url}\n", "index.html": ""})
    assert [code for code, *_ in found(context)] == codes


@pytest.mark.parametrize(
    "named",
    [
        pytest.param(f"{ROOT}sitemap.xml", id="root"),
        pytest.param(f"{ROOT}maps/all.xml", id="beside"),
    ],
)
def test_a_folder_may_have_its_sitemap_elsewhere_on_the_host(look, named):
    robots = f"User-agent: *\nAllow: /\nSitemap: {named}\n"
    files = {"index.html": ""}
    assert found(look(files, base_url=DOCS, robots=robots)) == []
    assert found(look(files, base_url=DOCS)) == [("SM710", ".", 0, "")]


def test_an_index_of_the_host_may_name_the_sitemaps_of_a_folder(look):
    files = {"sitemap.xml": URLSET, "a/sitemap.xml": URLSET}
    robots = f"Sitemap: {ROOT}sitemap-index.xml\n"
    assert found(look(files, base_url=DOCS, robots=robots)) == []
    # One that lies elsewhere may not (protocol, "Using Sitemap index files").
    robots = f"Sitemap: {ROOT}blog/sitemap.xml\n"
    context = look(files, base_url=DOCS, robots=robots)
    assert found(context) == [
        ("SM704", context.robots_file, 0, ""),
        ("SM708", "a/sitemap.xml", 0, f"{DOCS}a/sitemap.xml"),
    ]


@pytest.mark.parametrize("base_url", [ROOT, DOCS])
def test_a_robots_file_that_was_given_is_that_of_the_host(
    look, tmp_path, monkeypatch, base_url
):
    look({"robots.txt": "Disallow: /x/\n", "sitemap.xml": URLSET}, base_url=base_url)
    monkeypatch.chdir(tmp_path)
    robots = f"User-agent: *\nAllow: /\nSitemap: {base_url}sitemap.xml\n"
    Path("robots.txt").write_text(robots, encoding="utf-8")
    asking = Asking(base_url=base_url, robots=Path("robots.txt"))
    assert found(gather_context(Path("out"), asking, environ={}, track=iter)) == []


@pytest.mark.parametrize("name", ["Robots.txt", "ROBOTS.TXT"])
def test_crawlers_ask_for_the_name_in_lower_case(look, name):
    context = look({name: ALLOWED, "sitemap.xml": URLSET})
    assert found(context) == [("SM701", name, 0, "")]
    assert texts(context) == [f"{name} is not robots.txt, for which crawlers ask"]


@pytest.mark.parametrize("name", ["Robots.txt", "a/Robots.txt"])
def test_a_name_in_other_letters_may_stand_where_nobody_asks(look, name):
    files = {name: ALLOWED, "robots.txt": ALLOWED, "sitemap.xml": URLSET}
    assert found(look(files)) == []
    del files["robots.txt"]
    (look({}).root / "robots.txt").unlink()
    assert found(look(files, base_url=DOCS)) == []
    assert found(look(files, base_url=ROOT, robots=ALLOWED)) == []


def test_a_robots_file_without_end_is_not_judged_without_end(look):
    head = f"User-agent: *\nAllow: /\nSitemap: {SITEMAP}\n"
    robots = head + f"Sitemap: {SITEMAP}\n" * 1_000_000 + "\n" * 10_000_000
    context = msgspec.structs.replace(
        look({"robots.txt": head, "sitemap.xml": URLSET}), robots=robots.encode()
    )
    start = time.perf_counter()
    findings = [*judge_robots(context)]
    assert time.perf_counter() - start < 5
    assert {finding.code for finding in findings} == {"SM703"}
    assert len(findings) < 25_000


def test_a_line_of_robots_is_found_behind_all_that_engines_read(look):
    filler = "# nothing\r\n#\r#\n\r\n" * 300_000
    files = {"robots.txt": f"{filler}Sitemap: {SITEMAP}\n", "sitemap.xml": URLSET}
    assert found(look(files)) == [("SM703", "robots.txt", 1_200_001, SITEMAP)]


def test_a_character_may_lie_where_engines_stop_to_read(look):
    robots = ALLOWED.encode() + b"#" * (512_000 - len(ALLOWED) - 1) + "ü\n".encode()
    assert found(look({"robots.txt": robots, "sitemap.xml": URLSET})) == []


@pytest.mark.parametrize("base_url", [ROOT, DOCS])
@pytest.mark.parametrize("robots", [None, "User-agent: *\nDisallow: /private/\n"])
def test_what_is_built_has_no_fault(look, tmp_path, base_url, robots):
    files = dict.fromkeys(("index.html", "a/index.html"), "<html><title>A</title>")
    if robots is not None and base_url == ROOT:
        files["robots.txt"] = robots
    context = look(files, base_url=base_url)
    site = Site(base_url, context.root, tmp_path, (), "folder", walks=True)
    options = Options(scopes=(Scope(""), Scope("a/")), lastmod=(), gzip=True, text=True)
    assert len(build(site, options, environ={}).sitemaps) == 2
    assert found(look({}, base_url=base_url)) == []
