import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopemap.headers import MAX_BYTES
from scopemap.redirects import (
    MAX_RULES,
    Found,
    Redirect,
    Redirects,
    error_pages,
    find_redirect,
    parse_redirects,
)

SITE = "https://example.com"


def find(text, path, *, file_exists=False, always=False):
    """Give where a path of the site leads to."""
    url = path if "://" in path else SITE + path
    rules = parse_redirects(text.encode())
    found = find_redirect(rules, url, file_exists=file_exists, always=always)
    return found and found.target.removeprefix(SITE)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        pytest.param("/a /b", Redirect("/a", "/b"), id="shortest"),
        pytest.param("/a\t /b  302", Redirect("/a", "/b", 302), id="status"),
        pytest.param("/a /b 301!", Redirect("/a", "/b", forced=True), id="forced"),
        pytest.param("/a /b # why", Redirect("/a", "/b"), id="inline-comment"),
        pytest.param(
            "/a /b 302 #why", Redirect("/a", "/b", 302), id="comment-no-space"
        ),
        pytest.param("/a /b#c 302", Redirect("/a", "/b#c", 302), id="fragment"),
        pytest.param("a /b", Redirect("/a", "/b"), id="no-slash"),
        pytest.param("/ä /b", Redirect("/%C3%A4", "/b"), id="unicode"),
        pytest.param("/a/../b /c", Redirect("/b", "/c"), id="dots"),
        pytest.param(
            "/a/:b/* /:b/:splat 200", Redirect("/a/:b/*", "/:b/:splat", 200), id="names"
        ),
        pytest.param(
            "http://OLD.example/* https://new.example/:splat 301!",
            Redirect("http://old.example/*", "https://new.example/:splat", forced=True),
            id="url",
        ),
        pytest.param(
            "/store id=:id /blog/:id 301",
            Redirect("/store", "/blog/:id", conditional=True),
            id="query",
        ),
        pytest.param(
            "/store?id=1 /blog",
            Redirect("/store", "/blog", conditional=True),
            id="mark",
        ),
        pytest.param(
            "/ /anz 302 Country=au,nz",
            Redirect("/", "/anz", 302, conditional=True),
            id="country",
        ),
        pytest.param(
            "/* /b/:splat 302 Language=de Cookie=x # y",
            Redirect("/*", "/b/:splat", 302, conditional=True),
            id="language-and-cookie",
        ),
        # Netlify's short form, in the tests of its parser.
        pytest.param(
            "/api/* 200", Redirect("/api/*", "/api/:splat", 200), id="no-target"
        ),
        pytest.param("/a", None, id="source-alone"),
        pytest.param("/a # /b", None, id="target-in-a-comment"),
        pytest.param("# /a /b", None, id="comment"),
        pytest.param("/a b", None, id="target-without-a-slash"),
        pytest.param("/a ftp://example.com/", None, id="ftp-target"),
        pytest.param("ftp://example.com/ /a", None, id="ftp-source"),
        pytest.param("/a /b 30", None, id="no-status"),
        pytest.param("/a /b Country=au", None, id="condition-without-status"),
        pytest.param("https://*.com/ /b", None, id="splat-in-the-host"),
        pytest.param("https://[/ /b", None, id="no-host"),
        pytest.param("/a /" + "b" * 2_000, None, id="too-long"),
    ],
)
def test_a_line_is_read_as_netlify_reads_it(line, rule):
    rules = (rule,) if rule else ()
    assert parse_redirects(line.encode()).rules == rules
    text = f"\r\n# first\r\n  {line}\r\n/z /y\r\n".encode()
    assert parse_redirects(b"\xef\xbb\xbf" + text).rules == (
        *rules,
        Redirect("/z", "/y"),
    )


def test_no_file_is_no_rules():
    assert parse_redirects(b"") == Redirects()


