"""Blocking: which pages robots.txt keeps crawlers from reading.

The longest rule that matches decides (RFC 9309, section 2.2.2); protego judges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from scopemap.robots import READ_AT_LEAST

AGENTS = ("*", "Googlebot")

Blocking: TypeAlias = Callable[[str], tuple[str, ...]]
"""Gives those of the agents that may not read a URL."""


def nobody(_url: str) -> tuple[str, ...]:
    """Block nobody."""
    return ()


def read_blocking(robots: bytes | None) -> Blocking:
    """Read the rules of the robots.txt at the host's root."""
    data = (robots or b"")[:READ_AT_LEAST]
    if b"disallow" not in data.lower():
        return nobody
    # It is needed by few sites, and by none whose robots.txt allows everything.
    from protego import Protego  # noqa: PLC0415

    rules = Protego.parse(data.decode("utf-8-sig", "replace"))
    return lambda url: tuple(
        agent for agent in AGENTS if not rules.can_fetch(url, agent)
    )
