"""Operators that run on the host are counted, and warned about, refused or allowed."""

import contextlib
import threading
import warnings
from collections import Counter

import pytest
import torch
import torch.nn.functional as F
from npusim.frontend.device import HOST_KERNELS, HostFallbackWarning, uncounted_host_work
from npusim.simulator.errors import HostFallbackError, OptionError, UnsupportedError
from torch.utils._python_dispatch import TorchDispatchMode


@pytest.fixture(autouse=True)
def fresh_counts(device):
    with torch.npu.set_fallback_policy("allow"):
        torch.npu.reset_fallback_counts()
        yield
        torch.npu.reset_fallback_counts()


def test_host_operators_are_counted_by_name():
    x = torch.ones(3, device="npu")
    for _ in range(3):
        x = x + 1
    x.mul_(2)
    assert torch.npu.fallback_counts() == {"aten::add.Tensor": 3, "aten::mul_.Tensor": 1}
    torch.npu.reset_fallback_counts()
    assert torch.npu.fallback_counts() == {}


def test_a_report_lists_what_ran_on_the_host_during_its_run():
    x = torch.ones(100, device="npu") * 2
    with torch.npu.simulator(machine="small8x8", mode="functional") as outer:
        x + x
        with torch.npu.simulator(machine="small8x8", mode="functional") as inner:
            x.mul_(3)
            torch.npu.reset_fallback_counts()  # forgets the counts, not what belongs into reports
            x + x
        x + 1
        listed = outer.report().to_dict()["host_operators"]
    assert {entry["name"]: entry["calls"] for entry in listed} == {"aten::add.Tensor": 3, "aten::mul_.Tensor": 1}
    x + x
    # two operands are read and one result is written, 400 bytes each
    assert inner.report().to_dict()["host_operators"][0] == {"name": "aten::add.Tensor", "calls": 1, "bytes": 1200}
    assert "aten::add.Tensor: 1 call, 1.17 KiB" in str(inner.report())


def test_an_operator_that_is_refused_is_not_in_the_report():
    x = torch.ones(3, device="npu")
    with torch.npu.simulator(machine="small8x8", mode="functional") as simulation:
        with torch.npu.set_fallback_policy("error"), pytest.raises(HostFallbackError):
            x + 1
        with uncounted_host_work():
            x + 1
        report = simulation.report()
    assert report.host_operators == () and "on the host" not in str(report)


def test_views_copies_fills_and_item_do_not_count():
    x = torch.ones(3, 4, device="npu")
    x.t().contiguous().cpu().to("npu").zero_().fill_(2)[3:, 0].item()
    x.clone().to(torch.float16)
    assert torch.npu.fallback_counts() == {}


def test_policy_warn_warns_once_per_operator_and_names_the_users_line():
    x = torch.ones(3, device="npu")
    with torch.npu.set_fallback_policy("warn"), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            F.relu(x)
    mine = [warning for warning in caught if warning.category is HostFallbackWarning]
    assert len(mine) == 1 and mine[0].filename == __file__
    assert "aten::relu" in str(mine[0].message) and "torch.compile" in str(mine[0].message)


def test_a_backward_pass_in_another_thread_warns_and_goes_on():
    """Autograd's own thread, which runs it, has no frames of Python."""
    x = torch.ones(3, device="npu", requires_grad=True)
    y = torch.relu(x)
    with torch.npu.set_fallback_policy("warn"), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        thread = threading.Thread(target=y.backward, args=(torch.ones(3, device="npu"),))
        thread.start()
        thread.join()
    assert x.grad is not None and x.grad.cpu().tolist() == [1, 1, 1]
    assert any("aten::threshold_backward" in str(warning.message) for warning in caught)


def test_policy_error_refuses_and_says_the_ways_out():
    x = torch.ones(3, device="npu")
    with torch.npu.set_fallback_policy("error"), pytest.raises(HostFallbackError) as caught:
        x + 1
    for hint in ("aten::add.Tensor", "torch.compile", "register_lowering", "set_fallback_policy", "NPUSIM_FALLBACK"):
        assert hint in str(caught.value)
    assert isinstance(caught.value, UnsupportedError) and isinstance(caught.value, NotImplementedError)
    assert torch.npu.fallback_counts() == {}


