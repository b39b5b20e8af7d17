from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from lxml import etree

from scopemap import OutputError, Page, Report, Site, build, load_options

BASE = "https://site.example/"
ROBOTS = b"User-agent: *\r\nDisallow: /private/\r\n"

# Two sets, each as built files with their URLs, and options. The later one loses a
# scope and a shard, gains a scope in folders that nobody has made yet, lists other
# pages, has no text files, and is the first to touch robots.txt.
EARLIER: dict[str, Any] = {
    "pages": {
        "index.html": "",
        "blog/a.html": "blog/a.html",
        "blog/b.html": "blog/b.html",
        "docs/a.html": "docs/a.html",
        "docs/b.html": "docs/b.html",
        "docs/c.html": "docs/c.html",
    },
    "options": {
        "scopes": ["blog/", {"path": "docs/", "max_urls": 2}],
        "gzip": True,
        "text": True,
        "robots": "never",
    },
}
LATER: dict[str, Any] = {
    "pages": {
        "index.html": "",
        "about.html": "about.html",
        "docs/a.html": "docs/a.html",
        "docs/d.html": "docs/d.html",
        "offers.html": "shop/new/offers/",
        "prices.html": "shop/new/prices/",
        "sale.html": "shop/new/sale/",
    },
    "options": {"scopes": ["docs/", "shop/new/"], "gzip": True},
}
# All that is left is one sitemap, and the line in robots.txt.
SMALLER: dict[str, Any] = {
    "pages": {"index.html": ""},
    "options": {"index": "never", "stylesheet": False},
}

# Builds again and again, each time in a fresh copy of a folder and in a process that
# comes to grief one step later than the last, until one meets no grief. `steps` are
# the audit events of changes below the output, each raised before its change; a
# size limit makes write() itself fail. A line tells each outcome.
GRIEF = """
import errno, json, os, resource, shutil, signal, sys
from pathlib import Path, PurePosixPath
from scopemap import OutputError, Page, Site, build, load_options

how, start, work, wanted = sys.argv[1:]
pages, options = json.loads(wanted).values()
steps = []


def watch(output, number):
    def hook(event, arguments):
        writes = event in ("os.rename", "os.remove", "os.mkdir", "os.chmod", "os.rmdir")
        if event == "open":
            writes = arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if not writes or not str(arguments[0]).startswith(str(output)):
            return
        steps.append([event, os.path.relpath(arguments[0], output)])
        if len(steps) == number and how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if len(steps) == number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    sys.addaudithook(hook)


def limit(output, size):
    signal.signal(signal.SIGXFSZ, getattr(signal, how))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def run(output):
    listed = tuple(Page(PurePosixPath(path), url=url) for path, url in pages.items())
    site = Site("https://site.example/", output, output, listed, "test")
    try:
        build(site, load_options(options), environ={})
    except OutputError as error:
        return str(error)
    except OSError as error:
        return repr(error)
    return None


size, width = (0, 30) if how.startswith("SIG") else (0, 1)
code = None
while code != 0:
    size += width
    output = Path(work, str(size))
    shutil.copytree(start, output)
    child = os.fork()
    if child == 0:
        (watch if width == 1 else limit)(output, size)
        error = run(output)
        outcome = {"output": str(output), "error": error, "steps": steps}
        print(json.dumps(outcome), flush=True)
        os._exit(error is not None or len(steps) >= size)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code < 0:
        outcome = {"output": str(output), "error": f"signal {-code}", "steps": []}
        print(json.dumps(outcome), flush=True)
"""

# Builds one set four times over, as soon as its input ends.
WRITER = """
import json, sys
from pathlib import Path, PurePosixPath
from scopemap import Page, Site, build, load_options

output, names = Path(sys.argv[1]), json.loads(sys.argv[2])
pages = tuple(Page(PurePosixPath(name)) for name in names)
site = Site("https://site.example/", output, output, pages, "test")
options = load_options({"scopes": "sections", "gzip": True, "text": True})
sys.stdin.read()
for _ in range(4):
    build(site, options, environ={})
"""


def run(output: Path, wanted: dict[str, Any] = LATER, **options: Any) -> Report:
    pages = tuple(Page(PurePosixPath(p), url=u) for p, u in wanted["pages"].items())
    site = Site(BASE, output, output, pages, "test")
    return build(site, load_options(wanted["options"] | options), environ={})


def make(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"<title>A page</title>")
    return folder


