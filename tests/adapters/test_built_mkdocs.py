"""MkDocs: what its built pages, and the files for their host, say of themselves."""

from __future__ import annotations

import pytest
from mkdocs.exceptions import Abort

SITE = "https://handbook.example"
INDEX = f"{SITE}/sitemap-index.xml"
HOME = {"docs/index.md": "# Home"}
# As many write it, for each of the themes: a page's own word, and a refresh.
OVERRIDE = """\
{% extends "base.html" %}
{% block site_meta %}
{% if page and page.meta.canonical %}
<link rel="canonical" href="{{ page.meta.canonical }}">
{% else %}
{{ super() }}
{% endif %}
{% endblock %}
{% block extrahead %}
{% if page and page.meta.says %}
<meta name="{{ page.meta.to or 'robots' }}" content="{{ page.meta.says }}">
{% endif %}
{% if page and page.meta.moved %}
<meta http-equiv="refresh" content="0; url={{ page.meta.moved }}">
{% endif %}
{% if page and page.meta.second %}
<link rel="canonical" href="{{ page.meta.second }}">
{% endif %}
{% endblock %}
"""
DIFFERENT = (
    "INFO scopemap: the hreflang links in {} are not those of the sitemap; engines"
    " believe neither where they differ"
)
NOINDEX = '<meta name="robots" content="noindex">'
STUB = '<meta http-equiv="refresh" content="0; url={}">'
# The smallest theme: its head is what a page's front matter says.
HEAD = "{{ page.meta.head }}{{ page.content }}"


def page(**meta: str) -> str:
    lines = "".join(f"{name}: {text!r}\n" for name, text in meta.items())
    return f"---\n{lines}---\n# Page\n"


def link(url: str, language: str = "") -> str:
    """Give a link in a page's head: its canonical URL, or one of its languages."""
    if language:
        return f'<link rel="alternate" hreflang="{language}" href="{url}">'
    return f'<link rel="canonical" href="{url}">'


def summary(urls: int, skipped: int) -> str:
    noun = "URL" if urls == 1 else "URLs"
    return (
        f"INFO scopemap: {urls} {noun} in 1 sitemap, {skipped} skipped; submit {INDEX}"
    )


@pytest.fixture
def bare(docs):
    """Give a folder whose pages have the head that their front matter gives them."""
    docs.write({**HOME, "overrides/main.html": HEAD})
    return docs


# --- what a theme makes of a page


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_what_only_an_override_writes_decides(docs, theme):
    docs.write(
        {
            **HOME,
            "overrides/main.html": OVERRIDE,
            "docs/abroad.md": page(canonical="https://other.example/abroad/"),
            "docs/bots.md": page(says="NONE", to="Googlebot"),
            "docs/copy.md": page(canonical=f"{SITE}/guide/"),
            "docs/dead.md": page(canonical=f"{SITE}/ded/"),
            "docs/guide.md": page(says="max-image-preview:none, nosnippet"),
            "docs/hidden.md": page(says="noindex, follow"),
            "docs/moved.md": page(moved="../guide/"),
            "docs/own.md": page(canonical=f"{SITE}/own/index.html"),
            "docs/session.md": page(canonical=f"{SITE}/session/?PHPSESSID=4f"),
            "docs/shown.md": page(says="index, follow", to="bingbot"),
            "docs/twice.md": page(second=f"{SITE}/guide/"),
            "docs/yandex.md": page(says="noindex", to="yandex"),
        }
    )
    docs.build(
        theme=f"{{name: {theme}, custom_dir: overrides}}",
        plugins="[scopemap]",
        strict="true",
    )
    assert docs.listed() == [
        "/",
        "/dead/",
        "/guide/",
        "/own/index.html",
        "/shown/",
        "/twice/",
        "/yandex/",
    ]
    assert docs.skipped == {
        "abroad/index.html": "canonical (it is https://other.example/abroad/)",
        "bots/index.html": "noindex (it says googlebot: NONE)",
        "copy/index.html": f"canonical (it is {SITE}/guide/)",
        "hidden/index.html": "noindex (it says robots: noindex, follow)",
        "moved/index.html": f"redirect (to {SITE}/guide/)",
        "session/index.html": "session (its URL names a session)",
    }
    assert docs.log() == [
        summary(7, 6),
        (
            "INFO scopemap: canonical links that lead to no page, or back:"
            f" dead/index.html ({SITE}/ded/)"
        ),
    ]


