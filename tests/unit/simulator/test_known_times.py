"""Launches that were simulated before: in this process as candidates, or by another process."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine_machine import ONE_CHANNEL
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import compute_record, transfer_record
from npusim.simulator.errors import EngineError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.run.times import known_times
from npusim.simulator.run.times.known_times import KnownTimes
from npusim.simulator.run.times.timing_only import start_alone
from npusim.simulator.system import store
from npusim.simulator.system.store_trust import cache_directory

DOUBLE = """
func.func @double(%X: memref<4096xf32>, %Y: memref<4096xf32>) {
  %x = "npu.alloc"() : () -> memref<64xf32, 1>
  affine.for %i = 0 to 4096 step 64 {
    %xv = memref.reinterpret_cast %X to offset: [%i], sizes: [64], strides: [1]
      : memref<4096xf32> to memref<64xf32, strided<[1], offset: ?>>
    %yv = memref.reinterpret_cast %Y to offset: [%i], sizes: [64], strides: [1]
      : memref<4096xf32> to memref<64xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%xv, %x) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, 1>) -> ()
    linalg.add ins(%x, %x : memref<64xf32, 1>, memref<64xf32, 1>) outs(%x : memref<64xf32, 1>)
    "npu.dma_store"(%x, %yv) : (memref<64xf32, 1>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}
"""


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are used again, from an empty cache, however short the launch was."""
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("NPUSIM_REUSE_TIMES", "1")
    monkeypatch.setattr(known_times, "LEAST_CYCLES", 1)
    monkeypatch.setattr(known_times, "_recent", type(known_times._recent)())


def entries() -> list[Path]:
    return sorted((cache_directory() / "times").rglob("*.times"))


def simulated(folder: Path, machine: str = "small8x8", first_offset: int = 0, launches: int = 2) -> tuple[Any, str]:
    """The report without its folder, and the timeline, of some launches of `DOUBLE`."""
    simulation = Simulation(load_machine(machine), "timing", folder)
    loaded = simulation.load(parse_kernel(DOUBLE), name="double")
    locations = [Location(0, 16384 + first_offset, first_offset), Location(1, 16384)]
    for _ in range(launches):
        simulation.launch(loaded, [64, 64], locations, [])
    content = simulation.report().to_dict()
    simulation.close()
    return {**content, "run_dir": ""}, (simulation.run_dir / "timeline.json").read_text()


@pytest.fixture
def nothing_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: KnownTimes, launch_id: int, key: store.Key) -> None:
        raise AssertionError("a launch was simulated")

    monkeypatch.setattr(KnownTimes, "submitted", refuse)


def test_a_launch_that_another_simulation_has_simulated_gives_the_same_report_and_timeline(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    first = simulated(tmp_path)
    assert len(entries()) == 1
    request.getfixturevalue("nothing_simulated")
    assert simulated(tmp_path) == first


def test_what_a_candidate_took_is_what_the_launch_takes(tmp_path: Path, nothing_simulated: None) -> None:
    cycles = start_alone(parse_kernel(DOUBLE), load_machine("small8x8"), [4096, 4096])()
    assert entries() == []  # most candidates are no part of the program
    report, _ = simulated(tmp_path)
    assert report["cycles"] == 2 * cycles
    assert len(entries()) == 1


def test_other_addresses_and_other_machines_are_simulated(tmp_path: Path) -> None:
    simulated(tmp_path)
    simulated(tmp_path, first_offset=64)
    simulated(tmp_path, machine="tpuv3")
    assert len(entries()) == 3


def test_machines_that_keep_data_simulate_every_launch(tmp_path: Path) -> None:
    machine = load_machine("small8x8").evolve(cache_kib=64)
    (tmp_path / "cached.yaml").write_text(machine.to_yaml())
    simulated(tmp_path, machine=str(tmp_path / "cached.yaml"))
    assert entries() == []


def test_short_launches_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_times, "LEAST_CYCLES", 1 << 40)
    simulated(tmp_path)
    assert entries() == []


def test_reuse_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated(tmp_path)
    (entry,) = entries()
    monkeypatch.setenv("NPUSIM_REUSE_TIMES", "0")
    before = entry.stat()
    monkeypatch.setattr(store, "read", lambda key: pytest.fail("a kept result was read"))
    assert start_alone(parse_kernel(DOUBLE), load_machine("small8x8"), [4096, 4096])() > 0
    simulated(tmp_path)
    assert entry.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("content", [b"", b"junk", known_times.zlib.compress(bytes(8 * 100))])
