"""What lies at each URL, and what is listed nowhere: folders of real pages."""

from __future__ import annotations

from pathlib import PurePosixPath

import msgspec
import pytest

from scopemap import Options, Site, build
from scopemap.check.targets import judge_targets

ROOT = "https://example.com/"
DOCS = "https://example.com/docs/"


def page(*tags: str) -> str:
    return f"<html><head><title>T</title>{''.join(tags)}</head><body></body></html>"


def urlset(*locs: str) -> str:
    lines = "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs)
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<urlset xmlns="{namespace}">\n{lines}</urlset>\n'


def canonical(url: str) -> str:
    return page(f'<link rel="canonical" href="{url}">')


NOINDEX = page('<meta name="robots" content="noindex">')
REFRESH = page('<meta http-equiv="refresh" content="0; url=/b.html">')
STUB = page(
    '<meta http-equiv="refresh" content="0; url=/b.html">'
    '<meta name="robots" content="noindex"><link rel="canonical" href="/b.html">'
)


def found(context):
    return [(f.code, f.file, f.line, f.url) for f in judge_targets(context)]


def texts(context):
    return [f.text for f in judge_targets(context)]


def test_each_url_has_a_file_as_a_static_host_finds_it(look):
    files = {
        "index.html": page(),
        "guide/index.html": page(),
        "about.html": page(),
        "paper.pdf": b"%PDF-1.7",
        "a b.html": page(),
        "sitemap.xml": urlset(
            ROOT,
            f"{ROOT}guide/",
            f"{ROOT}guide/gone/",
            f"{ROOT}about",
            f"{ROOT}paper.pdf",
            f"{ROOT}gone.pdf",
            f"{ROOT}a%20b.html?x=1",
            "https://elsewhere.example.org/gone/",
            "/relative/",
        ),
    }
    assert found(look(files)) == [
        ("SM601", "sitemap.xml", 4, f"{ROOT}guide/gone/"),
        ("SM601", "sitemap.xml", 7, f"{ROOT}gone.pdf"),
    ]


def test_a_url_is_judged_once_and_only_below_the_base_url(look):
    files = {
        "index.html": page(),
        "sitemap.xml": urlset(DOCS, f"{DOCS}gone/", f"{ROOT}blog/gone/"),
        "old/sitemap.xml": urlset(f"{DOCS}gone/"),
    }
    context = look(files, base_url=DOCS)
    assert found(context) == [("SM601", "sitemap.xml", 3, f"{DOCS}gone/")]


@pytest.mark.parametrize(
    ("file", "url"),
    [
        pytest.param("guide.html", "Guide.html", id="name"),
        pytest.param("API/index.html", "api/", id="folder"),
        pytest.param("API/index.html", "api", id="folder-without-slash"),
        pytest.param("u\u0308ber.html", "%C3%BCber.html", id="decomposed-letter"),
        pytest.param("Über.html", "%C3%BCber.html", id="letter-beyond-ascii"),
    ],
)
def test_a_file_is_found_in_the_case_of_its_name(look, file, url):
    files = {file: page(), "index.html": page(), "sitemap.xml": urlset(ROOT + url)}
    context = look(files)
    assert found(context)[0] == ("SM602", "sitemap.xml", 2, ROOT + url)
    assert texts(context)[0] == f"{ROOT}{url} has a file that is called {file}"


@pytest.mark.parametrize(
    ("stub", "rules"),
    [
        pytest.param(REFRESH, "", id="refresh"),
        pytest.param(STUB, "", id="stub-that-says-more"),
        pytest.param(page(), "/a.html /b.html 301!", id="rule-before-the-file"),
        pytest.param(None, "/a.html /b.html", id="rule-without-a-file"),
        pytest.param(None, "/* /b.html 301", id="rule-for-all"),
    ],
)
def test_a_redirect_is_not_to_be_listed(look, stub, rules):
    files = {
        "b.html": page(),
        "sitemap.xml": urlset(f"{ROOT}a.html", f"{ROOT}b.html"),
        "_redirects": rules,
    }
    if stub is not None:
        files["a.html"] = stub
    assert found(look(files)) == [("SM603", "sitemap.xml", 2, f"{ROOT}a.html")]


