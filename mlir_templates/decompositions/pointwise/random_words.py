"""Random numbers of a tensor: every counter of Philox gives four of them.

A group of 64 elements, in the order of the tensor's contiguous layout, takes the words of sixteen counters: first their
first words, then their second ones, and so on. So lanes of a vector unit compute counters that follow each other, and
whole vectors are stored. Where a tile holds whole groups the words are computed once for four elements.
"""

import math
from collections.abc import Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing, V, inductor_prims, ir, lowerings, ops
from npusim.frontend.lowering import register_lowering

aten = torch.ops.aten
COUNTERS = 16
"""Counters of a group."""
WORDS = 4
"""Words of a counter."""
GROUP = COUNTERS * WORDS


@register_lowering(inductor_prims.random)
def random(size: Sequence[Any], seed: Any, mode: str, *, offset: int = 0, **_: Any) -> Any:
    """Uniform (`mode` "rand") or normal ("randn") numbers of a seed, float32, the first of which has a place."""
    loops = _loops(list(size))
    strides = ir.FlexibleLayout.contiguous_strides(loops)
    operation = {"rand": "random_uniform", "randn": "random_normal"}[mode]
    load_seed = seed.make_loader()

    def drawn(index: Sequence[sympy.Expr]) -> Any:
        place = sum((i * stride for i, stride in zip(index, strides, strict=True)), sympy.Integer(offset))
        counter = FloorDiv(place, GROUP) * COUNTERS + ModularIndexing(place, 1, COUNTERS)
        word = ModularIndexing(place, COUNTERS, WORDS)
        numbers = ops.index_expr(counter, torch.int64), ops.index_expr(word, torch.int32)
        return getattr(ops, operation)(load_seed([]), *numbers)

    result = ir.Pointwise.create(device=seed.get_device_or_error(), dtype=torch.float32, inner_fn=drawn, ranges=loops)
    result.realize()
    return result if len(loops) == len(size) else lowerings[aten.view.default](result, list(size))


def _loops(size: list[Any]) -> list[Any]:
    """The size where rows hold whole groups; else that of one row of all elements, which may."""
    holds_groups = not size or V.graph.sizevars.statically_known_multiple_of(size[-1], GROUP)
    return size if holds_groups else [math.prod(size)]
