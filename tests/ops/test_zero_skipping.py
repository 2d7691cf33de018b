"""Products that skip tiles of the weights that are all zero."""

import pytest
import torch
from common import check, main, make
from npusim.simulator.errors import OptionError
from torch.nn import functional

SHAPES = [(64, 300, 600), (5, 128, 256), (1, 129, 257)]
ROUNDING = {"rtol": 1.3e-6, "atol": 300 * 2**-24}
"""Sums of 300 products of ones; the CPU adds them in an order that depends on its processor."""


def weights(k, n, used, dtype=torch.float32):
    """A matrix of which only the first `used` columns of tiles are not zero."""
    values = make((k, n), dtype, seed=1)
    values[:, 256 * used :] = 0
    return values


def run(device, shape, dtype=torch.float32):
    m, k, n = shape
    with torch.npu.skip_zero_tiles():
        check(torch.mm, make((m, k), dtype), weights(k, n, 1, dtype), device=device, **ROUNDING)


@pytest.mark.covering("(5, 128, 256)", "(1, 129, 257)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_result_is_what_the_cpu_gives(device, shape):
    run(device, shape)


def test_layers_with_epilogues_and_transposed_weights(device):
    x, weight, bias = make((40, 300)), weights(300, 600, 1).t().contiguous(), make((600,), seed=2)
    with torch.npu.skip_zero_tiles():
        check(lambda x, w, b: torch.relu(functional.linear(x, w, b)), x, weight, bias, device=device, **ROUNDING)
        check(torch.mm, x, torch.zeros(300, 20), device=device)


def test_other_dtypes(device):
    with torch.npu.skip_zero_tiles():
        check(torch.mm, make((9, 150), torch.int32), weights(150, 300, 1, torch.int32), device=device)
        check(torch.mm, make((9, 64), torch.bfloat16), weights(64, 300, 1, torch.bfloat16), device=device)


@pytest.mark.covering("torch.float64-small8x8")
@pytest.mark.parametrize("machine", ["gemmini16", "small8x8"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_many_rows_fit_small_machines(device, machine, dtype):
    inputs = make((1030, 70), dtype), weights(70, 300, 1, dtype), make((1030, 300), dtype, seed=2)
    with torch.npu.simulator(machine=machine, mode="functional"), torch.npu.skip_zero_tiles():
        check(lambda x, w, residual: torch.tanh(x @ w) * residual + x @ w, *inputs, device=device)


def cycles(function, *inputs):
    with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
        function(*inputs)
        return [
            kernel.to_dict()["cycles"] for kernel in simulation.report().kernels if "mm" in kernel.to_dict()["name"]
        ]


@pytest.mark.slow
def test_skipped_tiles_take_no_time_and_the_switch_compiles_again(device):
    torch._dynamo.reset()
    compiled = torch.compile(torch.mm, fullgraph=True, dynamic=False)
    x = make((1024, 1024)).to(device)
    full, half, none = (weights(1024, 1024, used).to(device) for used in (4, 2, 0))
    with torch.npu.skip_zero_tiles():
        times = [max(cycles(compiled, x, weight)) for weight in (full, half, none)]
    assert times[0] > 1.5 * times[1] and times[1] > 3 * times[2]
    with torch.npu.skip_zero_tiles(False):
        assert cycles(compiled, x, none) == cycles(compiled, x, full)


def test_the_switch_of_the_environment_is_checked(monkeypatch):
    monkeypatch.setenv("NPUSIM_SKIP_ZERO_TILES", "yes")
    from npusim.frontend.settings.switches import zero_skipping

    with pytest.raises(OptionError, match="NPUSIM_SKIP_ZERO_TILES"):
        zero_skipping.value()


if __name__ == "__main__":
    main("zero_skipping", run, SHAPES, "(32,128,512)", "M,K,N")
