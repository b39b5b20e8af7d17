"""Images: those in the main content of a page, each once, in its largest form."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from scopemap.content import MAX_BYTES, find_content, parse_page
from scopemap.facts import resolve
from scopemap.markup import to_utf8

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

MAX_IMAGES = 1_000
"""Images of one page (Google, "Image sitemaps")."""

MAX_LOOKED_AT = 5_000
"""Image elements of one page that are looked at, those in menus and the like too."""
MAX_SOURCES = 20
"""Forms of one picture; browsers are given a handful."""
MAX_DEPTH = 200
"""Elements around an image: a page that is deeper is none that a person wrote."""

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
    tree = parse_page(html)
    content = find_content(tree) if tree is not None else None
    if tree is None or content is None:
        return ()
    base = tree.css_first("base[href]")
    href = base.attributes["href"] if base is not None else None
    root = (resolve(url, href) if href else None) or url
    around = {node.mem_id for node in content.css(_AROUND)}
    pictures: dict[int, list[LexborNode]] = {}
    found: dict[str, None] = {}
    for node in content.css("img")[:MAX_LOOKED_AT]:
        source = None if _is_around(node, around) else _largest(node, pictures)
        image = resolve(root, source) if source else None
        if image is not None:
            found[image] = None
        if len(found) == MAX_IMAGES:
            break
    return tuple(found)


def _is_around(image: LexborNode, around: Container[int]) -> bool:
    """Tell whether an image stands in what surrounds the content."""
    parent = image.parent
    for _ in range(MAX_DEPTH):
        if parent is None:
            return False
        if parent.mem_id in around:
            return True
        parent = parent.parent
    return False


def _largest(image: LexborNode, pictures: dict[int, list[LexborNode]]) -> str | None:
    """Give the largest of an image's forms, and of those of the picture around it."""
    nodes = [image]
    picture = image.parent
    if picture is not None and picture.tag == "picture":
        if picture.mem_id not in pictures:
            pictures[picture.mem_id] = picture.css("source")[:MAX_SOURCES]
        nodes += pictures[picture.mem_id]
    forms = [form for node in nodes for form in _forms(node.attributes.get("srcset"))]
    source = image.attributes.get("src")
    if not forms or max(size for size, _ in forms) <= 1:
        return source or (forms[0][1] if forms else None)
    return max(forms, key=lambda form: form[0])[1]


def _forms(srcset: str | None) -> Iterator[tuple[float, str]]:
    for match in _CANDIDATE.finditer(srcset or ""):
        if not match[1].startswith("data:"):
            yield float(match[2] or 1), match[1]
