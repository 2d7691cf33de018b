"""Estimated cycles of generated kernels, by which smaller tiles are chosen."""

import re
from dataclasses import replace

import pytest
import sympy
import torch
from npusim.frontend.codegen import schedule
from npusim.frontend.codegen.graph.access import affine
from npusim.frontend.codegen.graph.domain import Dim, loop_symbol
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.schedule.tile_cycles import (
    Indexed,
    PassWork,
    Transfer,
    Work,
    busy_cores,
    smaller_tilings,
    tile_cycles,
)
from npusim.frontend.codegen.schedule.tiling import Problem, Tiling, choose
from npusim.scheduler import registered_kernels
from npusim.simulator.machine import load_machine

SMALL = load_machine("small8x8")
SIZES = Sizes()


def rows(count, length, slots, machine=SMALL):
    """A pass over rows that are loaded and stored."""
    dims = [Dim(loop_symbol(f"P{i}"), sympy.Integer(n), False) for i, n in enumerate((count, length))]
    access = affine(length * dims[0].symbol + dims[1].symbol, dims, SIZES)
    loops = Problem(dims, [access] * 2, SIZES, machine.vector_lanes)
    return Work(
        loops, machine, [Transfer(access, 4, stores) for stores in (True, False)], [], [PassWork(slots, 4, 0, 0)], True
    )


def test_a_tile_that_holds_everything_overlaps_nothing():
    work = rows(64, 32, slots=0.5)
    loaded = 64 * 32 * 4 / SMALL.dram_stream_bytes_per_cycle
    alone = 2 * loaded + 64 * 32 * 0.5 + 2 * SMALL.memory_latency_cycles + SMALL.vector_latency_cycles + 4
    assert tile_cycles(work, Tiling((64, 32), 0, (0, 1), False)) == pytest.approx(alone)


def test_smaller_tiles_overlap_transfers_and_work():
    work = rows(64, 32, slots=0.5)
    whole = choose(work.loops)
    assert whole.tiles == (64, 32)
    cycles = {tiling.tiles: tile_cycles(work, tiling) for tiling in smaller_tilings(work)}
    assert min(cycles.values()) < 0.8 * tile_cycles(work, whole)


def test_lanes_without_a_row_wait():
    work = rows(64, 32, slots=1.0)
    full, half = (tile_cycles(work, Tiling((tile, 32), 0, (0, 1), False)) for tile in (8, 4))
    assert half > 1.5 * full


def test_cores_share_tiles_and_the_memory():
    work = rows(64, 32, slots=4.0)
    two = rows(64, 32, slots=4.0, machine=SMALL.evolve(cores=2))
    assert tile_cycles(two, Tiling((64, 32), 0, (0, 1), False)) == tile_cycles(work, Tiling((64, 32), 0, (0, 1), False))
    tiling = Tiling((8, 32), 0, (0, 1), False)
    assert tile_cycles(two, tiling) < 0.6 * tile_cycles(work, tiling)


def test_what_every_lane_needs_is_copied_before_the_first_tile_ends():
    work, tiling = rows(64, 64, slots=0.5), Tiling((16, 64), 0, (0, 1), False)
    weights = Transfer(affine(work.loops.dims[1].symbol, work.loops.dims, SIZES), 4, stores=False)
    alone = tile_cycles(work, tiling)
    assert tile_cycles(replace(work, transfers=[*work.transfers, weights]), tiling) > alone
    slow = SMALL.evolve(cross_lane_latency_cycles=5000)
    assert tile_cycles(replace(work, machine=slow, transfers=[*work.transfers, weights]), tiling) > 5000
    assert tile_cycles(replace(work, machine=slow), tiling) == alone


