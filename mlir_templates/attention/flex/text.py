"""Text of FlexAttention's kernels: loops over the blocks that a mask lists, and changed scores."""

import math
from collections.abc import Mapping, Sequence

import sympy
from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.inductor.api import V
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import applied
from npusim.frontend.template.elements import Element
from npusim.frontend.template.tile_math import Body
from npusim.mlir_templates.attention.flash.text import FlashText
from npusim.mlir_templates.attention.flex.problem import GRADIENT, PLACE, SCORE, FlexAttention, Function, seen_score


class FlexText(FlashText):
    """Prints parts of one kernel.

    Args:
        along: `q` or `k`. Each block along this axis has a list of blocks of the other axis, which the kernel visits.
    """

    def __init__(self, kernel: MLIRTemplateKernel, flex: FlexAttention, tiles: Mapping[str, int], along: str) -> None:
        super().__init__(kernel, flex.attention, tiles)
        self.flex, self.along, self.across = flex, along, "k" if along == "q" else "q"

    @property
    def kinds(self) -> Sequence[str]:
        """Kinds of blocks that the kernel loops over, one kind after the other."""
        return list(self.flex.blocks.kinds) if self.flex.blocks is not None else ["all"]

    def open_blocks(self, kind: str) -> str:
        """Opens the loops over the blocks of a kind and their tiles; defines the loop variable `across`."""
        variable, blocks = self.across, self.flex.blocks
        extent, tile = self._extent(variable), self.sizes[variable]
        if blocks is None:
            return self.kernel.for_loop(variable, extent, tile)
        count, indices = (f"{kind}_{name}".upper() for name in ("count", "indices"))
        row, number, counted = f"row_{kind}", f"number_{kind}", f"count_{kind}"
        for name, dim in ((row, 2), (number, 3)):
            self.kernel.walk(name, self.kernel.named_nodes[indices].get_size()[dim], 1)
        self._walk(variable, variable, extent)
        one, end = self.kernel.size(1), self.kernel.size(extent)
        return "\n".join(
            [
                f"%{row} = affine.apply {applied(f'd0 floordiv {blocks.rows}', [f'%{self.along}'])}",
                self.kernel.read_index(count, self._dims(count, row), counted),
                loops.counted(f"%{number}", "%zero", f"%{counted}", one),
                self.kernel.read_index(indices, self._dims(indices, row, number), "block"),
                f"%begin = affine.apply {applied(f'd0 * {blocks.columns}', ['%block'])}",
                f"%end = affine.min {applied(f'd0 + {blocks.columns}, s0', ['%begin'], [end])}",
                loops.counted(f"%{variable}", "%begin", "%end", self.kernel.size(tile)),
            ]
        )

    def close_blocks(self) -> str:
        """Ends the loops."""
        return self.kernel.end_loop() if self.flex.blocks is None else f"{loops.END}\n{loops.END}"

    def _dims(self, argument: str, *inner: str) -> list[str | None]:
        """The loop variables along a list; it is shared by sequences and heads along which it has one element."""
        sizes, known = self.kernel.named_nodes[argument].get_size(), V.graph.sizevars.statically_known_equals
        outer = [None if known(size, 1) else axis for axis, size in zip("bh", sizes[:2], strict=True)]
        return [*outer, *inner]

    # -- scores

    def exponent(self, body: Body, score: Element) -> Element:
        """The changed score, the argument of the exponential."""
        return score

    def change(self, kind: str) -> str:
        """Computes the changed scores from the products; -inf where they are not seen."""
        keys = sympy.sympify(self.attention.keys)
        whole = keys.is_Integer and int(keys) % self.sizes["k"] == 0
        function = seen_score(self.flex, kind, None if whole else self.attention.keys)
        return self._computed("scores", {SCORE: "products"}, function, -math.inf)

    def change_back(self) -> str:
        """Computes the gradient of the scores from that of the changed ones."""
        gradient = self.flex.gradient
        assert gradient is not None, "only the backward kernels call this"
        inputs = {SCORE: "products", GRADIENT: "grad_changed"}
        return self._computed("grad_scores", inputs, gradient, 0.0)

    def _computed(self, output: str, inputs: Mapping[str, str], function: Function, outside: float) -> str:
        """Computes a tile by a function of scores, which are the scaled products. Along an axis of one element only
        that is computed: the rest of the tile is `outside`.
        """
        known = V.graph.sizevars.statically_known_equals
        is_part = any(known(self._extent(axis), 1) and self.sizes[axis] > 1 for axis in "qk")
        filled = [self.math.fill(output, outside)] if is_part else []
        factors = {SCORE: self.attention.scale}
        text = self.kernel.compute_function(output, inputs, PLACE, lambda _: function(), factors)
        return "\n".join([*filled, text])
