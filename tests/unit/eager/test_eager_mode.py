"""Eager operators as compiled kernels of the device: `torch.npu.set_eager_mode("compile")`."""

import copy
import threading
import warnings
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from npusim.frontend.device import HostFallbackWarning
from npusim.frontend.eager import calls, forms, replacements
from npusim.simulator.errors import HostFallbackError, OptionError, UnsupportedError
from torch import nn

aten = torch.ops.aten


@pytest.fixture(autouse=True)
def compiled_and_nothing_on_the_host(device):
    with torch.npu.set_eager_mode("compile"):
        torch.npu.reset_fallback_counts()
        yield
        torch.npu.reset_fallback_counts()


def check(function, *inputs, **tolerances):
    """Compares a function's results on the device with the CPU's; nothing ran on the host."""
    expected = function(*(value.clone() for value in inputs))
    result = function(*(value.to("npu") for value in inputs))
    torch.testing.assert_close(result.cpu(), expected, **tolerances)
    assert torch.npu.fallback_counts() == {}


def test_the_mode_and_the_fallback_policy_are_one_state():
    assert torch.npu.eager_mode() == "compile" and torch.npu.fallback_policy() == "warn"
    with torch.npu.set_fallback_policy("error"):
        assert torch.npu.eager_mode() == "compile"
        with torch.npu.set_eager_mode("host"):
            assert torch.npu.eager_mode() == "host" and torch.npu.fallback_policy() == "warn"
        assert torch.npu.fallback_policy() == "error"
    with torch.npu.set_eager_mode("error"):
        assert torch.npu.eager_mode() == "error" and torch.npu.fallback_policy() == "error"
        with pytest.raises(HostFallbackError, match=r"set_eager_mode\('compile'\)"):
            torch.ones(3, device="npu") + 1
    assert torch.npu.eager_mode() == "compile"
    with pytest.raises(OptionError, match="compile, host, error"):
        torch.npu.set_eager_mode("fast")


def test_the_mode_host_warns_once_in_one_short_line():
    x = torch.ones(3, device="npu")
    with torch.npu.set_eager_mode("host"), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        F.relu(x), F.relu(x)
    (warning,) = [w for w in caught if w.category is HostFallbackWarning]
    assert "aten::relu" in str(warning.message) and len(str(warning.message)) < 160
    assert warning.filename == __file__


@pytest.mark.slow
def test_numbers_sizes_outputs_and_shared_memory_are_as_on_the_cpu():
    def arithmetic(x):
        total = (x + 2).sum() / 3.5  # numbers do not decide the dtype of a 0-dim tensor
        x.mul_(x)
        torch.add(x, x.flip(0), out=x)
        torch.mul(x[0], 3, out=x[1])
        return torch.cat([x.flatten(), total.view(1), torch.zeros(2, dtype=x.dtype, device=x.device)])

    def sizes(x):
        kept = x[x > 0]
        values, places = torch.empty(0, device=x.device), torch.empty(0, dtype=torch.int64, device=x.device)
        torch.sort(kept, out=(values, places))
        return torch.cat([values, kept[places], torch.arange(5.0, device=x.device), x[torch.tensor([1, 0]), 0]])

    x = torch.linspace(-1, 3, 12).view(3, 4)
    check(arithmetic, x)
    check(sizes, x)


def test_sums_are_of_the_dtype_of_the_tensor_that_they_go_into():
    def sums(x):
        whole, wide = (torch.empty(0, dtype=dtype, device=x.device) for dtype in (torch.int32, torch.float64))
        return torch.stack([torch.cumsum(x, 0, out=whole)[-1], torch.mean(x, 0, out=wide)])

    check(sums, torch.tensor([1.5, 2.5, 300.3]))


def test_a_result_goes_into_no_tensor_that_cannot_hold_its_kind_of_numbers():
    x = torch.ones(3, device="npu")
    for size in (0, 3):
        with pytest.raises(RuntimeError, match=r"result type .* can't be cast to the desired output type"):
            torch.sin(x, out=torch.empty(size, dtype=torch.int32, device="npu"))
    assert torch.eq(x, x, out=torch.empty(3, dtype=torch.float64, device="npu")).tolist() == [1, 1, 1]


def test_operators_in_place_whose_overloads_have_other_names_than_those_that_return_a_tensor():
    def powers(x):
        x.square_().pow_(x).polygamma_(1).ldexp_(x)
        return torch.cat([x, x.double().float_power_(2).float()])

    check(powers, torch.tensor([0.5, 1.5, 2.0]))


