"""Depthwise convolutions on the vector unit: taps unrolled, channels across the lanes."""

import itertools
from collections.abc import Sequence

import torch
from npusim.frontend.codegen.graph import mlir_ops
from npusim.frontend.mlir_writer.memory import Memref
from npusim.frontend.mlir_writer.structured import Operand, generic
from npusim.frontend.mlir_writer.text import Text
from npusim.frontend.template.contraction import Body, multiply_accumulate
from npusim.mlir_templates.conv.text import ConvText
from npusim.mlir_templates.conv.window import Phase

LARGEST_UNROLLED = 64
"""The most taps that are unrolled."""
TAPS_AT_ONCE = 16


class DepthwiseText(ConvText):
    """Prints windows, contractions, and sums over taps."""

    def multiply_taps(self, out: str, image: str, taps: str) -> str:
        """`contract` for depthwise convolutions: sums of a few taps at a time on the vector unit."""
        text = self.lines()
        for phases in itertools.product(*(window.phases for window in self.windows)):
            result = Operand(self.phase_outputs(out, phases, text), self.names(out))
            every = list(itertools.product(*(range(phase.taps) for phase in phases)))
            for first in range(0, len(every), TAPS_AT_ONCE):
                chosen = every[first : first + TAPS_AT_ONCE]
                images = [Operand(self._image_at(image, phases, tap, text), self._moved(image)) for tap in chosen]
                factors = [Operand(self.kernel.tile(taps), self._one_tap(taps, phases, tap)) for tap in chosen]
                left, right, total = (self.kernel.tile(name).dtype for name in (image, taps, out))
                body = multiply_accumulate(left, right, total, len(chosen))
                operands = [*images, *factors]
                text.add(generic(result.axes, operands, [result], body.arguments, body.lines, [body.result]))
        return str(text)

    def _image_at(self, image: str, phases: Sequence[Phase], tap: Sequence[int], text: Text) -> Memref:
        """The image's elements under one tap of every output of a phase."""
        target = self.kernel.tile(image)
        axes, places = target.axes, {f"i{i}": i for i in range(len(self.windows))}
        offsets, sizes, steps = [0] * len(axes), list(target.shape), [1] * len(axes)
        for at, i in ((at, places[axis]) for at, axis in enumerate(axes) if axis in places):
            window = self.windows[i]
            offsets[at] = phases[i].offset - window.low + tap[i] * window.spread
            sizes[at], steps[at] = self.tiles[i] // window.up, window.down
        return self.part(image, offsets, sizes, steps, text)

    def _one_tap(self, taps: str, phases: Sequence[Phase], tap: Sequence[int]) -> list[str]:
        """The taps' axes with one tap fixed; an axis of one element is at 0."""
        numbers = zip(self.windows, phases, tap, strict=True)
        at = {f"k{i}": str(phase.first_tap + j * window.tap_step) for i, (window, phase, j) in enumerate(numbers)}
        return [{**at, "unit": "0"}.get(axis, axis) for axis in self.names(taps)]

    def correlate_taps(self, out: str, image: str, gradient: str, products: str) -> str:
        """`correlate` for depthwise convolutions, tap by tap on the vector unit, through a tile of products."""
        text = self.lines()
        phases = [window.phases[0] for window in self.windows]
        factor, product, total = (self.kernel.tile(name) for name in (gradient, products, out))
        multiply, accumulate = _product(factor.dtype, product.dtype), _sum(total.dtype)
        for tap in itertools.product(*(range(window.kernel) for window in self.windows)):
            factors = [Operand(self._image_at(image, phases, tap, text), self._moved(image)), factor.walked()]
            text.add(_written(factor.axes, factors, product.walked(), multiply))
            at = {**{f"k{i}": str(j) for i, j in enumerate(tap)}, "c": "0"}
            sums = Operand(total, [at.get(axis, axis) for axis in total.axes])
            text.add(_written(factor.axes, [product.walked()], sums, accumulate))
        return str(text)

    def _moved(self, image: str) -> list[str]:
        """The image's axes, indexed by output positions."""
        return [f"s{axis[1:]}" if axis.startswith("i") else axis for axis in self.names(image)]


def _written(loops: Sequence[str], inputs: Sequence[Operand], output: Operand, body: Body) -> list[str]:
    return generic(loops, inputs, [output], body.arguments, body.lines, [body.result])


def _product(narrow: torch.dtype, wide: torch.dtype) -> Body:
    """Multiplies two elements; the old output is not read."""
    whole = multiply_accumulate(narrow, narrow, wide)
    return Body(whole.arguments, whole.lines[:-1], "%product_0")


def _sum(dtype: torch.dtype) -> Body:
    """Adds an element to a sum."""
    line = f"%sum_0 = {mlir_ops.line('add', dtype, dtype, ['%total_0', '%left_0'])}"
    return Body(["%left_0", "%total_0"], [line], "%sum_0")
