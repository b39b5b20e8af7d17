"""Versions: which builds of a site they are, and which of them is listed."""

from __future__ import annotations

import msgspec
import pytest

from scopemap.compose.advising import advise, find_tool
from scopemap.compose.aliases import Merged, MergedSet, Place
from scopemap.compose.choosing import Choice, LeftOut, choose
from scopemap.compose.versionfiles import Declared, VersionFile
from scopemap.compose.versionnames import read_name
from scopemap.compose.versions import (
    Version,
    VersionSet,
    asked_sets,
    declared_sets,
    home_folders,
)
from scopemap.errors import OptionError
from scopemap.facts import Facts
from scopemap.model import Note

BASE = "https://example.com/"


def ask(tmp_path, versions, *folders):
    for folder in folders:
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    return asked_sets(versions, root=tmp_path, folders=folders)


def shown(sets):
    return {s.base: {v.folder: v.name for v in s.versions} for s in sets}


def test_folders_and_patterns_make_a_set_for_each_folder_that_holds_them(tmp_path):
    """Read the Docs: `/lang/version/`."""
    folders = ("de/stable", "en/2.0", "en/stable", "guide")
    sets, notes = ask(tmp_path, ["*/*"], *folders)
    assert shown(sets) == {
        "de": {"de/stable": "stable"},
        "en": {"en/2.0": "2.0", "en/stable": "stable"},
    }
    assert notes == ()


def test_branches_with_a_slash_join_the_versions_above_them(tmp_path):
    """sphinx-multiversion and sphinx-polyversion write `feature/x` into its path."""
    sets, _ = ask(tmp_path, ["v*", "feature/*"], "v1.0", "v2.0", "feature/x")
    assert shown(sets) == {
        "": {"feature/x": "feature/x", "v1.0": "v1.0", "v2.0": "v2.0"}
    }


@pytest.mark.parametrize("asked", ["./v1", "v1/.", "v1//", "/v1"])
def test_a_folder_is_the_same_however_it_is_spelt(tmp_path, asked):
    sets, _ = ask(tmp_path, [asked, ".hidden"], "v1", ".hidden")
    assert shown(sets) == {"": {"v1": "v1", ".hidden": ".hidden"}}


def test_a_mapping_names_each_folder(tmp_path):
    sets, _ = ask(tmp_path, {"current": "2.0", "old": "1.0"}, "current", "old")
    assert shown(sets) == {"": {"current": "2.0", "old": "1.0"}}
    assert [str(v.named.number) for v in sets[0].versions] == ["2.0", "1.0"]


def test_a_pattern_that_matches_nothing_is_noted(tmp_path):
    _, notes = ask(tmp_path, ["v1", "w*"], "v1")
    text = "versions[1]: no folder with a home page matches 'w*'"
    assert notes == (Note("info", "versions", text),)


@pytest.mark.parametrize(
    ("versions", "where"),
    [
        pytest.param(["v1", "v9"], "versions[1]", id="missing"),
        pytest.param(["../v1"], "versions[0]", id="outside"),
        pytest.param(["v" * 300], "versions[0]", id="longer-than-names-are"),
        pytest.param({"v9": "9"}, "versions.v9", id="mapping"),
        pytest.param(["https://example.com/v*"], "versions[0]", id="url"),
    ],
)
def test_a_folder_that_is_not_there_is_an_error(tmp_path, versions, where):
    with pytest.raises(OptionError) as caught:
        ask(tmp_path, versions, "v1")
    assert caught.value.where == where


def test_folders_with_a_home_page_may_be_links(tmp_path):
    (tmp_path / "2.0").mkdir()
    (tmp_path / "2.0/index.html").touch()
    (tmp_path / "latest").symlink_to("2.0")
    (tmp_path / "assets").mkdir()
    (tmp_path / "media").symlink_to("assets")
    files = ["2.0/index.html", "index.html", "x/readme.html"]
    assert home_folders(tmp_path, files, ["latest", "media"]) == {"", "2.0", "latest"}


def test_files_declare_sets_each_for_itself():
    files = (
        VersionFile("versions.json", "mike", (Declared("1", "1"),)),
        VersionFile(
            "s/switcher.json",
            "switcher",
            (Declared("s/de/2", "2"), Declared("s/en/1", "1", preferred=True)),
        ),
    )
    one, old, new = (
        Version(f, f[-1], read_name(f[-1])) for f in ("1", "s/de/2", "s/en/1")
    )
    new = msgspec.structs.replace(new, preferred=True)
    assert declared_sets(files) == (
        VersionSet("", (one,), "versions.json", "mike"),
        VersionSet("s/de", (old,), "s/switcher.json", "switcher"),
        VersionSet("s/en", (new,), "s/switcher.json", "switcher"),
    )