def test_pages_between_files_are_judged_likewise(bare):
    bare.write(
        {
            "docs/a.md": page(head=link(f"{SITE}/a")),
            "docs/b.md": page(head=link("a.html")),
            "docs/c.md": page(head=NOINDEX),
            "docs/d.md": page(head=STUB.format("a.html")),
            "docs/e.md": page(head="<META CONTENT=none NAME=ROBOTS>"),
            "docs/f.md": page(head=f"<!-- {NOINDEX} -->"),
            "docs/g.md": "# G\n\n    " + NOINDEX,
            "docs/h.md": page(head=STUB.format("a.html").replace("0;", "30;")),
        }
    )
    bare.build(use_directory_urls="false", strict="true")
    assert bare.listed() == ["/a", "/f.html", "/g.html", "/h.html", "/index.html"]
    assert bare.skipped == {
        "b.html": f"canonical (it is {SITE}/a.html)",
        "c.html": "noindex (it says robots: noindex)",
        "d.html": f"redirect (to {SITE}/a.html)",
        "e.html": "noindex (it says robots: none)",
    }


@pytest.mark.parametrize(
    ("spelling", "listed"),
    [
        pytest.param(
            "{{ page.canonical_url }}index.html",
            ["/a/b/index.html", "/a/index.html", "/index.html"],
            id="index",
        ),
        pytest.param(
            "{{ page.canonical_url.rstrip('/') }}", ["/", "/a", "/a/b"], id="no-slash"
        ),
        pytest.param("/{{ page.url }}", ["/", "/a/", "/a/b/"], id="relative"),
    ],
)
def test_a_page_is_listed_as_its_canonical_link_spells_it(docs, spelling, listed):
    docs.write(
        {
            **HOME,
            "docs/a.md": "# A",
            "docs/a/b.md": "# B",
            "overrides/main.html": f'<link rel="canonical" href="{spelling}">',
        }
    )
    docs.build(strict="true")
    assert docs.listed() == listed
    assert docs.skipped == {}


def test_a_version_whose_pages_name_the_latest_has_none_of_its_own(docs):
    template = link(f"{SITE}/latest/{{{{ page.url }}}}")
    docs.write({**HOME, "docs/a.md": "# A", "overrides/main.html": template})
    docs.build(site_url=f"{SITE}/1.0/", strict="true")
    assert docs.skipped == {
        "a/index.html": f"canonical (it is {SITE}/latest/a/)",
        "index.html": f"canonical (it is {SITE}/latest/)",
    }
    assert docs.files == ["a/index.html", "index.html"]
    assert docs.log() == ["INFO scopemap: no page is to be listed (2 canonical)"]
    docs.build(site_url=f"{SITE}/1.0/", plugins="[scopemap: {keep: [canonical]}]")
    assert docs.listed() == ["/1.0/", "/1.0/a/"]
    assert docs.skipped == {}
    docs.build(site_url=f"{SITE}/latest/", strict="true")
    assert docs.listed() == ["/latest/", "/latest/a/"]


