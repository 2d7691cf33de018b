"""What is computed on the tiles of matrix products: prologues, epilogues, reductions of rows, gated products."""

from functools import partial

import pytest
import torch
import torch.nn.functional as F
from common import check, compare, main, make
from npusim.scheduler import registered_kernels

SHAPES = [(1, 1, 1), (7, 5, 3), (65, 70, 33), (129, 61, 56), (1, 96, 200), (40, 128, 129)]
DTYPES = [torch.float32, torch.bfloat16, torch.float16]


def weight(k, n, dtype=torch.float32, seed=1):
    """Columns of length near 1, so that results stay near 1."""
    return (make((k, n), torch.float32, seed) / max(k, 1) ** 0.5).to(dtype)


def layer_norm(x, w, residual, gain):
    return F.layer_norm(x @ w + residual, (w.shape[1],), gain)


def gated(x, w, v):
    return F.silu(x @ w) * (x @ v)


def normalized(x, w, gain):
    return F.rms_norm(x, (x.shape[1],), gain) @ w


def several(x, w, residual):
    y = x @ w
    return y, torch.relu(y) + residual, torch.sigmoid(y)


def long_chain(x, w, residual, gain):
    y = F.gelu(x @ w + gain) * residual
    for step in range(12):
        y = torch.tanh(y * (1 + step / 10)) + residual * gain
    return y


def run(device, shape, dtype=torch.float32):
    """`shape` is (M, K, N)."""
    m, k, n = (*shape, *shape)[:3]
    x, w, v = make((m, k), dtype), weight(k, n, dtype), weight(k, n, dtype, 2)
    residual, gain = make((m, n), dtype, 3), make((n,), dtype, 4)
    # Eager PyTorch rounds the product before what follows reads it: up to 7.4e-3 apart, near zero as well.
    narrow = {torch.bfloat16: {"rtol": 1.6e-2, "atol": 8e-3}}
    compared = partial(check, device=device, **narrow.get(dtype, {}))
    compared(layer_norm, x, w, residual, gain)
    compared(lambda x, w: torch.softmax(x @ w, -1), x, w)
    compared(gated, x, w, v)
    compared(normalized, x, w, make((k,), dtype, 5))
    compared(several, x, w, residual)


@pytest.mark.covering("(129, 61, 56)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_chains_around_a_product_give_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", DTYPES[1:], ids=str)
def test_chains_of_narrow_types(device, dtype):
    run(device, (65, 70, 33), dtype)


# -- reductions of rows

ROWS = {
    "max": lambda y: y.amax(-1),
    "sum": lambda y: y.sum(-1, keepdim=True),
    "mean": lambda y: torch.relu(y).mean(-1),
    "argmax": lambda y: y.argmax(-1),
    "norm": lambda y: y / y.square().sum(-1, keepdim=True).sqrt(),
    "var_mean": lambda y: torch.var_mean(y, -1),
    "log_softmax": lambda y: torch.log_softmax(y * 0.5, -1),
    "logsumexp": lambda y: torch.logsumexp(y, -1),
    "rms_norm": lambda y: F.rms_norm(y, (y.shape[-1],)),
    "any": lambda y: (y > 1).any(-1),
    "kept as well": lambda y: (y, y.amin(-1)),
    "two rows deep": lambda y: F.layer_norm(torch.softmax(y, -1), (y.shape[-1],)),
}


DECISIONS = ("argmax", "any")  # rounding can turn them round
NARROW = [(name, torch.bfloat16) for name in ROWS if name not in DECISIONS]


@pytest.mark.covering(
    "argmax-dtype3",
    "var_mean-dtype5",
    "log_softmax-dtype6",
    "any-dtype9",
    "kept as well-dtype10",
    "two rows deep-dtype11",
)
@pytest.mark.parametrize(("name", "dtype"), [*((name, torch.float32) for name in ROWS), *NARROW])
def test_rows_are_reduced_on_the_tile(device, name, dtype):
    x, w = make((65, 70), dtype), weight(70, 33, dtype)
    check(lambda x, w: ROWS[name](x @ w), x, w, device=device)


@pytest.mark.covering("(5, 1, 8, 16)")
@pytest.mark.parametrize("shape", [(3, 17, 20, 31), (5, 1, 8, 16), (2, 40, 33, 1)], ids=str)
def test_rows_of_batched_products(device, shape):
    b, m, k, n = shape
    x, w = make((b, m, k)), make((b, k, n), seed=1) / k**0.5
    check(lambda x, w: torch.softmax(torch.bmm(x, w) * 0.3, -1), x, w, device=device)


def test_a_linear_layer_with_residual_and_norm_in_three_dimensions(device):
    layer, norm = torch.nn.Linear(70, 70), torch.nn.LayerNorm(70)
    x = make((3, 9, 70))
    check(lambda x, w, b, g: norm_of(F.linear(x, w, b) + x, g), x, layer.weight.data, layer.bias.data,
          norm.weight.data, device=device)  # fmt: skip


def norm_of(x, gain):
    return F.layer_norm(x, (x.shape[-1],), gain)


def test_columns_are_reduced_in_a_kernel_of_their_own(device):
    check(lambda x, w: ((x @ w).sum(0), (x @ w).amax()), make((65, 70)), weight(70, 33), device=device)


# -- prologues

