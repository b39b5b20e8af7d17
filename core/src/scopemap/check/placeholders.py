"""Placeholders: hosts, and whole URLs, that no crawler can reach."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

# What Python, Ruby and JavaScript write where there is nothing.
_NOTHING = r"(?:None|nil|null|undefined|NaN|\[object Object\])(?:/|\Z)"
# A tag that was not rendered, a name that was to be replaced, of all kinds.
_TAG = (
    r"(?:\{\{|\{%|<%|[$#]\{|\$\(|(?i:%7B%7B|[$#]%7B|%24%7B|%3C%)"
    r"|\$[A-Za-z_]{2}|%[A-Z_]{3,}%|__[A-Z]\w*?__|\{[\w.-]+\}|<[\w.-]+>"
    r"|\[[A-Za-z_.-]+\])"
)
# In a host no such thing can be meant; but before an @ it may be a password.
_HOST = rf"(?i:https?)://(?![^/?#]*@)[^/?#]*?{_TAG}"
# In a path it may be the name of a file, but for this, of Jinja and its kin.
_PATH = r".*(?:\{\{|(?i:%7B%7B(?:%20|-)*[a-z_](?:[\w.|-]|%20|%7C)*%7D%7D))"
_LEFT_OVER = re.compile(rf"{_NOTHING}|{_TAG}|{_HOST}|{_PATH}", re.DOTALL | re.ASCII)
# What nearly every URL looks like, and what needs no closer look.
_FILLED_IN = re.compile(r"https?://[a-z0-9.-]+(?:[/?][^{%]*)?")
_LEFT_OVER_LABEL = re.compile(
    r"your[-_]?(?:own[-_]?)?(?:domain|site|website|host|company|org|organi[sz]ation"
    r"|user|name)(?:[-_]?name)?"
)
_LEFT_OVER_HOST = re.compile(
    r"(?:www\.)?my[-_]?(?:domain|site|website)\.(?:com|net|org)"
    r"|(?:none|null|undefined)(?:\.[^.]+){2,}"
)
# RFC 6761, RFC 6762, RFC 8375, and ICANN's resolution of 2024-07-29 on .internal.
_PRIVATE_ZONES = ("localhost", "local", "internal", "home.arpa", "test", "invalid")
# RFC 5737 and RFC 3849: for documentation, as example.com is.
_DOCUMENTATION = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.2.0/24",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "2001:db8::/32",
    )
)


def is_left_over(loc: str) -> bool:
    """Tell whether a URL, as it is written, was never filled in."""
    return not _FILLED_IN.fullmatch(loc) and _LEFT_OVER.match(loc) is not None


@lru_cache(maxsize=256)
def judge_host(host: str) -> str:
    """Say why no crawler reaches a host, in lower case; nothing where one may."""
    address = _address(host)
    if address is not None:
        is_shown = any(address in network for network in _DOCUMENTATION)
        return "" if address.is_global or is_shown else "is an address of this network"
    name = host.rstrip(".")
    if any(name == zone or name.endswith(f".{zone}") for zone in _PRIVATE_ZONES):
        return "is a name for this machine or network"
    is_left_over = _LEFT_OVER_HOST.fullmatch(name) is not None
    if is_left_over or any(map(_LEFT_OVER_LABEL.fullmatch, name.split("."))):
        return "is a placeholder"
    return "" if "." in name else "has no dot, and so is no name of the Internet"


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None
