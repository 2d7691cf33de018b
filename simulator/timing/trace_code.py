"""Trace programs as code of the engine's register machine (`engine/model/trace_code.hpp`).

Most trace programs are loops around records, with a little arithmetic on loop variables and arguments. Running them
takes a fraction of the time of simulating their records, so they are not worth LLVM, which takes 50 ms for each.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from npusim.simulator.engine import TRACE_OPS
from npusim.simulator.ir.kernel import find_function
from npusim.simulator.ir.mlir import ir
from npusim.simulator.native import function_arguments, read_signature
from npusim.simulator.timing.liveness import ForLlvm, Liveness, Node
from npusim.simulator.timing.records import RECORD_WORDS

Words = np.ndarray[Any, np.dtype[np.int64]]

_CODES = {name: code for code, name in enumerate(TRACE_OPS)}
_FLAG, _HALF, _WORD = 1, 32, 64


@dataclass(frozen=True)
class TraceCode:
    """Code of a trace program.

    Attributes:
        instructions: shape (instructions, 5): operation, a, b, c, d.
        registers: what they begin with.
        records: templates of records, shape (records, 16).
    """

    instructions: Words
    registers: Words
    records: Words

    @cached_property
    def digest(self) -> str:
        """Equal ones write equal records for equal arguments."""
        parts = (self.instructions, self.registers, self.records)
        content = b"".join(np.array(part.shape, np.int64).tobytes() + part.tobytes() for part in parts)
        return hashlib.sha256(content).hexdigest()


def translate(module: Any) -> TraceCode | None:
    """The code of a trace program; None if it has operations that only LLVM compiles.

    Args:
        module: of a kernel with trace arguments, lowered by `npusim.simulator.timing.lowering`; it is left as it is.
    """
    try:
        return _Translation().run(module)
    except ForLlvm:
        return None


@dataclass(frozen=True)
class _View:
    """A view of a tensor in elements; what is not a number is the register of one."""

    offset: "_Number"
    sizes: Sequence["_Number"]
    strides: Sequence["_Number"]


class _Register(NamedTuple):
    number: int


_Number = int | _Register
_DYNAMIC = -(2**63)


class _Translation:
    def __init__(self) -> None:
        self._instructions: list[tuple[int, ...]] = []
        self._initial: list[int] = []
        self._constants: dict[int, _Register] = {}
        self._values: dict[Any, _Register] = {}
        self._records: dict[tuple[int, ...], int] = {}

    def run(self, module: Any) -> TraceCode:
        liveness = Liveness()
        function = find_function(module)
        body = liveness.of(function.regions[0].blocks[0])
        for argument, slot in zip(function_arguments(function), read_signature(module).slots(), strict=True):
            if argument in liveness.needed and not isinstance(argument.type, ir.MemRefType):
                self._instruct("argument", self._define(argument), slot)
        self._emit_all(body)
        return TraceCode(
            np.array(self._instructions, np.int64).reshape(-1, 5),
            np.array(self._initial, np.int64),
            np.array(list(self._records), np.int64).reshape(-1, RECORD_WORDS),
        )

    # registers

    def _new(self, initial: int = 0) -> _Register:
        self._initial.append(initial)
        return _Register(len(self._initial) - 1)

    def _define(self, value: Any) -> _Register:
        _width(value.type)
        register = self._values[value] = self._new()
        return register

    def _of(self, number: Any) -> _Register:
        """The register of a number or a value."""
        if isinstance(number, _Register):
            return number
        if not isinstance(number, int):
            if number not in self._values:
                raise ForLlvm("a number that only compiled code knows")
            return self._values[number]
        if number not in self._constants:
            self._constants[number] = self._new(number)
        return self._constants[number]

    def _instruct(self, name: str, a: _Number = 0, b: _Number = 0, c: _Number = 0, d: _Number = 0) -> None:
        fields = (each.number if isinstance(each, _Register) else each for each in (a, b, c, d))
        self._instructions.append((_CODES[name], *fields))

    def _computed(self, name: str, one: Any, other: Any) -> _Register:
        result = self._new()
        self._instruct(name, result, self._of(one), self._of(other))
        return result

    def _moved(self, targets: Sequence[_Register], values: Sequence[Any]) -> None:
        """Moves values at the same time."""
        sources = [self._of(value) for value in values]
        if len(sources) > 1:
            kept = [self._new() for _ in sources]
            for register, source in zip(kept, sources, strict=True):
                self._instruct("move", register, source)
            sources = kept
        for target, source in zip(targets, sources, strict=True):
            self._instruct("move", target, source)

    @contextmanager
    def _skipped_unless(self, condition: _Register) -> Iterator[None]:
        place = len(self._instructions)
        self._instruct("jump_unless")
        yield
        self._instructions[place] = (_CODES["jump_unless"], 0, condition.number, 0, len(self._instructions))

    # operations

    def _emit_all(self, nodes: Sequence[Node]) -> Sequence[Any]:
        """Emits the operations of a block; the values that it yields."""
        for node in nodes:
            if node.name.endswith(".yield"):
                return list(node.op.operands)
            emit = _EMIT.get(node.name)
            if emit is not None:
                emit(self, node)
            elif node.name in _BINARY:
                self._binary(node)
            else:
                raise ForLlvm(node.name)
        return ()

    def _binary(self, node: Node) -> None:
        one, other = node.op.operands
        if _width(one.type) != _WORD and not (_width(one.type) == _FLAG and node.name in _OF_FLAGS):
            raise ForLlvm(node.name)
        self._instruct(_BINARY[node.name], self._define(node.op.results[0]), self._of(one), self._of(other))

    def _constant(self, node: Node) -> None:
        attribute = node.op.attributes["value"]
        if isinstance(attribute, (ir.IntegerAttr, ir.BoolAttr)):  # of vectors, see _store
            width = _width(node.op.results[0].type)
            self._values[node.op.results[0]] = self._of(int(attribute.value) & 1 if width == _FLAG else attribute.value)

    def _compare(self, node: Node) -> None:
        one, other = node.op.operands
        if _width(one.type) == _FLAG:
            raise ForLlvm(node.name)
        name, is_swapped, is_negated = _PREDICATES[int(node.op.attributes["predicate"].value)]
        result = self._computed(name, *((other, one) if is_swapped else (one, other)))
        self._values[node.op.results[0]] = self._computed("bit_xor", result, 1) if is_negated else result

    def _select(self, node: Node) -> None:
        self._instruct("select", self._define(node.op.results[0]), *map(self._of, node.op.operands))

    def _keep(self, node: Node) -> None:
        """A conversion that changes no bits: registers hold numbers of 32 bits with their sign."""
        before, after = (_width(value.type) for value in (node.op.operands[0], node.op.results[0]))
        changed = _FLAG if node.name in _SIGNED else _HALF
        if after < before or before == changed:
            raise ForLlvm(node.name)
        self._values[node.op.results[0]] = self._of(node.op.operands[0])

    def _if(self, node: Node) -> None:
        results = [self._define(result) for result in node.op.results]
        then, *otherwise = node.bodies
        condition = self._of(node.op.operands[0])
        with self._skipped_unless(condition):
            self._moved(results, self._emit_all(then))
            leave = len(self._instructions)
            if otherwise:
                self._instruct("jump")
        if otherwise:
            self._moved(results, self._emit_all(otherwise[0]))
            self._instructions[leave] = (_CODES["jump"], 0, 0, 0, len(self._instructions))

    def _switch(self, node: Node) -> None:
        results = [self._define(result) for result in node.op.results]
        default, *cases = node.bodies
        leaves = []
        for number, body in zip(node.op.attributes["cases"], cases, strict=True):
            with self._skipped_unless(self._computed("equal", node.op.operands[0], int(number))):
                self._moved(results, self._emit_all(body))
                leaves.append(len(self._instructions))
                self._instruct("jump")
        self._moved(results, self._emit_all(default))
        for place in leaves:
            self._instructions[place] = (_CODES["jump"], 0, 0, 0, len(self._instructions))

    def _scf_for(self, node: Node) -> None:
        lower, upper, step, *carried = node.op.operands
        self._loop(node, self._of(lower), self._of(upper), self._of(step), carried)

    def _affine_for(self, node: Node) -> None:
        attributes, operands = node.op.attributes, list(node.op.operands)
        lowers, uppers, _ = attributes["operandSegmentSizes"]
        lower = self._mapped(attributes["lowerBoundMap"].value, operands[:lowers], "maximum")
        upper = self._mapped(attributes["upperBoundMap"].value, operands[lowers : lowers + uppers], "minimum")
        step = self._of(int(attributes["step"].value))
        self._loop(node, lower, upper, step, operands[lowers + uppers :])

    def _loop(self, node: Node, lower: _Register, upper: _Register, step: _Register, carried: Sequence[Any]) -> None:
        variable, *arguments = (self._define(each) for each in node.op.regions[0].blocks[0].arguments)
        self._instruct("move", variable, lower)
        self._moved(arguments, carried)
        with self._skipped_unless(self._computed("less", variable, upper)):
            begin = len(self._instructions)
            self._moved(arguments, self._emit_all(node.bodies[0]))
            self._instruct("loop", variable, step, upper, begin)
        self._values.update(zip(node.op.results, arguments, strict=True))

    # affine maps

    def _apply(self, node: Node) -> None:
        combine = {"affine.max": "maximum", "affine.min": "minimum"}.get(node.name, "")
        self._values[node.op.results[0]] = self._mapped(
            node.op.attributes["map"].value, list(node.op.operands), combine
        )

    def _mapped(self, map_: Any, operands: Sequence[Any], combine: str) -> _Register:
        dims, symbols = operands[: map_.n_dims], operands[map_.n_dims :]
        first, *others = (self._affine(expression, dims, symbols) for expression in map_.results)
        for other in others:
            first = self._computed(combine, first, other)
        return self._of(first)

    def _affine(self, expression: Any, dims: Sequence[Any], symbols: Sequence[Any]) -> Any:
        if isinstance(expression, ir.AffineConstantExpr):
            return int(expression.value)
        if isinstance(expression, ir.AffineDimExpr):
            return self._of(dims[expression.position])
        if isinstance(expression, ir.AffineSymbolExpr):
            return self._of(symbols[expression.position])
        name = next(name for kind, name in _AFFINE.items() if isinstance(expression, kind))
        return self._computed(
            name, self._affine(expression.lhs, dims, symbols), self._affine(expression.rhs, dims, symbols)
        )

    # views

    def _metadata(self, node: Node) -> None:
        view = self._view(node.op.operands[0])
        for result, number in zip(list(node.op.results)[1:], (view.offset, *view.sizes, *view.strides), strict=True):
            if number != _DYNAMIC:
                self._values[result] = self._of(number)

    def _view(self, value: Any) -> _View:
        if isinstance(value.owner, ir.Block):
            size = _DYNAMIC if value.type.is_dynamic_dim(0) else int(value.type.shape[0])
            return _View(0, [size], [1])
        op = value.owner.operation
        if op.name == "memref.reinterpret_cast":
            offset, sizes, strides = self._given(op)
            return _View(offset[0], sizes, strides)
        if op.name == "memref.cast":
            return self._view(op.operands[0])
        raise ForLlvm(op.name)

    def _given(self, op: Any) -> list[list[_Number]]:
        """Offsets, sizes and strides of an operation that makes a view."""
        values = iter(list(op.operands)[1:])
        numbers = [list(op.attributes[name]) for name in ("static_offsets", "static_sizes", "static_strides")]
        return [[self._of(next(values)) if each == _DYNAMIC else each for each in part] for part in numbers]

    # records

    def _store(self, node: Node) -> None:
        value, address = node.op.operands
        if isinstance(value.type, ir.VectorType):
            words = tuple(np.array(value.owner.operation.attributes["value"]).tolist())
            self._instruct("record", self._records.setdefault(words, len(self._records)))
        else:
            (slot,) = address.owner.operation.attributes["rawConstantIndices"]
            self._instruct("word", int(slot), self._of(value))

    def _flush(self, _: Node) -> None:
        self._instruct("flush")

    def _nothing(self, _: Node) -> None:
        """The room of a record belongs to its instruction, the numbers of a view to those who ask for them."""


def _width(type_: Any) -> int:
    """Bits of an integer type that registers can hold.

    Raises:
        ForLlvm: it has not.
    """
    if isinstance(type_, ir.IndexType):
        return _WORD
    if isinstance(type_, ir.IntegerType) and type_.width in (_FLAG, _HALF, _WORD):
        return int(type_.width)
    raise ForLlvm(str(type_))


_BINARY = {
    "arith.addi": "add",
    "arith.subi": "subtract",
    "arith.muli": "multiply",
    "arith.divsi": "divide",
    "arith.remsi": "remainder",
    "arith.floordivsi": "floor_divide",
    "arith.ceildivsi": "ceil_divide",
    "arith.minsi": "minimum",
    "arith.maxsi": "maximum",
    "arith.minui": "unsigned_minimum",
    "arith.maxui": "unsigned_maximum",
    "arith.andi": "bit_and",
    "arith.ori": "bit_or",
    "arith.xori": "bit_xor",
}
_OF_FLAGS = ("arith.andi", "arith.ori", "arith.xori")
_SIGNED = ("arith.extsi", "arith.index_cast")

_PREDICATES = [  # in the order of their numbers: operation, whether operands are swapped, whether it is negated
    ("equal", False, False),
    ("equal", False, True),
    ("less", False, False),
    ("less_equal", False, False),
    ("less", True, False),
    ("less_equal", True, False),
    ("unsigned_less", False, False),
    ("unsigned_less_equal", False, False),
    ("unsigned_less", True, False),
    ("unsigned_less_equal", True, False),
]

_AFFINE = {
    ir.AffineAddExpr: "add",
    ir.AffineMulExpr: "multiply",
    ir.AffineModExpr: "modulo",
    ir.AffineFloorDivExpr: "floor_divide",
    ir.AffineCeilDivExpr: "ceil_divide",
}

_EMIT: dict[str, Callable[[_Translation, Node], None]] = {
    "arith.constant": _Translation._constant,
    "arith.cmpi": _Translation._compare,
    "arith.select": _Translation._select,
    "arith.index_cast": _Translation._keep,
    "arith.index_castui": _Translation._keep,
    "arith.extsi": _Translation._keep,
    "arith.extui": _Translation._keep,
    "scf.if": _Translation._if,
    "scf.index_switch": _Translation._switch,
    "scf.for": _Translation._scf_for,
    "affine.for": _Translation._affine_for,
    "affine.apply": _Translation._apply,
    "affine.min": _Translation._apply,
    "affine.max": _Translation._apply,
    "memref.extract_strided_metadata": _Translation._metadata,
    "memref.reinterpret_cast": _Translation._nothing,
    "memref.cast": _Translation._nothing,
    "func.call": _Translation._nothing,
    "llvm.store": _Translation._store,
    "llvm.call": _Translation._flush,
}
