"""What was built decides: folders of real files, as a generator leaves them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import pytest

from scopemap import Note, Options, Page, Report, Site, Word, build
from scopemap.options import Reason

BASE = "https://example.com/docs/"
ROOT = "https://example.com/"


def page(*tags: str) -> str:
    return f"<html><head><title>T</title>{''.join(tags)}</head><body></body></html>"


def canonical(url: str) -> str:
    return page(f'<link rel="canonical" href="{url}">')


NOINDEX = page('<meta name="robots" content="noindex">')
REFRESH = page('<meta http-equiv="refresh" content="0; url=a.html">')


def run(
    output: Path,
    files: Mapping[str, str | bytes],
    *,
    options: Options | None = None,
    base_url: str = BASE,
    environ: Mapping[str, str] | None = None,
    **more: object,
) -> Report:
    """Lay files into a folder, all `.html` of them pages, and list them."""
    for name, text in files.items():
        file = output / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
    pages = tuple(Page(PurePosixPath(n)) for n in files if n.endswith(".html"))
    site = Site(base_url, output, output, pages, "test", **more)  # type: ignore[arg-type]  # the test's own
    return build(site, options or Options(lastmod=()), environ=environ or {})


def locs(folder: Path) -> list[str]:
    text = (folder / "sitemap.xml").read_text("utf-8")
    return [part.partition("</loc>")[0] for part in text.split("<loc>")[1:]]


def skipped(report: Report) -> list[tuple[str, str, str]]:
    return [(str(item.page), item.reason, item.detail) for item in report.skipped]


@pytest.mark.parametrize(
    ("html", "reason", "detail"),
    [
        pytest.param(NOINDEX, "noindex", "it says robots: noindex", id="noindex"),
        pytest.param(
            canonical("/docs/a.html"),
            "canonical",
            f"it is {BASE}a.html",
            id="canonical",
        ),
        pytest.param(
            canonical("https://old.example.org/b.html"),
            "canonical",
            "it is https://old.example.org/b.html",
            id="canonical-on-another-host",
        ),
        pytest.param(REFRESH, "redirect", f"to {BASE}a.html", id="redirect"),
        pytest.param(
            page('<meta http-equiv="refresh" content="0; url=a.html">', NOINDEX),
            "redirect",
            f"to {BASE}a.html",
            id="a-redirect-before-all",
        ),
    ],
)
def test_what_a_page_says_of_itself_leaves_it_out(tmp_path, html, reason, detail):
    report = run(tmp_path, {"a.html": page(), "b.html": html})
    assert skipped(report) == [("b.html", reason, detail)]
    assert locs(tmp_path) == [f"{BASE}a.html"]


@pytest.mark.parametrize("reason", ["noindex", "canonical", "redirect"])
@pytest.mark.parametrize("way", ["keep", "include"])
def test_keep_and_include_bring_a_page_back(tmp_path, reason, way):
    html = {
        "noindex": NOINDEX,
        "canonical": canonical("a.html"),
        "redirect": REFRESH,
    }[reason]
    options = {
        "keep": Options(lastmod=(), keep=(reason,)),
        "include": Options(lastmod=(), include=("b.html",)),
    }[way]
    report = run(tmp_path, {"a.html": page(), "b.html": html}, options=options)
    assert skipped(report) == []
    assert locs(tmp_path) == [f"{BASE}a.html", f"{BASE}b.html"]


@pytest.mark.parametrize(
    ("file", "link", "loc"),
    [
        pytest.param("b/index.html", f"{BASE}b/index.html", "b/index.html", id="index"),
        pytest.param("b/index.html", f"{BASE}b", "b", id="no-slash"),
        pytest.param("b.html", f"{BASE}b", "b", id="no-extension"),
        pytest.param("b.html", f"{BASE}b.html#top", "b.html", id="fragment"),
        pytest.param("b.html", "HTTPS://Example.com/docs/b.html", "b.html", id="host"),
        pytest.param("b.html", "b.html", "b.html", id="relative"),
        pytest.param("b.html", "None", "b.html", id="variable-that-nobody-set"),
        pytest.param("a~b.html", f"{BASE}a%7eb.html", "a%7Eb.html", id="escape"),
        pytest.param("index.html", "https://example.com/docs", "", id="base-url"),
        pytest.param("b.html", f"{BASE}b.html?x=1", "b.html?x=1", id="query"),
    ],
)
def test_a_page_that_names_itself_is_listed_as_it_spells_its_url(
    tmp_path, file, link, loc
):
    """Agenta-AI/agenta#6461: what is listed has to be what is canonical."""
    report = run(tmp_path, {file: canonical(link)})
    assert skipped(report) == []
    assert locs(tmp_path) == [BASE + loc]