def test_what_pages_name_moves_along_where_base_url_says_otherwise(bare):
    """They are built for `site_url`; the author knows better where they are."""
    links = link(f"{SITE}/", "en") + link(f"{SITE}/de/", "de")
    own = '<link rel="canonical" href="{{ page.canonical_url }}">'
    bare.write(
        {
            "overrides/main.html": own + HEAD,
            "docs/index.md": page(head=links),
            "docs/de/index.md": page(head=links),
            "docs/a.md": page(head=STUB.format(f"{SITE}/de/")),
        }
    )
    bare.build(
        plugins="[scopemap: {base_url: 'https://new.example/docs/'}]", strict="true"
    )
    both = {
        "de": "https://new.example/docs/de/",
        "en": "https://new.example/docs/",
    }
    assert bare.alternates() == {both["de"]: both, both["en"]: both}
    assert bare.skipped == {
        "a/index.html": "redirect (to https://new.example/docs/de/)"
    }


# --- keep, include and the share that may be left out


@pytest.mark.parametrize(
    ("options", "listed"),
    [
        pytest.param("keep: [noindex]", ["/", "/b/", "/c/"], id="one-reason"),
        pytest.param("keep: [noindex, redirect]", ["/", "/b/", "/c/", "/d/"], id="two"),
        pytest.param("include: [b/, d/]", ["/", "/b/", "/d/"], id="pages"),
        pytest.param("include: ['**'], exclude: [d/]", ["/", "/b/", "/c/"], id="all"),
    ],
)
def test_an_option_brings_pages_back(bare, options, listed):
    noindex = page(head=NOINDEX)
    bare.write({f"docs/{name}.md": noindex for name in ("b", "c")})
    bare.write({"docs/d.md": page(head=STUB.format("/b/"))})
    bare.build(plugins=f"[scopemap: {{{options}}}]", strict="true")
    assert bare.listed() == listed


def test_a_front_matter_that_speaks_of_robots_is_heard_as_a_meta_tag_is(docs):
    """Themes hand it on, `max-image-preview` and all, with or without a space."""
    said = {
        "a": "noindex, follow",
        "b": "max-image-preview:none",
        "c": "max-image-preview: none",
        "d": "index, max-snippet: -1",
    }
    docs.write({f"docs/{name}.md": page(robots=said[name]) for name in said})
    docs.write(HOME)
    docs.build()
    assert docs.listed() == ["/", "/b/", "/c/", "/d/"]
    assert docs.skipped == {"a/index.html": "noindex"}


def test_a_page_with_two_reasons_needs_both_of_them_kept(bare):
    both = NOINDEX + link("https://other.example/")
    bare.write({"docs/a.md": page(head=both)})
    bare.build(plugins="[scopemap: {keep: [noindex]}]")
    assert bare.skipped == {"a/index.html": "canonical (it is https://other.example/)"}
    bare.build(plugins="[scopemap: {keep: [noindex, canonical]}]")
    assert bare.listed() == ["/", "/a/"]


TWELVE = {f"docs/{name}.md": f"# {name}" for name in ("index", *"abcdefghijk")}
EVERYWHERE = {**TWELVE, "overrides/main.html": NOINDEX}
HALTED = (
    "scopemap: nothing was written: 12 of 12 pages would be left out as {!r} ({};"
    " a/index.html: {}); `keep` with {} lists them, max_skipped sets how large a share"
    " may be"
)


@pytest.mark.parametrize(
    ("files", "reason", "cause", "detail"),
    [
        pytest.param(
            EVERYWHERE,
            "noindex",
            "they ask not to be indexed",
            "it says robots: noindex",
            id="noindex",
        ),
        pytest.param(
            {"overrides/main.html": link("https://old.example/{{ page.url }}")},
            "canonical",
            "their canonical links name other pages",
            "it is https://old.example/a/",
            id="canonical",
        ),
        pytest.param(
            {"overrides/main.html": STUB.format("https://new.example/{{ page.url }}")},
            "redirect",
            "they send their readers elsewhere",
            "to https://new.example/a/",
            id="redirect",
        ),
        pytest.param(
            {"docs/robots.txt": "User-agent: *\nDisallow: /\n"},
            "blocked",
            "robots.txt keeps crawlers out",
            "by robots.txt",
            id="blocked",
        ),
    ],
)
def test_what_takes_all_pages_out_is_one_warning_and_writes_nothing(
    docs, files, reason, cause, detail
):
    docs.write({**TWELVE, **files})
    docs.build(plugins="[]")
    plain = {name: docs.read(name) for name in docs.files if ".gz" not in name}
    with pytest.raises(Abort, match="Aborted with 1 warnings in strict mode!"):
        docs.build(strict="true")
    assert docs.log() == [f"WARNING {HALTED.format(reason, cause, detail, reason)}"]
    assert docs.files == sorted([*plain, "sitemap.xml.gz"])
    assert {name: docs.read(name) for name in plain} == plain


