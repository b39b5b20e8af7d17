from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopemap.alternates import link_alternates
from scopemap.facts import Facts
from scopemap.model import Note, Page
from scopemap.options import Language, Options, Rule
from scopemap.select import Listed

BASE = "https://example.com/"
FOLDERS = Options(
    languages={"en": Language(""), "de": Language("de/"), "fr": Language("fr/")}
)


def listed(url: str, language: str | None = None, **links: str) -> Listed:
    """Make a listed page; `links` are its other languages."""
    page = Page(
        PurePosixPath("page.html"),
        url=url,
        language=language,
        alternates=tuple(links.items()),
    )
    return Listed(page, BASE + url, url, Rule(""))


def link(
    *items: Listed, options: Options | None = None, x_default: str | None = None
) -> tuple[Mapping[str, object], tuple[Note, ...]]:
    """Give the links by URL, both below the base URL, and the notes."""
    links, notes = link_alternates(
        tuple(sorted(items, key=lambda item: item.loc)),
        options or Options(),
        base_url=BASE,
        x_default=x_default,
    )
    return {short(loc): spell(tags) for loc, tags in links.items()}, notes


def short(loc: str) -> str:
    return loc.removeprefix(BASE)


def spell(links: Iterable[tuple[str, str]]) -> str:
    return " ".join(f"{tag}={short(url)}" for tag, url in links)


def test_each_page_of_a_cluster_names_all_and_itself():
    links, notes = link(
        listed("x/", "en", de="de/x/", fr="/fr/x/"),
        listed("de/x/", "de", fr=f"{BASE}fr/x/", en="x/"),
        listed("fr/x/", "fr", en="x/", de="de/x/"),
        listed("alone/", "en"),
    )
    cluster = "de=de/x/ en=x/ fr=fr/x/"
    assert links == {"x/": cluster, "de/x/": cluster, "fr/x/": cluster}
    assert notes == ()


@pytest.mark.parametrize(
    "items",
    [
        pytest.param(
            (listed("a", "en", de="b"), listed("b", "de"), listed("c", "fr")),
            id="one-way-link",
        ),
        pytest.param(
            (listed("a", "en"), listed("b", "de", en="a"), listed("c", "fr")),
            id="the-other-way",
        ),
        pytest.param(
            # The tag of a link is what one page says of another; each speaks for
            # itself (Comfy-Org/workflow_templates#1198).
            (listed("a", "en", fr="b"), listed("b", "de"), listed("c", "fr")),
            id="mislabelled-link",
        ),
        pytest.param(
            (listed("a", "en"), listed("b", "de", en="%61"), listed("c", "fr")),
            id="link-in-another-spelling",
        ),
    ],
)
def test_every_link_is_returned(items):
    links, notes = link(*items)
    assert links == {"a": "de=b en=a", "b": "de=b en=a"}
    assert notes == ()


def test_a_chain_of_one_way_links_is_one_cluster():
    links, _ = link(
        listed("a", "en", de="b"),
        listed("b", "de", fr="c"),
        listed("c", "fr"),
        listed("d", "es", fr="c"),
    )
    assert set(links.values()) == {"de=b en=a es=d fr=c"}
    assert sorted(links) == ["a", "b", "c", "d"]


def test_a_page_that_is_not_listed_is_no_alternate():
    """dnnsoftware/Dnn.Platform#7449, nuxt-modules/sitemap: noindex or another host."""
    links, notes = link(
        listed("a", "en", de="b", fr="noindex/", es="https://es.example.com/a"),
        listed("b", "de", it="", pt="//example.com/c", ru="ftp://example.com/"),
    )
    assert links == {"a": "de=b en=a", "b": "de=b en=a"}
    assert notes == ()


def test_a_page_whose_other_languages_are_not_listed_has_no_links():
    assert link(listed("a", "en", de="draft/", en="a"), x_default="en") == ({}, ())


def test_a_page_without_a_language_is_no_alternate():
    links, _ = link(listed("a", "en", de="b"), listed("b", "de"), listed("c", en="a"))
    assert links == {"a": "de=b en=a", "b": "de=b en=a"}


def test_a_page_without_a_language_still_joins_two_that_it_names():
    links, _ = link(listed("a", "en"), listed("b", "de"), listed("c", en="a", de="b"))
    assert links == {"a": "de=b en=a", "b": "de=b en=a"}


