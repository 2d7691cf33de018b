"""Records what a call does to the device: launches, lives of allocations, events, and work of the host.

Nothing of the call is kept alive meanwhile, so that its allocations are freed, and their addresses used again, as they
are without a recorder.
"""

import ctypes
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from npusim.scheduler.host_work import all_host_operators, host_accesses
from npusim.scheduler.kernel import Kernel
from npusim.scheduler.launch_origin import at_caller
from npusim.scheduler.stream import Stream
from npusim.scheduler.tensors.resident_tensors import watched_locations
from npusim.simulator.programs.content import Allocation, CallSite, Free, HostStep, Launch, Mark, Step, Wait
from npusim.simulator.programs.program import tensor_bytes
from npusim.simulator.programs.stored_tensors import DTYPES, StoredTensor
from npusim.simulator.report.origin import UNKNOWN, Origin
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.timing import data_flow, depends_on_data
from torch.multiprocessing.reductions import StorageWeakRef

COPIES = "copies, fills and reads"
"""Name of the host's accesses to device memory that no operator explains."""


@dataclass(frozen=True)
class TensorView:
    """A tensor of a launch as it is made again on the storage of its allocation; `scalar` is a tensor of the host."""

    dtype: torch.dtype
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    scalar: torch.Tensor | None = None


@dataclass
class Recording:
    """What a call did.

    Attributes:
        kernels: in the order of their first launches.
        steps: see `npusim.simulator.programs.content`.
        views: the tensors of each launch.
        call_sites: what of the program launches belong to, in the order of their first launches.
        values: content of tensors that addresses or control depend on, by its SHA-256.
        storages: of each allocation, as weak references.
    """

    kernels: list[Kernel] = field(default_factory=list)
    allocations: list[Allocation] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    views: list[tuple[TensorView, ...]] = field(default_factory=list)
    call_sites: list[CallSite] = field(default_factory=list)
    values: dict[str, bytes] = field(default_factory=dict)
    storages: list[StorageWeakRef] = field(default_factory=list)

    def storage(self, allocation: int) -> torch.UntypedStorage | None:
        """The storage of an allocation that is still alive."""
        reference = self.storages[allocation]
        found: torch.UntypedStorage | None = torch.UntypedStorage._new_with_weak_ptr(reference.cdata)
        return found


