from __future__ import annotations

import gzip
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scopemap.check.crawling import MAX_SITEMAPS, spread
from scopemap.check.discovery import ROOTS
from scopemap.check.fetching import space_out
from scopemap.check.findings import Audit
from scopemap.check.live import MAX_PAGES, check_live
from scopemap.errors import OptionError

sys.path.insert(0, str(Path(__file__).parent))
from host_server import Page, serve_pages

XML = {"Content-Type": "application/xml"}
HTML = {"Content-Type": "text/html; charset=utf-8"}
TEXT = {"Content-Type": "text/plain; charset=utf-8"}
Pages = Callable[[str], dict[str, Page]]


def urlset(root: str, *paths: str) -> bytes:
    return wrap("urlset", "url", [root + path for path in paths])


def index(root: str, *paths: str) -> bytes:
    return wrap("sitemapindex", "sitemap", [root + path for path in paths])


def wrap(outer: str, inner: str, locs: list[str]) -> bytes:
    xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9"
    inside = "\n".join(f"<{inner}><loc>{loc}</loc></{inner}>" for loc in locs)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<{outer} xmlns="{xmlns}">\n'
        f"{inside}\n</{outer}>\n"
    ).encode()


def robots(root: str, *paths: str) -> Page:
    lines = "".join(f"Sitemap: {root}{path}\n" for path in paths)
    return (200, TEXT, f"User-agent: *\n{lines}".encode())


def check(
    pages: Pages, path: str = "", *, timeout: float = 10, **options
) -> tuple[Audit, list[str]]:
    """Check a host that serves pages; give what was found and what was asked for."""
    fetch = space_out(rate=1_000, timeout=timeout)
    with serve_pages(pages) as (root, asked):
        audit = check_live(root + path, fetch=fetch, **options)
    return audit, [path for _, path, _ in asked]


def found(audit: Audit) -> list[tuple[str, int, str, str]]:
    """Give the findings without the root of the host."""
    root = "/".join(audit.base_url.split("/")[:3]) + "/"
    return [
        (f.file.replace(root, ""), f.line, f.code, f.text.replace(root, "/"))
        for f in audit.findings
    ]


def healthy(root: str) -> dict[str, Page]:
    return {
        "/robots.txt": robots(root, "sitemap.xml"),
        "/sitemap.xml": (200, XML, urlset(root, "", "a.html", "b.pdf", "v1.9")),
        "/": (200, HTML, b"<title>Home</title>"),
        "/a.html": (200, HTML, b"<title>A</title>"),
        "/b.pdf": (200, {"Content-Type": "application/pdf"}, b"%PDF"),
        "/v1.9": (200, HTML, b"<title>Version</title>"),
    }


def with_pages(**pages: Page) -> Pages:
    """Give the healthy host, with some of its pages changed."""
    names = {"robots": "/robots.txt", "sitemap": "/sitemap.xml", "a": "/a.html"}
    return lambda root: healthy(root) | {names[n]: page for n, page in pages.items()}


def patience(page: Page) -> float:
    """Give little time to a page that takes more, and enough to any other."""
    return 0.3 if page[0] in (2, 3, 4, 5) else 10


