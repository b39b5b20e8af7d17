"""Build the documentation of real projects with scopemap and let others judge it.

    python tests/real/run.py [project …]

Each folder beside this file is a project: what is built (`project.toml`), with which
tools (`requirements.txt`), what is taken out for want of a network or set for the build
(`offline.patch`), what switches our plugin on (`scopemap.patch`), and the URLs that the
site has (`expected-….txt`, taken from the links of its own pages), each with the date
that its author gave, if any. Each site is built twice, without scopemap and with it;
nothing else may differ. Then `scopemap build` has to find the same URLs in the output
of the first build, knowing nothing of its generator; the sample sites of generators
without a plugin are judged in this way alone. Our own distributions are built and
installed as a user gets them. Needs Python 3.11, as Sphinx 8.2 does.
"""

from __future__ import annotations

import filecmp
import functools
import gzip
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from lxml import etree  # type: ignore[import-untyped]  # it ships no types
from protego import Protego
from usp.fetch_parse import SitemapFetcher
from usp.tree import sitemap_tree_for_homepage

from judging import SITEMAPS, FolderClient, compare, served_path
from projects import (
    HERE,
    SCHEMAS,
    Project,
    Unlike,
    alone,
    install,
    make_source,
    read_project,
    run,
)

MAX_EXCEPTIONS = 5
"""URLs of all projects together that the folder alone tells otherwise."""


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
_WARNING = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b|^warning:")


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
    has_copies: bool
    """Whether each file of ours has a copy under gzip."""
    checked: str
    """What `scopemap check` says of the output."""

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
        return served_path(url, self.base_url)

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
        return self.documents(f"{SITEMAPS}urlset")

    @property
    def indexes(self) -> dict[str, etree._ElementTree]:
        return self.documents(f"{SITEMAPS}sitemapindex")

    @property
    def locs(self) -> list[str]:
        return [
            element.text
            for sitemap in self.sitemaps.values()
            for element in sitemap.iter(f"{SITEMAPS}loc")
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
    yield from compare(site.locs, site.expected)


def judge_files(site: Built) -> Iterator[str]:
    for loc in site.locs:
        if not site.file(loc).is_file():
            yield f"nothing answers at {loc}"


def judge_dates(site: Built) -> Iterator[str]:
    """Find dates that nothing but a history can give."""
    found = [
        f"{url.findtext(f'{SITEMAPS}loc')} {url.findtext(f'{SITEMAPS}lastmod')}"
        for sitemap in site.sitemaps.values()
        for url in sitemap.iter(f"{SITEMAPS}url")
        if url.find(f"{SITEMAPS}lastmod") is not None
    ]
    yield from compare(found, site.dates)


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
    documents = site.sitemaps | site.indexes if site.has_copies else {}
    copies = {site.file(f"{url}.gz"): site.file(url) for url in documents}
    found = sorted(site.ours.folder.rglob("*.xml.gz"))
    yield from compare(found, sorted(copies))
    for copy in copies.keys() & found:
        if gzip.decompress(copy.read_bytes()) != copies[copy].read_bytes():
            yield f"{copy} holds something else"


def judge_check(site: Built) -> Iterator[str]:
    """Ask our own auditor, which has to find nothing at all."""
    if not site.checked.startswith("no fault in"):
        yield from site.checked.splitlines()


def judge_discovery(site: Built) -> Iterator[str]:
    """Walk as a crawler does: robots.txt, the index, its sitemaps, their pages.

    Where robots.txt is not ours alone, the walk begins at the index.
    """
    client = FolderClient(site.ours.folder, site.base_url)
    walked = [
        f"IndexXMLSitemap {site.index_url}",
        *(f"PagesXMLSitemap {url}" for url in site.sitemaps),
    ]
    if site.project.has_robots and not site.project.names_sitemaps:
        tree = sitemap_tree_for_homepage(
            site.base_url, web_client=client, use_known_paths=False
        )
        found = list(tree.all_sitemaps())
        walked.insert(0, f"IndexRobotsTxtSitemap {site.base_url}robots.txt")
    else:
        tree = SitemapFetcher(site.index_url, 0, client).sitemap()
        found = [tree, *tree.all_sitemaps()]
    yield from compare([f"{type(item).__name__} {item.url}" for item in found], walked)
    yield from compare([page.url for page in tree.all_pages()], site.expected)


def judge_robots(site: Built) -> Iterator[str]:
    text = site.robots.read_text(encoding="utf-8") if site.robots.is_file() else ""
    robots = Protego.parse(text)
    yield from compare(sorted(robots.sitemaps), sorted(site.indexes))
    for url in (*site.indexes, *site.sitemaps, *site.locs):
        for agent in ("*", "Googlebot"):
            if not robots.can_fetch(url, agent):
                yield f"{agent} may not fetch {url}"


def judge_advice(site: Built) -> Iterator[str]:
    if site.robots.exists():
        yield "no crawler looks for a robots.txt here"
    if f"add `Sitemap: {site.index_url}` there" not in site.ours.log:
        yield f"nobody is told to name {site.index_url}"


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
    "has no fault that scopemap check finds": judge_check,
}
WITH_ROBOTS: Rules = {
    "is named and allowed by robots.txt, as protego reads it": judge_robots,
}
WITHOUT_ROBOTS: Rules = {
    "tells the line for the robots.txt of the host": judge_advice,
}


