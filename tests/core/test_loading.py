import math
from datetime import date, datetime, timedelta, timezone

import pytest

from scopemap import OptionError, Rule, Scope, check_base_url, load_options
from scopemap.options import Language, Options

ALL = (
    "base_url, publish, scopes, index, robots, gzip, text, stylesheet, max_urls,"
    " max_bytes, exclude, include, keep, files, rules, lastmod, lastmod_precision,"
    " state, git_date, git_ignore_revs, git_budget, languages, x_default, images,"
    " feeds, max_skipped, check, manifest, transform"
)
WORDS = "always, hourly, daily, weekly, monthly, yearly, never"
DATES = "must be a date like 2024-05-01 or 2024-05-01T12:00:00+02:00"

in_mkdocs = "plugins.scopemap.{}".format


def in_pelican(name):
    return f"SCOPEMAP_{name.upper()}"


@pytest.mark.parametrize("where", [in_mkdocs, in_pelican], ids=["mkdocs", "pelican"])
@pytest.mark.parametrize(
    ("name", "value", "place", "problem"),
    [
        # Kinds.
        pytest.param("base_url", 5, "", "5 must be text", id="number-for-text"),
        pytest.param("gzip", "yes", "", "'yes' must be true or false", id="no-truth"),
        pytest.param("gzip", 1, "", "1 must be true or false", id="number-for-truth"),
        pytest.param(
            "max_urls", "5", "", "'5' must be a whole number", id="text-for-number"
        ),
        pytest.param("max_urls", 1.5, "", "1.5 must be a whole number", id="fraction"),
        pytest.param("max_urls", True, "", "True must be a whole number", id="truth"),
        pytest.param("max_skipped", "x", "", "'x' must be a number", id="text"),
        pytest.param("exclude", "a/", "", "'a/' must be a list", id="text-for-list"),
        pytest.param("keep", "noindex", "", "'noindex' must be a list", id="one-word"),
        pytest.param("lastmod", False, "", "False must be a list", id="no-for-list"),
        pytest.param("exclude", ["a", 1], "[1]", "1 must be text", id="item"),
        pytest.param(
            "rules", {"a": 1}, "", "{'a': 1} must be a list", id="mapping-for-list"
        ),
        pytest.param("rules", ["a/"], "[0]", "'a/' must be a mapping", id="bare-rule"),
        pytest.param("scopes", True, "", "True must be text or a list", id="yes"),
        pytest.param("x_default", True, "", "True must be text or nothing", id="on"),
        pytest.param("scopes", [5], "[0].path", "5 must be text", id="scope"),
        pytest.param(
            "scopes", 5, "", "5 must be text or a list", id="number-for-scopes"
        ),
        pytest.param(
            "exclude",
            frozenset({"a"}),
            "",
            "frozenset({'a'}) must be a list, which has an order",
            id="set",
        ),
        pytest.param(
            "languages", ["de"], "", "['de'] must be a mapping", id="list-for-mapping"
        ),
        pytest.param(
            "languages",
            {"de": 5},
            ".de",
            "5 must be a folder or a base URL",
            id="language",
        ),
        # YAML 1.1 reads `no: no/` as the key False.
        pytest.param(
            "languages",
            {"english": "/"},
            ".english",
            "'english' must be a language tag, like de or pt-BR",
            id="language-that-is-no-tag",
        ),
        pytest.param(
            "languages",
            {"en": "/", "de": ""},
            ".de",
            "'' is another language's already",
            id="folder-of-two-languages",
        ),
        pytest.param(
            "x_default",
            "german",
            "",
            "'german' must be a language tag, like de or pt-BR",
            id="default-that-is-no-tag",
        ),
        pytest.param(
            "languages", {False: "no/"}, "", "False must be text", id="norwegian"
        ),
        # Words.
        pytest.param(
            "publish", "Yes", "", "'Yes' must be one of auto, yes, no", id="publish"
        ),
        pytest.param(
            "index", "on", "", "'on' must be one of always, auto, never", id="index"
        ),
        pytest.param(
            "robots", "x", "", "'x' must be one of auto, always, never", id="robots"
        ),
        pytest.param(
            "scopes",
            "docs/",
            "",
            "'docs/' must be one of auto, sections, or a list",
            id="text-for-scopes",
        ),
        pytest.param(
            "keep",
            ["draft", "x"],
            "[1]",
            "'x' must be one of blocked, canonical, draft, error, fallback, hidden,"
            " machine, noindex, pagination, redirect, session, unreadable",
            id="reason",
        ),
        pytest.param(
            "lastmod",
            ["x"],
            "[0]",
            "'x' must be one of meta, git, mtime, sitemap",
            id="source",
        ),
        pytest.param(
            "lastmod_precision", "x", "", "'x' must be one of second, day", id="precise"
        ),
        pytest.param(
            "rules",
            [{"match": "a", "changefreq": "x"}],
            "[0].changefreq",
            f"'x' must be one of {WORDS}",
            id="changefreq",
        ),
        # Ranges.
        pytest.param("max_urls", 0, "", "0 must be at least 1", id="no-urls"),
        pytest.param(
            "max_urls", 50_001, "", "50001 must be at most 50000", id="too-many-urls"
        ),
        pytest.param(
            "max_bytes", 999, "", "999 must be at least 1000", id="too-few-bytes"
        ),
        pytest.param(
            "max_bytes",
            52_428_801,
            "",
            "52428801 must be at most 52428800",
            id="too-many-bytes",
        ),
        pytest.param("max_skipped", 2, "", "2 must be at most 1", id="percent"),
        pytest.param("max_skipped", -1, "", "-1 must be at least 0", id="negative"),
        pytest.param(
            "rules",
            [{"match": "a", "priority": 1.1}],
            "[0].priority",
            "1.1 must be at most 1",
            id="priority",
        ),
        pytest.param(
            "rules",
            [{"match": "a", "priority": math.nan}],
            "[0].priority",
            "nan must be at least 0",
            id="priority-that-is-no-number",
        ),
        # Fields.
        pytest.param(
            "scopes",
            [{"path": "a", "nam": "b.xml"}],
            "[0].nam",
            "must be one of path, name, max_urls",
            id="field-of-a-scope",
        ),
        pytest.param(
            "rules",
            [{"match": "a", "pri": 1}],
            "[0].pri",
            "must be one of match, changefreq, priority, lastmod, exclude",
            id="field-of-a-rule",
        ),
        pytest.param(
            "scopes",
            ["a", {"name": "b.xml"}],
            "[1]",
            "must have path",
            id="scope-without-path",
        ),
        pytest.param(
            "rules",
            [{"priority": 1}],
            "[0]",
            "must have match",
            id="rule-without-match",
        ),
        # Addresses and paths.
        pytest.param(
            "base_url",
            "example.com",
            "",
            "'example.com' must be an absolute URL, like https://example.com/docs/",
            id="no-scheme",
        ),
        pytest.param(
            "base_url",
            "https://e.com/?a",
            "",
            "'https://e.com/?a' must have no query",
            id="query",
        ),
        pytest.param(
            "base_url",
            "https://me:secret@e.com/",
            "",
            "'https://…@e.com/' must not hold a user name or password",
            id="user",
        ),
        *(
            pytest.param(
                "scopes",
                ["a", {"path": path}],
                "[1].path",
                f"{path!r} must be a path below the base URL, like docs/",
                id=f"scope-{name}",
            )
            for path, name in [
                ("https://e.com/a/", "url"),
                ("../a/", "above-the-base"),
                ("./a/", "dot"),
                ("a//b/", "empty-segment"),
                ("a/*/", "pattern"),
                ("a?b", "query"),
                ("a#b", "fragment"),
                ("a\\b", "backslash"),
            ]
        ),
        pytest.param(
            "languages",
            {"en": "/", "de": "../de/"},
            ".de",
            "'../de/' must be a path below the base URL, like docs/",
            id="language-above-the-base",
        ),
        pytest.param(
            "scopes", ["a", "/a/"], "[1].path", "'/a/' stands there twice", id="twice"
        ),
        pytest.param(
            "scopes",
            [{"path": "a", "name": "../a.xml"}],
            "[0].name",
            "'../a.xml' must be a plain file name, like pages.xml",
            id="name-that-leads-away",
        ),
        pytest.param(
            "scopes",
            [{"path": "a", "name": "a.txt"}],
            "[0].name",
            "'a.txt' must be a plain file name, like pages.xml",
            id="name-of-another-kind",
        ),
        pytest.param(
            "scopes",
            [{"path": "", "name": "sitemap-index-2.xml"}],
            "[0].name",
            "'sitemap-index-2.xml' is the name of the index",
            id="name-of-the-index",
        ),
        pytest.param(
            "scopes",
            [{"path": "", "name": "robots.xml"}],
            "[0].name",
            "'robots.xml' would have robots.txt for its text form",
            id="name-of-robots",
        ),
        pytest.param(
            "scopes",
            [{"path": "a", "max_urls": 50_001}],
            "[0].max_urls",
            "50001 must be at most 50000",
            id="too-many-urls-of-a-scope",
        ),
        *(
            pytest.param(
                name,
                ["a", "https://e.com/a/"],
                "[1]",
                "'https://e.com/a/' is a URL;"
                " a pattern is a path below the base URL, like guide/",
                id=f"url-in-{name}",
            )
            for name in ("exclude", "include", "files")
        ),
        pytest.param(
            "rules",
            [{"match": "a\\b"}],
            "[0].match",
            r"'a\\b' holds a backslash; folders are parted by /",
            id="backslash-in-a-rule",
        ),
        # Dates.
        pytest.param(
            "rules",
            [{"match": "a", "lastmod": "today"}],
            "[0].lastmod",
            f"'today' {DATES}, or false",
            id="no-date",
        ),
        pytest.param(
            "rules",
            [{"match": "a", "lastmod": True}],
            "[0].lastmod",
            f"True {DATES}, or false",
            id="truth-for-date",
        ),
        pytest.param(
            "rules",
            [{"match": "a", "lastmod": "2024-02-30"}],
            "[0].lastmod",
            f"'2024-02-30' {DATES}, or false",
            id="no-such-day",
        ),
        pytest.param(
            "rules",
            [{"match": "a", "lastmod": "2024-05-01 12:00"}],
            "[0].lastmod",
            "'2024-05-01 12:00' must have a zone, as in +00:00",
            id="no-zone",
        ),
        # The function.
        pytest.param(
            "transform", 5, "", "5 must be a function or module:function", id="function"
        ),
    ],
)
def test_a_fault_is_told_with_its_place_and_what_is_allowed(
    where, name, value, place, problem
):
    with pytest.raises(OptionError) as caught:
        load_options({"gzip": True, name: value}, where=where)
    assert (caught.value.where, caught.value.problem) == (where(name) + place, problem)
    assert str(caught.value) == f"{where(name)}{place}: {problem}"


