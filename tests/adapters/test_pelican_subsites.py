"""i18n_subsites: a subsite for each language, run inside of the main site's run."""

from __future__ import annotations

import pytest

SITE = "https://handbook.example"
FRENCH = "https://fr.example"
BARE = {
    "DEFAULT_LANG": "en",
    "DIRECT_TEMPLATES": ["index"],
    "AUTHOR_SAVE_AS": "",
    "CATEGORY_SAVE_AS": "",
    "TAG_SAVE_AS": "",
    "PLUGINS": ["i18n_subsites", "scopemap"],
    "STATIC_PATHS": [],
}
INDEX = "sitemap-index.xml"
SET = ["robots.txt", INDEX, "sitemap.css", "sitemap.xml"]


def article(title: str, **metadata: str) -> str:
    # The drafts that i18n_subsites makes need a category of their own.
    fields = {"Category": "misc", "Date": "2024-02-03 12:00", **metadata}
    fields = {"Title": title, **fields}
    return "".join(f"{name}: {text}\n" for name, text in fields.items()) + "\nText.\n"


CONTENT = {
    "content/hello.md": article("Hello", Slug="hello", Lang="en"),
    "content/bonjour.md": article("Bonjour", Slug="hello", Lang="fr"),
    "content/hallo.md": article("Hallo", Slug="hello", Lang="de"),
    "content/seul.md": article("Seul", Lang="fr"),
    "content/alone.md": article("Alone", Lang="en"),
    "content/pages/about.md": "Title: About\nSlug: about\nLang: en\n\nText.\n",
    "content/pages/propos.md": "Title: A propos\nSlug: about\nLang: fr\n\nText.\n",
}
HELLO = {
    "de": "/de/hello.html",
    "en": "/hello.html",
    "fr": "/fr/hello.html",
    "x-default": "/hello.html",
}
ABOUT = {
    "en": "/pages/about.html",
    "fr": "/fr/pages/about.html",
    "x-default": "/pages/about.html",
}
HOME = {"de": "/de/", "en": "/", "fr": "/fr/", "x-default": "/"}


@pytest.fixture
def subsites(blog):
    blog.write(CONTENT)
    return blog


SETTINGS = {**BARE, "I18N_SUBSITES": {"fr": {}, "de": {}}}


def build(blog, **settings: object) -> str:
    printed = blog.pelican("-v", **SETTINGS | settings)
    assert blog.status == 0, printed
    return printed


def test_all_languages_are_listed_with_their_translations(subsites):
    """pelican-sitemap has /hello.html twice, and no page of the subsite."""
    build(subsites)
    assert subsites.alternates() == {
        "/": HOME,
        "/alone.html": {},
        "/de/": HOME,
        "/de/hello.html": HELLO,
        "/fr/": HOME,
        "/fr/hello.html": HELLO,
        "/fr/pages/about.html": ABOUT,
        "/fr/seul.html": {},
        "/hello.html": HELLO,
        "/pages/about.html": ABOUT,
    }
    ours = [name for name in subsites.files if name.rpartition("/")[2] in SET]
    assert ours == SET
    assert all((subsites.site / subsites.file(p)).is_file() for p in subsites.listed())


def test_two_builds_give_the_same_bytes(subsites):
    build(subsites)
    first = subsites.ours
    build(subsites)
    assert subsites.ours == first


def test_what_is_not_translated_is_left_out(subsites):
    printed = subsites.pelican("-D", **SETTINGS)
    assert "skipped fr/drafts/alone-en.html: draft" in printed
    assert "skipped de/pages/about-en.html: hidden" in printed


def test_what_is_kept_though_it_is_not_translated_is_a_fallback(subsites):
    settings = {"I18N_UNTRANSLATED_ARTICLES": "keep", "I18N_UNTRANSLATED_PAGES": "keep"}
    printed = subsites.pelican("-D", **SETTINGS, **settings)
    for name in ("fr/alone-en.html", "de/seul-fr.html", "seul-fr.html"):
        assert f"skipped {name}: fallback" in printed
    assert subsites.alternates()["/hello.html"] == HELLO
    build(subsites, **settings, SCOPEMAP_KEEP=["fallback"])
    assert "/fr/alone-en.html" in subsites.listed()


def test_a_text_whose_language_is_not_said_is_that_of_the_main_site(subsites):
    """The plugin writes it into every subsite, as if it were translated."""
    subsites.write({"content/said.md": article("Unsaid")})
    printed = subsites.pelican("-D", **SETTINGS)
    assert "skipped fr/unsaid.html: fallback" in printed
    assert subsites.alternates()["/unsaid.html"] == {}


def test_listings_at_the_same_place_are_each_others_languages(subsites):
    subsites.write(
        {"content/hello.md": article("Hello", Slug="hello", Lang="en", Tags="x")}
    )
    subsites.write(
        {"content/bonjour.md": article("Salut", Slug="hello", Lang="fr", Tags="x")}
    )
    build(
        subsites, TAG_SAVE_AS="tag/{slug}.html", YEAR_ARCHIVE_SAVE_AS="{date:%Y}.html"
    )
    tags = {"en": "/tag/x.html", "fr": "/fr/tag/x.html", "x-default": "/tag/x.html"}
    assert subsites.alternates()["/fr/tag/x.html"] == tags
    assert subsites.alternates()["/2024.html"]["de"] == "/de/2024.html"


