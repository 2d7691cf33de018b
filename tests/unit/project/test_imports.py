"""Imports point one way: mlir_templates -> frontend -> scheduler -> simulator, and nowhere in a circle.

Every import counts, wherever it stands: inside a function (that makes it late, not another direction), and for type
checkers only (a type is a dependency as well, and a reader follows both).
"""

import ast
import functools
import inspect
from importlib import import_module

import pytest
from imports import PACKAGES, between_folders, cycles, imports, is_private, modules, names, within

TORCH = ("torch", "functorch", "torchgen")
PATCHES = "frontend.inductor.patches."
"""The tables of what is replaced in torch: they name replacements in the rooms above, which are imported later."""
RECOGNISED = {("scheduler.source_lines", "frontend.cli.app")}
"""Who knows a module's frames by its name, and never imports it."""


@functools.cache
def edges():
    """Every import of the sources; read when a test runs, as every process collects all tests."""
    return imports()


@functools.cache
def strings():
    """Every string of the sources that names a module."""
    return names()


@functools.cache
def links():
    """Of modules, one of which imports the other."""
    return within(edges(), modules())


def test_the_sources_are_found():
    names = modules()
    assert {name.split(".")[0] for name in names} == {*PACKAGES} and len(names) > 300
    assert "simulator.engine._engine" in names and ("frontend.backend.scheduling", "frontend.template") in links()


def test_what_is_imported_from_our_packages_is_there():
    known = modules()
    assert not [str(each) for each in edges() if each.imported.split(".")[0] in PACKAGES and each.imported not in known]


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_no_package_imports_one_above_it(package):
    above = PACKAGES[: PACKAGES.index(package)]
    found = [each for each in edges() if each.importer.split(".")[0] == package]
    assert found and not [str(each) for each in found if each.imported.split(".")[0] in above]


def test_the_simulator_imports_no_torch():
    below = [each for each in edges() if each.importer.startswith("simulator")]
    assert not [str(each) for each in below if each.imported.split(".")[0] in TORCH]


def test_private_parts_of_torch_are_imported_in_one_folder():
    above = [each for each in edges() if not each.importer.startswith("simulator")]
    private = {each for each in above if is_private(each.imported)}
    inside = {each for each in private if each.importer.startswith("frontend.inductor.")}
    logging = {
        each for each in private if each.importer == "scheduler.log"
    }  # below the front end: it asks torch itself
    assert len(inside) > 50 and len(logging) == 2
    assert not [str(each) for each in private - inside - logging]


@pytest.mark.parametrize("name", ["core_api", "tracing_api", "api"])
def test_what_is_offered_of_torchs_private_parts_is_used(name):
    module = f"frontend.inductor.{name}"
    source = import_module(f"npusim.{module}")
    own = {node.id for node in ast.walk(ast.parse(inspect.getsource(source))) if isinstance(node, ast.Name)}
    used = {each.written.removeprefix(f"npusim.{module}.") for each in edges() if each.imported == module}
    if f"npusim.{module}" in used:  # `backend.codegen_config` may import modules only
        used ^= {f"npusim.{module}", "install_config_module"}
    assert {name for name in vars(source) if not name.startswith("_")} - own == used - own


def test_no_modules_import_one_another_in_a_circle():
    assert cycles(links()) == []


def test_no_folders_import_one_another_in_a_circle():
    assert {folder: found for folder, pairs in between_folders(links()).items() if (found := cycles(pairs))} == {}


def test_modules_named_in_strings_make_no_circle_but_for_the_tables_of_replacements():
    named = within(strings(), modules())
    tables = {pair for pair in named if pair[0].startswith(PATCHES)}
    assert len(tables) > 20 and all(above.startswith("frontend.") for _, above in tables)
    pairs = (links() | named) - tables - RECOGNISED
    assert cycles(pairs) == []
    assert {folder: found for folder, parts in between_folders(pairs).items() if (found := cycles(parts))} == {}


def test_strings_name_no_module_of_a_package_above():
    above = {(each.importer, each.imported) for each in strings() if _rank(each.imported) < _rank(each.importer)}
    assert above == RECOGNISED


def _rank(module):
    return PACKAGES.index(module.split(".")[0])


# -- the tests' own tools


def write(root, **files):
    """A tree of the four packages; `a__b="..."` is the module `a.b`."""
    for package in PACKAGES:
        root.joinpath(package).mkdir(exist_ok=True)
    for name, text in files.items():
        file = root.joinpath(*name.split("__")).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return within(imports(root), modules(root))


def test_names_in_strings_are_found_and_documentation_is_none(tmp_path):
    write(tmp_path, simulator__a='"""See npusim.simulator.b."""\nREPLACED = "simulator.b:f"', simulator__b="")
    assert [str(each) for each in names(tmp_path)] == ["simulator.a:2 imports simulator.b"]


def test_circles_of_modules_are_found_wherever_the_imports_stand(tmp_path):
    pairs = write(
        tmp_path,
        simulator__a="from npusim.simulator.b import f",
        simulator__b="def f():\n    from npusim.simulator import c",
        simulator__c="if TYPE_CHECKING:\n    import npusim.simulator.a",
        simulator__d="import npusim.simulator.a",
    )
    assert cycles(pairs) == [["simulator.a", "simulator.b", "simulator.c"]]


def test_circles_of_folders_are_found_where_modules_have_none(tmp_path):
    pairs = write(
        tmp_path,
        frontend__x__one="from npusim.frontend.y.one import f",
        frontend__x__two="",
        frontend__y__one="",
        frontend__y__two="from npusim.frontend.x import two",
    )
    assert cycles(pairs) == []
    assert cycles(between_folders(pairs)["frontend"]) == [["frontend.x", "frontend.y"]]
