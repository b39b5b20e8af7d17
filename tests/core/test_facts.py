"""What the HTML of a page says, whatever it is written like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopemap.facts import Facts, find_facts, read_facts
from scopemap.markup import scan_head

URL = "https://example.com/docs/guide/"


def facts(head: str) -> Facts:
    return find_facts(scan_head(f"<head>{head}</head><body>".encode()), URL)


@pytest.mark.parametrize(
    ("head", "says"),
    [
        pytest.param(
            '<meta name="robots" content="noindex">', "robots: noindex", id="all"
        ),
        pytest.param(
            '<meta name="robots" content="noindex, nofollow">',
            "robots: noindex, nofollow",
            id="several",
        ),
        pytest.param(
            "<META CONTENT=NOINDEX NAME=Robots>",
            "robots: NOINDEX",
            id="any-order-and-case",
        ),
        pytest.param("<meta name='robots' content='none'/>", "robots: none", id="none"),
        pytest.param(
            "<meta name=robots content=index><meta name=robots content='a,\nnoindex'>",
            "robots: a, noindex",
            id="added-up",
        ),
        pytest.param(
            "<meta name=googlebot content=noindex>", "googlebot: noindex", id="google"
        ),
        pytest.param("<meta name=bingbot content=none>", "bingbot: none", id="bing"),
        pytest.param(
            "<meta name=' robots ' content=noindex>", "robots: noindex", id="space"
        ),
        pytest.param(
            "<meta name=robots content=max-image-preview:none>", None, id="image"
        ),
        pytest.param("<meta name=robots content='index, follow'>", None, id="index"),
        pytest.param("<meta name=description content=noindex>", None, id="other-meta"),
        pytest.param("<meta name=otherbot content=noindex>", None, id="other-robot"),
        pytest.param("<meta property=robots content=noindex>", None, id="property"),
        pytest.param("<meta name=robots>", None, id="no-content"),
        pytest.param("<!-- <meta name=robots content=noindex> -->", None, id="comment"),
    ],
)
def test_noindex_is_read_by_its_exact_tokens(head, says):
    """cicirello/generate-sitemap#88; facebook/docusaurus#6247; Nuxt sitemap 8.5.1."""
    assert facts(head) == Facts(noindex=says)


@pytest.mark.parametrize(
    ("head", "canonical"),
    [
        pytest.param(f'<link rel="canonical" href="{URL}">', URL, id="absolute"),
        pytest.param(
            "<link rel=canonical href=../new/>",
            "https://example.com/docs/new/",
            id="relative",
        ),
        pytest.param(
            "<link rel=canonical href=/new>", "https://example.com/new", id="root"
        ),
        pytest.param(
            "<link rel=canonical href=//x.org/a>", "https://x.org/a", id="host"
        ),
        pytest.param(
            "<base href='/b/'><link rel=canonical href=c>",
            "https://example.com/b/c",
            id="base",
        ),
        pytest.param(
            "<link rel=canonical href=c><base href=http://y.org>",
            "http://y.org/c",
            id="base-behind",
        ),
        pytest.param(
            "<link rel=canonical href=c><base target=_blank>",
            "https://example.com/docs/guide/c",
            id="base-without-address",
        ),
        pytest.param(
            "<link href=' HTTPS://Example.COM:443/%c3%bc#top ' rel='CANONICAL'>",
            "https://example.com/%C3%BC",
            id="other-spelling",
        ),
        pytest.param(
            "<link rel=canonical href='https://b\u00fccher.de/a b'>",
            "https://xn--bcher-kva.de/a%20b",
            id="not-encoded",
        ),
        pytest.param(
            "<link rel='alternate canonical' href=x>",
            "https://example.com/docs/guide/x",
            id="of-two-kinds",
        ),
        pytest.param(
            "<link rel=canonical href='?a=1&amp;b=2'>",
            "https://example.com/docs/guide/?a=1&b=2",
            id="query",
        ),
        pytest.param(
            "<link rel=canonical href=x><link rel=canonical href=./x>",
            "https://example.com/docs/guide/x",
            id="twice-the-same",
        ),
        pytest.param(
            "<link rel=canonical href=x><link rel=canonical href=y>",
            None,
            id="two-that-differ",
        ),
        pytest.param("<link rel=canonical href>", None, id="empty"),
        pytest.param("<link rel=canonical>", None, id="no-address"),
        pytest.param("<link rel=canonical href='javascript:1'>", None, id="script"),
        pytest.param("<link rel=canonical href='http://[x/'>", None, id="no-host"),
        pytest.param("<link rel=canonical href='https://u:p@x.org/'>", None, id="user"),
        pytest.param(
            "<link rel=canonical media=print href=x>", None, id="for-a-medium"
        ),
        pytest.param(
            "<link rel=canonical hreflang=de href=x>", None, id="for-a-language"
        ),
        pytest.param("<a rel=canonical href=x></a>", None, id="other-tag"),
    ],
)
def test_the_canonical_link_is_resolved(head, canonical):
    assert facts(head) == Facts(canonical=canonical)


