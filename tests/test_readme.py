"""What the READMEs show is what a build gives."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest
import yaml

from scopemap import load_options
from scopemap.options import Reason, describe
from scopemap.patterns import compile_patterns, first_match

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = re.compile(r"<!-- options: begin -->\n(.*?)<!-- options: end -->", re.DOTALL)


def blocks(readme: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(readme.read_text(encoding="utf-8"))


def shown(default):
    text = json.dumps(default).replace('"', "")
    return f"`{text}`" if default not in (None, "") else ""


def options_table(**defaults: object) -> str:
    rows = [("option", "default", "meaning"), ("---", "---", "---")]
    rows += [
        (f"`{each.name}`", shown(defaults.get(each.name, each.default)), each.meaning)
        for each in describe()
    ]
    return "".join(f"| {' | '.join(row)} |\n".replace("|  |", "| |") for row in rows)


@pytest.mark.parametrize(
    ("readme", "defaults"),
    [
        pytest.param("core/README.md", {}, id="core"),
        pytest.param("packages/mkdocs-scopemap/README.md", {"gzip": True}, id="mkdocs"),
        pytest.param("packages/pelican-scopemap/README.md", {}, id="pelican"),
        pytest.param("packages/sphinx-scopemap/README.md", {}, id="sphinx"),
    ],
)
def test_the_option_table_is_made_from_the_options(readme, defaults):
    table = OPTIONS.search((ROOT / readme).read_text(encoding="utf-8"))
    assert table[1] == options_table(**defaults)


def commit(folder: Path, moment: str, *paths: str) -> None:
    env = os.environ | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_DATE": moment,
        "GIT_COMMITTER_DATE": moment,
    }
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for command in (["init", "-q"], ["add", *paths], [*who, "commit", "-qm", "change"]):
        subprocess.run(["git", *command], cwd=folder, env=env, check=True)


def project(folder: Path, *, title: str, metadata: str, end: str) -> None:
    """Write the project of the first screen, with the dates that it shows."""
    (folder / "docs/guide").mkdir(parents=True)
    for name, text in {
        "docs/index": title.format("Welcome"),
        "docs/guide/install": title.format("Install"),
        "docs/guide/notes": metadata + title.format("Notes"),
    }.items():
        (folder / f"{name}{end}").write_text(text, encoding="utf-8")
    first = [f"docs/index{end}", f"docs/guide/notes{end}"]
    commit(folder, "2026-03-05T09:12:44Z", *first)
    commit(folder, "2026-11-20T16:40:03Z", f"docs/guide/install{end}")


def test_the_first_screen_shows_a_real_build(tmp_path):
    config, _, _, log, sitemap, robots = blocks(ROOT / "README.md")[:6]
    (tmp_path / "mkdocs.yml").write_text(config[1], encoding="utf-8")
    metadata = "---\nsitemap: no\n---\n"
    project(tmp_path, title="# {}\n", metadata=metadata, end=".md")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    ours = [line for line in done.stderr.splitlines() if "scopemap: " in line]
    assert ours == [log[1].rstrip()]
    assert (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8") == sitemap[1]
    assert (tmp_path / "site/robots.txt").read_text(encoding="utf-8") == robots[1]


def sphinx(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "sphinx", "--quiet", *arguments]
    subprocess.run(command, cwd=folder, check=True)


def test_sphinx_writes_the_files_of_the_first_screen_too(tmp_path):
    _, config, _, _, sitemap, robots = blocks(ROOT / "README.md")[:6]
    metadata = ":sitemap: no\n\n"
    project(tmp_path, title="{}\n=======\n", metadata=metadata, end=".rst")
    (tmp_path / "docs/conf.py").write_text(config[1], encoding="utf-8")
    sphinx(tmp_path, "--builder", "dirhtml", "docs", "site")
    assert (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8") == sitemap[1]
    assert (tmp_path / "site/robots.txt").read_text(encoding="utf-8") == robots[1]


# Nothing but its two pages, at the addresses of the others'.
ONLY_PAGES = """
DIRECT_TEMPLATES = []
ARTICLE_PATHS, PAGE_PATHS = [], [""]
PAGE_SAVE_AS = "{slug}.html"
TIMEZONE = "UTC"
PATH = "docs"
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = None
"""


def pelican(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pelican", "--fatal", "warnings", *arguments]
    subprocess.run(command, cwd=folder, check=True)


def test_pelican_writes_the_files_of_the_first_screen_too(tmp_path):
    _, _, config, _, sitemap, robots = blocks(ROOT / "README.md")[:6]
    metadata = "sitemap: no\n"
    project(tmp_path, title="title: {}\n", metadata=metadata, end=".md")
    for page, folder in (("index", ""), ("guide/install", "guide/install/")):
        file = tmp_path / f"docs/{page}.md"
        said = f"save_as: {folder}index.html\n"
        file.write_text(said + file.read_text(encoding="utf-8"), encoding="utf-8")
    dates = {"index": "2026-03-05T09:12:44Z", "guide/install": "2026-11-20T16:40:03Z"}
    for page, date in dates.items():
        commit(tmp_path, date, f"docs/{page}.md")
    (tmp_path / "pelicanconf.py").write_text(config[1] + ONLY_PAGES, encoding="utf-8")
    pelican(tmp_path, "--output", "site")
    assert (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8") == sitemap[1]
    assert (tmp_path / "site/robots.txt").read_text(encoding="utf-8") == robots[1]


def test_the_settings_of_the_pelican_readme_work(tmp_path):
    found = blocks(ROOT / "packages/pelican-scopemap/README.md")
    config = "".join(text for language, text in found if language == "python")
    colophon = next(text for _, text in found if text.startswith("Title: "))
    (tmp_path / "docs").mkdir()
    (tmp_path / "pelicanconf.py").write_text(config + ONLY_PAGES, encoding="utf-8")
    for name, text in {"about": "Title: About\n", "colophon": colophon}.items():
        (tmp_path / f"docs/{name}.md").write_text(text, encoding="utf-8")
    pelican(tmp_path, "--output", "site")
    written = (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8")
    assert written.splitlines()[4:-1] == [
        "<url><loc>https://blog.example.com/about.html</loc><priority>0.5</priority></url>"
    ]


def test_the_command_of_the_page_on_dates_tells_the_date_of_a_page(tmp_path):
    commands = [text for _, text in blocks(ROOT / "docs/dates.md") if "git log" in text]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    (tmp_path / "docs/a.md").write_text("# A\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\nsite_url: https://docs.example.com/\nplugins: [scopemap]\n",
        encoding="utf-8",
    )
    commit(tmp_path, "2026-03-05T09:12:44Z", "docs/index.md")
    commit(tmp_path, "2026-11-20T16:40:03Z", "docs/a.md")
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    subprocess.run(build, cwd=tmp_path, check=True)
    (command,) = commands
    said = subprocess.run(
        shlex.split(command),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.strip()
    sitemap = (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8")
    date = said.replace("Z", "+00:00")
    assert f"<loc>https://docs.example.com/</loc><lastmod>{date}<" in sitemap


def run_shown(example: str, folder: Path) -> str:
    """Run the command of an example in a shell; give what the example should show."""
    (command,) = re.findall(r"^\$ scopemap (.*)$", example, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-m", "scopemap", *shlex.split(command)],
        cwd=folder,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    return f"$ scopemap {command}\n{done.stdout}"


def test_the_commands_of_the_page_on_pages_show_what_it_shows(tmp_path):
    explain, build = [
        text for _, text in blocks(ROOT / "docs/pages.md") if text.startswith("$ ")
    ]
    for name in ("new/index.html", "old/index.html", "index.html"):
        (tmp_path / "public" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "public" / name).write_text("<title>Page</title>", encoding="utf-8")
    stub = '<meta http-equiv="refresh" content="0; url=../new/">'
    (tmp_path / "public/old/index.html").write_text(stub, encoding="utf-8")
    assert run_shown(build, tmp_path) == build
    told = run_shown(explain, tmp_path)
    assert told == explain.replace("/home/me/handbook/site", f"{tmp_path}/public")
    assert build in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_page_on_pages_tells_every_reason():
    text = (ROOT / "docs/pages.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    told = {reason for row in rows for reason in re.findall(r"`([a-z-]+)`", row)}
    source = "\n".join(
        file.read_text(encoding="utf-8")
        for file in (ROOT / "core/src/scopemap").glob("*.py")
    )
    others = re.findall(r'Skipped\(\s*[\w.]+,\s*"([a-z-]+)"', source)
    known = {*get_args(Reason), *others, "opted-out", "rule"}
    assert told == known


def test_the_options_of_the_core_readme_are_valid(tmp_path):
    (text,) = [t for lang, t in blocks(ROOT / "core/README.md") if lang == "toml"]
    options = load_options(msgspec.toml.decode(text), folder=tmp_path)
    assert options.exclude == ("internal/",)


def test_the_configuration_of_the_page_on_dates_is_valid():
    text = next(text for _, text in blocks(ROOT / "docs/dates.md") if "state:" in text)
    (plugin,) = yaml.safe_load(text)["plugins"]
    options = load_options(plugin["scopemap"], folder=ROOT)
    assert options.state == str(ROOT / "sitemap-state.json")


PATHS = """
    a.html author/ada.html noindex/b.html tag/x.html tag/x/feed.xml mytag/y.html
    blog/tag/z/ index.htm
