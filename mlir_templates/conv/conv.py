"""Convolutions of one to three dimensions, forward and transposed, with any stride, padding, dilation and groups.

An implicit matrix product: a tile of the image is loaded once, padded with zeros outside of the tensor, and one
contraction sums over channels and taps of its windows, so that the taps of images with few channels fill the rows of
the arrays together. Depthwise convolutions take one multiply-add of the vector unit per tap. Tensors are read and
written in memory order. The gradient of a forward convolution's image is a transposed convolution, and vice versa; for
the weights see `weight_gradient`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.frontend.codegen import OperandView
from npusim.frontend.mlir_writer.indices import affine_sum
from npusim.frontend.mlir_writer.text import Text
from npusim.mlir_templates.common.cost_model import positive_hint
from npusim.mlir_templates.conv.operands import Computed, ConvOperand, image_operand, strides_of, weight_operand
from npusim.mlir_templates.conv.taps import LARGEST_UNROLLED, DepthwiseText
from npusim.mlir_templates.conv.text import Side, operand_tile, tile, tile_of
from npusim.mlir_templates.conv.tiling import ConvSpace, ConvTiling, Problem
from npusim.mlir_templates.conv.window import Window
from npusim.mlir_templates.gemm.operands import accumulation_dtype

_PROLOGUE = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=[X, W], outputs=[Y], names_str="X, W, Y") }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("X", X_tile) }}
  {{ kernel.def_sram_buffer("W", W_tile) }}
  {{ kernel.def_sram_buffer("Y", accumulator, dtype=ACCUMULATOR_TYPE) }}
  {{ kernel.for_loop("g", GROUPS, 1, parallel=True) }}
"""

_POSITIONS = r"""
    {% for position in positions %}
    {{ kernel.for_loop(*position, parallel=True) }}
    {% endfor %}
"""

_FILTERS = r"""
    {{ kernel.for_loop("o", FILTERS, TILE_O, parallel=True) }}
    {{ conv.absolute("y", "o", FILTERS, ALL_FILTERS, TILE_O, GROUPS) }}
"""

_END_POSITIONS = r"""
    {% for position in positions %}
    {{ kernel.end_loop() }}
    {% endfor %}
"""

_END = r"""
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  return
}
"""

# The weights of a tile of filters stay while the image streams past them.
WEIGHTS_STAY = (
    _PROLOGUE
    + _FILTERS
    + r"""
    {{ text.load_weights() }}
"""
    + _POSITIONS
    + r"""
    {{ text.load_image() }}
    {{ kernel.fill("accumulator", 0) }}
    {{ text.multiply() }}
    {{ kernel.store_output("accumulator", Y_dims) }}
"""
    + _END_POSITIONS
    + _END
)

# One tile covers the channels: a part of the image stays while the weights stream past it.
IMAGE_STAYS = (
    _PROLOGUE
    + _POSITIONS
    + r"""
    {% if not depthwise %}
    {{ text.load_image() }}
    {% endif %}
"""
    + _FILTERS
    + r"""
    {% if depthwise %}
    {{ text.load_image() }}
    {% endif %}
    {{ text.load_weights() }}
    {{ kernel.fill("accumulator", 0) }}
    {{ text.multiply() }}
    {{ kernel.store_output("accumulator", Y_dims) }}
    {{ kernel.end_loop() }}
"""
    + _END_POSITIONS
    + r"""
  {{ kernel.end_loop() }}
  return
}
"""
)

# Channels are summed tile by tile: image and weights stream.
STREAMED = (
    _PROLOGUE
    + _POSITIONS
    + _FILTERS
    + r"""
    {{ kernel.fill("accumulator", 0) }}
    {{ kernel.for_loop("c", CHANNELS, TILE_C) }}
      {{ text.load_image() }}
      {{ text.load_weights() }}
      {{ text.multiply() }}
    {{ kernel.end_loop() }}
    {{ kernel.store_output("accumulator", Y_dims) }}
    {{ kernel.end_loop() }}
"""
    + _END_POSITIONS
    + r"""
  {{ kernel.end_loop() }}
  return
}
"""
)


