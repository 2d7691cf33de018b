"""What tilings of Gemmini's measurements mean, and that the kernels written for them compute the layers."""

from pathlib import Path

import numpy as np
import pytest
from npusim.frontend.cli.validation.gemmini.kernels import kernel_text
from npusim.frontend.cli.validation.gemmini.layers import Layer, Tiling, auto_tiling, mapped_tiling
from npusim.frontend.cli.validation.registry import find_target
from npusim.frontend.cli.validation.targets.gemmini import row_machine
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.ir.scratchpad import allocate
from npusim.simulator.run.memory.host_arrays import Array
from npusim.simulator.run.standalone import simulate_file

MAPPING = "L3[WIO] P2 K4 - L2[WI] N1 K16X - L1[O] K4 S3 C8 Q14 P7 C16X - L0[W] P2"


def layer(c: int, k: int, p: int, q: int, taps: int = 1, stride: int = 1) -> Layer:
    return Layer({"C": c, "K": k, "P": p, "Q": q, "R": taps, "S": taps}, stride)


def test_a_tile_has_the_factors_of_all_levels_below_dram() -> None:
    tiling = mapped_tiling(layer(128, 256, 28, 28, 3), MAPPING)
    assert tiling.tile == {"C": 128, "K": 64, "P": 14, "Q": 14, "R": 1, "S": 3}
    assert tiling.order == "NQSRCPK"
    assert auto_tiling(layer(64, 64, 9, 9), "1_1_23_22_64_16_1") == Tiling(
        {"C": 64, "K": 16, "P": 9, "Q": 9, "R": 1, "S": 1}, "NQPKSRC"
    )
    with pytest.raises(ValueError, match="no L3"):
        mapped_tiling(layer(16, 16, 4, 4), "L1[O] C4")


def test_a_kernel_of_two_taps_gives_one_row_of_outputs_more() -> None:
    assert layer(16, 16, 56, 56, 2).extents["P"] == 57
    assert layer(16, 16, 14, 14, 3, 2).extents["Q"] == 14
    assert layer(16, 16, 14, 14, 1, 2).extents["Q"] == 14


def computed(case: Layer, tiling: Tiling, folder: Path, image: Array, weights: Array) -> Array:
    file = folder / "layer.mlir"
    file.write_text(kernel_text(case, tiling))
    arguments = {"X": image.reshape(-1), "W": weights.reshape(-1)}
    result = simulate_file(file, row_machine(4096, 2**20), "functional", arguments, run_dir=folder)
    assert result.arrays is not None
    return result.arrays["Y"]


def small_integers(*shape: int) -> Array:
    return np.random.default_rng(len(shape)).integers(-3, 4, shape).astype(np.int8)


@pytest.mark.covering("case0-tile0-NQPKSRC", "case2-tile2-NSRCQKP")
@pytest.mark.parametrize(
    ("case", "tile", "order"),
    [
        (layer(32, 48, 7, 7, 3), {"C": 16, "K": 16, "P": 3, "Q": 7, "R": 3, "S": 3}, "NQPKSRC"),
        (layer(16, 20, 5, 5, 3, 2), {"C": 16, "K": 16, "P": 2, "Q": 3, "R": 3, "S": 1}, "NKPQSRC"),
        (layer(16, 16, 6, 6, 2), {"C": 16, "K": 16, "P": 4, "Q": 2, "R": 2, "S": 2}, "NSRCQKP"),
        (layer(33, 17, 4, 4), {"C": 16, "K": 17, "P": 3, "Q": 4, "R": 1, "S": 1}, "NQPKSRC"),
    ],
)
def test_a_convolution_in_tiles_is_the_convolution(
    case: Layer, tile: dict[str, int], order: str, tmp_path: Path
) -> None:
    sizes, edge, out = case.sizes, case.image_size, case.out_size
    image = small_integers(edge, edge, sizes["C"])
    weights = small_integers(sizes["S"], sizes["R"], sizes["C"], sizes["K"])
    found = computed(case, Tiling(tile, order), tmp_path, image, weights).reshape(out, out, sizes["K"])
    padded = np.pad(image.astype(np.int32), [(case.padding, case.padding + 1)] * 2 + [(0, 0)])
    rows = [case.stride * i for i in range(out)]
    expected = sum(
        padded[np.ix_([row + s for row in rows], [column + r for column in rows])] @ weights[s, r].astype(np.int32)
        for s in range(sizes["S"])
        for r in range(sizes["R"])
    )
    np.testing.assert_array_equal(found, np.asarray(expected).astype(np.int8))


@pytest.mark.covering("tile2")
@pytest.mark.parametrize("tile", [{"P": 5, "C": 130, "K": 7}, {"P": 8, "C": 64, "K": 16}, {"P": 3, "C": 48, "K": 33}])
def test_a_product_in_tiles_is_the_product(tile: dict[str, int], tmp_path: Path) -> None:
    case = layer(130, 33, 8, 1)
    image, weights = small_integers(8, 130), small_integers(130, 33)
    found = computed(case, Tiling({**tile, "Q": 1, "R": 1, "S": 1}, "NQKPSRC"), tmp_path, image, weights)
    expected = image.astype(np.int32) @ weights.astype(np.int32)
    np.testing.assert_array_equal(found.reshape(8, 33), expected.astype(np.int8))


@pytest.mark.slow
def test_the_tiles_of_every_row_fit_the_memories_of_its_configuration() -> None:
    fields = [point.fields for point in find_target("gemmini").points()]
    for row in {id(each): each for each in fields}.values():
        sizes = {axis: int(row[axis.lower()]) for axis in "CKPQRS"}
        case = Layer(sizes, int(row["stride_h"]))
        machine = row_machine(int(row["accumulator_entries"]), int(row["scratchpad_entries"]))
        for tiling in (mapped_tiling(case, row["mapping"]), auto_tiling(case, row["auto_tiling"])):
            assert allocate(parse_kernel(kernel_text(case, tiling)), machine).tiles
