"""``torch.npu.simulator`` around compiled models: time, machines, streams, and the files of a run."""

import json
import os
import subprocess
import sys

import pytest
import torch
from torch import nn


@pytest.fixture
def model(device):
    torch._dynamo.reset()
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(24, 40), nn.ReLU(), nn.Linear(40, 8)).to(device)


def test_a_report_names_every_kernel_of_forward_and_backward(model, device):
    x = torch.randn(5, 24).to(device)
    with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
        torch.compile(lambda t: model(t).square().sum(), fullgraph=True)(x).backward()
        report = simulation.report().to_dict()
    ops = {op for kernel in report["kernels"] for op in kernel["ops"]}
    assert {"aten.addmm.default", "aten.mm.default"} <= ops
    assert report["launches"] == sum(kernel["launches"] for kernel in report["kernels"])
    assert report["cycles"] == sum(kernel["cycles"] for kernel in report["kernels"]) > 0
    lines = [line for kernel in report["kernels"] for line in kernel["origins"]]
    assert any("test_simulator.py" in line for line in lines)


def test_the_run_folder_holds_what_was_run(model, device, tmp_path):
    x = torch.randn(5, 24).to(device)
    with torch.npu.simulator(machine="tpuv3", mode="both", dump_dir=tmp_path) as simulation:
        torch.compile(model)(x)
    (folder,) = tmp_path.iterdir()
    assert simulation.run_dir == folder
    report = json.loads((folder / "report.json").read_text())
    assert report["kernels"] and all((folder / kernel["file"]).is_file() for kernel in report["kernels"])
    assert json.loads((folder / "timeline.json").read_text())["traceEvents"]
    assert "tpuv3" in (folder / "machine.yaml").read_text()


def test_another_machine_compiles_again_and_gives_the_same_values(model, device):
    x = torch.randn(5, 24).to(device)
    compiled = torch.compile(model)
    results, texts = [], []
    for machine in ("tpuv3", "small8x8", "tpuv3"):
        with torch.npu.simulator(machine=machine, mode="both") as simulation, torch.no_grad():
            results.append(compiled(x).cpu())
            texts.append([kernel.digest for kernel in simulation.report().kernels])
    assert texts[0] == texts[2] != texts[1]
    torch.testing.assert_close(results[0], results[1])
    torch.testing.assert_close(results[0], results[2])


def test_modes_agree_on_cycles_and_mode_timing_computes_no_values(model, device):
    x = torch.randn(5, 24).to(device)
    compiled, cycles = torch.compile(model), []
    with torch.no_grad():
        for mode in ("timing", "both"):
            with torch.npu.simulator(machine="tpuv3", mode=mode) as simulation:
                compiled(x)
                cycles.append(simulation.report().cycles)
    assert cycles[0] == cycles[1] > 0


def test_models_start_at_their_time_on_their_stream(model, device):
    x = torch.randn(5, 24).to(device)
    compiled = torch.compile(model)
    with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation, torch.no_grad():
        torch.npu.launch_model(compiled, x, stream_index=1, timestamp_ns=7000)
        torch.npu.launch_model(compiled, x, stream_index=2, timestamp_ns=90_000)
        torch.npu.synchronize()
        rows = simulation.report().launch_list
    starts = {stream: min(row.start_ns for row in rows if row.stream == stream) for stream in (1, 2)}
    assert 7000 <= starts[1] < 90_000 <= starts[2]


def test_launches_follow_torchs_current_stream(model, device):
    x = torch.randn(5, 24).to(device)
    compiled = torch.compile(model)
    side = torch.npu.Stream()
    with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation, torch.no_grad():
        with torch.npu.stream(side):
            compiled(x)
        compiled(x)
        streams = {row.stream for row in simulation.report().launch_list}
    assert streams == {side.stream_id, torch.npu.default_stream().stream_id}


PROGRAM = """
import torch
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(24, 40), torch.nn.GELU(), torch.nn.Linear(40, 8)).to("npu")
with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
    for rows in (3, 5, 3):
        torch.compile(model, dynamic=False)(torch.ones(rows, 24).to("npu")).sum().backward()
    print(simulation.report().cycles)
"""


@pytest.mark.slow  # engine and golden kernels show it by default; this is the whole way, twice
def test_the_same_program_gives_the_same_cycles_in_every_process(device, fresh_script, tmp_path):
    environment = {"NPUSIM_FALLBACK": "allow"}
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-c", PROGRAM]  # with another seed of Python's hashes
    alone = subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True).stdout
    assert alone == fresh_script("program.py", cwd=tmp_path, **environment).stdout and int(alone) > 0


@pytest.mark.slow
def test_the_mlir_log_shows_kernels_of_cached_graphs_too(device):
    program = """if True:
        import torch
        x = torch.ones(3, 5).to("npu")
        for _ in range(2):
            torch._dynamo.reset()
            torch.compile(torch.relu)(x)
        print(torch._dynamo.utils.counters["inductor"]["fxgraph_cache_hit"])
    """
    environment = {**os.environ, "TORCH_LOGS": "npu_mlir"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert int(done.stdout) >= 1
    assert done.stderr.count("func.func") == 2 and "npu.dma_load" in done.stderr
