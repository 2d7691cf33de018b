"""`torch.npu.capture`: programs that replay, save, and are timed on other machines."""

import json

import pytest
import torch
from npusim.scheduler.tensors.poison_values import PoisonValueWarning, is_poison
from npusim.simulator.errors import ArgumentError, DeviceError, PackageError
from npusim.simulator.machine import load_machine
from npusim.simulator.programs import read_package, retime


class Net(torch.nn.Module):
    """An embedding, whose addresses depend on data, and a product with a softmax behind it."""

    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(50, 32)
        self.linear = torch.nn.Linear(32, 48)

    def forward(self, tokens):
        return torch.softmax(self.linear(self.embedding(tokens)), -1)


def tokens(first):
    return torch.arange(first, first + 7) * 5 % 50


@pytest.fixture
def net(device):
    torch.manual_seed(0)
    torch._dynamo.reset()
    return Net(), torch.compile


def test_a_program_replays_values_and_takes_the_time_of_the_call(net, device, tmp_path):
    model, compile = net
    with torch.no_grad():
        wanted = [model(tokens(first)) for first in (0, 3)]
        model.to(device)
        with torch.npu.simulator(machine="tpuv3", mode="both", dump_dir=tmp_path) as simulation:
            compiled, inputs = compile(model), tokens(0).to(device)
            compiled(inputs)
            before = simulation.report().cycles
            program = torch.npu.capture(compiled, inputs)
            assert program.cycles == simulation.report().cycles - before
            torch.testing.assert_close(program.outputs.cpu(), wanted[0])
            replayed = program.replay(tokens(3))
            torch.testing.assert_close(replayed.cpu(), wanted[1])
            with pytest.raises(ArgumentError, match=r"shapes \(7,\)"):
                program.replay(tokens(0)[:5])
    assert program.retime().total_cycles == program.cycles
    content = program.program.content
    assert [step.step for step in content.steps] == ["launch", "launch", "free"]
    assert [content.allocations[step.allocation].kept for step in content.steps if step.step == "free"] == [False]
    assert content.launches[0].values and not content.launches[1].values
    program.save(tmp_path / "net.npk", weights=True)
    saved = read_package(tmp_path / "net.npk", weights=True)
    table = model.embedding.weight.detach().cpu().numpy().tobytes()
    assert table in [data[: len(table)] for data in saved.weights.values()]
    again = retime(saved, saved.machine, run_dir=tmp_path)
    assert again.cycles == program.program.content.cycles and not again.changes
    assert [k.name for k in again.report.kernels] == [entry.name for entry in content.kernels]
    check_saved_values(program, tmp_path / "net.npk", wanted)


def check_saved_values(program, package, wanted):
    """A package gives the values of its program, without torch and on the device, with its inputs and with others."""
    saved = read_package(package, weights=True)
    both = retime(saved, saved.machine, run_dir=package.parent, mode="both")
    assert both.cycles == program.program.content.cycles
    torch.testing.assert_close(torch.from_numpy(both.outputs[0]), wanted[1])
    with torch.npu.simulator(machine="tpuv3", mode="both", dump_dir=package.parent) as simulation:
        loaded = torch.npu.load_program(package)
        (output,) = loaded.replay()
        torch.testing.assert_close(output.cpu(), wanted[1])
        assert simulation.report().cycles == program.cycles
        torch.testing.assert_close(loaded.replay(tokens(0))[0].cpu(), wanted[0])
        with pytest.raises(ArgumentError, match=r"shapes \(7,\)"):
            loaded.replay(tokens(0)[:5])
    program.save(package)
    with pytest.raises(PackageError, match="were not saved; write it with save"):
        torch.npu.load_program(package)


def contents(program, device):
    return {n: torch.empty(0, dtype=torch.uint8, device=device).set_(s).cpu() for n, s in program._kept.items()}


@pytest.mark.slow
def test_a_saved_step_of_an_optimizer_goes_on_where_it_was(device, tmp_path):
    torch._dynamo.reset()
    weight = torch.ones(7, 5, device=device, requires_grad=True)
    weight.grad = torch.full_like(weight, 0.5)
    step = torch.compile(torch.optim.Adam([weight], lr=0.1).step)
    with torch.npu.simulator(machine="tpuv3", mode="both", dump_dir=tmp_path):
        step()
        program = torch.npu.capture(step)
        program.save(tmp_path / "adam.npk", weights=True)
        loaded = torch.npu.load_program(tmp_path / "adam.npk")
        before = contents(loaded, device)
        loaded.replay()
        program.replay()
        after, wanted = contents(loaded, device), contents(program, device)
    assert after.keys() == wanted.keys() and all(torch.equal(after[n], wanted[n]) for n in after)
    assert any(not torch.equal(before[n], after[n]) for n in before)


