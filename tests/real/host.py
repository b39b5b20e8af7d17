"""Put real sites onto one host, compose it, and let others judge the whole.

    python tests/real/host.py

`one-host/host.toml` says which sites: releases of the projects beside it, in two
versions or three languages, and a manual of which `one-host/manual` has each version.
`one-host/expected.txt` holds the URLs that engines shall find, taken from those of the
projects; what lies in the folder of an older version is none of them.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from lxml import etree  # type: ignore[import-untyped]  # it ships no types
from protego import Protego
from usp.tree import sitemap_tree_for_homepage

from judging import SITEMAPS, FolderClient, compare
from projects import HERE, SCHEMAS, alone, download, install, read_project, run

HOST = HERE / "one-host"
XHTML = "{http://www.w3.org/1999/xhtml}"


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold how one site of the host is built."""

    project: str
    """The one whose tools build it."""
    commands: tuple[str, ...]
    """Arguments of Python; `{host}` is the folder of the host."""
    source: str = ""
    """The release on the package index, pinned."""
    history: str = ""
    """The folder that has each version instead, in the order of their tags."""
    patches: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    """Tools besides those of the project."""


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what `host.toml` says."""

    base_url: str
    compose: tuple[str, ...]
    """Options of `scopemap compose`."""
    says: tuple[str, ...]
    """What that command says besides its sums."""
    languages: dict[str, str]
    """The folder of each language of one site, by the words of hreflang."""
    sites: tuple[Site, ...]


class Composed(NamedTuple):
    """The host after `compose`, and what was said of it."""

    host: Host
    folder: Path
    said: str
    checked: str
    again: str
    """What another composition changed."""
    rebuilt: str
    """What the last build changed, run once more."""
    expected: list[str]

    def read(self, name: str) -> etree._ElementTree:
        return etree.parse(self.folder / name)

    @property
    def children(self) -> list[str]:
        locs = self.read("sitemap-index.xml").iter(f"{SITEMAPS}loc")
        return [loc.text for loc in locs]


def judge_words(site: Composed) -> Iterator[str]:
    lines = site.said.splitlines()
    yield from compare([line for line in lines if ": " in line], site.host.says)


def judge_walk(site: Composed) -> Iterator[str]:
    """Walk as a crawler does: robots.txt, the index, its sitemaps, their pages."""
    base_url = site.host.base_url
    tree = sitemap_tree_for_homepage(
        base_url, web_client=FolderClient(site.folder, base_url), use_known_paths=False
    )
    walked = [
        f"IndexRobotsTxtSitemap {base_url}robots.txt",
        f"IndexXMLSitemap {base_url}sitemap-index.xml",
        *(f"PagesXMLSitemap {url}" for url in site.children),
    ]
    found = [f"{type(item).__name__} {item.url}" for item in tree.all_sitemaps()]
    yield from compare(found, walked)
    yield from compare([page.url for page in tree.all_pages()], site.expected)


def judge_robots(site: Composed) -> Iterator[str]:
    text = (site.folder / "robots.txt").read_text(encoding="utf-8")
    robots = Protego.parse(text)
    yield from compare(
        list(robots.sitemaps), [f"{site.host.base_url}sitemap-index.xml"]
    )
    for url in (*site.children, *site.expected):
        if not robots.can_fetch(url, "Googlebot"):
            yield f"Googlebot may not fetch {url}"


def judge_schemas(site: Composed) -> Iterator[str]:
    below = [url.removeprefix(site.host.base_url) for url in site.children]
    for schema, names in (("all", below), ("index", ["sitemap-index.xml"])):
        judge = etree.XMLSchema(etree.parse(SCHEMAS / f"{schema}-local.xsd"))
        for name in names:
            if not judge.validate(site.read(name)):
                yield f"{name}: {judge.error_log}"


def judge_languages(site: Composed) -> Iterator[str]:
    """Find pages that do not name, or are not named by, all their translations."""
    bases = {tag: site.host.base_url + f for tag, f in site.host.languages.items()}
    for tag, folder in site.host.languages.items():
        for url in site.read(f"{folder}sitemap.xml").iter(f"{SITEMAPS}url"):
            below = url.findtext(f"{SITEMAPS}loc").removeprefix(bases[tag])
            links = url.iter(f"{XHTML}link")
            found = {link.get("hreflang"): link.get("href") for link in links}
            if found != {tag: base + below for tag, base in bases.items()}:
                yield f"{folder}{below}: {found}"


def judge_check(site: Composed) -> Iterator[str]:
    if not site.checked.startswith("no fault in"):
        yield from site.checked.splitlines()


def judge_again(site: Composed) -> Iterator[str]:
    yield from site.again.splitlines()


def judge_rebuilt(site: Composed) -> Iterator[str]:
    yield from site.rebuilt.splitlines()


RULES: Mapping[str, Callable[[Composed], Iterator[str]]] = {
    "tells what to do about old versions, and no more": judge_words,
    "is found by ultimate-sitemap-parser, each URL": judge_walk,
    "is named and allowed by robots.txt, as protego reads it": judge_robots,
    "is valid under the official schemas": judge_schemas,
    "has each page in all its languages": judge_languages,
    "has no fault that scopemap check finds": judge_check,
    "is the same after another composition": judge_again,
    "is the same after one site is built again": judge_rebuilt,
}


def build(site: Site, folder: Path, work: Path) -> Sequence[Callable[[], str]]:
    """Build a site onto the host; give what builds it again."""
    project = read_project(site.project)
    python = _tools(site, work)
    place = Path(tempfile.mkdtemp(dir=work))
    if site.history:
        source = _commit(HOST / site.history, place)
    else:
        source = download(site.source, python, place)
    for patch in site.patches:
        run(["git", "apply", str(HERE / f"{patch}.patch")], cwd=source)
    commands = [
        [python, *shlex.split(line.format(host=folder))] for line in site.commands
    ]
    environ = alone(work) | project.environment
    steps = [partial(run, command, cwd=source, env=environ) for command in commands]
    for step in steps:
        step()
    return steps


def _tools(site: Site, work: Path) -> str:
    """Give the Python with the tools of a project, installed once."""
    folder = work / site.project
    if not folder.exists():
        folder.mkdir()
        install(site.project, read_project(site.project), folder)
    python = str(folder / "venv/bin/python")
    if site.requires:
        run([python, "-m", "pip", "install", *site.requires], cwd=work)
    return python


def _commit(versions: Path, place: Path) -> Path:
    """Make a repository with a commit and a tag for each version."""
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"]
    run([*git, "init", "--quiet", "--initial-branch", "main", "."], cwd=place)
    for version in sorted(versions.iterdir()):
        shutil.copytree(version, place, dirs_exist_ok=True)
        for step in ("add --all", "commit --quiet --message docs"):
            run([*git, *step.split()], cwd=place)
        run([*git, "tag", version.name], cwd=place)
    return place


def compose(host: Host, folder: Path, work: Path) -> Composed:
    """Build all sites, compose them, and try what must change nothing."""
    again: Sequence[Callable[[], str]] = ()
    for site in host.sites:
        again = build(site, folder, work)
    options = ["--base-url", host.base_url]
    composed = [sys.executable, "-m", "scopemap", "compose", str(folder), *options]
    check = [sys.executable, "-m", "scopemap", "check", str(folder), *options]
    environ = alone(work)
    said = run([*composed, *host.compose, "--strict"], cwd=work, env=environ)
    checked = run([*check, f"--ignore={','.join(_CHOICES)}"], cwd=work, env=environ)
    first = _contents(folder)
    run([*composed, *host.compose], cwd=work, env=environ)
    second = _contents(folder)
    for step in again:
        step()
    third = _contents(folder)
    expected = (HOST / "expected.txt").read_text("utf-8").splitlines()
    return Composed(
        host=host,
        folder=folder,
        said=said,
        checked=checked,
        again=_differences(first, second),
        rebuilt=_differences(second, third),
        expected=expected,
    )


# Old versions are in no sitemap that anything names; that was asked for.
_CHOICES = ("unlisted", "stray-sitemap")


def _contents(folder: Path) -> dict[str, bytes]:
    """Read all that is written for crawlers."""
    files = (*folder.rglob("sitemap*"), folder / "robots.txt")
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def _differences(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> str:
    names = sorted(one.keys() | other.keys())
    return "\n".join(name for name in names if one.get(name) != other.get(name))


def main() -> int:
    """Judge the host, print what was found, and tell whether all is well."""
    host = msgspec.toml.decode((HOST / "host.toml").read_bytes(), type=Host)
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        work = Path(name).resolve()
        (work / "host").mkdir()
        try:
            composed = compose(host, work / "host", work)
        except subprocess.CalledProcessError as error:
            sys.exit(f"{error}\n{error.stdout}")
        for rule, judge in RULES.items():
            if judge is judge_schemas and not SCHEMAS.is_dir():
                sys.stdout.write(f"  skipped  {rule}\n")
                continue
            faults = list(judge(composed))
            failed += bool(faults)
            outcome = "failed" if faults else "passed"
            lines = (f"  {outcome}  {rule}", *(f"    {fault}" for fault in faults))
            sys.stdout.write("\n".join(lines) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