@pytest.mark.parametrize(
    ("content", "target"),
    [
        pytest.param("0; url=../new/", "https://example.com/docs/new/", id="relative"),
        pytest.param("0;URL='/new'", "https://example.com/new", id="quoted"),
        pytest.param("5,url=/new", "https://example.com/new", id="comma"),
        pytest.param("10 ; /new", "https://example.com/new", id="ten-seconds"),
        pytest.param("0.5 url = /new", "https://example.com/new", id="half-a-second"),
        pytest.param(
            " 1; url=https://x.org/?a=1;b=2 ", "https://x.org/?a=1;b=2", id="query"
        ),
        pytest.param("0; url='/a' or so", "https://example.com/a", id="more-behind"),
        pytest.param("11; url=/new", None, id="for-readers"),
        pytest.param("0", None, id="itself"),
        pytest.param("0; url=", None, id="empty"),
        pytest.param("0; url=./index.html#top", None, id="itself-by-another-name"),
        pytest.param("; url=/new", None, id="no-time"),
        pytest.param("soon; url=/new", None, id="no-number"),
        pytest.param("0; url=mailto:me@x.org", None, id="no-page"),
        pytest.param("9999999999; url=/new", None, id="for-ever"),
    ],
)
def test_a_refresh_is_a_redirect_up_to_ten_seconds(content, target):
    head = f'<meta http-equiv="Refresh" content="{content}">'
    assert facts(head) == Facts(redirect=target)


STUBS = {
    "mkdocs-redirects 1.2": (
        '<meta charset="utf-8"><title>Redirecting...</title>'
        '<link rel="canonical" href="../new/"><script>var anchor=window.location.hash'
        '.substr(1);location.href="../new/"+(anchor?"#"+anchor:"")</script>'
        '<meta http-equiv="refresh" content="0; url=../new/">'
    ),
    "sphinx-reredirects 1.1": (
        '<noscript><meta http-equiv="refresh" content="0; url=../new/" /></noscript>'
        '<script>var target = "../new/";if (window.location.hash) {window.location'
        ".replace(target + window.location.hash);} else {window.location.replace("
        "target);}</script>"
    ),
    "sphinxext-rediraffe 0.3": (
        '<noscript><meta http-equiv="refresh" content="0; url=../new/"/></noscript>'
        "</head><body><script>window.location.href = '../new/' + (window.location"
        ".search || '') + (window.location.hash || '');</script><p>You should have"
    ),
    "pelican-alias 1.1": (
        '<meta charset="utf-8" />'
        '<meta http-equiv="refresh" content="0;url=/docs/new/" />'
    ),
    "mike 2.2": (
        '<noscript><meta http-equiv="refresh" content="1; url=../new/" /></noscript>'
        '<script>window.location.replace(\n"../new/" + window.location.search'
        "\n);</script>"
    ),
    "Docusaurus 3.10": (
        '<meta http-equiv="refresh" content="0; url=/docs/new/">'
        "</head><script>window.location.href = '/docs/new/';</script>"
    ),
    "Hugo 0.152": (
        '<link rel="canonical" href="https://example.com/docs/new/">'
        '<meta http-equiv="refresh" content="0; url=https://example.com/docs/new/">'
    ),
    "a script alone": "<script>window.location.replace('/docs/new/');</script>",
    "a plain assignment": '<script> location = "../new/" </script>',
}


