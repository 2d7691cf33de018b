"""`torch.use_deterministic_algorithms(True)`: updates of the device have one order, and stay kernels."""

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

PLACES = torch.tensor([0, 2, 1, 2, 0])

PROGRAMS: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "sums at indices": lambda x, places: x.index_add(0, places, x) + x.index_put((places,), x, accumulate=True),
    "values at indices": lambda x, places: x.index_put((places[1:4:2],), x[:2]) + x[places],
    "a number at indices": lambda x, places: x.scatter(1, places[:, None] % 3, 2.0),
    "values at places": lambda x, places: x.scatter(0, places[1:3].expand(3, 2).T, x[3:]) + x.sort(0).values,
    "a mask": lambda x, places: x.masked_scatter(x > 0, x.flip(0)),
    "an embedding": lambda x, places: F.embedding(places, x),
    "an enlarged image": lambda x, places: F.interpolate(x[None, None], (7, 5), mode="bilinear"),
}


@pytest.fixture
def deterministic():
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)


def results(program, x: torch.Tensor, places: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """A program's value and the gradient of the sum of its squares, on the CPU."""
    x = x.clone().requires_grad_()
    value = program(x, places)
    value.square().sum().backward()
    return value.detach().cpu(), x.grad.cpu()


@pytest.mark.parametrize("name", PROGRAMS)
def test_updates_and_their_gradients_stay_kernels(name, deterministic, device):
    torch._dynamo.reset()
    x = torch.randn(5, 3)
    expected = results(PROGRAMS[name], x, PLACES)
    found = results(torch.compile(PROGRAMS[name]), x.to(device), PLACES.to(device))
    torch.testing.assert_close(found, expected)


def test_eager_updates_stay_kernels(deterministic, device):
    x = torch.randn(5, 3)
    with torch.npu.set_eager_mode("compile"), torch.npu.set_fallback_policy("error"):
        found = x.to(device).index_add(0, PLACES.to(device), x.to(device)).cpu()
    torch.testing.assert_close(found, x.index_add(0, PLACES, x))
