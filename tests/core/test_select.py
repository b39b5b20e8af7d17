from __future__ import annotations

from datetime import date
from pathlib import Path, PurePosixPath

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopemap.adopt import adopt_files
from scopemap.model import Note, Page, Site, Skipped, Word
from scopemap.options import Language, Options, Rule
from scopemap.select import Selection, select
from scopemap.survey import Existing, Survey

BASE = "https://example.com/docs/"
PLAIN = Options()

# What speaks against a page, the strongest first.
REASONS = (
    "excluded",
    "draft",
    "opted-out",
    "noindex",
    "error",
    "machine",
    "rule",
    "missing",
)


def path(name: str) -> PurePosixPath:
    return PurePosixPath(name)


def page(name: str, url: str | None = None) -> Page:
    return Page(path(name), url=url)


def site(*pages: Page, base_url: str = BASE) -> Site:
    return Site(
        base_url=base_url,
        output=Path("site"),
        project=Path("project"),
        pages=pages,
        generator="test",
    )


def survey(
    *files: str,
    missing: tuple[str, ...] = (),
    sitemaps: tuple[str, ...] = (),
    staged: tuple[str, ...] = (),
) -> Survey:
    return Survey(
        files=frozenset((*files, *sitemaps, *staged)),
        links=frozenset(),
        missing=frozenset(map(path, missing)),
        sitemaps={name: Existing("urlset", path(".")) for name in sitemaps},
        authored={},
        staged=staged,
        robots=None,
    )


def decide(
    *pages: Page,
    options: Options = PLAIN,
    missing: tuple[str, ...] = (),
    base_url: str = BASE,
) -> Selection:
    return select(site(*pages, base_url=base_url), options, survey(missing=missing))


def locs(selection: Selection) -> tuple[str, ...]:
    return tuple(item.loc for item in selection.listed)


def condemned(*against: str, listed: bool | None = None) -> tuple[Page, Options]:
    """Make a page, and options, with these reasons against it."""
    condemned = Page(
        path("404.html" if "error" in against else "a.html"),
        kind="machine" if "machine" in against else "page",
        word=Word(
            listed=False if "opted-out" in against else listed,
            noindex="noindex" in against,
        ),
        skip="draft" if "draft" in against else None,
    )
    options = Options(
        exclude=("**",) if "excluded" in against else (),
        rules=(Rule("**", exclude=True),) if "rule" in against else (),
    )
    return condemned, options


def judged(page: Page, options: Options, *against: str) -> tuple[str, ...]:
    missing = (str(page.path),) if "missing" in against else ()
    selection = decide(page, options=options, missing=missing)
    return tuple(item.reason for item in selection.skipped)


@pytest.mark.parametrize("reason", REASONS)
def test_the_strongest_reason_is_given(reason):
    against = REASONS[REASONS.index(reason) :]
    assert judged(*condemned(*against), *against) == (reason,)


@pytest.mark.parametrize("reason", REASONS)
def test_include_brings_back_all_but_the_excluded_and_the_missing(reason):
    page, options = condemned(reason)
    options = msgspec.structs.replace(options, include=("**",))
    stays = (reason,) if reason in {"excluded", "missing"} else ()
    assert judged(page, options, reason) == stays


@pytest.mark.parametrize("reason", [r for r in REASONS if r != "opted-out"])
def test_the_yes_of_a_page_overrules_rules_but_not_what_its_file_is(reason):
    stays = (reason,) if reason in {"excluded", "draft", "missing"} else ()
    assert judged(*condemned(reason, listed=True), reason) == stays


def test_an_excluded_page_names_the_pattern_and_a_missing_one_its_fault():
    selection = decide(
        page("a.html"),
        page("b.html"),
        options=Options(exclude=("x", "a.*")),
        missing=("b.html",),
    )
    assert selection.skipped == (
        Skipped(path("a.html"), "excluded", "by 'a.*'"),
        Skipped(path("b.html"), "missing", "no such file was built"),
    )


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        pytest.param("a.html", {"word": Word(noindex=True)}, id="noindex"),
        pytest.param("404.html", {}, id="error"),
        pytest.param("a.html", {"kind": "machine"}, id="machine"),
        pytest.param("a.html", {"skip": "draft"}, id="draft"),
        pytest.param("a.html", {"skip": "fallback"}, id="fallback"),
        pytest.param("a.html", {"skip": "pagination"}, id="pagination"),
        pytest.param("a.html", {"skip": "redirect"}, id="redirect"),
    ],
)
def test_keep_takes_the_force_of_one_reason(name, fields, request):
    reason = request.node.callspec.id
    subject = Page(path(name), **fields)
    assert decide(subject).skipped == (Skipped(path(name), reason),)
    assert decide(subject, options=Options(keep=(reason,))).skipped == ()