def test_a_machine_with_a_cache_gives_the_cycles_of_the_run(device, tmp_path):
    torch._dynamo.reset()
    machine = load_machine("tpuv3").evolve(cache_kib=1024, cache_line_bytes=128, name="cached")
    step = torch.compile(lambda x: ((x @ x).relu() @ x).sum(0))
    x = torch.ones(96, 96).to(device)
    with torch.npu.simulator(machine=machine, mode="timing", dump_dir=tmp_path):
        step(x)
    with torch.npu.simulator(machine=machine, mode="timing", dump_dir=tmp_path):
        program = torch.npu.capture(step, x)
    assert len(program.program.content.launches) > 1
    assert program.retime().cycles == program.program.content.cycles


@pytest.mark.slow
def test_a_check_compares_with_the_model_compiled_for_the_machine(device, tmp_path):
    torch._dynamo.reset()
    step, x = torch.compile(lambda x: (x @ x).relu()), torch.ones(256, 256).to(device)
    with torch.npu.simulator(machine="tpuv3", mode="timing", dump_dir=tmp_path):
        program = torch.npu.capture(step, x)
    check = program.check(load_machine("tpuv3").evolve(dram_read_queue=16, dram_refresh="none"))
    assert check.remapped == () and check.same_kernels == check.kernels == 1
    assert check.retimed_cycles == check.recompiled_cycles != program.cycles and check.difference == 0
    small = program.check("tpuv2")
    assert small.recompiled_cycles > 0 and str(small).startswith("on tpuv2:")


def test_streams_and_events_are_steps(device, tmp_path):
    torch._dynamo.reset()
    first, second, step = torch.npu.Stream(), torch.npu.Stream(), torch.compile(lambda x: x + 1)

    def both(x):
        with torch.npu.stream(first):
            y = step(x)
            event = torch.npu.Event()
            event.record()
        with torch.npu.stream(second):
            second.wait_event(event)
            return step(y)

    with torch.npu.simulator(machine="tpuv3", mode="both", dump_dir=tmp_path):
        x = torch.zeros(5).to(device)
        program = torch.npu.capture(both, x)
        assert program.replay(torch.ones(5)).tolist() == [3.0] * 5
    steps = [step.step for step in program.program.content.steps]
    assert [name for name in steps if name != "free"] == ["launch", "mark", "wait", "launch"]
    streams = [launch.stream for launch in program.program.content.launches]
    assert streams == [first.stream_id, second.stream_id]
    assert program.retime().cycles == program.program.content.cycles


def test_work_of_the_host_is_a_step_and_no_values_are_replayed_without_it(device, tmp_path):
    torch._dynamo.reset()
    step, x = torch.compile(lambda x: x * 2), torch.ones(5).to(device)
    with torch.npu.simulator(machine="tpuv3", mode="both", dump_dir=tmp_path):
        program = torch.npu.capture(lambda x: step(step(x).digamma_()), x)
        with pytest.raises(DeviceError, match="digamma"):
            program.replay()
        assert program.replay(mode="timing") is program.outputs
        with pytest.raises(DeviceError, match="launched no kernel"):
            torch.npu.capture(lambda: None)
        with pytest.raises(DeviceError, match="do not nest"):
            torch.npu.capture(lambda: torch.npu.capture(step, x))
    (host,) = program.program.content.host_steps
    assert "digamma" in host.operator and host.calls == 1


def test_a_graph_is_captured_by_its_replay(device, tmp_path):
    torch._dynamo.reset()
    step, x = torch.compile(lambda x: x + 1), torch.ones(5).to(device)
    with torch.npu.simulator(machine="tpuv3", mode="both", dump_dir=tmp_path):
        step(x)
        graph = torch.accelerator.Graph()
        with graph:
            y = step(step(x))
        program = torch.npu.capture(graph.replay)
        x.zero_()
        program.replay()
    assert y.tolist() == [2.0] * 5
    assert program.retime().cycles == program.program.content.cycles
    assert json.loads(program.program.content.model_dump_json())["mode"] == "both"


def test_a_replay_for_time_makes_poison_of_what_it_spoils_only(device, tmp_path):
    """Kernels that are not executed leave tensors as they are; a gather at places that nobody computed does not."""

    def step(x, places, counter):
        counter.add_(1)
        return x * 2, x, x[(places @ torch.eye(4, device=x.device)).long()]

    x, places = torch.randn(4, 3).to(device), torch.tensor([[3.0, 2.0, 1.0, 0.0]]).to(device)
    counter = torch.zeros(4).to(device)
    with torch.npu.simulator(machine="small8x8", mode="both", dump_dir=tmp_path):
        program = torch.npu.capture(torch.compile(step), x, places, counter)
        with pytest.warns(PoisonValueWarning):
            program.replay(mode="timing")
        assert [is_poison(each) for each in program.outputs] == [False, False, True]
        assert not is_poison(x) and not is_poison(counter)
        assert torch.equal(counter.cpu(), torch.ones(4))
        program.replay(mode="functional")
        assert not any(is_poison(each) for each in program.outputs)
        with pytest.warns(PoisonValueWarning):
            program.replay(torch.zeros(4, 3), places, counter, mode="timing")  # results of these were not computed
        assert [is_poison(each) for each in program.outputs] == [True, False, True]
