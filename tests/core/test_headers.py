import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopemap.headers import (
    MAX_BYTES,
    MAX_LINE,
    MAX_RULES,
    canonical_links,
    compile_source,
    normal_source,
    parse_headers,
    robots_tags,
)

# Cloudflare's own example, in its documentation of `_headers`.
CLOUDFLARE = b"""\
# This is a comment
/secure/page
\tX-Frame-Options: DENY
\tX-Content-Type-Options: nosniff
\tReferrer-Policy: no-referrer

/static/*
\tAccess-Control-Allow-Origin: *
\tX-Robots-Tag: nosnippet

https://myproject.pages.dev/*
\tX-Robots-Tag: noindex
"""
PREVIEWS = b"""\
https://:project.pages.dev/*
  X-Robots-Tag: noindex

https://:version.:project.pages.dev/*
  X-Robots-Tag: none
"""


def tags(text, url="https://example.com/a/b"):
    return robots_tags(parse_headers(text), url)


def block(source, *lines):
    return "\n".join([source, *(f"  {line}" for line in lines), ""]).encode()


NOINDEX = "X-Robots-Tag: noindex"


@pytest.mark.parametrize(
    ("url", "values"),
    [
        pytest.param("https://custom.domain/secure/page", (), id="no-such-header"),
        pytest.param(
            "https://custom.domain/static/image.jpg", ("nosnippet",), id="path"
        ),
        pytest.param("https://custom.domain/", (), id="production-home"),
        pytest.param("https://myproject.pages.dev/home", ("noindex",), id="host"),
        pytest.param("https://myproject.pages.dev/", ("noindex",), id="host-root"),
        pytest.param(
            "https://myproject.pages.dev/static/styles.css",
            ("nosnippet", "noindex"),
            id="path-and-host",
        ),
        pytest.param(
            "http://myproject.pages.dev:8788/x",
            ("noindex",),
            id="scheme-and-port-do-not-matter",
        ),
        pytest.param("https://x.myproject.pages.dev/x", (), id="another-host"),
    ],
)
def test_cloudflares_example_does_what_cloudflare_says(url, values):
    assert tags(CLOUDFLARE, url) == values


@pytest.mark.parametrize(
    ("url", "values"),
    [
        pytest.param("https://example.com/", (), id="production"),
        pytest.param("https://example.com/pages.dev/", (), id="host-name-in-the-path"),
        pytest.param("https://pages.dev/", (), id="no-label"),
        pytest.param("https://site.pages.dev/a/", ("noindex",), id="project"),
        pytest.param("https://abc123.site.pages.dev/", ("none",), id="version"),
        pytest.param("https://a.b.site.pages.dev/", (), id="a-label-too-many"),
    ],
)
def test_a_placeholder_in_a_host_is_one_label(url, values):
    assert tags(PREVIEWS, url) == values