def test_a_rule_may_serve_another_file(look):
    files = {
        "index.html": page(),
        "sitemap.xml": urlset(ROOT, f"{ROOT}app/settings"),
        "_redirects": "/app/* /index.html 200\n/* /404.html 404",
        "404.html": page(),
    }
    assert found(look(files)) == []


def test_a_rule_for_missing_files_serves_none(look):
    files = {
        "index.html": page(),
        "sitemap.xml": urlset(ROOT, f"{ROOT}gone"),
        "_redirects": "/app/* /index.html 200\n/* /404.html 404",
    }
    assert found(look(files)) == [("SM601", "sitemap.xml", 3, f"{ROOT}gone")]


@pytest.mark.parametrize(
    ("html", "headers"),
    [
        pytest.param(NOINDEX, "", id="tag"),
        pytest.param(page(), "/a.html\n  X-Robots-Tag: noindex", id="header"),
    ],
)
def test_a_page_that_says_noindex_is_not_to_be_listed(look, html, headers):
    files = {
        "a.html": html,
        "b.html": page(),
        "sitemap.xml": urlset(f"{ROOT}a.html", f"{ROOT}b.html"),
        "_headers": headers,
    }
    assert found(look(files)) == [("SM604", "sitemap.xml", 2, f"{ROOT}a.html")]


def test_a_header_speaks_for_other_files_too(look):
    files = {
        "paper.pdf": b"%PDF-1.7",
        "sitemap.xml": urlset(f"{ROOT}paper.pdf"),
        "_headers": "/*.pdf\n  X-Robots-Tag: noindex",
    }
    assert found(look(files)) == [("SM604", "sitemap.xml", 2, f"{ROOT}paper.pdf")]


@pytest.mark.parametrize(
    ("url", "named"),
    [
        pytest.param("a.html", "/b.html", id="another-page"),
        pytest.param("a.html", "https://www.example.org/a.html", id="another-host"),
        pytest.param("a.html", "/a", id="without-extension"),
        pytest.param("a", "/a.html", id="with-extension"),
        pytest.param("c/index.html", "/c/", id="folder"),
        pytest.param("c", "/c/", id="slash"),
        pytest.param("a.html?x=1", "/a.html", id="query"),
    ],
)
def test_the_listed_url_is_the_canonical_one(look, url, named):
    files = {
        "a.html": canonical(named),
        "b.html": page(),
        "c/index.html": canonical(named),
        "sitemap.xml": urlset(ROOT + url, f"{ROOT}b.html"),
    }
    context = look(files)
    assert [f for f in found(context) if f[0] != "SM607"] == [
        ("SM605", "sitemap.xml", 2, ROOT + url)
    ]


@pytest.mark.parametrize(
    "named",
    [
        pytest.param("/a.html", id="itself"),
        pytest.param("a.html", id="relative"),
        pytest.param("/%61.html", id="needless-escape"),
        pytest.param("/not-built.html", id="dead-link-that-engines-do-not-believe"),
    ],
)
def test_a_canonical_link_may_name_the_listed_url(look, named):
    files = {"a.html": canonical(named), "sitemap.xml": urlset(f"{ROOT}a.html")}
    assert found(look(files)) == []


@pytest.mark.parametrize(
    "file",
    [
        "404.html",
        "404/index.html",
        "de/404.html",
        "search.html",
        "search/index.html",
        "genindex.html",
        "genindex-A.html",
        "py-modindex.html",
        "_modules/a.html",
        "google0123456789abcdef.html",
    ],
)
def test_a_page_without_content_is_not_to_be_listed(look, file):
    files = {
        "index.html": page(),
        file: page(),
        "sitemap.xml": urlset(ROOT, ROOT + file),
    }
    assert found(look(files)) == [("SM606", "sitemap.xml", 3, ROOT + file)]


