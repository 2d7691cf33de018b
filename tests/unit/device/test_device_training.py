"""Autograd, optimizers and modules on the device give what the CPU gives."""

import copy

import pytest
import torch
import torch.nn.functional as F
from npusim.simulator.errors import UnsupportedError
from torch import nn
from torch.autograd import forward_ad

pytestmark = pytest.mark.usefixtures("host_operators_allowed")


def both_devices(run):
    """`run(device)` on the CPU and on the npu, results on the CPU."""
    results = []
    for device in ("cpu", "npu"):
        torch.manual_seed(0)
        results.append([tensor.detach().cpu() for tensor in run(device)])
    return results


def check(run, **tolerances):
    host, there = both_devices(run)
    torch.testing.assert_close(there, host, **tolerances)


OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "adam": lambda p: torch.optim.Adam(p, lr=0.01),
    "adamw_fused": lambda p: torch.optim.AdamW(p, lr=0.01, fused=True),
    "rmsprop": lambda p: torch.optim.RMSprop(p, lr=0.01),
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=0.01),
}


def mlp():
    return nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers_take_the_same_steps_as_on_the_cpu(name):
    def run(device):
        model = mlp().to(device)
        optimizer = OPTIMIZERS[name](model.parameters())
        inputs, targets = torch.randn(16, 4).to(device), torch.randn(16, 2).to(device)
        for _ in range(3):
            optimizer.zero_grad()
            F.mse_loss(model(inputs), targets).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        return [*model.parameters(), *model.buffers()]

    check(run)


def test_convolutions_and_their_gradients_match_the_cpu():
    def run(device):
        layers = [nn.Conv2d(4, 6, 3, padding=1, groups=2), nn.ConvTranspose2d(6, 4, 2, stride=2, bias=False)]
        model = nn.Sequential(*layers).to(device)
        inputs = torch.randn(2, 4, 6, 6).to(device).requires_grad_()
        model(inputs).pow(2).sum().backward()
        return [inputs.grad, *(parameter.grad for parameter in model.parameters())]

    check(run)


@pytest.mark.covering
@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize("mask", [None, "bool", "float"])
def test_attention_and_its_gradients_match_the_cpu(is_causal, mask):
    if is_causal and mask:
        with pytest.raises(RuntimeError):  # torch refuses both at once
            q = torch.ones(1, 1, 2, 4, device="npu")
            F.scaled_dot_product_attention(q, q, q, torch.ones(2, 2, device="npu"), is_causal=True)
        return

    def run(device):
        q, k, v = (torch.randn(2, 3, n, 8).to(device).requires_grad_() for n in (5, 7, 7))
        weights = torch.randn(5, 7)
        weights[:, 0] = 1
        masks = {None: None, "bool": (weights > 0).to(device), "float": weights.to(device)}
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=masks[mask], is_causal=is_causal)
        (out * out).sum().backward()
        return [out, q.grad, k.grad, v.grad]

    check(run)


def test_eager_attention_takes_query_heads_that_share_key_heads():
    shapes = ((2, 8, 5, 16), (2, 2, 7, 16), (2, 2, 7, 16))
    ours = [torch.randn(shape) for shape in shapes]
    theirs = [tensor.clone().requires_grad_() for tensor in ours]
    ours = [tensor.to("npu").requires_grad_() for tensor in ours]
    results = [F.scaled_dot_product_attention(*tensors, enable_gqa=True) for tensors in (ours, theirs)]
    torch.testing.assert_close(results[0].cpu(), results[1])
    for result in results:
        result.sum().backward()
    for mine, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine.grad.cpu(), other.grad)


def test_attention_stays_one_operator():
    torch.npu.reset_fallback_counts()
    q = torch.randn(1, 2, 4, 8, device="npu")
    F.scaled_dot_product_attention(q, q, q)
    assert "aten::_scaled_dot_product_fused_attention_overrideable" in torch.npu.fallback_counts()


@pytest.mark.covering("True-LSTM", "False-GRU")
@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
@pytest.mark.parametrize("bias", [True, False])
def test_recurrent_networks_and_their_gradients_match_the_cpu(kind, bias):
    def run(device):
        model = kind(3, 4, num_layers=2, bias=bias, batch_first=True).to(device)
        out, _ = model(torch.randn(2, 5, 3).to(device))
        (out * out).sum().backward()
        return [out, *(parameter.grad for parameter in model.parameters())]

    check(run)


def test_a_transformer_layer_matches_the_cpu_in_training_and_in_evaluation():
    def run(device):
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True).to(device)
        inputs = torch.randn(2, 5, 8).to(device)
        out = layer(inputs)
        out.sum().backward()
        with torch.no_grad():
            evaluated = layer.eval()(inputs)
        return [out, evaluated, *(parameter.grad for parameter in layer.parameters())]

    check(run)


def test_embedding_and_cross_entropy_match_the_cpu():
    def run(device):
        table = nn.Embedding(10, 4).to(device)
        loss = F.cross_entropy(table(torch.tensor([1, 2, 1]).to(device)), torch.tensor([0, 3, 2]).to(device))
        loss.backward()
        return [loss, table.weight.grad]

    check(run)


