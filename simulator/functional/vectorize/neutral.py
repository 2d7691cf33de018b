"""Neutral elements of reductions: combining one with any value gives that value."""

from typing import Any

from npusim.simulator.ir.mlir import ir


def neutral_element(combiner: str, element: Any) -> Any:
    """The neutral element of a combining operation (`arith.addf`, ...) as a typed attribute."""
    if isinstance(element, ir.IntegerType | ir.IndexType):
        width = 64 if isinstance(element, ir.IndexType) else int(element.width)
        return ir.IntegerAttr.get(element, _integer(combiner, width))
    return ir.FloatAttr.get(element, _FLOAT[combiner])


# Minus zero is the neutral element of addition: starting from 0.0 would turn a sum of minus zeros into plus zero.
_FLOAT = {
    "arith.addf": -0.0,
    "arith.mulf": 1.0,
    "arith.maximumf": float("-inf"),
    "arith.minimumf": float("inf"),
    "arith.maxnumf": float("nan"),
    "arith.minnumf": float("nan"),
}


def _integer(combiner: str, width: int) -> int:
    lowest, highest = -(1 << (width - 1)), (1 << (width - 1)) - 1
    if width == 1:
        lowest, highest = -1, 0
    table = {
        "arith.addi": 0,
        "arith.muli": 1,
        "arith.maxsi": lowest,
        "arith.minsi": highest,
        "arith.maxui": 0,
        "arith.minui": -1,
        "arith.andi": -1,
        "arith.ori": 0,
        "arith.xori": 0,
    }
    return table[combiner]
