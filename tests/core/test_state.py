"""What is remembered between builds: a page keeps its date while its content stays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from lxml import etree

from scopemap import Note, OutputError, Page, Report, Site, Word, build, load_options
from scopemap.digest import DIGEST_VERSION, digest_content

BASE = "https://site.example/"
P = PurePosixPath


def on(month: int, day: int = 1) -> str:
    return f"2024-{month:02}-{day:02}T12:00:00+00:00"


class Project:
    """Hold a folder with sources, a repository and an output, built by copying."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.pages: dict[str, dict[str, Any]] = {}
        (root / "site").mkdir(parents=True)
        (root / ".gitignore").write_text("site/\nstate.json\n")

    def write(self, **texts: str) -> None:
        for name, text in texts.items():
            (self.root / f"{name}.md").write_text(text)
            self.pages.setdefault(name, {})

    def commit(self, when: str) -> None:
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@site.example"]
        env = os.environ | {"GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when}
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
            subprocess.run([*git, *command], cwd=self.root, env=env, check=True)

    def clone(self, depth: int = 1) -> Project:
        """Give a shallow clone, as CI makes it, with the state of this project."""
        root = self.root.with_name(f"{self.root.name}-clone")
        shutil.rmtree(root, ignore_errors=True)
        url = f"file://{self.root}"
        command = ["git", "clone", "-q", f"--depth={depth}", url, str(root)]
        subprocess.run(command, check=True)
        (root / "site").mkdir()
        if (self.root / "state.json").is_file():
            shutil.copy(self.root / "state.json", root)
        other = object.__new__(Project)
        other.root, other.pages = root, self.pages
        return other

    def build(
        self, theme: str = "<main>{}</main>", at: str = on(12), **options: Any
    ) -> Report:
        pages = []
        for name, fields in self.pages.items():
            source = self.root / f"{name}.md"
            html = theme.format(source.read_text().partition("#")[0])
            (self.root / f"site/{name}.html").write_text(html)
            pages.append(Page(P(f"{name}.html"), sources=(source,), **fields))
        site = Site(BASE, self.root / "site", self.root, tuple(pages), "test")
        given = {"state": "state.json", **options}
        seconds = str(int(datetime.fromisoformat(at).timestamp()))
        environ = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": seconds}
        checked = load_options(given, folder=self.root)
        return build(site, checked, environ=environ)

    def dates(self, name: str = "sitemap.xml") -> dict[str, str | None]:
        root = etree.parse(self.root / "site" / name).getroot()
        return {
            each.findtext("{*}loc").rpartition("/")[2].removesuffix(".html"): (
                each.findtext("{*}lastmod")
            )
            for each in root
        }

    @property
    def state(self) -> Any:
        return json.loads((self.root / "state.json").read_text())

    @property
    def known(self) -> Any:
        return self.state["sites"][BASE]["pages"]


@pytest.fixture
def project(tmp_path) -> Project:
    made = Project(tmp_path / "project")
    made.write(a="One", b="Two")
    made.commit(on(1))
    return made


def codes(report: Report) -> list[str]:
    return [note.code for note in report.notes]


def test_the_first_build_dates_by_git_and_remembers(project):
    report = project.build()
    assert project.dates() == {"a": on(1), "b": on(1)}
    assert codes(report) == []
    pages = project.known
    assert list(pages) == [f"{BASE}a.html", f"{BASE}b.html"]
    assert pages[f"{BASE}a.html"] == {
        "digest": digest_content(b"<main>One</main>"),
        "lastmod": on(1),
        "sources": pages[f"{BASE}a.html"]["sources"],
    }


def test_a_source_that_changes_without_the_content_keeps_the_date(project):
    """A mass reformat, or the code of a documented module."""
    project.build()
    project.write(a="One # a comment", b="Two, and more")
    project.commit(on(2))
    report = project.build()
    assert project.dates() == {"a": on(1), "b": on(2)}
    reasons = {str(path): dated for path, dated in report.dates}
    assert (reasons["a.html"].source, reasons["a.html"].detail) == (
        "state",
        "content unchanged",
    )
    project.build()
    assert project.dates() == {"a": on(1), "b": on(2)}


def test_a_shallow_clone_has_true_dates(project):
    project.build()
    project.write(b="Two, and more")
    project.commit(on(2))
    clone = project.clone()
    report = clone.build()
    assert clone.dates() == {"a": on(1), "b": on(2)}
    assert dict(report.dates)[P("b.html")].detail == "content changed"
    assert codes(report) == ["shallow"]


def test_without_a_state_a_shallow_clone_begins_with_none(project):
    project.write(b="Two, and more")
    project.commit(on(2))
    clone = project.clone()
    clone.build()
    assert clone.dates() == {"a": None, "b": None}
    clone.write(a="Something new")
    clone.commit(on(3))
    clone.build()
    assert clone.dates() == {"a": on(3), "b": None}


def test_a_machine_without_git_has_the_dates_of_the_state(project):
    project.build()
    shutil.rmtree(project.root / ".git")
    project.build()
    assert project.dates() == {"a": on(1), "b": on(1)}
    project.write(a="Something new")
    project.build(at=on(5))
    assert project.dates() == {"a": on(5), "b": on(1)}


def test_a_change_that_is_not_committed_is_none_yet(project):
    """A look at the site before the commit must not cost the page its date."""
    project.build()
    project.write(a="One, edited")
    project.build()
    assert project.dates() == {"a": None, "b": on(1)}
    project.commit(on(3))
    project.build()
    assert project.dates() == {"a": on(3), "b": on(1)}


def test_a_page_that_nobody_commits_changes_when_it_is_built(project):
    """Its source is nowhere; what changed since the last build is new in this one."""
    made = project.root / "site/made.html"
    for text, at in (("1", on(6)), ("2", on(7)), ("2", on(8))):
        made.write_text(f"<main>{text}</main>")
        _build_with(project, "made.html", at)
    assert project.dates()["made"] == on(7)


def _build_with(project: Project, name: str, at: str, **page: Any) -> Report:
    """Build the pages of a project and one more."""
    pages = [
        Page(P(f"{own}.html"), sources=(project.root / f"{own}.md",))
        for own in project.pages
    ]
    for own in project.pages:
        html = f"<main>{(project.root / f'{own}.md').read_text()}</main>"
        (project.root / f"site/{own}.html").write_text(html)
    site = Site(
        BASE,
        project.root / "site",
        project.root,
        (*pages, Page(P(name), **page)),
        "test",
    )
    seconds = str(int(datetime.fromisoformat(at).timestamp()))
    environ = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": seconds}
    options = load_options({"state": "state.json"}, folder=project.root)
    return build(site, options, environ=environ)


def test_listings_are_as_new_as_what_they_show_with_a_state_too(project):
    """They have no sources that could be as they were."""
    names = ("index.html", "tags.html", "archive.html", "tag-x.html")
    for number, month in ((1, 1), (2, 3)):
        project.write(**{f"post{number}": f"Post {number}"})
        project.commit(on(month))
        titles = "".join(f"<li>{name}</li>" for name in project.pages)
        pages = []
        for name in project.pages:
            source = project.root / f"{name}.md"
            html = f"<main>{source.read_text()}</main>"
            (project.root / f"site/{name}.html").write_text(html)
            pages.append(Page(P(f"{name}.html"), sources=(source,)))
        members = tuple(page.path for page in pages)
        for name in names:
            (project.root / "site" / name).write_text(f"<main>{titles}</main>")
            pages.append(Page(P(name), kind="listing", lists=members))
        site = Site(BASE, project.root / "site", project.root, tuple(pages), "test")
        options = load_options({"state": "state.json"}, folder=project.root)
        report = build(site, options, environ={"PATH": os.environ["PATH"]})
    assert codes(report) == []
    listed = project.dates()
    assert {listed[n.removesuffix(".html")] for n in names[1:]} == {on(3)}


def test_an_article_with_a_date_is_read_in_a_shallow_clone_too(project):
    """Its day of publication says nothing of the change."""
    day = datetime(2023, 5, 1, tzinfo=timezone.utc)
    project.pages["a"] = {"word": Word(published=day)}
    project.build()
    project.write(a="One, and more")
    project.commit(on(2))
    clone = project.clone()
    clone.build()
    assert clone.dates() == {"a": on(2), "b": on(1)}


def test_a_date_of_a_clock_that_was_wrong_is_forgotten(project):
    project.build()
    state = project.state
    state["sites"][BASE]["pages"][f"{BASE}a.html"]["lastmod"] = "2099-01-01"
    (project.root / "state.json").write_text(json.dumps(state))
    project.build()
    assert project.dates() == {"a": on(1), "b": on(1)}


def test_a_change_that_is_taken_back_is_one(project):
    project.build()
    project.write(b="Two, and more")
    project.commit(on(3))
    project.clone().build()
    project.build()
    clone = project.clone()
    subprocess.run(["git", "fetch", "-q", "--unshallow"], cwd=clone.root, check=True)
    subprocess.run(
        ["git", "reset", "-q", "--hard", "HEAD~1"], cwd=clone.root, check=True
    )
    clone = clone.clone()
    clone.build()
    assert clone.dates()["b"] == on(3)


def test_the_state_is_not_written_through_a_link(project):
    victim = project.root / "victim"
    victim.write_text("mine")
    (project.root / "state.json").symlink_to(victim)
    project.build()
    assert victim.read_text() == "mine"
    assert not (project.root / "state.json").is_symlink()
    names = [path.name for path in project.root.iterdir()]
    assert sorted(name for name in names if name.startswith(("tmp", ".state"))) == []


def test_builds_that_share_a_state_wait_for_each_other(project):
    command = [sys.executable, "-c", SHARING, Path(__file__).parent, project.root]
    builds = [subprocess.Popen([*command, str(number)]) for number in range(4)]
    assert [each.wait(60) for each in builds] == [0, 0, 0, 0]
    bases = [f"https://site{number}.example/" for number in range(4)]
    assert sorted(project.state["sites"]) == bases


# Builds one of several sites with the state of a project.
SHARING = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from scopemap import Page, Site, build, load_options
from pathlib import PurePosixPath

root, number = Path(sys.argv[2]), sys.argv[3]
output = root / f"site{number}"
output.mkdir()
(output / "a.html").write_text("<main>x</main>")
page = Page(PurePosixPath("a.html"), sources=(root / "a.md",))
site = Site(f"https://site{number}.example/", output, root, (page,), "test")
build(site, load_options({"state": "state.json"}, folder=root), environ={})
"""


@pytest.fixture
def many(tmp_path) -> Project:
    made = Project(tmp_path / "many")
    made.write(**{f"p{n}": f"Page {n}" for n in range(6)})
    made.commit(on(1))
    made.build()
    return made


def test_a_new_theme_changes_no_date(many):
    many.write(p0="Really new")
    many.commit(on(2))
    clone = many.clone()
    report = clone.build(theme="<main>Share this! {}</main>")
    assert clone.dates() == {f"p{n}": on(1) for n in range(1, 6)} | {"p0": on(2)}
    text = (
        "5 pages changed, but not their sources: a new theme, most likely, so their"
        " dates stay"
    )
    assert report.notes[-1] == Note("info", "theme", text)
    again = clone.build(theme="<main>Share this! {}</main>", at=on(12, 2))
    assert codes(again) == ["shallow"]


def test_a_mass_edit_after_a_new_theme_changes_no_date(many):
    """In a full clone, where git says of the theme that no page is concerned."""
    theme = "<main>Share this! {}</main>"
    report = many.build(theme=theme)
    assert codes(report) == ["theme"]
    assert codes(many.build(theme=theme)) == []
    many.write(**{f"p{n}": f"Page {n}# with front matter" for n in range(6)})
    many.commit(on(3))
    report = many.build(theme=theme)
    assert many.dates() == {f"p{n}": on(1) for n in range(6)}
    assert codes(report) == []


def test_a_page_that_changes_though_its_source_does_not_has_a_new_date(many):
    """It shows something that nobody told us of."""
    many.write(p0="x")
    many.commit(on(2))
    clone = many.clone()
    site = clone.root / "site"

    def build_with(extra: str) -> None:
        pages = []
        for n in range(6):
            body = f"Page {n}" + (extra if n == 3 else "") if n else "x"
            (site / f"p{n}.html").write_text(f"<main>{body}</main>")
            pages.append(Page(P(f"p{n}.html"), sources=(clone.root / f"p{n}.md",)))
        options = load_options({"state": "state.json"}, folder=clone.root)
        environ = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1733054400"}
        built = Site(BASE, site, clone.root, tuple(pages), "test")
        build(built, options, environ=environ)

    build_with(" of other data")
    assert clone.dates()["p3"] == on(2)
    assert clone.dates()["p1"] == on(1)


def test_a_date_never_goes_backwards(project):
    """The clone said February, when its newest commit was made; it was January."""
    clone = project.clone()
    clone.build()
    state = clone.state
    state["sites"][BASE]["pages"][f"{BASE}a.html"]["lastmod"] = on(2)
    (project.root / "state.json").write_text(json.dumps(state))
    report = project.build()
    assert project.dates() == {"a": on(2), "b": on(1)}
    assert dict(report.dates)[P("a.html")].detail == "as in the last build"


def test_a_statement_of_the_author_needs_no_state(project):
    project.build()
    when = datetime(2023, 5, 1, tzinfo=timezone.utc)
    project.pages["a"] = {"word": Word(modified=when)}
    project.build()
    assert project.dates() == {"a": "2023-05-01T00:00:00+00:00", "b": on(1)}
    assert list(project.known) == [f"{BASE}b.html"]


def test_two_builds_give_the_same_bytes(project):
    project.build()
    first = [
        (project.root / f).read_bytes() for f in ("state.json", "site/sitemap.xml")
    ]
    stat = (project.root / "state.json").stat()
    project.build(at=on(12, 30))
    again = [
        (project.root / f).read_bytes() for f in ("state.json", "site/sitemap.xml")
    ]
    assert again == first
    assert (project.root / "state.json").stat() == stat


def test_pages_that_are_gone_are_forgotten_and_those_of_others_are_not(project):
    """Though their address lies below this one's."""
    project.build()
    state = project.state
    known = {f"{BASE}docs/x.html": {"digest": "0", "lastmod": on(1)}}
    other = {"pages": known, "sitemaps": {}}
    state["sites"][f"{BASE}docs/"] = other
    (project.root / "state.json").write_text(json.dumps(state))
    del project.pages["a"]
    project.build()
    assert list(project.known) == [f"{BASE}b.html"]
    assert project.state["sites"][f"{BASE}docs/"] == other


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("{", id="cut-off"),
        pytest.param("[]", id="list"),
        pytest.param('{"scopemap": 99, "digests": 1, "sites": {}}',
                     id="version"),
        pytest.param('{"scopemap": 1, "digests": 1, "sites": {"s": {"pages": {"u":'
                     ' {"digest": "0", "lastmod": "today"}}}}}', id="no-date"),
        pytest.param("\0\0\0", id="nul"),
        pytest.param('{"scopemap": 1, "digests": 1, "sites": {"s": {"pages": 1}}}',
                     id="other-type"),
        pytest.param('{"scopemap": 1, "x": ' + "[" * 200_000, id="deep"),
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_read_is_told_and_made_anew(project, text):
    (project.root / "state.json").write_text(text)
    report = project.build()
    (note,) = report.notes
    assert (note.level, note.code) == ("info", "state")
    assert note.text.startswith("state.json cannot be read (")
    assert note.text.endswith("); dates begin anew")
    assert project.dates() == {"a": on(1), "b": on(1)}
    assert codes(project.build()) == []


def test_a_state_that_cannot_be_written_is_an_error_after_all_is_in_place(project):
    (project.root / "state.json").mkdir()
    with pytest.raises(OutputError, match=r"state\.json"):
        project.build()
    assert project.dates() == {"a": on(1), "b": on(1)}


def test_digests_of_another_version_are_made_anew_and_the_dates_stay(project):
    project.build()
    state = project.state | {"digests": DIGEST_VERSION - 1}
    for known in state["sites"][BASE]["pages"].values():
        known["digest"] = "of another kind"
    (project.root / "state.json").write_text(json.dumps(state))
    clone = project.clone()
    clone.build()
    assert clone.dates() == {"a": on(1), "b": on(1)}
    digest = clone.known[f"{BASE}a.html"]["digest"]
    assert digest == digest_content(b"<main>One</main>")
    assert clone.state["digests"] == DIGEST_VERSION


def test_a_build_that_publishes_nothing_remembers_nothing(project):
    project.build(publish="no")
    assert not (project.root / "state.json").exists()


def test_the_index_says_when_a_sitemap_changed(project):
    project.build(at=on(3))
    assert project.dates("sitemap-index.xml") == {"sitemap.xml": on(3)}
    project.build(at=on(4))
    assert project.dates("sitemap-index.xml") == {"sitemap.xml": on(3)}
    project.write(a="New")
    project.commit(on(5))
    project.build(at=on(6))
    assert project.dates("sitemap-index.xml") == {"sitemap.xml": on(6)}
    project.write(a="Newer")
    project.commit(on(5, 2))
    # A clock that is wrong.
    project.build(at=on(5, 3))
    assert project.dates("sitemap-index.xml") == {"sitemap.xml": on(6)}


def test_of_a_sitemap_that_was_there_before_the_state_nobody_knows(project):
    project.build(state=None)
    assert project.dates("sitemap-index.xml") == {"sitemap.xml": None}
    project.build()
    assert project.dates("sitemap-index.xml") == {"sitemap.xml": None}


# Builds the project of the first argument and prints which pages were read.
READING = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_state import Project

project = object.__new__(Project)
project.root, project.pages = Path(sys.argv[1]), {f"p{n}": {} for n in range(20)}


def hook(event, arguments):
    if event == "open" and str(arguments[0]).endswith(".html"):
        print(Path(arguments[0]).name, arguments[1])


sys.addaudithook(hook)
project.build()
"""


def test_only_pages_that_may_be_newer_are_read(tmp_path):
    project = Project(tmp_path / "project")
    names = [f"p{n}" for n in range(20)]
    project.write(**{name: f"Page {name}" for name in names})
    project.commit(on(1))
    project.build()
    project.write(p7="New")
    project.commit(on(2))
    command = [sys.executable, "-c", READING, project.root, Path(__file__).parent]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    # All are written, by the test itself, and the head of each is read; then the
    # content of some that nobody touched.
    lines = done.stdout.splitlines()
    assert lines[:20] == [f"{name}.html w" for name in names]
    read = Counter(lines[20:]) - Counter(f"{name}.html r" for name in names)
    assert read["p7.html r"] == 1
    assert read.total() <= 6
