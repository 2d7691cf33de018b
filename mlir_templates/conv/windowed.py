"""What the kernel of convolutions and that of their weights' gradient share: windows slide over the first operand, `X`,
and each of them belongs to an element of another tensor.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol, TypeVar

import torch
from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.frontend.codegen import OperandView
from npusim.frontend.mlir_writer.indices import affine_sum
from npusim.frontend.mlir_writer.text import Text
from npusim.mlir_templates.conv.operands import Computed, ConvOperand
from npusim.mlir_templates.conv.taps import LARGEST_UNROLLED, DepthwiseText
from npusim.mlir_templates.conv.text import Side
from npusim.mlir_templates.conv.window import Window
from npusim.mlir_templates.gemm.operands import accumulation_dtype


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
    transposed: bool = False

    @property
    def depthwise(self) -> bool:
        """Whether channels do not mix and taps are few enough to be written out."""
        taps = prod(window.kernel for window in self.windows)
        return self.groups > 1 and self.channels == self.filters == 1 and taps <= LARGEST_UNROLLED

    @property
    def walked_groups(self) -> int:
        """Groups of the loop over them; those of depthwise convolutions are filters of one."""
        return 1 if self.depthwise else self.groups

    @property
    def walked_filters(self) -> int:
        """Filters of such a group."""
        return self.groups if self.depthwise else self.filters

    @property
    def channel_axis(self) -> str:
        """The axis of the channels under the windows."""
        return "y" if self.depthwise else "c"


class ConvTiling(Protocol):
    """What the tilings of both kernels have."""

    @property
    def images(self) -> int: ...
    @property
    def positions(self) -> tuple[int, ...]: ...
    @property
    def filters(self) -> int: ...
    @property
    def channels(self) -> int: ...


MappingT = TypeVar("MappingT", bound=ConvTiling)


class WindowedTemplate(TiledTemplate[MappingT]):
    """A kernel with two operands, of any strides in memory; windows slide over the first."""

    any_strides = True
    fuses_epilogue = True
    fuses_prologue: Sequence[int] = (0, 1)
    geometry: Geometry

    @abstractmethod
    def operands(self) -> tuple[ConvOperand, ConvOperand]:
        """The tensor under the windows, and the other one."""

    def operand(self, position: int) -> OperandView:
        """The view of an operand that tiles are indexed in."""
        return self.operands()[position].view

    @property
    def tile_dtype(self) -> torch.dtype:
        """The dtype of the sums."""
        return accumulation_dtype(self.input_nodes[0].get_dtype())

    def computed(self, kernel: MLIRTemplateKernel) -> list[Computed | None]:
        """The cost of the prologues of both operands."""
        return [operand.computed(kernel.work.prologues.get(i)) for i, operand in enumerate(self.operands())]


class WindowedText:
    """Prints the parts of the kernel that the template's text calls."""

    def __init__(self, kernel: MLIRTemplateKernel, template: WindowedTemplate[Any], tiling: ConvTiling) -> None:
        self.kernel, self.tiling, self.geometry = kernel, tiling, template.geometry
        self.nodes, self.result = template.input_nodes, template.own_node
        self.tile_dtype = template.tile_dtype
        self.image, self.other = template.operands()
        self.conv = DepthwiseText(kernel, self.geometry.windows, tiling.positions)
        self.rank = len(self.geometry.windows)

    def dims(self, *channels: str, spatial: str) -> list[str]:
        """The names of a tensor's dimensions."""
        return [*channels, *(f"{spatial}{i}" for i in range(self.rank))]

    def sizes(self) -> dict[str, int]:
        """Sizes of the tiles by axis."""
        tiling = self.tiling
        sizes = {"n": tiling.images, "o": tiling.filters, "y": tiling.filters, "c": tiling.channels}
        for i, (window, positions) in enumerate(zip(self.geometry.windows, tiling.positions, strict=True)):
            sizes |= {f"i{i}": self.conv.input_extent(i), f"k{i}": window.kernel, f"s{i}": positions}
        return sizes

    def common_options(self) -> dict[str, Any]:
        """The names of the template's text that both kernels have."""
        geometry, tiling, image = self.geometry, self.tiling, self.nodes[0]
        extents = zip((window.outputs for window in geometry.windows), tiling.positions, strict=True)
        return {
            "text": self,
            "conv": self.conv,
            "X": image,
            "depthwise": geometry.depthwise,
            "ACCUMULATOR_TYPE": self.tile_dtype,
            "GROUPS": geometry.walked_groups,
            "FILTERS": geometry.walked_filters,
            "ALL_FILTERS": geometry.groups * geometry.filters,
            "CHANNELS": geometry.channels,
            "TILE_O": tiling.filters,
            "TILE_C": tiling.channels,
            "positions": [
                ("n", image.get_size()[0], tiling.images),
                *((f"s{i}", extent, step) for i, (extent, step) in enumerate(extents)),
            ],
        }

    def load_windows(self) -> str:
        """Loads the elements under the tile of windows."""
        if self.kernel.computes("X"):
            return self.conv.compute(self.image, "X_tile")
        text = self.conv.lines()
        axis = self.geometry.channel_axis
        channel = self.conv.walked("o", text, start="y") if axis == "y" else self.channels(text, of_all_groups=True)
        text.line(self.conv.load_window("X", "X_tile", channel, self.dims("n", axis, spatial="i")))
        return str(text)

    def channels(self, text: Text, of_all_groups: bool) -> Side:
        """The tile's input channels, numbered over all groups (image) or within the group (weights)."""
        side = self.conv.walked("c", text) if "c" in self.kernel.loops else Side((), 0, self.geometry.channels, 0)
        if not of_all_groups or self.geometry.groups == 1:
            return side
        name = text.define(affine_sum({"%g": self.geometry.channels}, 0))
        return Side((*side.names, name), 0, side.size, 0)
