"""What was built: the evidence by which a URL that is listed no more is judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from scopemap import urls
from scopemap.check.absence import Absence
from scopemap.diff.listing import Listing
from scopemap.evidence import Evidence, Track, gather
from scopemap.facts import NOTHING, Facts
from scopemap.folder import adopt_pages
from scopemap.locate import Located, find_name
from scopemap.model import Page, Site
from scopemap.redirects import find_redirect
from scopemap.verdict import Verdict, judge

_MOST_HOPS = 10
"""Redirects that are followed; engines give up sooner."""


class Built(Struct, frozen=True):
    """Hold what lies in the new folder, and what it says."""

    base_url: str
    evidence: Evidence
    pages: Mapping[str, Page]
    """The HTML files, each with its source where that is known."""
    claims: Mapping[str, str]
    """The files that name a canonical URL, by that URL, bare."""
    absence: Absence

    def facts(self, file: str | None) -> Facts:
        """Give what a file says of itself."""
        if file is None:
            return NOTHING
        return self.evidence.facts.get(PurePosixPath(file), NOTHING)

    def find_file(self, url: str) -> str | None:
        """Give the file that answers at a URL; None also where it is not ours."""
        path = urls.below(self.base_url, url)
        return None if path is None else find_name(path, self.evidence.files)

    def find_target(self, url: str) -> tuple[str, str] | None:
        """Give where the readers of a URL are sent, and what does so."""
        file = self.find_file(url)
        if file is not None and (target := self.facts(file).redirect) is not None:
            return target, file
        found = find_redirect(
            self.evidence.redirects,
            url,
            file_exists=file is not None,
            always=self.evidence.redirects_win,
        )
        return (found.target, "_redirects") if found is not None else None

    def answers(self, url: str) -> bool:
        """Tell whether a reader who is sent to a URL gets a page in the end.

        Of what lies outside this folder nothing is known, and nothing bad believed.
        """
        for _ in range(_MOST_HOPS):
            if urls.below(self.base_url, url) is None:
                return True
            sent = self.find_target(url)
            if sent is None:
                return self.find_file(url) is not None or self.is_rewritten(url)
            url = sent[0]
        return False

    def is_rewritten(self, url: str) -> bool:
        """Tell whether a rule of the host's serves another file at a URL."""
        path = urls.below(self.base_url, url)
        return path is not None and self.absence.explain(url, path) is None

    def judge(self, url: str, file: str) -> Verdict | None:
        """Give the strongest reason for which a page would not be listed."""
        page = self.pages.get(file) or Page(PurePosixPath(file))
        if page.skip is not None:
            return Verdict(page.skip, "")
        path = urls.below(self.base_url, url) or ""
        return next(judge(Located(page, url, path), self.evidence), None)


def read_built(
    listing: Listing,
    base_url: str,
    *,
    sources: Path | None,
    environ: Mapping[str, str],
    track: Track,
) -> Built | None:
    """Read the pages of a folder; of a sitemap alone there is nothing to read."""
    if listing.survey is None:
        return None
    site = Site(
        base_url, listing.root, Path(), (), "diff", walks=True, sources_in=sources
    )
    # Whose folder it is makes no difference here.
    site = adopt_pages(site, replace(listing.survey, sitemaps={}))
    evidence = gather(site, listing.survey, environ=environ, track=track)
    return Built(
        base_url=base_url,
        evidence=evidence,
        pages={str(page.path): page for page in site.pages},
        claims={
            urls.bare(facts.canonical): str(path)
            for path, facts in sorted(evidence.facts.items(), reverse=True)
            if facts.canonical is not None and facts.redirect is None
        },
        absence=Absence.of(evidence, listing.survey.files),
    )
