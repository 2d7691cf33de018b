"""Tiles of the segment reduction kernel: they fit every machine, and fit the problem."""

import math

import pytest
from npusim.mlir_templates.segment_reduce.tiling import SegmentSizes, choose_tiling
from npusim.simulator.machine import load_machine, machine_names

PROBLEMS = {
    "many long segments": (4096, 131072, 128),
    "one segment": (1, 100000, 128),
    "narrow rows": (16384, 524288, 16),
    "single elements": (4096, 100000, 1),
    "very wide rows": (3, 100, 20000),
    "one index each": (100000, 100000, 64),
    "nearly nothing": (1, 1, 1),
    "no indices": (1000, 0, 8),
}


def sizes(segments, indices, columns, *, element_bytes=4, finds_sources=False, companion_bytes=0):
    result_bytes = 2 * max(4, element_bytes) + 8 * finds_sources
    return SegmentSizes(segments, indices, columns, element_bytes, result_bytes, 8, companion_bytes, finds_sources)


def lane_bytes(tiling, problem, machine):
    """Of rows and what is read with them, results, positions and indices, in the fullest lane."""
    lanes = machine.vector_lanes
    cells = tiling.columns if tiling.segments_across_lanes else -(-tiling.columns // lanes) * tiling.segments
    companions = 0 if tiling.segments_across_lanes else problem.companion_bytes
    rows = cells * tiling.step * tiling.slots * (problem.element_bytes + companions)
    axes = (tiling.strips, tiling.window // tiling.step, tiling.segments, tiling.step)
    split = tiling.segments if tiling.segments_across_lanes else max(axes)
    found = math.prod(axes) // split * -(-split // lanes) * 2 * problem.index_bytes
    return rows + 2 * cells * problem.result_bytes + found


@pytest.mark.covering
@pytest.mark.parametrize("name", machine_names())
@pytest.mark.parametrize("finds_sources", [False, True])
@pytest.mark.parametrize("element_bytes", [1, 2, 4, 8])
@pytest.mark.parametrize("shape", PROBLEMS.values(), ids=PROBLEMS)
def test_tiles_fit_the_scratchpad(name, shape, element_bytes, finds_sources):
    machine = load_machine(name)
    companion_bytes = 8 if finds_sources else element_bytes
    problem = sizes(*shape, element_bytes=element_bytes, finds_sources=finds_sources, companion_bytes=companion_bytes)
    tiling = choose_tiling(problem, machine)
    assert lane_bytes(tiling, problem, machine) <= machine.scratchpad_bytes_per_lane
    assert tiling.window % tiling.step == 0
    assert min(tiling.strips, tiling.segments, tiling.step, tiling.columns) >= 1


def test_narrow_tables_have_segments_across_the_lanes_and_wide_ones_columns():
    machine = load_machine("tpuv3")
    assert choose_tiling(sizes(4096, 131072, 16), machine).segments_across_lanes
    assert not choose_tiling(sizes(4096, 131072, 128), machine).segments_across_lanes
    assert not choose_tiling(sizes(4, 131072, 32), machine).segments_across_lanes


def test_strips_are_few_segments_where_columns_lie_across_the_lanes():
    tiling = choose_tiling(sizes(4096, 131072, 128), load_machine("tpuv3"))
    assert (tiling.segments, tiling.step) == (2, 32)


def test_a_block_is_left_for_every_core():
    machine = load_machine("tpuv3").evolve(cores=8)
    tiling = choose_tiling(sizes(64, 2048, 128), machine)
    assert -(-64 // (tiling.strips * tiling.segments)) >= 8