""".split()


def test_the_patterns_of_the_pelican_readme_mean_the_regular_expressions():
    text = (ROOT / "packages/pelican-scopemap/README.md").read_text(encoding="utf-8")
    table = text.partition("| regular expression | pattern |\n|---|---|\n")[2]
    rows = table.partition("\n\n")[0].replace("\\|", "¦").splitlines()
    assert len(rows) == 5
    for row in rows:
        _, first, second, _ = row.split("|")
        regex = re.findall(r"`(.*?)`", first)[0].replace("¦", "|")
        patterns = re.findall(r"`(.*?)`", second)
        if "anywhere" in second:
            patterns = patterns[:1]
        compiled = compile_patterns(patterns)
        meant = re.compile(regex.replace("^/", "^"))
        assert [path for path in PATHS if first_match(compiled, path)] == [
            path for path in PATHS if meant.search(path)
        ], row


def test_the_core_readme_shows_a_real_call(tmp_path):
    _, _, call, printed = blocks(ROOT / "core/README.md")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Welcome", encoding="utf-8")
    for page in ("site/index.html", "site/guide/install/index.html"):
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / page).write_text("<h1>Welcome</h1>", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", call[1]],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == printed[1]


def test_the_transform_of_the_readme_works(tmp_path):
    (code,) = [
        text
        for language, text in blocks(ROOT / "packages/mkdocs-scopemap/README.md")
        if language == "python"
    ]
    (tmp_path / "sitemap_rules.py").write_text(code, encoding="utf-8")
    options = load_options({"transform": "sitemap_rules:adjust"}, folder=tmp_path)
    assert options.transform.__name__ == "adjust"


SPHINX_SITEMAP = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- scopemap root=./ -->
<?xml-stylesheet type="text/css" href="sitemap.css"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\
 xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://docs.example.com/en/index.html</loc><priority>0.5</priority>
<xhtml:link rel="alternate" hreflang="de"\
 href="https://docs.example.com/de/index.html"/>
<xhtml:link rel="alternate" hreflang="en"\
 href="https://docs.example.com/en/index.html"/>
<xhtml:link rel="alternate" hreflang="x-default"\
 href="https://docs.example.com/en/index.html"/>
</url>
</urlset>
"""