def test_where_two_files_may_answer_each_page_knows_its_own_address(tmp_path):
    run(tmp_path, {"b.html": canonical(f"{BASE}b"), "b/index.html": page()})
    assert locs(tmp_path) == [f"{BASE}b", f"{BASE}b/"]


BACK = page('<meta http-equiv="refresh" content="0; url=new.html">')


@pytest.mark.parametrize(
    ("files", "gone", "link"),
    [
        pytest.param(
            {"new.html": canonical(f"{BASE}old.html"), "old.html": BACK},
            [("old.html", "redirect", f"to {BASE}new.html")],
            f"new.html ({BASE}old.html)",
            id="to-its-old-address",
        ),
        pytest.param(
            {
                "a.html": canonical(f"{BASE}b.html"),
                "b.html": canonical(f"{BASE}a.html"),
            },
            [],
            f"a.html ({BASE}b.html), b.html ({BASE}a.html)",
            id="in-a-circle",
        ),
        pytest.param(
            {
                "new.html": canonical(f"{BASE}x.html"),
                "x.html": canonical(f"{BASE}old.html"),
                "old.html": BACK,
            },
            [("old.html", "redirect", f"to {BASE}new.html")],
            f"new.html ({BASE}x.html), x.html ({BASE}old.html)",
            id="over-several",
        ),
    ],
)
def test_a_canonical_link_that_leads_back_means_nothing(tmp_path, files, gone, link):
    report = run(tmp_path, files)
    assert skipped(report) == gone
    text = f"canonical links that lead to no page, or back: {link}"
    assert Note("info", "dead-canonical", text) in report.notes


@pytest.mark.parametrize(
    ("link", "is_listed"),
    [
        pytest.param(f"{BASE}a.html", True, id="misspelt"),
        pytest.param(f"{BASE}b/index.html", True, id="another-form"),
        pytest.param("https://example.com/b.html", False, id="outside"),
    ],
)
def test_links_that_are_not_trusted_count_out_of_the_build_alone(
    tmp_path, link, is_listed
):
    """As Sphinx's, which in directories do not encode what they name."""
    files = {"a.html": page(), "b/index.html": canonical(link)}
    run(tmp_path, files, canonicals_trusted=False)
    assert locs(tmp_path) == [f"{BASE}a.html", *([f"{BASE}b/"] * is_listed)]


def test_links_to_the_address_of_the_generator_lead_to_the_one_that_overrules_it(
    tmp_path,
):
    """`base_url` is for a site that is built for one address and served at another."""
    files = {
        "a.html": canonical("https://built.example/x/a.html"),
        "b.html": canonical("https://built.example/x/a.html"),
        "c.html": canonical("https://other.example/x/c.html"),
    }
    options = Options(lastmod=(), base_url=BASE)
    report = run(tmp_path, files, options=options, base_url="https://built.example/x")
    assert locs(tmp_path) == [f"{BASE}a.html"]
    assert [(name, reason) for name, reason, _ in skipped(report)] == [
        ("b.html", "canonical"),
        ("c.html", "canonical"),
    ]


def test_a_version_of_mikes_keeps_its_pages(tmp_path):
    """Material's version selector reads the sitemap of each version."""
    files = {"b/index.html": canonical("https://example.com/latest/b/")}
    run(tmp_path, files, part="mike", folder="1.0")
    assert locs(tmp_path) == [f"{BASE}1.0/b/"]


def test_a_link_to_a_page_that_was_not_built_means_nothing_and_is_noted(tmp_path):
    """pelican-seo 1.4 does not know of save_as; engines do not believe such a link."""
    report = run(tmp_path, {"b.html": canonical(f"{BASE}nowhere.html")})
    assert locs(tmp_path) == [f"{BASE}b.html"]
    text = f"canonical links that lead to no page, or back: b.html ({BASE}nowhere.html)"
    assert Note("info", "dead-canonical", text) in report.notes


