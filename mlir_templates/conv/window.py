"""Geometry of one spatial dimension of a convolution, forward or transposed.

Both are sums of the same form. With the taps of a transposed convolution in reverse order,

    out[q * up + residue] += in[q * down + offset + j * spread] * tap[first_tap + j * tap_step]

A forward convolution has up = 1, one phase, and down = stride. A transposed one has down = 1 and up = stride, and one
phase per residue of the output position modulo the stride: the taps that meet an input element there (the sub-pixel
form; Shi et al., "Is the deconvolution layer the same as a convolutional layer?", 2016). So no zeros are multiplied.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

from npusim.frontend.codegen import Size
from npusim.frontend.inductor.api import FloorDiv
from npusim.mlir_templates.common.cost_model import positive_hint
from npusim.simulator.errors import ShapeError

_SYMBOLIC_SIZE = 64
"""The assumed value of sizes that depend on data."""


@dataclass(frozen=True)
class Phase:
    """The outputs at `residue` modulo `up`: the number of taps, and the input under the first tap at q = 0."""

    residue: int
    first_tap: int
    taps: int
    offset: int


@dataclass(frozen=True)
class Window:
    """One spatial dimension; the formula stands at the top of the file.

    Attributes:
        inputs, outputs, kernel: elements of the input, of the output (expressions where they are symbolic), taps.
        flipped: taps are counted from the last one.
        input_step: every `input_step`-th element of the tensor is an input (a kernel of one tap with a stride).
        elements: of the tensor along this dimension, where not every one is an input.
        phases: the residues that have taps.
        hinted: whether sizes are hints of symbolic ones, which tiles are not known to cover.
    """

    inputs: Size
    outputs: Size
    kernel: int
    down: int
    up: int
    spread: int
    tap_step: int
    flipped: bool
    phases: tuple[Phase, ...]
    input_step: int = 1
    elements: Size | None = None
    hinted: bool = False

    @cached_property
    def low(self) -> int:
        """Input element under the first tap of output 0; negative if it is padding."""
        return min(phase.offset for phase in self.phases)

    @cached_property
    def high(self) -> int:
        """Input element under the last tap of the outputs 0 to up - 1."""
        return max(phase.offset + (phase.taps - 1) * self.spread for phase in self.phases)

    @property
    def is_static(self) -> bool:
        """Whether its sizes are numbers."""
        return isinstance(self.inputs, int) and isinstance(self.outputs, int)

    @property
    def expected(self) -> "Window":
        """The window with hints in place of symbolic sizes."""
        if self.is_static:
            return self
        sizes = self.inputs, self.outputs, self.in_memory
        inputs, outputs, elements = (positive_hint(size, _SYMBOLIC_SIZE) for size in sizes)
        return replace(self, inputs=inputs, outputs=outputs, elements=elements, hinted=True)

    @property
    def in_memory(self) -> Size:
        """Elements of the tensor along this dimension."""
        return self.inputs if self.elements is None else self.elements

    def is_covered(self, outputs: int) -> bool:
        """Whether a tile of `outputs` outputs is known to hold all of them."""
        return self.is_static and not self.hinted and outputs >= self.outputs

    def span(self, outputs: int) -> int:
        """Input elements under a tile of outputs (a multiple of `up`)."""
        return (outputs // self.up - 1) * self.down + self.high - self.low + 1

    def extent(self, outputs: int) -> int:
        """Elements of an input's tile under a tile of outputs, the padding in front of any included."""
        span, margin = self.span(outputs), max(0, -self.low)
        return max(span, margin + 1) if self.is_covered(outputs) else span + margin

    @property
    def pointwise(self) -> bool:
        """Whether every output depends only on the input element with the same index."""
        return self.kernel == 1 and self.down == self.up == self.input_step == 1 and self.low == 0


def forward_window(
    inputs: Size, kernel: int, stride: int, padding: int, dilation: int, outputs: Size | None = None
) -> Window:
    """`out[o] += in[o * stride - padding + k * dilation] * tap[k]`.

    Args:
        outputs: number of outputs; by default as many as the input allows. The gradient of a transposed convolution
            whose `output_padding` is at least the stride needs fewer.

    Raises:
        ShapeError: the padded input is smaller than the kernel.
    """
    last = inputs + 2 * padding - dilation * (kernel - 1) - 1
    possible = last // stride + 1 if isinstance(inputs, int) else FloorDiv(last, stride) + 1
    outputs = possible if outputs is None else outputs
    if isinstance(possible, int) and possible < 1:
        raise ShapeError(
            f"convolution: an input of {inputs} elements with padding {padding} is smaller than a kernel of {kernel} "
            f"taps with dilation {dilation}; enlarge the input or the padding"
        )
    if kernel == 1 and padding == 0 and stride > 1:
        return Window(outputs, outputs, 1, 1, 1, 1, 1, False, (Phase(0, 0, 1, 0),), stride, inputs)
    return Window(inputs, outputs, kernel, stride, 1, dilation, 1, False, (Phase(0, 0, kernel, -padding),))


def check_parameters(
    is_empty: bool, stride: Sequence[int], dilation: Sequence[int], output_padding: Sequence[int] = ()
) -> None:
    """Checks what PyTorch's kernels refuse and its shape functions accept.

    Args:
        is_empty: whether the kernel has no taps.
        stride, dilation: one number for every dimension.
        output_padding: the same, of a transposed convolution.

    Raises:
        ShapeError: no taps, a dilation below 1, or an output padding at least as large as its stride and its dilation.
    """
    if is_empty:
        raise ShapeError("convolution: kernel size should be greater than zero")
    if min(dilation) < 1:
        raise ShapeError(f"convolution: dilation should be greater than zero, but is {list(dilation)}")
    for extra, step, gap in zip(output_padding, stride, dilation, strict=bool(output_padding)):
        if extra >= max(step, gap):
            raise ShapeError(
                f"transposed convolution: output padding must be smaller than either stride or dilation, but {extra} "
                f"is not smaller than {step} or {gap}"
            )


def transposed_window(inputs: Size, outputs: Size, kernel: int, stride: int, padding: int, dilation: int) -> Window:
    """`out[i * stride - padding + k * dilation] += in[i] * tap[k]`."""
    common = gcd(dilation, stride)
    phases = (_phase(residue, kernel, stride, padding, dilation) for residue in range(stride))
    found = tuple(phase for phase in phases if phase is not None)
    return Window(inputs, outputs, kernel, 1, stride, dilation // common, stride // common, True, found)


def _phase(residue: int, kernel: int, stride: int, padding: int, dilation: int) -> Phase | None:
    """A tap k meets outputs at `residue` when stride divides residue + padding - k * dilation."""
    reach = [residue + padding - (kernel - 1 - tap) * dilation for tap in range(kernel)]
    taps = [tap for tap, distance in enumerate(reach) if distance % stride == 0]
    return Phase(residue, taps[0], len(taps), reach[taps[0]] // stride) if taps else None
