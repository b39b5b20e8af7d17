from __future__ import annotations

import gzip
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from lxml import etree

from scopemap import Note, Page, Report, Site, build, load_options

BASE = "https://site.example/"
URLSET = '<?xml version="1.0"?>\n<urlset><url><loc>http://old/</loc></url></urlset>\n'
AUTHORED = f"<urlset><url><loc>{BASE}docs/by-hand.html</loc></url></urlset>\n"


def marked(root: str) -> str:
    return f'<?xml version="1.0"?>\n<!-- scopemap root={root} -->\n<urlset></urlset>\n'


def lay(folder: Path, contents: dict[str, str]) -> None:
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode())


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def names(folder: Path) -> set[str]:
    """Give all files that are not pages."""
    return {name for name in files(folder) if not name.endswith(".html")}


def run(output: Path, *pages: str, **options: Any) -> Report:
    return run_site(output, pages or ("index.html",), options)


def run_site(
    output: Path,
    pages: tuple[str, ...] = ("index.html",),
    options: dict[str, Any] | None = None,
    authored: tuple[tuple[PurePosixPath, Path], ...] = (),
    replaces: tuple[str, ...] = (),
) -> Report:
    lay(output, dict.fromkeys(pages, ""))
    site = Site(
        BASE,
        output,
        output,
        tuple(Page(PurePosixPath(page)) for page in pages),
        "test",
        authored=authored,
        replaces=tuple(map(PurePosixPath, replaces)),
    )
    return build(site, load_options(options or {}), environ={})


def paths(*names: str) -> tuple[PurePosixPath, ...]:
    return tuple(map(PurePosixPath, names))


def children(index: Path) -> list[str]:
    return [loc.text for (loc,) in etree.fromstring(index.read_bytes())]


ROOT_FILES = {"robots.txt", "sitemap.css", "sitemap-index.xml", "sitemap.xml"}


# Ownership


@pytest.mark.parametrize(
    ("path", "mark"),
    [
        pytest.param("sitemap.xml", b"<!-- scopemap root=./ -->", id="root"),
        pytest.param("sitemap-index.xml", b"<!-- scopemap root=./ -->", id="index"),
        pytest.param("docs/sitemap.xml", b"<!-- scopemap root=../ -->", id="scope"),
        pytest.param(
            "docs/api/sitemap.xml", b"<!-- scopemap root=../../ -->", id="deep-scope"
        ),
    ],
)
def test_a_comment_below_the_declaration_names_the_root_of_the_build(
    path, mark, tmp_path
):
    run(tmp_path, "index.html", "docs/a.html", "docs/api/b.html", **BOTH_SCOPES)
    lines = (tmp_path / path).read_bytes().splitlines()
    assert lines[:2] == [b'<?xml version="1.0" encoding="UTF-8"?>', mark]


BOTH_SCOPES = {"scopes": ["docs/", "docs/api/"]}


def test_the_style_sheet_is_marked_too(tmp_path):
    run(tmp_path)
    first = (tmp_path / "sitemap.css").read_bytes().splitlines()[0]
    assert first == b"/* scopemap root=./ */"


def test_what_a_build_no_longer_writes_is_removed_with_what_belongs_to_it(tmp_path):
    pages = ("index.html", "blog/a.html", "docs/a.html", "docs/b.html")
    run(tmp_path, *pages, scopes="sections", max_urls=1, gzip=True, text=True)
    more = {"docs/sitemap-2.xml", "docs/sitemap-2.xml.gz", "docs/sitemap-2.txt"}
    assert more < names(tmp_path)
    report = run(tmp_path)
    assert report.removed == paths(
        *("blog/sitemap.txt", "blog/sitemap.xml", "blog/sitemap.xml.gz"),
        *("docs/sitemap-2.txt", "docs/sitemap-2.xml", "docs/sitemap-2.xml.gz"),
        *("docs/sitemap.txt", "docs/sitemap.xml", "docs/sitemap.xml.gz"),
        *("sitemap-index.xml.gz", "sitemap.txt", "sitemap.xml.gz"),
    )
    assert report.notes == ()
    assert names(tmp_path) == ROOT_FILES


