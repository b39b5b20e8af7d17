"""Digests: whether a page says the same as before, whatever its theme looks like."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scopemap.content import MAX_BYTES, find_content, parse_page

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

DIGEST_VERSION = 1
"""What `digest_content` looks at; another number for each change of that."""

# What changes without the page having changed: navigation, scripts, dates, permalinks.
_REST = (
    "nav, footer, style, template, noscript, form, button, time, [role=navigation],"
    # MathJax writes formulas so.
    " script:not([type^='math/']), .headerlink, .breadcrumb, .breadcrumbs, .prev-next,"
    " .pagination, .git-revision-date-localized-plugin, .last-updated"
)
_LINKS = "[src], a[href], object[data]"
# `logo.3f2a1c9b.png` and `logo-3f2a1c9b.png`, which a build renames; a date has no
# letter.
_ASSET_HASH = re.compile(r"[.-](?=[0-9]*[a-f])[0-9a-f]{8,}(?=\.\w+\Z)")


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
    tree = parse_page(html)
    if tree is None:
        return _digest([html.decode("latin-1")])
    content = find_content(tree)
    if content is None:
        return _digest([])
    for node in content.css(_REST):
        if node.mem_id != content.mem_id and not _is_quoted(node):
            node.decompose()
    words = "".join(content.text(deep=True).split())
    # In code white space has a meaning.
    code = [node.text(deep=True).rstrip() for node in content.css("pre")]
    return _digest([words, *code, *_links(content)])


def _is_quoted(node: LexborNode) -> bool:
    """Know the source of a quotation, which is a footer, too."""
    parent = node.parent
    return node.tag == "footer" and parent is not None and parent.tag == "blockquote"


def _links(content: LexborNode) -> Iterator[str]:
    for node in content.css(_LINKS):
        for name in ("href", "src", "data", "alt"):
            value = node.attributes.get(name)
            if value:
                is_file = name == "src" and node.tag == "img"
                yield _without_hash(value) if is_file else value


def _without_hash(url: str) -> str:
    return _ASSET_HASH.sub("", url.partition("?")[0])


def _digest(parts: list[str]) -> str:
    data = "\n".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
