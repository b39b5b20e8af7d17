import re

import pytest

from scopemap.patterns import compile_pattern, compile_patterns, first_match, unmatched


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        pytest.param("guide/install/", "guide/install/", id="page-of-a-folder"),
        pytest.param("guide/", "guide/", id="folder-itself"),
        pytest.param("guide/", "guide/a/b.html", id="all-below-a-folder"),
        pytest.param("/guide/", "guide/a/", id="leading-slash"),
        pytest.param("/", "", id="slash-is-the-home-page"),
        pytest.param("about.html", "about.html", id="file"),
        pytest.param("*.html", "about.html", id="star-in-a-segment"),
        pytest.param("*.html", ".html", id="star-for-nothing"),
        pytest.param("v*/api/", "v1.0/api/a", id="star-in-a-folder"),
        pytest.param("*/draft-*", "blog/draft-1", id="two-stars"),
        pytest.param("*/", "blog/2024/a", id="any-folder"),
        pytest.param("**", "", id="everything-and-the-home-page"),
        pytest.param("**", "a/b/c.html", id="everything"),
        pytest.param("**.pdf", "a/b/c.pdf", id="suffix-anywhere"),
        pytest.param("**/c.html", "c.html", id="name-at-the-top"),
        pytest.param("**/c.html", "a/b/c.html", id="name-anywhere"),
        pytest.param("a/**/d/", "a/d/", id="no-folder-between"),
        pytest.param("a/**/d/", "a/b/c/d/e", id="folders-between"),
        pytest.param("a**z", "a/b/z", id="crossing-inside-a-name"),
        pytest.param("ü (1)+[x]?.html", "ü (1)+[x]?.html", id="no-other-wildcards"),
        pytest.param("a/*", "a/b\nc", id="newline-in-a-name"),
        pytest.param("a/", "a/b\nc", id="newline-in-a-folder"),
        pytest.param("**c", "a/b\nc", id="newline-anywhere"),
    ],
)
def test_what_a_pattern_matches(pattern, path):
    assert compile_pattern(pattern).fullmatch(path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        pytest.param("guide/", "guide", id="file-of-a-folders-name"),
        pytest.param("guide/", "guide-old/", id="longer-name"),
        pytest.param("guide/", "en/guide/", id="deeper-folder"),
        pytest.param("guide", "guide/", id="folder-of-a-files-name"),
        pytest.param("guide", "guide/a", id="below-a-name-without-slash"),
        pytest.param("/", "guide/", id="slash-is-no-more-than-the-home-page"),
        pytest.param("*.html", "guide/a.html", id="star-stays-in-its-segment"),
        pytest.param("*/a/", "b/c/a/", id="star-is-one-folder"),
        pytest.param("**/c.html", "abc.html", id="whole-names"),
        pytest.param("a/**/d/", "a/bd/", id="whole-folders"),
        pytest.param("Guide/", "guide/", id="case"),
        pytest.param("a.html", "axhtml", id="dot-is-a-dot"),
        pytest.param("a?", "ab", id="question-mark-is-itself"),
    ],
)
def test_what_a_pattern_does_not_match(pattern, path):
    assert compile_pattern(pattern).fullmatch(path) is None


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        pytest.param(
            "https://example.com/guide/",
            "is a URL; a pattern is a path below the base URL, like guide/",
            id="url",
        ),
        pytest.param(
            r"guide\install",
            r"holds a backslash; folders are parted by /",
            id="windows",
        ),
    ],
)
def test_a_pattern_that_no_path_can_match_is_refused(pattern, reason):
    with pytest.raises(ValueError, match=rf"\A{re.escape(reason)}\Z"):
        compile_pattern(pattern)


def test_the_first_pattern_that_matches_is_named():
    patterns = compile_patterns(["*.pdf", "guide/", "**"])
    assert [first_match(patterns, path) for path in ("a.pdf", "guide/a.pdf", "b")] == [
        "*.pdf",
        "guide/",
        "**",
    ]
    assert first_match(compile_patterns(["guide/"]), "a") is None


def test_patterns_that_match_nothing_are_named_in_their_order():
    patterns = compile_patterns(["zoo/", "guide/", "*.pdf"])
    assert unmatched(patterns, iter(["guide/a", "b.html"])) == ("zoo/", "*.pdf")
