"""Barring: what it means that robots.txt keeps some crawlers out, or all."""

from __future__ import annotations


def explain_barring(agents: tuple[str, ...], code: str) -> tuple[str, str] | None:
    """Give the code and the text of what is wrong, of the agents that are kept out.

    `code` is that of an error: Google is kept out. Where only the others are, a group
    for Googlebot lets it in, which may well be meant so; but often it was written for
    something else, and takes nothing from that for `*` (RFC 9309, section 2.2.1).
    """
    if not agents:
        return None
    if "Googlebot" not in agents:
        return "SM609", "is kept from all crawlers but Googlebot by robots.txt"
    who = "Googlebot" if len(agents) == 1 else "crawlers"
    return code, f"is kept from {who} by robots.txt"