def test_what_the_host_serves_for_missing_files_is_not_to_be_listed(look):
    files = {
        "index.html": page(),
        "oops.html": page(),
        "_redirects": "/* /oops.html 404",
        "sitemap.xml": urlset(ROOT, f"{ROOT}oops.html"),
    }
    assert found(look(files)) == [("SM606", "sitemap.xml", 3, f"{ROOT}oops.html")]


def test_a_page_that_could_be_found_is_listed(look):
    files = {
        "index.html": page(),
        "guide/index.html": page(),
        "sitemap.xml": urlset(ROOT),
        # None of these could be found:
        "404.html": page(),
        "search.html": page(),
        "_static/theme.html": page(),
        ".cache/page.html": page(),
        "noindex.html": NOINDEX,
        "stub.html": REFRESH,
        "twin.html": canonical("/guide/"),
        "b.html": page(),
        "robots.txt": "User-agent: *\nDisallow: /b.html",
    }
    assert found(look(files)) == [("SM607", "guide/index.html", 0, f"{ROOT}guide/")]


def test_a_page_may_be_listed_in_any_sitemap_and_spelling(look):
    files = {
        "index.html": page(),
        "about.html": page(),
        "guide/index.html": page(),
        "sitemap.xml": urlset(ROOT, f"{ROOT}about"),
        "guide/sitemap.txt": f"{ROOT}guide/index.html\n",
    }
    assert found(look(files)) == []


def test_where_nothing_is_listed_that_is_not_told_of_each_page(look):
    assert found(look({"index.html": page(), "a.html": page()})) == []


def test_robots_lets_crawlers_read_what_is_listed(look):
    files = {
        "index.html": page(),
        "guide/index.html": page(),
        "b/index.html": NOINDEX,
        "robots.txt": "User-agent: *\nDisallow: /guide/\nDisallow: /b/\n",
        "sitemap.xml": urlset(ROOT, f"{ROOT}guide/", f"{ROOT}b/"),
    }
    assert found(look(files)) == [
        ("SM608", "sitemap.xml", 3, f"{ROOT}guide/"),
        # The noindex that keeps it from being shown cannot be read.
        ("SM604", "sitemap.xml", 4, f"{ROOT}b/"),
        ("SM608", "sitemap.xml", 4, f"{ROOT}b/"),
    ]


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("User-agent: *\nAllow: /\n", id="all-allowed"),
        pytest.param("User-agent: GPTBot\nDisallow: /\n", id="another-crawler"),
    ],
)
def test_what_others_may_not_read_may_be_listed(look, rules):
    files = {"index.html": page(), "robots.txt": rules, "sitemap.xml": urlset(ROOT)}
    assert found(look(files)) == []


BUT_GOOGLE = "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n"


@pytest.mark.parametrize(
    ("rules", "code", "who"),
    [
        pytest.param("User-agent: *\nDisallow: /\n", "SM608", "crawlers", id="all"),
        pytest.param(
            "User-agent: Googlebot\nDisallow: /\n", "SM608", "Googlebot", id="google"
        ),
        pytest.param(BUT_GOOGLE, "SM609", "all crawlers but Googlebot", id="others"),
    ],
)
def test_each_engine_may_read_what_is_listed(look, rules, code, who):
    files = {
        "index.html": page(),
        "other.html": page(),
        "robots.txt": rules,
        "sitemap.xml": urlset(ROOT),
    }
    context = look(files)
    # What some may not read nobody is told to list.
    assert found(context) == [(code, "sitemap.xml", 2, ROOT)]
    assert texts(context) == [f"{ROOT} is kept from {who} by robots.txt"]


