"""Masks that a program makes of numbers alone: their values are known before it runs."""

import math
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload, disable_current_modes
from npusim.mlir_templates.attention.graph_nodes import are_numbers, sizes
from torch.fx import Node

_MOST_ELEMENTS = 1 << 24
"""Of a tensor that is computed on the host for this."""


class KnownMasks:
    """The masks of one graph, each computed once."""

    def __init__(self) -> None:
        self._values: dict[Node, torch.Tensor | None] = {}
        self._causal: dict[tuple[Node, int, int], bool] = {}

    def is_causal(self, mask: Node, queries: Any, keys: Any, least: float) -> bool:
        """Whether a mask lets every query see the keys up to its own position, and no others.

        Args:
            mask: bools, true where a key is seen; or numbers that are added: 0 there, elsewhere at most `least`.
        """
        if not are_numbers([queries, keys, *sizes(mask)]) or math.prod(sizes(mask)[:-2]) != 1:
            return False
        key = mask, queries, keys
        if key not in self._causal:
            with disable_current_modes():  # those of tracing, whose tensors have no values
                self._causal[key] = _is_causal(self._value(mask), queries, keys, least)
        return self._causal[key]

    def _value(self, node: Node) -> torch.Tensor | None:
        """What a node gives, computed on the host; None if that depends on anything but numbers."""
        if node not in self._values:
            self._values[node] = self._computed(node) if _is_of_numbers(node) else None
        return self._values[node]

    def _computed(self, node: Node) -> torch.Tensor | None:
        operands = {x: self._value(x) for x in node.all_input_nodes}
        if any(value is None for value in operands.values()):
            return None
        args, kwargs = torch.fx.node.map_arg((node.args, dict(node.kwargs)), operands.__getitem__)
        return node.target(*map(_on_host, args), **{name: _on_host(x) for name, x in kwargs.items()})  # type: ignore[no-any-return,operator]


def _is_causal(value: torch.Tensor | None, queries: int, keys: int, least: float) -> bool:
    if value is None or value.numel() != queries * keys:
        return False
    rows, seen = value.reshape(queries, keys), torch.ones(queries, keys, dtype=torch.bool).tril()
    if rows.dtype == torch.bool:
        return bool(torch.equal(rows, seen))
    return bool(torch.where(seen, rows == 0, rows <= least).all())


def _is_of_numbers(node: Node) -> bool:
    """Whether a node is an operator that gives one tensor of known size, the same at every call."""
    value = node.meta.get("val")
    if not isinstance(node.target, OpOverload) or not isinstance(value, torch.Tensor):
        return False
    is_known = are_numbers(list(value.shape)) and value.numel() <= _MOST_ELEMENTS
    return is_known and torch.Tag.nondeterministic_seeded not in node.target.tags and not node.target._schema.is_mutable


def _on_host(argument: Any) -> Any:
    return torch.device("cpu") if isinstance(argument, torch.device) else argument
