"""Real repositories, made by `git fast-import`: each test is one history."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from scopemap.history import Answer, Asking, newest, read_history
from scopemap.model import Note

ENVIRON = {"PATH": os.environ["PATH"], "HOME": os.devnull}
# What the tests' own git gets, beside a clock.
PLAIN = ENVIRON | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
NAMES = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "A"), ("EMAIL", "a@site.example"))
}


def on(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


JANUARY, FEBRUARY, MARCH, APRIL, MAY = (on(f"2024-0{n}-03") for n in range(1, 6))
YEAR = [on(f"2023-{month:02}-01") for month in range(1, 13)]


def git(folder: Path, *arguments: str, stdin: bytes = b"", at: datetime = MAY) -> str:
    clock = {
        f"GIT_{who}_DATE": f"{int(at.timestamp())} +0200"
        for who in ("AUTHOR", "COMMITTER")
    }
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=PLAIN | NAMES | clock,
        input=stdin,
        check=True,
        capture_output=True,
    )
    return done.stdout.decode().strip()


class Commit(Struct, frozen=True):
    at: datetime
    files: dict[str, str | None]
    """What it changes against its first parent: a name, and the new text.

    None deletes the file, `->` makes a link of it, `+x` a program.
    """
    parents: tuple[int, ...] | None = None
    """The numbers of earlier commits, from 1; None: the commit before."""
    author: datetime | None = None

    def stream(self, number: int) -> bytes:
        before = (number - 1,) if number > 1 else ()
        parents = before if self.parents is None else self.parents
        lines = [
            b"commit refs/heads/main",
            b"mark :%d" % number,
            b"author A <a@site.example> %d +0000"
            % (self.author or self.at).timestamp(),
            b"committer A <a@site.example> %d +0000" % self.at.timestamp(),
            b"data 0",
            *(
                b"%s :%d" % (word, parent)
                for word, parent in zip(
                    (b"from", *[b"merge"] * 9), parents, strict=False
                )
            ),
            *(change(name, text) for name, text in self.files.items()),
        ]
        return b"\n".join(lines) + b"\n\n"


def change(name: str, text: str | None) -> bytes:
    quoted = b'"%s"' % b"".join(b"\\%03o" % byte for byte in os.fsencode(name))
    if text is None:
        return b"D " + quoted
    mode = b"100644"
    for sign, other in (("->", b"120000"), ("+x", b"100755")):
        if text.startswith(sign):
            text, mode = text[2:], other
    data = text.encode()
    return b"M %s inline %s\ndata %d\n%s" % (mode, quoted, len(data), data)


def repository(folder: Path, *commits: Commit, form: str = "sha1") -> Path:
    """Make a repository whose branch ends in the last of the commits."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main", f"--object-format={form}")
    if commits:
        stream = b"".join(each.stream(n) for n, each in enumerate(commits, 1))
        git(folder, "fast-import", "--quiet", "--force", stdin=stream)
        git(folder, "reset", "--quiet", "--hard")
    return folder


class Seen(NamedTuple):
    """Hold what was said of each path: its date, or the reason why it has none."""

    of: dict[Path, datetime | str]
    notes: tuple[Note, ...] = ()


def told(*paths: Path, notes: tuple[Note, ...] = (), **reasons: str | datetime) -> Seen:
    """Make what is to be seen of paths, by their names."""
    return Seen({path: reasons[path.stem] for path in paths}, notes)


NOW = on("2024-07-01")


def ask(*paths: Path, environ: dict[str, str] | None = None, **asking: Any) -> Seen:
    history = read_history(
        paths, environ=ENVIRON | (environ or {}), asking=Asking(NOW, **asking)
    )
    answers = history.of.items()
    return Seen({path: a.date or a.reason for path, a in answers}, history.notes)


def read(*paths: Path, **environ: str) -> Seen:
    return ask(*paths, environ=environ)


def when(folder: Path, name: str = "a.md") -> datetime | str:
    """Give the date of a file, or the reason why it has none."""
    return read(folder / name).of[folder / name]


ADVICE = (
    "is a shallow clone; in CI check out with fetch-depth: 0 and filter: blob:none, or"
    " run `git fetch --unshallow --filter=blob:none`"
)


def info(code: str, text: str) -> Note:
    return Note("info", code, f"no dates from git: {text}")


def shallow(unknown: int, of: int, name: str = "site") -> Note:
    text = f"no dates from git for {unknown} of {of} files: {name} {ADVICE}"
    return Note("info", "shallow", text)


def test_a_file_has_the_date_of_the_last_commit_that_changed_it(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1", "docs/b.md": "1", "c.md": "1"}),
        Commit(FEBRUARY, {"a.md": "2"}),
        Commit(MARCH, {"docs/b.md": "2"}),
        Commit(APRIL, {"d.md": "1"}),
    )
    paths = (top / "a.md", top / "docs/b.md", top / "c.md")
    assert read(*paths) == told(*paths, a=FEBRUARY, b=MARCH, c=JANUARY)
    assert when(top, "docs/b.md") == MARCH


def test_without_files_nothing_is_asked():
    assert read(PATH="") == told()


def test_the_date_is_that_of_the_committer(tmp_path):
    """An amended or rebased commit is new to its readers (gohugoio/hugo#13873)."""
    top = repository(tmp_path, Commit(MARCH, {"a.md": "1"}, author=JANUARY))
    assert when(top) == MARCH


LANDED = [
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "2"}, (1,)),
            Commit(MARCH, {"b.md": "1"}, (1,)),
            Commit(APRIL, {"a.md": "2"}, (3, 2)),
        ],
        APRIL,
        id="merged-branch",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "2"}),
            Commit(MARCH, {"b.md": "1"}, (1,)),
            Commit(APRIL, {"b.md": "1"}, (2, 3)),
        ],
        FEBRUARY,
        id="merge-of-other-files",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"b.md": "1"}, (1,)),
            Commit(MARCH, {"a.md": "evil", "b.md": "1"}, (1, 2)),
        ],
        MARCH,
        id="change-in-the-merge-itself",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "side"}, (1,)),
            Commit(MARCH, {"a.md": "main"}, (1,)),
            Commit(APRIL, {"a.md": "both"}, (3, 2)),
        ],
        APRIL,
        id="change-on-both-sides",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "2"}, (1,)),
            Commit(MARCH, {}, (1, 2)),
        ],
        JANUARY,
        id="discarded-side",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "2"}, (1,)),
            Commit(MARCH, {"a.md": "1"}, (2,)),
            Commit(APRIL, {}, (1, 3)),
        ],
        JANUARY,
        id="side-without-effect",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "2"}, (1,)),
            Commit(MARCH, {"a.md": "2"}, (1,)),
            Commit(APRIL, {}, (2, 3)),
        ],
        FEBRUARY,
        id="same-change-on-both-sides",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"b.md": "1"}, (1,)),
            Commit(MARCH, {"c.md": "1"}, (1,)),
            Commit(APRIL, {"b.md": "1", "c.md": "1"}, (1, 2, 3)),
        ],
        JANUARY,
        id="merge-of-three",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "2"}),
            Commit(MARCH, {"a.md": "1"}),
        ],
        MARCH,
        id="revert",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1"}),
            Commit(FEBRUARY, {"a.md": "+x1"}),
            Commit(MARCH, {"a.md": "1"}),
        ],
        JANUARY,
        id="change-of-the-mode-alone",
    ),
    pytest.param(
        [Commit(JANUARY, {"a.md": "1"}), Commit(FEBRUARY, {"a.md": "+x2"})],
        FEBRUARY,
        id="change-of-mode-and-content",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
            Commit(FEBRUARY, {"a.md": None}),
            Commit(MARCH, {"a.md": "1"}),
        ],
        MARCH,
        id="deleted-and-added-again",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a.md/b": "1"}),
            Commit(FEBRUARY, {"a.md": "2"}),
        ],
        FEBRUARY,
        id="file-after-a-folder",
    ),
    pytest.param([Commit(JANUARY, {"a.md": ""})], JANUARY, id="empty-file"),
]