def tree(folder: Path) -> dict[str, bytes | None]:
    """Give all files with their content, and all folders."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def files(folder: Path) -> dict[str, bytes]:
    return {path: data for path, data in tree(folder).items() if data is not None}


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Give all files with what a write would change even with the same content."""
    return {
        name: ((folder / name).stat().st_mtime_ns, (folder / name).stat().st_mode)
        for name in files(folder)
    }


@pytest.fixture(scope="module")
def bare(tmp_path_factory) -> Path:
    """Make the pages of both sets, and a robots.txt of the author's."""
    folder = make(tmp_path_factory.mktemp("bare"), *EARLIER["pages"], *LATER["pages"])
    (folder / "robots.txt").write_bytes(ROBOTS)
    return folder


@pytest.fixture(scope="module")
def earlier(bare, tmp_path_factory) -> Path:
    folder = shutil.copytree(bare, tmp_path_factory.mktemp("earlier") / "site")
    run(folder, EARLIER)
    return folder


@pytest.fixture(scope="module")
def clean(bare, tmp_path_factory) -> Path:
    folder = shutil.copytree(bare, tmp_path_factory.mktemp("clean") / "site")
    run(folder)
    return folder


@pytest.fixture(scope="module")
def griefs_of(earlier, tmp_path_factory) -> Callable[..., list[dict[str, Any]]]:
    """Give all outcomes of one kind of grief, with what lay there right after it."""

    @functools.cache
    def come_to_grief(how: str, *, smaller: bool = False) -> list[dict[str, Any]]:
        work = tmp_path_factory.mktemp(how)
        wanted = json.dumps(SMALLER if smaller else LATER)
        process = subprocess.run(
            [sys.executable, "-c", GRIEF, how, earlier, work, wanted],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        )
        *griefs, last = [json.loads(line) for line in process.stdout.splitlines()]
        assert griefs
        assert last["error"] is None
        for grief in griefs:
            output = Path(grief["output"])
            grief |= {"tree": tree(output), "stamps": stamps(output)}
        return griefs

    return come_to_grief


def is_staged(name: str) -> bool:
    return name.rpartition("/")[2].startswith(".") and name.endswith("~")


def target_of(staged: str) -> str:
    """Give the file that is written first under a hidden name."""
    folder, slash, name = staged.rpartition("/")
    return folder + slash + name[1:].rpartition(".scopemap-")[0]


@pytest.mark.parametrize(
    "how",
    [
        pytest.param("kill", id="kill-9-before-each-step"),
        pytest.param("full", id="no-space-at-each-step"),
        pytest.param("SIG_DFL", id="killed-in-the-midst-of-a-write"),
    ],
)
def test_a_crash_leaves_a_whole_set_that_the_next_build_completes(
    how, griefs_of, earlier, clean
):
    old, new = files(earlier), files(clean)
    for grief in griefs_of(how):
        output = Path(grief["output"])
        assert how != "full" or not any(map(is_staged, grief["tree"]))
        prove_whole(grief["tree"], old, new)
        run(output)
        assert files(output) == new, output


def test_a_crash_while_all_but_one_file_goes_leaves_a_whole_set(
    griefs_of, earlier, bare, tmp_path
):
    clean = shutil.copytree(bare, tmp_path / "clean")
    run(clean, SMALLER)
    old, new = files(earlier), files(clean)
    for grief in griefs_of("kill", smaller=True):
        output = Path(grief["output"])
        prove_whole(grief["tree"], old, new)
        run(output, SMALLER)
        assert files(output) == new, output


def prove_whole(
    tree: dict[str, bytes | None], old: dict[str, bytes], new: dict[str, bytes]
) -> None:
    """Each public file is the old or the new one; what the index names is there."""
    now = {n: d for n, d in tree.items() if d is not None and not is_staged(n)}
    for name in now | old | new:
        assert now.get(name) in (old.get(name), new.get(name)), name
    if "sitemap-index.xml" in now:
        for (loc,) in etree.fromstring(now["sitemap-index.xml"]):
            child = etree.fromstring(now[loc.text.removeprefix(BASE)])
            assert etree.QName(child).localname == "urlset"


def test_what_fails_before_the_first_move_changes_nothing(griefs_of, earlier):
    griefs = griefs_of("full")
    first_move = [event for event, _ in griefs[-1]["steps"]].index("os.rename")
    for grief in griefs[: first_move + 1]:
        assert grief["tree"] == tree(earlier), grief["error"]
        assert grief["stamps"] == stamps(earlier), grief["error"]


