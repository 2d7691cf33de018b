"""Tile descriptors, by which template authors describe a tile before it exists."""

import math
from collections.abc import Sequence

from npusim.simulator.errors import ShapeError


class MLIRMultiDimTile:
    """Shape, element strides and lane mapping of a scratchpad tile.

    Args:
        tile_size: elements along every axis.
        vector_lane: lanes of the machine (`kernel.vector_lane`).
        vlane_split_axis: the axis that lies across the lanes.
        vlane_stride: consecutive elements of that axis that one lane holds before the next lane takes over.

    Attributes:
        name: SSA name of the tile, without `%`; empty until `set_name`.
        axes: loop variables that the axes run over, one per axis; empty until `set_axes`. Operations of the template
            kernel that take several tiles (contractions, stores) match axes by these names.
    """

    def __init__(
        self, tile_size: Sequence[int], vector_lane: int, vlane_split_axis: int = 0, vlane_stride: int = 1
    ) -> None:
        self.vector_lane = vector_lane
        self.vlane_split_axis = vlane_split_axis
        self.vlane_stride = vlane_stride
        self.name = ""
        self.axes: tuple[str, ...] = ()
        self._set_size(tile_size)
        self._tile_stride = row_major(self._tile_size)

    def _set_size(self, tile_size: Sequence[int]) -> None:
        sizes = [int(size) for size in tile_size]
        if any(size < 1 for size in sizes):
            raise ShapeError(f"every size of a tile must be at least 1, not {sizes}")
        if sizes and not 0 <= self.vlane_split_axis < len(sizes):
            raise ShapeError(f"vlane_split_axis {self.vlane_split_axis} is no axis of a tile of sizes {sizes}")
        self._tile_size = sizes

    def set_tile_size(self, tile_size: Sequence[int]) -> None:
        """Sets the sizes, and row-major strides."""
        self._set_size(tile_size)
        self._tile_stride = row_major(self._tile_size)

    def set_tile_size_stride(self, tile_size: Sequence[int], tile_stride: Sequence[int]) -> None:
        """Sets sizes and element strides; one stride per size."""
        if len(tile_size) != len(tile_stride):
            raise ShapeError(f"{len(tile_size)} sizes but {len(tile_stride)} strides: {tile_size} and {tile_stride}")
        self._set_size(tile_size)
        self._tile_stride = [int(stride) for stride in tile_stride]

    def set_name(self, name: str) -> None:
        """Sets the tile's SSA name (without `%`)."""
        self.name = name

    def set_axes(self, axes: Sequence[str]) -> None:
        """Names the loop variable of every axis."""
        if len(axes) != len(self._tile_size):
            raise ShapeError(f"{len(axes)} axis names for a tile of rank {len(self._tile_size)}: {axes}")
        self.axes = tuple(axes)

    def get_name(self) -> str:
        return self.name

    def get_tile_size(self) -> list[int]:
        return list(self._tile_size)

    def get_tile_stride(self) -> list[int]:
        return list(self._tile_stride)

    def get_nr_dim(self) -> int:
        return len(self._tile_size)

    def get_numel(self) -> int:
        """Elements of the tile."""
        return math.prod(self._tile_size)

    def get_mlir_shape(self, element: str) -> str:
        """The tile's MLIR type for an MLIR element type, for example `memref<128x64xf32, 1>`."""
        return f"memref<{''.join(f'{size}x' for size in self._tile_size)}{element}, 1>"

    def __repr__(self) -> str:
        return (
            f"MLIRMultiDimTile({self._tile_size}, name={self.name!r}, strides={self._tile_stride}, "
            f"vlane_split_axis={self.vlane_split_axis}, vlane_stride={self.vlane_stride})"
        )


def row_major(sizes: Sequence[int]) -> list[int]:
    """Strides of a dense tensor."""
    return [math.prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
