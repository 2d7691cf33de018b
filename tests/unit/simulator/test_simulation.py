"""A simulation from load to report: modes, streams, combined programs, the run's folder."""

import json
import os
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hand_written import GATHER
from npusim.simulator.errors import OptionError, ScratchpadOverflowError, ShapeError
from npusim.simulator.ir.kernel import KernelModule, parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.run.loaded_kernel import LoadedKernel
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.simulation import Simulation

SCALE = """
func.func @scale(%X: memref<64xf32>, %Y: memref<64xf32>) {
  %x = "npu.alloc"() : () -> memref<64xf32, 1>
  %two = arith.constant 2.0 : f32
  %xv = memref.reinterpret_cast %X to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32>
  %yv = memref.reinterpret_cast %Y to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32>
  "npu.dma_load"(%xv, %x) : (memref<64xf32>, memref<64xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    outs(%x : memref<64xf32, 1>) {
    ^bb0(%a: f32):
      %b = arith.mulf %a, %two : f32
      linalg.yield %b : f32
  }
  "npu.dma_store"(%x, %yv) : (memref<64xf32, 1>, memref<64xf32>) -> ()
  return
}
"""

# Stores as many elements as the first one says.
COUNTED = """
func.func @counted(%N: memref<1xi64>, %Y: memref<64xf32>) {
  %one = arith.constant 1.0 : f32
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %n = memref.load %N[%first] : memref<1xi64>
  %end = arith.index_cast %n : i64 to index
  scf.for %i = %first to %end step %step {
    memref.store %one, %Y[%i] : memref<64xf32>
  }
  return
}
"""

# Loads an element before a loop that may have no iteration.
FAR = """
func.func @far(%X: memref<?xf32>, %Y: memref<4xf32>, %n: index) {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %at = arith.constant PLACE : index
  %x = memref.load %X[%at] : memref<?xf32>
  scf.for %i = %first to %n step %step {
    memref.store %x, %Y[%i] : memref<4xf32>
  }
  return
}
"""


class Run:
    """A simulation of the small machine, and launches on arrays."""

    def __init__(self, folder: Path, mode: str, machine: str = "small8x8") -> None:
        self.simulation = Simulation(load_machine(machine), mode, folder)

    def load(self, text: str, name: str = "", meta: dict[str, Any] | None = None) -> LoadedKernel:
        kernel = parse_kernel(text)
        return self.simulation.load(kernel, name=name or kernel.name, meta=meta)

    def launch(self, loaded: LoadedKernel, *arrays: "np.ndarray[Any, Any]", **options: Any) -> None:
        locations = [Location(number, array.nbytes) for number, array in enumerate(arrays)]
        self.simulation.launch(loaded, [array.ctypes.data for array in arrays], locations, [], **options)


def arrays() -> tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    return np.arange(64, dtype=np.float32), np.zeros(64, np.float32)


def test_mode_both_gives_values_at_once_and_time_in_the_report(tmp_path: Path) -> None:
    run = Run(tmp_path, "both")
    x, y = arrays()
    run.launch(run.load(SCALE), x, y)
    assert np.array_equal(y, 2 * x)
    report = run.simulation.report()
    assert report.cycles is not None and report.cycles > 2 * 256 / 16
    assert report.statistics["memory"]["read_payload_bytes"] == 256
    assert report.launches == 1


def test_mode_functional_has_no_time(tmp_path: Path) -> None:
    run = Run(tmp_path, "functional")
    x, y = arrays()
    run.launch(run.load(SCALE), x, y)
    content = run.simulation.report().to_dict()
    assert np.array_equal(y, 2 * x)
    assert run.simulation.clock_ns is None
    timed = ("cycles", "time_ns", "limiter", "roofline_fraction", "dram_bytes", "units", "elapsed_ns")
    assert [content[key] for key in timed] == [None] * len(timed)
    (kernel,) = content["kernels"]
    assert (kernel["launches"], kernel["cycles"], kernel["operations"]) == (1, None, None)
    assert "time was not simulated" in str(run.simulation.report())


def test_mode_timing_computes_nothing(tmp_path: Path) -> None:
    run = Run(tmp_path, "timing")
    x, y = arrays()
    run.launch(run.load(SCALE), x, y)
    assert run.simulation.report().cycles
    assert not y.any()


def test_both_modes_that_time_agree(tmp_path: Path) -> None:
    cycles = []
    for mode in ("timing", "both"):
        run = Run(tmp_path, mode)
        run.launch(run.load(SCALE), *arrays())
        cycles.append(run.simulation.report().cycles)
    assert cycles[0] == cycles[1]


