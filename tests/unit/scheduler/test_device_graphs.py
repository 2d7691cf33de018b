"""`torch.accelerator.Graph`: the launches of a capture, launched again without the program."""

import json

import pytest
import torch
from npusim.simulator.errors import DeviceError


def step(x, w):
    return (x @ w).relu() + x


def inputs(device):
    generator = torch.Generator().manual_seed(0)
    return [torch.randn(24, 24, generator=generator).to(device) for _ in range(2)]


def captured(x, w):
    """A graph of two calls, the tensor with its result, and the simulated launches so far."""
    torch._dynamo.reset()
    compiled, graph = torch.compile(step), torch.accelerator.Graph()
    compiled(x, w)
    with graph:
        result = compiled(compiled(x, w), w)
    return graph, result


def test_a_replay_computes_and_takes_time_with_what_the_inputs_hold_now(device, tmp_path):
    with torch.npu.simulator(mode="both") as simulation:
        x, w = inputs(device)
        graph, result = captured(x, w)
        before = simulation.report().to_dict()
        other = torch.linspace(-1, 1, 576).view(24, 24)
        x.copy_(other)
        for _ in range(3):
            graph.replay()
        after = simulation.report().to_dict()
    torch.testing.assert_close(result.cpu(), step(step(other, w.cpu()), w.cpu()))
    (kernel,), (later,) = before["kernels"], after["kernels"]
    assert (kernel["launches"], later["launches"]) == (1, 7)
    assert later["cycles"] > 6 * kernel["cycles"]
    graph.debug_dump(str(tmp_path / "graph.json"))
    launches = json.loads((tmp_path / "graph.json").read_text())["launches"]
    assert [launch["kernel"] for launch in launches] == 2 * [kernel["name"]]


@pytest.mark.slow
def test_launches_of_a_capture_do_not_run_before_the_replay(device):
    x, _ = inputs(device)
    x.copy_(torch.full((24, 24), 7.0))
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x.mul_(2))
    compiled(torch.ones(24, 24, device=device))
    graph = torch.accelerator.Graph()
    with graph:
        compiled(x)
    assert x.cpu().eq(7).all()
    graph.replay()
    assert x.cpu().eq(14).all()


def test_what_a_replay_would_leave_out_is_refused(device):
    x, _ = inputs(device)
    graph = torch.accelerator.Graph()
    with pytest.raises(DeviceError, match="aten::sigmoid"), graph:
        torch.sigmoid(x)
    with pytest.raises(DeviceError, match="a copy, a fill"), graph:
        x.zero_()
    torch._dynamo.reset()
    dropout = torch.compile(lambda x: torch.nn.functional.dropout(x))
    dropout(x)
    with pytest.raises(DeviceError, match="cannot be captured"), graph:
        dropout(x)
    with pytest.raises(RuntimeError, match="holds no capture"):
        graph.replay()


OUTLIVING = """
import torch
graph = torch.accelerator.Graph()  # starts the device
f = torch.compile(lambda x: x + 1)
x = torch.ones(5, device="npu")
f(x)
with graph:
    y = f(x)
graph.replay()
print(y.tolist())
"""


@pytest.mark.slow
def test_a_graph_may_outlive_the_program(fresh_torch):
    assert fresh_torch(OUTLIVING).stdout.splitlines()[-1] == "[2.0, 2.0, 2.0, 2.0, 2.0]"
