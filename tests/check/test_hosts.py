from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from datetime import datetime, timezone
from http.client import HTTPConnection
from pathlib import Path
from typing import get_args
from urllib.parse import urlsplit

import msgspec
import pytest
from lxml import etree

from scopemap.check.context import Context
from scopemap.check.hosts import Host, answer, judge_host
from scopemap.check.rows import Document, Row
from scopemap.check.serving import Answer, grow
from scopemap.evidence import NO_EVIDENCE
from scopemap.urls import base_url as normalize_base

sys.path.insert(0, str(Path(__file__).parent))
from host_server import list_files, serve_folder

HOSTS: tuple[Host, ...] = get_args(Host)
BASE = "https://site.example/"
DEMO = Path(__file__).parents[2] / "demo-sites/_host"

# The site of slorber/trailing-slash-guide, and what it measured.
GUIDE = [
    "404.html",
    "both.html",
    "both/index.html",
    "file.html",
    "folder/index.html",
    "index.html",
]
MEASURED = [
    "file",
    "file/",
    "file.html",
    "folder",
    "folder/",
    "folder/index.html",
    "both",
    "both/",
    "both.html",
    "both/index.html",
]


def brief(given: Answer) -> str:
    return f"{given.status} {given.target if given.redirects else given.file}".strip()


@pytest.mark.parametrize(
    ("host", "answers"),
    [
        pytest.param(
            "github-pages",
            "200 file.html, 404 404.html, 200 file.html,"
            " 301 folder/, 200 folder/index.html, 200 folder/index.html,"
            " 200 both.html, 200 both/index.html, 200 both.html, 200 both/index.html",
            id="github-pages",
        ),
        pytest.param(
            "netlify",
            "200 file.html, 301 file, 200 file.html,"
            " 301 folder/, 200 folder/index.html, 200 folder/index.html,"
            " 200 both.html, 301 both, 200 both.html, 200 both/index.html",
            id="netlify",
        ),
        pytest.param(
            "cloudflare-pages",
            "200 file.html, 308 file, 308 file,"
            " 308 folder/, 200 folder/index.html, 308 folder/,"
            " 200 both.html, 200 both/index.html, 308 both, 308 both/",
            id="cloudflare-pages",
        ),
        pytest.param(
            "gitlab-pages",
            "200 file.html, 200 file.html, 200 file.html,"
            " 302 folder/, 200 folder/index.html, 200 folder/index.html,"
            " 302 both/, 200 both/index.html, 200 both.html, 200 both/index.html",
            id="gitlab-pages",
        ),
        pytest.param(
            "readthedocs",
            "404 404.html, 404 404.html, 200 file.html,"
            " 302 folder/, 200 folder/index.html, 200 folder/index.html,"
            " 302 both/, 200 both/index.html, 200 both.html, 200 both/index.html",
            id="readthedocs",
        ),
        pytest.param(
            "plain",
            "404, 404, 200 file.html,"
            " 301 folder/, 200 folder/index.html, 200 folder/index.html,"
            " 301 both/, 200 both/index.html, 200 both.html, 200 both/index.html",
            id="plain",
        ),
    ],
)
def test_each_host_answers_as_it_was_measured_or_documented(host, answers):
    tree = grow(GUIDE)
    assert ", ".join(brief(answer(host, path, tree)) for path in MEASURED) == answers


@pytest.mark.parametrize("host", HOSTS)
def test_the_home_page_and_other_files_are_at_their_own_addresses(host):
    tree = grow(["index.html", "a/sitemap.xml", "a b/ü.pdf"])
    for path, file in [
        ("", "index.html"),
        ("a/sitemap.xml", "a/sitemap.xml"),
        ("a b/ü.pdf", "a b/ü.pdf"),
    ]:
        assert answer(host, path, tree) == Answer(200, file)


