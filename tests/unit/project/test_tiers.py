"""The marker `covering`: which parameters the default run takes; and the order of files in shared runs."""

import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from tiers import FOLDERS, folder_rank, long_files_first, mark_the_rest_slow

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def nothing_unraisable_is_searched(pytester):
    """At the end of each inner run pytest would collect the garbage of the whole process five times."""
    pytester.makeini("[pytest]\naddopts = -p no:unraisableexception")


def taken(pytester, text, *names):
    """Ids of a file's tests that are not slow."""
    items = pytester.getitems(f"import pytest\n{text}")
    mark_the_rest_slow([item for item in items if not names or item.name in names], whole_functions=not names)
    return [item.callspec.id for item in items if not item.get_closest_marker("slow")]


PRODUCT = """
@pytest.mark.covering
@pytest.mark.parametrize("c", [1, 2])
@pytest.mark.parametrize("a, b", [(1, 1), (1, 2), (2, 2)])
def test_product(a, b, c): pass
"""


def test_each_value_of_a_product_is_taken_and_pairs_stay_together(pytester):
    found = taken(pytester, PRODUCT)
    assert len(found) == 3
    assert {each.rpartition("-")[0] for each in found} == {"1-1", "1-2", "2-2"}
    assert {each.rpartition("-")[2] for each in found} == {"1", "2"}


NAMED = """
@pytest.mark.covering("x", "z")
@pytest.mark.parametrize("name", ["x", "y", "z"])
def test_named(name): pass

@pytest.mark.parametrize("name", ["u", "v"])
def test_all(name): pass
"""


def test_parameters_with_a_name_are_taken_and_functions_without_the_marker_whole(pytester):
    assert taken(pytester, NAMED) == ["x", "z", "u", "v"]


def test_a_name_that_no_parameter_has_is_refused_where_all_are_collected(pytester):
    text = NAMED.replace('"x", "z"', '"x", "w"')
    with pytest.raises(pytest.UsageError, match=r"test_named has no parameters \['w'\]: correct its `covering`"):
        taken(pytester, text)
    assert taken(pytester, text, "test_named[x]") == ["x", "y", "z", "u", "v"]


def test_tests_for_the_night_are_not_slow_ones_and_stand_for_no_others(pytester):
    text = """
@pytest.mark.covering
@pytest.mark.parametrize("b", [1, 2])
@pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.nightly), 2, 3])
def test_product(a, b): pass
"""
    items = pytester.getitems(f"import pytest\n{text}")
    mark_the_rest_slow(items)
    tiers = {item.callspec.id: {"slow", "nightly"} & {each.name for each in item.iter_markers()} for item in items}
    assert tiers.pop("1-1") == tiers.pop("1-2") == {"nightly"}
    assert sorted(map(len, tiers.values())) == [0, 0, 1, 1]


def test_every_folder_of_tests_has_a_rank():
    root = Path(__file__).parents[2]
    assert {file.relative_to(root).parts[0] for file in root.rglob("test_*.py")} == {*FOLDERS}
    assert folder_rank(root / "unit" / "engine" / "test_engine_units.py") == FOLDERS.index("unit")
    assert folder_rank(Path("/elsewhere/test_a.py")) == len(FOLDERS)


def test_long_files_come_first_and_their_tests_in_order(request):
    items = list(request.session.items)
    long_files_first(items)
    files = list(dict.fromkeys(item.path for item in items))
    starting = {item.path for item in items if {"fresh_torch", "fresh_script"} & set(item.fixturenames)}
    counts = Counter(item.path for item in items)
    assert sum(counts.values()) == len(request.session.items)
    on_device = {item.path for item in items if "device" in item.fixturenames}
    forking = {item.path for item in items if "simulate" in item.fixturenames} - on_device
    ranks = {file: 0 if file in forking else folder_rank(file) or int(file in on_device) for file in files}
    keys = [(ranks[file], file not in starting, -counts[file]) for file in files]
    assert keys[1:] == sorted(keys[1:])
    for file in files:
        assert [item for item in items if item.path == file] == [i for i in request.session.items if i.path == file]


LIKE_THESE = """
def test_of_the_device(device): pass
def test_in_a_process(fresh_torch): pass
def test_of_neither(): pass
def test_that_forks(simulate): pass
"""


def test_one_file_builds_the_device_while_others_need_none(pytester):
    device, process, neither, forks = pytester.getitems(LIKE_THESE)
    found = [
        SimpleNamespace(path=Path("tests") / file, fixturenames=item.fixturenames)
        for file, item in (
            ("timing/test_a.py", neither),
            ("unit/test_b.py", neither),
            ("unit/test_b.py", neither),
            ("unit/test_c.py", process),
            ("unit/test_g.py", forks),
            ("ops/test_d.py", device),
            ("models/test_e.py", device),
            ("models/test_f.py", neither),
        )
    ]
    long_files_first(found)
    assert "".join(item.path.stem[-1] for item in found) == "eagfdcbb"
