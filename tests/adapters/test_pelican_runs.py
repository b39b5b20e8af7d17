"""Pelican's runs: its settings, its command, and what happens between two builds."""

from __future__ import annotations

import copy
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from pelican import Pelican, signals
from pelican.generators import ArticlesGenerator, PagesGenerator, StaticGenerator

SITE = "https://handbook.example"
INDEX = f"{SITE}/sitemap-index.xml"
ONE_PAGE = {
    "DIRECT_TEMPLATES": [],
    "AUTHOR_SAVE_AS": "",
    "CATEGORY_SAVE_AS": "",
    "TAG_SAVE_AS": "",
}


def article(title: str, **metadata: str) -> str:
    fields = {"Title": title, "Date": "2024-02-03 12:00", **metadata}
    return "".join(f"{name}: {text}\n" for name, text in fields.items()) + "\nText.\n"


@pytest.fixture
def one(blog):
    """Give a blog with one article and nothing else."""
    blog.write({"content/a.md": article("Post")})
    return blog


# Options


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param(
            {"SCOPEMAP_INDEX": "sometimes"},
            "SCOPEMAP_INDEX: 'sometimes' must be one of always, auto, never",
            id="word",
        ),
        pytest.param(
            {"SCOPEMAP_EXCLUDE": "tag/"},
            "SCOPEMAP_EXCLUDE: 'tag/' must be a list",
            id="text-for-list",
        ),
        pytest.param(
            {"SCOPEMAP_SCOPES": ["ok/", {"path": "https://x/"}]},
            "SCOPEMAP_SCOPES[1].path: 'https://x/' must be a path below the base URL,"
            " like docs/",
            id="place",
        ),
        pytest.param(
            {"SCOPEMAP": {"index": "never"}},
            "SCOPEMAP: each option is a setting of its own, such as SCOPEMAP_INDEX",
            id="all-in-one",
        ),
        pytest.param(
            {"SCOPEMAP_ENABLED": "no"},
            "SCOPEMAP_ENABLED: 'no' must be True or False",
            id="switch",
        ),
    ],
)
def test_a_wrong_option_stops_pelican_before_it_writes(settings, message, one):
    assert one.refuse(**settings) == message
    assert not one.site.exists()


def test_an_unknown_option_is_told_with_the_nearest(one):
    assert one.refuse(SCOPEMAP_EXCLUDES=[]).startswith(
        "SCOPEMAP_EXCLUDES: there is no such option; did you mean SCOPEMAP_EXCLUDE?"
    )


def test_the_command_tells_it_in_one_line_and_fails(one):
    printed = one.pelican(SCOPEMAP_INDEX="sometimes")
    problem = "'sometimes' must be one of always, auto, never"
    assert f"CRITICAL OptionError: SCOPEMAP_INDEX: {problem}" in printed
    assert "Traceback" not in printed
    assert (one.status, one.site.exists()) == (1, False)


def test_a_siteurl_without_a_scheme_fails_in_one_line(one):
    printed = one.pelican(SITEURL="blog.example")
    assert (
        "CRITICAL OptionError: SITEURL: 'blog.example' must be an absolute" in printed
    )
    assert "Traceback" not in printed
    assert one.status == 1


def test_a_fault_while_writing_fails_in_one_line(one):
    (one.site / "sitemap.xml").mkdir(parents=True)
    printed = one.pelican()
    place = one.site / "sitemap.xml"
    assert f"CRITICAL OutputError: {place}: Is a directory" in printed
    assert "Traceback" not in printed
    assert one.status == 1


def test_settings_of_the_command_line_count(one):
    one.pelican("-e", 'SCOPEMAP_INDEX="never"', "SCOPEMAP_TEXT=true")
    assert (one.status, "sitemap-index.xml" in one.files) == (0, False)
    assert one.read("sitemap.txt").splitlines()[-1] == f"{SITE}/tags.html"


def test_it_can_be_switched_off(one):
    one.build(SCOPEMAP_ENABLED=False, SCOPEMAP_INDEX="not even looked at")
    assert [name for name in one.files if "sitemap" in name or "robots" in name] == []
    assert one.log() == []


def test_publish_no_needs_no_siteurl(one):
    one.build(SITEURL="blog.example", SCOPEMAP_PUBLISH="no")
    assert one.log() == ["INFO scopemap: nothing was written: publish is set to no"]


