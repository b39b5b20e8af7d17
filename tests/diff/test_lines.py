"""The lines that lead readers of lost pages on, as the tools read them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from scopemap.diff import compare
from scopemap.diff.lines import LOOK, redirect_lines

URL = "https://docs.acme.org/en/"
ODD = ["a b", "100%", "x\ny", "\udcff", 'q"$\\', "ü", "*", "R&D;{}"]


@pytest.fixture
def lines(lay, page):
    """Compare two sites; give the lines of a form."""

    def lines(old, new, form, **asked):
        home = {"index.html": page("Home", "Hi")}
        there = lay("old", home | old, base_url=URL)
        found = compare(there, lay("new", home | new, base_url=URL), **asked)
        return [*redirect_lines(found, form)]

    return lines


@pytest.mark.parametrize(
    ("form", "line"),
    [
        pytest.param("netlify", "/en/a/ /en/x/b/ 301", id="netlify"),
        pytest.param("nginx", "location = /en/a/ { return 301 /en/x/b/; }", id="nginx"),
        pytest.param("mkdocs", '"a.md": "x/b.md"', id="mkdocs"),
        pytest.param("sphinx", '"a/index": "../x/b/",', id="sphinx"),
    ],
)
def test_each_tool_has_its_line(lines, page, form, line):
    old, new = {"a/index.html": page("A")}, {"x/b/index.html": page("A")}
    assert lines(old, new, form) == [line]


def test_sure_lines_come_first_and_what_has_none_is_told(lines, page):
    old = {"a.html": page("1"), "b.html": page("2"), "c.html": page("3")}
    new = {"x/a.html": page("4"), "y.html": page("2")}
    assert lines(old, new, "netlify") == [
        "/en/b.html /en/y.html 301",
        LOOK,
        "/en/a.html /en/x/a.html 301",
        f"# {URL}c.html: nothing like it was found",
    ]


@pytest.fixture
def odd(page):
    """Give pages with odd names that have moved."""
    old = {f"{name}/index.html": page(f"P{n}") for n, name in enumerate(ODD)}
    return old, {f"new/{path}": text for path, text in old.items()}


def test_odd_names_in_redirects(lines, odd):
    assert lines(*odd, "netlify") == [
        "/en/%C3%BC/ /en/new/%C3%BC/ 301",
        "/en/%FF/ /en/new/%FF/ 301",
        "/en/100%25/ /en/new/100%25/ 301",
        "/en/R&D;%7B%7D/ /en/new/R&D;%7B%7D/ 301",
        "/en/a%20b/ /en/new/a%20b/ 301",
        "/en/q%22$%5C/ /en/new/q%22$%5C/ 301",
        "/en/x%0Ay/ /en/new/x%0Ay/ 301",
        f"# {URL}*/: its name cannot be written here",
    ]


def test_odd_names_in_nginx(lines, odd):
    assert lines(*odd, "nginx") == [
        'location = "/en/ü/" { return 301 /en/new/%C3%BC/; }',
        'location = "/en/*/" { return 301 "/en/new/*/"; }',
        "location = /en/100%/ { return 301 /en/new/100%25/; }",
        'location = "/en/R&D;{}/" { return 301 "/en/new/R&D;%7B%7D/"; }',
        'location = "/en/a b/" { return 301 /en/new/a%20b/; }',
        'location = "/en/q\\"$\\\\/" { return 301 /en/new/q%22%24%5C/; }',
        f"# {URL}%FF/: its name cannot be written here",
        f"# {URL}x%0Ay/: its name cannot be written here",
    ]


def test_mkdocs_lines_are_yaml(lines, odd):
    names = ["*", "ü", "100%", "R&D;{}", "a b", 'q"$\\']
    read = yaml.safe_load("\n".join(lines(*odd, "mkdocs")))
    assert read == {f"{name}.md": f"new/{name}.md" for name in names}


def test_sphinx_lines_are_python(lines, odd):
    read = ast.literal_eval("{" + "\n".join(lines(*odd, "sphinx")) + "\n}")
    assert read == {
        "ü/index.html": "../new/%C3%BC/",
        "100%/index.html": "../new/100%25/",
        "R&D;{}/index.html": "../new/R&D;%7B%7D/",
        "a b/index.html": "../new/a%20b/",
        'q"$\\/index.html': "../new/q%22$%5C/",
    }


def test_the_lines_of_redirects_make_nothing_lost(lines, lay, page, odd):
    old, new = odd
    told = [line for line in lines(old, new, "netlify") if line[0] != "#"]
    root = lay("new", {"index.html": page("Home", "Hi")}, base_url=URL)
    Path("host").mkdir()
    root.rename("host/en")
    Path("host/_redirects").write_text("\n".join(told), encoding="utf-8")
    Path("host/robots.txt").write_text(f"Sitemap: {URL}sitemap.xml", encoding="utf-8")
    base = URL.removesuffix("en/")
    found = compare(Path("old"), Path("host"), base_url=base)
    assert [each.url for each in found.lost] == [f"{URL}*/"]
    assert found.fates()["redirected"] == len(told)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        pytest.param("a/index.html", "a.md", id="page"),
        pytest.param("s/index.html", "s/index.md", id="section"),
        pytest.param("README/index.html", "README/index.md", id="called-readme"),
        pytest.param("index/index.html", "index/index.md", id="called-index"),
    ],
)
def test_sources_of_folders_are_guessed(lines, page, path, source):
    more = {"s/t/index.html": page("T"), "n/s/t/index.html": page("T2")}
    new = {f"n/{path}": page("A"), **more}
    assert lines({path: page("A"), **more}, new, "mkdocs") == [
        f'"{source}": "n/{source}"'
    ]


def test_no_source_of_a_home_page_is_guessed_for_another(lines, page):
    old, new = {"README.html": page("A")}, {"a.html": page("A")}
    assert lines(old, new, "mkdocs") == [
        f"# {URL}README.html: its name cannot be written here"
    ]


def test_a_target_with_what_looks_like_a_fragment_is_named_by_its_url(lines, page):
    old, new = {"C#/index.html": page("A")}, {"n/C#/index.html": page("A")}
    assert lines(old, new, "mkdocs") == [f'"C#.md": "{URL}n/C%23/"']


def test_sources_are_those_that_are_there(lines, page):
    Path("docs/n/a").mkdir(parents=True)
    Path("docs/n/a/README.md").touch()
    old, new = {"a/index.html": page("A")}, {"n/a/index.html": page("A")}
    assert lines(old, new, "mkdocs", sources=Path("docs")) == [
        '"a.md": "n/a/README.md"'
    ]


def test_a_target_that_is_no_markdown_is_named_by_its_url(lines, page):
    Path("docs").mkdir()
    Path("docs/b.rst").touch()
    old, new = {"a.html": page("A")}, {"b.html": page("A")}
    assert lines(old, new, "mkdocs", sources=Path("docs")) == [f'"a.md": "{URL}b.html"']


def test_mkdocs_redirects_makes_of_its_lines_what_is_missing():
    for name in ("docs/install.md", "docs/faq.md", "docs/index.md"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(f"# {name}\n\nText\n", encoding="utf-8")
    config = f"site_name: x\nsite_url: {URL}\nplugins:\n"
    mkdocs(f"{config}  - scopemap\n", "old")
    Path("docs/guide").mkdir()
    Path("docs/install.md").rename("docs/guide/install.md")
    mkdocs(f"{config}  - scopemap\n", "new")
    before = compare(Path("old"), Path("new"))
    told = "".join(f"        {line}\n" for line in redirect_lines(before, "mkdocs"))
    maps = f"  - redirects:\n      redirect_maps:\n{told}"
    mkdocs(f"{config}  - scopemap\n{maps}", "new")
    after = compare(Path("old"), Path("new"))
    assert [each.fate for each in (*before.removed, *after.removed)] == [
        "lost",
        "redirected",
    ]


def mkdocs(config: str, site: str) -> None:
    Path("mkdocs.yml").write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    subprocess.run([*command, "--site-dir", site], check=True)


ODD_DOCUMENTS = ["install", "100%", "R&D;{}", "a b", "ü", "$x"]


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_sphinx_reredirects_makes_of_its_lines_what_is_missing(builder):
    Path("docs").mkdir()
    for name in ODD_DOCUMENTS:
        text = f":orphan:\n\nDocument\n========\n\nThis is the text of {name}.\n"
        Path(f"docs/{name}.rst").write_text(text, encoding="utf-8")
    Path("docs/index.rst").write_text("Home\n====\n", encoding="utf-8")
    sphinx('"sphinx_scopemap"', "{}", "old", builder)
    Path("docs/guide").mkdir()
    for name in ODD_DOCUMENTS:
        Path(f"docs/{name}.rst").rename(f"docs/guide/{name}.rst")
    sphinx('"sphinx_scopemap"', "{}", "new", builder)
    before = compare(Path("old"), Path("new"))
    told = "{" + "\n".join(redirect_lines(before, "sphinx")) + "}"
    assert len(ast.literal_eval(told)) == len(ODD_DOCUMENTS)
    extensions = '"sphinx_scopemap", "sphinx_reredirects"'
    sphinx(extensions, told, "new", builder)
    after = compare(Path("old"), Path("new"))
    assert {each.fate for each in before.removed} == {"lost"}
    assert {each.fate for each in after.removed} == {"redirected"}


def sphinx(extensions: str, redirects: str, site: str, builder: str) -> None:
    config = (
        f'html_baseurl = "{URL}"\nextensions = [{extensions}]\n'
        f'html_theme = "basic"\nredirects = {redirects}\n'
    )
    Path("docs/conf.py").write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "--quiet", "-E", "-b", builder]
    subprocess.run([*command, "docs", site], check=True)
