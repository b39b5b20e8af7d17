"""Extensions: the elements of other namespaces that engines document.

The notation is that of `grammar`. Order and number are what the schemas of Google
demand, in our own words; what its pages add stands in `structure`.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache

from msgspec import Struct

from scopemap.render import IMAGE, NAMESPACE, XHTML


class Extension(Struct, frozen=True):
    """Describe one namespace."""

    prefix: str
    """What messages write before its names, whatever the file itself writes."""
    namespace: str
    root: str
    """The element that may stand in an entry."""
    table: Mapping[str, str]
    """What each element may hold."""


VIDEO = "http://www.google.com/schemas/sitemap-video/1.1"
NEWS = "http://www.google.com/schemas/sitemap-news/0.9"
LINK = f"{XHTML} link"
# XHTML 1.0, "link"; Google reads the first three.
_LINK = "rel,hreflang,href,media,type,title,charset,rev,id,class,style,lang,dir"

_VIDEO = (
    "thumbnail_loc=url title=upto100 description=upto2048 content_loc|=media"
    " player_loc|=media@allow_embed:yesno,autoplay duration?=seconds"
    " expiration_date?=date rating?=rating content_segment_loc*=url@duration:seconds"
    " view_count?=views publication_date?=date tag*32 category?=upto256"
    " family_friendly?=yesno restriction?=countries@relationship!:relation"
    " gallery_loc?=url@title"
    " price*@currency:currency,type:purchase,resolution:resolution"
    " requires_subscription?=yesno uploader?=upto255@info:url tvshow?"
    " platform?=platforms@relationship!:relation live?=yesno id*@type!:catalogue"
)
_SHOW = (
    "show_title video_type=show episode_title? season_number?=ordinal"
    " episode_number?=ordinal premier_date?=date"
)
_NEWS = (
    "publication access?=access genres?=genres publication_date=date title keywords?"
    " stock_tickers?=tickers"
)

EXTENSIONS = (
    Extension("xhtml", XHTML, f"link*@{_LINK}", {"link": ""}),
    Extension(
        "image",
        IMAGE,
        "image*1000",  # Google, "Image sitemaps"
        # Google, "Image sitemaps": what stands beside the loc is of no effect.
        {"image": "& loc=url caption? geo_location? title? license?=url"},
    ),
    Extension(
        "video",
        VIDEO,
        "video*",
        {"video": _VIDEO, "tvshow": _SHOW},
    ),
    Extension(
        "news",
        NEWS,
        "news*1",  # Google, "News sitemaps"
        {"news": _NEWS, "publication": "name language=language"},
    ),
    Extension(
        "mobile",
        "http://www.google.com/schemas/sitemap-mobile/1.0",
        "mobile*",
        {"mobile": ""},
    ),
    Extension(
        "mobile",
        "http://www.baidu.com/schemas/sitemap-mobile/1/",
        "mobile*@type",
        {"mobile": ""},
    ),
    Extension(
        "pagemap",
        "http://www.google.com/schemas/sitemap-pagemap/1.0",
        "PageMap*",
        {
            "PageMap": "Template?@src! DataObject*@type!,id",
            "Template": "",
            "DataObject": "Attribute*=any@name!,value",
        },
    ),
)
KNOWN = (NAMESPACE, *(extension.namespace for extension in EXTENSIONS))
"""All namespaces that may stand in a sitemap."""


@lru_cache(maxsize=64)
def guess_namespace(namespace: str) -> str:
    """Give the namespace that was probably meant; empty where none is close."""
    plain = namespace.strip().lower().replace("https://", "http://").rstrip("/")
    by_plain = {known.lower().rstrip("/"): known for known in KNOWN}
    if plain in by_plain:
        return by_plain[plain]
    close = get_close_matches(plain[:200], by_plain, 1, cutoff=0.85)
    return by_plain[close[0]] if close else ""
