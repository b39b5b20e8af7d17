"""Aliases: of the folders that hold the same, one is listed."""

from __future__ import annotations

import pytest

from scopemap.compose.aliases import Place, merge_aliases
from scopemap.compose.versionnames import read_name
from scopemap.compose.versions import Version, VersionSet, asked_sets
from scopemap.model import Note

BASE = "https://example.com/"


def page(canonical="", redirect=""):
    """Give a home page; what it names is below the base URL."""
    head = f'<link rel="canonical" href="{BASE}{canonical}">' if canonical else ""
    if redirect:
        head += f'<meta http-equiv="refresh" content="0; url={redirect}">'
    return f"<html><head><title>x</title>{head}</head><body>x</body></html>"


@pytest.fixture
def host(tmp_path):
    root = tmp_path / "host"

    def lay(folders, links=None):
        """Lay out a home page for each folder, and a sitemap where it is no stub."""
        for folder, html in folders.items():
            (root / folder).mkdir(parents=True, exist_ok=True)
            (root / folder / "index.html").write_text(html)
            if "refresh" not in html:
                (root / folder / "sitemap.xml").write_text(f"<urlset>{folder}</urlset>")
        for link, target in (links or {}).items():
            (root / link).symlink_to(target)
        return root

    return lay


def merge(root, *folders, prefer="version", base=""):
    """Merge folders that the option names; give what is listed, and all folders."""
    sets, _ = asked_sets(folders, root=root, folders=())
    (asked,) = sets
    merged, notes = merge_aliases(root, asked, base_url=BASE, prefer=prefer)
    assert merged.base == base
    found = {
        m.listed: (
            m.version.name,
            m.built,
            tuple(f"{p.folder} {p.how}" for p in m.places),
        )
        for m in merged.versions
    }
    return found, notes


OLD = {"1.0": ("1.0", "1.0", ("1.0 folder",))}


@pytest.mark.parametrize(
    ("canonical", "prefer", "listed"),
    [
        pytest.param("2.0/", "version", "2.0", id="version"),
        pytest.param("2.0/", "alias", "2.0", id="version-whatever-is-preferred"),
        pytest.param("latest/", "version", "latest", id="alias"),
        pytest.param("latest/", "alias", "latest", id="alias-either-way"),
        pytest.param("latest", "version", "latest", id="alias-without-slash"),
        pytest.param("latest/index.html", "version", "latest", id="alias-with-index"),
        pytest.param("", "version", "2.0", id="none"),
        pytest.param("", "alias", "latest", id="none-and-the-alias-preferred"),
        pytest.param("3.0/", "version", "2.0", id="another"),
    ],
)
def test_the_pages_own_canonical_links_say_which_is_listed(
    host, canonical, prefer, listed
):
    root = host({"1.0": page("1.0/"), "2.0": page(canonical)}, {"latest": "2.0"})
    places = ("2.0 folder", "latest link")
    assert merge(root, "1.0", "2.0", "latest", prefer=prefer) == (
        {listed: ("2.0", "2.0", places), **OLD},
        (),
    )


@pytest.mark.parametrize("canonical", ["latest/", "2.0/", ""])
def test_a_copy_is_the_same_version(host, canonical):
    """What it lists is where its own files lie, so nothing leads through a link."""
    root = host(
        {"1.0": page("1.0/"), "2.0": page(canonical), "latest": page(canonical)}
    )
    (root / "latest/sitemap.xml").write_bytes((root / "2.0/sitemap.xml").read_bytes())
    listed, other = ("latest", "2.0") if canonical == "latest/" else ("2.0", "latest")
    places = tuple(
        f"{folder} {'copy' if folder == other else 'folder'}"
        for folder in ("2.0", "latest")
    )
    assert merge(root, "1.0", "2.0", "latest") == (
        {listed: ("2.0", listed, places), **OLD},
        (),
    )


