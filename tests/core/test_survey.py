from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from scopemap import OutputError, Page, Site
from scopemap.survey import Existing, Survey, staged_name, survey

P = PurePosixPath
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
URLSET = DECLARATION + "<urlset></urlset>\n"
PREFIXED = "<s:urlset><s:url><s:loc>https://site.example/a?b&amp;c</s:loc></s:url>"
LISTING = "<urlset><url><loc>https://site.example/a?b&amp;c</loc></url></urlset>\n"


def marked(root: str, kind: str = "urlset") -> str:
    return f"{DECLARATION}<!-- scopemap root={root} -->\n<{kind}></{kind}>\n"


def lay(folder: Path, contents: dict[str, str | bytes]) -> Path:
    for name, content in contents.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def look(folder: Path, *pages: str, **more: Any) -> Survey:
    listed = tuple(Page(P(page)) for page in pages)
    return survey(Site("https://site.example/", folder, folder, listed, "test", **more))


def test_all_that_lies_in_the_output_is_told(tmp_path):
    contents = {
        "index.html": "",
        "docs/a.html": "",
        "docs/sitemap.xml": marked("../"),
        "docs/.sitemap.xml.scopemap-1~": "",
        "docs/.sitemap.xml.scopemap-0~": "",
        "guide/sitemap.xml": marked("./"),
        "sitemap.xml": URLSET,
        "sitemap.xml.gz": b"\x1f\x8b",
        "sitemap-index.xml": marked("./", "sitemapindex"),
        "sitemap.css": "/* scopemap root=./ */\nurlset {}\n",
        "theme.css": "urlset {}\n",
        "feed.xml": "<rss></rss>\n",
        "robots.txt": b"\xef\xbb\xbfUser-agent: *\r\n",
    }
    output = lay(tmp_path / "output", contents)
    source = lay(tmp_path / "source", {"sitemap.xml": LISTING})
    (output / "latest").symlink_to("docs")
    found = look(
        output,
        *("index.html", "latest/a.html", "latest/b.html", "docs/A.html"),
        authored=((P("sitemap.xml"), source / "sitemap.xml"),),
    )
    assert found == Survey(
        files=frozenset(contents),
        links=frozenset({"latest"}),
        missing=frozenset({P("latest/b.html"), P("docs/A.html")}),
        sitemaps={
            "docs/sitemap.xml": Existing("urlset", P(".")),
            "guide/sitemap.xml": Existing("urlset", P("guide")),
            "sitemap-index.xml": Existing("index", P(".")),
            "sitemap.css": Existing("other", P(".")),
            "sitemap.xml": Existing("urlset", None),
        },
        authored={P("sitemap.xml"): "https://site.example/a?b&c"},
        staged=("docs/.sitemap.xml.scopemap-1~",),
        robots=b"\xef\xbb\xbfUser-agent: *\r\n",
    )


def test_an_empty_output_holds_nothing(tmp_path):
    nothing: frozenset[Any] = frozenset()
    assert look(tmp_path) == Survey(nothing, nothing, nothing, {}, {}, (), None)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param(URLSET, "urlset", id="urlset"),
        pytest.param("<sitemapindex/>", "index", id="index"),
        pytest.param("<sm:urlset xmlns:sm='x'/>", "urlset", id="prefix"),
        pytest.param("<urlset\n xmlns='x'>", "urlset", id="attributes"),
        pytest.param("<urlset", "urlset", id="cut-short"),
        pytest.param("\ufeff<urlset/>", "urlset", id="byte-order-mark"),
        pytest.param("<!-- by hand -->\n<urlset/>", "urlset", id="comment-above"),
        pytest.param("<?xml-stylesheet href='x'?><urlset/>", "urlset", id="style"),
    ],
)
def test_a_sitemap_is_known_by_its_root(text, kind, tmp_path):
    lay(tmp_path, {"sitemap.xml": text})
    assert look(tmp_path).sitemaps == {"sitemap.xml": Existing(kind, None)}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("<rss><channel/></rss>", id="feed"),
        pytest.param("<urlsets/>", id="longer-name"),
        pytest.param("<note>&lt;urlset&gt;</note>", id="escaped"),
        pytest.param("<rss><![CDATA[<urlset/>]]></rss>", id="quoted-in-a-feed"),
        pytest.param("<!-- like <urlset> --><rss/>", id="named-in-a-comment"),
    ],
)
def test_other_xml_is_no_sitemap(text, tmp_path):
    lay(tmp_path, {"sitemap.xml": text})
    assert look(tmp_path).sitemaps == {}