def test_a_healthy_host_has_no_findings():
    audit, asked = check(healthy)
    assert found(audit) == []
    root = audit.base_url
    assert audit.files == (f"{root}robots.txt", f"{root}sitemap.xml")
    assert audit.urls == 4
    assert asked == ["/robots.txt", "/sitemap.xml", "/", "/a.html", "/b.pdf", "/v1.9"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param(
            (404, HTML, b""), ("SM951", "/a.html is answered with 404"), id="missing"
        ),
        pytest.param(
            (500, HTML, b""), ("SM951", "/a.html is answered with 500"), id="error"
        ),
        pytest.param(
            (204, {}, b""), ("SM951", "/a.html is answered with 204"), id="no-content"
        ),
        pytest.param(
            (301, {"Location": "/a"}, b""),
            ("SM952", "/a.html redirects to /a (301)"),
            id="redirect",
        ),
        pytest.param(
            (308, {"Location": "https://other.example/"}, b""),
            ("SM952", "/a.html redirects to https://other.example/ (308)"),
            id="redirect-elsewhere",
        ),
        pytest.param(
            (302, {"Location": "/a.html"}, b""),
            ("SM952", "/a.html redirects to /a.html (302)"),
            id="loop",
        ),
        pytest.param(
            (302, {}, b""),
            (
                "SM952",
                "/a.html redirects to nowhere, for it has no Location (302)",
            ),
            id="no-location",
        ),
        pytest.param(
            (302, {"Location": "http://["}, b""),
            ("SM952", "/a.html redirects to http://[ (302)"),
            id="bad-location",
        ),
        pytest.param(
            (302, {"Location": "file:///etc/passwd"}, b""),
            ("SM952", "/a.html redirects to file:///etc/passwd (302)"),
            id="file-location",
        ),
        pytest.param(
            (200, TEXT, b""),
            ("SM953", "/a.html is sent as text/plain, and not as text/html"),
            id="wrong-type",
        ),
        pytest.param(
            (200, {}, b""),
            ("SM953", "/a.html is sent without a type, and not as text/html"),
            id="no-type",
        ),
        pytest.param(
            (200, HTML | {"X-Robots-Tag": "noindex, nofollow"}, b""),
            ("SM954", "/a.html is sent with X-Robots-Tag: noindex, nofollow"),
            id="noindex",
        ),
        pytest.param(
            (200, HTML | {"X-Robots-Tag": "otherbot: noindex"}, b""),
            None,
            id="noindex-for-another",
        ),
        pytest.param(
            (0, {}, b""),
            (
                "SM955",
                "/a.html cannot be read: Remote end closed connection without response",
            ),
            id="hangs-up",
        ),
        pytest.param(
            (2, HTML, b""), ("SM955", "/a.html cannot be read: it timed out"), id="slow"
        ),
        pytest.param(
            (3, HTML, b""),
            ("SM955", "/a.html cannot be read: it timed out"),
            id="trickles",
        ),
        pytest.param(
            (4, HTML, b""),
            ("SM955", "/a.html cannot be read: it timed out"),
            id="trickles-a-header",
        ),
        pytest.param(
            (5, HTML, b""),
            ("SM955", "/a.html cannot be read: it timed out"),
            id="continues-without-end",
        ),
        pytest.param(
            (200, HTML | {"Content-Length": "9"}, b"short"),
            ("SM955", "/a.html cannot be read: the body broke off"),
            id="breaks-off",
        ),
        pytest.param(
            (200, HTML | {"Content-Length": "9" * 5_000}, b"short"),
            ("SM955", "/a.html cannot be read: the body broke off"),
            id="length-of-5000-digits",
        ),
        pytest.param(
            (200, HTML | {"Content-Length": "0" * 5_000 + "5"}, b"short"),
            None,
            id="length-of-5000-zeros",
        ),
        pytest.param(
            (200, HTML | {"Content-Length": "-5"}, b"short"), None, id="no-length"
        ),
        pytest.param(
            (200, {"Content-Type": f"multipart/x; boundary*{'9' * 5_000}*=c"}, b""),
            ("SM955", "/a.html cannot be read: its headers make no sense"),
            id="number-in-a-parameter",
        ),
        pytest.param(
            (200, {"Content-Type": "multipart/x; boundary*0=c; boundary*=d"}, b""),
            ("SM955", "/a.html cannot be read: its headers make no sense"),
            id="parameters-without-order",
        ),
        pytest.param(
            (200, HTML | {"Transfer-Encoding": "chunked"}, b"f" * 5_000 + b"\r\nx"),
            ("SM955", "/a.html cannot be read: the body broke off"),
            id="chunk-of-5000-digits",
        ),
        pytest.param((1, HTML, b"x" * 9_999), None, id="endless"),
    ],
)
def test_faults_of_a_page(page, expected):
    audit, asked = check(with_pages(a=page), timeout=patience(page))
    assert found(audit) == ([("sitemap.xml", 4, *expected)] if expected else [])
    assert asked.count("/a.html") == 1
    assert asked[-1] == "/v1.9"


