"""Tiles hold whole groups of what prologues compute in groups: no candidate, no file and no template cuts them."""

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import get_type_hints

import pytest
from npusim.frontend.mapping import MappingSpace
from npusim.frontend.mapping.mapping_file import external_mapping
from npusim.frontend.template import FusedWork, MLIRTemplate, PrologueWork
from npusim.frontend.template.spaces import space_of
from npusim.mlir_templates.attention.flash.forward import MLIRFlashAttentionTemplate
from npusim.mlir_templates.attention.flash.tiling import FlashSpace
from npusim.mlir_templates.attention.flash.tiling import Problem as FlashProblem
from npusim.mlir_templates.conv.operands import Computed
from npusim.mlir_templates.conv.problem import Problem as ConvProblem
from npusim.mlir_templates.conv.tiling import ConvSpace
from npusim.mlir_templates.conv.weight_gradient import MLIRConvWeightTemplate, WeightProblem, WeightSpace
from npusim.mlir_templates.conv.window import Phase, Window
from npusim.mlir_templates.gemm.gemm import MLIRGemmTemplate
from npusim.mlir_templates.gemm.problem import Matrix, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace
from npusim.scheduler.strategy import resolved_strategy
from npusim.simulator.errors import KernelError, MappingError
from npusim.simulator.machine import load_machine
from template_classes import templates

MACHINE = load_machine("tpuv3")
WORK = PrologueWork(1.0, 4.0, 0.01, multiples=(1, 1, 48, 1), runs=(1, 1, 48, 1), order=(0, 1, 2, 3))
COMPUTED = Computed(4.0, 0.01, 4, (), 0.0, "c", (("c", 24),))
PLAIN = Matrix(4, 4096)
WINDOW = Window(30, 28, 3, 1, 1, 1, 1, False, (Phase(0, 0, 3, 0),))
GROUPED = replace(PLAIN, computed_bytes=4, multiples=(48, 1))

SPACES = {
    "product": (
        GemmSpace(Product(512, 512, 480, PLAIN, GROUPED, PLAIN), MACHINE),
        {"TILE_M": 64, "TILE_N": 64, "TILE_K": 64},
        lambda tiling: tiling.k % 48 == 0,
    ),
    "second product": (
        GemmSpace(Product(512, 512, 480, PLAIN, PLAIN, PLAIN, siblings=(GROUPED,)), MACHINE),
        {"TILE_M": 64, "TILE_N": 64, "TILE_K": 64},
        lambda tiling: tiling.k % 48 == 0,
    ),
    "attention": (
        FlashSpace(FlashProblem(4, 512, 480, 64, 64, 4, False, False, False, (None, WORK, None)), MACHINE),
        {"TILE_Q": 64, "TILE_K": 64},
        lambda tiling: tiling.k % 48 == 0,
    ),
    "convolution": (
        ConvSpace(ConvProblem(8, 1, 96, 64, (WINDOW,), False, False, 4, 4, computed_weights=COMPUTED), MACHINE),
        {"TILE_N": 1, "TILE_F": 64, "TILE_C": 32, "TILE_S": [28]},
        lambda tiling: tiling.channels % 24 == 0,
    ),
    "gradient of weights": (
        WeightSpace(WeightProblem(8, 1, 96, 64, (WINDOW,), 4, 4, computed_image=COMPUTED), MACHINE),
        {"TILE_N": 1, "TILE_F": 64, "TILE_C": 32, "TILE_S": [28]},
        lambda tiling: tiling.channels % 24 == 0,
    ),
}


@pytest.mark.parametrize("name", SPACES)
def test_candidates_hold_whole_groups(name):
    space, _, is_whole = SPACES[name]
    assert space.fitting() and all(is_whole(tiling) for tiling in space.fitting())
    assert is_whole(space.default())


@pytest.mark.parametrize("name", SPACES)
def test_entries_of_files_that_cut_groups_are_refused(name, tmp_path):
    space, entry, _ = SPACES[name]
    file = tmp_path / "mapping.json"
    file.write_text(json.dumps({space.family: {"*": entry}}))
    with pytest.raises(MappingError, match=rf"mapping\.json: {space.family}\['\*'\]: its tiles cut groups"):
        external_mapping(space, resolved_strategy(file))


def test_the_space_of_every_template_that_computes_operands_knows_groups():
    computing = {each for each in templates() if each.fuses_prologue}
    assert computing >= {MLIRGemmTemplate, MLIRFlashAttentionTemplate, MLIRConvWeightTemplate}
    for template in computing:
        assert get_type_hints(template.space)["return"].knows_groups(), template.__name__


class _Forgetful(MLIRTemplate):
    """A template whose space, or lack of one, says nothing about groups."""

    def __init__(self, space):
        self.space = space

    def mapping_space(self, kernel, **_):
        return self.space


class _Space(MappingSpace):
    """A space of no mappings, which says nothing about groups."""

    candidates = scratchpad_bytes = estimate_cycles = from_entry = to_entry = lambda *_: None


@pytest.mark.parametrize("space", [None, _Space()], ids=["no space", "a space"])
def test_a_template_that_forgets_groups_is_an_error(space):
    buffer = SimpleNamespace(template=_Forgetful(space), render_arguments={})
    kernel = SimpleNamespace(work=FusedWork(prologues={1: WORK}))
    with pytest.raises(KernelError, match=r"template _Forgetful .* define in_whole_groups\(\)"):
        space_of(buffer, kernel, None, None)
    whole = FusedWork(prologues={1: replace(WORK, multiples=(1, 1, 1, 1))})
    assert space_of(buffer, SimpleNamespace(work=whole), None, None) is space
