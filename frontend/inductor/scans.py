"""Scans (cumulative sums, products, maxima, `associative_scan`) as log2(n) pointwise steps.

Step k combines every element with the one 2**k places before it (Hillis and Steele, "Data parallel algorithms", CACM
1986). Every step is a pointwise loop over whole tensors, so any combine function, any number of scanned tensors and any
axis work, and sums round in tree order. Narrow floats stay float32 between the steps.

Checked with torch 2.13.0.
"""

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.loops import provides_loop
from torch._inductor import ir
from torch._inductor.virtualized import V, ops
from torch.fx.experimental.symbolic_shapes import has_free_unbacked_symbols

Combine = Callable[[tuple[Any, ...], tuple[Any, ...]], tuple[Any, ...]]
Loader = Callable[[Sequence[Any]], Any]


def install_scans() -> None:
    """Takes over Inductor's scans."""
    provides_loop(ir.Scan)(scan)


def scan(
    device: torch.device,
    dtypes: Sequence[torch.dtype],
    inner_fns: Sequence[Loader],
    size: Sequence[Any],
    axis: int,
    combine_fn: Combine,
    **_: Any,
) -> list[ir.TensorBox]:
    """The inclusive scan of tensors along an axis, with the arguments of `ir.Scan.create`."""
    wide = [_accumulator(dtype) for dtype in dtypes]
    loaders = [_converted(load, dtype) for load, dtype in zip(inner_fns, wide, strict=True)]
    distance = 1
    while _longer(size[axis], distance):
        steps = [
            _pointwise(device, dtype, _step(loaders, axis, distance, combine_fn, number), size)
            for number, dtype in enumerate(wide)
        ]
        for step in steps:
            step.realize()
        loaders = [step.make_loader() for step in steps]
        distance *= 2
    return [
        _pointwise(device, dtype, _converted(load, dtype), size) for load, dtype in zip(loaders, dtypes, strict=True)
    ]


_LARGEST = 2**31
"""Elements along an axis of unknown size: more than the device's memory holds."""


def _longer(extent: Any, distance: int) -> bool:
    """Whether an axis has more elements; a symbolic size is guarded to need the same number of steps."""
    if has_free_unbacked_symbols(extent):
        return distance < _LARGEST
    return bool(V.graph.sizevars.guard_or_false(sympy.Lt(distance, extent)))


def _accumulator(dtype: torch.dtype) -> torch.dtype:
    return torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype


def _converted(load: Loader, dtype: torch.dtype) -> Loader:
    return lambda index: ops.to_dtype(load(index), dtype)


def _pointwise(device: torch.device, dtype: torch.dtype, inner: Loader, size: Sequence[Any]) -> ir.TensorBox:
    box: ir.TensorBox = ir.Pointwise.create(device=device, dtype=dtype, inner_fn=inner, ranges=list(size))
    return box


def _step(loaders: Sequence[Loader], axis: int, distance: int, combine: Combine, number: int) -> Loader:
    """Component `number` of one step."""

    def inner(index: Sequence[Any]) -> Any:
        earlier = [*index[:axis], index[axis] - distance, *index[axis + 1 :]]
        exists = ops.ge(ops.index_expr(earlier[axis], torch.int64), ops.constant(0, torch.int64))
        here = tuple(load(index) for load in loaders)
        before = tuple(ops.masked(exists, _at(load, earlier), 0) for load in loaders)
        return ops.where(exists, combine(before, here)[number], here[number])

    return inner


def _at(load: Loader, index: Sequence[Any]) -> Callable[[], Any]:
    return lambda: load(index)