@pytest.mark.parametrize(
    ("source", "path", "holds"),
    [
        pytest.param("/a/b", "/a/b", True, id="exact"),
        pytest.param("/a/b", "/a/b/", True, id="slash-more"),
        pytest.param("/a/b/", "/a/b", True, id="slash-less"),
        pytest.param("/a/b", "/a/B", False, id="case"),
        pytest.param("/a", "/a/b", False, id="no-prefix"),
        pytest.param("/", "/", True, id="root"),
        pytest.param("/", "/a", False, id="root-alone"),
        pytest.param("/*", "/", True, id="all-with-the-root"),
        pytest.param("/*", "/a/b/c.html", True, id="splat-crosses-segments"),
        pytest.param("/a/*", "/a", True, id="splat-takes-the-slash"),
        pytest.param("/a/*", "/ab", False, id="splat-after-a-slash"),
        pytest.param("/*.html", "/a/b.html", True, id="splat-first"),
        pytest.param("/a/*/c", "/a/b/b/c", True, id="splat-amid"),
        pytest.param("/*/x/*", "/a/x/x/b", True, id="two-splats"),
        pytest.param("/*/x/*", "/a/y/b", False, id="two-splats-without-the-middle"),
        pytest.param("/a**", "/abc", True, id="two-stars-are-one"),
        pytest.param("/*/:a/x", "/x/b/c/b/x", True, id="placeholder-behind-splat"),
        pytest.param("/:a/c", "/b/c", True, id="placeholder"),
        pytest.param("/:a", "/b/c", False, id="placeholder-is-one-segment"),
        pytest.param("/a/:b", "/a/", False, id="placeholder-is-not-empty"),
        pytest.param("/a-:b.html", "/a-x.html", True, id="placeholder-in-a-segment"),
        pytest.param("/:a-:b/c", "/x-y-z/c", True, id="two-in-a-segment"),
        pytest.param("/:a/:a", "/x/y", True, id="one-name-twice"),
        pytest.param("/a.b", "/aXb", False, id="dot-is-a-dot"),
        pytest.param("/a b", "/a%20b", True, id="space"),
        pytest.param("/ä", "/%C3%A4", True, id="unicode"),
        pytest.param("/%c3%a4/%41", "/%C3%A4/A", True, id="escapes"),
        pytest.param("/a?b#c", "/a", True, id="query-and-fragment-go"),
    ],
)
def test_a_source_is_for_the_paths_that_it_fits(source, path, holds):
    url = f"https://example.com{path}"
    assert tags(block(source, NOINDEX), url) == (("noindex",) if holds else ())


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param(
            block("/*", "X-Robots-Tag: googlebot: noindex"),
            ("googlebot: noindex",),
            id="colon-in-the-value",
        ),
        pytest.param(
            block("/*", "X-Robots-Tag: noindex, nofollow"),
            ("noindex, nofollow",),
            id="comma-in-the-value",
        ),
        pytest.param(
            block("/*", "X-Robots-Tag: unavailable_after: 25 Jun 2010 15:00:00 PST"),
            ("unavailable_after: 25 Jun 2010 15:00:00 PST",),
            id="date-in-the-value",
        ),
        pytest.param(
            block("/*", NOINDEX, "X-Other: 1", "X-Robots-Tag: nofollow"),
            ("noindex", "nofollow"),
            id="header-twice-in-a-block",
        ),
        pytest.param(
            block("/a/*", NOINDEX) + block("/*", "X-Robots-Tag: none"),
            ("noindex", "none"),
            id="every-block-that-fits",
        ),
        pytest.param(
            block("/*", NOINDEX) + block("/*", "X-Robots-Tag: all"),
            ("all",),
            id="later-block-for-the-same-source",
        ),
        pytest.param(
            block("/*", NOINDEX) + block("/a/*", "! X-Robots-Tag"), (), id="detached"
        ),
        pytest.param(
            block("/*", NOINDEX) + block("/b/*", "! X-Robots-Tag"),
            ("noindex",),
            id="detached-elsewhere",
        ),
        pytest.param(
            block("/a/*", "! X-Robots-Tag") + block("/*", NOINDEX),
            ("noindex",),
            id="detached-too-early",
        ),
        pytest.param(
            block("/*", NOINDEX) + block("/a/*", "X-Robots-Tag: all", "! x-robots-tag"),
            ("all",),
            id="detached-and-given-anew",
        ),
        pytest.param(
            block("/*", NOINDEX) + block("/a/*", "!X-Robots-Tag"),
            ("noindex",),
            id="detached-without-the-space",
        ),
        pytest.param(
            block("/*", NOINDEX) + block("/a/*", "! X-Robots-Tag: all"),
            ("noindex",),
            id="detached-with-a-value",
        ),
        pytest.param(b"/*\n\tx-ROBOTS-tag :\tnone \n", ("none",), id="tabs-and-case"),
        pytest.param(b"/*\r\n  X-Robots-Tag: none\r\n", ("none",), id="crlf"),
        pytest.param(
            b"\xef\xbb\xbf/*\n  X-Robots-Tag: none", ("none",), id="bom-and-no-newline"
        ),
        pytest.param(b"/*\nX-Robots-Tag: none\n", ("none",), id="not-indented"),
        pytest.param(
            b"  /*\n\n # why\n  X-Robots-Tag: none\n", ("none",), id="blank-and-comment"
        ),
        pytest.param(block("/*", "X-Robots-Tag:"), (), id="no-value"),
        pytest.param(block("/*", "X-Robots-Tag"), (), id="no-colon"),
        pytest.param(block("/*", "# X-Robots-Tag: none"), (), id="commented-out"),
        pytest.param(b"  X-Robots-Tag: none\n/*\n", (), id="header-before-a-source"),
        pytest.param(block("http://example.com/*", NOINDEX), (), id="http"),
        pytest.param(block("https://example.com:443/*", NOINDEX), (), id="port"),
        pytest.param(block("https://*.com/*", NOINDEX), (), id="splat-in-the-host"),
        pytest.param(block("ftp://example.com/*", NOINDEX), (), id="ftp"),
        pytest.param(
            block("https://EXAMPLE.com", NOINDEX)
            + block("https://exämple.com/*", NOINDEX),
            (),
            id="root-and-another-host",
        ),
        pytest.param(
            block("/*", "X-Other: 1") + block("http://b/*", NOINDEX),
            (),
            id="below-a-wrong-source",
        ),
        pytest.param(
            block("/*", f"X-Robots-Tag: {'n' * MAX_LINE}"), (), id="line-too-long"
        ),
        pytest.param(b"", (), id="empty"),
    ],
)
def test_the_values_that_hold_are_given_in_order(text, values):
    assert tags(text) == values


