"""What a page is made of besides its own source: files that extensions take in."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig


class Unknown(Exception):  # noqa: N818  # nothing is wrong
    """Say that a page is made of something that no file of the project tells."""


Finder: TypeAlias = Callable[[str, Path, "MkDocsConfig"], Iterator[Path]]
"""Find the files that a text, which lies in a folder, takes in; raises Unknown."""


class Made(NamedTuple):
    """Hold what a page is made of."""

    files: tuple[Path, ...] | None
    """The files that it takes in; None: who knows."""
    has_own: bool
    """Whether it has a text of its own besides."""


NOTHING = Made((), has_own=True)


def find_made(markdown: str, source: str, config: MkDocsConfig) -> Made:
    """Find what a page takes in, and what that takes in, as its source lies."""
    has_own = any(not _TAKEN.match(line) for line in markdown.splitlines())
    finders = _active(config)
    if not finders:
        return Made((), has_own)
    found: dict[Path, None] = {}
    texts = [(markdown, Path(source).parent)]
    try:
        for text, place in texts:
            for file in chain.from_iterable(f(text, place, config) for f in finders):
                if file not in found and file.suffix in _TEXTS:
                    texts.append((_read(file), file.parent))
                found[file] = None
    except (Unknown, OSError, ValueError, ImportError, NotImplementedError):
        # Names that no file system, pattern or module can have are somebody's example.
        return Made(None, has_own)
    return Made(tuple(found), has_own)


# A heading, or a line that only says what is to be taken in.
_TAKEN = re.compile(r"\s*$|#|:::|\s{4}")
_TEXTS = (".md", ".markdown", ".txt", ".html", "")


def _active(config: MkDocsConfig) -> list[Finder]:
    extensions, plugins = config.markdown_extensions, config.plugins
    return [f for name, f in _FINDERS.items() if name in extensions or name in plugins]


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise Unknown from error


def _first(places: Iterable[Path]) -> Path:
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise Unknown
    return found


def _snippets(text: str, _folder: Path, config: MkDocsConfig) -> Iterator[Path]:
    """Find the files of pymdownx.snippets 10, without their sections and lines.

    What `auto_append` puts below each page belongs to the site, not to the page.
    """
    options = config.mdx_configs.get("pymdownx.snippets", {})
    bases = _paths(options.get("base_path", ["."]))
    in_block = False
    for line in text.splitlines():
        if _SNIPPETS.fullmatch(line):
            in_block = not in_block
        elif in_block and line.strip():
            yield from _snippet(line.strip(), bases)
        elif (match := _SNIPPET.fullmatch(line)) is not None:
            yield from _snippet(match[2], bases)


_SNIPPETS = re.compile(r"[ \t]*-+8<-+[ \t]*")
_SNIPPET = re.compile(r"""[ \t]*-+8<-+[ \t]+(["'])(.+)\1[ \t]*""")


def _snippet(name: str, bases: list[Path]) -> Iterator[Path]:
    if name.startswith(";"):
        return
    if "://" in name:
        raise Unknown
    # A colon parts the file from its lines or its section.
    yield _first(
        base / short for base in bases for short in (name, *name.split(":")[:1])
    )


def _markdown_include(text: str, _folder: Path, config: MkDocsConfig) -> Iterator[Path]:
    """Find the files of markdown-include 0.8."""
    options = config.mdx_configs.get("markdown_include.include", {})
    base = Path(options.get("base_path", "."))
    for match in re.finditer(r"\{!\s*([^!\n]{1,300}?)\s*!", text):
        yield _first([base / match[1]])


def _include_markdown(text: str, folder: Path, config: MkDocsConfig) -> Iterator[Path]:
    """Find the files of mkdocs-include-markdown-plugin 7, by path or by pattern."""
    options = config.plugins["include-markdown"].config
    opening, closing = (re.escape(options[f"{n}_tag"]) for n in ("opening", "closing"))
    directive = rf"{opening}-?\s*include(?:-markdown)?\s(.*?)-?\s*{closing}"
    for match in re.finditer(directive, text, re.DOTALL):
        name = re.match(r"""\s*(["'])(.+?)\1""", match[1])
        if name is None or "://" in name[2] or "exclude" in match[1]:
            raise Unknown
        is_beside = name[2].startswith(("./", "../"))
        base = folder if is_beside else Path(config.docs_dir)
        files = sorted(base.glob(name[2])) if "*" in name[2] else [base / name[2]]
        yield from (_first([file]) for file in files)


def _mkdocstrings(text: str, _folder: Path, config: MkDocsConfig) -> Iterator[Path]:
    """Find the modules that mkdocstrings 1 shows; of a package all that it holds."""
    options = config.plugins["mkdocstrings"].config
    handlers = options.get("handlers") or {}
    if options.get("default_handler", "python") != "python" or set(handlers) - {
        "python"
    }:
        raise Unknown
    project = Path(config.config_file_path or "").parent
    bases = [project / path for path in handlers.get("python", {}).get("paths", ["."])]
    for match in re.finditer(r"^:::\s+([\w.]+)", _FENCE.sub("", text), re.MULTILINE):
        yield from _modules(match[1].split("."), bases)


# In which `:::` is only shown; snippets are taken in there, too.
_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.MULTILINE | re.DOTALL)


def _modules(names: list[str], bases: list[Path]) -> Iterator[Path]:
    if not names[0].isidentifier() or names[0] == "__main__":
        raise Unknown
    spec = importlib.util.find_spec(names[0])
    if spec is not None and spec.origin is not None:
        origin = Path(spec.origin)
        is_package = origin.name == "__init__.py"
        bases = [*bases, origin.parents[1] if is_package else origin.parent]
    for length in range(len(names), 0, -1):
        for base in bases:
            place = base.joinpath(*names[:length])
            if place.with_suffix(".py").is_file():
                yield place.with_suffix(".py")
                return
            if (place / "__init__.py").is_file():
                yield from sorted(place.rglob("*.py"))
                return
    raise Unknown


def _macros(text: str, _folder: Path, _config: MkDocsConfig) -> Iterator[Path]:
    """Give up where a macro is called: it may read anything."""
    if re.search(r"\{[%{]", text):
        raise Unknown
    return iter(())


def _paths(value: Any) -> list[Path]:
    return [Path(value)] if isinstance(value, str) else list(map(Path, value))


_FINDERS: dict[str, Finder] = {
    "pymdownx.snippets": _snippets,
    "markdown_include.include": _markdown_include,
    "mkdocstrings": _mkdocstrings,
    "macros": _macros,
    "include-markdown": _include_markdown,
}
