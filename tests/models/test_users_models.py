"""A model of the user's own: `npusim run --model file.py:factory`, and what is wrong with a request for a model."""

import json
import sys
from pathlib import Path

import pytest
import torch
from npusim.frontend.cli.app import main
from npusim.frontend.models.building import libraries
from npusim.frontend.models.building.program import Call
from torch import nn

FILE = """
from dataclasses import dataclass

import torch
from torch import nn

def block():
    return nn.Sequential(nn.Linear(7, 13), nn.GELU()), torch.randn(3, 7)

def with_inputs():
    model = nn.Bilinear(3, 4, 5)
    model.example_inputs = lambda: {"input1": torch.randn(2, 3), "input2": torch.randn(2, 4)}
    return model

def unstable():
    class Noise(nn.Module):
        def forward(self, x):
            return x + (1.0 if x.device.type == "npu" else 0.0)
    return Noise(), (torch.ones(4),)

class Odd(nn.Module):
    # Prints, branches on a value, has a lazy parameter and a computed weight, returns a dataclass.
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.LazyLinear(5), nn.utils.weight_norm(nn.Linear(5, 6))

    def forward(self, xs, *, scale):
        y = self.second(self.first(xs[0])) * scale
        print("shape", y.shape)
        return Result(y.exp() if y.sum() > 0 else y, [y.argmax(-1)])

@dataclass
class Result:
    value: torch.Tensor
    others: list

def odd():
    return Odd(), {"xs": [torch.randn(3, 7)], "scale": 2}

class Function(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)

def whole_numbers():
    return Function(lambda x: (x.argmax(-1), x > 0)), torch.randn(3, 7)

def packed():
    def attend(x):
        lengths = torch.repeat_interleave(x[:, 0].long(), x[:, 1].long())
        return [part.softmax(0) for part in x.split(lengths.tolist())]
    x = torch.randn(6, 5)
    x[:, :2] = torch.tensor([[2.0, 2], [1, 1], [1, 1], [3, 0], [1, 0], [0, 0]])
    return Function(attend), x

def noisy():
    return Function(lambda x: x + torch.rand_like(x)), torch.randn(3, 7)

def drawing():
    return Function(lambda x: torch.where(torch.rand_like(x) < 2, x * 3, 0)), torch.randn(3, 7)

def no_tensor():
    return Function(lambda x: [None, 3]), torch.randn(3)

def no_tensor_but_weights():
    model = no_tensor()[0]
    model.weight = nn.Linear(3, 3)
    return model, torch.randn(3)

def parallel():
    model = nn.DataParallel.__new__(nn.DataParallel)
    nn.Module.__init__(model)
    return model, torch.randn(3)

def nothing():
    return 3

def too_large():
    from npusim.simulator.errors import OptionError
    raise OptionError(f"more than {torch.npu.memory_capacity() >> 30} GiB")
"""


