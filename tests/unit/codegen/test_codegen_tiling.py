"""Tile sizes: vectors, lanes, long runs, rows that stay in the scratchpad."""

import math

import pytest
import sympy
from npusim.frontend.codegen.graph.access import affine
from npusim.frontend.codegen.graph.domain import Dim, loop_symbol
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.schedule import tiling
from npusim.simulator.machine import load_machine
from torch._dynamo.source import ConstantSource
from torch._inductor.sizevars import SizeVarAllocator
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv

SIZES = Sizes()
LANES = 128


def choose(extents, indices, reduced=(), several_passes=False, **options):
    dims = [Dim(loop_symbol(f"P{i}"), sympy.Integer(n), i in reduced) for i, n in enumerate(extents)]
    symbols = [d.symbol for d in dims]
    accesses = [affine(index(*symbols), dims, SIZES) for index in indices]
    return tiling.choose(tiling.Problem(dims, accesses, SIZES, LANES, several_passes, **options))


def test_a_small_array_is_one_tile_of_whole_vectors():
    assert choose([470], [lambda i: i]).tiles == (480,)


def test_a_large_array_leaves_several_tiles_to_overlap():
    (tile,) = choose([1 << 20], [lambda i: i]).tiles
    assert tile % tiling.VECTOR == 0 and (1 << 20) // tile >= tiling.FEW_TILES


@pytest.mark.parametrize("machine, bytes_per_element, doublings", [("tpuv3", 8, 0), ("tpuv3", 4, 1), ("tpuv6e", 4, 2)])
def test_tiles_grow_where_the_memory_moves_them_within_its_latency(machine, bytes_per_element, doublings):
    volume = tiling.largest_volume(bytes_per_element, load_machine(machine))
    assert volume == tiling.LARGEST_VOLUME << doublings
    (tile,) = choose([1 << 24], [lambda i: i], volume=volume).tiles
    assert tile == volume


def test_larger_tiles_leave_many_of_them():
    (tile,) = choose([1 << 20], [lambda i: i], volume=8 * tiling.LARGEST_VOLUME).tiles
    assert tile == tiling.LARGEST_VOLUME == (1 << 20) // tiling.MANY_TILES


def test_tiles_of_a_dimension_are_about_equal():
    (tile,) = choose([33000], [lambda i: i]).tiles
    count = math.ceil(33000 / tile)
    assert count * tile - 33000 < tiling.VECTOR * count


def test_rows_of_a_softmax_fill_the_lanes():
    chosen = choose([1024, 1024], [lambda i, j: 1024 * i + j], reduced=(1,), several_passes=True)
    assert chosen.tiles == (LANES, 1024) and chosen.lane_dim == 0 and chosen.persistent


@pytest.mark.parametrize("slack_cycles, rows", [(1.0, 8), (1 / 1024, 16), (-1.0, 32)])
def test_rows_across_the_lanes_wait_for_fewer_exchanges_where_the_vector_unit_binds(slack_cycles, rows):
    options = {"several_passes": True, "longest": 4 << 20, "exchanges": 2, "slack_cycles": slack_cycles}
    chosen = choose([1024, 32000], [lambda i, j: 32000 * i + j], reduced=(1,), **options)
    assert chosen.lane_dim == 1 and chosen.tiles == (rows, 32000)


def test_lanes_without_enough_columns_hold_rows_that_are_streamed():
    chosen = choose([64, 400_000], [lambda i, j: i + 64 * j], reduced=(1,), several_passes=True)
    assert not chosen.persistent and chosen.lane_dim == 1


def test_rows_beyond_the_scratchpad_are_streamed():
    chosen = choose([2, 4_000_000], [lambda i, j: 4_000_000 * i + j], reduced=(1,), several_passes=True)
    assert not chosen.persistent and chosen.lane_dim == 1


