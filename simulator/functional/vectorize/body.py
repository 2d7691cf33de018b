"""The body of a `linalg.generic`, emitted for one iteration or for several neighbouring iterations at once."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder
from npusim.simulator.functional.vectorize.division import divide_by_scalar
from npusim.simulator.ir.mlir import ir
from npusim.simulator.ir.values import definition

Value = Any

_COMBINERS = {
    "arith.addf": "add",
    "arith.addi": "add",
    "arith.mulf": "mul",
    "arith.muli": "mul",
    "arith.maximumf": "maximumf",
    "arith.minimumf": "minimumf",
    "arith.maxnumf": "maxnumf",
    "arith.minnumf": "minnumf",
    "arith.maxsi": "maxsi",
    "arith.minsi": "minsi",
    "arith.maxui": "maxui",
    "arith.minui": "minui",
    "arith.andi": "and",
    "arith.ori": "or",
    "arith.xori": "xor",
}


@dataclass(frozen=True)
class BodyOp:
    """One operation of a body, in Python form."""

    name: str
    operands: tuple[Value, ...]
    results: tuple[Value, ...]
    types: tuple[Any, ...]
    attributes: dict[str, Any]


@dataclass(frozen=True)
class Combiner:
    """How a reduction combines an output with a contribution.

    Attributes:
        name: the operation, for example `arith.addf`.
        kind: its name in `vector.reduction`.
        contribution: the body's value that is combined with the output.
    """

    name: str
    kind: str
    contribution: Value


@dataclass(frozen=True)
class Body:
    """A body in Python form.

    Attributes:
        inputs, outputs: the block's arguments, or keys that represent them in `ops`.
        ops: the operations in order, without the terminator.
        yielded: the outputs' next elements.
        is_straight: whether no operation has regions or accesses memory.
    """

    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    ops: tuple[BodyOp, ...]
    yielded: tuple[Value, ...]
    is_straight: bool = True

    @cached_property
    def _uses(self) -> Counter[Value]:
        return Counter([v for op in self.ops for v in op.operands] + list(self.yielded))

    @cached_property
    def asked_dims(self) -> frozenset[int]:
        """Dimensions whose loop variable the body reads with `linalg.index`."""
        return frozenset(int(op.attributes["dim"].value) for op in self.ops if op.name == "linalg.index")

    def reads_output(self, i: int) -> bool:
        """Whether the previous element of output i is used."""
        return self._uses[self.outputs[i]] > 0

    @cached_property
    def combiners(self) -> tuple[Combiner | None, ...]:
        """The reduction of each output that the body only combines with a contribution, else None."""
        return tuple(self._combiner(output, result) for output, result in zip(self.outputs, self.yielded, strict=True))

    def _combiner(self, output: Value, result: Value) -> Combiner | None:
        last = next((op for op in self.ops if op.results and op.results[0] == result), None)
        if last is None or last.name not in _COMBINERS or output not in last.operands:
            return None
        if self._uses[output] != 1 or self._uses[result] != 1:
            return None
        left, right = last.operands
        return Combiner(last.name, _COMBINERS[last.name], right if left == output else left)

    def result_types(self) -> set[Any]:
        """Types of all results of the operations."""
        return {t for op in self.ops for t in op.types}


_CHOICES = frozenset(["arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"])
_NARROW = (ir.F16Type, ir.BF16Type)


def with_wide_choices(body: Body) -> tuple[Body, tuple[bool, ...]]:
    """The body with minima and maxima of f16 and bf16 accumulated exactly in f32, and a flag per output for these.

    Hosts compare f32: a narrow accumulator would be converted both ways for every contribution.
    """
    wide = tuple(
        c is not None and c.name in _CHOICES and isinstance(t, _NARROW)
        for c, t in zip(body.combiners, (_type_of(body, y) for y in body.yielded), strict=True)
    )
    ops = list(body.ops)
    for output, result in ((o, y) for o, y, w in zip(body.outputs, body.yielded, wide, strict=True) if w):
        last = next(i for i, op in enumerate(ops) if op.results and op.results[0] == result)
        ops[last : last + 1] = _widened_choice(ops[last], output)
    return replace(body, ops=tuple(ops)), wide


def _type_of(body: Body, value: Value) -> Any:
    return next((op.types[0] for op in body.ops if op.results and op.results[0] == value), None)


def _widened_choice(op: BodyOp, output: Value) -> list[BodyOp]:
    f32, contribution = ir.F32Type.get(), next(v for v in op.operands if v != output)
    key = ("wide", op.results[0])
    extension = BodyOp("arith.extf", (contribution,), (key,), (f32,), {})
    return [extension, replace(op, operands=(output, key), types=(f32,))]


def read_body(block: Any, inputs: int) -> Body:
    """Reads the block of a `linalg.generic` with a number of inputs."""
    operations = list(block.operations)
    arguments = tuple(block.arguments)
    ops = tuple(_take_apart(op) for op in operations[:-1])
    is_straight = not any(len(op.operation.regions) or op.operation.name.startswith("memref.") for op in operations)
    return Body(arguments[:inputs], arguments[inputs:], ops, tuple(operations[-1].operands), is_straight)


def copy_body(extension: str | None, element: Any) -> Body:
    """The body of a copy that widens elements with an operation such as `arith.extf` (None: no conversion)."""
    ops = () if extension is None else (BodyOp(extension, ("in",), ("wide",), (element,), {}),)
    return Body(("in",), ("out",), ops, ("wide" if ops else "in",))


def _take_apart(op: Any) -> BodyOp:
    operation = op.operation
    attributes = dict(operation.attributes.items())
    results = tuple(operation.results)
    return BodyOp(operation.name, tuple(operation.operands), results, tuple(r.type for r in results), attributes)


class BodyEmitter:
    """Emits a body at the insertion point; values that are equal in all lanes stay scalars."""

    def __init__(self, builder: Builder, body: Body) -> None:
        self.builder = builder
        self.body = body

    def emit(
        self, arguments: dict[Value, Value], index: Callable[[int], Value], lanes: int | None
    ) -> dict[Value, Value]:
        """Emit the body.

        Args:
            arguments: the body's arguments, each as a scalar or as a vector of `lanes`.
            index: gives the value of `linalg.index` for a dimension of the op, as a scalar or as a vector.
            lanes: iterations at once; None for one.

        Returns:
            every value of the body that was emitted, and the arguments.
        """
        values = dict(arguments)
        for op in self.body.ops:
            if op.name == "linalg.index":
                values[op.results[0]] = index(int(op.attributes["dim"].value))
            else:
                self._emit_op(op, values, lanes)
        return values

    def _emit_op(self, op: BodyOp, values: dict[Value, Value], lanes: int | None) -> None:
        operands: list[Value] = [values.get(v, v) for v in op.operands]
        if lanes is not None and _is_division_by_scalar(op.name, operands):
            values[op.results[0]] = divide_by_scalar(self.builder, operands[0], operands[1], lanes)
            return
        vectorised = any(isinstance(v.type, ir.VectorType) for v in operands)
        types = list(op.types)
        if vectorised and lanes is not None:
            operands = [self._spread(v, lanes) for v in operands]
            types = [self.builder.vector_type(lanes, t) for t in types]
        made = ir.Operation.create(op.name, results=types, operands=operands, attributes=op.attributes)
        values.update(zip(op.results, made.results, strict=True))

    def _spread(self, value: Value, lanes: int) -> Value:
        constant = definition(value, "arith.constant")
        if constant is not None and not isinstance(value.type, ir.VectorType):
            return self.builder.constant(constant.attributes["value"], lanes)
        return self.builder.widen(value, lanes)


def _is_division_by_scalar(name: str, operands: list[Value]) -> bool:
    if name != "arith.divf" or isinstance(operands[1].type, ir.VectorType):
        return False
    return isinstance(operands[0].type, ir.VectorType) and isinstance(operands[1].type, ir.F32Type | ir.F64Type)