@pytest.mark.parametrize("prefer", ["version", "alias"])
@pytest.mark.parametrize(
    "target", ["../2.0/", "../2.0", "/2.0/index.html", f"{BASE}2.0/guide/"]
)
def test_a_folder_of_stubs_is_never_listed(host, target, prefer):
    root = host({"1.0": page("1.0/"), "2.0": page(), "latest": page("", target)})
    places = ("2.0 folder", "latest redirect")
    assert merge(root, "1.0", "2.0", "latest", prefer=prefer) == (
        {"2.0": ("2.0", "2.0", places), **OLD},
        (),
    )


def test_pages_that_name_a_folder_of_stubs_are_a_trap(host):
    """mike with `canonical_version: latest` and `alias_type: redirect`."""
    root = host({"2.0": page("latest/"), "latest": page("", "../2.0/")})
    text = (
        "the pages of https://example.com/2.0/ call https://example.com/latest/"
        " canonical, which sends readers back: engines may list neither"
        " (mike: take another alias_type than redirect)"
    )
    assert merge(root, "2.0", "latest") == (
        {"2.0": ("2.0", "2.0", ("2.0 folder", "latest redirect"))},
        (Note("warning", "versions", text),),
    )


def test_stubs_lead_over_stubs_to_a_version(host):
    root = host(
        {"2.0": page(), "latest": page("", "../stable/"), "stable": page("", "../2.0/")}
    )
    places = ("2.0 folder", "latest redirect", "stable redirect")
    assert merge(root, "2.0", "latest", "stable") == (
        {"2.0": ("2.0", "2.0", places)},
        (),
    )


def test_stubs_in_a_circle_are_no_version(host):
    root = host({"a": page("", "../b/"), "b": page("", "../a/"), "1.0": page()})
    text = "versions names a/, b/, which only leads elsewhere"
    assert merge(root, "1.0", "a", "b") == (OLD, (Note("info", "versions", text),))


def test_a_home_page_that_leads_on_in_its_own_version_is_no_stub(host):
    root = host({"1.0": page(), "2.0": page("", "intro.html")})
    assert merge(root, "1.0", "2.0") == (
        {"2.0": ("2.0", "2.0", ("2.0 folder",)), **OLD},
        (),
    )


def test_a_home_page_that_leads_away_beside_a_sitemap_is_no_stub(host):
    root = host({"1.0": page(), "2.0": page("", "https://other.example/")})
    (root / "2.0/sitemap.xml").write_text("<urlset/>")
    assert set(merge(root, "1.0", "2.0")[0]) == {"1.0", "2.0"}


def test_two_versions_with_one_home_page_stay_two(host):
    """Only a folder that is named like a pointer is taken for a copy."""
    root = host({"1.0": page(), "1.1": page()})
    for folder in ("1.0", "1.1"):
        (root / folder / "sitemap.xml").write_text("<urlset/>")
    assert set(merge(root, "1.0", "1.1")[0]) == {"1.0", "1.1"}


def test_a_pointer_that_was_built_for_itself_is_a_version(host):
    """As `/en/stable/` and `/en/2.0/` on Read the Docs: the sitemaps differ."""
    root = host({"en/2.0": page(), "en/stable": page()})
    assert set(merge(root, "en/2.0", "en/stable", base="en")[0]) == {
        "en/2.0",
        "en/stable",
    }


def test_a_series_that_links_to_its_newest_release_is_that_release(host):
    root = host({"2.0.1": page()}, {"2.0": "2.0.1", "2": "2.0", "latest": "2"})
    places = ("2 link", "2.0 link", "2.0.1 folder", "latest link")
    assert merge(root, "2", "2.0", "2.0.1", "latest") == (
        {"2.0.1": ("2.0.1", "2.0.1", places)},
        (),
    )


def test_a_version_that_links_to_its_alias_has_the_versions_name(host):
    root = host({"latest": page("2.0/")}, {"2.0": "latest"})
    assert merge(root, "2.0", "latest") == (
        {"2.0": ("2.0", "latest", ("2.0 link", "latest folder"))},
        (),
    )


