from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from scopemap import Note, Page, Report, Site, build, load_options
from scopemap.feeds import Feed, read_feed

BASE = "https://site.example/"
P = PurePosixPath
ATOM = """\
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<link href="https://site.example/" rel="alternate"/>
<link href="https://site.example/all.atom.xml" rel="self"/>
<entry><title>A</title>
<link href="https://site.example/blog/a.html" rel="alternate"/>
<link href="https://video.example/a.mp4" rel="enclosure"/>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
<link href="https://elsewhere.example/"/></div></content>
</entry>
<entry><link href="https://site.example/blog/b.html"/></entry>
</feed>
"""
RSS = """\
<rss version="2.0"><channel><link>https://site.example/</link>
<item><title>A</title><link> https://site.example/blog/<![CDATA[a.html]]>
</link><guid>tag:a</guid></item>
<item><link>https://site.example/blog/b.html</link></item>
</channel></rss>
"""
RDF = """\
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/"><channel><link>https://site.example/</link></channel>
<item><link>https://site.example/blog/a.html</link></item>
<item><link>https://site.example/blog/b.html</link></item>
</rdf:RDF>
"""
LINKS = (f"{BASE}blog/a.html", f"{BASE}blog/b.html")


@pytest.mark.parametrize("feed", [ATOM, RSS, RDF], ids=["atom", "rss-2", "rss-1"])
def test_a_feed_links_to_its_items(feed, tmp_path):
    (tmp_path / "feed.xml").write_text(feed, encoding="utf-8")
    assert read_feed(tmp_path, P("feed.xml"), "F") == Feed(P("feed.xml"), "F", LINKS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("<rss><item><link>https://site.example/a", id="cut-off"),
        pytest.param("<rss><channel/></rss>", id="no-items"),
        pytest.param(
            '<!DOCTYPE rss [<!ENTITY a "b">]><rss><item><link>&a;</link></item></rss>',
            id="doctype",
        ),
        pytest.param("<a>" * 200 + "</a>" * 200, id="deep"),
        pytest.param(
            "<rss>" + "<item>" * 99_999 + "</item>" * 99_999 + "</rss>", id="very-deep"
        ),
        pytest.param("<html><link href='https://site.example/a'/></html>", id="html"),
        pytest.param("<urlset><url><loc>x</loc></url></urlset>", id="sitemap"),
    ],
)
def test_what_is_no_feed_that_engines_read_is_none(text, tmp_path):
    (tmp_path / "feed.xml").write_text(text, encoding="utf-8")
    assert read_feed(tmp_path, P("feed.xml"), "F") is None


def test_a_feed_that_is_not_there_is_none(tmp_path):
    assert read_feed(tmp_path, P("feed.xml"), "F") is None


def run(output: Path, *feeds: str, told: bool = True, **options: object) -> Report:
    for name in ("index.html", *feeds):
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        (output / name).write_text(RSS, encoding="utf-8")
    site = Site(
        base_url=BASE,
        output=output,
        project=output,
        pages=(Page(P("index.html")),),
        generator="test",
        feeds=tuple((P(name), "FEED_ALL_RSS") for name in feeds) if told else None,
    )
    return build(site, load_options({"feeds": True, **options}), environ={})


def robots(*urls: str) -> str:
    lines = "".join(f"# scopemap\nSitemap: {BASE}{url}\n" for url in urls)
    return f"User-agent: *\nAllow: /\n\n{lines}"


@pytest.mark.parametrize("told", [True, False], ids=["told", "found"])
def test_a_feed_that_covers_its_links_goes_into_robots_txt(told, tmp_path):
    report = run(tmp_path, "all.rss.xml", "blog/feed.rss", told=told)
    assert (tmp_path / "robots.txt").read_text() == robots(
        "sitemap-index.xml", "all.rss.xml", "blog/feed.rss"
    )
    assert report.notes == ()
    assert report.submit == (f"{BASE}sitemap-index.xml",)


def test_any_other_feed_is_told_with_the_setting_that_would_move_it(tmp_path):
    report = run(tmp_path, "feeds/all.rss.xml")
    assert (tmp_path / "robots.txt").read_text() == robots("sitemap-index.xml")
    text = (
        "feeds/all.rss.xml cannot serve as a sitemap: it links to"
        f" {BASE}blog/a.html, which does not lie below {BASE}feeds/;"
        " FEED_ALL_RSS says where the feed lies"
    )
    assert report.notes == (Note("info", "feed", text),)


def test_feeds_are_left_alone_unless_they_are_asked_for(tmp_path):
    report = run(tmp_path, "all.rss.xml", "feeds/all.rss.xml", feeds=False)
    assert (tmp_path / "robots.txt").read_text() == robots("sitemap-index.xml")
    assert report.notes == ()


def test_a_feed_that_the_author_names_is_not_named_again(tmp_path):
    text = f"Sitemap: {BASE}all.rss.xml\n"
    (tmp_path / "robots.txt").write_text(text)
    run(tmp_path, "all.rss.xml", "blog/all.rss.xml")
    ours = robots("sitemap-index.xml", "blog/all.rss.xml").partition("\n\n")[2]
    assert (tmp_path / "robots.txt").read_text() == f"{text}\n{ours}"


def test_a_feed_goes_from_robots_txt_when_it_is_gone(tmp_path):
    run(tmp_path, "all.rss.xml")
    run(tmp_path)
    assert (tmp_path / "robots.txt").read_text() == robots("sitemap-index.xml")


def test_a_feed_in_the_way_is_not_replaced_without_a_word(tmp_path):
    """A generator that writes its feed to sitemap.xml."""
    report = run(tmp_path, "sitemap.xml")
    assert [note.code for note in report.notes] == ["replaced"]
