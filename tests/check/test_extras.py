"""Style sheets, key files of IndexNow and llms.txt: real folders."""

from __future__ import annotations

import pytest

from scopemap import Options, Site, build
from scopemap.check.extras import judge_extras

ROOT = "https://example.com/"
DOCS = "https://example.com/docs/"
KEY = "0123456789abcdef"


def urlset(stylesheet: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{stylesheet}\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"<url><loc>{DOCS}</loc></url>\n</urlset>\n"
    )


def sheet(kind: str, href: str) -> str:
    return urlset(f'<?xml-stylesheet type="{kind}" href="{href}"?>')


def found(context):
    return [(f.code, f.file, f.line, f.url) for f in judge_extras(context)]


@pytest.mark.parametrize("kind", ["text/xsl", "application/xslt+xml", "TEXT/XSL"])
def test_browsers_run_no_xslt(look, kind):
    files = {"sitemap.xml": sheet(kind, "sitemap.xsl"), "sitemap.xsl": "<x/>"}
    assert found(look(files)) == [("SM901", "sitemap.xml", 0, "")]


@pytest.mark.parametrize(
    ("href", "wrong"),
    [
        pytest.param("sitemap.css", f"{DOCS}a/sitemap.css", id="beside-it"),
        pytest.param(
            "/sitemap.css", f"{ROOT}sitemap.css", id="at-the-root-of-the-host"
        ),
        pytest.param("../Sitemap.css", f"{DOCS}Sitemap.css", id="case"),
    ],
)
def test_a_style_sheet_is_there(look, href, wrong):
    files = {"a/sitemap.xml": sheet("text/css", href), "sitemap.css": ""}
    context = look(files, base_url=DOCS)
    assert found(context) == [("SM902", "a/sitemap.xml", 0, wrong)]


@pytest.mark.parametrize(
    "href",
    [
        pytest.param("../sitemap.css", id="relative"),
        pytest.param("/docs/sitemap.css", id="from-the-root"),
        pytest.param(f"{DOCS}sitemap.css?v=2", id="whole"),
        pytest.param("https://cdn.example.net/x.css", id="another-host"),
        pytest.param("data:text/css,url%7B%7D", id="data"),
        pytest.param("#style", id="in-the-file"),
    ],
)
def test_a_style_sheet_may_be_named_so(look, href):
    files = {"a/sitemap.xml": sheet("text/css", href), "sitemap.css": ""}
    assert found(look(files, base_url=DOCS)) == []


def test_xslt_is_of_the_same_host(look):
    href = "https://cdn.example.net/x.xsl"
    assert found(look({"sitemap.xml": sheet("text/xsl", href)})) == [
        ("SM901", "sitemap.xml", 0, ""),
        ("SM902", "sitemap.xml", 0, href),
    ]


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("fedcba9876543210", id="another"),
        pytest.param("0123456789ABCDEF", id="case"),
        pytest.param("0123456789abcde", id="cut"),
    ],
)
def test_a_key_file_holds_its_own_name(look, said):
    files = {f"{KEY}.txt": said}
    assert found(look(files)) == [("SM903", f"{KEY}.txt", 1, f"{ROOT}{KEY}.txt")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param(f"{KEY}.txt", KEY, id="a-good-key"),
        pytest.param(f"{KEY}.txt", f"{KEY}\r\n", id="a-line"),
        pytest.param(f"{KEY}.txt", f"{KEY}0\ncomodoca.com\n", id="proof-for-a-host"),
        pytest.param(f"{KEY}.txt", "", id="empty"),
        pytest.param(f"a/{KEY}.txt", "fedcba9876543210", id="in-a-folder"),
        pytest.param("revision.txt", "8c1f3a0b9d2e4f56", id="revision"),
        pytest.param("humans-and-robots.txt", "somebody", id="words"),
        pytest.param("20260501.txt", "released", id="a-date"),
        pytest.param("deadbeefdeadbeef.txt", "somebody", id="no-number"),
    ],
)
def test_not_each_text_file_is_a_key(look, name, said):
    assert found(look({name: said})) == []


def test_llms_txt_links_to_pages_that_are_there(look):
    lines = [
        "# Project",
        f"- [Home]({DOCS}): all",
        f"- [Gone]({DOCS}gone/)",
        "- [Relative](guide/) [down](./guide/#top) [root](/docs/guide/)",
        f"- [Above]({ROOT}blog/) and [page]({DOCS}guide/ 'title')",
        f"- [Parentheses]({DOCS}f(x).html) [odd](<{DOCS}a b.html>)",
        "- [Elsewhere](https://github.com/x/y) [mail](mailto:a@example.com) [up](#a)",
        "```",
        f"[code]({DOCS}nothing/)",
        "```",
        f"- [Markdown]({DOCS}guide.md#top)",
        "- [Relative, gone](./gone/)",
        f"![Image](gone.png) [![Badge]({DOCS}gone.svg 'B(1)')]({DOCS}guide/)",
        f"Write `[a]({DOCS}b/)` for a link",
        f"[![Badge]({ROOT}b.svg)]({DOCS}gone/)",
    ]
    files = {
        "llms.txt": "\n".join(lines),
        "index.html": "<html>",
        "guide/index.html": "<html>",
        "f(x).html": "<html>",
        "a b.html": "<html>",
        "guide.md": "",
    }
    assert found(look(files, base_url=DOCS)) == [
        ("SM904", "llms.txt", 3, f"{DOCS}gone/"),
        ("SM904", "llms.txt", 5, f"{ROOT}blog/"),
        ("SM904", "llms.txt", 12, f"{DOCS}gone/"),
        ("SM904", "llms.txt", 15, f"{DOCS}gone/"),
    ]


def test_llms_txt_covers_its_own_folder(look):
    files = {
        "index.html": "<html>",
        "api/index.html": "<html>",
        "api/llms.txt": f"[Home]({ROOT})\n[API]({ROOT}api/)\n",
        "old-llms.txt": "[Gone](gone/)",
    }
    assert found(look(files)) == [("SM904", "api/llms.txt", 1, ROOT)]


def test_what_is_built_has_no_fault(look, tmp_path):
    context = look({"index.html": "<html>", "a/index.html": "<html>"}, base_url=DOCS)
    site = Site(DOCS, context.root, tmp_path, (), "folder", walks=True)
    build(site, Options(lastmod=(), stylesheet=True), environ={})
    assert (context.root / "sitemap.css").is_file()
    assert found(look({}, base_url=DOCS)) == []
