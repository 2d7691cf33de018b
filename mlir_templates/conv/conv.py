"""Convolutions of one to three dimensions, forward and transposed, with any stride, padding, dilation and groups.

An implicit matrix product: a tile of the image is loaded once, padded with zeros outside of the tensor, and one
contraction sums over channels and taps of its windows, so that the taps of images with few channels fill the rows of
the arrays together. Depthwise convolutions take one multiply-add of the vector unit per tap. Tensors are read and
written in memory order. The gradient of a forward convolution's image is a transposed convolution, and vice versa; for
the weights see `weight_gradient`.
"""

from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.mlir_templates.common.contractions import vector_types
from npusim.mlir_templates.common.cost_model import positive_hint
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.conv.operands import Computed, ConvOperand, image_operand, strides_of, weight_operand
from npusim.mlir_templates.conv.problem import ConvTiling, Problem
from npusim.mlir_templates.conv.text import Side, operand_tile, tile
from npusim.mlir_templates.conv.tiling import ConvSpace
from npusim.mlir_templates.conv.windowed import Geometry, WindowedTemplate, WindowedText

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
    {{ text.load_windows() }}
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
    {{ text.load_windows() }}
    {% endif %}
"""
    + _FILTERS
    + r"""
    {% if depthwise %}
    {{ text.load_windows() }}
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
      {{ text.load_windows() }}
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


class MLIRConvTemplate(WindowedTemplate[ConvTiling]):
    """`Y[n, y, s] = sum of X[n, c, window of s] * W[y, c, k]`, any strides in memory."""

    lane_dim = 1

    def __init__(self, input_nodes: Any, layout: Any, geometry: Geometry) -> None:
        super().__init__("convolution", input_nodes, layout)
        self.geometry = geometry

    def operands(self) -> tuple[ConvOperand, ConvOperand]:
        """The image and the weights."""
        (image, weights), geometry = self.input_nodes, self.geometry
        groups, windows = geometry.walked_groups, geometry.windows
        axes = ("y", "unit") if geometry.depthwise else ("c", "y") if geometry.transposed else ("y", "c")
        return (
            image_operand(image, windows, groups, geometry.channel_axis),
            weight_operand(weights, windows, groups, axes),
        )

    def space(self, kernel: MLIRTemplateKernel) -> ConvSpace:
        """Tile sizes, and the operand that stays during the inner loop."""
        return ConvSpace(self._problem(kernel), kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: ConvTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        options = _Text(kernel, self, mapping).options()
        covered = self.geometry.depthwise or mapping.channels >= self.geometry.channels
        source = (WEIGHTS_STAY if mapping.weights_stay else IMAGE_STAYS) if covered else STREAMED
        return self.fill_in(kernel, source, options, options["accumulator"])

    def _problem(self, kernel: MLIRTemplateKernel) -> Problem:
        image, geometry = self.input_nodes[0], self.geometry
        computed_image, computed_weights = self.computed(kernel)
        element, sums = image.get_dtype(), self.tile_dtype
        return Problem(
            batch=positive_hint(image.get_size()[0], fallback=64),
            groups=geometry.groups,
            channels=geometry.channels,
            filters=geometry.walked_filters,
            windows=tuple(window.expected for window in geometry.windows),
            depthwise=geometry.depthwise,
            channels_last=self._channels_last(computed_image),
            element_bytes=element.itemsize,
            accumulator_bytes=sums.itemsize,
            epilogue=kernel.work.epilogue,
            computed_image=computed_image,
            computed_weights=computed_weights,
            scratchpad_share=kernel.work.reserve,
            vector_types=vector_types(kernel.machine, element, sums),
        )

    def _channels_last(self, image: Computed | None) -> bool:
        """Whether the channels of the image, or of its prologue's input, are contiguous."""
        if image is not None:
            return image.innermost in ("c", "y")
        return strides_of(self.input_nodes[0])[1] == 1 and self.geometry.channels * self.geometry.groups > 1


class _Text(WindowedText):
    def options(self) -> dict[str, Any]:
        """The names of the template's text."""
        sizes, (image, weights) = self.sizes(), self.nodes
        accumulated = self.dims("n", "y", spatial="s")
        return {
            **self.common_options(),
            "W": weights,
            "X_tile": operand_tile(self.kernel, "X_tile", sizes, image, self.image, 0),
            "W_tile": self._weight_tile(sizes),
            "accumulator": tile(self.kernel, "accumulator", sizes, self.result, accumulated, "y"),
            "Y_dims": accumulated,
        }

    def _weight_axes(self) -> list[str]:
        if self.geometry.depthwise:
            return self.dims("y", "unit", spatial="k")
        return self.dims(*(("c", "y") if self.geometry.transposed else ("y", "c")), spatial="k")

    def _weight_tile(self, sizes: dict[str, int]) -> Any:
        if self.geometry.depthwise:  # channels side by side, as the vector unit reads them
            axes = [*self.dims("unit", spatial="k"), "y"]
            return named_tile(self.kernel, "W_tile", axes, {**sizes, "unit": 1}, "y")
        return operand_tile(self.kernel, "W_tile", sizes, self.nodes[1], self.other, 1)

    def load_weights(self) -> str:
        """Loads the weights of the tile's filters and channels."""
        if self.kernel.computes("W"):
            return self.conv.compute(self.other, "W_tile")
        text = self.conv.lines()
        taps = [self.conv.taps(i) for i in range(self.rank)]
        if self.geometry.depthwise:
            first = [self.conv.walked("o", text, start="y"), Side((), 0, 1, 0)]
        elif self.geometry.transposed:
            first = [self.channels(text, of_all_groups=True), self.conv.walked("o", text)]
        else:
            first = [self.conv.walked("o", text, start="y"), self.channels(text, of_all_groups=False)]
        text.line(self.conv.load("W", "W_tile", [*first, *taps], self._weight_axes()))
        return str(text)

    def multiply(self) -> str:
        """Multiplies the image by the weights and adds to the accumulator."""
        combine = self.conv.multiply_taps if self.geometry.depthwise else self.conv.contract
        return combine("accumulator", "X_tile", "W_tile")