@pytest.mark.parametrize(
    ("path", "root", "owner"),
    [
        pytest.param("sitemap.xml", "./", ".", id="root"),
        pytest.param("docs/sitemap.xml", "../", ".", id="scope"),
        pytest.param("docs/api/sitemap.xml", "../../", ".", id="deep-scope"),
        pytest.param("docs/sitemap.xml", "./", "docs", id="root-of-nested-build"),
        pytest.param("docs/api/pages.xml", "../", "docs", id="scope-of-nested-build"),
        pytest.param("docs/sitemap.xml", "../../", "..", id="scope-of-outer-build"),
        pytest.param("sitemap.xml", "../../", "../..", id="root-in-outer-scope"),
    ],
)
def test_the_mark_names_the_root_of_the_owner_relative_to_the_file(
    path, root, owner, tmp_path
):
    lay(tmp_path, {path: marked(root)})
    assert look(tmp_path).sitemaps == {path: Existing("urlset", P(owner))}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param(
            "feed.xml",
            f"{DECLARATION}<feed><![CDATA[<!-- scopemap root=./ -->]]></feed>",
            id="quoted-in-a-feed",
        ),
        pytest.param(
            "theme.css",
            "body {}\n/* scopemap root=./ */\n",
            id="below-a-rule-of-a-style-sheet",
        ),
        pytest.param(
            "note.xml",
            f"{DECLARATION}<note/><!-- scopemap root=./ -->\n",
            id="after-the-root-element",
        ),
    ],
)
def test_a_mark_counts_only_at_the_head_of_a_file(name, text, tmp_path):
    """What carries our mark is ours to remove: a quotation must not count."""
    lay(tmp_path, {name: text})
    assert look(tmp_path).sitemaps == {}


@pytest.mark.parametrize(
    ("root", "is_ours"),
    [
        pytest.param("./", True, id="own-folder"),
        pytest.param("../../", True, id="above"),
        pytest.param("/", False, id="absolute"),
        pytest.param("docs/", False, id="below"),
        pytest.param("..", False, id="no-slash"),
        pytest.param(".././", False, id="mixed"),
    ],
)
def test_only_a_way_upwards_is_a_mark(root, is_ours, tmp_path):
    lay(tmp_path, {"a/b/sitemap.xml": marked(root)})
    assert (look(tmp_path).sitemaps["a/b/sitemap.xml"].owner is not None) == is_ours


def test_a_staged_file_is_named_after_the_depth_of_its_build(tmp_path):
    """A build in `docs/` stages there as well; neither takes the other's away."""
    assert staged_name(P("sitemap.xml")) == ".sitemap.xml.scopemap-0~"
    assert staged_name(P("docs/sitemap.xml")) == ".sitemap.xml.scopemap-1~"
    contents = [
        ".sitemap.xml.scopemap-0~",
        ".robots.txt.scopemap-1~",
        "docs/.sitemap.xml.gz.scopemap-1~",
        "docs/.sitemap.xml.scopemap-0~",
        "docs/api/.sitemap.xml.scopemap-0~",
        "docs/api/.sitemap.xml.scopemap-1~",
        "docs/api/.sitemap.xml.scopemap-2~",
    ]
    lay(tmp_path, dict.fromkeys(contents, b""))
    inner = look(tmp_path / "docs")
    assert inner.staged == (
        ".sitemap.xml.scopemap-0~",
        "api/.sitemap.xml.scopemap-1~",
    )
    assert look(tmp_path).staged == (
        ".sitemap.xml.scopemap-0~",
        "docs/.sitemap.xml.gz.scopemap-1~",
        "docs/api/.sitemap.xml.scopemap-2~",
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("sitemap.xml~", id="backup-of-an-editor"),
        pytest.param(".sitemap.xml.scopemap~", id="no-depth"),
        pytest.param("sitemap.xml.scopemap-0~", id="not-hidden"),
        pytest.param(".sitemap.xml.scopemap-0~.html", id="longer"),
    ],
)
def test_similar_names_are_not_staged_files(name, tmp_path):
    lay(tmp_path, {name: b""})
    assert look(tmp_path).staged == ()