@pytest.mark.parametrize(
    ("page", "expected", "goes_on"),
    [
        pytest.param((404, HTML, b""), None, True, id="missing"),
        pytest.param(
            (500, TEXT, b""),
            ("SM951", "/robots.txt is answered with 500"),
            True,
            id="server-error",
        ),
        pytest.param(
            (403, TEXT, b""),
            None,
            True,
            id="forbidden",
        ),
        pytest.param((410, TEXT, b""), None, True, id="gone"),
        pytest.param((451, TEXT, b""), None, True, id="for-legal-reasons"),
        pytest.param(
            (301, {"Location": "/else.txt"}, b""),
            ("SM952", "/robots.txt redirects to /else.txt (301)"),
            True,
            id="redirect",
        ),
        pytest.param(
            (200, HTML, b"<title>App</title>"),
            ("SM953", "/robots.txt is sent as text/html, and not as text/plain"),
            True,
            id="an-html-page",
        ),
        pytest.param(
            (429, TEXT, b""),
            ("SM951", "/robots.txt is answered with 429"),
            False,
            id="too-many",
        ),
        pytest.param(
            (2, TEXT, b""),
            ("SM955", "/robots.txt cannot be read: it timed out"),
            False,
            id="slow",
        ),
    ],
)
def test_faults_of_robots(page, expected, goes_on):
    """Without its help the usual names are tried; they end at sitemap.xml."""
    audit, asked = check(with_pages(robots=page), timeout=patience(page))
    assert found(audit) == ([("robots.txt", 0, *expected)] if expected else [])
    assert ("/a.html" in asked) == goes_on
    assert audit.urls == (4 if goes_on else 0)


@pytest.mark.parametrize(
    ("page", "code"),
    [
        pytest.param((404, HTML, b""), "SM951", id="missing"),
        pytest.param((301, {"Location": "/s.xml"}, b""), "SM952", id="redirect"),
        pytest.param((0, {}, b""), "SM955", id="hangs-up"),
        pytest.param((3, XML, b"<urlset"), "SM955", id="trickles"),
    ],
)
def test_a_sitemap_that_is_not_served_is_not_read(page, code):
    audit, asked = check(with_pages(sitemap=page), timeout=patience(page))
    assert [(f.file, f.code) for f in audit.findings] == [
        (f"{audit.base_url}sitemap.xml", code)
    ]
    assert audit.files == (f"{audit.base_url}robots.txt",)
    assert asked == ["/robots.txt", "/sitemap.xml"]


def test_the_document_that_is_served_is_judged():
    def pages(root):
        page = (200, HTML, b"<html><body>Not found</body></html>")
        return healthy(root) | {"/sitemap.xml": page}

    audit, _ = check(pages)
    assert {f.code for f in audit.findings} >= {"SM107", "SM953"}


def test_an_endless_sitemap_is_read_to_just_beyond_the_limit():
    def pages(root):
        return healthy(root) | {"/sitemap.xml": (1, XML, b" " * 1_000_000)}

    with serve_pages(pages) as (root, _):
        audit = check_live(root, fetch=space_out(rate=1_000, timeout=10))
    assert {f.code for f in audit.findings} & {"SM103", "SM104", "SM117"}


