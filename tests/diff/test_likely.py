"""Where a lost page probably is now."""

from __future__ import annotations

import pytest

from scopemap.diff import Likely, compare

URL = "https://docs.acme.org/"


@pytest.fixture
def likely(lay, page):
    """Compare two sites; give the likely place of each lost page, and what says so."""

    def likely(old, new):
        home = {"index.html": page("Home", "Welcome")}
        found = compare(lay("old", home | old), lay("new", home | new))
        assert {each.fate for each in found.removed} == {"lost"}
        return {
            each.url.removeprefix(URL): each.likely
            and (each.likely.url.removeprefix(URL), each.likely.by)
            for each in found.removed
        }

    return likely


def test_a_page_that_claims_the_old_url_is_the_surest(likely, page):
    head = f'<link rel="canonical" href="{URL}a.html">'
    new = {"x/b.html": page("B", head=head), "y/a.html": page("A")}
    assert likely({"a.html": page("A")}, new) == {"a.html": ("x/b.html", "canonical")}


def test_the_content_is_the_same_whatever_theme_and_links(likely, page):
    old = page("A", 'Pip <a href="b/">b</a> <img src=x.png>', head="<style>a</style>")
    new = page("A", "Pip <a href='../../b/'>b</a> <img src=../../x.png>")
    places = likely({"a/index.html": old}, {"d/e/f/index.html": new})
    assert places == {"a/": ("d/e/f/", "content")}


def test_two_new_pages_with_the_content_say_nothing(likely, page):
    new = {"x.html": page("A"), "y.html": page("A")}
    assert likely({"a.html": page("A")}, new) == {"a.html": None}


def test_pages_without_content_are_not_alike(likely):
    assert likely({"a.html": "<main></main>"}, {"b.html": "<main></main>"}) == {
        "a.html": None
    }


def test_several_pages_may_have_become_one(likely, page):
    old = {"a.html": page("A"), "b.html": page("A")}
    assert likely(old, {"c.html": page("A")}) == {
        "a.html": ("c.html", "content"),
        "b.html": ("c.html", "content"),
    }


def test_what_many_pages_say_is_no_sign(likely, page):
    old = {f"{n}.html": page("Soon", "Nothing here yet") for n in range(4)}
    found = likely(old, {"new.html": page("Soon", "Nothing here yet")})
    assert found == dict.fromkeys(old, None)


def test_versions_of_a_page_may_have_become_one(likely, page):
    old = {f"{n}/a.html": page("A") for n in range(4)}
    found = likely(old, {"docs/a.html": page("A")})
    assert found == dict.fromkeys(old, ("docs/a.html", "content"))


@pytest.mark.parametrize(
    "new",
    [
        pytest.param("guide/install/index.html", id="folder"),
        pytest.param("guide/install.html", id="file"),
    ],
)
def test_the_last_name_tells(likely, page, new):
    place = new.removesuffix("index.html")
    assert likely({"install.html": page("I")}, {new: page("J", "other")}) == {
        "install.html": (place, "name")
    }


def test_a_new_page_is_likelier_than_one_that_was_there(lay, page):
    both = {"index.html": page("Home", "Hi"), "y/a.html": page("Y", "y")}
    old = lay("old", {**both, "a.html": page("A", "1")})
    new = lay("new", {**both, "x/a.html": page("X", "x")})
    (gone,) = compare(old, new).lost
    assert gone.likely == Likely(f"{URL}x/a.html", "name", "x/a.md")


def test_one_that_was_there_is_better_than_none(lay, page):
    both = {"index.html": page("Home", "Hi"), "2/a.html": page("Y", "y")}
    (gone,) = compare(lay("old", {**both, "1/a.html": "x"}), lay("new", both)).lost
    assert gone.likely == Likely(f"{URL}2/a.html", "name", "2/a.md")


def test_two_pages_of_one_name_say_nothing(likely, page):
    new = {"x/a.html": page("X"), "y/a.html": page("Y")}
    assert likely({"a.html": page("A")}, new) == {"a.html": None}


def test_a_name_in_other_letters_is_the_same_to_people(likely, page):
    new = {"guide/api.html": page("X"), "v2/API.html": page("Y")}
    assert likely({"guide/API.html": page("A")}, new) == {
        "guide/API.html": ("guide/api.html", "name")
    }


def test_the_title_tells_at_last(likely, page):
    old = {"a.html": page("Setup", "1")}
    assert likely(old, {"b.html": page("Setup", "2")}) == {
        "a.html": ("b.html", "title")
    }


def test_a_title_that_all_pages_have_says_nothing(likely, page):
    old = {"a.html": page("Acme", "1"), "b.html": page("Acme", "2")}
    assert likely(old, {"c.html": page("Acme", "3")}) == {
        "a.html": None,
        "b.html": None,
    }


def test_sitemaps_alone_know_names(sitemap):
    old = sitemap("old.xml", URL, f"{URL}a/")
    (gone,) = compare(old, sitemap("new.xml", URL, f"{URL}b/a")).lost
    assert gone.likely == Likely(f"{URL}b/a", "name", "b/a.md")
