"""Content: where in a built page a theme puts what the page is about.

The parser is selectolax's lexbor, which reads any broken markup as browsers do.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_BYTES = 10_000_000
"""Bytes of a page that are read; what comes behind says nothing new."""
MAX_OPEN = 20_000
"""Tags more that open an element than close one: lexbor 2 takes the square of a depth,
minutes for 200,000 elements within each other."""


def parse_page(html: bytes) -> LexborHTMLParser | None:
    """Parse a page, unless it may be so deep that no person has written it."""
    too_deep = html.count(b"<") - 2 * html.count(b"</") > MAX_OPEN
    return None if too_deep else LexborHTMLParser(html)


def find_content(tree: LexborHTMLParser) -> LexborNode | None:
    """Find the main content of a page; the whole body where nothing marks it."""
    for selector in ("[role=main]", "main"):
        if (found := tree.css_first(selector)) is not None:
            return found
    # One of several articles, or a card within the page, is not the whole of it.
    articles = tree.css("article")
    headings = tree.css("h1")
    if len(articles) == 1 and len(headings) == len(articles[0].css("h1")) == 1:
        return articles[0]
    return tree.body
