from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from scopemap import Dated, Note, Page, Report, Site, build, load_options
from scopemap.publish import why_unpublished

BASE = "https://site.example/"
URLSET = b"<urlset></urlset>"


def why(environ: dict[str, str], base_url: str = BASE, **options: Any) -> str | None:
    site = Site(base_url, Path("site"), Path(), (), "test")
    return why_unpublished(site, load_options(options), environ)


PREVIEWS = [
    pytest.param(
        {"READTHEDOCS": "True", "READTHEDOCS_VERSION_TYPE": "external"},
        "a pull request on Read the Docs",
        id="read-the-docs",
    ),
    pytest.param(
        {"NETLIFY": "true", "CONTEXT": "deploy-preview"},
        "Netlify's deploy-preview",
        id="netlify-pull-request",
    ),
    pytest.param(
        {"NETLIFY": "true", "CONTEXT": "branch-deploy"},
        "Netlify's branch-deploy",
        id="netlify-branch",
    ),
    pytest.param(
        {"VERCEL": "1", "VERCEL_ENV": "preview"}, "Vercel's preview", id="vercel"
    ),
    pytest.param(
        {"VERCEL": "1", "VERCEL_ENV": "development"},
        "Vercel's development",
        id="vercel-local",
    ),
    pytest.param(
        {"CF_PAGES": "1", "CF_PAGES_BRANCH": "fix-typo"},
        "the branch fix-typo on Cloudflare Pages",
        id="cloudflare-pages",
    ),
    pytest.param(
        {"GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "7"},
        "a merge request on GitLab",
        id="gitlab",
    ),
]


@pytest.mark.parametrize(("environ", "name"), PREVIEWS)
def test_a_preview_is_known_by_its_host(environ, name):
    assert why(environ) == f"{name} is a preview (publish: yes overrules this)"


@pytest.mark.parametrize(("environ", "name"), PREVIEWS)
def test_publish_yes_overrules_every_preview(environ, name):
    assert why(environ, publish="yes") is None, name


@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({}, id="own-machine"),
        pytest.param({"CI": "true", "GITHUB_ACTIONS": "true"}, id="github-actions"),
        pytest.param(
            {"READTHEDOCS": "True", "READTHEDOCS_VERSION_TYPE": "branch"},
            id="read-the-docs-branch",
        ),
        pytest.param(
            {"READTHEDOCS": "True", "READTHEDOCS_VERSION_TYPE": "tag"},
            id="read-the-docs-tag",
        ),
        pytest.param({"NETLIFY": "true", "CONTEXT": "production"}, id="netlify"),
        pytest.param({"CONTEXT": "test"}, id="context-of-something-else"),
        pytest.param({"VERCEL": "1", "VERCEL_ENV": "production"}, id="vercel"),
        pytest.param({"CF_PAGES": "1", "CF_PAGES_BRANCH": "main"}, id="cloudflare"),
        pytest.param(
            {"CF_PAGES": "1", "CF_PAGES_BRANCH": "gh-pages"}, id="cloudflare-gh-pages"
        ),
        pytest.param({"CF_PAGES_BRANCH": "fix-typo"}, id="branch-without-cloudflare"),
        pytest.param({"GITLAB_CI": "true"}, id="gitlab-branch"),
    ],
)
def test_a_production_build_is_published(environ):
    assert why(environ) is None


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost/",
        "http://localhost:8000/",
        "http://127.0.0.1:8000/docs/",
        "http://0.0.0.0:8000/",
        "http://10.10.10.10:8000/",
        "http://192.168.0.7/",
        "http://[::1]:8000/",
        "http://[fd00::1]/",
        "http://intranet/",
        "https://wiki.local/",
        "https://docs.corp.internal/",
        "https://site.test/",
        "https://site.invalid/",
        "https://site.localhost/",
    ],
)
def test_a_private_host_is_not_published(url):
    assert why({}, url) == (f"{url} is no public address (publish: yes overrules this)")
    assert why({}, url, publish="yes") is None


@pytest.mark.parametrize(
    "url",
    [
        "https://local.dev/",
        "https://localhost.site.example/",
        "https://mytest.example/",
        "https://8.8.8.8/",
        "https://[2606:4700::1111]/",
        "https://xn--bcher-kva.example/",
    ],
)
def test_a_public_host_is_published(url):
    assert why({}, url) is None


@pytest.mark.parametrize(
    "publish", [pytest.param(False, id="yaml-no"), pytest.param("no", id="no")]
)
def test_publish_no_comes_before_all_else(publish):
    assert why({}, publish=publish) == "publish is set to no"
    assert why({}, "", publish=publish) == "publish is set to no"


@pytest.mark.parametrize("publish", ["auto", "yes"])
def test_nothing_is_published_without_a_base_url(publish):
    assert why({}, "", publish=publish) == "base_url is not set"


def test_the_missing_base_url_has_the_name_that_the_generator_gives_it():
    site = Site("", Path("site"), Path(), (), "mkdocs", setting="site_url")
    assert why_unpublished(site, load_options({}), {}) == "site_url is not set"


def test_what_the_generator_calls_a_preview_is_one():
    site = Site(BASE, Path("site"), Path(), (), "test", preview="mkdocs serve")
    assert why_unpublished(site, load_options({}), {}) == "mkdocs serve is a preview"


# From here on with real builds.


def tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def output(tmp_path) -> Path:
    """Make an output with a page, a set of an earlier build, and a new built-in."""
    folder = tmp_path / "output"
    folder.mkdir()
    (folder / "index.html").write_bytes(b"")
    run(folder)
    (folder / "sitemap.xml").write_bytes(URLSET)
    (folder / "sitemap.xml.gz").write_bytes(b"\x1f\x8b")
    return folder