def test_the_command_fails_for_that_where_it_is_strict(docs):
    docs.write(EVERYWHERE)
    docs.configure()
    done = docs.run("-m", "mkdocs", "build", "--strict")
    assert done.returncode == 1
    *_, warning, empty, abort = done.stdout.splitlines()
    cause, detail = "they ask not to be indexed", "it says robots: noindex"
    said = HALTED.format("noindex", cause, detail, "noindex")
    assert (warning, empty) == (f"WARNING -  {said}", "")
    assert abort == "Aborted with 1 warnings in strict mode!"


def test_the_options_that_the_warning_names_help(docs):
    docs.write(EVERYWHERE)
    docs.build(plugins="[scopemap: {keep: [noindex]}]", strict="true")
    assert docs.listed() == ["/", *(f"/{name}/" for name in "abcdefghijk")]
    assert docs.log() == [summary(12, 0)]
    docs.build(plugins="[scopemap: {max_skipped: 1}]", strict="true")
    assert docs.files == sorted(
        ["index.html", *(f"{name}/index.html" for name in "abcdefghijk")]
    )
    assert docs.log() == ["INFO scopemap: no page is to be listed (12 noindex)"]
    docs.build(plugins="[scopemap: {include: ['', '*/'], exclude: [k/]}]")
    assert docs.log() == [summary(11, 1)]


# --- redirects


def test_stubs_are_no_pages_whoever_writes_them(docs):
    """A hook over a page, mkdocs-redirects, and the author by hand."""
    docs.write(
        {
            **HOME,
            "docs/new.md": "# New",
            "docs/old.md": "# Old",
            "docs/hand/made.html": STUB.format("../new/"),
            "docs/hand/page.html": "<title>Demo</title>",
            "hook.py": "from pathlib import Path\n\n"
            "def on_post_build(config):\n"
            "    file = Path(config.site_dir, 'old', 'index.html')\n"
            f"    file.write_text({STUB.format('/new/')!r})\n",
        }
    )
    redirects = "redirects: {redirect_maps: {older.md: new.md, far.md: 'https://x.io'}}"
    docs.build(
        hooks="[hook.py]",
        plugins=f"[{redirects}, scopemap: {{files: ['**.html']}}]",
        strict="true",
    )
    assert docs.listed() == ["/", "/hand/page.html", "/new/"]
    assert docs.skipped == {
        "far/index.html": "redirect (to https://x.io/)",
        "hand/made.html": f"redirect (to {SITE}/new/)",
        "old/index.html": f"redirect (to {SITE}/new/)",
        "older/index.html": f"redirect (to {SITE}/new/)",
    }


RULES = """\
# Where pages went
/forced       /new/            301!
/there/       /new/            301
/deep/*       /new/:splat      302!
/there/now/   /new/  200
/*            /lost/           404
"""
RULED = {
    **HOME,
    "docs/_redirects": RULES,
    **{f"docs/{n}.md": "# Text" for n in ("deep/a", "forced", "lost", "new", "there")},
}
FORCED = {
    "deep/a/index.html": f"redirect (to {SITE}/new/a/)",
    "forced/index.html": f"redirect (to {SITE}/new/)",
    "lost/index.html": "error (by _redirects)",
}


def test_rules_for_the_host_count_where_they_win_over_a_file(docs):
    docs.write(RULED)
    docs.build(strict="true")
    assert docs.listed() == ["/", "/new/", "/there/"]
    assert docs.skipped == FORCED


