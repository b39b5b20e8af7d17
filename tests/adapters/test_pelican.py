"""Pelican alone: what its contents and settings do to the sitemap."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

SITE = "https://handbook.example"
NOON = "2024-02-03T12:00:00+00:00"
LATER = "2024-06-01T12:00:00+00:00"
SUMMARY = (
    f"INFO scopemap: 9 URLs in 1 sitemap, 0 skipped; submit {SITE}/sitemap-index.xml"
)
SITEMAP = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</urlset>
"""
ROBOTS = f"# scopemap\nSitemap: {SITE}/sitemap-index.xml\n"
# Of the author's own: a sitemap that no tool wrote.
OWN_SITEMAP = """\
<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://handbook.example/app/</loc></url>
</urlset>
"""
# What any blog has, besides its articles and pages.
LISTINGS = (
    "/",
    "/archives.html",
    "/author/ada.html",
    "/authors.html",
    "/categories.html",
    "/category/misc.html",
    "/tags.html",
)
# Only what a test is about.
BARE = {
    "DIRECT_TEMPLATES": [],
    "AUTHOR_SAVE_AS": "",
    "CATEGORY_SAVE_AS": "",
    "TAG_SAVE_AS": "",
}


def page(title: str = "Page", **metadata: str) -> str:
    """Give a page in Markdown."""
    fields = {"Title": title, **metadata}
    return "".join(f"{name}: {text}\n" for name, text in fields.items()) + "\nText.\n"


def article(title: str = "Post", **metadata: str) -> str:
    return page(title, **{"Date": "2024-02-03 12:00", **metadata})


def test_a_build_writes_the_whole_set(blog):
    blog.write({"content/a.md": article(), "content/pages/b.md": page("About")})
    blog.build()
    assert blog.read("sitemap.xml") == SITEMAP.format(
        "".join(
            f"<url><loc>{SITE}{path}</loc>{lastmod}</url>\n"
            for path in sorted((*LISTINGS, "/post.html", "/pages/about.html"))
            for lastmod in ("" if "about" in path else f"<lastmod>{NOON}</lastmod>",)
        )
    )
    assert blog.read("robots.txt") == f"User-agent: *\nAllow: /\n\n{ROBOTS}"
    ours = [name for name in blog.files if name.startswith(("sitemap", "robots"))]
    assert ours == ["robots.txt", "sitemap-index.xml", "sitemap.css", "sitemap.xml"]
    assert blog.log() == [SUMMARY]


def test_nothing_else_of_the_site_is_changed(blog):
    blog.write({"content/a.md": article(), "content/pages/b.md": page("About")})
    blog.build(PLUGINS=[], OUTPUT_PATH="without")
    blog.build()
    own = ("robots.txt", "sitemap-index.xml", "sitemap.css", "sitemap.xml")
    without = blog.root / "without"
    names = {str(file.relative_to(without)) for file in without.rglob("*.*")}
    assert set(blog.files) == names | set(own)
    for name in names:
        assert (blog.site / name).read_bytes() == (without / name).read_bytes(), name


def test_two_builds_in_a_row_give_the_same_bytes(blog):
    blog.write({"content/a.md": article(), "content/pages/b.md": page("About")})
    blog.write({"content/c.md": article("Old", Lang="de", Slug="post")})
    blog.build()
    first = {name: (blog.site / name).read_bytes() for name in blog.files}
    blog.build()
    assert {name: (blog.site / name).read_bytes() for name in blog.files} == first


# What is written, and what of it is listed

KINDS = {
    "content/a.md": article("First", Tags="x, y", Category="News"),
    "content/b.md": article("Second", Tags="x", Authors="Ada, Grace"),
    "content/b-de.md": article("Zweitens", Lang="de", Slug="second"),
    "content/hidden.md": article("Hidden", Status="hidden"),
    "content/draft.md": article("Draft", Status="draft", Category="misc"),
    "content/undated.md": page("Undated", Status="draft", Category="misc"),
    "content/skip.md": article("Skipped", Status="skip"),
    "content/pages/about.md": page("About"),
    "content/pages/about-de.md": page("Über", Lang="de", Slug="about"),
    "content/pages/hidden.md": page("Secret", Status="hidden"),
    "content/pages/draft.md": page("Sketch", Status="draft"),
    "content/pages/gone.md": page("Gone", save_as="404.html"),
    "content/pages/search.md": page("Find", Template="search"),
    "content/data.html": "<html><head><title>Html</title>"
    '<meta name="date" content="2024-02-03"></head><body>x</body></html>',
    "content/images/x.txt": "static",
    "templates/search.html": "<form></form>",
    "templates/map.html": "<a href='x'>x</a>",
    "templates/feed.json": "{}",
    "templates/special.html": "a page of its own",
    "templates/sitemap.html": OWN_SITEMAP,
}
ALL_KINDS = {
    "THEME_TEMPLATES_OVERRIDES": ["templates"],
    "DIRECT_TEMPLATES": [
        "index",
        "tags",
        "archives",
        "search",
        "map",
        "sitemap",
    ],
    "SITEMAP_SAVE_AS": "sitemap.xml",
    "TEMPLATE_PAGES": {
        "../templates/feed.json": "feed.json",
        "../templates/special.html": "special/index.html",
    },
    "YEAR_ARCHIVE_SAVE_AS": "posts/{date:%Y}/index.html",
    "YEAR_ARCHIVE_URL": "posts/{date:%Y}/",
    "MONTH_ARCHIVE_SAVE_AS": "posts/{date:%Y}/{date:%m}.html",
    "FEED_ALL_ATOM": "feeds/all.atom.xml",
    "OUTPUT_SOURCES": True,
    "EXTRA_PATH_METADATA": {"images/x.txt": {"path": "robots.txt"}},
}


