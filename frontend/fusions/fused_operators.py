"""Operators that a rewrite of a program's graph makes of several: fusions before anything is lowered."""

from collections.abc import Iterable
from typing import Any

from npusim.frontend.codegen.graph.metadata import origins_of

_operators: dict[Any, dict[str, str]] = {}


def register_fused_operator(operator: Any, fusion: str, first: str, second: str) -> None:
    """Tells what an operator was made of: `first` and what was fused with it, for reports."""
    _operators[operator] = {"fusion": fusion, "first": first, "second": second, "why": ""}


def fused_operators(nodes: Iterable[Any]) -> list[dict[str, str]]:
    """The fusions that made operators of a kernel's templates."""
    templates = [node for node in nodes if node.is_template()]
    found = (_operators.get(getattr(origin, "target", None)) for origin in origins_of(templates))
    return list({entry["fusion"]: entry for entry in found if entry is not None}.values())