def test_a_language_stands_once_in_a_cluster():
    links, notes = link(
        listed("a", "en", de="b"),
        listed("b", "de"),
        listed("c", "pt_BR", en="a"),
        listed("d", "pt-br", en="a"),
    )
    cluster = "de=b en=a pt-BR=c"
    assert links == {"a": cluster, "b": cluster, "c": cluster}
    assert notes == (
        Note(
            "info",
            "same-language",
            f"{BASE}c and {BASE}d are both the pt-BR version of one page",
        ),
    )


@pytest.mark.parametrize(
    ("given", "written"),
    [
        pytest.param("pt_BR", "pt-BR", id="underscore"),
        pytest.param("PT-br", "pt-BR", id="case"),
        pytest.param("zh-hans", "zh-Hans", id="script"),
        pytest.param("zh_Hant_HK", "zh-Hant-HK", id="script-and-region"),
        pytest.param("es-419", "es-419", id="area"),
        pytest.param("uk", "uk", id="ukrainian"),
        pytest.param("fil", "fil", id="three-letters"),
        pytest.param("No", "no", id="norwegian"),
    ],
)
def test_tags_are_written_in_their_usual_form(given, written):
    links, notes = link(listed("a", "aa"), listed("b", given, aa="a"))
    assert links == dict.fromkeys("ab", f"aa=a {written}=b")
    assert notes == ()


@pytest.mark.parametrize(
    "tag",
    ["english", "e", "x-default", "en-USA", "en-", "", "de at", "zh-Hansi", "日本"],
)
def test_what_is_no_language_tag_is_left_out_and_noted_once(tag):
    links, notes = link(
        listed("a", "en", de="b"),
        listed("b", "de"),
        listed("c", tag, en="a"),
        listed("d", tag, en="a"),
    )
    assert links == {"a": "de=b en=a", "b": "de=b en=a"}
    assert notes == (Note("info", "bad-language", f"{tag!r} is no language tag"),)


@pytest.mark.parametrize(
    ("options", "site", "default"),
    [
        pytest.param(None, "de", " x-default=b", id="of-the-site"),
        pytest.param("en", "de", " x-default=a", id="option-before-the-site"),
        pytest.param("", "de", "", id="option-that-says-none"),
        pytest.param("EN", None, " x-default=a", id="any-case"),
        pytest.param(None, None, "", id="none"),
        pytest.param("fr", None, "", id="language-that-is-not-there"),
        pytest.param("junk!", "de", "", id="no-tag"),
    ],
)
def test_the_default_stands_last_and_is_one_of_the_cluster(options, site, default):
    links, notes = link(
        listed("a", "en", de="b"),
        listed("b", "de"),
        options=Options(x_default=options),
        x_default=site,
    )
    assert links == dict.fromkeys("ab", f"de=b en=a{default}")
    assert notes == ()


def test_pages_at_one_place_of_the_language_folders_are_one():
    links, notes = link(
        listed(""),
        listed("de/"),
        listed("x/"),
        listed("de/x/"),
        listed("fr/x/"),
        listed("fr/y/"),
        listed("end/"),
        options=FOLDERS,
    )
    home, x = "de=de/ en=", "de=de/x/ en=x/ fr=fr/x/"
    assert links == {"": home, "de/": home, "x/": x, "de/x/": x, "fr/x/": x}
    assert notes == ()


def test_the_longest_folder_tells_the_language():
    options = Options(
        languages={"zh": Language("zh/"), "zh-Hant": Language("zh/hant/")}
    )
    links, _ = link(listed("zh/x"), listed("zh/hant/x"), options=options)
    cluster = "zh=zh/x zh-Hant=zh/hant/x"
    assert links == {"zh/x": cluster, "zh/hant/x": cluster}


def test_the_folder_wins_over_the_language_that_the_generator_says():
    links, _ = link(listed("de/x", "en"), listed("fr/x", "en"), options=FOLDERS)
    assert links == dict.fromkeys(("de/x", "fr/x"), "de=de/x fr=fr/x")


def test_links_and_folders_join_to_one_cluster():
    options = Options(languages={"en": Language("en/"), "de": Language("de/")})
    links, _ = link(
        listed("en/x"),
        listed("de/x"),
        listed("es/otra", "es", de="de/x"),
        options=options,
    )
    cluster = "de=de/x en=en/x es=es/otra"
    assert links == dict.fromkeys(("en/x", "de/x", "es/otra"), cluster)


def test_a_page_outside_its_language_folder_is_at_no_place_of_it():
    options = Options(languages={"de": Language("de/"), "fr": Language("fr/")})
    assert link(listed("xx/a", "de"), listed("fr/a"), options=options) == ({}, ())


def test_a_site_of_one_language_has_no_links():
    assert link(listed("a", de="b"), listed("b", en="a")) == ({}, ())