def test_patterns_see_the_url_that_is_listed(tmp_path):
    options = Options(lastmod=(), exclude=("b",))
    report = run(
        tmp_path, {"b.html": canonical("b"), "c.html": page()}, options=options
    )
    assert skipped(report) == [("b.html", "excluded", "by 'b'")]


def test_what_the_generator_or_the_author_says_comes_first(tmp_path):
    options = Options(lastmod=(), exclude=("b.html",))
    report = run(tmp_path, {"a.html": page(), "b.html": NOINDEX}, options=options)
    assert skipped(report) == [("b.html", "excluded", "by 'b.html'")]


ROBOTS = "User-agent: *\nDisallow: /private/\nAllow: /private/open.html\n"


@pytest.mark.parametrize(
    ("robots", "base_url", "reasons"),
    [
        pytest.param(ROBOTS, ROOT, {"private/a.html"}, id="longest-match"),
        pytest.param(ROBOTS, BASE, set(), id="not-at-the-root"),
        pytest.param("\ufeff" + ROBOTS, ROOT, {"private/a.html"}, id="bom"),
        pytest.param("User-agent: *\nAllow: /\n", ROOT, set(), id="nothing-blocked"),
        pytest.param("User-agent: Baiduspider\nDisallow: /", ROOT, set(), id="others"),
    ],
)
def test_pages_that_robots_txt_blocks_are_left_out(tmp_path, robots, base_url, reasons):
    """cloudflare-docs#30068: a blocked URL in a sitemap is an error."""
    names = ("index.html", "private/a.html", "private/open.html")
    files = {**dict.fromkeys(names, page()), "robots.txt": robots}
    report = run(tmp_path, files, base_url=base_url)
    blocked = [(name, "blocked", "by robots.txt") for name in sorted(reasons)]
    assert skipped(report) == blocked


@pytest.mark.parametrize(
    ("robots", "who"),
    [
        pytest.param(
            "User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /x\n",
            "all but Googlebot",
            id="all-but-one",
        ),
        pytest.param(
            "User-agent: Googlebot\nDisallow: /a\n", "Googlebot", id="one-alone"
        ),
    ],
)
def test_a_page_that_is_blocked_for_some_is_listed_and_noted(tmp_path, robots, who):
    report = run(tmp_path, {"a.html": page(), "robots.txt": robots}, base_url=ROOT)
    assert locs(tmp_path) == [f"{ROOT}a.html"]
    text = f"robots.txt keeps {who} from pages that are listed: {ROOT}a.html"
    assert Note("info", "half-blocked", text) in report.notes


def test_cloudflares_own_example_lists_every_page_of_the_production_host(tmp_path):
    """developers.cloudflare.com/pages/configuration/headers, "X-Robots-Tag"."""
    headers = "https://myproject.pages.dev/*\n  X-Robots-Tag: noindex\n"
    files = {"index.html": page(), "a.html": page(), "_headers": headers}
    run(tmp_path, files, base_url=ROOT)
    assert locs(tmp_path) == [ROOT, f"{ROOT}a.html"]
    report = run(tmp_path, files, base_url="https://myproject.pages.dev/")
    assert [reason for _, reason, _ in skipped(report)] == ["noindex"] * 2


HEADERS = """\
/old/*
  X-Robots-Tag: googlebot: noindex
/old/b.html
  ! X-Robots-Tag
"""


def test_headers_of_the_host_count_as_the_page_does(tmp_path):
    names = ("a.html", "old/a.html", "old/b.html")
    files = {**dict.fromkeys(names, page()), "_headers": HEADERS}
    report = run(tmp_path, files, base_url=ROOT)
    says = "it says X-Robots-Tag: googlebot: noindex"
    assert skipped(report) == [("old/a.html", "noindex", says)]


LINKS = """\
/paper.html
  Link: <https://journal.example/paper>; rel="canonical"
/own.html
  Link: </own.html>; rel="canonical"
/torn.html
  Link: <https://journal.example/torn>; rel="canonical"
"""


def test_a_canonical_link_in_a_header_counts_as_a_tag_does(tmp_path):
    names = ("paper.html", "own.html", "plain.html")
    files = dict.fromkeys(names, page())
    files["torn.html"] = canonical(f"{ROOT}torn.html")
    report = run(tmp_path, files | {"_headers": LINKS}, base_url=ROOT)
    told = ("paper.html", "canonical", "it is https://journal.example/paper")
    assert skipped(report) == [told]