FOLDER = "must be a path below the base URL, like docs/"
BASE = "must be a folder or a base URL"


@pytest.mark.parametrize(
    ("languages", "place", "problem"),
    [
        pytest.param({"de": None}, ".de", f"None {BASE}", id="nothing"),
        pytest.param({"de": ["de/"]}, ".de", f"['de/'] {BASE}", id="list"),
        pytest.param({"de": {"base": 5}}, ".de.base", f"5 {BASE}", id="base"),
        pytest.param({"de": {"trusted": True}}, ".de", "must have base", id="no-base"),
        pytest.param(
            {"de": {"base": "de/", "trusted": "yes"}},
            ".de.trusted",
            "'yes' must be true or false",
            id="trust",
        ),
        pytest.param(
            {"de": {"base": "de/", "trust": True}},
            ".de.trust",
            "must be one of base, trusted",
            id="field",
        ),
        pytest.param(
            {"de": {"base": "a*/"}}, ".de", f"'a*/' {FOLDER}", id="folder-of-a-mapping"
        ),
        pytest.param(
            {"de": "//e.com/de/"}, ".de", f"'//e.com/de/' {FOLDER}", id="no-scheme"
        ),
        pytest.param(
            {"de": "ftp://e.com/"},
            ".de",
            "'ftp://e.com/' must begin with http:// or https://",
            id="scheme",
        ),
        pytest.param(
            {"de": {"base": "https://e.com/?a", "trusted": True}},
            ".de",
            "'https://e.com/?a' must have no query",
            id="query",
        ),
        pytest.param(
            {"de": "https://me:secret@e.com/"},
            ".de",
            "'https://…@e.com/' must not hold a user name or password",
            id="user",
        ),
        pytest.param(
            {"sr@latin": "sr/"},
            ".sr@latin",
            "'sr@latin' must be a language tag, like de or pt-BR",
            id="tag",
        ),
        pytest.param(
            {"en": "a", "de": "/a/"},
            ".de",
            "'/a/' is another language's already",
            id="one-base-for-two",
        ),
        pytest.param(
            {"pt_BR": "a/", "pt-br": "b/"},
            ".pt-br",
            "'pt-br' stands there twice",
            id="one-tag-in-two-spellings",
        ),
    ],
)
def test_a_fault_of_a_language_is_told_likewise(languages, place, problem):
    with pytest.raises(OptionError) as caught:
        load_options({"languages": languages}, where=in_pelican, text=True)
    assert (caught.value.where, caught.value.problem) == (
        f"SCOPEMAP_LANGUAGES{place}",
        problem,
    )


