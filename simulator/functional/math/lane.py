"""Emission of arithmetic on scalars and vectors from Python formulas.

A `Lane` wraps an SSA value; operators and the functions of this module emit `arith` and `math` operations at the
insertion point, with Python numbers turned into constants of the right type and width. Vectors have rank 1.
"""

from typing import Any, Union

from npusim.simulator.ir.mlir import ir

Number = int | float
Operand = Union["Lane", Number]

_PREDICATES_FLOAT = {
    "oeq": 1,
    "ogt": 2,
    "oge": 3,
    "olt": 4,
    "ole": 5,
    "one": 6,
    "ord": 7,
    "ueq": 8,
    "uno": 14,
    "une": 13,
}
_PREDICATES_INTEGER = {"eq": 0, "ne": 1, "slt": 2, "sle": 3, "sgt": 4, "sge": 5, "ult": 6, "ule": 7, "ugt": 8, "uge": 9}


def element_type(value: Any) -> Any:
    """Type of a scalar, or of a vector's elements."""
    return value.type.element_type if isinstance(value.type, ir.VectorType) else value.type


def like(value: Any, element: Any) -> Any:
    """The type with the shape of `value` and the given elements."""
    return ir.VectorType.get(value.type.shape, element) if isinstance(value.type, ir.VectorType) else element


def emit(name: str, result: Any, operands: list[Any], attributes: dict[str, Any] | None = None) -> Any:
    """One operation with one result."""
    return ir.Operation.create(name, results=[result], operands=operands, attributes=attributes).result


def splat(value_type: Any, number: Number) -> Any:
    """A constant of a scalar or vector type, every element `number`."""
    element = value_type.element_type if isinstance(value_type, ir.VectorType) else value_type
    if isinstance(element, ir.IntegerType | ir.IndexType):
        attribute = ir.IntegerAttr.get(element, int(number))
    else:
        attribute = ir.FloatAttr.get(element, float(number))
    if isinstance(value_type, ir.VectorType):
        attribute = ir.DenseElementsAttr.get_splat(value_type, attribute)
    return emit("arith.constant", value_type, [], {"value": attribute})


class Lane:
    """A float or integer value, scalar or vector."""

    __slots__ = ("is_float", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.is_float = not isinstance(element_type(value), ir.IntegerType | ir.IndexType)

    def _coerce(self, other: Operand) -> Any:
        return other.value if isinstance(other, Lane) else splat(self.value.type, other)

    def _binary(self, stem: str, other: Operand, *, swap: bool = False) -> "Lane":
        pair = [self.value, self._coerce(other)]
        name = f"arith.{stem}{'f' if self.is_float else 'i'}"
        return Lane(emit(name, self.value.type, pair[::-1] if swap else pair))

    def __add__(self, other: Operand) -> "Lane":
        return self._binary("add", other)

    def __radd__(self, other: Number) -> "Lane":
        return self._binary("add", other)

    def __sub__(self, other: Operand) -> "Lane":
        return self._binary("sub", other)

    def __rsub__(self, other: Number) -> "Lane":
        return self._binary("sub", other, swap=True)

    def __mul__(self, other: Operand) -> "Lane":
        return self._binary("mul", other)

    def __rmul__(self, other: Number) -> "Lane":
        return self._binary("mul", other)

    def __truediv__(self, other: Operand) -> "Lane":
        return self._binary("div", other)

    def __rtruediv__(self, other: Number) -> "Lane":
        return self._binary("div", other, swap=True)

    def __and__(self, other: Operand) -> "Lane":
        return Lane(emit("arith.andi", self.value.type, [self.value, self._coerce(other)]))

    def __or__(self, other: Operand) -> "Lane":
        return Lane(emit("arith.ori", self.value.type, [self.value, self._coerce(other)]))

    def __lshift__(self, other: Operand) -> "Lane":
        return Lane(emit("arith.shli", self.value.type, [self.value, self._coerce(other)]))

    def __rshift__(self, other: Operand) -> "Lane":
        """Arithmetic shift."""
        return Lane(emit("arith.shrsi", self.value.type, [self.value, self._coerce(other)]))

    def shift_right_logical(self, other: Operand) -> "Lane":
        """Shift that fills with zeros."""
        return Lane(emit("arith.shrui", self.value.type, [self.value, self._coerce(other)]))

    def __neg__(self) -> "Lane":
        return Lane(emit("arith.negf", self.value.type, [self.value])) if self.is_float else 0 - self

    def compare(self, predicate: str, other: Operand) -> "Lane":
        """`arith.cmpf` or `arith.cmpi` by the predicate's name, such as `olt` or `slt`."""
        table = _PREDICATES_FLOAT if self.is_float else _PREDICATES_INTEGER
        attribute = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), table[predicate])
        result = like(self.value, ir.IntegerType.get_signless(1))
        name = "arith.cmpf" if self.is_float else "arith.cmpi"
        return Lane(emit(name, result, [self.value, self._coerce(other)], {"predicate": attribute}))

    def bits(self) -> "Lane":
        """A float's bit pattern as an integer of its width."""
        width = int(element_type(self.value).width)
        return self.bitcast(ir.IntegerType.get_signless(width))

    def bitcast(self, element: Any) -> "Lane":
        """Reinterpret as another element type of the same width."""
        return Lane(emit("arith.bitcast", like(self.value, element), [self.value]))

    def convert(self, name: str, element: Any) -> "Lane":
        """A conversion by its op's short name (`extf`, `truncf`, `sitofp`, ...)."""
        return Lane(emit(f"arith.{name}", like(self.value, element), [self.value]))


def select(condition: Lane, yes: Operand, no: Operand) -> Lane:
    """`condition ? yes : no`; at least one of the two is a Lane."""
    model = yes if isinstance(yes, Lane) else no
    assert isinstance(model, Lane)
    left, right = model._coerce(yes), model._coerce(no)
    return Lane(emit("arith.select", left.type, [condition.value, left, right]))


def unary(name: str, x: Lane) -> Lane:
    """A one-operand math operation, such as `absf`."""
    return Lane(emit(f"math.{name}", x.value.type, [x.value]))


def absolute(x: Lane) -> Lane:
    """`|x|` of a float."""
    return unary("absf", x)


def copysign(magnitude: Lane, sign: Lane) -> Lane:
    """Magnitude of one, sign of the other."""
    return Lane(emit("math.copysign", magnitude.value.type, [magnitude.value, sign.value]))


def fma(a: Lane, b: Operand, c: Operand) -> Lane:
    """`a * b + c`, rounded once."""
    return Lane(emit("math.fma", a.value.type, [a.value, a._coerce(b), a._coerce(c)]))


def horner(x: Lane, coefficients: list[float]) -> Lane:
    """The polynomial with the given coefficients, highest power first (two or more)."""
    total = fma(x, coefficients[0], coefficients[1])
    for coefficient in coefficients[2:]:
        total = fma(total, x, coefficient)
    return total


def at_most(x: Lane, bound: Number) -> Lane:
    """min(x, bound); NaN stays NaN."""
    return select(x.compare("ogt", bound), bound, x)


def at_least(x: Lane, bound: Number) -> Lane:
    """max(x, bound); NaN stays NaN."""
    return select(x.compare("olt", bound), bound, x)
