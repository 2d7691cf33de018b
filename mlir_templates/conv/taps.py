"""Convolutions whose channels do not mix, on the vector unit: their taps written out, the channels across the lanes."""

import itertools
from collections.abc import Iterable, Iterator, Sequence

from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.mlir_templates.conv.text import ConvText, Part, sum_body
from npusim.mlir_templates.conv.window import Phase

LARGEST_UNROLLED = 64
"""Taps that are written out at most."""
_TAPS_AT_ONCE = 16


class DepthwiseText(ConvText):
    """Prints windows, contractions, and sums over taps."""

    def multiply_taps(self, out: str, image: str, taps: str) -> str:
        """`contract` for channels that do not mix: sums of a few taps at a time on the vector unit."""
        lines: list[str] = []
        for phases in itertools.product(*(window.phases for window in self.windows)):
            result = self.phase_outputs(out, phases, lines)
            every = list(itertools.product(*(range(phase.taps) for phase in phases)))
            for first in range(0, len(every), _TAPS_AT_ONCE):
                chosen = every[first : first + _TAPS_AT_ONCE]
                images = [self._image_at(image, phases, tap, lines) for tap in chosen]
                lines += self._tap_sum(
                    images, [self._one_tap(taps, phases, tap) for tap in chosen], taps, image, out, result
                )
        return "\n".join(lines)

    def _tap_sum(
        self, images: Sequence[Part], places: Sequence[Sequence[str]], taps: str, image: str, out: str, result: Part
    ) -> list[str]:
        """One `linalg.generic` that adds the products of some taps to the result."""
        outer, count = self.names(out), len(images)
        maps = [*[self._moved(image)] * count, *places, outer]
        operands = [*images, *[self._whole(taps)] * count, result]
        return generic(
            outer, maps, operands, outer, sum_body(count, *(self.kernel.tile(n).dtype for n in (image, taps, out)))
        )

    def _image_at(self, image: str, phases: Sequence[Phase], tap: Sequence[int], lines: list[str]) -> Part:
        """The image's elements under one tap of every output of a phase."""
        target = self.kernel.tile(image)
        axes, places = target.desc.axes, {f"i{i}": i for i in range(len(self.windows))}
        offsets, sizes, steps = [0] * len(axes), target.desc.get_tile_size(), [1] * len(axes)
        for at, i in ((at, places[axis]) for at, axis in enumerate(axes) if axis in places):
            window = self.windows[i]
            offsets[at] = phases[i].offset - window.low + tap[i] * window.spread
            sizes[at], steps[at] = self.tiles[i] // window.up, window.down
        return self.part(image, offsets, sizes, steps, lines)

    def _one_tap(self, taps: str, phases: Sequence[Phase], tap: Sequence[int]) -> list[str]:
        """The taps' axes with one tap fixed; an axis of one element is at 0."""
        numbers = zip(self.windows, phases, tap, strict=True)
        at = {f"k{i}": str(phase.first_tap + j * window.tap_step) for i, (window, phase, j) in enumerate(numbers)}
        return [{**at, "unit": "0"}.get(axis, axis) for axis in self.names(taps)]

    def correlate_taps(self, out: str, image: str, gradient: str, products: str) -> str:
        """`correlate` for channels that do not mix, tap by tap on the vector unit, through a tile of products."""
        lines: list[str] = []
        phases = [window.phases[0] for window in self.windows]
        axes = self.names(gradient)
        for tap in itertools.product(*(range(window.kernel) for window in self.windows)):
            operands = [self._image_at(image, phases, tap, lines), self._whole(gradient), self._whole(products)]
            maps = [self._moved(image), axes, self.names(products)]
            lines += generic(axes, maps, operands, axes, product_body(*self._kinds(gradient, out)))
            at = {**{f"k{i}": str(j) for i, j in enumerate(tap)}, "c": "0"}
            place = [at.get(axis, axis) for axis in self.names(out)]
            total = [self._whole(products), self._whole(out)]
            lines += generic(axes, [self.names(products), place], total, ["y"], sum_of_terms(self._kinds(out)[0]))
        return "\n".join(lines)

    def _kinds(self, *names: str) -> list[str]:
        return [mlir_element(self.kernel.tile(name).dtype) for name in names]

    def _whole(self, name: str) -> Part:
        return Part(self.kernel.tile(name).ssa, self.kernel.tile(name).type)

    def _moved(self, image: str) -> list[str]:
        """The image's axes at the positions of the outputs."""
        return [f"s{axis[1:]}" if axis.startswith("i") else axis for axis in self.names(image)]


def generic(
    dims: Sequence[str],
    maps: Sequence[Sequence[str]],
    operands: Sequence[Part],
    parallel: Sequence[str],
    body: Iterable[str],
) -> list[str]:
    """Lines of a `linalg.generic` whose last operand is written."""
    shown = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(axes)})>" for axes in maps)
    kinds = ", ".join('"parallel"' if dim in parallel else '"reduction"' for dim in dims)
    names, types = (", ".join(part) for part in zip(*((o.ssa, o.type) for o in operands[:-1]), strict=True))
    out = operands[-1]
    head = f"linalg.generic {{indexing_maps = [{shown}], iterator_types = [{kinds}]}} "
    return [f"{head}ins({names} : {types}) outs({out.ssa} : {out.type}) {{", *body, "}"]


def product_body(narrow: str, wide: str) -> Iterator[str]:
    """Body that multiplies two elements of the MLIR type `narrow`; the product is a `wide`."""
    yield f"^bb0(%left: {narrow}, %right: {narrow}, %old: {wide}):"
    if narrow != wide:
        yield f"%left_wide = arith.extf %left : {narrow} to {wide}"
        yield f"%right_wide = arith.extf %right : {narrow} to {wide}"
    suffix = "" if narrow == wide else "_wide"
    yield f"%product = arith.mulf %left{suffix}, %right{suffix} : {wide}"
    yield f"linalg.yield %product : {wide}"


def sum_of_terms(kind: str) -> Iterator[str]:
    """Body that adds an element to a sum."""
    yield f"^bb0(%term: {kind}, %total: {kind}):"
    yield f"%sum = arith.addf %total, %term : {kind}"
    yield f"linalg.yield %sum : {kind}"
