"""Placeholders: hosts, and whole URLs, that no crawler can reach."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

# What generators and templates leave in a URL: Python's None, JavaScript's undefined,
# a tag that was not rendered, a name that was to be replaced.
_LEFT_OVER = re.compile(
    r"(?:None|null|undefined)(?:/.*)?|.*(?:\{\{|%7B%7B).*", re.DOTALL
)
_LEFT_OVER_LABEL = re.compile(r"your[-_]?(?:domain|site|host)")
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
    return _LEFT_OVER.fullmatch(loc) is not None


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
    if any(_LEFT_OVER_LABEL.fullmatch(label) for label in name.split(".")):
        return "is a placeholder"
    return "" if "." in name else "has no dot, and so is no name of the Internet"


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None
