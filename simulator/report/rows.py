"""Rows of report.json that are the same in Python: their fields, and what the schema says of them."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

_EXACT = ConfigDict(extra="forbid", strict=True)

Limiter = Literal[
    "array",
    "array_fill",
    "vector",
    "cross_lane",
    "scalar",
    "dma",
    "memory",
    "latency",
    "slot",
    "front_end",
    "launch",
]


@dataclass(frozen=True)
class LaunchReport:
    """One launch."""

    __pydantic_config__ = _EXACT

    kernel: str
    stream: int
    start_ns: Annotated[float | None, Field(description="simulated time")]
    end_ns: float | None
    cycles: int | None
    limiter: Limiter | None
    roofline_fraction: float | None
    dram_bytes: int | None
    call_site: Annotated[int, Field(description="its place in call_sites")]


@dataclass(frozen=True)
class HostOperator:
    """An operator that ran on the host: it takes no simulated time."""

    __pydantic_config__ = _EXACT

    name: Annotated[str, Field(description="of PyTorch's operator, with its overload")]
    calls: int
    bytes: Annotated[
        int, Field(description="of device memory that the host read and wrote for it; a machine would copy them")
    ]


@dataclass(frozen=True)
class UncompiledFunction:
    """A function that was to be compiled and ran on the host as a whole."""

    __pydantic_config__ = _EXACT

    name: str
    place: Annotated[str, Field(description="file and line of the function")]
    reason: Annotated[str, Field(description="why it was not compiled")]
    calls: int


@dataclass(frozen=True)
class RoutedDecisions:
    """Decisions of routers, which tokens go to which experts, that mode timing did not compute."""

    __pydantic_config__ = _EXACT

    name: Annotated[str, Field(description="the routing that made them: balanced, weights ..., recorded from ...")]
    decisions: int
