"""Operators that choose from narrow floats give what they chose from, not a rounding of it."""

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

Function = Callable[[torch.Tensor], torch.Tensor]
NARROW = (torch.bfloat16, torch.float16)
NOTHING_CHANGES: dict[str, Function] = {
    "relu": F.relu,
    "absolute value": lambda y: y.float().abs().to(y.dtype),
    "bounds": lambda y: F.hardtanh(y, -128, 128),
    "branch": lambda y: F.leaky_relu(y, 0.3),
    "larger": lambda y: torch.maximum(y.float(), y.float() - 1).to(y.dtype),
    "view": lambda y: y.float()[:, None].abs().expand(-1, 2, -1)[:, 1].to(y.dtype),
    "largest": lambda y: y.float().reshape(-1, 1).amax(1).to(y.dtype).reshape(y.shape),
    "twice negative": lambda y: -((-y.float()).to(y.dtype)),
    "norm": lambda y: torch.linalg.vector_norm(y[..., None], dim=-1),
}


@pytest.mark.covering
@pytest.mark.parametrize("dtype", NARROW, ids=str)
@pytest.mark.parametrize("name", NOTHING_CHANGES)
def test_what_an_operator_leaves_as_it_is_cancels(device: torch.device, dtype: torch.dtype, name: str) -> None:
    def difference(x: torch.Tensor) -> torch.Tensor:
        y = x.abs() * 1.37 + 3  # in float32, until it is stored
        return y - NOTHING_CHANGES[name](y)

    x = torch.randn(5, 13).to(dtype)
    assert not difference(x).any()
    torch._dynamo.reset()
    assert not torch.compile(difference)(x.to(device)).cpu().any()


COPIES: dict[str, Function] = {
    "conversions": lambda x: x.float().to(x.dtype),
    "view": lambda x: x.float().view(-1).to(x.dtype),
    "transposed": lambda x: x.float().t().to(x.dtype),
    "part": lambda x: x.float()[1:].to(x.dtype),
    "every second": lambda x: x[:, ::2].float().view(-1).abs().to(x.dtype),
    "strides of the copy": lambda x: x[:, ::2].float().as_strided((3, 2), (4, 1), 1).to(x.dtype),
    "strides and signs": lambda x: x[:, ::2].float().as_strided((3, 2), (4, 1), 1).abs().to(x.dtype),
    "bits": lambda x: x.float().view(torch.float32).abs().to(x.dtype),
}


@pytest.mark.parametrize("name", COPIES)
def test_a_conversion_there_and_back_is_a_copy(device: torch.device, name: str) -> None:
    x = torch.randn(6, 8).bfloat16()
    on_device = x.to(device)
    torch._dynamo.reset()
    result = torch.compile(COPIES[name])(on_device)
    assert torch.equal(result.cpu(), COPIES[name](x))
    result.zero_()
    assert torch.equal(on_device.cpu(), x)


@pytest.mark.covering("torch.float16")
@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_the_gradient_of_a_normalised_number_is_zero(device: torch.device, dtype: torch.dtype) -> None:
    x = torch.rand(1, 1, 6, 1).to(dtype).to(device).requires_grad_()
    torch.compile(lambda x: F.normalize(x + 3, dim=1).sum())(x).backward()
    torch.testing.assert_close(x.grad.cpu(), torch.zeros_like(x, device="cpu"), atol=1e-6, rtol=0)


@pytest.mark.covering("torch.float16")
@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_other_numbers_are_rounded(device: torch.device, dtype: torch.dtype) -> None:
    """Bounds, branches and inputs that are no narrow floats, results of two dtypes, numbers that stay wide."""

    def function(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor) -> tuple[torch.Tensor, ...]:
        wide = x.float()
        third = wide / 3
        chosen = torch.where(wide > 0, third, wide)
        return (
            wide.clamp(-0.3, 0.3).to(dtype).float() * 1000,
            chosen.to(torch.bfloat16).float() * 1000,
            chosen.to(torch.float16).float() * 1000,
            torch.minimum(third, wide.abs()).to(dtype).float() * 1000,
            chosen.abs(),
            torch.maximum(chosen, x.bfloat16().float()).to(torch.bfloat16).float() * 1000,
            torch.maximum(y, wide).to(dtype).float() * z,
        )

    inputs = torch.randn(7, 19).to(dtype), torch.randn(7, 19), torch.randn(7, 19)
    found = torch.compile(function)(*(each.to(device) for each in inputs))
    for one, other in zip(found, function(*inputs), strict=True):
        torch.testing.assert_close(one.cpu(), other, rtol=1e-6, atol=1e-6)


FLOATS = (torch.float64, torch.float32, torch.bfloat16, torch.float16)
EDGES = (1e38, -3e38, 7e4, 65519.0, 65520.0, 6e-8, 3e-5, 1e-40, 1.0009765, 1 + 2**-11 + 2**-26, 1e300, 1e-300, 1 / 3)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("first", FLOATS, ids=str)
def test_numbers_are_rounded_to_every_type_that_is_named(device: torch.device, first: torch.dtype) -> None:
    def convert(x: torch.Tensor) -> list[torch.Tensor]:
        return [(x.abs() + 0).to(second).to(third) for second in FLOATS for third in FLOATS]

    x = torch.tensor([*EDGES, float("inf"), float("nan")], dtype=torch.float64).to(first)
    torch._dynamo.reset()
    found = torch.compile(convert, fullgraph=True)(x.to(device))
    for one, expected in zip(found, convert(x), strict=True):
        torch.testing.assert_close(one.cpu(), expected, rtol=0, atol=0, equal_nan=True)
