"""Masks that a program makes of numbers alone: their values are known before it runs."""

import math
from typing import Any

import torch
from npusim.frontend.inductor.core_api import disable_current_modes
from npusim.frontend.inductor.known_values import KnownValues
from npusim.mlir_templates.attention.graph_nodes import are_numbers, sizes
from torch.fx import Node

_MOST_ELEMENTS = 1 << 24
"""Of a tensor that is computed on the host for this."""


class KnownMasks:
    """The masks of one graph, each computed once."""

    def __init__(self) -> None:
        self._values = KnownValues(_is_small)
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
            self._causal[key] = _is_causal(self._values.of(mask), queries, keys, least)
        return self._causal[key]


def _is_causal(value: torch.Tensor | None, queries: int, keys: int, least: float) -> bool:
    if value is None or value.numel() != queries * keys:
        return False
    with disable_current_modes():  # those of tracing, whose tensors have no values
        rows, seen = value.reshape(queries, keys), torch.ones(queries, keys, dtype=torch.bool).tril()
        if rows.dtype == torch.bool:
            return bool(torch.equal(rows, seen))
        return bool(torch.where(seen, rows == 0, rows <= least).all())


def _is_small(node: Node) -> bool:
    """Whether a node gives one tensor of a known size that is soon computed."""
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and are_numbers(list(value.shape)) and value.numel() <= _MOST_ELEMENTS
