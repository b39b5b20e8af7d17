"""Whether translations name each other: real folders with sitemaps and pages."""

from __future__ import annotations

import pytest

from scopemap import Options, Site, build
from scopemap.check.graph import judge_graph
from scopemap.options import Language

ROOT = "https://example.com/"
EN, DE, FR = f"{ROOT}en/", f"{ROOT}de/", f"{ROOT}fr/"
DEFAULT = ("x-default", EN)
ALL = (("en", EN), ("de", DE), DEFAULT)


def page(lang: str = "", *links: tuple[str, str]) -> str:
    said = f' lang="{lang}"' if lang else ""
    tags = "".join(
        f'<link rel="alternate" hreflang="{tag}" href="{url}">' for tag, url in links
    )
    return f"<html{said}><head><title>T</title>{tags}</head><body></body></html>"


def link(tag: str, url: str) -> str:
    return f'<xhtml:link rel="alternate" hreflang="{tag}" href="{url}"/>'


def url(loc: str, *links: tuple[str, str] | str) -> str:
    lines = [each if isinstance(each, str) else link(*each) for each in links]
    return "\n".join([f"<url><loc>{loc}</loc>", *lines, "</url>\n"])


def urlset(*urls: str) -> str:
    return (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        f' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{"".join(urls)}</urlset>\n'
    )


def found(context):
    return [(f.code, f.file, f.line, f.url) for f in judge_graph(context)]


def texts(context):
    return [f.text for f in judge_graph(context)]


def test_translations_that_name_each_other_have_no_fault(look):
    files = {
        "en/index.html": page("en", *ALL),
        "de/index.html": page("de-DE", *ALL),
        "sitemap.xml": urlset(url(EN, *ALL), url(DE, *ALL), url(f"{ROOT}about/")),
        "sitemap.txt": f"{EN}\n{DE}\n",
    }
    assert found(look(files)) == []


def test_they_may_stand_in_several_sitemaps_in_any_spelling(look):
    one = (("EN", f"{EN}a~b"), ("de", f"{DE}a~b"), ("X-Default", f"{EN}a%7Eb"))
    other = (("en", f"{EN}a%7eb"), ("de", f"{DE}a%7Eb"), ("x-default", f"{EN}a~b"))
    files = {
        "en/sitemap.xml": urlset(url(f"{EN}a~b", *one)),
        "de/sitemap.xml": urlset(url(f"{DE}a%7Eb", *other)),
    }
    assert found(look(files)) == []


@pytest.mark.parametrize(
    ("tag", "lacks"),
    [
        pytest.param(f'<xhtml:link hreflang="de" href="{DE}"/>', "alternate", id="rel"),
        pytest.param(
            f'<xhtml:link rel="alternate" href="{DE}"/>', "hreflang", id="hreflang"
        ),
        pytest.param('<xhtml:link rel="alternate" hreflang="de"/>', "href", id="href"),
        pytest.param(
            f'<xhtml:link rel="next" hreflang="de" href="{DE}"/>',
            "alternate",
            id="other-rel",
        ),
    ],
)
def test_a_link_has_all_three_attributes(look, tag, lacks):
    files = {"sitemap.xml": urlset(url(EN, ("en", EN), tag, DEFAULT), url(DE, *ALL))}
    context = look(files)
    faults = [f for f in judge_graph(context) if f.code == "SM501"]
    assert [(f.file, f.line, f.url) for f in faults] == [("sitemap.xml", 4, EN)]
    assert lacks in faults[0].text


def test_a_link_of_another_relation_is_none_of_language(look):
    amp = f'<xhtml:link rel="amphtml" href="{ROOT}amp/"/>'
    assert found(look({"sitemap.xml": urlset(url(EN, amp))})) == []


def test_a_page_for_phones_is_no_translation(look):
    """Nor does it hide those that another sitemap names for the page."""
    phone = (
        '<xhtml:link rel="alternate" media="only screen and (max-width: 640px)"'
        ' href="https://m.example.com/"/>'
    )
    files = {
        "a.xml": urlset(url(EN, phone)),
        "sitemap.xml": urlset(url(EN, *ALL, phone), url(DE, *ALL)),
        "robots.txt": f"Sitemap: {ROOT}a.xml\nSitemap: {ROOT}sitemap.xml\n",
    }
    assert found(look(files)) == []