@pytest.mark.parametrize(("commits", "landed"), LANDED)
def test_a_change_counts_from_when_it_landed_on_the_branch(tmp_path, commits, landed):
    """Before that no reader saw it; git-dates.md, sections 2.1 and 2.4."""
    assert when(repository(tmp_path, *commits)) == landed


FIVE = [f"x/{n}/y/{m}" for n in range(5) for m in range(10)]


@pytest.mark.parametrize(
    ("folders", "asked"),
    [
        pytest.param(FIVE[:1], FIVE[:1], id="one"),
        pytest.param(FIVE[:32], FIVE[:32], id="thirty-two"),
        pytest.param(
            FIVE[:33], ["x/0/y", "x/1/y", "x/2/y", "x/3/y"], id="thirty-three"
        ),
        pytest.param([*FIVE, "z"], [*(f"x/{n}/y" for n in range(5)), "z"], id="many"),
        pytest.param([*FIVE[:2], "."], [], id="the-top-too"),
        pytest.param(
            ["docs", "docs/a", "docs/a/b", "docs2"], ["docs", "docs2"], id="in"
        ),
        pytest.param([*FIVE, "x"], ["x"], id="all-in-one"),
        pytest.param([str(n) for n in range(33)], [], id="many-at-the-top"),
    ],
)
def test_one_git_log_answers_for_all_files_of_a_repository(tmp_path, folders, asked):
    """Beyond some dozens, each folder that is asked slows every commit."""
    files = dict.fromkeys((f"{folder}/{n}.md" for folder in folders for n in "ab"), "1")
    files = {name.removeprefix("./"): text for name, text in files.items()}
    top = repository(
        tmp_path / "top", Commit(JANUARY, files), Commit(MAY, {"other/c.md": "1"})
    )
    calls = tmp_path / "calls"
    command = f'printf "%s\\n" "$*" >> {calls}; exec {shutil.which("git")} "$@"'
    program(tmp_path / "bin/git", command)
    places = [top / name for name in files]
    history = read(*places, PATH=f"{tmp_path}/bin:{ENVIRON['PATH']}")
    assert history == Seen(dict.fromkeys(places, JANUARY))
    shallow, log = (line.split() for line in calls.read_text().splitlines())
    assert shallow[-2:] == ["--is-shallow-repository", "--git-common-dir"]
    assert "log" in log
    assert log[log.index("--") + 1 :] == sorted(asked)


def test_names_are_bytes(tmp_path):
    names = [
        "new\nline.md",
        "tab\t.md",
        'quote".md',
        "back\\slash.md",
        " space .md",
        "ü.md",
        "u\u0308.md",  # the same letter, in the form of macOS
        os.fsdecode(b"latin-\xe9.md"),
        ":(glob)x.md",
        ":100644 x",
        "\x01",
        "\x01 5",
        "-dash.md",
        "--",
        "star*.md",
        "[a].md",
        "HEAD",
        "é d/-x/:y/z.md",
    ]
    top = repository(
        tmp_path,
        Commit(JANUARY, dict.fromkeys(names, "1")),
        Commit(FEBRUARY, {"[a].md": "2", "a.md": "2", "starfish.md": "2"}),
    )
    dates = {top / name: JANUARY for name in names} | {top / "[a].md": FEBRUARY}
    assert read(*dates) == Seen(dates)


@pytest.mark.parametrize("folder", [":(top)x", ":!x", ":x", "-dash", "*", "é\n"])
def test_names_of_folders_are_no_patterns_or_options(tmp_path, folder):
    top = repository(
        tmp_path,
        Commit(JANUARY, {f"{folder}/a.md": "1"}),
        Commit(FEBRUARY, {"x/a.md": "1"}),
    )
    assert when(top, f"{folder}/a.md") == JANUARY


@pytest.mark.parametrize("form", ["sha1", "sha256"])
@pytest.mark.parametrize(
    ("content", "answer"),
    [
        pytest.param(b"1\n2\n", JANUARY, id="as-committed"),
        pytest.param(b"1\r\n2\r\n", JANUARY, id="checked-out-with-windows-newlines"),
        pytest.param(b"1\n2\n3\n", "modified", id="changed"),
        pytest.param(b"", "modified", id="emptied"),
        pytest.param(None, "modified", id="deleted"),
    ],
)
def test_a_file_that_is_not_as_committed_has_no_date(tmp_path, form, content, answer):
    top = repository(tmp_path, Commit(JANUARY, {"a.md": "1\n2\n"}), form=form)
    (top / "a.md").unlink()
    if content is not None:
        (top / "a.md").write_bytes(content)
    assert when(top) == answer


def test_a_staged_change_counts_as_changed(tmp_path):
    top = repository(tmp_path, Commit(JANUARY, {"a.md": "1"}))
    (top / "a.md").write_text("2")
    (top / "b.md").write_text("1")
    git(top, "add", ".")
    paths = (top / "a.md", top / "b.md")
    assert read(*paths) == told(*paths, a="modified", b="untracked")


def test_an_untracked_file_has_no_date(tmp_path):
    top = repository(tmp_path, Commit(JANUARY, {"a.md": "1", ".gitignore": "c.md"}))
    paths = tuple(top / name for name in ("b.md", "new/folder/d.md", "c.md"))
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("1")
    assert read(*paths) == told(*paths, **dict.fromkeys("bcd", "untracked"))


def test_a_file_that_the_branch_has_no_more_is_untracked(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
        Commit(FEBRUARY, {"a.md": None}),
    )
    (top / "a.md").write_text("1")
    assert when(top) == "untracked"


def test_a_file_outside_of_any_repository_has_no_date(tmp_path):
    path = tmp_path / "a.md"
    path.touch()
    assert read(path) == told(path, a="no-repository")


