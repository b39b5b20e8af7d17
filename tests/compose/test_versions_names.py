"""Names of versions: which is a release, and which is the newer one."""

from __future__ import annotations

import pytest

from scopemap.compose.versionnames import may_be_proposed, read_name


@pytest.mark.parametrize(
    ("name", "kind", "number"),
    [
        ("1.0", "final", "1.0"),
        ("v1.0", "final", "1.0"),
        ("V2", "final", "2"),
        ("release-1.2", "final", "1.2"),
        ("release/1.2", "final", "1.2"),
        ("rel_2_0", "final", "2.0"),
        ("stable-4", "final", "4"),
        ("2024", "final", "2024"),
        ("2024.1", "final", "2024.1"),
        ("2024-01-15", "final", "2024.1.15"),
        ("1.0-1", "final", "1.0.post1"),
        ("8.0-LTS", "final", "8.0"),
        ("v2.x", "final", "2.999999999"),
        ("1.4.x", "final", "1.4.999999999"),
        ("1.0rc1", "prerelease", "1.0rc1"),
        ("v1.0.0-beta.2", "prerelease", "1.0.0b2"),
        ("2.0-SNAPSHOT", "prerelease", "2.0.dev0"),
        ("v3.0-dev", "prerelease", "3.0.dev0"),
        ("main", "moving", None),
        ("Nightly", "moving", None),
        ("dev", "moving", None),
        ("latest", "pointer", None),
        ("stable", "pointer", None),
        ("feature/x", "other", None),
        ("hotfix/1.2.3", "other", None),
        ("pr-12", "other", None),
        ("2.0-docs", "other", None),
        ("x", "other", None),
        ("", "other", None),
        pytest.param("9" * 5_000, "other", None, id="endless-number"),
        pytest.param("1" + ".1" * 5_000, "other", None, id="endless-dots"),
    ],
)
def test_a_name_says_what_kind_of_version_it_is(name, kind, number):
    named = read_name(name)
    shown = None if named.number is None else str(named.number)
    assert (named.kind, shown) == (kind, number)


def test_versions_sort_from_what_says_nothing_to_the_newest_release():
    ordered = (
        "v1.x 2024 1.10 0.9 main v1.0 3.0.dev0 release-1.2 pr-1 2.0rc1 latest".split()
    )
    assert sorted(ordered, key=lambda n: read_name(n).order) == [
        "pr-1",
        "latest",
        "main",
        "2.0rc1",
        "3.0.dev0",
        "0.9",
        "v1.0",
        "release-1.2",
        "1.10",
        "v1.x",
        "2024",
    ]


@pytest.mark.parametrize(
    "name", ["2024", "404", "01", "2024-01", "007", "guide", "en", "v", ""]
)
def test_what_may_be_a_year_or_an_error_is_never_proposed(name):
    assert not may_be_proposed(name)


@pytest.mark.parametrize(
    "name", ["1.0", "v2", "3", "10", "v2.x", "2024.1", "latest", "dev", "release-1.2"]
)
def test_what_is_named_like_a_version_may_be_proposed(name):
    assert may_be_proposed(name)