def test_elements_at_computed_addresses_come_with_a_request_each():
    work, tiling = rows(64, 32, slots=0.5), Tiling((8, 32), 0, (0, 1), False)
    dims, latency = frozenset({0, 1}), SMALL.memory_latency_cycles + SMALL.dram_command_latency_cycles

    def cycles(*indexed):
        return tile_cycles(replace(work, indexed=indexed), tiling)

    apart, beside = Indexed(dims, 4, None, False, 1), Indexed(dims, 4, 1, False, 1)
    assert cycles(apart) > cycles(beside) > cycles() + 64 // 8 * latency / 2
    assert cycles(Indexed(dims, 4, None, False, 2)) > cycles(apart) + 64 // 8 * latency / 2
    requests = 8 * 32 * SMALL.dram_request_bytes / SMALL.dram_stream_bytes_per_cycle
    assert cycles(Indexed(dims, 4, None, True, 0)) == pytest.approx(cycles() + 64 // 8 * requests, rel=0.2)


def test_busy_cores_have_a_tile():
    work = rows(64, 32, slots=1.0, machine=SMALL.evolve(cores=4))
    tiles = {tile: busy_cores(work, Tiling((tile, 32), 0, (0, 1), False)) for tile in (64, 32, 16, 13)}
    assert tiles == {64: 1, 32: 2, 16: 4, 13: 3}
    assert busy_cores(replace(work, shared=False), Tiling((16, 32), 0, (0, 1), False)) == 1


@pytest.mark.parametrize(
    "function",
    [
        lambda x, i: torch.nn.functional.embedding(i, x),
        lambda x, i: x.index_select(0, i).softmax(1),
        lambda x, i: torch.nn.functional.interpolate(x[None, None], scale_factor=2, mode="bilinear"),
        lambda x, i: torch.zeros_like(x).scatter(1, (i[:24] * 7 % 24).expand(40, 24), x),
    ],
    ids=["embedding", "softmax of rows", "interpolation", "scatter"],
)
def test_cores_share_what_is_gathered(device, function):
    table, indices = torch.empty(40, 24, device=device), torch.arange(37, device=device) % 40
    cycles = []
    for cores in (1, 3):
        torch._dynamo.reset()
        with torch.npu.simulator(machine=SMALL.evolve(cores=cores), mode="timing") as simulation:
            torch.compile(function)(table, indices)
            cycles.append(simulation.report().to_dict()["cycles"])
    assert cycles[1] < 0.75 * cycles[0]


def test_a_pass_waits_for_costly_parts_of_its_tile():
    """Not for those that all tiles have in common, which are computed before the first one."""
    work, tiling = rows(64, 32, slots=0.5), Tiling((8, 32), 0, (0, 1), False)

    def cycles(*costly):
        return tile_cycles(replace(work, passes=[replace(work.passes[0], costly=costly)]), tiling)

    waits = 8 * (SMALL.vector_latency_cycles + 50)
    assert cycles((frozenset({0}), 50)) == pytest.approx(cycles() + waits, rel=0.15)
    assert cycles((frozenset({0}), 50), (frozenset({0}), 20)) == cycles((frozenset({0}), 50))
    copies = 32 * SMALL.vector_lanes / SMALL.cross_lane_elements_per_cycle + SMALL.cross_lane_latency_cycles
    assert cycles((frozenset({1}), 50)) == pytest.approx(cycles() + waits / 8 + copies, rel=0.15)


def test_cores_begin_when_what_all_tiles_need_has_arrived():
    tiling, cycles = Tiling((8, 32), 0, (0, 1), False), []
    for cores in (1, 2):
        work = rows(64, 32, slots=4.0, machine=SMALL.evolve(cores=cores))
        weights = Transfer(affine(work.loops.dims[1].symbol, work.loops.dims, SIZES), 4, stores=False)
        more = replace(work, transfers=[*work.transfers, weights])
        cycles.append(tile_cycles(more, tiling) - tile_cycles(work, tiling))
    assert cycles[1] > cycles[0] + 0.9 * SMALL.memory_latency_cycles


def test_pooling_takes_tiles_large_enough_for_the_conditions_of_their_rows(device, monkeypatch):
    """Which rows lie inside of the image is computed for every tile, and the vector unit waits for it."""

    def cycles():
        torch._dynamo.reset()
        image = torch.empty(2, 3, 17, 19, device=device)
        with torch.npu.simulator(machine=SMALL, mode="timing") as simulation:
            torch.compile(lambda x: torch.nn.functional.max_pool2d(x, 3, 2, 1, return_indices=True))(image)
            return simulation.report().to_dict()["cycles"]

    known = cycles()
    monkeypatch.setattr(schedule.tile_cycles, "_awaited_part_cycles", lambda *_: 0.0)
    assert known < 0.85 * cycles()


def test_tiles_with_their_axes_in_another_order_have_the_same_one_across_the_lanes(device):
    """Else what is computed of one goes through the cross-lane unit to the other."""
    codes = torch.empty(18, device=device, dtype=torch.int64).as_strided((2, 3, 1, 3), (1, 2, 6, 6))

    def decoded(codes, rows):
        upper = (codes >> 32).to(torch.int32)
        return torch.where((codes & 1) == 1, 0, torch.where(upper < 0, upper ^ 0x7FFFFFFF, upper)) + rows

    torch._dynamo.reset()
    with torch.npu.simulator(machine="tpuv3", mode="timing"):
        torch.compile(decoded)(codes, torch.empty(2, 3, 33, 3, device=device, dtype=torch.int32))
    text = registered_kernels()[-1].module.text
    (loaded,) = re.findall(r"lane_axis = (\d).*memref<3x3x2xi64, 1>", text)
    (computed,) = re.findall(r"lane_axis = (\d).*memref<3x2x3xi32, 1>", text)
    assert (loaded, computed) == ("1", "0")  # the dimension of stride 2


def test_rows_are_scattered_in_runs(device):
    """Rows of 24 elements are 2 requests each: counted one by one, three cores were slower than one (898 -> 944)."""
    x, rows, cycles = torch.empty(40, 24, device=device), torch.arange(37, device=device), []
    for cores in (1, 3):
        torch._dynamo.reset()
        with torch.npu.simulator(machine=SMALL.evolve(cores=cores), mode="timing") as simulation:
            torch.compile(lambda x, i: torch.zeros_like(x).scatter(0, i[:, None].expand(37, 24), x))(x, rows)
            cycles.append(simulation.report().to_dict()["cycles"])
    assert cycles[1] < 0.95 * cycles[0]


@pytest.mark.slow
@pytest.mark.parametrize("cores", [2, 4])
def test_cores_do_not_share_what_gathers_gain_little_by(device, cores):
    """Estimates of gathers are too high for one tile that holds everything: two cores took 5 % longer."""
    image, cycles = torch.empty(6, 2, 5, 2, 4, device=device), []
    for count in (1, cores):
        torch._dynamo.reset()
        leaf = image.permute(1, 0, 3, 2, 4).requires_grad_()
        with torch.npu.simulator(machine=load_machine("gemmini16").evolve(cores=count), mode="timing") as simulation:
            result = torch.compile(lambda x: torch.nn.functional.adaptive_avg_pool3d(x, (1, 5, 3)))(leaf)
            result.backward(torch.empty_like(result))
            cycles.append(simulation.report().to_dict()["cycles"])
    assert cycles[1] < 1.02 * cycles[0]
