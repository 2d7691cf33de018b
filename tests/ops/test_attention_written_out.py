"""Attention that programs write out as products and a softmax: which forms become one kernel, with which values."""

import math

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, main, make, report_of, require_floating

INFINITY = float("inf")
SHAPE = (2, 3, 11, 19, 8)  # batch, heads, queries, keys, width
ONE_KERNEL = ["softmax_attention"]


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    narrow = {torch.bfloat16: {"rtol": 1.6e-2, "atol": 1e-2}, torch.float16: {"rtol": 1e-3, "atol": 2e-3}}
    check(in_single_precision, *operands(dtype, shape), device=device, **narrow.get(dtype, {}))


def operands(dtype=torch.float32, shape=SHAPE):
    """Query, key, value, and what is seen: nothing in one row."""
    batch, heads, queries, keys, width = shape
    seen = make((batch, 1, queries, keys), seed=5) > -0.3
    seen[:1, :, queries // 2 : queries // 2 + 1] = False
    other = (batch, heads, keys, width)
    return make((batch, heads, queries, width), dtype), make(other, dtype, 1), make(other, dtype, 2), seen


def filled(q, k, v, seen):
    return F.softmax((q @ k.transpose(-2, -1) / math.sqrt(8)).masked_fill(~seen, -INFINITY), dim=-1) @ v


def filled_far_below(q, k, v, seen):
    return (q @ k.mT * 0.25).masked_fill(seen == 0, -1e9).softmax(-1) @ v


def filled_nearby(q, k, v, seen):
    return torch.where(seen, q @ k.mT, -3.0).mul(0.5).softmax(-1) @ v


def in_single_precision(q, k, v, seen):
    scores = (q @ k.mT * 0.25).masked_fill(seen.logical_not(), torch.finfo(q.dtype).min)
    return F.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype) @ v


def by_einsum(q, k, v, seen):
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) * 0.3
    return torch.einsum("bhqk,bhkd->bhqd", scores.masked_fill(~seen, -INFINITY).softmax(-1), v)


def heads_inside(q, k, v, seen):
    mixed = filled(q, k, v, seen).transpose(1, 2).contiguous()
    return mixed.view(q.shape[0], q.shape[2], -1)


def of_shared_heads(q, k, v, seen):
    shared = [x[:, :1, None].expand(-1, 1, 3, -1, -1).reshape(k.shape) for x in (k, v)]
    return filled(q, *shared, seen)


def of_three_dimensions(q, k, v, seen):
    return filled(q[0], k[0], v[0], seen[0])


def of_two_dimensions(q, k, v, seen):
    return filled(q[0, 0], k[0, 0], v[0, 0], seen[0, 0])


FORMS = (
    filled,
    filled_far_below,
    filled_nearby,
    in_single_precision,
    by_einsum,
    heads_inside,
    of_shared_heads,
    of_three_dimensions,
    of_two_dimensions,
)


def attentions(function, *inputs, dynamic=False):
    """The kernels of a call that are attention's, without their digests."""
    report = report_of(function, *(x.to("npu") for x in inputs), dynamic=dynamic)
    names = (kernel.name.removeprefix("npu_fused_").rpartition("_")[0] for kernel in report.kernels)
    return [name for name in names if "attention" in name]


@pytest.mark.covering("filled", "of_shared_heads")
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_it_is_one_kernel_with_the_values_of_eager(device, form):
    check(form, *operands(), device=device)
    assert attentions(form, *operands()) == ONE_KERNEL


@pytest.mark.covering("filled", "filled_far_below")
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_gradients_are_those_of_eager(device, form):
    check_gradients(form, *operands(), device=device)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("keys", [1, 130, 333])
def test_keys_in_several_tiles_and_one_key(device, form, keys):
    check_gradients(form, *operands(shape=(1, 3, 70, keys, 8)), device=device, rtol=1e-4, atol=1e-4)


@pytest.mark.covering("dtype0")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_narrow_floats(device, dtype):
    run(device, SHAPE, dtype)
    assert attentions(in_single_precision, *operands(dtype)) == ONE_KERNEL


def test_rows_without_visible_keys_are_what_a_softmax_makes_of_them(device):
    """NaN, and their gradients; where hidden scores are finite, the mean of all values."""
    q, k, v, _ = operands()
    nothing = torch.zeros(11, 19, dtype=torch.bool)
    for form in (filled, filled_far_below):
        check_gradients(form, q, k, v, nothing, device=device)


def test_dimensions_may_be_counted_from_the_end(device):
    """Of equal sizes, so that only their order tells what a permutation moves."""
    inputs = operands(shape=(3, 3, 3, 3, 3))
    check(lambda q, k, v, seen: filled(q, k, v.permute(-2, -1, 0, 1), seen), *inputs, device=device)


