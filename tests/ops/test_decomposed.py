"""Operators that are written with others: forward and gradients, against eager PyTorch on the CPU."""

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


@pytest.mark.covering("avg2d_larger")
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


INTERPOLATIONS = {
    "linear": ((3, 5, 31), {"size": 67, "mode": "linear"}),
    "bilinear": ((2, 3, 7, 9), {"size": (13, 5), "mode": "bilinear"}),
    "bilinear_to_one": ((2, 3, 7, 9), {"size": (1, 129), "mode": "bilinear"}),
    "bilinear_by_factors": ((2, 3, 7, 9), {"scale_factor": (0.6, 1.7), "mode": "bilinear"}),
    "bicubic": ((2, 3, 7, 9), {"scale_factor": 2.5, "mode": "bicubic"}),
    "bicubic_of_many_planes": ((1, 400, 5, 7), {"size": (11, 3), "mode": "bicubic"}),
    "bilinear_of_nothing": ((0, 3, 4, 5), {"size": (9, 7), "mode": "bilinear"}),
    "trilinear": ((2, 70, 3, 4, 5), {"size": (5, 9, 3), "mode": "trilinear"}),
    "bilinear_too_long": ((1, 1, 2, 4099), {"size": (3, 129), "mode": "bilinear"}),
}


@pytest.mark.covering("True-linear", "False-bilinear_by_factors", "True-bicubic_of_many_planes", "False-trilinear")
@pytest.mark.parametrize("name", INTERPOLATIONS)
@pytest.mark.parametrize("align", [False, True])
def test_interpolation_and_its_gradient(device, name, align):
    shape, options = INTERPOLATIONS[name]
    with torch.npu.assume_finite():
        check_gradients(lambda x: functional.interpolate(x, align_corners=align, **options), make(shape), device=device)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_what_is_no_number_stays_among_its_neighbours(device, mode):
    x = make((2, 3, 7, 9))
    x[0, 1, 3, 4] = x[1, 2, 0, 8] = math.nan
    check(lambda x: functional.interpolate(x, (13, 5), mode=mode), x, device=device)


@pytest.mark.parametrize("memory_format", [torch.channels_last, torch.contiguous_format])
def test_interpolation_keeps_the_memory_format_and_is_not_autocast(device, memory_format):
    def upsampled(x):
        with torch.autocast(x.device.type, dtype=torch.bfloat16):
            return functional.interpolate(x, scale_factor=2, mode="bilinear")

    x = make((2, 3, 5, 7)).contiguous(memory_format=memory_format)
    with torch.npu.assume_finite():
        result = check(upsampled, x, device=device)
    assert result.stride() == upsampled(x).stride()


@pytest.mark.covering("torch.bfloat16", "torch.uint8")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.uint8], ids=str)
def test_interpolation_in_other_dtypes(device, dtype):
    x = (make((1, 3, 9, 11)).abs() * 50).to(dtype)
    with torch.npu.assume_finite():
        check(lambda x: functional.interpolate(x, (5, 17), mode="bicubic"), x, device=device)


def test_interpolation_of_any_size_is_compiled_once(device):
    compiled = torch.compile(
        lambda x: functional.interpolate(x, scale_factor=2, mode="bilinear"), dynamic=True, fullgraph=True
    )
    for size in ((2, 3, 5, 7), (2, 3, 6, 9)):
        x = make(size)
        stance = torch.compiler.set_stance("default" if size[2] == 5 else "fail_on_recompile")
        with torch.npu.assume_finite(), stance:
            compare(compiled(x.to(device)), functional.interpolate(x, scale_factor=2, mode="bilinear"))


@pytest.mark.covering("0", "0.5", "inf")
@pytest.mark.parametrize("p", [0, 0.5, 2, math.inf])
def test_distances_and_their_gradients(device, p):
    check_gradients(lambda x, y: torch.cdist(x, y, p=p), make((2, 5, 3)), make((2, 7, 3), seed=1), device=device)


@pytest.mark.covering("2")
@pytest.mark.parametrize("p", [1, 2, math.inf])
def test_distances_of_all_pairs_and_their_gradient(device, p):
    check_gradients(lambda x: functional.pdist(x, p=p), make((9, 4)), device=device)


@pytest.mark.covering("mean", "max")
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "padding"),
    [
        ("nearest", "zeros"),
        ("bilinear", "reflection"),
        *(pytest.param("bilinear", padding, marks=pytest.mark.slow) for padding in ("zeros", "border")),
    ],
)
def test_grid_sampling_in_three_dimensions(device, mode, padding):
    x, grid = make((1, 2, 3, 4, 5)), make((1, 2, 3, 2, 3), seed=1) * 0.8
    sample = lambda x, grid: functional.grid_sample(x, grid, mode, padding, align_corners=False)  # noqa: E731
    check(sample, x, grid, device=device)