def test_all_that_is_written_is_listed_unless_there_is_a_reason(blog):
    blog.write(KINDS)
    blog.build(**ALL_KINDS)
    assert blog.listed() == [
        "/",
        "/archives.html",
        "/author/ada.html",
        "/author/grace.html",
        "/category/misc.html",
        "/category/news.html",
        "/first.html",
        "/html.html",
        "/map.html",
        "/pages/about-de.html",
        "/pages/about.html",
        "/posts/2024/",
        "/posts/2024/02.html",
        "/second-de.html",
        "/second.html",
        "/special/",
        "/tag/x.html",
        "/tag/y.html",
        "/tags.html",
    ]
    assert blog.skipped == {
        "404.html": "error",
        "drafts/draft.html": "draft",
        "drafts/pages/sketch.html": "draft",
        "drafts/undated.html": "draft",
        "hidden.html": "hidden",
        "pages/find.html": "machine",
        "pages/secret.html": "hidden",
        "search.html": "machine",
    }
    html = {name for name in blog.files if name.endswith(".html")}
    listed = {blog.file(path) for path in blog.listed()}
    assert html == listed | set(blog.skipped)
    replaced = "sitemap.xml, which something else wrote, is replaced"
    assert f"INFO scopemap: {replaced}" in blog.log()


@pytest.mark.parametrize(
    ("reason", "path"),
    [
        ("draft", "/drafts/draft.html"),
        ("error", "/404.html"),
        ("hidden", "/pages/secret.html"),
        ("machine", "/search.html"),
    ],
)
def test_a_reason_may_be_kept(reason, path, blog):
    blog.write(KINDS)
    blog.build(**ALL_KINDS, SCOPEMAP_KEEP=[reason])
    assert path in blog.listed()


def test_of_a_paginated_listing_the_first_part_is_listed(blog):
    for number in range(5):
        blog.write({f"content/{number}.md": article(f"Post {number}", Tags="x")})
    blog.build(DEFAULT_PAGINATION=2)
    assert [path for path in blog.listed() if "post" not in path] == sorted(
        (*LISTINGS, "/tag/x.html")
    )
    parts = ("index", "author/ada", "category/misc", "tag/x")
    assert blog.skipped == {
        f"{name}{number}.html": "pagination" for name in parts for number in (2, 3)
    }
    blog.build(DEFAULT_PAGINATION=2, SCOPEMAP_KEEP=["pagination"])
    assert {f"/{name}3.html" for name in parts} <= set(blog.listed())
    assert blog.skipped == {}


@pytest.mark.parametrize(
    "save_as", ["404.html", "404/index.html", "error/missing.html"]
)
def test_the_page_for_what_is_missing_is_left_out(save_as, blog):
    blog.write({"content/a.md": article(), "templates/404.html": "gone"})
    blog.build(
        code=f'globals()["404_SAVE_AS"] = {save_as!r}',
        THEME_TEMPLATES_OVERRIDES=["templates"],
        DIRECT_TEMPLATES=["index", "404"],
    )
    assert blog.skipped == {save_as: "error"}


@pytest.mark.parametrize(
    ("patterns", "second"),
    [
        pytest.param(
            [(1, "{url}", "{save_as}"), (2, "{base_name}/page/{number}/",
             "{base_name}/page/{number}/index.html")],
            "/tag/x/page/2/",
            id="folders",
        ),
        pytest.param(
            [(1, "{url}", "{save_as}"), (2, "{base_name}/page/{number}",
             "{base_name}/page/{number}.html")],
            "/tag/x/page/2.html",
            id="no-extension",
        ),
    ],
)  # fmt: skip
def test_further_parts_that_are_kept_have_the_address_of_their_file(
    patterns, second, blog
):
    for number in range(3):
        blog.write({f"content/{number}.md": article(f"Post {number}", Tags="x")})
    blog.build(
        **BARE | {"TAG_SAVE_AS": "tag/{slug}/index.html", "TAG_URL": "tag/{slug}/"},
        DEFAULT_PAGINATION=2,
        PAGINATION_PATTERNS=patterns,
        SCOPEMAP_KEEP=["pagination"],
    )
    assert [path for path in blog.listed() if "tag" in path] == ["/tag/x/", second]


def test_a_page_that_takes_the_place_of_a_listing_is_listed_once(blog):
    """pelican-sitemap has the home page twice, and pages/home.html, which is not."""
    blog.write(
        {
            "content/a.md": article(),
            "content/b.md": article("Old", save_as="archives.html"),
            "content/pages/home.md": page("Home", save_as="index.html"),
        }
    )
    blog.build()
    assert blog.listed() == sorted((*LISTINGS, "/post.html"))
    assert blog.skipped == {}
    assert blog.dates()["/"] is None
    assert blog.dates()["/archives.html"] == NOON


def test_a_template_page_takes_the_place_of_a_listing(blog):
    blog.write({"content/a.md": article(), "templates/home.html": "home"})
    blog.build(TEMPLATE_PAGES={"../templates/home.html": "index.html"})
    assert blog.listed() == sorted((*LISTINGS, "/post.html"))
    assert blog.dates()["/"] is None


def test_the_first_part_of_a_listing_may_lie_elsewhere(blog):
    """PAGINATION_PATTERNS moves it as well."""
    blog.write({"content/a.md": article(Tags="foo"), "content/b.md": article("B")})
    blog.build(
        **BARE | {"TAG_URL": "t/{slug}.html", "TAG_SAVE_AS": "t/{slug}.html"},
        DEFAULT_PAGINATION=1,
        PAGINATION_PATTERNS=[
            (1, "{base_name}/", "{base_name}/index.html"),
            (2, "{base_name}/{number}/", "{base_name}/{number}/index.html"),
        ],
    )
    assert [path for path in blog.listed() if "foo" in path] == ["/t/foo/"]