def test_a_kept_reason_leaves_the_next_one_its_force():
    subject = Page(path("a.html"), word=Word(noindex=True), skip="draft")
    options = Options(keep=("noindex", "machine"))
    assert decide(subject, options=options).skipped == (
        Skipped(path("a.html"), "draft"),
    )


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param("404.html", None, id="root"),
        pytest.param("404/index.html", None, id="folder-at-the-root"),
        pytest.param("404.html", "en", id="root-of-the-default-language"),
        pytest.param("de/404.html", "de", id="language"),
        pytest.param("de/404/index.html", "de", id="folder-of-a-language"),
        pytest.param("pt-br/404.html", "pt-BR", id="language-in-another-case"),
    ],
)
def test_the_page_for_missing_pages_is_an_error_page(name, language):
    selection = decide(Page(path(name), language=language))
    assert selection.skipped == (Skipped(path(name), "error"),)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param("http-codes/404/index.html", None, id="page-about-it"),
        pytest.param("http-codes/404.html", "en", id="page-with-a-language"),
        pytest.param("de/codes/404.html", "de", id="deeper-in-a-language"),
        pytest.param("en/404.html", "de", id="folder-that-is-no-language-of-its"),
        pytest.param("404-errors.html", None, id="longer-name"),
        pytest.param("http-404.html", None, id="longer-before"),
        pytest.param("none/404.html", None, id="folder-named-none"),
    ],
)
def test_a_page_about_404_is_a_page(name, language):
    assert decide(Page(path(name), language=language)).skipped == ()


def test_a_language_folder_of_the_options_has_an_error_page_too():
    options = Options(languages={"en": Language(""), "de": Language("de/")})
    selection = decide(page("de/404.html"), options=options)
    assert selection.skipped == (Skipped(path("de/404.html"), "error"),)


@pytest.mark.parametrize("order", [1, -1], ids=["in-order", "reversed"])
def test_the_first_path_keeps_the_url_that_two_pages_claim(order):
    pages = (page("a.html", "x/"), page("b.html", "x/"))[::order]
    selection = decide(*pages)
    assert [str(item.page.path) for item in selection.listed] == ["a.html"]
    assert selection.skipped == (Skipped(path("b.html"), "duplicate", "as a.html"),)
    assert selection.notes == (
        Note(
            "warning",
            "duplicate",
            "https://example.com/docs/x/ is the URL of a.html and of b.html",
        ),
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("~me/", "%7Eme/", id="unreserved-escape"),
        pytest.param("caf%c3%a9/", "café/", id="case-of-an-escape-and-none"),
        pytest.param("a/", "./b/../a/", id="dot-segments"),
        pytest.param("a/", "a/#top", id="fragment"),
        pytest.param("a/", "/a/", id="leading-slash"),
        pytest.param("a/", "HTTPS://Example.COM:443/docs/a/", id="absolute"),
        pytest.param("index.html", "./index.html", id="dot-before-a-file"),
    ],
)
def test_spellings_of_one_url_are_duplicates(one, other):
    selection = decide(page("a.html", one), page("b.html", other))
    assert selection.skipped == (Skipped(path("b.html"), "duplicate", "as a.html"),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("a%2Fb/", "a/b/", id="escaped-slash"),
        pytest.param("a/", "a", id="slash-at-the-end"),
        pytest.param("a/", "A/", id="case"),
        pytest.param("a/", "a/?x=1", id="query"),
        pytest.param("caf%C3%A9/", "cafe%CC%81/", id="unicode-form"),
    ],
)
def test_urls_that_a_host_may_tell_apart_are_no_duplicates(one, other):
    assert decide(page("a.html", one), page("b.html", other)).skipped == ()


