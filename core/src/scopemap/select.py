"""Selection: which pages are listed, and for each of the others the reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from scopemap import urls
from scopemap.evidence import NO_EVIDENCE, Evidence
from scopemap.facts import NOTHING, Facts
from scopemap.locate import Located, locate
from scopemap.model import Note, Page, Site, Skipped, built_pages
from scopemap.options import Options, Rule
from scopemap.patterns import Patterns, compile_patterns, first_match, unmatched
from scopemap.places import shown
from scopemap.report import count, few
from scopemap.survey import Survey
from scopemap.verdict import find_canonical, is_dead, judge, spell

FAULTS = {
    "blocked": "robots.txt keeps crawlers out",
    "canonical": "their canonical links name other pages",
    "missing": "their files are not in the output folder",
    "noindex": "they ask not to be indexed",
    "redirect": "they send their readers elsewhere",
    "unreadable": "their files may not be read",
}
"""Reasons found in what was built, and what it means that many pages have one."""
FEW = 10
"""Below so many pages a share says nothing."""


class Listed(Struct, frozen=True, gc=False):
    """Hold a page that is listed, and what the rules say of it."""

    page: Page
    loc: str
    path: str
    """The decoded path below the base URL, as patterns see it."""
    rule: Rule
    asked: str = ""
    """The loc that the generator gives it; the page itself may spell it otherwise."""
    facts: Facts = NOTHING


class Selection(Struct, frozen=True):
    """Hold the outcome: who is listed, who is not, and whether to trust it."""

    listed: tuple[Listed, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[Note, ...]
    halted: Note | None = None
    """The warning that says why nothing at all may be written."""


def select(
    site: Site, options: Options, survey: Survey, evidence: Evidence = NO_EVIDENCE
) -> Selection:
    """Decide about each page, in the order of their paths."""
    criteria = _Criteria.of(options)
    built = built_pages(site)
    listed: dict[str, Listed] = {}
    skipped: list[Skipped] = []
    faulty: list[Skipped] = []
    notes: list[Note] = []
    places: list[Located] = []
    for page in sorted(site.pages, key=lambda page: str(page.path)):
        asked = locate(site.base_url, page)
        if isinstance(asked, Skipped):
            skipped.append(asked)
            continue
        place = spell(asked, evidence)
        places.append(place)
        rule, key = _merge(criteria.rules, place.path), urls.fold(place.loc)
        if (reason := criteria.skip(place, rule)) is not None:
            skipped.append(reason)
        elif (reason := criteria.find_fault(place, survey, evidence)) is not None:
            skipped.append(reason)
            faulty.append(reason)
        elif (other := built[page.path]) is not page:
            skipped.append(Skipped(page.path, "overwritten"))
            notes.append(_overwritten(place.loc, page, other, site.project))
        elif (twin := listed.get(key)) is not None:
            skipped.append(Skipped(page.path, "duplicate", f"as {twin.page.path}"))
            text = f"{place.loc} is the URL of {twin.page.path} and of {page.path}"
            notes.append(Note("warning", "duplicate", text))
        else:
            listed[key] = Listed(
                page=page,
                loc=place.loc,
                path=place.path,
                rule=rule,
                asked=asked.loc,
                facts=evidence.facts.get(page.path, NOTHING),
            )
    kept = tuple(sorted(listed.values(), key=lambda item: item.loc))
    return Selection(
        listed=kept,
        skipped=tuple(skipped),
        notes=(
            *notes,
            *_elsewhere(skipped),
            *_doubts(kept, evidence),
            *criteria.unused([place.path for place in places], survey),
        ),
        halted=_halt(len(listed), faulty, options.max_skipped),
    )


class _Criteria(Struct, frozen=True):
    """The options that decide about a page, compiled."""

    exclude: Patterns
    include: Patterns
    files: Patterns
    keep: frozenset[str]
    languages: frozenset[str]
    rules: tuple[tuple[Patterns, Rule], ...]

    @classmethod
    def of(cls, options: Options) -> _Criteria:
        return cls(
            exclude=compile_patterns(options.exclude),
            include=compile_patterns(options.include),
            files=compile_patterns(options.files),
            keep=frozenset(options.keep),
            languages=frozenset(lang.base for lang in options.languages.values()),
            rules=tuple((compile_patterns([r.match]), r) for r in options.rules),
        )

    def skip(self, place: Located, rule: Rule) -> Skipped | None:
        """Say why a page is left out, or None. `exclude` wins, then `include`."""
        page = place.page
        if (pattern := first_match(self.exclude, place.path)) is not None:
            return Skipped(page.path, "excluded", f"by {pattern!r}")
        if first_match(self.include, place.path) is None:
            for reason in _reasons(page, rule, self.languages):
                if reason not in self.keep:
                    return Skipped(page.path, reason)
        return None

    def find_fault(
        self, place: Located, survey: Survey, evidence: Evidence
    ) -> Skipped | None:
        """Say what in the output speaks against a page that would be listed."""
        path = place.page.path
        if path in survey.missing:
            return Skipped(path, "missing", "no such file was built")
        if first_match(self.include, place.path) is None:
            for verdict in judge(place, evidence):
                if verdict.reason not in self.keep:
                    return Skipped(path, verdict.reason, verdict.detail)
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
    path = str(page.path)
    match = _ERROR_PAGE.fullmatch(path) if "404" in path else None
    if match is None:
        return False
    folder = match[1] or ""
    own = f"{page.language}/" if page.language else ""
    return folder.lower() in ("", own.lower()) or folder in languages


_ERROR_PAGE = re.compile(r"(.*/)?404(?:/index)?\.x?html?")


_NO_RULE = Rule("")


def _merge(rules: Collection[tuple[Patterns, Rule]], path: str) -> Rule:
    """Lay the rules that match over each other: the last one wins, field by field."""
    if not rules:
        return _NO_RULE
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


def _doubts(listed: Iterable[Listed], evidence: Evidence) -> Iterator[Note]:
    """Note what speaks against pages, though not enough to leave them out."""
    dead: list[str] = []
    half: dict[str, list[str]] = {}
    for item in listed:
        if item.facts.canonical is not None or evidence.headers:
            place = Located(item.page, item.loc, item.path)
            canonical = find_canonical(place, evidence)
            if canonical is not None and is_dead(canonical, place, evidence):
                dead.append(f"{item.page.path} ({canonical})")
        agents = evidence.blocking(item.loc)
        if len(agents) == 1:
            half.setdefault(agents[0], []).append(item.loc)
    if dead:
        text = f"canonical links that lead to no page, or back: {few(dead)}"
        yield Note("info", "dead-canonical", text)
    for agent, locs in half.items():
        who = "all but Googlebot" if agent == "*" else agent
        text = f"robots.txt keeps {who} from pages that are listed: {few(locs)}"
        yield Note("info", "half-blocked", text)


def _halt(listed: int, faulty: list[Skipped], share: float) -> Note | None:
    """Stop where one fault would take out so much that it must have one cause."""
    counts = Counter(item.reason for item in faulty)
    judged = listed + counts.total()
    for reason, number in counts.items():
        if reason in FAULTS and judged >= FEW and number > share * judged + _ROUNDING:
            first = next(item for item in faulty if item.reason == reason)
            cause, remedy = FAULTS[reason], ""
            if reason != "missing":
                cause += f"; {first.page}: {first.detail}"
                remedy = f" `keep` with {reason} lists them,"
            return Note(
                "warning",
                "halted",
                f"nothing was written: {number} of {judged} pages would be left out as"
                f" {reason!r} ({cause});{remedy}"
                " max_skipped sets how large a share may be",
            )
    return None


# 0.7 times 90 is a little less than 63 in binary numbers.
_ROUNDING = 1e-6
