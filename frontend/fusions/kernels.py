"""Kernels that nodes could become, with their estimated and their simulated cycles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from npusim.frontend.codegen import MLIRKernel
from npusim.frontend.fusions.estimate import loops_cycles, template_cycles
from npusim.frontend.fusions.sharing import why_not_one_kernel
from npusim.frontend.fusions.switches import HORIZONTAL, POINTWISE, is_on
from npusim.frontend.template import start_template_candidate
from npusim.frontend.template.signatures import Signature, remembered, signature_of
from npusim.simulator.errors import ScratchpadOverflowError, UnsupportedError

_UNKNOWN = (UnsupportedError, ScratchpadOverflowError)
"""Why cycles cannot be simulated."""


class NoModel(Exception):
    """A template says nothing about its time; the message is a sentence."""


class PossibleKernel(Protocol):
    """A kernel whose cycles can be estimated or simulated before it is chosen."""

    def estimated_cycles(self) -> float:
        """Cycles by the cost models."""

    def start_simulation(self) -> Callable[[], int]:
        """Begins to simulate it; what is returned waits for the cycles."""


@dataclass(frozen=True)
class TemplateKernel:
    """A template with the nodes that would be fused into it.

    Attributes:
        members: SchedulerNodes, the template first, then its siblings and its epilogues.
        producers: SchedulerNodes of the prologues of all its templates, by the buffer that they would have written.
    """

    members: Sequence[Any]
    producers: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def _signature(self) -> Signature | None:
        return signature_of(self.members, self.producers)

    def estimated_cycles(self) -> float:
        """Raises NoModel without a mapping space, ScratchpadOverflowError when no tiles fit."""
        return remembered(
            "template estimated", self._signature, self._estimated_cycles, (NoModel, ScratchpadOverflowError)
        )

    def _estimated_cycles(self) -> float:
        buffer = self.members[0].node
        cycles = template_cycles(buffer, self.members[1:], self.producers)
        if cycles is None:
            raise NoModel(f"template {buffer.template.name} has no estimate of its time")
        return cycles

    def start_simulation(self) -> Callable[[], int]:
        def start() -> Callable[[], int]:
            return start_template_candidate(self.members[0], self.members[1:], self.producers)

        return remembered("template simulated", self._signature, start, _UNKNOWN)


@dataclass(frozen=True)
class LoopKernel:
    """Pointwise and reduction SchedulerNodes in one kernel, in the order of the program."""

    nodes: Sequence[Any]

    @cached_property
    def _signature(self) -> Signature | None:
        return signature_of(self.nodes)

    def estimated_cycles(self) -> float:
        return remembered("loops estimated", self._signature, lambda: loops_cycles(self.nodes))

    def start_simulation(self) -> Callable[[], int]:
        return remembered("loops simulated", self._signature, MLIRKernel(self.nodes).start_simulation, _UNKNOWN)


def loop_kernels(nodes: Sequence[Any]) -> list[LoopKernel]:
    """The kernels that Inductor is expected to make of pointwise and reduction nodes: as few as share loops."""
    kernels: list[list[Any]] = []
    for node in sorted(nodes, key=lambda n: n.min_order):
        home = next((k for k in reversed(kernels) if _related(k, node) and not why_not_one_kernel([*k, node])), None)
        if home is None:
            kernels.append([node])
        else:
            home.append(node)
    return [LoopKernel(kernel) for kernel in kernels]


def _related(kernel: Sequence[Any], node: Any) -> bool:
    """Whether Inductor would consider the pair: the node reads the kernel's results or shares an input."""
    read = {dep.name for dep in node.read_writes.reads}
    if any(read & set(member.get_buffer_names()) for member in kernel):
        return is_on(POINTWISE)
    return is_on(HORIZONTAL) and any(read & {dep.name for dep in member.read_writes.reads} for member in kernel)
