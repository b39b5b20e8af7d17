"""MkDocs alone: what its own files, settings and options do to the sitemap."""

from __future__ import annotations

import gzip
import http.client
import logging
import os
import signal
import subprocess
import sys
import time
import unicodedata

import pytest
from mkdocs.exceptions import Abort

SITE = "https://handbook.example"
HOME = {"docs/index.md": "# Home"}
SUMMARY = (
    f"INFO scopemap: 1 URL in 1 sitemap, 0 skipped; submit {SITE}/sitemap-index.xml"
)
SITEMAP = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</urlset>
"""
INDEX = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</sitemapindex>
"""
# Of the author's own: a sitemap that no tool wrote.
OWN_SITEMAP = """\
<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://handbook.example/app/</loc></url>
</urlset>
"""


def test_the_set_takes_the_place_of_the_built_in_sitemap(docs):
    docs.write({**HOME, "docs/guide/install.md": "# Install"})
    docs.build()
    assert docs.files == [
        "guide/install/index.html",
        "index.html",
        "robots.txt",
        "sitemap-index.xml",
        "sitemap-index.xml.gz",
        "sitemap.css",
        "sitemap.xml",
        "sitemap.xml.gz",
    ]
    assert docs.read("sitemap.xml") == SITEMAP.format(
        "<url><loc>https://handbook.example/</loc></url>\n"
        "<url><loc>https://handbook.example/guide/install/</loc></url>\n"
    )
    assert docs.read("sitemap-index.xml") == INDEX.format(
        "<sitemap><loc>https://handbook.example/sitemap.xml</loc></sitemap>\n"
    )
    assert docs.read("robots.txt") == (
        "User-agent: *\nAllow: /\n\n"
        "# scopemap\nSitemap: https://handbook.example/sitemap-index.xml\n"
    )


def test_the_log_has_one_line_and_the_skipped_pages_only_when_verbose(docs):
    docs.write({**HOME, "docs/404.md": "# Nothing here"})
    docs.build()
    summary = SUMMARY.replace("0 skipped", "1 skipped")
    assert docs.log() == [summary]
    assert docs.log(logging.DEBUG) == [
        "DEBUG scopemap: skipped 404/index.html: error",
        summary,
    ]


def test_the_command_line_shows_the_same(docs):
    docs.write({**HOME, "docs/404.md": "# Nothing here"})
    docs.configure()
    quiet = docs.run("-m", "mkdocs", "build", "--strict")
    verbose = docs.run("-m", "mkdocs", "build", "--strict", "--verbose")
    summary = SUMMARY.replace("0 skipped", "1 skipped").replace("INFO", "INFO    - ")
    skipped = "DEBUG   -  scopemap: skipped 404/index.html: error"
    assert (quiet.returncode, verbose.returncode) == (0, 0)
    assert [li for li in quiet.stdout.splitlines() if "scopemap" in li] == [summary]
    assert [li for li in verbose.stdout.splitlines() if "  scopemap: " in li] == [
        skipped,
        summary,
    ]


