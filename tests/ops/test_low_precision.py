"""Products of int8 and float8 operands: exact sums, scales, biases, conversions; any strides and sizes."""

import pytest
import torch
from common import check, check_views, main, make, report_of, require
from npusim.simulator.machine import load_machine
from torch.nn.functional import ScalingType, scaled_mm

E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2
INT_SHAPES = [(32, 32, 32), (129, 61, 56), (17, 16, 15), (1, 1, 1), (1, 257, 3), (130, 1, 31)]
EMPTY = [(0, 4, 5), (3, 0, 5), (3, 4, 0)]


def bytes_of(shape, dtype=torch.int8, seed=0):
    """All values of an 8-bit integer dtype."""
    info = torch.iinfo(dtype)
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(info.min, info.max + 1, shape, generator=generator).to(dtype)


def operands(m, k, n, left=E4M3, right=E4M3):
    """A row-major M x K and a column-major K x N float8 operand."""
    return make((m, k)).to(left), make((n, k), seed=1).to(right).t()


def run(device, shape, dtype=torch.int8):
    """`shape` is (M, K, N), or (M, K) with N = M."""
    m, k, n = (*shape, shape[0])[:3]
    require(dtype in (torch.int8, torch.uint8, E4M3, E5M2), f"factors are int8, uint8 or float8, not {dtype}")
    if dtype.is_floating_point:
        check_scaled(operands(m, k, n, dtype), torch.tensor(0.5), torch.tensor(0.25), device)
    else:
        check(int_mm, bytes_of((m, k), dtype), bytes_of((k, n), seed=1), device=device)


def int_mm(a, b):
    """`_int_mm` on the device. On the CPU the products in int64: its own is wrong for rows of stride 0 with VNNI."""
    return torch._int_mm(a, b) if a.device.type == "npu" else (a.long() @ b.long()).int()


def scaled_product(a, b, scale_a, scale_b, *bias, out_dtype):
    """`_scaled_mm` on the device. On the CPU the products in float64: with AMX its own is not a number where float8
    saturates, and leaves results of nothing unwritten."""
    if a.device.type == "npu":
        return torch._scaled_mm(
            a, b, scale_a=scale_a, scale_b=scale_b, bias=bias[0] if bias else None, out_dtype=out_dtype
        )
    product = (a.double() @ b.double()) * scale_a * scale_b
    return sum(bias, start=product).to(out_dtype or a.dtype)


def check_scaled(pair, scale_a, scale_b, device, bias=None, out_dtype=torch.bfloat16):
    """`_scaled_mm` on the device against the products in float64."""
    extra = [] if bias is None else [bias]

    def function(*operands):
        return scaled_product(*operands, out_dtype=out_dtype)

    return check_views(function, *pair, scale_a, scale_b, *extra, device=device)


# -- integers


@pytest.mark.covering("(129, 61, 56)", "(1, 1, 1)", "(3, 0, 5)")
@pytest.mark.parametrize("shape", INT_SHAPES + EMPTY, ids=str)
def test_int8_products_are_exact_in_int32(device, shape):
    run(device, shape)


def test_uint8_times_int8(device):
    check(int_mm, bytes_of((33, 65), torch.uint8), bytes_of((65, 31), seed=1), device=device)


def test_the_largest_sums_do_not_saturate(device):
    lowest = torch.full((5, 4096), -128, dtype=torch.int8)
    got = check(int_mm, lowest, lowest.t(), device=device)
    assert got.cpu().max().item() == 4096 * 128 * 128


VIEWS = {
    "left transposed": lambda: (bytes_of((70, 40)).t(), bytes_of((70, 33))),
    "right transposed": lambda: (bytes_of((40, 70)), bytes_of((33, 70)).t()),
    "slices with offsets": lambda: (bytes_of((90, 100))[10:50, 20:90], bytes_of((140, 50))[0:140:2, 7:40]),
    "expanded": lambda: (bytes_of((1, 70)).expand(40, 70), bytes_of((70, 33))),
}


@pytest.mark.covering("right transposed")
@pytest.mark.parametrize("name", VIEWS)
def test_int8_operands_may_have_any_strides(device, name):
    left, right = VIEWS[name]()
    check_views(int_mm, left, right, device=device)


