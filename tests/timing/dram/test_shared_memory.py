"""Kernels on machines with a cache or a CMEM: selection by name, the report, bounds."""

import itertools
import json
import random
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npusim.simulator.errors import OptionError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.report import Report
from npusim.simulator.report.schema import ReportFile
from npusim.simulator.run.memory.address_space import AddressSpace, Location
from npusim.simulator.run.memory.resident_tensors import Pattern
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.run.standalone import simulate_file
from npusim.simulator.timing import compile_timing
from npusim.simulator.timing.engine_config import make_engine

MATRIX_BYTES = 64 * 64 * 4
COUNTS = ("cmem_read_bytes", "cmem_write_bytes")
SEPARATE = [Location(number, MATRIX_BYTES) for number in range(3)]
Launches = Callable[..., Report]


def cmem_machine(small: Machine, **keys: Any) -> Machine:
    return small.evolve(**{"cmem_kib": 64, "cmem_bandwidth_gbps": 64.0} | keys)


@pytest.fixture
def text(gemm: Callable[..., str]) -> str:
    """A and B are read four times."""
    return gemm(64, 64, 64, 16, 16, 16)


@pytest.fixture
def launches(text: str, tmp_path: Path) -> Launches:
    def run(machine: Machine, count: int = 1, resident: tuple[str, ...] = ()) -> Report:
        simulation = Simulation(machine, "timing", tmp_path, resident=resident)
        loaded = simulation.load(parse_kernel(text), name="gemm")
        for _ in range(count):
            simulation.launch(loaded, [0] * 3, SEPARATE, [])
        report = simulation.report()
        simulation.close()
        return report

    return run


@pytest.fixture
def kernel_file(text: str, tmp_path: Path) -> Path:
    file = tmp_path / "gemm.mlir"
    file.write_text(text)
    return file


def test_a_cache_serves_what_a_kernel_reads_again(small: Machine, launches: Launches) -> None:
    plain = launches(small)
    cached = launches(small.evolve(cache_kib=256))
    assert cached.statistics["dram_bytes"] < plain.statistics["dram_bytes"]
    assert cached.statistics["memory"] == plain.statistics["memory"]  # the cores ask for the same
    assert (cached.cycles or 0) < (plain.cycles or 0)
    counts = cached.statistics["cache"]
    assert counts["hits"] + counts["misses"] + counts["mshr_merges"] == counts["requests"]
    assert counts["requests"] * small.dram_request_bytes == sum(
        cached.statistics["memory"][f"{way}_bytes"] for way in ("read", "write")
    )


def test_a_larger_cache_is_never_slower(small: Machine, launches: Launches) -> None:
    cycles = [launches(small.evolve(cache_kib=size), 2).cycles or 0 for size in (4, 8, 16, 32, 64, 128)]
    assert all(larger <= smaller * 1.02 for smaller, larger in pairwise(cycles))


@pytest.mark.parametrize("keys", [{"cache_kib": 64}, {"cmem_kib": 64, "cmem_bandwidth_gbps": 40.0}])
def test_no_kernel_is_faster_than_its_roofline(small: Machine, launches: Launches, keys: dict[str, Any]) -> None:
    report = launches(small.evolve(**keys), 3, resident=("[AB]",) if "cmem_kib" in keys else ())
    assert 0 < report.statistics["roofline_fraction"] <= 1
    for launch in report.launch_list:
        assert 0 < (launch.roofline_fraction or 0) <= 1


def test_the_roofline_can_be_the_cmem_memory(small: Machine, launches: Launches) -> None:
    machine = cmem_machine(small, cmem_bandwidth_gbps=1.0, cmem_interleave_bytes=32)
    report = launches(machine, 1, resident=("A", "B", "C"))
    assert (report.statistics["roofline_resource"], report.statistics["limiter"]) == ("cmem", "memory")


def test_the_roofline_can_be_the_cache(small: Machine, launches: Launches) -> None:
    report = launches(small.evolve(cache_kib=64, cache_bytes_per_cycle=1), 2)
    assert (report.statistics["roofline_resource"], report.statistics["limiter"]) == ("cache", "memory")