def test_gzip_is_on_and_its_header_holds_no_time_and_no_name(docs):
    docs.write(HOME)
    docs.build()
    for name in ("sitemap.xml", "sitemap-index.xml"):
        packed = (docs.site / f"{name}.gz").read_bytes()
        assert packed[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
        assert gzip.decompress(packed) == (docs.site / name).read_bytes()


def test_gzip_that_is_off_takes_the_built_in_one_away(docs):
    docs.write(HOME)
    docs.build(plugins="[scopemap: {gzip: false}]")
    assert [name for name in docs.files if name.endswith(".gz")] == []


@pytest.mark.parametrize(
    "epochs",
    [
        pytest.param((None, None), id="without-an-epoch"),
        # mkdocs#2100: the built-in one changes with the day.
        pytest.param(("1767225600", "1767312000"), id="on-another-day"),
        # mkdocs#3788: the built-in one crashed.
        pytest.param(("0", "0"), id="at-the-epoch-itself"),
    ],
)
def test_a_second_build_gives_the_same_bytes(docs, monkeypatch, epochs):
    docs.write({**HOME, "docs/a/b.md": "# B", "docs/a/c.md": "# C"})
    docs.commit("2020-01-01T00:00:00Z")
    seen = []
    for epoch in epochs:
        if epoch is not None:
            monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        docs.build()
        seen.append({name: (docs.site / name).read_bytes() for name in docs.files})
    assert seen[0] == seen[1]


def test_a_limit_makes_a_second_sitemap_and_never_an_index_of_the_first(docs):
    docs.write({f"docs/{name}.md": f"# {name}" for name in ("index", "a", "b")})
    docs.build(plugins="[scopemap: {max_urls: 2}]")
    assert docs.listed("sitemap.xml") == ["/", "/a/"]
    assert docs.listed("sitemap-2.xml") == ["/b/"]


# --- site_url


@pytest.mark.parametrize(
    ("site_url", "loc"),
    [
        pytest.param("https://handbook.example", "/", id="no-slash"),
        pytest.param("https://HANDBOOK.example:443/", "/", id="capitals-and-port"),
        pytest.param("https://handbook.example/my docs/", "/my%20docs/", id="space"),
        pytest.param(
            "https://bücher.example/ü/",
            "https://xn--bcher-kva.example/%C3%BC/",
            id="not-ascii",
        ),
        pytest.param("http://handbook.example/p", "http://handbook.example/p/", id="p"),
    ],
)
def test_site_url_is_written_in_its_normal_form(docs, site_url, loc):
    docs.write(HOME)
    docs.build(site_url=f"'{site_url}'", strict="true")
    assert docs.listed() == [loc]


@pytest.mark.parametrize(
    "site_url",
    [pytest.param("", id="absent"), pytest.param("''", id="empty")],
)
def test_without_site_url_nothing_is_written_and_the_built_in_one_goes(docs, site_url):
    """Its template gives an empty urlset then, which is invalid (mkdocs#1783)."""
    docs.write(HOME)
    docs.build(site_url=site_url, strict="true")
    assert docs.files == ["index.html"]
    assert docs.log() == ["INFO scopemap: nothing was written: site_url is not set"]


def test_the_site_url_that_a_hook_sets_counts(docs):
    docs.write(
        {
            **HOME,
            "hook.py": "def on_config(config):\n"
            "    config.site_url = 'https://handbook.example/branch'\n",
        }
    )
    docs.build(hooks="[hook.py]", site_url="")
    assert docs.listed() == ["/branch/"]


def test_base_url_stands_in_for_site_url(docs):
    docs.write(HOME)
    docs.build(site_url="", plugins=f"[scopemap: {{base_url: '{SITE}/docs'}}]")
    assert docs.listed() == ["/docs/"]


def test_read_the_docs_knows_the_address(docs, monkeypatch):
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", f"{SITE}/en/latest/")
    docs.write(HOME)
    docs.build(site_url="")
    assert docs.listed() == ["/en/latest/"]
    assert "robots.txt" not in docs.files


@pytest.mark.parametrize(
    ("site_url", "said"),
    [
        pytest.param(
            "ftp://handbook.example/",
            "'ftp://handbook.example/' must begin with http:// or https://",
            id="ftp",
        ),
        pytest.param(
            "https://me:secret@handbook.example/",
            "'https://…@handbook.example/' must not hold a user name or password",
            id="password",
        ),
        pytest.param(
            "https://handbook.example/?y=1",
            "'https://handbook.example/?y=1' must have no query",
            id="query",
        ),
    ],
)
def test_a_wrong_site_url_stops_the_build(docs, site_url, said):
    docs.write(HOME)
    with pytest.raises(Abort, match=r"Aborted with a BuildError!"):
        docs.build(site_url=site_url)
    assert docs.log(logging.ERROR, "mkdocs") == [f"ERROR scopemap: site_url: {said}"]
    assert not docs.site.exists()


def test_a_wrong_site_url_is_one_clear_line_without_the_password(docs):
    docs.write(HOME)
    docs.configure(site_url="https://me:secret@handbook.example/")
    done = docs.run("-m", "mkdocs", "build")
    assert done.returncode == 1
    assert done.stdout == (
        "ERROR   -  scopemap: site_url: 'https://…@handbook.example/' must not hold"
        " a user name or password\n\nAborted with a BuildError!\n"
    )


@pytest.mark.parametrize(
    ("site_url", "said"),
    [
        pytest.param(
            "http://localhost:8000/",
            "nothing was written: http://localhost:8000/ is no public address"
            " (publish: yes overrules this)",
            id="own-machine",
        ),
        pytest.param(
            "http://10.1.2.3/",
            "nothing was written: http://10.1.2.3/ is no public address"
            " (publish: yes overrules this)",
            id="own-network",
        ),
    ],
)
def test_on_a_private_host_the_built_in_sitemap_stays(docs, site_url, said):
    docs.write(HOME)
    docs.build(site_url=site_url, strict="true")
    assert docs.files == ["index.html", "sitemap.xml", "sitemap.xml.gz"]
    assert docs.listed() == [site_url]
    assert docs.log() == [f"INFO scopemap: {said}"]


def test_a_placeholder_host_is_told(docs):
    docs.write(HOME)
    docs.build(site_url="https://www.example.com/", strict="true")
    assert docs.listed() == ["https://www.example.com/"]
    assert docs.log()[1:] == [
        (
            "INFO scopemap: https://www.example.com/ is a placeholder;"
            " set the address of your site"
        )
    ]


# --- robots.txt


@pytest.mark.parametrize(
    ("name", "settings", "newline"),
    [
        pytest.param("docs/robots.txt", {}, "\r\n", id="in-docs"),
        pytest.param("overrides/robots.txt", {}, "\r\n", id="in-the-theme"),
        pytest.param(
            "docs/robots.txt",
            {"extra_templates": "[robots.txt]"},
            "\n",  # Jinja writes no other
            id="as-a-template",
        ),
    ],
)
def test_robots_txt_of_the_author_gets_the_line_and_keeps_its_bytes(
    docs, name, settings, newline
):
    docs.write({**HOME, name: "User-agent: *\r\nDisallow: /tmp/"})
    docs.build(**settings)
    lines = (
        "User-agent: *",
        "Disallow: /tmp/",
        "",
        "# scopemap",
        "Sitemap: https://handbook.example/sitemap-index.xml",
        "",
    )
    assert (docs.site / "robots.txt").read_bytes() == newline.join(lines).encode()


@pytest.mark.parametrize("name", ["sitemap.xml", "sitemap-index.xml"])
def test_robots_txt_that_names_all_there_is_stays_as_it_is(docs, name):
    """The first is the line that MkDocs users have written by hand for years."""
    source = f"User-agent: *\nAllow: /\nSitemap: {{{{ config.site_url }}}}{name}\n"
    docs.write({**HOME, "docs/robots.txt": source})
    docs.build(extra_templates="[robots.txt]")
    assert docs.read("robots.txt") == (
        f"User-agent: *\nAllow: /\nSitemap: {SITE}/{name}"
    )


def test_below_the_host_root_robots_txt_is_left_alone_and_the_line_is_told(docs):
    docs.write({**HOME, "docs/robots.txt": "User-agent: *\nDisallow:\n"})
    docs.build(site_url=f"{SITE}/p/", strict="true")
    assert docs.read("robots.txt") == "User-agent: *\nDisallow:\n"
    assert docs.log() == [
        (
            "INFO scopemap: 1 URL in 1 sitemap, 0 skipped;"
            f" submit {SITE}/p/sitemap-index.xml"
        ),
        (
            f"INFO scopemap: {SITE}/robots.txt is where engines look:"
            f" add `Sitemap: {SITE}/p/sitemap-index.xml` there"
        ),
    ]


def test_a_site_dir_below_the_web_root_gets_no_robots_txt(docs):
    docs.write(HOME)
    docs.build(site_url=f"{SITE}/uv/", site_dir="site/uv")
    assert docs.listed("uv/sitemap.xml") == ["/uv/"]
    assert "robots.txt" not in {name.split("/")[-1] for name in docs.files}


# --- which pages


def test_pages_out_of_the_navigation_are_listed_and_links_in_it_are_not(docs):
    """Unlike mkdocs#2177, where they were missing, and #1742, an empty loc."""
    docs.write({**HOME, "docs/a.md": "# A", "docs/b.md": "# B", "docs/c.md": "# C"})
    docs.build(
        nav="[Home: index.md, A: a.md, Out: 'https://elsewhere.example/']",
        not_in_nav="b.md",
    )
    assert docs.listed() == ["/", "/a/", "/b/", "/c/"]


@pytest.mark.parametrize(
    ("urls", "listed"),
    [
        pytest.param("true", ["/", "/guide/", "/guide/a/"], id="folders"),
        pytest.param(
            "false", ["/guide/a.html", "/guide/index.html", "/index.html"], id="files"
        ),
    ],
)
def test_each_url_is_the_one_that_the_page_calls_canonical(docs, urls, listed):
    docs.write({**HOME, "docs/guide/README.md": "# Guide", "docs/guide/a.md": "# A"})
    docs.build(use_directory_urls=urls)
    assert docs.listed() == listed == docs.canonicals()


def test_names_with_special_characters_are_encoded_once(docs):
    names = ["a & b", "it's", "100%", "what?", "c#", "%41", "a+b", "\u00e9"]
    names.append(unicodedata.normalize("NFD", "\u00f6"))
    docs.write({f"docs/{name}.md": "# A" for name in names})
    docs.build()
    assert (
        docs.listed()
        == docs.canonicals()
        == [
            "/%2541/",
            "/%C3%A9/",
            "/100%25/",
            "/a%20%26%20b/",
            "/a%2Bb/",
            "/c%23/",
            "/it%27s/",
            "/o%CC%88/",
            "/what%3F/",
        ]
    )
    assert docs.skipped == {}


@pytest.mark.parametrize(
    ("urls", "page"),
    [
        pytest.param("true", "404/index.html", id="folders"),
        pytest.param("false", "404.html", id="files"),
    ],
)
def test_404_md_is_an_error_page(docs, urls, page):
    docs.write({**HOME, "docs/404.md": "# Nothing here"})
    docs.build(use_directory_urls=urls)
    assert len(docs.listed()) == 1
    assert docs.skipped == {page: "error"}


def test_404_html_of_the_theme_is_no_page(docs):
    docs.write({**HOME, "overrides/404.html": "Nothing here"})
    docs.build(
        theme="{name: null, custom_dir: overrides, static_templates: [404.html]}"
    )
    assert "404.html" in docs.files
    assert docs.listed() == ["/"]
    assert docs.skipped == {}


@pytest.mark.parametrize(
    "nav",
    [
        pytest.param("", id="not-in-the-navigation"),
        pytest.param("[index.md, soon.md, never.md]", id="in-the-navigation"),
    ],
)
def test_a_draft_is_skipped_and_an_excluded_file_is_no_page(docs, nav):
    docs.write({**HOME, "docs/soon.md": "# Soon", "docs/never.md": "# Never"})
    docs.build(draft_docs="soon.md", exclude_docs="never.md", nav=nav)
    assert docs.listed() == ["/"]
    assert docs.skipped == {"soon/index.html": "draft"}


@pytest.mark.parametrize(
    ("front_matter", "reason"),
    [
        pytest.param("sitemap: no", "opted-out", id="sitemap-no"),
        pytest.param("SiteMap: 'Off'", "opted-out", id="any-case"),
        pytest.param("noindex: true", "noindex", id="noindex"),
        pytest.param("private: yes", "noindex", id="private"),
    ],
)
def test_a_page_can_say_that_it_is_not_to_be_found(docs, front_matter, reason):
    docs.write({**HOME, "docs/a.md": f"---\n{front_matter}\n---\n# A"})
    docs.build(strict="true")
    assert docs.listed() == ["/"]
    assert docs.skipped == {"a/index.html": reason}


def test_multimarkdown_metadata_is_heard_too(docs):
    docs.write(
        {
            **HOME,
            "docs/a.md": "Title: A\nSitemap: no\n\n# A",
            "docs/b.md": "Title: B\nUpdated: 2024-05-01\n\n# B",
        }
    )
    docs.build()
    assert docs.dates() == {"/": None, "/b/": "2024-05-01"}


@pytest.mark.parametrize(
    "front_matter",
    [
        pytest.param("search: {exclude: true}", id="only-out-of-the-site-search"),
        pytest.param("hide: [navigation, toc]", id="hidden-furniture"),
        pytest.param("sitemap: yes", id="sitemap-yes"),
    ],
)
def test_a_page_that_says_other_things_is_listed(docs, front_matter):
    docs.write({**HOME, "docs/a.md": f"---\n{front_matter}\n---\n# A"})
    docs.build()
    assert docs.listed() == ["/", "/a/"]


def test_what_a_page_says_of_itself_is_written(docs):
    front_matter = (
        "sitemap_lastmod: 2024-05-01\n"
        "sitemap_changefreq: Weekly\n"
        "sitemap_priority: 0.8\n"
    )
    docs.write({"docs/index.md": f"---\n{front_matter}---\n# Home"})
    docs.build(strict="true")
    assert docs.read("sitemap.xml") == SITEMAP.format(
        "<url><loc>https://handbook.example/</loc><lastmod>2024-05-01</lastmod>"
        "<changefreq>weekly</changefreq><priority>0.8</priority></url>\n"
    )


@pytest.mark.parametrize(
    ("front_matter", "said"),
    [
        pytest.param(
            "sitemap: perhaps",
            "index.md: sitemap: 'perhaps' must be yes or no",
            id="sitemap",
        ),
        pytest.param(
            "sitemap_lastmod: last week",
            "index.md: sitemap_lastmod: 'last week' must be a date like 2024-05-01 or"
            " 2024-05-01T12:00:00+02:00",
            id="lastmod",
        ),
        pytest.param(
            "sitemap_changefreq: often",
            "index.md: sitemap_changefreq: 'often' must be one of always, hourly,"
            " daily, weekly, monthly, yearly, never",
            id="changefreq",
        ),
        pytest.param(
            "sitemap_priority: 8",
            "index.md: sitemap_priority: 8 must be a number from 0.0 to 1.0",
            id="priority",
        ),
    ],
)
def test_a_wrong_word_of_a_page_is_a_warning_that_strict_counts(
    docs, front_matter, said
):
    docs.write({"docs/index.md": f"---\n{front_matter}\n---\n# Home"})
    with pytest.raises(Abort, match="Aborted with 1 warnings in strict mode!"):
        docs.build(strict="true")
    assert docs.log(logging.WARNING) == [f"WARNING scopemap: {said}"]
    assert docs.dates() == {"/": None}


def test_a_readme_beside_an_index_is_no_page(docs):
    docs.write({**HOME, "docs/README.md": "# For the repository"})
    docs.build()
    assert docs.listed() == ["/"]
    assert docs.skipped == {}
    assert docs.log() == [SUMMARY]


def test_two_sources_of_one_page_make_one_entry_and_one_warning(docs):
    """MkDocs says nothing, even with --strict, and lists the URL twice (#3339)."""
    docs.write({**HOME, "docs/sub.md": "# Sub", "docs/sub/index.md": "# Sub"})
    with pytest.raises(Abort, match="Aborted with 1 warnings in strict mode!"):
        docs.build(strict="true")
    assert docs.listed() == ["/", "/sub/"]
    assert docs.log(logging.WARNING) == [
        (
            "WARNING scopemap: https://handbook.example/sub/: docs/sub.md and"
            " docs/sub/index.md are built into one file, sub/index.html; the latter"
            " is there"
        )
    ]


@pytest.mark.parametrize(
    ("first", "second", "dates"),
    [
        pytest.param(
            "lastmod: 2020-01-01",
            "lastmod: 2024-05-01",
            {"/": None, "/sub/": "2024-05-01"},
            id="date",
        ),
        pytest.param("lastmod: 2020-01-01", "noindex: true", {"/": None}, id="noindex"),
        pytest.param(
            "noindex: true",
            "lastmod: 2024-05-01",
            {"/": None, "/sub/": "2024-05-01"},
            id="index",
        ),
    ],
)
def test_of_two_sources_the_one_that_was_built_last_speaks(docs, first, second, dates):
    """MkDocs writes `sub/index.md` over `sub.md`: its text is what readers get."""
    docs.write(
        {
            **HOME,
            "docs/sub.md": f"---\n{first}\n---\nThe first",
            "docs/sub/index.md": f"---\n{second}\n---\nThe second",
        }
    )
    docs.build()
    assert "The second" in docs.read("sub/index.html")
    assert docs.dates() == dates


def test_a_page_with_empty_output_is_missing(docs):
    docs.write(
        {
            **HOME,
            "docs/empty.md": "# Nothing",
            "hook.py": "def on_post_page(output, page, config):\n"
            "    return '' if page.url == 'empty/' else output\n",
        }
    )
    docs.build(hooks="[hook.py]", strict="true")
    assert docs.listed() == ["/"]
    assert docs.skipped == {"empty/index.html": "missing (no such file was built)"}


def test_files_that_are_no_pages_are_listed_only_where_asked_for(docs):
    docs.write({**HOME, "docs/demo.html": "<p>Demo", "docs/pdf/a b.pdf": b"%PDF-1.7"})
    docs.build()
    assert docs.listed() == ["/"]
    docs.build(plugins="[scopemap: {files: [demo.html, '**.pdf']}]")
    assert docs.listed() == ["/", "/demo.html", "/pdf/a%20b.pdf"]


def test_a_page_that_a_hook_generates_is_listed_without_a_date(docs):
    docs.write(
        {
            **HOME,
            "hook.py": "from mkdocs.structure.files import File\n"
            "def on_files(files, config):\n"
            "    files.append(File.generated(config, 'made.md', content='# Made'))\n",
        }
    )
    docs.commit("2024-05-01T12:00:00Z")
    docs.build(hooks="[hook.py]")
    assert docs.dates() == {"/": "2024-05-01T12:00:00+00:00", "/made/": None}


# --- dates


@pytest.fixture
def new_york(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


def test_dates_come_from_git_and_only_for_what_is_in_it(docs):
    docs.write({**HOME, "docs/a.md": "# A"})
    docs.commit("2024-05-01T12:00:00+02:00")
    docs.write({"docs/a.md": "# A, again"})
    docs.commit("2024-06-01T12:00:00Z")
    docs.write({"docs/new.md": "# Not in git"})
    docs.build()
    assert docs.dates() == {
        "/": "2024-05-01T10:00:00+00:00",
        "/a/": "2024-06-01T12:00:00+00:00",
        "/new/": None,
    }


def test_a_file_of_the_author_is_dated_by_git_as_pages_are(docs):
    docs.write({**HOME, "docs/a.pdf": b"%PDF-1.7"})
    docs.commit("2024-05-01T12:00:00Z")
    docs.build(plugins="[scopemap: {files: ['**.pdf']}]")
    assert docs.dates() == dict.fromkeys(["/", "/a.pdf"], "2024-05-01T12:00:00+00:00")


def test_without_a_repository_there_are_no_dates_and_no_fuss(docs):
    docs.write(HOME)
    docs.build(strict="true")
    assert docs.dates() == {"/": None}
    assert docs.log() == [SUMMARY]


def test_a_shallow_clone_gives_no_dates_and_a_line_that_strict_lets_pass(
    docs, tmp_path
):
    docs.write(HOME)
    docs.commit("2023-05-01T12:00:00Z")
    docs.write({"docs/a.md": "# A"})
    docs.commit("2024-05-01T12:00:00Z")
    clone = ["git", "clone", "--quiet", "--depth=1", tmp_path.as_uri()]
    docs.root = tmp_path / "clone"
    docs.site = docs.root / "site"
    subprocess.run([*clone, docs.root], check=True)
    docs.build(strict="true")
    assert docs.dates() == {"/": None, "/a/": None}
    assert docs.log()[1:] == [
        (
            "INFO scopemap: no dates from git for 2 of 2 files: clone is a shallow"
            " clone; in CI check"
            " out with fetch-depth: 0 and filter: blob:none, or run"
            " `git fetch --unshallow --filter=blob:none`"
        )
    ]


@pytest.mark.parametrize(
    ("front_matter", "lastmod"),
    [
        pytest.param("updated: 2024-05-01", "2024-05-01", id="day"),
        pytest.param(
            "updated: 2024-05-01 10:00:00", "2024-05-01T10:00:00+00:00", id="naive"
        ),
        pytest.param(
            "updated: 2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00", id="zone"
        ),
        pytest.param(
            "date: {created: 2024-05-01, updated: 2024-06-01}",
            "2024-06-01",
            id="as-material-has-it",
        ),
        pytest.param("date: 2024-05-01", "2024-05-01", id="published"),
        pytest.param("date: 'around May'", None, id="other-use-of-the-name"),
    ],
)
@pytest.mark.usefixtures("new_york")
def test_dates_of_the_front_matter_are_in_utc_unless_they_say_otherwise(
    docs, front_matter, lastmod
):
    docs.write({"docs/index.md": f"---\n{front_matter}\n---\n# Home"})
    docs.build(strict="true")
    assert docs.dates() == {"/": lastmod}


# --- files of the author's


def test_a_sitemap_of_the_author_comes_back_and_ours_takes_the_next_name(docs):
    docs.write({**HOME, "docs/sitemap.xml": OWN_SITEMAP})
    docs.build(strict="true")
    assert docs.read("sitemap.xml") == OWN_SITEMAP
    assert docs.listed("sitemap-2.xml") == ["/"]
    assert docs.read("sitemap-index.xml") == INDEX.format(
        "<sitemap><loc>https://handbook.example/sitemap-2.xml</loc></sitemap>\n"
        "<sitemap><loc>https://handbook.example/sitemap.xml</loc></sitemap>\n"
    )
    assert [name for name in docs.files if name.endswith(".gz")] == [
        "sitemap-2.xml.gz",
        "sitemap-index.xml.gz",
    ]
    assert docs.log()[1:] == [
        "INFO scopemap: sitemap.xml is your own and stays as it is"
    ]


def test_a_sitemap_that_exclude_docs_names_does_not_come_back(docs):
    docs.write({**HOME, "docs/sitemap.xml": OWN_SITEMAP})
    docs.build(exclude_docs="sitemap.xml")
    assert docs.listed() == ["/"]
    assert docs.read("sitemap-index.xml") == INDEX.format(
        "<sitemap><loc>https://handbook.example/sitemap.xml</loc></sitemap>\n"
    )


def test_a_sitemap_of_the_author_comes_back_without_site_url_too(docs):
    docs.write({**HOME, "docs/sitemap.xml": OWN_SITEMAP})
    docs.build(site_url="")
    assert docs.files == ["index.html", "sitemap.xml"]
    assert docs.read("sitemap.xml") == OWN_SITEMAP


def test_a_sitemap_template_of_the_author_stays_as_it_was_rendered(docs):
    """MkDocs packs its own template before it writes the author's over it."""
    source = OWN_SITEMAP.replace("/app/", "/{{ config.site_name }}/")
    docs.write({**HOME, "docs/sitemap.xml": source})
    docs.build(extra_templates="[sitemap.xml]")
    assert docs.listed("sitemap.xml") == ["/Handbook/"]
    assert docs.listed("sitemap-2.xml") == ["/"]
    assert [name for name in docs.files if name.endswith(".gz")] == [
        "sitemap-2.xml.gz",
        "sitemap-index.xml.gz",
    ]


def test_a_sitemap_template_in_the_theme_is_replaced_and_that_is_told(docs):
    docs.write({**HOME, "overrides/sitemap.xml": OWN_SITEMAP})
    docs.build(strict="true")
    assert docs.listed() == ["/"]
    assert docs.log()[1:] == [
        "INFO scopemap: sitemap.xml, which something else wrote, is replaced"
    ]


def test_a_template_of_a_theme_that_lies_in_docs_is_no_sitemap(docs):
    """MkDocs copies such a folder as it is, templates and all."""
    docs.write(
        {
            **HOME,
            "docs/overrides/main.html": "{{ page.content }}",
            "docs/overrides/sitemap.xml": OWN_SITEMAP.replace("app", "{{ pages }}"),
        }
    )
    docs.build(theme="{name: null, custom_dir: docs/overrides}")
    assert docs.listed() == ["/"]
    assert docs.read("sitemap-index.xml") == INDEX.format(
        "<sitemap><loc>https://handbook.example/sitemap.xml</loc></sitemap>\n"
    )


# --- options


def test_enabled_false_leaves_everything_to_mkdocs(docs, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    docs.write(HOME)
    docs.build(plugins="[]")
    plain = {name: (docs.site / name).read_bytes() for name in docs.files}
    docs.build(plugins="[scopemap: {enabled: false, no_such_option: 1}]")
    assert {name: (docs.site / name).read_bytes() for name in docs.files} == plain
    assert "sitemap.xml.gz" in plain


@pytest.mark.parametrize(
    ("value", "on"),
    [
        pytest.param("true", True, id="on"),
        pytest.param("false", False, id="off"),
        pytest.param("", False, id="default"),
    ],
)
def test_the_environment_can_switch_it_on(docs, monkeypatch, value, on):
    if value:
        monkeypatch.setenv("WITH_SITEMAP", value)
    docs.write(HOME)
    docs.build(plugins="[scopemap: {enabled: !ENV [WITH_SITEMAP, false]}]")
    assert ("sitemap-index.xml" in docs.files) is on


def test_an_option_can_come_from_the_environment(docs, monkeypatch):
    monkeypatch.setenv("DOCS_URL", f"{SITE}/branch/")
    docs.write(HOME)
    docs.build(plugins="[scopemap: {base_url: !ENV DOCS_URL}]")
    assert docs.listed() == ["/branch/"]


def test_an_option_can_be_left_empty(docs):
    docs.write(HOME)
    docs.build(plugins="[scopemap: {base_url: , exclude: , scopes: }]", strict="true")
    assert docs.listed() == ["/"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(
            "{gzip: 7}",
            "Plugin 'scopemap' option 'gzip': 7 must be true or false",
            id="type",
        ),
        pytest.param(
            "{index: sometimes}",
            "Plugin 'scopemap' option 'index': 'sometimes' must be one of always,"
            " auto, never",
            id="choice",
        ),
        pytest.param(
            "{exclude: drafts/}",
            "Plugin 'scopemap' option 'exclude': 'drafts/' must be a list",
            id="list",
        ),
        pytest.param(
            "{scopes: [docs/, {path: 'https://x.example/'}]}",
            "Plugin 'scopemap' option 'scopes[1].path': 'https://x.example/' must be a"
            " path below the base URL, like docs/",
            id="nested",
        ),
        pytest.param(
            "{base_url: 'https://me:secret@x.example/'}",
            "Plugin 'scopemap' option 'base_url': 'https://…@x.example/' must not hold"
            " a user name or password",
            id="password",
        ),
        pytest.param(
            "{transform: 'nowhere:change'}",
            "Plugin 'scopemap' option 'transform': there is no module 'nowhere' beside"
            " {root} (No module named 'nowhere')",
            id="transform",
        ),
    ],
)
def test_a_wrong_option_stops_the_build_before_it_begins(docs, options, said):
    docs.write(HOME)
    with pytest.raises(Abort, match=r"Aborted with a configuration error!"):
        docs.build(plugins=f"[scopemap: {options}]")
    assert docs.log(logging.ERROR, "mkdocs") == [
        f"ERROR Config value 'plugins': {said.replace('{root}', str(docs.root))}"
    ]
    assert not docs.site.exists()


def test_an_unknown_option_stops_the_build_and_names_the_nearest(docs):
    docs.write(HOME)
    docs.configure(plugins="[scopemap: {robot: never}]")
    done = docs.run("-m", "mkdocs", "build")
    assert done.returncode == 1
    error, abort = done.stdout.strip().split("\n\n")
    assert error.startswith(
        "ERROR   -  Config value 'plugins': Plugin 'scopemap' option 'robot': there is"
        " no such option; did you mean robots? (all: base_url, publish, scopes,"
    )
    assert abort == "Aborted with a configuration error!"
    assert not docs.site.exists()


def test_transform_is_found_beside_mkdocs_yml(docs):
    docs.write(
        {
            **HOME,
            "docs/a.md": "# A",
            "sitemap_rules.py": "import msgspec\n\n"
            "def change(entry):\n"
            "    if entry.loc.endswith('/a/'):\n"
            "        return None\n"
            "    return msgspec.structs.replace(entry, priority=0.9)\n",
        }
    )
    docs.build(plugins="[scopemap: {transform: 'sitemap_rules:change'}]")
    assert docs.read("sitemap.xml") == SITEMAP.format(
        "<url><loc>https://handbook.example/</loc><priority>0.9</priority></url>\n"
    )
    assert docs.skipped == {"a/index.html": "transform"}


def test_a_transform_that_gives_nonsense_is_one_clear_line(docs):
    docs.write({**HOME, "rules.py": "def change(entry):\n    return entry.loc\n"})
    docs.configure(plugins="[scopemap: {transform: 'rules:change'}]")
    done = docs.run("-m", "mkdocs", "--quiet", "build")
    assert done.returncode == 1
    assert done.stdout == (
        "ERROR   -  scopemap: transform: index.html: gave"
        " 'https://handbook.example/'; it must be an Entry or None\n"
        "\nAborted with a BuildError!\n"
    )


def test_a_configuration_from_standard_input_is_built(docs):
    """`mkdocs build -f -` has no configuration file to speak of."""
    docs.write(HOME)
    docs.configure()
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "--quiet", "build", "--config-file", "-"],
        cwd=docs.root,
        input=(docs.root / "mkdocs.yml").read_bytes(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert docs.listed() == ["/"]


# --- dirty builds and the development server


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({}, id="file"),
        pytest.param({"extra_templates": "[robots.txt]"}, id="template"),
    ],
)
def test_a_dirty_build_leaves_the_set_as_it_is(docs, settings):
    """It reads changed pages only, so that it knows nothing of the others."""
    docs.write(
        {
            **HOME,
            "docs/a.md": "---\nsitemap: no\n---\n# A",
            "docs/b.md": "---\nupdated: 2024-05-01\n---\n# B",
            "docs/robots.txt": "User-agent: *\nAllow: /\n",
        }
    )
    docs.build(**settings)
    names = [name for name in docs.files if not name.endswith(".html")]
    before = {name: (docs.site / name).read_bytes() for name in names}
    docs.write({"docs/index.md": "# Home, sweet home"})
    later = time.time() + 5
    os.utime(docs.root / "docs/index.md", (later, later))
    docs.build(dirty=True, **settings)
    assert "sweet" in docs.read("index.html")
    assert {name: (docs.site / name).read_bytes() for name in names} == before
    assert docs.log() == [
        "INFO scopemap: a dirty build leaves the sitemaps as they are"
    ]