def dynamic_quantise(x):
    """Rows of int8 and their scales, as linear layers with dynamic quantisation do it."""
    scale = x.abs().amax(-1, keepdim=True) / 127
    return torch.round(x / scale).clamp(-128, 127).to(torch.int8), scale


EPILOGUES = {
    "scale and bias": lambda y, s, c: y.float() * s + c,
    "bfloat16": lambda y, s, c: (y.float() * s + c).to(torch.bfloat16),
    "requantised": lambda y, s, c: torch.round(y.float() * s * 1e-3).clamp(-128, 127).to(torch.int8),
    "shifted": lambda y, s, c: (y >> 8).clamp(-128, 127).to(torch.int8),
    "integer bias": lambda y, s, c: torch.relu(y + c.to(torch.int32)),
}


@pytest.mark.covering("bfloat16", "requantised", "integer bias")
@pytest.mark.parametrize("name", EPILOGUES)
def test_quantised_linear_is_one_kernel(device, name):
    epilogue = EPILOGUES[name]
    vectors = (torch.rand(31) * 0.01, make((31,)) * 10)
    with torch.npu.simulator(mode="functional") as simulation:
        check(
            lambda a, b, s, c: epilogue(int_mm(a, b.t()), s, c),
            bytes_of((33, 65)),
            bytes_of((31, 65), seed=1),
            *vectors,
            device=device,
        )
        simulation.synchronize()
        assert len(simulation.report().kernels) == 1


def test_dynamically_quantised_linear(device):
    def linear(x, weight, weight_scale, bias):
        rows, scale = dynamic_quantise(x)
        return int_mm(rows, weight.t()).float() * scale * weight_scale + bias

    weight = bytes_of((30, 70), seed=1)
    check(linear, make((20, 70)), weight, torch.rand(30) / 127, make((30,), seed=2), device=device)


def test_one_compile_of_an_int8_product_serves_many_sizes(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda a, b, s: torch._int_mm(a, b).float() * s, dynamic=True, fullgraph=True)
    for m, k, n in [(32, 48, 64), (129, 61, 56), (5, 300, 7)]:
        a, b, s = bytes_of((m, k)), bytes_of((k, n), seed=1), torch.rand(n)
        result = compiled(a.to(device), b.to(device), s.to(device))
        torch.testing.assert_close(result.cpu(), int_mm(a, b).float() * s)


# -- float8 with scales


@pytest.mark.covering("(torch.float8_e4m3fn, torch.float8_e5m2)")
@pytest.mark.parametrize("pair", [(E4M3, E4M3), (E4M3, E5M2), (E5M2, E4M3), (E5M2, E5M2)], ids=str)
def test_scaled_products_of_both_formats(device, pair):
    check_scaled(operands(33, 65, 31, *pair), torch.tensor(1.5), torch.tensor(0.25), device)


@pytest.mark.covering("torch.float16", "torch.float8_e4m3fn")
@pytest.mark.parametrize("out_dtype", [torch.float16, torch.float32, E4M3, None], ids=str)
def test_scaled_products_give_any_dtype(device, out_dtype):
    check_scaled(operands(33, 65, 31), torch.tensor(1.5), torch.tensor(0.25), device, out_dtype=out_dtype)


@pytest.mark.covering("(1, 257, 3)", "(129, 61, 56)", "(3, 0, 5)")
@pytest.mark.parametrize("shape", [(1, 1, 1), (1, 257, 3), (129, 61, 56), (256, 512, 128), *EMPTY], ids=str)
def test_scaled_products_of_any_size(device, shape):
    run(device, shape, E4M3)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("bias", [None, torch.bfloat16], ids=str)
def test_scales_per_row_and_column(device, bias):
    bias = None if bias is None else make((31,)).to(bias)
    check_scaled(operands(33, 65, 31), torch.rand(33, 1), torch.rand(1, 31), device, bias=bias)


def test_the_scale_of_the_result_divides_float8_results(device):
    scale = torch.tensor(4.0)
    pair = operands(33, 64, 31)

    def function(a, b, s):
        return torch._scaled_mm(a, b, scale_a=s, scale_b=s, scale_result=s, out_dtype=E4M3)

    check(function, *pair, scale, device=device)