def test_on_cloudflare_a_rule_wins_over_each_file_to_the_letter(docs):
    docs.write({**RULED, "wrangler.toml": 'name = "handbook"\n'})
    docs.build(strict="true")
    assert docs.listed() == ["/", "/deep/a/", "/forced/", "/new/"]
    assert docs.skipped == {
        "lost/index.html": "error (by _redirects)",
        "there/index.html": f"redirect (to {SITE}/new/)",
    }


def test_rules_for_the_host_are_inert_below_its_root(docs):
    docs.write({**RULED, "docs/_headers": "/*\n  X-Robots-Tag: noindex\n"})
    docs.build(site_url=f"{SITE}/p/", strict="true")
    names = ("", "deep/a/", "forced/", "lost/", "new/", "there/")
    assert docs.listed() == [f"/p/{name}" for name in names]
    assert docs.skipped == {}


# --- headers and robots.txt of the author's

HEADERS = """\
/internal/*
  X-Robots-Tag: noindex
/images/*
  X-Robots-Tag: max-image-preview:none
/bots/
  X-Robots-Tag: unavailable_after: 25 Jun 2050, googlebot: nofollow, none
/others/
  X-Robots-Tag: otherbot: noindex
/internal/open/
  ! X-Robots-Tag
"""


def test_headers_for_the_host_can_hide_pages(docs):
    names = "bots images/a internal/a internal/open others".split()
    docs.write({f"docs/{name}.md": "# Text" for name in names})
    docs.write({**HOME, "docs/_headers": HEADERS})
    docs.build(strict="true")
    assert docs.read("_headers") == HEADERS
    assert docs.listed() == ["/", "/images/a/", "/internal/open/", "/others/"]
    assert docs.skipped == {
        "bots/index.html": "noindex (it says X-Robots-Tag: unavailable_after:"
        " 25 Jun 2050, googlebot: nofollow, none)",
        "internal/a/index.html": "noindex (it says X-Robots-Tag: noindex)",
    }


ROBOTS = """\
User-agent: *
Disallow: /private/
Disallow: /common/
Allow: /private/open/

User-agent: Googlebot
Disallow: /private/
Allow: /private/open/
Disallow: /gone/
"""
ALL_BLOCKED = ("/common/a/", "/gone/a/", "/private/a/", "/private/open/a/")
BLOCKED = {**HOME, **{f"docs{path}index.md": "# Text" for path in ALL_BLOCKED}}


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        pytest.param("docs/robots.txt", {}, id="in-docs"),
        pytest.param("overrides/robots.txt", {}, id="in-the-theme"),
        pytest.param(
            "docs/robots.txt", {"extra_templates": "[robots.txt]"}, id="as-a-template"
        ),
    ],
)
def test_robots_txt_blocks_what_neither_all_nor_google_may_read(docs, name, settings):
    docs.write({**BLOCKED, name: ROBOTS})
    docs.build(strict="true", **settings)
    assert docs.listed() == ["/", "/common/a/", "/gone/a/", "/private/open/a/"]
    assert docs.skipped == {"private/a/index.html": "blocked (by robots.txt)"}
    who = "INFO scopemap: robots.txt keeps {} from pages that are listed: {}"
    assert docs.log() == [
        summary(4, 1),
        who.format("all but Googlebot", f"{SITE}/common/a/"),
        who.format("Googlebot", f"{SITE}/gone/a/"),
    ]
    docs.build(**settings, plugins="[scopemap: {keep: [blocked]}]")
    assert docs.listed() == ["/", *ALL_BLOCKED]


def test_robots_txt_below_the_root_blocks_nothing(docs):
    docs.write({**BLOCKED, "docs/robots.txt": "User-agent: *\nDisallow: /\n"})
    docs.build(site_url=f"{SITE}/p/", strict="true")
    assert docs.listed() == ["/p/", *(f"/p{path}" for path in ALL_BLOCKED)]
    assert docs.skipped == {}


