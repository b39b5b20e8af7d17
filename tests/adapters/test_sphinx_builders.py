"""Sphinx's builders, and builds that are not the first, not whole or not well."""

from __future__ import annotations

import pickle
import sys

import pytest

SITE = "https://handbook.example"
TREE = {"docs/index.rst": "Home\n====\n\n.. toctree::\n   :glob:\n\n   **\n"}
PAGES = {
    **TREE,
    "docs/page.rst": "Page\n====\n",
    "docs/sub/index.rst": "Sub\n===\n",
}
LISTED = ["/index.html", "/page.html", "/sub/index.html"]
# Sphinx takes several processes from six documents on.
MANY = {
    **PAGES,
    **{f"docs/{n}.rst": f"{n}\n=====\n" for n in ("a", "b", "c", "d", "e")},
}


# --- builds that follow another


def test_a_build_that_changes_nothing_gives_the_same_bytes(project):
    project.write(PAGES)
    project.build("-W")
    before = project.ours
    project.build("-W")
    assert "no targets are out of date" in project.status
    assert project.ours == before
    assert project.listed() == LISTED


def test_a_build_after_an_edit_lists_all_pages(project):
    """sphinx-sitemap#13: it lists what is written anew."""
    project.write(PAGES)
    project.build("-W")
    before = project.ours
    project.write({"docs/page.rst": "Page\n====\n\nMore.\n"})
    project.build("-W")
    assert "updating environment: 0 added, 1 changed, 0 removed" in project.status
    assert project.ours == before


def test_a_new_page_comes_and_one_that_is_gone_goes_though_its_file_stays(project):
    project.write(PAGES)
    project.build("-W")
    project.write({"docs/new.rst": "New\n===\n"})
    (project.root / "docs/page.rst").unlink()
    project.build("-W")
    assert "updating environment: 1 added, 1 changed, 1 removed" in project.status
    assert "page.html" in project.files
    assert project.listed() == ["/index.html", "/new.html", "/sub/index.html"]


def test_a_page_that_is_excluded_later_goes(project):
    project.write(PAGES)
    project.build("-W")
    project.build("-W", exclude_patterns=["page.rst"])
    assert "page.html" in project.files
    assert project.listed() == ["/index.html", "/sub/index.html"]


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_all_ways_to_build_give_the_same_bytes(project, builder):
    project.write(MANY)
    project.commit("2024-05-01T12:00:00+00:00")
    seen = []
    for number, flags in enumerate((("-j", "1"), ("-j", "2"), ("-E", "-a"), ())):
        site = f"site/{min(number, 1)}"
        assert project.build("-W", *flags, builder=builder, site=site) == 0
        seen.append(project.ours)
        (project.root / "doctrees/environment.pickle").unlink()
    assert seen[1:] == seen[:1] * 3
    assert len(project.listed()) == (1 if builder == "singlehtml" else 8)


def test_a_removed_index_is_none_of_the_pages(project):
    """Indexes are made in each build; the file of an earlier one stays."""
    project.write({**TREE, "docs/api.rst": "API\n===\n\n.. py:module:: shop\n"})
    project.build("-W", scopemap_keep=["machine"])
    assert "/py-modindex.html" in project.listed()
    project.write({"docs/api.rst": "API\n===\n"})
    project.build("-W", scopemap_keep=["machine"])
    assert "py-modindex.html" in project.files
    assert project.listed() == [
        "/api.html",
        "/genindex.html",
        "/index.html",
        "/search.html",
    ]


def test_a_set_that_was_taken_away_comes_back(project):
    project.write(PAGES)
    project.build("-W")
    before = project.ours
    for name in before:
        (project.site / name).unlink()
    project.build("-W")
    assert project.ours == before


def test_two_builders_share_their_doctrees(project):
    project.write(PAGES)
    for _ in range(2):
        project.build("-W", builder="html", site="site/html")
        assert project.listed() == LISTED
        project.build("-W", builder="dirhtml", site="site/dirhtml")
        assert project.listed() == ["/", "/page/", "/sub/"]


# --- builds of given files


def test_a_build_of_given_files_lists_what_is_there(project):
    """More than half of the pages have no file, which is no fault here."""
    project.write({**TREE, **{f"docs/{n}.rst": "Page\n====\n" for n in range(20)}})
    given = project.root / "docs/7.rst"
    project.build(files=[given])
    assert project.listed() == ["/7.html", "/index.html"]
    submit = f"submit {SITE}/sitemap-index.xml"
    assert [line for line in project.log() if "scopemap" in line] == [
        f"INFO scopemap: 2 URLs in 1 sitemap, 2 skipped; {submit}"
    ]
    assert project.build("-W") == 0
    whole = project.ours
    assert len(project.listed()) == 21
    assert project.build("-W", files=[given]) == 0
    assert project.ours == whole


# --- builders that make no site

OTHERS = (
    "changes devhelp dummy epub gettext htmlhelp json latex linkcheck man pickle"
    " pseudoxml qthelp texinfo text xml"
).split()
# Of Sphinx 9 itself.
OF_SPHINX = "ignore:'(sphinxcontrib|tags'):PendingDeprecationWarning"
SETTINGS = {"author": "A", "copyright": "A", "version": "1", "release": "1"}


