"""Records: what a build decided about each page, for those who ask later.

A record lies in the user's own cache folder, never in an output; it may be missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct
from platformdirs import user_cache_path

from scopemap import urls
from scopemap.draft import Draft
from scopemap.locate import Located, locate
from scopemap.model import Dated, Entry, built_pages
from scopemap.moments import w3c
from scopemap.patterns import compile_patterns
from scopemap.plan import Plan
from scopemap.verdict import spell

VERSION = 1
"""Of the form of a record."""
MAX_PAGES = 200_000
"""Pages of a site whose build is recorded; more would be a burden on the cache."""
MAX_RECORDS = 50
"""Records that are kept, the newest of them."""


class Told(Struct, frozen=True, omit_defaults=True):
    """Hold what was decided about one page."""

    file: str
    loc: str = ""
    """Empty where it has no URL that a sitemap could hold."""
    path: str = ""
    """What patterns saw."""
    sitemap: str = ""
    """The file that lists it; empty where none does."""
    reason: str = ""
    """Why none does."""
    lastmod: str = ""
    dated: str = ""
    """Where the date is from, or why there is none."""
    alternates: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    """The patterns among the rules that match it, in their order."""


class Record(Struct, frozen=True):
    """Hold what the last build of a site decided."""

    scopemap: int
    base_url: str
    output: str
    halted: str
    """Why nothing was written, if so."""
    pages: tuple[Told, ...]


def keep_record(draft: Draft, plan: Plan) -> None:
    """Keep what a build decided; where that cannot be, nothing else is lost."""
    if len(draft.site.pages) > MAX_PAGES:
        return
    record = Record(
        scopemap=VERSION,
        base_url=draft.site.base_url,
        output=str(draft.site.output.resolve()),
        halted=next((n.text for n in plan.notes if n.code == "halted"), ""),
        pages=tuple(_pages(draft, plan)),
    )
    folder = user_cache_path("scopemap")
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        _replace(folder / _name(record.base_url), _encode(record))
        _forget_old(folder)


def _encode(record: Record) -> bytes:
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:  # the name of a file that is not UTF-8
        return json.dumps(msgspec.to_builtins(record)).encode()


def find_record(url: str) -> Record | None:
    """Find the record of the site that a URL in normal form belongs to."""
    folder = user_cache_path("scopemap")
    root = urls.host_root(url)
    base = urls.folder_of(url)
    while len(base) >= len(root):
        with contextlib.suppress(OSError, ValueError, msgspec.MsgspecError):
            data = json.loads((folder / _name(base)).read_bytes())
            record = msgspec.convert(data, Record)
            if record.scopemap == VERSION and record.base_url == base:
                return record
        base = base[: base.rstrip("/").rfind("/") + 1]
    return None


def find_pages(record: Record, url: str) -> list[Told]:
    """Find the pages that are, or would be, at a URL in normal form.

    `index.html` and a slash at the end make no difference.
    """
    return [
        told for told in record.pages if told.loc and urls.is_same_page(told.loc, url)
    ]


def _pages(draft: Draft, plan: Plan) -> Iterator[Told]:
    entries = {e.page: (e, s.path) for s in plan.sitemaps for e in s.entries}
    dates = dict(plan.dates)
    skipped = {item.page: item for item in reversed(plan.skipped)}
    rules = tuple(
        pair for rule in draft.options.rules for pair in compile_patterns([rule.match])
    )
    for page in built_pages(draft.site).values():
        asked = locate(draft.site.base_url, page)
        loc = path = ""
        if isinstance(asked, Located):
            place = spell(asked, draft.evidence)
            loc, path = place.loc, place.path
        why = skipped.get(page.path)
        told = Told(
            file=str(page.path),
            loc=loc,
            path=path,
            reason=why.why if why is not None else "",
            rules=tuple(text for text, pattern in rules if pattern.fullmatch(path)),
        )
        if page.path in entries:
            yield _listed(told, *entries[page.path], dates[page.path])
        else:
            yield told


def _listed(told: Told, entry: Entry, sitemap: PurePosixPath, dated: Dated) -> Told:
    source = " ".join(filter(None, (dated.source, dated.detail)))
    return msgspec.structs.replace(
        told,
        loc=entry.loc,
        sitemap=str(sitemap),
        lastmod=w3c(entry.lastmod) if entry.lastmod is not None else "",
        dated=source or dated.reason,
        alternates=entry.alternates,
    )


def _name(base_url: str) -> str:
    return hashlib.blake2b(base_url.encode(), digest_size=16).hexdigest() + ".json"


def _replace(file: Path, data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as stream:
        stream.write(data)
    Path(stream.name).replace(file)


def _forget_old(folder: Path) -> None:
    records = sorted(folder.glob("*.json"), key=lambda file: -file.stat().st_mtime)
    for file in records[MAX_RECORDS:]:
        file.unlink(missing_ok=True)