def test_a_missing_page_claims_no_url():
    selection = decide(page("a.html", "x/"), page("b.html", "x/"), missing=("a.html",))
    assert [str(item.page.path) for item in selection.listed] == ["b.html"]
    assert selection.skipped == (
        Skipped(path("a.html"), "missing", "no such file was built"),
    )
    assert selection.notes == ()


def built(*skips: str | None) -> tuple[Page, ...]:
    """Make pages that are built into one file, from 1.md, 2.md and so on."""
    return tuple(
        Page(path("a.html"), sources=(Path(f"project/docs/{n}.md"),), skip=skip)
        for n, skip in enumerate(skips, 1)
    )


@pytest.mark.parametrize(
    ("pages", "listed"),
    [
        pytest.param(built(None, None, None), "3.md", id="the-last"),
        pytest.param(built(None, None, "draft"), "2.md", id="unless-it-is-not-built"),
        pytest.param(built("draft", "draft", None), "3.md", id="the-only-one"),
        pytest.param(built("draft", "draft"), "", id="none"),
    ],
)
def test_of_pages_in_one_file_the_last_is_there(pages, listed):
    selection = decide(*pages)
    names = [item.page.sources[0].name for item in selection.listed]
    assert " ".join(names) == listed


def test_where_the_page_that_is_there_is_left_out_none_is_listed():
    first, second = built(None, None)
    second = msgspec.structs.replace(second, word=Word(listed=False))
    assert decide(first, second).skipped == (
        Skipped(path("a.html"), "overwritten"),
        Skipped(path("a.html"), "opted-out"),
    )


def test_pages_that_are_built_into_one_file_are_named():
    pages = (*built(None, None), Page(path("a.html")))
    selection = decide(*pages)
    assert selection.skipped == (Skipped(path("a.html"), "overwritten"),) * 2
    end = "a generated page are built into one file, a.html; the latter is there"
    assert selection.notes == (
        Note("warning", "overwritten", f"{BASE}a.html: docs/1.md and {end}"),
        Note("warning", "overwritten", f"{BASE}a.html: docs/2.md and {end}"),
    )


MANY = (
    *(page(f"{n}.html", f"{n % 7}/") for n in range(30)),
    page("x.html", "https://elsewhere.example/"),
    page("404.html"),
)


@given(shuffled=st.permutations(MANY))
def test_the_order_of_the_pages_means_nothing(shuffled):
    assert decide(*shuffled) == decide(*MANY)


def test_the_home_page_is_the_base_url_and_all_stand_in_order():
    selection = decide(page("b/index.html"), page("index.html"), page("a#1.html"))
    assert locs(selection) == (BASE, f"{BASE}a%231.html", f"{BASE}b/")


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://example.com.evil/docs/a/", id="longer-host"),
        pytest.param("https://www.example.com/docs/a/", id="subdomain"),
        pytest.param("http://example.com/docs/a/", id="other-scheme"),
        pytest.param("https://example.com:8443/docs/a/", id="other-port"),
        pytest.param("https://example.com/docs-old/a/", id="longer-folder"),
        pytest.param("https://example.com/docs", id="folder-without-its-slash"),
        pytest.param("https://example.com/Docs/a/", id="other-case"),
        pytest.param("https://example.com/", id="above"),
    ],
)
def test_a_page_elsewhere_is_left_out(url):
    assert decide(page("a.html", url)).skipped == (
        Skipped(path("a.html"), "elsewhere", f"{url} is not below {BASE}"),
    )


@pytest.mark.parametrize("url", ["../a/", "x/%2E%2e/../a/", "/../a/"])
def test_dots_lead_nowhere_above_the_base_url(url):
    assert decide(page("a.html", url)).skipped == (
        Skipped(
            path("a.html"),
            "elsewhere",
            f"https://example.com/a/ is not below {BASE}",
        ),
    )


