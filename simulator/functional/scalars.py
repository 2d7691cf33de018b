"""Scalar `memref.load` and `memref.store` that cannot leave their tensor or tile.

An access outside is skipped (a load gives zero) and reported to the runtime, which fails the launch with the line.
Tensors whose extent is not in the kernel's text are not guarded.
"""

from typing import Any

from npusim.simulator.functional.metadata import Metadata, declare
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.kernel_views import line_and_column
from npusim.simulator.ir.mlir import arith, func, ir, scf
from npusim.simulator.ir.values import as_index

_REPORT, _REPORT_ARGUMENTS = "npusim_stray", 3


def guard_scalars(module: Any) -> None:
    """Guard every scalar access of the module's function, in place. Runs before transfers and tiles are lowered."""
    accesses = [op for op in walk(find_function(module)) if op.name in ("memref.load", "memref.store")]
    guarded = sum(_guard(op) for op in accesses)
    if guarded:
        declare(module, _REPORT, _REPORT_ARGUMENTS)


def _guard(op: Any) -> bool:
    value = op.operands[0 if op.name == "memref.load" else 1]
    indices = list(op.operands)[1 if op.name == "memref.load" else 2 :]
    with ir.InsertionPoint(op), op.location:
        metadata = Metadata(value)
        if metadata.extent < 0:
            return False
        element = _linear(metadata, indices)
        extent = as_index(metadata.extent)
        inside = arith.CmpIOp(arith.CmpIPredicate.ult, element, extent).result
        branch = scf.IfOp(inside, [result.type for result in op.results], has_else=True)
    _fill(branch, op, element, extent)
    return True


def _linear(metadata: Metadata, indices: list[Any]) -> Any:
    """Position of an element in the tensor or tile, as an `index` value."""
    position = as_index(metadata.offset)
    for index, stride in zip(indices, metadata.strides, strict=True):
        step = index if stride == 1 else arith.MulIOp(index, as_index(stride)).result
        position = arith.AddIOp(position, step).result
    return position


def _fill(branch: Any, op: Any, element: Any, extent: Any) -> None:
    """Moves the access into the branch for valid indices, and reports the fault in the other branch."""
    with ir.InsertionPoint(branch.then_block), op.location:
        copy = op.clone()
        scf.YieldOp(list(copy.results))
    with ir.InsertionPoint(branch.else_block), op.location:
        line, _ = line_and_column(op.location)
        i64 = ir.IntegerType.get_signless(64)
        numbers = [arith.IndexCastOp(i64, value).result for value in (as_index(line or 0), element, extent)]
        func.CallOp([], ir.FlatSymbolRefAttr.get(_REPORT), numbers)
        scf.YieldOp([arith.ConstantOp(result.type, _zero(result.type)).result for result in op.results])
    for old, new in zip(op.results, branch.results, strict=True):
        old.replace_all_uses_with(new)
    op.erase()


def _zero(type_: Any) -> Any:
    is_integer = isinstance(type_, ir.IntegerType)
    return ir.IntegerAttr.get(type_, 0) if is_integer else ir.FloatAttr.get(type_, 0.0)
