"""Operators that are written with others: forward and gradients, against eager PyTorch on the CPU."""

import functools
import itertools
import math

import pytest
import torch
from common import check, check_gradients, compare, make
from torch.nn import functional

POOLS = {
    "avg1d": (lambda x: functional.adaptive_avg_pool1d(x, 5), (2, 3, 17)),
    "avg2d": (lambda x: functional.adaptive_avg_pool2d(x, (5, 4)), (2, 3, 13, 11)),
    "avg2d_larger": (lambda x: functional.adaptive_avg_pool2d(x, (7, 12)), (2, 3, 5, 11)),
    "avg3d": (lambda x: functional.adaptive_avg_pool3d(x, (2, 3, 4)), (2, 3, 5, 7, 8)),
    "max1d": (lambda x: functional.adaptive_max_pool1d(x, 5), (2, 3, 17)),
    "max2d": (lambda x: functional.adaptive_max_pool2d(x, (5, 4)), (2, 3, 13, 11)),
    "max3d": (lambda x: functional.adaptive_max_pool3d(x, (2, 3, 4)), (2, 3, 5, 7, 8)),
    "max_pool3d": (lambda x: functional.max_pool3d(x, 3, 2, 1), (2, 3, 5, 7, 9)),
}


@pytest.mark.slow
@pytest.mark.covering("avg2d_larger", "max3d", "avg2d", "avg1d")
@pytest.mark.parametrize("name", POOLS)
def test_pooling_and_its_gradient(device, name):
    function, shape = POOLS[name]
    check_gradients(function, make(shape), device=device)


@pytest.mark.covering("shape1-pads1")
@pytest.mark.parametrize(
    ("shape", "pads"), [((2, 3, 7), (2, 1)), ((2, 3, 5, 6), (1, 0, -1, 3)), ((1, 2, 3, 4, 5), (1,) * 6)]
)
def test_replication_padding_and_its_gradient(device, shape, pads):
    check_gradients(lambda x: functional.pad(x, pads, "replicate"), make(shape), device=device)


@pytest.mark.covering("0", "0.5", "inf")
@pytest.mark.parametrize("p", [0, 0.5, 2, math.inf])
def test_distances_and_their_gradients(device, p):
    check_gradients(lambda x, y: torch.cdist(x, y, p=p), make((2, 5, 3)), make((2, 7, 3), seed=1), device=device)


def test_numbers_of_different_elements_are_undefined_beside_nan(device):
    x, y = make((3, 4)), make((5, 4), seed=1)
    x[1, 2], y[3, 0], y[4, 1] = math.nan, math.inf, x[0, 1]
    check(lambda x, y: torch.cdist(x, y, p=0), x, y, device=device)


@pytest.mark.covering("2")
@pytest.mark.parametrize("p", [1, 2, math.inf])
def test_distances_of_all_pairs_and_their_gradient(device, p):
    check_gradients(lambda x: functional.pdist(x, p=p), make((9, 4)), device=device)


@pytest.mark.covering("max")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bags_of_embeddings_and_their_gradients(device, mode):
    indices, offsets = torch.tensor([3, 1, 4, 1, 5, 9, 2, 6, 5]), torch.tensor([0, 2, 2, 7])
    check_gradients(
        lambda w, i, o: functional.embedding_bag(i, w, o, mode=mode, padding_idx=1),
        make((10, 5)),
        indices,
        offsets,
        device=device,
    )


@pytest.mark.covering("prod")
@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min", "prod"])
def test_reductions_of_segments_and_their_gradients(device, reduce):
    lengths = torch.tensor([2, 0, 4, 1])
    check_gradients(
        lambda x, n: torch.segment_reduce(x, reduce, lengths=n, initial=1.0, unsafe=True),
        make((7, 3)),
        lengths,
        device=device,
    )


def test_products_that_are_summed_over_a_batch(device):
    check(
        lambda c, a, b: torch.addbmm(c, a, b, beta=0.5, alpha=2),
        make((5, 7)),
        make((3, 5, 4)),
        make((3, 4, 7)),
        device=device,
    )
    check_gradients(functional.bilinear, make((5, 3)), make((5, 4)), make((2, 3, 4)), make((2,)), device=device)