@pytest.mark.parametrize("builder", OTHERS)
@pytest.mark.filterwarnings(OF_SPHINX)
def test_a_builder_that_makes_no_site_gets_nothing(project, builder):
    project.write(PAGES)
    more = {"builder": builder, **SETTINGS}
    assert project.build("-W", site="site/without", extensions=[], **more) == 0
    without = project.files
    assert project.build("-W", "-E", site="site/with", **more) == 0
    assert project.files == without
    assert project.log() == []


@pytest.mark.parametrize("builder", ["json", "text"])
@pytest.mark.filterwarnings(OF_SPHINX)
@pytest.mark.parametrize("base", ["/docs/", ""])
def test_the_base_url_is_no_matter_of_theirs(project, builder, base):
    project.write(PAGES)
    assert project.build("-W", builder=builder, html_baseurl=base, **SETTINGS) == 0
    assert project.log() == []


# --- builders of extensions

SUBCLASS = """
from sphinx.builders.{module} import {base}

class Own({base}):
    name = "own"
    {more}

def setup(app):
    app.add_builder(Own)
"""


def build_own(project, monkeypatch, module, base, more=""):
    """Build with a subclass, in an extension of a name that no other test has."""
    monkeypatch.syspath_prepend(project.root / "extensions")
    extension = project.root.name
    code = SUBCLASS.format(module=module, base=base, more=more)
    project.write({**PAGES, f"extensions/{extension}.py": code})
    extensions = [extension, "sphinx_scopemap"]
    return project.build("-W", builder="own", extensions=extensions, **SETTINGS)


@pytest.mark.parametrize(
    ("module", "base", "listed"),
    [
        pytest.param("html", "StandaloneHTMLBuilder", LISTED, id="html"),
        pytest.param(
            "dirhtml", "DirectoryHTMLBuilder", ["/", "/page/", "/sub/"], id="dirhtml"
        ),
        pytest.param(
            "singlehtml", "SingleFileHTMLBuilder", ["/index.html"], id="singlehtml"
        ),
    ],
)
def test_a_builder_of_an_extension_is_as_its_base(
    project, monkeypatch, module, base, listed
):
    assert build_own(project, monkeypatch, module, base) == 0
    assert project.listed() == listed


def test_a_builder_of_an_extension_may_have_urls_of_its_own(project, monkeypatch):
    more = "get_target_uri = lambda self, name, typ=None: name.removesuffix('index')"
    assert build_own(project, monkeypatch, "html", "StandaloneHTMLBuilder", more) == 0
    assert project.listed() == ["/", "/page", "/sub/"]


@pytest.mark.parametrize(
    ("module", "base", "more"),
    [
        pytest.param("epub3", "Epub3Builder", "", id="epub"),
        pytest.param("html", "StandaloneHTMLBuilder", "embedded = True", id="embedded"),
    ],
)
def test_a_builder_of_an_extension_that_makes_no_site_gets_nothing(
    project, monkeypatch, module, base, more
):
    assert build_own(project, monkeypatch, module, base, more) == 0
    assert project.ours == {}
    assert project.log() == []


# --- builds that fail

FAIL = """
def setup(app):
    app.connect("html-page-context", fail)

def fail(app, name, *rest):
    if name == "sub/index":
        raise ValueError("boom")
"""


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_build_that_fails_leaves_the_set_as_it_was(project, builder):
    project.write(PAGES)
    project.build("-W", builder=builder)
    before = project.ours
    project.write({"docs/new.rst": "New\n===\n"})
    assert project.build("-E", "-a", builder=builder, code=FAIL) == 2
    assert "new" in " ".join(project.files)
    assert project.ours == before
    # Sphinx takes it away itself.
    assert not (project.root / "doctrees/environment.pickle").exists()
    assert project.build("-W", builder=builder) == 0
    assert len(project.listed()) == 4


def test_a_first_build_that_fails_writes_nothing(project):
    project.write(PAGES)
    assert project.build(code=FAIL) == 2
    assert project.ours == {}


def test_a_build_with_warnings_of_others_writes_the_set(project):
    project.write({**PAGES, "docs/page.rst": "Page\n====\n\n:ref:`nowhere`\n"})
    assert project.build("-W", "--keep-going") == 1
    assert project.listed() == LISTED


# --- what Sphinx keeps, and what it says of its extensions


def test_nothing_is_kept_in_the_environment(project):
    project.write(PAGES)
    kept = []
    for extensions in ([], ["sphinx_scopemap"]):
        project.build("-E", "-W", extensions=extensions)
        pickled = (project.root / "doctrees/environment.pickle").read_bytes()
        kept.append(sorted(vars(pickle.loads(pickled))))  # noqa: S301  # this test's own
    assert kept[0] == kept[1]


def test_no_warning_of_python_is_of_ours(project):
    """Such as those of `env.app`, which goes with Sphinx 11."""
    project.write(MANY)
    python = (sys.executable, "-X", "dev", "-W", "error")
    assert project.spawn("-W", "-j", "2", python=python) == 0
    assert len(project.listed()) == 8
    assert project.errors == ""


def test_the_exit_status_is_1_for_a_warning_and_2_for_a_wrong_setting(project):
    project.write({**PAGES, "docs/page.rst": ":sitemap: perhaps\n\nPage\n====\n"})
    assert project.spawn("-W", html_baseurl="/docs/") == 2
    assert project.spawn("-W", "--keep-going") == 1
    said = "scopemap: page: sitemap: 'perhaps' must be yes or no"
    assert project.log()[1:] == [f"WARNING: {said} [scopemap.page-word]"]