def test_results_too_large_for_float8_saturate(device):
    large = torch.full((16, 16), 448.0).to(E4M3)
    got = check_scaled((large, large.t()), torch.tensor(1.0), torch.tensor(1.0), device, out_dtype=E4M3)
    assert got.cpu().float().max().item() == 448


def test_a_row_major_second_operand(device):
    left, right = operands(20, 48, 32)
    check_scaled((left, right.contiguous()), torch.tensor(1.0), torch.tensor(2.0), device)


@pytest.mark.parametrize("recipe", [ScalingType.TensorWise, ScalingType.RowWise], ids=str)
def test_scaled_mm_of_torch_nn_functional(device, recipe):
    rows = recipe == ScalingType.RowWise
    scales = (torch.rand(33, 1), torch.rand(1, 31)) if rows else (torch.tensor(0.5), torch.tensor(2.0))
    check(
        lambda a, b, s, t: scaled_mm(a, b, s, recipe, t, recipe, output_dtype=torch.bfloat16),
        *operands(33, 64, 31),
        *scales,
        device=device,
    )


def test_block_scales_are_refused_with_a_way_out(device):
    recipe = ScalingType.BlockWise1x128

    def function(a, b, s, t):
        return scaled_mm(a, b, s, recipe, t, ScalingType.BlockWise128x128, output_dtype=torch.bfloat16)

    pair = [x.to(device) for x in operands(128, 256, 128)]
    with pytest.raises(Exception, match=r"use ScalingType\.TensorWise or RowWise"):
        torch.compile(function)(*pair, torch.rand(128, 2).to(device), torch.rand(2, 1).to(device))


@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
def test_float8_matmul(device, dtype):
    a, b = operands(33, 65, 31, dtype, dtype)
    check(torch.matmul, a, b, device=device)


# -- time and bytes


def array_and_memory(function, inputs, device):
    """(busy cycles of the arrays, DRAM bytes) on tpuv6e: one row of bf16 or two of int8 per cycle."""
    (kernel,) = report_of(function, *(tensor.to(device) for tensor in inputs), machine="tpuv6e").kernels
    return kernel.statistics["units"]["array"]["busy_cycles"], kernel.statistics["dram_bytes"]


def test_time_of_the_arrays_and_bytes_follow_the_dtype(device):
    def narrow(x, w):
        return (torch._int_mm(x, w) >> 8).to(torch.int8)

    zeros = torch.zeros(2048, 2048, dtype=torch.int8)
    wide_cycles, wide_bytes = array_and_memory(torch.mm, [zeros.bfloat16()] * 2, device)
    narrow_cycles, narrow_bytes = array_and_memory(narrow, [zeros] * 2, device)
    machine = load_machine("tpuv6e")  # the stall at a fold's beginning is the same for both
    rows, stall = machine.systolic_accumulator_rows, machine.systolic_fold_stall_cycles
    assert wide_cycles == pytest.approx((rows + stall) / (rows / 2 + stall) * narrow_cycles, rel=0.05)
    assert narrow_bytes <= wide_bytes / 2


# -- results of another dtype than the operands'


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_results_in_float32(device, dtype):
    a, b = make((33, 65), dtype), make((65, 31), dtype, seed=1)
    bias = make((31,))
    cases = [
        (lambda a, b, c: torch.mm(a, b, out_dtype=torch.float32), a.float() @ b.float()),
        (lambda a, b, c: torch.bmm(a[None], b[None], out_dtype=torch.float32), (a.float() @ b.float())[None]),
        (lambda a, b, c: torch.addmm(c, a, b, out_dtype=torch.float32), a.float() @ b.float() + bias),
        (
            lambda a, b, c: torch.addmm(c, a, b, out_dtype=torch.float32, beta=0.5, alpha=2),
            2 * (a.float() @ b.float()) + bias / 2,
        ),
    ]
    for function, expected in cases:
        torch._dynamo.reset()
        got = torch.compile(function, fullgraph=True)(a.to(device), b.to(device), bias.to(device))
        torch.testing.assert_close(got.cpu(), expected)


if __name__ == "__main__":
    main("low precision", run, INT_SHAPES + EMPTY, "(512,768)", "M,K,N", "M,K")