def test_the_error_names_the_file_that_could_not_be_changed(griefs_of):
    griefs = griefs_of("full")
    steps = griefs[-1]["steps"]
    for number, grief in enumerate(griefs):
        event, path = grief["steps"][number]
        if event == "os.mkdir":  # made for the file that is staged next
            path = next(path for _, path in steps[number:] if is_staged(path))
        file = target_of(path) if is_staged(path) else path
        expected = f"{grief['output']}/{file}: No space left on device"
        is_tidying = event == "os.rmdir" or (event == "os.remove" and path != file)
        assert grief["error"] == expected or (is_tidying and grief["error"] is None)


def test_a_write_that_fails_changes_nothing(griefs_of, earlier):
    named = set()
    for grief in griefs_of("SIG_IGN"):
        path, _, why = grief["error"].partition(": ")
        named.add(os.path.relpath(path, grief["output"]))
        assert why == "File too large"
        assert grief["tree"] == tree(earlier)
        assert grief["stamps"] == stamps(earlier)
    assert named == {"docs/sitemap.xml", "shop/new/sitemap.xml", "sitemap-index.xml"}


def test_children_then_index_then_robots_are_moved_and_removals_come_last(griefs_of):
    steps = griefs_of("full")[-1]["steps"]
    assert [target_of(path) for event, path in steps if event == "os.rename"] == [
        "docs/sitemap.xml",
        "docs/sitemap.xml.gz",
        "shop/new/sitemap.xml",
        "shop/new/sitemap.xml.gz",
        "sitemap.xml",
        "sitemap.xml.gz",
        "sitemap-index.xml",
        "sitemap-index.xml.gz",
        "robots.txt",
    ]
    assert sorted(path for _, path in steps[-8:]) == [
        "blog/sitemap.txt",
        "blog/sitemap.xml",
        "blog/sitemap.xml.gz",
        "docs/sitemap-2.txt",
        "docs/sitemap-2.xml",
        "docs/sitemap-2.xml.gz",
        "docs/sitemap.txt",
        "sitemap.txt",
    ]


@pytest.mark.parametrize(
    "count", [pytest.param(2, id="two"), pytest.param(8, id="eight")]
)
def test_of_many_writers_at_once_one_wins_whole(count, tmp_path):
    pages = [[f"{top}{n}/a.html" for top in ("x", "y", "z")] for n in range(count)]
    bare = make(tmp_path / "bare", *(name for names in pages for name in names))
    output = shutil.copytree(bare, tmp_path / "output")
    commands = [[sys.executable, "-c", WRITER, output, json.dumps(p)] for p in pages]
    writers = [subprocess.Popen(c, stdin=subprocess.PIPE) for c in commands]
    for writer in writers:
        writer.stdin.close()
    assert [writer.wait(60) for writer in writers] == [0] * count
    options = {"scopes": "sections", "gzip": True, "text": True}
    wholes = []
    for number, names in enumerate(pages):
        alone = shutil.copytree(bare, tmp_path / str(number))
        run(alone, {"pages": {name: name for name in names}, "options": options})
        wholes.append(files(alone))
    assert files(output) in wholes


@pytest.fixture
def output(tmp_path) -> Path:
    return make(tmp_path / "output", "index.html", "docs/a.html")


SMALL: dict[str, Any] = {
    "pages": {"index.html": "", "docs/a.html": "docs/a.html"},
    "options": {"scopes": ["docs/"]},
}


@pytest.mark.parametrize(
    ("umask", "mode"),
    [
        pytest.param(0o022, 0o644, id="022"),
        pytest.param(0o027, 0o640, id="027"),
        pytest.param(0o077, 0o600, id="077"),
    ],
)
def test_a_new_file_gets_the_mode_of_the_umask(umask, mode, output):
    before = os.umask(umask)
    try:
        report = run(output, SMALL, gzip=True, text=True)
    finally:
        os.umask(before)
    modes = {name: (output / name).stat().st_mode & 0o7777 for name in report.written}
    assert modes == dict.fromkeys(map(PurePosixPath, WRITTEN), mode)


WRITTEN = """
    sitemap.css
    docs/sitemap.xml docs/sitemap.xml.gz docs/sitemap.txt
    sitemap.xml sitemap.xml.gz sitemap.txt
    sitemap-index.xml sitemap-index.xml.gz
    robots.txt
""".split()