def made(text, facts=None, **fields):
    """Make a version of its names: `2.0=latest,stable` lies in three folders."""
    name, _, aliases = text.partition("=")
    folders = sorted([name, *filter(None, aliases.split(","))])
    places = tuple(Place(f, "folder" if f == name else "link") for f in folders)
    version = Version(name, name, read_name(name), **fields)
    return Merged(version, name, name, places, facts or Facts())


def versions(*texts, default=None, **special):
    found = [special.get(text) or made(text) for text in texts]
    found.sort(key=lambda m: m.version.named.order, reverse=True)
    return MergedSet("", tuple(found), "versions.json", "mike", default)


def pick(found, **options):
    choice, notes = choose(found, base_url=BASE, **options)
    reasons = {left.version.listed: left.reason for left in choice.left_out}
    return [m.listed for m in choice.chosen], reasons, notes


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        pytest.param("1.0 2.0=latest 3.0", "2.0", id="alias"),
        pytest.param("1.0=latest 2.0=stable", "2.0", id="stable-first"),
        pytest.param("1.0 2.0 stable", "stable", id="pointer-with-a-build-of-its-own"),
        pytest.param("latest stable 2.0", "stable", id="read-the-docs"),
        pytest.param("latest main", "latest", id="read-the-docs-without-a-release"),
        pytest.param("1.9 1.10 2.0rc1 main", "1.10", id="newest-release"),
        pytest.param("v1.x v1.9", "v1.x", id="line"),
        pytest.param("2023 2024", "2024", id="years"),
        pytest.param("2.0b1 2.0rc1 main", "2.0rc1", id="newest-prerelease"),
        pytest.param("develop main pr-1", "main", id="branch"),
        pytest.param("pr-1", "pr-1", id="only-one"),
        pytest.param("1.0=release-1.0 0.9=release", "0.9", id="word-in-whole"),
    ],
)
def test_by_default_the_latest_is_chosen(names, chosen):
    assert pick(versions(*names.split()))[0] == [chosen]


def test_what_a_switcher_prefers_is_the_latest():
    found = versions("1.0", "2.0=latest", **{"1.0": made("1.0", preferred=True)})
    assert pick(found) == (["1.0"], {"2.0": "newer"}, ())


def test_that_to_which_the_page_above_leads_is_the_latest():
    assert pick(versions("1.0", "2.0", default="1.0"))[0] == ["1.0"]


def test_a_hidden_version_is_not_the_newest():
    found = versions("1.0", "2.0", **{"2.0": made("2.0", hidden=True)})
    assert pick(found) == (["1.0"], {"2.0": "hidden"}, ())


def test_each_that_is_left_out_has_its_reason():
    names = "1.0 2.0=stable 3.0 3.1rc1 main pr-1 latest"
    assert pick(versions(*names.split())) == (
        ["2.0"],
        {
            "3.0": "newer",
            "1.0": "older",
            "3.1rc1": "prerelease",
            "main": "development",
            "latest": "unnamed",
            "pr-1": "unnamed",
        },
        (),
    )


def test_the_supported_are_named_by_patterns():
    found = versions("1.0", "2.0", "2.1=latest", "main", "9")
    options = {"policy": "supported", "supported": ["2.*", "main", "8.*"]}
    text = "supported: '8.*' matches no version (9, 2.1, 2.0, 1.0, main)"
    assert pick(found, **options) == (
        ["2.1", "2.0", "main"],
        {"9": "unsupported", "1.0": "unsupported"},
        (Note("info", "versions", text),),
    )


def test_the_supported_may_be_named_by_an_alias():
    found = versions("1.0=lts", "2.0=latest", "3.0")
    options = {"policy": "supported", "supported": ["lts", "latest"]}
    assert pick(found, **options)[0] == ["2.0", "1.0"]


def test_all_are_all_but_the_hidden():
    found = versions("1.0", "2.0", "main", **{"1.0": made("1.0", hidden=True)})
    assert pick(found, policy="all") == (["2.0", "main"], {"1.0": "hidden"}, ())