@pytest.mark.parametrize("reentrant", [True, False])
def test_checkpointing_recomputes_on_the_device(reentrant):
    def run(device):
        inputs = torch.randn(3, 4).to(device).requires_grad_()
        block = torch.utils.checkpoint.checkpoint(lambda x: torch.tanh(x @ x.t()), inputs, use_reentrant=reentrant)
        block.sum().backward()
        return [inputs.grad]

    check(run)


def test_gradcheck_holds_on_the_device():
    x = torch.randn(3, dtype=torch.float64, device="npu", requires_grad=True)
    assert torch.autograd.gradcheck(lambda y: (y * y).tanh(), x)


def test_gradients_of_gradients_and_function_transforms_work():
    x = torch.tensor([2.0, 3.0], device="npu")
    assert torch.func.grad(lambda y: (y**3).sum())(x).tolist() == [12, 27]
    assert torch.func.jvp(lambda y: y * y, (x,), (torch.ones_like(x),))[1].tolist() == [4, 6]
    assert torch.func.hessian(lambda y: (y**3).sum())(x).cpu().tolist() == [[12, 0], [0, 18]]


def test_compiled_programs_refuse_dual_tensors_unless_they_enter_the_level_themselves(device):
    def derivative(x, tangent):
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(forward_ad.make_dual(x, tangent).sin()).tangent

    torch._dynamo.reset()
    x, tangent = torch.tensor([2.0, 3.0], device=device), torch.tensor([1.0, 4.0], device=device)
    torch.testing.assert_close(torch.compile(derivative)(x, tangent).cpu(), derivative(x.cpu(), tangent.cpu()))
    program = torch.compile(torch.sin)
    program(x)
    with forward_ad.dual_level():
        program(x)
        with pytest.raises(UnsupportedError, match="tangents it would lose"):
            program(forward_ad.make_dual(x, tangent))


def test_modules_move_and_copy():
    model = mlp().to("npu")
    assert {parameter.device for parameter in model.parameters()} == {torch.device("npu:0")}
    twin = copy.deepcopy(model)
    with torch.no_grad():
        twin[0].weight.zero_()
    assert twin[0].weight.is_npu and model[0].weight.abs().sum().item() > 0
    model.load_state_dict({name: torch.ones_like(value).cpu() for name, value in model.state_dict().items()})
    assert model[3].bias.is_npu and model[3].bias.tolist() == [1, 1]
    assert nn.Linear(2, 2).npu().weight.is_npu and model.cpu()[0].weight.device.type == "cpu"


def test_hooks_and_backward_in_another_thread_see_device_tensors():
    import threading

    x, seen = torch.ones(3, device="npu", requires_grad=True), []
    x.register_hook(lambda grad: seen.append(grad.device.type))
    thread = threading.Thread(target=lambda: (x * 2).sum().backward())
    thread.start()
    thread.join()
    assert seen == ["npu"] and x.grad.tolist() == [2, 2, 2]


SCHEDULED = {
    "AdamW": {"weight_decay": 0.1},
    "SGD": {"momentum": 0.9},
    "RMSprop": {},
    "AdamW fused": {"fused": True},
    "SGD fused": {"fused": True, "momentum": 0.9},
    "NAdam": {"foreach": False},  # multiplies a number of its state by one made of the step count
}
SCHEDULES = {
    "cosine": lambda optimizer: torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 20),
    "one cycle": lambda optimizer: torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=10),
}
"""Schedules of the learning rate, the second of the momentum (Adam's first beta) as well."""


@pytest.mark.covering("SGD-cosine", "AdamW fused-one cycle", in_ci=["AdamW-cosine", "SGD fused-one cycle"])
@pytest.mark.parametrize(
    ("name", "kind"),
    [*((name, "cosine") for name in SCHEDULED), ("AdamW fused", "one cycle"), ("SGD fused", "one cycle")],
)
def test_a_compiled_optimizer_is_compiled_once_more_for_all_numbers_of_a_schedule(name, kind):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    torch.npu.reset_fallback_counts()

    def run(device):
        parameters = [nn.Parameter(torch.randn(n).to(device)) for n in (3, 7)]
        optimizer = getattr(torch.optim, name.split()[0])(parameters, lr=0.1, **SCHEDULED[name])
        schedule = SCHEDULES[kind](optimizer)
        step = optimizer.step if device == "cpu" else torch.compile(optimizer.step)
        for _ in range(4):
            for parameter in parameters:
                parameter.grad = torch.randn(len(parameter)).to(device)
            step()
            schedule.step()
        return parameters

    check(run)
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] == 2
    assert torch.npu.fallback_counts() == {}


def test_a_model_of_one_device_in_data_parallel():
    linear = nn.Linear(4, 2)
    x, weights = torch.ones(3, 4, requires_grad=True), {"scale": torch.full((3, 1), 2.0)}

    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = copy.deepcopy(linear)

        def forward(self, x, weights):
            return self.linear(x) * weights["scale"]

    parallel = nn.DataParallel(Scaled())  # which moves the model, as it does to a GPU
    got = parallel(x, weights=weights)
    assert got.device.type == "npu" and next(parallel.parameters()).device.type == "npu"
    torch.testing.assert_close(got.cpu(), linear(x) * 2)
    got.sum().backward()
    torch.testing.assert_close(x.grad, linear.weight.sum(0).mul(2).expand(3, 4))
