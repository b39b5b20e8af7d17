"""Selection: which pages are listed, and for each of the others the reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.errors import UrlError
from scopemap.model import Note, Page, Site, Skipped, built_pages
from scopemap.options import Options, Rule
from scopemap.patterns import Patterns, compile_patterns, first_match, unmatched
from scopemap.places import shown
from scopemap.render import STYLESHEET, gzip_path, text_path
from scopemap.report import count
from scopemap.survey import ROBOTS, Survey

FAULTS = {"missing": "their files are not in the output folder"}
"""Reasons found in what was built, and what it means that many pages have one."""
FEW = 10
"""Below so many pages a share says nothing."""


class Listed(Struct, frozen=True):
    """Hold a page that is listed, and what the rules say of it."""

    page: Page
    loc: str
    path: str
    """The decoded path below the base URL, as patterns see it."""
    rule: Rule


class Selection(Struct, frozen=True):
    """Hold the outcome: who is listed, who is not, and whether to trust it."""

    listed: tuple[Listed, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[Note, ...]
    halted: Note | None = None
    """The warning that says why nothing at all may be written."""


def select(site: Site, options: Options, survey: Survey) -> Selection:
    """Decide about each page, in the order of their paths."""
    judge = _Judge.of(options)
    built = built_pages(site)
    listed: dict[str, Listed] = {}
    skipped: list[Skipped] = []
    notes: list[Note] = []
    paths: list[str] = []
    for page in sorted(site.pages, key=lambda page: str(page.path)):
        located = _locate(site.base_url, page)
        if isinstance(located, Skipped):
            skipped.append(located)
            continue
        loc, path = located
        paths.append(path)
        rule = _merge(judge.rules, path)
        reason = judge.skip(page, path, rule, survey)
        if reason is not None:
            skipped.append(reason)
        elif (other := built[page.path]) is not page:
            skipped.append(Skipped(page.path, "overwritten"))
            notes.append(_overwritten(loc, page, other, site.project))
        elif (twin := listed.get(urls.fold(loc))) is not None:
            skipped.append(Skipped(page.path, "duplicate", f"as {twin.page.path}"))
            text = f"{loc} is the URL of {twin.page.path} and of {page.path}"
            notes.append(Note("warning", "duplicate", text))
        else:
            listed[urls.fold(loc)] = Listed(page, loc, path, rule)
    return Selection(
        listed=tuple(sorted(listed.values(), key=lambda item: item.loc)),
        skipped=tuple(skipped),
        notes=(*notes, *_elsewhere(skipped), *judge.unused(paths, survey)),
        halted=_halt(len(listed), skipped, options.max_skipped),
    )


def adopt_files(site: Site, options: Options, survey: Survey) -> Site:
    """Add the further files of the output that the option `files` names, as pages.

    A file that the author wrote is dated by its source.
    """
    if not options.files:
        return site
    patterns = compile_patterns(options.files)
    sources = {str(path): source for path, source in site.authored}
    known = {str(page.path) for page in site.pages}
    own = {ROBOTS, str(STYLESHEET), *map(str, site.replaces)}
    for path in map(PurePosixPath, survey.sitemaps):
        own |= {str(path), str(gzip_path(path)), str(text_path(path))}
    found = tuple(
        _adopted(path, sources)
        for path in sorted(survey.files - known - own - set(survey.staged))
        if first_match(patterns, path)
    )
    return msgspec.structs.replace(site, pages=site.pages + found)


def _adopted(path: str, sources: Mapping[str, Path]) -> Page:
    source = sources.get(path)
    return Page(PurePosixPath(path), sources=(source,) if source else ())


def _locate(base: str, page: Page) -> tuple[str, str] | Skipped:
    """Give a page's absolute URL and its path below the base URL."""
    url = page.url if page.url is not None else urls.page_to_url(page.path)
    try:
        loc = urls.join(base, url)
    except UrlError as error:
        return Skipped(page.path, "bad-url", str(error))
    path = urls.below(base, loc)
    if path is None:
        return Skipped(page.path, "elsewhere", f"{loc} is not below {base}")
    if len(loc) > urls.MAX_URL:
        return Skipped(page.path, "too-long", f"its URL has {len(loc)} characters")
    return loc, path