def run(
    output: Path,
    environ: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    base_url: str = BASE,
    **more: Any,
) -> Report:
    page = Page(PurePosixPath("index.html"))
    replaces = (PurePosixPath("sitemap.xml"), PurePosixPath("sitemap.xml.gz"))
    site = Site(base_url, output, output, (page,), "test", replaces=replaces, **more)
    return build(site, load_options(options or {}), environ=environ or {})


def unpublished(why: str) -> tuple[Note, ...]:
    return (Note("info", "unpublished", f"nothing was written: {why}"),)


@pytest.mark.parametrize(("environ", "name"), PREVIEWS)
def test_a_preview_touches_no_file_and_says_so_once(environ, name, output):
    before = tree(output)
    text = f"{name} is a preview (publish: yes overrules this)"
    assert run(output, environ) == Report(notes=unpublished(text))
    assert tree(output) == before


@pytest.mark.parametrize(
    ("options", "more", "why"),
    [
        pytest.param(
            {}, {"preview": "mkdocs serve"}, "mkdocs serve is a preview", id="serve"
        ),
        pytest.param(
            {},
            {"base_url": "http://127.0.0.1:8000/docs/"},
            "http://127.0.0.1:8000/docs/ is no public address"
            " (publish: yes overrules this)",
            id="private-host",
        ),
    ],
)
def test_what_is_not_for_the_public_touches_no_file(options, more, why, output):
    before = tree(output)
    assert run(output, options=options, **more) == Report(notes=unpublished(why))
    assert tree(output) == before


def test_publish_no_takes_the_builtin_sitemap_away(output):
    before = tree(output)
    assert run(output, options={"publish": "no"}) == Report(
        removed=(PurePosixPath("sitemap.xml"), PurePosixPath("sitemap.xml.gz")),
        notes=unpublished("publish is set to no"),
    )
    gone = {"sitemap.xml", "sitemap.xml.gz"}
    assert tree(output) == {n: each for n, each in before.items() if n not in gone}


def test_publish_yes_writes_in_a_preview(output):
    environ = {"NETLIFY": "true", "CONTEXT": "deploy-preview"}
    report = run(output, environ, {"publish": "yes"})
    assert report.submit == (f"{BASE}sitemap-index.xml",)
    assert f"<loc>{BASE}</loc>".encode() in (output / "sitemap.xml").read_bytes()


def test_without_a_base_url_only_the_builtin_sitemap_goes(output):
    """It lists nothing, or `None`, where nobody said the address (mkdocs#1783)."""
    before = tree(output)
    report = run(output, base_url="")
    assert report == Report(
        removed=(PurePosixPath("sitemap.xml"), PurePosixPath("sitemap.xml.gz")),
        notes=unpublished("base_url is not set"),
    )
    del before["sitemap.xml"], before["sitemap.xml.gz"]
    assert tree(output) == before


def test_without_a_base_url_an_authored_sitemap_comes_back(output, tmp_path):
    source = tmp_path / "sitemap.xml"
    source.write_bytes(b"<urlset><!-- by hand --></urlset>")
    authored = ((PurePosixPath("sitemap.xml"), source),)
    report = run(output, base_url="", authored=authored)
    assert report.written == (PurePosixPath("sitemap.xml"),)
    assert report.removed == (PurePosixPath("sitemap.xml.gz"),)
    assert (output / "sitemap.xml").read_bytes() == source.read_bytes()


@pytest.mark.parametrize(
    ("option", "generator", "base"),
    [
        pytest.param("https://a.example/x", BASE, "https://a.example/x/", id="option"),
        pytest.param("", "https://b.example", "https://b.example/", id="generator"),
        pytest.param("", "", "https://c.example/en/latest/", id="read-the-docs"),
    ],
)
def test_the_option_then_the_generator_then_read_the_docs_say_the_base_url(
    option, generator, base, output
):
    report = run(
        output,
        {"READTHEDOCS_CANONICAL_URL": "https://c.example/en/latest/"},
        {"base_url": option},
        generator,
    )
    assert report.submit == (f"{base}sitemap-index.xml",)


@pytest.mark.parametrize(
    "base_url",
    [
        pytest.param("https://site.example/p", id="no-slash"),
        pytest.param("https://site.example/p/", id="slash"),
    ],
)
def test_a_part_in_a_folder_gets_neither_index_nor_robots(base_url, tmp_path):
    """`mike` builds each version alone, and joins them in another folder later."""
    (tmp_path / "index.html").write_bytes(b"")
    report = run(tmp_path, base_url=base_url, folder="1.0", part="mike")
    url = "https://site.example/p/1.0/"
    assert report == Report(
        urls=1,
        sitemaps=(PurePosixPath("sitemap.xml"),),
        submit=(f"{url}sitemap.xml",),
        written=(PurePosixPath("sitemap.css"), PurePosixPath("sitemap.xml")),
        dates=((PurePosixPath("index.html"), Dated(None, None, "no source file")),),
    )
    assert (tmp_path / "sitemap.xml").read_bytes().count(f"<loc>{url}<".encode()) == 1
    assert sorted(tree(tmp_path)) == ["index.html", "sitemap.css", "sitemap.xml"]


def test_a_folder_is_a_path_not_a_url(tmp_path):
    (tmp_path / "index.html").write_bytes(b"")
    report = run(tmp_path, folder="1.0 beta#2", part="mike")
    assert report.submit == (f"{BASE}1.0%20beta%232/sitemap.xml",)