def test_repositories_answer_each_for_its_own(tmp_path):
    one = repository(tmp_path / "one", Commit(JANUARY, {"a.md": "1"}))
    two = repository(tmp_path / "two", Commit(FEBRUARY, {"b.md": "1"}))
    inner = repository(one / "inner", Commit(MARCH, {"c.md": "1"}))
    unborn = repository(tmp_path / "unborn")
    (unborn / "d.md").touch()
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{one}", "clone")
    (tmp_path / "clone/f.md").touch()
    (tmp_path / "e.md").touch()
    paths = (
        unborn / "d.md",
        tmp_path / "clone/f.md",
        one / "a.md",
        inner / "c.md",
        tmp_path / "e.md",
        two / "b.md",
    )
    assert read(*paths) == told(
        *paths,
        a=JANUARY,
        b=FEBRUARY,
        c=MARCH,
        d="git",
        e="no-repository",
        f="untracked",
        notes=(info("git", "fatal: bad revision 'HEAD'"),),
    )


def test_a_submodule_has_its_own_history(tmp_path):
    """vuejs/vitepress#2148, gohugoio/hugo#3215."""
    part = repository(
        tmp_path / "part",
        Commit(JANUARY, {"docs/a.md": "1"}),
        Commit(FEBRUARY, {"b.md": "1"}),
    )
    top = repository(tmp_path / "top", Commit(MARCH, {"c.md": "1"}))
    add = "-c protocol.file.allow=always submodule --quiet add"
    git(top, *add.split(), str(part), "sub")
    git(top, "commit", "--quiet", "--message=x", at=APRIL)
    paths = (top / "sub/docs/a.md", top / "sub/b.md", top / "c.md")
    assert read(*paths) == told(*paths, a=JANUARY, b=FEBRUARY, c=MARCH)


def test_a_worktree_has_the_history_of_its_own_branch(tmp_path):
    top = repository(
        tmp_path / "top",
        Commit(JANUARY, {"a.md": "1"}),
        Commit(FEBRUARY, {"a.md": "2"}),
    )
    git(top, "worktree", "add", "--quiet", "--detach", "../work", "HEAD~1")
    assert when(top) == FEBRUARY
    assert when(tmp_path / "work") == JANUARY


def test_a_file_behind_a_link_has_the_date_of_its_content(tmp_path):
    top = repository(
        tmp_path,
        Commit(
            JANUARY,
            {"link.md": "->text/a.md", "folder": "->text", "text/a.md": "1"},
        ),
        Commit(FEBRUARY, {"text/a.md": "2"}),
    )
    paths = (top / "link.md", top / "folder/a.md", top / "text/a.md")
    assert read(*paths) == told(*paths, link=FEBRUARY, a=FEBRUARY)


def test_a_link_to_another_repository_asks_that_one(tmp_path):
    other = repository(tmp_path / "other", Commit(MARCH, {"a.md": "1"}))
    top = repository(tmp_path / "top", Commit(JANUARY, {"b.md": "1"}))
    (top / "a.md").symlink_to(other / "a.md")
    assert when(top) == MARCH


@pytest.mark.parametrize(
    ("links", "turn"),
    [
        pytest.param(
            {"a.md": "->old/a.md"}, {"a.md": "->new/a.md"}, id="link-to-the-file"
        ),
        pytest.param(
            {"a.md": "->b.md", "b.md": "->old/a.md"},
            {"b.md": "->new/a.md"},
            id="link-behind-a-link",
        ),
        pytest.param(
            {"a.md": "->old/../b.md", "b.md": "->old/a.md"},
            {"b.md": "->new/a.md"},
            id="link-beside-a-folder",
        ),
        pytest.param(
            {"a.md": "->docs/a.md", "docs": "->old"}, {"docs": "->new"}, id="folder"
        ),
    ],
)
def test_a_page_changed_when_its_link_was_turned(tmp_path, links, turn):
    """It shows another text since; git-dates.md, section 2.4, symlink page."""
    files = {"old/a.md": "1", "new/a.md": "2"}
    top = repository(tmp_path, Commit(JANUARY, files | links), Commit(FEBRUARY, turn))
    assert when(top) == FEBRUARY


def test_a_link_that_is_not_as_committed_has_no_date(tmp_path):
    files = {"a.md": "->old.md", "old.md": "1", "new.md": "2"}
    top = repository(tmp_path, Commit(JANUARY, files))
    (top / "a.md").unlink()
    (top / "a.md").symlink_to("new.md")
    assert when(top) == "modified"


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        pytest.param("gone.md", "untracked", id="nowhere"),
        pytest.param("a.md", JANUARY, id="itself"),
        pytest.param("b.md", JANUARY, id="in-a-circle"),
        pytest.param("c.md", JANUARY, id="to-a-link-to-itself"),
    ],
)
def test_a_link_without_an_end_is_followed_no_further(tmp_path, target, answer):
    files = {"a.md": f"->{target}", "b.md": "->a.md", "c.md": "->c.md"}
    assert when(repository(tmp_path, Commit(JANUARY, files))) == answer


def test_a_repository_may_be_reached_through_a_link(tmp_path):
    top = repository(tmp_path / "top", Commit(JANUARY, {"docs/a.md": "1"}))
    (tmp_path / "link").symlink_to(top)
    assert when(tmp_path / "link/docs") == JANUARY


def test_a_relative_path_is_found_from_the_working_folder(tmp_path, monkeypatch):
    repository(tmp_path, Commit(JANUARY, {"docs/a.md": "1"}))
    monkeypatch.chdir(tmp_path / "docs")
    paths = (Path("a.md"), Path("../docs/a.md"))
    assert read(*paths) == told(*paths, a=JANUARY)


@pytest.mark.parametrize(
    ("depth", "dates"),
    [
        pytest.param(1, {}, id="one"),
        pytest.param(2, {"c": MARCH}, id="two"),
        pytest.param(3, {"b": FEBRUARY, "c": MARCH}, id="three"),
    ],
)
def test_what_a_shallow_clone_begins_with_has_no_date(tmp_path, depth, dates):
    """Its oldest commit seems to have brought all that came before it."""
    commits = [
        Commit(JANUARY, {"a.md": "1"}),
        Commit(JANUARY, {"x.md": "1"}),
        Commit(FEBRUARY, {"b.md": "1"}),
        Commit(MARCH, {"c.md": "1"}),
    ]
    full = repository(tmp_path / "full", *commits)
    clone = f"clone --quiet --depth={depth} file://{full} site"
    git(tmp_path, *clone.split())
    paths = tuple(tmp_path / "site" / name for name in ("a.md", "b.md", "c.md"))
    note = shallow(3 - len(dates), 3)
    expected = dict.fromkeys("abc", "shallow") | dates
    assert read(*paths) == told(*paths, **expected, notes=(note,))