def test_a_function_of_the_settings_file_has_the_last_word(one):
    code = """
def SCOPEMAP_TRANSFORM(entry):
    return None if "tags" in entry.loc else entry
"""
    one.build(code=code)
    assert one.skipped == {"tags.html": "transform"}


def test_a_function_of_a_module_beside_the_settings_file(one):
    one.write({"rules.py": "def drop(entry):\n    return None\n"})
    one.build(**ONE_PAGE, SCOPEMAP_TRANSFORM="rules:drop")
    assert one.skipped == {"post.html": "transform"}


# Runs


def test_a_failed_build_leaves_the_last_files_alone(one):
    one.build()
    before = one.ours
    one.write({"content/b.md": article("Twin", Slug="post", save_as="x.html")})
    one.write({"content/c.md": article("Twin 2", save_as="x.html")})
    with pytest.raises(RuntimeError, match=r"x\.html"):
        one.build()
    assert one.ours == before


def test_a_build_after_a_failed_one_is_right(one):
    """pelican-sitemap lists pages twice, and such as have been deleted."""
    pelican = one.load()
    one.write({"content/b.md": article("Two", save_as="x.html")})
    one.write({"content/c.md": article("Three", save_as="x.html")})
    with pytest.raises(RuntimeError, match=r"x\.html"):
        pelican.run()
    (one.root / "content/c.md").unlink()
    pelican.run()
    assert [path for path in one.listed() if "post" in path or "x" in path] == [
        "/post.html",
        "/x.html",
    ]


def test_a_build_after_a_failed_one_of_other_settings_is_right(one):
    one.write({"content/b.md": article("Two", save_as="x.html")})
    one.write({"content/c.md": article("Three", save_as="x.html")})
    with pytest.raises(RuntimeError, match=r"x\.html"):
        one.build(**ONE_PAGE)
    (one.root / "content/c.md").unlink()
    one.build(**ONE_PAGE, SITENAME="Another")
    assert one.listed() == ["/post.html", "/x.html"]


def test_settings_that_two_builds_share_are_no_subsite(one):
    first = one.load(**ONE_PAGE)
    one.write({"content/b.md": article("Two", save_as="x.html")})
    one.write({"content/c.md": article("Three", save_as="x.html")})
    with pytest.raises(RuntimeError, match=r"x\.html"):
        first.run()
    (one.root / "content/c.md").unlink()
    type(first)(first.settings).run()
    assert one.listed() == ["/post.html", "/x.html"]


def test_a_copy_of_the_settings_of_a_failed_build_is_no_subsite(one):
    one.write({"content/b.md": article("Two", save_as="x.html")})
    one.write({"content/c.md": article("Three", save_as="x.html")})
    settings = _fail(one)
    (one.root / "content/c.md").unlink()
    Pelican(settings | {"SCOPEMAP_INDEX": "never"}).run()
    assert one.listed() == ["/post.html", "/x.html"]


def _fail(blog) -> dict[str, object]:
    pelican = blog.load(**ONE_PAGE)
    with pytest.raises(RuntimeError, match=r"x\.html"):
        pelican.run()
    return dict(pelican.settings)


def test_settings_may_be_copied_in_depth(one):
    pelican = one.load(**ONE_PAGE)
    pelican.settings = copy.deepcopy(pelican.settings)
    pelican.run()
    assert one.listed() == ["/post.html"]


def test_a_blog_without_the_plugin_gets_no_files_in_the_same_process(one):
    one.build()
    one.build(PLUGINS=[], OUTPUT_PATH="without")
    assert not (one.root / "without/sitemap.xml").exists()


def test_nothing_at_all_may_be_written(one):
    one.build(**ONE_PAGE, ARTICLE_SAVE_AS="", THEME_STATIC_PATHS=[])
    assert (one.site.exists(), one.log()) == (False, [])


def test_settings_that_are_none_are_no_matter(one):
    code = """
from pelican import signals

def write(generator, writer):
    writer.write_file("x.html", generator.get_template("page"), generator.context,
                      page={"title": "X", "content": "x"})

signals.article_writer_finalized.connect(write, weak=False)
"""
    printed = one.pelican(code=code, TEMPLATE_PAGES=None, DIRECT_TEMPLATES=[])
    assert one.status == 0, printed
    assert "/x.html" in one.listed()