@pytest.mark.parametrize(
    ("host", "path", "files", "expected"),
    [
        pytest.param("cloudflare-pages", "index.html", GUIDE, "308", id="cf-home"),
        pytest.param("cloudflare-pages", "index", GUIDE, "308", id="cf-home-bare"),
        pytest.param("cloudflare-pages", "index/", GUIDE, "308", id="cf-home-folder"),
        pytest.param(
            "cloudflare-pages", "folder/index/", GUIDE, "308 folder/", id="cf-index-is"
        ),
        pytest.param(
            "cloudflare-pages", "a.html", ["a", "a.html"], "200 a.html", id="cf-beside"
        ),
        pytest.param(
            "cloudflare-pages", "a/", ["a", "404.html"], "404 404.html", id="cf-a-file"
        ),
        pytest.param(
            "cloudflare-pages",
            "de/gone/x",
            ["404.html", "de/404.html"],
            "404 de/404.html",
            id="cf-nearest-404",
        ),
        pytest.param(
            "cloudflare-pages", "gone", ["index.html"], "200 index.html", id="cf-app"
        ),
        pytest.param("cloudflare-pages", "gone", ["a.html"], "404", id="cf-nothing"),
        pytest.param(
            "cloudflare-pages",
            "A",
            ["a.html", "404.html"],
            "404 404.html",
            id="cf-case",
        ),
        pytest.param(
            "github-pages",
            "blog",
            ["blog.html", "blog/post.html"],
            "200 blog.html",
            id="github-page-before-folder",
        ),
        pytest.param(
            "github-pages", "blog", ["blog/post.html"], "301 blog/", id="github-folder"
        ),
        pytest.param(
            "github-pages", "Blog.html", ["blog.html"], "404", id="github-case"
        ),
        pytest.param(
            "github-pages",
            "de/x",
            ["404.html", "de/404.html"],
            "404 404.html",
            id="github-one-404",
        ),
        pytest.param(
            "netlify", "Docs/Web", ["Docs/Web/index.html"], "301 docs/web/", id="lower"
        ),
        pytest.param(
            "netlify", "Docs/Web/", ["Docs/Web/index.html"], "301 docs/web/", id="slash"
        ),
        pytest.param(
            "netlify", "Docs/C.html", ["Docs/C.html"], "200 Docs/C.html", id="as-named"
        ),
        pytest.param("netlify", "gone", GUIDE, "404 404.html", id="netlify-404"),
        pytest.param(
            "gitlab-pages",
            "blog",
            ["blog.html", "blog/post.html"],
            "302 blog/",
            id="gitlab-folder-before-page",
        ),
        pytest.param(
            "gitlab-pages",
            "blog/",
            ["404.html", "blog.html", "blog/post.html"],
            "404 404.html",
            id="gitlab-folder-without-index",
        ),
        pytest.param("gitlab-pages", "a.html/", ["a.html"], "404", id="gitlab-slash"),
        pytest.param(
            "readthedocs",
            "gone/",
            ["404/index.html"],
            "404 404/index.html",
            id="readthedocs-404-folder",
        ),
        pytest.param(
            "readthedocs", "api", ["api/a.html"], "404", id="readthedocs-no-index"
        ),
        pytest.param("plain", "api", ["api/a.html"], "301 api/", id="plain-no-index"),
        pytest.param("plain", "gone", GUIDE, "404", id="plain-no-own-404"),
    ],
)
def test_rules_of_single_hosts(host, path, files, expected):
    assert brief(answer(host, path, grow(files))) == expected


def context(root: Path, urls: Iterable[str], *, base: str = BASE) -> Context:
    rows = tuple(Row(line, url, url) for line, url in enumerate(urls, 1))
    return Context(
        base_url=base,
        root=root,
        files=frozenset(list_files(root)),
        documents=(Document("sitemap.xml", f"{base}sitemap.xml", "urlset", rows),),
        robots=None,
        robots_file="robots.txt",
        evidence=NO_EVIDENCE,
        pages=(),
        now=datetime(2026, 5, 1, tzinfo=timezone.utc),
    )


def make(root: Path, *files: str) -> Path:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(f"<title>{file}</title>", encoding="utf-8")
    return root


def listed(root: Path) -> list[str]:
    return [
        loc.text
        for file in sorted(root.rglob("sitemap.xml"))
        for loc in etree.parse(file).getroot().iter("{*}loc")
        if loc.getparent().tag.endswith("}url")
    ]


def ask(server: str, url: str) -> tuple[int, str | None]:
    connection = HTTPConnection(urlsplit(server).netloc, timeout=10)
    try:
        connection.request("GET", urlsplit(url).path)
        response = connection.getresponse()
        response.read()
        return response.status, response.getheader("Location")
    finally:
        connection.close()


def prove(host: Host, root: Path, urls: list[str], base: str) -> int:
    """Ask a server for each URL; where it redirects there is a finding, and vice versa.

    Gives how many there are.
    """
    found = {f.url: f.text for f in judge_host(context(root, urls, base=base), host)}
    with serve_folder(host, root) as server:
        for url in urls:
            status, where = ask(server, url)
            if url not in found:
                assert status == 200, url
                continue
            assert f" to {base}{where[1:]} ({status})" in found[url]
            assert ask(server, where)[0] == 200
    return len(found)


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """Build a folder of pages of both kinds, with names that need escapes."""
    root = make(
        tmp_path_factory.mktemp("site"),
        "index.html",
        "about.html",
        "guide/index.html",
        "guide/install.html",
        "guide/C#.html",
        "guide/deep er/index.html",
        "both.html",
        "both/page.html",
        "notes/ü.html",
    )
    command = [sys.executable, "-m", "scopemap", "build", root, "--base-url", BASE]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return root


@pytest.mark.parametrize("host", HOSTS)
def test_what_is_built_is_redirected_just_where_it_is_said(host, built):
    urls = listed(built)
    assert len(urls) == 9
    redirected = {"cloudflare-pages": 6}.get(host, 0)
    assert prove(host, built, urls, BASE) == redirected


@pytest.mark.parametrize("host", HOSTS)
def test_other_spellings_are_redirected_just_where_it_is_said(host, built):
    urls = [
        BASE + spelling
        for spelling in ["guide", "guide/index.html", "guide/deep%20er", "about.html"]
    ]
    redirected = {"cloudflare-pages": 4}.get(host, 2)
    assert prove(host, built, urls, BASE) == redirected


