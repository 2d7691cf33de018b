"""Values of kernels: the operations that define them, and constants at the insertion point."""

from typing import Any

from npusim.simulator.ir.mlir import arith, ir


def definition(value: Any, *names: str) -> Any | None:
    """The operation that gives a value; None for arguments, and for operations of other names, where some are given."""
    owner = value.owner
    if isinstance(owner, ir.Block) or (names and owner.operation.name not in names):
        return None
    return owner.operation


def constant_value(value: Any) -> int | None:
    """The number of a constant integer or index value, else None."""
    constant = definition(value, "arith.constant")
    attribute = None if constant is None else constant.attributes["value"]
    return int(attribute.value) if isinstance(attribute, ir.IntegerAttr) else None


def as_index(number: Any) -> Any:
    """A Python integer as an `index` constant; a value stays."""
    return arith.ConstantOp(ir.IndexType.get(), number).result if isinstance(number, int) else number


def flag(is_true: bool) -> Any:
    """A constant of type `i1`."""
    return arith.ConstantOp(ir.IntegerType.get_signless(1), int(is_true)).result
