"""Inductor's caches across processes: hits with any number of compile threads, misses when something relevant
changed.
"""

import json
import os
import subprocess
import sys

import pytest

SCRIPT = """
import json, torch
from torch._dynamo.utils import counters

def step(x, w, b):
    return torch.relu(torch.nn.functional.linear(x, w, b)).sum()

torch.manual_seed(0)
cpu = [torch.randn(6, 8, requires_grad=True), torch.randn(5, 8, requires_grad=True), torch.randn(5, requires_grad=True)]
npu = [t.detach().to("npu").requires_grad_() for t in cpu]
torch.compile(step)(*npu).backward()
step(*cpu).backward()
for mine, want in zip(npu, cpu):
    torch.testing.assert_close(mine.grad.cpu(), want.grad)
print(json.dumps({name: counters["inductor"][name] + counters["aot_autograd"][name] for name in (
    "fxgraph_cache_hit", "fxgraph_cache_miss", "autograd_cache_hit", "autograd_cache_miss")}))
"""


@pytest.fixture
def run(tmp_path):
    def run(**environment):
        result = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache"), **environment},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    return run


def test_a_second_process_takes_the_graph_from_the_cache(run):
    first = run(TORCHINDUCTOR_COMPILE_THREADS="1")
    assert first["autograd_cache_hit"] == 0 and first["fxgraph_cache_miss"] > 0
    second = run(TORCHINDUCTOR_COMPILE_THREADS="4")
    assert second["autograd_cache_hit"] == 1 and second["fxgraph_cache_miss"] == 0
    other_machine = run(TORCHINDUCTOR_COMPILE_THREADS="4", NPUSIM_MACHINE="small8x8")
    assert other_machine["autograd_cache_hit"] == 0


HOST_SCRIPT = """
import torch, warnings
from torch._dynamo.utils import counters

x = (torch.randn(4, 4) + 4 * torch.eye(4)).to("npu")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    torch.compile(lambda x: torch.linalg.qr(x + 1)[1].abs())(x)
texts = [str(warning.message) for warning in caught if warning.category is torch.npu.HostFallbackWarning]
announced = [text for text in texts if "linalg_qr" in text and "compiled graph" in text and "in <lambda>" in text]
print(counters["aot_autograd"]["autograd_cache_hit"], len(announced))
"""


def test_a_graph_from_the_cache_says_what_it_runs_on_the_host(tmp_path):
    environment = {**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache"), "NPUSIM_FALLBACK": "warn"}
    (tmp_path / "script.py").write_text(HOST_SCRIPT)  # a file, whose lines the warning can name
    command = [sys.executable, str(tmp_path / "script.py")]
    runs = [subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300) for _ in range(2)]
    assert [run.stdout.split() for run in runs] == [["0", "1"], ["1", "1"]], runs[1].stderr