WHOLE_CONVOLUTIONS = {
    "conv1d": (functional.conv1d, (2, 4, 17), (6, 2, 3), {"stride": 2, "padding": 1, "dilation": 2, "groups": 2}),
    "conv2d": (functional.conv2d, (1, 3, 9, 8), (5, 3, 3, 2), {"stride": (1, 3), "padding": (2, 0)}),
    "conv3d": (functional.conv3d, (1, 2, 5, 4, 6), (3, 2, 2, 1, 3), {}),
    "transposed1d": (
        functional.conv_transpose1d,
        (2, 4, 5),
        (4, 3, 4),
        {"stride": 3, "output_padding": 2, "groups": 2},
    ),
    "transposed2d": (functional.conv_transpose2d, (1, 3, 5, 4), (3, 2, 3, 2), {"stride": 2, "padding": (3, 0)}),
    "transposed2d of one channel": (
        functional.conv_transpose2d,
        (1, 1, 4, 5),
        (1, 1, 4, 3),
        {"stride": 2, "padding": 1, "output_padding": 1, "dilation": (2, 3)},
    ),
}


@pytest.mark.covering("conv1d-dtype0")
@pytest.mark.parametrize(
    ("name", "dtype"), [*((name, torch.int64) for name in WHOLE_CONVOLUTIONS), ("conv3d", torch.uint8)]
)
def test_convolutions_of_whole_numbers(device, name, dtype):
    function, shape, weight, options = WHOLE_CONVOLUTIONS[name]
    bias = make((weight[1] * options.get("groups", 1) if "transposed" in name else weight[0],), dtype, seed=2)
    inputs = make(shape, dtype), make(weight, dtype, seed=1), bias
    check(lambda x, w, b: function(x, w, b, **options), *inputs, device=device)


TRIANGLES = {
    "upper": {"upper": True},
    "lower of ones": {"upper": False, "unitriangular": True},
    "from the right": {"upper": False, "left": False},
}


@pytest.mark.covering("(2, 0, 3)")
@pytest.mark.parametrize("shape", [(3, 5, 5), (2, 1, 4, 7), (7, 4), (1, 3), (37, 37), (2, 0, 3)], ids=str)
def test_factored_matrices_are_unpacked(device, shape):
    factors, pivots = torch.linalg.lu_factor(make(shape))
    check(torch.lu_unpack, factors, pivots, device=device)
    check(lambda lu, p: torch.lu_unpack(lu, p, unpack_data=False)[0], factors, pivots, device=device)

    def triangles(factors, pivots):
        return torch.cat([part.flatten() for part in torch.lu_unpack(factors, pivots, unpack_pivots=False)[1:]])

    check_gradients(triangles, factors, pivots, device=device)