def test_five_shards_become_three(tmp_path):
    """prestaconcept/PrestaSitemapBundle#284, TheDragonCode/sitemap#30."""
    pages = [f"{number}.html" for number in range(5)]
    run(tmp_path, *pages, max_urls=1)
    report = run(tmp_path, *pages[:3], max_urls=1)
    assert report.removed == paths("sitemap-4.xml", "sitemap-5.xml")
    assert names(tmp_path) == ROOT_FILES | {"sitemap-2.xml", "sitemap-3.xml"}
    assert children(tmp_path / "sitemap-index.xml") == [
        f"{BASE}sitemap-2.xml",
        f"{BASE}sitemap-3.xml",
        f"{BASE}sitemap.xml",
    ]


def test_an_index_and_a_style_sheet_that_are_switched_off_are_removed(tmp_path):
    run(tmp_path)
    report = run(tmp_path, index="never", stylesheet=False)
    assert report.removed == paths("sitemap-index.xml", "sitemap.css")


def test_a_site_without_pages_loses_its_sitemaps(tmp_path):
    """Astro 3.7.4 leaves those of the last build, with status 0."""
    run(tmp_path, gzip=True)
    report = run(tmp_path, exclude=["**"])
    assert report.removed == paths(
        *("sitemap-index.xml", "sitemap-index.xml.gz"),
        *("sitemap.css", "sitemap.xml", "sitemap.xml.gz"),
    )
    assert (tmp_path / "robots.txt").read_bytes() == b"User-agent: *\nAllow: /\n\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("old/sitemap.xml", URLSET, id="unmarked"),
        pytest.param("blog/sitemap.xml.gz", "\x1f", id="unmarked-gzip"),
        pytest.param("sitemap_index.xml", URLSET, id="other-name"),
        pytest.param("guide/sitemap.xml", marked("./"), id="root-of-another-build"),
        pytest.param("guide/a/sitemap.xml", marked("../"), id="scope-of-another-build"),
        pytest.param("guide/sitemap.xml", marked("../../"), id="of-a-build-above"),
        pytest.param("docs/notes.txt", "hand-made", id="text"),
        pytest.param("guide/sitemap.css", "urlset {}", id="style-sheet"),
        pytest.param("sitemap.css", "body {}", id="style-sheet-of-a-theme"),
    ],
)
def test_what_is_not_of_this_build_stays(name, content, tmp_path):
    lay(tmp_path, {name: content})
    run(tmp_path, "index.html", "docs/a.html", scopes="sections", text=True, gzip=True)
    report = run(tmp_path)
    assert files(tmp_path)[name] == content.encode()
    assert report.notes == ()


def test_a_text_file_that_is_no_text_sitemap_is_not_taken_for_one(tmp_path):
    """A generator wrote `llms.txt`; the sitemap of that stem does not own it."""
    scopes = [{"path": "", "name": "llms.xml"}]
    lay(tmp_path, {"llms.txt": "# A site for machines\n"})
    run(tmp_path, scopes=scopes)
    run(tmp_path, scopes=scopes)
    assert files(tmp_path)["llms.txt"] == b"# A site for machines\n"


# Leftovers


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("sitemap.xml", URLSET, id="sitemap"),
        pytest.param("sitemap.xml", "<sitemapindex/>", id="index-in-its-place"),
        pytest.param("sitemap-index.xml", "<sitemapindex/>", id="index"),
        pytest.param("docs/sitemap.xml", URLSET, id="in-a-scope"),
        pytest.param("sitemap.xml", f"<!--{'x' * 3000}-->{URLSET}", id="long-head"),
        pytest.param("sitemap.xml", "<html>Not found</html>", id="no-sitemap"),
        pytest.param("sitemap.txt", "http://old/\n", id="text"),
    ],
)
def test_a_leftover_in_the_way_is_replaced_and_noted_once(name, content, tmp_path):
    lay(tmp_path, {name: content})
    pages = ("index.html", "docs/a.html")
    report = run(tmp_path, *pages, scopes="sections", text=True)
    text = f"{name}, which something else wrote, is replaced"
    assert report.notes == (Note("info", "replaced", text),)
    assert files(tmp_path)[name] != content.encode()
    assert run(tmp_path, *pages, scopes="sections", text=True).notes == ()


@pytest.mark.parametrize("name", ["sitemap.xml", "sitemap-index.xml"])
def test_a_compressed_leftover_beside_a_replaced_file_goes(name, tmp_path):
    lay(tmp_path, {name: URLSET, f"{name}.gz": "old"})
    assert run(tmp_path).removed == paths(f"{name}.gz")
    assert names(tmp_path) == ROOT_FILES