REDIRECTS = """\
/b.html /a.html
/c/* /a.html
/d/* /a.html 301!
"""


@pytest.mark.parametrize(
    ("cloudflare", "gone"),
    [
        pytest.param(None, ["d/x.html"], id="a-file-wins-unless-it-is-forced"),
        pytest.param("CF_PAGES", ["b.html", "c/x.html"], id="built-on-cloudflare"),
        pytest.param("wrangler.toml", ["b.html", "c/x.html"], id="sent-to-cloudflare"),
    ],
)
def test_redirects_of_the_host_count_as_the_page_does(tmp_path, cloudflare, gone):
    """Netlify and GitLab serve a file before they redirect, Cloudflare does not."""
    names = ("a.html", "b.html", "c/x.html", "d/x.html")
    files = {**dict.fromkeys(names, page()), "_redirects": REDIRECTS}
    if cloudflare == "wrangler.toml":
        files["wrangler.toml"] = ""
    environ = {"CF_PAGES": "1"} if cloudflare == "CF_PAGES" else {}
    report = run(tmp_path, files, base_url=ROOT, environ=environ)
    assert skipped(report) == [(name, "redirect", f"to {ROOT}a.html") for name in gone]


def test_rules_for_the_host_count_at_its_root_alone(tmp_path):
    """Below a base URL with a path, no host looks for them."""
    files = {"b.html": page(), "_redirects": "/* /x 301!", "_headers": HEADERS}
    assert run(tmp_path, files).skipped == ()


@pytest.mark.parametrize(
    ("file", "target"),
    [
        ("oops.html", "/oops.html"),
        ("oops.html", "/oops"),
        ("oops/index.html", "/oops/"),
    ],
)
def test_what_the_host_serves_for_missing_pages_is_none(tmp_path, file, target):
    files = {"a.html": page(), file: page(), "_redirects": f"/* {target} 404\n"}
    report = run(tmp_path, files, base_url=ROOT)
    assert skipped(report) == [(file, "error", "by _redirects")]


@pytest.mark.parametrize(
    "url",
    [
        "a.html?PHPSESSID=0123",
        "a.html;jsessionid=0123",
        "a.html?x=1&sid=0123",
        "(S(abc))/a.html",
    ],
)
def test_a_url_that_names_a_session_is_left_out(tmp_path, url):
    """protocol, "FAQ": session ids lead crawlers to the same page again and again."""
    (tmp_path / "a.html").write_text(page())
    (tmp_path / "b.html").write_text(page())
    pages = (Page(PurePosixPath("a.html"), url=url), Page(PurePosixPath("b.html")))
    site = Site(BASE, tmp_path, tmp_path, pages, "test")
    report = build(site, Options(lastmod=()), environ={})
    assert skipped(report) == [("a.html", "session", "its URL names a session")]


@pytest.mark.parametrize("query", ["a.html?residence=1", "a.html?x=sid", "sid=1.html"])
def test_a_url_that_looks_so_only_is_not(tmp_path, query):
    (tmp_path / "a.html").write_text(page())
    site = Site(
        BASE, tmp_path, tmp_path, (Page(PurePosixPath("a.html"), url=query),), "t"
    )
    assert build(site, Options(lastmod=()), environ={}).skipped == ()


STALE = "https://stale.example.org/"
FAULTS: dict[Reason, tuple[str, str]] = {
    "canonical": (
        canonical(STALE),
        f"their canonical links name other pages; 00.html: it is {STALE}",
    ),
    "noindex": (
        NOINDEX,
        "they ask not to be indexed; 00.html: it says robots: noindex",
    ),
    "redirect": (
        REFRESH,
        f"they send their readers elsewhere; 00.html: to {BASE}a.html",
    ),
}


@pytest.mark.parametrize("reason", FAULTS)
def test_a_fault_of_the_whole_site_writes_nothing_and_says_its_cause(tmp_path, reason):
    html, cause = FAULTS[reason]
    files = {f"{n:02}.html": html for n in range(6)}
    files |= {f"{n:02}.html": page() for n in range(6, 10)}
    (tmp_path / "sitemap.xml").write_text("old")
    report = run(tmp_path, files)
    text = (
        f"nothing was written: 6 of 10 pages would be left out as {reason!r} ({cause});"
        f" `keep` with {reason} lists them, max_skipped sets how large a share may be"
    )
    assert report.notes == (Note("warning", "halted", text),)
    assert (tmp_path / "sitemap.xml").read_text() == "old"


