"""Costs of the vector unit's operations: issue slots and latency per operation class and element type.

A vector is `vector_lanes` x `vector_elements_per_lane` elements. An operation that takes s slots has a throughput of
lanes x elements per lane x ALUs / s elements per cycle. Entries that a machine does not define (`vector_operations`)
are derived from the width of the element type.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from npusim.simulator.machine.energy import ELEMENT_TYPES
from pydantic import BaseModel, ConfigDict, Field, model_serializer

DEFAULT_SLOTS: Mapping[str, float] = {
    "simple": 1,
    "convert": 1,
    "integer_multiply": 4,
    "integer_divide": 32,
    "divide": 8,
    "sqrt": 8,
    "exponential": 12,
    "tanh": 16,
    "erf": 24,
    "trigonometric": 24,
    "power": 24,
}
VECTOR_OP_CLASSES = tuple(DEFAULT_SLOTS)
DEFAULT_TYPE = "default"
DEFAULT_STEP_CYCLES = 2

Slots = Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False, strict=True)]
Latency = Annotated[int, Field(ge=0, le=2**20, strict=True)]


class VectorEntry(BaseModel):
    """A machine's entry of one operation class, for one element type or `default`; None is derived."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    slots: Slots | None = Field(default=None, description="ALU issue slots per vector")
    latency_cycles: Latency | None = Field(default=None, description="cycles from issue to a dependent operation")

    @model_serializer
    def _what_is_given(self) -> dict[str, float | int]:
        given = {"slots": self.slots, "latency_cycles": self.latency_cycles}
        return {name: value for name, value in given.items() if value is not None}


VectorTable = dict[str, dict[str, VectorEntry]]


def spelled_out(value: Any) -> Any:
    """Expands the short forms of a table: a number is an entry's `slots`, or those of a class's `default`."""
    if not isinstance(value, Mapping):
        return value
    return {name: _entries(entries) for name, entries in value.items()}


def _entries(entries: Any) -> Any:
    if not isinstance(entries, Mapping):
        return {DEFAULT_TYPE: _entry(entries)}
    return {element_type: _entry(entry) for element_type, entry in entries.items()}


def _entry(entry: Any) -> Any:
    return {"slots": entry} if isinstance(entry, (int, float)) and not isinstance(entry, bool) else entry


def filled_in(table: VectorTable) -> VectorTable:
    """The table with a `default` of slots and latency for every class.

    Raises:
        ValueError: an unknown class or element type.
    """
    for op_class, entries in table.items():
        _check(op_class, VECTOR_OP_CLASSES)
        for element_type in entries:
            _check(element_type, (DEFAULT_TYPE, *ELEMENT_TYPES))
    return {
        op_class: {DEFAULT_TYPE: _default(table, op_class), **_typed(table, op_class)} for op_class in DEFAULT_SLOTS
    }


def _default(table: VectorTable, op_class: str) -> VectorEntry:
    latency = latency_cycles(table, op_class, DEFAULT_TYPE)
    return VectorEntry(slots=float(steps(table, op_class)), latency_cycles=latency)


def _typed(table: VectorTable, op_class: str) -> dict[str, VectorEntry]:
    return {name: entry for name, entry in table.get(op_class, {}).items() if name != DEFAULT_TYPE}


def _check(name: str, allowed: tuple[str, ...]) -> None:
    if name not in allowed:
        raise ValueError(f"{name!r} is not known; allowed: {', '.join(allowed)}")


def slots(table: VectorTable, op_class: str, element_type: str, width: float) -> float:
    """Issue slots of an operation; `width` is the cost of a vector of this type relative to 32-bit elements."""
    given = _given(table, op_class, element_type).slots
    return given if given is not None else width * steps(table, op_class)


def steps(table: VectorTable, op_class: str) -> float:
    """Issue slots of an operation on 32-bit elements: the length of its instruction sequence."""
    given = _given(table, op_class, DEFAULT_TYPE).slots
    return given if given is not None else DEFAULT_SLOTS[op_class]


def latency_cycles(table: VectorTable, op_class: str, element_type: str) -> int:
    """Cycles until a dependent operation can issue; by default a class is a chain of simple operations."""
    for name in (element_type, DEFAULT_TYPE):
        given = _given(table, op_class, name).latency_cycles
        if given is not None:
            return given
    if op_class == "simple":
        return DEFAULT_STEP_CYCLES
    return round(steps(table, op_class) * latency_cycles(table, "simple", element_type))


def _given(table: VectorTable, op_class: str, element_type: str) -> VectorEntry:
    return table.get(op_class, {}).get(element_type, _UNKNOWN)


_UNKNOWN = VectorEntry()