@pytest.mark.parametrize("stub", STUBS)
def test_stubs_of_many_tools_are_redirects(stub, tmp_path):
    file = tmp_path / "old.html"
    file.write_text(f"<html><head>{STUBS[stub]}</head></html>", encoding="utf-8")
    found = read_facts(str(file), URL)
    assert found.redirect == "https://example.com/docs/new/"


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(
            "<noscript><meta http-equiv=refresh content='0; url=/plain'></noscript>",
            id="for-those-without-scripts",
        ),
        pytest.param(
            "<noscript><meta http-equiv=refresh content='0; url=/plain'></noscript>"
            "<script>if (old) document.location.href = '/login'</script>",
            id="another-script",
        ),
        pytest.param("<script>if (old) location = '/new'</script>", id="condition"),
        pytest.param("<script>f = () => { location = '/new' }</script>", id="function"),
        pytest.param(
            "<script>__md_scope=new URL('..',location)</script>", id="material"
        ),
        pytest.param("<script>location.replace('#top')</script>", id="itself"),
    ],
)
def test_a_script_that_may_do_other_things_is_none(head):
    assert facts(head).redirect is None


def test_links_to_other_languages_are_told_as_they_are_written():
    head = (
        "<link rel=alternate hreflang=de href=/de/>"
        "<link href=../fr/ hreflang=' fr ' rel='ALTERNATE'>"
        "<link rel=alternate hreflang=x-default type=text/html href=/>"
        # Nikola's, on every page.
        "<link rel=alternate type=application/rss+xml hreflang=en href=rss.xml>"
        "<link rel=alternate href=/amp><link rel=stylesheet hreflang=de href=/x>"
        "<link rel=alternate hreflang=it>"
    )
    assert facts(head) == Facts(
        alternates=(
            ("de", "https://example.com/de/"),
            ("fr", "https://example.com/docs/fr/"),
            ("x-default", "https://example.com/"),
        )
    )


def test_language_and_title_are_told():
    page = "<html class=x LANG=pt-BR><title>\n A &amp;\n B </title>" + "<p>"
    assert find_facts(scan_head(page.encode()), URL) == Facts(
        language="pt-BR", title="A & B"
    )
    assert len(facts(f"<title>{'long ' * 100}</title>").title) == 300


def test_a_fragment_and_an_empty_page_say_nothing():
    assert (
        find_facts(scan_head(b"<div><meta name=robots content=noindex>"), URL)
        == Facts()
    )
    assert find_facts(scan_head(b""), URL) == Facts()


@given(st.binary(max_size=400))
def test_whatever_comes_has_facts(data):
    assert isinstance(find_facts(scan_head(data), URL), Facts)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["link", "meta", "base", "html", "title", "script"]),
            st.sampled_from(
                ["rel", "href", "name", "content", "http-equiv", "hreflang"]
            ),
            st.one_of(
                st.sampled_from(
                    [
                        "canonical",
                        "alternate",
                        "robots",
                        "refresh",
                        "0;url=",
                        "//[",
                        "\\\\",
                    ]
                ),
                st.text(max_size=12),
            ),
        ),
        max_size=8,
    )
)
def test_whatever_tags_come_they_have_facts(tags):
    head = "".join(f"<{name} {key}='{value}'>" for name, key, value in tags)
    data = head.encode("utf-8", "surrogatepass")
    assert isinstance(find_facts(scan_head(data), URL), Facts)