def test_gathers_are_timed_while_they_are_computed(tmp_path: Path) -> None:
    run = Run(tmp_path, "both")
    x, indices = np.arange(100, dtype=np.float32), np.arange(96, 0, -6, dtype=np.int64)
    y = np.zeros(16, np.float32)
    loaded = run.load(GATHER)
    assert loaded.timing is not None and loaded.timing.combined and loaded.functional is None
    run.launch(loaded, x, indices, y)
    assert np.array_equal(y, x[indices])
    memory = run.simulation.report().statistics["memory"]
    assert memory["read_payload_bytes"] == 16 * 8 + 16 * 4
    assert memory["read_requests"] > 16 * 8 / 32


def test_indices_that_lie_together_are_cheaper(tmp_path: Path) -> None:
    def requests(indices: "np.ndarray[Any, Any]") -> int:
        run = Run(tmp_path, "both")
        run.launch(run.load(GATHER), np.zeros(100, np.float32), indices, np.zeros(16, np.float32))
        count: int = run.simulation.report().statistics["memory"]["read_requests"]
        return count

    assert requests(np.arange(16)) < requests(np.arange(0, 96, 6))


@pytest.mark.parametrize("count", [0, 5, 64])
def test_a_loop_whose_bound_is_data_runs_and_is_timed_that_often(tmp_path: Path, count: int) -> None:
    run = Run(tmp_path, "both")
    y = np.zeros(64, np.float32)
    run.launch(run.load(COUNTED), np.array([count]), y)
    assert y.sum() == count
    assert run.simulation.report().statistics["memory"]["write_payload_bytes"] == 4 * count


def test_launches_follow_each_other_and_wait_for_their_earliest_start(tmp_path: Path) -> None:
    run = Run(tmp_path, "timing")
    loaded = run.load(SCALE)
    run.launch(loaded, *arrays())
    run.launch(loaded, *arrays(), stream=1, not_before_ns=5000)
    first, second = run.simulation.report().launch_list
    assert first.end_ns is not None and second.start_ns is not None
    assert first.end_ns < 5000 <= second.start_ns
    assert second.stream == 1
    assert run.simulation.clock_ns == second.end_ns
    assert run.simulation.progress() == (2, 2)


def test_kernels_are_summed_by_name_and_text(tmp_path: Path) -> None:
    run = Run(tmp_path, "timing")
    meta = {"kind": "pointwise", "ops": ["aten.mul.Tensor"], "origins": ["model.py:3"]}
    loaded = run.load(SCALE, "mul", meta)
    assert run.load(SCALE, "mul") is loaded
    other = run.load(SCALE.replace("2.0", "3.0"), "mul")
    for each in (loaded, loaded, other):
        run.launch(each, *arrays())
    first, second = run.simulation.report().to_dict()["kernels"]
    assert (first["launches"], second["launches"]) == (2, 1)
    assert first["cycles"] == 2 * second["cycles"]
    assert (first["kind"], first["ops"], first["origins"]) == ("pointwise", ["aten.mul.Tensor"], ["model.py:3"])
    assert first["file"] == "kernels/mul.mlir" and second["file"] != first["file"]
    assert (run.simulation.run_dir / second["file"]).read_text() == other.kernel.text


def test_the_report_lists_what_each_operation_did(tmp_path: Path) -> None:
    run = Run(tmp_path, "timing")
    run.launch(run.load(SCALE), *arrays())
    operations = run.simulation.report().to_dict()["kernels"][0]["operations"]
    assert [(each["kind"], each["line"], each["executions"]) for each in operations] == [
        ("dma_load", 7, 1),
        ("vector", 8, 1),
        ("dma_store", 14, 1),
    ]
    assert all(each["busy_cycles"] > 0 for each in operations)


def test_a_run_leaves_its_folder_and_two_runs_never_share_one(kept_stages, tmp_path: Path) -> None:
    runs = [Run(tmp_path, "both") for _ in range(2)]
    for run in runs:
        run.launch(run.load(SCALE), *arrays())
        run.simulation.close()
        run.simulation.close()
    folders = [run.simulation.run_dir for run in runs]
    assert folders[0] != folders[1]
    for folder in folders:
        files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        assert {"report.json", "timeline.json", "machine.yaml", "versions.json", "kernels/scale.mlir"} <= files
        assert {"kernels/scale.timing/0-trace.mlir", "kernels/scale.values/0-tiles.mlir"} <= files
        assert not [name for name in files if name.endswith(".tmp")]
        assert json.loads((folder / "report.json").read_text())["launches"] == 1
        assert load_machine(folder / "machine.yaml") == load_machine("small8x8")


