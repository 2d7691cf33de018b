"""Definitions of a dialect's operations: named operands with memory space and effects, a result, attributes with
defaults, and further rules, in one class.

    @operation("dma_load")
    class DmaLoadOp(Defined):
        source = operand(DRAM, "r")
        destination = operand(SCRATCHPAD, "w")
        pad = ElementValue(of="destination")

        @staticmethod
        def rules(source: MemRefType, destination: MemRefType) -> None: ...

`defined_in` creates the operation of the MLIR bindings (`op.source`, `op.pad`), its verifier, its memory effects, and
its printer: `DmaLoadOp.text(source, destination, pad="0.0 : f32")`. Printing checks the verifier's rules, so an operand
of a wrong rank or type is an error where the text is made.

Checked with torch-mlir 20261001: operations have generic assembly only; optional attributes are checked by the
verifiers, because IRDL attributes cannot be left out.
"""

# No `from __future__ import annotations` here: the base classes read the annotations as objects.
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, cast

from npusim.simulator.errors import KernelError
from npusim.simulator.ir.memref_type import DRAM, SCRATCHPAD, MemRefType
from npusim.simulator.ir.mlir_bindings import ext, ir

ELEMENT_TYPES = ("f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8")
"""Element types of tensors and tiles, in MLIR's spelling."""

_ORDINALS = ("first", "second", "third")


class VerifyError(Exception):
    """An operation breaks a rule; becomes a diagnostic at the operation's location."""


def require(condition: bool, sentence: str) -> None:
    """Raises VerifyError with the sentence unless the condition is true."""
    if not condition:
        raise VerifyError(sentence)


class Written(Protocol):
    """An operand or result of a printed operation: its SSA name and type."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> MemRefType | str: ...


# -- operands and results


@dataclass(frozen=True)
class Operand:
    """An operand: a memref in a memory space, or a number of type `index`.

    Attributes:
        space: memory space, None for an index.
        effects: `r` if the operation reads it, `w` if it writes it.
        role: its name in messages; by default the operand's name.
    """

    space: int | None
    effects: str
    role: str

    def check(self, type_: MemRefType | str, what: str) -> None:
        """Raises VerifyError for an operand of another type; `what` names the operand in the sentence."""
        if self.space is None:
            require(str(type_) == "index", f"{what} must be of type index")
            return
        memref = as_memref(type_, what)
        (_check_tile if self.space == SCRATCHPAD else _check_dram)(memref, what)


def operand(space: int | None, effects: str = "", role: str = "") -> Any:
    """Defines an operand."""
    return Operand(space, effects, role)


def as_memref(type_: MemRefType | str, what: str) -> MemRefType:
    """The type as a memref; raises VerifyError unless it is one of a supported element type."""
    if not isinstance(type_, MemRefType):
        raise VerifyError(f"{what} must be a memref, but its type is {type_}")
    hint = "; booleans are stored as i8 (0 or 1)" if type_.element == "i1" else ""
    allowed = ", ".join(ELEMENT_TYPES)
    require(type_.element in ELEMENT_TYPES, f"{what} has element type {type_.element}, allowed are {allowed}{hint}")
    return type_


def _check_dram(type_: MemRefType, what: str) -> None:
    sentence = f"{what} must be in DRAM (a memref without memory space), but its type is {type_}"
    require(type_.space == DRAM, f"{sentence}; tiles are the other operand")


def _check_tile(type_: MemRefType, what: str) -> None:
    sentence = f"{what} must be in the scratchpad (memory space 1), but its type is {type_}"
    require(type_.space == SCRATCHPAD, f"{sentence}; make tiles with npu.alloc")
    sentence = f"{what} must have a static shape, but its type is {type_}"
    require(type_.is_static, f"{sentence}; the ragged edge belongs into the DRAM view")


@dataclass(frozen=True)
class Result:
    """A result: a tile."""


def result() -> Any:
    """Defines a result."""
    return Result()


# -- attributes


class Attribute:
    """An optional attribute.

    Attributes:
        default: its value if it is missing.
    """

    default: Any

    def check(self, name: str, attribute: Any, operands: Mapping[str, Any]) -> None:
        """Raises VerifyError for a wrong attribute; `operands` are the types of the operands."""
        raise NotImplementedError

    def value(self, attribute: Any) -> Any:
        """The Python value of the attribute."""
        return attribute.value

    def text(self, value: Any) -> str:
        """The attribute's text for a Python value."""
        return str(value)


