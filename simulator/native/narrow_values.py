"""Replaces the types of f16 and bf16 values by 16-bit integers.

Only conversions between f16 and f32 are computed in these types; all other operations move bits. LLVM cannot select
instructions for all of these moves: with AVX-512 bf16 (LLVM 24) it fails on the store of one bf16 extracted from a
vector, as at the end of a row of 65. It can move integers on every processor.
"""

from collections.abc import Iterator
from typing import Any

from npusim.simulator.ir.kernel import walk
from npusim.simulator.ir.mlir import ir

_MAKERS = ("llvm.fptrunc", "llvm.mlir.constant")
"""Operations whose results must be f16 or bf16."""


class _Kept(dict[Any, Any]):
    """The storage type of every type: an integer for narrow floats, else the type itself."""

    def __missing__(self, type_: Any) -> Any:
        self[type_] = _kept(type_)
        return self[type_]


def _kept(type_: Any) -> Any:
    if isinstance(type_, ir.F16Type | ir.BF16Type):
        return ir.IntegerType.get_signless(16)
    if isinstance(type_, ir.VectorType) and isinstance(type_.element_type, ir.F16Type | ir.BF16Type):
        return ir.VectorType.get(type_.shape, ir.IntegerType.get_signless(16))
    return type_


def keep_narrow_values_as_integers(module: Any) -> None:
    """Gives f16 and bf16 scalars and vectors of a module in the LLVM dialect integer types, in place."""
    with module.context, ir.Location.unknown():
        kept = _Kept()
        operations = walk(module.operation)
        takers = [(op, op.operands[0].type) for op in operations if op.name == "llvm.fpext"]
        for op in operations:
            for result in op.results:
                _convert_result(op, result, kept)
        for argument in _block_arguments(operations):
            _retype(argument, kept)
        for op, type_ in takers:
            if kept[type_] != type_:
                with ir.InsertionPoint(op):
                    op.operands[0] = _bitcast(op.operands[0], type_)


def _block_arguments(operations: list[Any]) -> Iterator[Any]:
    for op in operations:
        for region in op.regions:
            for block in region:
                yield from block.arguments


def _convert_result(op: Any, result: Any, kept: _Kept) -> None:
    """Converts a result to its storage type; its users need no change, as none names the types of its operands."""
    if op.name not in _MAKERS:
        _retype(result, kept)
    elif kept[result.type] != result.type:
        with ir.InsertionPoint.after(op):
            cast = _bitcast(result, kept[result.type])
        result.replace_all_uses_except(cast, cast.owner.operation)


def _retype(value: Any, kept: _Kept) -> None:
    type_ = value.type
    if kept[type_] != type_:
        value.set_type(kept[type_])


def _bitcast(value: Any, type_: Any) -> Any:
    return ir.Operation.create("llvm.bitcast", results=[type_], operands=[value]).result
