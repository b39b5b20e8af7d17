"""The command, run as a person runs it: in a folder, with flags and files."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scopemap.cli import main
from scopemap.record import MAX_RECORDS

URL = "https://site.example/"
NOINDEX = "<head><meta name=robots content=noindex></head>"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder of its own, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("CI", "SOURCE_DATE_EPOCH", "READTHEDOCS_CANONICAL_URL"):
        monkeypatch.delenv(name, raising=False)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def lay(**files: str) -> None:
    """Write pages into `out`; two underscores in a name are a slash."""
    for name, text in files.items():
        file = Path("out", name.replace("__", "/") + ".html")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def scopemap(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def build(*flags: str) -> Result:
    return scopemap("build", "out", "--base-url", URL, *flags)


def locs(name: str = "sitemap.xml") -> list[str]:
    text = Path("out", name).read_text("utf-8")
    return [part.partition("</loc>")[0] for part in text.split("<loc>")[1:]]


def test_a_finished_folder_gets_its_files_and_a_line_says_so():
    lay(index="", guide__index="", hidden=NOINDEX)
    result = build()
    assert result.output == (
        "2 URLs in 1 sitemap, 1 skipped; submit https://site.example/sitemap-index.xml\n"
    )
    assert result.exit_code == 0
    assert locs() == [URL, f"{URL}guide/"]
    assert sorted(path.name for path in Path("out").iterdir() if path.is_file()) == [
        "hidden.html",
        "index.html",
        "robots.txt",
        "sitemap-index.xml",
        "sitemap.css",
        "sitemap.xml",
    ]


def test_twice_changes_nothing():
    lay(index="", a="")
    build()
    before = {file: file.stat().st_mtime_ns for file in Path("out").iterdir()}
    build()
    assert {file: file.stat().st_mtime_ns for file in Path("out").iterdir()} == before


def test_each_page_that_is_left_out_is_told_with_its_reason():
    lay(index="", hidden=NOINDEX, search="")
    result = build("--verbose")
    assert result.stdout.splitlines()[:2] == [
        "skipped hidden.html: noindex (it says robots: noindex)",
        "skipped search.html: machine",
    ]


def test_a_dry_run_tells_and_writes_nothing():
    lay(index="")
    Path("out/robots.txt").write_text("User-agent: *\nAllow: /\n")
    result = build("--dry-run")
    assert result.stdout.splitlines()[:-1] == [
        "would write sitemap.css",
        "would write sitemap.xml",
        "would write sitemap-index.xml",
        "would write robots.txt",
    ]
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "index.html",
        "robots.txt",
    ]


def test_a_dry_run_over_what_is_there_has_nothing_to_do():
    lay(index="", a="")
    build("--scopes", "sections", "--state", "state.json")
    Path("out/a.html").unlink()
    state = Path("state.json").read_bytes()
    lines = build("--dry-run", "--state", "state.json").stdout.splitlines()
    assert lines[:-1] == ["would write sitemap.xml"]
    assert Path("state.json").read_bytes() == state


def test_somebody_elses_sitemap_is_replaced_unless_that_is_forbidden():
    lay(index="")
    Path("out/sitemap.xml").write_text("<urlset></urlset>")
    refused = build("--keep-existing")
    assert refused.stderr == (
        "Error: sitemap.xml, which something else wrote, is replaced:"
        " --keep-existing forbids it\n"
    )
    assert refused.exit_code == 1
    assert Path("out/sitemap.xml").read_text() == "<urlset></urlset>"
    replaced = build()
    assert replaced.stderr == (
        "info: sitemap.xml, which something else wrote, is replaced\n"
    )
    assert build("--keep-existing").exit_code == 0


SITEMAP = """\
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://site.example/a.html</loc><lastmod>2024-05-01</lastmod></url>
<url><loc>https://site.example/b/index.html</loc><lastmod>2024-06-01</lastmod></url>
<url><loc>https://site.example/c.html</loc><lastmod>last week</lastmod></url>
</urlset>
"""


def test_dates_can_come_from_the_sitemap_that_is_there_and_stay():
    lay(a="", b__index="", c="", d="")
    Path("out/sitemap.xml").write_text(SITEMAP)
    for _ in range(2):
        build("--lastmod", "sitemap")
        text = Path("out/sitemap.xml").read_text("utf-8")
        assert [line for line in text.splitlines() if line.startswith("<url>")] == [
            f"<url><loc>{URL}a.html</loc><lastmod>2024-05-01</lastmod></url>",
            f"<url><loc>{URL}b/</loc><lastmod>2024-06-01</lastmod></url>",
            f"<url><loc>{URL}c.html</loc></url>",
            f"<url><loc>{URL}d.html</loc></url>",
        ]


def git(*arguments: str) -> None:
    day = "2024-05-01T12:00:00+00:00"
    environ = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day, "HOME": "/nowhere"}
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(
        ["git", *names, *arguments], check=True, env=environ, capture_output=True
    )


def test_dates_can_come_from_the_history_of_the_sources():
    Path("docs/guide").mkdir(parents=True)
    Path("docs/index.md").write_text("Home")
    Path("docs/guide/install.md").write_text("Install")
    git("init", "-q", ".")
    git("add", "docs")
    git("commit", "-qm", "first")
    lay(index="", guide__install__index="", other="")
    build("--sources", "docs")
    date = "<lastmod>2024-05-01T12:00:00+00:00</lastmod>"
    text = Path("out/sitemap.xml").read_text("utf-8")
    assert [line for line in text.splitlines() if line.startswith("<url>")] == [
        f"<url><loc>{URL}</loc>{date}</url>",
        f"<url><loc>{URL}guide/install/</loc>{date}</url>",
        f"<url><loc>{URL}other.html</loc></url>",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scopemap.toml", 'exclude = ["a.html"]\ngzip = true\n'),
        ("pyproject.toml", '[tool.scopemap]\nexclude = ["a.html"]\ngzip = true\n'),
        ("other.toml", 'exclude = ["a.html"]\ngzip = true\n'),
    ],
)
def test_options_come_from_a_file_and_flags_win(name, text):
    lay(index="", a="", b="")
    Path(name).write_text(f'{text}base_url = "{URL}"\n')
    where = ("--config", name) if name == "other.toml" else ()
    scopemap("build", "out", *where)
    assert locs() == [URL, f"{URL}b.html"]
    zipped = gzip.decompress(Path("out/sitemap.xml.gz").read_bytes())
    assert zipped == Path("out/sitemap.xml").read_bytes()
    scopemap("build", "out", *where, "--exclude", "b.html", "--no-gzip")
    assert locs() == [URL, f"{URL}a.html"]
    assert not Path("out/sitemap.xml.gz").exists()


def test_rules_and_a_function_of_the_user_come_from_the_file():
    lay(a="", blog__b="")
    Path("rules.py").write_text("def drop(entry):\n    return entry\n")
    Path("scopemap.toml").write_text(
        f'base_url = "{URL}"\ntransform = "rules:drop"\n'
        '[[rules]]\nmatch = "blog/"\nchangefreq = "weekly"\n'
    )
    assert scopemap("build", "out").exit_code == 0
    text = Path("out/sitemap.xml").read_text("utf-8")
    assert text.count("<changefreq>weekly</changefreq>") == 1


@pytest.mark.parametrize(
    ("flags", "written"),
    [
        (("--scopes", "sections"), ["blog/sitemap.xml", "sitemap.xml"]),
        (("--scopes", "blog/", "--scopes", "x/"), ["blog/sitemap.xml", "sitemap.xml"]),
        (("--max-urls", "1"), ["blog/sitemap.xml", "sitemap.xml"]),
    ],
)
def test_flags_take_what_a_file_takes(flags, written):
    lay(a="", blog__b="")
    build(*flags)
    found = [path.relative_to("out").as_posix() for path in Path("out").rglob("*.xml")]
    assert sorted(set(found) - {"sitemap-index.xml"}) == written


def test_languages_are_pairs():
    lay(en__a="", de__a="")
    build("--languages", "en=en/", "--languages", "de=de/", "--x-default", "en")
    text = Path("out/sitemap.xml").read_text("utf-8")
    assert text.count('hreflang="x-default" href="https://site.example/en/a.html"') == 2


@pytest.mark.parametrize(
    ("text", "flags", "says"),
    [
        pytest.param("", ("--index", "often"),
                     "--index: 'often' must be one of always, auto, never", id="flag"),
        pytest.param("", ("--languages", "de"),
                     "--languages: 'de' must be a tag and a base: de=de/", id="pair"),
        pytest.param("", ("--max-urls", "many"),
                     "--max-urls: 'many' must be a whole number", id="number"),
        pytest.param("exclud = []", (),
                     "scopemap.toml: exclud: there is no such option; did you mean"
                     " scopemap.toml: exclude?", id="name"),
        pytest.param("index = 'often'", (),
                     "scopemap.toml: index: 'often' must be one of always, auto, never",
                     id="file"),
        pytest.param("index = ", (), "scopemap.toml: ", id="no-toml"),
        pytest.param("", ("--exclude", ""), "--exclude: must not be empty", id="empty"),
        pytest.param("", ("--languages", "de=a/", "--languages", "de=b/"),
                     "--languages: 'de' must not be given twice", id="twice"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_wrong_use_and_nothing_is_written(text, flags, says):
    lay(index="")
    Path("scopemap.toml").write_text(text)
    result = build(*flags)
    assert result.exit_code == 2
    assert f"Error: {says}" in " ".join(result.stderr.split())
    assert not Path("out/sitemap.xml").exists()


@pytest.mark.parametrize(
    ("text", "section"),
    [
        pytest.param("tool = 5", "[tool]", id="tool"),
        pytest.param("tool = []", "[tool]", id="list-of-tools"),
        pytest.param("[tool]\nscopemap = 5", "[tool.scopemap]", id="number"),
        pytest.param("[[tool.scopemap]]\na = 1", "[tool.scopemap]", id="list"),
    ],
)
def test_a_section_that_is_no_table_is_told(text, section):
    lay(index="")
    Path("pyproject.toml").write_text(text, encoding="utf-8")
    result = build()
    assert (result.exit_code, result.output.splitlines()[-1]) == (
        2,
        f"Error: pyproject.toml: {section}: must be a table",
    )


def test_names_of_files_say_nothing_to_a_terminal():
    lay(index="")
    Path("out/a\n::error::b\x1b.html").write_text(NOINDEX, encoding="utf-8")
    told = build("--verbose").output.splitlines()[0]
    assert told == r"skipped a\n::error::b\x1b.html: noindex (it says robots: noindex)"


def test_without_a_base_url_the_command_says_how_to_give_one():
    lay(index="")
    result = scopemap("build", "out")
    assert result.exit_code == 2
    assert "--base-url https://example.com/docs/" in result.stderr


def test_a_fault_of_the_whole_site_is_an_error_for_the_shell():
    lay(**{f"p{n}": NOINDEX for n in range(10)})
    result = build()
    assert result.exit_code == 1
    assert result.stderr.startswith("warning: nothing was written: 10 of 10 pages")
    assert not Path("out/sitemap.xml").exists()


def test_warnings_are_errors_where_that_is_wished():
    lay(index="")
    Path("out/robots.txt").write_bytes("\ufeffUser-agent: *".encode("utf-16-le"))
    assert build().exit_code == 0
    assert build("--strict").exit_code == 1


def test_a_folder_that_cannot_be_written_is_an_error():
    lay(index="")
    Path("out/sitemap.xml").mkdir()
    result = build()
    assert result.exit_code == 1
    assert result.stderr == "Error: out/sitemap.xml: Is a directory\n"


def test_explain_tells_why_a_page_is_listed():
    lay(index="", de__a="", en__a="")
    Path("scopemap.toml").write_text('[[rules]]\nmatch = "en/"\npriority = 0.8\n')
    build("--languages", "en=en/", "--languages", "de=de/")
    result = scopemap("explain", "https://site.example/en/a.html#top")
    assert result.exit_code == 0
    assert result.output == (
        "https://site.example/en/a.html\n"
        f"  file        en/a.html in {Path('out').resolve()}\n"
        "  patterns    saw en/a.html\n"
        "  listed in   sitemap.xml\n"
        "  date        none (no source file)\n"
        "  rule        en/\n"
        "  alternate   de https://site.example/de/a.html\n"
        "  alternate   en https://site.example/en/a.html\n"
    )


def test_explain_tells_why_a_page_is_left_out():
    lay(index="", hidden=NOINDEX)
    build()
    result = scopemap("explain", f"{URL}hidden.html")
    assert result.exit_code == 1
    assert result.output.splitlines()[2:] == [
        "  patterns    saw hidden.html",
        "  left out    noindex (it says robots: noindex)",
    ]


def test_explain_tells_why_nothing_was_written_at_all():
    lay(**{f"p{n}": NOINDEX for n in range(10)}, a="")
    build()
    result = scopemap("explain", f"{URL}a.html")
    assert result.exit_code == 1
    assert "  left out    nothing was written: 10 of 11 pages" in result.output


@pytest.mark.parametrize("url", [URL, f"{URL}index.html", "https://SITE.example"])
def test_explain_knows_other_spellings(url):
    lay(index="")
    build()
    assert scopemap("explain", url).output.startswith(f"{URL}\n")


def test_explain_finds_the_build_that_is_the_nearest():
    lay(index="", docs__a="")
    build()
    Path("inner").mkdir()
    Path("inner/a.html").touch()
    scopemap("build", "inner", "--base-url", f"{URL}docs/")
    result = scopemap("explain", f"{URL}docs/a.html")
    assert result.output.splitlines()[1].endswith(str(Path("inner").resolve()))


def test_explain_says_where_it_knows_nothing():
    result = scopemap("explain", f"{URL}a.html")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: no build of a site at https://site.example/a.html is known here: build"
        " it on this machine first\n"
    )
    lay(index="")
    build()
    result = scopemap("explain", f"{URL}a.html")
    assert result.stderr.startswith(
        f"Error: {URL}a.html is no page of {URL}, as it was"
    )
    assert scopemap("explain", "a.html").exit_code == 2


def test_a_record_that_cannot_be_kept_or_read_is_no_fault(tmp_path, monkeypatch):
    lay(index="")
    build()
    (record,) = (tmp_path / "cache/scopemap").iterdir()
    record.write_text("{")
    assert "is known here" in scopemap("explain", URL).stderr
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert build().exit_code == 0


def test_only_the_newest_records_are_kept(tmp_path):
    lay(index="")
    for number in range(MAX_RECORDS + 5):
        scopemap("build", "out", "--base-url", f"{URL}{number}/")
    assert len(list((tmp_path / "cache/scopemap").iterdir())) == MAX_RECORDS


def test_a_name_that_is_no_text_is_listed_and_told_as_it_is():
    lay(index="")
    os_name = os.fsdecode(b"out/caf\xe9.html")
    Path(os_name).write_text(NOINDEX, encoding="utf-8")
    command = [sys.executable, "-m", "scopemap"]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    told = subprocess.run(
        [*command, "build", "out", "--base-url", URL, "-v"],
        env=strict,
        capture_output=True,
        check=True,
    )
    assert told.stdout.startswith(b"skipped caf\xe9.html: noindex")
    explained = subprocess.run(
        [*command, "explain", f"{URL}caf%E9.html"],
        env=strict,
        capture_output=True,
        check=False,
    )
    file = explained.stdout.splitlines()[1]
    assert file.startswith(b"  file        caf\xe9.html in ")


def test_the_module_is_the_command():
    lay(index="")
    command = [sys.executable, "-m", "scopemap", "build", "out", "--base-url", URL]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    # No terminal, so no progress is shown.
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_the_options_are_told():
    output = scopemap("options").output
    assert output.startswith('base_url = ""\n    where the output folder is served')
    assert "\nmax_skipped = 0.5\n" in output


def test_nothing_of_the_command_line_is_imported_for_its_help_alone():
    script = (
        "import sys, scopemap.cli\n"
        "print([n for n in ('rich', 'protego', 'jinja2') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"
