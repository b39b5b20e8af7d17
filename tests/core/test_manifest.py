"""The manifest: what is to be uploaded, and in which order."""

from __future__ import annotations

import json
from pathlib import PurePosixPath

import pytest

from scopemap import Options, OutputError, Site, build
from scopemap.manifest import write_manifest
from scopemap.report import Report

BASE = "https://site.example/"


def test_it_tells_what_changed_in_the_order_in_which_to_upload_it(tmp_path):
    output = tmp_path / "site"
    file = tmp_path / "deploy/manifest.json"
    for name in ("index", "guide/a", "guide/b", "news/a"):
        page = output / f"{name}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.touch()
    options = Options(lastmod=(), scopes="sections", manifest=str(file))
    site = Site(BASE, output, output, (), "test", walks=True)
    build(site, options, environ={})
    submit = [f"{BASE}sitemap-index.xml"]
    changed = {
        "base_url": BASE,
        "upload": [
            "sitemap.css",
            "guide/sitemap.xml",
            "news/sitemap.xml",
            "sitemap.xml",
            "sitemap-index.xml",
            "robots.txt",
        ],
        "remove": [],
        "submit": submit,
    }
    assert json.loads(file.read_bytes()) == {"version": 1, "sites": [changed]}
    (output / "news/a.html").unlink()
    build(site, options, environ={})
    less = {**changed, "upload": ["sitemap-index.xml"], "remove": ["news/sitemap.xml"]}
    assert json.loads(file.read_bytes()) == {"version": 1, "sites": [less]}


def test_names_that_are_not_utf_8_can_be_read_back(tmp_path):
    file = tmp_path / "manifest.json"
    path = PurePosixPath("ü\udcff/sitemap.xml")
    write_manifest(file, [(BASE, Report(written=(path,)))])
    (site,) = json.loads(file.read_bytes())["sites"]
    assert site["upload"] == [str(path)]
    assert "ü\\udcff/" in file.read_text("utf-8")


def test_a_dry_run_writes_none(tmp_path):
    file = tmp_path / "manifest.json"
    options = Options(lastmod=(), manifest=str(file))
    site = Site(BASE, tmp_path, tmp_path, (), "test", walks=True)
    build(site, options, environ={}, dry_run=True)
    assert not file.exists()


def test_where_it_cannot_be_written_that_is_told(tmp_path):
    (tmp_path / "file").touch()
    says = r"manifest\.json: (?:Not a directory|File exists)"
    with pytest.raises(OutputError, match=says):
        write_manifest(tmp_path / "file/manifest.json", [(BASE, Report())])
