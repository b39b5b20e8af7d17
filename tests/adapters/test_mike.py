"""mike: one build for each version, joined on a branch that we do not see."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SITE = "https://handbook.example"
FILES = {
    "docs/index.md": "# Home",
    "docs/guide/a.md": "# A",
    "docs/robots.txt": "User-agent: *\nAllow: /\n",
}
SITEMAP = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://handbook.example/{version}/</loc>\
<lastmod>2024-05-01T12:00:00+00:00</lastmod></url>
<url><loc>https://handbook.example/{version}/guide/a/</loc>\
<lastmod>2024-05-01T12:00:00+00:00</lastmod></url>
</urlset>
"""
AUTHOR = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
}
MIKE = "from mike.driver import main; main()"


def branch(docs, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=docs.root, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize(
    ("hidden", "plugins"),
    [
        pytest.param("properdocs", "[scopemap]", id="mkdocs"),
        pytest.param(
            "no-such-package",
            "[scopemap, mike: {canonical_version: latest}]",
            id="properdocs-and-a-canonical-version",
        ),
    ],
)
def test_each_version_has_its_own_sitemap_below_its_own_folder(docs, hidden, plugins):
    """Root files come from nobody here: a robots.txt in a folder is read by nobody.

    mike builds with ProperDocs where that is installed.
    """
    docs.write(FILES)
    docs.configure(plugins=plugins)
    docs.commit("2024-05-01T12:00:00Z")
    scripts = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environ = {**AUTHOR, **docs.without(hidden), "PATH": scripts}
    for arguments in (("1.0",), ("2.0", "latest")):
        done = docs.run("-S", "-c", MIKE, "deploy", *arguments, **environ)
        assert done.returncode == 0, done.stdout
        lines = [line for line in done.stdout.splitlines() if "scopemap" in line]
        assert lines == [
            (
                "INFO    -  scopemap: 2 URLs in 1 sitemap, 0 skipped;"
                f" submit {SITE}/{arguments[0]}/sitemap.xml"
            )
        ]
    names = branch(docs, "ls-tree", "-r", "--name-only", "gh-pages").split()
    assert names == [
        ".nojekyll",
        *(
            f"{version}/{name}"
            for version in ("1.0", "2.0")
            for name in (
                "guide/a/index.html",
                "index.html",
                "robots.txt",
                "sitemap.css",
                "sitemap.xml",
                "sitemap.xml.gz",
            )
        ),
        "latest",
        "versions.json",
    ]
    for version in ("1.0", "2.0"):
        sitemap = branch(docs, "show", f"gh-pages:{version}/sitemap.xml")
        assert sitemap == SITEMAP.format(version=version)
        robots = branch(docs, "show", f"gh-pages:{version}/robots.txt")
        assert robots == "User-agent: *\nAllow: /\n"


@pytest.mark.parametrize("order", ["[mike: {}, scopemap]", "[scopemap, mike: {}]"])
@pytest.mark.parametrize(
    ("site_url", "listed"),
    [
        pytest.param(f"{SITE}/", ["/1.0/", "/1.0/guide/a/"], id="root"),
        pytest.param(f"{SITE}/p/", ["/p/1.0/", "/p/1.0/guide/a/"], id="path"),
        pytest.param(f"{SITE}/p", ["/p/1.0/", "/p/1.0/guide/a/"], id="no-slash"),
    ],
)
def test_a_version_lists_where_it_is_served_whatever_is_canonical(
    docs, monkeypatch, site_url, listed, order
):
    """MkDocs' own lists `latest/` in every version: dead links, outside its folder."""
    monkeypatch.setenv("MIKE_DOCS_VERSION", "1.0")
    docs.write(FILES)
    docs.build(
        site_url=site_url,
        plugins=order.format("{canonical_version: latest}"),
        strict="true",
    )
    assert docs.listed() == listed
    assert docs.canonicals() == [url.replace("1.0", "latest") for url in listed]
    assert "sitemap-index.xml" not in docs.files
    assert docs.read("robots.txt") == FILES["docs/robots.txt"]


def test_a_version_below_a_prefix_lists_what_its_pages_call_canonical(
    docs, monkeypatch
):
    """mike adds only the version to `site_url`, which holds the prefix already.

    Source: the maintainer's word on mike#235, "without the version component".
    """
    monkeypatch.setenv("MIKE_DOCS_VERSION", "1.0")
    docs.write(FILES)
    docs.build(
        site_url=f"{SITE}/api/", plugins="[mike: {deploy_prefix: api}, scopemap]"
    )
    assert docs.canonicals() == ["/api/1.0/", "/api/1.0/guide/a/"]
    assert docs.listed() == ["/api/1.0/", "/api/1.0/guide/a/"]


def test_a_build_without_mike_is_a_whole_site(docs):
    docs.write(FILES)
    docs.build(plugins="[mike: {canonical_version: latest}, scopemap]")
    assert docs.listed() == ["/", "/guide/a/"]
    assert "sitemap-index.xml" in docs.files


def test_base_url_is_that_of_all_versions(docs, monkeypatch):
    monkeypatch.setenv("MIKE_DOCS_VERSION", "1.0")
    docs.write(FILES)
    docs.build(plugins=f"[mike, scopemap: {{base_url: '{SITE}/v/'}}]")
    assert docs.listed() == ["/v/1.0/", "/v/1.0/guide/a/"]
