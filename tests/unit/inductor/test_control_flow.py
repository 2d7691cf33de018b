"""Branches, loops, scans, maps and marked regions of programs: each subgraph computes what eager PyTorch does, also
where it needs tables of its own (Fourier transforms) and where sizes are symbolic.
"""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch._higher_order_ops import associative_scan, scan, while_loop
from torch._higher_order_ops import map as mapped
from torch.testing import assert_close

fft = torch.fft


@torch.compiler.nested_compile_region
def spectrum(x: torch.Tensor) -> torch.Tensor:
    return fft.fft(x).abs()


@torch.compiler.nested_compile_region
def squared(x: torch.Tensor) -> torch.Tensor:
    return (x @ x.transpose(-1, -2)).relu()


def counted(x: torch.Tensor, body: Callable[[torch.Tensor], torch.Tensor], times: int = 3) -> torch.Tensor:
    """`body` applied several times in a while loop."""
    start = torch.zeros((), dtype=torch.int64, device=x.device)
    return while_loop(lambda n, x: n < times, lambda n, x: (n + 1, body(x)), (start, x.clone()))[1]


def branches(x: torch.Tensor, one: Callable[..., torch.Tensor], other: Callable[..., torch.Tensor]) -> torch.Tensor:
    return torch.cond(x.sum() > 0, one, other, (x,))


def halved(x: torch.Tensor) -> torch.Tensor:
    return fft.irfft(fft.rfft(x) * 0.5, n=x.shape[-1])


def updated(z: torch.Tensor) -> torch.Tensor:
    """Half of a number, and something of its copy, of which nothing is replaced."""
    nothing = torch.zeros(0, dtype=torch.int64, device=z.device)
    return z * 0.5 + torch.put(z, nothing, z.new_zeros(0)).abs() * 0.1


def until_small(x: torch.Tensor) -> torch.Tensor:
    return while_loop(lambda x: fft.fft(x).abs().amax() > 2, lambda x: (halved(x),), (x.clone(),))[0]


def running(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return scan(lambda sum_, row: (sum_ + row.sum(), row * sum_), torch.zeros((), device=x.device), x)


def running_spectrum(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    def step(sum_: torch.Tensor, row: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return sum_ + fft.fft(row).abs().sum(), fft.fft(row).real * 1

    return scan(step, torch.zeros((), device=x.device), x)


PROGRAMS: dict[str, Callable[[torch.Tensor], Any]] = {
    "branches": lambda x: branches(x, lambda x: x @ x.transpose(1, 2), lambda x: x @ x.transpose(1, 2) - 1),
    "spectra in both branches": lambda x: branches(x, lambda x: fft.fft(x).abs(), lambda x: fft.fft(x).real * 2),
    "spectra of their own": lambda x: branches(x, lambda x: fft.fft(x).abs(), lambda x: fft.ifft(x).abs()),
    "spectra of a branch and of the program": lambda x: (
        fft.fft(x).abs() + branches(x, lambda x: fft.fft(x).abs(), lambda x: x * 2)
    ),
    "branches in branches": lambda x: branches(
        x, lambda x: branches(x - 1, lambda x: fft.fft(x).abs(), lambda x: fft.ifft(x).abs()), lambda x: x * 2
    ),
    "spectra of branches without operands": lambda x: torch.cond(
        x.sum() > 0, lambda: fft.fft(torch.ones(7, device=x.device)).abs(), lambda: torch.ones(7, device=x.device), ()
    ),
    "loop": lambda x: counted(x, lambda x: (x + 1).relu() * 0.5),
    "loop with spectra": lambda x: counted(x, halved),
    "loop until a spectrum is small": until_small,
    "loop that updates a complex number": lambda x: counted(torch.complex(x[0, 0, 0], x[0, 0, 1]), updated),
    "scan": running,
    "scan with spectra": running_spectrum,
    "associative scan": lambda x: associative_scan(torch.add, x, 0, combine_mode="generic"),
    "map": lambda x: mapped(lambda row: row.softmax(-1), x),
    "map with spectra": lambda x: mapped(lambda row: fft.fft(row).abs(), x),
    "regions": lambda x: squared(x) + squared(x + 1),
    "regions with spectra": lambda x: spectrum(x) + spectrum(x + 1),
}


@pytest.mark.covering(
    "branches-False",
    "spectra of their own-False",
    "branches in branches-False",
    "loop until a spectrum is small-False",
    "scan with spectra-True",
    "map-False",
    "regions-True",
    "regions with spectra-True",
)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_subgraphs_compute_what_eager_pytorch_does(device: Any, name: str, dynamic: bool) -> None:
    torch._dynamo.reset()
    compiled = torch.compile(PROGRAMS[name], fullgraph=True, dynamic=dynamic)
    for sign in (1, -1):
        x = torch.randn(5, 6, 7).abs() * sign
        found, expected = compiled(x.to(device)), PROGRAMS[name](x)
        assert_close(torch.utils._pytree.tree_map(torch.Tensor.cpu, found), expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["branches", "map", "map with spectra", "regions", "regions with spectra"])
def test_gradients_through_subgraphs(device: Any, name: str) -> None:
    given, gradients = torch.rand(5, 6, 7), []
    for place, run in (("cpu", PROGRAMS[name]), (device, torch.compile(PROGRAMS[name], fullgraph=True))):
        x = given.to(place, copy=True).requires_grad_()
        result = run(x)
        result.backward(torch.ones_like(result))
        assert x.grad is not None
        gradients.append(x.grad.cpu())
    assert_close(gradients[1], gradients[0])