def test_languages_are_brought_to_normal_form():
    languages = {
        "en": "/",
        "pt_br": {"base": "pt"},
        "ZH-hant": "https://Example.com:443/zh",
        "de": {"base": "https://example.de", "trusted": True},
    }
    assert load_options({"languages": languages}).languages == {
        "en": Language(""),
        "pt-BR": Language("pt/"),
        "zh-Hant": Language("https://example.com/zh/"),
        "de": Language("https://example.de/", trusted=True),
    }


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        pytest.param(
            "exlude", "; did you mean plugins.scopemap.exclude?", id="misspelt"
        ),
        pytest.param(
            "max-urls", "; did you mean plugins.scopemap.max_urls?", id="hyphen"
        ),
        pytest.param("Robots", "; did you mean plugins.scopemap.robots?", id="case"),
        pytest.param("zzz", "", id="like-none"),
    ],
)
def test_an_unknown_option_is_told_with_the_nearest(name, hint):
    with pytest.raises(OptionError) as caught:
        load_options({name: []}, where=in_mkdocs)
    assert str(caught.value) == (
        f"plugins.scopemap.{name}: there is no such option{hint} (all: {ALL})"
    )


def test_an_option_whose_name_is_no_text_is_unknown():
    with pytest.raises(OptionError) as caught:
        load_options({5: "a"})
    assert str(caught.value) == f"5: there is no such option (all: {ALL})"