def test_robots_speaks_of_addresses_that_a_rule_serves_too(look):
    files = {
        "index.html": page(),
        "_redirects": "/app/* /index.html 200",
        "robots.txt": "User-agent: *\nDisallow: /app/\n",
        "sitemap.xml": urlset(ROOT, f"{ROOT}app/"),
    }
    assert found(look(files)) == [("SM608", "sitemap.xml", 3, f"{ROOT}app/")]


@pytest.mark.parametrize(
    ("files", "one", "other"),
    [
        pytest.param(["index.html"], "", "index.html", id="home"),
        pytest.param(["a/index.html"], "a", "a/", id="slash"),
        pytest.param(["a/index.html"], "a/", "a/index.html", id="index"),
        pytest.param(["a.html"], "a.html", "a", id="extension"),
        pytest.param(["a.html"], "a.html?x=1", "a?x=1", id="query"),
    ],
)
def test_a_page_has_one_address(look, files, one, other):
    sitemap = urlset(ROOT + one, ROOT + other)
    context = look({**dict.fromkeys(files, page()), "sitemap.xml": sitemap})
    assert found(context) == [("SM205", "sitemap.xml", 3, ROOT + other)]
    assert texts(context) == [f"{ROOT}{other} is listed as {ROOT}{one} already"]


def test_each_further_address_of_a_page_is_told_wherever_it_is_listed(look):
    files = {
        "a/index.html": page(),
        "sitemap.xml": urlset(f"{ROOT}a", f"{ROOT}a/"),
        "sitemap2.xml": urlset(f"{ROOT}a/index.html", f"{ROOT}a"),
    }
    assert found(look(files)) == [
        ("SM205", "sitemap.xml", 3, f"{ROOT}a/"),
        ("SM205", "sitemap2.xml", 2, f"{ROOT}a/index.html"),
    ]


@pytest.mark.parametrize(
    ("files", "locs"),
    [
        pytest.param(["a.html"], ["a.html", "a.html?x=1"], id="query"),
        pytest.param(["~a.html"], ["~a.html", "%7Ea.html"], id="judged-elsewhere"),
        pytest.param(["a.html", "a/index.html"], ["a", "a/"], id="two-files"),
        pytest.param(["a.html", "a/index.html"], ["a", "a.html"], id="either-file"),
        pytest.param(["a", "a.html"], ["a", "a.html"], id="beside"),
    ],
)
def test_two_addresses_may_be_two_pages(look, files, locs):
    sitemap = urlset(*(ROOT + loc for loc in locs))
    context = look({**dict.fromkeys(files, page()), "sitemap.xml": sitemap})
    assert [fault for fault in found(context) if fault[0] != "SM607"] == []


def test_of_two_addresses_the_page_knows_the_right_one(look):
    files = {
        "a/index.html": canonical("/a/"),
        "sitemap.xml": urlset(f"{ROOT}a/index.html", f"{ROOT}a/"),
    }
    assert found(look(files)) == [("SM605", "sitemap.xml", 2, f"{ROOT}a/index.html")]


def test_a_page_that_may_not_be_read_is_told(look):
    files = {
        "a.html": page(),
        "b.html": page(),
        "c.html": page(),
        "sitemap.xml": urlset(f"{ROOT}a.html", f"{ROOT}b.html"),
        "_headers": "/b.html\n  X-Robots-Tag: noindex",
    }
    context = look(files)
    unread = frozenset(map(PurePosixPath, ("a.html", "b.html", "c.html")))
    evidence = msgspec.structs.replace(context.evidence, facts={}, unread=unread)
    context = msgspec.structs.replace(context, evidence=evidence)
    assert found(context) == [
        ("SM610", "sitemap.xml", 2, f"{ROOT}a.html"),
        ("SM604", "sitemap.xml", 3, f"{ROOT}b.html"),
    ]
    assert texts(context)[0] == f"{ROOT}a.html may not be read here"