class _Judge(Struct, frozen=True):
    """The options that decide about a page, compiled."""

    exclude: Patterns
    include: Patterns
    files: Patterns
    keep: frozenset[str]
    languages: frozenset[str]
    rules: tuple[tuple[Patterns, Rule], ...]

    @classmethod
    def of(cls, options: Options) -> _Judge:
        return cls(
            exclude=compile_patterns(options.exclude),
            include=compile_patterns(options.include),
            files=compile_patterns(options.files),
            keep=frozenset(options.keep),
            languages=frozenset(lang.base for lang in options.languages.values()),
            rules=tuple((compile_patterns([r.match]), r) for r in options.rules),
        )

    def skip(self, page: Page, path: str, rule: Rule, survey: Survey) -> Skipped | None:
        """Say why a page is left out, or None. `exclude` wins, then `include`."""
        if (pattern := first_match(self.exclude, path)) is not None:
            return Skipped(page.path, "excluded", f"by {pattern!r}")
        if first_match(self.include, path) is None:
            for reason in _reasons(page, rule, self.languages):
                if reason not in self.keep:
                    return Skipped(page.path, reason)
        if page.path in survey.missing:
            return Skipped(page.path, "missing", "no such file was built")
        return None

    def unused(self, paths: list[str], survey: Survey) -> Iterator[Note]:
        """Note each pattern that nothing matches: it may be misspelt."""
        rules = tuple(pattern for patterns, _ in self.rules for pattern in patterns)
        for name, patterns, known in (
            ("exclude", self.exclude, paths),
            ("include", self.include, paths),
            ("files", self.files, survey.files),
            ("rules", rules, paths),
        ):
            for pattern in unmatched(patterns, known):
                yield Note("info", "unused", f"{name}: {pattern!r} matches nothing")


def _reasons(page: Page, rule: Rule, languages: Collection[str]) -> Iterator[str]:
    """Give what speaks against a page.

    The author's yes answers rules, not what the generator knows of the file.
    """
    if page.skip is not None:
        yield page.skip
    if page.word.listed:
        return
    if page.word.listed is False:
        yield "opted-out"
    if page.word.noindex:
        yield "noindex"
    if _is_error_page(page, languages):
        yield "error"
    if page.kind == "machine":
        yield "machine"
    if rule.exclude:
        yield "rule"


def _is_error_page(page: Page, languages: Collection[str]) -> bool:
    """Know a host's page for missing ones: `404.html`, also in a language's folder."""
    match = _ERROR_PAGE.fullmatch(str(page.path))
    if match is None:
        return False
    folder = match[1] or ""
    own = f"{page.language}/" if page.language else ""
    return folder.lower() in ("", own.lower()) or folder in languages


_ERROR_PAGE = re.compile(r"(.*/)?404(?:/index)?\.x?html?")


def _merge(rules: Iterable[tuple[Patterns, Rule]], path: str) -> Rule:
    """Lay the rules that match over each other: the last one wins, field by field."""
    merged: dict[str, Any] = {"match": ""}
    for patterns, rule in rules:
        if first_match(patterns, path) is not None:
            said = msgspec.structs.asdict(rule)
            merged |= {name: value for name, value in said.items() if value is not None}
    return Rule(**merged)


def _elsewhere(skipped: list[Skipped]) -> Iterator[Note]:
    away = [item for item in skipped if item.reason == "elsewhere"]
    if away:
        text = f"{count(len(away), 'page')} skipped: {away[0].detail}"
        yield Note("info", "elsewhere", text)


def _overwritten(loc: str, page: Page, other: Page, project: Path) -> Note:
    names = f"{_source(page, project)} and {_source(other, project)}"
    text = f"{loc}: {names} are built into one file, {page.path}; the latter is there"
    return Note("warning", "overwritten", text)


def _source(page: Page, project: Path) -> str:
    return shown(page.sources[0], project) if page.sources else "a generated page"


def _halt(listed: int, skipped: list[Skipped], share: float) -> Note | None:
    """Stop where one fault would take out so much that it must have one cause."""
    counts = Counter(item.reason for item in skipped if item.reason in FAULTS)
    judged = listed + counts.total()
    for reason, number in counts.items():
        if judged >= FEW and number > share * judged + _ROUNDING:
            return Note(
                "warning",
                "halted",
                f"nothing was written: {number} of {judged} pages would be left out as"
                f" {reason!r} ({FAULTS[reason]});"
                " max_skipped sets how large a share may be",
            )
    return None


# 0.7 times 90 is a little less than 63 in binary numbers.
_ROUNDING = 1e-6
