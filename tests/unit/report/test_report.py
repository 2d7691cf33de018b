"""Numbers of the report: limiter, roofline, and the table for people."""

from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest
from npusim.simulator.engine import CRITICAL_PATH_CAUSES, UNITS
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.content import KernelReport
from npusim.simulator.report.measures.counters import Counters
from npusim.simulator.report.measures.critical_path import (
    WHAT_TO_CHANGE,
    critical_path_cycles,
    critical_path_text,
    limiter,
    limiter_with_share,
)
from npusim.simulator.report.measures.dram import bandwidth_text
from npusim.simulator.report.report import Report, bandwidth_gbps, roofline, statistics
from npusim.simulator.report.rows import Limiter
from npusim.simulator.report.text.units import duration, short_name, short_names, size
from npusim.simulator.timing import Operation, OperationTable

MACHINE = load_machine("small8x8")  # 1000 MHz: a cycle is 1000 ps; 16 GB/s: 16 bytes per cycle
IDLE = dict.fromkeys(("busy_ps", "active_ps", "wait_data_ps", "wait_slot_ps", "wait_unit_ps"), 0)


def result(
    cycles: int,
    busy: dict[str, int],
    read_bytes: int = 0,
    counts: tuple[int, ...] = (),
    spent: dict[str, int] | None = None,
    **changes: Any,
) -> Any:
    """A launch result as the engine gives it; busy cycles by unit, cycles of the critical path by cause."""
    units = {name: SimpleNamespace(operations=1, **{**IDLE, "busy_ps": 1000 * busy.get(name, 0)}) for name in UNITS}
    counters = ("read_requests", "write_requests", "write_bytes", "write_payload_bytes")
    memory = SimpleNamespace(read_bytes=read_bytes, read_payload_bytes=read_bytes, **dict.fromkeys(counters, 0))
    fields: dict[str, Any] = {
        "cycles": cycles,
        "start_ps": 0,
        "end_ps": 1000 * cycles,
        "complete": True,
        "critical_path_ps": {cause: 1000 * n for cause, n in (spent or {"memory": cycles}).items()},
        "units": units,
        "memory": memory,
        "array": SimpleNamespace(folds=0, streamed_rows=0, weight_exposed_ps=0),
        "operation_counts": np.array(counts, np.int64),
        "counters": {},
    }
    return SimpleNamespace(**{**fields, **changes})


def counted(*results: Any, table: OperationTable | None = None) -> Counters:
    counters = Counters()
    for each in results:
        counters.merge(Counters.of(each, table or OperationTable()))
    return counters


WORK = OperationTable(
    operations=[
        Operation("array", "contraction", "mm", arithmetic_operations=6400, ideal_cycles=100.0),
        Operation("vector", "vector", "add", arithmetic_operations=80, ideal_cycles=10.0),
    ]
)


@pytest.mark.parametrize(
    ("spent", "read_bytes", "expected"),
    [
        ({"array": 40, "array_weights": 30, "memory": 30}, 0, "array"),
        ({"array": 40, "array_weights": 30, "array_drain": 30}, 0, "array_fill"),
        ({"memory": 60, "array": 40}, 16 * 30, "memory"),
        ({"memory": 60, "array": 40}, 16 * 29, "latency"),
        ({"slot": 60, "memory": 40}, 0, "slot"),
        ({"launch": 60, "memory": 40}, 0, "launch"),
    ],
)
def test_the_limiter_is_the_largest_part_of_the_critical_path(
    spent: dict[str, int], read_bytes: int, expected: str
) -> None:
    assert limiter(counted(result(100, {}, read_bytes, spent=spent)), MACHINE) == expected


def test_parts_of_the_critical_path_are_whole_cycles_that_add_up() -> None:
    spent_ps = {"launch": 10_400, "memory": 50_300, "vector": 39_300}
    counters = counted(*[result(100, {}, critical_path_ps=spent_ps)] * 3)
    found = critical_path_cycles(counters, MACHINE)
    assert sum(found.values()) == 300 and list(found) == list(CRITICAL_PATH_CAUSES)
    assert all(abs(found[cause] - 3 * spent_ps[cause] / 1000) <= 1 for cause in spent_ps)


def test_the_largest_parts_of_the_critical_path_are_shown_first() -> None:
    spent = {"launch": 9, "memory": 50, "array_drain": 11, "array_weights": 30, "slot": 0}
    shown = {"cycles": 100, "critical_path": spent, "limiter": "latency"}
    assert critical_path_text(shown) == "50% memory, 30% array_weights, 11% array_drain, 9% launch"
    assert limiter_with_share(shown) == "latency 50%"
    assert limiter_with_share({**shown, "limiter": "array_fill"}) == "array_fill 41%"


