"""Entries of mapping files: which one is meant, what they may say, and what is said about wrong ones."""

import json
from dataclasses import replace

import pytest
from npusim.frontend.mapping import FileEntry
from npusim.frontend.mapping.mapping_file import external_mapping
from npusim.mlir_templates.attention.flash.tiling import FlashBackwardSpace, FlashGradientsSpace, FlashSpace
from npusim.mlir_templates.attention.flash.tiling import Problem as FlashProblem
from npusim.mlir_templates.conv.problem import Problem as ConvProblem
from npusim.mlir_templates.conv.tiling import ConvSpace
from npusim.mlir_templates.conv.weight_gradient import WeightProblem, WeightSpace
from npusim.mlir_templates.conv.window import Phase, Window
from npusim.mlir_templates.gemm.problem import GemmTiling, Matrix, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace
from npusim.mlir_templates.gemm.zero_skipping_tiling import SkippingSpace
from npusim.mlir_templates.scan.cost import CombineWork, ScanProblem
from npusim.mlir_templates.scan.space import ScanSpace
from npusim.mlir_templates.segment_reduce.space import SegmentSpace
from npusim.mlir_templates.segment_reduce.tiling import SegmentSizes
from npusim.mlir_templates.sort.space import SortProblem, SortSpace
from npusim.mlir_templates.sort.top_k_space import FirstProblem, FirstSpace
from npusim.mlir_templates.sparse.block_sparse_tiling import BlockSpace
from npusim.scheduler.strategy import resolved_strategy
from npusim.simulator.errors import MappingError
from npusim.simulator.machine import load_machine

MACHINE = load_machine("tpuv3")
SUM = CombineWork((1,), (2,), slots=2, latency_cycles=2, convert_slots=2, convert_latency_cycles=2)
MAXIMUM = CombineWork((1, 2), (1, 2), slots=15, latency_cycles=12)


def window(outputs, kernel=3):
    return Window(outputs + kernel - 1, outputs, kernel, 1, 1, 1, 1, False, (Phase(0, 0, kernel, 0),))


def product(m, n, k, **more):
    return Product(m, n, k, Matrix(4, 4 * k), Matrix(4, 4 * n), Matrix(4, 4 * n), **more)


def gemm(m=512, n=512, k=512):
    return GemmSpace(product(m, n, k), MACHINE)


SPACES = {
    "gemm": gemm(),
    "gemm of one row": gemm(m=1),
    "gemm of odd sizes": gemm(129, 61, 333),
    "conv": ConvSpace(ConvProblem(8, 1, 96, 64, (window(28), window(14)), False, False, 4, 4), MACHINE),
    "conv with groups": ConvSpace(ConvProblem(8, 4, 12, 24, (window(28),), False, False, 4, 4), MACHINE),
    "depthwise conv": ConvSpace(ConvProblem(8, 240, 1, 240, (window(28), window(14)), True, False, 4, 4), MACHINE),
    "conv_weight": WeightSpace(WeightProblem(8, 1, 96, 64, (window(28), window(14)), 4, 4), MACHINE),
    "flash_attention": FlashSpace(FlashProblem(12, 500, 512, 64, 64, 4, False, False, False), MACHINE),
    "flash_attention of one query": FlashSpace(FlashProblem(12, 1, 512, 64, 64, 4, False, False, True), MACHINE),
    "flash_attention_backward": FlashBackwardSpace(FlashProblem(12, 500, 512, 64, 64, 4, True, False, False), MACHINE),
    "flash_attention_gradients": FlashGradientsSpace(
        FlashProblem(12, 500, 512, 64, 64, 4, True, False, False), MACHINE
    ),
    "zero_skipping": SkippingSpace(product(700, 600, 300), MACHINE, (128, 256), 24),
    "zero_skipping of one row": SkippingSpace(product(1, 600, 300), MACHINE, (128, 256), 24),
    "block_sparse": BlockSpace(product(16, 333, 64, batch=9), MACHINE, (16, 32), 700),
    "segment_reduce": SegmentSpace(SegmentSizes(700, 30000, 100, 4, 8, 8), MACHINE),
    "bags of narrow rows": SegmentSpace(SegmentSizes(7000, 30000, 9, 4, 8, 8), MACHINE),
    "maxima of one bag": SegmentSpace(SegmentSizes(1, 3000, 300, 4, 16, 8, 8, finds_sources=True), MACHINE),
    "scan of rows": ScanSpace(ScanProblem(300, 5000, 1), SUM, MACHINE),
    "scan of one row": ScanSpace(ScanProblem(1, 500000, 1), MAXIMUM, MACHINE),
    "scan of columns": ScanSpace(ScanProblem(3, 700, 99), SUM, MACHINE),
    "sort": SortSpace(SortProblem(300, 1000, 1), 1024, MACHINE),
    "sort of a few keys": SortSpace(SortProblem(300, 3, 2), 4, MACHINE),
    "sort that merges in memory": SortSpace(SortProblem(2, 10**6, 2), 2**18, MACHINE),
    "sort in smaller chunks than usual": SortSpace(SortProblem(2, 10**6, 2), 2**12, MACHINE),
    "sort of rows of any length": SortSpace(SortProblem(30, 700, 2, known=False), 1024, MACHINE),
    "top_k": FirstSpace(FirstProblem(30, 7000, 10, 1), 16, MACHINE),
    "top_k, many": FirstSpace(FirstProblem(3, 70000, 300, 2), 32, MACHINE),
}


