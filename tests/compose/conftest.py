"""A host on which generators really build, and what is composed over their builds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree

from scopemap.check.audit import audit
from scopemap.check.gathering import Asking
from scopemap.cli import main

URL = "https://docs.acme.org/"
INDEX = "sitemap-index.xml"
NAMESPACES = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "x": "http://www.w3.org/1999/xhtml",
}
# What a build or git reads from the environment.
FOREIGN = (
    "CF_PAGES CI CONTEXT GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE MIKE_DOCS_VERSION NETLIFY"
    " READTHEDOCS READTHEDOCS_CANONICAL_URL READTHEDOCS_VERSION_TYPE VERCEL_ENV"
).split()


class Host:
    """Hold the sources of builds, and the folder that is served: `public`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.public = root / "public"

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def run(self, *arguments: str) -> None:
        """Run a generator, such as `mkdocs build`, in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout

    def scopemap(self, command: str, folder: str = "", *flags: str) -> str:
        """Run a command over a folder of the host; give what it prints."""
        target = str(self.public / folder)
        arguments = [command, target, "--base-url", URL + folder, *flags]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        return result.output

    def compose(self, *flags: str) -> str:
        """Compose the host, and see that twice changes nothing; give what it prints."""
        output = self.scopemap("compose", "", *flags)
        before = self.files()
        self.scopemap("compose", "", *flags)
        assert self.files() == before
        return output

    def files(self) -> dict[str, bytes]:
        """Give the sitemaps, indexes and robots.txt, with their bytes."""
        found = (*self.public.rglob("sitemap*"), *self.public.rglob("robots.txt"))
        return {
            file.relative_to(self.public).as_posix(): file.read_bytes()
            for file in found
        }

    def links(self) -> dict[str, dict[str, dict[str, str]]]:
        """Give what each sitemap lists that the index names: URLs and their languages.

        All without the address of the host.
        """
        index = etree.parse(self.public / INDEX).getroot()
        locs = [loc.text for loc in index.iterfind("s:sitemap/s:loc", NAMESPACES)]
        names = [loc.removeprefix(URL) for loc in locs]
        return {name: self.listed(name) for name in names}

    def listed(self, name: str) -> dict[str, dict[str, str]]:
        """Give the URLs of one sitemap, and their languages."""
        root = etree.parse(self.public / name).getroot()
        entries = root.findall("s:url", NAMESPACES)
        found = {
            _path(entry.findtext("s:loc", None, NAMESPACES)): _languages(entry)
            for entry in entries
        }
        assert len(found) == len(entries)
        return found

    @property
    def robots(self) -> str:
        return (self.public / "robots.txt").read_text(encoding="utf-8")

    def findings(self) -> list[str]:
        """Give what the auditor says of the host, but for what it only mentions."""
        found = audit(self.public, Asking(URL), environ={}).findings
        grave = (each for each in found if each.severity != "info")
        return [f"{each.code} {each.file}: {each.text}" for each in grave]


def _languages(entry: etree._Element) -> dict[str, str]:
    links = entry.findall("x:link", NAMESPACES)
    assert all(link.get("rel") == "alternate" for link in links)
    found = {link.get("hreflang"): _path(link.get("href", "")) for link in links}
    assert len(found) == len(links)
    return found


def _path(url: str) -> str:
    return "/" + url.removeprefix(URL) if url.startswith(URL) else url


@pytest.fixture
def host(tmp_path, monkeypatch):
    """Give an empty host, away from the one that runs the tests."""
    for name in FOREIGN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISABLE_MKDOCS_2_WARNING", "true")
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "true")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return Host(tmp_path)