# As GitLab Pages has it in internal/redirects/matching_test.go, where hosts agree.
@pytest.mark.parametrize(
    ("text", "path", "target"),
    [
        pytest.param("/foo/ /bar/", "/foo/", "/bar/", id="exact"),
        pytest.param("/foo/ /bar/", "/foo", "/bar/", id="slash-less"),
        pytest.param("/foo /bar/", "/foo/", "/bar/", id="slash-more"),
        pytest.param("/foo /bar/", "/foo/bar", None, id="no-prefix"),
        pytest.param("/foo /bar/", "/Foo", None, id="case"),
        pytest.param("/ /en/", "/", "/en/", id="root"),
        pytest.param("/foo/*/bar /q/:splat", "/foo/a/b/bar", "/q/a/b", id="splat-amid"),
        pytest.param("/foo/*/bar /q/:splat", "/foo/a/bar/", "/q/a", id="amid-slash"),
        pytest.param("/foo/* /q/:splat", "/foo/a/b/", "/q/a/b/", id="splat-last"),
        pytest.param("/foo/* /q/:splat", "/foo/", "/q/", id="splat-empty"),
        pytest.param("/foo/* /q/:splat/r", "/foo", "/q/r", id="splat-takes-the-slash"),
        pytest.param("/*/foo /q/:splat", "/a/foo", "/q/a", id="splat-first"),
        pytest.param("/* /q/:splat", "/a/b", "/q/a/b", id="splat-alone"),
        pytest.param("/f/*/b/*/z /q/:splat", "/f/a/b/c/z", "/q/a", id="first-of-two"),
        pytest.param("/f/* /q/:splat/:splat", "/f/a", "/q/a/a", id="splat-used-twice"),
        pytest.param("/f/:y/:m /:y-:m.html", "/f/20/08", "/20-08.html", id="names"),
        pytest.param("/f/:y/b /q/:y", "/f/a/a/b", None, id="name-is-one-segment"),
        pytest.param("/f/:y /q/:y", "/f/", None, id="name-is-not-empty"),
        pytest.param("/:a/:ab /q/:ab/:a", "/x/y", "/q/y/x", id="name-within-a-name"),
        pytest.param("/f/:a/:a /q/:a", "/f/x/y", "/q/x", id="first-of-one-name"),
        pytest.param("/f/ /q/:b", "/f/", "/q/:b", id="unknown-name-stays"),
        pytest.param(
            "/a/* https://other.example/:splat?x=1#y",
            "/a/b",
            "https://other.example/b?x=1",
            id="url",
        ),
        pytest.param("/a/* /Ä/:splat", "/a/%C3%B6", "/%C3%84/%C3%B6", id="unicode"),
        pytest.param("/a https://[/", "/a", "https://[/", id="no-url"),
        pytest.param("/a /b\n/a /c", "/a", "/b", id="first-wins"),
        pytest.param("/* /b\n/a /c", "/a", "/b", id="first-wins-over-exact"),
        pytest.param("/a /b\n/* /c", "/a", "/b", id="exact-first"),
        pytest.param("/a/b/* /c\n/:x/:y /d", "/a/b", "/c", id="first-of-two-patterns"),
        pytest.param("/a /b 302 Country=au\n/a /c", "/a", "/c", id="condition-passed"),
        pytest.param("/a /b 200\n/a /c", "/a", None, id="rewrite-decides"),
        pytest.param("/a /b 404\n/a /c", "/a", None, id="error-decides"),
        pytest.param("/a /b 308", "/a", "/b", id="permanent"),
        pytest.param("/a /b 304", "/a", None, id="not-modified"),
        pytest.param("/a /b", "/a?c=d", "/b", id="query-of-the-page"),
        pytest.param("/a /b", "/a/index.html", None, id="index-is-another-path"),
        pytest.param("/a /b", "/a.html", None, id="html-is-another-path"),
    ],
)
def test_the_first_rule_that_fits_decides(text, path, target):
    assert find(text, path) == target


@pytest.mark.parametrize(
    ("text", "path", "target"),
    [
        pytest.param("/a /a/", "/a", None, id="slash"),
        pytest.param("/a/ /a/index.html", "/a/", None, id="index"),
        pytest.param("/a.html /a", "/a.html", None, id="html"),
        pytest.param("/* /:splat", "/a/b", None, id="splat"),
        pytest.param("/* https://example.com/:splat", "/a/b", None, id="own-host"),
        pytest.param("/a /a?b=c", "/a", None, id="query"),
        pytest.param("/* /:splat 200\n/a /b", "/a", "/b", id="next-rule"),
        pytest.param("/* /index.html", "/", None, id="home"),
        pytest.param("/* /index.html", "/a", "/index.html", id="not-home"),
        pytest.param(
            "/* https://example.com/:splat",
            "http://example.com/a",
            "/a",
            id="other-scheme-is-another-page",
        ),
    ],
)
def test_a_rule_that_leads_back_to_the_page_is_passed_over(text, path, target):
    assert find(text, path) == target


@pytest.mark.parametrize(
    ("source", "url", "fits"),
    [
        pytest.param("https://a.example/*", "https://a.example/b", True, id="host"),
        pytest.param("https://a.example/b", "https://a.example/b/", True, id="exact"),
        pytest.param("https://a.example/b", "https://a.example/c", False, id="path"),
        pytest.param("https://b.example/*", "https://a.example/b", False, id="other"),
        pytest.param("http://a.example/*", "https://a.example/b", False, id="scheme"),
        pytest.param("https://a.example/*", "https://a.example/", True, id="root"),
    ],
)
def test_a_source_with_a_host_is_for_that_host(source, url, fits):
    target = "https://new.example/" if fits else None
    assert find(f"{source} https://new.example/", url) == target