def test_two_blogs_in_one_process_do_not_mix(one):
    one.write({"other/b.md": article("Other")})
    first = one.load(**ONE_PAGE)
    second = one.load(**ONE_PAGE, PATH="other", OUTPUT_PATH="second")
    second.run()
    first.run()
    assert one.listed() == ["/post.html"]
    one.site = one.root / "second"
    assert one.listed() == ["/other.html"]


@pytest.mark.parametrize("layer", ["reader", "generator"])
def test_cached_contents_are_listed(layer, one):
    settings = {
        "CACHE_CONTENT": True,
        "LOAD_CONTENT_CACHE": True,
        "CONTENT_CACHING_LAYER": layer,
        "CHECK_MODIFIED_METHOD": "mtime",
        "CACHE_PATH": "cache",
    }
    one.build(**ONE_PAGE, **settings)
    first = one.ours
    one.write({"content/b.md": article("Two")})
    one.build(**ONE_PAGE, **settings)
    assert any((one.root / "cache").iterdir())
    assert one.listed() == ["/post.html", "/two.html"]
    (one.root / "content/b.md").unlink()
    one.build(**ONE_PAGE, **settings)
    assert one.ours == first
    assert not any("pickle" in line for line in one.log())


def test_an_output_that_is_deleted_first_has_the_whole_set(one):
    one.build(**ONE_PAGE)
    one.write({"site/mine.txt": "mine", "site/CNAME": "handbook.example"})
    one.build(
        **ONE_PAGE,
        DELETE_OUTPUT_DIRECTORY=True,
        OUTPUT_RETENTION=["CNAME", "robots.txt"],
    )
    assert one.files == [
        "CNAME",
        "post.html",
        "robots.txt",
        "sitemap-index.xml",
        "sitemap.css",
        "sitemap.xml",
    ]
    assert one.read("robots.txt").count("Sitemap:") == 1


def test_shards_that_are_no_longer_needed_go(one):
    for number in range(5):
        one.write({f"content/{number}.md": article(f"Post {number}")})
    one.build(**ONE_PAGE, SCOPEMAP_MAX_URLS=2)
    assert {"sitemap-2.xml", "sitemap-3.xml"} < set(one.files)
    one.build(**ONE_PAGE)
    names = [name for name in one.files if name.startswith("sitemap")]
    assert names == ["sitemap-index.xml", "sitemap.css", "sitemap.xml"]


def test_an_order_by_hash_seed_changes_nothing(one):
    for lang in ("en", "fr", "de", "it", "es"):
        one.write({f"content/{lang}.md": article(lang, Slug="x", Lang=lang)})
    seen = set()
    for seed in ("1", "2", "3"):
        one.configure(DEFAULT_LANG="en")
        one.run("-m", "pelican", PYTHONHASHSEED=seed)
        seen.add(one.read("sitemap.xml"))
    assert len(seen) == 1


def test_a_warning_is_the_last_that_happens_where_warnings_are_fatal(one):
    one.write({"content/b.md": article("Two", sitemap="maybe")})
    printed = one.pelican("--fatal", "warnings")
    assert "scopemap: b.md: sitemap: 'maybe' must be yes or no" in printed
    assert (one.status, "/two.html" in one.listed()) == (1, True)


@pytest.mark.parametrize("url", [SITE, "", f"{SITE}/blog"])
def test_what_is_normal_is_no_warning(url, one):
    one.write({"content/b.md": article("Two", Date="2099-01-01")})
    one.pelican("--fatal", "warnings", SITEURL=url, FEED_ALL_ATOM=None)
    assert one.status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="stops it with a signal")
