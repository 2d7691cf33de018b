"""torch.npu.pin, and the command line's --pin: tensors of torch programs in a machine's pinned memory."""

import gc
import json

import pytest
import torch
from npusim.frontend.cli.app import main
from npusim.simulator.errors import DeviceError, OptionError
from npusim.simulator.machine import load_machine

MACHINE = load_machine("small8x8").evolve(pinned_kib=64, pinned_bandwidth_gbps=64.0)


@pytest.fixture(autouse=True)
def _started(device):
    """The device is there, and nothing stays pinned."""
    yield
    assert torch.npu.pinned() == {}


def timed(function, *inputs, launches=2, machine=MACHINE, **options):
    """The report of some calls of a compiled function, in mode timing."""
    with torch.no_grad(), torch.npu.simulator(machine, "timing", **options) as simulation:
        compiled = torch.compile(function, dynamic=False)
        for _ in range(launches):
            compiled(*inputs)
        return simulation.report()


def tensors(report):
    return {tensor["name"]: tensor for tensor in report.pinned_tensors}


def test_parameters_of_a_module_are_pinned_by_their_names():
    torch._dynamo.reset()
    model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.ReLU(), torch.nn.Linear(64, 16)).to("npu")
    x = torch.randn(8, 32).to("npu")
    torch.npu.pin(model)
    assert torch.npu.pinned() == {"0.weight": 8192, "0.bias": 256, "2.weight": 4096, "2.bias": 64}
    report = timed(model, x)
    found = tensors(report)
    assert {name: each["state"] for name, each in found.items()} == dict.fromkeys(torch.npu.pinned(), "pinned")
    assert found["0.weight"]["memory_read_bytes"] == found["0.weight"]["pinned_read_bytes"] == 8192
    half = len(report.launch_list) // 2
    first, second = report.launch_list[:half], report.launch_list[half:]
    assert sum(each.cycles for each in second) < sum(each.cycles for each in first)
    torch.npu.unpin(model)


def test_a_view_pins_its_whole_allocation_and_a_view_reads_it():
    torch._dynamo.reset()
    whole = torch.randn(64, 32).to("npu")
    torch.npu.pin(whole[8:16], name="table")
    assert torch.npu.pinned() == {"table": whole.untyped_storage().nbytes()}
    report = timed(lambda x: x[16:48] * 2, whole)
    assert tensors(report)["table"]["state"] == "pinned"
    torch.npu.unpin(whole)


def test_what_is_freed_is_pinned_no_more():
    tensor = torch.randn(16, device="npu")
    view = tensor[2:]
    torch.npu.pin(tensor, name="short")
    del tensor
    gc.collect()
    assert list(torch.npu.pinned()) == ["short"]  # the view holds the allocation
    del view
    gc.collect()
    assert torch.npu.pinned() == {}


def test_room_of_freed_tensors_is_used_again():
    torch._dynamo.reset()

    def double(x):
        return x * 2

    machine = MACHINE.evolve(pinned_kib=20)
    with torch.npu.simulator(machine, "timing") as simulation:
        compiled = torch.compile(double, dynamic=False)
        first = torch.randn(4096).to("npu")
        torch.npu.pin(first, name="first")
        compiled(first)
        keep = torch.empty(1, device="npu")  # so that the next tensor gets another address
        del first
        gc.collect()
        second = torch.randn(4096 + 64).to("npu")
        torch.npu.pin(second, name="second")
        compiled(second)
        states = {tensor["name"]: tensor["state"] for tensor in simulation.report().pinned_tensors}
    assert states["second"] == "pinned"
    assert keep.numel() == 1
    torch.npu.unpin(second)


def test_unpinned_tensors_go_back_to_dram():
    torch._dynamo.reset()
    x = torch.randn(1024).to("npu")

    def double(x):
        return x * 2

    with torch.npu.simulator(MACHINE, "timing") as simulation:
        compiled = torch.compile(double, dynamic=False)
        torch.npu.pin(x, name="x")
        compiled(x)
        compiled(x)
        torch.npu.unpin(x)
        compiled(x)
        report = simulation.report()
    assert tensors(report)["x"]["state"] == "in_memory"
    read = [launch.dram_bytes for launch in report.launch_list]
    assert read[0] == read[2] == read[1] + 4096


