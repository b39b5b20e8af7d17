"""Entries cut out and changed: every other byte stays."""

from __future__ import annotations

import pytest

from scopemap.compose.splicing import Links, cut, link

NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
H = XHTML.replace("xhtml", "h", 1)
XHTML2 = XHTML.replace("xhtml", "xhtml2", 1)
PHONE = (
    '<xhtml:link rel="alternate" media="only screen and (max-width: 640px)"'
    ' href="https://m.a.example/"><x/></xhtml:link>'
)
LINKS = (("de", "https://a.example/de/?a&b"), ("en", "https://a.example/"))
WRITTEN = """
<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de/?a&amp;b"/>
<xhtml:link rel="alternate" hreflang="en" href="https://a.example/"/>
"""


def bad(loc: str) -> bool:
    return "bad" in loc


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "<urlset {}>\n<url><loc>bad</loc></url>\n<url><loc>a</loc></url>\n"
            "</urlset>",
            "<urlset {}>\n<url><loc>a</loc></url>\n</urlset>",
            id="a-line",
        ),
        pytest.param(
            "<urlset {}><url><loc>bad</loc></url><url><loc>a</loc></url></urlset>",
            "<urlset {}><url><loc>a</loc></url></urlset>",
            id="on-one-line",
        ),
        pytest.param(
            "<urlset {}>\r\n  <url>\r\n    <loc>\n bad&amp;1\n</loc></url>\r\n"
            "</urlset>",
            "<urlset {}>\r\n</urlset>",
            id="windows-and-indents",
        ),
        pytest.param(
            "<!-- bad --><urlset {}><url a='>'><loc><![CDATA[bad]]></loc></url>é"
            "</urlset>",
            "<!-- bad --><urlset {}>é</urlset>",
            id="cdata-comment-and-a-bracket-in-quotes",
        ),
        pytest.param(
            "<s:urlset {}><s:url><s:loc>bad</s:loc></s:url ></s:urlset>".replace(
                "{}", NS.replace("xmlns", "xmlns:s")
            ),
            "<s:urlset {}></s:urlset>".replace("{}", NS.replace("xmlns", "xmlns:s")),
            id="a-prefix",
        ),
        pytest.param(
            "<urlset {}><url><loc>a</loc></url></urlset>",
            "<urlset {}><url><loc>a</loc></url></urlset>",
            id="nothing-bad",
        ),
    ],
)
def test_bad_entries_are_cut_out(before, after):
    data = before.replace("{}", NS).encode()
    assert cut(data, bad).decode() == after.replace("{}", NS)


def links_of(loc: str, named: Links) -> Links:
    return {"a": LINKS, "gone": ()}.get(loc, named)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            f"<urlset {NS}>\n<url><loc>a</loc><lastmod>2024</lastmod></url>\n"
            "<url><loc>b</loc></url>\n</urlset>",
            f"<urlset {NS} {XHTML}>\n<url><loc>a</loc><lastmod>2024</lastmod>{WRITTEN}"
            "</url>\n<url><loc>b</loc></url>\n</urlset>",
            id="none-yet",
        ),
        pytest.param(
            f'<urlset {NS} {XHTML}><url><loc>a</loc>\n  <xhtml:link rel="alternate"'
            ' hreflang="fr" href="https://a.example/fr/"/><x/></url></urlset>',
            f"<urlset {NS} {XHTML}><url><loc>a</loc><x/>{WRITTEN}</url></urlset>",
            id="others-go",
        ),
        pytest.param(
            f"<urlset {NS} {H}><url><loc>a</loc></url></urlset>",
            f"<urlset {NS} {H}><url><loc>a</loc>{WRITTEN.replace('xhtml:', 'h:')}"
            "</url></urlset>",
            id="another-prefix",
        ),
        pytest.param(
            f"<urlset {NS} {XHTML}><url><loc>a</loc>{WRITTEN}</url></urlset>",
            f"<urlset {NS} {XHTML}><url><loc>a</loc>{WRITTEN}</url></urlset>",
            id="the-same-already",
        ),
        pytest.param(
            f"<urlset {NS} {XHTML}><url><loc>gone</loc>{WRITTEN}</url></urlset>",
            f"<urlset {NS} {XHTML}><url><loc>gone</loc>\n</url></urlset>",
            id="none-any-more",
        ),
        pytest.param(
            f'<urlset {NS} xmlns:xhtml="urn:x"><url><loc>a</loc></url></urlset>',
            f'<urlset {NS} xmlns:xhtml="urn:x" {XHTML2}><url><loc>a</loc>'
            f"{WRITTEN.replace('xhtml:', 'xhtml2:')}</url></urlset>",
            id="the-prefix-is-taken",
        ),
        pytest.param(
            f'<urlset {NS} {XHTML}><url xmlns:xhtml="urn:x"><loc>a</loc></url>'
            "</urlset>",
            f'<urlset {NS} {XHTML} {XHTML2}><url xmlns:xhtml="urn:x"><loc>a</loc>'
            f"{WRITTEN.replace('xhtml:', 'xhtml2:')}</url></urlset>",
            id="the-prefix-is-taken-in-an-entry",
        ),
        pytest.param(
            f"<urlset {NS} {XHTML}><url><loc>a</loc>{PHONE}<xhtml:link"
            f' rel="alternate" hreflang="fr" href="f"></xhtml:link></url></urlset>',
            f"<urlset {NS} {XHTML}><url><loc>a</loc>{PHONE}{WRITTEN}</url></urlset>",
            id="a-link-without-a-language-stays",
        ),
        pytest.param(
            f"<urlset {NS} {XHTML}><url><loc>a</loc>{PHONE}{WRITTEN}</url></urlset>",
            f"<urlset {NS} {XHTML}><url><loc>a</loc>{PHONE}{WRITTEN}</url></urlset>",
            id="the-same-already-beside-such-a-link",
        ),
    ],
)
def test_entries_are_given_links(before, after):
    assert link(before.encode(), links_of).decode() == after
