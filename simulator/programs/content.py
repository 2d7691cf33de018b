"""`program.json` of a package: kernels, allocations, and the steps of a program in their order.

A tensor of a launch is an allocation and an offset in it. A step is a launch, the end of an allocation's life, an event
on a stream or a wait for one, or work of the host, which takes no simulated time.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from npusim.simulator.programs.stored_tensors import StoredTensor
from npusim.simulator.run.simulation import LATEST_START_NS
from pydantic import BaseModel, ConfigDict, Field, model_validator

FORMAT = "npusim-program"
FORMAT_VERSION = 3
KERNEL_FILE = r"^kernels/[A-Za-z0-9_][A-Za-z0-9_.-]{0,160}\.mlir$"

Number = Annotated[int, Field(ge=0, lt=2**31, strict=True)]
Bytes = Annotated[int, Field(ge=0, le=2**46, strict=True)]
Size = Annotated[int, Field(ge=0, le=2**46, strict=True)]
Stream = Annotated[int, Field(ge=0, lt=2**20, strict=True)]
Name = Annotated[str, Field(max_length=4096, pattern=r"^\P{Cc}*$")]
"""A text for reports, without characters that control a terminal."""
Pointer = tuple[Number, Bytes]
"""Number of an allocation, and the offset of the tensor's first element in bytes."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Origin(_Part):
    """Where a kernel came from, for reports (`npusim.simulator.report.schema.KernelBlock`)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    kind: Name | None = None
    template: Name | None = None
    ops: tuple[Name, ...] = ()
    origins: tuple[Name, ...] = ()
    fused: tuple[Name, ...] = ()
    fusions: tuple[dict[str, Any], ...] = ()
    not_fused: tuple[dict[str, Any], ...] = ()
    implementations: tuple[dict[str, Any], ...] = ()
    mapping: dict[str, Any] | None = None


class KernelEntry(_Part):
    """A kernel: its name in reports, the file with its text, the text's SHA-256, and its origin."""

    name: Name
    file: str = Field(pattern=KERNEL_FILE)
    digest: str = Field(pattern=r"^[0-9a-f]{64}$")
    origin: Origin = Origin()


class CallSite(_Part):
    """What of the program launches belong to (`npusim.simulator.report.origin.Origin`)."""

    module: Name = ""
    operator: Name = ""
    source: Name = ""
    phase: Name = ""


class Allocation(_Part):
    """A piece of device memory; `kept` if it lives before or after the call, as weights, inputs and results do."""

    bytes: Bytes
    kept: bool = False
    resident: Name | None = None


class Launch(_Part):
    """A launch of a kernel. A tensor without a pointer is a scalar of the host or empty.

    `values` names, for numbers of tensors that addresses or control depend on and of scalars of the host, the content
    that they had; `call_site` is a number in the program's list of those.
    """

    step: Literal["launch"] = "launch"
    kernel: Number
    tensors: tuple[Pointer | None, ...]
    sizes: tuple[Size, ...] = ()
    stream: Stream = 0
    not_before_ns: Annotated[int, Field(ge=0, le=LATEST_START_NS, strict=True)] = 0
    values: dict[str, Name] = {}
    call_site: Number | None = None


class Free(_Part):
    """The program frees an allocation."""

    step: Literal["free"] = "free"
    allocation: Number


class Mark(_Part):
    """An event: the launches of a stream so far."""

    step: Literal["mark"] = "mark"
    event: Number
    stream: Stream


class Wait(_Part):
    """Later launches of a stream begin after an event."""

    step: Literal["wait"] = "wait"
    event: Number
    stream: Stream


class HostStep(_Part):
    """Work of the host on device memory, which takes no simulated time."""

    step: Literal["host"] = "host"
    operator: Name
    calls: Number
    bytes: Bytes


Step = Annotated[Launch | Free | Mark | Wait | HostStep, Field(discriminator="step")]


class Content(_Part):
    """The content of `program.json`.

    Attributes:
        machine: the expanded machine that the kernels were generated for.
        mode: of the simulation that the call ran in.
        cycles: of each launch in that run, in order; empty if nothing was timed.
        inputs, outputs: the tensors that the call was given and returned, in order; None for those that no launch used.
    """

    format: Literal["npusim-program"] = "npusim-program"
    version: int = FORMAT_VERSION
    npusim: Name
    machine: dict[str, Any]
    mode: Name
    kernels: tuple[KernelEntry, ...] = Field(max_length=10**5)
    allocations: tuple[Allocation, ...] = Field(max_length=10**7)
    call_sites: tuple[CallSite, ...] = Field(default=(), max_length=10**7)
    steps: tuple[Step, ...] = Field(max_length=10**7)
    cycles: tuple[Annotated[int, Field(ge=0, strict=True)], ...] = ()
    inputs: tuple[StoredTensor | None, ...] = ()
    outputs: tuple[StoredTensor | None, ...] = ()

    @model_validator(mode="after")
    def _refers_to_what_is_there(self) -> Self:
        marked: dict[int, int] = {}
        freed: set[int] = set()
        for number, step in enumerate(self.steps):
            try:
                _check(self, step, marked, freed)
            except ValueError as error:
                raise ValueError(f"step {number}: {error}") from None
        for stored in filter(None, (*self.inputs, *self.outputs)):
            allocation = _index(stored.allocation, self.allocations, "allocation")
            if stored.end > allocation.bytes or not allocation.kept:
                raise ValueError(
                    f"an input or output is not a part of allocation {stored.allocation}, or that is freed"
                )
        if self.cycles and len(self.cycles) != len(self.launches):
            raise ValueError(f"there are {len(self.cycles)} cycles for {len(self.launches)} launches")
        return self

    @property
    def launches(self) -> Sequence[Launch]:
        """The launches, in order."""
        return [step for step in self.steps if isinstance(step, Launch)]

    @property
    def host_steps(self) -> Sequence[HostStep]:
        """What the host did, in order."""
        return [step for step in self.steps if isinstance(step, HostStep)]


def _check(content: Content, step: Any, marked: dict[int, int], freed: set[int]) -> None:
    """Raises ValueError for a step that the steps before it do not allow."""
    if isinstance(step, Launch):
        _index(step.kernel, content.kernels, "kernel")
        if step.call_site is not None:
            _index(step.call_site, content.call_sites, "call site")
        for pointer in step.tensors:
            if pointer is not None:
                _check_pointer(content, pointer, freed)
    elif isinstance(step, Free):
        _index(step.allocation, content.allocations, "allocation")
        if step.allocation in freed:
            raise ValueError(f"allocation {step.allocation} is freed twice")
        freed.add(step.allocation)
    elif isinstance(step, Mark):
        marked[step.event] = step.stream
    elif isinstance(step, Wait):
        if step.event not in marked:
            raise ValueError(
                f"stream {step.stream} waits for event {step.event}, which no step before it marks: streams would "
                "wait for each other in a cycle"
            )
        if marked[step.event] == step.stream:
            raise ValueError(f"stream {step.stream} waits for itself (event {step.event})")


def _check_pointer(content: Content, pointer: Pointer, freed: set[int]) -> None:
    allocation, offset = pointer
    size = _index(allocation, content.allocations, "allocation").bytes
    if allocation in freed:
        raise ValueError(f"a tensor lies in allocation {allocation}, which was freed before")
    if offset > size:
        raise ValueError(f"a tensor begins at byte {offset} of allocation {allocation}, which has {size}")


def _index(number: int, table: Sequence[Any], what: str) -> Any:
    if number >= len(table):
        raise ValueError(f"there is no {what} {number}; the program has {len(table)}")
    return table[number]
