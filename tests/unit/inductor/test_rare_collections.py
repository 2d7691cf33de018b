"""Compilations make Python's garbage collections rarer, and put the thresholds back."""

import gc
from collections.abc import Iterator

import pytest
from npusim.frontend.backend.rare_collections import OBJECTS_BETWEEN_COLLECTIONS, rare_collections


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    """The thresholds of this process are left as they are."""
    given = gc.get_threshold()
    yield
    gc.set_threshold(*given)


def test_the_last_of_overlapping_compilations_puts_the_thresholds_back() -> None:
    gc.set_threshold(700, 10, 10)
    first, second = rare_collections(), rare_collections()
    first.__enter__()
    second.__enter__()
    assert gc.get_threshold() == (OBJECTS_BETWEEN_COLLECTIONS, 10, 10)
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] == OBJECTS_BETWEEN_COLLECTIONS
    second.__exit__(None, None, None)
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("given", [0, 10 * OBJECTS_BETWEEN_COLLECTIONS])
def test_rarer_collections_of_the_user_stay(given: int) -> None:
    gc.set_threshold(given, 10, 10)
    with rare_collections():
        assert gc.get_threshold() == (given, 10, 10)
    assert gc.get_threshold() == (given, 10, 10)