def test_what_lies_behind_the_boundary_is_not_newer_than_that(tmp_path):
    """A page of a known newer file, and of one that is unknown, has a date."""
    full = repository(tmp_path / "full", *(Commit(m, {"a.md": str(m)}) for m in YEAR))
    git(tmp_path, *f"clone --quiet --depth=1 file://{full} site".split())
    path = tmp_path / "site/a.md"
    history = read_history([path], environ=ENVIRON, asking=Asking(NOW))
    assert history.of[path] == Answer(reason="shallow", latest=YEAR[-1])


def test_a_worktree_of_a_shallow_clone_ends_where_that_does(tmp_path):
    full = repository(tmp_path / "full", *(Commit(m, {"a.md": str(m)}) for m in YEAR))
    git(tmp_path, *f"clone --quiet --depth=1 file://{full} site".split())
    git(tmp_path / "site", *"worktree add --quiet ../tree".split())
    assert when(tmp_path / "tree") == "shallow"


def test_a_clone_without_blobs_is_enough(tmp_path):
    full = repository(
        tmp_path / "full",
        Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
        Commit(FEBRUARY, {"b.md": "2"}),
    )
    git(full, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", f"file://{full}", "site")
    paths = (tmp_path / "site/a.md", tmp_path / "site/b.md")
    assert read(*paths) == told(*paths, a=JANUARY, b=FEBRUARY)


def program(file: Path, command: str, *, mode: int = 0o755) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\n{command}\n")
    file.chmod(mode)
    return file


@pytest.mark.parametrize(
    "where",
    [
        pytest.param("", id="empty"),
        pytest.param("{}/empty", id="folder-without-it"),
        pytest.param("{}/none", id="no-such-folder"),
        pytest.param("{}/file", id="file-for-a-folder"),
        pytest.param("{}/plain", id="file-that-is-no-program"),
        pytest.param("{0}/plain:{0}/file:{0}/none", id="several"),
    ],
)
def test_without_a_git_program_there_are_no_dates(tmp_path, where):
    top = repository(tmp_path / "top", Commit(JANUARY, {"a.md": "1"}))
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    program(tmp_path / "plain/git", "exit 0", mode=0o644)
    path = top / "a.md"
    note = info("no-git", "there is no git program")
    assert read(path, PATH=where.format(tmp_path)) == told(
        path, a="no-git", notes=(note,)
    )


@pytest.mark.parametrize("where", ["", ":{}", "{}:", ".:{}"])
def test_a_program_in_the_repository_is_not_git(tmp_path, monkeypatch, where):
    """An empty place in PATH means the working folder, which may be hostile."""
    top = repository(tmp_path / "top", Commit(JANUARY, {"a.md": "1"}))
    monkeypatch.chdir(top)
    program(top / "git", f": > {tmp_path}/marker")
    read(top / "a.md", PATH=where.format(ENVIRON["PATH"]))
    assert not (tmp_path / "marker").exists()


def test_a_branch_without_a_commit_dates_nothing(tmp_path):
    top = repository(tmp_path)
    path = top / "a.md"
    path.touch()
    assert read(path) == told(
        path, a="git", notes=(info("git", "fatal: bad revision 'HEAD'"),)
    )


def test_a_broken_repository_dates_nothing(tmp_path):
    (tmp_path / ".git").write_text("nothing")
    path = tmp_path / "a.md"
    note = info("git", f"fatal: invalid gitfile format: {tmp_path}/.git")
    assert read(path) == told(path, a="git", notes=(note,))


def test_a_git_folder_that_is_none_is_passed_over(tmp_path):
    """As git does; a namesake in the repository above must not lend its date."""
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1"}),
        Commit(FEBRUARY, {"docs/a.md": "1"}),
    )
    (top / "docs/.git").mkdir()
    assert when(top, "docs/a.md") == FEBRUARY


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0,
    reason="only root can give a folder away",
)
def test_a_repository_of_somebody_else_is_the_decision_of_the_user(tmp_path):
    top = repository(tmp_path / "my site", Commit(JANUARY, {"a.md": "1"}))
    for folder, _, names in os.walk(top):
        for name in (".", *names):
            os.chown(Path(folder, name), 1234, 1234)
    path = top / "a.md"
    note = info(
        "git",
        f"fatal: detected dubious ownership in repository at '{top}';"
        f" `git config --global --add safe.directory {shlex.quote(str(top))}` trusts"
        " it",
    )
    assert read(path) == told(path, a="git", notes=(note,))
    trusted = tmp_path / "home"
    trusted.mkdir()
    (trusted / ".gitconfig").write_text(f'[safe]\n\tdirectory = "{top}"\n')
    assert read(path, HOME=str(trusted)) == told(path, a=JANUARY)


@pytest.fixture(scope="module")
def two_sites(tmp_path_factory):
    """Give a file of one repository, and another repository with such a file."""
    one, other = (
        repository(tmp_path_factory.mktemp("site"), Commit(at, {"docs/a.md": "1"}))
        for at in (JANUARY, FEBRUARY)
    )
    return one / "docs/a.md", other


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param({"GIT_DIR": "{}/.git"}, id="folder"),
        pytest.param(
            {"GIT_DIR": "{}/.git", "GIT_WORK_TREE": "{}", "GIT_INDEX_FILE": "{}/i"},
            id="hook",
        ),
        pytest.param({"GIT_OBJECT_DIRECTORY": "{}/none"}, id="objects"),
        pytest.param({"GIT_NAMESPACE": "x", "GIT_PREFIX": "docs/"}, id="prefix"),
        pytest.param({"GIT_CEILING_DIRECTORIES": "/"}, id="ceiling"),
        pytest.param({"GIT_ICASE_PATHSPECS": "1"}, id="pathspecs"),
        pytest.param({"GIT_TRACE": "1", "GIT_TRACE_SETUP": "1"}, id="trace"),
        pytest.param({"GIT_DEFAULT_HASH": "sha256"}, id="hash"),
        pytest.param(
            {
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "core.worktree",
                "GIT_CONFIG_VALUE_0": "{}",
            },
            id="configuration",
        ),
    ],
)
def test_variables_of_a_hook_lead_to_no_other_repository(two_sites, variables):
    path, other = two_sites
    environ = {name: text.format(other) for name, text in variables.items()}
    assert read(path, **environ) == told(path, a=JANUARY)


def sealed(top: Path, at: str, files: Iterable[str], *headers: str) -> None:
    """Commit files with a date, and headers, that git would not write."""
    git(top, "add", "--", *files)
    tree = git(top, "write-tree")
    try:
        parents = [f"parent {git(top, 'rev-parse', '--verify', '--quiet', 'HEAD')}"]
    except subprocess.CalledProcessError:
        parents = []
    person = f"A <a@site.example> {at}"
    head = [f"tree {tree}", *parents, f"author {person}", f"committer {person}"]
    text = "\n".join((*head, *headers, "", "x\n")).encode()
    name = git(top, *"hash-object -t commit -w --literally --stdin".split(), stdin=text)
    git(top, "update-ref", "HEAD", name)


AFTER = on("2024-06-01")
SOON = NOW + timedelta(minutes=5)


