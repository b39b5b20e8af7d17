"""Variants: links to other forms of a page, which are no translations of it.

Source: Google, "Mobile-first indexing best practices": a page for phones is named with
rel="alternate" and media, and without hreflang.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scopemap import urls
from scopemap.check.collecting import SPACE
from scopemap.check.ledger import show
from scopemap.errors import UrlError


def is_variant(attributes: Mapping[str, str]) -> bool:
    """Tell whether an `<xhtml:link>` is about something else than a language.

    A page for phones has `media`, a PDF its `type`, AMP a relation of its own.
    """
    if attributes.get("hreflang"):
        return False
    return _is_unrelated(attributes) or _find_kind(attributes) != ""


def judge_variant(attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Judge a link to another form of a page; what is no alternate has its own rules.

    Gives codes and texts.
    """
    if _is_unrelated(attributes):
        return
    kind = _find_kind(attributes)
    named = f"there is a link for {kind} {show(attributes[kind])}"
    if not attributes.get("rel", "").split():
        yield "SM501", f'{named} without rel="alternate"'
    href = attributes.get("href", "").strip(SPACE)
    if not href:
        yield "SM501", f"{named} without href"
        return
    try:
        urls.normalize(href)
    except UrlError as error:
        yield "SM503", f"{named} whose href {error}"


def _is_unrelated(attributes: Mapping[str, str]) -> bool:
    rels = attributes.get("rel", "").lower().split()
    return bool(rels) and "alternate" not in rels


def _find_kind(attributes: Mapping[str, str]) -> str:
    return next((name for name in ("media", "type") if attributes.get(name)), "")