ABOUT = (f"{ROOT}about/", f"{ROOT}about", f"{ROOT}about.html")


@pytest.mark.parametrize(
    ("host", "locs", "faults"),
    [
        pytest.param("cloudflare-pages", ABOUT, [], id="cloudflare"),
        pytest.param("netlify", ABOUT[:2], [], id="netlify"),
        pytest.param("github-pages", ABOUT[:1], ["SM601"], id="github"),
        pytest.param("gitlab-pages", ABOUT[:1], [], id="gitlab"),
        pytest.param("readthedocs", ABOUT[1:], ["SM601"], id="readthedocs"),
        pytest.param("plain", ABOUT, ["SM601", "SM601"], id="plain"),
    ],
)
def test_the_host_decides_what_is_there(look, host, locs, faults):
    files = {
        "index.html": page(),
        "about.html": page(),
        "404.html": page(),
        "sitemap.xml": urlset(ROOT, *locs),
    }
    given = [f.code for f in judge_targets(look(files), host) if f.code != "SM607"]
    assert given == faults


def test_what_the_host_does_not_serve_is_told_with_its_name(look):
    files = {"about.html": page(), "sitemap.xml": urlset(f"{ROOT}about")}
    (fault, *_) = judge_targets(look(files), "plain")
    assert fault.text == f"{ROOT}about has no file that a plain server serves there"


def test_rules_of_the_site_come_before_the_answer_of_the_host(look):
    files = {
        "index.html": page(),
        "404.html": page(),
        "_redirects": "/old/ / 301\n/app/* /index.html 200",
        "sitemap.xml": urlset(ROOT, f"{ROOT}old/", f"{ROOT}app/x"),
    }
    given = [*judge_targets(look(files), "netlify")]
    assert [(f.code, f.url) for f in given] == [("SM603", f"{ROOT}old/")]


@pytest.mark.parametrize(
    ("pages", "faults"),
    [
        pytest.param(["index.html"], [], id="application"),
        pytest.param(["index.html", "a.html"], ["SM601"], id="site"),
    ],
)
def test_a_home_page_is_shown_for_what_is_missing(look, pages, faults):
    """Cloudflare takes a site without 404.html for an application."""
    files = {**dict.fromkeys(pages, page()), "sitemap.xml": urlset(f"{ROOT}gone")}
    given = judge_targets(look(files), "cloudflare-pages")
    assert [f.code for f in given if f.code != "SM607"] == faults


def test_robots_counts_where_it_is_that_of_the_host(look):
    blocking = "User-agent: *\nDisallow: /docs/\n"
    files = {
        "index.html": page(),
        "robots.txt": blocking,
        "sitemap.xml": urlset(DOCS),
    }
    assert found(look(files, base_url=DOCS)) == []
    assert found(look(files, base_url=DOCS, robots=blocking)) == [
        ("SM608", "sitemap.xml", 2, DOCS)
    ]


def test_of_a_sitemap_alone_the_pages_may_be_elsewhere(look):
    files = {"sitemap.xml": urlset(f"{ROOT}gone/")}
    assert found(look(files, alone="sitemap.xml")) == []


def test_what_is_built_has_no_fault(look, tmp_path):
    context = look(
        {
            "index.html": canonical("/docs/"),
            "a.html": canonical("/docs/a"),
            "b/index.html": page(),
            "b/C#.html": page(),
            "é.html": page(),
            "noindex.html": NOINDEX,
            "stub.html": REFRESH,
            "404.html": page(),
            "search.html": page(),
            "page/2/index.html": page(),
        },
        base_url=DOCS,
    )
    site = Site(DOCS, context.root, tmp_path, (), "folder", walks=True)
    build(site, Options(lastmod=()), environ={})
    assert (context.root / "sitemap.xml").is_file()
    assert found(look({}, base_url=DOCS)) == []
