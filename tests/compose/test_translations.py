"""Builds in several languages: whose links stay, which come, and which go."""

from __future__ import annotations

import pytest

from scopemap import OptionError
from scopemap.compose.translations import (
    Translations,
    read_languages,
    read_x_default,
)

HOST = "https://host.acme.org/"
EN, DE, FR = HOST, f"{HOST}de/", f"{HOST}fr/"
BASES = (("en", "/"), ("de", "de/"), ("fr", "fr/"))


def translate(*listed, bases=BASES, x_default=None):
    languages = read_languages(bases, HOST)
    translations = Translations((HOST,), languages, x_default, {})
    translations.note(listed)
    return translations


A = (f"{EN}a", f"{DE}a", f"{FR}a")
THREE = (("de", f"{DE}a"), ("en", f"{EN}a"), ("fr", f"{FR}a"))


@pytest.mark.parametrize("loc", A)
def test_the_same_path_is_the_same_page(loc):
    assert translate(*A).links_of(loc, ()) == THREE
    assert translate(*A, x_default="fr").links_of(loc, ()) == (
        *THREE,
        ("x-default", f"{FR}a"),
    )


SLUG = (("de", f"{DE}a"), ("en", f"{EN}a"), ("fr", f"{FR}traduit"))


def test_a_translation_that_its_build_knows_at_another_path_stays():
    translations = translate(f"{EN}a", f"{DE}a", f"{FR}traduit")
    for _, url in SLUG:
        assert translations.links_of(url, SLUG) == SLUG


@pytest.mark.parametrize(
    ("named", "links"),
    [
        pytest.param(
            [("de", f"{DE}a"), ("en", f"{EN}a"), ("fr", f"{FR}a")],
            [("de", f"{DE}a"), ("en", f"{EN}a")],
            id="no-more",
        ),
        pytest.param(
            [("de", f"{DE}a"), ("fr", f"{EN}a")],
            [("de", f"{DE}a"), ("en", f"{EN}a")],
            id="of-another-language",
        ),
        pytest.param(
            [("en", f"{EN}b"), ("de", f"{DE}a")],
            [("de", f"{DE}a"), ("en", f"{EN}a")],
            id="that-is-not-the-page-itself",
        ),
        pytest.param(
            [("x-default", f"{FR}a")],
            [("de", f"{DE}a"), ("en", f"{EN}a")],
            id="default-no-more",
        ),
    ],
)
def test_a_link_to_a_page_that_is_not_listed_goes(named, links):
    translations = translate(f"{EN}a", f"{DE}a", f"{EN}b")
    assert translations.links_of(f"{EN}a", tuple(named)) == tuple(links)


def test_a_page_that_is_alone_again_has_no_links():
    translations = translate(f"{EN}a")
    assert translations.links_of(f"{EN}a", THREE) == ()
    assert translations.links_of(f"{EN}a", ()) == ()


def test_what_a_build_says_of_a_page_that_is_alone_stays():
    """mkdocs-static-i18n's own sitemap has such links."""
    alone = (("en", f"{EN}a"),)
    assert translate(f"{EN}a").links_of(f"{EN}a", alone) == alone


ELSEWHERE = (("de", f"{DE}a"), ("en", f"{EN}a"), ("ja", "https://acme.jp/a"))


def test_a_language_that_was_not_asked_for_stays():
    listed = translate(f"{EN}a", f"{DE}a")
    assert listed.links_of(f"{EN}a", ELSEWHERE) == ELSEWHERE


def test_a_language_on_another_host_stays():
    bases = (*BASES, ("ja", "https://acme.jp/"))
    listed = translate(f"{EN}a", f"{DE}a", bases=bases)
    assert listed.links_of(f"{EN}a", ELSEWHERE) == ELSEWHERE
    default = (*ELSEWHERE, ("x-default", "https://acme.jp/a"))
    assert listed.links_of(f"{EN}a", default) == default


@pytest.mark.parametrize("url", [f"{EN}a", "https://acme.jp/a"])
def test_a_default_that_its_build_has_written_stays(url):
    links = (("de", f"{DE}a"), ("en", f"{EN}a"), ("x-default", url))
    assert translate(f"{EN}a", f"{DE}a").links_of(f"{EN}a", links) == links


def test_a_default_that_was_asked_for_takes_its_place():
    links = (("de", f"{DE}a"), ("en", f"{EN}a"), ("x-default", f"{EN}a"))
    asked = translate(f"{EN}a", f"{DE}a", x_default="de")
    assert asked.links_of(f"{EN}a", links) == (*links[:2], ("x-default", f"{DE}a"))


def test_a_tag_that_engines_do_not_read_is_mended():
    bases = (("en", "/"), ("pt_BR", "pt/"))
    listed = translate(f"{EN}a", f"{HOST}pt/a", bases=bases)
    named = (("en", f"{EN}a"), ("pt_BR", f"{HOST}pt/a"))
    links = (("en", f"{EN}a"), ("pt-BR", f"{HOST}pt/a"))
    assert listed.links_of(f"{EN}a", named) == links


def test_a_page_outside_of_all_languages_is_left_alone():
    bases = (("en", "en/"), ("de", "de/"))
    named = (("en", f"{HOST}blog/"), ("de", f"{DE}blog/"))
    assert translate(bases=bases).links_of(f"{HOST}blog/", named) == named


@pytest.mark.parametrize("given", ["pt-BR", "pt_br"])
def test_the_default_is_known_however_its_tag_is_written(given):
    languages = read_languages((("en", "/"), ("pt_BR", "pt/")), HOST)
    assert read_x_default(given, languages) == "pt-BR"
    assert read_x_default(None, languages) is None


@pytest.mark.parametrize(
    ("bases", "known"), [(BASES, "de, en, fr"), ((), "there are none")]
)
def test_a_default_that_is_none_of_the_languages_is_told(bases, known):
    with pytest.raises(OptionError) as caught:
        read_x_default("it", read_languages(bases, HOST))
    problem = f"x_default: 'it' must be one of the languages: {known}"
    assert str(caught.value) == problem
