"""Kernels, sessions and streams, on an arena of NumPy memory instead of a device."""

import threading
from dataclasses import dataclass, field

import numpy as np
import pytest
from npusim import scheduler
from npusim.scheduler import (
    Stream,
    current_stream,
    register_kernel,
    session,
    simulator,
    use_stream,
)
from npusim.scheduler.tensors import memory, poison_values
from npusim.simulator.errors import (
    DeviceError,
    KernelError,
    MachineError,
    OptionError,
    ScratchpadOverflowError,
    ShapeError,
)
from npusim.simulator.system.listeners import Listeners

TYPES = {"DRAM": "memref<64xf32>", "VIEW": "memref<64xf32, strided<[1]>>", "TILE": "memref<64xf32, 1>"}
DOUBLE = """
func.func @double(%X: DRAM, %Y: DRAM) {
  %t = "npu.alloc"() : () -> TILE
  %x = memref.reinterpret_cast %X to offset: [0], sizes: [64], strides: [1] : DRAM to VIEW
  %y = memref.reinterpret_cast %Y to offset: [0], sizes: [64], strides: [1] : DRAM to VIEW
  "npu.dma_load"(%x, %t) : (VIEW, TILE) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%t : TILE) {
  ^bb0(%a: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  }
  "npu.dma_store"(%t, %y) : (TILE, VIEW) -> ()
  return
}
"""
for name, type_ in TYPES.items():
    DOUBLE = DOUBLE.replace(name, type_)
META = {"kind": "pointwise", "ops": ["aten.add.Tensor"], "origins": ["model.py:3"]}


class Storage:
    """Of one tensor."""


@dataclass
class Tensor:
    """What the scheduler sees of a tensor."""

    array: np.ndarray
    device: str = "npu:0"
    storage: Storage = field(default_factory=Storage)

    @property
    def shape(self):
        return self.array.shape

    @property
    def dtype(self):
        return self.array.dtype

    def data_ptr(self):
        return self.array.ctypes.data

    def dim(self):
        return self.array.ndim

    def numel(self):
        return self.array.size

    def untyped_storage(self):
        return self.storage


