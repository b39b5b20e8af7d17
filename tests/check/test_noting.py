"""The option `check`: what a build finds of its own output is told as it builds."""

from __future__ import annotations

from pathlib import Path

from scopemap import Note, Options, Site, build

BASE = "https://docs.acme.org/"
PAGE = "<title>Page</title>"
OLD = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://docs.acme.org/gone/</loc></url>
<url><loc>https://docs.acme.org/gone/too/</loc></url>
</urlset>
"""


def site(folder: Path) -> Site:
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    return Site(BASE, folder, folder, (), "test", walks=True)


def test_what_is_right_is_told_by_nothing(tmp_path):
    report = build(site(tmp_path), Options(lastmod=(), check=True), environ={})
    assert report.notes == ()


def test_each_kind_of_fault_is_one_note(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old/sitemap.xml").write_text(OLD, encoding="utf-8")
    report = build(site(tmp_path), Options(lastmod=(), check=True), environ={})
    assert report.notes == (
        Note(
            "warning",
            "SM208",
            "check: The URL does not lie in the folder of its sitemap, or below;"
            " engines drop it. Write the sitemap into the folder that all of its pages"
            f" share, or higher. (SM208 out-of-scope; old/sitemap.xml:2 {BASE}gone/,"
            f" old/sitemap.xml:3 {BASE}gone/too/)",
        ),
        Note(
            "warning",
            "SM601",
            "check: Nothing lies at the URL. Build the page, or take it out of the"
            f" sitemap. (SM601 no-page; old/sitemap.xml:2 {BASE}gone/,"
            f" old/sitemap.xml:3 {BASE}gone/too/)",
        ),
        Note(
            "info",
            "SM708",
            "check: A sitemap lies in the folder, and neither robots.txt nor an index"
            " names it. Name it, or delete it: old ones are read as long as they are"
            f" there. (SM708 stray-sitemap; old/sitemap.xml {BASE}old/sitemap.xml)",
        ),
    )


def test_it_is_not_asked_for_in_a_dry_run(tmp_path):
    options = Options(lastmod=(), check=True)
    report = build(site(tmp_path), options, environ={}, dry_run=True)
    assert report.notes == ()
