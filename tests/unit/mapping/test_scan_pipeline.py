"""The model of a scan's tiles on their way through a core (`mlir_templates/scan/pipeline.py`), by hand."""

from dataclasses import replace
from itertools import pairwise

import pytest
from npusim.mlir_templates.scan.cost import CombineWork, ScanCost, ScanProblem
from npusim.mlir_templates.scan.pipeline import Pipeline, TileWork, Transfers
from npusim.mlir_templates.scan.tiling import ScanTiling
from npusim.simulator.machine import load_machine

MOVES = Transfers(alone=100.0, shared=200.0, latency=50.0, beside=50.0)


def stored(tiles: int, work: TileWork, moves: Transfers = MOVES, *, in_place: bool = True) -> list[float]:
    return Pipeline([work] * tiles, moves, in_place=in_place).times()[0]


def test_one_tile_is_loaded_worked_on_and_stored() -> None:
    assert stored(1, TileWork(before=300, behind=0, read=0, queued=0)) == [100 + 50 + 300 + 100]


def test_a_load_that_no_operation_delays_is_hidden_behind_the_work_on_the_tile_before() -> None:
    times = stored(4, TileWork(before=1000, behind=0, read=0, queued=1000))
    assert [later - time for time, later in pairwise(times)] == [1000, 1000, 1000]


def test_a_load_is_issued_when_the_rest_of_the_operations_fits_the_queue() -> None:
    late = stored(2, TileWork(before=1000, behind=0, read=0, queued=100))
    assert late[1] - late[0] == (100 + 50 - 100) + 1000, "begun 100 cycles before the work ends, it takes 150"


def test_a_load_and_a_store_share_the_memory() -> None:
    alone = replace(MOVES, shared=MOVES.alone)
    work = TileWork(before=120, behind=0, read=0, queued=60)
    assert stored(6, work)[-1] > stored(6, work, alone)[-1]


@pytest.mark.parametrize("in_place", [True, False])
def test_the_last_store_has_the_memory_for_itself(in_place: bool) -> None:
    """The work on tiles has one period all the same, by which others are counted."""
    work = TileWork(before=20, behind=0, read=0, queued=20)
    spacings = [
        [later - time for time, later in pairwise(times)]
        for times in Pipeline([work] * 8, MOVES, in_place=in_place).times()
    ]
    assert spacings[1] == pytest.approx([230.0] * 7), "when the work on tiles is done"
    assert spacings[0] == pytest.approx([230.0] * 6 + [150.0]), "when their stores have left"


def test_what_a_load_has_asked_for_arrives_later_beside_a_store() -> None:
    work = TileWork(before=90, behind=0, read=0, queued=30)
    assert stored(6, work, replace(MOVES, beside=200.0))[-1] > stored(6, work)[-1]


def test_a_result_with_a_slot_of_its_own_waits_for_the_store_of_the_tile_before() -> None:
    work = TileWork(before=10, behind=10, read=5, queued=20)
    moves = Transfers(alone=100.0, shared=100.0, latency=0.0, beside=0.0)
    times = stored(3, work, moves, in_place=False)
    assert times[0] == 100 + 20 + 100 and times[1] == times[0] + 10 + 100


def test_the_last_of_several_tiles_of_a_row_moves_as_many_requests_as_its_rows() -> None:
    """A row of 17 elements in tiles of 16: the second tile moves one element, and a whole request, of each row."""
    machine = load_machine("tpuv3")
    work = CombineWork((1.0,), (2.0,), 1.0, 0)
    whole, cut = (
        ScanCost(ScanProblem(4096, 17, 1), work, ScanTiling(4096, 1, length, 4096), machine)._moved_bytes()
        for length in (32, 16)
    )
    assert whole == pytest.approx(4 * 4096 * 17, rel=0.01)
    assert cut >= 4096 * (4 * 17 + machine.dram_request_bytes) * 0.99