@pytest.mark.parametrize(
    ("date", "answer"),
    [
        pytest.param("0 +0000", "odd-date", id="zero"),
        pytest.param("-86400 +0000", "odd-date", id="before-1970"),
        # What claims to be from the future is not newer than what came after it.
        pytest.param("3093527980800 +0000", AFTER, id="year-99999"),
        pytest.param("18446744073709551615 +0000", AFTER, id="largest-number"),
        pytest.param("99999999999999999999999 +0000", AFTER, id="larger"),
        pytest.param(f"{int(NOW.timestamp()) + 301} +0000", AFTER, id="soon"),
        pytest.param(f"{int(NOW.timestamp()) + 300} +0000", SOON, id="clocks-differ"),
        pytest.param("junk", "odd-date", id="junk"),
        pytest.param("", "odd-date", id="none"),
        pytest.param(
            "1704240000 +0545",
            datetime.fromtimestamp(1704240000, timezone.utc),
            id="zone",
        ),
        pytest.param(
            "1704240000 -9999",
            datetime.fromtimestamp(1704240000, timezone.utc),
            id="zone-that-is-none",
        ),
    ],
)
def test_a_date_that_cannot_be_is_none(tmp_path, date, answer):
    top = repository(tmp_path)
    for name in ("a.md", "b.md", "c.md"):
        (top / name).write_text("1")
    sealed(top, "1706918400 +0000", ["b.md"])
    sealed(top, date, ["a.md"])
    sealed(top, f"{int(AFTER.timestamp())} +0000", ["c.md"])
    paths = (top / "a.md", top / "b.md", top / "c.md")
    assert read(*paths) == told(*paths, a=answer, b=on("2024-02-03"), c=AFTER)


def test_a_date_in_the_future_with_nothing_after_it_is_none(tmp_path):
    top = repository(tmp_path, Commit(on("9998-12-31"), {"a.md": "1"}))
    assert when(top) == "odd-date"


SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"


def signed(folder: Path) -> Path:
    """Make a repository with a root, a merge, and a signed commit at its tip."""
    top = repository(
        folder,
        Commit(JANUARY, {"docs/a.md": "1", "docs/b.md": "1", "c.md": "1"}),
        Commit(FEBRUARY, {"docs/b.md": "2"}, (1,)),
        Commit(MARCH, {"c.md": "2"}, (1,)),
        Commit(APRIL, {"docs/b.md": "2"}, (3, 2)),
    )
    (top / "c.md").write_text("3")
    sealed(top, f"{int(MAY.timestamp())} +0000", ["c.md"], SIGNATURE)
    return top


@pytest.fixture(scope="module")
def signed_site(tmp_path_factory):
    return signed(tmp_path_factory.mktemp("signed"))


def answers(top: Path, **environ: str) -> None:
    paths = (top / "docs/a.md", top / "docs/b.md", top / "c.md")
    assert read(*paths, **environ) == told(*paths, a=JANUARY, b=APRIL, c=MAY)
    assert read(*paths[:1], **environ) == told(*paths[:1], a=JANUARY)


@pytest.mark.parametrize(
    "setting",
    """
    log.showSignature=true log.diffMerges=off log.diffMerges=combined log.follow=true
    log.showRoot=false log.decorate=full log.abbrevCommit=true log.mailmap=true
    log.date=relative diff.relative=true diff.renames=copies diff.external=false
    diff.orderFile=/none diff.noPrefix=true diff.ignoreSubmodules=all core.abbrev=4
    core.quotePath=false color.ui=always core.pager=false i18n.logOutputEncoding=UTF-16
    i18n.commitEncoding=UTF-16 format.pretty=fuller notes.displayRef=refs/notes/*
    core.autocrlf=true core.precomposeUnicode=true core.ignoreCase=true
    """.split(),
)
def test_the_configuration_of_the_user_changes_nothing(tmp_path, signed_site, setting):
    """timvink/mkdocs-git-revision-date-localized-plugin#87 and many more."""
    file = tmp_path / ".gitconfig"
    git(tmp_path, "config", "--file", str(file), *setting.split("=", 1))
    answers(signed_site, HOME=str(tmp_path))


def test_a_configuration_that_cannot_be_read_dates_nothing(tmp_path):
    top = repository(tmp_path / "top", Commit(JANUARY, {"a.md": "1"}))
    (tmp_path / ".gitconfig").write_text("=\n")
    path = top / "a.md"
    note = info("git", f"fatal: bad config line 1 in file {tmp_path}/.gitconfig")
    assert read(path, HOME=str(tmp_path)) == told(path, a="git", notes=(note,))


def test_nothing_of_a_hostile_repository_runs(tmp_path):
    top = signed(tmp_path / "top")
    (top / ".gitattributes").write_text("* filter=evil diff=evil merge=evil text\n")
    keys = """
        core.fsmonitor core.sshCommand core.pager core.editor core.askPass
        core.gitProxy core.alternateRefsCommand gpg.program gpg.ssh.program
        gpg.x509.program pager.log pager.rev-parse diff.external diff.evil.textconv
        diff.evil.command filter.evil.clean filter.evil.smudge filter.evil.process
        merge.evil.driver credential.helper remote.origin.uploadpack
        interactive.diffFilter sequence.editor trailer.evil.command alias.log
    """.split()
    for key in keys:
        command = program(tmp_path / "evil" / key, f": > {tmp_path}/ran-{key}")
        text = f"!{command}" if key.startswith("alias") else str(command)
        git(top, "config", key, text)
    for hook in ("post-index-change", "reference-transaction", "post-checkout"):
        program(tmp_path / "evil" / hook, f": > {tmp_path}/ran-{hook}")
    git(top, "config", "core.hooksPath", str(tmp_path / "evil"))
    git(top, "config", "log.showSignature", "true")
    os.utime(top / "c.md", (0, 0))  # so that the index would have to look
    answers(top)
    assert sorted(path.name for path in tmp_path.glob("ran-*")) == []


def test_a_work_tree_that_the_repository_names_is_not_gone_to(tmp_path):
    top = signed(tmp_path / "top")
    (tmp_path / "other").mkdir()
    git(top, "config", "core.worktree", str(tmp_path / "other"))
    answers(top)


def test_objects_that_are_not_there_are_not_fetched(tmp_path):
    """Plain `git log` would start remote.origin.uploadpack for each missing tree."""
    full = repository(tmp_path / "full", Commit(JANUARY, {"a.md": "1"}))
    git(full, "config", "uploadpack.allowFilter", "true")
    clone = f"clone --quiet --no-checkout --filter=tree:0 file://{full} site"
    git(tmp_path, *clone.split())
    top = tmp_path / "site"
    (top / "a.md").write_text("1")
    evil = program(tmp_path / "evil/fetch", f": > {tmp_path}/ran")
    git(top, "config", "remote.origin.uploadpack", str(evil))
    git(top, "config", "protocol.file.allow", "always")
    assert when(top) == "git"
    assert not (tmp_path / "ran").exists()


