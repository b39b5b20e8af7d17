"""Facts: what the HTML of a built page says.

The parser is selectolax's lexbor, which reads any broken markup as browsers do.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

DIGEST_VERSION = 1
"""What `digest_content` looks at; another number for each change of that."""
MAX_BYTES = 10_000_000
"""Bytes of a page that are read; what comes behind says nothing new."""

# Where a theme puts what the page is about: the first of these that is there.
_CONTENT = ("main article", "[role=main]", "main", "article", "body")
# What changes without the page having changed: navigation, scripts, dates, permalinks.
_REST = (
    "nav, footer, aside, script, style, template, noscript, form, button, svg, time,"
    " [hidden], [role=navigation], [role=contentinfo], [class*=headerlink],"
    " [class*=breadcrumb], [class*=sidebar], [class*=prev-next], [class*=pagination],"
    " [class*=git-revision-date], [class*=last-update]"
)
# `app.3f2a1c9b.js` and `style-3f2a1c9b.css`, which a build renames.
_ASSET_HASH = re.compile(r"[.-][0-9a-f]{8,}(?=\.\w+\Z)")


def digest_page(file: Path) -> str | None:
    """Digest what a built page is about; None where there is no such file."""
    try:
        with file.open("rb") as stream:
            return digest_content(stream.read(MAX_BYTES))
    except OSError:
        return None


def digest_content(html: bytes) -> str:
    """Digest the text, the links and the images of a page's main content.

    Two builds that differ in theme, navigation, footer, dates, scripts, permalinks,
    highlighting or white space give the same digest.
    """
    tree = LexborHTMLParser(html)
    content = _find_content(tree)
    if content is None:
        return _digest([])
    for node in content.css(_REST):
        node.decompose()
    words = "".join(content.text(deep=True).split())
    links = [
        _ASSET_HASH.sub("", url.partition("?")[0])
        for node in content.css("a[href], img[src]")
        if (url := node.attributes.get("href") or node.attributes.get("src"))
    ]
    return _digest([words, *links])


def _find_content(tree: LexborHTMLParser) -> LexborNode | None:
    for selector in _CONTENT:
        found = tree.css(selector)
        # Several articles are a list of them, and none is the page's content.
        if found and (len(found) == 1 or not selector.endswith("article")):
            return found[0]
    return None


def _digest(parts: list[str]) -> str:
    data = "\n".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
