"""Lowering of `npu.check_index` to a comparison and a call of the runtime on failure.

The tile holds the largest index as an unsigned number (indices that may be negative have the dimension's size added),
so one comparison checks both bounds.
"""

from typing import Any

from npusim.simulator.functional.metadata import declare
from npusim.simulator.ir.dialect import CHECK_INDEX
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.mlir import arith, func, ir, memref, scf
from npusim.simulator.ir.values import as_index

_REPORT, _REPORT_ARGUMENTS = "npusim_bad_index", 3


def lower_index_checks(module: Any) -> None:
    """Replace every check of the module's function, in place. Runs before tiles are lowered."""
    checks = [op for op in walk(find_function(module)) if op.name == CHECK_INDEX]
    for op in checks:
        with ir.InsertionPoint(op), op.location:
            _lower(op.opview)
        op.erase()
    if checks:
        declare(module, _REPORT, _REPORT_ARGUMENTS)


def _lower(op: Any) -> None:
    """Lowers one check; in a dimension without elements 0 passes, which the tile holds if there are no indices."""
    i64 = ir.IntegerType.get_signless(64)
    size = arith.IndexCastOp(i64, op.size).result
    largest = memref.LoadOp(op.largest, [as_index(0)]).result
    limit = arith.AddIOp(size, size).result if op.wraps else size
    limit = arith.MaxSIOp(limit, arith.ConstantOp(i64, 1).result).result
    branch = scf.IfOp(arith.CmpIOp(arith.CmpIPredicate.uge, largest, limit).result)
    with ir.InsertionPoint(branch.then_block):
        index = arith.SubIOp(largest, size).result if op.wraps else largest
        number = arith.ConstantOp(i64, op.number).result
        func.CallOp([], ir.FlatSymbolRefAttr.get(_REPORT), [number, index, size])
        scf.YieldOp([])
