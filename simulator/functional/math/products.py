"""Works around a miscompilation of 64-bit vector products by LLVM's x86 code generator.

For a product of two numbers known to fit 16 bits, LLVM takes bits 32 and above (such as the sign that a signed division
by two adds) from an instruction that computes bits 16 to 31 only; the result is arbitrary. The faulty combine is
`combinePMULH` of SelectionDAG, on every x86 processor and optimisation level, from LLVM 22 to the LLVM 24 of torch-mlir
20261001; upstream fixed it in September 2026 (pull request 219996: shifts of 32 and more).

To hide the range of a factor from LLVM, it is combined with a zero that is read from memory at run time.
"""

from typing import Any

from npusim.simulator.functional.math.lane import element_type, emit
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.mlir import ir

_LOOKS_AT_HIGH_BITS = frozenset(
    f"arith.{name}"
    for name in (
        "ceildivsi", "ceildivui", "cmpi", "divsi", "divui", "floordivsi", "remsi", "remui", "shrsi", "shrui"
    )
)  # fmt: skip


def hide_factors(module: Any) -> None:
    """Hides the ranges of factors of 64-bit vector products from LLVM where they could matter, in place."""
    operations = [op for op in walk(module.operation) if _is_wide_vector(op)]
    products = [op for op in operations if op.name == "arith.muli"]
    if not products or not any(op.name in _LOOKS_AT_HIGH_BITS for op in operations):
        return
    zero = _unknown_zero(find_function(module))
    for op in products:
        with ir.InsertionPoint(op):
            hidden = emit("vector.broadcast", op.operands[0].type, [zero[element_type(op.operands[0])]])
            op.operands[0] = emit("arith.xori", hidden.type, [op.operands[0], hidden])


def _is_wide_vector(op: Any) -> bool:
    if not op.name.startswith("arith.") or not len(op.operands):
        return False
    type_ = op.operands[0].type
    if not isinstance(type_, ir.VectorType):
        return False
    element = type_.element_type
    return isinstance(element, ir.IndexType) or (isinstance(element, ir.IntegerType) and element.width == 64)


def _unknown_zero(function: Any) -> dict[Any, Any]:
    """Zero as i64 and as index, stored to memory and loaded back in a way that LLVM cannot fold."""
    i64, pointer = ir.IntegerType.get_signless(64), ir.Type.parse("!llvm.ptr")
    volatile = {"volatile_": ir.UnitAttr.get()}
    with ir.InsertionPoint.at_block_begin(function.regions[0].blocks[0]):
        one, zero = (emit("llvm.mlir.constant", i64, [], {"value": ir.IntegerAttr.get(i64, n)}) for n in (1, 0))
        place = emit("llvm.alloca", pointer, [one], {"elem_type": ir.TypeAttr.get(i64)})
        ir.Operation.create("llvm.store", operands=[zero, place], attributes=volatile)
        unknown = emit("llvm.load", i64, [place], volatile)
        return {i64: unknown, ir.IndexType.get(): emit("arith.index_cast", ir.IndexType.get(), [unknown])}
