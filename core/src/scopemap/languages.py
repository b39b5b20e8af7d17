"""Language tags: read as people write them, written as engines read them."""

from __future__ import annotations

import re

# RFC 5646: language, script, region; what Google reads of it.
_TAG = re.compile(
    r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?", re.IGNORECASE | re.ASCII
)


def canonical_tag(tag: str) -> str | None:
    """Write a language tag in its usual case, with hyphens; None: it is none.

    Source: RFC 5646, section 2.1.1; Google, "localized versions".
    """
    match = _TAG.fullmatch(tag.replace("_", "-"))
    if match is None:
        return None
    language, script, region = match.groups()
    parts = [language.lower()]
    if script:
        parts.append(script.title())
    if region:
        parts.append(region.upper())
    return "-".join(parts)
