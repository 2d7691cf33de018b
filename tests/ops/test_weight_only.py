"""Weights of 8 and 4 bits with activations in floating point: PyTorch's packed operators and users' patterns."""

import json

import pytest
import torch
from common import check, main, make, report_of, require
from torch.nn.functional import linear

SHAPES = [(1, 128, 48), (5, 64, 32), (33, 256, 96)]
FLOATS = [torch.float32, torch.bfloat16, torch.float16]
aten = torch.ops.aten


def integers(shape, low=-128, high=128, dtype=torch.int8, seed=0):
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def scales(shape, dtype=torch.float32, seed=1):
    """Positive, such that products of weights of 8 bits with activations near 1 stay near 1."""
    return (torch.rand(shape, generator=torch.Generator().manual_seed(seed)) / 400 + 1e-3).to(dtype)


def run(device, shape, dtype=torch.float32):
    """`shape` is (M, K, N), or (M, K) with N = M; K and N are multiples of 16."""
    m, k, n = (*shape, shape[0])[:3]
    require(k % 16 == 0, f"PyTorch's kernel for the CPU reads beyond rows of K={k}: it must be a multiple of 16")
    weight = integers((n, k))
    check(torch._weight_int8pack_mm, make((m, k), dtype), weight, scales((n,), dtype), device=device)


# -- PyTorch's operators


@pytest.mark.covering("(1, 128, 48)-torch.float32", "(5, 64, 32)-torch.bfloat16")
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_int8_weights_with_a_scale_per_column(device, shape, dtype):
    run(device, shape, dtype)


