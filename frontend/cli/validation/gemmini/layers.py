"""Layers and tilings of the measurements of Gemmini's RTL, as the measured programs read them.

Those programs are in ucb-bar/gemmini-rocc-tests, folder gemmini-data-collection: a layer with one row of outputs and a
kernel of 1 x 1 runs as a matrix product, any other as a convolution. A tile has what the levels below DRAM have
together; the loops over tiles are those of the level DRAM, outermost first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from npusim.frontend.cli.validation.target import Fields

_AUTO_AXES = "RSPQCKN"
_AUTO_ORDER = "NQPKSRC"


@dataclass(frozen=True)
class Layer:
    """A convolution of one image, NHWC: sizes by the axes of a mapping.

    Attributes:
        sizes: input channels C, filters K, output columns P, output rows Q, columns R and rows S of the kernel.
        stride: of rows and columns.
    """

    sizes: Mapping[str, int]
    stride: int

    @property
    def is_product(self) -> bool:
        """Whether it runs as a product of P x C by C x K."""
        return self.sizes["Q"] == self.sizes["R"] == self.sizes["S"] == 1

    @property
    def padding(self) -> int:
        """Zeros on every side of the image."""
        return self.sizes["R"] // 2

    @property
    def image_size(self) -> int:
        """Rows and columns of the image."""
        return self.sizes["P"] * self.stride

    @property
    def out_size(self) -> int:
        """Rows and columns of the result: one more than the layer's, with a kernel of 2 x 2."""
        return (self.image_size + 2 * self.padding - self.sizes["R"]) // self.stride + 1

    @property
    def macs(self) -> int:
        """Multiply-accumulates of the layer."""
        return prod(self.sizes.values())

    @property
    def extents(self) -> dict[str, int]:
        """Sizes that the loops over tiles cover."""
        if self.is_product:
            return dict(self.sizes)
        return {**self.sizes, "P": self.out_size, "Q": self.out_size}


@dataclass(frozen=True)
class Tiling:
    """Sizes of a tile by axis, and the axes of the loops over tiles, outermost first."""

    tile: Mapping[str, int]
    order: str


def read_layer(fields: Fields) -> Layer:
    """The layer of a row."""
    return Layer({axis: int(fields[axis.lower()]) for axis in "CKPQRS"}, int(fields["stride_h"]))


def mapped_tiling(layer: Layer, mapping: str) -> Tiling:
    """What a mapping such as `L3[WIO] K8 - L2[WI] N1 K16X - L1[O] C4 P8 C16X - L0[W] P16` means.

    Raises:
        ValueError: it has no level DRAM (L3).
    """
    levels = [level.split() for level in mapping.split(" - ")]
    outer = next((words[1:] for words in levels if words[0].startswith("L3")), None)
    if outer is None:
        raise ValueError(f"the mapping {mapping!r} has no L3")
    inner = [word.rstrip("X") for words in levels for word in words[1:] if not words[0].startswith("L3")]
    tile = {axis: prod(int(word[1:]) for word in inner if word[0] == axis) for axis in layer.sizes}
    order = "".join(word[0] for word in outer)
    return Tiling(_cut(tile, layer), _completed(order))


def auto_tiling(layer: Layer, tiling: str) -> Tiling:
    """The tiling that Gemmini's library chose: sizes of a tile between underscores."""
    tile = dict(zip(_AUTO_AXES, map(int, tiling.split("_")), strict=True))
    return Tiling(_cut(tile, layer), _AUTO_ORDER)


def _cut(tile: Mapping[str, int], layer: Layer) -> dict[str, int]:
    return {axis: min(tile[axis], size) for axis, size in layer.extents.items()}


def _completed(order: str) -> str:
    """Axes that a mapping does not name have one tile; they come outside."""
    return "".join(axis for axis in _AUTO_ORDER if axis not in order) + order
