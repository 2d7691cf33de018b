"""The forms of the files that a run writes beside its report, as far as what reads them relies on them.

report.json has its own schema (`npusim.simulator.report.schema`).
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, StrictBool, TypeAdapter
from typing_extensions import TypedDict  # that of typing pydantic takes from Python 3.12 on

_LONGEST_US = 1e18
Microseconds = Annotated[float, Field(ge=0, le=_LONGEST_US)]
Nanoseconds = Annotated[float, Field(ge=0, le=1000 * _LONGEST_US)]
Bytes = Annotated[int, Field(ge=0, lt=1 << 63)]


class _Slice(TypedDict):
    ph: Literal["X"]
    pid: Annotated[int, Field(ge=0)]
    tid: int
    name: str
    ts: Microseconds
    dur: Microseconds


class _Counter(TypedDict):
    ph: Literal["C"]
    name: str
    ts: Microseconds
    args: dict[str, Annotated[float, Field(ge=0, le=_LONGEST_US)]]


class _Name(TypedDict):
    ph: Literal["M"]


class _Timeline(TypedDict):
    traceEvents: list[Annotated[_Slice | _Counter | _Name, Field(discriminator="ph")]]


class _FirstUse(TypedDict):
    kernel: str
    module: str
    operator: str
    source: str
    phase: str


class _History(TypedDict):
    capacity_bytes: Bytes
    peak_bytes: Bytes
    peak_ns: Nanoseconds
    end_ns: Nanoseconds
    omitted: Annotated[int, Field(ge=0)]
    first_uses: list[_FirstUse]
    allocations: list[tuple[Bytes, Nanoseconds, Nanoseconds | None, Annotated[int, Field(ge=-1)], StrictBool]]


class _Versions(TypedDict):
    command: NotRequired[Annotated[list[str], Field(min_length=1)]]


_TIMELINE, _HISTORY, _VERSIONS = TypeAdapter(_Timeline), TypeAdapter(_History), TypeAdapter(_Versions)


def trace_events(text: str) -> list[dict[str, Any]]:
    """The events of a timeline.json; ValueError if it is none."""
    events: list[Any] = _TIMELINE.validate_json(text)["traceEvents"]
    return events


def history(text: str) -> dict[str, Any]:
    """The content of a memory.json of this version; ValueError if it is none."""
    content = _HISTORY.validate_json(text)
    if any(row[3] >= len(content["first_uses"]) for row in content["allocations"]):
        raise ValueError("an allocation is first used by a kernel that is not listed")
    return dict(content)


def command(text: str) -> list[str]:
    """The words of the command in a versions.json; none if it has none; ValueError if it is no such file."""
    return _VERSIONS.validate_json(text).get("command", [])
