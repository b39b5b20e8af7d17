"""Proposals: what looks like versions, for people to say whether it is."""

from __future__ import annotations

from scopemap.compose.proposing import Proposal, propose

PAGES = ("index.html", "a.html", "b/index.html", "c.html", "404.html", "search.html")


def builds(*folders, pages=PAGES, sitemap="sitemap.xml"):
    return [f"{folder}/{name}" for folder in folders for name in (*pages, sitemap)]


def test_whole_builds_beside_each_other_are_proposed(tmp_path):
    files = [*builds("docs/1.0", "docs/2.0", "docs/main", "blog"), "index.html"]
    (found,) = propose(tmp_path, files)
    assert found == Proposal("docs", ("docs/main", "docs/2.0", "docs/1.0"), 1.0)
    assert found.text == (
        "3 folders may be versions of one site, since 100% of their pages are alike;"
        " if they are, say so:"
        ' versions = ["docs/main", "docs/2.0", "docs/1.0"]'
    )


def test_links_to_them_are_proposed_with_them(tmp_path):
    for folder in ("1.0", "2.0"):
        (tmp_path / folder).mkdir()
    (tmp_path / "latest").symlink_to("2.0")
    (tmp_path / "friends").symlink_to("2.0")
    links = ["friends", "latest"]
    assert propose(tmp_path, builds("1.0", "2.0"), links=links) == (
        Proposal("", ("latest", "2.0", "1.0"), 1.0),
    )


def test_each_folder_of_languages_has_a_proposal(tmp_path):
    found = propose(tmp_path, builds("en/1.0", "en/stable", "de/1.0", "de/stable"))
    assert [proposal.base for proposal in found] == ["de", "en"]


def test_archives_months_and_errors_are_no_versions(tmp_path):
    """Not even the year of a conference whose sites are whole and alike."""
    files = builds("2023", "2024", "01", "02", "404", "500", "2024/01", "2024/02")
    assert propose(tmp_path, files) == ()


def test_a_folder_without_home_page_or_sitemap_is_no_build(tmp_path):
    pages = [f"{folder}/{name}" for folder in ("1.0", "2.0") for name in PAGES]
    assert propose(tmp_path, pages) == ()
    no_home = builds("1.0", "2.0", pages=PAGES[1:])
    assert propose(tmp_path, no_home) == ()


def test_builds_with_other_pages_are_other_sites(tmp_path):
    """Names that every build has, such as `404.html`, prove nothing."""
    other = builds("v2", pages=("index.html", "404.html", "search.html", "x.html"))
    assert propose(tmp_path, [*builds("v1"), *other]) == ()
    bare = builds("v1", "v2", pages=("index.html", "404.html"))
    assert propose(tmp_path, bare) == ()


def test_most_pages_have_to_be_alike(tmp_path):
    five = [f"{number}.html" for number in range(5)]
    three, two = ([*five[:n], "x.html", "y.html", "z.html"][:5] for n in (3, 2))
    first = builds("v1", pages=("index.html", *five))
    enough = builds("v2", pages=("index.html", *three))
    short = builds("v2", pages=("index.html", *two))
    assert propose(tmp_path, [*first, *enough]) == (Proposal("", ("v2", "v1"), 0.6),)
    assert propose(tmp_path, [*first, *short]) == ()


def test_a_version_is_compared_with_the_next_one(tmp_path):
    """The first and the last of many may have little in common."""
    files = []
    for number in range(1, 8):
        names = (f"{page}.html" for page in range(number * 2, number * 2 + 6))
        files += builds(f"{number}.0", pages=("index.html", *names))
    (found,) = propose(tmp_path, files)
    assert found.folders == tuple(f"{number}.0" for number in range(7, 0, -1))


def test_what_is_declared_is_not_proposed(tmp_path):
    files = builds("1.0", "2.0")
    assert propose(tmp_path, files, known=["1.0", "2.0"]) == ()
