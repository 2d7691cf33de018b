"""Tile descriptors."""

import pytest
from npusim.frontend import mlir_common
from npusim.simulator.errors import ShapeError

Tile = mlir_common.MLIRMultiDimTile


def test_a_tile_is_row_major_until_told_otherwise():
    tile = Tile([4, 3, 2], 128, 1, 2)
    assert tile.get_tile_size() == [4, 3, 2] and tile.get_tile_stride() == [6, 2, 1] and tile.get_numel() == 24
    tile.set_tile_size_stride([4, 3, 2], [1, 4, 12])
    assert tile.get_tile_stride() == [1, 4, 12]
    tile.set_tile_size([2, 2, 2])
    assert tile.get_tile_stride() == [4, 2, 1]


def test_a_tile_has_a_name_and_a_type():
    tile = Tile([128, 64], 128, 0, 1)
    tile.set_name("X_buffer")
    assert tile.get_name() == tile.name == "X_buffer"
    assert tile.get_mlir_shape("bf16") == "memref<128x64xbf16, 1>"


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Tile([0], 8), "at least 1"),
        (lambda: Tile([4, 4], 8, 2), "vlane_split_axis 2 is no axis"),
        (lambda: Tile([4, 4], 8).set_tile_size_stride([4, 4], [4]), "2 sizes but 1 strides"),
        (lambda: Tile([4, 4], 8).set_axes(["m"]), "1 axis names for a tile of rank 2"),
    ],
)
def test_impossible_tiles_are_refused(make, message):
    with pytest.raises(ShapeError, match=message):
        make()
