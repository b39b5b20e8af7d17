"""What MkDocs' pages are made of, by the extensions and plugins that take files in."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from mkdocs_scopemap.sources import find_made

OLD = "2024-02-01T12:00:00+00:00"
NEW = "2024-05-01T12:00:00+00:00"
HOME = {"docs/index.md": "# Home\n"}
SNIPPETS = {"markdown_extensions": "[pymdownx.snippets: {base_path: [docs, parts]}]"}
INCLUDE = {"plugins": "[include-markdown, scopemap]"}
MARKDOWN_INCLUDE = {
    "markdown_extensions": "[markdown_include.include: {base_path: docs}]"
}
STRINGS = {
    "plugins": "[mkdocstrings: {handlers: {python: {paths: [src]}}}, scopemap]",
    "theme": "{name: mkdocs, custom_dir: overrides}",
}
PACKAGE = {
    "src/pkg/__init__.py": '"""A package."""\nfrom pkg.inner import f\n',
    "src/pkg/inner.py": 'def f():\n    """Do it."""\n',
    "src/pkg/other.py": "",
    "src/single.py": '"""A module."""\n',
}


@pytest.fixture(autouse=True)
def here(docs, monkeypatch):
    """Stand in the folder, from where extensions look for what they take in."""
    monkeypatch.chdir(docs.root)


def build(docs, page: str, parts: dict[str, str], newer: str, settings: dict[str, str]):
    """Build a page whose part was changed after all else; give its date."""
    docs.write({**HOME, "docs/page.md": f"# A page\n\nText.\n\n{page}\n", **parts})
    docs.configure(**settings)
    docs.commit(OLD)
    if newer:
        docs.write({newer: parts[newer] + "\n# changed\n"})
        docs.commit(NEW)
    docs.build(**settings)
    assert docs.dates()["/"] == OLD
    return docs.dates()["/page/"]


@pytest.mark.parametrize(
    ("page", "settings", "newer"),
    [
        pytest.param('--8<-- "part.md"', SNIPPETS, "docs/part.md", id="snippet"),
        pytest.param("    ---8<--- 'in.md'", SNIPPETS, "parts/in.md", id="second-base"),
        pytest.param('--8<-- "part.md:3:5"', SNIPPETS, "docs/part.md", id="lines"),
        pytest.param('--8<-- "part.md:intro"', SNIPPETS, "docs/part.md", id="section"),
        pytest.param(
            "--8<--\npart.md\n\n; gone.md\nin.md\n--8<--",
            SNIPPETS,
            "parts/in.md",
            id="block",
        ),
        pytest.param(
            '--8<-- "outer.md"', SNIPPETS, "parts/in.md", id="snippet-of-a-snippet"
        ),
        pytest.param('{% include "part.md" %}', INCLUDE, "docs/part.md", id="include"),
        pytest.param(
            "{% include-markdown\n   './part.md'\n  heading-offset=1\n%}",
            INCLUDE,
            "docs/part.md",
            id="include-markdown",
        ),
        pytest.param(
            '{% include "../parts/*.md" %}', INCLUDE, "parts/in.md", id="pattern"
        ),
        pytest.param(
            "{!part.md!}", MARKDOWN_INCLUDE, "docs/part.md", id="markdown-include"
        ),
        pytest.param("::: single", STRINGS, "src/single.py", id="module"),
        pytest.param("::: pkg.inner.f", STRINGS, "src/pkg/inner.py", id="function"),
        pytest.param("::: pkg", STRINGS, "src/pkg/other.py", id="package"),
        pytest.param("::: pkg.f", STRINGS, "src/pkg/inner.py", id="name-of-a-package"),
    ],
)
def test_a_page_is_as_new_as_what_it_takes_in(docs, page, settings, newer):
    parts = {
        **PACKAGE,
        "docs/part.md": "1\n2\n3 part\n--8<-- [start:intro]\n4\n--8<-- [end:intro]\n",
        "docs/outer.md": '--8<-- "in.md"\n',
        "parts/in.md": "inner",
    }
    assert build(docs, page, parts, newer, settings) == NEW


@pytest.mark.parametrize(
    ("page", "settings"),
    [
        pytest.param("::: pkg.inner.f", STRINGS, id="another-module"),
        pytest.param('--8<-- "part.md"', SNIPPETS, id="another-snippet"),
        pytest.param("Say `--8<--` and `:::`, and ;--8<-- too.", SNIPPETS, id="said"),
        pytest.param("{! not here !}", SNIPPETS, id="of-another-extension"),
        pytest.param("```\n::: pkg.other\n```", STRINGS, id="shown-in-a-fence"),
    ],
)
def test_a_page_is_not_as_new_as_what_it_leaves_out(docs, page, settings):
    parts = {**PACKAGE, "docs/part.md": "part", "parts/in.md": "inner"}
    newer = "src/pkg/other.py" if settings is STRINGS else "parts/in.md"
    assert build(docs, page, parts, newer, settings) == OLD


@pytest.mark.parametrize(
    ("page", "settings"),
    [
        pytest.param('--8<-- "gone.md"', SNIPPETS, id="no-such-file"),
        pytest.param(
            '--8<-- "part.md"',
            {"markdown_extensions": "[pymdownx.snippets: {base_path: built}]"},
            id="not-committed",
        ),
        pytest.param(f'--8<-- "{"x" * 300}"', SNIPPETS, id="name-that-cannot-be"),
        pytest.param("{{ 1 + 1 }}", {"plugins": "[macros, scopemap]"}, id="macro"),
        pytest.param("::: json", STRINGS, id="module-of-the-standard-library"),
    ],
)
def test_a_page_of_which_something_is_unknown_has_no_date(docs, page, settings):
    docs.write({".gitignore": "site/\nbuilt/\n", "built/part.md": "made"})
    assert build(docs, page, {}, "", settings) is None


@pytest.mark.parametrize(
    "text",
    [
        "::: __main__",
        "::: 1.2",
        "::: a..b",
        '--8<-- "\0"',
        '{% include "/abs/*.md" %}',
        '{% include "a**b" %}',
        "{!\0!}",
    ],
)
def test_an_example_of_what_cannot_be_is_no_fault(docs, text):
    """It is asked for outside of a build, in which the plugins themselves may fail."""
    plugins = {
        "include-markdown": SimpleNamespace(
            config={"opening_tag": "{%", "closing_tag": "%}"}
        ),
        "mkdocstrings": SimpleNamespace(config={}),
    }
    config = SimpleNamespace(
        markdown_extensions=["pymdownx.snippets", "markdown_include.include"],
        mdx_configs={},
        plugins=plugins,
        docs_dir=str(docs.root),
        config_file_path=str(docs.root / "mkdocs.yml"),
    )
    assert find_made(text, str(docs.root / "page.md"), config).files is None


def test_a_generated_page_that_only_shows_a_module_is_as_new_as_that(docs):
    """The recipe of mkdocstrings for an API reference."""
    script = (
        "import mkdocs_gen_files\n"
        "with mkdocs_gen_files.open('api/single.md', 'w') as page:\n"
        "    print('# `single`\\n\\n::: single\\n    options: {}', file=page)\n"
        "with mkdocs_gen_files.open('api/text.md', 'w') as page:\n"
        "    print('# Text\\n\\nMade of who knows what.\\n\\n::: single', file=page)\n"
    )
    plugins = (
        "[gen-files: {scripts: [gen.py]},"
        " mkdocstrings: {handlers: {python: {paths: [src]}}}, scopemap]"
    )
    docs.write({**HOME, **PACKAGE, "gen.py": script})
    docs.configure(**{**STRINGS, "plugins": plugins})
    docs.commit(OLD)
    docs.build(**{**STRINGS, "plugins": plugins})
    assert docs.dates() == {"/": OLD, "/api/single/": OLD, "/api/text/": None}


def test_what_is_put_below_each_page_belongs_to_the_site(docs):
    settings = {
        "markdown_extensions": "[pymdownx.snippets: {auto_append: [parts/in.md]}]"
    }
    assert build(docs, "x", {"parts/in.md": "inner"}, "parts/in.md", settings) == OLD