@pytest.mark.parametrize(
    "mode", [pytest.param(0o600, id="600"), pytest.param(0o664, id="664")]
)
@pytest.mark.parametrize("name", ["robots.txt", "sitemap.xml", "docs/sitemap.xml"])
def test_an_old_file_keeps_its_mode(name, mode, output):
    (output / name).write_bytes(b"<urlset/>")
    (output / name).chmod(mode)
    assert PurePosixPath(name) in run(output, SMALL).written
    assert (output / name).stat().st_mode & 0o7777 == mode


@pytest.mark.parametrize(
    "link",
    [
        pytest.param(os.link, id="hard"),
        pytest.param(os.symlink, id="symbolic"),
    ],
)
@pytest.mark.parametrize("name", ["robots.txt", "sitemap.xml", "sitemap-index.xml"])
def test_a_link_is_replaced_and_never_written_through(name, link, output, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"User-agent: *\n")
    link(elsewhere, output / name)
    run(output, SMALL)
    assert elsewhere.read_bytes() == b"User-agent: *\n"
    assert (output / name).lstat().st_nlink == 1
    assert not (output / name).is_symlink()
    assert BASE.encode() in (output / name).read_bytes()


def test_a_symbolic_link_is_replaced_even_where_it_leads_to_the_same(output, tmp_path):
    run(output, SMALL)
    elsewhere = (output / "sitemap.xml").rename(tmp_path / "elsewhere")
    elsewhere.chmod(0o600)
    (output / "sitemap.xml").symlink_to(elsewhere)
    assert run(output, SMALL).written == (PurePosixPath("sitemap.xml"),)
    assert not (output / "sitemap.xml").is_symlink()
    assert (output / "sitemap.xml").read_bytes() == elsewhere.read_bytes()


def test_a_link_to_nowhere_is_replaced(output, tmp_path):
    (output / "robots.txt").symlink_to(tmp_path / "nowhere")
    run(output, SMALL)
    assert not (output / "robots.txt").is_symlink()
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_is_a_link_is_never_written_through(tmp_path):
    elsewhere = make(tmp_path / "elsewhere", "a.html")
    output = make(tmp_path / "output", "index.html")
    (output / "docs").symlink_to(elsewhere)
    before = tree(elsewhere)
    report = run(output, SMALL, gzip=True, text=True)
    assert tree(elsewhere) == before
    assert report.sitemaps == (PurePosixPath("sitemap.xml"),)
    assert (output / "sitemap.txt").read_text() == f"{BASE}\n{BASE}docs/a.html\n"


@pytest.mark.parametrize("name", WRITTEN)
def test_a_folder_in_the_place_of_a_file_is_an_error_and_changes_nothing(name, output):
    (output / name).mkdir()
    before = tree(output)
    with pytest.raises(OutputError) as raised:
        run(output, SMALL, gzip=True, text=True)
    assert str(raised.value) == f"{output / name}: Is a directory"
    assert tree(output) == before


def test_a_scope_whose_folder_is_a_file_falls_to_the_scope_above(output):
    wanted = {"pages": {"index.html": "shop/"}, "options": {"scopes": ["shop/"]}}
    (output / "shop").write_bytes(b"")
    report = run(output, wanted)
    assert report.sitemaps == (PurePosixPath("sitemap.xml"),)
    assert (output / "shop").read_bytes() == b""


def test_an_output_that_is_no_folder_is_an_error(tmp_path):
    with pytest.raises(OutputError) as raised:
        run(tmp_path / "site", SMALL)
    assert str(raised.value) == f"{tmp_path}/site: No such file or directory"
    (tmp_path / "site").write_bytes(b"")
    with pytest.raises(OutputError) as raised:
        run(tmp_path / "site", SMALL)
    assert str(raised.value) == f"{tmp_path}/site: Not a directory"
    assert tree(tmp_path) == {"site": b""}


def test_unchanged_files_are_not_touched(output):
    run(output, SMALL, gzip=True, text=True)
    before = {name: (output / name).stat() for name in files(output)}
    report = run(output, SMALL, gzip=True, text=True)
    assert (report.written, report.removed) == ((), ())
    assert {name: (output / name).stat() for name in files(output)} == before


def test_only_the_file_that_changed_is_written(output):
    run(output, SMALL, gzip=True)
    make(output, "docs/b.html")
    more = {**SMALL, "pages": SMALL["pages"] | {"docs/b.html": "docs/b.html"}}
    assert list(map(str, run(output, more, gzip=True).written)) == [
        "docs/sitemap.xml",
        "docs/sitemap.xml.gz",
    ]