def test_replaced_commits_and_grafts_are_not_believed(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1"}),
        Commit(FEBRUARY, {"b.md": "1"}),
    )
    git(top, "replace", "--graft", "HEAD")
    assert when(top) == JANUARY
    git(top, "replace", "--delete", git(top, "replace", "--list"))
    (top / ".git/info/grafts").write_text(git(top, "rev-parse", "HEAD") + "\n")
    assert when(top) == JANUARY


def test_a_broken_repository_takes_no_dates_from_the_one_above(tmp_path):
    repository(tmp_path, Commit(JANUARY, {"index.md": "1"}))
    (tmp_path / "sub/.git").mkdir(parents=True)
    (tmp_path / "sub/.git/HEAD").touch()
    (tmp_path / "sub/index.md").write_bytes(b"1")
    assert when(tmp_path, "sub/index.md") == "git"


# Renames

SIDE = "docs/a.md"
RENAMES = [
    pytest.param(
        [
            Commit(JANUARY, {"docs/a.md": "1"}),
            Commit(FEBRUARY, {"docs/a.md": None, "docs/b.md": "1"}),
        ],
        "docs/b.md",
        JANUARY,
        id="in-its-folder",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"docs/a.md": "1"}),
            Commit(FEBRUARY, {"docs/a.md": None, "docs/b.md": "2"}),
        ],
        "docs/b.md",
        FEBRUARY,
        id="with-an-edit",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"old/a.md": "1", "docs/x.md": "1"}),
            Commit(FEBRUARY, {"old/a.md": None, "docs/a.md": "1"}),
            Commit(MARCH, {"docs/x.md": "2"}),
        ],
        "docs/a.md",
        JANUARY,
        id="from-another-folder",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a/f.md": "1"}),
            Commit(FEBRUARY, {"a/f.md": None, "b/f.md": "1"}),
            Commit(MARCH, {"b/f.md": None, "c/g.md": "1"}),
            Commit(APRIL, {"c/g.md": None, "docs/a.md": "1"}),
        ],
        "docs/a.md",
        JANUARY,
        id="from-folder-to-folder",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a/f.md": "1"}),
            Commit(FEBRUARY, {"a/f.md": "2"}),
            Commit(MARCH, {"a/f.md": None, "docs/a.md": "2"}),
            Commit(APRIL, {"a/f.md": "2"}),
        ],
        "docs/a.md",
        FEBRUARY,
        id="the-old-name-is-used-again",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"a/f.md": "1"}),
            Commit(FEBRUARY, {"docs/a.md": "1"}),
        ],
        "docs/a.md",
        FEBRUARY,
        id="a-copy-is-new",
    ),
    pytest.param(
        [
            Commit(JANUARY, {"old/a.md": "1", "docs/x.md": "1"}),
            Commit(FEBRUARY, {"old/a.md": None, "docs/a.md": "1"}, (1,)),
            Commit(MARCH, {"docs/x.md": "2"}, (1,)),
            Commit(APRIL, {"old/a.md": None, "docs/a.md": "1"}, (3, 2)),
        ],
        "docs/a.md",
        JANUARY,
        id="in-a-merged-branch",
    ),
]


@pytest.mark.parametrize(("commits", "name", "date"), RENAMES)
def test_a_file_that_only_got_another_name_keeps_its_date(
    tmp_path, commits, name, date
):
    assert when(repository(tmp_path, *commits), name) == date


def test_a_mass_move_of_a_folder_keeps_all_dates(tmp_path):
    months = [JANUARY, FEBRUARY, MARCH]
    old = {f"old/{n}.md": str(n) for n in range(3)}
    top = repository(
        tmp_path,
        *(Commit(months[n], {name: old[name]}) for n, name in enumerate(old)),
        Commit(
            APRIL,
            dict.fromkeys(old)
            | {name.replace("old", "docs/new"): text for name, text in old.items()},
        ),
        Commit(MAY, {"docs/new/other.md": "1"}),
    )
    paths = [top / f"docs/new/{n}.md" for n in range(3)]
    assert ask(*paths).of == dict(zip(paths, months, strict=True))


def test_who_moves_too_often_is_new_somewhere(tmp_path):
    """Each move from folder to folder costs a log of its own."""
    commits = [Commit(YEAR[0], {"0/a.md": "1"})]
    for n, date in enumerate(YEAR[1:], 1):
        commits.append(Commit(date, {f"{n - 1}/a.md": None, f"{n}/a.md": "1"}))
    top = repository(tmp_path, *commits)
    assert when(top, "11/a.md") == YEAR[2]


def test_a_rename_is_paired_by_the_whole_commit_not_by_its_folder(tmp_path):
    """Whichever other files are asked: old/b.md is a copy, made in March."""
    top = repository(
        tmp_path,
        Commit(JANUARY, {"old/a.md": "T", "old/b.md": "Z"}),
        Commit(FEBRUARY, {"old/b.md": None}),
        Commit(MARCH, {"old/a.md": None, "docs/a.md": "T", "old/b.md": "T"}),
        Commit(APRIL, {"old/b.md": None, "docs/b.md": "T"}),
    )
    paths = [top / "docs/a.md", top / "docs/b.md"]
    together = ask(*paths).of
    assert together == {path: ask(path).of[path] for path in paths}
    assert sorted(together.values()) == [JANUARY, MARCH]


def test_a_name_may_be_used_again_and_moved_again(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"old/f": "A"}),
        Commit(FEBRUARY, {"old/f": None, "docs/a": "A"}),
        Commit(MARCH, {"old/g": "B"}),
        Commit(APRIL, {"old/g": None, "old/f": "B"}),
        Commit(MAY, {"old/f": None, "docs/b": "B"}),
    )
    paths = [top / "docs/a", top / "docs/b"]
    assert ask(*paths).of == dict(zip(paths, [JANUARY, MARCH], strict=True))


@pytest.mark.parametrize("which", ["committed", "authored"])
def test_a_move_keeps_the_other_dates_as_well(tmp_path, which):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"old/a.md": "1", "docs/x.md": "1"}),
        Commit(FEBRUARY, {"old/a.md": None, "docs/a.md": "1"}),
    )
    path = top / "docs/a.md"
    assert ask(path, which=which).of == {path: JANUARY}


def test_a_link_that_becomes_a_file_has_changed(tmp_path):
    """Git on Windows commits a link's target as text."""
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "->b.md", "b.md": "1"}),
        Commit(FEBRUARY, {"a.md": "b.md"}),
    )
    assert when(top) == FEBRUARY


# Commits that do not count


def ids(top: Path) -> list[str]:
    return git(top, "log", "--format=%H", "--reverse", "--topo-order").split()


