"""A page's own word: what its front matter, docinfo or metadata says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, time, tzinfo
from typing import Literal, TypeVar, get_args

from scopemap.indexing import refuses
from scopemap.model import Changefreq, Note, Word
from scopemap.moments import parse_when

T = TypeVar("T")

_MODIFIED = ("sitemap_lastmod", "lastmod", "modified", "updated")
_PUBLISHED = ("date", "created", "published")
_FLAGS = ("noindex", "private")
_TRUTH = {
    "yes": True,
    "true": True,
    "on": True,
    "no": False,
    "false": False,
    "off": False,
}


def read_word(
    meta: Mapping[str, object], *, page: str, zone: tzinfo, short: bool = False
) -> tuple[Word, tuple[Note, ...]]:
    """Read a page's metadata, whose names count in any case.

    Dates without a zone are in `zone`; `page` names the page in notes; `short` also
    reads `changefreq` and `priority`, as Pelican's users write them. A value that
    cannot be read is left out and noted: as a warning where the name is ours, else
    at INFO, since themes have their own use for a name such as `date`.
    """
    if not meta:
        return _NO_WORD, ()
    named = _flatten(meta)
    notes: list[Note] = []

    def first(names: tuple[str, ...], parse: Callable[[object], T]) -> T | None:
        for name in names:
            if name not in named:
                continue
            try:
                return parse(named[name])
            except ValueError as error:
                notes.append(_wrong(page, name, named[name], error))
        return None

    def ours(name: str) -> tuple[str, ...]:
        return (f"sitemap_{name}", name) if short else (f"sitemap_{name}",)

    word = Word(
        listed=first(("sitemap",), _truth),
        noindex=any(first((name,), _flag) for name in _FLAGS)
        or bool(first(("robots",), _noindex)),
        modified=first(_MODIFIED, lambda value: parse_when(value, zone)),
        published=first(_PUBLISHED, lambda value: parse_when(value, zone)),
        changefreq=first(ours("changefreq"), _changefreq),
        priority=first(ours("priority"), _priority),
    )
    return word, tuple(notes)


_NO_WORD = Word()


def _flatten(meta: Mapping[str, object]) -> dict[str, object]:
    named: dict[str, object] = {}
    for name, value in meta.items():
        # Material for MkDocs 9: `date: {created: …, updated: …}`.
        if str(name).lower() == "date" and isinstance(value, Mapping):
            named |= {str(key).lower(): _day(date) for key, date in value.items()}
        else:
            named[str(name).lower()] = value
    return {
        name: value
        for name, value in named.items()
        if value is not None and (not _is_empty(value) or name in _FLAGS)
    }


def _is_empty(value: object) -> bool:
    return isinstance(value, str) and not value


def _flag(value: object) -> bool:
    """Read a wish not to be found, which is one unless it is taken back.

    A docinfo field such as `:noindex:` needs no value.
    """
    return str(value).strip().lower() not in ("no", "false", "off", "n", "0")


def _day(value: object) -> object:
    """Give back the day of which Material for MkDocs 9 makes midnight, UTC."""
    if isinstance(value, datetime) and value.time() == time():
        return value.date()
    return value


def _noindex(value: object) -> bool:
    """Read what would stand in a robots meta tag."""
    items = value if isinstance(value, list | tuple) else [value]
    return any(refuses(str(item)) for item in items)


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).strip().lower() not in _TRUTH:
        raise ValueError("must be yes or no")
    return _TRUTH[str(value).strip().lower()]


def _changefreq(value: object) -> Changefreq:
    text = str(value).strip().lower()
    for word in get_args(Changefreq):
        if word == text:
            return word  # type: ignore[no-any-return]  # get_args has no types
    raise ValueError(f"must be one of {', '.join(get_args(Changefreq))}")


def _priority(value: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError("must be a number from 0.0 to 1.0")
    return number


def _wrong(page: str, name: str, value: object, error: ValueError) -> Note:
    level: Literal["warning", "info"] = (
        "warning" if name.startswith("sitemap") else "info"
    )
    return Note(level, "page-word", f"{page}: {name}: {value!r} {error}")
