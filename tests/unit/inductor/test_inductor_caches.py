"""Inductor's caches across processes: hits with any number of compile threads, misses when something relevant
changed.
"""

import json
from types import SimpleNamespace

import pytest
from npusim.frontend import digests

SCRIPT = """
import json, os, torch
from torch._dynamo.utils import counters

torch._inductor.config.compile_threads = int(os.environ["THREADS"])

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
def run(fresh_script, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)

    def run(**environment):
        caches = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache")}
        result = fresh_script("script.py", cwd=tmp_path, **caches, **environment)
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    return run


@pytest.mark.slow
def test_a_second_process_takes_the_graph_from_the_cache(run):
    first = run(THREADS="1")
    assert first["autograd_cache_hit"] == 0 and first["fxgraph_cache_miss"] > 0
    second = run(THREADS="4")
    assert second["autograd_cache_hit"] == 1 and second["fxgraph_cache_miss"] == 0
    for change in ({"NPUSIM_MACHINE": "small8x8"}, {"ATEN_CPU_CAPABILITY": "default"}):
        assert run(THREADS="4", **change)["autograd_cache_hit"] == 0


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


@pytest.mark.parametrize("name", ["choice.cpp", "choice.h", "choice.py"])
def test_graphs_are_traced_anew_when_any_source_changed(tmp_path, monkeypatch, name):
    monkeypatch.setattr(digests, "import_module", lambda _: SimpleNamespace(__file__=tmp_path / "__init__.py"))
    (tmp_path / name).write_text("1")
    before = digests.own_sources.__wrapped__()
    assert digests.own_sources.__wrapped__() == before
    (tmp_path / name).write_text("2")
    assert digests.own_sources.__wrapped__() != before


@pytest.mark.slow
def test_a_graph_from_the_cache_says_what_it_runs_on_the_host(fresh_script, tmp_path):
    environment = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache"), "NPUSIM_FALLBACK": "warn"}
    (tmp_path / "script.py").write_text(HOST_SCRIPT)  # a file, whose lines the warning can name
    runs = [fresh_script("script.py", cwd=tmp_path, **environment) for _ in range(2)]
    assert [run.stdout.split() for run in runs] == [["0", "1"], ["1", "1"]], runs[1].stderr


EAGER_SCRIPT = """
import os, torch
from npusim.frontend.eager import forms

forms.STATIC_SIZES = 1
with torch.npu.set_eager_mode("compile"):
    for channels in (3, int(os.environ["CHANNELS"])):
        x, weight = torch.randn(1, channels, 4, 4), torch.randn(6, channels, 1, 1)
        found = torch.nn.functional.conv2d(x.to("npu"), weight.to("npu"))
        torch.testing.assert_close(found.cpu(), torch.nn.functional.conv2d(x, weight), rtol=1e-5, atol=1e-4)
"""


@pytest.mark.slow
def test_kernels_of_eager_operators_for_several_sizes_keep_their_conditions_in_the_cache(fresh_script, tmp_path):
    """Convolutions are compiled for their number of channels, which sizes that vary hold only by a condition."""
    (tmp_path / "script.py").write_text(EAGER_SCRIPT)
    for channels in ("40", "144"):
        caches = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache")}
        done = fresh_script("script.py", cwd=tmp_path, CHANNELS=channels, **caches)
        assert done.returncode == 0, done.stderr


SHARING_SCRIPT = """
import torch
from torch._dynamo.utils import counters

def step(x, y):
    x.add_(1)
    y.mul_(2)
    return x + y

for take in (
    lambda t: (t[:-1], t[1:]),
    lambda t: (t[1:], t[:-1]),
    lambda t: (t[1:], t.clone()[:-1]),
    lambda t: (t[:3], t[3:]),
):
    torch._dynamo.reset()
    want, got = torch.arange(6.0), torch.arange(6.0).to("npu")
    torch.testing.assert_close(torch.compile(step)(*take(got)).cpu(), step(*take(want)))
    torch.testing.assert_close(got.cpu(), want)
print(counters["aot_autograd"]["autograd_cache_hit"])
"""


@pytest.mark.slow
def test_a_graph_from_the_cache_is_for_inputs_that_share_memory_in_the_same_way(fresh_script, tmp_path):
    (tmp_path / "script.py").write_text(SHARING_SCRIPT)
    environment = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache")}
    for hits in (0, 4):
        result = fresh_script("script.py", cwd=tmp_path, **environment)
        assert result.returncode == 0 and result.stdout == f"{hits}\n", result.stderr
