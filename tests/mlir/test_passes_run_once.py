"""What is computed from a program or a kernel's text on the way to the kernel is computed once."""

import importlib

import pytest
import torch
from npusim.simulator.ir import kernel, scratchpad
from torch.nn import functional

epilogue = importlib.import_module("npusim.frontend.codegen.fused.epilogue")


@pytest.fixture
def nothing_is_cached():
    """Graphs are lowered anew."""
    torch.compiler.reset()
    yield
    torch.compiler.reset()


@pytest.fixture
def count(monkeypatch):
    """How often a function of a module is called, wherever it was imported."""

    def watch(module, name, users=()):
        calls = []
        original = getattr(module, name)

        def counted(*args, **kwargs):
            calls.append(args)
            return original(*args, **kwargs)

        for each in (module, *map(importlib.import_module, users)):
            monkeypatch.setattr(each, name, counted)
        return calls

    return watch


def test_a_fused_convolution_is_recorded_and_parsed_once(device, count, nothing_is_cached):
    recorded, parsed = count(epilogue, "record_epilogue"), count(kernel, "_parse")
    image, weight, bias = (torch.zeros(size, device=device) for size in ((1, 3, 9, 7), (5, 3, 3, 3), (5,)))
    with torch.npu.simulator(mode="timing") as simulation, torch.no_grad():
        torch.compile(lambda x, w, b: functional.relu(functional.conv2d(x, w, b)))(image, weight, bias)
        kernels = simulation.report().kernels
    assert (len(kernels), len(recorded), len(parsed)) == (1, 1, 1)


def test_tiles_are_placed_once_where_a_kernel_has_one_form(device, count, nothing_is_cached):
    users = (
        "npusim.frontend.template.rendering",
        "npusim.simulator.run.kernel_loader",
        "npusim.simulator.functional.compiler",
    )
    placed = count(scratchpad, "allocate", users)
    x, w = (torch.zeros(size, device=device) for size in ((23, 11), (11, 19)))
    with torch.npu.simulator(mode="both") as simulation, torch.no_grad():
        torch.compile(torch.mm)(x, w)
        kernels = simulation.report().kernels
    assert (len(kernels), len(placed)) == (1, 1)