def test_policy_error_holds_in_a_backward_pass():
    x = torch.ones(3, device="npu", requires_grad=True)
    y = x * 2
    with torch.npu.set_fallback_policy("error"), pytest.raises(HostFallbackError):
        y.backward(torch.ones(3, device="npu"))


@pytest.mark.parametrize(
    "run",
    [
        lambda x: F.conv2d(x, x),
        lambda x: F.scaled_dot_product_attention(x, x, x),
        lambda x: torch.nn.LSTMCell(4, 4).to("npu")(x[0, 0]),
        lambda x: torch.nn.GRUCell(4, 4).to("npu")(x[0, 0]),
    ],
)
def test_kernels_of_the_device_that_compute_on_the_host_obey_the_policy(run):
    x = torch.ones(1, 1, 4, 4, device="npu")
    run(x)
    assert set(torch.npu.fallback_counts()) & HOST_KERNELS
    with torch.npu.set_fallback_policy("error"), pytest.raises(HostFallbackError):
        run(x)


def test_the_policy_is_a_context_manager_and_a_switch():
    assert torch.npu.fallback_policy() == "allow"
    with torch.npu.set_fallback_policy("error"):
        assert torch.npu.fallback_policy() == "error"
        with torch.npu.set_fallback_policy("warn"):
            assert torch.npu.fallback_policy() == "warn"
        assert torch.npu.fallback_policy() == "error"
    assert torch.npu.fallback_policy() == "allow"
    with pytest.raises(OptionError, match="error, warn or allow"):
        torch.npu.set_fallback_policy("sometimes")


def test_work_that_is_not_the_programs_is_not_counted():
    with torch.npu.set_fallback_policy("error"), uncounted_host_work():
        assert (torch.ones(2, device="npu") + 1).tolist() == [2, 2]
    assert torch.npu.fallback_counts() == {}


def test_an_operator_without_any_kernel_is_refused_by_name():
    with pytest.raises(NotImplementedError, match=r"aten::_cudnn_init_dropout_state.*not supported on the device npu"):
        torch.ops.aten._cudnn_init_dropout_state(0.5, True, 0, device="npu")


def test_loss_functions_do_not_warn_about_resized_outputs():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        loss = F.mse_loss(torch.ones(4, 2, device="npu"), torch.zeros(4, 2, device="npu"))
    assert loss.item() == 1


@pytest.mark.parametrize("function", [torch.abs, torch.isinf, torch.logical_not, lambda x: torch.logical_xor(x, x)])
def test_results_have_the_strides_that_the_cpu_gives_them(function):
    for x in (torch.ones(3, 2).t(), torch.ones(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)):
        assert function(x.to("npu")).stride() == function(x).stride()
    x, out = torch.ones(3, 2).t(), torch.empty(0)
    assert torch.abs(x.to("npu"), out=out.to("npu")).stride() == torch.abs(x, out=out).stride() == (1, 2)


def test_results_go_into_the_output_that_was_asked_for():
    out = torch.zeros(2, 3, device="npu").t()
    assert torch.add(torch.ones(3, 2, device="npu"), 1, out=out) is out
    assert out.stride() == (1, 3) and out.cpu().eq(2).all()
    values, indices = torch.empty(0, device="npu"), torch.empty(0, dtype=torch.int64, device="npu")
    torch.sort(torch.tensor([3.0, 1.0, 2.0], device="npu"), out=(values, indices))
    assert values.tolist() == [1, 2, 3] and indices.tolist() == [1, 2, 0]


@pytest.mark.parametrize("name", ["add", "logical_and"])
def test_outputs_that_are_operands_are_not_resized(name):
    x, wider = torch.ones(1, 2, device="npu"), torch.ones(3, 2, device="npu")
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        getattr(x, f"{name}_")(wider)
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        getattr(torch, name)(x, wider, out=x)
    assert x.shape == (1, 2) and getattr(torch, name)(x, x, out=x) is x


