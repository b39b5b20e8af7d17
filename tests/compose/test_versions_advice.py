"""Advice that people are given: it does what it says, in the real tools."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

FILES = {
    "mkdocs": {
        "docs/index.md": "# Home",
        "mkdocs.yml": """\
site_name: Handbook
site_url: https://example.com/2.0/
theme: {name: null, custom_dir: overrides}
plugins: [scopemap: {base_url: "https://example.com/1.0/"}]
""",
        "overrides/main.html": '<link rel="canonical" href="{{ page.canonical_url }}">',
    },
    "sphinx": {
        "docs/index.rst": "Home\n====\n",
        "docs/conf.py": """\
project = "Handbook"
html_theme = "basic"
html_baseurl = "https://example.com/2.0/"
scopemap_base_url = "https://example.com/1.0/"
extensions = ["sphinx_scopemap"]
""",
    },
}
COMMANDS = {
    "mkdocs": "-m mkdocs build --quiet --strict",
    "sphinx": "-m sphinx --quiet --fail-on-warning -b html docs site",
}


@pytest.mark.parametrize(("tool", "name"), [("mkdocs", ""), ("sphinx", "index.html")])
def test_an_old_version_names_the_new_one_and_keeps_its_own_sitemap(
    tmp_path, tool, name
):
    for path, text in FILES[tool].items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    foreign = ("CI", "MIKE_DOCS_VERSION", "READTHEDOCS", "READTHEDOCS_CANONICAL_URL")
    environ = {key: value for key, value in os.environ.items() if key not in foreign}
    environ |= {"DISABLE_MKDOCS_2_WARNING": "true", "NO_MKDOCS_2_WARNING": "true"}
    command = [sys.executable, *COMMANDS[tool].split()]
    subprocess.run(command, cwd=tmp_path, env=environ, check=True)
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    sitemap = (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8")
    assert re.findall('rel="canonical" href="(.*?)"', page) == [
        f"https://example.com/2.0/{name}"
    ]
    assert re.findall("<loc>(.*?)</loc>", sitemap) == [
        f"https://example.com/1.0/{name}"
    ]