def test_a_file_of_the_authors_comes_back_all_the_same(tmp_path):
    """MkDocs writes its own `sitemap.xml` over that of the author's."""
    output, source = tmp_path / "site", tmp_path / "sitemap.xml"
    output.mkdir()
    source.write_text("mine")
    (output / "sitemap.xml").write_text("built in")
    name = PurePosixPath("sitemap.xml")
    files = {f"{n:02}.html": NOINDEX for n in range(12)}
    run(output, files, authored=((name, source),), replaces=(name,))
    assert (output / "sitemap.xml").read_text() == "mine"


def test_what_the_authors_say_themselves_is_no_such_fault(tmp_path):
    """`noindex: true` in the metadata of ten pages is a wish, however many they are."""
    files = {f"{n:02}.html": NOINDEX for n in range(12)}
    run(tmp_path, files)
    pages = [Page(PurePosixPath(n), word=Word(noindex=True)) for n in files]
    pages.append(Page(PurePosixPath("a.html")))
    (tmp_path / "a.html").write_text(page())
    site = Site(BASE, tmp_path, tmp_path, tuple(pages), "test")
    report = build(site, Options(lastmod=()), environ={})
    assert (report.urls, len(report.skipped)) == (1, 12)


def test_a_link_out_of_the_output_is_read_as_the_host_would(tmp_path):
    """So it is where a package manager like Nix links every file into its store."""
    (tmp_path / "secret.html").write_text(NOINDEX)
    output = tmp_path / "site"
    output.mkdir()
    (output / "b.html").symlink_to(tmp_path / "secret.html")
    (output / "c.html").symlink_to("b2.html")
    (output / "b2.html").write_text(NOINDEX)
    report = run(output, {"a.html": page()})
    names = ("a.html", "b.html", "b2.html", "c.html")
    pages = tuple(Page(PurePosixPath(name)) for name in names)
    report = build(
        Site(BASE, output, output, pages, "test"), Options(lastmod=()), environ={}
    )
    assert [name for name, _, _ in skipped(report)] == ["b.html", "b2.html", "c.html"]


@pytest.mark.skipif(os.name != "posix", reason="files have no owner's rights here")
def test_pages_and_folders_that_may_not_be_read_are_told(tmp_path, tmp_path_factory):
    """Root may read all of them: the build runs as nobody, in a process of its own."""
    lay = {"a.html": page(), "b.html": NOINDEX, "shut/c.html": page()}
    for name, text in lay.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    other = tmp_path_factory.mktemp("other")
    (tmp_path / "b.html").chmod(0)
    (tmp_path / "shut").chmod(0)
    script = f"""
import os, pathlib
from scopemap import Options, Site, build
def run(folder):
    path = pathlib.Path(folder)
    site = Site({BASE!r}, path, path, (), "test", walks=True)
    return build(site, Options(lastmod=(), stylesheet=False), environ={{}})
run({str(other)!r})  # nobody may not read what is imported late
if os.geteuid() == 0:
    os.chown({str(tmp_path)!r}, 65534, 65534)
    os.seteuid(65534)
report = run({str(tmp_path)!r})
shut = [note.text for note in report.notes if note.code == "shut"]
print([skipped.text for skipped in report.skipped], shut)
"""
    for parent in tmp_path.parents:
        if parent.stat().st_uid == os.geteuid() and parent != Path(parent.anchor):
            parent.chmod(parent.stat().st_mode | 0o011)
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    (tmp_path / "shut").chmod(0o755)
    assert done.stdout == (
        "['skipped b.html: unreadable (nobody knows what it says)']"
        " ['folders that may not be read: shut/']\n"
    )


def test_a_frameset_and_odd_bytes_are_pages(tmp_path):
    files: dict[str, str | bytes] = {
        "frames.html": "<html><frameset cols=1><frame src=a.html></frameset></html>",
        "nul.html": b"\0" * 1_000,
        "utf-16.html": "\ufeff<title>x</title>".encode("utf-16-le"),
        "a.html": page(),
    }
    run(tmp_path, files)
    assert locs(tmp_path) == [f"{BASE}{name}" for name in sorted(files)]