def test_the_report_is_written_again_only_if_something_happened(tmp_path: Path) -> None:
    run = Run(tmp_path, "timing")
    for count, end in enumerate((run.simulation.report, run.simulation.report, run.simulation.close), 1):
        run.launch(run.load(SCALE), *arrays())
        end()
        assert json.loads((run.simulation.run_dir / "report.json").read_text())["launches"] == count
    other = Run(tmp_path, "timing")
    other.launch(other.load(SCALE), *arrays())
    other.simulation.report()
    file = other.simulation.run_dir / "report.json"
    with file.open() as written:  # its inode is not used again
        other.simulation.close()
        assert os.stat(written.fileno()).st_ino == file.stat().st_ino
    assert (other.simulation.run_dir / "timeline.json").is_file()


def test_a_wrong_number_of_arguments_is_refused(tmp_path: Path) -> None:
    run = Run(tmp_path, "both")
    loaded = run.load(SCALE)
    with pytest.raises(ShapeError, match="scale takes 2 tensors and 0 sizes, but was launched with 1 pointers"):
        run.launch(loaded, np.zeros(64, np.float32))


def test_an_unknown_mode_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="it can be functional, timing, both"):
        Run(tmp_path, "fast")


def test_a_folder_that_cannot_be_made_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="NPUSIM_DUMP_DIR"):
        Run(tmp_path / "file", "both")


def test_a_kernel_too_large_for_the_scratchpad_leaves_the_simulation_usable(tmp_path: Path) -> None:
    run = Run(tmp_path, "both")
    big = '%big = "npu.alloc"() : () -> memref<8x99999xf32, 1>'
    with pytest.raises(ScratchpadOverflowError):
        run.load(SCALE.replace("%two", f"{big}\n  %two", 1))
    x, y = arrays()
    run.launch(run.load(SCALE), x, y)
    assert np.array_equal(y, 2 * x)
    assert isinstance(run.load(SCALE).kernel, KernelModule)


LONG = """
func.func @long(%X: memref<64xf32>) {
  %x = "npu.alloc"() : () -> memref<64xf32, 1>
  %xv = memref.reinterpret_cast %X to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32>
  affine.for %i = 0 to 20000000 {
    "npu.dma_load"(%xv, %x) : (memref<64xf32>, memref<64xf32, 1>) -> ()
  }
  return
}
"""


def test_an_interruption_leaves_a_valid_partial_report(tmp_path: Path) -> None:
    run = Run(tmp_path, "timing")
    loaded = run.load(LONG)
    interrupt = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        run.launch(loaded, np.zeros(64, np.float32))
        interrupt.start()
        run.simulation.synchronize()
    run.simulation.close()
    content = json.loads((run.simulation.run_dir / "report.json").read_text())
    assert content["complete"] is False
    assert content["cycles"] > 0 and content["kernels"][0]["operations"][0]["executions"] > 0
    assert "interrupted" in str(run.simulation.report())


PARALLEL_GATHER = """
func.func @rows(%X: memref<100xf32>, %I: memref<80xi64>, %Y: memref<80xf32>) {
  %i = "npu.alloc"() : () -> memref<16xi64, 1>
  %t = "npu.alloc"() : () -> memref<16xf32, 1>
  affine.for %at = 0 to 80 step 16 {
    %iv = memref.reinterpret_cast %I to offset: [%at], sizes: [16], strides: [1]
      : memref<80xi64> to memref<16xi64, strided<[1], offset: ?>>
    %yv = memref.reinterpret_cast %Y to offset: [%at], sizes: [16], strides: [1]
      : memref<80xf32> to memref<16xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%iv, %i) : (memref<16xi64, strided<[1], offset: ?>>, memref<16xi64, 1>) -> ()
    "npu.gather"(%X, %i, %t) : (memref<100xf32>, memref<16xi64, 1>, memref<16xf32, 1>) -> ()
    "npu.dma_store"(%t, %yv) : (memref<16xf32, 1>, memref<16xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
"""


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_cores_share_a_gather_and_compute_the_same_values(tmp_path: Path, cores: int) -> None:
    run = Run(tmp_path, "both")
    run.simulation = Simulation(load_machine("small8x8").evolve(cores=cores), "both", tmp_path)
    x, indices = np.arange(100, dtype=np.float32), np.arange(80, dtype=np.int64)[::-1].copy()
    y = np.zeros(80, np.float32)
    run.launch(run.load(PARALLEL_GATHER), x, indices, y)
    assert np.array_equal(y, x[indices])
    (kernel,) = run.simulation.report().to_dict()["kernels"]
    barriers = [1] * (cores > 1)  # none before a loop that nothing stands before
    assert [operation["executions"] for operation in kernel["operations"]] == [5, 5, 5, *barriers]


