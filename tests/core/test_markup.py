"""The head of a page, found by a scan; lexbor, a whole parser, is the judge."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from scopemap.markup import (
    MAX_HEAD,
    Head,
    read_attributes,
    read_head,
    scan_head,
    to_utf8,
)

CANONICAL = b'<link rel="canonical" href="/a">'
NOINDEX = b'<meta name="robots" content="noindex">'


def tags(data: bytes) -> tuple[bytes, ...]:
    return tuple(tag for _, tag in scan_head(data).tags)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(b"<!doctype html><html><head>%s</head><body>", id="plain"),
        pytest.param(b"<HTML><HEAD\n>%s</HEAD\n><BODY>", id="upper-case"),
        pytest.param(b"%s<p>text", id="no-head-no-body"),
        pytest.param(b"<head>%s<body class=x>", id="no-end-of-head"),
        pytest.param(b"<head>%s", id="nothing-behind"),
        pytest.param(b"<head>%s<frameset cols=*><frame src=a></frameset>", id="frames"),
        pytest.param(
            b"<?xml version='1.0'?><html xmlns='x'><head>%s</head>", id="xhtml"
        ),
        pytest.param(b"<head><!-- </head> -->%s</head>", id="comment"),
        pytest.param(
            b"<head><!--[if IE]><body><![endif]-->%s</head>", id="conditional"
        ),
        pytest.param(b"<head><script>'</head><body>'</script>%s</head>", id="script"),
        pytest.param(b"<head><style>/*</head>*/</style >%s</head>", id="style"),
        pytest.param(b"<head><title></head></title>%s</head>", id="title"),
        pytest.param(b"<head><div></div>%s</head>", id="element-of-the-body"),
        pytest.param(b"<head><noscript><img src=x></noscript>%s</head>", id="pixel"),
        pytest.param(b"<head><meta content='>'>%s</head>", id="bracket-in-quotes"),
        pytest.param(b"<head><!-->%s</head>", id="comment-that-ends-at-once"),
        pytest.param(b"<head><!--->%s</head>", id="comment-with-a-dash"),
        pytest.param(b"<head><!-- v1 --!>%s</head>", id="comment-with-a-bang"),
    ],
)
def test_the_tags_of_the_head_are_found(page):
    """Behind it stands a tag that is none of them."""
    data = page % (CANONICAL + NOINDEX) + b"</head><body><p>" + NOINDEX
    assert tags(data)[-2:] == (CANONICAL, NOINDEX)
    assert tags(data).count(NOINDEX) == 1


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"<!-- %s -->", id="comment"),
        pytest.param(b"<!-- %s", id="comment-without-end"),
        pytest.param(b"<script>'%s'</script>", id="script"),
        pytest.param(b"<noscript>%s</noscript>", id="noscript"),
        pytest.param(b"<template>%s</template>", id="template"),
        pytest.param(b"<title>%s</title>", id="title"),
        pytest.param(b"<style>%s", id="style-without-end"),
        pytest.param(b"</head><body>%s", id="body"),
        pytest.param(b"</head>%s", id="behind-the-head"),
    ],
)
def test_what_only_looks_like_a_tag_of_the_head_is_none(head):
    assert tags(b"<head>" + head % NOINDEX) == ()


def test_a_head_tells_its_title_and_scripts_too():
    data = (
        b"<html lang=en><title a>A &amp; B</title><title>no</title>"
        b"<script>x</script><noscript>y</noscript><link rel=icon href=i></head>"
    )
    assert scan_head(data) == Head(
        tags=((b"html", b"<html lang=en>"),),
        title=b"A &amp; B",
        scripts=(b"x",),
        noscripts=(b"y",),
        end=data.index(b"</head>"),
    )


@pytest.mark.parametrize(
    "tag",
    [
        "<meta name=robots content=noindex>",
        "<META NAME='Robots' CONTENT = \"no\nindex\" />",
        "<link rel=canonical href=/a/?b=1&amp;c=2>",
        "<link href='/a?b=1&copy=2&lang=x' rel=canonical>",
        "<link href='&#x2F;a&#47;' rel=canonical>",
        "<link rel='canonical'href='/a'data-x>",
        "<link rel=canonical href=''>",
        "<link rel = canonical href= /a/>",
        "<link / rel=canonical / href=/a>",
        "<link rel=canonical rel=icon href=a href=b>",
        '<link rel=canonical href="a>b">',
        "<link rel=canonical href=a'b\"c>",
        "<link rel=canonical href=/\u00fc\u4e2d>",
        "<link rel=canonical href='&nosuch;&amp;amp;'>",
        "<link =x rel=canonical href=a>",
        "<link>",
    ],
)
def test_attributes_are_read_as_a_whole_parser_reads_them(tag):
    node = LexborHTMLParser(tag.encode()).css_first("link,meta")
    assert node is not None
    judged = {name: value or "" for name, value in node.attributes.items()}
    assert read_attributes(tag.encode()) == judged


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["rel", "REL", "href", "content", "x"]),
            st.sampled_from(["=", " = ", "\n="]),
            st.sampled_from(["'", '"', ""]),
            st.text("ab/&;#=<\u00fc", max_size=8),
        ),
        max_size=4,
    )
)
def test_attributes_of_all_kinds_are_read_so(attributes):
    tag = "<link"
    for name, equals, quote, value in attributes:
        text = value if quote else value.replace("<", "") or "v"
        tag += f" {name}{equals}{quote}{text}{quote}"
    node = LexborHTMLParser(f"{tag} >".encode()).css_first("link")
    assert node is not None
    judged = {name: value or "" for name, value in node.attributes.items()}
    assert read_attributes(f"{tag} >".encode()) == judged


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("<title>\u00e9</title>".encode(), id="utf-8"),
        pytest.param(codecs.BOM_UTF8 + "<title>\u00e9</title>".encode(), id="bom"),
        pytest.param("\ufeff<title>\u00e9</title>".encode("utf-16-le"), id="utf-16-le"),
        pytest.param("\ufeff<title>\u00e9</title>".encode("utf-16-be"), id="utf-16-be"),
        pytest.param("<title>\u00e9</title>".encode("latin-1"), id="not-said"),
        pytest.param(
            "<meta charset=iso-8859-15><title>\u00e9</title>".encode("latin-1"),
            id="charset",
        ),
        pytest.param(
            "<meta http-equiv=Content-Type content='text/html; charset=CP850'>"
            "<title>\u00e9</title>".encode("cp850"),
            id="content-type",
        ),
        pytest.param(
            "<meta charset=klingon><title>\u00e9</title>".encode("latin-1"),
            id="unknown-charset",
        ),
        pytest.param(
            "<meta charset=idna><title>\u00e9</title>".encode("latin-1"),
            id="charset-of-no-text",
        ),
        pytest.param("<title>\u00e9</title>".encode() + b"\xc3", id="cut"),
    ],
)
def test_a_page_is_read_in_its_encoding(data):
    assert scan_head(to_utf8(data)).title == "\u00e9".encode()


def test_a_file_is_read_as_far_as_its_head_goes(tmp_path):
    file = tmp_path / "a.html"
    script = b"<script>" + b"x" * 100_000 + b"</script>"
    file.write_bytes(b"<head>" + script + CANONICAL + b"</head>" + NOINDEX)
    assert read_head(str(file)).tags == ((b"link", CANONICAL),)
    file.write_bytes(b"<head>" + b" " * (3 * MAX_HEAD) + CANONICAL)
    assert read_head(str(file)) == Head()


def test_a_big_file_is_not_read_to_its_end(tmp_path):
    """A pipe would wait for what nobody reads."""
    file = tmp_path / "a.html"
    with file.open("wb") as stream:
        stream.truncate(100_000_000)
    assert read_head(str(file)) == Head()


def test_a_page_that_is_not_there_raises(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_head(str(tmp_path / "none.html"))
    with pytest.raises(OSError, match="directory"):
        read_head(str(Path(tmp_path)))


@pytest.mark.parametrize(
    "piece",
    [
        b"<!--",
        b"<meta ",
        b"<meta content='",
        b"<script",
        b"<title>",
        b"</",
        b"<",
        b"<meta a=\"'",
        b"<link rel=canonical href=\"x' >",
        b"<meta charset=",
        b"<meta" + b" " * 900,
        b"<noscript><meta refresh",
        b"\xff<meta charset",
        b"&#",
        b"= = =",
        b"<html lang='",
        b"<link rel=canonical" + b" " * 90_000,
        b"<meta name=robots" + b"/" * 90_000,
    ],
)
def test_no_page_takes_long(piece):
    """The test suite's own time would show it: a square of this is minutes."""
    data = piece * (MAX_HEAD // len(piece))
    head = scan_head(to_utf8(data))
    for _, tag in head.tags[:100]:
        read_attributes(tag)


@given(st.binary(max_size=300))
def test_whatever_comes_is_read(data):
    for _, tag in scan_head(to_utf8(data)).tags:
        read_attributes(tag)


@given(
    st.lists(
        st.sampled_from(
            [
                b"<head>",
                b"</head>",
                b"<body>",
                b"<!--",
                b"-->",
                b"<title>",
                b"</title>",
                b"<script>",
                b"</script>",
                b"<noscript>",
                b"</noscript>",
                b"'",
                b'"',
                b">",
                CANONICAL,
                NOINDEX,
                b"<p>",
                b"<html lang=x>",
                b"<base href=/>",
                b"\0",
            ]
        ),
        max_size=12,
    )
)
def test_every_tag_that_is_found_is_one(pieces):
    for name, tag in scan_head(b"".join(pieces)).tags:
        assert tag.lower().startswith(b"<" + name)
        assert isinstance(read_attributes(tag), dict)
