"""Which tests the default run takes, and in which order processes that share a run take its files.

Where a test has many parameters, the default run takes some of them, and `pytest -m slow` the others.

`@pytest.mark.covering` on a test with several `parametrize` takes each value of every one at least once instead of
their product; `@pytest.mark.covering("id", ...)` takes the sets of parameters with these ids, as pytest prints them
between brackets.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest


def mark_the_rest_slow(items: Sequence[pytest.Item], whole_functions: bool = True) -> None:
    """Marks what the marker `covering` does not take.

    Args:
        whole_functions: no single test was asked for, so that an id which no test has is a mistake.
    """
    for function, tests in _by_function(items).items():
        marker = tests[0].get_closest_marker("covering")
        taken = _named(tests, marker.args) if marker.args else _each_value_once(tests)
        missing = set(marker.args) - {test.callspec.id for test in tests}
        if whole_functions and missing:
            raise pytest.UsageError(f"{function} has no parameters {sorted(missing)}: correct its `covering`")
        for test in tests:
            if test not in taken:
                test.add_marker(pytest.mark.slow)


def _by_function(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """Tests with the marker, together with others of the same function; those for the night stay what they are."""
    found = defaultdict(list)
    for item in items:
        is_covered = item.get_closest_marker("covering") and not item.get_closest_marker("nightly")
        if is_covered and hasattr(item, "callspec"):
            found[item.nodeid.partition("[")[0]].append(item)
    return found


def _named(tests: Sequence[pytest.Item], ids: Sequence[str]) -> list[pytest.Item]:
    return [test for test in tests if test.callspec.id in ids]


def _each_value_once(tests: Sequence[pytest.Item]) -> list[pytest.Item]:
    """A few tests that have every value of every parameter, those first that add the most."""
    left = set().union(*map(_values, tests))
    taken = []
    while left:
        taken.append(max(tests, key=lambda test: len(_values(test) & left)))
        left -= _values(taken[-1])
    return taken


def _values(test: pytest.Item) -> set[tuple[object, ...]]:
    """For every `parametrize` of the test its names and the objects that they stand for."""
    return {tuple((name, id(test.callspec.params[name])) for name in names) for names in _names_together(test)}


def _names_together(test: pytest.Item) -> Iterator[list[str]]:
    for marker in test.iter_markers("parametrize"):
        names = marker.args[0]
        yield [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


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