SCATTER = """
func.func @histogram(%I: memref<16xi32>, %Y: memref<8xf32>) {
  %i = "npu.alloc"() : () -> memref<16xi32, 1>
  %t = "npu.alloc"() : () -> memref<16xf32, 1>
  %one = arith.constant 1.0 : f32
  %iv = memref.reinterpret_cast %I to offset: [0], sizes: [16], strides: [1] : memref<16xi32> to memref<16xi32>
  "npu.dma_load"(%iv, %i) : (memref<16xi32>, memref<16xi32, 1>) -> ()
  linalg.fill ins(%one : f32) outs(%t : memref<16xf32, 1>)
  "npu.scatter"(%t, %i, %Y) {combine = "add"} : (memref<16xf32, 1>, memref<16xi32, 1>, memref<8xf32>) -> ()
  return
}
"""


def test_a_combining_scatter_reads_memory_before_it_writes(tmp_path: Path) -> None:
    run = Run(tmp_path, "both")
    indices = np.array([0, 1, 1, 7, 7, 7, 99, -1] * 2, np.int32)
    y = np.zeros(8, np.float32)
    run.launch(run.load(SCATTER), indices, y)
    assert np.array_equal(y, np.bincount(indices[(indices >= 0) & (indices < 8)], minlength=8))
    memory = run.simulation.report().statistics["memory"]
    assert memory["read_payload_bytes"] == 16 * 4 + memory["write_payload_bytes"]


SCATTER_ROWS = """
func.func @rows(%I: memref<16xi32>, %Y: memref<500xf32>) {{
  %i = "npu.alloc"() : () -> memref<16xi32, 1>
  %t = "npu.alloc"() : () -> memref<16x64xf32, 1>
  %one = arith.constant 1.0 : f32
  %iv = memref.reinterpret_cast %I to offset: [0], sizes: [16], strides: [1] : memref<16xi32> to memref<16xi32>
  %rows = memref.reinterpret_cast %Y to offset: [0], sizes: [10, 50], strides: [50, 1]
    : memref<500xf32> to memref<10x50xf32>
  "npu.dma_load"(%iv, %i) : (memref<16xi32>, memref<16xi32, 1>) -> ()
  linalg.fill ins(%one : f32) outs(%t : memref<16x64xf32, 1>)
  "npu.scatter"(%t, %i, %rows) {{combine = "{combine}"}}
    : (memref<16x64xf32, 1>, memref<16xi32, 1>, memref<10x50xf32>) -> ()
  return
}}
"""


@pytest.mark.parametrize("combine", ["none", "add"])
def test_scattered_rows_move_what_the_view_has_of_them(tmp_path: Path, combine: str) -> None:
    run = Run(tmp_path, "both")
    indices = np.array([0, 1, 1, 7, 7, 7, 99, -1] * 2, np.int32)
    y = np.zeros(500, np.float32)
    run.launch(run.load(SCATTER_ROWS.format(combine=combine)), indices, y)
    counts = np.bincount(indices[(indices >= 0) & (indices < 10)], minlength=10)
    expected = counts if combine == "add" else np.minimum(counts, 1)
    assert np.array_equal(y.reshape(10, 50), np.repeat(expected[:, None], 50, 1))
    memory = run.simulation.report().statistics["memory"]
    rows = 12 * 50 * 4
    assert memory["write_payload_bytes"] == rows
    assert memory["read_payload_bytes"] == 16 * 4 + rows * (combine == "add")


@pytest.mark.parametrize("place", [0, 1 << 20, 1 << 40, -(1 << 40)])
def test_a_tensor_without_elements_is_read_at_any_distance(tmp_path: Path, place: int) -> None:
    run, y = Run(tmp_path, "functional"), np.ones(4, np.float32)
    run.simulation.launch(run.load(FAR.replace("PLACE", str(place))), [0, y.ctypes.data], [None, Location(0, 16)], [0])
    assert y.tolist() == [1, 1, 1, 1]
