"""Eight-bit floats on the device: storage, copies, conversions as eager PyTorch makes them, pointwise kernels."""

import pytest
import torch
from common import check, kernel_reports, main, make, on_device, require

FORMATS = [torch.float8_e4m3fn, torch.float8_e5m2]
WIDE = [torch.float32, torch.bfloat16, torch.float16, torch.float64]
SHAPES = [(1,), (129,), (33, 65), (0, 4)]


def all_numbers(dtype):
    """Every bit pattern of the format."""
    return torch.arange(256).to(torch.uint8).view(dtype)


def hard_numbers(dtype):
    """What rounding decides at: all numbers, the middles between them, and the neighbours of both."""
    finite = all_numbers(torch.float8_e4m3fn).float()
    finite = torch.cat([finite[finite.isfinite()], all_numbers(torch.float8_e5m2).float()])
    known = finite[finite.isfinite()].sort().values
    middles = (known[1:] + known[:-1]) / 2
    points = torch.cat([known, middles, torch.tensor([464.0, 480.0, 61440.0, 65504.0, 1e9, 1e-9])])
    near = torch.cat([points, points.nextafter(torch.tensor(torch.inf)), points.nextafter(-torch.tensor(torch.inf))])
    return torch.cat([near, torch.tensor([torch.inf, -torch.inf, torch.nan, 0.0, -0.0])]).to(dtype)


def run(device, shape, dtype=torch.float8_e4m3fn):
    """To the format and back."""
    require(dtype in FORMATS, f"the format is one of {FORMATS}, not {dtype}")
    check(lambda x: (x.to(dtype), x.to(dtype).to(torch.float32) * 2), make(shape) * 10, device=device)


@pytest.mark.covering
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_shapes(device, shape, dtype):
    run(device, shape, dtype)


@pytest.mark.covering
@pytest.mark.parametrize("source", WIDE, ids=str)
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_numbers_are_rounded_saturated_and_kept_special_as_in_eager_pytorch(device, dtype, source):
    numbers = hard_numbers(source)
    got = torch.compile(lambda x: x.to(dtype))(numbers.to(device)).cpu()
    expected = numbers.to(dtype)
    is_nan = expected.float().isnan()
    assert torch.equal(got.float().isnan(), is_nan)
    assert torch.equal(got.view(torch.uint8)[~is_nan], expected.view(torch.uint8)[~is_nan])


@pytest.mark.covering
@pytest.mark.parametrize("target", WIDE, ids=str)
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_every_number_is_widened_exactly(device, dtype, target):
    check(lambda x: x.to(target), all_numbers(dtype), device=device, rtol=0, atol=0)


@pytest.mark.covering("torch.float8_e5m2")
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_conversions_between_the_formats_and_integers(device, dtype):
    other = FORMATS[dtype == FORMATS[0]]
    check(lambda x: x.to(other), all_numbers(dtype), device=device)
    check(lambda x: x.to(dtype), torch.arange(-600, 600), device=device)
    check(lambda x: x.to(torch.int32), make((50,)).to(dtype), device=device)


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_storage_and_copies_without_a_kernel(device, dtype):
    numbers = all_numbers(dtype).reshape(16, 16)
    moved = numbers.to(device)
    assert moved.dtype == dtype and moved.device.type == "npu"
    for view in (numbers, numbers.t(), numbers[3:9, ::2]):
        copy = on_device(view, device)
        assert torch.equal(copy.cpu().view(torch.uint8), view.view(torch.uint8))
    assert torch.equal(moved.clone().cpu().view(torch.uint8), numbers.view(torch.uint8))


def pointwise(dtype):
    """Functions of float8 operands that compute in float32, with what eager PyTorch needs to do the same."""
    return {
        "scale": lambda x, y: (x.float() * 0.5 + y.float()).to(dtype),
        "gelu": lambda x, y: torch.nn.functional.gelu(x.to(torch.bfloat16)) * y.to(torch.bfloat16),
        "where": lambda x, y: torch.where(x.float() > y.float(), x, y),
        "cat": lambda x, y: torch.cat([x, y], 1),
        "transpose": lambda x, y: (x.t().contiguous(), y.view(torch.uint8) ^ 0x80),
        "row maximum": lambda x, y: (x.float().abs().amax(-1), y.float().sum(0)),
    }


@pytest.mark.covering(
    "torch.float8_e4m3fn-where",
    "torch.float8_e4m3fn-cat",
    "torch.float8_e4m3fn-transpose",
    "torch.float8_e4m3fn-row maximum",
    "torch.float8_e5m2-gelu",
)
@pytest.mark.parametrize("name", pointwise(None))
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_kernels_on_float8(device, dtype, name):
    check(pointwise(dtype)[name], make((33, 65)).to(dtype), make((33, 65), seed=1).to(dtype), device=device)


def test_dynamic_scaling_of_rows(device):
    def scaled(x):
        scale = (x.abs().amax(-1, keepdim=True) / 448).clamp(min=1e-12)
        return (x / scale).to(torch.float8_e4m3fn), scale

    check(scaled, make((40, 130), torch.bfloat16).float(), device=device)


def test_one_byte_moves_per_element(device):
    x = torch.zeros(64, 4096, dtype=torch.float8_e4m3fn)
    (kernel,) = kernel_reports(lambda x: (x.float() * 2).to(x.dtype), x.to(device))
    assert kernel["dram_bytes"] == 2 * x.nbytes


if __name__ == "__main__":
    main("float8", run, SHAPES, "(512,768)")