@pytest.mark.parametrize(
    ("url", "detail"),
    [
        pytest.param(
            "//example.com/docs/a/",
            "'//example.com/docs/a/' must begin with http:// or https://",
            id="no-scheme",
        ),
        pytest.param(
            "ftp://example.com/docs/a/",
            "'ftp://example.com/docs/a/' must begin with http:// or https://",
            id="ftp",
        ),
        pytest.param(
            "https://me:secret@example.com/docs/a/",
            "'https://…@example.com/docs/a/' must not hold a user name or password",
            id="password",
        ),
    ],
)
def test_what_is_no_url_of_a_page_is_left_out(url, detail):
    assert decide(page("a.html", url)).skipped == (
        Skipped(path("a.html"), "bad-url", detail),
    )


def test_a_page_whose_url_spells_the_base_in_another_way_is_listed_below_the_base():
    """Engines compare letters; the sitemap lies at the base URL as it is written."""
    selection = decide(
        page("a.html", "https://example.com/%7Eme/a/"),
        base_url="https://example.com/~me/",
    )
    assert locs(selection) == ("https://example.com/~me/a/",)


def test_a_url_has_fewer_than_2048_characters():
    fits, too_long = ("a" * (length - len(BASE)) for length in (2047, 2048))
    selection = decide(page("a.html", fits), page("b.html", too_long))
    assert locs(selection) == (BASE + fits,)
    assert selection.skipped == (
        Skipped(path("b.html"), "too-long", "its URL has 2048 characters"),
    )


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        pytest.param("R%26D/x/", "R&D/", id="escaped-ampersand"),
        pytest.param("caf%C3%A9/", "café/", id="not-ascii"),
        pytest.param("a%20b.html", "/a b.html", id="space-and-leading-slash"),
        pytest.param("x/?page=2", "x/", id="query"),
        pytest.param("", "/", id="home"),
    ],
)
def test_patterns_see_the_decoded_path_below_the_base(url, pattern):
    selection = decide(page("a.html", url), options=Options(exclude=(pattern,)))
    assert selection.skipped == (
        Skipped(path("a.html"), "excluded", f"by {pattern!r}"),
    )
    assert selection.notes == ()


def test_patterns_that_match_nothing_are_noted():
    options = Options(
        exclude=("blog/", "guide/"),
        include=("drafts/",),
        files=("*.pdf", "**.txt"),
        rules=(Rule("api/", priority=0.5), Rule("guide/", priority=0.5)),
    )
    selection = select(site(page("guide/a.html")), options, survey("b/llms.txt"))
    assert selection.notes == (
        Note("info", "unused", "exclude: 'blog/' matches nothing"),
        Note("info", "unused", "include: 'drafts/' matches nothing"),
        Note("info", "unused", "files: '*.pdf' matches nothing"),
        Note("info", "unused", "rules: 'api/' matches nothing"),
    )


@pytest.mark.parametrize(
    ("rules", "merged"),
    [
        pytest.param(
            (
                Rule("**", changefreq="weekly", priority=0.5),
                Rule("a.html", priority=0.8),
                Rule("b.html", changefreq="never"),
            ),
            Rule("", changefreq="weekly", priority=0.8),
            id="each-field-from-the-last-that-says-it",
        ),
        pytest.param(
            (Rule("**", priority=0.5), Rule("a.html", priority=0.0)),
            Rule("", priority=0.0),
            # next-sitemap and django-sitemaps drop it.
            id="zero-is-said",
        ),
        pytest.param(
            (Rule("**", exclude=True), Rule("a.html", exclude=False)),
            Rule("", exclude=False),
            id="exclude-is-taken-back",
        ),
        pytest.param(
            (Rule("**", lastmod=date(2024, 5, 1)), Rule("a.html", lastmod=False)),
            Rule("", lastmod=False),
            id="no-date",
        ),
        pytest.param((Rule("b.html", priority=0.1),), Rule(""), id="none-matches"),
    ],
)
def test_rules_are_laid_over_each_other(rules, merged):
    (item,) = decide(page("a.html"), options=Options(rules=rules)).listed
    assert msgspec.structs.replace(item.rule, match="") == merged


def test_a_later_rule_excludes():
    rules = (Rule("a.html", exclude=False), Rule("**", exclude=True))
    selection = decide(page("a.html"), options=Options(rules=rules))
    assert selection.skipped == (Skipped(path("a.html"), "rule"),)