def as_type(name: str) -> dict[str, str]:
    return {"Content-Type": name}


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        pytest.param("wiki/Node.js", HTML, "", id="a-page-with-a-dot"),
        pytest.param("a.js", as_type("text/javascript"), "", id="script"),
        pytest.param("a.js", as_type("application/x-javascript"), "", id="old-script"),
        pytest.param("feed.xml", as_type("application/xml"), "", id="xml"),
        pytest.param("feed.xml", as_type("application/rss+xml"), "", id="rss"),
        pytest.param("feed.xml", as_type("application/atom+xml"), "", id="atom"),
        pytest.param("feed.xml", TEXT, "application/xml", id="xml-as-text"),
        pytest.param("x.tar.gz", as_type("application/gzip"), "", id="gzip"),
        pytest.param("x.tgz", as_type("application/x-gzip"), "", id="x-gzip"),
        pytest.param(
            "x.tar.gz",
            as_type("application/x-tar") | {"Content-Encoding": "gzip"},
            "",
            id="tar-with-an-encoding",
        ),
        pytest.param("x.tar.gz", TEXT, "application/gzip", id="gzip-as-text"),
        pytest.param("x.tar.xz", as_type("application/x-xz"), "", id="xz"),
        pytest.param("x.ico", as_type("image/x-icon"), "", id="icon"),
        pytest.param("x.csv", TEXT, "", id="text-of-a-kind"),
        pytest.param("x.PDF", as_type("application/pdf"), "", id="capitals"),
        pytest.param("x.pdf", TEXT, "application/pdf", id="pdf-as-text"),
        pytest.param("x.HTML", TEXT, "text/html", id="html-as-text"),
        pytest.param("x/", as_type("application/xhtml+xml"), "", id="xhtml"),
    ],
)
def test_the_type_of_what_is_listed(path, headers, expected):
    def pages(root):
        return healthy(root) | {
            "/sitemap.xml": (200, XML, urlset(root, path)),
            f"/{path}": (200, headers, b""),
        }

    audit, _ = check(pages)
    told = [f.text.rpartition(" ")[2] for f in audit.findings if f.code == "SM953"]
    assert told == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("headers", "codes"),
    [
        pytest.param({"Content-Type": "application/gzip"}, [], id="gzip"),
        pytest.param({"Content-Type": "application/x-gzip"}, [], id="x-gzip"),
        pytest.param(XML, ["SM953"], id="as-xml"),
        pytest.param(XML | {"Content-Encoding": "gzip"}, [], id="as-encoding"),
        pytest.param({"Content-Type": "text/plain"}, ["SM953"], id="as-text"),
    ],
)
def test_a_packed_sitemap_is_read_under_either_type(headers, codes):
    def pages(root):
        body = gzip.compress(urlset(root, "a.html"))
        return healthy(root) | {
            "/robots.txt": robots(root, "sitemap.xml.gz"),
            "/sitemap.xml.gz": (200, headers, body),
        }

    audit, asked = check(pages)
    assert [f.code for f in audit.findings] == codes
    assert asked == ["/robots.txt", "/sitemap.xml.gz", "/a.html"]


def test_a_gzip_encoding_is_undone():
    def pages(root):
        body = gzip.compress(urlset(root, "a.html"))
        headers = XML | {"Content-Encoding": "gzip"}
        return healthy(root) | {"/sitemap.xml": (200, headers, body)}

    audit, asked = check(pages)
    assert found(audit) == []
    assert asked[-1] == "/a.html"


def test_an_index_is_followed_once_and_on_its_own_host():
    def pages(root):
        elsewhere = wrap(
            "sitemapindex",
            "sitemap",
            [
                f"{root}one.xml",
                f"{root}deep.xml",
                f"{root}index.xml",
                "https://other.example/sitemap.xml",
            ],
        )
        return healthy(root) | {
            "/robots.txt": robots(root, "index.xml"),
            "/index.xml": (200, XML, elsewhere),
            "/one.xml": (200, XML, urlset(root, "a.html")),
            "/deep.xml": (200, XML, index(root, "two.xml")),
        }

    audit, asked = check(pages)
    assert asked == ["/robots.txt", "/index.xml", "/one.xml", "/deep.xml", "/a.html"]
    deep = "/deep.xml is an index that an index names; it was not followed"
    other = "https://other.example/sitemap.xml is on another host, of which nothing"
    assert found(audit) == [
        ("deep.xml", 0, "SM303", deep),
        ("index.xml", 6, "SM301", f"{other} was asked"),
    ]


