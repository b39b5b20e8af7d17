"""URLs: from a file's path, and from a URL that somebody wrote.

The two are never confused. In a file's name every character is itself, so that
`C#.html` becomes `C%23.html` and `%41.html` becomes `%2541.html`. In a URL that
somebody wrote, `#` starts a fragment and `%41` is an escape that stays.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import quote, unquote

import idna

from scopemap.errors import UrlError

MAX_URL = 2_047
"""Characters of a `<loc>`: fewer than 2,048 (protocol, "loc")."""

# RFC 3986, section 3.3: pchar without the percent sign, for `quote`, which keeps
# letters, digits and "_.-~" by itself.
_SEGMENT_SAFE = "!$&'()*+,;=:@"
_NOT_PATH = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~!$&'()*+,;=:@/-]")
_NOT_QUERY = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~!$&'()*+,;=:@/?-]")
_URL = re.compile(
    r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(\?[^#]*)?(?:#.*)?", re.DOTALL
)
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?")
_IPV6 = re.compile(r"\[[0-9a-f:.]+\]")
# What nearly every URL of a site looks like, and what needs no work. A segment that
# begins with a dot, be it an escaped one, may be none of the normal form.
_PCHARS = r"[A-Za-z0-9._~!$&'()*+,;=:@-]*"
_PLAIN = re.compile(
    r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*"
    rf"(?:/(?!\.|%2E){_PCHARS}(?:%[0-9A-F]{{2}}{_PCHARS})*)+"
)
# What `quote` would give back as it is; `.` is the empty path.
_PLAIN_PATH = re.compile(r"(?!/|\.\Z)[A-Za-z0-9._~!$&'()*+,;=:@/-]+")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)
_DEFAULT_PORTS = {"http": "80", "https": "443"}


def path_to_url(path: PurePosixPath) -> str:
    """Turn the path of a file into a relative URL, each segment percent-encoded.

    Names that are not UTF-8 keep their bytes, since those are what a host serves.
    Source: RFC 3986, section 3.3.
    """
    text = str(path)
    if _PLAIN_PATH.fullmatch(text):
        return text
    return "/".join(
        quote(segment, safe=_SEGMENT_SAFE, errors="surrogateescape")
        for segment in path.parts
    )


def page_to_url(path: PurePosixPath) -> str:
    """Turn the path of a built page into a relative URL; `index.html` is its folder."""
    url = path_to_url(path)
    is_index = url == "index.html" or url.endswith("/index.html")
    return url.removesuffix("index.html") if is_index else url


def leads_to(url: str, path: PurePosixPath) -> bool:
    """Tell whether a static host answers a URL with a file of the output.

    The URL is relative to the base URL. Of a folder hosts serve `index.html`; an
    address without an extension may stand for the `.html` file or the folder.
    """
    if _ABSOLUTE.match(url) or url.startswith("//"):
        return False
    asked = _without_dots("/" + re.split("[?#]", url)[0].lstrip("/"))[1:]
    name = unquote(asked, errors="surrogateescape")
    if not name or name.endswith("/"):
        return str(path) == f"{name}index.html"
    return str(path) in (name, f"{name}.html", f"{name}/index.html")


def normalize(url: str) -> str:
    """Bring an absolute URL that somebody wrote to its normal form.

    Valid escapes stay and become upper case, other characters are encoded once,
    hosts are written as IDNA 2008 A-labels, default ports, dot segments and
    fragments go, an empty path becomes `/`. Raises UrlError for anything but http
    and https, for a user name, and for a host that cannot be.

    Source: RFC 3986, sections 5.2.4 and 6.2.2; RFC 5891.
    """
    if _PLAIN.fullmatch(url):
        return url
    parts = _URL.fullmatch(url.strip())
    if parts is None:
        raise UrlError(url, "must be an absolute URL, like https://example.com/docs/")
    scheme = parts[1].lower()
    if scheme not in _DEFAULT_PORTS:
        raise UrlError(url, "must begin with http:// or https://")
    authority = _authority(url, scheme, parts[2])
    path = _without_dots(_encode(url, parts[3], _NOT_PATH))
    query = _encode(url, parts[4] or "", _NOT_QUERY)
    return f"{scheme}://{authority}{path}{query}"


def base_url(url: str) -> str:
    """Bring the URL of an output folder to normal form, with a slash at its end.

    Raises UrlError as `normalize` does, and for a query.
    """
    normal = normalize(url)
    if "?" in normal:
        raise UrlError(url, "must have no query")
    return normal if normal.endswith("/") else f"{normal}/"


def folder_url(base: str, folder: str) -> str:
    """Give the URL of a folder, by its path, below a base URL in normal form."""
    path = path_to_url(PurePosixPath(folder.strip("/")))
    return f"{base}{path}/" if path else base


def join(base: str, url: str) -> str:
    """Resolve a URL that is relative to the base URL, or absolute, in normal form.

    A leading slash means the base URL, not the host's root: no generator prefixes
    its own base. What lies below the base URL begins with it to the letter, as engines
    compare. Raises UrlError.
    """
    if "//" not in url:
        return _respell(base, normalize(base + url.removeprefix("/")))
    if url.startswith("//"):
        raise UrlError(url, "must begin with http:// or https://")
    return _respell(base, normalize(absolute(base, url)))


def absolute(base: str, url: str) -> str:
    """Put a URL that is relative to the base URL behind it; any other stays."""
    if _ABSOLUTE.match(url) or url.startswith("//"):
        return url
    return base + url.removeprefix("/")


def _respell(base: str, loc: str) -> str:
    if loc.startswith(base) or not fold(loc).startswith(fold(base)):
        return loc
    return base + fold(loc)[len(fold(base)) :]


def below(base: str, loc: str) -> str | None:
    """Give the percent-decoded path of a URL below a folder's, or None if outside."""
    if loc.startswith(base):
        rest = loc[len(base) :]
    elif (folded := fold(loc)).startswith(fold(base)):
        rest = folded[len(fold(base)) :]
    else:
        return None
    path = rest.partition("?")[0]
    return unquote(path, errors="surrogateescape") if "%" in path else path


