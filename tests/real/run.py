"""Build the documentation of real projects with scopemap and let others judge it.

    python tests/real/run.py

Each folder beside this file is a project: what is built (`project.toml`), with which
tools (`requirements.txt`), what is changed in its configuration (`scopemap.patch`),
and the URLs that it has (`expected-urls.txt`, taken from the canonical links of its
own pages). Our own distributions are built and installed as a user gets them.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
from lxml import etree  # type: ignore[import-untyped]  # it ships no types
from protego import Protego
from usp.tree import sitemap_tree_for_homepage
from usp.web_client.abstract_client import (
    AbstractWebClient,
    AbstractWebClientResponse,
    LocalWebClientSuccessResponse,
    WebClientErrorResponse,
)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCHEMAS = ROOT.parent / "shared/corpus/xsd"
NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


class Project(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what `project.toml` says."""

    source: str
    """The release on the package index, pinned."""
    distributions: tuple[str, ...]
    """Our own, from the root of the repository."""
    build: tuple[str, ...]
    """The arguments of Python that build the site."""
    output: str
    base_url: str


class Built(NamedTuple):
    """A built site, and what it should hold."""

    base_url: str
    output: Path
    log: str
    expected: list[str]

    def file(self, url: str) -> Path:
        """Give the file that a static host answers with."""
        path = unquote(url.removeprefix(self.base_url))
        return self.output / (f"{path}index.html" if url.endswith("/") else path)

    def documents(self, root: str) -> dict[str, etree._ElementTree]:
        """Parse the files with this root element, by their URLs."""
        parsed = {
            self.base_url + file.relative_to(self.output).as_posix(): etree.parse(file)
            for file in sorted(self.output.rglob("*.xml"))
        }
        return {u: tree for u, tree in parsed.items() if tree.getroot().tag == root}

    @property
    def sitemaps(self) -> dict[str, etree._ElementTree]:
        return self.documents(f"{NAMESPACE}urlset")

    @property
    def indexes(self) -> dict[str, etree._ElementTree]:
        return self.documents(f"{NAMESPACE}sitemapindex")

    @property
    def locs(self) -> list[str]:
        return [
            element.text
            for sitemap in self.sitemaps.values()
            for element in sitemap.iter(f"{NAMESPACE}loc")
        ]


# The judges: each gives the faults that it finds.


def judge_warnings(site: Built) -> Iterator[str]:
    for line in site.log.splitlines():
        if line.startswith(("WARNING", "ERROR")):
            yield line


def judge_urls(site: Built) -> Iterator[str]:
    yield from _compare(site.locs, site.expected)


def judge_files(site: Built) -> Iterator[str]:
    for loc in site.locs:
        if not site.file(loc).is_file():
            yield f"nothing answers at {loc}"


def judge_dates(site: Built) -> Iterator[str]:
    """Find dates, which nothing but a history can give."""
    for url, sitemap in site.sitemaps.items():
        for element in sitemap.iter(f"{NAMESPACE}lastmod"):
            yield f"{url} has the date {element.text}"


def judge_schemas(site: Built) -> Iterator[str]:
    for name, documents in (
        ("all-local.xsd", site.sitemaps),
        ("index-local.xsd", site.indexes),
    ):
        schema = etree.XMLSchema(etree.parse(SCHEMAS / name))
        for url, document in documents.items():
            if not schema.validate(document):
                yield f"{url}: {schema.error_log}"


def judge_gzip(site: Built) -> Iterator[str]:
    for url in site.sitemaps | site.indexes:
        copy = gzip.decompress(site.file(f"{url}.gz").read_bytes())
        if copy != site.file(url).read_bytes():
            yield f"{url}.gz holds something else"


def judge_discovery(site: Built) -> Iterator[str]:
    """Walk as a crawler does: robots.txt, the index, its sitemaps, their pages."""
    tree = sitemap_tree_for_homepage(
        site.base_url, web_client=FolderClient(site), use_known_paths=False
    )
    found = [
        f"{type(sitemap).__name__} {sitemap.url}" for sitemap in tree.all_sitemaps()
    ]
    walked = [
        f"IndexRobotsTxtSitemap {site.base_url}robots.txt",
        f"IndexXMLSitemap {site.base_url}sitemap-index.xml",
        *(f"PagesXMLSitemap {url}" for url in site.sitemaps),
    ]
    yield from _compare(found, walked)
    yield from _compare([page.url for page in tree.all_pages()], site.expected)


