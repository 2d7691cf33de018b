"""Transposed convolutions as forward convolutions with one filter per residue of the output modulo the stride.

Where the kernel has m * stride taps, the outputs at q * stride + r, counted from before the padding, are

    out[q * stride + r] = sum over j < m of in[q - j] * tap[j * stride + r]

All residues r read the same m input elements, so they can be filters of one forward convolution with m taps and
stride 1, whose result is the transposed convolution's with its dimensions permuted (sub-pixel convolution; Shi et al.,
"Is the deconvolution layer the same as a convolutional layer?", 2016). `conv` computes one residue after the other:
each streams the input once and leaves most of the arrays' columns empty if there are few filters (as in the gradient
of an image of patches). The sub-pixel form fills the columns, and copies weights and result once. The cost model
decides. Kernels whose taps are no multiple of the stride use `conv`: padding with taps of 0 would turn infinite inputs
into NaN.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import inf, prod
from typing import Any

import torch
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.mapping.mapping_file import external_entry
from npusim.mlir_templates.common.contractions import vector_types
from npusim.mlir_templates.common.cost_model import copies_cycles, positive_hint
from npusim.mlir_templates.conv.conv import MLIRConvTemplate
from npusim.mlir_templates.conv.problem import Problem
from npusim.mlir_templates.conv.tiling import ConvSpace
from npusim.mlir_templates.conv.window import Window, forward_window
from npusim.mlir_templates.conv.windowed import Geometry
from npusim.mlir_templates.gemm.operands import accumulation_dtype
from npusim.scheduler import current_machine, current_strategy
from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.machine import Machine

_LEAST_GAIN = 1.5  # estimates that are closer are taken to be equal: this form has two kernels more
_COPIES_OF_RESULT = 2  # into the order of the result, and without the padding


def cannot(machine: Machine, image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]) -> str:
    """Why a convolution has no sub-pixel form.

    Args:
        padding: of every dimension.
    """
    if not geometry.transposed or prod(_steps(geometry)) == 1:
        return "only transposed convolutions with a stride have a sub-pixel form"
    if geometry.groups > 1:
        return "there are several groups"
    whole = all(_whole(*each) for each in zip(geometry.windows, padding, strict=True))
    return "" if whole else "the taps are no multiple of the stride"


def does_not_pay(
    machine: Machine, image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]
) -> str:
    """Why the sub-pixel form is not taken: a mapping file has a mapping for `conv`, or no gain is estimated."""
    problem = problem_of(image, geometry)
    other = ConvSpace(problem, machine)
    if external_entry(other, current_strategy()) is not None:
        return "the mapping file has an entry for conv"
    cycles, direct = _cycles(ConvSpace(_forward_problem(problem, geometry), machine), machine), fewest_cycles(other)
    return "" if cycles * _LEAST_GAIN < direct else f"{cycles:,.0f} cycles are estimated, {direct:,.0f} for conv"


def _whole(window: Window, padding: int) -> bool:
    """Whether the taps are a multiple of the stride, without gaps, and reach all outputs."""
    dense = window.spread == 1 and window.tap_step == window.up
    reached = (window.inputs - 1) * window.up + window.kernel
    if not dense or window.kernel % window.up:
        return False
    return bool(V.graph.sizevars.statically_known_leq(padding + window.outputs, reached))


def problem_of(image: Any, geometry: Geometry) -> Problem:
    """The convolution of an image in memory, without fused operators."""
    batch, dtype = image.get_size()[0], image.get_dtype()
    sums = accumulation_dtype(dtype)
    return Problem(
        batch=positive_hint(batch, fallback=64),
        groups=geometry.groups,
        channels=geometry.channels,
        filters=geometry.filters,
        windows=tuple(window.expected for window in geometry.windows),
        depthwise=False,
        channels_last=False,
        element_bytes=dtype.itemsize,
        accumulator_bytes=sums.itemsize,
        vector_types=vector_types(current_machine(), dtype, sums),
    )


def _steps(geometry: Geometry) -> list[int]:
    return [window.up for window in geometry.windows]


def _forward_windows(windows: Sequence[Window]) -> tuple[Window, ...]:
    taps = ((window, window.kernel // window.up) for window in windows)
    return tuple(forward_window(window.inputs, count, 1, count - 1, 1) for window, count in taps)


def _forward_problem(problem: Problem, geometry: Geometry) -> Problem:
    filters = problem.filters * prod(_steps(geometry))
    return replace(problem, filters=filters, windows=_forward_windows(problem.windows))


def fewest_cycles(space: ConvSpace) -> float:
    """Estimated cycles of the default tiling; infinite if no tiling fits the scratchpad."""
    try:
        return space.estimate_cycles(space.default())
    except ScratchpadOverflowError:
        return inf


def _cycles(space: ConvSpace, machine: Machine) -> float:
    """Estimated cycles of the forward convolution and the copies of weights and result."""
    problem = space.problem
    points = problem.batch * prod(window.outputs for window in problem.windows)
    taps = problem.channels * prod(window.kernel for window in problem.windows)
    moved = 2 * problem.element_bytes * problem.filters * (taps + _COPIES_OF_RESULT * points)
    launches = 1 + _COPIES_OF_RESULT
    copies = copies_cycles(moved, launches, machine)
    return fewest_cycles(space) + copies


def convolve(image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]) -> Any:
    """The transposed convolution in sub-pixel form; arguments as for `conv`, sizes and dtype from `layout`."""
    filters = _residues_as_filters(weight, geometry)
    forward = replace(
        geometry,
        windows=_forward_windows(geometry.windows),
        filters=geometry.filters * prod(_steps(geometry)),
        transposed=False,
    )
    sizes = [layout.size[0], forward.filters, *(window.outputs for window in forward.windows)]
    result = ir.FixedLayout(layout.device, layout.dtype, sizes, ir.FlexibleLayout.contiguous_strides(sizes))
    residues = MLIRConvTemplate([image, filters], result, forward).generate().output_node()
    return _without_padding(_interleaved(residues, geometry, sizes), layout.size, padding)


def _copied(value: Any, sizes: Sequence[Any]) -> Any:
    """A contiguous tensor of the given sizes with the elements of `value` in their order."""
    copy = ir.ExternKernel.require_contiguous(inductor.clone(value))
    return inductor.view(copy, list(sizes))


def _residues_as_filters(weight: Any, geometry: Geometry) -> Any:
    """Weights (C, Y, k...) as (Y * strides, C, k / stride...), taps from the last one to the first."""
    steps, rank = _steps(geometry), len(geometry.windows)
    taps = [window.kernel // step for window, step in zip(geometry.windows, steps, strict=True)]
    pairs = chain.from_iterable(zip(taps, steps, strict=True))
    parts = inductor.view(weight, [geometry.channels, geometry.filters, *pairs])
    turned = [2 + 2 * i for i in range(rank) if taps[i] > 1]
    parts = inductor.lowerings[torch.ops.prims.rev.default](parts, turned) if turned else parts
    order = [1, *(3 + 2 * i for i in range(rank)), 0, *(2 + 2 * i for i in range(rank))]
    sizes = [geometry.filters * prod(steps), geometry.channels, *taps]
    return _copied(inductor.permute(parts, order), sizes)


def _interleaved(residues: Any, geometry: Geometry, sizes: Sequence[Any]) -> Any:
    """(N, Y * strides, Q...) as (N, Y, Q * stride...)."""
    steps, rank = _steps(geometry), len(geometry.windows)
    parts = inductor.view(residues, [sizes[0], geometry.filters, *steps, *sizes[2:]])
    order = [0, 1, *chain.from_iterable((2 + rank + i, 2 + i) for i in range(rank))]
    whole = [count * step for count, step in zip(sizes[2:], steps, strict=True)]
    return _copied(inductor.permute(parts, order), [sizes[0], geometry.filters, *whole])


def _without_padding(value: Any, sizes: Sequence[Any], padding: Sequence[int]) -> Any:
    equal = V.graph.sizevars.statically_known_equals
    if all(equal(have, wanted) for have, wanted in zip(value.get_size()[2:], sizes[2:], strict=True)):
        return value
    for dim, (first, size) in enumerate(zip(padding, sizes[2:], strict=True), 2):
        value = inductor.slice_(value, dim, first, first + size)
    return inductor.clone(value)
