"""Take pages through the core, from what was built to files in a folder.

    python -m benchmarks.subjects.plans WAY PAGES FOLDER

The ways: `plain`; `translated`, where each page names 20 languages; `scopes`, where 50
folders have sitemaps of their own.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from benchmarks.entries import (
    SECTIONS,
    dates,
    evidence,
    site,
    survey,
    translated_site,
)
from benchmarks.meter import tell
from scopemap.options import Options, Scope
from scopemap.plan import plan
from scopemap.write import write


def main() -> None:
    """Make the pages, plan and write, and print what that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=["plain", "translated", "scopes"])
    parser.add_argument("pages", type=int)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    is_translated = given.way == "translated"
    made = translated_site(given.pages) if is_translated else site(given.pages)
    found, dated, facts = survey(made), dates(made), evidence(made)
    scopes = tuple(Scope(f"section-{number:02}/") for number in range(SECTIONS))
    options = Options(scopes=scopes) if given.way == "scopes" else Options()

    def work() -> None:
        planned = plan(made, options, found, dated, evidence=facts, readthedocs=False)
        write(msgspec.structs.replace(planned, output=given.folder))

    tell(work)


if __name__ == "__main__":
    main()
