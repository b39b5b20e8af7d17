"""What a text is made of besides its own source: files that its markup takes in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelican.contents import Content

# docutils 0.22: what reads a file, by its argument or its option. What stands in angle
# brackets, such as `<isonum.txt>`, is its own.
_DIRECTIVE = re.compile(
    r"^[ \t]*(?:\.\. include::|:file:)[ \t]+(?!<)(\S.*?)[ \t]*$", re.MULTILINE
)
# Extensions of Markdown that take files in, and by what.
_EXTENSIONS = {"markdown_include.include": "{!", "pymdownx.snippets": "8<-"}


def find_sources(content: Content, settings: Mapping[str, Any]) -> tuple[Path, ...]:
    """Give a text's own source, and what it takes in; none if that is unknown."""
    if not content.source_path:
        return ()
    own = Path(content.source_path)
    if own.suffix.lower() == ".rst":
        return (own, *_included(own))
    configured = (settings.get("MARKDOWN") or {}).get("extension_configs") or {}
    marks = [mark for name, mark in _EXTENSIONS.items() if name in configured]
    is_composed = marks and any(mark in _read(own) for mark in marks)
    return () if is_composed else (own,)


def _included(file: Path) -> Iterator[Path]:
    """Give the files that a text takes in, and what those take in."""
    stack = [file]
    seen = {file}
    while stack:
        text = stack.pop()
        for match in _DIRECTIVE.finditer(_read(text)):
            found = text.parent / match[1]
            if found not in seen:
                seen.add(found)
                stack.append(found)
                yield found


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""
