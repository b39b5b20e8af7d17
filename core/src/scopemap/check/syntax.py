"""Syntax: whether a URL, as it is written, is one by RFC 3986, and may be listed."""

from __future__ import annotations

import re

from scopemap import urls
from scopemap.errors import UrlError

# The schema's own minimum for loc, which only a host without its slash falls below.
_LEAST = 12

_WEB = re.compile(r"https?://", re.IGNORECASE)
# RFC 3986, section 2: all but the reserved, the unreserved and the percent sign.
_FOREIGN = re.compile(r"[^A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]")
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_BRACKET = re.compile(r"[\[\]]")
_AUTHORITY = re.compile(r"[^:]*://[^/?#]*")


def is_absolute(loc: str) -> bool:
    """Tell whether a URL begins with http:// or https://, in any case."""
    return _WEB.match(loc) is not None


def find_fault(loc: str) -> str:
    """Say what a URL must not be or hold; nothing where it is sound.

    Source: RFC 3986; protocol, "loc".
    """
    if not is_absolute(loc):
        return "is no absolute URL"
    return _characters(loc) or _host(loc)


def _characters(loc: str) -> str:
    authority = _AUTHORITY.match(loc)
    end = authority.end() if authority else 0
    # The letters of an international host are judged, as such, by IDNA.
    begin = 0 if loc[:end].isascii() else end
    if match := _FOREIGN.search(loc, begin):
        return f"holds {_name(match[0])}, which is to be percent-encoded"
    if match := _BAD_ESCAPE.search(loc, begin):
        return f"holds {match[0]!r}, which is no escape; a lone % is %25"
    if match := _BRACKET.search(loc, end):
        return f"holds {match[0]!r}, which is to be percent-encoded"
    return ""


def _host(loc: str) -> str:
    try:
        urls.normalize(loc)
    except UrlError as error:
        return error.problem
    if len(loc) < _LEAST:
        return (
            f"has less than the {_LEAST} characters that the protocol's schema"
            " demands; write the slash behind the host"
        )
    return ""


def _name(character: str) -> str:
    names = {" ": "a space", "\\": "a backslash", "\n": "a line break", "\t": "a tab"}
    return names.get(
        character, ascii(character) if _is_control(character) else repr(character)
    )


def _is_control(character: str) -> bool:
    return not character.isprintable()