def test_arguments_of_kernels_are_named_by_patterns():
    torch._dynamo.reset()
    x = torch.randn(32, 32).to("npu")
    w = torch.randn(32, 32).to("npu")
    report = timed(torch.matmul, x, w, pin=["1"])
    (tensor,) = report.pinned_tensors
    assert (tensor["reason"], tensor["bytes"], tensor["state"]) == ("name", 4096, "pinned")


def test_machines_without_a_pinned_memory_ignore_pin():
    torch._dynamo.reset()
    x = torch.randn(1024).to("npu")
    plain = timed(lambda x: x + 1, x, machine=load_machine("small8x8"))
    torch.npu.pin(x)
    pinned = timed(lambda x: x + 1, x, machine=load_machine("small8x8"))
    torch.npu.unpin(x)
    assert (pinned.cycles, pinned.pinned_tensors) == (plain.cycles, None)


def test_the_same_program_takes_the_same_cycles_again():
    torch._dynamo.reset()
    x = torch.randn(64, 64).to("npu")
    machine = MACHINE.evolve(pinned_policy="reuse")
    reports = [timed(lambda x: torch.relu(x @ x), x, launches=4, machine=machine) for _ in range(2)]
    assert reports[0].cycles == reports[1].cycles
    assert any(tensor["reason"] == "reuse" for tensor in reports[0].pinned_tensors)


def test_tensors_elsewhere_and_other_things_cannot_be_pinned():
    with pytest.raises(DeviceError, match=r"is on cpu, not in the memory of the device npu; move it there"):
        torch.npu.pin(torch.zeros(4))
    with pytest.raises(OptionError, match="pin takes a tensor or a module, not int"):
        torch.npu.pin(3)
    with pytest.raises(OptionError, match="pin is a list of patterns"), torch.npu.simulator(MACHINE, pin="W"):
        pass
    torch.npu.pin(torch.empty(0, device="npu"))
    torch.npu.unpin(torch.zeros(4))


def npusim(capsys, *words):
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    captured = capsys.readouterr()
    return int(stop.value.code or 0), captured.out, captured.err


def run_report(out):
    """report.json of a command with --json."""
    from pathlib import Path

    return json.loads((Path(json.loads(out)["run_dir"]) / "report.json").read_text())


def test_an_input_of_an_operator_is_pinned_by_its_number(capsys):
    words = ("run", "matmul", "--shape", "64,64", "--machine", "tpuv4", "--mode", "timing", "--json", "-q")
    status, out, _ = npusim(capsys, *words, "--pin", "1", "--pin-policy", "manual")
    assert status == 0
    (tensor,) = run_report(out)["pinned_tensors"]
    assert (tensor["name"], tensor["bytes"], tensor["reason"]) == ("input 1", 64 * 64 * 4, "name")


def test_a_name_that_no_kernel_has_is_reported(capsys):
    words = ("run", "relu", "--shape", "64", "--machine", "tpuv4", "--mode", "timing", "-q", "--pin", "Weight")
    status, out, _ = npusim(capsys, *words)
    assert status == 0
    assert "pin: no kernel had a tensor named Weight" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--machine", "tpuv3", "--pin", "0"), "machine tpuv3 has no pinned memory"),
        (("--machine", "tpuv3", "--pin", "X"), "machine tpuv3 has no pinned memory"),
        (("--machine", "tpuv3", "--pin-policy", "size"), "machine tpuv3 has no pinned memory"),
        (("--machine", "tpuv4", "--pin-policy", "luck"), "'luck' is not one of manual, size, reuse"),
        (("--machine", "tpuv4", "--pin", "7"), "--pin 7: relu has inputs 0 to 0"),
        (("--machine", "tpuv4", "--pin", "a:"), "pin 'a:' names no tensor"),
    ],
)
def test_what_cannot_be_pinned_is_an_error(capsys, words, message):
    status, _, err = npusim(capsys, "run", "relu", "--shape", "64", "--mode", "timing", "-q", *words)
    assert status == 2
    assert message in err


def test_the_tensors_of_a_script_are_pinned_by_policy(capsys, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import torch\nf = torch.compile(lambda x: x * 2)\nx = torch.ones(4096, device='npu')\nf(x), f(x)\n"
    )
    words = ("run", "--machine", "tpuv4", "--mode", "timing", "--json", "-q", "--pin-policy", "size", str(script))
    status, out, _ = npusim(capsys, *words)
    assert status == 0
    found = run_report(out)["pinned_tensors"]
    assert {tensor["reason"] for tensor in found} == {"size"}
    assert {tensor["state"] for tensor in found} == {"pinned"}