def test_a_host_is_compared_in_its_ascii_form():
    text = block("https://Faß.example/*", NOINDEX)
    assert tags(text, "https://xn--fa-hia.example/a") == ("noindex",)


def test_only_what_is_asked_for_is_kept():
    text = block("/a", "X-Frame-Options: DENY") + block("/b/:c", NOINDEX)
    kept = [(rule.source, rule.headers) for rule in parse_headers(text)]
    assert kept == [("/b/:c", (("x-robots-tag", "noindex"),))]


def test_a_file_is_read_up_to_its_limits():
    assert tags(b"#" * 999 + b"\n" * MAX_BYTES + block("/*", NOINDEX)) == ()
    assert len(parse_headers(block("/*", NOINDEX) * (MAX_RULES + 1))) == MAX_RULES


@pytest.mark.parametrize(
    ("value", "targets"),
    [
        pytest.param(
            '<https://example.com/:splat>; rel="canonical"',
            ("https://example.com/b",),
            id="splat-filled-in",
        ),
        pytest.param("</about/faqs>; rel=Canonical", ("/about/faqs",), id="bare-word"),
        pytest.param(
            '</a.css>; rel=preload; as=style, </b>; title=x; rel="next canonical"',
            ("/b",),
            id="one-of-two",
        ),
        pytest.param("</a.css>; rel=preload", (), id="another-relation"),
        pytest.param("/a; rel=canonical", (), id="no-brackets"),
    ],
)
def test_a_canonical_link_is_found(value, targets):
    rules = parse_headers(block("/a/*", f"Link: {value}"))
    assert canonical_links(rules, "https://example.com/a/b") == targets


paths = st.text("ab-/", max_size=12).map(lambda text: f"/{text}")
sources = st.lists(
    st.sampled_from(["*", ":x", ":y", "/", "a", "b", "-"]), max_size=9
).map(lambda parts: "/" + "".join(parts).replace(":xa", ":x-a").replace(":yb", ":y-b"))


@settings(max_examples=2_000, deadline=None)
@given(sources, paths)
def test_a_pattern_fits_what_a_simple_one_fits(source, path):
    """The simple one is Cloudflare's, which may try every way of sharing the path."""
    source = normal_source(source)
    simple = re.sub(r":[a-z]+|\*", lambda v: ".*" if v[0] == "*" else "[^/]+", source)
    fits = re.compile(simple).fullmatch(path) is not None
    assert (compile_source(source).fullmatch(path) is not None) == fits


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("/" + "*a" * 900, id="splats"),
        pytest.param("/" + ":a" * 900, id="placeholders"),
        pytest.param("/" + ":a-" * 600 + "*", id="placeholders-in-a-segment"),
        pytest.param("/" + ":a/" * 600 + "x", id="segments"),
        pytest.param("/:a-:b*:c-:d*x*y", id="both"),
        pytest.param("/" + "*:a-:b" * 200 + "*zz", id="both-and-many"),
    ],
)
@pytest.mark.parametrize(
    "path",
    [
        pytest.param("a" * 2_000, id="one-segment"),
        pytest.param("a-" * 1_000, id="hyphens"),
        pytest.param("a/" * 1_000, id="slashes"),
    ],
)
def test_no_source_takes_long(source, path):
    """With plain regular expressions these take from minutes to ages."""
    started = time.process_time()
    tags(block(source, NOINDEX), f"https://example.com/{path}")
    assert time.process_time() - started < 5


lines = st.one_of(
    st.text("/*:ab.-<>;!# \t\r\n", max_size=30),
    st.sampled_from(
        ["/*", "https://:a.b/*", "https://[/", " X-Robots-Tag: a", "! Link", "Link: <"]
    ),
)


@settings(max_examples=500, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.lists(lines, max_size=12).map(lambda each: "\n".join(each).encode()),
    )
)
def test_whatever_the_bytes_are_there_is_an_answer(text):
    rules = parse_headers(text)
    for url in ("https://example.com/", "https://a.b/a/b?c", "http://[::1]:80/a"):
        assert isinstance(robots_tags(rules, url), tuple)
        assert isinstance(canonical_links(rules, url), tuple)