@pytest.mark.parametrize(
    ("text", "elsewhere", "cloudflare"),
    [
        pytest.param("/a/ /b", None, "/b", id="unforced"),
        pytest.param("/a/* /b/:splat", None, "/b/", id="unforced-splat"),
        pytest.param("/a/ /b 301!", "/b", None, id="forced"),
        pytest.param("/* /b 301!", "/b", None, id="forced-splat"),
        pytest.param("/* /c\n/a/ /b 301!", None, "/c", id="unforced-before-forced"),
        pytest.param("/a /b", None, None, id="slash-less"),
        pytest.param("/a /b 301!", "/b", None, id="slash-less-forced"),
        pytest.param("/a/ /b 404!\n/a/ /c", None, "/c", id="error-before-redirect"),
        pytest.param("/a/ /b 200\n/a/ /c", None, None, id="rewrite-before-redirect"),
        pytest.param("/* /index.html", None, None, id="to-the-home-page"),
        pytest.param("/a/ /index", None, None, id="to-the-index"),
        pytest.param("https://example.com/* /b", None, None, id="host"),
    ],
)
def test_a_file_wins_unless_forced_but_never_on_cloudflare(text, elsewhere, cloudflare):
    assert find(text, "/a/", file_exists=True) == elsewhere
    assert find(text, "/a/", file_exists=True, always=True) == cloudflare


def test_what_is_found_holds_the_rule():
    rules = parse_redirects(b"/a /b 301\n/c/* /d/:splat 302!\n")
    found = find_redirect(rules, f"{SITE}/c/e", file_exists=True, always=False)
    rule = Redirect("/c/*", "/d/:splat", 302, forced=True)
    assert found == Found(rule, f"{SITE}/d/e")


def test_error_pages_are_what_rules_with_such_a_status_serve():
    text = """
/en/*     /en/404.html    404
/de/*     /de/fehler.html 404  Language=de
/gone/*   /gone%20away/   410!
/down     /down.html?a#b  503
/x/*      /x/:splat       404
/:lang/*  /:lang/404.html 404
/y        https://other.example/404.html 404
/z        /z.html         200
/w        /w.html
/*        /               404
/*        /index.html     404
"""
    assert error_pages(parse_redirects(text.encode())) == frozenset(
        ("en/404.html", "de/fehler.html", "gone away/", "down.html")
    )


def test_a_file_is_read_up_to_its_limits():
    assert parse_redirects(b"\n" * MAX_BYTES + b"/a /b") == Redirects()
    rules = parse_redirects(b"/a /b\n" * (MAX_RULES + 1)).rules
    assert rules == (Redirect("/a", "/b"),) * MAX_RULES


def test_rules_for_other_places_cost_nothing():
    """Each page is compared with the rules for its own folders alone."""
    lines = [f"/old/{number} /new/{number} 301!" for number in range(5_000)]
    lines += [f"/old/{number}/* /new/:splat 301!" for number in range(5_000)]
    rules = parse_redirects("\n".join(lines).encode())
    started = time.process_time()
    for number in range(2_000):
        url = f"{SITE}/docs/{number}/"
        assert find_redirect(rules, url, file_exists=True, always=False) is None
    # Comparing all with all, which is 20 million times, takes longer by far.
    assert time.process_time() - started < 1


lines = st.one_of(
    st.text("/*:ab.-!#?=[ \t\r\n1234", max_size=30),
    st.builds(
        "{} {} {}".format,
        st.text("/*:ab-", max_size=9),
        st.sampled_from(["/:a/:splat", "/", "https://[", "https://b/:splat", "//c"]),
        st.sampled_from(["", "301!", "200", "404", "302 a=b"]),
    ),
)


@settings(max_examples=500, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.lists(lines, max_size=12).map(lambda each: "\n".join(each).encode()),
    ),
    st.booleans(),
    st.booleans(),
)
def test_whatever_the_bytes_are_there_is_an_answer(text, file_exists, always):
    rules = parse_redirects(text)
    assert isinstance(error_pages(rules), frozenset)
    for url in (f"{SITE}/", "https://a.b/a/b?c", "http://[::1]:80/a/"):
        found = find_redirect(rules, url, file_exists=file_exists, always=always)
        assert found is None or found.rule in rules.rules