BEFORE = [
    Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
    Commit(FEBRUARY, {"a.md": "2", "c.md": "1"}),
]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        pytest.param("{}\n", JANUARY, id="id"),
        pytest.param("# reformatted\n\n  {}  # x\n", JANUARY, id="comments"),
        pytest.param("\ufeff{}\r\n{}\r\n", JANUARY, id="windows"),
        pytest.param("junk\n0123456\n", FEBRUARY, id="no-id"),
        pytest.param("", FEBRUARY, id="empty"),
    ],
)
def test_a_commit_in_the_list_does_not_count(tmp_path, text, date):
    top = repository(tmp_path, *BEFORE)
    commit = ids(top)[1]
    (top / ".git-blame-ignore-revs").write_text(text.format(commit, commit))
    assert when(top, "a.md") == date
    # It brought this one into being.
    assert when(top, "c.md") == FEBRUARY


def test_another_list_may_be_named_or_none(tmp_path):
    top = repository(tmp_path, *BEFORE)
    commit = ids(top)[1]
    (top / ".git-blame-ignore-revs").write_text(commit)
    (top / "list").write_text("0" * 40)
    path = top / "a.md"
    assert ask(path, ignore_revs="list").of == {path: FEBRUARY}
    assert ask(path, ignore_revs="").of == {path: FEBRUARY}
    assert ask(path, ignore_revs="gone").of == {path: FEBRUARY}


def test_a_commit_in_the_list_does_not_count_in_a_merged_branch(tmp_path):
    """Only for what no other commit of the branch changed."""
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1", "b.md": "1", "c.md": "1"}),
        Commit(FEBRUARY, {"a.md": "2", "b.md": "2"}, (1,)),
        Commit(MARCH, {"b.md": "3"}, (2,)),
        Commit(MARCH, {"c.md": "2"}, (1,)),
        Commit(APRIL, {"a.md": "2", "b.md": "3"}, (4, 3)),
    )
    message = git(top, "log", "--format=%H %ct", "--all").splitlines()
    dates = {line.split()[1]: line.split()[0] for line in message}
    reformatting = dates[str(int(FEBRUARY.timestamp()))]
    (top / ".git-blame-ignore-revs").write_text(reformatting)
    paths = [top / f"{name}.md" for name in "abc"]
    assert ask(*paths).of == dict(zip(paths, [JANUARY, APRIL, MARCH], strict=True))


def listed(top: Path, *dates: datetime) -> None:
    """List the commits of these dates as ones that do not count."""
    log = git(top, "log", "--format=%H %ct", "--all").splitlines()
    ids = {line.split()[1]: line.split()[0] for line in log}
    lines = (ids[str(int(date.timestamp()))] for date in dates)
    (top / ".git-blame-ignore-revs").write_text("\n".join(lines))


def test_what_a_merge_itself_changes_counts_beside_a_commit_that_does_not(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
        Commit(FEBRUARY, {"a.md": "2"}, (1,)),
        Commit(MARCH, {"c.md": "2"}, (1,)),
        Commit(APRIL, {"a.md": "2", "b.md": "2"}, (3, 2)),
    )
    listed(top, FEBRUARY)
    paths = [top / "a.md", top / "b.md"]
    assert ask(*paths).of == dict(zip(paths, [JANUARY, APRIL], strict=True))


def test_what_a_merge_inside_of_a_branch_changes_counts_too(tmp_path):
    top = repository(
        tmp_path,
        Commit(on("2023-12-01"), {"a.md": "1", "b.md": "1"}),
        Commit(JANUARY, {"x.md": "1"}, (1,)),
        Commit(FEBRUARY, {"a.md": "2", "b.md": "2"}, (1,)),
        Commit(MARCH, {"x.md": "1", "b.md": "3"}, (3, 2)),
        Commit(APRIL, {"y.md": "1"}, (1,)),
        Commit(MAY, {"a.md": "2", "b.md": "3", "x.md": "1"}, (5, 4)),
    )
    listed(top, FEBRUARY)
    paths = [top / "a.md", top / "b.md"]
    assert ask(*paths).of == dict(zip(paths, [on("2023-12-01"), MAY], strict=True))


def test_what_a_merge_adds_to_a_reformatted_file_counts(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
        Commit(FEBRUARY, {"a.md": "2", "b.md": "2"}, (1,)),
        Commit(MARCH, {"c.md": "2"}, (1,)),
        Commit(APRIL, {"a.md": "2, and more", "b.md": "2"}, (3, 2)),
    )
    listed(top, FEBRUARY)
    paths = [top / "a.md", top / "b.md"]
    assert ask(*paths).of == dict(zip(paths, [APRIL, JANUARY], strict=True))


@pytest.mark.parametrize("target", ["/dev/zero", "fifo", "gone", "."])
def test_a_list_that_is_no_file_is_none(tmp_path, target):
    top = repository(tmp_path / "top", *BEFORE)
    if target == "fifo":
        os.mkfifo(top / "fifo")
    (top / ".git-blame-ignore-revs").symlink_to(target)
    assert when(top) == FEBRUARY


def test_a_merge_in_the_list_does_not_count_as_a_whole(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
        Commit(FEBRUARY, {"a.md": "2"}, (1,)),
        Commit(MARCH, {"c.md": "2"}, (1,)),
        Commit(APRIL, {"a.md": "2", "b.md": "2"}, (3, 2)),
    )
    listed(top, APRIL, FEBRUARY)
    paths = [top / "a.md", top / "b.md"]
    assert ask(*paths).of == dict(zip(paths, [JANUARY, JANUARY], strict=True))


# Other dates, a limit, and files that tools touch


def test_the_date_may_be_that_of_the_author_or_of_the_commit(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1", "b.md": "1"}),
        Commit(MARCH, {"a.md": "2"}, (1,), author=FEBRUARY),
        Commit(APRIL, {"b.md": "2"}, (1,)),
        Commit(MAY, {"a.md": "2"}, (3, 2)),
    )
    path = top / "a.md"
    dates = {which: ask(path, which=which).of[path] for which in DATES}
    assert dates == {"landed": MAY, "committed": MARCH, "authored": FEBRUARY}


DATES = ("landed", "committed", "authored")


def test_what_only_a_merge_made_is_committed_there(tmp_path):
    top = repository(
        tmp_path,
        Commit(JANUARY, {"a.md": "1"}),
        Commit(FEBRUARY, {"b.md": "2"}, (1,)),
        Commit(MARCH, {"c.md": "2"}, (1,)),
        Commit(APRIL, {"a.md": "3", "b.md": "2"}, (3, 2)),
    )
    path = top / "a.md"
    assert ask(path, which="committed").of == {path: APRIL}


def test_when_the_time_is_over_the_rest_has_no_date(tmp_path):
    top = repository(tmp_path / "top", Commit(JANUARY, {"a.md": "1", "b.md": "1"}))
    real = shutil.which("git")
    command = (
        f'case "$*" in *" log "*) {real} "$@" | head -c 1; sleep 9;; esac;'
        f' exec {real} "$@"'
    )
    program(tmp_path / "bin/git", command)
    paths = (top / "a.md", top / "b.md")
    environ = {"PATH": f"{tmp_path}/bin:{ENVIRON['PATH']}"}
    text = (
        "no dates from git for 2 of 2 files: reading the history of top took longer"
        " than 0.3 seconds; git_budget allows more"
    )
    assert ask(*paths, environ=environ, budget=0.3) == told(
        *paths, a="budget", b="budget", notes=(Note("info", "budget", text),)
    )


