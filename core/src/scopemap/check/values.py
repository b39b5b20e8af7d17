"""Values: what the text of an element, or an attribute, of an extension may be.

The rules are those of Google's pages on image, video and news sitemaps, and of the
schemas that they name; each comes with the words that tell what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from scopemap.check.lastmods import judge_date
from scopemap.check.syntax import find_fault

Check = tuple[Callable[[str], object], str]

_DECIMAL = re.compile(r"[+-]?(?:\d{1,18}(?:\.\d{0,30})?|\.\d{1,30})", re.ASCII)
_WHOLE = re.compile(r"(?:\+?\d{1,18}|-0+)", re.ASCII)
_WORDS = r"PressRelease|Satire|Blog|OpEd|Opinion|UserGenerated"
_SPACE = " \t\r\n"


def judge_value(kind: str, value: str) -> str:
    """Say what a value must be; nothing where it is that."""
    test, words = _CHECKS[kind]
    return "" if test(value) else words


def is_decimal(value: str, least: int, most: int) -> bool:
    """Tell whether a value is a decimal number of XML Schema between two others."""
    value = value.strip(_SPACE)
    return bool(_DECIMAL.fullmatch(value)) and least <= Decimal(value) <= most


def _whole(least: int, most: int | None = None) -> Callable[[str], bool]:
    def test(value: str) -> bool:
        value = value.strip(_SPACE)
        if not _WHOLE.fullmatch(value):
            return False
        return least <= int(value) and (most is None or int(value) <= most)

    return test


def _up_to(length: int) -> Check:
    return lambda value: len(value) <= length, f"of at most {length} characters"


def _pattern(pattern: str, words: str) -> Check:
    return re.compile(pattern).fullmatch, words


def _one_of(words: str) -> Check:
    return frozenset(words.split()).__contains__, f"one of {words}"


def _is_date(value: str) -> bool:
    fault = judge_date(value)
    return fault is None or (fault[0] == "SM402" and "T" in value)


_URL: Check = (
    lambda value: not find_fault(value.strip(_SPACE)),
    "a whole, escaped URL",
)
_CHECKS: dict[str, Check] = {
    "any": (lambda _: True, ""),
    "url": _URL,
    "media": _URL,
    # One to the minute is rare, as in lastmod: its reader tells that.
    "date": (lambda value: _is_date(value.strip(_SPACE)), "a date to the day"),
    "upto100": _up_to(100),
    "upto255": _up_to(255),
    "upto256": _up_to(256),
    "upto2048": _up_to(2_048),
    "seconds": (_whole(1, 28_800), "seconds, from 1 to 28800"),
    "views": (_whole(0), "a whole number"),
    "ordinal": (_whole(1), "a whole number from 1"),
    "rating": (lambda value: is_decimal(value, 0, 5), "a number from 0.0 to 5.0"),
    "yesno": _one_of("yes Yes YES no No NO"),
    "relation": _one_of("allow deny"),
    "countries": _pattern(r"(?:[A-Z]{2}(?: +[A-Z]{2})*)?", "ISO 3166 country codes"),
    "platforms": _pattern(
        r"(?:(?:web|mobile|tv)(?: (?:web|mobile|tv))*)?", "of web, mobile and tv"
    ),
    "currency": _pattern(r"[A-Z]{3}", "an ISO 4217 currency code"),
    "purchase": _one_of("purchase PURCHASE rent RENT"),
    "resolution": _one_of("sd SD hd HD"),
    "show": _one_of("full preview clip interview news other"),
    "catalogue": _one_of(
        "tms:series tms:program rovi:series rovi:program freebase url"
    ),
    "language": _pattern(
        r"zh-cn|zh-tw|[a-z]{2,3}", "an ISO 639 language code, zh-cn or zh-tw"
    ),
    "access": _one_of("Subscription Registration"),
    "genres": _pattern(
        rf"(?:{_WORDS})(?:, *(?:{_WORDS}))*", "genres of Google's list, with commas"
    ),
    "tickers": _pattern(
        r"(?:\w+:\w+(?:, *\w+:\w+){0,4})?", "at most 5 tickers, like NASDAQ:AMAT"
    ),
}