def test_nothing_is_asked_of_another_host():
    def pages(root):
        lines = b"Sitemap: https://other.example/sitemap.xml\n"
        status, headers, text = robots(root, "sitemap.xml")
        listed = wrap("urlset", "url", [f"{root}a.html", "https://other.example/"])
        return healthy(root) | {
            "/robots.txt": (status, headers, text + lines),
            "/sitemap.xml": (200, XML, listed),
        }

    audit, asked = check(pages)
    assert asked == ["/robots.txt", "/sitemap.xml", "/a.html"]
    assert [(f.code, f.url) for f in audit.findings] == [
        ("SM709", "https://other.example/sitemap.xml"),
        ("SM207", "https://other.example/"),
    ]


@pytest.mark.parametrize(
    ("path", "first"),
    [
        pytest.param("docs/", "/docs/sitemap.xml", id="a-folder"),
        pytest.param("docs", "/docs/sitemap.xml", id="without-a-slash"),
        pytest.param("docs/sitemap.xml", "/docs/sitemap.xml", id="a-sitemap"),
    ],
)
def test_a_site_in_a_folder_has_its_own_sitemap(path, first):
    def pages(root):
        return healthy(root) | {
            "/robots.txt": robots(root),
            "/docs/sitemap.xml": (200, XML, urlset(root, "docs/a.html")),
            "/docs/a.html": (200, HTML, b""),
        }

    audit, asked = check(pages, path)
    assert audit.base_url.endswith("/docs/")
    assert found(audit) == []
    assert [path for path in asked if path.endswith("/sitemap.xml")][-1] == first
    assert asked[-1] == "/docs/a.html"
    assert "/sitemap.xml" not in asked


def test_where_no_sitemap_is_found_the_usual_name_is_missing():
    audit, asked = check(lambda root: {"/robots.txt": robots(root)})
    assert [(f.code, f.url.rpartition("/")[2]) for f in audit.findings] == [
        ("SM951", "sitemap.xml")
    ]
    assert asked == ["/robots.txt", *(f"/{name}" for name in ROOTS)]


APP = (200, HTML, b"<!doctype html><title>App</title>")


@pytest.mark.parametrize(
    ("name", "page"),
    [
        *(pytest.param(name, APP, id=name) for name in ROOTS),
        pytest.param("sitemap.xml", (403, HTML, b"<title>No</title>"), id="forbidden"),
        pytest.param("sitemap.xml", (410, HTML, b""), id="gone"),
        pytest.param("sitemap.xml", (302, {"Location": "/"}, b""), id="redirect"),
        pytest.param("sitemap.xml", (500, HTML, b""), id="error"),
        pytest.param("sitemap.xml", (0, {}, b""), id="hangs-up"),
        pytest.param("sitemap.xml", (200, XML, b"<html/>"), id="xhtml"),
        pytest.param("sitemap.xml", (200, XML, b"<other/>"), id="other-xml"),
        pytest.param("sitemap.xml", (200, XML, b""), id="empty"),
    ],
)
def test_the_first_usual_name_with_a_sitemap_is_taken(name, page):
    def pages(root):
        body = urlset(root, "a.html")
        sent: dict[str, Page] = {
            ".xml": (200, XML, body),
            ".gz": (200, as_type("application/gzip"), gzip.compress(body)),
            ".txt": (200, TEXT, f"{root}a.html\n".encode()),
        }
        return {
            "/robots.txt": (404, HTML, b""),
            **{f"/{other}": page for other in ROOTS},
            f"/{name}": sent[Path(name).suffix],
            "/a.html": (200, HTML, b""),
        }

    audit, asked = check(pages)
    before = ROOTS[: ROOTS.index(name) + 1]
    assert found(audit) == []
    assert asked == ["/robots.txt", *(f"/{other}" for other in before), "/a.html"]


def test_a_host_that_says_slow_down_is_not_asked_for_further_names():
    audit, asked = check(lambda _: {"/sitemap-index.xml": (429, HTML, b"")})
    assert [(f.code, f.url.rpartition("/")[2]) for f in audit.findings] == [
        ("SM951", "sitemap-index.xml")
    ]
    assert asked == ["/robots.txt", "/sitemap-index.xml"]


def test_plain_text_under_every_name_is_no_sitemap():
    served = dict.fromkeys((f"/{name}" for name in ROOTS), (200, TEXT, b"not found"))
    audit, _ = check(lambda _: served)
    assert {f.url.rpartition("/")[2] for f in audit.findings if f.url} == {
        "sitemap.xml"
    }
    assert audit.urls == 0


