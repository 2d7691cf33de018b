"""Fourier transforms: matrix products on the device, of any length, along any dimensions."""

import pytest
import torch
from common import check, main, make

SHAPES = [(1,), (3, 17), (2, 100), (4, 6, 5)]


def numbers(shape, dtype=torch.complex64, seed=0):
    return torch.view_as_complex(make((*shape, 2), torch.float64, seed)).to(dtype)


def near(function, x, device, relative=2e-6):
    """Within `relative` of the largest result of float64, as errors of transforms spread over all results."""
    torch._dynamo.reset()
    result = torch.compile(function, fullgraph=True)(x.to(device)).cpu()
    expected = function(x)
    exact = function(x.to(torch.complex128 if x.is_complex() else torch.float64))
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    assert float((result - exact).abs().max()) <= relative * float(exact.abs().max())


def run(device, shape, dtype=torch.float32):  # of the parts
    dtype = {torch.float32: torch.complex64, torch.float64: torch.complex128}[dtype]
    near(torch.fft.fft, numbers(shape, dtype), device)


@pytest.fixture(autouse=True)
def nothing_runs_on_the_host():
    with torch.npu.set_fallback_policy("error"):
        yield


@pytest.mark.covering("7")
@pytest.mark.parametrize("n", [1, 2, 7, 32, 33, 67, 96, 1000])
def test_transforms_of_any_length(device, n):
    near(torch.fft.fft, numbers((3, n)), device)


@pytest.mark.covering("257", "4096")
@pytest.mark.slow
@pytest.mark.parametrize("n", [257, 1031, 2062, 4096, 65536])
def test_long_transforms(device, n):
    near(torch.fft.fft, numbers((2, n)), device)
    near(torch.fft.rfft, make((2, n)), device)


@pytest.mark.covering("33")
@pytest.mark.parametrize("n", [1, 6, 33, 64])
def test_real_transforms_and_back(device, n):
    near(torch.fft.rfft, make((3, n)), device)
    near(lambda z: torch.fft.irfft(z, n=n), numbers((3, n // 2 + 1)), device)


@pytest.mark.covering("ortho")
@pytest.mark.parametrize("norm", ["forward", "backward", "ortho"])
def test_normalisation(device, norm):
    near(lambda z: torch.fft.fft(z, norm=norm) + torch.fft.ifft(z, norm=norm), numbers((3, 10)), device)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fft2", "ifftn", "rfftn", "irfftn", "hfft2", "ihfftn"])
def test_several_dimensions(device, name):
    real = name in ("rfftn", "ihfftn")
    near(getattr(torch.fft, name), make((4, 6, 35)) if real else numbers((4, 6, 35)), device)


@pytest.mark.slow
def test_any_dimension_padded_or_cut(device):
    near(lambda z: torch.fft.fft(z, n=40, dim=0) + torch.fft.ifft(z, n=40, dim=0), numbers((33, 4)), device)
    near(lambda z: torch.fft.fftn(z, s=(5, 3), dim=(0, 2)), numbers((7, 2, 6)), device)


@pytest.mark.slow
def test_double_precision(device):
    near(torch.fft.fft, numbers((3, 60), torch.complex128), device, relative=1e-14)


@pytest.mark.slow
def test_short_time_transforms_and_back(device):
    def both(x):
        window = torch.hann_window(16, dtype=x.dtype, device=x.device)
        frames = torch.stft(x, 16, 4, window=window, return_complex=True)
        return torch.view_as_real(frames), torch.istft(frames * 2, 16, 4, window=window)

    check(both, make((2, 80)), device=device)


def test_gradients(device):
    def loss(x):
        return torch.fft.irfft(torch.fft.rfft(x) ** 2).abs().sum()

    torch._dynamo.reset()
    found = []
    for place, run_it in (("cpu", loss), (device, torch.compile(loss, fullgraph=True))):
        x = make((3, 20)).to(place).requires_grad_()
        run_it(x).backward()
        found.append(x.grad.cpu())
    torch.testing.assert_close(*found)


@pytest.mark.slow
@pytest.mark.covering("rfft", "fft")
@pytest.mark.parametrize(
    "transform",
    [torch.fft.rfft, torch.fft.fft, lambda x: torch.stft(x, 8, window=torch.ones(8).to(x), return_complex=True)],
    ids=["rfft", "fft", "stft"],
)
def test_tangents_of_gradients(device, transform):
    gradient = torch.func.grad(lambda x: transform(x).abs().sum())
    near(lambda x: torch.func.jvp(gradient, (x,), (x.cos(),))[1], make((2, 20)), device, relative=1e-5)


def test_the_matrices_belong_to_the_program(device):
    with torch.npu.simulator("tpuv3") as simulator:
        near(torch.fft.fft, numbers((256, 32)), device)
    (kernel,) = simulator.report().kernels
    assert "mm" in kernel.name


if __name__ == "__main__":
    main("Fourier transform", run, SHAPES, "(64,512)")