@pytest.mark.parametrize("resident", ["B", "1", "gemm:B", "g*:1", "[B]"])
def test_an_argument_is_named_by_name_number_or_pattern(small: Machine, launches: Launches, resident: str) -> None:
    report = launches(cmem_machine(small), 2, resident=(resident,))
    (tensor,) = report.resident_tensors or ()
    assert (tensor["name"], tensor["state"], tensor["reason"]) == ("gemm:B", "resident", "name")
    assert tensor["bytes"] == MATRIX_BYTES
    # B is read four times per launch: once from DRAM, seven times on chip
    assert (tensor["memory_read_bytes"], tensor["cmem_read_bytes"]) == (MATRIX_BYTES, 7 * MATRIX_BYTES)


def test_what_is_resident_is_faster_and_costs_less_energy_of_dram(small: Machine, launches: Launches) -> None:
    table = small.model_dump()["energy"] | {"cache_byte_pj": 1.0}
    machine = cmem_machine(small, energy=table)
    plain, cmem = launches(machine, 2), launches(machine, 2, resident=("A", "B"))
    assert (cmem.cycles or 0) < (plain.cycles or 0)
    assert cmem.statistics["energy_pj"]["dram_read"] < plain.statistics["energy_pj"]["dram_read"]
    block = cmem.statistics["cmem"]
    moved = block["read_bytes"] + block["write_bytes"] + block["fill_bytes"] + block["write_back_bytes"]
    assert cmem.statistics["energy_pj"]["cache"] == moved
    assert plain.statistics["energy_pj"]["cache"] == 0


def test_the_report_says_what_does_not_fit_and_what_was_not_found(small: Machine, launches: Launches) -> None:
    machine = cmem_machine(small, cmem_kib=20)
    report = launches(machine, 1, resident=("A", "B", "Weight"))
    states = {tensor["name"]: tensor["state"] for tensor in report.resident_tensors or ()}
    assert states == {"gemm:A": "resident", "gemm:B": "does_not_fit"}
    text = str(report)
    assert "resident: gemm:A (16.00 KiB, by name)" in text
    assert "no room in the CMEM: gemm:B (16.00 KiB, by name)" in text
    assert "resident: no kernel had a tensor named Weight" in text
    assert report.to_dict()["resident_without_tensor"] == ["Weight"]


def test_the_policies_work_without_names(small: Machine, launches: Launches) -> None:
    by_size = launches(cmem_machine(small, cmem_policy="size", cmem_max_kib=15))
    assert by_size.resident_tensors == []
    by_reuse = launches(cmem_machine(small, cmem_policy="reuse"))
    assert {tensor["name"]: tensor["reason"] for tensor in by_reuse.resident_tensors or ()} == {
        "gemm:A": "reuse",
        "gemm:B": "reuse",
    }


@pytest.mark.parametrize("keys", [{"cache_kib": 64}, {"cmem_kib": 64, "cmem_bandwidth_gbps": 64.0}])
@pytest.mark.parametrize("mode", ["timing", "functional"])
def test_reports_follow_the_schema(
    small: Machine, launches: Launches, tmp_path: Path, mode: str, keys: dict[str, Any]
) -> None:
    simulation = Simulation(small.evolve(**keys), mode, tmp_path)
    simulation.close()
    content = json.loads((simulation.run_dir / "report.json").read_text())
    block = ReportFile.model_validate_json(json.dumps(content))
    assert (block.resident_tensors is None) == ("cache_kib" in keys or mode == "functional")
    content = launches(small.evolve(**keys)).to_dict()
    ReportFile.model_validate_json(json.dumps(content))


def test_views_of_one_allocation_are_one_tensor(small: Machine, text: str, tmp_path: Path) -> None:
    simulation = Simulation(cmem_machine(small), "timing", tmp_path)
    kernel = parse_kernel(text)
    loaded = simulation.load(kernel, name="gemm")
    whole = Location(5, 2 * MATRIX_BYTES, 0, "both")
    views = [whole, whole._replace(offset_bytes=MATRIX_BYTES), Location(6, MATRIX_BYTES)]
    simulation.launch(loaded, [0] * 3, views, [])
    (tensor,) = simulation.report().resident_tensors or ()
    simulation.close()
    assert (tensor["name"], tensor["bytes"], tensor["state"]) == ("both", 2 * MATRIX_BYTES, "resident")


