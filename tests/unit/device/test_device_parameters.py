"""Modules keep their parameters when they move: ties, optimizers and views see what they would on any accelerator."""

import copy
import gc
import io

import pytest
import torch
import torch.nn.functional as F
from torch import nn

pytestmark = pytest.mark.usefixtures("host_operators_allowed")


class LanguageModel(nn.Module):
    """Embeds words and predicts the next one with the same table."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(11, 8)
        self.hidden = nn.Linear(8, 8)
        self.logits = nn.Linear(8, 11, bias=False)
        self.logits.weight = self.words.weight
        self.register_buffer("scale", torch.full((), 0.5))

    def forward(self, x):
        return self.logits(torch.tanh(self.hidden(self.words(x)))) * self.scale


def is_tied(model):
    return model.logits.weight is model.words.weight and len(list(model.parameters())) == 3


def moved(model):
    return model.to("npu")


CONVERSIONS = {
    "half": lambda m: m.half(),
    "bfloat16": lambda m: m.bfloat16(),
    "double": lambda m: m.double(),
    "cpu": lambda m: m.cpu(),
    "npu": lambda m: m.npu(),
    "to_empty": lambda m: m.to_empty(device="cpu"),
    "there and back": lambda m: m.cpu().half().to("npu", torch.float32),
}


@pytest.mark.parametrize("name", CONVERSIONS)
def test_a_conversion_keeps_the_parameters_and_what_is_tied(name):
    model = LanguageModel()
    before = list(model.parameters())
    CONVERSIONS[name](moved(model))
    assert is_tied(model)
    assert all(now is then for now, then in zip(model.parameters(), before, strict=True))


def test_an_optimizer_made_before_the_model_moves_updates_it():
    def run(device):
        torch.manual_seed(0)
        model = LanguageModel()
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
        model.to(device)
        words = torch.arange(12, device=device) % 11
        for _ in range(3):
            optimizer.zero_grad()
            F.cross_entropy(model(words[:-1]), words[1:]).backward()
            optimizer.step()
        return [parameter.detach().cpu() for parameter in model.parameters()]

    torch.testing.assert_close(run("npu"), run("cpu"))


def test_gradients_buffers_and_memory_move_along():
    gc.freeze()  # tensors of earlier tests are not freed meanwhile
    model = LanguageModel()
    model(torch.arange(5)).sum().backward()
    wanted = [parameter.grad.clone() for parameter in model.parameters()]
    gradients = [parameter.grad for parameter in model.parameters()]
    before = torch.npu.memory_allocated()
    moved(model)
    assert {tensor.device.type for tensor in (*gradients, model.scale)} == {"npu"}
    assert all(p.grad is g for p, g in zip(model.parameters(), gradients, strict=True))
    torch.testing.assert_close([gradient.cpu() for gradient in gradients], wanted)
    model.cpu()
    gc.collect()
    assert torch.npu.memory_allocated() == before


def test_the_version_of_a_parameter_grows_as_on_the_cpu():
    model = nn.Linear(2, 2)
    version = model.weight._version
    assert moved(model).weight._version == version
    with torch.no_grad():
        model.weight.add_(1)
    assert model.weight._version == version + 1


def test_a_view_that_was_taken_before_keeps_the_values_of_then():
    model = nn.Linear(3, 2)
    view = model.weight.detach().view(-1)
    moved(model)
    assert view.device.type == "cpu" and model.weight.device.type == "npu"
    torch.testing.assert_close(view, model.weight.detach().cpu().view(-1))


@pytest.mark.parametrize("assign", [False, True])
def test_a_state_that_is_loaded_reaches_both_ends_of_a_tie(assign):
    source, model = moved(LanguageModel()), moved(LanguageModel())
    model.load_state_dict(source.state_dict(), assign=assign)
    torch.testing.assert_close(model.logits.weight.cpu(), source.words.weight.cpu())
    assert assign or is_tied(model)


def test_a_model_that_was_made_without_memory_gets_it_there():
    with torch.device("meta"):
        model = LanguageModel()
    model.to_empty(device="npu")
    model.logits.weight = model.words.weight
    model.load_state_dict(LanguageModel().state_dict())
    assert is_tied(model) and model(torch.arange(3, device="npu")).isfinite().all()


def test_copies_and_pickles_keep_what_is_tied():
    model = moved(LanguageModel())
    file = io.BytesIO()
    torch.save(model, file)
    for place in ("npu", "cpu"):
        file.seek(0)
        loaded = torch.load(file, weights_only=False, map_location=place)
        assert is_tied(loaded) and loaded.words.weight.device.type == place
    twin = copy.deepcopy(model)
    assert is_tied(twin) and twin.words.weight is not model.words.weight


def test_parametrized_modules_move():
    class Symmetric(nn.Module):
        def forward(self, x):
            return x.triu() + x.triu(1).transpose(-1, -2)

    layer = nn.Linear(3, 3)
    nn.utils.parametrize.register_parametrization(layer, "weight", Symmetric())
    wanted, original = layer.weight.detach(), layer.parametrizations.weight.original
    moved(layer)
    assert layer.parametrizations.weight.original is original
    torch.testing.assert_close(layer.weight.detach().cpu(), wanted)


@pytest.mark.parametrize("future", ["swap_module_params_on_conversion", "overwrite_module_params_on_conversion"])
def test_the_conversions_of_the_future_do_what_they_do_on_the_cpu(future):
    getattr(torch.__future__, f"set_{future}")(True)
    try:
        there, here = LanguageModel(), LanguageModel()
        before = [list(model.parameters()) for model in (there, here)]
        there.to("npu")
        here.double()
    finally:
        getattr(torch.__future__, f"set_{future}")(False)
    kept = [
        all(now is then for now, then in zip(model.parameters(), parameters, strict=False))
        for model, parameters in zip((there, here), before, strict=True)
    ]
    assert kept[0] == kept[1] and is_tied(there) == is_tied(here)


def test_dense_and_sparse_tensors_are_no_parameters_of_each_other():
    dense = torch.eye(3)
    sparse = dense.to_sparse_csr()
    fits = torch._has_compatible_shallow_copy_type
    assert fits(dense, dense.npu()) and fits(dense.npu(), dense) and fits(sparse, sparse.to("npu"))
    assert not fits(dense.npu(), sparse.to("npu")) and not fits(sparse.to("npu"), dense.npu())
    assert not fits(dense.npu(), dense.to("meta")) and not fits(dense.to("meta"), dense.npu())
    with torch.inference_mode():
        assert fits(torch.ones(2), torch.ones(2, device="npu"))


@pytest.mark.slow
def test_a_compiled_model_may_move_after_it_was_compiled():
    torch._dynamo.reset()
    model = LanguageModel()
    compiled, words = torch.compile(model), torch.arange(4)
    wanted = compiled(words).detach()
    compiled.to("npu")
    assert is_tied(model)
    torch.testing.assert_close(compiled(words.npu()).detach().cpu(), wanted)


def test_a_model_that_moves_inside_a_compiled_function_stays_tied():
    torch._dynamo.reset()
    model = LanguageModel()
    before = list(model.parameters())

    @torch.compile
    def move_and_run(words):
        return model.to("npu")(words)

    out = move_and_run(torch.arange(4, device="npu"))
    assert is_tied(model) and all(a is b for a, b in zip(model.parameters(), before, strict=True))
    torch.testing.assert_close(out.detach().cpu(), model.cpu()(torch.arange(4)).detach())