@pytest.mark.parametrize(
    ("name", "value", "meaning"),
    [
        pytest.param("publish", True, "yes", id="publish-yes"),
        pytest.param("publish", False, "no", id="publish-no"),
        pytest.param("index", True, "always", id="index-yes"),
        pytest.param("index", False, "never", id="index-no"),
        pytest.param("robots", True, "always", id="robots-yes"),
        pytest.param("robots", False, "never", id="robots-no"),
        pytest.param("x_default", False, "", id="x-default-no"),
        pytest.param("gzip", True, True, id="gzip-yes"),
    ],
)
def test_the_bare_words_of_yaml_mean_what_they_say(name, value, meaning):
    """YAML 1.1 hands yes, no, on and off over as truth values."""
    assert getattr(load_options({name: value}), name) == meaning


def test_nothing_given_is_the_defaults():
    assert load_options({}) == Options()


def test_none_counts_as_not_given():
    """An option without a value in YAML."""
    given = {"gzip": None, "exclude": None, "base_url": None}
    assert load_options(given, defaults={"gzip": True}) == Options(gzip=True)


def test_a_blank_base_url_counts_as_not_given():
    """An unset variable in a configuration file."""
    assert load_options({"base_url": " \n"}) == Options()


def test_what_is_given_wins_over_the_generators_own():
    assert load_options({"gzip": False}, defaults={"gzip": True}) == Options()


def test_options_are_brought_to_normal_form():
    def keep(entry):
        return entry

    options = load_options(
        {
            "base_url": " https://Example.com/docs\n",
            "scopes": ["", "guide", "/api/", {"path": "ü/", "name": "_x.xml"}],
            "exclude": ["a/", "/b"],
            "include": ("c",),
            "languages": {"en": "/", "de": "de"},
            "keep": ["noindex"],
            "lastmod": [],
            "max_skipped": 1,
            "rules": [
                {"match": "a", "priority": 0, "changefreq": "daily", "exclude": True},
                {"match": "b", "lastmod": False},
                {"match": "c", "lastmod": "2024-05-01"},
                {"match": "d", "lastmod": date(2024, 5, 2)},
                {"match": "e", "lastmod": "2024-05-01 12:00 +0200"},
            ],
            "transform": keep,
        }
    )
    summer = timezone(timedelta(hours=2))
    assert options == Options(
        base_url="https://example.com/docs/",
        scopes=(
            Scope(""),
            Scope("guide/"),
            Scope("api/"),
            Scope("ü/", name="_x.xml"),
        ),
        exclude=("a/", "/b"),
        include=("c",),
        languages={"en": Language(""), "de": Language("de/")},
        keep=("noindex",),
        lastmod=(),
        max_skipped=1.0,
        rules=(
            Rule("a", priority=0.0, changefreq="daily", exclude=True),
            Rule("b", lastmod=False),
            Rule("c", lastmod=date(2024, 5, 1)),
            Rule("d", lastmod=date(2024, 5, 2)),
            Rule("e", lastmod=datetime(2024, 5, 1, 12, tzinfo=summer)),
        ),
        transform=keep,
    )


def test_a_function_is_looked_for_beside_the_configuration_file(tmp_path):
    (tmp_path / "hooks.py").write_text("def same(entry):\n    return entry\n")
    options = load_options({"transform": "hooks:same"}, folder=tmp_path)
    assert options.transform("an entry") == "an entry"


def test_a_missing_function_is_told_with_its_place(tmp_path):
    with pytest.raises(OptionError) as caught:
        load_options({"transform": "math:pi"}, where=in_pelican, folder=tmp_path)
    assert str(caught.value) == "SCOPEMAP_TRANSFORM: math has no function 'pi'"


def test_the_generators_own_address_is_checked_likewise():
    check_base_url("https://example.com/docs", "site_url")
    with pytest.raises(OptionError) as caught:
        check_base_url("example.com", "site_url")
    assert str(caught.value) == (
        "site_url: 'example.com' must be an absolute URL, like"
        " https://example.com/docs/"
    )
