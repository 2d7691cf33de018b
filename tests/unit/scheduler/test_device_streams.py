"""Streams and events order and measure simulated time."""

import os

import pytest
import torch
from npusim import scheduler
from npusim.simulator.errors import DeviceError

ROWS, COLUMNS = 64, 128
SCALE = f"""
func.func @scale(%x: memref<{ROWS * COLUMNS}xf32>, %y: memref<{ROWS * COLUMNS}xf32>) {{
  %tile = "npu.alloc"() : () -> memref<{ROWS}x{COLUMNS}xf32, 1>
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [{ROWS}, {COLUMNS}], strides: [{COLUMNS}, 1]
    : memref<{ROWS * COLUMNS}xf32> to memref<{ROWS}x{COLUMNS}xf32, strided<[{COLUMNS}, 1]>>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [{ROWS}, {COLUMNS}], strides: [{COLUMNS}, 1]
    : memref<{ROWS * COLUMNS}xf32> to memref<{ROWS}x{COLUMNS}xf32, strided<[{COLUMNS}, 1]>>
  "npu.dma_load"(%from, %tile)
    : (memref<{ROWS}x{COLUMNS}xf32, strided<[{COLUMNS}, 1]>>, memref<{ROWS}x{COLUMNS}xf32, 1>) -> ()
  "npu.dma_store"(%tile, %to)
    : (memref<{ROWS}x{COLUMNS}xf32, 1>, memref<{ROWS}x{COLUMNS}xf32, strided<[{COLUMNS}, 1]>>) -> ()
  return
}}
"""


@pytest.fixture
def simulation(device):
    with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
        yield simulation


@pytest.fixture
def launch(simulation):
    """Launches a kernel of some hundred simulated nanoseconds on the current stream."""
    x, y = torch.ones(ROWS, COLUMNS, device="npu"), torch.empty(ROWS, COLUMNS, device="npu")
    kernel = scheduler.register_kernel("scale", SCALE)
    yield lambda: kernel(x, y)
    assert y.cpu().eq(1).all()


def event():
    made = torch.npu.Event(enable_timing=True)
    made.record()
    return made


def test_an_event_measures_the_simulated_time_of_the_kernels_before_it(simulation, launch):
    start = event()
    launch()
    middle = event()
    launch()
    end = event()
    torch.npu.synchronize()
    assert 0 < start.elapsed_time(middle) < start.elapsed_time(end)
    assert start.elapsed_time(end) * 1e6 == pytest.approx(simulation.clock_ns)
    assert end.query() and end.synchronize() is None


def test_a_stream_that_waits_for_an_event_starts_after_it(launch):
    start, first = event(), torch.npu.Stream()
    with torch.npu.stream(first):
        launch()
        launch()
        done = event()
    waiting = torch.npu.Stream()
    waiting.wait_event(done)
    with waiting:
        held = event()
        launch()
        after = event()
    assert start.elapsed_time(held) == start.elapsed_time(done)
    assert start.elapsed_time(after) > start.elapsed_time(done)
    other = torch.npu.Stream()
    other.wait_stream(waiting)
    with other:
        assert start.elapsed_time(event()) == start.elapsed_time(after)


def test_launches_go_to_the_current_stream(launch):
    assert scheduler.current_stream().index == 0
    stream = torch.npu.Stream()
    with stream:
        assert torch.npu.current_stream() == stream == torch.accelerator.current_stream()
        assert scheduler.current_stream().index == stream.stream_id
        launch()
    assert torch.npu.current_stream() == torch.npu.default_stream() and scheduler.current_stream().index == 0
    torch.npu.set_stream(stream)
    assert scheduler.current_stream().index == stream.stream_id
    torch.npu.set_stream(torch.npu.default_stream())
    with torch.npu.stream(None):
        assert scheduler.current_stream().index == 0
    launch()


def test_streams_and_events_of_torch_itself_belong_to_the_device(simulation):
    stream = torch.Stream(device="npu")
    assert isinstance(stream, torch.npu.Stream) and stream.device == torch.device("npu:0")
    assert isinstance(torch.npu.Event(), torch.npu.Event) and isinstance(torch.npu.Event(), torch.Event)
    recorded = stream.record_event()
    stream.wait_event(recorded)
    stream.synchronize()
    assert stream.query() and stream != torch.npu.Stream()
    torch.ones(2, device="npu").record_stream(stream)
    torch.accelerator.synchronize()


def test_time_between_events_needs_a_timed_simulation_and_only_one(device):
    with torch.npu.simulator(machine="tpuv3", mode="functional"):
        first, second = event(), event()
        with pytest.raises(RuntimeError, match="mode functional"):
            first.elapsed_time(second)
    with torch.npu.simulator(machine="tpuv3", mode="timing"):
        first = event()
    with torch.npu.simulator(machine="tpuv3", mode="timing"):
        with pytest.raises(RuntimeError, match="two simulations"):
            first.elapsed_time(event())
        with pytest.raises(ValueError, match="recorded"):
            first.elapsed_time(torch.npu.Event(enable_timing=True))


def test_events_between_processes_are_refused(device):
    with pytest.raises(DeviceError, match="between processes"):
        torch.npu.Event(interprocess=True)


def test_a_backward_pass_launches_on_the_streams_of_its_forward_pass(simulation):
    seen = []

    class Note(torch.autograd.Function):
        @staticmethod
        def forward(context, x):
            return x.clone()

        @staticmethod
        def backward(context, grad):
            seen.append(scheduler.current_stream().index)
            return grad

    stream = torch.npu.Stream()
    x = torch.ones(2, device="npu", requires_grad=True)
    with stream:
        y = Note.apply(x)
    y.backward(torch.ones(2, device="npu"))
    assert seen == [stream.stream_id] and scheduler.current_stream().index == 0


def test_a_forked_process_simulates_on_its_own(simulation, launch):
    launch()
    torch.npu.synchronize()
    before = simulation.clock_ns
    child = os.fork()
    if child == 0:
        status = 1
        try:
            launch()
            mine = scheduler.active_simulation()
            status = int(mine is None or mine is simulation)
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert simulation.clock_ns == before
    launch()
    assert simulation.clock_ns > before
