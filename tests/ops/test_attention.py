"""Scaled dot-product attention, forward and backward: masks, scales, layouts, heads, a whole encoder layer."""

import copy
import itertools

import pytest
import torch
from common import check, check_gradients, check_views, compare, main, make, on_device, report_of
from mapping_support import mappings, texts, written
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention as attention

SHAPES = [(2, 4, 11, 8), (1, 2, 64, 16), (1, 1, 1, 1)]


def inputs(shape, keys=None, dtype=torch.float32, key_heads=None):
    """Query, key, value; ``keys`` positions and ``key_heads`` heads in key and value."""
    batch, heads, length, width = shape
    other = (batch, key_heads or heads, keys or length, width)
    return [make(shape, dtype), make(other, dtype, 1), make(other, dtype, 2)]


def run(device, shape, dtype=torch.float32):
    check(attention, *inputs(shape, dtype=dtype), device=device, **tolerance(dtype))


def tolerance(dtype):
    """Weights are rounded to the inputs' type before values are mixed, here and in torch, from different scales: sums
    near zero are up to 4.9e-4 (float16) and 2.9e-3 (bfloat16) apart.
    """
    narrow = {torch.float16: {"rtol": 1e-3, "atol": 5e-4}, torch.bfloat16: {"rtol": 1.6e-2, "atol": 3e-3}}
    return narrow.get(dtype, {})


@pytest.mark.covering("(2, 4, 11, 8)", "(1, 1, 1, 1)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_attention_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("{'is_causal': True}")
@pytest.mark.parametrize("options", [{}, {"is_causal": True}, {"scale": 0.3}], ids=str)
def test_gradients_are_those_of_the_cpu(device, options):
    check_gradients(lambda q, k, v: attention(q, k, v, **options), *inputs((2, 3, 13, 8)), device=device)


def test_queries_and_keys_may_differ_in_number(device):
    check_gradients(attention, *inputs((2, 2, 5, 8), keys=19), device=device)


def test_masked_positions_get_no_weight(device):
    mask = (make((11, 11), seed=5) > 0.3) | torch.eye(11, dtype=torch.bool)
    check(lambda q, k, v, m: attention(q, k, v, attn_mask=m), *inputs(SHAPES[0]), mask, device=device)


def test_a_bias_is_added_to_the_scores(device):
    bias = make((1, 4, 1, 11), seed=6)
    check(lambda q, k, v, b: attention(q, k, v, attn_mask=b), *inputs(SHAPES[0]), bias, device=device)


def test_half_precision_keeps_scores_in_single_precision(device):
    dtype = torch.bfloat16
    check(attention, *inputs((1, 2, 33, 16), dtype=dtype), device=device, **tolerance(dtype))


@pytest.mark.slow
def test_heads_may_lie_inside_the_sequence(device):
    def packed(x):
        return attention(*x.view(2, 11, 3, 4, 8).permute(2, 0, 3, 1, 4)).transpose(1, 2).reshape(2, 11, 32)

    check_gradients(packed, make((2, 11, 96)), device=device)


def kernels_of(function, *tensors):
    """Names of the kernels of one call."""
    report = report_of(function, *(tensor.to("npu") for tensor in tensors), mode="functional")
    return [kernel.name for kernel in report.kernels]


def test_attention_is_one_kernel_unless_the_mathematical_form_is_chosen(device):
    tensors = inputs((1, 2, 40, 16))
    assert len(kernels_of(attention, *tensors)) == 1
    with sdpa_kernel(SDPBackend.MATH):
        assert len(kernels_of(attention, *tensors)) == 2  # a softmax lies between two products
        check(attention, *tensors, device=device)


@pytest.mark.covering("80")
@pytest.mark.parametrize("width", [32, 80, 96, 128, 256])
def test_heads_may_have_any_width(device, width):
    check(attention, *inputs((1, 2, 130, width), keys=257), device=device)


def test_values_may_be_wider_than_keys(device):
    query, key, _ = inputs((1, 2, 20, 16))
    check(attention, query, key, make((1, 2, 20, 40), seed=4), device=device)


@pytest.mark.covering("{}-torch.float16", "{'is_causal': True}-torch.float64")
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64], ids=str)
@pytest.mark.parametrize("options", [{}, {"is_causal": True}], ids=str)
def test_every_floating_point_type_works(device, dtype, options):
    tensors = inputs((1, 2, 140, 64), dtype=dtype)
    check(lambda q, k, v: attention(q, k, v, **options), *tensors, device=device, **tolerance(dtype))