class Memory:
    """Pages of an array as allocations."""

    def __init__(self, buffer):
        self.base, self.size_bytes = buffer.ctypes.data, buffer.nbytes

    def locate(self, pointers, *, watched):
        inside = [pointer - self.base for pointer in pointers]
        return [(1 + at // 4096, 4096, at % 4096) if 0 <= at < self.size_bytes else (0, 0, 0) for at in inside]

    def follow(self, following):
        pass

    def take_events(self):
        return ()

    def live(self):
        return ()


@pytest.fixture(autouse=True)
def arena(monkeypatch, tmp_path, environment):
    """An arena of 1 MiB, no simulation of the process yet, run folders in a temporary place."""
    environment.setenv("NPUSIM_DUMP_DIR", str(tmp_path / "runs"))
    buffer = np.zeros(1 << 20, np.uint8)
    monkeypatch.setattr(memory, "_memory", Memory(buffer))
    monkeypatch.setattr(session, "_stack", [])
    monkeypatch.setattr(session, "_machine_listeners", Listeners(session.current_machine))
    monkeypatch.setattr(session, "_mode_listeners", Listeners(session.current_mode))
    monkeypatch.setattr(poison_values, "_marks", None)  # a started device does not know the tensors of these tests
    return buffer


@pytest.fixture
def tensors(arena):
    x, y = (Tensor(arena[offset : offset + 256].view(np.float32)) for offset in (4096, 8192))
    x.array[:] = np.arange(64)
    return x, y


def test_a_launch_gives_values_and_time(tensors):
    with simulator("tpuv3", "both") as simulation:
        register_kernel("double", DOUBLE, META)(*tensors)
        report = simulation.report().to_dict()
    np.testing.assert_array_equal(tensors[1].array, 2 * tensors[0].array)
    (kernel,) = report["kernels"]
    assert kernel["name"] == "double" and kernel["ops"] == META["ops"] and kernel["origins"] == META["origins"]
    assert kernel["cycles"] > 0 and kernel["dram_bytes"] == 512


def test_mode_timing_leaves_values_alone_and_mode_functional_has_no_time(tensors):
    with simulator("tpuv3", "timing") as simulation:
        register_kernel("double", DOUBLE, META)(*tensors)
        assert simulation.report().cycles > 0
    assert not tensors[1].array.any()
    with simulator("tpuv3", "functional") as simulation:
        register_kernel("double", DOUBLE, META)(*tensors)
        assert simulation.report().cycles is None
    assert tensors[1].array.any()


def test_the_same_program_takes_the_same_cycles(tensors):
    cycles = []
    for _ in range(2):
        with simulator("tpuv3", "timing") as simulation:
            register_kernel("double", DOUBLE, META)(*tensors)
            cycles.append(simulation.report().cycles)
    assert cycles[0] == cycles[1]


def test_a_kernel_is_registered_once_per_name_and_text():
    with simulator(mode="functional"):
        first = register_kernel("double", DOUBLE, META)
        assert register_kernel("double", DOUBLE, META) is first
        other = register_kernel("double_again", DOUBLE, META)
    assert other is not first and other.module is first.module


def test_errors_of_a_kernel_appear_when_it_is_registered():
    with simulator(mode="functional"):
        with pytest.raises(KernelError, match="bad"):
            register_kernel("bad", DOUBLE.replace("arith.addf", "arith.addi"), META)
        with pytest.raises(ScratchpadOverflowError):
            register_kernel("huge", DOUBLE.replace("64xf32, 1>", "99999999xf32, 1>"), META)


def test_a_kernel_that_does_not_fit_another_machine_says_what_to_do(tensors):
    big = DOUBLE.replace("64xf32", "65536xf32").replace("[64]", "[65536]")
    with simulator("tpuv3", "functional"):
        kernel = register_kernel("big", big, META)
    with (
        simulator("small8x8", "functional"),
        pytest.raises(ScratchpadOverflowError, match=r"tpuv3.*small8x8.*reset"),
    ):
        kernel(*tensors)


def test_a_wrong_number_of_arguments_names_the_right_ones(tensors):
    with simulator(mode="functional"), pytest.raises(ShapeError, match=r"takes 2 arguments \(X, Y\), 1 were given"):
        register_kernel("double", DOUBLE, META)(tensors[0])


def test_a_tensor_that_is_not_on_the_device_is_refused(tensors):
    elsewhere = Tensor(np.zeros(64, np.float32), device="cpu")
    with simulator(mode="functional"), pytest.raises(DeviceError, match="argument 0"):
        register_kernel("double", DOUBLE, META)(elsewhere, tensors[1])


def test_nested_simulators_restore_the_one_before():
    with simulator("tpuv3", "functional") as outer:
        with simulator("small8x8", "functional") as inner:
            assert scheduler.current_simulation() is inner
            assert scheduler.current_machine().name == "small8x8"
        assert scheduler.current_simulation() is outer
    assert scheduler.active_simulation() is None


def test_a_simulator_is_left_when_its_block_fails():
    with pytest.raises(ZeroDivisionError), simulator(mode="functional"):
        _ = 1 / 0
    assert scheduler.active_simulation() is None


def test_the_process_simulation_follows_the_environment(environment, tmp_path):
    environment.setenv("NPUSIM_MACHINE", "small8x8")
    environment.setenv("NPUSIM_MODE", "timing")
    assert scheduler.current_machine().name == "small8x8"
    simulation = scheduler.current_simulation()
    assert (simulation.machine.name, simulation.mode) == ("small8x8", "timing")
    assert simulation.run_dir.is_relative_to((tmp_path / "runs").resolve())
    assert scheduler.current_simulation() is simulation
    simulation.close()


def test_wrong_modes_and_machines_are_named():
    with pytest.raises(OptionError, match="mode is 'fast'; it can be functional, timing, both"), simulator(mode="fast"):
        pass
    with pytest.raises(MachineError, match="tpuv9"), simulator("tpuv9"):
        pass


def test_a_wrong_mode_in_the_environment_is_named(environment):
    environment.setenv("NPUSIM_MODE", "quick")
    with pytest.raises(OptionError, match="NPUSIM_MODE is 'quick'"), simulator():
        pass


def test_listeners_hear_of_another_machine_only(arena):
    heard = []
    scheduler.on_machine_change(lambda machine: heard.append(machine.name))
    with simulator("tpuv3", "functional"), simulator("small8x8", "functional"), simulator("small8x8", "functional"):
        pass
    assert heard == ["small8x8", "tpuv3"]


def test_launches_of_one_stream_follow_each_other(tensors):
    with simulator("tpuv3", "timing") as simulation:
        kernel = register_kernel("double", DOUBLE, META)
        kernel(*tensors)
        kernel(*tensors)
        kernel(*tensors, stream=1)
        rows = simulation.report().launch_list
    by_stream = {stream: [row for row in rows if row.stream == stream] for stream in (0, 1)}
    first, second = sorted(by_stream[0], key=lambda row: row.start_ns)
    assert second.start_ns >= first.end_ns
    assert len(by_stream[1]) == 1


def test_a_model_starts_no_earlier_than_its_time(tensors):
    with simulator("tpuv3", "timing") as simulation:
        kernel = register_kernel("double", DOUBLE, META)
        result = scheduler.launch_model(
            lambda *args: (kernel(*args), "done")[1], *tensors, stream_index=3, timestamp_ns=5000
        )
        scheduler.synchronize()
        (row,) = simulation.report().launch_list
    assert result == "done" and row.stream == 3 and row.start_ns >= 5000


def test_a_stream_belongs_to_its_thread():
    seen = []
    with use_stream(2):
        thread = threading.Thread(target=lambda: seen.append(current_stream()))
        thread.start()
        thread.join()
        assert current_stream().index == 2
    assert seen == [Stream()] and current_stream() == Stream()


def test_simulations_that_end_in_another_order_than_they_were_nested_in_warn():
    first, second = scheduler.simulator(), scheduler.simulator()
    first.__enter__()
    later = second.__enter__()
    with pytest.warns(scheduler.session.OverlappingSimulationsWarning, match="one after the other"):
        first.__exit__(None, None, None)
    assert scheduler.current_simulation() is later
    second.__exit__(None, None, None)


def test_streams_cannot_be_negative():
    with pytest.raises(OptionError, match="negative"), use_stream(-1):
        pass


def test_a_launch_cannot_wait_for_a_time_that_the_engine_cannot_count():
    with pytest.raises(OptionError, match="can wait until"), use_stream(0, 2**60):
        pass