def external(space, tmp_path, content):
    file = tmp_path / "mapping.json"
    file.write_text(json.dumps(content))
    return external_mapping(space, resolved_strategy(file))


@pytest.mark.parametrize("name", SPACES)
def test_every_candidate_can_be_written_to_a_file_and_read_back(name, tmp_path):
    space = SPACES[name]
    fitting = space.fitting()
    assert space.default() in fitting
    assert space.best(4)[0] == space.default() and all(space.estimate_cycles(mapping) > 0 for mapping in fitting[:50])
    for mapping in fitting[:: max(1, len(fitting) // 50)]:
        assert external(space, tmp_path, {space.family: {space.key: space.to_entry(mapping)}}) == mapping


def test_the_form_of_pytorchsim_is_a_matrix_product(tmp_path):
    entry = {"512_512_512": {"TILE_M": 128, "TILE_N": 256, "TILE_K": 64}}
    assert external(gemm(), tmp_path, entry) == GemmTiling(128, 256, 64, True, False)
    assert external(gemm(m=256), tmp_path, entry) is None


def test_a_shape_of_its_own_goes_before_any_shape(tmp_path):
    content = {
        "gemm": {
            "*": {"TILE_M": 8, "TILE_N": 16, "TILE_K": 16},
            "512_512_512": {"TILE_M": 64, "TILE_N": 64, "TILE_K": 64},
        }
    }
    assert external(gemm(), tmp_path, content).m == 64
    assert external(gemm(m=256), tmp_path, content).m == 8


def test_tiles_are_cut_to_the_matrix(tmp_path):
    entry = {"gemm": {"*": {"TILE_M": 4096, "TILE_N": 4096, "TILE_K": 4096, "OUTER_LOOP": "N"}}}
    assert external(gemm(100, 60, 50), tmp_path, entry) == GemmTiling(104, 64, 64, False, True)


@pytest.mark.parametrize(("side", "tiling"), [
    ("RIGHT", GemmTiling(32, 64, 64, False, True, resident=True)),
    ("LEFT", GemmTiling(104, 32, 64, True, True, resident=True)),
])  # fmt: skip
def test_a_resident_operand_has_one_tile_in_one_slot(side, tiling, tmp_path):
    tiles = {"RIGHT": {"TILE_M": 32, "TILE_N": 60}, "LEFT": {"TILE_M": 100, "TILE_N": 32}}[side]
    space, entry = gemm(100, 60, 50), {**tiles, "TILE_K": 50, "RESIDENT": side}
    assert external(space, tmp_path, {"gemm": {"*": entry}}) == tiling
    assert {tiling.left_slots, tiling.right_slots} == {1, 2}
    twice = replace(tiling, resident=False)
    assert space.scratchpad_bytes(tiling) < space.scratchpad_bytes(twice)
    assert space.estimate_cycles(tiling) >= space.estimate_cycles(twice)
    for wrong in ({"TILE_K": 48}, {"TILE_N" if side == "RIGHT" else "TILE_M": 32}):
        with pytest.raises(MappingError, match=r"must cover the .* operand, which is RESIDENT"):
            external(space, tmp_path, {"gemm": {"*": entry | wrong}})
    with pytest.raises(MappingError, match="'OUTER_LOOP' has the value"):
        other = "M" if side == "RIGHT" else "N"
        external(space, tmp_path, {"gemm": {"*": entry | {"OUTER_LOOP": other}}})


def test_tuning_tries_resident_operands_and_the_default_is_none(tmp_path):
    space = gemm()
    assert any(mapping.resident for mapping in space.fitting()) and not space.default().resident


FINE = {"TILE_M": 128, "TILE_N": 128, "TILE_K": 128}
WRONG = {
    "a missing key": ({"TILE_M": 128, "TILE_N": 128}, "key 'TILE_K' is missing"),
    "an unknown key": ({**FINE, "TILE_L": 1}, "key 'TILE_L' is unknown; did you mean 'TILE_N'"),
    "zero": ({**FINE, "TILE_M": 0}, "key 'TILE_M' has the value 0; it must be a whole number of at least 1"),
    "a fraction": ({**FINE, "TILE_N": 1.5}, "key 'TILE_N' has the value 1.5"),
    "true": ({**FINE, "TILE_N": True}, "key 'TILE_N' has the value True"),
    "text": ({**FINE, "TILE_K": "128"}, "key 'TILE_K' has the value '128'"),
    "a loop that is not there": ({**FINE, "OUTER_LOOP": "K"}, "'OUTER_LOOP' has the value 'K'; it must be one of M, N"),
    "a list": ([128, 128, 128], "must be an object"),
    "too much": ({"TILE_M": 8192, "TILE_N": 8192, "TILE_K": 8192}, "bytes per lane, more than the part of the 131,072"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_entries_name_file_shape_and_key(name, tmp_path):
    entry, message = WRONG[name]
    with pytest.raises(MappingError) as caught:
        external(gemm(8192, 8192, 8192), tmp_path, {"8192_8192_8192": entry})
    assert message in str(caught.value)
    assert "mapping.json: gemm['8192_8192_8192']: " in str(caught.value)


def test_unknown_templates_are_refused_whatever_is_asked_for(tmp_path):
    with pytest.raises(MappingError, match=r"mapping\.json: 'gem' is neither .* did you mean 'gemm'"):
        external(SPACES["conv"], tmp_path, {"gem": {"*": FINE}})
    with pytest.raises(MappingError, match="'gemm' must be an object of shapes"):
        external(SPACES["conv"], tmp_path, {"gemm": 3})


@pytest.mark.parametrize("shape", ["256x256", "512_512", "512_512_512_1", "512_512_K", "**", ""])
def test_keys_that_are_no_shape_are_refused(shape, tmp_path):
    with pytest.raises(
        MappingError, match=r"mapping\.json: gemm\['.*'\] is no shape; write M_N_K, in numbers, or '\*'"
    ):
        external(gemm(), tmp_path, {"gemm": {shape: FINE}})


def test_keys_that_stand_twice_are_refused(tmp_path):
    file = tmp_path / "mapping.json"
    file.write_text('{"gemm": {"*": {"TILE_M": 8, "TILE_M": 16, "TILE_N": 16, "TILE_K": 16}}}')
    with pytest.raises(MappingError, match=r"mapping\.json: the key 'TILE_M' stands twice"):
        external_mapping(gemm(), resolved_strategy(file))


def test_convolutions_refuse_tiles_that_reach_into_the_next_group(tmp_path):
    space = SPACES["conv with groups"]
    entry = {"TILE_N": 1, "TILE_F": 16, "TILE_C": 12, "TILE_S": [28]}
    with pytest.raises(MappingError, match="'TILE_F' has the value 16; it must divide the 24 filters of a group"):
        external(space, tmp_path, {"conv": {"*": entry}})
    with pytest.raises(MappingError, match=r"'TILE_S' has the value .* a list of 1 whole numbers"):
        external(space, tmp_path, {"conv": {"*": {**entry, "TILE_F": 12, "TILE_S": [28, 28]}}})


def test_lists_of_an_entry_are_checked(tmp_path):
    entry = FileEntry(tmp_path / "m.json", "conv", "*", {"TILE_S": [4, 0], "MORE": [2]})
    with pytest.raises(MappingError, match="whole numbers of at least 1"):
        entry.integers("TILE_S", 2)
    assert entry.integers("MORE", 1) == (2,)
    assert entry.integers("NONE", 2, default=(1, 2)) == (1, 2)