@pytest.mark.parametrize("form", [filled, filled_far_below, of_three_dimensions], ids=lambda form: form.__name__)
def test_lengths_may_be_symbolic(device, form):
    torch._dynamo.reset()
    compiled = torch.compile(form, fullgraph=True)
    with torch.npu.simulator(machine="tpuv3") as simulation:
        for shape in (SHAPE, (2, 3, 13, 35, 8)):
            inputs = operands(shape=shape)
            moved = [x.to(device) for x in inputs]
            for x, dims in zip(moved, [(2,), (2,), (2,), (2, 3)], strict=True):
                for dim in dims:
                    torch._dynamo.mark_dynamic(x, dim)
            torch.testing.assert_close(compiled(*moved).cpu(), form(*inputs), equal_nan=True)
        names = [kernel.name for kernel in simulation.report().kernels]
    assert len([name for name in names if "softmax_attention" in name]) == 1


# -- causal masks that a program makes


def filled_above(q, k, v):
    later = torch.triu(torch.ones(q.shape[-2], k.shape[-2], device=q.device), diagonal=1).bool()
    return (q @ k.mT / 3).masked_fill(later, -1e9).softmax(-1) @ v


def added_above(q, k, v):
    mask = torch.full((q.shape[-2], k.shape[-2]), -INFINITY, device=q.device).triu(1)
    return (q @ k.mT * 0.3 + mask).softmax(-1) @ v


def compared(q, k, v):
    rows, columns = (torch.arange(x.shape[-2], device=q.device) for x in (q, k))
    seen = (rows[:, None] >= columns)[None, None]
    return torch.where(seen, q @ k.mT, torch.finfo(q.dtype).min).softmax(-1) @ v


def below_the_diagonal(q, k, v):
    return (q @ k.mT).masked_fill(torch.ones(11, 19, device=q.device).tril() == 0, -INFINITY).softmax(-1) @ v


CAUSAL = (filled_above, added_above, compared, below_the_diagonal)


@pytest.mark.covering("filled_above", "added_above")
@pytest.mark.parametrize("form", CAUSAL, ids=lambda form: form.__name__)
def test_a_causal_mask_is_not_made(device, form):
    inputs = operands()[:3]
    check_gradients(form, *inputs, device=device)
    (kernel,) = report_of(form, *(x.to("npu") for x in inputs)).kernels
    assert kernel.meta["ops"] == ["npusim.softmax_attention.default"]


def test_keys_behind_a_causal_mask_take_no_time(device):
    q, k, v = (torch.empty(1, 1, 2048, 64, device=device) for _ in range(3))
    seen = torch.empty(2048, 2048, device=device, dtype=torch.bool)
    assert report_of(filled_above, q, k, v).cycles < 0.8 * report_of(filled, q, k, v, seen).cycles


def sees_one_more(q, k, v):
    return (q @ k.mT).masked_fill(torch.ones(11, 19, device=q.device).triu(2) == 1, -INFINITY).softmax(-1) @ v


def hides_nearby(q, k, v):
    return (q @ k.mT).masked_fill(torch.ones(11, 19, device=q.device).triu(1) == 1, -2.0).softmax(-1) @ v


@pytest.mark.parametrize("form", [sees_one_more, hides_nearby], ids=lambda form: form.__name__)
def test_other_masks_of_numbers_are_read(device, form):
    check_gradients(form, *operands()[:3], device=device)
    assert attentions(form, *operands()[:3]) == ONE_KERNEL


# -- biases


def biased(q, k, v, bias):
    return (q @ k.mT / 3 + bias).mul(0.5).sub(bias[..., :1, :]).softmax(-1) @ v


def alibi(q, k, v, slopes):
    """BLOOM's: one product that adds the bias, of sequences times heads; then a fill."""
    batch, heads, queries, width = q.shape
    rows = q.reshape(-1, queries, width)
    scores = slopes.baddbmm(rows, k.reshape(-1, k.shape[2], width).mT, beta=0.5, alpha=0.25)
    later = torch.ones(queries, k.shape[2], dtype=torch.bool, device=q.device).triu(1)
    scores = scores.view(batch, heads, queries, -1).masked_fill(later, torch.finfo(q.dtype).min)
    return torch.bmm(scores.softmax(-1).flatten(0, 1), v.flatten(0, 1)).view(q.shape)


BIASES = [(biased, (1, 3, 11, 19)), (biased, (11, 19)), (biased, (1, 19)), (alibi, (6, 1, 19))]


@pytest.mark.covering("alibi-bias_shape3")
@pytest.mark.parametrize(("form", "bias_shape"), BIASES)
def test_biases_may_come_in_any_order(device, form, bias_shape):
    inputs = (*operands()[:3], make(bias_shape, seed=7))
    check(form, *inputs, device=device)
    assert attentions(form, *inputs) == ONE_KERNEL


