"""The body of a `linalg.generic`, emitted for one iteration or for many neighbouring ones at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder
from npusim.simulator.mlir import ir

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
    """One operation of a body, taken apart once."""

    name: str
    operands: tuple[Value, ...]
    results: tuple[Value, ...]
    attributes: dict[str, Any]


@dataclass(frozen=True)
class Combiner:
    """How a reduction's output takes up one more contribution.

    Attributes:
        name: the operation, for example `arith.addf`.
        kind: its name in `vector.reduction`.
        contribution: the body's value that is combined into the output.
    """

    name: str
    kind: str
    contribution: Value


class Body:
    """A body taken apart: its operations, what it yields, and what its outputs' reductions are."""

    def __init__(self, block: Any, inputs: int) -> None:
        operations = list(block.operations)
        arguments = list(block.arguments)
        self.inputs: list[Value] = arguments[:inputs]
        self.outputs: list[Value] = arguments[inputs:]
        self.yielded: list[Value] = list(operations[-1].operands)
        self.ops = [_take_apart(op) for op in operations[:-1]]
        self.has_regions = any(len(op.operation.regions) for op in operations)
        self.reads_memory = any(op.name.startswith("memref.") for op in self.ops)
        self.output_is_read = [any(True for _ in argument.uses) for argument in self.outputs]
        self.combiners = [self._combiner(i) for i in range(len(self.outputs))]

    def _combiner(self, i: int) -> Combiner | None:
        """The reduction of output i, when its body is `combine(output, contribution)` and nothing else sees the output."""
        output, result = self.outputs[i], self.yielded[i]
        last = next((op for op in self.ops if op.results and op.results[0] == result), None)
        if last is None or last.name not in _COMBINERS or output not in last.operands:
            return None
        if sum(1 for _ in output.uses) != 1 or sum(1 for _ in result.uses) != 1:
            return None
        left, right = last.operands
        return Combiner(last.name, _COMBINERS[last.name], right if left == output else left)

    def element_types(self) -> set[Any]:
        """All types the body works on."""
        types = {argument.type for argument in [*self.inputs, *self.outputs]}
        return types.union(result.type for op in self.ops for result in op.results)


def _take_apart(op: Any) -> BodyOp:
    operation = op.operation
    attributes = dict(operation.attributes.items())
    return BodyOp(operation.name, tuple(operation.operands), tuple(operation.results), attributes)


class BodyEmitter:
    """Emits a body at the insertion point; values that are the same for all lanes stay scalars."""

    def __init__(self, builder: Builder, body: Body) -> None:
        self.builder = builder
        self.body = body

    def emit(self, arguments: dict[Value, Value], index: Callable[[int], Value], lanes: int | None, skip: frozenset[Value] = frozenset()) -> dict[Value, Value]:
        """Emit the body.

        Args:
            arguments: the body's arguments, each as a scalar or as a vector of `lanes`.
            index: gives the value of `linalg.index` for a dimension of the op, as a scalar or as a vector.
            lanes: iterations at once; None for one.
            skip: results whose operations are left out.

        Returns:
            every value of the body that was emitted, and the arguments.
        """
        values = dict(arguments)
        for op in self.body.ops:
            if op.results and op.results[0] in skip:
                continue
            if op.name == "linalg.index":
                values[op.results[0]] = index(int(op.attributes["dim"].value))
            else:
                self._emit_op(op, values, lanes)
        return values

    def _emit_op(self, op: BodyOp, values: dict[Value, Value], lanes: int | None) -> None:
        operands = [values.get(v, v) for v in op.operands]
        vectorised = any(isinstance(v.type, ir.VectorType) for v in operands)
        types = [r.type for r in op.results]
        if vectorised and lanes is not None:
            operands = [self._spread(v, lanes) for v in operands]
            types = [ir.VectorType.get([lanes], t) for t in types]
        made = ir.Operation.create(op.name, results=types, operands=operands, attributes=op.attributes)
        values.update(zip(op.results, made.results, strict=True))

    def _spread(self, value: Value, lanes: int) -> Value:
        owner = value.owner
        if not isinstance(owner, ir.Block) and owner.operation.name == "arith.constant" and not isinstance(value.type, ir.VectorType):
            return self.builder.constant(owner.operation.attributes["value"], lanes)
        return self.builder.widen(value, lanes)