def judge_robots(site: Built) -> Iterator[str]:
    robots = Protego.parse((site.output / "robots.txt").read_text(encoding="utf-8"))
    yield from _compare(list(robots.sitemaps), list(site.indexes))
    for url in (*site.indexes, *site.sitemaps, *site.locs):
        for agent in ("*", "Googlebot"):
            if not robots.can_fetch(url, agent):
                yield f"{agent} may not fetch {url}"


def _compare(found: list[str], expected: list[str]) -> Iterator[str]:
    if found != expected:
        yield from (f"unexpected: {text}" for text in found if text not in expected)
        yield from (f"missing: {text}" for text in expected if text not in found)
        yield f"{len(found)} found, {len(expected)} expected, in this order"


class FolderClient(AbstractWebClient):
    """Serve an output folder at its base URL, without a network."""

    def __init__(self, site: Built) -> None:
        self.site = site

    def set_max_response_data_length(
        self, max_response_data_length: int | None
    ) -> None:
        pass

    def get(self, url: str) -> AbstractWebClientResponse:
        file = self.site.file(url)
        if not url.startswith(self.site.base_url) or not file.is_file():
            return WebClientErrorResponse(f"404 {url}", retryable=False)
        return LocalWebClientSuccessResponse(url, file.read_text(encoding="utf-8"))


RULES: dict[str, Callable[[Built], Iterator[str]]] = {
    "builds without a warning": judge_warnings,
    "lists exactly the expected URLs": judge_urls,
    "has a file for each URL": judge_files,
    "has no date without a history": judge_dates,
    "is valid under the official schemas": judge_schemas,
    "has the same in its .gz files": judge_gzip,
    "is found by ultimate-sitemap-parser": judge_discovery,
    "is named and allowed by robots.txt, as protego reads it": judge_robots,
}


def build(folder: Path, work: Path) -> Built:
    """Build a project in an empty folder; raises CalledProcessError."""
    project = msgspec.toml.decode((folder / "project.toml").read_bytes(), type=Project)
    venv.create(work / "venv", with_pip=True)
    python = str(work / "venv/bin/python")
    ours = [str(ROOT / name) for name in project.distributions]
    tools = ["-r", str(folder / "requirements.txt")]
    _run([python, "-m", "pip", "install", *tools, *ours], cwd=work)
    source = _download(project.source, python, work)
    _run(["git", "apply", str(folder / "scopemap.patch")], cwd=source, env=_alone(work))
    log = _run([python, *project.build], cwd=source, env=_alone(work))
    expected = (folder / "expected-urls.txt").read_text(encoding="utf-8").split()
    return Built(project.base_url, source / project.output, log, expected)


def _download(source: str, python: str, work: Path) -> Path:
    """Download the released source and unpack it."""
    name = source.partition("==")[0]
    options = ["--no-deps", "--no-binary", name, "--dest", str(work / "release")]
    _run([python, "-m", "pip", "download", *options, source], cwd=work)
    (archive,) = (work / "release").glob("*.tar.gz")
    with tarfile.open(archive) as release:
        release.extractall(work / "source", filter="data")
    (unpacked,) = (work / "source").iterdir()
    return unpacked


def _alone(work: Path) -> dict[str, str]:
    """Give an environment in which no CI, host or repository shines through."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(work),
        "PYTHONUTF8": "1",
        "GIT_CEILING_DIRECTORIES": str(work),
        # What mkdocs-material 9.8 and ProperDocs' plugins say about MkDocs 2.
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
    }


def _run(command: list[str], *, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ).stdout


def judge(folder: Path) -> Iterator[tuple[str, list[str] | None]]:
    """Build a project and give each rule with its faults; None: it cannot be judged."""
    with tempfile.TemporaryDirectory() as work:
        try:
            site = build(folder, Path(work).resolve())
        except subprocess.CalledProcessError as error:
            yield "builds", [f"{error}\n{error.stdout}"]
            return
        for rule, find_faults in RULES.items():
            absent = find_faults is judge_schemas and not SCHEMAS.is_dir()
            yield rule, None if absent else list(find_faults(site))


def main() -> int:
    """Judge each project, print what was found, and tell whether all is well."""
    outcomes = Counter[str]()
    for folder in sorted(file.parent for file in HERE.glob("*/project.toml")):
        sys.stdout.write(f"{folder.name}\n")
        for rule, faults in judge(folder):
            outcome = "skipped" if faults is None else "failed" if faults else "passed"
            outcomes[outcome] += 1
            lines = (
                f"  {outcome}  {rule}",
                *(f"    {fault}" for fault in faults or ()),
            )
            sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.write(f"{outcomes['passed']} passed, {outcomes['failed']} failed\n")
    return 1 if outcomes["failed"] or not outcomes["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