def test_results_that_the_cpu_converts_go_into_tensors_of_other_dtypes():
    def converted(x):
        def new():
            return torch.empty(0, dtype=torch.float64, device=x.device)

        parts = torch.cat([x, x], out=new()), torch.std(x, 0, out=new())[None], torch.add(x, 1, out=new())
        return torch.cat(parts)

    check(converted, torch.linspace(-1, 3, 12).view(3, 4))


@pytest.mark.parametrize("mode", ["compile", "host"])
def test_modes_of_rows_go_into_given_tensors(mode):
    def modes(x):
        values, places = x.new_empty(2, 2), torch.empty(0, dtype=torch.int64, device=x.device)
        torch.mode(x, 0, out=(values[0], places))
        return values[0], places

    x = torch.tensor([[1.0, 2.0], [3.0, 2.0], [3.0, 5.0]])
    with torch.npu.set_eager_mode(mode), warnings.catch_warnings():
        warnings.simplefilter("ignore", HostFallbackWarning)
        result = modes(x.to("npu"))
    torch.testing.assert_close([each.cpu() for each in result], [*modes(x)])


def test_an_operator_without_lowering_is_an_error_that_names_it_and_linear_algebra_is_counted():
    with pytest.raises(UnsupportedError, match=r"aten\.quantize_per_tensor.*eager mode 'compile'"):
        torch.quantize_per_tensor(torch.ones(3, device="npu"), 0.1, 0, torch.qint8)
    with pytest.warns(HostFallbackWarning, match="linalg_qr"):
        torch.linalg.qr(torch.eye(3, device="npu"))
    assert torch.npu.fallback_counts() == {"aten::linalg_qr": 1}


