"""What has become of a URL that is listed no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from scopemap.diff import compare

URL = "https://docs.acme.org/"
STUB = '<title>Moved</title><meta http-equiv="refresh" content="0; url={}">'


@pytest.fixture
def fate(lay, page):
    """Give fate, target and reason of `/a/`, after other files were laid out."""

    def fate(files, **options):
        home = {"index.html": page("Home"), "b/index.html": page("B")}
        old = lay("old", home | {"a/index.html": page("A")})
        (gone,) = compare(old, lay("new", home | files, **options), environ={}).removed
        return gone.fate, gone.target, gone.why

    return fate


def test_without_anything_there_it_is_lost(fate):
    assert fate({}) == ("lost", "", "")


def test_a_name_that_ends_in_index_is_no_folder(sitemap):
    for name in ("re", "reindex"):
        Path("new").mkdir(exist_ok=True)
        Path(f"new/{name}.html").write_text(f"<p>{name}", encoding="utf-8")
    old = sitemap("old.xml", f"{URL}re", f"{URL}reindex")
    sitemap("new/sitemap.xml", f"{URL}re")
    (gone,) = compare(old, Path("new"), base_url=URL, environ={}).removed
    assert (gone.url, gone.fate) == (f"{URL}reindex", "unlisted")


def test_a_redirect_page_leads_on(fate):
    told = ("redirected", f"{URL}b/", "by a/index.html")
    assert fate({"a/index.html": STUB.format("../b/")}) == told


@pytest.mark.parametrize(
    ("target", "where"),
    [
        pytest.param("../gone/", f"{URL}gone/", id="no-page"),
        pytest.param("../c/", f"{URL}c/", id="in-a-circle"),
    ],
)
def test_a_redirect_that_leads_nowhere_does_not_count(fate, target, where):
    files = {"a/index.html": STUB.format(target), "c/index.html": STUB.format("../a/")}
    why = f"a/index.html sends its readers to {where}, where nothing answers"
    assert fate(files) == ("lost", "", why)


def test_a_redirect_out_of_the_folder_is_believed(fate):
    away = "https://other.example.net/x"
    told = ("redirected", away, "by a/index.html")
    assert fate({"a/index.html": STUB.format(away)}) == told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        pytest.param(
            "/a/ /b/ 301", ("redirected", f"{URL}b/", "by _redirects"), id="rule"
        ),
        pytest.param(
            "/a/* /b/:splat 302",
            ("redirected", f"{URL}b/", "by _redirects"),
            id="splat",
        ),
        pytest.param(
            "/a/ /x/\n/x/ /b/", ("redirected", f"{URL}x/", "by _redirects"), id="chain"
        ),
        pytest.param(
            "/a/ /x/",
            (
                "lost",
                "",
                f"_redirects sends its readers to {URL}x/, where nothing answers",
            ),
            id="dead",
        ),
        pytest.param(
            "/a/ /b/ 200",
            ("unlisted", "", "_redirects serves another file there"),
            id="rewrite",
        ),
        pytest.param("/a/ /404.html 404", ("lost", "", ""), id="missing"),
        pytest.param("/A/ /b/", ("lost", "", ""), id="another-path"),
    ],
)
def test_a_rule_of_the_host_counts_if_it_leads_on(fate, rules, told):
    assert fate({"_redirects": rules}) == told


def test_a_page_that_is_only_listed_no_more_is_not_lost(fate, page):
    noindex = page("A", head='<meta name="robots" content="noindex">')
    told = ("unlisted", "", "noindex: it says robots: noindex")
    assert fate({"a/index.html": noindex}) == told


def test_a_page_with_another_canonical_page_is_unlisted(fate, page):
    other = page("A", head=f'<link rel="canonical" href="{URL}b/">')
    told = ("unlisted", "", f"canonical: it is {URL}b/")
    assert fate({"a/index.html": other}) == told


def test_a_page_that_was_excluded_is_unlisted_without_a_reason(fate, page):
    told = ("unlisted", "", "")
    assert fate({"a/index.html": page("A")}, exclude=("a/",)) == told


def test_a_draft_is_unlisted(lay, page, sitemap):
    new = lay("new", {"index.html": page("Home"), "drafts/index.html": page("A")})
    (gone,) = compare(sitemap("old.xml", URL, f"{URL}drafts/"), new).removed
    assert (gone.fate, gone.why) == ("unlisted", "draft")


def test_on_cloudflare_a_rule_wins_over_the_page(lay, page):
    home = {"index.html": page("Home"), "b/index.html": page("B")}
    old = lay("old", home | {"a/index.html": page("A")})
    files = {"a/index.html": page("A"), "_redirects": "/a/ /b/"}
    new = lay("new", home | files, exclude=("a/",))
    fates = [
        compare(old, new, environ=environ).removed[0].fate
        for environ in ({}, {"CF_PAGES": "1"})
    ]
    assert fates == ["unlisted", "redirected"]


def test_another_spelling_of_the_same_page_is_told(lay, page, sitemap):
    lay("new", {"index.html": page("Home"), "a/index.html": page("A")})
    old = sitemap("old.xml", URL, f"{URL}a/index.html", f"{URL}a")
    found = compare(old, Path("new"))
    assert [(each.url, each.fate, each.target) for each in found.removed] == [
        (f"{URL}a", "respelt", f"{URL}a/"),
        (f"{URL}a/index.html", "respelt", f"{URL}a/"),
    ]


def test_a_url_that_another_build_may_serve_is_named_by_a_page(lay, page, sitemap):
    new = f"{URL}v2/"
    link = f'<link rel="canonical" href="{URL}stable/a/">'
    files = {"index.html": page("Home"), "a/index.html": page("A", head=link)}
    lay("new", files, base_url=new)
    old = sitemap("old.xml", URL, f"{URL}stable/a/", f"{URL}stable/b/")
    found = compare(old, Path("new"), base_url=new)
    assert [(each.url, each.fate, each.why) for each in found.removed] == [
        (URL, "lost", ""),
        (f"{URL}stable/a/", "canonical", "canonical URL of a/index.html"),
        (f"{URL}stable/b/", "lost", ""),
    ]


def test_a_canonical_url_that_should_be_there_and_is_not_does_not_answer(fate, page):
    claims = page("A", head=f'<link rel="canonical" href="{URL}a/">')
    assert fate({"c/index.html": claims}) == ("lost", "", "")


def test_a_sitemap_alone_shows_no_answers_and_says_so(sitemap):
    found = compare(sitemap("old.xml", URL, f"{URL}a"), sitemap("new.xml", URL))
    assert [each.fate for each in found.removed] == ["lost"]
    (note,) = found.notes
    assert note.text == (
        "new.xml is a sitemap alone: whether anything answers at what it lists no more"
        " is not known"
    )