def test_a_dirty_build_that_is_the_first_leaves_the_built_in_sitemap(docs):
    docs.write(HOME)
    docs.configure()
    first = docs.run("-m", "mkdocs", "build", "--dirty")
    assert first.returncode == 0
    assert docs.files == ["index.html", "sitemap.xml", "sitemap.xml.gz"]
    assert docs.listed() == ["/"]
    built_in = docs.read("sitemap.xml")
    docs.build(dirty=True)
    assert docs.read("sitemap.xml") == built_in
    docs.build()
    assert "scopemap root" in docs.read("sitemap.xml")


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param((), id="serve"),
        pytest.param(("--dirty",), id="dirty"),
        # MkDocs tells its plugins that this is a build.
        pytest.param(("--clean",), id="clean"),
    ],
)
def test_the_development_server_keeps_the_built_in_sitemap(docs, free_port, flags):
    docs.write(HOME)
    docs.configure(
        plugins=f"[scopemap: {{base_url: '{SITE}/'}}]",
        dev_addr=f"127.0.0.1:{free_port}",
    )
    server = subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "serve", "--no-livereload", *flags],
        cwd=docs.root,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert any("Serving on" in line for line in server.stderr)
        client = http.client.HTTPConnection("127.0.0.1", free_port, timeout=10)
        client.request("GET", "/sitemap.xml")
        sitemap = client.getresponse().read().decode()
        client.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=10)
    assert f"<loc>http://127.0.0.1:{free_port}/</loc>" in sitemap
    assert "scopemap" not in sitemap


def test_a_sitemap_template_of_the_author_stands_in_the_index(docs):
    """Its source is no sitemap yet; what MkDocs made of it is."""
    source = OWN_SITEMAP.replace("/app/", "/{{ config.site_name }}/")
    docs.write({**HOME, "docs/sitemap.xml": source})
    docs.build(extra_templates="[sitemap.xml]")
    assert docs.read("sitemap-index.xml") == INDEX.format(
        "<sitemap><loc>https://handbook.example/sitemap-2.xml</loc></sitemap>\n"
        "<sitemap><loc>https://handbook.example/sitemap.xml</loc></sitemap>\n"
    )
