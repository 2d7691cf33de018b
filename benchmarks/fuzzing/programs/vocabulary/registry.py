"""The operators that programs are made of, by family. An operator is a function that adds lines to a builder."""

from collections.abc import Callable

from fuzzing.programs.builder import Builder

Operator = Callable[[Builder], object]

FAMILIES: dict[str, list[Operator]] = {}
"""Operators by family, in the order of registration: the order is a part of what a seed means."""


def operator(family: str, weight: int = 1) -> Callable[[Operator], Operator]:
    """Registers the decorated function, `weight` times."""

    def register(function: Operator) -> Operator:
        FAMILIES.setdefault(family, []).extend([function] * weight)
        return function

    return register