def test_a_second_rendering_of_an_article_is_a_page_of_its_own(blog):
    """Such as for AMP: neither its address nor its translations are the article's."""
    code = """
from types import SimpleNamespace
from pelican import signals

def write(generator, writer):
    for article in (*generator.articles, *generator.translations):
        writer.write_file(f"amp/{article.save_as}", generator.get_template("article"),
                          generator.context, article=article)

signals.article_writer_finalized.connect(write, weak=False)
"""
    blog.write(
        {
            "content/a.md": article("A"),
            "content/b.md": article("B", Lang="de", Slug="a"),
        }
    )
    blog.pelican("--fatal", "warnings", code=code, **BARE, ARTICLE_URL="{slug}")
    assert blog.status == 0
    links = {"de": "/a-de.html", "en": "/a", "x-default": "/a"}
    assert blog.alternates() == {
        "/a": links,
        "/a-de.html": links,
        "/amp/a-de.html": {},
        "/amp/a.html": {},
    }


def test_texts_without_a_source_are_no_translations_of_each_other(blog):
    code = """
from pelican import signals
from pelican.contents import Article, Category

def add(generator):
    first = generator.articles[0]
    for title, lang in (("Hello", "en"), ("Andere", "de"), ("Autre", "fr")):
        metadata = {"title": title, "lang": lang, "date": first.date,
                    "category": Category("misc", generator.settings)}
        text = Article("x", metadata, generator.settings, context=generator.context)
        generator.articles.append(text)

signals.article_generator_finalized.connect(add, weak=False)
"""
    blog.write({"content/a.md": article("A")})
    for default in (None, "fs"):
        printed = blog.pelican(code=code, **BARE, DEFAULT_DATE=default)
        assert blog.status == 0, printed
        assert set(blog.listed()) == {
            "/a.html",
            "/andere-de.html",
            "/autre-fr.html",
            "/hello.html",
        }
        assert "hreflang" not in blog.read("sitemap.xml")


def test_a_template_page_may_be_named_by_its_absolute_path(blog):
    blog.write({"content/a.md": article(), "templates/x.html": "x"})
    target = str(blog.site / "extra/x.html")
    blog.build(TEMPLATE_PAGES={"../templates/x.html": target})
    assert "/extra/x.html" in blog.listed()


def test_pages_that_are_left_over_from_an_earlier_build_are_not_listed(blog):
    blog.write({"content/a.md": article(), "content/b.md": article("Gone")})
    blog.build()
    (blog.root / "content/b.md").unlink()
    blog.build()
    assert "gone.html" in blog.files
    assert blog.listed() == sorted((*LISTINGS, "/post.html"))


@pytest.mark.parametrize(
    "metadata",
    [
        {"sitemap": "no"},
        {"Sitemap": "False"},
        {"private": "True"},
        {"private": "true"},
        {"Private": "yes"},
        {"noindex": "True"},
        {"robots": "noindex, nofollow"},
        {"disallow": "True"},
        {"robots": "noindex nofollow"},
        {"private": "y"},
        {"external_canonical": "https://other.example/x"},
    ],
    ids=str,
)
def test_a_page_can_ask_to_be_left_out(metadata, blog):
    blog.write({"content/a.md": article(**metadata), "content/b.md": article("Other")})
    blog.build()
    assert list(blog.skipped) == ["post.html"]


def test_a_page_can_give_what_some_engines_read(blog):
    blog.write(
        {
            "content/a.md": article(Changefreq="Daily", Priority="0.3"),
            "content/b.md": article("Other", sitemap_priority="1"),
            "content/c.md": article("Wrong", priority="high", changefreq="often"),
            "content/d.rst": f"Rest\n====\n\n:date: {NOON}\n:priority: 0.2\n\nx\n",
        }
    )
    blog.build(**BARE)
    entry = f"<url><loc>{SITE}/{{}}.html</loc><lastmod>{NOON}</lastmod>{{}}</url>"
    assert blog.read("sitemap.xml").splitlines()[4:-1] == [
        entry.format("other", "<priority>1.0</priority>"),
        entry.format("post", "<changefreq>daily</changefreq><priority>0.3</priority>"),
        entry.format("rest", "<priority>0.2</priority>"),
        entry.format("wrong", ""),
    ]
    allowed = "always, hourly, daily, weekly, monthly, yearly, never"
    assert blog.log()[1:] == [
        f"INFO scopemap: c.md: changefreq: 'often' must be one of {allowed}",
        "INFO scopemap: c.md: priority: 'high' must be a number from 0.0 to 1.0",
    ]


# URLs