@pytest.mark.parametrize("host", HOSTS)
def test_the_demo_sites_are_redirected_just_where_it_is_said(host):
    base = "https://scopemap.example/"
    urls = listed(DEMO)
    assert len(urls) > 20
    assert (prove(host, DEMO, urls, base) > 0) == (host == "cloudflare-pages")


def test_a_redirect_names_the_settings_and_the_query_stays(tmp_path):
    root = make(tmp_path, "a b.html", "c/index.html")
    urls = [f"{BASE}a%20b.html?x=1", f"{BASE}c", "https://other.example/c"]
    found = [
        (f.line, f.code, f.text)
        for f in judge_host(context(root, urls), "cloudflare-pages")
    ]
    first = (
        "Cloudflare Pages redirects https://site.example/a%20b.html?x=1 to"
        " https://site.example/a%20b?x=1 (308); set use_directory_urls: true"
        " (MkDocs), the builder dirhtml or html_link_suffix = '' (Sphinx),"
        " ARTICLE_URL without .html (Pelican)"
    )
    second = (
        "Cloudflare Pages redirects https://site.example/c to"
        " https://site.example/c/ (308); set use_directory_urls: true (MkDocs), the"
        " builder dirhtml (Sphinx), a slash at the end of ARTICLE_URL and the like"
        " (Pelican)"
    )
    assert found == [(1, "SM801", first), (2, "SM801", second)]


@pytest.mark.parametrize(
    ("host", "files", "path", "said"),
    [
        pytest.param(
            "gitlab-pages",
            ["blog.html", "blog/a.html"],
            "blog",
            "blog/ (302), where nothing is; set use_directory_urls: true",
            id="to-nowhere",
        ),
        pytest.param(
            "netlify", ["a.html"], "a/", "a (301); take the slash out", id="slash"
        ),
        pytest.param(
            "netlify",
            ["Api/index.html"],
            "Api",
            "name the source in lower case, or turn Pretty URLs off",
            id="capitals",
        ),
    ],
)
def test_the_cure_is_that_of_the_fault(host, files, path, said, tmp_path):
    root = make(tmp_path, *files)
    (found,) = judge_host(context(root, [BASE + path]), host)
    assert said in found.text


@pytest.mark.parametrize(
    ("base", "text", "said"),
    [
        pytest.param(BASE, b"site.example\n", None, id="the-same"),
        pytest.param(f"{BASE}docs/", b"Site.Example", None, id="capitals"),
        pytest.param("https://faß.example/", "faß.example".encode(), None, id="idn"),
        pytest.param(
            BASE,
            b"www.site.example",
            "CNAME names www.site.example; the base URL is https://site.example/",
            id="www",
        ),
        pytest.param(
            "https://acme.github.io/docs/",
            b"docs.acme.org",
            "CNAME names docs.acme.org; the base URL is https://acme.github.io/docs/,"
            " which GitHub redirects to https://docs.acme.org/",
            id="github-io",
        ),
        pytest.param(
            BASE,
            b"site.example\nwww.site.example\n",
            "CNAME holds 'site.example\\nwww.site.example', and should hold one domain"
            " alone",
            id="two-domains",
        ),
        pytest.param(
            BASE,
            b"https://site.example",
            "CNAME holds 'https://site.example', and should hold one domain alone",
            id="a-url",
        ),
        pytest.param(
            BASE, b"", "CNAME holds '', and should hold one domain alone", id="empty"
        ),
    ],
)
def test_the_domain_is_the_one_that_cname_names(base, text, said, tmp_path):
    (tmp_path / "CNAME").write_bytes(text)
    checked = context(tmp_path, [], base=normalize_base(base))
    found = [(f.file, f.code, f.text) for f in judge_host(checked, "github-pages")]
    assert found == ([("CNAME", "SM802", said)] if said else [])
    assert [*judge_host(checked, "netlify")] == []


def test_a_cname_that_leads_out_of_the_folder_is_not_read(tmp_path):
    (tmp_path / "secret").write_text("hidden.example", encoding="utf-8")
    root = make(tmp_path / "site", "index.html")
    (root / "CNAME").symlink_to(tmp_path / "secret")
    assert [*judge_host(context(root, []), "github-pages")] == []


@pytest.mark.parametrize("host", ["cloudflare-pages", "plain"])
def test_half_a_million_urls_are_judged_in_seconds(host, tmp_path):
    """A look at all files for each URL would take hours."""
    names = [f"a{n // 1000}/p{n}.html" for n in range(500_000)]
    checked = context(tmp_path, [f"{BASE}{name}" for name in names])
    checked = msgspec.structs.replace(checked, files=frozenset(names))
    start = time.perf_counter()
    found = sum(1 for _ in judge_host(checked, host))
    assert time.perf_counter() - start < 60
    assert found == (len(names) if host == "cloudflare-pages" else 0)
