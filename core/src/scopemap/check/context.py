"""The context of a check: all that was read, before anybody judges it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from scopemap.check.rows import Document
from scopemap.evidence import Evidence
from scopemap.locate import Located

Engine: TypeAlias = Literal["google", "bing", "yandex", "baidu"]


class Context(Struct, frozen=True):
    """Hold one folder, its sitemaps and its pages."""

    base_url: str
    """Where the folder is served, in normal form, with a slash at its end."""
    root: Path
    """The folder, links resolved."""
    files: frozenset[str]
    """All files, as paths below the folder, in their exact case."""
    documents: tuple[Document, ...]
    """Sitemaps and indexes, in the order in which an engine would find them."""
    robots: bytes | None
    """The robots.txt of the folder's root, or the one that was given."""
    robots_file: str
    """What findings call it: `robots.txt`, or the path that was given."""
    evidence: Evidence
    """What the built pages and the files for the host say."""
    pages: tuple[Located, ...]
    """The HTML files of the folder, each with the URL that its path gives."""
    now: datetime
    """Aware; `SOURCE_DATE_EPOCH`, where that is set."""
    has_pages: bool = True
    """Whether the folder holds the site; False where a lone file is checked."""
    robots_given: bool = False
    """Whether that robots.txt was given as the host's, wherever it lies."""
    guessed_from: str = ""
    """What told the base URL, where nobody said it."""
    engine: Engine | None = None
    """The engine whose own limits count, if one was asked for."""
