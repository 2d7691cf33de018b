"""DMA engines of the timing engine: which requests are made."""

from math import prod

import numpy as np
import pytest
from engine_memory import (
    ELEMENT_BYTES,
    GATHER_OP,
    LOAD_OP,
    SCATTER_ADD_OP,
    STORE_ADD_OP,
    Region,
    reference_requests,
    regions,
    run,
)
from hypothesis import given, settings
from npusim.simulator.engine.records import indexed_record, transfer_record


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(regions())
def test_a_region_is_fetched_in_the_requests_of_the_reference(region: Region) -> None:
    result = run([transfer_record(LOAD_OP, region.address, region.sizes, region.strides)])
    expected = reference_requests(region.address, region.sizes, region.strides)
    assert result.memory.read_requests == len(expected)
    distinct = prod(n for n, s in zip(region.sizes, region.strides, strict=True) if s != 0)
    assert result.memory.read_payload_bytes == distinct * ELEMENT_BYTES


@pytest.mark.parametrize(
    ("sizes", "strides", "requests"),
    [
        ([8], [4], 1),
        ([9], [4], 2),
        ([4, 8], [32, 4], 4),  # contiguous
        ([8, 4], [4, 32], 4),  # the same, transposed in the tile
        ([16, 16], [4096, 4], 32),
        ([64], [4096], 64),  # one element per request
        ([64], [16], 32),  # two elements per request
        ([100], [0], 1),  # one element, replicated
        ([0], [4], 0),
        ([4, 0], [32, 4], 0),
    ],
)
def test_requests_of_a_region(sizes: list[int], strides: list[int], requests: int) -> None:
    assert run([transfer_record(LOAD_OP, 0, sizes, strides)]).memory.read_requests == requests


def test_a_region_that_is_not_aligned_touches_one_more_request() -> None:
    assert run([transfer_record(LOAD_OP, 4, [8], [4])]).memory.read_requests == 2


def test_a_gather_asks_for_every_block_in_sequence_and_skips_indices_out_of_range() -> None:
    indices = np.array([0, 1, 7, 8, 9, 0, -1, 1000, 999], np.int32)
    result = run([indexed_record(GATHER_OP, 0, indices, 1000, index_stride_bytes=ELEMENT_BYTES)])
    assert result.memory.read_requests == 4  # blocks 0, 1, 0, and the last one
    assert result.memory.read_payload_bytes == 7 * ELEMENT_BYTES


@pytest.mark.parametrize(
    ("run_of_elements", "requests"),
    [
        *(((64, 4), 8), ((60, 4), 8), ((65, 4), 9), ((64, 32), 64), ((1, 0), 1), ((64, 0), 1), ((0, 4), 0)),
        *(((64, -4), 9), ((64, -32), 64)),
    ],
    ids=[
        *("whole rows", "clipped rows", "one block more", "a column", "single elements", "replicated", "nothing"),
        *("backwards", "a column backwards"),
    ],
)
def test_a_gathered_row_is_asked_for_like_a_transfer_of_it(run_of_elements: tuple[int, int], requests: int) -> None:
    indices = np.array([3, -1, 40, 7, 3], np.int64)
    result = run([indexed_record(GATHER_OP, 0, indices, 40, index_stride_bytes=4096, run=run_of_elements)])
    assert result.memory.read_requests == 3 * requests
    elements = run_of_elements[0] if run_of_elements[1] else 1
    assert result.memory.read_payload_bytes == 3 * elements * ELEMENT_BYTES


def test_a_combining_write_reads_every_block_first() -> None:
    indices = np.array([0, 100, 200], np.int64)
    scatter = indexed_record(SCATTER_ADD_OP, 0, indices, 1000, index_stride_bytes=ELEMENT_BYTES)
    rows = indexed_record(SCATTER_ADD_OP, 0, np.array([5]), 6, index_stride_bytes=4096, run=(24, ELEMENT_BYTES))
    for record in (scatter, rows, transfer_record(STORE_ADD_OP, 0, [3], [4096])):
        result = run([record])
        assert (result.memory.read_requests, result.memory.write_requests) == (3, 3)