@dataclass(frozen=True)
class Geometry:
    """The parameters of a convolution: one window per spatial dimension, channels and filters per group.

    Attributes:
        transposed: dimension 0 of the weights is the input channel of all groups, dimension 1 the filter of the group;
            else dimension 0 is the filter of all groups, dimension 1 the input channel of the group.
    """

    windows: tuple[Window, ...]
    groups: int
    channels: int
    filters: int
    transposed: bool

    @property
    def depthwise(self) -> bool:
        """Whether channels do not mix and taps are few enough to be written out."""
        taps = prod(window.kernel for window in self.windows)
        return self.groups > 1 and self.channels == self.filters == 1 and taps <= LARGEST_UNROLLED


class MLIRConvTemplate(TiledTemplate[ConvTiling]):
    """`Y[n, y, s] = sum of X[n, c, window of s] * W[y, c, k]`, any strides in memory."""

    any_strides = True
    fuses_epilogue = True
    fuses_prologue: Sequence[int] = (0, 1)

    def __init__(self, input_nodes: Any, layout: Any, geometry: Geometry) -> None:
        super().__init__("convolution", input_nodes, layout)
        self.geometry = geometry

    def operand(self, position: int) -> OperandView:
        """The view of the image or the weights that tiles are indexed in."""
        return self.operands()[position].view

    def operands(self) -> tuple[ConvOperand, ConvOperand]:
        """The image and the weights."""
        (image, weights), geometry = self.input_nodes, self.geometry
        groups, windows = 1 if geometry.depthwise else geometry.groups, geometry.windows
        axes = ("y", "unit") if geometry.depthwise else ("c", "y") if geometry.transposed else ("y", "c")
        channel = "y" if geometry.depthwise else "c"
        return (
            image_operand(image, windows, groups, channel),
            weight_operand(weights, windows, groups, axes),
        )

    def space(self, kernel: MLIRTemplateKernel) -> ConvSpace:
        """Tile sizes, and the operand that stays during the inner loop."""
        return ConvSpace(self._problem(kernel), kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: ConvTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        text = _Text(kernel, self, self.own_node, mapping)
        options = {
            "text": text,
            "conv": text.conv,
            "X": self.input_nodes[0],
            "W": self.input_nodes[1],
            **text.options(),
        }
        covered = self.geometry.depthwise or mapping.channels >= self.geometry.channels
        source = (WEIGHTS_STAY if mapping.weights_stay else IMAGE_STAYS) if covered else STREAMED
        return self.fill_in(kernel, source, options, options["accumulator"])

    def _problem(self, kernel: MLIRTemplateKernel) -> Problem:
        image, geometry = self.input_nodes[0], self.geometry
        computed_image, computed_weights = self._computed(kernel)
        names = {dep.name for node in self.fused_nodes for dep in node.get_read_writes().reads_and_writes()}
        depthwise = geometry.depthwise
        return Problem(
            batch=positive_hint(image.get_size()[0], fallback=64),
            groups=geometry.groups,
            channels=1 if depthwise else geometry.channels,
            filters=geometry.groups if depthwise else geometry.filters,
            windows=tuple(window.expected for window in geometry.windows),
            depthwise=depthwise,
            channels_last=self._channels_last(computed_image),
            element_bytes=image.get_dtype().itemsize,
            accumulator_bytes=accumulation_dtype(image.get_dtype()).itemsize,
            result_tiles=1 + len(names),
            computed_image=computed_image,
            computed_weights=computed_weights,
            scratchpad_share=kernel.work.reserve,
        )

    def _computed(self, kernel: MLIRTemplateKernel) -> list[Computed | None]:
        """The cost of the prologues of the image and the weights."""
        return [operand.computed(kernel.work.prologues.get(i)) for i, operand in enumerate(self.operands())]

    def _channels_last(self, image: Computed | None) -> bool:
        """Whether the channels of the image, or of its prologue's input, are contiguous."""
        if image is not None:
            return image.innermost in ("c", "y")
        return strides_of(self.input_nodes[0])[1] == 1 and self.geometry.channels * self.geometry.groups > 1


class _Text:
    """Prints the parts of the kernel that the template's text calls."""

    def __init__(self, kernel: MLIRTemplateKernel, template: MLIRConvTemplate, result: Any, tiling: ConvTiling) -> None:
        self.kernel, self.template, self.result, self.tiling = kernel, template, result, tiling
        self.geometry = template.geometry
        self.image, self.weights = template.operands()
        self.conv = DepthwiseText(kernel, self.geometry.windows, tiling.positions)
        self.rank = len(self.geometry.windows)
        self.channel = "y" if self.geometry.depthwise else "c"

    def _dims(self, *channels: str, spatial: str) -> list[str]:
        return [*channels, *(f"{spatial}{i}" for i in range(self.rank))]

    def options(self) -> dict[str, Any]:
        """The names of the template's text."""
        geometry, tiling, (image, weights) = self.geometry, self.tiling, self.template.input_nodes
        depthwise = geometry.depthwise
        sizes = {"n": tiling.images, "o": tiling.filters, "y": tiling.filters, "c": tiling.channels}
        for i, (window, positions) in enumerate(zip(geometry.windows, tiling.positions, strict=True)):
            sizes |= {f"i{i}": self.conv.input_extent(i), f"k{i}": window.kernel, f"s{i}": positions}
        outputs = [window.outputs for window in geometry.windows]
        extents = zip(outputs, tiling.positions, strict=True)
        return {
            "X_tile": operand_tile(self.kernel, "X_tile", sizes, image, self.image, 0),
            "W_tile": self._weight_tile(sizes, weights),
            "accumulator": self._tile("accumulator", sizes, self.result, self._dims("n", "y", spatial="s"), "y"),
            "ACCUMULATOR_TYPE": accumulation_dtype(image.get_dtype()),
            "GROUPS": 1 if depthwise else geometry.groups,
            "FILTERS": geometry.groups if depthwise else geometry.filters,
            "ALL_FILTERS": geometry.groups * geometry.filters,
            "CHANNELS": geometry.channels,
            "TILE_O": tiling.filters,
            "TILE_C": tiling.channels,
            "positions": [
                ("n", image.get_size()[0], tiling.images),
                *((f"s{i}", extent, step) for i, (extent, step) in enumerate(extents)),
            ],
            "Y_dims": self._dims("n", "y", spatial="s"),
            "depthwise": depthwise,
        }

    def _tile(self, name: str, sizes: dict[str, int], node: Any, axes: list[str], lanes: str) -> Any:
        return tile(self.kernel, name, sizes, node, axes, lanes)

    def _weight_axes(self) -> list[str]:
        if self.geometry.depthwise:
            return self._dims("y", "unit", spatial="k")
        return self._dims(*(("c", "y") if self.geometry.transposed else ("y", "c")), spatial="k")

    def _weight_tile(self, sizes: dict[str, int], weights: Any) -> Any:
        if self.geometry.depthwise:  # channels side by side, as the vector unit reads them
            return tile_of(self.kernel, "W_tile", {**sizes, "unit": 1}, [*self._dims("unit", spatial="k"), "y"], "y")
        return operand_tile(self.kernel, "W_tile", sizes, weights, self.weights, 1)

    def load_image(self) -> str:
        """Loads the part of the image under the tile of outputs."""
        if self.kernel.computes("X"):
            return self.conv.compute(self.image, "X_tile")
        text = self.conv.lines()
        channel = self.conv.walked("o", text, start="y") if self.geometry.depthwise else self._channels(text, True)
        load = self.conv.load_window("X", "X_tile", channel, self._dims("n", self.channel, spatial="i"))
        text.line(load)
        return str(text)

    def _channels(self, text: Text, of_all_groups: bool) -> Side:
        """The tile's input channels, numbered over all groups (image) or within the group (weights)."""
        side = self.conv.walked("c", text) if "c" in self.kernel.loops else Side((), 0, self.geometry.channels, 0)
        if not of_all_groups or self.geometry.groups == 1:
            return side
        name = text.define(affine_sum({"%g": self.geometry.channels}, 0))
        return Side((*side.names, name), 0, side.size, 0)

    def load_weights(self) -> str:
        """Loads the weights of the tile's filters and channels."""
        if self.kernel.computes("W"):
            return self.conv.compute(self.weights, "W_tile")
        text = self.conv.lines()
        taps = [self.conv.taps(i) for i in range(self.rank)]
        if self.geometry.depthwise:
            first = [self.conv.walked("o", text, start="y"), Side((), 0, 1, 0)]
        elif self.geometry.transposed:
            first = [self._channels(text, True), self.conv.walked("o", text)]
        else:
            first = [self.conv.walked("o", text, start="y"), self._channels(text, False)]
        text.line(self.conv.load("W", "W_tile", [*first, *taps], self._weight_axes()))
        return str(text)

    def multiply(self) -> str:
        """Multiplies the image by the weights and adds to the accumulator."""
        combine = self.conv.multiply_taps if self.geometry.depthwise else self.conv.contract
        return combine("accumulator", "X_tile", "W_tile")