def fold(url: str) -> str:
    """Decode the escapes that mean nothing, to compare two normal forms.

    Source: RFC 3986, section 6.2.2.2.
    """
    return _ESCAPE.sub(_unreserved, url) if "%" in url else url


def is_same_page(one: str, other: str) -> bool:
    """Tell whether two URLs in normal form mean one page on nearly every host.

    `index.html` and a slash at the end make no difference.
    """
    return one == other or bare(one) == bare(other)


def bare(url: str) -> str:
    """Fold a URL in normal form, and drop `index.html` and a slash at its end."""
    path, mark, query = fold(url).partition("?")
    return path.removesuffix("/index.html").removesuffix("/") + mark + query


def folder_of(url: str) -> str:
    """Give the part of a sitemap's URL that all of its entries must begin with.

    Source: protocol, "Sitemap file location".
    """
    path = url.partition("?")[0]
    return path[: path.rindex("/") + 1]


def host_root(base: str) -> str:
    """Give the root of a base URL's host, with its slash."""
    return base[: base.index("/", base.index("://") + 3) + 1]


def host_of(base: str) -> str:
    """Give the host of a URL in normal form, without its port."""
    authority = base.split("/", 3)[2]
    return re.sub(r":\d+\Z", "", authority)


def _authority(url: str, scheme: str, authority: str) -> str:
    if "@" in authority:
        raise UrlError(url, "must not hold a user name or password")
    host, port = authority, ""
    if match := re.search(r":([0-9]*)\Z", authority):
        host, port = authority[: match.start()], match[1].lstrip("0") or match[1]
    if len(port) > 5 or int(port or 0) > 65_535:
        raise UrlError(url, "has a port above 65535")
    host = _host(url, host)
    return host if port in ("", _DEFAULT_PORTS[scheme]) else f"{host}:{port}"


def _host(url: str, host: str) -> str:
    if not host.isascii():
        try:
            host = _to_ascii(host)
        except idna.IDNAError as error:
            raise UrlError(
                url, f"has a host that no domain can have ({error})"
            ) from error
    host = host.lower()
    if not _HOST.fullmatch(host) and not _is_ipv6(host):
        shown = "" if "@" in url else f" ({host!r})"
        raise UrlError(url, f"has no valid host{shown}")
    return host


@lru_cache(maxsize=256)
def _to_ascii(host: str) -> str:
    # The standard library's codec is IDNA 2003: it makes fass.de of faß.de, which is
    # another domain.
    return idna.encode(host, uts46=True).decode("ascii")


def _is_ipv6(host: str) -> bool:
    if not _IPV6.fullmatch(host):
        return False
    try:
        ipaddress.IPv6Address(host[1:-1])
    except ValueError:
        return False
    return True


def _encode(url: str, text: str, foreign: re.Pattern[str]) -> str:
    try:
        return foreign.sub(_escape, text)
    except UnicodeEncodeError as error:
        raise UrlError(url, "holds half of a surrogate pair") from error


def _escape(match: re.Match[str]) -> str:
    text = match[0]
    if len(text) == 3:
        return text.upper()
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogateescape"))


def _unreserved(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0]


def _without_dots(path: str) -> str:
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        dots = segment.replace("%2E", ".")
        if dots == "..":
            del kept[-1:]
        elif dots != ".":
            kept.append(segment)
    if segments and segments[-1].replace("%2E", ".") in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