@given(
    items=st.lists(
        st.tuples(
            st.sampled_from(["en", "de", "pt_BR", "pt-BR", "fr", "junk!", None]),
            st.sets(st.integers(0, 11)),
        ),
        max_size=12,
    ),
    default=st.sampled_from([None, "en", "pt-br"]),
)
def test_links_are_reciprocal_and_each_language_stands_once(items, default):
    """Google, "localized versions": a link that is not returned is ignored."""
    pages = tuple(
        listed(f"{n:02}", language, **{f"l{to}": f"{to:02}" for to in sorted(links)})
        for n, (language, links) in enumerate(items)
    )
    links, _ = link_alternates(pages, Options(), base_url=BASE, x_default=default)
    for loc, cluster in links.items():
        tags = [tag for tag, _ in cluster]
        assert len(set(tags)) == len(tags)
        assert loc in dict(cluster).values()
        assert len(set(dict(cluster).values())) > 1
        assert all(links[url] == cluster for _, url in cluster)
    shuffled, _ = link_alternates(
        pages[::-1], Options(), base_url=BASE, x_default=default
    )
    assert shuffled == links


def test_twenty_thousand_pages_in_ten_languages_keep_to_their_own():
    """Astro 3.7.4 compares each page with all others."""
    tags = ["de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "zh"]
    options = Options(languages={tag: Language(f"{tag}/") for tag in tags})
    pages = [listed(f"{tag}/{n:04}/") for tag in tags for n in range(2_000)]
    links, notes = link(*pages, options=options, x_default="en")
    assert links == {
        f"{tag}/{n:04}/": (
            " ".join(f"{other}={other}/{n:04}/" for other in tags)
            + f" x-default=en/{n:04}/"
        )
        for tag in tags
        for n in range(2_000)
    }
    assert notes == ()


def test_pages_of_one_text_are_each_others_languages():
    def text(url: str, language: str, text_id: str) -> Listed:
        page = Page(PurePosixPath(url), language=language, text_id=text_id)
        return Listed(page, BASE + url, url, Rule(""))

    links, notes = link(
        text("a", "en", "1"),
        text("b", "zh_CN", "1"),
        text("c", "fr", "2"),
        text("d", "de", "1"),
        x_default="en",
    )
    cluster = "de=d en=a zh-CN=b x-default=a"
    assert links == {"a": cluster, "b": cluster, "d": cluster}
    assert notes == ()


def linked(url: str, *links: str, lang: str | None = None, **more: object) -> Listed:
    """Make a listed page with links of its own, each `tag=url`."""
    pairs = (link.partition("=") for link in links)
    facts = Facts(
        alternates=tuple((tag, BASE + target) for tag, _, target in pairs),
        language=lang,
    )
    page = Page(PurePosixPath(url or "index.html"), url=url, **more)  # type: ignore[arg-type]  # the test's own
    return Listed(page, BASE + url, url, Rule(""), asked=BASE + url, facts=facts)


def test_the_pages_own_links_make_a_cluster_where_the_generator_knows_none():
    names = ("en=a", "de=de/a", "x-default=a")
    links, notes = link(linked("a", *names), linked("de/a", *names), linked("b"))
    assert links == dict.fromkeys(("a", "de/a"), "de=de/a en=a x-default=a")
    assert notes == ()


def test_only_links_that_are_returned_count():
    """Material's `extra.alternate` names the home pages of all languages everywhere."""
    homes = ("en=", "de=de/")
    links, notes = link(
        linked("", *homes),
        linked("de/", *homes),
        linked("a/", *homes),
        linked("de/a/", *homes),
    )
    assert links == dict.fromkeys(("", "de/"), "de=de/ en=")
    assert notes == ()


@pytest.mark.parametrize(
    ("items", "links"),
    [
        pytest.param(
            # Nikola names the other languages alone; the text says its own.
            (linked("a", "es=b", lang="en"), linked("b", "en=a", lang="es")),
            "en=a es=b",
            id="no-link-to-itself",
        ),
        pytest.param(
            (linked("a", "en=b", lang="en"), linked("b", "de=a", lang="de")),
            "de=b en=a",
            id="mislabelled-by-the-other",
        ),
        pytest.param(
            (
                linked("a", "en=a", "en-GB=a", "pt_BR=b"),
                linked("b", "en=a", "en-GB=a", "pt_BR=b"),
            ),
            "en=a en-GB=a pt-BR=b",
            id="one-page-for-two-tags",
        ),
        pytest.param(
            (
                linked("", "de=de", "en=en", "x-default=", lang="en"),
                linked("de", "de=de", "en=en", "x-default="),
                linked("en", "de=de", "en=en", "x-default="),
            ),
            "de=de en=en x-default=",
            id="a-page-to-choose-at",
        ),
        pytest.param(
            (linked("a", "en=a", "de=b", "fr=gone"), linked("b", "en=a", "de=b")),
            "de=b en=a",
            id="a-page-that-is-not-listed",
        ),
        pytest.param(
            (
                linked("a/", "zh-Hans=a/index.html", "es-419=b/"),
                linked("b/", "zh-hans=a", "es-419=b"),
            ),
            "es-419=b/ zh-Hans=a/",
            id="other-spellings",
        ),
    ],
)
def test_links_of_pages_are_as_good_as_they_can_be(items, links):
    found, _ = link(*items)
    assert found == {item.loc.removeprefix(BASE): links for item in items}


def test_a_page_with_links_to_nobody_else_has_none():
    assert link(linked("a", "en=a", "x-default=a"), linked("b", "de=b")) == ({}, ())


def test_the_site_s_own_default_wins_over_that_of_the_pages():
    names = ("en=a", "de=b", "x-default=a")
    items = (linked("a", *names), linked("b", *names))
    assert link(*items, x_default="de")[0]["a"] == "de=b en=a x-default=b"
    options = Options(x_default="")
    assert link(*items, options=options)[0]["a"] == "de=b en=a"


def test_where_the_generator_knows_better_a_difference_is_noted():
    """Google drops what HTML and sitemap say differently."""
    links, notes = link(
        linked("a", "en=a", "de=b", "fr=c", language="en", alternates=(("de", "b"),)),
        linked("b", "en=a", "de=b", language="de", alternates=(("en", "a"),)),
    )
    assert links == dict.fromkeys("ab", "de=b en=a")
    text = (
        "the hreflang links in a are not those of the sitemap; engines believe neither"
        " where they differ"
    )
    assert notes == (Note("info", "hreflang", text),)


def test_that_a_page_does_not_name_itself_contradicts_nothing():
    """So it is with Pelican's theme `simple`."""
    links, notes = link(
        linked("a", "de=b", language="en", alternates=(("de", "b"),)),
        linked("b", "en=a", language="de", alternates=(("en", "a"),)),
    )
    assert (links, notes) == (dict.fromkeys("ab", "de=b en=a"), ())


def test_an_id_that_no_other_text_has_tells_of_no_languages():
    """The pages' own links count then, as where the generator tells of none."""
    links, _ = link(
        linked("a", "en=a", "de=b", language="en", text_id="a"),
        linked("b", "en=a", "de=b", language="de", text_id="b"),
    )
    assert links == dict.fromkeys("ab", "de=b en=a")


@pytest.mark.parametrize(
    ("tag", "unknown"),
    [
        pytest.param("xx", "xx", id="language"),
        pytest.param("en-UK", "UK", id="region"),
        pytest.param("jp", "jp", id="region-for-a-language"),
    ],
)
def test_a_tag_that_stands_for_nothing_is_left_out_and_noted(tag, unknown):
    links, notes = link(
        listed("a", "fr", de="b"), listed("b", "de"), listed("c", tag, fr="a")
    )
    assert links == {"a": "de=b fr=a", "b": "de=b fr=a"}
    text = f"{tag!r} is no language tag that is known, for its {unknown!r}"
    assert notes == (Note("info", "bad-language", text),)


@pytest.mark.parametrize(
    "tag", ["uk", "zh-Hans", "es-419", "fil", "sr-Latn-RS", "nb-NO"]
)
def test_known_tags_stay(tag):
    assert link(listed("a", "fr", de="b"), listed("b", tag))[0]["a"] in (
        f"fr=a {tag}=b",
        f"{tag}=b fr=a",
    )


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["en", "de", "fr", None]),
            st.lists(
                st.tuples(
                    st.sampled_from(["en", "de", "fr", "x-default", "junk!"]),
                    st.integers(0, 7),
                ),
                max_size=5,
            ),
        ),
        max_size=8,
    )
)
def test_links_of_pages_are_reciprocal_whatever_they_say(items):
    pages = tuple(
        linked(f"{n}", *(f"{tag}={to}" for tag, to in links), lang=lang)
        for n, (lang, links) in enumerate(items)
    )
    links, _ = link_alternates(pages, Options(), base_url=BASE, x_default=None)
    for loc, cluster in links.items():
        tags = [tag for tag, _ in cluster]
        assert len(set(tags)) == len(tags)
        assert loc in dict(cluster).values()
        assert len(set(dict(cluster).values())) > 1
        assert all(links[url] == cluster for _, url in cluster)
