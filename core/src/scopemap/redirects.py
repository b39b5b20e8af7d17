"""Redirects: where a site's `_redirects` file makes its host send a reader.

Hostile input: whatever the bytes are, there is an answer, in bounded time and memory.

Sources: https://docs.netlify.com/manage/routing/redirects/redirect-options and
packages/redirect-parser in netlify/build;
https://developers.cloudflare.com/pages/configuration/redirects/ and parseRedirects.ts
in cloudflare/workers-sdk; https://docs.gitlab.com/user/project/pages/redirects/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from urllib.parse import unquote

from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.headers import (
    compile_source,
    fill,
    first_match,
    lines_of,
    normal_source,
    spellings,
)

MAX_RULES = 10_000
"""Rules that are read: from there on Netlify advises against them."""

# Netlify knows 301 to 303, GitLab 301 and 302, Cloudflare these.
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_STATUS = re.compile(r"([1-5][0-9]{2})(!?)", re.ASCII)
_TARGET = re.compile(r"/|https?://")
_SOURCE = re.compile(r"/|[A-Za-z][A-Za-z0-9+.-]*://")
_COMMENT = re.compile(r"\s#")
_VARIABLE = re.compile(r"\*|:[A-Za-z]", re.ASCII)
_TO_INDEX = re.compile(r"/(?:.*/)?index(?:\.html)?")


class Redirect(Struct, frozen=True):
    """Hold one rule."""

    source: str
    """The path, or the URL, that it is for, in normal form with `*` and `:name`."""
    target: str
    """The path or the URL that it leads to, as written, with `:splat` and `:name`."""
    status: int = 301
    """Cloudflare's default is 302, which makes no difference here."""
    forced: bool = False
    """Whether it wins over a file (`301!`)."""
    conditional: bool = False
    """Whether it asks for more: a query, a country, a language, a role, a cookie."""


class Redirects(Struct, frozen=True):
    """Hold the rules of a file in their order, and where to look for them."""

    rules: tuple[Redirect, ...] = ()
    patterns: tuple[re.Pattern[str] | None, ...] = ()
    """What each one's source compiles to; None: it is for one path alone."""
    places: Mapping[str, tuple[int, ...]] = {}
    """Which rules are for paths at, or below, a path without a slash at its end."""


class Found(Struct, frozen=True):
    """Hold the rule that sends a reader away, and the absolute URL that it leads to."""

    rule: Redirect
    target: str


def parse_redirects(text: bytes) -> Redirects:
    """Read the rules of a file; a line that is none is passed over."""
    read = (_rule(line) for line in lines_of(text))
    return _indexed([*islice((rule for rule in read if rule), MAX_RULES)])


def find_redirect(
    redirects: Redirects, url: str, *, file_exists: bool, always: bool
) -> Found | None:
    """Find where a host sends the reader of a URL in normal form.

    The first rule that fits decides, but one that leads back to the page is passed
    over, as by Netlify. Where the file exists, Netlify and GitLab serve it unless the
    rule is forced; Cloudflare redirects `always`, to the letter, and knows no force.

    Sources: https://answers.netlify.com/t/changed-behavior-in-redirects/10084;
    GitLab's page, "Files override redirects"; Cloudflare's page, "Per file".
    """
    fitting = _fitting(redirects, url, always=always) if redirects.rules else ()
    for rule, captured in fitting:
        target = _resolve(url, fill(rule.target, captured))
        if _bare(target) == _bare(url):
            continue
        served = file_exists and not always and not rule.forced
        if served or rule.status not in _REDIRECTS:
            return None
        return Found(rule, target)
    return None


def error_pages(redirects: Redirects) -> frozenset[str]:
    """Give the paths, decoded, no slash before them, of what error rules serve.

    The home page is none.
    """
    served = {
        unquote(re.split("[?#]", rule.target)[0]).lstrip("/")
        for rule in redirects.rules
        if rule.status >= 400
        and rule.target.startswith("/")
        and not _VARIABLE.search(rule.target)
    }
    return frozenset(served - {"", "index.html"})


def _rule(line: str) -> Redirect | None:
    first, *rest = _COMMENT.split(line)[0].split()
    if not rest:
        return None
    if _STATUS.fullmatch(rest[0]):
        # Netlify's short form, which serves what the path itself names.
        rest.insert(0, first.replace("*", ":splat"))
    at = next((n for n, word in enumerate(rest) if _TARGET.match(word)), None)
    if at is None:
        return None
    status = _STATUS.fullmatch("301" if len(rest) == at + 1 else rest[at + 1])
    source = normal_source(first if _SOURCE.match(first) else f"/{first}")
    if status is None or source is None:
        return None
    conditional = at > 0 or len(rest) > at + 2 or "?" in first
    return Redirect(source, rest[at], int(status[1]), bool(status[2]), conditional)


def _indexed(rules: Sequence[Redirect]) -> Redirects:
    places: dict[str, list[int]] = {}
    patterns: list[re.Pattern[str] | None] = []
    for number, rule in enumerate(rules):
        variable = _VARIABLE.search(rule.source)
        patterns.append(compile_source(rule.source) if variable else None)
        literal = rule.source[: variable.start()] if variable else rule.source
        place = literal.rpartition("/")[0] if variable else literal.removesuffix("/")
        places.setdefault(place, []).append(number)
    index = {place: tuple(numbers) for place, numbers in places.items()}
    return Redirects(tuple(rules), tuple(patterns), index)


def _fitting(
    redirects: Redirects, url: str, *, always: bool
) -> Iterator[tuple[Redirect, dict[str, str]]]:
    site = f"{url.partition('://')[0]}://{urls.host_of(url)}"
    paths = spellings(url)[:1] if always else spellings(url)
    for number in _near(redirects, site, paths[0]):
        rule, pattern = redirects.rules[number], redirects.patterns[number]
        if rule.conditional or (always and _is_void(rule)):
            continue
        if (captured := _captured(rule.source, pattern, site, paths)) is not None:
            yield rule, captured


def _captured(
    source: str, pattern: re.Pattern[str] | None, site: str, paths: Sequence[str]
) -> dict[str, str] | None:
    if pattern is not None:
        return first_match(source, pattern, site, paths)
    return {} if source.removeprefix(site) in paths else None


def _near(redirects: Redirects, site: str, path: str) -> list[int]:
    whole = path.removesuffix("/")
    ends = [number for number, character in enumerate(whole) if character == "/"]
    places = [whole[:end] for end in (*ends, len(whole))]
    places += [site + place for place in places]
    return sorted({n for place in places for n in redirects.places.get(place, ())})


def _is_void(rule: Redirect) -> bool:
    """Tell whether Cloudflare ignores a rule."""
    loops = rule.source.endswith(("/", "/*")) and _TO_INDEX.fullmatch(rule.target)
    elsewhere = not rule.source.startswith("/")
    return bool(loops or elsewhere or rule.forced or rule.status >= 400)


def _resolve(url: str, target: str) -> str:
    if target.startswith("/"):
        # A splat that stands for nothing leaves a slash too much.
        target = urls.host_root(url) + re.sub("/+", "/", target)[1:]
    try:
        return urls.normalize(target)
    except UrlError:
        return target


def _bare(url: str) -> str:
    path = re.split("[?#]", urls.fold(url))[0]
    return path.removesuffix("/index.html").removesuffix("/").removesuffix(".html")