def test_every_limiter_says_what_would_help() -> None:
    assert set(WHAT_TO_CHANGE) == set(get_args(Limiter))


def test_the_roofline_is_the_largest_of_work_over_peak() -> None:
    bound = roofline(counted(result(400, {}, 16 * 50, (2, 3)), table=WORK), MACHINE)
    assert (bound.array_cycles, bound.vector_cycles, bound.memory_cycles) == (200, 30, 50)
    assert (bound.cycles, bound.resource) == (200, "array")


def test_launches_add_up() -> None:
    one = result(400, {"array": 100}, 1600, (1, 0))
    values = statistics(counted(one, one, table=WORK), MACHINE)
    assert (values["cycles"], values["time_ns"], values["dram_bytes"]) == (800, 800.0, 3200)
    assert (values["roofline_cycles"], values["roofline_fraction"]) == (200, 0.25)
    assert values["array"]["macs"] == 12800
    assert values["array_utilization"] == 0.25
    assert values["units"]["array"]["busy_cycles"] == 200
    assert values["bandwidth_gbps"] == 4.0
    assert values["bandwidth_fraction"] == 0.25


def test_an_interrupted_launch_makes_the_sum_partial() -> None:
    assert statistics(counted(result(1, {}), result(1, {}, complete=False)), MACHINE)["complete"] is False


def test_nothing_timed_is_null_everywhere() -> None:
    assert set(statistics(None, MACHINE).values()) == {None}
    assert bandwidth_gbps(Counters(), MACHINE) == 0


def make_report(machine: Machine, values: dict[str, Any], name: str = "mm[0]") -> Report:
    kernel = KernelReport(name, {"ops": ["aten.mm"]}, "d", "kernels/mm.mlir", 2, values, None)
    return Report(machine, "both", "/runs/1", values, 1.0, (kernel,), 2, ())


def test_the_table_names_every_kernel_and_explains_its_columns() -> None:
    values = statistics(counted(result(123456, {"array": 100000}, 4096)), MACHINE)
    text = str(make_report(MACHINE, values))
    assert "small8x8, mode both: 2 launches, 123,456 cycles = 123.46 us" in text
    assert "mm[0]" in text and "4.00 KiB" in text and "limited by" in text and "roofline: the least time" in text
    assert text.endswith("files: /runs/1")
    assert max(map(len, text.splitlines())) <= 120


def test_a_long_name_takes_one_line_and_keeps_its_hash() -> None:
    values = statistics(counted(result(10**9, {"array": 10**8}, 2**40)), MACHINE)
    text = str(make_report(MACHINE, values, "npu_fused_div_eq_abs_ne_mul_logical_not_any_amax_sub_where_7b72fbde"))
    (row,) = (line for line in text.splitlines() if "7b72fbde" in line)
    assert row.startswith("div_eq_abs_") and "…7b72fbde " in row and "1,000,000,000" in row
    assert max(map(len, text.splitlines())) <= 120
    assert (short_name("a" * 20, 20), short_name("a" * 11 + "b" * 10, 20)) == ("a" * 20, "a" * 11 + "…" + "b" * 8)
    assert short_name("npu_fused_mm_add_7b72fbde", 20) == "mm_add_7b72fbde"
    names = ["npu_fused_mm_7b72fbde", "npu_fused_mm_mul_add_relu_7b72fbde", "mine"]
    assert short_names(names, 22) == ["mm_7b72fbde", "mm_mul_add_re…7b72fbde", "mine"]
    assert short_names(names, 40) == names


def test_a_report_without_time_prints_dashes() -> None:
    text = str(make_report(MACHINE, statistics(None, MACHINE)))
    assert "time was not simulated" in text
    assert " - " in text and "roofline: the least" not in text


def test_units_suit_their_numbers() -> None:
    assert [duration(ns) for ns in (5, 1500, 2.5e6, 3e9)] == ["5 ns", "1.50 us", "2.50 ms", "3.00 s"]
    assert [size(n) for n in (5, 2048, 3 * 2**20, 2**31)] == ["5 B", "2.00 KiB", "3.00 MiB", "2.00 GiB"]


@pytest.mark.parametrize(
    ("changes", "whole"),
    [
        ({}, "peak"),
        ({"core_port_bytes_per_cycle": 4}, "the 4 GB/s of the core's port"),
        ({"core_port_bytes_per_cycle": 4, "cores": 2}, "the 8 GB/s of the cores' ports"),
    ],
)
def test_bandwidth_is_a_part_of_what_limits_it(changes: dict[str, int], whole: str) -> None:
    machine = MACHINE.evolve(**changes)
    values = {"bandwidth_gbps": 2.0, "bandwidth_fraction": 0.5}
    assert bandwidth_text(values, machine) == f"2 GB/s, 50% of {whole}"