# --- languages and images


def test_material_links_the_languages_of_each_home_page(docs):
    """It names the same ones on all pages, where they mean nothing."""
    docs.write({**HOME, "docs/a.md": "# A", "docs/de/index.md": "# Start"})
    docs.build(
        theme="{name: material, font: false}",
        extra="{alternate: [{name: English, link: /, lang: en},"
        " {name: Deutsch, link: /de/, lang: de}]}",
        strict="true",
    )
    both = {"de": "/de/", "en": "/"}
    assert docs.alternates() == {"/": both, "/a/": {}, "/de/": both}
    assert docs.log() == [summary(3, 0)]


I18N = "[{locale: en, name: English, default: true}, {locale: de, name: Deutsch}]"


def test_material_links_the_languages_of_static_i18n_as_the_sitemap_does(docs):
    """But for a page without a translation, which it links all the same."""
    docs.write({**HOME, "docs/index.de.md": "# Start", "docs/a.md": "# A"})
    docs.build(
        theme="{name: material, font: false}",
        plugins=f"[i18n: {{languages: {I18N}}}, scopemap]",
        strict="true",
    )
    both = {"de": "/de/", "en": "/", "x-default": "/"}
    assert docs.alternates() == {"/": both, "/a/": {}, "/de/": both}
    assert docs.skipped == {"de/a/index.html": "fallback"}
    assert docs.log() == [summary(3, 1), DIFFERENT.format("a/index.html")]


def test_links_that_pages_return_are_written(bare):
    links = link("/", "en") + link("/de/", "de-CH") + link("/", "x-default")
    bare.write(
        {
            "docs/index.md": page(head=links),
            "docs/de/index.md": page(head=links),
            "docs/one-way.md": page(head=link("/", "en") + link("/one-way/", "fr")),
        }
    )
    bare.build(strict="true")
    both = {"de-CH": "/de/", "en": "/", "x-default": "/"}
    assert bare.alternates() == {"/": both, "/de/": both, "/one-way/": {}}


def test_links_that_are_not_those_of_static_i18n_are_told(bare):
    bare.write(
        {
            "docs/index.md": page(head=link("/", "en") + link("/fr/", "fr")),
            "docs/index.de.md": page(head=link("/", "en") + link("/de/", "de")),
        }
    )
    bare.build(plugins=f"[i18n: {{languages: {I18N}}}, scopemap]", strict="true")
    both = {"de": "/de/", "en": "/", "x-default": "/"}
    assert bare.alternates() == {"/": both, "/de/": both}
    assert bare.log()[1:] == [
        DIFFERENT.format("index.html"),
    ]


IMAGES = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://handbook.example/</loc></url>
<url><loc>https://handbook.example/guide/</loc>
<image:image><image:loc>https://handbook.example/img/a%20b.png</image:loc></image:image>
<image:image><image:loc>https://cdn.example/x.png?a=1&amp;b=2</image:loc></image:image>
<image:image><image:loc>https://handbook.example/img/c@2x.png</image:loc></image:image>
</url>
</urlset>
"""


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_images_of_the_content_are_written_where_they_are_asked_for(docs, theme):
    """Not those of the theme, such as the logo."""
    docs.write(
        {
            **HOME,
            "overrides/main.html": '{% extends "base.html" %}',
            "docs/guide.md": "# Guide\n\n![One](img/a%20b.png) ![Again](img/a%20b.png)"
            "\n\n![Far](https://cdn.example/x.png?a=1&b=2)\n\n"
            '<img src="../img/c.png" srcset="../img/c.png 1x, ../img/c@2x.png 2x">\n',
            **{f"docs/img/{name}.png": b"\x89PNG" for name in ("a b", "c", "logo")},
        }
    )
    docs.build(
        theme=f"{{name: {theme}, custom_dir: overrides, logo: img/logo.png}}",
        plugins="[scopemap: {images: true}]",
        strict="true",
    )
    assert docs.read("sitemap.xml") == IMAGES
