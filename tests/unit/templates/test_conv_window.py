"""Windows of convolutions against the sums they stand for, and tile sizes that fit."""

import itertools

import pytest
from npusim.mlir_templates.common.cost_model import begun_within
from npusim.mlir_templates.conv.problem import Problem
from npusim.mlir_templates.conv.tiling import ConvSpace, choose_tiling, scratchpad_bytes
from npusim.mlir_templates.conv.window import forward_window, transposed_window
from npusim.simulator.errors import ScratchpadOverflowError, ShapeError
from npusim.simulator.machine import load_machine

STEPS = list(itertools.product([1, 2, 3, 5], [1, 2, 3], [0, 1, 2], [1, 2, 3]))


def pairs_of(window):
    """(output, input, tap) of every product, by the formula at the top of conv_window.py."""
    found = set()
    for phase in window.phases:
        for q, j in itertools.product(range(window.outputs), range(phase.taps)):
            output = q * window.up + phase.residue
            element = q * window.down + phase.offset + j * window.spread
            tap = phase.first_tap + j * window.tap_step
            tap = window.kernel - 1 - tap if window.flipped else tap
            if output < window.outputs and 0 <= element < window.inputs:
                found.add((output, element * window.input_step, tap))
    return found


@pytest.mark.parametrize(("kernel", "stride", "padding", "dilation"), STEPS)
def test_a_forward_window_has_the_products_of_its_definition(kernel, stride, padding, dilation):
    size = 14
    expected = set()
    window = forward_window(size, kernel, stride, padding, dilation)
    for output, tap in itertools.product(range(window.outputs), range(kernel)):
        element = output * stride - padding + tap * dilation
        if 0 <= element < size:
            expected.add((output, element, tap))
    assert pairs_of(window) == expected


@pytest.mark.parametrize(("kernel", "stride", "padding", "dilation"), STEPS)
def test_a_transposed_window_has_the_products_of_its_definition(kernel, stride, padding, dilation):
    size = 7
    outputs = max(1, (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + 1)
    expected = set()
    for element, tap in itertools.product(range(size), range(kernel)):
        output = element * stride - padding + tap * dilation
        if 0 <= output < outputs:
            expected.add((output, element, tap))
    assert pairs_of(transposed_window(size, outputs, kernel, stride, padding, dilation)) == expected


def test_a_kernel_larger_than_the_image_is_refused():
    with pytest.raises(ShapeError, match="smaller than a kernel of 5 taps"):
        forward_window(3, 5, 1, 0, 1)


def problem(channels, filters, size, kernel):
    window = forward_window(size, kernel, 1, kernel // 2, 1)
    return Problem(64, 1, channels, filters, (window, window), False, False, 4, 4)


@pytest.mark.parametrize(
    ("channels", "filters", "size", "kernel"), [(2048, 512, 7, 1), (512, 512, 224, 7), (3, 64, 1000, 3)]
)
def test_chosen_tiles_fit_the_scratchpad(channels, filters, size, kernel):
    machine = load_machine("tpuv3")
    chosen = problem(channels, filters, size, kernel)
    assert scratchpad_bytes(chosen, choose_tiling(chosen, machine), machine) <= machine.scratchpad_bytes_per_lane


def test_a_scratchpad_that_is_too_small_is_an_error_that_names_it():
    machine = load_machine("tpuv3").evolve(scratchpad_kib_per_lane=1)
    with pytest.raises(ScratchpadOverflowError, match="1 KiB per lane"):
        choose_tiling(problem(64, 64, 64, 63), machine)


@pytest.mark.parametrize(
    ("total", "inner", "cores", "again"),
    [(8, 8, 4, 3), (32, 8, 4, 0), (24, 8, 4, 3), (24, 8, 2, 1), (3, 1, 8, 0), (5, 5, 1, 0)],
)
def test_cores_that_begin_within_an_outer_iteration_load_its_tile_again(total, inner, cores, again):
    assert begun_within(total, inner, cores) == again


def test_cores_share_filters_where_each_would_load_large_weights_for_its_own_images():
    window = forward_window(7, 3, 1, 1, 1)
    deep = Problem(8, 1, 512, 512, (window, window), False, False, 2, 4)
    tiling = choose_tiling(deep, load_machine("tpuv3").evolve(cores=8))
    assert tiling.images == 8 and tiling.filters < 512


@pytest.mark.parametrize("machine", ["tpuv3", "tpuv6e", "small8x8"])
@pytest.mark.parametrize(
    ("channels", "filters", "size", "kernel"), [(64, 256, 56, 1), (24, 40, 30, 3), (128, 128, 9, 3), (3, 64, 33, 7)]
)
def test_the_tiles_are_the_first_of_all_that_fit_with_the_fewest_cycles(channels, filters, size, kernel, machine):
    described, simulated = problem(channels, filters, size, kernel), load_machine(machine)
    space = ConvSpace(described, simulated)
    assert choose_tiling(described, simulated) == min(space.fitting(), key=space.estimate_cycles)
