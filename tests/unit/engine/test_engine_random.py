"""Random programs on random machines: they end, take the same time again, and a unit's time is never counted twice."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import compute_record, transfer_record

BUFFERS = 3
UNITS = ("load", "store", "array", "vector", "cross_lane", "tile", "dram")
uses = st.lists(st.integers(0, BUFFERS - 1), max_size=2, unique=True)


@st.composite
def operations(draw: st.DrawFn) -> Operation:
    unit, cycles = draw(st.sampled_from(UNITS)), st.integers(0, 20)
    if unit == "load":
        return Operation("load", "dma_load", element_bytes=4, overwrites=draw(uses))
    if unit == "store":
        return Operation("store", "dma_store", element_bytes=4, reads=draw(uses), combine=draw(st.booleans()))
    if unit == "dram":
        return Operation("scalar", "dram_read", element_bytes=4, occupancy_cycles=draw(cycles))
    if unit == "array":
        folds, rows = draw(st.integers(1, 5)), draw(st.sampled_from([1, 8, 50]))
        shape = {"folds": folds, "streamed_rows": rows, "weight_load_rows": 8, "drain_cycles": draw(cycles)}
        return Operation("array", "mm", reads=draw(uses), updates=draw(uses), **shape)
    return Operation(
        "scalar" if unit == "tile" else unit,
        "work",
        occupancy_cycles=draw(cycles),
        latency_cycles=draw(cycles),
        reads=draw(uses),
        overwrites=draw(uses),
        updates=draw(uses),
    )


@st.composite
def machines(draw: st.DrawFn) -> dict[str, Any]:
    queued = draw(st.booleans())
    memory = {
        "model": "queued" if queued else "simple",
        "channels": draw(st.sampled_from([1, 2, 4])),
        "interleave_bytes": 64,
        "bandwidth_bytes_per_s": 16 * 10**9,
        "latency_ns": draw(st.sampled_from([0, 20])),
    }
    config = {
        "core_freq_mhz": draw(st.sampled_from([1000, 940])),
        "cores": draw(st.sampled_from([1, 3])),
        "arrays": draw(st.sampled_from([1, 3])),
        "queue_depth": draw(st.sampled_from([1, 2, 16])),
        "dma_setup_cycles": draw(st.sampled_from([0, 3])),
        "dma_outstanding_requests": draw(st.sampled_from([1, 4, 64])),
        "dma_bytes_per_cycle": draw(st.sampled_from([32, 256])),
        "request_bytes": 32,
        "memory": memory | ({"queue_requests": draw(st.sampled_from([1, 4]))} if queued else {}),
    }
    network = draw(st.sampled_from([None, "simple", "mesh"]))
    ports = {"latency_cycles": 3, "bytes_per_cycle": 16, "buffer_requests": 1, "channel_requests": 2, "mesh_columns": 0}
    return config | ({"noc": {"model": network, **ports}} if network else {})


@st.composite
def programs(draw: st.DrawFn, cores: int) -> tuple[Program, np.ndarray]:
    table = [*draw(st.lists(operations(), min_size=1, max_size=6)), Operation("scalar", "barrier")]
    records = []
    for _ in range(draw(st.integers(1, 40))):
        number, core = draw(st.integers(0, len(table) - 1)), draw(st.integers(0, cores - 1))
        kind = table[number].kind
        address = 4 * draw(st.integers(0, 1000))
        if kind in ("dma_load", "dma_store"):
            sizes = [draw(st.integers(0, 4)), draw(st.integers(1, 40))]
            records.append(transfer_record(number, address, sizes, [512, 4], core=core))
        elif kind == "dram_read":
            records.append(transfer_record(number, address, [4], [0], core=core))
        else:
            records.append(compute_record(number, core=core))
    buffers = [Buffer(f"b{i}", slots=draw(st.integers(1, 3))) for i in range(BUFFERS)]
    return Program("random", buffers, table), np.array(records)


def run(program: Program, records: np.ndarray, config: dict[str, Any]) -> LaunchResult:
    engine = Engine(config)
    engine.launch_records(program, records)
    engine.synchronize()
    (result,) = engine.take_results()
    return result


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.data())
def test_random_programs_end_and_no_time_is_counted_twice(data: st.DataObject) -> None:
    config = data.draw(machines())
    program, records = data.draw(programs(config["cores"]))
    first, second = (run(program, records, config) for _ in range(2))
    assert (first.complete, first.cycles) == (True, second.cycles)
    span_ps = (first.end_ps - first.start_ps) * config["cores"]
    for name, unit in first.units.items():
        parts = [unit.busy_ps, unit.wait_data_ps, unit.wait_slot_ps]
        assert min(*parts, unit.wait_unit_ps) >= 0
        assert sum(parts) <= span_ps
        assert second.units[name].busy_ps == unit.busy_ps


def test_an_access_to_a_tile_does_not_end_the_access_to_dram_behind_it() -> None:
    """The tile's value is there 5 cycles later, while the scalar unit waits 100 ns and more for memory."""
    table = [
        Operation("scalar", "tile_read", occupancy_cycles=1, latency_cycles=5),
        Operation("scalar", "dram_read", element_bytes=4),
    ]
    memory = {"model": "simple", "channels": 1, "interleave_bytes": 64, "bandwidth_bytes_per_s": 32 * 10**9}
    config = {
        "core_freq_mhz": 1000,
        "dma_outstanding_requests": 4,
        "dma_bytes_per_cycle": 32,
        "request_bytes": 32,
        "memory": {**memory, "latency_ns": 100},
    }
    records = [compute_record(0), transfer_record(1, 0, [4], [0]), transfer_record(1, 64, [4], [0])]
    result = run(Program("k", [], table), np.array(records), config)
    assert result.cycles == 1 + 101 + 101
    assert result.units["scalar"].busy_ps == result.end_ps
