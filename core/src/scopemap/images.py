"""Images: those in the main content of a page, each once, in its largest form."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scopemap.content import MAX_BYTES, find_content
from scopemap.facts import resolve
from scopemap.markup import to_utf8

MAX_IMAGES = 1_000
"""Images of one page (Google, "Image sitemaps")."""

_AROUND = "nav, header, footer, aside"
# HTML standard, "parsing a srcset attribute": a comma may be a part of the URL.
_CANDIDATE = re.compile(
    r"[\s,]*(\S*[^\s,])(?:\s+([0-9]{1,9}(?:\.[0-9]{1,9})?)[wx])?[^,]*"
)


def read_images(file: str, url: str) -> tuple[str, ...]:
    """Read the absolute URLs of the images in a page; raises OSError."""
    with open(file, "rb") as stream:  # noqa: PTH123  # as in markup
        return find_images(to_utf8(stream.read(MAX_BYTES)), url)


def find_images(html: bytes, url: str) -> tuple[str, ...]:
    """Find the absolute URLs of the images in a page in UTF-8, in their order."""
    if b"<img" not in html and b"<IMG" not in html:
        return ()
    tree = LexborHTMLParser(html)
    content = find_content(tree)
    if content is None:
        return ()
    base = tree.css_first("base[href]")
    href = base.attributes["href"] if base is not None else None
    root = (resolve(url, href) if href else None) or url
    around = {node.mem_id for part in content.css(_AROUND) for node in part.css("img")}
    found: dict[str, None] = {}
    for node in content.css("img"):
        source = None if node.mem_id in around else _largest(node)
        image = resolve(root, source) if source else None
        if image is not None:
            found[image] = None
        if len(found) == MAX_IMAGES:
            break
    return tuple(found)


def _largest(image: LexborNode) -> str | None:
    """Give the largest of an image's forms, and of those of the picture around it."""
    nodes = [image]
    if image.parent is not None and image.parent.tag == "picture":
        nodes += image.parent.css("source")
    forms = [form for node in nodes for form in _forms(node.attributes.get("srcset"))]
    source = image.attributes.get("src")
    if not forms or max(size for size, _ in forms) <= 1:
        return source or (forms[0][1] if forms else None)
    return max(forms, key=lambda form: form[0])[1]


def _forms(srcset: str | None) -> Iterator[tuple[float, str]]:
    for match in _CANDIDATE.finditer(srcset or ""):
        if not match[1].startswith("data:"):
            yield float(match[2] or 1), match[1]