@pytest.mark.covering("bilinear-border-False")
@pytest.mark.parametrize(
    ("mode", "padding", "align"),
    [
        ("bilinear", "border", False),
        ("bicubic", "reflection", False),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (("bilinear", "border", True), ("bicubic", "zeros", True), ("nearest", "border", False))
        ),
    ],
)
def test_grid_sampling_in_two_dimensions_and_its_gradients(device, mode, padding, align):
    x, grid = make((2, 3, 5, 4)), make((2, 3, 6, 2), seed=1) * 0.8
    check_gradients(
        lambda x, grid: functional.grid_sample(x, grid, mode, padding, align_corners=align),
        x,
        grid,
        device=device,
    )


@pytest.mark.covering("size1-bicubic")
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("size", [(3, 4), (20, 17)])
def test_antialiased_resizing_and_its_gradient(device, mode, size):
    check_gradients(
        lambda x: functional.interpolate(x, size, mode=mode, antialias=True), make((2, 3, 11, 9)), device=device
    )


def test_antialiased_resizing_of_doubles_has_weights_of_doubles(device):
    def resize(x):
        return functional.interpolate(x, scale_factor=(1.7, 0.9), mode="bilinear", antialias=True)

    check(resize, make((2, 3, 10, 20), torch.float64), device=device)


@pytest.mark.covering("mean", "max", "prod")
@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min", "prod"])
def test_reductions_of_segments_and_their_gradients(device, reduce):
    lengths = torch.tensor([2, 0, 4, 1])
    check_gradients(
        lambda x, n: torch.segment_reduce(x, reduce, lengths=n, initial=1.0, unsafe=True),
        make((7, 3)),
        lengths,
        device=device,
    )


def test_medians_ignore_nan(device):
    x = make((6, 7))
    x[0, 2] = x[3, :4] = x[5] = math.nan
    check(torch.nanmedian, x, device=device)
    check(lambda x: torch.nanmedian(x, 1)[0], x, device=device)


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.int32, torch.int16], ids=str)
def test_medians_of_nothing_are_those_of_the_cpu(device, dtype):
    check(lambda x: (torch.median(x), torch.nanmedian(x)), torch.empty(0, dtype=dtype), device=device)


def test_products_that_are_summed_over_a_batch(device):
    check(
        lambda c, a, b: torch.addbmm(c, a, b, beta=0.5, alpha=2),
        make((5, 7)),
        make((3, 5, 4)),
        make((3, 4, 7)),
        device=device,
    )
    check_gradients(functional.bilinear, make((5, 3)), make((5, 4)), make((2, 3, 4)), make((2,)), device=device)


@pytest.mark.slow
@pytest.mark.parametrize("weights", [(), ("fweights",), ("aweights",), ("fweights", "aweights")], ids=str)
def test_covariances_and_their_gradients(device, weights):
    given = {"fweights": torch.tensor([1, 3, 2, 0, 1, 4, 1]), "aweights": make((7,)).abs()}
    for correction in (0, 2):

        def covariance(x, *values, correction=correction):
            return torch.cov(x, correction=correction, **dict(zip(weights, values, strict=True)))

        check_gradients(covariance, make((3, 7)), *(given[name] for name in weights), device=device)


@pytest.mark.slow
def test_covariances_of_vectors_whole_numbers_and_too_few_observations(device):
    check(torch.cov, make((9,)), device=device)
    check(torch.corrcoef, make((4, 9)), device=device)
    check(torch.cov, make((3, 5), torch.int64), device=device)
    check(lambda x: torch.cov(x, correction=3), make((2, 3)), device=device)


def test_covariances_that_are_left_with_little_freedom(device):
    """Weights nearly as correlated as there are observations: the divisor is a small difference."""
    weights = torch.tensor([2.0, 2.0000005, 1.9999995])
    got = torch.compile(lambda x, w: torch.cov(x, correction=2, aweights=w))(
        make((2, 3)).to(device), weights.to(device)
    )
    exact = torch.cov(make((2, 3)).double(), correction=2, aweights=weights.double())
    compare(got, exact.float())


def test_weights_of_covariances_must_be_valid(device):
    x, weights = make((2, 3)).to(device), torch.tensor([1.0, -1.0, 1.0]).to(device)
    with pytest.raises(RuntimeError, match="aweights cannot be negative"):
        torch.compile(lambda x, w: torch.cov(x, aweights=w), fullgraph=True)(x, weights)
    with pytest.raises(RuntimeError, match="fweights to have integral dtype"):
        torch.compile(lambda x, w: torch.cov(x, fweights=w))(x, weights)


def test_mean_and_variance_of_nothing_are_nan(device):
    check(torch.var_mean, torch.empty(0), device=device)
    check(lambda x: torch.std_mean(x, (0, -1), keepdim=True), torch.empty(3, 4, 0), device=device)
    check(lambda x: torch.var_mean(x, 0), torch.empty(3, 0), device=device)


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