def many(count: int) -> Pages:
    def pages(root):
        names = [f"p{number}.html" for number in range(count)]
        served = {f"/{name}": (200, HTML, b"") for name in names}
        return {
            "/robots.txt": robots(root, "sitemap.xml"),
            "/sitemap.xml": (200, XML, urlset(root, *names)),
            **served,
        }

    return pages


def test_listed_urls_are_chosen_evenly_and_alike_each_time():
    chosen = [check(many(40), limit=8)[1][2:] for _ in range(2)]
    assert chosen[0] == chosen[1] == [f"/p{number}.html" for number in range(0, 40, 5)]


def test_no_more_is_asked_than_is_allowed():
    assert spread(range(10), 3) == (0, 3, 6)
    assert spread(range(2), 3) == (0, 1)
    assert spread([], 3) == ()
    _, asked = check(many(MAX_PAGES + 20), limit=10 * MAX_PAGES)
    assert len(asked) == 2 + MAX_PAGES


def test_of_an_index_without_end_a_part_is_read():
    def pages(root):
        names = [f"s{number}.xml" for number in range(3 * MAX_SITEMAPS)]
        served = {f"/{name}": (200, XML, urlset(root, "a.html")) for name in names}
        return {
            "/robots.txt": robots(root, "sitemap.xml"),
            "/sitemap.xml": (200, XML, index(root, *names)),
            "/a.html": (200, HTML, b""),
            **served,
        }

    audit, asked = check(pages)
    assert len(asked) == 1 + MAX_SITEMAPS + 1
    assert asked[2] == "/s0.xml"
    assert asked[-2] == "/s296.xml"
    rest = "201 more sitemaps were not asked for"
    assert found(audit) == [("sitemap.xml", 0, "SM709", rest)]


def test_of_a_robots_without_end_a_part_is_read():
    def pages(root):
        names = [f"s{number}.xml" for number in range(MAX_SITEMAPS + 1)]
        served = {f"/{name}": (200, XML, urlset(root, "a.html")) for name in names}
        return healthy(root) | {"/robots.txt": robots(root, *names), **served}

    audit, asked = check(pages)
    assert len(asked) == 1 + MAX_SITEMAPS + 1
    rest = "1 more sitemap was not asked for"
    assert found(audit) == [("robots.txt", 0, "SM709", rest)]


def test_sitemaps_that_do_not_answer_are_left_alone():
    def pages(root):
        names = [f"s{number}.xml" for number in range(9)]
        return healthy(root) | {
            "/sitemap.xml": (200, XML, index(root, *names)),
            **{f"/{name}": (0, {}, b"") for name in names},
        }

    audit, asked = check(pages)
    assert asked[2:] == ["/s0.xml", "/s1.xml", "/s2.xml"]
    told = [(f.code, f.text.replace(audit.base_url, "")) for f in audit.findings]
    assert ("SM709", "6 more sitemaps were not asked for") in told
    assert [code for code, _ in told].count("SM955") == 3


def test_a_page_is_asked_for_once_however_often_it_is_listed():
    def pages(root):
        return healthy(root) | {
            "/robots.txt": robots(root, "sitemap.xml", "again.xml"),
            "/again.xml": (200, XML, urlset(root, "a.html", "")),
        }

    _, asked = check(pages)
    assert asked.count("/a.html") == asked.count("/") == 1


def test_a_host_that_stops_answering_is_left_alone():
    def pages(root):
        served = many(9)(root)
        return served | dict.fromkeys(list(served)[4:], (0, {}, b""))

    audit, asked = check(pages)
    assert asked[2:] == [f"/p{number}.html" for number in range(5)]
    assert [f.code for f in audit.findings] == ["SM955"] * 3


def test_a_host_that_says_slow_down_is_left_alone():
    def pages(root):
        return many(9)(root) | {"/p3.html": (429, HTML, b"")}

    audit, asked = check(pages)
    assert asked[-1] == "/p3.html"
    assert [f.code for f in audit.findings] == ["SM951"]