def test_what_was_read_in_time_is_dated(tmp_path):
    top = repository(tmp_path / "top", *(Commit(m, {f"{m}.md": "1"}) for m in YEAR))
    real = shutil.which("git")
    command = (
        f'case "$*" in *" log "*) {real} "$@" | head -c 700; sleep 9;; esac;'
        f' exec {real} "$@"'
    )
    program(tmp_path / "bin/git", command)
    paths = [top / f"{month}.md" for month in reversed(YEAR)]
    environ = {"PATH": f"{tmp_path}/bin:{ENVIRON['PATH']}"}
    dates = list(ask(*paths, environ=environ, budget=1).of.values())
    known = [date for date in dates if date != "budget"]
    assert known == YEAR[::-1][: len(known)]
    assert 0 < len(known) < 12


@pytest.mark.parametrize("command", ["rev-parse", "diff-tree"])
def test_each_command_has_its_share_of_the_time(tmp_path, command):
    """What has moved cannot be told from what is new without the last one."""
    top = repository(
        tmp_path / "top",
        Commit(JANUARY, {"old/a.md": "1"}),
        Commit(FEBRUARY, {"old/a.md": None, "docs/a.md": "1", "docs/b.md": "1"}),
        Commit(MARCH, {"docs/b.md": "2"}),
    )
    real = shutil.which("git")
    text = f'case "$*" in *" {command} "*) sleep 9;; esac; exec {real} "$@"'
    program(tmp_path / "bin/git", text)
    environ = {"PATH": f"{tmp_path}/bin:{ENVIRON['PATH']}"}
    paths = [top / "docs/a.md", top / "docs/b.md"]
    seen = ask(*paths, environ=environ, budget=1)
    known = MARCH if command == "diff-tree" else "budget"
    assert seen.of == dict(zip(paths, ["budget", known], strict=True))
    assert [note.code for note in seen.notes] == ["budget"]


def test_a_configuration_that_never_ends_ends_with_the_time(tmp_path):
    top = repository(tmp_path, *BEFORE)
    os.mkfifo(top / ".git/fifo")
    with (top / ".git/config").open("a") as config:
        config.write("[include]\n\tpath = fifo\n")
    path = top / "a.md"
    assert ask(path, budget=0.5).of == {path: "budget"}


def test_in_ci_a_file_that_a_tool_has_touched_has_the_date_of_its_commit(tmp_path):
    """A version that is stamped in, or a filter that git would have run."""
    top = repository(tmp_path / "top", Commit(JANUARY, {"a.md": "1", "b.md": "1"}))
    (top / "a.md").write_text("version 2")
    paths = (top / "a.md", top / "b.md")
    text = (
        "1 of 2 files in top are not as they were committed; their dates are those of"
        " the commits"
    )
    assert ask(*paths, in_ci=True) == told(
        *paths, a=JANUARY, b=JANUARY, notes=(Note("info", "touched", text),)
    )


def test_the_answer_names_the_commit(tmp_path):
    top = repository(tmp_path, *BEFORE)
    paths = (top / "a.md", top / "b.md")
    answers = read_history(paths, environ=ENVIRON, asking=Asking(NOW)).of
    assert [answers[path].commit for path in paths] == ids(top)[::-1]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param([Answer(MAY), Answer(JANUARY)], Answer(MAY), id="newest"),
        pytest.param(
            [Answer(JANUARY), Answer(reason="untracked"), Answer(MAY)],
            Answer(reason="untracked"),
            id="one-is-unknown",
        ),
        pytest.param(
            [Answer(MAY), Answer(reason="shallow", latest=APRIL)],
            Answer(MAY),
            id="the-unknown-one-is-older",
        ),
        pytest.param(
            [Answer(MARCH), Answer(reason="shallow", latest=APRIL)],
            Answer(reason="shallow", latest=APRIL),
            id="the-unknown-one-may-be-newer",
        ),
        pytest.param(
            [Answer(reason="a", latest=MAY), Answer(reason="b", latest=APRIL)],
            Answer(reason="a", latest=MAY),
            id="all-are-unknown",
        ),
    ],
)
def test_what_is_made_of_several_files_is_as_new_as_the_newest(answers, expected):
    assert newest(answers) == expected


# A history as it grows in years


def synthetic(folder: Path, *, commits: int, files: int, seed: int) -> Path:
    """Make a history with merges, edits, moves, deletions and reverts."""
    random = Random(seed)  # noqa: S311  # the same one each time
    names = {f"docs/{n % 17}/{n}.md": f"{n}\n" for n in range(files)}
    made = [Commit(YEAR[0], dict(names))]
    states = [dict(names)]
    main = 1
    for number in range(2, commits + 1):
        at = YEAR[0] + timedelta(hours=number)
        is_side = random.random() < 0.3
        parent = random.randint(max(1, main - 20), main) if is_side else main
        state = dict(states[parent - 1])
        if not is_side and random.random() < 0.2 and number - main > 1:
            # What the side says of each file that it changed wins.
            side = number - 1
            files_ = {
                k: v for k, v in states[side - 1].items() if random.random() < 0.9
            }
            changes = {k: v for k, v in files_.items() if state.get(k) != v}
            made.append(Commit(at, changes, (parent, side)))
        else:
            changes = {}
            for name in random.sample(sorted(state), k=min(3, len(state))):
                if random.random() < 0.1:
                    changes[name] = None
                    changes[f"docs/{random.randint(0, 17)}/m{number}.md"] = state[name]
                elif random.random() < 0.05:
                    changes[name] = None
                else:
                    changes[name] = f"{random.randint(0, 3)}\n"
            made.append(Commit(at, changes, (parent,)))
        for name, text in made[-1].files.items():
            if text is None:
                state.pop(name, None)
            else:
                state[name] = text
        states.append(state)
        main = main if is_side else number
    chain = made[:main]
    return repository(folder, *chain)


def test_each_date_is_what_git_says_of_that_file_alone(tmp_path):
    """Moves aside, which it does not follow: those files got their dates before."""
    top = synthetic(tmp_path, commits=600, files=200, seed=7)
    files = git(top, "ls-files", "-z", "docs").rstrip("\0").split("\0")
    assert len(files) > 150
    paths = [top / name for name in files]
    answers = ask(*paths).of
    moved = 0
    for name, path in zip(files, paths, strict=True):
        log = "log -1 --first-parent -m --format=%ct --raw -M100%"
        said, _, raw = git(top, *log.split(), "--", name).partition("\n\n")
        date = datetime.fromtimestamp(int(said), timezone.utc)
        is_new = " A\t" in raw and date != YEAR[0]
        moved += is_new and answers[path] != date
        assert answers[path] == date or (is_new and answers[path] < date), name
    assert moved > 5
