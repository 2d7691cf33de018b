"""Forward convolutions of few channels: the taps of their windows as channels of another image (im2col).

Where an array's rows do not take windows (`systolic_im2col`), each tap is a pass of as many rows as there are channels:
49 passes of 3 rows for an image of 3 channels and 7 x 7 taps. Taps that are channels fill the rows together. A kernel
writes windows along some dimensions out, with the padding, channels behind rows:

    P[n, h, (kw, c), w] = X[n, c, h - padding, w * stride - padding + kw * dilation]

Taps of another dimension cost no memory, as rows of the channels (kh, kw, c) of all taps lie at equal distances in P:

    Y[n, y, s, w] += P[n, s * stride + kh, (kw, c), w] * W[y, (kh, kw, c)]

is a convolution of one tap over a view that overlaps itself. Estimates decide; many channels fill the rows without it.
Programs for TPUs do the like: blocks of pixels are channels of the first layer of image models (space to depth), made
by the host or the compiler (tensorflow/compiler/mlir/tensorflow/g3doc/space_to_depth.md). That pads taps with zeros to
whole blocks, which turns infinite inputs into NaN; taps one by one do not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil, prod
from typing import Any

import torch
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.codegen.schedule.tiling import LANES_FACTOR, LARGEST_VOLUME, VECTOR
from npusim.frontend.codegen.schedule.transfer_time import bytes_per_cycle
from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.mapping.mapping_file import external_entry
from npusim.mlir_templates.common.cost_model import copies_cycles, round_up, size_hint
from npusim.mlir_templates.conv.conv import MLIRConvTemplate
from npusim.mlir_templates.conv.problem import Problem
from npusim.mlir_templates.conv.subpixel import fewest_cycles, problem_of
from npusim.mlir_templates.conv.tiling import ConvSpace
from npusim.mlir_templates.conv.window import Window, forward_window
from npusim.mlir_templates.conv.windowed import Geometry
from npusim.scheduler import current_machine, current_strategy
from npusim.simulator.machine import Machine

aten = torch.ops.aten
_LEAST_GAIN = 1.1  # estimates that are closer are taken to be equal: this form has a kernel more
_TAP_OPERATIONS = 7
"""Of the vector unit on every gathered element, for each dimension that is written out: where the element is, and in
which order; 6 to 8 were seen of large images."""
_TAP_CHAIN = 48
"""Operations, one after the other, from the first tile's places to its store, for each such dimension; 0 to 170 were
seen."""


@dataclass(frozen=True)
class Form:
    """Which taps are channels: of the dimensions `written`, in memory, and of the dimension `viewed`, if any."""

    written: tuple[int, ...]
    viewed: int | None

    @property
    def dims(self) -> tuple[int, ...]:
        """All of them, in the order of the channels' parts."""
        return self.written if self.viewed is None else (self.viewed, *self.written)

    def windows(self, windows: Sequence[Window]) -> tuple[Window, ...]:
        """Of the convolution of what is written."""
        return tuple(
            forward_window(window.outputs, 1, 1, 0, 1) if i in self.dims else window for i, window in enumerate(windows)
        )


def cannot(machine: Machine, image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]) -> str:
    """Why a convolution has no such form."""
    if geometry.transposed or geometry.groups > 1:
        return "only forward convolutions with one group have such a form"
    return "" if any(_forms(geometry.windows)) else "windows have one tap"


def does_not_pay(
    machine: Machine, image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]
) -> str:
    """Why the form is not taken: windows share an array's rows anyway, a mapping file has a mapping for `conv`, or no
    gain is estimated.
    """
    if machine.systolic_im2col or mlir_element(image.get_dtype()) not in machine.systolic_rows_per_cycle:
        return "the arrays take windows, or not the element type"
    if geometry.channels >= machine.systolic_rows:
        return "the channels fill the rows of the arrays"
    problem = problem_of(image, geometry)
    other = ConvSpace(problem, machine)
    if external_entry(other, current_strategy()) is not None:
        return "the mapping file has an entry for conv"
    cycles, direct = _cycles(problem, best_form(image, geometry, machine), machine), fewest_cycles(other)
    return "" if cycles * _LEAST_GAIN < direct else f"{cycles:,.0f} cycles are estimated, {direct:,.0f} for conv"


def best_form(image: Any, geometry: Geometry, machine: Machine) -> Form:
    """The form that is estimated to be fastest."""
    problem = problem_of(image, geometry)
    return min(_forms(geometry.windows), key=lambda form: _cycles(problem, form, machine))


def _forms(windows: Sequence[Window]) -> Iterator[Form]:
    """The dimension before the innermost one is viewed if it can be."""
    wide = [i for i, window in enumerate(windows) if window.kernel > 1]
    before = len(windows) - 2
    viewed = before if before in wide and windows[before].spread == 1 else None
    rest = [i for i in wide if i != viewed]
    for count in range(0 if viewed is not None else 1, len(rest) + 1):
        for written in combinations(rest, count):
            yield Form(written, viewed)


def _cycles(problem: Problem, form: Form, machine: Machine) -> float:
    """Estimated cycles of the copy and the convolution."""
    channels = problem.channels * prod(problem.windows[i].kernel for i in form.dims)
    product = replace(problem, channels=channels, windows=form.windows(problem.windows), channels_last=False)
    return fewest_cycles(ConvSpace(product, machine)) + _copy_cycles(problem, form, machine)


