"""Cross entropy: classes up to a vocabulary, ignored targets, weights, smoothed labels, gradients."""

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, compare, kernel_reports, main, make

SHAPES = [(33, 257), (5, 32000)]
FORMS = [{}, {"reduction": "sum"}, {"reduction": "none"}, {"label_smoothing": 0.1}, {"ignore_index": 3}]


def targets(shape):
    generator = torch.Generator().manual_seed(7)
    chosen = torch.randint(0, shape[1], shape[:1], generator=generator)
    chosen[::4] = min(3, shape[1] - 1)
    return chosen


def run(device, shape, dtype=torch.float32):
    def losses(x, target, weight):
        plain = [F.cross_entropy(x, target, **form) for form in FORMS]
        return [*plain, F.cross_entropy(x, target, weight), F.cross_entropy(x, target, weight, label_smoothing=0.2)]

    weight = make(shape[1:], dtype, seed=1).abs() + 0.5
    check(losses, make(shape, dtype), targets(shape), weight, device=device)


@pytest.mark.slow
@pytest.mark.covering("(131, 1000)-torch.bfloat16", "(3, 50257)-torch.float32", "(1, 2)-torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", [(1, 2), (7, 129), (131, 1000), (3, 50257)], ids=str)
def test_losses_are_what_the_cpu_gives(device, shape, dtype):
    run(device, shape, dtype)


@pytest.mark.covering("(9, 131)-{'weight': True}", "(5, 4099)-{'reduction': 'sum'}")
@pytest.mark.parametrize("form", [*FORMS, {"weight": True}], ids=str)
@pytest.mark.parametrize("shape", [(9, 131), (5, 4099)], ids=str)
def test_gradients_are_what_the_cpu_gives(device, shape, form):
    x, target = make(shape), targets(shape)
    weight = make(shape[1:], seed=1).abs() + 0.5 if form.get("weight") else None
    options = {name: value for name, value in form.items() if name != "weight"}

    def gradient(x, target, weight):
        x = x.detach().requires_grad_()
        return torch.autograd.grad(loss(x, target, weight).sum(), x)[0]

    def loss(x, target, weight):
        return F.cross_entropy(x, target, weight, **options)

    expected = gradient(x, target, weight)
    torch._dynamo.reset()
    loss = torch.compile(loss, fullgraph=True)
    compare(gradient(x.to(device), target.to(device), None if weight is None else weight.to(device)), expected)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_gradients_of_narrow_logits_are_what_the_cpu_gives(device, dtype):
    def gradient(x, target):
        return torch.func.grad(lambda y: F.cross_entropy(y, target, ignore_index=3))(x)

    # Eager PyTorch rounds what the gradient is made of: 1.8e-4 apart in bfloat16, where most elements are below 1e-2.
    tolerances = {"rtol": 1.6e-2, "atol": 2e-4} if dtype == torch.bfloat16 else {}
    check(gradient, make((9, 131), dtype), targets((9, 131)), device=device, **tolerances)


def test_one_hot_elements_are_chosen_by_places_of_any_width(device):
    def chosen(x, target, factor):
        hot = target[:, None] == torch.arange(70, device=x.device)
        scaled = torch.where(hot, 1.5, -0.1).to(torch.bfloat16).float() * factor[:, None]
        return scaled + x / x.sum(1, keepdim=True)

    target = torch.tensor([0, 69, 70, -1, 5 + (1 << 32), -(1 << 40)])
    check(chosen, make((6, 70)).abs() + 1, target, make((6,)), device=device)


def test_the_logits_are_read_once(device):
    x, target = torch.empty(128, 32000, device=device), torch.zeros(128, dtype=torch.int64, device=device)
    kernels = kernel_reports(F.cross_entropy, x, target)
    assert sum(k["memory"]["read_bytes"] for k in kernels) < 1.01 * 4 * x.numel()


def test_a_row_that_is_not_finite_stays_so(device):
    def sums(x, target):
        hot = target[:, None] == torch.arange(5, device=x.device)
        return (hot * x[:, :1]).sum(1), (torch.where(hot, x[:, 1:2], x[:, 2:3])).sum(1)

    x = make((4, 3))
    x[1, 0], x[2, 1] = torch.inf, torch.nan
    check(sums, x, torch.tensor([0, 4, 2, 9]), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("length", [0, 1, 2, 9])
def test_sums_of_rows_whose_length_data_decide_are_those_of_their_elements(device, length):
    def sums(chosen, x, y, target):
        places = torch.nonzero(chosen)[:, 0]
        hot = target[:, None] == torch.arange(places.shape[0], device=x.device)
        rows = x[:, None].expand(-1, places.shape[0])
        return rows.sum(1), torch.where(hot, rows, y[:, None]).sum(1), (hot * 1).sum(1)

    chosen = torch.arange(11) < length
    x = torch.tensor([torch.inf, -torch.inf, 2.0, 0.5])
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        check(sums, chosen, x, x.flip(0), torch.tensor([0, 1, 5, 20]), device=device)


@pytest.mark.slow
@pytest.mark.covering("sum-torch.float32", "mean-torch.bfloat16", "none-torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses_of_a_linear_layer_in_chunks_of_the_batch(device, reduction, dtype):
    target, options = targets((17, 31)), torch.nn.LinearCrossEntropyOptions(batch_chunk_size=5, allow_retain_graph=True)
    bias, weight = make((31,), dtype, seed=2), make((31,), dtype, seed=3).abs()

    def losses(x, layer, target, bias, weight):
        plain = F.linear_cross_entropy(x, layer, target, reduction=reduction, options=options)
        forms = {"linear_bias": bias, "weight": weight, "ignore_index": 3}
        return plain, F.linear_cross_entropy(x, layer, target, reduction=reduction, options=options, **forms)

    check(losses, make((17, 13), dtype), make((31, 13), dtype, seed=1), target, bias, weight, device=device)


@pytest.mark.slow
@pytest.mark.covering("mean", "sum")
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_gradients_of_a_linear_layer_in_chunks_of_the_batch(device, reduction):
    target, options = targets((17, 31)), torch.nn.LinearCrossEntropyOptions(batch_chunk_size=5, allow_retain_graph=True)

    def loss(x, layer, bias, target):
        forms = {"linear_bias": bias, "ignore_index": 3, "reduction": reduction, "options": options}
        return F.linear_cross_entropy(x, layer, target, **forms)

    check_gradients(loss, make((17, 13)), make((31, 13), seed=1), make((31,), seed=2), target, device=device)


if __name__ == "__main__":
    main("cross_entropy", run, SHAPES, "(64,1000)")
