"""Which tests the default run takes and which CI, and in which order processes that share a run take its files.

Where a test has many parameters, the default run takes some of them, `pytest -m slow` more, and `pytest -m nightly`
the others.

`@pytest.mark.covering` on a test with several `parametrize` takes each value of every one at least once instead of
their product; `@pytest.mark.covering("id", ...)` takes the sets of parameters with these ids, as pytest prints them
between brackets. Of what is left, slow tests have each pair of values at least once, which is the whole product of two
`parametrize` and a covering array of strength two of more of them; the rest is for the night. Where each test takes
long, `covering(ci_strength=1)` leaves each value once to the slow tests, and `covering("id", in_ci=["other id", ...])`
these. Above `@pytest.mark.slow` it says what those take.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest


def mark_the_rest(items: Sequence[pytest.Item], whole_functions: bool = True) -> None:
    """Marks what the marker `covering` does not take as slow or nightly.

    Args:
        whole_functions: no single test was asked for, so that an id which no test has is a mistake.
    """
    _give_files_marker_to_tests(items)
    for function, tests in _by_function(items).items():
        marker = tests[0].get_closest_marker("covering")
        named_in_ci = marker.kwargs.get("in_ci")
        missing = {*marker.args, *(named_in_ci or ())} - {test.callspec.id for test in tests}
        if whole_functions and missing:
            raise pytest.UsageError(f"{function} has no parameters {sorted(missing)}: correct its `covering`")
        taken = [test for test in tests if test.callspec.id in marker.args]
        strength = marker.kwargs.get("ci_strength", 2)
        if tests[0].get_closest_marker("slow"):
            _leave_to_the_night(tests, taken or _covering(tests, strength, []))
            continue
        taken = taken or _covering(tests, 1, [])
        if named_in_ci is None:
            in_ci = _covering(tests, strength, taken)
        else:
            in_ci = [test for test in tests if test.callspec.id in named_in_ci]
        for test in in_ci:
            test.add_marker(pytest.mark.slow)
        _leave_to_the_night(tests, [*taken, *in_ci])


def _give_files_marker_to_tests(items: Iterable[pytest.Item]) -> None:
    """Makes `pytestmark = pytest.mark.slow` of a file one of each of its tests but those for the night."""
    files = {file for item in items if (file := item.getparent(pytest.Module)) and _is_slow(file.own_markers)}
    for item in items:
        if item.getparent(pytest.Module) in files and not item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.slow)
    for file in files:
        file.own_markers[:] = _without_slow(file.own_markers)


def _is_slow(markers: Iterable[pytest.Mark]) -> bool:
    return any(marker.name == "slow" for marker in markers)


def _without_slow(markers: Iterable[pytest.Mark]) -> list[pytest.Mark]:
    return [marker for marker in markers if marker.name != "slow"]


def _leave_to_the_night(tests: Iterable[pytest.Item], taken: Sequence[pytest.Item]) -> None:
    """Those that are not taken become nightly ones, also what is slow."""
    for test in tests:
        if test not in taken:
            test.own_markers[:] = _without_slow(test.own_markers)
            test.add_marker(pytest.mark.nightly)


def _by_function(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """Tests with the marker, together with others of the same function; those for the night stay what they are."""
    found = defaultdict(list)
    for item in items:
        is_covered = item.get_closest_marker("covering") and not item.get_closest_marker("nightly")
        if is_covered and hasattr(item, "callspec"):
            found[item.nodeid.partition("[")[0]].append(item)
    return found


def _covering(tests: Sequence[pytest.Item], strength: int, taken: Sequence[pytest.Item]) -> list[pytest.Item]:
    """A few tests that have, with those already taken, all values that come together, so many at a time.

    Those that add the most come first.
    """
    has = {test: set(combinations(_values(test), min(strength, len(_values(test))))) for test in tests}
    left = set().union(*has.values()).difference(*(has[test] for test in taken))
    added = []
    while left:
        added.append(max(tests, key=lambda test: len(has[test] & left)))
        left -= has[added[-1]]
    return added


def _values(test: pytest.Item) -> list[tuple[object, ...]]:
    """For every `parametrize` of the test its names and the objects that they stand for."""
    return [tuple((name, id(test.callspec.params[name])) for name in names) for names in _names_together(test)]


def _names_together(test: pytest.Item) -> Iterator[Sequence[str]]:
    """The names of every `parametrize`, and those of fixtures with parameters one by one."""
    left = list(test.callspec.params)
    for marker in test.iter_markers("parametrize"):
        names = marker.args[0]
        together = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        left = [name for name in left if name not in together]
        yield together
    yield from ([name] for name in left)


FOLDERS = ("timing", "rtl", "models", "fuzz", "mlir", "ops", "docs", "unit")
"""The first needs no device; the others from those whose tests take longest each to those whose tests take shortest."""


def long_files_first(items: list[pytest.Item]) -> None:
    """Sorts tests by file, long files first, so that no process is left alone with one: by folder, files whose tests
    start processes, and number of tests.

    The first file builds the device. Files that need none come next: who takes those need not wait for it. Among them
    are those whose tests fork the process itself, which takes the longer the more it holds. Tests of a file keep their
    order.
    """
    counts = Counter(item.path for item in items)
    on_device = {item.path for item in items if "device" in item.fixturenames}
    with_processes = {item.path for item in items if _STARTS_PROCESSES & set(item.fixturenames)}
    forking = {item.path for item in items if "simulate" in item.fixturenames} - on_device

    def key(path: Path) -> tuple[object, ...]:
        # Files of the first folder that need the device wait with the second one.
        rank = 0 if path in forking else folder_rank(path) or int(path in on_device)
        return rank, path not in with_processes, -counts[path], path

    first = min(on_device, key=lambda path: (-counts[path], path), default=None)
    items.sort(key=lambda item: (item.path != first, *key(item.path)))


_STARTS_PROCESSES = {"fresh_torch", "fresh_script"}


def folder_rank(path: Path) -> int:
    """Where in `FOLDERS` the folder is that a file is in, at any depth; behind the last one for a file elsewhere."""
    return next((FOLDERS.index(folder.name) for folder in path.parents if folder.name in FOLDERS), len(FOLDERS))