@pytest.mark.parametrize(
    "tag",
    ["pt_BR", "en-UK", "jp", "en-EU", "english", "EU-u", "de-AT-1996", "de-"],
)
def test_a_language_is_one_that_engines_know(look, tag):
    links = (("en", EN), (tag, DE), DEFAULT)
    files = {"sitemap.xml": urlset(url(EN, *links), url(DE, *links))}
    assert found(look(files)) == [
        ("SM502", "sitemap.xml", 4, EN),
        ("SM502", "sitemap.xml", 9, DE),
    ]


@pytest.mark.parametrize(
    "tag",
    [
        "de",
        "DE",
        "de-AT",
        "de-at",
        "zh-Hant",
        "zh-hant-hk",
        "es-419",
        "pt-BR",
        "fil",
        "X-DEFAULT",
    ],
)
def test_a_language_may_be_written_in_any_case(look, tag):
    links = (("en", EN), (tag, DE), DEFAULT)
    files = {"sitemap.xml": urlset(url(EN, *links), url(DE, *links))}
    assert [f for f in found(look(files)) if f[0] != "SM504"] == []


@pytest.mark.parametrize("href", ["/de/", "de/", "//example.com/de/", "ftp://a.org/"])
def test_the_address_of_a_translation_is_whole(look, href):
    links = (("en", EN), ("de", href), DEFAULT)
    files = {"sitemap.xml": urlset(url(EN, *links), url(DE, *ALL))}
    faults = [f for f in found(look(files)) if f[0] != "SM507"]
    assert faults == [("SM503", "sitemap.xml", 4, EN)]


def test_a_relative_address_is_no_second_fault(look):
    links = (("en", EN), ("de", "/de/"), DEFAULT)
    files = {"sitemap.xml": urlset(url(EN, *links), url(DE, *ALL))}
    assert found(look(files)) == [("SM503", "sitemap.xml", 4, EN)]


def test_a_language_is_named_once(look):
    links = (("en", EN), ("de", DE), ("DE", FR), DEFAULT)
    files = {
        "sitemap.xml": urlset(url(EN, *links), url(DE, *ALL), url(FR, *ALL, ("fr", FR)))
    }
    faults = [f for f in found(look(files)) if f[0] == "SM504"]
    assert faults == [("SM504", "sitemap.xml", 5, EN)]


def test_one_page_may_serve_two_countries(look):
    links = (*ALL, ("de-AT", DE), ("de-CH", DE), ("de", DE))
    files = {"sitemap.xml": urlset(url(EN, *links), url(DE, *links))}
    assert found(look(files)) == []


def test_a_page_names_itself(look):
    links = (("de", DE), DEFAULT)
    files = {"sitemap.xml": urlset(url(f"{EN}a", ("de", DE), DEFAULT), url(DE, *ALL))}
    faults = [f for f in found(look(files)) if f[0] == "SM505"]
    assert faults == [("SM505", "sitemap.xml", 2, f"{EN}a")]
    files = {"sitemap.xml": urlset(url(f"{EN}index.html", *links), url(DE, *links))}
    assert texts(look(files))[0] == (
        f"{EN}index.html names 2 translations and names itself as {EN}"
    )


def test_readers_of_other_languages_have_a_page(look):
    links = (("en", EN), ("de", DE))
    files = {"sitemap.xml": urlset(url(EN, *links), url(DE, *links))}
    context = look(files)
    assert found(context) == [("SM506", "sitemap.xml", 0, "")]
    assert texts(context) == ["2 entries name translations and no x-default"]


def test_a_page_that_is_named_names_those_that_name_it(look):
    links = (*ALL, ("fr", FR))
    files = {
        "en/sitemap.xml": urlset(url(EN, *links)),
        "de/sitemap.xml": urlset(url(DE, *links)),
        "fr/sitemap.xml": urlset(url(FR)),
    }
    context = look(files)
    assert found(context) == [("SM507", "fr/sitemap.xml", 2, FR)]
    assert texts(context) == [
        f"{FR} is named as a translation by {DE}, {EN}, and does not name them"
    ]


def test_a_page_names_the_others_in_the_same_spelling(look):
    other = (("en", f"{EN}index.html"), ("de", DE), ("x-default", f"{EN}index.html"))
    files = {"sitemap.xml": urlset(url(EN, *ALL), url(DE, *other))}
    context = look(files)
    assert found(context) == [
        ("SM507", "sitemap.xml", 7, DE),
        ("SM507", "sitemap.xml", 7, f"{EN}index.html"),
    ]
    assert texts(context) == [
        f"{DE} is named as a translation by {EN}, and names them in other spellings",
        f"{EN}index.html is named as a translation by {DE}, and is listed as {EN}",
    ]