def test_a_result_that_cannot_be_read_is_simulated_again(tmp_path: Path, content: bytes) -> None:
    first = simulated(tmp_path)
    (entry,) = entries()
    store.write(store.Key("times", entry.stem), content)
    assert simulated(tmp_path) == first


def test_a_simulation_keeps_a_bounded_number_of_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_times, "MOST_LAUNCHES", 3)
    simulation = Simulation(load_machine("small8x8"), "timing", tmp_path)
    loaded = simulation.load(parse_kernel(DOUBLE), name="double")
    for number in range(5):
        locations = [Location(0, 32768, 64 * number), Location(1, 16384)]
        simulation.launch(loaded, [64, 64], locations, [])
    assert simulation.report().launches == 5
    assert len(entries()) == 3


# -- the engine

OPERATIONS = [
    Operation("vector", "work", occupancy_cycles=10, label="vector work", reads=[0]),
    Operation("load", "dma_load", element_bytes=4, overwrites=[0], label="load x"),
]
PROGRAM = Program("k", [Buffer("x")], OPERATIONS)


def result_of(config: dict[str, Any], repetitions: int) -> LaunchResult:
    engine = Engine(config)
    records = [transfer_record(1, 0, [4, 64], [1024, 4]), compute_record(0)] * repetitions
    engine.launch_records(PROGRAM, np.array([compute_record(0)]))  # times do not begin at 0
    engine.launch_records(PROGRAM, np.array(records))
    engine.synchronize()
    return engine.take_results()[1]


def facts(result: LaunchResult) -> str:
    """All that a result says, but when and as which launch."""
    lists = ("operation_counts", "operation_busy_ps", "operation_wait_data_ps", "operation_wait_slot_ps", "tensors")
    units = {name: [getattr(unit, each) for each in ("operations", "busy_ps", "active_ps", "wait_data_ps")]
             for name, unit in result.units.items()}  # fmt: skip
    moved = [getattr(result.memory, each) for each in ("read_requests", "read_bytes", "read_payload_bytes")]
    timeline = result.timeline.copy()
    timeline[:, 3:] -= result.start_ps
    plain = [result.cycles, result.records, result.complete, result.end_ps - result.start_ps, result.bin_ps]
    plain += [result.timeline_stride, result.timeline_dropped, result.critical_path_ps, units, moved]
    arrays = [timeline, result.traffic, result.activity, *(getattr(result, name) for name in lists)]
    counters = {kind: {n: v.tolist() for n, v in columns.items()} for kind, columns in result.counters.items()}
    return json.dumps([plain, [array.tolist() for array in arrays], counters])


@pytest.mark.parametrize(("events", "repetitions"), [(0, 3), (100, 3), (100, 170)])
def test_a_result_is_the_same_after_its_words(events: int, repetitions: int) -> None:
    result = result_of(ONE_CHANNEL | {"timeline_events": events}, repetitions)
    assert (result.timeline_dropped > 0) == (2 * repetitions > events > 0)
    again = LaunchResult.of_words(result.words())
    assert facts(again) == facts(result)
    assert np.array_equal(again.words(), result.words())


def test_words_of_no_result_are_refused() -> None:
    words = result_of(ONE_CHANNEL | {"timeline_events": 10}, 3).words()
    for wrong in (words[:-1], np.append(words, 0), np.full(100, -1), np.full(3000, 1 << 62), words[:0]):
        with pytest.raises(EngineError, match="not those of a launch's result"):
            LaunchResult.of_words(np.ascontiguousarray(wrong))


def test_the_result_of_another_program_or_machine_is_refused() -> None:
    arguments, result = np.zeros(1, np.int64), result_of(ONE_CHANNEL, 3)
    with pytest.raises(EngineError, match="not one of this program"):
        Engine(ONE_CHANNEL).launch(Program("other", [Buffer("x")], OPERATIONS[:1]), 1, arguments, known=result)
    with pytest.raises(EngineError, match="not one of this program"):
        Engine(ONE_CHANNEL | {"cores": 2}).launch(PROGRAM, 1, arguments, known=result)


def test_the_worker_drops_known_results_while_python_launches() -> None:
    engine, result = Engine(ONE_CHANNEL), result_of(ONE_CHANNEL, 3)
    for number in range(1000):  # the trace function is never called
        engine.launch(PROGRAM, 1, np.array([number, 0]), known=LaunchResult.of_words(result.words()))
    engine.synchronize()
    ends = [each.end_ps for each in engine.take_results()]
    assert ends == [(number + 1) * (result.end_ps - result.start_ps) for number in range(1000)]