@pytest.mark.covering("70-300", "300-70")
@pytest.mark.parametrize("queries, keys", [(257, 257), (70, 300), (300, 70), (1, 9), (1000, 1000)])
def test_a_query_sees_the_keys_up_to_its_own_position(device, queries, keys):
    check(lambda q, k, v: attention(q, k, v, is_causal=True), *inputs((1, 2, queries, 32), keys=keys), device=device)


MASK_SHAPES = [(33, 50), (1, 50), (33, 1), (1, 1), (2, 1, 33, 50), (1, 4, 1, 50), (2, 4, 33, 1), (2, 4, 33, 50)]


@pytest.mark.covering("(33, 1)-True", "(1, 4, 1, 50)-False")
@pytest.mark.parametrize("shape, boolean", list(itertools.product(MASK_SHAPES, [True, False])), ids=str)
def test_masks_of_every_broadcast_shape_work(device, shape, boolean):
    mask = make(shape, seed=5) > -0.5 if boolean else make(shape, seed=5)
    tensors = inputs((2, 4, 33, 16), keys=50)
    check(lambda q, k, v, m: attention(q, k, v, attn_mask=m), *tensors, mask, device=device)


MASKS_IN_MEMORY = {
    "numbers of every sequence": lambda: make((2, 1, 150, 70), seed=5),
    "numbers that are expanded": lambda: make((2, 1, 1, 70), seed=5).expand(2, 4, 150, 70),
    "bools of all sequences": lambda: make((1, 1, 150, 70), seed=5) > 0,
    "bools of every sequence": lambda: (make((2, 1, 150, 70), seed=5) > 0).expand(2, 4, 150, 70),
}


@pytest.mark.covering("numbers that are expanded", "bools of all sequences")
@pytest.mark.parametrize("name", MASKS_IN_MEMORY)
def test_masks_are_read_where_they_lie(device, name):
    tensors, mask = inputs((2, 4, 150, 16), keys=70), MASKS_IN_MEMORY[name]()

    def twice(query, key, value, mask):
        return attention(attention(query, key, value, attn_mask=mask), key, value, attn_mask=mask)

    check_views(twice, *tensors, mask, device=device)
    moved = [on_device(tensor, device) for tensor in (*tensors, mask)]
    assert len(report_of(twice, *moved).kernels) == 1  # which is launched twice


@pytest.mark.covering("True-False", "False-True")
@pytest.mark.parametrize("queries_share, heads_share", list(itertools.product([True, False], repeat=2)))
def test_tiles_in_sequence_share_a_mask(device, tmp_path, queries_share, heads_share):
    mask = make((2, 1 if heads_share else 3, 1 if queries_share else 40, 24), seed=5) > 0
    tiles = {"flash_attention": {"6_40_24_8": {"TILE_Q": 16, "TILE_K": 32}}}
    with torch.npu.simulator("tpuv4", mode="functional", mapping=written(tmp_path, tiles)):
        check(lambda q, k, v, m: attention(q, k, v, attn_mask=m), *inputs((2, 3, 40, 8), 24), mask, device=device)