OPERATORS = {
    "matmul": lambda x: x @ x.transpose(-1, -2),
    "softmax": lambda x: x.softmax(-1),
    "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]),
    "index": lambda x: x[torch.tensor([1, 0], device=x.device)],
    "mask": lambda x: x[x > 0],
    "sort": lambda x: x.sort(-1).values,
    "cumsum": lambda x: x.cumsum(1),
    "cat": lambda x: torch.cat([x, x], 1),
    "where": lambda x: torch.where(x > 0, x, 0.0),
    "max_pool": lambda x: F.max_pool2d(x, 2),
    "interpolate": lambda x: F.interpolate(x[None], scale_factor=2),
    "fft": lambda x: torch.fft.rfft(x).abs(),
    "einsum": lambda x: torch.einsum("bij,bkj->ik", x, x),
    "svd": lambda x: torch.linalg.svdvals(x),
    "put": lambda x: x.clone().index_put_((torch.tensor([0], device=x.device),), torch.ones((), device=x.device)),
    "foreach": lambda x: torch._foreach_add([x, x * 2], 1)[1],
    "vmap": lambda x: torch.func.vmap(lambda row: row.sum())(x),
    "foobar": lambda x: torch._foobar(x),
}


@pytest.mark.parametrize("name", OPERATORS)
def test_host_operators_give_what_the_cpu_gives(name):
    x = torch.randn(2, 4, 6, generator=torch.Generator().manual_seed(1))
    torch.testing.assert_close(OPERATORS[name](x.to("npu")).cpu(), OPERATORS[name](x))


class _PassOn(TorchDispatchMode):
    def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
        return operator(*args, **(kwargs or {}))


@pytest.mark.parametrize("mode", [contextlib.nullcontext, _PassOn], ids=["first call", "mode"])
def test_host_operators_below_a_mode_resolve_conjugates(mode):
    """AOTAutograd opens a mode for a program's first call. On the CPU the result is wrong below any mode."""
    torch._dynamo.reset()
    z = torch.randn(4, 5, dtype=torch.complex64, generator=torch.Generator().manual_seed(1))
    expected = torch.linalg.pinv(z)
    run = torch.compile(torch.linalg.pinv) if mode is contextlib.nullcontext else torch.linalg.pinv
    with mode():
        torch.testing.assert_close(run(z.to("npu")).cpu(), expected)


@pytest.mark.parametrize(
    "name", ["arange", "eye", "linspace", "tril_indices", "hann_window", "kaiser_window", "randperm"]
)
def test_factories_make_device_tensors(name):
    arguments = {"linspace": (0, 1, 5), "tril_indices": (3, 3)}.get(name, (4,))
    torch.manual_seed(0)
    there = getattr(torch, name)(*arguments, device="npu")
    torch.manual_seed(0)
    assert there.is_npu and torch.equal(there.cpu(), getattr(torch, name)(*arguments))


OF_THE_DEVICE = {"aten::ones", "aten::_to_copy"}
"""What is made of the device's own kernels: memory, fills and copies."""


class _Operators(TorchDispatchMode):
    """Counts the operators that are called, besides the device's own and those that only look at a tensor in another
    way.
    """

    def __init__(self):
        super().__init__()
        self.calls = Counter()

    def __torch_dispatch__(self, operator, types, arguments=(), named=None):
        name = operator.overloadpacket._qualified_op_name
        if name not in OF_THE_DEVICE and not any(argument.alias_info for argument in operator._schema.arguments):
            self.calls[name] += 1
        return operator(*arguments, **(named or {}))


@pytest.mark.parametrize(
    "compute",
    [
        lambda x: torch.cov(x, fweights=torch.ones(8, dtype=torch.int64, device=x.device)),
        lambda x: torch.cov(x, aweights=x[0]),
        lambda x: torch.histogram(x.flatten(), 5),
    ],
    ids=["cov of repeated rows", "cov of weighted rows", "histogram"],
)
def test_operators_that_the_device_composes_or_describes_itself_run_nothing_on_the_host_uncounted(compute):
    x = torch.rand(3, 8).to("npu")
    compute(x)
    counted: Counter[str] = Counter()
    for name, calls in torch.npu.fallback_counts().items():
        counted[name.partition(".")[0]] += calls
    with _Operators() as called:
        compute(x)
    assert counted == called.calls
    with torch.npu.set_fallback_policy("error"), pytest.raises(HostFallbackError):
        compute(x)