@pytest.mark.covering("(5, 64, 32)-torch.bfloat16")
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_int4_weights_with_scales_and_zeros_per_group(device, shape, dtype):
    m, k, n = shape
    packed = aten._convert_weight_to_int4pack_for_cpu(integers((n, k), 0, 16, torch.int32), 2)
    parameters = torch.stack([scales((k // 32, n)) * 20, make((k // 32, n), seed=2) / 20], -1).to(dtype)
    check(
        lambda x, w, s: aten._weight_int4pack_mm_for_cpu(x, w, 32, s),
        make((m, k), dtype),
        packed,
        parameters,
        device=device,
    )


@pytest.mark.covering("48")
@pytest.mark.parametrize("columns", [16, 48, 80, 128])
def test_int4_weights_are_packed_on_the_device_as_on_the_host(device, columns):
    weight = integers((columns, 34), 0, 16, torch.int32)
    check(lambda w: aten._convert_weight_to_int4pack_for_cpu(w, 2), weight, device=device)


# -- written by hand


def int8_linear(x, weight, scale):
    """Weight of N x K in int8, a scale per row of it."""
    return linear(x, weight.to(x.dtype) * scale[:, None].to(x.dtype))


def int8_linear_scaled_after(x, weight, scale):
    return linear(x, weight.to(x.dtype)) * scale


def grouped_int8_linear(x, weight, scale):
    """A scale per row and group of K."""
    n, k = weight.shape
    grouped = weight.reshape(n, scale.shape[1], -1).to(x.dtype) * scale[:, :, None]
    return linear(x, grouped.reshape(n, k))


@pytest.mark.covering("int8_linear-(1, 129, 61)-torch.bfloat16", "int8_linear_scaled_after-(7, 64, 32)-torch.float16")
@pytest.mark.parametrize(
    ("shape", "dtype"),
    [((1, 129, 61), torch.bfloat16), ((7, 64, 32), torch.float16), ((130, 257, 33), torch.float32)],
    ids=str,
)
@pytest.mark.parametrize("function", [int8_linear, int8_linear_scaled_after], ids=lambda f: f.__name__)
def test_int8_weights_by_hand(device, function, shape, dtype):
    m, k, n = shape
    check(function, make((m, k), dtype), integers((n, k)), scales((n,), dtype), device=device)


GROUPS = [(96, 32, torch.bfloat16), (320, 64, torch.float16), (130, 13, torch.float32), (512, 128, torch.bfloat16)]


@pytest.mark.covering("130-13-torch.float32")
@pytest.mark.parametrize(("k", "group", "dtype"), GROUPS, ids=str)
def test_int8_weights_with_scales_per_group(device, k, group, dtype):
    check(grouped_int8_linear, make((9, k), dtype), integers((40, k)), scales((40, k // group), dtype), device=device)


@pytest.mark.parametrize("kind", [torch.float8_e4m3fn, torch.float8_e5m2], ids=str)
def test_float8_weights(device, kind):
    weight = make((61, 129), seed=1).to(kind)
    check(int8_linear, make((7, 129), torch.bfloat16), weight, scales((61,), torch.bfloat16) * 100, device=device)


def interleaved(packed):
    """Neighbours along K share a byte: low nibble first."""
    return torch.stack([packed & 15, packed >> 4], -1).reshape(packed.shape[0], -1)


def interleaved_by_shift(packed):
    shift = torch.tensor([0, 4], dtype=torch.uint8, device=packed.device)
    return ((packed[:, :, None] >> shift) & 15).reshape(packed.shape[0], -1)


def halves(packed):
    """The low nibbles are the first half of K."""
    return torch.cat([packed & 15, packed >> 4], 1)


@pytest.mark.covering("320-64-torch.float32-interleaved_by_shift", "96-96-torch.float16-halves")
@pytest.mark.parametrize("unpack", [interleaved, interleaved_by_shift, halves], ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    ("k", "group", "dtype"), [(64, 32, torch.bfloat16), (320, 64, torch.float32), (96, 96, torch.float16)], ids=str
)
def test_int4_weights_by_hand(device, unpack, k, group, dtype):
    n = 50

    def function(x, packed, scale, zero):
        numbers = (unpack(packed).to(torch.int8) - 8).reshape(n, k // group, group).to(x.dtype)
        return linear(x, ((numbers - zero[:, :, None]) * scale[:, :, None]).reshape(n, k))

    zero = integers((n, k // group), -2, 3).to(dtype)
    packed = integers((n, k // 2), 0, 256, torch.uint8)
    check(function, make((9, k), dtype), packed, scales((n, k // group), dtype) * 20, zero, device=device)


def test_asymmetric_quantisation_with_zero_points(device):
    def function(x, weight, scale, zero):
        return x @ ((weight.to(torch.float32) - zero.to(torch.float32)) * scale).to(x.dtype)

    weight, zero = integers((70, 45), 0, 256, torch.uint8), integers((45,), 100, 150, torch.uint8)
    check(function, make((20, 70), torch.bfloat16), weight, scales((45,)), zero, device=device)


def test_gated_feed_forward_with_int8_weights(device):
    def function(x, gate, up, down, scale):
        hidden = torch.nn.functional.silu(int8_linear(x, gate, scale)) * int8_linear(x, up, scale)
        return int8_linear(hidden, down, scale[:64])

    weights = [integers((96, 64), seed=1), integers((96, 64), seed=2), integers((64, 96), seed=3)]
    check(function, make((10, 64)), *weights, scales((96,)), device=device)


def grouped_int4_linear(x, packed, scale):
    n, groups = scale.shape
    numbers = (interleaved(packed).to(torch.int8) - 8).reshape(n, groups, -1).to(x.dtype)
    return linear(x, (numbers * scale[:, :, None]).reshape(n, -1))


@pytest.mark.covering("grouped_int8_linear-8-8", "grouped_int4_linear-4-8")
@pytest.mark.parametrize(
    ("function", "bits", "groups"),
    [(int8_linear_scaled_after, 8, 0), (grouped_int8_linear, 8, 8), (grouped_int4_linear, 4, 8)],
)
def test_weights_move_in_their_narrow_form(device, tmp_path, function, bits, groups):
    m, k, n = 8, 1024, 512
    weight = torch.zeros(n, k * bits // 8, dtype=torch.uint8 if bits == 4 else torch.int8)
    inputs = make((m, k), torch.bfloat16), weight, torch.ones(n, groups or 1, dtype=torch.bfloat16)
    inputs = inputs if groups else (*inputs[:2], inputs[2][:, 0].contiguous())
    # Tiles of few columns of the scales, which are the fastest, would read every burst of them again.
    mapping = tmp_path / "mapping.json"
    mapping.write_text(json.dumps({"gemm": {"*": {"TILE_M": m, "TILE_N": n, "TILE_K": k // 2}}}))
    (kernel,) = report_of(function, *(tensor.to(device) for tensor in inputs), mapping=str(mapping)).kernels
    least = sum(tensor.nbytes for tensor in inputs) + 2 * m * n
    assert least <= kernel.statistics["dram_bytes"] <= 1.1 * least


if __name__ == "__main__":
    main("weight only", run, SHAPES, "(512,768)", "M,K,N", "M,K")