@pytest.mark.parametrize(
    ("metadata", "settings", "url"),
    [
        pytest.param({}, {}, "/post.html", id="default"),
        pytest.param(
            {},
            {"ARTICLE_URL": "{slug}", "ARTICLE_SAVE_AS": "{slug}.html"},
            "/post",
            id="no-extension",
        ),
        pytest.param(
            {},
            {"ARTICLE_URL": "b/{slug}/", "ARTICLE_SAVE_AS": "b/{slug}/index.html"},
            "/b/post/",
            id="folders",
        ),
        pytest.param(
            {},
            {
                "ARTICLE_URL": "blog/{slug}/index.html",
                "ARTICLE_SAVE_AS": "blog/{slug}/index.html",
            },
            "/blog/post/",
            id="index-html",
        ),
        # pelican-plugins/sitemap#32: the host rewrites its addresses.
        pytest.param(
            {},
            {"ARTICLE_URL": "blog/{slug}/", "ARTICLE_SAVE_AS": "{slug}/index.html"},
            "/blog/post/",
            id="only-the-url-is-true",
        ),
        # The ASF's settings: 141 of 283 URLs of pelican-sitemap lead nowhere.
        pytest.param(
            {}, {"ARTICLE_SAVE_AS": "{date:%Y}/{slug}.html"}, "/2024/post.html",
            id="only-the-file-is-set",
        ),
        pytest.param(
            {}, {"ARTICLE_SAVE_AS": Path("x/{slug}.html")}, "/x/post.html", id="path"
        ),
        pytest.param(
            {"save_as": "410.html"}, {}, "/410.html", id="own-file"
        ),
        pytest.param(
            {"save_as": "410.html"},
            {"ARTICLE_URL": "{slug}/", "ARTICLE_SAVE_AS": "{slug}/index.html"},
            "/410.html",
            id="own-file-beside-set-addresses",
        ),
        pytest.param(
            {"url": "x/", "save_as": "x/index.html"}, {}, "/x/", id="own-both"
        ),
        pytest.param({"url": "x/"}, {}, "/x/", id="own-address-of-another-file"),
        pytest.param(
            {"url": "/abs/a/", "save_as": "abs/a/index.html"}, {}, "/abs/a/",
            id="leading-slash",
        ),
        pytest.param(
            {"url": "x/../b.html", "save_as": "b.html"}, {}, "/b.html", id="dots"
        ),
        pytest.param(
            {"url": "c.html#part", "save_as": "c.html"}, {}, "/c.html", id="fragment"
        ),
        pytest.param(
            {"url": "search/?a=1&b=2", "save_as": "search/index.html"},
            {},
            "/search/?a=1&b=2",
            id="query",
        ),
        pytest.param(
            {"url": "caf%C3%A9/", "save_as": "café/index.html"}, {}, "/caf%C3%A9/",
            id="encoded",
        ),
        pytest.param(
            {"save_as": "my file.html"}, {}, "/my%20file.html", id="file-with-a-space"
        ),
        pytest.param({"save_as": "x/index.htm"}, {}, "/x/index.htm", id="index-htm"),
        pytest.param({"save_as": "myindex.html"}, {}, "/myindex.html", id="my-index"),
        pytest.param(
            {"url": "", "save_as": "index.html"}, {}, "/", id="empty-address"
        ),
        pytest.param(
            {"url": "", "save_as": "x.html"}, {}, "/x.html", id="empty-for-a-file"
        ),
        pytest.param({"slug": "q&a"}, {}, "/q&a.html", id="ampersand"),
        pytest.param({"slug": 'a"b'}, {}, "/a%22b.html", id="quote"),
        pytest.param({"slug": "it's"}, {}, "/it's.html", id="apostrophe"),
        pytest.param({"slug": "two words"}, {}, "/two%20words.html", id="space"),
        pytest.param({"slug": "a<b>"}, {}, "/a%3Cb%3E.html", id="angle-brackets"),
        pytest.param({"slug": "C#"}, {}, "/C%23.html", id="hash-in-the-name"),
        pytest.param({"slug": "why?"}, {}, "/why%3F.html", id="question-mark"),
        pytest.param({"slug": "100%"}, {}, "/100%25.html", id="percent"),
        pytest.param({"slug": "%41"}, {}, "/%2541.html", id="escape-in-the-name"),
        pytest.param(
            {"slug": "C#"},
            {"ARTICLE_URL": "p/{slug}/", "ARTICLE_SAVE_AS": "p/{slug}/index.html"},
            "/p/C%23/",
            id="hash-in-an-address-that-is-set",
        ),
        pytest.param(
            {"slug": "50%41"},
            {"ARTICLE_URL": "p/{slug}.html", "ARTICLE_SAVE_AS": "p/{slug}.html"},
            "/p/50%2541.html",
            id="escape-in-an-address-that-is-set",
        ),
        pytest.param(
            {"slug": "why?"}, {"ARTICLE_URL": "{slug}"}, "/why%3F.html",
            id="question-mark-without-an-extension",
        ),
        pytest.param({"save_as": "v1.2"}, {}, "/v1.2", id="dot-in-the-name"),
        pytest.param({"save_as": "A.HTML"}, {}, "/A.HTML", id="capitals"),
        pytest.param(
            {"Title": "Žluťoučký kůň"},
            {"SLUGIFY_USE_UNICODE": True},
            "/%C5%BElu%C5%A5ou%C4%8Dk%C3%BD-k%C5%AF%C5%88.html",
            id="non-ascii",
        ),
        pytest.param({"Title": "日本"}, {"SLUGIFY_USE_UNICODE": True},
                     "/%E6%97%A5%E6%9C%AC.html", id="japanese"),
        pytest.param(
            {"Lang": "de"}, {}, "/post-de.html", id="another-language"
        ),
        pytest.param(
            {"Lang": "de"},
            {"ARTICLE_LANG_SAVE_AS": "{lang}/{slug}.html"},
            "/de/post.html",
            id="only-the-file-of-another-language-is-set",
        ),
        pytest.param(
            {"Lang": "de"},
            {"ARTICLE_SAVE_AS": "x/{slug}.html"},
            "/post-de.html",
            id="the-other-language-is-not-concerned",
        ),
    ],
)  # fmt: skip
def test_an_article_has_the_url_that_leads_to_it(metadata, settings, url, blog):
    blog.write({"content/a.md": article(**{"Title": "Post", **metadata})})
    blog.build(**BARE | settings)
    assert blog.listed() == [url]


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        pytest.param({"url": "https://other.example/x"}, "elsewhere", id="other-host"),
        pytest.param({"url": "//other.example/x"}, "bad-url", id="no-scheme"),
        pytest.param({"url": "../x"}, "elsewhere", id="above"),
    ],
)
def test_an_article_with_a_url_elsewhere_is_left_out(metadata, reason, blog):
    blog.write({"content/a.md": article(**metadata), "content/b.md": article("Other")})
    blog.build(**BARE, SITEURL=f"{SITE}/blog")
    assert blog.listed() == ["/blog/other.html"]
    assert {why.partition(" (")[0] for why in blog.skipped.values()} == {reason}


