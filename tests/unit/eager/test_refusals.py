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
    "a number less True": lambda x: x - True,
    "a number that a byte cannot hold": lambda x: x.byte().fill_(300),
    "infinity for a whole number": lambda x: x.masked_fill_(x > 2, float("inf")),
    "values of another dtype": lambda x: x.index_put_((x[:2] - 1,), x[:2].double()),
    "values of another dtype for a mask": lambda x: x.byte().index_put_((x < 3,), x[:2].double()),
    "a mask of another size": lambda x: x.view(2, 3)[:, x[:2] > 1],
    "values for a mask of another size": lambda x: x.view(2, 3).index_put_((x[:3] > 1,), x[:3] + 1),
    "a mask beside too many places": lambda x: x.view(2, 3)[x[:2] > 0, x[:3] - 1],
    "numbers of another dtype": lambda x: x.byte().put_(x[:2], x[:2].float()),
    "too few numbers": lambda x: x.put_(x[:2], x[:1]),
    "an index with two dimensions": lambda x: x.index_select(0, x[:4].view(2, 2)),
    "a slice of another size": lambda x: x.view(2, 3).select_scatter(x.view(2, 3), 0, 0),
    "a bias of another size": lambda x: torch.addmm(x[:3].float(), x.view(2, 3).float(), x[:3].view(3, 1).float()),
    "the largest of nothing": lambda x: x[:0].view(0, 3).max(0),
    "the median of nothing": lambda x: x[:0].view(0, 3).float().median(0),
    "the mean of whole numbers": lambda x: torch.mean(x.view(2, 3), 0, out=x.new_empty(3, dtype=torch.float32)),
    "an output of another dtype": lambda x: torch.neg(x, out=x.new_empty(6, dtype=torch.float32)),
    "a larger result in place": lambda x: x[:4].view(2, 2).float().fmod_(torch.ones(2, 2, 2, device=x.device)),
    "a larger outer product in place": lambda x: x.view(1, 6).float().addr_(x.float(), x.float()),
    "an outer product over a vector": lambda x: x.float().addr_(x.float(), x.float()),
    "a larger quotient in place": lambda x: x[0].float().floor_divide_(torch.ones(2, 3, device=x.device)),
    "a larger result over an operand": lambda x: torch.add(x[:3], x.view(2, 3), out=x[:3]),
    "an overlapping source": lambda x: x[:3].index_copy_(0, torch.arange(3, device=x.device), x[1:4]),
}


@pytest.mark.parametrize("function", REFUSED.values(), ids=REFUSED)
def test_what_the_cpu_refuses_is_refused_with_its_error(function):
    with pytest.raises((RuntimeError, NotImplementedError, IndexError)) as cpus:
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
    "numbers of shifts": lambda x: (x << 2, 1 << x, x >> 1, x.bitwise_left_shift_(1), torch.bitwise_and(2, x)),
    "numbers of logarithms": lambda x: (torch.xlogy(x, 2.5), torch.xlogy(2.5, x), torch.special.zeta(x + 1.5, 2.0)),
    "a neighbour of a number": lambda x: torch.nextafter(x.float(), torch.tensor(2.0)),
    "a number of another dtype": lambda x: x.index_fill_(0, x[:2] + 1, torch.tensor(2.5)),
    "as many numbers in another shape": lambda x: torch.linspace(0, 1, 6, out=x.new_empty(2, 3, dtype=torch.float32)),
    "a range with both ends": lambda x: (torch.range(0, 3, device=x.device), torch.range(1, 2, 0.3, device=x.device)),
    "a mask of bytes": lambda x: (x[(x > 2).byte()], x.view(2, 3)[:, (x[:3] > 1).byte()]),
    "values for a mask of bytes": lambda x: x.index_put_(((x > 2).byte(),), x[2:] * 3),
    "a mask beside places": lambda x: (x.view(2, 3)[x[:2] > 0, x[:2]], x.view(2, 3)[x[:2] > 1, x[:4].view(4, 1) % 3]),
    "equal numbers of another dtype": lambda x: torch.tensor([torch.equal(x, x.double()), torch.equal(x, x[:2])]),
    "a count into another shape": lambda x: torch.nonzero(x > 2, out=x.new_empty(2, 2)),
    "an output that is converted": lambda x: torch.square(x, out=x.new_empty(0, dtype=torch.float32)),
    "an operator that only devices have": lambda x: F.scaled_dot_product_attention(*[x.float().view(1, 1, 2, 3)] * 3),
    "lengths that add up": lambda x: torch.segment_reduce(x.float(), "sum", lengths=x.new_tensor([2, 4])),
    "rows that add up": lambda x: torch.ops.aten._padded_dense_to_jagged_forward(
        x.float().view(2, 3, 1), [x.new_tensor([0, 1, 4])], 4
    ),
    "a known number of repetitions": lambda x: x[:2].repeat_interleave(x.new_tensor([2, 3]), output_size=5),
    "a regular matrix": lambda x: torch.linalg.inv_ex(x[:4].float().view(2, 2), check_errors=True).inverse,
    "one that is positive definite": lambda x: torch.linalg.cholesky_ex(x.float().diag(), check_errors=True).L,
}


@pytest.mark.covering(
    "numbers of shifts",
    "a neighbour of a number",
    "a number of another dtype",
    "as many numbers in another shape",
    "a range with both ends",
    "a mask beside places",
    "equal numbers of another dtype",
    "an output that is converted",
    "an operator that only devices have",
    "lengths that add up",
    "rows that add up",
    "a regular matrix",
    "one that is positive definite",
)
@pytest.mark.parametrize("function", ACCEPTED.values(), ids=ACCEPTED)
@pytest.mark.filterwarnings("ignore")
def test_values_that_the_cpu_accepts_are_no_refusal(function):
    torch.testing.assert_close(function(WHOLE.to("npu")), function(WHOLE.clone()), check_device=False)


def test_narrow_floating_point_numbers_that_only_the_cpu_lacks_are_computed():
    x = torch.linspace(-2, 2, 9)
    result = torch.special.bessel_j1(x.half().to("npu"))
    torch.testing.assert_close(result.cpu(), torch.special.bessel_j1(x).half())


@pytest.mark.covering("abs", "logical_not", "signbit")
@pytest.mark.parametrize("name", ["abs", "logical_not", "signbit", "sin"])
def test_results_follow_the_memory_of_a_transposed_operand(name):
    x = torch.ones(3, 2, device="npu").t()
    assert getattr(torch, name)(x).stride() == (1, 2)


NORMS = {
    "layer norm": lambda x: F.layer_norm(x, (5,)),
    "layer norm with weights": lambda x: F.layer_norm(x, (5,), *x.detach()[:2]),
    "batch norm": lambda x: F.batch_norm(x, None, None, *x.detach()[:2], training=True),
    "group norm": lambda x: F.group_norm(x, 1, *x.detach()[:2]),
}


@pytest.mark.covering("torch.bfloat16-layer norm with weights")
@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_normalisations_of_narrow_numbers_have_gradients(dtype, name):
    x = torch.linspace(-2, 2, 20).view(4, 5).square().to(dtype)
    ours, exact = x.to("npu").requires_grad_(), x.double().requires_grad_()
    for given in (ours, exact):
        (NORMS[name](given) * given.detach()).sum().backward()
    torch.testing.assert_close(ours.grad.cpu().double(), exact.grad, rtol=0.0, atol=20 * torch.finfo(dtype).eps)


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