def test_autoreload_lists_what_is_there_after_each_change(one):
    """A change of a page, a failed build, another setting, one that is wrong."""
    one.configure(**ONE_PAGE)
    with subprocess.Popen(
        [sys.executable, "-m", "pelican", "-r", "-v"],
        cwd=one.root,
        env=os.environ | {"COLUMNS": "9999"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            _wait_until(one, lambda: _listed(one) == ["/post.html"])
            one.write({"content/b.md": article("Two")})
            _wait_until(one, lambda: _listed(one) == ["/post.html", "/two.html"])
            one.write({"content/c.md": article("Twin", Slug="two")})
            time.sleep(1)
            (one.root / "content/c.md").unlink()
            (one.root / "content/b.md").unlink()
            _wait_until(one, lambda: _listed(one) == ["/post.html"])
            one.configure(**ONE_PAGE, SCOPEMAP_INDEX="sometimes")
            time.sleep(1)
            one.configure(**ONE_PAGE, SCOPEMAP_EXCLUDE=["post.html"])
            _wait_until(one, lambda: "sitemap.xml" not in one.files)
            one.configure(**ONE_PAGE)
            _wait_until(one, lambda: _listed(one) == ["/post.html"])
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def _listed(blog) -> list[str]:
    return blog.listed() if (blog.site / "sitemap.xml").is_file() else []


def _wait_until(blog, is_so) -> None:
    """Wait for a build; what changes while Pelican builds it does not see."""
    end = time.monotonic() + 60
    touched = time.monotonic()
    while not is_so():
        now = time.monotonic()
        assert now < end
        if now > touched + 2:
            touched = now
            for name in ("content/a.md", "pelicanconf.py"):
                os.utime(blog.root / name)
        time.sleep(0.05)


@pytest.mark.parametrize("state", ["shallow", "export", "no-git"])
def test_what_git_does_not_know_is_no_warning(state, one, tmp_path_factory):
    one.commit("2024-05-01T12:00:00+00:00")
    one.write({"content/b.md": article("Two")})
    one.commit("2024-06-01T12:00:00+00:00")
    path = os.environ["PATH"]
    if state == "shallow":
        clone = tmp_path_factory.mktemp("shallow") / "clone"
        command = ["git", "clone", "-q", "--depth=1", f"file://{one.root}", str(clone)]
        subprocess.run(command, check=True)
        one.root, one.site = clone, clone / "site"
    elif state == "export":
        shutil.rmtree(one.root / ".git")
    else:
        path = str(tmp_path_factory.mktemp("empty"))
    one.configure(**ONE_PAGE)
    done = one.run("-m", "pelican", "--fatal", "warnings", "-v", PATH=path)
    assert done.returncode == 0, done.stdout
    assert one.dates()["/post.html"] == "2024-02-03T12:00:00+00:00"
    assert ("no dates from git" in done.stdout) == (state != "export")


# Beside other plugins


RIVAL = "scopemap: the plugin sitemap is on as well, and overwrites sitemap.xml"


def test_pelican_sitemap_after_us_is_told_once(one):
    printed = one.pelican(PLUGINS=["scopemap", "sitemap"])
    assert printed.count(RIVAL) == 1
    assert one.status == 0


def test_pelican_sitemap_before_us_makes_way(one):
    printed = one.pelican(PLUGINS=["sitemap", "scopemap"])
    assert "WARNING" not in printed
    assert one.read("sitemap.xml").splitlines()[1] == "<!-- scopemap root=./ -->"


@pytest.mark.parametrize(
    "settings", [{"SCOPEMAP_PUBLISH": "no"}, {"SITEURL": ""}], ids=["no", "no-siteurl"]
)
def test_the_file_of_pelican_sitemap_stays_where_we_write_none(settings, one):
    one.pelican(PLUGINS=["sitemap", "scopemap"], **settings)
    assert "post.html" in one.read("sitemap.xml")


def test_pelican_sitemap_may_write_text_beside_us(one):
    settings = {"SITEMAP": {"format": "txt"}}
    one.pelican("--fatal", "warnings", PLUGINS=["scopemap", "sitemap"], **settings)
    assert one.status == 0
    assert "scopemap" in one.read("sitemap.xml")


@pytest.mark.parametrize("name", ["sitemap", "mine"])
def test_a_plugin_of_a_like_name_is_no_rival(name, one):
    one.write({f"my/{name}.py": "def register():\n    pass\n", "my/__init__.py": ""})
    one.pelican("--fatal", "warnings", PLUGINS=["scopemap", f"my.{name}"])
    assert one.status == 0


def test_it_may_be_switched_on_by_another_plugin(one):
    text = "from pelican.plugins import scopemap\nregister = scopemap.register\n"
    one.write({"mysite.py": text})
    one.pelican(PLUGINS=["mysite", "sitemap"])
    assert (one.status, "sitemap-index.xml" in one.files) == (0, True)


def test_where_plugins_are_not_set_it_is_found(one):
    one.pelican(PLUGINS=None, SEO_REPORT=False, SEO_ENHANCER=False)
    assert "sitemap-index.xml" in one.files


def test_robots_txt_of_pelican_seo_is_amended(one):
    one.write({"content/b.md": article("Two", noindex="True", disallow="True")})
    settings = {"SEO_REPORT": False, "SEO_ENHANCER": True}
    for _ in range(2):
        one.pelican(PLUGINS=["seo", "scopemap"], **settings)
        assert one.read("robots.txt") == (
            "User-agent: *\nNoindex: two.html\nDisallow: two.html\n\n"
            f"# scopemap\nSitemap: {INDEX}\n"
        )
    assert "/two.html" not in one.listed()


def test_the_sitemap_line_of_pelican_seo_is_enough_where_it_is_true(one):
    settings = {"SEO_REPORT": False, "SEO_ENHANCER": True}
    one.pelican(PLUGINS=["seo", "scopemap"], SEO_ENHANCER_SITEMAP_URL=INDEX, **settings)
    assert one.read("robots.txt") == f"User-agent: *\nSitemap: {INDEX}"


FEEDS = {
    "FEED_ALL_ATOM": "all.atom.xml",
    "CATEGORY_FEED_ATOM": "feeds/{slug}.atom.xml",
    "TAG_FEED_RSS": "tags/{slug}.rss.xml",
}


def test_feeds_that_cover_what_they_link_to_go_into_robots_txt(one):
    one.write({"content/b.md": article("Two", Tags="x")})
    one.build(DIRECT_TEMPLATES=[], **FEEDS, SCOPEMAP_FEEDS=True)
    assert one.read("robots.txt").splitlines()[3:] == [
        "# scopemap",
        f"Sitemap: {INDEX}",
        "# scopemap",
        f"Sitemap: {SITE}/all.atom.xml",
    ]
    text = (
        "INFO scopemap: {0} cannot serve as a sitemap: it links to {1}/{4}.html, which"
        " does not lie below {1}/{2}/; {3} says where the feed lies"
    )
    assert one.log()[1:] == [
        text.format("feeds/misc.atom.xml", SITE, "feeds", "CATEGORY_FEED_ATOM", "post"),
        text.format("tags/x.rss.xml", SITE, "tags", "TAG_FEED_RSS", "two"),
    ]


def test_feeds_of_an_earlier_build_are_not_named(one):
    one.build(**ONE_PAGE, **FEEDS, SCOPEMAP_FEEDS=True)
    one.build(**ONE_PAGE, SCOPEMAP_FEEDS=True)
    assert "all.atom.xml" in one.files
    assert one.read("robots.txt").count("Sitemap:") == 1


def test_feeds_outside_of_the_output_are_no_matter(one):
    one.build(**ONE_PAGE, FEED_ALL_ATOM="../site2/all.xml", SCOPEMAP_FEEDS=True)
    assert one.read("robots.txt").count("Sitemap:") == 1


def test_feeds_on_another_domain_are_not_named(one):
    one.build(
        **ONE_PAGE, **FEEDS, SCOPEMAP_FEEDS=True, FEED_DOMAIN="https://feeds.example"
    )
    assert one.read("robots.txt").count("Sitemap:") == 2


# The package


def test_the_import_costs_nothing_and_cannot_fail(one):
    """Pelican imports all that is installed, with PLUGINS = [] as well."""
    code = (
        "import sys, pelican; before = set(sys.modules)\n"
        "import pelican.plugins.scopemap\n"
        "print(sorted(set(sys.modules) - before))"
    )
    done = one.run("-c", code, PYTHONWARNINGS="error")
    assert done.stdout == "['pelican.plugins.scopemap']\n"


def test_a_plugin_may_write_with_a_context_of_its_own(one):
    code = """
from types import SimpleNamespace
from pelican import signals

def write(generator, writer):
    template = generator.get_template("page")
    context = {"page": None, "localsiteurl": "", "SITEURL": "", "SITENAME": ""}
    signals.content_written.send("x.html", context=context)

signals.article_writer_finalized.connect(write)
"""
    one.pelican(code=code, **ONE_PAGE)
    assert (one.status, one.listed()) == (0, ["/post.html"])


def test_the_generators_of_a_run_are_left_as_they_are(one):
    """Other plugins walk over them: pelican-plugins/seo#67."""
    seen = []

    def look(generators):
        seen.append([type(generator) for generator in generators])

    signals.all_generators_finalized.connect(look)
    one.build()
    assert seen == [[ArticlesGenerator, PagesGenerator, StaticGenerator]]