def test_links_to_a_folder_that_is_no_version_are_the_same(host):
    root = host({"releases/abc": page()}, {"2.0": "releases/abc", "latest": "2.0"})
    assert merge(root, "2.0", "latest") == (
        {"2.0": ("2.0", "releases/abc", ("2.0 link", "latest link"))},
        (),
    )


def test_links_out_of_the_host_are_left_out(host, tmp_path):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/index.html").write_text(page())
    root = host({"1.0": page()}, {"2.0": tmp_path / "secret"})
    text = "versions names 2.0/, which leads elsewhere"
    assert merge(root, "1.0", "2.0") == (OLD, (Note("info", "versions", text),))


def test_a_home_page_that_links_out_of_the_host_says_nothing(host, tmp_path):
    (tmp_path / "secret.html").write_text(page("latest/"))
    root = host({"2.0": page()}, {"latest": "2.0"})
    (root / "2.0/index.html").unlink()
    (root / "2.0/index.html").symlink_to(tmp_path / "secret.html")
    assert set(merge(root, "2.0", "latest")[0]) == {"2.0"}


def test_declared_aliases_that_are_not_there_make_a_note(host):
    """So it is where git keeps links as files: `core.symlinks` on Windows."""
    root = host({"2.0": page()})
    (root / "latest").write_text("2.0")
    version = Version("2.0", "2.0", read_name("2.0"), aliases=("gone", "latest"))
    asked = VersionSet("", (version,), "versions.json")
    merged, notes = merge_aliases(root, asked, base_url=BASE)
    assert merged.versions[0].places == (Place("2.0", "folder"),)
    assert [note.text for note in notes] == [
        "versions.json names gone/, which is not there",
        "versions.json names latest/, which is not there",
    ]


def test_a_declared_alias_is_the_same_though_its_files_differ(host):
    root = host({"2.0": page("2.0/"), "new": page("new/")})
    version = Version("2.0", "2.0", read_name("2.0"), aliases=("new",))
    merged, notes = merge_aliases(root, VersionSet("", (version,), "f"), base_url=BASE)
    assert (merged.versions[0].places, notes) == (
        (Place("2.0", "folder"), Place("new", "copy")),
        (),
    )


def test_the_root_can_be_a_version(host):
    root = host({"": page(), "1.0": page("1.0/")})
    assert merge(root, "/", "1.0") == (
        {"": ("", "", (" folder",)), **OLD},
        (),
    )


def test_a_root_that_leads_to_a_version_is_that_version(host):
    root = host({"": page("", "1.0/"), "1.0": page("1.0/")})
    assert merge(root, "/", "1.0") == (
        {"1.0": ("1.0", "1.0", (" redirect", "1.0 folder"))},
        (),
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\x00\xff<html" * 10_000, id="noise"),
        pytest.param(b'<link rel="canonical" href="http://[::1">', id="no-url"),
        pytest.param(b'<link rel="canonical" href="' + b"../" * 9_000, id="endless"),
    ],
)
def test_whatever_a_home_page_holds_there_is_an_answer(host, data):
    root = host({"2.0": page()}, {"latest": "2.0"})
    (root / "2.0/index.html").write_bytes(data)
    assert set(merge(root, "2.0", "latest")[0]) == {"2.0"}


def test_aliases_stand_in_for_a_version_that_is_not_there(host):
    root = host({"latest": page()}, {"stable": "latest"})
    version = Version("2.0", "2.0", read_name("2.0"), aliases=("latest", "stable"))
    asked = VersionSet("", (version,), "versions.json")
    merged, notes = merge_aliases(root, asked, base_url=BASE)
    assert [(m.version.name, m.listed, m.folders) for m in merged.versions] == [
        ("2.0", "latest", ("latest", "stable"))
    ]
    assert [note.text for note in notes] == [
        "versions.json names 2.0/, which is not there"
    ]
