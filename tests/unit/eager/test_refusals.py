"""Eager operators as kernels: what the CPU refuses is refused with its error, and nothing else is."""

import pytest
import torch
import torch.nn.functional as F
from npusim.frontend.eager import forms


@pytest.fixture(autouse=True)
def compiled(device):
    with torch.npu.set_eager_mode("compile"):
        yield


WHOLE = torch.arange(1, 7)
REFUSED = {
    "softmax of whole numbers": lambda x: x.softmax(0),
    "many whole numbers": lambda x: x.repeat(9000).softmax(0),
    "gelu of whole numbers": F.gelu,
    "rounding of booleans": lambda x: (x > 2).ceil(),
    "weights of another dtype": lambda x: F.layer_norm(x.float(), (6,), *x.new_ones(2, 6, dtype=torch.float64)),
    "negative powers of whole numbers": lambda x: x ** (len(x) - 7),
    "a number less a boolean": lambda x: 1 - (x > 2),
    "a square beside other statistics": lambda x: x.var(),
    "an overlap in place": lambda x: x[1:].add_(x[:-1]),
    "an overlapping copy": lambda x: x[1:].copy_(x[:-1]),
    "an overlapping output": lambda x: torch.add(x[:3], 1, out=x[1:4]),
    "its transpose": lambda x: x[:4].view(2, 2).mul_(x[:4].view(2, 2).t()),
    "an overlapping source": lambda x: x[:3].index_copy_(0, torch.arange(3, device=x.device), x[1:4]),
}


@pytest.mark.parametrize("function", REFUSED.values(), ids=REFUSED)
def test_what_the_cpu_refuses_is_refused_with_its_error(function):
    with pytest.raises((RuntimeError, NotImplementedError)) as cpus:
        function(WHOLE.clone())
    with pytest.raises(type(cpus.value)) as ours:
        function(WHOLE.to("npu"))
    assert type(ours.value) is type(cpus.value) and str(ours.value) == str(cpus.value)


def test_a_refusal_depends_on_numbers_and_leaves_random_numbers_and_warnings_alone():
    x = WHOLE.to("npu")
    assert (x**2).tolist() == (WHOLE**2).tolist()
    with pytest.raises(RuntimeError, match="negative integer powers"):
        x**-1
    torch.manual_seed(1)
    before = torch.get_rng_state()
    F.dropout(x.double(), 0.25)
    torch.empty(3, device="npu").log_normal_(0.5)
    assert torch.equal(torch.get_rng_state(), before)


ACCEPTED = {
    "an operator that only devices have": lambda x: F.scaled_dot_product_attention(*[x.float().view(1, 1, 2, 3)] * 3),
    "lengths that add up": lambda x: torch.segment_reduce(x.float(), "sum", lengths=x.new_tensor([2, 4])),
    "a known number of repetitions": lambda x: x[:2].repeat_interleave(x.new_tensor([2, 3]), output_size=5),
    "a regular matrix": lambda x: torch.linalg.inv_ex(x[:4].float().view(2, 2), check_errors=True).inverse,
    "one that is positive definite": lambda x: torch.linalg.cholesky_ex(x.float().diag(), check_errors=True).L,
}


@pytest.mark.parametrize("function", ACCEPTED.values(), ids=ACCEPTED)
@pytest.mark.filterwarnings("ignore")
def test_values_that_the_cpu_accepts_are_no_refusal(function):
    torch.testing.assert_close(function(WHOLE.to("npu")).cpu(), function(WHOLE.clone()))


def test_narrow_floating_point_numbers_that_only_the_cpu_lacks_are_computed():
    x = torch.linspace(-2, 2, 9)
    result = torch.special.bessel_j1(x.half().to("npu"))
    torch.testing.assert_close(result.cpu(), torch.special.bessel_j1(x).half())


REFUSED_OUTPUTS = {
    "a product": lambda x, new: torch.mm(x, x, out=new(torch.float16)),
    "a wider product": lambda x, new: torch.addmm(x, x, x, out=new(torch.float64)),
    "places": lambda x, new: torch.argmax(x, 1, out=new(torch.int32)),
    "places of sorted rows": lambda x, new: torch.sort(x, 1, out=(new(torch.float32), new(torch.int32))),
    "a sum whose dtype is given": lambda x, new: torch.sum(x, 1, dtype=torch.float32, out=new(torch.float64)),
    "chosen rows": lambda x, new: torch.index_select(x, 0, x[0].long(), out=new(torch.float64)),
    "a bool in place": lambda x, new: (x > 0).mul_(2),
    "added rows": lambda x, new: x.index_add_(0, x[0].long(), x.double()),
}


@pytest.mark.parametrize("call", REFUSED_OUTPUTS.values(), ids=REFUSED_OUTPUTS)
def test_dtypes_that_the_cpu_refuses_are_refused(call):
    for device in ("cpu", "npu"):
        with pytest.raises(RuntimeError, match=r"dtype|scalar type|can't be cast"):
            call(torch.zeros(2, 2, device=device), lambda dtype: torch.empty(0, dtype=dtype, device=device))  # noqa: B023


def test_wrong_calls_raise_what_pytorch_raises():
    x = torch.ones(3, 4, device="npu")
    with pytest.raises(RuntimeError, match="cannot be multiplied"):
        x @ x
    with pytest.raises(RuntimeError, match="same device"):
        x + torch.ones(3, 4)
    with pytest.raises(IndexError, match="index 7 is out of bounds"):
        x[torch.tensor([7], device="npu")]


WRONG_SIZES = {
    "a product": lambda x: x @ x,
    "a sum": lambda x: x + x[:, :2],
    "joined tensors": lambda x: torch.cat([x, x[:, 1:]]),
}


@pytest.mark.slow
def test_wrong_sizes_are_refused_in_the_words_of_pytorch_where_sizes_are_left_open():
    for n in range(2, forms.STATIC_SIZES + 4):
        x = torch.ones(n, n + 1, device="npu")
        x @ x.t(), x + x, torch.cat([x, x])
    for call in WRONG_SIZES.values():
        with pytest.raises(RuntimeError) as cpus:
            call(torch.ones(3, 4))
        with pytest.raises(RuntimeError) as ours:
            call(torch.ones(3, 4, device="npu"))
        assert str(ours.value) == str(cpus.value)
