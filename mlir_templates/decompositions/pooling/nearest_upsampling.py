"""Interpolation by the nearest element where its places are a progression: elements that are repeated, or every n-th.

PyTorch computes the places in float32, as tensors, which kernels would gather by. Where sizes are numbers, places are
known: `o // n` for an image that is enlarged n times is a copy along an axis of n that the image lacks, `first + n * o`
for one that is made smaller is a slice with steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from npusim.frontend.inductor.tracing_api import stock_decompositions, suggest_memory_format
from npusim.frontend.lowering.decompositions import register_before_autograd
from npusim.mlir_templates.decompositions.pooling.interpolation import factors_in_use, nearest
from torch import Tensor


@dataclass(frozen=True)
class Progression:
    """The elements `first`, `first + step`, ... before `end` (None: all from the first on), each of them `times` times,
    one after the other.
    """

    first: int = 0
    end: int | None = None
    step: int = 1
    times: int = 1


@register_before_autograd("_upsample_nearest")
def _upsample_nearest(
    x: Tensor, output_size: Sequence[int], scales: Sequence[float | None], exact: bool = False
) -> Any:
    """NotImplemented where the places along a dimension are no progression, or not known: they are gathered then."""
    used = factors_in_use(x.shape[2:], output_size, scales, nearest, 0.5 if exact else 0.0)
    every = zip(x.shape[2:], output_size, used, strict=True)
    found = [progression_of(size, count, scale, exact) for size, count, scale in every]
    walked = [progression for progression in found if progression is not None]
    if len(walked) == len(found):
        return _taken(x, walked)
    return NotImplemented if used == [*scales] else stock_decompositions._upsample_nearest(x, output_size, used, exact)


def progression_of(size: Any, count: Any, scale: float | None, exact: bool) -> Progression | None:
    """The elements that `count` outputs take of `size`; None where they are no progression.

    Of symbolic sizes only powers of two have places that no rounding can move, whatever the size is.
    """
    if not (isinstance(size, int) and isinstance(count, int)):
        times = int(scale) if scale is not None and scale >= 1 and float(scale).is_integer() else 0
        return Progression(times=times) if times and not times & (times - 1) and count == size * times else None
    places, outputs = nearest_places(size, count, scale, exact), np.arange(count)
    if size and count and count % size == 0 and np.array_equal(places, outputs // (count // size)):
        return Progression(times=count // size)
    step = int(places[1] - places[0]) if count > 1 else 1
    if count and step > 0 and np.array_equal(places, places[0] + step * outputs):
        return Progression(int(places[0]), int(places[-1]) + 1, step)
    return None


def nearest_places(size: int, count: int, scale: float | None, exact: bool) -> np.ndarray[Any, Any]:
    """The element that each of `count` outputs takes, computed as PyTorch does, in float32 (`torch/_decomp`, and
    `aten/src/ATen/native/cpu/UpSampleKernel.cpp`); `scale` is what the program asked for, outputs per input.
    """
    factor = size / (size * scale) if size and scale is not None and scale > 0 else size / max(1, count)
    outputs = np.arange(count, dtype=np.float32) + np.float32(0.5 if exact else 0.0)
    return (outputs * np.float32(factor)).astype(np.int64)


def _taken(x: Tensor, walked: Sequence[Progression]) -> Tensor:
    """The elements along the dimensions behind the channels, in the memory format of `x`."""
    form = suggest_memory_format(x)
    parts = x[(slice(None), slice(None), *(slice(w.first, w.end, w.step) for w in walked))]
    channels_last = form != torch.contiguous_format
    batch, channels, *sizes = parts.shape
    before, after = ([batch], [channels]) if channels_last else ([batch, channels], [])
    parts = parts.movedim(1, -1) if channels_last else parts
    for place in reversed(range(len(before), len(before) + len(walked))):
        parts = parts.unsqueeze(place + 1)
    pairs = [number for size, w in zip(sizes, walked, strict=True) for number in (size, w.times)]
    counts = [size * w.times for size, w in zip(sizes, walked, strict=True)]
    found = parts.expand(*before, *pairs, *after).reshape(*before, *counts, *after)
    return (found.movedim(-1, 1) if channels_last else found).clone(memory_format=form)