def test_hidden_scores_that_are_not_finite_stay_so(device):
    query, key, value = inputs((1, 2, 20, 16))
    key[0, 0, 3], key[0, 1, 5] = float("nan"), float("inf")
    mask = torch.ones(20, 20, dtype=torch.bool)
    mask[:, 3] = mask[4] = False
    check(lambda q, k, v, m: attention(q, k, v, attn_mask=m), query, key, value, mask, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("batches", [(1, 1, 2), (2, 1, 1), (1, 3, 3)], ids=str)
def test_sequences_may_be_broadcast(device, batches):
    shapes = zip(batches, [(2, 3, 4), (2, 5, 4), (2, 5, 6)], strict=True)
    check(attention, *(make((batch, *rest), seed=n) for n, (batch, rest) in enumerate(shapes)), device=device)


@pytest.mark.parametrize("dtype", [torch.bool, torch.float32], ids=str)
def test_one_query_and_one_key_take_a_mask(device, dtype):
    query, key, value = make((2, 3, 1, 8)), make((2, 3, 1, 8), seed=1), make((2, 3, 1, 16), seed=2)
    check(
        lambda q, k, v, m: attention(q, k, v, attn_mask=m),
        *(query, key, value, torch.ones((2, 1, 1, 1), dtype=dtype)),
        device=device,
    )


def test_a_query_that_sees_nothing_gets_zeros(device):
    mask = torch.ones(20, 20, dtype=torch.bool)
    mask[3] = mask[19] = False
    result = check(lambda q, k, v, m: attention(q, k, v, attn_mask=m), *inputs((1, 2, 20, 16)), mask, device=device)
    assert torch.equal(result.cpu()[:, :, 3], torch.zeros(1, 2, 16))


@pytest.mark.covering("-0.7")
@pytest.mark.parametrize("scale", [2.0, 0.0, -0.7])
def test_the_scale_may_have_any_sign(device, scale):
    check(lambda q, k, v: attention(q, k, v, scale=scale), *inputs((1, 2, 33, 16), keys=50), device=device)


@pytest.mark.covering("1-8", "37-2")
@pytest.mark.parametrize("key_heads", [1, 2, 8])
@pytest.mark.parametrize("queries", [1, 37])
def test_query_heads_may_share_key_heads(device, key_heads, queries):
    tensors = inputs((2, 8, queries, 32), keys=75, key_heads=key_heads)
    check(lambda q, k, v: attention(q, k, v, enable_gqa=True), *tensors, device=device)


def test_one_query_meets_a_long_cache(device):
    check(attention, *inputs((1, 4, 1, 64), keys=10240), device=device)


def test_a_view_of_a_longer_cache_is_read_in_place(device):
    query, key, value = inputs((1, 4, 1, 32), keys=200)
    check_views(attention, query, key[:, :, :77], value[:, :, :77], device=device)
    packed = make((1, 60, 3, 4, 32))
    views = list(packed.permute(2, 0, 3, 1, 4))
    check_views(attention, *views, device=device)
    assert len(kernels_of(lambda x: attention(*x.permute(2, 0, 3, 1, 4)), packed)) == 1


def test_sequence_lengths_may_be_symbolic(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda q, k, v: attention(q, k, v, is_causal=True), dynamic=True, fullgraph=True)
    for length in (40, 130, 257):
        tensors = inputs((1, 2, length, 32))
        result = compiled(*(tensor.to(device) for tensor in tensors))
        compare(result, attention(*tensors, is_causal=True))


def test_gradients_take_masks_grouped_heads_and_ragged_tiles(device):
    mask = make((70, 300), seed=5) > 0.3
    mask[3] = False
    check_gradients(
        lambda q, k, v, m: attention(q, k, v, attn_mask=m), *inputs((1, 2, 70, 80), 300), mask, device=device
    )
    grouped = inputs((2, 4, 37, 32), keys=75, key_heads=2)
    check_gradients(lambda q, k, v: attention(q, k, v, enable_gqa=True), *grouped, device=device)
    causal = inputs((1, 2, 300, 32), keys=140)
    check_gradients(lambda q, k, v: attention(q, k, v, is_causal=True, scale=0.4), *causal, device=device)


@pytest.mark.parametrize("lanes", ["Q", "K"])
def test_gradients_are_summed_over_tiles_of_queries_and_keys_in_one_kernel(device, tmp_path, lanes):
    tiles = {"flash_attention_gradients": {"8_70_90_16": {"TILE_Q": 16, "TILE_K": 32, "LANES": lanes}}}
    tensors = inputs((2, 4, 70, 16), keys=90, key_heads=2)
    with torch.npu.simulator(mode="functional", mapping=written(tmp_path, tiles)) as simulation:
        check_gradients(lambda q, k, v: attention(q, k, v, is_causal=True, enable_gqa=True), *tensors, device=device)
        assert mappings(simulation)[-1][0]["chosen"]["TILE_K"] == 32


@pytest.mark.covering("tpuv3x2")
@pytest.mark.parametrize("machine", ["tpuv3", "tpuv3x2"])
def test_overlapping_tiles_of_queries_keep_their_running_sums_apart(device, tmp_path, machine):
    tiles = {"flash_attention": {"12_70_90_16": {"TILE_Q": 16, "TILE_K": 32}}}
    tensors = inputs((2, 6, 70, 16), keys=90, key_heads=3)
    with torch.npu.simulator(machine, mode="functional", mapping=written(tmp_path, tiles)):
        check(lambda q, k, v: attention(q, k, v, is_causal=True, enable_gqa=True), *tensors, device=device)


def test_tiles_of_queries_overlap_where_sizes_are_numbers(device, tmp_path):
    tiles = {"flash_attention": {"2_1024_1024_64": {"TILE_Q": 256, "TILE_K": 256}}}
    tensors = [tensor.to(device) for tensor in inputs((1, 2, 1024, 64), dtype=torch.bfloat16)]
    cycles = {}
    for dynamic in (False, True):
        torch._dynamo.reset()
        with torch.no_grad(), torch.npu.simulator("tpuv3", mode="timing", mapping=written(tmp_path, tiles)) as run_:
            torch.compile(lambda q, k, v: attention(q, k, v, is_causal=True), dynamic=dynamic)(*tensors)
            [(_, cycles[dynamic])] = mappings(run_)
    assert cycles[False] < 0.85 * cycles[True]


@pytest.mark.covering("bias")
@pytest.mark.parametrize("name", ["bias", "boolean mask", "causal", "ragged"])
def test_products_of_few_queries_are_added_to_running_sums_when_they_are_there(device, tmp_path, name):
    queries, keys = (70, 70) if name == "causal" else (5, 2 * 64 + 9)
    tiles = {"flash_attention": {f"6_{queries}_{keys}_16": {"TILE_Q": 8, "TILE_K": 64, "LANES": "K"}}}
    tensors = inputs((2, 3, queries, 16), keys=keys)
    masks = {"bias": make((queries, keys)), "boolean mask": make((queries, keys)) > 0}
    mask, is_causal = masks.get(name), name == "causal"
    with torch.npu.simulator("tpuv6e", mode="functional", mapping=written(tmp_path, tiles)) as simulation:
        if mask is None:
            check(lambda q, k, v: attention(q, k, v, is_causal=is_causal), *tensors, device=device)
        else:
            check(attention, *tensors, mask, device=device)
    assert "%product" in texts(simulation.run_dir)


def test_a_decoding_step_does_not_wait_for_products_to_leave_the_arrays(device):
    tensors = [torch.empty(1, 4, length, 128, dtype=torch.bfloat16, device=device) for length in (8, 4096, 4096)]
    (kernel,) = report_of(attention, *tensors, machine="tpuv6e").kernels
    launch, stream = 2200, 10400  # what a reduction of as many bytes takes
    assert kernel.statistics["cycles"] < launch + 1.07 * stream


@pytest.mark.slow
def test_arrays_multiply_while_scores_are_differentiated(device):
    cycles = {}
    for name in ("flash_one_kernel", "flash"):
        torch._dynamo.reset()
        leaves = [tensor.to(device).requires_grad_() for tensor in inputs((1, 2, 512, 64), dtype=torch.bfloat16)]
        with torch.npu.implementation(attention_backward=name), torch.npu.simulator("tpuv3", mode="timing") as run_:
            result = torch.compile(attention, dynamic=False)(*leaves)
            result.backward(torch.empty_like(result))
            cycles[name] = sum(block[1] for block in mappings(run_)[1:])
    assert cycles["flash_one_kernel"] < 0.6 * cycles["flash"]


@pytest.mark.slow
def test_a_mask_that_learns_gets_its_gradient(device):
    bias = make((1, 4, 1, 11), seed=6)
    check_gradients(lambda q, k, v, b: attention(q, k, v, attn_mask=b), *inputs(SHAPES[0]), bias, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("key_heads", [4, 2])
def test_gradients_in_double_precision_are_nowhere_rounded_to_single(device, key_heads):
    torch._dynamo.reset()
    shapes = (1, 4, 5, 17), (1, key_heads, 7, 17), (1, key_heads, 7, 17)
    inputs = [make(shape).double() for shape in shapes]

    def gradients(place, function):
        tensors = [x.to(place, copy=True).requires_grad_() for x in inputs]
        function(*tensors, enable_gqa=key_heads < 4).sin().sum().backward()
        return [x.grad.cpu() for x in tensors]

    expected = gradients("cpu", attention)
    for function in (torch.compile(attention, fullgraph=True), attention):
        torch.testing.assert_close(gradients(device, function), expected, rtol=1e-12, atol=1e-14)


@pytest.mark.covering("700")
@pytest.mark.parametrize("width", [400, 700])
def test_values_too_wide_for_the_tiles_of_small_machines(device, width):
    """400: with a tile for products that are added later; 700: no tiles of the one kernel fit."""
    query, key, value = make((1, 2, 70, 8)), make((1, 2, 600, 8), seed=1), make((1, 2, 600, width), seed=2)
    with torch.npu.simulator(machine="small8x8", mode="functional"):
        check_gradients(attention, query, key, value, device=device)


def test_no_keys_give_zeros(device):
    query, empty = make((1, 2, 5, 8)), torch.empty(1, 2, 0, 8)
    check(attention, query, empty, empty, device=device)


@pytest.mark.slow
def test_an_encoder_layer_of_torch_gives_what_the_cpu_gives(device):
    torch._dynamo.reset()
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
    x, ours = make((2, 9, 32)), copy.deepcopy(layer).to(device)
    result = torch.compile(ours, fullgraph=True)(x.to(device))
    torch.testing.assert_close(result.detach().cpu(), layer(x).detach())


LAYOUTS = {
    "one kernel on the CPU": ((2, 1, 0, 3), (0, 1, 2, 3), 4),
    "queries whose heads are not contiguous": ((0, 3, 1, 2), (0, 1, 2, 3), 4),
    "keys whose heads are not contiguous": ((0, 2, 1, 3), (0, 1, 3, 2), 4),
    "narrower keys": ((0, 2, 1, 3), (0, 1, 2, 3), 6),
}
"""The orders in memory of the dimensions of queries and keys; the width of a value."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
def test_results_and_gradients_have_the_strides_of_the_cpu(device, name):
    queries, keys, width = LAYOUTS[name]
    orders, sizes = (queries, keys, (0, 2, 1, 3)), ((2, 3, 5, 4), (2, 3, 7, 4), (2, 3, 7, width))
    inputs = [torch.empty_permuted(size, order).copy_(make(size)) for size, order in zip(sizes, orders, strict=True)]

    def gradients(place, function, weights):
        tensors = [on_device(x, place).requires_grad_() for x in inputs]
        output = function(*tensors)
        return [output.detach(), *torch.autograd.grad(output, tensors, weights.to(place))]

    torch._dynamo.reset()
    compiled = torch.compile(attention, dynamic=True, fullgraph=True)
    weights = make((2, 3, 5, width))
    expected = gradients(torch.device("cpu"), attention, weights)
    for function in (compiled, attention):
        got = gradients(device, function, weights)
        compare(got, expected)
        assert [x.stride() for x in got] == [x.stride() for x in expected]


if __name__ == "__main__":
    main("attention", run, SHAPES, "(1,2,32,16)", "B,H,S,D", "B,H,S,D,KEYS")