@dataclass(frozen=True)
class Integer(Attribute):
    """A 64-bit integer."""

    default: int
    minimum: int

    def check(self, name: str, attribute: Any, operands: Mapping[str, Any]) -> None:
        is_i64 = isinstance(attribute, ir.IntegerAttr) and str(attribute.type) == "i64"
        sentence = f"attribute '{name}' must be an i64 integer such as `{name} = {self.default} : i64`"
        require(is_i64, f"{sentence}, not {attribute}")
        sentence = f"attribute '{name}' must be at least {self.minimum}"
        require(attribute.value >= self.minimum, f"{sentence}, not {attribute.value}")

    def value(self, attribute: Any) -> int:
        return int(attribute.value)

    def text(self, value: int) -> str:
        return f"{value} : i64"


@dataclass(frozen=True)
class Flag(Attribute):
    """A boolean, by default false."""

    default: bool = False

    def check(self, name: str, attribute: Any, operands: Mapping[str, Any]) -> None:
        require(isinstance(attribute, ir.BoolAttr), f"attribute '{name}' must be `true` or `false`, not {attribute}")

    def value(self, attribute: Any) -> bool:
        return bool(attribute.value)

    def text(self, value: bool) -> str:
        return "true" if value else "false"


@dataclass(frozen=True)
class ElementValue(Attribute):
    """A value of the element type of the operand `of`; reading gives the attribute, printing takes its text."""

    of: str
    default: None = None

    def check(self, name: str, attribute: Any, operands: Mapping[str, Any]) -> None:
        element = operands[self.of].element
        typed = isinstance(attribute, (ir.IntegerAttr, ir.FloatAttr)) and str(attribute.type) == element
        example = f"{'0' if element.startswith('i') else '0.0'} : {element}"
        sentence = f"attribute '{name}' must be a value of the element type {element}, such as `{name} = {example}`"
        require(typed, f"{sentence}, not {attribute}")

    def value(self, attribute: Any) -> Any:
        return attribute


@dataclass(frozen=True)
class OneOf(Attribute):
    """An attribute that is one of `words`; the first is the default."""

    words: Sequence[str]

    @property
    def default(self) -> str:  # type: ignore[override]
        return self.words[0]

    def check(self, name: str, attribute: Any, operands: Mapping[str, Any]) -> None:
        known = isinstance(attribute, ir.StringAttr) and attribute.value in self.words
        words = ", ".join(map(repr, self.words))
        require(known, f"attribute '{name}' must be one of {words}, not {attribute}")

    def text(self, value: str) -> str:
        return f'"{value}"'


# -- operations


@dataclass(frozen=True)
class Definition:
    """Definition of an operation: operands, attributes, effects, verifier."""

    name: str
    operands: dict[str, Operand]
    results: dict[str, Result]
    attributes: dict[str, Attribute]
    rules: Callable[..., None]
    checks: Callable[[Any], None]

    def role(self, name: str) -> str:
        """The name of an operand in messages."""
        place = _ORDINALS[list(self.operands).index(name)]
        return f"the {self.operands[name].role or name} ({place} operand)"

    def check_types(self, given: Sequence[MemRefType | str], results: Sequence[MemRefType | str]) -> None:
        """Raises VerifyError for operands or results of wrong types."""
        for (name, defined), type_ in zip(self.operands.items(), given, strict=True):
            defined.check(type_, self.role(name))
        for name, type_ in zip(self.results, results, strict=True):
            _check_tile(as_memref(type_, f"the {name}"), f"the {name}")
        self.rules(*given, *results)

    def verify(self, op: Any) -> None:
        """Raises VerifyError if an operation of a module breaks a rule."""
        _check_counts(op, len(self.operands), len(self.results))
        self._check_names(op.attributes)
        given = [_type_of(value) for value in op.operands]
        self.check_types(given, [_type_of(value) for value in op.results])
        types_by_name = dict(zip(self.operands, given, strict=True))
        for name, attribute in self.attributes.items():
            if name in op.attributes:
                attribute.check(name, op.attributes[name], types_by_name)
        self.checks(op)

    def _check_names(self, attributes: Iterable[Any]) -> None:
        for each in attributes:
            name = each if isinstance(each, str) else each.name
            if name not in self.attributes and "." not in name:
                known = f"it takes {', '.join(self.attributes)}" if self.attributes else "it takes none"
                raise VerifyError(f"unknown attribute '{name}'; {known}")

    def text(self, *values: Written, marks: Sequence[str] = (), **attributes: Any) -> str:
        """The operation as a line of a kernel.

        Args:
            values: the operands, then the results.
            marks: attributes of other dialects without a value.
            attributes: those with another value than None.

        Raises:
            KernelError: the operands or results break a rule of the operation.
        """
        operands, results = values[: len(self.operands)], values[len(self.operands) :]
        try:
            self.check_types([v.type for v in operands], [v.type for v in results])
        except VerifyError as error:
            raise KernelError(f"'{self.name}': {error}") from error
        given = {name: value for name, value in attributes.items() if value is not None}
        shown = [f"{name} = {a.text(given.pop(name))}" for name, a in self.attributes.items() if name in given]
        if given:
            raise KernelError(f"'{self.name}' has no attribute {', '.join(given)}; it has {', '.join(self.attributes)}")
        made = f"{', '.join(r.name for r in results)} = " if results else ""
        listed = f" {{{', '.join([*shown, *marks])}}}" if shown or marks else ""
        types_ = f"({', '.join(str(v.type) for v in operands)}) -> {_types_of_results(results)}"
        return f'{made}"{self.name}"({", ".join(v.name for v in operands)}){listed} : {types_}'