def _copy_cycles(problem: Problem, form: Form, machine: Machine) -> float:
    """Estimated cycles of the copy: it reads the image once per tap that it writes.

    Where taps reach into the padding, elements are gathered: the vector unit computes their places and orders them, in
    whole vectors, and waits for the first ones.
    """
    windows, taps = problem.windows, prod(problem.windows[i].kernel for i in form.written)
    extents = [w.outputs if i in form.written else w.inputs for i, w in enumerate(windows)]
    if not any(windows[i].low for i in form.written):
        image = problem.channels * prod(window.inputs for window in windows)
        elements = problem.batch * taps * (image + problem.channels * prod(extents))
        return copies_cycles(problem.element_bytes * elements, 1, machine)
    *outer, innermost = extents
    rows, row = problem.batch * prod(outer), problem.channels * taps * round_up(innermost, VECTOR)
    elements = rows * row
    busy = min(machine.cores, _gathered_tiles(rows, row, machine))
    slower = bytes_per_cycle(machine, machine.cores) / bytes_per_cycle(machine, busy)
    computed: float = len(form.written) * _TAP_OPERATIONS * elements / busy / machine.vector_elements_per_cycle
    first = 2 * machine.memory_latency_cycles + len(form.written) * _TAP_CHAIN * machine.vector_latency_cycles
    return copies_cycles(slower * 2 * problem.element_bytes * elements, 1, machine) + computed + first


def _gathered_tiles(rows: int, row: int, machine: Machine) -> int:
    """Tiles in which rows of `row` elements are gathered: one row for each lane, as far as tiles may be that large."""
    of_tile = min(rows, machine.vector_lanes)
    while of_tile > 1 and of_tile * row > LARGEST_VOLUME * LANES_FACTOR:
        of_tile = ceil(of_tile / 2)
    return ceil(rows / max(1, of_tile))


def convolve(image: Any, weight: Any, layout: Any, geometry: Geometry) -> Any:
    """The convolution in its best form; the layout gives sizes and dtype."""
    form = best_form(image, geometry, current_machine())
    channels = geometry.channels * prod(geometry.windows[i].kernel for i in form.dims)
    windows = form.windows(geometry.windows)
    order = [0, *(2 + i for i in form.dims), 1, *(2 + i for i in range(len(windows)) if i not in form.dims)]
    sizes = [geometry.filters, channels, *(window.kernel for window in windows)]
    filters = inductor.view(inductor.permute(weight, order), sizes)
    product = replace(geometry, channels=channels, windows=windows)
    operands = [_viewed(_written(image, geometry, form), channels, geometry, form), filters]
    template = MLIRConvTemplate(operands, layout, product)
    template.fuses_prologue = (1,)  # rows of the view overlap: what makes them would be computed once per tap
    return template.generate().output_node()


def _written(image: Any, geometry: Geometry, form: Form) -> Any:
    """P: (N, positions but for the last dimension's, C * taps, positions of the last dimension)."""
    windows, rank = geometry.windows, len(geometry.windows)
    around = [edge for i in reversed(range(rank)) for edge in (-windows[i].low if i in form.dims else 0,) * 2]
    if _innermost(image) != rank + 1:  # rows are copied tap by tap, in their order in memory
        image = ir.ExternKernel.require_contiguous(inductor.clone(image))
    load = (inductor.constant_pad_nd(image, around, 0) if any(around) else image).make_loader()
    taps = [windows[i].kernel for i in form.written]

    def inner(index: Sequence[Any]) -> Any:
        places = [*index[1:rank], index[-1]]
        for i, k in zip(form.written, index[rank:-2], strict=True):
            places[i] = places[i] * windows[i].down + k * windows[i].spread
        return load([index[0], index[-2], *places])

    extents = [_extent(image, window, i, form) for i, window in enumerate(windows)]
    batch = image.get_size()[0]
    ranges = [batch, *extents[:-1], *taps, geometry.channels, extents[-1]]
    copy = ir.Pointwise.create(device=image.get_device(), dtype=image.get_dtype(), inner_fn=inner, ranges=ranges)
    copy = inductor.view(copy, [batch, *extents[:-1], prod(taps) * geometry.channels, extents[-1]])
    return ir.ExternKernel.require_contiguous(copy)


def _innermost(image: Any) -> int:
    """The dimension along which the image is contiguous in memory; the last one where its layout is not decided."""
    strides = image.maybe_get_stride()
    last = len(image.get_size()) - 1
    return last if strides is None or strides[last] == 1 else list(strides).index(min(strides, key=size_hint))


def _extent(image: Any, window: Window, i: int, form: Form) -> Any:
    """Elements of P along a dimension."""
    if i in form.written:
        return window.outputs
    size = image.get_size()[2 + i]
    return size - 2 * window.low if i == form.viewed else size


def _viewed(copy: Any, channels: int, geometry: Geometry, form: Form) -> Any:
    """P as an image (N, channels, positions...), whose channels are the taps of the viewed dimension, too."""
    batch, *outer, _, innermost = copy.get_size()
    outer_strides = ir.FlexibleLayout.contiguous_strides(copy.get_size())
    sizes, strides = [*outer, innermost], [*outer_strides[1:-2], 1]
    if form.viewed is not None:
        sizes[form.viewed] = geometry.windows[form.viewed].outputs
        strides[form.viewed] *= geometry.windows[form.viewed].down
    return inductor.as_strided(copy, [batch, channels, *sizes], [outer_strides[0], innermost, *strides])
