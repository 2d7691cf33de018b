"""torch.npu.make_resident, and the command line's --resident: tensors of torch programs in a machine's CMEM."""

import gc
import json

import pytest
import torch
from npusim.simulator.errors import DeviceError, OptionError
from npusim.simulator.machine import load_machine

MACHINE = load_machine("small8x8").evolve(cmem_kib=64, cmem_bandwidth_gbps=64.0)


@pytest.fixture(autouse=True)
def _started(device):
    """The device is there, and nothing stays resident."""
    yield
    assert torch.npu.resident_tensors() == {}


def timed(function, *inputs, launches=2, machine=MACHINE, **options):
    """The report of some calls of a compiled function, in mode timing."""
    with torch.no_grad(), torch.npu.simulator(machine, "timing", **options) as simulation:
        compiled = torch.compile(function, dynamic=False)
        for _ in range(launches):
            compiled(*inputs)
        return simulation.report()


def tensors(report):
    return {tensor["name"]: tensor for tensor in report.resident_tensors}


def test_parameters_of_a_module_are_resident_by_their_names():
    torch._dynamo.reset()
    model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.ReLU(), torch.nn.Linear(64, 16)).to("npu")
    x = torch.randn(8, 32).to("npu")
    torch.npu.make_resident(model)
    assert torch.npu.resident_tensors() == {"0.weight": 8192, "0.bias": 256, "2.weight": 4096, "2.bias": 64}
    report = timed(model, x)
    found = tensors(report)
    assert {name: each["state"] for name, each in found.items()} == dict.fromkeys(
        torch.npu.resident_tensors(), "resident"
    )
    assert found["0.weight"]["memory_read_bytes"] == found["0.weight"]["cmem_read_bytes"] == 8192
    half = len(report.launch_list) // 2
    first, second = report.launch_list[:half], report.launch_list[half:]
    assert sum(each.cycles for each in second) < sum(each.cycles for each in first)
    torch.npu.release_resident(model)


def test_a_view_pins_its_whole_allocation_and_a_view_reads_it():
    torch._dynamo.reset()
    whole = torch.randn(64, 32).to("npu")
    torch.npu.make_resident(whole[8:16], name="table")
    assert torch.npu.resident_tensors() == {"table": whole.untyped_storage().nbytes()}
    report = timed(lambda x: x[16:48] * 2, whole)
    assert tensors(report)["table"]["state"] == "resident"
    torch.npu.release_resident(whole)


@pytest.mark.slow
def test_what_is_freed_is_resident_no_more():
    tensor = torch.randn(16, device="npu")
    view = tensor[2:]
    torch.npu.make_resident(tensor, name="short")
    del tensor
    gc.collect()
    assert list(torch.npu.resident_tensors()) == ["short"]  # the view holds the allocation
    del view
    gc.collect()
    assert torch.npu.resident_tensors() == {}


@pytest.mark.slow
def test_room_of_freed_tensors_is_used_again():
    torch._dynamo.reset()

    def double(x):
        return x * 2

    machine = MACHINE.evolve(cmem_kib=20)
    with torch.npu.simulator(machine, "timing") as simulation:
        compiled = torch.compile(double, dynamic=False)
        first = torch.randn(4096).to("npu")
        torch.npu.make_resident(first, name="first")
        compiled(first)
        del first
        gc.collect()
        second = torch.randn(4096).to("npu")
        torch.npu.make_resident(second, name="second")
        compiled(second)
        states = {tensor["name"]: tensor["state"] for tensor in simulation.report().resident_tensors}
    assert states["second"] == "resident"
    torch.npu.release_resident(second)


def test_released_tensors_go_back_to_dram():
    torch._dynamo.reset()
    x = torch.randn(1024).to("npu")

    def double(x):
        return x * 2

    with torch.npu.simulator(MACHINE, "timing") as simulation:
        compiled = torch.compile(double, dynamic=False)
        torch.npu.make_resident(x, name="x")
        compiled(x)
        compiled(x)
        torch.npu.release_resident(x)
        compiled(x)
        report = simulation.report()
    assert tensors(report)["x"]["state"] == "in_memory"
    read = [launch.dram_bytes for launch in report.launch_list]
    assert read[0] == read[2] == read[1] + 4096


