"""Operands of matrix products: their layout in memory and in the scratchpad, prologues included."""

from dataclasses import replace
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, mlir_common
from npusim.frontend.codegen import mlir_element
from npusim.frontend.template import PrologueWork
from npusim.mlir_templates.common.contractions import vector_types
from npusim.mlir_templates.common.cost_model import size_hint
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.gemm.problem import STORED, Matrix
from npusim.simulator.machine import Machine

Sizes = dict[str, int]
"""Tile sizes by loop variable."""


def accumulation_dtype(*dtypes: torch.dtype) -> torch.dtype:
    """The dtype of sums of products of operands with these dtypes: at least 32 bits wide."""
    if any(dtype.is_floating_point for dtype in dtypes):
        return torch.float64 if torch.float64 in dtypes else torch.float32
    return torch.int64 if torch.int64 in dtypes else torch.int32


def operand(node: Any, work: PrologueWork | None, lanes: int) -> Matrix:
    """The tiling's description of an operand; `work` is the cost of its prologues, None without any."""
    element_bytes = node.get_dtype().itemsize
    strides = [size_hint(stride) for stride in node.get_layout().stride[-2:]]
    transposed = memory_order(node, ("r", "c")) == ("c", "r")
    matrix = Matrix(element_bytes, max(strides) * element_bytes, transposed)
    if work is None:
        return matrix
    return replace(
        matrix,
        element_bytes=work.bytes_read,
        row_stride_bytes=work.row_stride_bytes,
        memory_element_bytes=work.memory_element_bytes,
        computed_bytes=element_bytes,
        vector_cycles=work.vector_cycles,
        row_exchanges=work.row_exchanges,
        multiples=(work.multiples[-2], work.multiples[-1]),
        lane_stride=_lane_stride(work, lanes),
        batch_multiple=work.multiples[0] if len(work.multiples) > 2 else 1,
    )


def _lane_stride(work: PrologueWork, lanes: int) -> int:
    """Neighbouring columns per lane: a group if groups are smaller than the lanes, so that lanes do the same work."""
    group, run = work.multiples[-1], work.runs[-1]
    return 1 if run >= lanes else group


def memory_order(node: Any, axes: tuple[str, str]) -> tuple[str, str]:
    """The two innermost axes in memory order, the one with the smaller stride last."""
    outer, inner = (size_hint(stride) for stride in node.get_layout().stride[-2:])
    transposed = outer != 0 and (inner == 0 or outer < inner)
    return (axes[1], axes[0]) if transposed else axes


def operand_tile(
    kernel: MLIRTemplateKernel, name: str, node: Any, axes: tuple[str, str], sizes: Sizes, matrix: Matrix
) -> mlir_common.MLIRMultiDimTile:
    """A tile of an operand in memory order, with the loops `axes` over rows and columns and, if in `sizes`, a batch."""
    matrices = [axis for axis in ("b",) if axis in sizes]
    order = (*matrices, *memory_order(node, axes))
    return named_tile(kernel, name, order, sizes, axes[1], matrix.lane_stride)


def epilogue_tile_bytes(kernel: MLIRTemplateKernel) -> float:
    """Bytes of the epilogues' tiles (without the accumulator) per element of the result."""
    epilogue = kernel.work.epilogue
    return STORED.tile_bytes if epilogue is None else epilogue.tile_bytes


def computing_unit(machine: Machine, sums: torch.dtype, *operands: Any) -> dict[str, Any]:
    """Fields of a `Product` of these operands with sums of this dtype: the rows per cycle of an array for the slower
    type, or the types of the vector unit.
    """
    elements = [node.get_dtype() for node in operands]
    on_vector_unit = [types for each in elements if (types := vector_types(machine, each, sums)) is not None]
    if on_vector_unit:
        return {"vector_types": on_vector_unit[0]}
    return {"rows_per_cycle": min(machine.systolic_rows_per_cycle[mlir_element(each)] for each in elements)}