@pytest.mark.covering("(2, 1, 4, 7)", "(2, 0, 3)")
@pytest.mark.parametrize("shape", [(3, 5, 5), (2, 1, 4, 7), (7, 4), (1, 3), (37, 37), (2, 0, 3)], ids=str)
def test_factored_matrices_are_unpacked(device, shape):
    factors, pivots = torch.linalg.lu_factor(make(shape))
    check(torch.lu_unpack, factors, pivots, device=device)
    check(lambda lu, p: torch.lu_unpack(lu, p, unpack_data=False)[0], factors, pivots, device=device)

    def triangles(factors, pivots):
        return torch.cat([part.flatten() for part in torch.lu_unpack(factors, pivots, unpack_pivots=False)[1:]])

    check_gradients(triangles, factors, pivots, device=device)


@pytest.mark.covering("50-dtype2")
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


@pytest.mark.covering("torch.bfloat16", "torch.bool")
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


@pytest.mark.covering("hamming")
@pytest.mark.parametrize("name", WINDOWS)
def test_windows_of_signals(device, name):
    function, *parameters = WINDOWS[name]

    def windows(x):
        found = [function(n, dtype=x.dtype, device=x.device) for n in (0, 1, 2, 7, 130)]
        shapes = itertools.product((1, 5, 8), (True, False), parameters)
        return found + [function(n, periodic, *given, dtype=x.dtype, device=x.device) for n, periodic, given in shapes]

    for dtype in (torch.float32, torch.float64):
        check(windows, make((1,), dtype), device=device)


@pytest.mark.parametrize("beta", [0.0, 12.0])
def test_kaiser_windows_whose_constants_are_computed_while_tracing(device, beta):
    with torch.npu.set_fallback_policy("error"):
        got = torch.compile(lambda: torch.signal.windows.kaiser(7, beta=beta, device="npu"), fullgraph=True)()
    compare(got, torch.signal.windows.kaiser(7, beta=beta))


@pytest.mark.covering("-3-2")
@pytest.mark.parametrize(("start", "length"), [(1, 2), (-3, 2), (0, 5), (2, 0)])
def test_gradients_of_slices_that_the_data_place(device, start, length):
    def narrowed(x, s):
        return torch.narrow(x, 1, s, length) * 2

    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        check_gradients(narrowed, make((3, 5)), torch.tensor(start), device=device)


@pytest.mark.parametrize("function", [torch.sgn, torch.sign], ids=["sgn", "sign"])
def test_gradients_that_are_zero_everywhere(device, function):
    check_gradients(function, make((3, 5)), device=device)


def test_gradients_of_values_filled_at_repeated_places(device):
    def filled(x, index, value):
        return torch.index_fill(x, 1, index, value)

    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        check_gradients(filled, make((3, 5)), torch.tensor([0, 2, 2]), make(()), device=device)


@pytest.mark.covering("-1-1", "2-2")
@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 1), (2, 2)])
def test_histograms_over_equal_bins(device, low, high):
    check(lambda x: torch.histc(x, 11, low, high), make((300,)), device=device)


@pytest.mark.covering("True-True")
@pytest.mark.parametrize("density", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_histograms_and_their_edges(device, density, weighted):
    x = (make((7, 43)) * 4).round() / 4  # many values on edges
    weight = make((7, 43), seed=1).abs() if weighted else None
    moved = weight if weight is None else weight.to(device)
    for bins in (8, 7, torch.tensor([-1.0, -0.25, 0.5, 3.0])):
        torch._dynamo.reset()
        program = torch.compile(lambda x, b, w: torch.histogram(x, b, weight=w, density=density), fullgraph=True)
        result = program(x.to(device), bins.to(device) if isinstance(bins, torch.Tensor) else bins, moved)
        compare(result, torch.histogram(x, bins, weight=weight, density=density))


def test_histograms_over_a_range_of_one_value_and_of_nothing(device):
    for x, limits in ((make((9,)), (-1.0, 1.0)), (torch.full((4,), 3.0), None), (torch.empty(0), None)):
        check(lambda x, limits=limits: torch.histogram(x, 5, range=limits), x, device=device)


@pytest.mark.slow
def test_histograms_in_several_dimensions(device):
    x, edges = make((50, 3)), [torch.tensor([-2.0, 0.0, 1.0]), torch.tensor([-1.0, 1.0]), torch.linspace(-2, 2, 5)]
    flat = lambda result: (result[0], *result[1])  # noqa: E731
    check(lambda x: flat(torch.histogramdd(x, [3, 2, 4])), x, device=device)
    limits = [-1.0, 1.0, -2.0, 2.0, 0.0, 1.0]
    check(lambda x: flat(torch.histogramdd(x, [3, 2, 4], range=limits, density=True)), x, device=device)
    check(lambda x, *edges: torch.histogramdd(x, list(edges))[0], x, *edges, device=device)


def test_in_place_random_values_stay_in_their_range_and_follow_the_seed(device):
    fill = torch.compile(lambda x: x.uniform_(2, 3), fullgraph=True)
    results = []
    for _ in range(2):
        torch.manual_seed(7)
        results.append(fill(torch.zeros(1000, device=device)).cpu())
    assert torch.equal(*results)
    assert results[0].min() >= 2 and results[0].max() <= 3 and 0.27 < results[0].std() < 0.31