def test_a_page_that_is_named_is_listed(look):
    links = (*ALL, ("fr", FR))
    files = {"sitemap.xml": urlset(url(EN, *links), url(DE, *links))}
    context = look(files)
    assert found(context) == [("SM507", "sitemap.xml", 2, FR)]
    assert texts(context) == [
        f"{FR} is named as a translation by {EN}, {DE}, and is in no sitemap"
    ]
    assert found(look(files, alone="sitemap.xml")) == []


def test_of_pages_elsewhere_nothing_is_known(look):
    links = (*ALL, ("fr", "https://example.fr/"), ("es", f"{ROOT}es/"))
    base = f"{ROOT}en/"
    files = {"sitemap.xml": urlset(url(EN, *links))}
    assert found(look(files, base_url=base)) == []


def test_a_page_is_in_the_language_under_which_it_is_named(look):
    files = {
        "en/index.html": page("en"),
        "de/index.html": page("en-GB"),
        "sitemap.xml": urlset(url(EN, *ALL), url(DE, *ALL)),
    }
    context = look(files)
    assert found(context) == [("SM508", "sitemap.xml", 2, DE)]
    assert texts(context) == [f"{DE} is named for de, and says lang='en-GB'"]


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        pytest.param("de-AT", "de", id="country"),
        pytest.param("de", "de-AT", id="country-in-the-page"),
        pytest.param("zh-Hant", "zh_TW", id="script"),
        pytest.param("no", "nb", id="norwegian"),
        pytest.param("no", "nn", id="the-other-norwegian"),
        pytest.param("zh", "cmn-Hans", id="mandarin"),
        pytest.param("sr-Latn-RS", "sh", id="serbo-croatian"),
        pytest.param("arz", "ar-EG", id="arabic"),
        pytest.param("he", "iw", id="old-name"),
        pytest.param("de", "", id="unsaid"),
    ],
)
def test_a_page_may_say_its_language_in_other_words(look, tag, lang):
    links = (("en", EN), (tag, DE), DEFAULT)
    files = {
        "de/index.html": page(lang),
        "sitemap.xml": urlset(url(EN, *links), url(DE, *links)),
    }
    assert found(look(files)) == []


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        pytest.param("nb", "nn", id="two-norwegians"),
        pytest.param("sr", "hr", id="once-one-language"),
        pytest.param("ms", "id", id="malay"),
    ],
)
def test_languages_of_one_family_differ(look, tag, lang):
    links = (("en", EN), (tag, DE), DEFAULT)
    files = {
        "de/index.html": page(lang),
        "sitemap.xml": urlset(url(EN, *links), url(DE, *links)),
    }
    assert found(look(files)) == [("SM508", "sitemap.xml", 2, DE)]


@pytest.mark.parametrize(
    "own",
    [
        pytest.param((("en", EN), ("de", DE), ("fr", FR)), id="one-more"),
        pytest.param((("en", EN),), id="one-less"),
        pytest.param((("en", EN), ("de", f"{DE}index.html")), id="another-spelling"),
    ],
)
def test_a_page_and_the_sitemap_name_the_same_translations(look, own):
    files = {
        "en/index.html": page("en", *own),
        "de/index.html": page("de", *ALL),
        "sitemap.xml": urlset(url(EN, *ALL), url(DE, *ALL)),
    }
    assert found(look(files)) == [("SM509", "sitemap.xml", 2, EN)]


@pytest.mark.parametrize(
    "own",
    [
        pytest.param((), id="none"),
        pytest.param((("en", EN), ("de", DE)), id="no-default"),
        pytest.param((("EN", "/en/"), ("de", "../de/")), id="relative"),
    ],
)
def test_a_page_may_name_them_in_its_own_way(look, own):
    files = {
        "en/index.html": page("en", *own),
        "de/index.html": page("de"),
        "sitemap.xml": urlset(url(EN, *ALL), url(DE, *ALL)),
    }
    assert found(look(files)) == []


def test_what_is_built_has_no_fault(look, tmp_path):
    context = look(
        {
            "en/index.html": page("en"),
            "de/index.html": page("de"),
            "en/a~b.html": page("en"),
            "de/a~b.html": page("de"),
            "en/alone.html": page("en"),
        }
    )
    languages = {"en": Language("en/"), "de": Language("de/")}
    options = Options(lastmod=(), languages=languages, x_default="en")
    site = Site(ROOT, context.root, tmp_path, (), "folder", walks=True)
    assert build(site, options, environ={}).urls == 5
    assert "hreflang" in (context.root / "sitemap.xml").read_text("utf-8")
    assert found(look({})) == []
