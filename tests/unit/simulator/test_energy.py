"""Energy: counters times the machine's table."""

from types import SimpleNamespace
from typing import Any

import pytest
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.machine.area import area
from npusim.simulator.machine.leakage import leakage
from npusim.simulator.report.measures.counters import Counters
from npusim.simulator.report.measures.energy import average_power_w, energy_pj, power_and_area

MACHINE = load_machine("small8x8")  # 32-byte requests; its energies are round numbers


def counted(**values: Any) -> Counters:
    counters = Counters()
    for name, value in values.items():
        setattr(counters, name, value)
    return counters


def energy(machine: Machine = MACHINE, **values: Any) -> dict[str, float | None]:
    result = energy_pj(counted(**values), machine)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("values", "part", "expected"),
    [
        ({"macs_by_type": {"f32": 10, "i8": 100}}, "array", 140.0),
        ({"vector_operations": 7}, "vector", 14.0),
        ({"cross_lane_elements": 5}, "cross_lane", 5.0),
        ({"scratchpad_bytes": 64}, "scratchpad", 64.0),
        ({"components": {"dram_channel": {"read_requests": [1, 2]}}}, "dram_read", 3 * 32 * 50.0),
        ({"components": {"dram_channel": {"write_requests": [1]}}}, "dram_write", 32 * 50.0),
        ({"components": {"dram_channel": {"activates": [1, 2]}}}, "dram_activate", 3000.0),
        ({"components": {"dram_channel": {"refreshes": [1, 0]}}}, "dram_refresh", 10000.0),
        ({"components": {"noc_link": {"data_bytes": [64, 32]}}}, "noc", 96.0),
    ],
)
def test_a_part_costs_its_events(values: dict[str, Any], part: str, expected: float) -> None:
    result = energy(**values)
    assert (result[part], result["total"]) == (expected, expected)


def test_a_refresh_of_one_bank_costs_its_share() -> None:
    machine = load_machine("tpuv3")
    assert machine.energy is not None and machine.dram_refresh == "idle_bank"
    thirty_two = {"components": {"dram_channel": {"refreshes": [20, 12]}}}
    assert energy(machine, **thirty_two)["dram_refresh"] == machine.energy.dram_refresh_pj
    of_all_banks = energy(machine.evolve(dram_refresh="all_bank"), **thirty_two)["dram_refresh"]
    assert of_all_banks == 32 * machine.energy.dram_refresh_pj


def test_the_shared_memory_costs_the_bytes_that_pass_it() -> None:
    table = {**MACHINE.model_dump()["energy"], "cache_byte_pj": 2.0}
    counts = {"cache": {"read_bytes": [10, 20], "write_bytes": [1]}}
    assert energy(MACHINE.evolve(energy=table), components=counts)["cache"] == 62.0


def test_what_the_model_does_not_count_is_null() -> None:
    result = energy(components={"dram_channel": {"read_requests": [1]}})
    assert result["dram_activate"] is None
    assert result["dram_refresh"] is None
    assert energy(macs_by_type={"f64": 1})["array"] is None


def test_a_machine_without_a_table_has_no_energy() -> None:
    assert energy_pj(counted(vector_operations=1), MACHINE.evolve(energy=None)) is None


def test_launches_add_up() -> None:
    one = counted(macs_by_type={"f32": 1}, components={"dram_channel": {"read_requests": [1, 0]}})
    both = Counters()
    both.merge(one)
    both.merge(one)
    assert both.macs == 2
    assert both.components == {"dram_channel": {"read_requests": [2, 0]}}
    assert one.components == {"dram_channel": {"read_requests": [1, 0]}}


def test_power_is_energy_over_time() -> None:
    assert average_power_w({"array": 3e6, "total": 5e6}, time_ps=2_000_000) == 2.5  # 5 uJ in 2 us
    assert average_power_w(None, 1000) is None and average_power_w({"total": 1.0}, 0) is None
    assert power_and_area(2.5, MACHINE).startswith("2.5 W on average, of which ")
    assert power_and_area(None, MACHINE).startswith("leakage ")


def test_a_machine_leaks_for_as_long_as_it_runs() -> None:
    watts = leakage(MACHINE)["total"]
    result = energy(vector_operations=7, time_ps=3_000_000)
    assert result["leakage"] == pytest.approx(watts * 3_000_000, abs=0.1)
    assert result["total"] == pytest.approx(14 + watts * 3_000_000, abs=0.2)


def test_leakage_is_that_of_published_logic_and_memory() -> None:
    """An array at 12 nm: 1.83 mW on 0.507 mm2 (RecPipe); a bit of memory at 45 nm: 2.69 nW (CACTI, itrs-lop)."""
    at_12 = load_machine("tpuv3").evolve(process_nm=12)
    assert 1000 * leakage(at_12)["arrays"] / area(at_12).arrays == pytest.approx(1.83 / 0.507, rel=0.05)
    at_45 = load_machine("tpuv3").evolve(process_nm=45)
    assert 1e9 * leakage(at_45)["scratchpad"] / (8 * at_45.scratchpad_bytes) == pytest.approx(2.69, rel=0.05)
    parts = leakage(MACHINE)
    assert parts.pop("total") == pytest.approx(sum(parts.values())) and "dram_interface" not in parts
    with_memory = at_12.evolve(cmem_kib=1024, cmem_bandwidth_gbps=100)
    assert leakage(with_memory)["shared_memory"] > leakage(at_12)["shared_memory"] == 0


def test_an_operation_counts_once_for_each_execution() -> None:
    def operation(unit: str, **work: Any) -> SimpleNamespace:
        nothing = {"arithmetic_operations": 0, "ideal_cycles": 0.0, "cross_lane_elements": 0, "scratchpad_bytes": 0}
        return SimpleNamespace(unit=unit, element_type="f32", **{**nothing, **work})

    table: Any = SimpleNamespace(
        operations=[
            operation("array", arithmetic_operations=100, ideal_cycles=4.0, scratchpad_bytes=64),
            operation("vector", arithmetic_operations=10, ideal_cycles=2.0, scratchpad_bytes=8),
            operation("cross_lane", cross_lane_elements=5, scratchpad_bytes=40),
        ]
    )
    counters = Counters()
    counters._count_work([2, 3, 1], table)
    assert (counters.macs, counters.vector_operations, counters.cross_lane_elements) == (200, 30, 5)
    assert (counters.ideal_array_cycles, counters.ideal_vector_cycles) == (8.0, 6.0)
    assert counters.scratchpad_bytes == 2 * 64 + 3 * 8 + 40