def test_arguments_of_kernels_are_named_by_patterns():
    torch._dynamo.reset()
    x = torch.randn(32, 32).to("npu")
    w = torch.randn(32, 32).to("npu")
    report = timed(torch.matmul, x, w, resident=["1"])
    (tensor,) = report.resident_tensors
    assert (tensor["reason"], tensor["bytes"], tensor["state"]) == ("name", 4096, "resident")


def test_machines_without_a_cmem_ignore_it():
    torch._dynamo.reset()
    x = torch.randn(1024).to("npu")
    plain = timed(lambda x: x + 1, x, machine=load_machine("small8x8"))
    torch.npu.make_resident(x)
    cmem = timed(lambda x: x + 1, x, machine=load_machine("small8x8"))
    torch.npu.release_resident(x)
    assert (cmem.cycles, cmem.resident_tensors) == (plain.cycles, None)


def test_the_same_program_takes_the_same_cycles_again():
    torch._dynamo.reset()
    x = torch.randn(64, 64).to("npu")
    machine = MACHINE.evolve(cmem_policy="reuse")
    reports = [timed(lambda x: torch.relu(x @ x), x, launches=4, machine=machine) for _ in range(2)]
    assert reports[0].cycles == reports[1].cycles
    assert any(tensor["reason"] == "reuse" for tensor in reports[0].resident_tensors)


def test_tensors_elsewhere_and_other_things_cannot_be_pinned():
    with pytest.raises(DeviceError, match=r"is on cpu, not in the memory of the device npu; move it there"):
        torch.npu.make_resident(torch.zeros(4))
    with pytest.raises(OptionError, match="make_resident takes a tensor or a module, not int"):
        torch.npu.make_resident(3)
    with pytest.raises(OptionError, match="resident is a list of patterns"), torch.npu.simulator(MACHINE, resident="W"):
        pass
    torch.npu.make_resident(torch.empty(0, device="npu"))
    torch.npu.release_resident(torch.zeros(4))


def run_report(out):
    """report.json of a command with --json."""
    from pathlib import Path

    return json.loads((Path(json.loads(out)["run_dir"]) / "report.json").read_text())


def test_an_input_of_an_operator_is_resident_by_its_number(npusim):
    words = ("run", "matmul", "--shape", "64,64", "--machine", "tpuv4", "--mode", "timing", "--json", "-q")
    status, out, _ = npusim(*words, "--resident", "1", "--resident-policy", "manual")
    assert status == 0
    (tensor,) = run_report(out)["resident_tensors"]
    assert (tensor["name"], tensor["bytes"], tensor["reason"]) == ("input 1", 64 * 64 * 4, "name")


def test_a_name_that_no_kernel_has_is_reported(npusim):
    words = ("run", "relu", "--shape", "64", "--machine", "tpuv4", "--mode", "timing", "-q", "--resident", "Weight")
    status, out, _ = npusim(*words)
    assert status == 0
    assert "resident: no kernel had a tensor named Weight" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--machine", "tpuv3", "--resident", "0"), "machine tpuv3 has no CMEM"),
        (("--machine", "tpuv3", "--resident", "X"), "machine tpuv3 has no CMEM"),
        (("--machine", "tpuv3", "--resident-policy", "size"), "machine tpuv3 has no CMEM"),
        (("--machine", "tpuv4", "--resident-policy", "luck"), "'luck' is not one of manual, size, reuse"),
        (("--machine", "tpuv4", "--resident", "7"), "--resident 7: relu has inputs 0 to 0"),
        (("--machine", "tpuv4", "--resident", "a:"), "resident 'a:' names no tensor"),
    ],
)
def test_what_cannot_be_cmem_is_an_error(npusim, words, message):
    status, _, err = npusim("run", "relu", "--shape", "64", "--mode", "timing", "-q", *words)
    assert status == 2
    assert message in err


def test_the_tensors_of_a_script_are_resident_by_policy(npusim, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import torch\nf = torch.compile(lambda x: x * 2)\nx = torch.ones(4096, device='npu')\nf(x), f(x)\n"
    )
    words = ("run", "--machine", "tpuv4", "--mode", "timing", "--json", "-q", "--resident-policy", "size", str(script))
    status, out, _ = npusim(*words)
    assert status == 0
    found = run_report(out)["resident_tensors"]
    assert {tensor["reason"] for tensor in found} == {"size"}
    assert {tensor["state"] for tensor in found} == {"resident"}