def test_columns_are_summed_in_long_runs():
    chosen = choose([1024, 1024], [lambda i, j: i + 1024 * j], reduced=(1,))
    assert chosen.tiles[0] == tiling.LONG_RUN and chosen.order == (1, 0)


def test_a_transpose_has_runs_in_both_directions():
    chosen = choose([1024, 1024], [lambda i, j: 1024 * i + j, lambda i, j: i + 1024 * j])
    assert min(chosen.tiles) >= tiling.LANE_RUN


def test_small_outer_dimensions_keep_their_extent():
    assert choose([3, 64], [lambda i, j: 64 * i + j, lambda i, j: j]).tiles == (3, 64)


@pytest.mark.parametrize("volume", [64, 1024, 32768])
def test_the_volume_is_an_upper_limit_apart_from_lanes(volume):
    chosen = choose([512, 512], [lambda i, j: 512 * i + j, lambda i, j: j], volume=volume)
    assert math.prod(chosen.tiles) <= volume * tiling.LANES_FACTOR


def test_dimensions_that_only_gathers_walk_keep_the_order_of_the_loops():
    """Rows of a table by an index per row: elements of a row follow each other."""
    assert choose([4096, 512], [lambda i, j: i]).order == (0, 1)
    assert choose([512, 4096], [lambda i, j: j]).order == (0, 1)


def test_statistics_per_row_do_not_widen_tiles_of_long_rows():
    indices = [lambda i, j: 32000 * i + j, lambda i, j: i]
    chosen = choose([512, 32000], indices, reduced=(1,), several_passes=True)
    assert chosen.persistent and chosen.tiles[1] == 32000 and chosen.lane_dim == 1


def test_rows_stay_whole_as_long_as_the_scratchpad_holds_them():
    columns = {"extents": [64, 400_000], "indices": [lambda i, j: 400_000 * i + j], "reduced": (1,)}
    assert not choose(**columns, several_passes=True).persistent
    assert choose(**columns, several_passes=True, longest=1 << 20).persistent


def of_symbolic_sizes(hints, volume=tiling.LARGEST_VOLUME, lanes=LANES):
    """Tiles of a contiguous tensor of symbolic sizes that were first these."""
    environment = ShapeEnv()
    sizes = Sizes(SizeVarAllocator(environment))
    shape = [environment.create_symbol(n, ConstantSource(f"x{i}"), DimDynamic.DYNAMIC) for i, n in enumerate(hints)]
    dims = [Dim(loop_symbol(f"P{i}"), size) for i, size in enumerate(shape)]
    index = sum(dim.symbol * sympy.prod(shape[i + 1 :]) for i, dim in enumerate(dims))
    return tiling.choose(tiling.Problem(dims, [affine(index, dims, sizes)], sizes, lanes, volume=volume)).tiles


@pytest.mark.parametrize("volume", [64, 1024, 32768])
def test_many_small_symbolic_sizes_do_not_make_a_large_tile(volume):
    tiles = of_symbolic_sizes((3, 5, 7, 11, 13), volume)
    assert math.prod(tiles) <= volume * tiling.LANES_FACTOR and tiles[-1] == tiling.VECTOR


@pytest.mark.parametrize(
    ("hints", "expected"),
    [
        ((10, 7), (16, 16)),
        ((100, 100), (112, 112)),
        ((3, 1000), (3, 1008)),
        ((2, 3, 24, 24), (2, 3, 32, 32)),
        ((2, 2, 5, 4), (2, 2, 16, 16)),
    ],
)
def test_tiles_of_symbolic_sizes_are_padded_as_far_as_little_is_computed_for_nothing(hints, expected):
    """Other sizes follow, which whole vectors suit; but each row of a tile takes its time, whether it exists or not."""
    assert of_symbolic_sizes(hints) == expected


def test_few_lanes_get_small_tiles_of_small_symbolic_sizes():
    assert of_symbolic_sizes((3, 4, 2)) == (16, 16, 16)
    assert of_symbolic_sizes((3, 4, 2), lanes=8) == (3, 4, 16)