def test_results_of_sizes_that_only_the_host_knows_are_counted_and_refused_by_policy():
    a, b = torch.randn(5, 3), torch.randn(5, 2)
    losses = lambda x: F.ctc_loss(x, torch.tensor([[1]], device=x.device), (5,), (1,))  # noqa: E731
    x = torch.randn(5, 1, 3).log_softmax(2)
    with torch.npu.set_fallback_policy("allow"):
        solved = torch.linalg.lstsq(a.to("npu"), b.to("npu")).solution
        torch.testing.assert_close(solved.cpu(), torch.linalg.lstsq(a, b).solution, rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(losses(x.to("npu")).cpu(), losses(x))
    assert torch.npu.fallback_counts() == {"aten::linalg_lstsq.out": 1, "aten::_ctc_loss": 1}
    with torch.npu.set_fallback_policy("error"), pytest.raises(HostFallbackError):
        torch.linalg.lstsq(a.to("npu"), b.to("npu"))


@pytest.mark.parametrize("call", [torch.linalg.qr, torch.compile(torch.linalg.qr)], ids=["eager", "compiled"])
def test_a_host_operator_is_said_once_at_the_line_of_the_program(call):
    x = torch.eye(3, device="npu")
    with pytest.warns(HostFallbackWarning) as said:
        call(x)
        call(x)
    places = [Path(warning.filename) for warning in said if warning.category is HostFallbackWarning]
    assert places == [Path(__file__)] and torch.npu.fallback_counts() == {"aten::linalg_qr": 2}


def interpolation(mode, *size, **options):
    return lambda x: F.interpolate(x[(None,) * (len(size) - 1)], size=size, mode=mode, **options)


GRADIENTS = {
    "linear": interpolation("linear", 11, align_corners=True),
    "bilinear": interpolation("bilinear", 3, 9),
    "bicubic": interpolation("bicubic", 9, 3),
    "trilinear": interpolation("trilinear", 2, 3, 9),
    "nearest": interpolation("nearest", 5, 3),
    "nearest-exact": interpolation("nearest-exact", 2, 3, 9),
    "shrink": lambda x: F.hardshrink(x) + F.softshrink(x),
    "margins": lambda x: F.multi_margin_loss(x[0], torch.tensor([2, 0, 6, 1], device=x.device), p=2, reduction="none"),
    "labels": lambda x: F.multilabel_margin_loss(x[1], torch.tensor([[1, 2, -1, 3, 0, 0, 0]] * 4, device=x.device)),
}


@pytest.mark.slow
@pytest.mark.covering("trilinear", "nearest-exact", "labels", "margins")
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_that_compiled_programs_have_no_operators_for(name):
    def gradient(x):
        x.requires_grad_()
        result = GRADIENTS[name](x)
        slope = torch.linspace(-1, 1, result.numel()).view(result.shape)
        return torch.autograd.grad(result, x, slope.to(x.device))[0]

    check(gradient, torch.randn(2, 4, 7, generator=torch.Generator().manual_seed(0)))


def test_products_of_conjugated_views_are_the_cpus():
    a, b = (torch.randn(3, 3, dtype=torch.complex64) for _ in range(2))
    check(lambda a, b: torch.addmm(b, a.conj(), b.mH) + a @ b.mH, a, b)


def test_numbers_are_left_open_from_the_second_value_on_and_sizes_after_some(monkeypatch):
    monkeypatch.setattr(forms, "STATIC_SIZES", 2)
    calls._operators.clear()
    x = torch.ones(3, 7)
    for step in range(1, 6):
        check(lambda x, rate=0.1 * step: x.add(x, alpha=rate), x)
    for rows in range(2, forms.STATIC_SIZES + 6):
        check(lambda x: x.softmax(-1), torch.randn(rows, 7, generator=torch.Generator().manual_seed(rows)))
    (numbers,) = calls._operators[aten.add.Tensor].families.values()
    (sizes,) = calls._operators[aten._softmax.default].families.values()
    assert len(calls._operators[aten.add.Tensor].forms) == 1
    assert len(calls._operators[aten._softmax.default].forms) == forms.STATIC_SIZES
    assert [sum(map(len, family.open_forms.values())) for family in (numbers, sizes)] == [1, 1]


def test_attention_below_a_mask_without_a_gradient_has_gradients():
    def gradient(x, mask):
        x = x.requires_grad_()
        return torch.autograd.grad(F.scaled_dot_product_attention(x, x, x, mask).sum(), x)[0]

    check(gradient, torch.randn(2, 2, 3, 4), torch.randn(3, 3))


class Net(nn.Module):
    """A convolution with batch normalization, attention, dropout of nothing."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(4)
        self.block = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True, bias=False)
        self.out = nn.Linear(4, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
        return self.out(self.block(x.flatten(2).transpose(1, 2)).mean(1))


OPTIMIZERS = {
    "sgd, lists": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "adamw, loop": lambda p: torch.optim.AdamW(p, lr=0.01, foreach=False),
    "adam, fused": lambda p: torch.optim.Adam(p, lr=0.01, fused=True),
}


@pytest.mark.slow
@pytest.mark.covering("adam, fused")
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_an_eager_training_loop_is_the_cpus_without_host_operators(name):
    def train(device):
        model = copy.deepcopy(net).to(device)
        optimizer = OPTIMIZERS[name](list(model.parameters()))
        schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
        for x in inputs:
            optimizer.zero_grad()
            F.cross_entropy(model(x.to(device)), torch.tensor([0, 2]).to(device)).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        return [tensor.detach().cpu() for tensor in (*model.parameters(), *model.buffers())]

    torch.manual_seed(0)
    net, inputs = Net(), torch.randn(3, 2, 2, 4, 4)
    torch.testing.assert_close(train("npu"), train("cpu"))
    assert torch.npu.fallback_counts() == {}


@pytest.mark.slow
def test_gradients_are_scaled_and_infinite_ones_skipped_as_on_the_cpu():
    def train(device):
        model = nn.Linear(3, 2, bias=False).to(device)
        model.load_state_dict(state)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, fused=True)
        scaler, scales = torch.amp.GradScaler(device, init_scale=2.0**16, growth_interval=2), []
        for factor in (1.0, 1e38, 1.0, 1.0):
            optimizer.zero_grad()
            scaler.scale((model(x.to(device)) * factor).square().mean()).backward()
            scaler.unscale_(optimizer)
            scaler.step(optimizer)
            scaler.update()
            scales.append(scaler.get_scale())
        return scales, [parameter.detach().cpu() for parameter in model.parameters()]

    torch.manual_seed(0)
    x, state = torch.randn(4, 3), nn.Linear(3, 2, bias=False).state_dict()
    torch.testing.assert_close(train("npu"), train("cpu"))
    assert torch.npu.fallback_counts() == {}


def test_a_learning_rate_in_a_tensor_changes_without_compiling_the_step_again():
    torch._dynamo.reset()  # of other optimizers, whose numbers Dynamo has seen change
    parameter = torch.ones(5, device="npu", requires_grad=True)
    rate = torch.tensor(0.1, device="npu")
    optimizer = torch.optim.Adam([parameter], lr=rate, capturable=True)
    counter = torch._dynamo.testing.CompileCounterWithBackend("inductor")
    step = torch.compile(lambda: optimizer.step(), backend=counter)
    expected = torch.ones(5, requires_grad=True)
    reference = torch.optim.Adam([expected], lr=0.1)
    for _ in range(3):
        parameter.grad, expected.grad = torch.ones(5, device="npu"), torch.ones(5)
        step()
        reference.step()
        rate.mul_(0.5)
        reference.param_groups[0]["lr"] *= 0.5
    torch.testing.assert_close(parameter.detach().cpu(), expected.detach())
    assert counter.frame_count == 1


def test_kernels_are_timed_poisoned_and_named_by_operator():
    with torch.npu.simulator(machine="small8x8", mode="timing") as simulation:
        x = torch.ones(16, 16).to("npu")
        product = x @ x
        with pytest.warns(UserWarning, match="nobody computed|poison|not computed"):
            product.cpu()
        report = simulation.report()
    assert [kernel.meta["ops"] for kernel in report.kernels] == [["aten.mm.default"]]
    assert report.host_operators == ()


def test_random_numbers_follow_the_devices_generator():
    torch.npu.manual_seed(3)
    first = F.dropout(torch.ones(500, device="npu"), 0.3).cpu()
    torch.npu.manual_seed(3)
    assert torch.equal(first, F.dropout(torch.ones(500, device="npu"), 0.3).cpu())
    assert 0.2 < (first == 0).float().mean() < 0.4
    assert sorted(torch.randperm(7, device="npu").tolist()) == list(range(7))
    assert {int(n) for n in torch.randint(2, 5, (50,), device="npu").cpu()} == {2, 3, 4}
    assert torch.npu.fallback_counts() == {}


@pytest.mark.slow
def test_operators_run_in_threads_transforms_inference_mode_and_beside_compiled_functions():
    def square(rows):
        x = torch.full((rows, 3), 2.0, device="npu", requires_grad=True)
        (x * x).sum().backward()
        found.append(x.grad.sum().item())

    found = []
    threads = [threading.Thread(target=square, args=(rows,)) for rows in (2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [24, 36]
    check(lambda x: torch.func.vmap(lambda row: (row * row).sum())(x), torch.randn(4, 5))
    check(lambda x: torch.compile(lambda y: y.relu() + 1)(x * 2) - 1, torch.randn(4, 5))
    with torch.inference_mode():
        assert torch.ones(3, device="npu").mul_(2).add_(1).sum().item() == 9


@pytest.mark.slow
def test_operators_are_differentiated_in_forward_mode():
    x = torch.randn(3)
    check(lambda y: torch.func.jvp(lambda z: (z * z).sin(), (y,), (y,))[1], x)
    check(torch.func.hessian(lambda z: (z**3).sum()), x)


def test_printing_is_the_hosts_and_not_counted():
    assert repr(torch.arange(3.0, device="npu") / 2) == "tensor([0.0000, 0.5000, 1.0000], device='npu:0')"
    assert torch.npu.fallback_counts() == {}


def test_copies_that_no_kernel_makes_are_told_or_refused(device, monkeypatch):
    monkeypatch.setattr(replacements, "_copied_natively", set())
    x = torch.ones(3).to(torch.float8_e8m0fnu).to(device)
    with torch.npu.set_fallback_policy("error"), pytest.raises(UnsupportedError, match="copy_"):
        torch.empty_like(x).copy_(x)
    told = pytest.warns(HostFallbackWarning, match="no kernel stores torch.float8_e8m0fnu")
    with torch.npu.set_fallback_policy("warn"), told:
        made = torch.empty_like(x).copy_(x)
    assert made.cpu().float().tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    "write",
    [
        lambda y: y.mul_(2),
        lambda y: y.clamp_(0, 1),
        lambda y: y.copy_(torch.ones_like(y)),
        lambda y: torch.exp(torch.ones_like(y), out=y),
    ],
    ids=["mul_", "clamp_", "copy_", "out"],
)
def test_several_values_for_one_place_are_refused_in_the_words_of_pytorch(write):
    for where in ("cpu", "npu"):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            write(torch.ones(3, 1).to(where).expand(3, 4))


@pytest.mark.slow
def test_a_fill_of_an_expanded_tensor_leaves_other_fills_their_time():
    torch.ones(3, 1).to("npu").expand(3, 4).fill_(2.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert torch.equal(torch.zeros(3).to("npu").fill_(3.0).cpu(), torch.full((3,), 3.0))
    assert replacements._copied_natively.isdisjoint({(torch.float32,), (torch.float32, torch.float32)})


def test_tensors_of_one_storage_are_written_by_one_operator():
    def statistics(x, both):
        mean, variance = both[:4], both[4:]
        y = torch.nn.functional.batch_norm(x, mean, variance, training=True)
        return torch.cat([y.flatten(), both])

    check(statistics, torch.arange(20.0).view(5, 4), torch.arange(8.0))