def build(folder: Path, work: Path) -> list[Built]:
    """Build a project in an empty folder; raises CalledProcessError."""
    project = read_project(folder.name)
    python = install(folder.name, project, work)
    source = make_source(project, python, work)
    build_it = functools.partial(run, cwd=source, env=alone(work) | project.environment)
    sites = []
    outputs: dict[tuple[str, str], Output] = {}
    for patch in ("offline", "scopemap") if project.generator else ("offline",):
        if (file := folder / f"{patch}.patch").is_file():
            build_it(["git", "apply", str(file)])
        for way in project.builds:
            output = work / patch / way.name
            log = build_it(
                [python, *(text.format(output=output) for text in way.arguments)]
            )
            if way.writes:
                shutil.copytree(source / way.writes, output)
            outputs[patch, way.name] = Output(output, log)
    for way in project.builds:
        lines = (folder / f"expected-{way.name}.txt").read_text("utf-8").splitlines()
        plain = outputs["offline", way.name]
        check = functools.partial(_check, project=project, python=python, work=work)
        listed = _list_folder(plain.folder, project, python=python, work=work)
        by_itself = Built(
            name=f"{way.name}, as a folder",
            project=project,
            plain=plain._replace(log=""),
            ours=listed,
            expected=_except([line.split()[0] for line in lines], way.exceptions),
            dates=[],
            has_copies=False,
            checked=check(listed),
        )
        sites.append(by_itself)
        if project.generator:
            ours = outputs["scopemap", way.name]
            site = by_itself._replace(
                name=way.name,
                plain=plain,
                ours=ours,
                checked=check(ours),
                expected=[line.split()[0] for line in lines],
                dates=[line for line in lines if " " in line],
                has_copies=project.generator == "mkdocs",
            )
            sites.append(site)
    return sites


def _list_folder(folder: Path, project: Project, *, python: str, work: Path) -> Output:
    """Run `scopemap build` over a copy of what a generator wrote."""
    output = work / "folder" / folder.name
    shutil.copytree(folder, output, symlinks=True)
    command = [python, "-m", "scopemap", "build", str(output)]
    options = ["--base-url", project.base_url]
    return Output(output, run([*command, *options], cwd=work, env=alone(work)))


def _check(site: Output, *, project: Project, python: str, work: Path) -> str:
    """Check the whole folder; where a generator names its own feeds, ours alone."""
    target = site.folder / ("sitemap-index.xml" if project.names_sitemaps else "")
    command = [python, "-m", "scopemap", "check", str(target), "--fail-on", "never"]
    options = ["--base-url", project.base_url, f"--ignore={','.join(_CHOICES)}"]
    return run([*command, *options], cwd=work, env=alone(work))


# What an author may well want: no default language, a page that nobody is to find.
_CHOICES = ("no-x-default", "unlisted")


def _except(expected: list[str], exceptions: Sequence[Unlike]) -> list[str]:
    gone = {unlike.url for unlike in exceptions if not unlike.listed}
    new = [unlike.url for unlike in exceptions if unlike.listed]
    return sorted([url for url in expected if url not in gone] + new)


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
    if (number := sum(map(_count_exceptions, projects))) > MAX_EXCEPTIONS:
        sys.stdout.write(f"{number} exceptions; {MAX_EXCEPTIONS} are allowed\n")
        return 1
    return 1 if outcomes["failed"] or not outcomes["passed"] else 0


def _count_exceptions(name: str) -> int:
    return sum(len(way.exceptions) for way in read_project(name).builds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
