"""Placement of tiles, and what is said when they do not fit."""

# ruff: noqa: E501  (lines of MLIR)

from types import SimpleNamespace

import pytest
from npusim.simulator.errors import KernelError, ScratchpadOverflowError
from npusim.simulator.functional import compile_functional
from npusim.simulator.ir.kernel import AllocInfo, parse_kernel
from npusim.simulator.ir.scratchpad import allocate, host_layout, lane_elements


def machine(lanes=8, kib=4, sums_kib=0):
    return SimpleNamespace(
        name="toy", vector_lanes=lanes, scratchpad_kib_per_lane=kib, accumulator_kib_per_lane=sums_kib
    )


def kernel(*tiles):
    lines = "\n".join(f'  %t{i} = "npu.alloc"() {tile[0]} : () -> memref<{tile[1]}, 1>' for i, tile in enumerate(tiles))
    return parse_kernel(f"func.func @tiles() {{\n{lines}\n  return\n}}\n", source="tiles.mlir")


def tile(shape, lane_axis=0, lane_stride=1):
    return AllocInfo(0, shape, "f32", lane_axis, lane_stride, 2)


@pytest.mark.parametrize(
    ("info", "elements"),
    [
        (tile((8, 16)), 16),
        (tile((9, 16)), 32),
        (tile((1, 16)), 16),
        (tile((16, 9), lane_axis=1), 32),
        (tile((16, 16), lane_axis=1, lane_stride=2), 32),
        (tile((17,), lane_stride=4), 4),
        (tile((33,), lane_stride=4), 8),
        (tile(()), 1),
        (tile((3, 5, 7), lane_axis=1), 21),
    ],
)
def test_a_lane_holds_its_share_of_the_lane_axis(info, elements):
    assert lane_elements(info, 8) == elements


def test_tiles_lie_one_after_the_other_with_all_their_slots():
    placement = allocate(
        kernel(("", "8x16xf32"), ("{slots = 1 : i64}", "8x3xi8"), ("{slots = 3 : i64}", "8x17xf32")), machine()
    )
    assert [(placed.offset_bytes, placed.bytes_per_slot) for placed in placement.tiles] == [
        (0, 64),
        (128, 64),
        (192, 128),
    ]
    assert placement.bytes_per_lane == 576
    assert placement.capacity_bytes_per_lane == 4096


def test_tiles_may_fill_the_scratchpad_to_the_last_byte():
    full = kernel(("", "8x512xf32"))
    assert allocate(full, machine()).bytes_per_lane == 4096
    with pytest.raises(ScratchpadOverflowError):
        allocate(kernel(("", "8x513xf32")), machine())


def test_an_overflow_says_by_how_much_and_lists_the_tiles():
    too_much = kernel(("", "8x128xf32"), ("{lane_axis = 1 : i64}", "512x8xf32"), ("{slots = 1 : i64}", "4xf64"))
    with pytest.raises(ScratchpadOverflowError) as caught:
        allocate(too_much, machine())
    message = str(caught.value)
    assert (
        "tiles.mlir:3: the tiles of kernel 'tiles' need 5184 bytes in every lane, which is 1088 bytes more than the 4096 bytes (4 KiB) of machine 'toy'"
        in message
    )
    assert "line 3: memref<512x8xf32, 1>, lane_axis 1: 2048 bytes x 2 slots = 4096 bytes per lane" in message
    assert "line 2: memref<8x128xf32, 1>, lane_axis 0: 512 bytes x 2 slots = 1024 bytes per lane" in message
    assert "make the largest tiles smaller" in message
    assert caught.value.line == 3 and isinstance(caught.value, KernelError)


def test_a_kernel_that_does_not_fit_is_not_compiled():
    with pytest.raises(ScratchpadOverflowError):
        compile_functional(kernel(("", "8x1024xf32")), machine())
    compile_functional(kernel(("", "8x1024xf32")), machine(kib=8))


def test_the_host_keeps_one_aligned_copy_of_each_tile():
    layout = host_layout(kernel(("", "8x16xf32"), ("{slots = 5 : i64}", "3xi8"), ("", "f64")).tiles)
    assert layout.offsets_bytes == (0, 512, 576)
    assert layout.total_bytes == 640


def test_sums_lie_in_a_memory_of_their_own_where_there_is_one():
    full = kernel(("", "8x512xf32"), ("{accumulator = true}", "8x128xi32"))
    with pytest.raises(ScratchpadOverflowError, match="1024 bytes more than the 4096 bytes"):
        allocate(full, machine())
    assert [placed.tile.index for placed in allocate(full, machine(sums_kib=1)).tiles] == [0]


def test_sums_that_do_not_fit_are_an_error_that_names_their_memory():
    with pytest.raises(ScratchpadOverflowError, match=r"(?s)64 bytes more.*more accumulator_kib_per_lane") as raised:
        allocate(kernel(("", "8x8xf32"), ("{accumulator = true, slots = 1 : i64}", "8x272xi32")), machine(sums_kib=1))
    assert "8x272xi32" in str(raised.value) and "8x8xf32" not in str(raised.value)