class Recorder:
    """Observes launches (`npusim.scheduler.launches.Observer`) from its making on."""

    def __init__(self) -> None:
        self.recording = Recording()
        marker = torch.empty(1, device="npu")
        self._first_new = self._locate([marker])[0].allocation  # type: ignore[union-attr]
        self._numbers: dict[int, int] = {}
        self._kernels: dict[Kernel, int] = {}
        self._call_sites: dict[Origin, int] = {}
        self._marked: dict[int, int] = {}
        self._events = 0
        self._host = _HostWork()
        self._controls: dict[Kernel, frozenset[int]] = {}

    def launches(self, kernel: Any, arguments: tuple[Any, ...], stream: Stream) -> None:
        """Records a launch, and what happened since the one before."""
        count = len(kernel.module.tensors)
        tensors, sizes = arguments[:count], arguments[count:]
        locations = self._locate(tensors)
        self.recording.steps += self._host.since_last()
        pointers = tuple(self._pointer(each, tensor) for each, tensor in zip(locations, tensors, strict=True))
        self.recording.steps.append(
            Launch(
                kernel=self._kernel(kernel),
                tensors=pointers,
                sizes=tuple(map(int, sizes)),
                stream=stream.index,
                not_before_ns=stream.not_before_ns,
                values=self._values(kernel, tensors, locations),
                call_site=self._call_site(at_caller(kernel.origin)),
            )
        )
        pairs = zip(tensors, pointers, strict=True)
        self.recording.views.append(tuple(_view(tensor, is_scalar=pointer is None) for tensor, pointer in pairs))

    def marks(self, stream: int, time_ps: int) -> None:
        """Records an event; waits know it by its time."""
        self.recording.steps.append(Mark(event=self._events, stream=stream))
        self._marked[time_ps] = self._events
        self._events += 1

    def waits(self, stream: int, time_ps: int) -> None:
        """Records a wait for an event; events from before the recorder, or of the same stream, hold nothing up."""
        event = self._marked.get(time_ps)
        marks = (step for step in self.recording.steps if isinstance(step, Mark) and step.event == event)
        if event is not None and next(marks).stream != stream:
            self.recording.steps.append(Wait(event=event, stream=stream))

    def freed(self, allocation: int) -> None:
        """Records that an allocation was freed, as soon as that is noticed."""
        number = self._numbers.pop(allocation, None)
        if number is not None:
            self.recording.steps.append(Free(allocation=number))

    def finish(self) -> Recording:
        """Records what happened since the last launch."""
        watched_locations([])
        self.recording.steps += self._host.since_last()
        for number in self._numbers.values():
            self.recording.allocations[number] = self.recording.allocations[number].model_copy(update={"kept": True})
        return self.recording

    def stored(self, tensors: Sequence[torch.Tensor]) -> tuple[StoredTensor | None, ...]:
        """Where tensors lie in the allocations of the launches so far; None for those in none of them."""
        return tuple(map(self._stored_tensor, tensors, self._locate(tensors)))

    def _stored_tensor(self, tensor: torch.Tensor, location: Location | None) -> StoredTensor | None:
        dtype = str(tensor.dtype).removeprefix("torch.")
        if location is None or location.allocation not in self._numbers or dtype not in DTYPES:
            return None
        return StoredTensor(
            allocation=self._numbers[location.allocation],
            offset=location.offset_bytes,
            dtype=dtype,
            shape=tuple(tensor.shape),
            stride=tuple(tensor.stride()),
        )

    def _locate(self, tensors: Any) -> list[Location | None]:
        return watched_locations([tensor.data_ptr() for tensor in tensors])

    def _pointer(self, location: Location | None, tensor: torch.Tensor) -> tuple[int, int] | None:
        if location is None:
            return None
        number = self._numbers.get(location.allocation)
        if number is None:
            number = self._numbers[location.allocation] = len(self.recording.allocations)
            before = location.allocation < self._first_new
            made = Allocation(bytes=location.size_bytes, kept=before, resident=location.resident_name)
            self.recording.allocations.append(made)
            self.recording.storages.append(StorageWeakRef(tensor.untyped_storage()))
        return number, location.offset_bytes

    def _kernel(self, kernel: Kernel) -> int:
        if kernel not in self._kernels:
            self._kernels[kernel] = len(self.recording.kernels)
            self.recording.kernels.append(kernel)
        return self._kernels[kernel]

    def _call_site(self, origin: Origin) -> int | None:
        if origin == UNKNOWN:
            return None
        if origin not in self._call_sites:
            self._call_sites[origin] = len(self.recording.call_sites)
            self.recording.call_sites.append(CallSite(**vars(origin)))
        return self._call_sites[origin]

    def _values(self, kernel: Kernel, tensors: Any, locations: list[Location | None]) -> dict[str, str]:
        if kernel not in self._controls:
            module = kernel.module
            self._controls[kernel] = data_flow(module).control if depends_on_data(module) else frozenset()
        found = {}
        scalars = {n for n, location in enumerate(locations) if location is None and tensors[n].numel()}
        for number in sorted(self._controls[kernel] | scalars):
            location, tensor = locations[number], tensors[number]
            size = tensor_bytes(kernel.module.tensors[number])
            if size is None:
                rest = tensor.numel() * tensor.element_size()
                size = rest if location is None else location.size_bytes - location.offset_bytes
            content = ctypes.string_at(tensor.data_ptr(), size) if size else b""
            name = hashlib.sha256(content).hexdigest()
            self.recording.values[name] = content
            found[str(number)] = name
        return found


class _HostWork:
    """What the host did to device memory since it was last asked."""

    def __init__(self) -> None:
        self._operators: Mapping[str, tuple[int, int]] = dict(all_host_operators())
        self._accesses = host_accesses()

    def since_last(self) -> list[Step]:
        operators, accesses = all_host_operators(), host_accesses()
        if accesses == self._accesses and operators == self._operators:
            return []
        steps: list[Step] = []
        for name, (calls, size_bytes) in operators.items():
            calls_before, bytes_before = self._operators.get(name, (0, 0))
            if calls > calls_before:
                steps.append(HostStep(operator=name, calls=calls - calls_before, bytes=size_bytes - bytes_before))
        if not steps:
            steps.append(HostStep(operator=COPIES, calls=accesses - self._accesses, bytes=0))
        self._operators, self._accesses = dict(operators), accesses
        return steps


def _view(tensor: torch.Tensor, *, is_scalar: bool) -> TensorView:
    shape, stride = tuple(map(int, tensor.shape)), tuple(map(int, tensor.stride()))
    return TensorView(tensor.dtype, shape, stride, tensor if is_scalar else None)
