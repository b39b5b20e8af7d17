"""Content: where in a built page a theme puts what the page is about.

The parser is selectolax's lexbor, which reads any broken markup as browsers do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_BYTES = 10_000_000
"""Bytes of a page that are read; what comes behind says nothing new."""


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