def test_the_conf_py_and_the_commands_of_the_sphinx_readme_work(tmp_path):
    found = blocks(ROOT / "packages/sphinx-scopemap/README.md")
    config = "\n".join(text for language, text in found if language == "python")
    rst = next(text for language, text in found if language == "rst")
    shell = next(text for _, text in found if text.startswith("sphinx-build"))
    (tmp_path / "docs/archive").mkdir(parents=True)
    (tmp_path / "docs/conf.py").write_text(config, encoding="utf-8")
    for name, text in {
        "index": "Start\n=====\n\n.. toctree::\n\n   archive/old\n   colophon\n",
        "archive/old": "Old\n===\n",
        "colophon": rst,
    }.items():
        (tmp_path / f"docs/{name}.rst").write_text(text, encoding="utf-8")
    commands = [shlex.split(line)[1:] for line in shell.splitlines()]
    assert len(commands) == 3
    for arguments in commands:
        sphinx(tmp_path, "--fail-on-warning", *arguments)
    written = (tmp_path / "public/en/sitemap.xml").read_text(encoding="utf-8")
    assert written == SPHINX_SITEMAP


def test_ci_runs_the_commands_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8")
    commands = re.findall(r"`(pip install -r [^`]*)`", readme)
    assert len(commands) == 2
    assert [command for command in commands if f"\n{command}\n" not in ci] == []