@pytest.mark.parametrize(
    ("missing", "built", "share"),
    [
        pytest.param(5, 5, 0.5, id="half"),
        pytest.param(9, 0, 0.5, id="fewer-than-ten"),
        pytest.param(10, 0, 1.0, id="all-may-be-missing"),
        pytest.param(0, 10, 0.0, id="none-missing-and-none-may-be"),
        # 0.7 * 90 is a little less than 63.
        pytest.param(63, 27, 0.7, id="share-that-binary-numbers-miss"),
    ],
)
def test_a_few_missing_files_halt_nothing(missing, built, share):
    assert halted(missing, built, share) is None


@pytest.mark.parametrize(
    ("missing", "built", "share"),
    [
        pytest.param(6, 4, 0.5, id="over-half-of-ten"),
        pytest.param(1, 9, 0.0, id="none-may-be"),
        pytest.param(10, 0, 0.99, id="all"),
    ],
)
def test_a_missing_majority_halts_the_build(missing, built, share):
    assert halted(missing, built, share) == Note(
        "warning",
        "halted",
        f"nothing was written: {missing} of 10 pages would be left out as 'missing'"
        " (their files are not in the output folder);"
        " max_skipped sets how large a share may be",
    )


def test_pages_that_the_author_left_out_are_not_judged():
    assert halted(9, 0, 0.5, excluded=50) is None
    assert halted(6, 4, 0.5, excluded=50) is not None


def halted(missing: int, built: int, share: float, excluded: int = 0) -> Note | None:
    absent = tuple(f"absent/{n}.html" for n in range(missing))
    pages = (
        *map(page, absent),
        *(page(f"built/{n}.html") for n in range(built)),
        *(page(f"secret/{n}.html") for n in range(excluded)),
    )
    options = Options(exclude=("secret/",), max_skipped=share)
    return decide(*pages, options=options, missing=absent).halted


def adopted(options: Options, found: Survey, built: Site) -> tuple[Page, ...]:
    return adopt_files(built, options, found).pages[len(built.pages) :]


def test_files_of_the_output_become_pages_and_those_of_the_author_have_a_source():
    built = msgspec.structs.replace(
        site(page("index.html")),
        authored=((path("b.pdf"), Path("docs/b.pdf")), (path("z"), Path("docs/z"))),
    )
    found = survey("x/c.pdf", "index.html", "b.pdf", "a.txt", "d.pdf.html")
    assert adopted(Options(files=("**.pdf", "index.html")), found, built) == (
        Page(path("b.pdf"), sources=(Path("docs/b.pdf"),)),
        Page(path("x/c.pdf")),
    )


def test_files_of_ours_are_never_listed():
    built = msgspec.structs.replace(site(), replaces=(path("s.xml"), path("s.xml.gz")))
    found = survey(
        "robots.txt",
        "s.xml",
        "s.xml.gz",
        "sitemap.css",
        "docs/sitemap.xml.gz",
        "docs/sitemap.txt",
        "llms.txt",
        sitemaps=("docs/sitemap.xml", "sitemap-index.xml"),
        staged=(".sitemap.xml.scopemap-0~",),
    )
    assert adopted(Options(files=("**",)), found, built) == (Page(path("llms.txt")),)


def test_without_the_option_no_file_is_listed():
    built = site(page("index.html"))
    assert adopt_files(built, PLAIN, survey("index.html", "a.pdf")) == built


def test_adopted_files_are_judged_as_pages_are():
    options = Options(files=("**.html",), exclude=("old/",))
    found = survey("404.html", "new/index.html", "old/index.html")
    selection = select(adopt_files(site(), options, found), options, found)
    assert locs(selection) == (f"{BASE}new/",)
    assert selection.skipped == (
        Skipped(path("404.html"), "error"),
        Skipped(path("old/index.html"), "excluded", "by 'old/'"),
    )


def test_pages_of_another_host_are_told_once():
    pages = [page(f"{n}.html", url=f"https://de.example.org/{n}") for n in range(4)]
    text = f"4 pages skipped: https://de.example.org/0 is not below {BASE}"
    assert decide(*pages).notes == (Note("info", "elsewhere", text),)