def test_an_article_that_names_its_whole_url_is_listed(blog):
    """Where SITEURL is changed the address is still said to be that."""
    blog.write({"content/a.md": article(url=f"{SITE}/x/", save_as="x/index.html")})
    blog.build(**BARE)
    assert blog.listed() == ["/x/"]


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        pytest.param({}, "/pages/about.html", id="default"),
        pytest.param({"PAGE_SAVE_AS": "{slug}.html"}, "/about.html", id="only-file"),
        pytest.param(
            {"PAGE_SAVE_AS": "{slug}/index.html"}, "/about/", id="only-folder"
        ),
        pytest.param(
            {"PAGE_URL": "pages/{slug}/", "PAGE_SAVE_AS": "p/{slug}/index.html"},
            "/pages/about/",
            id="the-address-wins",
        ),
    ],
)
def test_a_page_has_the_url_that_leads_to_it(settings, url, blog):
    blog.write({"content/pages/about.md": page("About")})
    blog.build(**BARE | settings)
    assert blog.listed() == [url]


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        pytest.param({}, "/tag/r-d.html", id="default"),
        pytest.param(
            {"TAG_URL": "t/{slug}/", "TAG_SAVE_AS": "t/{slug}/index.html"},
            "/t/r-d/",
            id="folders",
        ),
        pytest.param({"TAG_URL": "tag/{slug}"}, "/tag/r-d", id="no-extension"),
        pytest.param({"TAG_SAVE_AS": "t/{slug}.html"}, "/t/r-d.html", id="only-file"),
        pytest.param(
            {"TAG_URL": "topics/{slug}"}, "/topics/r-d", id="the-address-wins"
        ),
        pytest.param({"TAG_URL": ""}, "/tag/r-d.html", id="no-address"),
        pytest.param({"TAG_URL": False}, "/tag/r-d.html", id="no-address-at-all"),
    ],
)
def test_a_tag_has_the_url_that_leads_to_it(settings, url, blog):
    blog.write({"content/a.md": article(Tags="R D")})
    blog.build(**BARE | {"TAG_SAVE_AS": "tag/{slug}.html"} | settings)
    assert blog.listed() == ["/post.html", url]


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        pytest.param({"DIRECT_TEMPLATES": ["tags"]}, "/tags.html", id="default"),
        pytest.param({"TAGS_SAVE_AS": "tags/index.html"}, "/tags/", id="only-file"),
        pytest.param({"TAGS_URL": "tags"}, "/tags", id="no-extension"),
        pytest.param({"TAGS_URL": "all-tags/"}, "/all-tags/", id="the-address-wins"),
        pytest.param(
            {"DIRECT_TEMPLATES": ["index"], "INDEX_SAVE_AS": "blog/index.html"},
            "/blog/",
            id="home-elsewhere",
        ),
        pytest.param(
            {"DIRECT_TEMPLATES": ["archives"], "ARCHIVES_SAVE_AS": "a b/archive.html"},
            "/a%20b/archive.html",
            id="space",
        ),
    ],
)
def test_a_direct_template_has_the_url_that_leads_to_it(settings, url, blog):
    blog.write({"content/a.md": article(Status="hidden")})
    blog.build(**BARE | {"DIRECT_TEMPLATES": ["tags"]} | settings)
    assert blog.listed() == [url]


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        pytest.param(
            {"YEAR_ARCHIVE_SAVE_AS": "{date:%Y}/index.html"}, "/2024/", id="only-file"
        ),
        pytest.param(
            {
                "YEAR_ARCHIVE_SAVE_AS": "{date:%Y}.html",
                "YEAR_ARCHIVE_URL": "{date:%Y}",
            },
            "/2024",
            id="no-extension",
        ),
        pytest.param(
            {
                "DAY_ARCHIVE_SAVE_AS": "x/{date:%Y}{date:%m}{date:%d}.html",
                "DAY_ARCHIVE_URL": "days/{date:%Y-%m-%d}/",
            },
            "/days/2024-02-03/",
            id="the-address-wins",
        ),
    ],
)
def test_a_period_has_the_url_that_leads_to_it(settings, url, blog):
    blog.write({"content/a.md": article()})
    blog.build(**BARE | settings)
    assert sorted(blog.listed()) == sorted([url, "/post.html"])


def test_the_site_links_to_its_pages_in_the_same_form(blog):
    blog.write({"content/a.md": article("A b", Tags="C++, R&D", Slug="ä&b")})
    blog.write({"content/pages/about.md": page("About")})
    blog.build(
        ARTICLE_URL="posts/{slug}/",
        ARTICLE_SAVE_AS="posts/{slug}/index.html",
        PAGE_URL="{slug}",
        PAGE_SAVE_AS="{slug}.html",
        TAG_URL="tag/{slug}/",
        TAG_SAVE_AS="tag/{slug}/index.html",
    )
    links = {quote(link, safe="/%") for link in blog.links()}
    unlinked = {"/archives.html", "/authors.html", "/categories.html", "/tags.html"}
    assert {quote(unquote(path)) for path in blog.listed()} - unlinked <= links


def test_tags_and_articles_are_encoded_alike(blog):
    """pelican-sitemap does so for tags alone."""
    blog.write({"content/a.md": article("Kůň", Tags="Čaj")})
    blog.build(**BARE | {"TAG_SAVE_AS": "tag/{slug}.html"}, SLUGIFY_USE_UNICODE=True)
    assert blog.listed() == ["/k%C5%AF%C5%88.html", "/tag/%C4%8Daj.html"]


@pytest.mark.parametrize("pattern", ["tag/", "/tag/", "tag/*.html", "**/x*"])
def test_patterns_match_what_stands_behind_siteurl(pattern, blog):
    """With the slash that pelican-sitemap shows they match nothing there."""
    blog.write({"content/a.md": article(Tags="x")})
    blog.build(SITEURL=f"{SITE}/blog", SCOPEMAP_EXCLUDE=[pattern])
    assert blog.skipped == {"tag/x.html": f"excluded (by {pattern!r})"}


# SITEURL


