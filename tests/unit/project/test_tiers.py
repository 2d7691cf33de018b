"""The marker `covering`: which parameters the default run takes; and the order of files in shared runs."""

import os
import subprocess
import sys
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from tiers import FOLDERS, folder_rank, long_files_first, mark_the_rest

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def nothing_unraisable_is_searched(pytester):
    """At the end of each inner run pytest would collect the garbage of the whole process five times."""
    pytester.makeini("[pytest]\naddopts = -p no:unraisableexception")


def taken(pytester, text, *names):
    """Ids of a file's tests that are not slow."""
    items = pytester.getitems(f"import pytest\n{text}")
    mark_the_rest([item for item in items if not names or item.name in names], whole_functions=not names)
    return [item.callspec.id for item in items if not item.get_closest_marker("slow")]


def tiers(pytester, text):
    """The tier of each of a file's tests by its id: "slow", "nightly", or "" of the default run."""
    items = pytester.getitems(f"import pytest\n{text}")
    mark_the_rest(items)
    return {item.callspec.id: _tier({each.name for each in item.iter_markers()}) for item in items}


def _tier(markers):
    (tier,) = {"slow", "nightly"} & markers or {""}
    return tier


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


THREE = """
@pytest.mark.covering{ids}
@pytest.mark.parametrize("c", [1, 2, 3])
@pytest.mark.parametrize("b", [1, 2, 3])
@pytest.mark.parametrize("a", [1, 2, 3])
def test_product(a, b, c): pass
"""


@pytest.mark.parametrize("ids", ["", '("1-1-1", "2-2-2")'])
def test_ci_takes_each_pair_of_values_and_the_night_the_product(pytester, ids):
    found = tiers(pytester, THREE.format(ids=ids))
    default, slow = ({each for each, tier in found.items() if tier == name} for name in ("", "slow"))
    assert len(default) == (2 if ids else 3) and len(default | slow) < len(found) == 27
    values = {(axis, value) for axis in range(3) for value in "123"}
    pairs = {(x, y) for x, y in product(values, values) if x[0] < y[0]}
    assert pairs == {pair for each in default | slow for pair in combinations(enumerate(each.split("-")), 2)}


def test_long_tests_may_leave_each_pair_to_the_night(pytester):
    found = tiers(pytester, THREE.format(ids='("1-1-1", ci_strength=1)'))
    assert Counter(found.values()) == {"": 1, "slow": 2, "nightly": 24}


@pytest.mark.parametrize(("strength", "slow"), [(1, 2), (2, 8)])
def test_parameters_of_fixtures_count_as_well(pytester, strength, slow):
    text = f"""
@pytest.fixture(params=[1, *(pytest.param(each, marks=pytest.mark.slow) for each in (2, 3))])
def a(request): pass

@pytest.mark.covering("1-1", ci_strength={strength})
@pytest.mark.parametrize("b", [1, 2, 3])
def test_product(a, b): pass
"""
    found = Counter(tiers(pytester, text).values())
    assert (found[""], found["slow"], found["nightly"]) == (1, slow, 8 - slow)


@pytest.mark.parametrize("ids", ["(ci_strength=1)", '("1-1-1", "2-2-2", "3-3-3")'])
def test_slow_tests_may_leave_their_product_to_the_night(pytester, ids):
    found = tiers(pytester, "@pytest.mark.slow" + THREE.format(ids=ids))
    assert Counter(found.values()) == {"slow": 3, "nightly": 24}


@pytest.mark.parametrize("ids", ["", '("1-1")'])
def test_two_parameters_leave_nothing_for_the_night(pytester, ids):
    two = THREE.replace('@pytest.mark.parametrize("c", [1, 2, 3])\n', "").replace(", c", "").format(ids=ids)
    assert Counter(tiers(pytester, two).values()) == ({"": 1, "slow": 8} if ids else {"": 3, "slow": 6})


NAMED = """
@pytest.mark.covering("x", "z")
@pytest.mark.parametrize("name", ["x", "y", "z"])
def test_named(name): pass

@pytest.mark.parametrize("name", ["u", "v"])
def test_all(name): pass
"""


def test_what_a_slow_file_leaves_to_the_night_is_slow_no_more(pytester):
    text = "pytestmark = pytest.mark.slow\n" + PRODUCT.replace("covering", "covering('1-1-1')")
    found = tiers(pytester, text)
    assert found.pop("1-1-1") == "slow" and set(found.values()) == {"nightly"}


def test_a_test_for_the_night_in_a_slow_file_is_not_slow(pytester):
    text = "pytestmark = pytest.mark.slow\n" + NAMED.replace('covering("x", "z")', "nightly")
    found = tiers(pytester, text)
    assert {found.pop(name) for name in "xyz"} == {"nightly"} and set(found.values()) == {"slow"}


def test_long_tests_may_name_those_of_ci(pytester):
    found = tiers(pytester, NAMED.replace('"x", "z"', '"x", in_ci=["z"]'))
    assert [found[name] for name in "xyz"] == ["", "nightly", "slow"]


def test_parameters_with_a_name_are_taken_and_functions_without_the_marker_whole(pytester):
    assert taken(pytester, NAMED) == ["x", "z", "u", "v"]


@pytest.mark.parametrize("names", ['"x", "w"', '"x", in_ci=["y", "w"]'])
def test_a_name_that_no_parameter_has_is_refused_where_all_are_collected(pytester, names):
    text = NAMED.replace('"x", "z"', names)
    with pytest.raises(pytest.UsageError, match=r"test_named has no parameters \['w'\]: correct its `covering`"):
        taken(pytester, text)
    assert taken(pytester, text, "test_named[x]") == ["x", "y", "z", "u", "v"]


OLD_HOST = """
from npusim.simulator.native import host_cpu
host_cpu.host_flags = frozenset
"""


@pytest.mark.slow
def test_the_parameters_of_tests_are_the_same_on_every_host(tmp_path):
    """What a host cannot run is skipped: without a parameter that `covering` names the run would end."""
    (tmp_path / "old_host.py").write_text(OLD_HOST)
    root, environment = Path(__file__).parents[3], os.environ | {"PYTHONPATH": str(tmp_path)}
    folders = ["tests/unit/functional", "tests/unit/vectorize"]
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-p", "old_host", "-m", "", *folders]
    result = subprocess.run(collect, cwd=root, env=environment, check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "test_operations_with_constants[sapphirerapids-16]" in result.stdout


def test_tests_for_the_night_are_not_slow_ones_and_stand_for_no_others(pytester):
    text = """
@pytest.mark.covering
@pytest.mark.parametrize("b", [1, 2])
@pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.nightly), 2, 3])
def test_product(a, b): pass
"""
    found = tiers(pytester, text)
    assert found.pop("1-1") == found.pop("1-2") == "nightly"
    assert sorted(found.values()) == ["", "", "slow", "slow"]


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
