"""Sessions: names under which servers hand one out in a URL."""

from __future__ import annotations

import re

# Source: sitemaps.org, "FAQ".
_SESSION = re.compile(
    r"[?&;](?:jsessionid|phpsessid|aspsessionid[a-z]*|cfid|cftoken|sessionid"
    r"|session_id|sid)=|/\([sax]\(",
    re.IGNORECASE,
)


def names_session(url: str) -> bool:
    """Tell whether a URL is that of one visitor."""
    # Nearly no URL of a page has either; to look for them costs a tenth.
    may_be = "=" in url or "(" in url
    return may_be and _SESSION.search(url) is not None