def test_a_listing_of_texts_of_another_language_is_a_fallback(subsites):
    subsites.write({"content/said.md": article("Unsaid", Tags="x")})
    printed = subsites.pelican("-D", **SETTINGS | {"TAG_SAVE_AS": "tag/{slug}.html"})
    assert "skipped fr/tag/x.html: fallback" in printed
    assert subsites.alternates()["/tag/x.html"] == {}


def test_a_subsite_outside_of_the_output_has_a_set_of_its_own(subsites):
    build(subsites, I18N_SUBSITES={"fr": {"OUTPUT_PATH": "french"}, "de": {}})
    assert subsites.alternates()["/hello.html"] == HELLO
    assert subsites.read("robots.txt") == (
        "User-agent: *\nAllow: /\n\n"
        f"# scopemap\nSitemap: {SITE}/{INDEX}\n"
        f"# scopemap\nSitemap: {SITE}/fr/{INDEX}\n"
    )
    assert not any(path.startswith("/fr/") for path in subsites.listed())
    subsites.site = subsites.root / "french"
    assert subsites.alternates() == {
        "/fr/": HOME,
        "/fr/hello.html": HELLO,
        "/fr/pages/about.html": ABOUT,
        "/fr/seul.html": {},
    }
    ours = [name for name in subsites.files if name.rpartition("/")[2] in SET]
    assert ours == SET[1:]


@pytest.mark.parametrize("output", ["site/fr", "french"])
def test_a_subsite_on_another_host_has_a_set_of_its_own(output, subsites):
    fr = {"SITEURL": FRENCH, "OUTPUT_PATH": output}
    build(subsites, I18N_SUBSITES={"fr": fr, "de": {}})
    hello = HELLO | {"fr": f"{FRENCH}/hello.html"}
    about = ABOUT | {"fr": f"{FRENCH}/pages/about.html"}
    home = HOME | {"fr": f"{FRENCH}/"}
    assert subsites.alternates() == {
        "/": home,
        "/alone.html": {},
        "/de/": home,
        "/de/hello.html": hello,
        "/hello.html": hello,
        "/pages/about.html": about,
    }
    subsites.site = subsites.root / output
    assert subsites.alternates() == {
        f"{FRENCH}/": home,
        f"{FRENCH}/hello.html": hello,
        f"{FRENCH}/pages/about.html": about,
        f"{FRENCH}/seul.html": {},
    }
    robots = f"User-agent: *\nAllow: /\n\n# scopemap\nSitemap: {FRENCH}/{INDEX}\n"
    assert subsites.read("robots.txt") == robots


def test_a_base_url_moves_the_subsites_along(subsites):
    build(subsites, SITEURL="", SCOPEMAP_BASE_URL=f"{SITE}/x")
    listed = subsites.listed()
    assert {"/x/hello.html", "/x/fr/hello.html", "/x/de/"} < set(listed)


def test_while_one_writes_nothing_is_published(subsites):
    printed = build(subsites, SITEURL="")
    assert "nothing was written: SITEURL is not set" in printed
    assert not set(SET) & set(subsites.files)


def test_an_option_of_a_subsite_is_an_error(subsites):
    printed = subsites.pelican(
        **{**BARE, "I18N_SUBSITES": {"fr": {"SCOPEMAP_INDEX": "never"}}}
    )
    problem = "SCOPEMAP_INDEX: cannot be another one in a subsite"
    assert f"CRITICAL OptionError: {problem}" in printed
    assert subsites.status == 1


def test_a_subsite_can_be_left_out(subsites):
    build(subsites, I18N_SUBSITES={"fr": {"SCOPEMAP_ENABLED": False}, "de": {}})
    assert not any(path.startswith("/fr/") for path in subsites.listed())
    assert subsites.alternates()["/hello.html"] == {
        tag: url for tag, url in HELLO.items() if tag != "fr"
    }


def test_addresses_in_folders_and_by_date_are_linked(subsites):
    build(
        subsites,
        ARTICLE_URL="posts/{date:%Y}/{slug}/",
        ARTICLE_SAVE_AS="posts/{date:%Y}/{slug}/index.html",
    )
    assert subsites.alternates()["/fr/posts/2024/hello/"] == {
        "de": "/de/posts/2024/hello/",
        "en": "/posts/2024/hello/",
        "fr": "/fr/posts/2024/hello/",
        "x-default": "/posts/2024/hello/",
    }


def test_links_of_the_pages_lead_to_the_same_translations(subsites):
    build(subsites)
    links = subsites.read("fr/hello.html")
    assert 'href="https://handbook.example/fr/../hello.html"' in links


def test_a_default_language_may_be_written_in_capitals(subsites):
    subsites.write({"content/oi.md": article("Oi", Lang="pt_BR")})
    settings = {"DEFAULT_LANG": "pt_BR", "I18N_UNTRANSLATED_ARTICLES": "keep"}
    subsites_ = {"en": {}, "fr": {}, "de": {}}
    printed = subsites.pelican(
        "-D", **SETTINGS | settings | {"I18N_SUBSITES": subsites_}
    )
    assert "skipped en/oi-pt_BR.html: fallback" in printed