@pytest.mark.parametrize(
    ("url", "home"),
    [
        pytest.param(SITE, f"{SITE}/", id="host"),
        pytest.param(f"{SITE}/blog", f"{SITE}/blog/", id="path"),
        pytest.param(
            "https://bücher.example", "https://xn--bcher-kva.example/", id="idn"
        ),
    ],
)
def test_urls_lie_below_siteurl(url, home, blog):
    blog.write({"content/a.md": article()})
    blog.build(**BARE | {"DIRECT_TEMPLATES": ["index"]}, SITEURL=url)
    locs = [home, f"{home}post.html"]
    assert blog.locs() == locs


def test_a_slash_at_the_end_of_siteurl_is_no_matter(blog):
    blog.write({"content/a.md": article()})
    blog.build(**BARE, SITEURL=f"{SITE}/blog/")
    assert blog.locs() == [f"{SITE}/blog/post.html"]
    pelicans_own = "WARNING Removed extraneous trailing slash from SITEURL."
    assert [line for line in blog.log() if line.startswith("W")] == [pelicans_own]


def test_relative_links_change_nothing(blog):
    blog.write({"content/a.md": article(), "content/pages/b.md": page("About")})
    blog.build()
    before = blog.read("sitemap.xml")
    blog.build(RELATIVE_URLS=True)
    assert blog.read("sitemap.xml") == before


@pytest.mark.parametrize("url", ["", "/", "/blog", ".", ".."])
def test_without_a_siteurl_nothing_is_written_and_a_line_says_so(url, blog):
    blog.write({"content/a.md": article()})
    blog.build(SITEURL=url)
    name = "an absolute SITEURL" if url.rstrip("/") else "SITEURL"
    assert f"INFO scopemap: nothing was written: {name} is not set" in blog.log()
    assert not any(line for line in blog.log() if line.startswith("WARNING scopemap"))
    assert not {"sitemap.xml", "robots.txt"} & set(blog.files)


def test_what_is_built_for_this_machine_alone_publishes_nothing(blog):
    blog.write({"content/a.md": article()})
    blog.build(SITEURL="http://localhost:8000")
    assert "sitemap.xml" not in blog.files


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        (
            "blog.example",
            "'blog.example' must be an absolute URL, like https://example.com/docs/",
        ),
        (
            "//blog.example",
            "'//blog.example' must be an absolute URL, like https://example.com/docs/",
        ),
        (
            "ftp://blog.example",
            "'ftp://blog.example' must begin with http:// or https://",
        ),
    ],
)
def test_a_siteurl_without_a_scheme_is_an_error(url, problem, blog):
    assert blog.refuse(SITEURL=url) == f"SITEURL: {problem}"


def test_base_url_overrules_siteurl(blog):
    blog.write({"content/a.md": article()})
    blog.build(**BARE, SITEURL="blog.example", SCOPEMAP_BASE_URL=f"{SITE}/x")
    assert blog.locs() == [f"{SITE}/x/post.html"]


# robots.txt and the author's other files

STATIC = {
    "STATIC_PATHS": ["extra"],
    "EXTRA_PATH_METADATA": {
        "extra/robots.txt": {"path": "robots.txt"},
        "extra/sitemap.xml": {"path": "sitemap.xml"},
    },
}
OWN = "User-agent: *\r\nDisallow: /drafts/"


def test_robots_txt_of_the_author_gets_the_line(blog):
    blog.write({"content/a.md": article(), "content/extra/robots.txt": OWN})
    for _ in range(2):
        blog.build(**STATIC)
        data = (blog.site / "robots.txt").read_bytes().decode()
        assert data == f"{OWN}\r\n\r\n" + ROBOTS.replace("\n", "\r\n")


@pytest.mark.parametrize("times", [1, 2])
def test_a_robots_txt_that_is_a_hard_link_leaves_the_source_alone(times, blog):
    blog.write({"content/a.md": article(), "content/extra/robots.txt": OWN})
    source = blog.root / "content/extra/robots.txt"
    before = source.stat()
    for _ in range(times):
        blog.build(**STATIC, STATIC_CREATE_LINKS=True)
        assert source.read_bytes() == OWN.encode()
        assert source.stat().st_ino == before.st_ino
        assert ROBOTS.splitlines()[1] in blog.read("robots.txt")


def test_a_robots_txt_that_is_not_copied_again_keeps_one_line(blog):
    blog.write({"content/a.md": article(), "content/extra/robots.txt": OWN})
    os.utime(blog.root / "content/extra/robots.txt", (1, 1))
    for _ in range(3):
        blog.build(**STATIC, STATIC_CHECK_IF_MODIFIED=True)
        assert blog.read("robots.txt").count("Sitemap:") == 1


def test_with_a_path_the_line_for_the_host_is_told(blog):
    blog.write({"content/a.md": article()})
    blog.build(SITEURL=f"{SITE}/blog")
    line = f"`Sitemap: {SITE}/blog/sitemap-index.xml`"
    assert blog.log()[1:] == [
        f"INFO scopemap: {SITE}/robots.txt is where engines look: add {line} there"
    ]
    assert "robots.txt" not in blog.files


def test_a_sitemap_of_the_author_stays_and_is_listed(blog):
    blog.write({"content/a.md": article(), "content/extra/sitemap.xml": OWN_SITEMAP})
    for _ in range(2):
        blog.build(**BARE | STATIC)
        assert blog.read("sitemap.xml") == OWN_SITEMAP
        assert blog.listed("sitemap-2.xml") == ["/post.html"]
    index = blog.read("sitemap-index.xml")
    assert index.count(f"<loc>{SITE}/sitemap.xml</loc>") == 1
    assert index.count(f"<loc>{SITE}/sitemap-2.xml</loc>") == 1


def test_files_of_the_author_are_listed_where_they_are_asked_for(blog):
    """pelican-plugins/sitemap#33."""
    blog.write({"content/a.md": article(), "content/extra/q&a.pdf": "x"})
    blog.commit("2024-05-01T12:00:00+00:00")
    blog.build(**BARE, STATIC_PATHS=["extra"], SCOPEMAP_FILES=["**.pdf"])
    assert blog.dates()["/extra/q&a.pdf"] == "2024-05-01T12:00:00+00:00"


