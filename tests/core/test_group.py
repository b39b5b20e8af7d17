"""Outputs of one run: which are listed together, and what the others know of it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
from lxml import etree

from scopemap import Note, OptionError, Page, Report, Site, build, load_options
from scopemap.group import group

BASE = "https://site.example/"
FRENCH = "https://site.example/fr/"
P = PurePosixPath


def site(output: Path, base_url: str, *pages: Page, **fields: object) -> Site:
    return Site(base_url, output, output, pages, "test", **fields)


def text(name: str, language: str, *, text_id: str = "a", **fields: object) -> Page:
    return Page(P(name), language=language, text_id=text_id, **fields)


def make(*sites: Site) -> None:
    for each in sites:
        for page in each.pages:
            file = each.output / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"<title>A page</title>")


def run(main: Site, *parts: Site, **options: object) -> Report:
    make(main, *parts)
    return build(main, load_options(options), parts=parts, environ={})


def locs(folder: Path, name: str = "sitemap.xml") -> list[str]:
    root = etree.parse(folder / name).getroot()
    return [loc.text for loc in root.iter("{*}loc")]


def links(folder: Path) -> dict[str, dict[str, str]]:
    root = etree.parse(folder / "sitemap.xml").getroot()
    return {
        url.findtext("{*}loc"): {
            link.get("hreflang"): link.get("href") for link in url.iter("{*}link")
        }
        for url in root
    }


def written(folder: Path) -> list[str]:
    names = ("sitemap", "robots")
    files = (path for path in folder.rglob("*") if path.name.startswith(names))
    return sorted(str(path.relative_to(folder)) for path in files)


SET = ["robots.txt", "sitemap-index.xml", "sitemap.css", "sitemap.xml"]


def test_a_part_in_the_output_and_the_address_is_listed_with_the_whole(tmp_path):
    main = site(tmp_path, BASE, text("a.html", "en"), text("b.html", "en", text_id="b"))
    part = site(
        tmp_path / "fr",
        FRENCH,
        text("a.html", "fr", url="un.html"),
        text("index.html", "fr", text_id="home"),
    )
    report = run(main, part)
    cluster = {"en": f"{BASE}a.html", "fr": f"{FRENCH}un.html"}
    assert links(tmp_path) == {
        f"{BASE}a.html": cluster,
        f"{BASE}b.html": {},
        FRENCH: {},
        f"{FRENCH}un.html": cluster,
    }
    assert (written(tmp_path), report.parts) == (SET, ())


def test_all_that_a_part_tells_moves_with_it(tmp_path):
    part = site(
        tmp_path / "fr",
        FRENCH,
        Page(
            P("x.html"),
            url="/x/",
            lists=(P("y.html"),),
            alternates=(("en", "../x.html"), ("de", "https://de.example/x")),
        ),
        authored=((P("robots.txt"), Path("content/robots.txt")),),
        replaces=(P("sitemap.xml"),),
        feeds=((P("all.atom.xml"), "FEED"),),
    )
    feed = ((P("feed.xml"), "FEED"),)
    (merged,) = group([site(tmp_path, BASE, Page(P("a.html")), feeds=feed), part])
    assert merged == site(
        tmp_path,
        BASE,
        Page(P("a.html")),
        Page(
            P("fr/x.html"),
            url=f"{FRENCH}x/",
            lists=(P("fr/y.html"),),
            alternates=(("en", f"{FRENCH}../x.html"), ("de", "https://de.example/x")),
        ),
        authored=((P("fr/robots.txt"), Path("content/robots.txt")),),
        replaces=(P("fr/sitemap.xml"),),
        feeds=(*feed, (P("fr/all.atom.xml"), "FEED")),
        joined=(P("fr"),),
    )


@pytest.mark.parametrize(
    ("folder", "base_url"),
    [
        pytest.param("fr", "https://fr.example/", id="another-host"),
        pytest.param("fr", f"{BASE}french/", id="another-place-on-the-host"),
        pytest.param("fr", "http://site.example/fr/", id="another-scheme"),
        pytest.param("../fr", FRENCH, id="another-output"),
        pytest.param("fr", "", id="no-address"),
    ],
)
def test_what_lies_elsewhere_stands_alone(folder, base_url, tmp_path):
    main = site(tmp_path / "en", BASE)
    part = site(tmp_path / "en" / folder, base_url)
    assert group([main, part]) == (main, part)


def test_a_part_of_a_part_is_listed_with_the_outermost(tmp_path):
    outermost, *parts = (
        site(tmp_path / path, BASE + path, Page(P("a.html")))
        for path in ("", "x/", "x/y/")
    )
    (merged,) = group([parts[1], outermost, parts[0]])
    paths = [str(page.path) for page in merged.pages]
    assert paths == ["a.html", "x/y/a.html", "x/a.html"]


def test_an_output_that_a_link_leads_to_is_the_same_one(tmp_path):
    (tmp_path / "out/fr").mkdir(parents=True)
    (tmp_path / "link").symlink_to("out")
    main = site(tmp_path / "out", BASE)
    (merged,) = group([main, site(tmp_path / "link/fr", FRENCH)])
    assert merged.joined == (P("fr"),)


def test_two_parts_in_one_folder_and_address_are_one(tmp_path):
    one, two = (site(tmp_path, BASE, Page(P(name))) for name in ("a.html", "b.html"))
    (merged,) = group([one, two])
    assert [(str(page.path), page.url) for page in merged.pages] == [
        ("a.html", None),
        ("b.html", f"{BASE}b.html"),
    ]


def test_one_folder_cannot_be_served_at_two_addresses(tmp_path):
    one, two = (site(tmp_path, base, setting="SITEURL") for base in (BASE, FRENCH))
    with pytest.raises(OptionError) as caught:
        group([one, two])
    assert str(caught.value) == (
        f"SITEURL: {tmp_path} cannot be served at both {BASE} and {FRENCH}"
    )


def test_a_part_without_an_address_in_the_folder_of_another_holds_nothing_up(tmp_path):
    main = site(tmp_path, BASE, Page(P("a.html")))
    report = run(main, site(tmp_path, "", Page(P("b.html"))))
    assert (locs(tmp_path), len(report.parts)) == ([f"{BASE}a.html"], 1)


def test_a_base_url_of_the_options_moves_the_parts_along(tmp_path):
    main = site(tmp_path, "http://localhost:8000", Page(P("a.html")))
    part = site(tmp_path / "fr", "http://localhost:8000/fr", Page(P("a.html")))
    run(main, part, base_url="https://site.example")
    assert locs(tmp_path) == [f"{BASE}a.html", f"{FRENCH}a.html"]


def test_a_part_on_another_host_stays_where_it_is(tmp_path):
    main = site(tmp_path, "http://localhost:8000", Page(P("a.html")))
    part = site(tmp_path / "fr", "https://fr.example", Page(P("a.html")))
    run(main, part, base_url="https://site.example")
    assert locs(tmp_path) == [f"{BASE}a.html"]
    assert locs(tmp_path / "fr") == ["https://fr.example/a.html"]


def test_sites_on_two_hosts_have_whole_sets_that_name_each_others_pages(tmp_path):
    main = site(tmp_path / "en", BASE, text("a.html", "en"), x_default="en")
    part = site(
        tmp_path / "en/fr",
        "https://fr.example/",
        text("un.html", "fr"),
        text("seul.html", "fr", text_id="b"),
        x_default="en",
    )
    report = run(main, part)
    cluster = {
        "en": f"{BASE}a.html",
        "fr": "https://fr.example/un.html",
        "x-default": f"{BASE}a.html",
    }
    assert links(tmp_path / "en") == {f"{BASE}a.html": cluster}
    assert links(tmp_path / "en/fr") == {
        "https://fr.example/seul.html": {},
        "https://fr.example/un.html": cluster,
    }
    assert written(tmp_path / "en/fr") == SET
    assert [each.submit for each in (report, *report.parts)] == [
        (f"{BASE}sitemap-index.xml",),
        ("https://fr.example/sitemap-index.xml",),
    ]
    assert [each.notes for each in (report, *report.parts)] == [(), ()]


def test_a_page_that_is_left_out_on_one_host_is_not_named_on_the_other(tmp_path):
    main = site(tmp_path / "en", BASE, text("a.html", "en"))
    part = site(tmp_path / "fr", "https://fr.example/", text("un.html", "fr"))

    def drop(entry):
        return None if "un.html" in entry.loc else entry

    run(main, part, transform=drop)
    assert links(tmp_path / "en") == {f"{BASE}a.html": {}}


def test_the_robots_txt_of_the_host_names_what_stands_beside_it(tmp_path):
    main = site(tmp_path / "en", BASE, Page(P("a.html")))
    part = site(tmp_path / "fr", FRENCH, Page(P("a.html")))
    other = site(tmp_path / "de", "https://de.example/", Page(P("a.html")))
    report = run(main, part, other)
    assert (tmp_path / "en/robots.txt").read_text() == (
        "User-agent: *\nAllow: /\n\n"
        f"# scopemap\nSitemap: {BASE}sitemap-index.xml\n"
        f"# scopemap\nSitemap: {FRENCH}sitemap-index.xml\n"
    )
    assert written(tmp_path / "fr") == SET[1:]
    assert (tmp_path / "de/robots.txt").read_text() == (
        "User-agent: *\nAllow: /\n\n"
        "# scopemap\nSitemap: https://de.example/sitemap-index.xml\n"
    )
    assert [each.notes for each in (report, *report.parts)] == [(), (), ()]


def test_a_part_without_an_address_writes_nothing_and_the_others_do(tmp_path):
    main = site(tmp_path / "en", BASE, text("a.html", "en"))
    part = site(tmp_path / "fr", "", text("a.html", "fr"), setting="SITEURL")
    report = run(main, part)
    assert (written(tmp_path / "en"), written(tmp_path / "fr")) == (SET, [])
    note = Note("info", "unpublished", "nothing was written: SITEURL is not set")
    assert report.parts == (Report(notes=(note,)),)
    assert links(tmp_path / "en") == {f"{BASE}a.html": {}}


def test_what_a_part_wrote_while_it_stood_alone_goes(tmp_path):
    main = site(tmp_path, BASE, Page(P("a.html")))
    parts = [
        site(tmp_path / "fr", base, Page(P("a.html")))
        for base in ("https://fr.example/", FRENCH)
    ]
    run(main, parts[0], scopes="sections", gzip=True)
    run(main, parts[1])
    # What else stands in it may be the author's.
    assert written(tmp_path) == ["fr/robots.txt", *SET]
    assert locs(tmp_path) == [f"{BASE}a.html", f"{FRENCH}a.html"]


def test_a_part_that_stands_alone_from_now_on_has_a_whole_set(tmp_path):
    main = site(tmp_path, BASE, Page(P("a.html")))
    run(main, site(tmp_path / "fr", FRENCH, Page(P("a.html"))), scopes="sections")
    alone = site(tmp_path / "fr", "https://fr.example/", Page(P("a.html")))
    for _ in range(2):
        run(main, alone, scopes="sections")
        assert locs(tmp_path) == [f"{BASE}a.html"]
    assert locs(tmp_path / "fr") == ["https://fr.example/a.html"]
    assert written(tmp_path / "fr") == SET


def test_where_one_output_is_missing_none_is_changed(tmp_path):
    main = site(tmp_path / "en", BASE, Page(P("a.html")))
    make(main)
    gone = site(tmp_path / "gone", "https://fr.example/", Page(P("a.html")))
    with pytest.raises(Exception, match="gone"):
        build(main, load_options({}), parts=[gone], environ={})
    assert written(tmp_path / "en") == []
