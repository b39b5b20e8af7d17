"""The state of real builds: what a theme or a module does to a page is no change."""

from __future__ import annotations

import pytest

OLD = "2024-02-01T12:00:00+00:00"
NEW = "2024-05-01T12:00:00+00:00"
TEXT = "# A page\n\n## Part\n\nSome *text* and a [link](https://site.example/).\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("mkdocs", "readthedocs", id="theme"),
        pytest.param("material", "material", id="material"),
    ],
)
def test_mkdocs_theme_and_permalinks_change_no_date(docs, before, after):
    docs.write({"docs/index.md": TEXT, "docs/a.md": TEXT, "docs/b.md": TEXT})
    docs.write({".gitignore": "site/\nstate.json\n"})
    settings = {"plugins": "[scopemap: {state: state.json}]"}
    docs.configure(**settings, theme=before)
    docs.commit(OLD)
    docs.build(**settings, theme=before)
    for name in ("index", "a", "b"):
        docs.write({f"docs/{name}.md": f"{TEXT}\n<!-- a comment -->\n"})
    docs.commit(NEW)
    docs.build(
        **settings,
        theme=after,
        copyright="Copyright 2025",
        nav="[b.md, a.md, index.md]",
        markdown_extensions="[toc: {permalink: true}]",
    )
    assert docs.dates() == dict.fromkeys(("/", "/a/", "/b/"), OLD)
    docs.write({"docs/a.md": f"{TEXT}\nMore.\n"})
    docs.commit("2024-06-01T12:00:00+00:00")
    docs.build(**settings, theme=after)
    assert docs.dates()["/a/"] == "2024-06-01T12:00:00+00:00"


def test_a_module_that_changes_without_its_docstrings_keeps_the_date(project):
    """Of an autodoc page; the module is among what it is made of."""
    module = 'def f():\n    """Do it."""\n    return {}\n'
    settings = {
        "extensions": ["sphinx.ext.autodoc", "sphinx_scopemap"],
        "scopemap_state": "../state.json",
    }
    project.write(
        {
            "docs/index.rst": "Home\n====\n\n.. automodule:: statemod\n   :members:\n",
            "docs/statemod.py": module.format(1),
            ".gitignore": "site/\ndoctrees/\nstate.json\n__pycache__/\n",
        }
    )
    path = f"import sys\nsys.path.insert(0, {str(project.root / 'docs')!r})\n"
    project.configure(path, **settings)
    project.commit(OLD)
    assert project.spawn(code=path, **settings) == 0
    assert project.dates() == {"/index.html": OLD}
    project.write({"docs/statemod.py": module.format(2)})
    project.commit(NEW)
    assert project.spawn(code=path, **settings) == 0
    assert project.dates() == {"/index.html": OLD}
    project.write({"docs/statemod.py": module.format(2).replace("Do it", "Do that")})
    project.commit("2024-06-01T12:00:00+00:00")
    assert project.spawn(code=path, **settings) == 0
    assert project.dates() == {"/index.html": "2024-06-01T12:00:00+00:00"}


def test_a_mass_edit_of_front_matter_changes_no_date_of_a_blog(blog):
    for n in range(3):
        blog.write({f"content/pages/{n}.md": f"Title: Page {n}\n\nText {n}.\n"})
    blog.write({".gitignore": "site/\nstate.json\n__pycache__/\n"})
    settings = {"DIRECT_TEMPLATES": [], "SCOPEMAP_STATE": "state.json"}
    blog.configure(**settings)
    blog.commit(OLD)
    blog.build(**settings)
    assert set(blog.dates().values()) == {OLD}
    for n in range(3):
        text = f"Title: Page {n}\nsitemap_priority: 0.5\n\nText {n}.\n"
        blog.write({f"content/pages/{n}.md": text})
    blog.commit(NEW)
    blog.build(**settings)
    assert set(blog.dates().values()) == {OLD}
    assert "state.json" not in blog.files