@pytest.mark.parametrize(
    ("page", "is_missing"),
    [
        pytest.param("docs/a.html", False, id="built"),
        pytest.param("link.html", False, id="behind-a-link-to-a-file"),
        pytest.param("latest/a.html", False, id="behind-a-link-to-a-folder"),
        pytest.param("latest/deep/b.html", False, id="deep-behind-a-link"),
        pytest.param("latest/deep", True, id="folder-behind-a-link"),
        pytest.param("Docs/a.html", True, id="other-case"),
        pytest.param("docs", True, id="folder"),
        pytest.param("../outside.html", True, id="outside"),
        pytest.param("broken.html", True, id="broken-link"),
    ],
)
def test_a_page_is_missing_where_no_such_file_was_built(page, is_missing, tmp_path):
    output = lay(tmp_path / "output", {"docs/a.html": "", "docs/deep/b.html": ""})
    lay(tmp_path, {"outside.html": ""})
    (output / "link.html").symlink_to("docs/a.html")
    (output / "latest").symlink_to("docs")
    (output / "broken.html").symlink_to("nowhere")
    assert (P(page) in look(output, page).missing) == is_missing


def test_a_link_that_leads_to_itself_is_passed_over(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    lay(tmp_path, {"index.html": ""})
    assert look(tmp_path).files == {"index.html"}


def test_a_folder_that_links_above_itself_is_not_walked_in_circles(tmp_path):
    lay(tmp_path, {"docs/a.html": "", "docs/sitemap.xml": marked("../")})
    (tmp_path / "docs" / "up").symlink_to("..")
    found = look(tmp_path)
    assert found.files == {"docs/a.html", "docs/sitemap.xml"}
    assert found.links == {"docs/up"}


@pytest.mark.parametrize(
    ("text", "loc"),
    [
        pytest.param(LISTING, "https://site.example/a?b&c", id="sitemap"),
        pytest.param(PREFIXED, "https://site.example/a?b&c", id="prefix"),
        pytest.param(f"<!-- {LISTING} --><rss/>", None, id="quoted"),
        pytest.param(LISTING.replace("urlset", "sitemapindex"), None, id="index"),
        pytest.param(URLSET, None, id="without-an-entry"),
        pytest.param(f"<rss>{LISTING}</rss>", None, id="feed"),
    ],
)
def test_an_authored_sitemap_is_known_by_its_source_and_its_first_entry(
    text, loc, tmp_path
):
    """The generator may have written over the copy in the output (MkDocs does)."""
    output = lay(tmp_path / "output", {"a.xml": "<rss/>", "b.html": "", "c.xml": ""})
    source = lay(tmp_path / "source", {"a.xml": text, "b.html": text})
    authored = tuple((P(name), source / name) for name in ("c.xml", "b.html", "a.xml"))
    expected = {} if loc is None else {P("a.xml"): loc}
    assert look(output, authored=authored).authored == expected


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(OutputError) as raised:
        look(tmp_path / "site")
    assert str(raised.value) == f"{tmp_path}/site: No such file or directory"


def test_names_that_are_no_utf_8_are_kept(tmp_path):
    name = b"caf\xe9.html".decode("utf-8", "surrogateescape")
    lay(tmp_path, {name: ""})
    found = look(tmp_path, name)
    assert (found.files, found.missing) == (frozenset({name}), frozenset())


def test_folders_may_lie_as_deep_as_they_like(tmp_path):
    path = "d/" * 300 + "index.html"
    lay(tmp_path, {path: ""})
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    try:
        assert look(tmp_path).files == {path}
    finally:
        sys.setrecursionlimit(before)
