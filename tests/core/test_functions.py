import math
import os
import sys

import pytest

from scopemap.errors import OptionError
from scopemap.functions import load_function

SAME = "def same(entry):\n    return entry\n"


def test_no_function_is_none():
    assert load_function(None, "transform", None) is None


@pytest.mark.parametrize(
    "function",
    [
        pytest.param(math.floor, id="built-in"),
        pytest.param(lambda entry: entry, id="lambda"),
        pytest.param(dict, id="class"),
    ],
)
def test_a_callable_is_taken_as_it_is(function):
    assert load_function(function, "transform", None) is function


@pytest.mark.parametrize("in_folder", [False, True], ids=["no-folder", "folder"])
def test_an_installed_module_is_imported(in_folder, tmp_path):
    folder = tmp_path if in_folder else None
    assert load_function("os.path:join", "transform", folder) is os.path.join


@pytest.mark.parametrize(
    ("file", "value"),
    [
        pytest.param("hooks.py", "hooks:same", id="module"),
        pytest.param("tools/hooks.py", "tools.hooks:same", id="module-of-a-folder"),
        # The user's own comes before an installed one.
        pytest.param("json.py", "json:same", id="name-of-another-module"),
    ],
)
def test_a_module_beside_the_configuration_file_is_read(file, value, tmp_path):
    module = tmp_path / file
    module.parent.mkdir(exist_ok=True)
    module.write_text(SAME, encoding="utf-8")
    assert load_function(value, "transform", tmp_path)("an entry") == "an entry"


def test_a_module_that_changed_is_read_anew(tmp_path, monkeypatch):
    """Also within one second and at the same size, where bytecode looks up to date."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    module = tmp_path / "hooks.py"
    results = []
    for number in (1, 2):
        module.write_text(f"def answer():\n    return {number}\n", encoding="utf-8")
        os.utime(module, (1_700_000_000, 1_700_000_000))
        results.append(load_function("hooks:answer", "transform", tmp_path)())
    assert results == [1, 2]


def test_a_module_may_hold_what_looks_itself_up(tmp_path):
    """Dataclasses with annotations that are text ask sys.modules for their module."""
    (tmp_path / "hooks_with_class.py").write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Rule:\n"
        "    name: str\n" + SAME,
        encoding="utf-8",
    )
    function = load_function("hooks_with_class:same", "transform", tmp_path)
    assert function("an entry") == "an entry"


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(5, id="number"),
        pytest.param("hooks", id="no-colon"),
        pytest.param("hooks:same:again", id="two-colons"),
        pytest.param("", id="empty"),
        pytest.param(":same", id="no-module"),
        pytest.param("./hooks.py:same", id="path-of-the-file"),
        pytest.param("../hooks:same", id="path-that-leads-away"),
    ],
)
def test_what_names_no_function_is_refused(value, tmp_path):
    (tmp_path / "hooks.py").write_text(SAME, encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        load_function(value, "plugins.scopemap.transform", tmp_path)
    assert str(caught.value) == (
        f"plugins.scopemap.transform: {value!r} must be a function or module:function"
    )


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param("hooks:other", "other", id="missing"),
        pytest.param("hooks:number", "number", id="no-function"),
        pytest.param("hooks:", "", id="empty"),
    ],
)
def test_a_module_without_the_function_is_told(value, name, tmp_path):
    (tmp_path / "hooks.py").write_text("number = 5\n", encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        load_function(value, "transform", tmp_path)
    assert str(caught.value) == f"transform: hooks has no function {name!r}"


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        pytest.param("no_such_hooks", "no_such_hooks", id="module"),
        pytest.param("no_such_tools.hooks", "no_such_tools", id="module-of-a-folder"),
    ],
)
def test_a_missing_module_is_told_with_where_it_was_looked_for(name, missing, tmp_path):
    with pytest.raises(OptionError) as caught:
        load_function(f"{name}:same", "transform", tmp_path)
    assert str(caught.value) == (
        f"transform: there is no module {name!r} beside {tmp_path}"
        f" (No module named {missing!r})"
    )
    with pytest.raises(OptionError) as caught:
        load_function(f"{name}:same", "transform", None)
    assert str(caught.value) == (
        f"transform: there is no module {name!r} (No module named {missing!r})"
    )


def test_a_module_whose_own_import_fails_is_told_so(tmp_path):
    (tmp_path / "hooks.py").write_text("import no_such_thing\n", encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        load_function("hooks:same", "transform", tmp_path)
    assert str(caught.value) == (
        "transform: hooks cannot be imported (No module named 'no_such_thing')"
    )