# Dates


def test_a_statement_of_the_author_wins_over_git(blog):
    blog.write(
        {
            "content/a.md": article("Modified", Modified="2024-03-01 08:00"),
            "content/b.md": article("Dated"),
            "content/c.md": article("Newer", Date="2024-08-01 09:00"),
            "content/pages/d.md": page("Page"),
            "content/pages/e.md": page("Stated", lastmod="2024-04-01"),
        }
    )
    blog.commit(LATER)
    blog.build(**BARE)
    assert blog.dates() == {
        "/dated.html": LATER,
        "/modified.html": "2024-03-01T08:00:00+00:00",
        "/newer.html": "2024-08-01T09:00:00+00:00",
        "/pages/page.html": LATER,
        "/pages/stated.html": "2024-04-01",
    }


def test_a_listing_is_as_new_as_the_newest_of_what_it_shows(blog):
    blog.write(
        {
            "content/a.md": article("Old", Date="2023-01-01", Tags="x, y"),
            "content/b.md": article("New", Date="2024-01-01", Tags="y"),
            "content/c.md": article(
                "Mended", Date="2022-01-01", Modified="2024-05-01", Tags="z"
            ),
            "content/d.md": article("Draft", Date="2024-08-01", Status="draft"),
        }
    )
    blog.build(
        DEFAULT_PAGINATION=2,
        YEAR_ARCHIVE_SAVE_AS="{date:%Y}.html",
        DIRECT_TEMPLATES=["index", "archives"],
    )
    old, new, mended = (f"{day}T00:00:00+00:00" for day in (
        "2023-01-01", "2024-01-01", "2024-05-01"))  # fmt: skip
    assert blog.dates() == {
        "/": new,
        "/2022.html": mended,
        "/2023.html": old,
        "/2024.html": new,
        "/archives.html": mended,
        "/author/ada.html": new,
        "/category/misc.html": new,
        "/mended.html": mended,
        "/new.html": new,
        "/old.html": old,
        "/tag/x.html": old,
        "/tag/y.html": new,
        "/tag/z.html": mended,
    }


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York", "Europe/Paris"])
def test_dates_are_in_the_time_zone_of_the_site(zone, blog):
    offset = {"A": "+09:00", "m": "-05:00", "E": "+01:00"}
    blog.write(
        {"content/a.md": article(), "content/b.md": article("Own", Timezone="UTC")}
    )
    blog.build(**BARE, TIMEZONE=zone)
    expected = {"Asia/Tokyo": "+09:00", "America/New_York": "-05:00"}
    hours = expected.get(zone, offset["E"])
    assert blog.dates() == {
        "/own.html": "2024-02-03T12:00:00+00:00",
        "/post.html": f"2024-02-03T12:00:00{hours}",
    }


def test_an_offset_in_the_metadata_stays(blog):
    blog.write({"content/a.md": article(Date="2024-02-03T12:00:00+05:30")})
    blog.build(**BARE, TIMEZONE="Europe/Paris")
    assert blog.dates() == {"/post.html": "2024-02-03T12:00:00+05:30"}


def test_a_date_before_time_zones_is_written_as_one_that_engines_read(blog):
    """pelican-sitemap writes +0009:21, the local mean time of Paris."""
    blog.write({"content/a.md": article(Date="1890-01-01 12:00")})
    blog.build(**BARE, TIMEZONE="Europe/Paris")
    assert blog.dates() == {"/post.html": "1890-01-01T11:50:39+00:00"}


def test_a_date_in_the_future_is_left_out(blog):
    blog.write({"content/a.md": article(Date="2099-01-01")})
    blog.build(**BARE)
    assert blog.dates() == {"/post.html": None}
    assert blog.log()[1:] == [
        "INFO scopemap: dates in the future are left out: post.html"
    ]


@pytest.mark.parametrize("default", ["fs", "2020-01-01", (2020, 1, 1, 12, 0)], ids=str)
def test_the_default_date_says_nothing_of_a_page(default, blog):
    blog.write({"content/a.md": page("Undated"), "content/b.md": article("Dated")})
    blog.build(**BARE, DEFAULT_DATE=default)
    assert blog.dates() == {"/dated.html": NOON, "/undated.html": None}
    blog.commit(LATER)
    blog.build(**BARE, DEFAULT_DATE=default)
    assert blog.dates() == {"/dated.html": LATER, "/undated.html": LATER}


def test_a_date_in_the_name_of_a_file_is_a_statement(blog):
    blog.write({"content/2024-01-02_a.md": page("Named")})
    blog.build(**BARE, FILENAME_METADATA=r"(?P<date>\d{4}-\d{2}-\d{2})_.*")
    assert blog.dates() == {"/named.html": "2024-01-02T00:00:00+00:00"}


def test_a_text_is_as_new_as_what_it_takes_in(blog):
    rst = "{0}\n####\n\n:date: 2024-01-01\n\n{1}\n"
    blog.write(
        {
            "content/a.rst": rst.format("Incl", ".. include:: parts/outer.txt"),
            "content/b.rst": rst.format(
                "Rows", ".. csv-table:: T\n   :file: parts/t.csv"
            ),
            "content/c.rst": rst.format("None", "It says include:: parts/t.csv"),
            "content/d.rst": rst.format("Own.", ".. include:: <isonum.txt>"),
            "content/e.rst": rst.format("Gone", ".. include:: parts/built.txt"),
            "content/parts/outer.txt": ".. include:: inner.txt\n",
            "content/parts/inner.txt": "1",
            "content/parts/t.csv": "1,2",
        }
    )
    settings = {**BARE, "ARTICLE_EXCLUDES": ["parts"], "STATIC_PATHS": []}
    blog.commit("2024-02-01T12:00:00+00:00")
    blog.write({"content/parts/inner.txt": "2", "content/parts/t.csv": "2,3"})
    blog.commit(LATER)
    blog.write({"content/parts/built.txt": "made by a script"})
    blog.build(**settings, DOCUTILS_SETTINGS={"file_insertion_enabled": True})
    old = "2024-02-01T12:00:00+00:00"
    assert blog.dates() == {
        "/gone.html": "2024-01-01T00:00:00+00:00",
        "/incl.html": LATER,
        "/none.html": old,
        "/own.html": old,
        "/rows.html": LATER,
    }