@pytest.mark.covering("(3, 37, 5)-upper-f32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=["f32", "f64"])
@pytest.mark.parametrize("options", TRIANGLES.values(), ids=TRIANGLES)
@pytest.mark.parametrize("shape", [(3, 37, 5), (130, 3, 2), (64, 32), (2, 1, 1, 3), (2, 0, 3)], ids=str)
def test_triangular_systems_are_solved_on_the_device(device, shape, options, dtype):
    *batch, size, columns = shape
    matrix = make((*batch, size, size), dtype) / max(size, 1) ** 0.5 + 2 * torch.eye(size, dtype=dtype)
    other = make((size, columns) if options.get("left", True) else (columns, size), dtype, seed=1)
    solve = functools.partial(torch.linalg.solve_triangular, **options)
    with torch.npu.set_fallback_policy("error"):
        check(solve, matrix, other, device=device)
        check_gradients(solve, matrix, other, device=device)


@pytest.mark.covering("from the right-nan")
@pytest.mark.parametrize("value", [torch.inf, torch.nan, 0.0], ids=["inf", "nan", "singular"])
@pytest.mark.parametrize("options", TRIANGLES.values(), ids=TRIANGLES)
def test_what_is_not_finite_reaches_no_row_that_is_solved_before(device, options, value):
    """A value of a right-hand side, or a 0 on the diagonal; the other triangle is NaN, as it is not read."""
    matrix, other = make((37, 37)) / 6 + 2 * torch.eye(37), make((37, 37), seed=1)
    place = matrix if value == 0 else other
    place[20, 20] = value
    unused = torch.ones_like(matrix, dtype=torch.bool).tril(-1)
    matrix[unused if options["upper"] else unused.mT] = torch.nan
    check(functools.partial(torch.linalg.solve_triangular, **options), matrix, other, device=device)


@pytest.mark.slow
def test_triangular_systems_of_large_condition_numbers_are_solved_as_exactly_as_on_the_cpu(device):
    """Substitution has small errors here, products with an inverse have errors of the size of the result."""
    for seed in range(4):
        matrix = make((100, 100), seed=seed).tril() / 2
        matrix.diagonal().add_(matrix.diagonal().sign() * 0.3)
        other = make((100, 5), seed=seed + 10)
        solve = functools.partial(torch.linalg.solve_triangular, upper=False)
        exact = solve(matrix.double(), other.double())
        found = torch.compile(solve, fullgraph=True)(matrix.to(device), other.to(device)).cpu()
        errors = [((x - exact).norm(dim=0) / exact.norm(dim=0)).max() for x in (solve(matrix, other), found)]
        assert errors[1] < 8 * errors[0]


@pytest.mark.slow
@pytest.mark.covering("5-dtype0", "1-dtype1", "50-dtype2")
@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint8])
@pytest.mark.parametrize("steps", [0, 1, 2, 5, 50])
def test_whole_numbers_between_two_ends(device, dtype, steps):
    for start, end in ((4.3, 0), (2.9, 117.5)):
        made = torch.compile(lambda s, e, d: torch.linspace(s, e, steps, dtype=dtype, device=d), fullgraph=True)
        compare(made(start, end, device), torch.linspace(start, end, steps, dtype=dtype))
    between = lambda start, end: torch.linspace(start, end, steps, dtype=dtype, device=start.device)  # noqa: E731
    for start, end in ((4.3, 91), (50, 1)):
        check(between, torch.tensor(start), torch.tensor(end), device=device)


def test_steps_between_whole_numbers_are_rounded_once(device):
    """4.9 * 10 is a little more than 49: element 10 is 0, not -1, as with the CPU's fused multiply-add."""
    made = torch.compile(lambda d: torch.linspace(-50, 97, 31, dtype=torch.int8, device=d), fullgraph=True)
    assert made(device)[9:12].tolist() == [-5, 0, 3]


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int32, torch.bool], ids=str)
def test_hashes_of_all_elements_and_of_rows(device, dtype):
    x = make((5, 7, 3), dtype)
    check(torch.hash_tensor, x, device=device)
    check(lambda x: torch.hash_tensor(x, (0, -1), keepdim=True), x, device=device)
    check(torch.hash_tensor, make((), dtype), device=device)


def test_bilinear_forms_of_whole_numbers_keep_their_dtype(device):
    shapes = ((5, 3), (5, 4), (2, 3, 4), (2,))
    check(functional.bilinear, *(make(shape, torch.int32) for shape in shapes), device=device)


def test_embeddings_for_sparse_gradients_give_the_same_values(device):
    indices = torch.tensor([[3, 1], [0, 9]])
    check(lambda i, w: functional.embedding(i, w, sparse=True, padding_idx=0), indices, make((10, 5)), device=device)


WINDOWS = {
    "hamming": (torch.hamming_window, (), (0.5,), (0.6, 0.3)),
    "blackman": (torch.blackman_window, ()),
    "bartlett": (torch.bartlett_window, ()),
    "kaiser": (torch.kaiser_window, (), (5.5,)),
    "hann": (torch.hann_window, ()),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WINDOWS)
def test_windows_of_signals(device, name):
    function, *parameters = WINDOWS[name]

    def windows(x):
        found = [function(n, dtype=x.dtype, device=x.device) for n in (0, 1, 2, 7, 130)]
        shapes = itertools.product((1, 5, 8), (True, False), parameters)
        return found + [function(n, periodic, *given, dtype=x.dtype, device=x.device) for n, periodic, given in shapes]

    for dtype in (torch.float32, torch.float64):
        check(windows, make((1,), dtype), device=device)


