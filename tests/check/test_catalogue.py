"""The page on checks shows what the code knows and writes."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from scopemap.check.codes import CODES, Code
from scopemap.cli import main
from scopemap.cli.checking import check_command

PAGE = Path(__file__).parents[2] / "docs/checks.md"
CATALOGUE = re.compile(
    r"(?<=<!-- catalogue: begin -->\n).*?(?=<!-- catalogue: end -->)", re.DOTALL
)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GROUPS = {
    "SM1": "The document",
    "SM2": "URLs",
    "SM3": "Indexes",
    "SM4": "Dates",
    "SM5": "Languages",
    "SM6": "Pages",
    "SM7": "robots.txt and discovery",
    "SM8": "The host",
    "SM90": "The rest",
    "SM95": "What a host answers, with `--live`",
}

SECTION = """\
### {id} {name}

{what} ({severity})

* Source: {source}
* Cure: {cure}

Bad:

```
{bad}
```

Good:

```
{good}
```

"""


def catalogue_page() -> str:
    """Write the page with its catalogue made anew; all else on it stays."""
    tables = "".join(table(start, title) for start, title in GROUPS.items())
    sections = "".join(section(code) for code in CODES.values())
    catalogue = f"\n{tables}## Each code\n\n{sections}"
    return CATALOGUE.sub(lambda _: catalogue, PAGE.read_text(encoding="utf-8"))


def table(start: str, title: str) -> str:
    rows = [
        f"| [{code.id}](#{code.id.lower()}-{code.name}) | `{code.name}` |"
        f" {code.severity} | {markdown(code.what)} |\n"
        for code in CODES.values()
        if code.id.startswith(start)
    ]
    head = "| code | name | severity | what is wrong |\n|---|---|---|---|\n"
    return f"### {title}\n\n{head}{''.join(rows)}\n"


def section(code: Code) -> str:
    return SECTION.format(
        id=code.id,
        name=code.name,
        severity=code.severity,
        what=markdown(code.what),
        source=markdown(code.source),
        cure=markdown(code.cure),
        bad=code.bad,
        good=code.good,
    )


def markdown(text: str) -> str:
    """Escape what Markdown would read otherwise, as in `&amp;`, `/*` and `_headers`."""
    escaped = re.sub(r"([\\*|\[\]]|(?<!\w)_)", r"\\\1", text)
    return escaped.replace("&", "&amp;").replace("<", "&lt;")


def write_page() -> None:
    PAGE.write_text(catalogue_page(), encoding="utf-8", newline="\n")


def test_the_page_tells_every_code():
    """To make its catalogue anew, in the root of the repository:

    python -c "import tests.check.test_catalogue as t; t.write_page()"
    """
    assert PAGE.read_text(encoding="utf-8") == catalogue_page()


def test_every_code_is_in_one_group():
    groups = [[start for start in GROUPS if code.startswith(start)] for code in CODES]
    assert [len(found) for found in groups] == [1] * len(CODES)


def test_no_code_has_the_name_of_another():
    assert len({code.name for code in CODES.values()}) == len(CODES)


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8").partition("<!-- catalogue: begin -->")[0]
    return [block for found, block in BLOCK.findall(text) if found == language]


URL = "https://docs.acme.org/"
LISTED = (
    "en/",
    "en/guide.html",
    "en/news.html",
    "a.html",
    *(f"en/tags/{name}.html" for name in "wxyz"),
)
TAG = '<meta name="robots" content="noindex">'


def build_example(site: Path) -> None:
    """Lay the folder that the page speaks of, with three faults."""
    (site / "tags").mkdir(parents=True)
    for name in ("index", "guide", *(f"tags/{name}" for name in "wxyz")):
        text = TAG if name.startswith("tags") else "<title>Page</title>"
        (site / f"{name}.html").write_text(text, encoding="utf-8")
    urls = "\n".join(f"<url><loc>{URL}{path}</loc></url>" for path in LISTED)
    sitemap = f"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{urls}
</urlset>
"""
    (site / "sitemap.xml").write_text(sitemap, encoding="utf-8")


@pytest.fixture
def told(tmp_path, monkeypatch):
    """Give what the command tells of the page's example."""
    monkeypatch.chdir(tmp_path)
    build_example(tmp_path / "site")

    def tell(*flags: str) -> str:
        return CliRunner().invoke(main, ["check", "site", *flags]).output

    return tell


def test_the_text_on_the_page_is_what_people_get(told):
    (shown,) = [block for block in blocks("") if block.startswith("$ scopemap check")]
    assert shown == f"$ scopemap check site\n{told()}"


def test_the_json_on_the_page_is_what_scripts_get(told):
    (shown,) = blocks("json")
    assert shown == told("--format", "json", "--select", "out-of-scope")
    text = PAGE.read_text(encoding="utf-8")
    said = json.loads(shown)
    names = [*said, *said["findings"][0]]
    assert [name for name in names if f"| `{name}` |" not in text] == []


def commands() -> list[str]:
    text = "\n".join([*blocks("sh"), *blocks("yaml")])
    return re.findall(r"scopemap (check .*?)(?: >.*| +#.*)?$", text, re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_page_are_understood(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("site", "docs"):
        (tmp_path / folder).mkdir()
    for file in ("site/sitemap.xml", "robots.txt"):
        (tmp_path / file).touch()
    name, *arguments = shlex.split(command)
    assert check_command.make_context(name, arguments).params


def test_the_configuration_for_ci_is_valid():
    assert [list(yaml.safe_load(text)) for text in blocks("yaml")] == [
        ["jobs"],
        ["permissions", "jobs"],
    ]
