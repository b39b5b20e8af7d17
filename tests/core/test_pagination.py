from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from scopemap.facts import Facts
from scopemap.pagination import find_parts


def parts(**titles: str) -> set[str]:
    pages = {n.replace("__", "/"): title for n, title in titles.items()}
    facts = {PurePosixPath(f"{n}.html"): Facts(title=t) for n, t in pages.items()}
    return {str(path) for path in find_parts(facts)}


@pytest.mark.parametrize(
    ("first", "part"),
    [
        pytest.param("index", "index2", id="pelican"),
        pytest.param("index", "index-1", id="nikola"),
        pytest.param("blog__index", "blog__page__2__index", id="hugo"),
        pytest.param("index", "page__12__index", id="at-the-root"),
        pytest.param("blog__index", "blog__page__2", id="file"),
    ],
)
def test_a_name_tells_where_the_first_part_is_there(first, part):
    name = f"{part.replace('__', '/')}.html"
    assert parts(**{first: "Blog", part: "Blog (page 2)"}) == {name}
    assert parts(**{part: "Blog"}) == set()


def test_other_names_tell_with_their_titles():
    """Pelican's `author/ann.html`, `author/ann2.html` and so on."""
    found = parts(
        author__ann="Ann", author__ann2="Ann", author__ann3="Ann", author__bob="Bob"
    )
    assert found == {"author/ann2.html", "author/ann3.html"}


@pytest.mark.parametrize(
    "titles",
    [
        pytest.param({"chapter": "One", "chapter2": "Two"}, id="other-title"),
        pytest.param({"a": "Site", "a2": "Site", "b": "Site"}, id="title-of-the-site"),
        pytest.param({"a": "", "a2": ""}, id="no-title"),
        pytest.param({"python": "P", "python3": "Q"}, id="version"),
        pytest.param({"a": "T", "a1": "T"}, id="one"),
        pytest.param({"2023": "T", "2024": "T"}, id="years"),
    ],
)
def test_a_number_alone_tells_nothing(titles):
    assert parts(**titles) == set()