@pytest.mark.parametrize(
    ("names", "options", "problem"),
    [
        pytest.param(
            "pr-1 pr-2",
            {},
            "nothing tells which of pr-1, pr-2 is the latest; name what is supported",
            id="no-latest",
        ),
        pytest.param(
            "1.0 2.0",
            {"policy": "supported", "supported": ["3.*"]},
            "must match one of the versions: 2.0, 1.0",
            id="no-match",
        ),
        pytest.param(
            "1.0",
            {"policy": "supported"},
            "must name versions, where the policy is supported",
            id="no-patterns",
        ),
        pytest.param("", {}, "versions.json names no version that is there", id="none"),
    ],
)
def test_nothing_to_list_is_an_error(names, options, problem):
    with pytest.raises(OptionError) as caught:
        pick(versions(*names.split()), **options)
    assert caught.value.problem == problem


def test_what_says_enough_to_engines_is_settled():
    old = made("1.0", Facts(canonical=f"{BASE}latest/"))
    other = made("1.1", Facts(canonical=f"{BASE}1.0/"))
    hidden = made("1.2", Facts(noindex="robots: noindex"))
    new = made("2.0=latest")
    choice, _ = choose(MergedSet("", (new, hidden, other, old), "f"), base_url=BASE)
    assert choice == Choice(
        "",
        (new,),
        (
            LeftOut(hidden, "older", "robots: noindex"),
            LeftOut(other, "older"),
            LeftOut(old, "older", "canonical: https://example.com/latest/"),
        ),
        "f",
    )
    assert (choice.aliases, choice.left_out[0].why) == (("latest",), "an older version")


ADVICE = {
    "mike": "mike: set `canonical_version: 2.0` at the plug-in, and deploy them again",
    "mkdocs": (
        "MkDocs: set `site_url: https://example.com/2.0/`, and `base_url` of the"
        " plug-in scopemap to their own URL, and build them again"
    ),
    "sphinx": (
        "Sphinx: set `html_baseurl = 'https://example.com/2.0/'`, and"
        " `scopemap_base_url` to their own URL, and build them again"
    ),
    "readthedocs": (
        "Read the Docs: nothing; its own /sitemap.xml names the newest version first"
    ),
    "other": 'in each page: <link rel="canonical" href="https://example.com/2.0/…">',
}


@pytest.mark.parametrize(("tool", "line"), ADVICE.items(), ids=ADVICE)
def test_each_tool_has_its_way_to_say_it_to_engines(tool, line):
    found = versions("1.0", "1.1", "0.9", "0.8", "0.7", "2.0")
    choice, _ = choose(found, base_url=BASE)
    assert tuple(advise(choice, tool=tool, base_url=BASE).values()) == (
        (
            "no index names 1.1/, 1.0/, 0.9/ and 2 more; engines find them all the"
            " same, and may show them before https://example.com/2.0/"
        ),
        (
            "let each page name the same one below https://example.com/2.0/ as"
            " canonical; one that is not there any more needs noindex"
        ),
        line,
        "no Disallow in robots.txt: then engines cannot read what the pages say",
    )


def test_a_canonical_link_to_a_listed_root_settles_as_well():
    root = made("")
    old = made("1.0", Facts(canonical=f"{BASE}guide/"))
    older = made("0.9", Facts(canonical=f"{BASE}0.9/"))
    found = MergedSet("", (root, old, older), "f", default="")
    choice, _ = choose(found, base_url=BASE)
    assert [left.settled for left in choice.left_out] == [f"canonical: {BASE}", ""]


def test_an_alias_that_stays_is_the_better_canonical_version():
    choice, _ = choose(versions("1.0", "2.0=latest"), base_url=BASE)
    assert advise(choice, tool="mike", base_url=BASE)["tool"] == (
        "mike: set `canonical_version: latest` at the plug-in, and deploy them again"
    )


def test_there_is_no_advice_where_all_is_settled():
    old = made("1.0", Facts(noindex="robots: noindex"))
    choice, _ = choose(versions("1.0", "2.0", **{"1.0": old}), base_url=BASE)
    assert advise(choice, tool="mike", base_url=BASE) == {}


@pytest.mark.parametrize(
    ("files", "maker", "tool"),
    [
        ("2.0/index.html", "mike", "mike"),
        ("2.0/index.html", "polyversion", "sphinx"),
        ("2.0/objects.inv", "switcher", "sphinx"),
        ("2.0/objects.inv", None, "sphinx"),
        ("2.0/search/search_index.json", None, "mkdocs"),
        # mkdocstrings writes an inventory, too
        ("2.0/objects.inv 2.0/search/search_index.json", None, "mkdocs"),
        ("1.0/objects.inv", None, "other"),
    ],
)
def test_files_of_the_tools_tell_what_built_them(files, maker, tool):
    choice = Choice("", (made("2.0"),), (), "f", maker)
    assert find_tool(choice, files.split()) == tool