def test_a_host_that_is_not_there_is_unreachable():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    audit = check_live(f"http://127.0.0.1:{port}/", fetch=space_out(timeout=1))
    (finding,) = audit.findings
    assert finding.code == "SM955"
    assert "refused" in finding.text
    assert audit.files == ()


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://nowhere.invalid/", id="no-such-name"),
        pytest.param(f"http://{'a' * 64}.example/", id="label-too-long"),
    ],
)
def test_a_name_that_cannot_be_is_unreachable(url):
    audit = check_live(url, fetch=space_out(timeout=1))
    assert [f.code for f in audit.findings] == ["SM955"]


def test_https_on_a_host_without_it_is_unreachable():
    with serve_pages(healthy) as (root, _):
        url = root.replace("http://", "https://")
        audit = check_live(url, fetch=space_out(timeout=1))
    (finding,) = audit.findings
    assert finding.code == "SM955"
    assert "SSL" in finding.text


@pytest.mark.parametrize(
    "url", ["file:///etc/", "ftp://host.example/", "data:,x", "//host.example/", "x"]
)
def test_nothing_but_http_is_asked_for(url):
    with pytest.raises(OptionError, match=r"^live: '") as caught:
        check_live(url)
    assert caught.value.where == "live"
    fetch = space_out(rate=1_000)
    if ":" in url:
        assert fetch(url, 10).status == 0


@pytest.mark.parametrize("url", ["https://u:secret@host.example/", "https://x.y/?a=b"])
def test_a_url_that_cannot_be_a_site_is_wrong_use(url):
    with pytest.raises(OptionError) as caught:
        check_live(url)
    assert "secret" not in str(caught.value)


def test_a_host_of_this_machine_may_list_itself_and_no_other():
    def pages(root):
        listed = wrap("urlset", "url", [f"{root}a.html", "http://localhost:1/"])
        return healthy(root) | {"/sitemap.xml": (200, XML, listed)}

    audit, _ = check(pages)
    assert [(f.code, f.url) for f in audit.findings] == [
        ("SM206", "http://localhost:1/")
    ]


def test_a_slow_line_has_time_for_what_it_carries():
    """A time-out is for a host that does not send, not for a sitemap that is large."""
    with serve_pages(with_pages(a=(3, HTML, b""))) as (root, _):
        fetch = space_out(rate=1_000, timeout=0.3, pace=10)
        response = fetch(f"{root}a.html", 20)
    assert (response.trouble, response.body) == ("", b"." * 20)


def test_a_header_cannot_move_the_cursor():
    page = (302, {"Location": "/\x1b[2J"}, b"")
    audit, _ = check(with_pages(a=page))
    assert "\x1b" not in audit.findings[0].text


def test_a_header_cannot_fill_the_terminal():
    page = (302, {"Location": "/" + "x" * 60_000}, b"")
    audit, _ = check(with_pages(a=page))
    assert len(audit.findings[0].text) < 500


def test_the_agent_is_named_and_no_proxy_of_the_environment_is_used(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    with serve_pages(healthy) as (root, asked):
        audit = check_live(root, fetch=space_out(rate=1_000))
    assert audit.findings == ()
    agents = {agent for _, _, agent in asked}
    assert len(agents) == 1
    assert agents.pop().startswith("scopemap/")


def test_requests_are_spaced_from_start_to_start():
    """The server's own clock tells; a little is for the way there."""
    with serve_pages(many(12)) as (root, asked):
        check_live(root, fetch=space_out(rate=20))
    times = [moment for moment, _, _ in asked]
    assert len(times) == 14
    assert times[-1] - times[0] >= 13 / 20 - 0.03


def test_no_more_than_two_requests_are_started_in_a_second():
    with serve_pages(many(1)) as (root, asked):
        start = time.monotonic()
        check_live(root)
    times = [moment for moment, _, _ in asked]
    assert len(times) == 3
    assert min(times[1] - times[0], times[2] - times[1]) >= 0.5 - 0.03
    assert times[-1] - start >= 1.0
