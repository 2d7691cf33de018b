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
