"""Lines: the redirects that lead readers of lost pages on, as each tool wants them.

Sources: redirects.py for `_redirects`; https://nginx.org/en/docs/http/
ngx_http_core_module.html#location; mkdocs_redirects/plugin.py of mkdocs-redirects 1.2;
sphinx_reredirects/__init__.py of sphinx-reredirects 1.1.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote

from scopemap import urls
from scopemap.diff.difference import SURE, Difference, Likely, Removed

Form: TypeAlias = Literal["netlify", "nginx", "mkdocs", "sphinx"]

LOOK = "# only the name or the title is the same: look before you add these"
_PATTERN = re.compile(r"\*|:[A-Za-z]")
_PLAIN = re.compile(r"[A-Za-z0-9._~/%+@:=,-]+")
_NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_WILDCARD = re.compile(r"[*?\[\]]")


def redirect_lines(difference: Difference, form: Form) -> Iterator[str]:
    """Give the lines for all lost pages: sure ones, others, and what has no line."""
    base_url = difference.new.base_url
    sure: dict[str, None] = {}
    others: dict[str, None] = {}
    without: dict[str, None] = {}
    for each in difference.lost:
        line = redirect_line(each, form, base_url)
        if each.likely is None:
            without[f"# {each.asked}: nothing like it was found"] = None
        elif line is None:
            without[f"# {each.asked}: its name cannot be written here"] = None
        else:
            (sure if each.likely.by in SURE else others)[line] = None
    yield from sure
    if others:
        yield LOOK
    yield from (line for line in others if line not in sure)
    yield from without


def redirect_line(removed: Removed, form: Form, base_url: str) -> str | None:
    """Give the line that leads from a lost page to its likely place.

    None: it has none, or the form has no way to write its name.
    """
    likely = removed.likely
    if likely is None or "?" in removed.asked or "://" not in removed.asked:
        return None
    if form == "netlify":
        return _netlify(removed.asked, likely.url)
    if form == "nginx":
        return _nginx(removed.asked, likely.url)
    path = urls.below(base_url, removed.asked)
    if path is None or _NO_TEXT.search(path):
        return None
    if form == "mkdocs":
        return _mkdocs(removed, likely)
    return _sphinx(path, removed.asked, likely.url)


def _netlify(asked: str, url: str) -> str | None:
    source = _path(asked)
    if _PATTERN.search(source):
        return None
    target = _seen_from(asked, url)
    # What is no placeholder here may be one for the host.
    scheme, mark, rest = target.rpartition("://")
    return f"{source} {scheme}{mark}{_PATTERN.sub(_escape, rest)} 301"


def _escape(match: re.Match[str]) -> str:
    return f"%{ord(match[0][0]):02X}{match[0][1:]}"


def _nginx(asked: str, url: str) -> str | None:
    source = unquote(_path(asked), errors="surrogateescape")
    if _NO_TEXT.search(source):
        return None
    # In a target `$` begins a variable, and there is no way to escape it.
    target = _seen_from(asked, url).replace("$", "%24")
    return f"location = {_quote(source)} {{ return 301 {_quote(target)}; }}"


def _quote(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _mkdocs(removed: Removed, likely: Likely) -> str | None:
    """Name both sources; a target that is none of Markdown by its URL."""
    target = likely.source
    # Behind a `#` the plugin sees a fragment.
    if not target.endswith(".md") or "#" in target or _NO_TEXT.search(target):
        target = likely.url
    if not removed.source.endswith(".md"):
        return None
    return f"{_text(removed.source)}: {_text(target)}"


def _sphinx(path: str, asked: str, url: str) -> str | None:
    """Name the old document, and the new page as a link in the old one would."""
    name = path.rpartition("/")[2]
    document = path.removesuffix(".html") if name else f"{path}index"
    if _WILDCARD.search(path) or ("." in name and not name.endswith(".html")):
        return None
    # Without its suffix sphinx-reredirects 1.1 writes the file `a%20b.html`.
    if quote(document) != document:
        document += ".html"
    return f"{_text(document)}: {_text(_relative(asked, url))},"


def _relative(asked: str, url: str) -> str:
    source, target = _path(asked), _path(url)
    found = posixpath.relpath(target, source.rpartition("/")[0] or "/")
    if target.endswith("/"):
        found += "/"
    return f"./{found}" if ":" in found.partition("/")[0] else found


def _seen_from(asked: str, url: str) -> str:
    """Write a URL as a path where it is on the same host."""
    is_same = urls.host_root(asked) == urls.host_root(url)
    return _path(url) if is_same else url


def _path(url: str) -> str:
    return url[len(urls.host_root(url)) - 1 :]


def _text(text: str) -> str:
    """Quote a text so that YAML and Python read the same."""
    return json.dumps(text, ensure_ascii=False)
