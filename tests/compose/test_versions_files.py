"""Version files: mike's, sphinx-polyversion's, and what PyData's theme reads."""

from __future__ import annotations

import json

import pytest

from scopemap.compose.versionfiles import Declared, VersionFile, read_version_files
from scopemap.model import Note

BASE = "https://example.com/p/"
MIKE = [
    {"version": "dev", "title": "dev", "aliases": []},
    {
        "version": "2.0",
        "title": "2.0 (new)",
        "aliases": ["stable", "latest"],
        "properties": {"hidden": False, "mine": [1]},
    },
    {"version": "1.0", "title": "1.0", "aliases": [], "properties": {"hidden": True}},
]
SWITCHER = [
    {"version": "dev", "url": f"{BASE}latest/"},
    {
        "name": "2.1 (stable)",
        "version": "2.1",
        "url": f"{BASE}stable/index.html",
        "preferred": True,
    },
    {"version": "2.0", "url": "/p/2.0/"},
    {"version": "1.0", "url": "https://old.example.com/1.0/"},
    {"version": "0.9", "url": "0.9/"},
    {"version": "0.8", "url": f"{BASE}../0.8/"},
]
TWO = VersionFile(
    "versions.json", "mike", (Declared("2.0", "2.0"), Declared("1.0", "1.0"))
)


@pytest.fixture
def read(tmp_path):
    """Lay out files and read those that tell versions."""

    def read(files):
        for name, content in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            is_raw = isinstance(content, bytes)
            file.write_bytes(content if is_raw else json.dumps(content).encode())
        return read_version_files(tmp_path, files, base_url=BASE)

    return read


@pytest.mark.parametrize(
    ("folder", "prefix"),
    [pytest.param("", "", id="root"), pytest.param("api/", "api/", id="prefix")],
)
def test_mike_names_folders_beside_its_file(read, folder, prefix):
    assert read({f"{folder}versions.json": MIKE}) == (
        (
            VersionFile(
                f"{folder}versions.json",
                "mike",
                (
                    Declared(f"{prefix}dev", "dev", "dev"),
                    Declared(
                        f"{prefix}2.0",
                        "2.0",
                        "2.0 (new)",
                        (f"{prefix}latest", f"{prefix}stable"),
                    ),
                    Declared(f"{prefix}1.0", "1.0", "1.0", hidden=True),
                ),
            ),
        ),
        (),
    )


@pytest.mark.parametrize(
    "path",
    ["switcher.json", "dev/_static/switcher.json", "_static/version_switcher.json"],
)
def test_a_switcher_names_urls_wherever_it_lies(read, path):
    """Those of other hosts are another's, and those relative to a page are nowhere."""
    assert read({path: SWITCHER}) == (
        (
            VersionFile(
                path,
                "switcher",
                (
                    Declared("latest", "dev"),
                    Declared("stable", "2.1", "2.1 (stable)", preferred=True),
                    Declared("2.0", "2.0"),
                ),
            ),
        ),
        (),
    )


def test_a_switcher_may_name_the_root(read):
    items = [{"version": "2.0", "url": BASE}, {"version": "1.0", "url": f"{BASE}1.0"}]
    assert read({"switcher.json": items})[0] == (
        VersionFile(
            "switcher.json", "switcher", (Declared("", "2.0"), Declared("1.0", "1.0"))
        ),
    )


def test_of_the_copies_that_versions_took_along_the_fullest_counts(read, tmp_path):
    old, new = (
        [{"version": v, "url": f"{BASE}{v}/"} for v in versions.split()]
        for versions in ("1.0", "1.0 2.0")
    )
    for folder in ("1.0", "2.0"):
        (tmp_path / folder).mkdir()
    found, notes = read(
        {
            "1.0/_static/switcher.json": old,
            "2.0/_static/switcher.json": new,
            "1.0/_static/sub/switcher.json": old,
        }
    )
    assert ([file.path for file in found], notes) == (["2.0/_static/switcher.json"], ())


def test_two_sites_of_one_host_have_a_file_each(read):
    items = [{"version": "1.0", "title": "1.0", "aliases": []}]
    found, notes = read({"api/versions.json": items, "versions.json": items})
    assert ([file.path for file in found], notes) == (
        ["versions.json", "api/versions.json"],
        (),
    )