def test_freed_allocations_make_room(small: Machine, text: str, tmp_path: Path) -> None:
    simulation = Simulation(cmem_machine(small, cmem_kib=16), "timing", tmp_path)
    loaded = simulation.load(parse_kernel(text), name="gemm")
    a, b, c = SEPARATE
    simulation.launch(loaded, [0] * 3, [a._replace(resident_name="old"), b, c], [])
    simulation.freed(a.allocation)
    simulation.launch(loaded, [0] * 3, [Location(7, MATRIX_BYTES, 0, "new"), b, c], [])
    states = {tensor["name"]: tensor["state"] for tensor in simulation.report().resident_tensors or ()}
    simulation.close()
    assert states["new"] == "resident"


@pytest.mark.covering("16-size", "70-manual", "1024-reuse")
@pytest.mark.parametrize("policy", ["manual", "size", "reuse"])
@pytest.mark.parametrize("kib", [16, 70, 1024])
def test_launches_that_find_the_same_take_the_cycles_of_those_that_are_simulated(
    small: Machine, text: str, tmp_path: Path, policy: str, kib: int
) -> None:
    """A kernel of another name for each launch is simulated each time."""
    machine, kernel = cmem_machine(small, cmem_policy=policy, cmem_kib=kib, cmem_max_kib=64), parse_kernel(text)
    found = []
    for is_repeated in (False, True):
        rng, live, count = random.Random(kib), list(range(6)), itertools.count(6)
        with closing(Simulation(machine, "timing", tmp_path)) as simulation:
            for number in range(40):
                loaded = simulation.load(kernel, name="gemm" if is_repeated else f"gemm{number}")
                names = (f"t{one}" if rng.random() < 0.1 else None for one in live)
                locations = [Location(one, MATRIX_BYTES, 0, name) for one, name in zip(live, names, strict=True)]
                simulation.launch(loaded, [0] * 3, rng.sample(locations, 3), [])
                if rng.random() < 0.3:
                    simulation.freed(live.pop(0))
                    live.append(next(count))
            report = simulation.report()
        sums = {name: sum(row[name] for row in report.resident_tensors or ()) for name in COUNTS}
        found.append(([launch.cycles for launch in report.launch_list], sums, report.statistics))
    assert found[0] == found[1]
    assert len(set(found[0][0])) < 40


def test_a_launch_that_finds_the_same_is_not_simulated(small: Machine, text: str) -> None:
    """A launch that takes longer than it may is left, unless its time is known."""
    machine, kernel = cmem_machine(small, cmem_policy="reuse"), parse_kernel(text)
    timing, addresses = compile_timing(kernel, machine), AddressSpace().addresses(SEPARATE)
    arguments = np.array(timing.arguments([0] * 3, (), 0, addresses), np.int64)
    engine = make_engine(machine)

    def is_complete(first: int, wish: int = 0, longest_ps: int | None = 1) -> bool:
        rows = np.array([(first + i, address, MATRIX_BYTES, wish) for i, address in enumerate(addresses)])
        engine.launch(timing.program, timing.trace_function, arguments, tensors=rows, longest_ps=longest_ps)
        engine.synchronize()
        (result,) = engine.take_results()
        return result.complete

    assert all(is_complete(0, longest_ps=None) for _ in range(3))
    assert is_complete(0)  # finds what the third one found
    assert is_complete(10)  # nothing, as the first one
    assert not is_complete(20, wish=1)


def test_a_machine_without_a_cmem_memory_refuses_names(small: Machine, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"machine small8x8 has no CMEM \(cmem_kib\); these have: .*tpuv4"):
        Simulation(small, "timing", tmp_path, resident=("A",))


@pytest.mark.parametrize("text", ["", ":", "gemm:", ":A"])
def test_a_pattern_names_something(text: str) -> None:
    with pytest.raises(OptionError, match="names no tensor"):
        Pattern.of(text)


def test_one_kernel_refuses_a_name_that_it_has_not(kernel_file: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"'Q' names no tensor of kernel gemm; it has A \(0\), B \(1\), C \(2\)"):
        simulate_file(kernel_file, load_machine("tpuv4"), "timing", run_dir=tmp_path, resident=["Q"])


def test_one_kernel_is_simulated_with_names(kernel_file: Path, tmp_path: Path) -> None:
    machine = load_machine("tpuv4").evolve(cmem_policy="manual")
    result = simulate_file(kernel_file, machine, "both", run_dir=tmp_path, resident=["%A", "2"])
    assert [tensor["name"] for tensor in result.report.resident_tensors or ()] == ["gemm:A", "gemm:C"]
    assert result.changed == ("C",)
