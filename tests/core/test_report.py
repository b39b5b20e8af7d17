from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from scopemap.model import Note, Skipped
from scopemap.report import Report, brief

ROOT = PurePosixPath("sitemap.xml")
DOCS = PurePosixPath("docs/sitemap.xml")
GONE = Skipped(PurePosixPath("404.html"), "error")


@pytest.mark.parametrize(
    ("report", "summary"),
    [
        pytest.param(
            Report(urls=1, sitemaps=(ROOT,), submit=("https://a.b/sitemap.xml",)),
            "1 URL in 1 sitemap, 0 skipped; submit https://a.b/sitemap.xml",
            id="one",
        ),
        pytest.param(
            Report(
                urls=2,
                sitemaps=(DOCS, ROOT),
                submit=("https://a.b/sitemap-index.xml",),
                skipped=(GONE,) * 3,
            ),
            "2 URLs in 2 sitemaps, 3 skipped; submit https://a.b/sitemap-index.xml",
            id="several",
        ),
        pytest.param(
            Report(urls=9, sitemaps=(ROOT,) * 5, submit=("1", "2", "3", "4", "5")),
            "9 URLs in 5 sitemaps, 0 skipped; submit 1, 2, 3 and 2 more",
            id="no-more-than-three-to-submit",
        ),
        pytest.param(Report(skipped=(GONE,)), "", id="nothing-written"),
    ],
)
def test_the_summary_is_one_line(report, summary):
    assert report.summary == summary


def test_notes_of_one_kind_are_told_three_times_and_then_counted():
    """A blog of 300 posts may have 300 dates that nobody can read."""
    many = [Note("info", "page-word", str(n)) for n in range(5)]
    warnings = [Note("warning", "page-word", str(n)) for n in range(5)]
    other = Note("info", "shallow", "a")
    assert list(brief([*many, *warnings, other, other])) == [
        *many[:3],
        Note("info", "page-word", "and 2 more of this kind"),
        *warnings,
        other,
    ]