def test_a_compressed_leftover_is_replaced_where_one_is_written(tmp_path):
    lay(tmp_path, {"sitemap.xml": URLSET, "sitemap.xml.gz": "old"})
    report = run(tmp_path, gzip=True)
    assert report.removed == ()
    found = files(tmp_path)
    assert gzip.decompress(found["sitemap.xml.gz"]) == found["sitemap.xml"]


def test_what_the_generator_itself_writes_is_replaced_without_a_word(tmp_path):
    lay(tmp_path, {"sitemap.xml": URLSET, "sitemap.xml.gz": "old"})
    report = run_site(tmp_path, replaces=("sitemap.xml", "sitemap.xml.gz"))
    assert (report.removed, report.notes) == (paths("sitemap.xml.gz"), ())
    assert names(tmp_path) == ROOT_FILES


def test_what_the_generator_writes_goes_where_nothing_takes_its_place(tmp_path):
    lay(tmp_path, {"sitemap.xml": URLSET, "sitemap.xml.gz": "old"})
    scopes = [{"path": "", "name": "pages.xml"}]
    replaces = ("sitemap.xml", "sitemap.xml.gz", "other.xml")
    report = run_site(tmp_path, options={"scopes": scopes}, replaces=replaces)
    assert report.removed == paths("sitemap.xml", "sitemap.xml.gz")
    assert names(tmp_path) == ROOT_FILES - {"sitemap.xml"} | {"pages.xml"}


def test_what_an_interrupted_build_staged_goes_but_not_that_of_a_nested_build(tmp_path):
    ours = (".sitemap.xml.scopemap-0~", "docs/.sitemap.xml.scopemap-1~")
    nested = ("docs/.sitemap.xml.scopemap-0~", "docs/api/.robots.txt.scopemap-1~")
    lay(tmp_path, dict.fromkeys((*ours, *nested), "<urls"))
    run(tmp_path)
    assert names(tmp_path) == ROOT_FILES | set(nested)


def test_staged_files_are_never_listed(tmp_path):
    lay(tmp_path, {".sitemap.xml.scopemap-0~": "", "guide.pdf": ""})
    report = run(tmp_path, files=["**"])
    assert report.urls == 2


# Authored files


def authored_in(folder: Path, *names: str) -> tuple[tuple[PurePosixPath, Path], ...]:
    lay(folder, dict.fromkeys(names, AUTHORED))
    return tuple((PurePosixPath(name), folder / name) for name in names)


def test_an_authored_sitemap_stays_is_listed_and_ours_takes_the_next_name(tmp_path):
    output = tmp_path / "output"
    lay(output, {"sitemap.xml": AUTHORED})
    authored = authored_in(tmp_path / "source", "sitemap.xml")
    report = run_site(output, authored=authored)
    assert report.sitemaps == paths("sitemap-2.xml")
    assert report.notes == (
        Note("info", "authored", "sitemap.xml is your own and stays as it is"),
    )
    assert files(output)["sitemap.xml"] == AUTHORED.encode()
    assert children(output / "sitemap-index.xml") == [
        f"{BASE}sitemap-2.xml",
        f"{BASE}sitemap.xml",
    ]


def test_an_authored_sitemap_comes_back_where_the_generator_wrote_over_it(tmp_path):
    """MkDocs renders its built-in template over docs/sitemap.xml."""
    output = tmp_path / "output"
    lay(output, {"sitemap.xml": URLSET, "sitemap.xml.gz": "of the built-in"})
    authored = authored_in(tmp_path / "source", "sitemap.xml")
    replaces = ("sitemap.xml", "sitemap.xml.gz")
    report = run_site(output, authored=authored, replaces=replaces)
    assert report.removed == paths("sitemap.xml.gz")
    assert report.written == paths(
        "sitemap.css", "sitemap-2.xml", "sitemap.xml", "sitemap-index.xml", "robots.txt"
    )
    assert files(output)["sitemap.xml"] == AUTHORED.encode()
    assert children(output / "sitemap-index.xml") == [
        f"{BASE}sitemap-2.xml",
        f"{BASE}sitemap.xml",
    ]
    again = run_site(output, authored=authored, replaces=replaces)
    assert (again.written, again.removed) == ((), ())