def _types_of_results(results: Sequence[Written]) -> str:
    return str(results[0].type) if len(results) == 1 else "()"


def _type_of(value: Any) -> MemRefType | str:
    return MemRefType.of(value.type) if isinstance(value.type, ir.MemRefType) else str(value.type)


def _check_counts(op: Any, operands: int, results: int) -> None:
    """Checks the numbers of operands and results, as IRDL's own check comes after the verifiers."""
    given = len(op.operands), len(op.results)
    sentence = f"it has {operands} operands and {results} results"
    require(given == (operands, results), f"{sentence}, but {given[0]} and {given[1]} are written")
    require(not len(op.operation.regions), "it has no regions")
    require(not len(op.operation.successors), "it has no successors")


def _nothing(*_: Any) -> None:
    """The rules of operations without further rules."""


class Defined:
    """Base class of definitions; `defined_in` adds their members.

    Attributes:
        OPERATION_NAME: qualified with the dialect's name.
    """

    OPERATION_NAME: ClassVar[str]
    definition: ClassVar[Definition]

    @classmethod
    def text(cls, *values: Written, marks: Sequence[str] = (), **attributes: Any) -> str:
        """The operation as a line of a kernel (`Definition.text`)."""
        return cls.definition.text(*values, marks=marks, **attributes)


def defined_in(dialect: Any) -> Callable[[str], Callable[[type], Any]]:
    """A decorator that defines operations of a dialect."""

    def operation(name: str) -> Callable[[type], Any]:
        def define(cls: type) -> Any:
            return _made(dialect, name, cls)

        return define

    return operation


def _made(dialect: Any, name: str, cls: type) -> Any:
    own = vars(cls)
    parts: dict[type, dict[str, Any]] = {
        kind: {key: value for key, value in own.items() if isinstance(value, kind)}
        for kind in (Operand, Result, Attribute)
    }
    definition = Definition(
        f"{dialect.DIALECT_NAMESPACE}.{name}",
        parts[Operand],
        parts[Result],
        parts[Attribute],
        getattr(cls, "rules", _nothing),
        getattr(cls, "checks", _nothing),
    )
    fields = dict.fromkeys(definition.operands, ext.Operand[Any]) | dict.fromkeys(definition.results, ext.Result[Any])
    members: dict[str, Any] = {
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__annotations__": fields,
        "definition": definition,
        "text": definition.text,
        "verify_invariants": staticmethod(_verifier(definition)),
        **{key: _reader(key, value) for key, value in definition.attributes.items()},
        **{key: value for key, value in own.items() if isinstance(value, property)},
    }
    return types.new_class(cls.__name__, (dialect.Operation,), {"name": name}, lambda space: space.update(members))


def _reader(name: str, attribute: Attribute) -> property:
    def read(op: Any) -> Any:
        return attribute.value(op.attributes[name]) if name in op.attributes else attribute.default

    return property(read)


def _verifier(definition: Definition) -> Callable[[Any], bool]:
    def verify(op: Any) -> bool:
        try:
            definition.verify(op)
        except VerifyError as error:
            op.location.emit_error(f"'{op.operation.name}': {error}")
            return False
        return True

    return verify


def attach_effects(definition: Definition) -> None:
    """Registers the memory effects of an operation."""
    numbered = list(enumerate(definition.operands.values()))

    class Effects(ir.MemoryEffectsOpInterface):  # type: ignore[misc, name-defined]
        @staticmethod
        def get_effects(op: Any, effects: Any) -> None:
            for effect, letter in ((ir.MemoryEffect.Read, "r"), (ir.MemoryEffect.Write, "w")):
                for index, defined in numbered:
                    if letter in defined.effects:
                        effects.append(effect, op.op_operands[index])
            for value in op.results:
                effects.append(ir.MemoryEffect.Allocate, value)

    cast(Any, Effects).attach(definition.name)
