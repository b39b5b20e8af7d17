"""The commands of the page on hosts, run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/hosts.md"
HOST = "https://docs.example.com/"
ENVIRON: Mapping[str, str] = {
    **{name: text for name, text in os.environ.items() if not name.startswith("GIT_")},
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
    "DISABLE_MKDOCS_2_WARNING": "true",
    "NO_MKDOCS_2_WARNING": "true",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
}
ONE, SEVERAL, MIKE, LANGUAGES, HOSTS, READTHEDOCS = re.findall(
    r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


def run(script: str, folder: Path, environ: Mapping[str, str] = {}) -> None:
    command = ["bash", "-euo", "pipefail", "-c", script]
    environ = {**ENVIRON, **environ}
    subprocess.run(command, cwd=folder, env=environ, check=True, timeout=120)


def lay(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def locs(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8")
    found = [part.partition("</loc>")[0] for part in text.split("<loc>")[1:]]
    return [loc.removeprefix(HOST) for loc in found]


@pytest.fixture
def languages(tmp_path):
    """Give a folder with the builds of two languages, made by the command itself."""
    for tag in ("de", "en"):
        lay(tmp_path, {f"public/{tag}/index.html": "", f"public/{tag}/a.html": ""})
        address = f"--base-url {HOST}{tag}/"
        run(f"scopemap build public/{tag} {address}", tmp_path)
    return tmp_path


def test_one_command_names_the_sitemaps_of_all_builds(languages):
    run(ONE, languages)
    index = languages / "public/sitemap-index.xml"
    assert locs(index) == ["de/sitemap.xml", "en/sitemap.xml"]


def test_languages_name_each_other(languages):
    run(LANGUAGES, languages)
    text = (languages / "public/de/sitemap.xml").read_text(encoding="utf-8")
    found = re.findall(rf'hreflang="(.*?)" href="{HOST}(.*?)"', text)
    assert found == [
        ("de", "de/"),
        ("en", "en/"),
        ("x-default", "en/"),
        ("de", "de/a.html"),
        ("en", "en/a.html"),
        ("x-default", "en/a.html"),
    ]


def test_languages_on_hosts_of_their_own_name_each_other(tmp_path):
    for folder, host in (("public/de", "example.de"), ("public", "example.com")):
        lay(tmp_path, {f"{folder}/index.html": "", f"{folder}/{host}.html": ""})
        address = f"--base-url https://{host}/ --exclude de/"
        run(f"scopemap build {folder} {address}", tmp_path)
    run(HOSTS, tmp_path)
    for folder, host in (("public/de", "example.de"), ("public", "example.com")):
        text = (tmp_path / folder / "sitemap.xml").read_text(encoding="utf-8")
        assert re.findall('hreflang="(.*?)" href="(.*?)"', text) == [
            ("de", "https://example.de/"),
            ("en", "https://example.com/"),
        ]
        robots = (tmp_path / folder / "robots.txt").read_text(encoding="utf-8")
        assert f"\nSitemap: https://{host}/sitemap-index.xml\n" in robots


def test_any_generator_writes_its_sitemap_on_read_the_docs(tmp_path):
    lay(tmp_path, {"output/html/index.html": "", "output/html/a.html": ""})
    environ = {
        "READTHEDOCS": "True",
        "READTHEDOCS_OUTPUT": str(tmp_path / "output"),
        "READTHEDOCS_CANONICAL_URL": f"{HOST}en/stable/",
        "READTHEDOCS_VERSION_TYPE": "tag",
    }
    run(READTHEDOCS, tmp_path, environ)
    folder = tmp_path / "output/html"
    assert locs(folder / "sitemap.xml") == ["en/stable/", "en/stable/a.html"]
    assert not (folder / "robots.txt").exists()


SITES = {
    "handbook/mkdocs.yml": (
        f"site_name: Handbook\nsite_url: {HOST}handbook/\nplugins: [scopemap]\n"
    ),
    "handbook/docs/index.md": "# Handbook\n",
    "reference/conf.py": (
        f'html_baseurl = "{HOST}reference/"\nextensions = ["sphinx_scopemap"]\n'
    ),
    "reference/index.rst": "Reference\n=========\n",
    "journal/publishconf.py": (
        f'SITEURL = "{HOST}journal"\nPLUGINS = ["scopemap"]\nTIMEZONE = "UTC"\n'
        'FEED_ALL_ATOM = CATEGORY_FEED_ATOM = None\nTHEME = "simple"\n'
    ),
    "journal/content/first.md": "title: First\ndate: 2024-02-03\n\nText.\n",
}


def test_three_generators_are_one_host(tmp_path):
    lay(tmp_path, SITES)
    run(SEVERAL, tmp_path)
    assert locs(tmp_path / "public/sitemap-index.xml") == [
        "handbook/sitemap.xml",
        "journal/sitemap.xml",
        "reference/sitemap.xml",
    ]


MKDOCS = f"site_name: x\nsite_url: {HOST}\nplugins: [mike, scopemap]\n"
DEPLOY = """
git init --quiet
git add --all
git commit --quiet --message Begin
mike deploy 1.0 > deployed.txt
mike deploy 2.0 latest > deployed.txt
"""


def test_the_branch_of_mike_is_composed(tmp_path):
    project = tmp_path / "project"
    lay(project, {"mkdocs.yml": MKDOCS, "docs/index.md": "# Home\n"})
    run(DEPLOY, project)
    run(MIKE, project)
    shown = ["git", "show", "gh-pages:sitemap-index.xml"]
    index = subprocess.run(
        shown, cwd=project, env=ENVIRON, check=True, capture_output=True, text=True
    ).stdout
    assert re.findall("<loc>(.*)</loc>", index) == [f"{HOST}2.0/sitemap.xml"]
    assert not (tmp_path / "pages").exists()