def test_an_authored_sitemap_is_submitted_where_there_is_no_index(tmp_path):
    output = tmp_path / "output"
    authored = authored_in(output, "docs/sitemap.xml")
    report = run_site(output, options={"index": "never"}, authored=authored)
    assert report.submit == (f"{BASE}docs/sitemap.xml", f"{BASE}sitemap.xml")


def test_an_authored_sitemap_stands_in_the_index_of_a_site_without_pages(tmp_path):
    output = tmp_path / "output"
    authored = authored_in(output, "sitemap.xml")
    run_site(output, options={"exclude": ["**"]}, authored=authored)
    assert children(output / "sitemap-index.xml") == [f"{BASE}sitemap.xml"]


def test_an_authored_sitemap_that_was_not_built_is_not_listed(tmp_path):
    """It lies among the sources, and the generator was told to leave it out."""
    output = tmp_path / "output"
    authored = authored_in(tmp_path / "source", "docs/sitemap.xml")
    report = run_site(output, authored=authored)
    assert report.notes == ()
    assert children(output / "sitemap-index.xml") == [f"{BASE}sitemap.xml"]


def test_an_authored_sitemap_of_other_urls_is_not_listed(tmp_path):
    """It may be an example in a handbook; here it lists nothing below its folder."""
    output = tmp_path / "output"
    authored = authored_in(output, "examples/sitemap.xml")
    report = run_site(output, authored=authored)
    assert report.notes == ()
    assert children(output / "sitemap-index.xml") == [f"{BASE}sitemap.xml"]
    assert files(output)["examples/sitemap.xml"] == AUTHORED.encode()


def test_an_authored_index_stays_and_is_not_put_into_ours(tmp_path):
    """Protocol, "Using Sitemap index files": no index in an index."""
    output = tmp_path / "output"
    text = "<sitemapindex><!-- by hand --></sitemapindex>"
    lay(output, {"sitemap-index.xml": text})
    path = PurePosixPath("sitemap-index.xml")
    report = run_site(output, authored=((path, output / path),))
    assert report.submit == (f"{BASE}sitemap-index-2.xml",)
    assert files(output)["sitemap-index.xml"] == text.encode()
    assert children(output / "sitemap-index-2.xml") == [f"{BASE}sitemap.xml"]


@pytest.mark.parametrize(
    "name",
    [
        "sitemap.css",
        "sitemap.xml.gz",
        "sitemap.txt",
        "sitemap-index.xml.gz",
        "docs/sitemap.xml.gz",
    ],
)
def test_what_the_author_wrote_beside_a_sitemap_stays(name, tmp_path):
    output = tmp_path / "output"
    authored = authored_in(output, name)
    options = {"scopes": "sections", "gzip": True, "text": True}
    for chosen in (options, {}, options):
        report = run_site(output, ("index.html", "docs/a.html"), chosen, authored)
        assert PurePosixPath(name) not in (*report.written, *report.removed)
        assert files(output)[name] == AUTHORED.encode()


def test_an_authored_file_with_a_mark_of_ours_stays(tmp_path):
    """An author may have put a copy of our output among the sources."""
    output = tmp_path / "output"
    lay(output, {"old/sitemap.xml": marked("../")})
    path = PurePosixPath("old/sitemap.xml")
    run_site(output, authored=((path, output / path),))
    assert files(output)["old/sitemap.xml"] == marked("../").encode()


def test_ours_goes_back_to_its_name_when_the_author_gives_it_up(tmp_path):
    output = tmp_path / "output"
    authored = authored_in(output, "sitemap.xml")
    run_site(output, authored=authored)
    (output / "sitemap.xml").unlink()
    report = run_site(output)
    assert report.sitemaps == paths("sitemap.xml")
    assert report.removed == paths("sitemap-2.xml")


def test_an_authored_robots_txt_is_amended_not_replaced(tmp_path):
    output = tmp_path / "output"
    lay(output, {"robots.txt": "User-agent: *\r\nDisallow: /x/"})
    path = PurePosixPath("robots.txt")
    run_site(output, authored=((path, output / path),))
    assert files(output)["robots.txt"] == (
        b"User-agent: *\r\nDisallow: /x/\r\n\r\n"
        b"# scopemap\r\nSitemap: https://site.example/sitemap-index.xml\r\n"
    )