PROLOGUES = {
    "scale of rows": lambda x, w: (x * torch.arange(x.shape[0], dtype=x.dtype, device=x.device)[:, None]) @ w,
    "not zero at zero": lambda x, w: torch.exp(x) @ w,
    "infinite at zero": lambda x, w: (1 / (x.abs() + 0.5)) @ torch.cos(w),
    "both operands": lambda x, w: torch.relu(x) @ torch.tanh(w),
    "a product with itself": lambda x, w: torch.relu(x) @ torch.relu(x).t(),
    "transposed copy": lambda x, w: x.t().contiguous().t() @ w,
    "through a reshape": lambda x, w: F.silu(x).reshape(5, 13, 70).reshape(65, 70) @ w,
    "two readers": lambda x, w: (torch.exp(x * 0.1) @ w, torch.exp(x * 0.1) @ (w * 2)),
    "reader besides": lambda x, w: (torch.exp(x * 0.1) @ w, torch.exp(x * 0.1)),
    "broadcast of both": lambda x, w: (x * x[:, :1] + x[:1, :]) @ w,
    "from a slice": lambda x, w: torch.sigmoid(x[3:50, 1:60]) @ w[1:60, 2:30],
}


@pytest.mark.covering(
    "not zero at zero",
    "infinite at zero",
    "both operands",
    "a product with itself",
    "through a reshape",
    "two readers",
    "reader besides",
    "from a slice",
)
@pytest.mark.parametrize("name", PROLOGUES)
def test_operands_are_computed_on_their_tiles(device, name):
    check(PROLOGUES[name], make((65, 70)), weight(70, 33), device=device)


@pytest.mark.covering("(40, 128, 64)-torch.float16", "(1, 130, 33)-torch.bfloat16")
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(40, 128, 64), (1, 130, 33)], ids=str)
def test_weights_are_dequantized_on_their_tiles(device, shape, dtype):
    m, k, n = shape
    codes, scales = (
        torch.randint(-127, 128, (n, k), dtype=torch.int8),
        make((n, 1), torch.float32).abs().to(dtype) / 100,
    )
    x = make((m, k), dtype)
    before = len(registered_kernels())
    check(lambda x, w, s: F.linear(x, w.to(x.dtype) * s), x, codes, scales, device=device)
    assert len(registered_kernels()) <= before + 1


def test_weights_of_batches_are_computed_on_their_tiles(device):
    x, w = make((3, 17, 70)), make((3, 33, 70), seed=1) / 8
    check(lambda x, w: torch.bmm(x * 2, torch.relu(w).transpose(1, 2)), x, w, device=device)


# -- several results, results in place, sizes that change


def test_an_epilogue_may_be_long(device):
    x, w = make((65, 70)), weight(70, 33)
    check(long_chain, x, w, make((65, 33), seed=3), make((33,), seed=4), device=device)


def test_a_residual_is_added_in_place(device):
    x, w, y = make((65, 70)), weight(70, 33), make((65, 33), seed=3)
    result = y.clone().to(device)

    def step(x, w, result):
        result += x @ w
        result.mul_(0.5)

    torch._dynamo.reset()
    torch.compile(step, fullgraph=True)(x.to(device), w.to(device), result)
    compare(result, (y + x @ w) * 0.5)


def test_an_operand_that_is_changed_in_place_is_read_first(device):
    x, w = make((65, 65)), weight(65, 65)
    changed = x.clone().to(device)

    def step(x, w):
        x += x @ w
        return x.sum(1)

    torch._dynamo.reset()
    total = torch.compile(step, fullgraph=True)(changed, w.to(device))
    compare((changed, total), (x + x @ w, (x + x @ w).sum(1)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "function", [layer_norm, lambda x, w, r, g: torch.relu(x * 2) @ w + r], ids=["rows", "prologue"]
)
def test_sizes_may_change_between_calls(device, function):
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    for m, k, n in [(65, 70, 33), (20, 40, 48), (129, 17, 50)]:
        inputs = make((m, k)), weight(k, n), make((m, n), seed=3), make((n,), seed=4)
        compare(compiled(*(x.to(device) for x in inputs)), function(*inputs))


def test_gradients_of_a_fused_layer(device):
    x, w = make((33, 24)).requires_grad_(), weight(24, 17).requires_grad_()
    ours = [t.detach().to(device).requires_grad_() for t in (x, w)]

    def loss(x, w):
        return (torch.softmax(torch.relu(x) @ w, -1) * torch.arange(17.0, device=x.device)).sum()

    torch._dynamo.reset()
    torch.compile(loss, fullgraph=True)(*ours).backward()
    loss(x, w).backward()
    for mine, reference in zip(ours, (x, w), strict=True):
        compare(mine.grad, reference.grad)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("names", ["pointwise", "horizontal", "epilogue", "reduction_epilogue", "prologue",
                                   "sibling", "all"])  # fmt: skip
def test_values_do_not_depend_on_what_is_fused(device, names):
    x, w, v = make((33, 40)), weight(40, 24), weight(40, 24, seed=2)

    def block(x, w, v):
        hidden = F.silu(F.layer_norm(x, (40,)) @ w) * (F.layer_norm(x, (40,)) @ v)
        return torch.softmax(hidden @ torch.relu(w).t(), -1), hidden.amax(1)

    with torch.npu.fusion(**{names: False}):
        check(block, x, w, v, device=device)


if __name__ == "__main__":
    main("GEMM fusion", run, SHAPES, "(65,70,33)", "M,K,N", "M,K")
