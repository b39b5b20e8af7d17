"""Build the documentation of real projects with scopemap and let others judge it.

    python tests/real/run.py [project …]

Each folder beside this file is a project: what is built (`project.toml`), with which
tools (`requirements.txt`), what is taken out for want of a network (`offline.patch`),
what switches scopemap on (`scopemap.patch`), and the URLs that the site has
(`expected-….txt`, taken from the links of its own pages), each with the date that its
author gave, if any. Each site is built
twice, without scopemap and with it; nothing else may differ. Our own distributions are
built and installed as a user gets them. Needs Python 3.11, as Sphinx 8.2 does.
"""

from __future__ import annotations

import filecmp
import functools
import gzip
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import unquote, urlsplit

import msgspec
from lxml import etree  # type: ignore[import-untyped]  # it ships no types
from protego import Protego
from usp.fetch_parse import SitemapFetcher
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


class Build(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one way to build a project's site."""

    name: str
    """Its URLs are in `expected-NAME.txt`, a line each, in the order of a sitemap."""
    arguments: tuple[str, ...]
    """Those of Python; `{output}` is where the site shall lie."""


class Project(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what `project.toml` says."""

    source: str
    """The release on the package index, pinned."""
    generator: Literal["mkdocs", "pelican", "sphinx"]
    base_url: str
    builds: tuple[Build, ...]
    environment: dict[str, str] = {}

    @property
    def has_robots(self) -> bool:
        """Tell whether the site's own robots.txt is the one that crawlers read."""
        return urlsplit(self.base_url).path == "/"


class Output(NamedTuple):
    """Where a site was built, and what its generator said."""

    folder: Path
    log: str

    @property
    def warnings(self) -> Counter[str]:
        lines = (_TIME.sub("", line).strip() for line in self.log.splitlines())
        return Counter(line for line in lines if _WARNING.search(line))

    @property
    def files(self) -> set[Path]:
        files = (file for file in self.folder.rglob("*") if file.is_file())
        return {file.relative_to(self.folder) for file in files}


_TIME = re.compile(r"^\[[\d:]+\]")
_WARNING = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b")


class Built(NamedTuple):
    """A site that was built without us and with us, and what it should hold."""

    name: str
    project: Project
    plain: Output
    ours: Output
    expected: list[str]
    """The URLs."""
    dates: list[str]
    """The dates that the author gave, with their URLs."""

    @property
    def base_url(self) -> str:
        return self.project.base_url

    @property
    def index_url(self) -> str:
        return f"{self.base_url}sitemap-index.xml"

    @property
    def robots(self) -> Path:
        return self.ours.folder / "robots.txt"

    def path(self, url: str) -> Path:
        """Give the file, in the output, that a static host answers with."""
        path = unquote(url.removeprefix(self.base_url))
        return Path(f"{path}index.html" if url.endswith("/") else path)

    def file(self, url: str) -> Path:
        return self.ours.folder / self.path(url)

    def documents(self, root: str) -> dict[str, etree._ElementTree]:
        """Parse the files with this root element, by their URLs."""
        folder = self.ours.folder
        parsed = {
            self.base_url + file.relative_to(folder).as_posix(): etree.parse(file)
            for file in sorted(folder.rglob("*.xml"))
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
    yield from (site.ours.warnings - site.plain.warnings).elements()


def judge_changes(site: Built) -> Iterator[str]:
    documents = [str(site.path(url)) for url in site.sitemaps | site.indexes]
    copies = [f"{document}.gz" for document in documents]
    own = {Path(name) for name in (*documents, *copies, "sitemap.css", "robots.txt")}
    for path in sorted((site.plain.files | site.ours.files) - own):
        plain, ours = site.plain.folder / path, site.ours.folder / path
        if not plain.exists():
            yield f"{path} is new"
        elif not ours.exists():
            yield f"{path} is gone"
        elif not filecmp.cmp(plain, ours, shallow=False):
            yield f"{path} is another"


def judge_urls(site: Built) -> Iterator[str]:
    yield from _compare(site.locs, site.expected)


def judge_files(site: Built) -> Iterator[str]:
    for loc in site.locs:
        if not site.file(loc).is_file():
            yield f"nothing answers at {loc}"


def judge_dates(site: Built) -> Iterator[str]:
    """Find dates that nothing but a history can give."""
    found = [
        f"{url.findtext(f'{NAMESPACE}loc')} {url.findtext(f'{NAMESPACE}lastmod')}"
        for sitemap in site.sitemaps.values()
        for url in sitemap.iter(f"{NAMESPACE}url")
        if url.find(f"{NAMESPACE}lastmod") is not None
    ]
    yield from _compare(found, site.dates)


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
    """Compare the copies, which only MkDocs has by default, since its own has one."""
    has_copies = site.project.generator == "mkdocs"
    documents = site.sitemaps | site.indexes if has_copies else {}
    copies = {site.file(f"{url}.gz"): site.file(url) for url in documents}
    found = sorted(site.ours.folder.rglob("*.xml.gz"))
    yield from _compare(found, sorted(copies))
    for copy in copies.keys() & found:
        if gzip.decompress(copy.read_bytes()) != copies[copy].read_bytes():
            yield f"{copy} holds something else"


def judge_discovery(site: Built) -> Iterator[str]:
    """Walk as a crawler does: robots.txt, the index, its sitemaps, their pages.

    Where robots.txt is not ours, the walk begins at the index.
    """
    client = FolderClient(site)
    walked = [
        f"IndexXMLSitemap {site.index_url}",
        *(f"PagesXMLSitemap {url}" for url in site.sitemaps),
    ]
    if site.project.has_robots:
        tree = sitemap_tree_for_homepage(
            site.base_url, web_client=client, use_known_paths=False
        )
        found = list(tree.all_sitemaps())
        walked.insert(0, f"IndexRobotsTxtSitemap {site.base_url}robots.txt")
    else:
        tree = SitemapFetcher(site.index_url, 0, client).sitemap()
        found = [tree, *tree.all_sitemaps()]
    yield from _compare([f"{type(item).__name__} {item.url}" for item in found], walked)
    yield from _compare([page.url for page in tree.all_pages()], site.expected)


def judge_robots(site: Built) -> Iterator[str]:
    text = site.robots.read_text(encoding="utf-8") if site.robots.is_file() else ""
    robots = Protego.parse(text)
    yield from _compare(list(robots.sitemaps), list(site.indexes))
    for url in (*site.indexes, *site.sitemaps, *site.locs):
        for agent in ("*", "Googlebot"):
            if not robots.can_fetch(url, agent):
                yield f"{agent} may not fetch {url}"


def judge_advice(site: Built) -> Iterator[str]:
    if site.robots.exists():
        yield "no crawler looks for a robots.txt here"
    if f"add `Sitemap: {site.index_url}` there" not in site.ours.log:
        yield f"nobody is told to name {site.index_url}"


def _compare(found: Sequence[object], expected: Sequence[object]) -> Iterator[str]:
    if found != expected:
        yield from (f"unexpected: {item}" for item in found if item not in expected)
        yield from (f"missing: {item}" for item in expected if item not in found)
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


Rules: TypeAlias = dict[str, Callable[[Built], Iterator[str]]]
RULES: Rules = {
    "adds no warning": judge_warnings,
    "changes no other file": judge_changes,
    "lists exactly the expected URLs": judge_urls,
    "has a file for each URL": judge_files,
    "has the dates of the author alone, without a history": judge_dates,
    "is valid under the official schemas": judge_schemas,
    "has the same in its .gz files, or none": judge_gzip,
    "is found by ultimate-sitemap-parser": judge_discovery,
}
WITH_ROBOTS: Rules = {
    "is named and allowed by robots.txt, as protego reads it": judge_robots,
}
WITHOUT_ROBOTS: Rules = {
    "tells the line for the robots.txt of the host": judge_advice,
}


def build(folder: Path, work: Path) -> list[Built]:
    """Build a project in an empty folder; raises CalledProcessError."""
    project = msgspec.toml.decode((folder / "project.toml").read_bytes(), type=Project)
    python = _install(folder, project, work)
    source = _download(project.source, python, work)
    run = functools.partial(_run, cwd=source, env=_alone(work) | project.environment)
    outputs: dict[tuple[str, str], Output] = {}
    for patch in ("offline", "scopemap"):
        run(["git", "apply", str(folder / f"{patch}.patch")])
        for way in project.builds:
            output = work / patch / way.name
            log = run([python, *(text.format(output=output) for text in way.arguments)])
            outputs[patch, way.name] = Output(output, log)
    sites = []
    for way in project.builds:
        lines = (folder / f"expected-{way.name}.txt").read_text("utf-8").splitlines()
        site = Built(
            name=way.name,
            project=project,
            plain=outputs["offline", way.name],
            ours=outputs["scopemap", way.name],
            expected=[line.split()[0] for line in lines],
            dates=[line for line in lines if " " in line],
        )
        sites.append(site)
    return sites


def _install(folder: Path, project: Project, work: Path) -> str:
    """Make a virtual environment with the project's tools and ours; give its Python."""
    venv.create(work / "venv", with_pip=True)
    python = str(work / "venv/bin/python")
    ours = [str(ROOT / "core"), str(ROOT / f"packages/{project.generator}-scopemap")]
    tools = ["-r", str(folder / "requirements.txt")]
    _run([python, "-m", "pip", "install", *tools, *ours], cwd=work)
    return python


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
        # Sphinx's documentation is built beside its source, not with it.
        "PYTHONSAFEPATH": "1",
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
            sites = build(folder, Path(work).resolve())
        except subprocess.CalledProcessError as error:
            yield "builds", [f"{error}\n{error.stdout}"]
            return
        for site in sites:
            rules = WITH_ROBOTS if site.project.has_robots else WITHOUT_ROBOTS
            for rule, find_faults in (RULES | rules).items():
                absent = find_faults is judge_schemas and not SCHEMAS.is_dir()
                faults = None if absent else list(find_faults(site))
                yield f"{site.name}: {rule}", faults


def main(names: Sequence[str]) -> int:
    """Judge the projects, print what was found, and tell whether all is well."""
    outcomes = Counter[str]()
    projects = sorted(file.parent.name for file in HERE.glob("*/project.toml"))
    for name in names or projects:
        sys.stdout.write(f"{name}\n")
        for rule, faults in judge(HERE / name):
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
    sys.exit(main(sys.argv[1:]))