@pytest.fixture
def npusim(tmp_path, monkeypatch, capsys, device):
    """Runs the command in a folder with the user's file: status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FILE)
    torch._dynamo.reset()

    def run(*words):
        with pytest.raises(SystemExit) as stop:
            main(["run", "--quiet", *words])
        captured = capsys.readouterr()
        return int(stop.value.code or 0), captured.out, captured.err

    yield run
    sys.modules.pop("mine", None)


def test_a_users_model_trains_and_its_gradients_are_compared(npusim):
    status, out, _ = npusim("--model", "mine.py:block", "--train", "--mode", "both", "--json")
    found = json.loads(out)
    assert status == 0 and found["values_match"] is True and found["cycles"] > 0
    assert found["parameters"] == 7 * 13 + 13 and found["graphs"] == 4  # forward and backward, and the loss's


def test_training_is_timed_without_values(npusim):
    words = ("--model", "mine.py:block", "--train", "--steps", "2", "--json")
    (status, out, _), (_, both, _) = (npusim(*words, "--mode", mode) for mode in ("timing", "both"))
    found = json.loads(out)
    assert status == 0 and found["values_match"] is None
    assert {row["name"] for row in found["phases"]} == {"forward", "backward", "optimizer"}
    assert found["cycles"] == json.loads(both)["cycles"] > 0


@pytest.mark.covering("adamw")
@pytest.mark.parametrize("optimizer", ["adamw", "rmsprop"])
def test_steps_of_training_are_those_of_the_cpu_and_are_split_by_phase(npusim, optimizer):
    words = ("--model", "mine.py:block", "--train", "--steps", "3", "--optimizer", optimizer)
    status, out, _ = npusim(*words, "--mode", "both", "--json")
    found = json.loads(out)
    assert status == 0 and found["values_match"] is True
    phases = {row["name"]: row["cycles"] for row in found["phases"]}
    assert set(phases) == {"forward", "backward", "optimizer"} and sum(phases.values()) == found["cycles"]
    assert sum(step["time_ns"] for step in found["steps"]) == pytest.approx(found["time_ns"])
    assert found["steps"][1]["time_ns"] == pytest.approx(found["steps"][2]["time_ns"])
    losses = [step["loss"] for step in found["steps"]]
    assert losses == sorted(losses, reverse=True) and losses[0] > losses[-1]


def test_a_wrong_update_is_found(npusim, monkeypatch):
    from npusim.frontend.models.training import steps

    right = steps.updated_on_cpu
    monkeypatch.setattr(steps, "updated_on_cpu", lambda *args: right(*args) * 1.001)
    status, _, errors = npusim("--model", "mine.py:block", "--train", "--mode", "functional")
    assert status == 1 and "updated 0.weight" in errors


def test_modules_are_named_from_the_model_on(npusim):
    status, out, _ = npusim("--model", "mine.py:block", "--mode", "timing", "--json")
    report = json.loads((Path(json.loads(out)["run_dir"]) / "report.json").read_text())
    assert status == 0 and {site["module"].split(".")[0] for site in report["call_sites"]} <= {"0", "1"}


def test_a_users_module_is_found_by_its_path_and_brings_its_inputs(npusim):
    status, out, _ = npusim("--model", "mine:with_inputs", "--dtype", "bf16", "--mode", "functional")
    assert status == 0 and "equal to the CPU's" in out and "million parameters" in out


@pytest.mark.parametrize("factory", ["odd", "whole_numbers", "packed"])
def test_models_that_no_graph_holds_and_results_of_other_kinds_are_compared(npusim, factory):
    status, out, errors = npusim("--model", f"mine.py:{factory}", "--mode", "functional")
    assert status == 0 and "equal to the CPU's" in out and "host" not in errors


@pytest.mark.slow
def test_results_that_depend_on_random_numbers_are_not_compared(npusim):
    status, out, _ = npusim("--model", "mine.py:noisy", "--mode", "functional")
    assert status == 0 and "not compared: they depend on random numbers" in out
    status, out, _ = npusim("--model", "mine.py:drawing", "--mode", "functional")
    assert status == 0 and "equal to the CPU's" in out


def test_a_model_with_other_values_on_the_device_is_status_1(npusim):
    status, _, errors = npusim("--model", "mine.py:unstable", "--mode", "functional")
    assert status == 1 and "output 0" in errors and "float64" in errors


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--model", "mine.py:nothing"], "must return (model, inputs)"),
        (["--model", "mine.py:no_tensor"], "returns no tensors"),
        (["--model", "mine.py:no_tensor", "--train", "--mode", "timing"], "has no parameters to train"),
        (["--model", "mine.py:no_tensor_but_weights", "--train", "--mode", "timing"], "returns no tensors"),
        (["--model", "mine.py:no_tensor_but_weights", "--train", "--mode", "both"], "returns no tensors"),
        (["--model", "mine.py:parallel"], "return its .module"),
        (["--model", "mine.py:absent"], "has no function 'absent'"),
        (["--model", "other.py:block"], "there is no such file"),
        (["--model", "mine.py:block", "--seq", "3"], "sizes of a model of your own"),
        (["--model", "brt"], "did you mean bert"),
        (["--model", "bert:bse"], "did you mean base"),
        (["--model", "bert:"], "has no preset ''"),
        (["--model", "bert", "--seq", "65"], "bert has 64 positions"),
        (["--model", "roberta", "--seq", "63"], "roberta has 62 positions"),
        (["--model", "gpt2", "--seq", "10", "--generate", "56"], "65 tokens exceed"),
        (["--model", "resnet", "--decode"], "makes no tokens one by one"),
        (["--model", "resnet", "--seq", "7"], "has no sequence"),
        (["--model", "gpt2", "--train", "--decode"], "choose one"),
        (["--model", "gpt2", "--train", "--optimizer", "sgdx"], "there is no optimizer 'sgdx'"),
        (["--model", "gpt2", "--steps", "3"], "options of --train"),
        (["--model", "gpt2", "--train", "--steps", "0"], "at least 1"),
        (["--model", "gpt2", "--dtype", "i8"], "models compute in f32, bf16"),
        (["--model", "gpt2", "--shape", "3"], "--shape is not an option of models"),
        (["--model", "gpt2", "--generate", "0"], "at least 1"),
        (["--model", "gpt2", "--cache", "static"], "an option of --generate"),
        (["matmul", "--train"], "--train is an option of models"),
    ],
)
def test_a_request_that_cannot_be_met_says_why(npusim, words, sentence):
    status, out, errors = npusim(*words)
    assert status == 2 and sentence in errors and not out


def test_a_missing_library_names_the_extra(npusim, monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(libraries.importlib, "import_module", missing)
    status, _, errors = npusim("--model", "gpt2")
    assert status == 2 and 'pip install "npusim[models]"' in errors


def test_without_a_name_the_models_are_listed(npusim):
    status, out, _ = npusim("--model")
    assert status == 0 and "deepseek-v3" in out and "npusim run --model NAME[:PRESET]" in out


def test_any_number_of_models_is_compiled_in_one_process(device):
    with torch._dynamo.config.patch(recompile_limit=1):
        for features in (3, 4, 5):
            model = Call(nn.Linear(features, 2).to(device))
            compiled = torch.compile(model.function(), fullgraph=True, dynamic=False)
            assert compiled(torch.ones(1, features, device=device))[0].shape == (1, 2)


def test_parameters_without_values_take_no_memory_of_the_host_and_stay_shared():
    from npusim.frontend.models.building.unwritten import give_memory, parameters_on_meta

    with parameters_on_meta():
        model = nn.Sequential(nn.Embedding(10**6, 512), nn.Linear(512, 10**6, bias=False), nn.BatchNorm1d(3))
        model[1].weight = model[0].weight
    assert model[0].weight.is_meta and model[2].running_var.tolist() == [1, 1, 1]
    give_memory(model, "npu")
    assert model[0].weight is model[1].weight and model[0].weight.device.type == "npu"


@pytest.mark.parametrize(("machine", "capacity_gib"), [("small8x8", 1), ("tpuv6e", 32)])
def test_a_model_is_built_in_the_memory_of_the_machine_that_runs_it(npusim, machine, capacity_gib):
    status, _, err = npusim("--model", "mine.py:too_large", "--mode", "timing", "--machine", machine)
    assert status != 0 and f"more than {capacity_gib} GiB" in err
