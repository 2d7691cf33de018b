"""Fused loop bodies -> scalar graph -> tiles -> MLIR text (docs/kernel_language.md).

The way of a fused group: `recording` runs Inductor's loop bodies on the common `domain` of the nodes with the ops
`handler`, which builds the scalar graph (`dag`, `builder`, `operations`, `reductions`); `tiling` chooses tiles,
`passes` orders reductions and stores, `emitter` and `kernel_text` write the kernel; `kernel` calls them all. `epilogue`
and `prologue` do the same inside of templates.
"""

from npusim.frontend.codegen.fused.batch_parts import holds_whole_parts
from npusim.frontend.codegen.fused.epilogue import EpilogueText, emit_epilogue
from npusim.frontend.codegen.fused.epilogue_work import EpilogueWork, measure_epilogue, measure_loops
from npusim.frontend.codegen.fused.operand import OperandView, whole_operand
from npusim.frontend.codegen.fused.prologue import Prologue, emit_prologue
from npusim.frontend.codegen.fused.prologue_work import PrologueWork, measure_prologue
from npusim.frontend.codegen.fused.result_tiles import ResidentTile, TileDim
from npusim.frontend.codegen.fused.tile_function import TileFunction, emit_tile_function
from npusim.frontend.codegen.graph.buffers import current, dram_memref, in_arguments, storage_extent
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.codegen.graph.metadata import compose_kernel_name
from npusim.frontend.codegen.graph.sizes import Size
from npusim.frontend.codegen.kernel import MLIRKernel

__all__ = [
    "EpilogueText",
    "EpilogueWork",
    "MLIRKernel",
    "OperandView",
    "Prologue",
    "PrologueWork",
    "ResidentTile",
    "Size",
    "TileDim",
    "TileFunction",
    "compose_kernel_name",
    "current",
    "dram_memref",
    "emit_epilogue",
    "emit_prologue",
    "emit_tile_function",
    "holds_whole_parts",
    "in_arguments",
    "measure_epilogue",
    "measure_loops",
    "measure_prologue",
    "mlir_element",
    "storage_extent",
    "whole_operand",
]