def test_a_byte_order_mark_means_nothing(read):
    items = [{"version": "2.0"}, {"version": "1.0"}]
    data = b"\xef\xbb\xbf" + json.dumps(items).encode()
    assert read({"versions.json": data}) == ((TWO,), ())


@pytest.mark.parametrize(
    "wrong",
    [
        5,
        "1.0",
        None,
        [],
        {},
        {"version": 3},
        {"version": None},
        {"version": ".."},
        {"version": "../../etc"},
        {"version": "a/b"},
        {"version": "/etc"},
        {"version": "a\\b"},
        {"version": "a\u0000b"},
        {"version": "a\nb"},
        {"version": ""},
        {"version": "9" * 300},
        {"version": "\U0001f600" * 150, "aliases": ["\U0001f600" * 150]},
        {"version": "3.0", "aliases": "latest"},
        {"version": "3.0", "title": []},
        {"version": "2.0", "title": "again"},
        {"url": "https://example.com/p/4.0/"},
    ],
)
def test_what_is_wrong_in_a_file_spoils_nothing_else(read, wrong):
    items = [wrong, {"version": "2.0"}, wrong, {"version": "1.0"}]
    (found,), notes = read({"versions.json": items})
    assert {v.folder for v in found.versions} == {"2.0", "1.0"}
    assert notes == ()


@pytest.mark.parametrize("alias", ["..", "a/b", "/etc", "", ".", "2.0", "a\u0000"])
def test_an_alias_that_is_no_folder_beside_the_file_is_none(read, alias):
    items = [{"version": "2.0", "aliases": [alias, "ok"]}]
    (found,), _ = read({"versions.json": items})
    assert found.versions == (Declared("2.0", "2.0", aliases=("ok",)),)


@pytest.mark.parametrize("properties", [5, "x", [], {"hidden": "yes"}, {"a": {}}, None])
def test_properties_are_the_users_own(read, properties):
    items = [{"version": "2.0", "properties": properties}]
    assert read({"versions.json": items})[0][0].versions == (Declared("2.0", "2.0"),)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/p/../../etc/",
        "https://example.com/p/%2e%2e/x/",
        "https://example.com/p/a%00b/",
        "https://example.com/p/a//b/",
        "https://user:pw@example.com/p/1/",
        "ftp://example.com/p/1/",
        "https://example.com/p/" + "a/" * 20,
        "https://[::1/p/",
        "//example.com:99999/p/",
    ],
)
def test_a_url_that_leads_nowhere_below_is_no_version(read, url):
    items = [{"version": "3", "url": url}, {"version": "2", "url": f"{BASE}2/"}]
    (found,), notes = read({"switcher.json": items})
    assert (found.versions, notes) == ((Declared("2", "2"),), ())


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(b"", "Input data was truncated", id="empty"),
        pytest.param(
            b"\xff\xfe[\0]\0",
            "JSON is malformed: invalid character (byte 0)",
            id="utf-16",
        ),
        pytest.param(
            b"[" * 500_000,
            "maximum recursion depth exceeded while deserializing an object",
            id="deep",
        ),
        pytest.param(
            b"[" + b" " * 1_100_000 + b"]", "it is longer than 1048576 bytes", id="huge"
        ),
        pytest.param(b"[1e999]", "Number out of range - at `$[0]`", id="number"),
    ],
)
def test_a_file_that_is_no_json_makes_a_note(read, data, problem):
    text = f"versions.json cannot be read as JSON ({problem})"
    assert read({"versions.json": data}) == ((), (Note("warning", "versions", text),))


@pytest.mark.parametrize(
    "data", [{}, [], 5, "x", None, [5], {"1.0": "v1"}, [{"a": 1}], [[["1.0"]]]]
)
def test_json_of_another_form_makes_a_note(read, data):
    text = "versions.json is no version file of a known form"
    assert read({"versions.json": data}) == ((), (Note("info", "versions", text),))


def test_a_file_that_has_gone_meanwhile_makes_a_note(tmp_path):
    found, (note,) = read_version_files(tmp_path, ["versions.json"], base_url=BASE)
    assert (found, note.level) == ((), "warning")


def test_other_names_are_not_read(read):
    assert read({"my-versions.json.bak": MIKE, "data.json": MIKE}) == ((), ())