def test_a_narrow_bias_does_not_narrow_what_hides(device):
    """Rows without visible keys give means; a fill of -inf would give NaN."""

    def program(q, k, v, bias, hidden):
        scores = (q @ k.mT).float() + bias
        return scores.masked_fill(hidden, torch.finfo(torch.float32).min).softmax(-1).to(q.dtype) @ v

    q, k, v, seen = operands(torch.float16)
    inputs = q, k, v, make((11, 19), torch.float16, 6), ~seen
    check(program, *inputs, device=device, rtol=1e-3, atol=2e-3)
    assert attentions(program, *inputs) == ONE_KERNEL


def test_a_mask_may_be_inverted_elsewhere(device):
    def program(q, k, v, hidden):
        mixed = (q @ k.mT).masked_fill(hidden, -INFINITY).softmax(-1) @ v
        return mixed * hidden.logical_not()[..., :1]

    q, k, v, seen = operands()
    check_gradients(program, q, k, v, ~seen, device=device)


def test_a_bias_of_a_program_that_differentiates_stays_apart(device):
    """A row of huge scores has a logsumexp that does not know how many they are."""
    q, k, v, _ = operands()
    bias = torch.zeros(11, 19)
    bias[5] = torch.finfo(torch.float32).min
    check_gradients(lambda *x: (x[0] @ x[1].mT * 0.3 + bias.to(x[0].device)).softmax(-1) @ x[2], q, k, v, device=device)


# -- programs that stay as they are


def weights_too(q, k, v, seen):
    weights = (q @ k.mT).masked_fill(~seen, -1.0).softmax(-1)
    return weights @ v, weights


def scores_too(q, k, v, seen):
    scores = (q @ k.mT).masked_fill(~seen, -1.0)
    return scores.softmax(-1) @ v, scores.relu()


def over_queries(q, k, v, seen):
    return (q @ k.mT).masked_fill(~seen, -1.0).softmax(-2) @ v


def filled_nearby_behind_a_bias(q, k, v, seen):
    return (q @ k.mT + q[..., :1]).masked_fill(~seen, -1.0).softmax(-1) @ v


def product_from_the_left(q, k, v, seen):
    return v.mT @ (q @ k.mT).masked_fill(~seen, -1.0).softmax(-1).mT


def shared_by_sequences(q, k, v, seen):
    return (q[0] @ k[0].mT).masked_fill(~seen, -1.0).softmax(-1) @ v[0]


def without_a_mask(q, k, v, seen):
    return (q[0] @ k[0].mT).softmax(-1) @ v[0]


OTHERS = (
    weights_too,
    scores_too,
    over_queries,
    filled_nearby_behind_a_bias,
    product_from_the_left,
    shared_by_sequences,
    without_a_mask,
)


@pytest.mark.covering("weights_too", "scores_too", "over_queries")
@pytest.mark.parametrize("form", OTHERS, ids=lambda form: form.__name__)
def test_other_programs_stay_apart(device, form):
    inputs = [x[..., :11, :] for x in operands(shape=(2, 3, 11, 11, 8))]
    check(form, *inputs, device=device)
    assert not attentions(form, *inputs)


@pytest.mark.parametrize("fusion", ["attention", "prologue", "reduction_epilogue"])
def test_it_can_be_switched_off(device, fusion):
    with torch.npu.fusion(**{fusion: False}):
        assert not attentions(filled, *operands())


def test_a_kernel_says_that_it_was_made_of_several_operators(device):
    report = report_of(filled, *(x.to("npu") for x in operands()))
    (kernel,) = report.kernels
    assert [entry["fusion"] for entry in kernel.meta["fusions"]] == ["attention"]


# -- the operators on the host, for verification


@pytest.mark.parametrize("hidden", [-INFINITY, -1e9, -2.0])
def test_operators_on_the_host_are_those_of_the_kernels(hidden):
    q, k, v, seen = (x.requires_grad_(x.dtype.is_floating_point) for x in operands())
    weights = torch.where(seen, 0.3 * (q @ k.mT), hidden).softmax(-1)
    expected = weights @ v
    gradient = make(expected.shape, seed=9)
    wanted = torch.autograd.grad(expected, (q, k, v), gradient)
    inputs = [x.detach() for x in (q, k, v)]
    out, logsumexp = torch.ops.npusim.softmax_attention(*inputs, seen, 0.3, hidden, True, False)
    torch.testing.assert_close(out, expected.detach(), equal_nan=True)
    assert out.transpose(1, 2).is_contiguous()
    arguments = (gradient, *inputs, seen, out, logsumexp, 0.3, hidden, False, False)
    for got, want in zip(torch.ops.npusim.softmax_attention_backward(*arguments), wanted, strict=True):
        torch.testing.assert_close(got, want, equal_nan=True)


if __name__ == "__main__":
    main("attention_written_out", run, [SHAPE], "(1,2,32,32,16)", "B,H,QUERIES,KEYS,D")
