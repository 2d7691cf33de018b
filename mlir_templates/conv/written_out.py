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
from math import prod
from typing import Any

import torch
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.mapping.mapping_file import external_entry
from npusim.mlir_templates.common.cost_model import copies_cycles, size_hint
from npusim.mlir_templates.conv.conv import Geometry, MLIRConvTemplate
from npusim.mlir_templates.conv.subpixel import fewest_cycles, problem_of
from npusim.mlir_templates.conv.tiling import ConvSpace, Problem
from npusim.mlir_templates.conv.window import Window, forward_window
from npusim.scheduler import current_machine, current_strategy
from npusim.simulator.machine import Machine

aten = torch.ops.aten
_LEAST_GAIN = 1.5  # estimates that are closer are taken to be equal: this form has a kernel more
Steps = Sequence[tuple[int, int, int]]


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


def best_form(image: Any, geometry: Geometry, steps: Steps) -> Form | None:
    """The form that is estimated to be fastest; None: the convolution as it is, also where a mapping file has a mapping
    for that.

    Args:
        steps: stride, padding and dilation of every dimension.
    """
    machine = current_machine()
    if machine.systolic_im2col or geometry.transposed or geometry.groups > 1:
        return None
    is_on_arrays = mlir_element(image.get_dtype()) in machine.systolic_rows_per_cycle
    if not is_on_arrays or geometry.channels >= machine.systolic_rows:
        return None
    forms, problem = list(_forms(geometry.windows, steps)), problem_of(image, geometry)
    plain = ConvSpace(problem, machine)
    if not forms or external_entry(plain, current_strategy()) is not None:
        return None
    cycles = {form: _cycles(problem, form, machine) for form in forms}
    best = min(cycles, key=lambda form: cycles[form])
    return best if cycles[best] * _LEAST_GAIN < fewest_cycles(plain) else None


def _forms(windows: Sequence[Window], steps: Steps) -> Iterator[Form]:
    """The dimension before the innermost one is viewed if it can be."""
    wide = [i for i, window in enumerate(windows) if window.kernel > 1]
    before = len(windows) - 2
    viewed = before if before in wide and steps[before][2] == 1 else None
    rest = [i for i in wide if i != viewed]
    for count in range(0 if viewed is not None else 1, len(rest) + 1):
        for written in combinations(rest, count):
            yield Form(written, viewed)


def _cycles(problem: Problem, form: Form, machine: Machine) -> float:
    """Estimated cycles of the copy, which reads the image once per tap that it writes, and the convolution."""
    windows, taps = problem.windows, prod(problem.windows[i].kernel for i in form.written)
    image = problem.channels * prod(window.inputs for window in windows)
    copy = problem.channels * taps * prod(w.outputs if i in form.written else w.inputs for i, w in enumerate(windows))
    channels = problem.channels * prod(windows[i].kernel for i in form.dims)
    product = replace(problem, channels=channels, windows=form.windows(windows), channels_last=False)
    moved = problem.element_bytes * problem.batch * (taps * image + copy)
    return fewest_cycles(ConvSpace(product, machine)) + copies_cycles(moved, 1, machine)


def convolve(image: Any, weight: Any, layout: Any, geometry: Geometry, steps: Steps, form: Form) -> Any:
    """The convolution in this form; the layout gives sizes and dtype."""
    channels = geometry.channels * prod(geometry.windows[i].kernel for i in form.dims)
    windows = form.windows(geometry.windows)
    order = [0, *(2 + i for i in form.dims), 1, *(2 + i for i in range(len(windows)) if i not in form.dims)]
    sizes = [geometry.filters, channels, *(window.kernel for window in windows)]
    filters = inductor.view(inductor.permute(weight, order), sizes)
    product = replace(geometry, channels=channels, windows=windows)
    operands = [_viewed(_written(image, geometry, steps, form), channels, geometry, steps, form), filters]
    template = MLIRConvTemplate(operands, layout, product)
    template.fuses_prologue = (1,)  # rows of the view overlap: what makes them would be computed once per tap
    return template.generate().output_node()


def _written(image: Any, geometry: Geometry, steps: Steps, form: Form) -> Any:
    """P: (N, positions but for the last dimension's, C * taps, positions of the last dimension)."""
    rank = range(len(steps))
    around = [edge for i in reversed(rank) for edge in (steps[i][1] if i in form.dims else 0,) * 2]
    if _innermost(image) != len(steps) + 1:  # rows are copied tap by tap, in their order in memory
        image = ir.ExternKernel.require_contiguous(inductor.clone(image))
    load = (inductor.constant_pad_nd(image, around, 0) if any(around) else image).make_loader()
    taps = [geometry.windows[i].kernel for i in form.written]

    def inner(index: Sequence[Any]) -> Any:
        n, *outer = index[: len(steps)]
        tap, c, innermost = index[len(steps) : -2], index[-2], index[-1]
        places = [*outer, innermost]
        for i, k in zip(form.written, tap, strict=True):
            stride, _, dilation = steps[i]
            places[i] = places[i] * stride + k * dilation
        return load([n, c, *places])

    extents = [_extent(image, geometry.windows[i], steps[i], i, form) for i in rank]
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


def _extent(image: Any, window: Window, step: tuple[int, int, int], i: int, form: Form) -> Any:
    """Elements of P along a dimension."""
    if i in form.written:
        return window.outputs
    size = image.get_size()[2 + i]
    return size + 2 * step[1] if i == form.viewed else size


def _viewed(copy: Any, channels: int, geometry: Geometry, steps: Steps, form: Form) -> Any:
    """P as an image (N, channels, positions...), whose channels are the taps of the viewed dimension, too."""
    batch, *outer, _, innermost = copy.get_size()
    outer_strides = ir.FlexibleLayout.contiguous_strides(copy.get_size())
    sizes, strides = [*outer, innermost], [*outer_strides[1:-2], 1]
    if form.viewed is not None:
        sizes[form.viewed] = geometry.windows[form.viewed].outputs
        strides[form.viewed] *= steps[form.viewed][0]
    return inductor.lowerings[aten.as_strided.default](
        copy, [batch, channels, *sizes], [outer_strides[0], innermost, *strides]
    )
