"""Descriptions of tiles whose axes are named by the loops that walk them."""

from collections.abc import Mapping, Sequence

from npusim.frontend import MLIRTemplateKernel, mlir_common


def named_tile(
    kernel: MLIRTemplateKernel,
    name: str,
    axes: Sequence[str],
    sizes: Mapping[str, int],
    lanes: str,
    lane_stride: int = 1,
) -> mlir_common.MLIRMultiDimTile:
    """A tile with an axis for each of the loops `axes`, of which `lanes` is across the lanes."""
    shape = [sizes[axis] for axis in axes]
    tile = mlir_common.MLIRMultiDimTile(shape, kernel.vector_lane, list(axes).index(lanes), lane_stride)
    tile.set_name(name)
    tile.set_axes(axes)
    return tile
