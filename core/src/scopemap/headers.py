"""Headers: what a site's `_headers` file makes its host say of a page.

Hostile input: whatever the bytes are, there is an answer, in bounded time and memory.

Sources: https://developers.cloudflare.com/pages/configuration/headers/ and the parser
and rules engine in cloudflare/workers-sdk, packages/workers-shared;
https://docs.netlify.com/manage/routing/headers and packages/headers-parser in
netlify/build. Where the two differ, a rule holds that holds on either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError

MAX_BYTES = 1_048_576
"""Bytes that are read of a file of rules; no host says that it takes more."""
MAX_RULES = 1_000
"""Blocks that are read, ten times what Cloudflare takes."""
MAX_LINE = 2_000
"""Characters of a line: Cloudflare ignores a longer one."""

_ROBOTS, _LINK = "x-robots-tag", "link"

_SOURCE = re.compile(r"/|[A-Za-z][A-Za-z0-9+.-]*://")
_PARTS = re.compile(r"(?:(https?://)([^/]*))?(/.*)?")
_VARIABLE = re.compile(r"\*|:([A-Za-z]\w*)", re.ASCII)
_NAME = re.compile(r":([A-Za-z]\w*)", re.ASCII)
_LINKED = re.compile(r"<([^<>]*)>([^<]*)")
_REL = re.compile(r';\s*rel\s*=\s*"?([^";,]*)', re.IGNORECASE)


class HeaderRule(Struct, frozen=True):
    """Hold a block of the file, as far as it says what this tool asks for."""

    source: str
    """The path, or the URL, that it is for, in normal form with `*` and `:name`."""
    pattern: re.Pattern[str]
    headers: tuple[tuple[str, str], ...]
    """Names in lower case, each with a value as written; an empty one takes away."""


def parse_headers(text: bytes) -> tuple[HeaderRule, ...]:
    """Read the rules that give or take away `X-Robots-Tag` or `Link`."""
    return tuple(islice(_rules(text), MAX_RULES))


def robots_tags(rules: Sequence[HeaderRule], url: str) -> tuple[str, ...]:
    """Give the values of `X-Robots-Tag` at a URL in normal form, in their order."""
    return _values(rules, _ROBOTS, url)


def canonical_links(rules: Sequence[HeaderRule], url: str) -> tuple[str, ...]:
    """Give the targets, as they were written, of the links that name the canonical URL.

    Source: RFC 8288, section 3; RFC 6596.
    """
    return tuple(
        target.strip()
        for value in _values(rules, _LINK, url)
        for target, parameters in _LINKED.findall(value)
        if (rel := _REL.search(parameters)) and "canonical" in rel[1].lower().split()
    )


def _values(rules: Sequence[HeaderRule], name: str, url: str) -> tuple[str, ...]:
    if not rules:
        return ()
    host, paths = f"https://{urls.host_of(url)}", spellings(url)
    given: dict[str, list[str]] = {}
    for rule in rules:
        match = first_match(rule.source, rule.pattern, host, paths)
        if match is None:
            continue
        values = [fill(value, match) for key, value in rule.headers if key == name]
        if "" in values:
            given.clear()
        if any(values):
            # Of two blocks with one source, both hosts keep the later one's values.
            given[rule.source] = [value for value in values if value]
    return tuple(value for values in given.values() for value in values)


def lines_of(text: bytes) -> Iterator[str]:
    """Give the lines of a file of rules, without blank, overlong and comment lines."""
    for line in text[:MAX_BYTES].decode("utf-8-sig", "replace").split("\n"):
        stripped = line.strip()
        if stripped and not stripped.startswith("#") and len(stripped) <= MAX_LINE:
            yield stripped


def _rules(text: bytes) -> Iterator[HeaderRule]:
    for source, lines in _blocks(text):
        headers = tuple(pair for line in lines if (pair := _header(line)) is not None)
        if headers:
            yield HeaderRule(source, compile_source(source), headers)


def _blocks(text: bytes) -> Iterator[tuple[str, list[str]]]:
    source: str | None = None
    lines: list[str] = []
    for line in (*lines_of(text), "/"):  # this one ends the last block
        if not _SOURCE.match(line):
            lines.append(line)
            continue
        if source is not None:
            yield source, lines
        # Cloudflare takes no http://, and passes over what is below it.
        source, lines = None if line[:5] == "http:" else normal_source(line), []


def _header(line: str) -> tuple[str, str] | None:
    name, colon, value = (part.strip() for part in line.partition(":"))
    detached = not colon and name.startswith("! ")
    name = (name[2:] if detached else name).strip().lower()
    return (name, value) if name in (_ROBOTS, _LINK) and (value or detached) else None


def normal_source(text: str) -> str | None:
    """Bring the path or URL that a rule is for to normal form; None: it cannot be one.

    `*` stands for any characters of the path, `:name` for some of one of its segments
    or of one label of the host.
    """
    parts = _PARTS.fullmatch(re.split("[?#]", text)[0])
    if not parts or not parts[0]:
        return None
    scheme, host, path = parts.groups("")
    try:
        path = urls.normalize(f"https://x{path}")[len("https://x") :]
        # No URL's host has a colon: one with a port fits none, as on Cloudflare.
        if scheme and ":" not in host:
            host = urls.host_of(urls.normalize(f"https://{host}"))
    except UrlError:
        return None
    return scheme + host + re.sub("[*]+", "*", urls.fold(path))


def compile_source(source: str) -> re.Pattern[str]:
    """Turn a source in normal form into an expression for `fullmatch`.

    Each `*` but the last, and each placeholder that has more behind it in its segment,
    ends at the first place it can, so that no other place is ever tried for it.
    """
    cut = 0 if source.startswith("/") else source.index("/", len("https://"))
    *chunks, last = source[cut:].split("*")
    # A slash bounds the last label and the last segment, and is no part of either.
    text = _expression(f"{source[:cut]}/", "/.")[:-1]
    for number, chunk in enumerate(chunks):
        free = f"((?:(?!{_expression(chunk, group='(?:')}).)*)" if number else ""
        text += free + _expression(chunk)
    return re.compile(text + ("(.*)" if chunks else "") + _expression(f"{last}/")[:-1])


def _expression(text: str, ends: str = "/", *, group: str = "(") -> str:
    literal, *rest = _NAME.split(text)
    done = re.escape(literal)
    for literal in rest[1::2]:
        one, stop = f"[^{ends}]", f"(?!{re.escape(literal)})"
        more = one if any(end in literal for end in ends) else f"(?:{stop}{one})"
        done += f"{group}{one}{more}*){re.escape(literal)}"
    return done


def spellings(url: str) -> tuple[str, ...]:
    """Give the path of a URL in normal form as it is, and with its last slash changed.

    Netlify makes no difference between the two; so `/a/*` is also for `/a`.
    """
    folded = urls.fold(url).partition("?")[0]
    path = folded[folded.index("/", len("https://")) :]
    other = path.removesuffix("/") if path.endswith("/") else f"{path}/"
    return (path, other) if other else (path,)


def first_match(
    source: str, pattern: re.Pattern[str], host: str, paths: Sequence[str]
) -> dict[str, str] | None:
    """Give what `*` and placeholders of a source stand for in the first path it fits.

    The host, with its scheme, counts where the source is a URL.
    """
    site = "" if source.startswith("/") else host
    for path in paths:
        if match := pattern.fullmatch(site + path):
            names = (name or "splat" for name in _VARIABLE.findall(source))
            # Of two with one name the first counts, as on GitLab Pages.
            return dict(reversed([*zip(names, match.groups(), strict=True)]))
    return None


def fill(text: str, captured: dict[str, str]) -> str:
    """Put what was captured in place of `:splat` and placeholders; others stay."""
    return _NAME.sub(lambda match: captured.get(match[1], match[0]), text)