def test_a_markdown_text_that_takes_files_in_has_no_date_of_its_own(blog):
    """Where they lie is up to the extension."""
    markdown = {"extension_configs": {"pymdownx.snippets": {"base_path": ["content"]}}}
    blog.write({"content/a.md": article("A") + '\n--8<-- "part.txt"\n'})
    blog.write({"content/part.txt": "x", "content/b.md": article("B")})
    blog.commit(LATER)
    blog.build(**BARE, MARKDOWN={**markdown, "output_format": "html5"})
    assert blog.dates() == {"/a.html": NOON, "/b.html": LATER}


def test_a_template_that_may_show_anything_has_no_date(blog):
    blog.write({"content/a.md": article(), "templates/contact.html": "Write to us."})
    blog.build(
        THEME_TEMPLATES_OVERRIDES=["templates"], DIRECT_TEMPLATES=["index", "contact"]
    )
    assert (blog.dates()["/"], blog.dates()["/contact.html"]) == (NOON, None)


def test_nothing_changed_before_it_appeared(blog):
    blog.write({"content/a.md": article(Modified="2019-01-01")})
    blog.build(**BARE)
    assert blog.dates() == {"/post.html": NOON}


@pytest.mark.parametrize(
    "value", ["datetime.date(2021, 5, 5)", "datetime.datetime.now()"]
)
def test_a_date_of_a_plugin_is_no_statement_of_the_author(value, blog):
    """filetime_from_git and the like set them."""
    code = f"""
import datetime
from pelican import signals

def touch(generator):
    for content in generator.articles:
        content.modified = {value}

signals.article_generator_finalized.connect(touch, weak=False)
"""
    blog.write({"content/a.md": article()})
    blog.pelican(code=code, **BARE)
    assert blog.dates() == {"/post.html": NOON}


def test_the_time_of_an_earlier_checkout_is_no_date_either(blog):
    """The cache knows nothing of the file's new time."""
    settings = {
        "DEFAULT_DATE": "fs",
        "CACHE_CONTENT": True,
        "LOAD_CONTENT_CACHE": True,
        "CHECK_MODIFIED_METHOD": "md5",
        "CONTENT_CACHING_LAYER": "generator",
        "CACHE_PATH": "cache",
    }
    blog.write({"content/a.md": page("Undated")})
    blog.build(**BARE, **settings)
    os.utime(blog.root / "content/a.md", (1_600_000_000, 1_600_000_000))
    blog.build(**BARE, **settings)
    assert blog.dates() == {"/undated.html": None}


def test_a_listing_of_nothing_has_no_date(blog):
    blog.write({"content/pages/a.md": page("Page")})
    blog.build()
    assert set(blog.dates().values()) == {None}


# Languages


def test_translations_name_each_other(blog):
    """pelican-sitemap writes `ref=`, without the page itself, in a random order."""
    blog.write(
        {
            "content/en.md": article("Hello", Slug="hello"),
            "content/fr.md": article("Bonjour", Slug="hello", Lang="fr"),
            "content/zh.md": article("Ni hao", Slug="hello", Lang="zh_CN"),
            "content/draft.md": article(
                "Hallo", Slug="hello", Lang="de", Status="draft", Category="misc"
            ),
            "content/alone.md": article("Alone"),
            "content/pages/en.md": page("About", Slug="about"),
            "content/pages/pt.md": page("Sobre", Slug="about", Lang="pt-br"),
        }
    )
    blog.build(**BARE, DEFAULT_LANG="en")
    hello = {
        "en": "/hello.html",
        "fr": "/hello-fr.html",
        "zh-CN": "/hello-zh_CN.html",
        "x-default": "/hello.html",
    }
    about = {
        "en": "/pages/about.html",
        "pt-BR": "/pages/about-pt-br.html",
        "x-default": "/pages/about.html",
    }
    assert blog.alternates() == {
        "/alone.html": {},
        "/hello-fr.html": hello,
        "/hello-zh_CN.html": hello,
        "/hello.html": hello,
        "/pages/about-pt-br.html": about,
        "/pages/about.html": about,
    }
    assert blog.read("sitemap.xml").count(' href="') == 4 * 3 + 3 * 2 + 1


def test_translations_are_linked_where_their_files_are(blog):
    blog.write(
        {
            "content/en.md": article("Hello", Slug="hello"),
            "content/fr.md": article("Bonjour", Slug="hello", Lang="fr"),
        }
    )
    blog.build(**BARE, ARTICLE_LANG_SAVE_AS="{lang}/{slug}/index.html")
    links = blog.alternates()["/hello.html"]
    assert links["fr"] == "/fr/hello/"


def test_links_to_translations_are_encoded(blog):
    """pelican-sitemap writes a file that is not well-formed."""
    blog.write(
        {
            "content/en.md": article("Hello", Slug='a"b&c', Lang="en"),
            "content/fr.md": article("Bonjour", Slug='a"b&c', Lang="fr"),
        }
    )
    blog.build(**BARE)
    assert blog.alternates()["/a%22b&c.html"]["fr"] == "/a%22b&c-fr.html"


def test_no_page_has_a_language_beside_it_without_translations(blog):
    blog.write({"content/a.md": article(), "content/b.md": article("B", Lang="tlh-x")})
    blog.build()
    assert "hreflang" not in blog.read("sitemap.xml")
    assert blog.log()[1:] == []