@pytest.mark.covering("12.0")
@pytest.mark.parametrize("beta", [0.0, 12.0])
def test_kaiser_windows_whose_constants_are_computed_while_tracing(device, beta):
    with torch.npu.set_fallback_policy("error"):
        got = torch.compile(lambda: torch.signal.windows.kaiser(7, beta=beta, device="npu"), fullgraph=True)()
    compare(got, torch.signal.windows.kaiser(7, beta=beta))


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize(("start", "length"), [(1, 2), (-3, 2), (0, 5), (2, 0)])
def test_gradients_of_slices_that_the_data_place(device, start, length):
    def narrowed(x, s):
        return torch.narrow(x, 1, s, length) * 2

    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        check_gradients(narrowed, make((3, 5)), torch.tensor(start), device=device)


@pytest.mark.parametrize("function", [torch.sgn, torch.sign], ids=["sgn", "sign"])
def test_gradients_that_are_zero_everywhere(device, function):
    check_gradients(function, make((3, 5)), device=device)


@pytest.mark.slow
def test_gradients_of_values_filled_at_repeated_places(device):
    def filled(x, index, value):
        return torch.index_fill(x, 1, index, value)

    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        check_gradients(filled, make((3, 5)), torch.tensor([0, 2, 2]), make(()), device=device)


def test_in_place_random_values_stay_in_their_range_and_follow_the_seed(device):
    fill = torch.compile(lambda x: x.uniform_(2, 3), fullgraph=True)
    results = []
    for _ in range(2):
        torch.manual_seed(7)
        results.append(fill(torch.zeros(1000, device=device)).cpu())
    assert torch.equal(*results)
    assert results[0].min() >= 2 and results[0].max() <= 3 and 0.27 < results[0].std() < 0.31


# -- derivatives in forward mode


def tangent(function):
    """The derivative of a function of one tensor in one direction, in forward mode."""
    return lambda x: torch.func.jvp(function, (x,), (x.cos(),))[1]


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dim", [0, -1])
def test_tangents_of_gated_units_and_of_their_gradients(device, dim):
    def glu(x):
        return functional.glu(x, dim)

    gradient = torch.func.grad(lambda x: glu(x).sin().sum())
    check(lambda x: (tangent(glu)(x), tangent(gradient)(x)), make((4, 6)), device=device)


def into_columns(y, x):
    """Of a tensor without a tangent, some columns get one."""
    y[:, 1:5] = x[:, :4].sin()
    return y * x


def into_rows_of_a_part(x):
    y = (x.detach().t() * 2).reshape(2, 3, 4)[1]  # a view that begins in the middle of its memory
    y[:, 1:3] = x[:3, 1:3].sin()
    return y * 2


WRITES = {
    "row-major": lambda x: into_columns(torch.ones_like(x), x),
    "column-major": lambda x: into_columns(x.detach().t().contiguous().t() * 2, x),
    "view": into_rows_of_a_part,
}


@pytest.mark.covering("view")
@pytest.mark.parametrize("write", WRITES)
def test_tangents_that_are_written_to_a_part_of_a_tensor(device, write):
    check(tangent(WRITES[write]), make((4, 6)), device=device)


@pytest.mark.slow
def test_tangents_that_are_written_to_a_part_of_a_complex_tensor(device):
    def write(x):
        z = torch.complex(x, x.exp())
        return torch.view_as_real(into_columns(torch.zeros_like(z), z))

    check(tangent(write), make((4, 6)), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("reduction", ["none", "mean"])
def test_labels_behind_the_first_minus_one_are_no_targets(device, reduction):
    labels = torch.tensor([[1, 2, -1, 3, 0], [-1, 1, 2, 3, 4], [4, 2, 0, 1, 3]])
    check_gradients(
        lambda x: functional.multilabel_margin_loss(x, labels.to(x.device), reduction=reduction),
        make((3, 5)),
        device=device,
    )


@pytest.mark.covering("mean-1")
@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_classes_just_a_margin_below_the_target_have_no_gradient(device, reduction, p):
    scores = torch.tensor([[1.0, 0.0, 0.5, -3.0], [2.0, 1.0, 1.5, 0.0], [0.0, torch.nan, -1.0, 1.0]])
    labels, weight = torch.tensor([0, 0, 3]), torch.tensor([0.5, 1.0, 2.0, 3.0])
    check_gradients(
        lambda x: functional.multi_margin_loss(
            x, labels.to(x.device), p=p, weight=weight.to(x.device), reduction=reduction
        ),
        scores,
        device=device,
    )
