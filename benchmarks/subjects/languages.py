"""Plan a site in several languages, as somebody tells which page is which.

    python -m benchmarks.subjects.languages WAY CLUSTERS LANGUAGES

Ends with 1 if a page has other alternates than it must.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from benchmarks.entries import TAGS, survey
from benchmarks.meter import tell
from benchmarks.running import BASE
from scopemap.dates import Dates
from scopemap.evidence import Evidence
from scopemap.facts import Facts
from scopemap.model import Dated, Page, Site
from scopemap.options import Language, Options
from scopemap.plan import Plan, plan
from scopemap.survey import Survey

WAYS = ("generator", "folders", "own links")
"""Who tells the other languages of a page."""


class Case(NamedTuple):
    """What is planned."""

    site: Site
    options: Options
    survey: Survey
    dates: Dates
    evidence: Evidence


def main() -> None:
    """Plan, print what it took, and check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=WAYS)
    parser.add_argument("clusters", type=int)
    parser.add_argument("languages", type=int)
    given = parser.parse_args()
    tags = TAGS[: given.languages]
    case = make_case(given.way, given.clusters, tags)
    planned: list[Plan] = []

    def work() -> None:
        made = plan(*case[:4], evidence=case.evidence, readthedocs=False)
        planned.append(made)

    tell(work)
    check(planned[0], given.clusters, tags)


def make_case(way: str, clusters: int, tags: Sequence[str]) -> Case:
    """Make a site in which each page is there in all languages."""
    pages: list[Page] = []
    facts: dict[PurePosixPath, Facts] = {}
    for number in range(clusters):
        links = cluster(number, tags)
        for tag, url in links:
            path = PurePosixPath(url, "index.html")
            others = [(other, BASE + link) for other, link in links]
            is_told = way == "generator"
            pages.append(
                Page(
                    path,
                    language=tag if is_told else None,
                    alternates=tuple(others) if is_told else (),
                )
            )
            facts[path] = Facts(alternates=tuple(others) if way == "own links" else ())
    folders = {tag: Language(f"{tag}/") for tag in tags}
    site = Site(BASE, Path("site"), Path(), tuple(pages), "benchmark")
    return Case(
        site=site,
        options=Options(languages=folders if way == "folders" else {}),
        survey=survey(site),
        dates=Dates(dict.fromkeys(facts, Dated(None))),
        evidence=Evidence(BASE, frozenset(map(str, facts)), facts=facts),
    )


def cluster(number: int, tags: Sequence[str]) -> list[tuple[str, str]]:
    """Give the languages of a page, each with its URL below the base URL."""
    return [(tag, f"{tag}/section-{number % 50}/page-{number}/") for tag in tags]


def check(planned: Plan, clusters: int, tags: Sequence[str]) -> None:
    """Compare the alternates of all entries with those that must be."""
    found = {e.loc: e.alternates for each in planned.sitemaps for e in each.entries}
    for number in range(clusters):
        links = [(tag, BASE + url) for tag, url in cluster(number, tags)]
        wanted = tuple(sorted(links))
        for _, url in links:
            if found.pop(url, None) != wanted:
                sys.exit(f"{url} has other alternates than {wanted}")
    if found:
        sys.exit(f"there are {len(found)} too many, {sorted(found)[:3]}")


if __name__ == "__main__":
    main()
