"""The option `check`: what a build finds of its own output is told as it builds."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import msgspec

from scopemap import Note, Options, Page, Site, build

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


ROBOTS = f"Sitemap: {BASE}old/sitemap.xml\n"


def test_each_kind_of_fault_is_one_note(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old/sitemap.xml").write_text(OLD, encoding="utf-8")
    (tmp_path / "robots.txt").write_text(ROBOTS, encoding="utf-8")
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
    )


def test_what_nothing_names_is_only_told(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old/sitemap.xml").write_text(OLD, encoding="utf-8")
    report = build(site(tmp_path), Options(lastmod=(), check=True), environ={})
    text = (
        "check: A sitemap lies in the folder, and neither robots.txt nor an index names"
        " it. Name it, or delete it: old ones are read as long as they are there. That"
        " of a version which is not to be found may stay: version selectors read it."
        f" (SM708 stray-sitemap; old/sitemap.xml {BASE}old/sitemap.xml)"
    )
    assert report.notes == (Note("info", "SM708", text),)


def test_what_the_build_lists_on_purpose_is_no_fault(tmp_path):
    """A page may be called search; and the author may want what says noindex."""
    described = site(tmp_path)
    tag = '<meta name="robots" content="noindex"><title>A</title>'
    (tmp_path / "search.html").write_text(tag, encoding="utf-8")
    names = ("index.html", "search.html")
    pages = tuple(Page(PurePosixPath(name)) for name in names)
    described = msgspec.structs.replace(described, walks=False, pages=pages)
    options = Options(lastmod=(), check=True, keep=("noindex",))
    report = build(described, options, environ={})
    assert (report.urls, report.notes) == (2, ())


def test_it_is_not_asked_for_in_a_dry_run(tmp_path):
    options = Options(lastmod=(), check=True)
    report = build(site(tmp_path), options, environ={}, dry_run=True)
    assert report.notes == ()
