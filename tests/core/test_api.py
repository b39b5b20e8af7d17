from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import scopemap

CORE = Path(scopemap.__file__).parent
MODULES = sorted(path.stem for path in CORE.glob("*.py") if "__" not in path.stem)
PACKAGES = Path(__file__).parents[2] / "packages"

PUBLIC = """
    CharacterError Dated Described Entry Language Note OptionError Options OutputError
    Page Report Rule Scope ScopeError ScopemapError Site Skipped TransformError UrlError
    Word brief build check_base_url describe leads_to load_options read_word
""".split()
# None of them is needed inside a generator's build.
UNWANTED = """
    click jinja2 mkdocs pelican properdocs protego rich sphinx xml.etree xml.sax
""".split()


def test_the_public_names_are_these():
    assert scopemap.__all__ == PUBLIC
    assert [name for name in PUBLIC if not hasattr(scopemap, name)] == []


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_says_what_it_is(name):
    assert getattr(scopemap, name).__doc__


def test_every_error_is_a_scopemap_error():
    errors = [getattr(scopemap, name) for name in PUBLIC if name.endswith("Error")]
    assert [e for e in errors if not issubclass(e, scopemap.ScopemapError)] == []


def test_an_import_brings_in_no_generator_and_nothing_of_the_command_line():
    script = f"""
import json, sys
before = set(sys.modules)
import {", ".join(f"scopemap.{name}" for name in MODULES)}
print(json.dumps(sorted(set(sys.modules) - before)))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    loaded = json.loads(done.stdout)
    assert {f"scopemap.{name}" for name in MODULES} <= set(loaded)
    assert [name for name in UNWANTED if name in loaded] == []


def test_each_module_can_be_the_first_that_is_imported():
    """Without the package's own imports, which would come first and hide a cycle."""
    script = f"""
import importlib, sys, types
for name in {MODULES}:
    for loaded in [each for each in sys.modules if each.startswith("scopemap")]:
        del sys.modules[loaded]
    package = sys.modules["scopemap"] = types.ModuleType("scopemap")
    package.__path__ = [{str(CORE)!r}]
    importlib.import_module("scopemap." + name)
    print(name)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == MODULES


def test_imports_point_one_way():
    graph = {name: set(imports_of(CORE / f"{name}.py")) for name in MODULES}
    auditor = (imports_of(file) for file in CORE.glob("check/**/*.py"))
    graph["check"] = set().union(*auditor) - {"check"}
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError
    assert sorted(order) == sorted([*MODULES, "check"])
    assert order[-1] == "build"


def imports_of(file: Path) -> Iterator[str]:
    """Give the modules of the core that a module imports, also for types alone."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name}:{node.lineno} is relative"
            names = [node.module or ""]
            if node.module == "scopemap":
                names = [f"scopemap.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (n.split(".")[1] for n in names if n.startswith("scopemap."))


def test_only_git_starts_a_process():
    def starts(name: str) -> bool:
        text = (CORE / f"{name}.py").read_text(encoding="utf-8")
        return any(word in text for word in ("subprocess", "os.system", "os.exec"))

    assert [name for name in MODULES if starts(name)] == ["git"]


def test_adapters_use_public_names_alone():
    used = {
        alias.name
        for file in PACKAGES.glob("*/src/**/*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").split(".")[0] == "scopemap"
        for alias in node.names
        if node.module != "scopemap" or alias.name not in PUBLIC
    }
    assert used == set()
