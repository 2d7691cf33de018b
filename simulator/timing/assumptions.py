"""Assumptions of trace programs about unknown data.

A kernel whose addresses or control depend on data can be timed without data: gathers have evenly spread indices, every
branch is taken, loops of unknown length run once, and transfers of unknown length fill their tile. Other loaded numbers
are 0.
"""

from collections.abc import Callable
from typing import Any

from npusim.simulator.ir.dialect import DRAM, PARALLEL, memory_space
from npusim.simulator.ir.kernel import KernelModule, walk
from npusim.simulator.ir.kernel_views import LOOPS, source_arguments
from npusim.simulator.ir.mlir import arith, exclusive, ir
from npusim.simulator.ir.values import as_index, flag
from npusim.simulator.timing.dependence import INDEXED, uses_of_data

_LONGER_THAN_A_TILE = 1 << 20


@exclusive
def can_be_assumed(kernel: KernelModule) -> bool:
    """Whether a kernel can be timed with assumptions to choose its cores: not if the number of iterations that cores
    share depends on data, nor for kernels written by hand, which check their numbers.
    """
    shared = any(op.name in LOOPS and PARALLEL in op.attributes for op, _ in uses_of_data(kernel.function))
    return not shared and not kernel.checks_control


@exclusive
def only_selects(kernel: KernelModule) -> bool:
    """Whether data decide at most which elements a kernel gathers and scatters, not what it executes."""
    return not kernel.checks_control and not any(True for _ in uses_of_data(kernel.function))


@exclusive
def selected_tensors(kernel: KernelModule) -> set[int]:
    """Numbers of the tensors that are accessed by index only."""
    selected, whole = set[int](), set[int]()
    for op in (op for op in walk(kernel.function) if op.name.startswith("npu.")):
        for operand in _tensors(op):
            (selected if op.name in INDEXED else whole).update(source_arguments(operand))
    return selected - whole


def _tensors(op: Any) -> list[Any]:
    memrefs = [operand for operand in op.operands if isinstance(operand.type, ir.MemRefType)]
    return [memref for memref in memrefs if memory_space(memref.type) == DRAM]


def assume(function: Any) -> None:
    """Replaces data-dependent lengths, bounds and conditions, in place."""
    for op, position in list(uses_of_data(function)):
        if op.name in _ASSUMED:
            with op.location, ir.InsertionPoint(op):
                _ASSUMED[op.name](op, position)


def _run_once(loop: Any, position: int) -> None:
    """Sets the bounds of a loop of unknown length to one iteration, an unknown step to 1."""
    if position == 2:
        loop.operands[2] = as_index(1)
    lower, _, step = list(loop.operands)[:3]
    loop.operands[1] = arith.AddIOp(lower, step).result


def _take(branch: Any, position: int) -> None:
    branch.operands[position] = flag(True)


def _end(condition: Any, position: int) -> None:
    if position == 0:
        condition.operands[0] = flag(False)


def _fill_tiles(view: Any, position: int) -> None:
    """Replaces an unknown size of a DRAM view by a size to which the tile clips the transfer."""
    source, offsets, sizes, _ = view.attributes["operandSegmentSizes"]
    first = source + offsets
    if first <= position < first + sizes and memory_space(view.results[0].type) == DRAM:
        view.operands[position] = as_index(_LONGER_THAN_A_TILE)


_ASSUMED: dict[str, Callable[[Any, int], None]] = {
    "scf.for": _run_once,
    "scf.if": _take,
    "scf.condition": _end,
    "memref.reinterpret_cast": _fill_tiles,
    "memref.subview": _fill_tiles,
}
