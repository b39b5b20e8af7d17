"""Verdicts: what the evidence means for a page.

Only pages that answer for themselves, and that engines may show, belong in a sitemap
(Google, "Build and submit a sitemap").
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from scopemap import urls
from scopemap.evidence import Evidence
from scopemap.facts import NOTHING, Facts, resolve
from scopemap.headers import canonical_links, robots_tags
from scopemap.indexing import find_refusal
from scopemap.locate import Located, find_file, possible_names, relocate
from scopemap.redirects import find_redirect
from scopemap.sessions import names_session


class Verdict(Struct, frozen=True):
    """Hold one reason against a page, and what says so."""

    reason: str
    detail: str


def judge(place: Located, evidence: Evidence) -> Iterator[Verdict]:
    """Give the reasons against a page, the strongest first."""
    path = place.page.path
    facts = evidence.facts.get(path, NOTHING)
    if path in evidence.unread:
        yield Verdict("unreadable", "nobody knows what it says")
    if (target := _redirect(place, facts, evidence)) is not None:
        yield Verdict("redirect", f"to {target}")
    if evidence.error_pages and str(path) in evidence.error_pages:
        yield Verdict("error", "by _redirects")
    if (says := _noindex(place, facts, evidence)) is not None:
        yield Verdict("noindex", f"it says {says}")
    canonical = _canonical(place, facts, evidence)
    if canonical is not None and _is_elsewhere(canonical, place, evidence):
        yield Verdict("canonical", f"it is {canonical}")
    if path in evidence.parts:
        yield Verdict("pagination", "it continues a listing")
    if len(evidence.blocking(place.loc)) > 1:
        yield Verdict("blocked", "by robots.txt")
    if names_session(place.loc):
        yield Verdict("session", "its URL names a session")


def spell(place: Located, evidence: Evidence) -> Located:
    """Give a page at the URL that its own canonical link spells."""
    canonical = find_canonical(place, evidence)
    if canonical is None or canonical == place.loc:
        return place
    if not _is_own(canonical, place, evidence):
        return place
    return relocate(evidence.base_url, place, canonical)


def find_canonical(place: Located, evidence: Evidence) -> str | None:
    """Give the canonical URL that a page names, if it counts."""
    facts = evidence.facts.get(place.page.path, NOTHING)
    return _canonical(place, facts, evidence)


def _canonical(place: Located, facts: Facts, evidence: Evidence) -> str | None:
    canonical = _name(place, facts, evidence)
    if canonical is None or evidence.canonicals == "none":
        return None
    is_inside = urls.below(evidence.base_url, canonical) is not None
    return None if is_inside and evidence.canonicals == "outside" else canonical


def _name(place: Located, facts: Facts, evidence: Evidence) -> str | None:
    """Give what the page's tag and its `Link` header name; of two that differ none.

    Engines take the header for a tag (Google, "Consolidate duplicate URLs").
    """
    if not evidence.headers:
        return facts.canonical
    links = canonical_links(evidence.headers, place.loc)
    found = {facts.canonical, *(resolve(place.loc, link) for link in links)} - {None}
    return found.pop() if len(found) == 1 else None


def is_dead(canonical: str, place: Located, evidence: Evidence) -> bool:
    """Tell whether a canonical URL should be a page of this build, and is none.

    Engines do not believe such a link, nor one that leads back to where it began.
    """
    if _is_own(canonical, place, evidence):
        return False
    return _is_inside(canonical, evidence) and not _answers(canonical, place, evidence)


def _is_elsewhere(canonical: str, place: Located, evidence: Evidence) -> bool:
    if _is_own(canonical, place, evidence):
        return False
    return not _is_inside(canonical, evidence) or _answers(canonical, place, evidence)


def _is_own(canonical: str, place: Located, evidence: Evidence) -> bool:
    if urls.is_same_page(canonical, place.loc):
        return True
    # Where two files could answer, hosts differ in which does; the page knows.
    path = urls.below(evidence.base_url, canonical)
    return path is not None and str(place.page.path) in possible_names(path)


def _is_inside(url: str, evidence: Evidence) -> bool:
    return urls.below(evidence.base_url, url) is not None


def _answers(url: str, place: Located, evidence: Evidence) -> bool:
    """Tell whether a page lies at a URL, and does not stand for the one that names it.

    So it is with the old address of a page, which sends its readers back.
    """
    for _ in range(_MOST_HOPS):
        file = find_file(evidence.base_url, url, evidence.files)
        if file is None or file == str(place.page.path):
            return False
        facts = evidence.facts.get(PurePosixPath(file), NOTHING)
        further = facts.redirect or facts.canonical
        if further is None or urls.is_same_page(further, url):
            return True
        if urls.is_same_page(further, place.loc):
            return False
        if not _is_inside(further, evidence):
            return True
        url = further
    return False


_MOST_HOPS = 10
"""Links that are followed; engines give up sooner."""


def _redirect(place: Located, facts: Facts, evidence: Evidence) -> str | None:
    if facts.redirect is not None or not evidence.redirects.rules:
        return facts.redirect
    found = find_redirect(
        evidence.redirects,
        place.loc,
        file_exists=True,
        always=evidence.redirects_win,
    )
    return found.target if found is not None else None


def _noindex(place: Located, facts: Facts, evidence: Evidence) -> str | None:
    if facts.noindex is not None or not evidence.headers:
        return facts.noindex
    refusal = find_refusal(robots_tags(evidence.headers, place.loc))
    return f"X-Robots-Tag: {refusal}" if refusal is not None else None
