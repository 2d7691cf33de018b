"""What is fused into a template's kernel, for the choice of its tiles and the estimate of its time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from npusim.frontend.codegen import (
    EpilogueWork,
    Prologue,
    PrologueWork,
    measure_epilogue,
    measure_prologue,
)
from npusim.frontend.inductor.api import V
from npusim.scheduler import current_machine

__all__ = ["EpilogueWork", "FusedWork", "PrologueWork", "fused_work", "needed_outside"]


@dataclass(frozen=True)
class FusedWork:
    """Work beside the template's own.

    Attributes:
        epilogue: the work on the result; None when that is only stored.
        row_dims: how many of the output's last dimensions a tile must cover, because epilogues reduce along them.
        prologues: of inputs, by their position.
        siblings: further templates that the kernel computes besides its own.
        reserve: scales the scratchpad that tiles may fill; below 1 when an estimate was too low.
    """

    epilogue: EpilogueWork | None = None
    row_dims: int = 0
    prologues: Mapping[int, PrologueWork] = field(default_factory=dict)
    siblings: tuple["Sibling", ...] = ()
    reserve: float = 1.0


@dataclass(frozen=True)
class Sibling:
    """A template that shares a kernel with another one: its MLIRTemplateBuffer, and the prologues of its inputs."""

    buffer: Any
    prologues: Mapping[int, PrologueWork]


def fused_work(buffer: Any, nodes: Sequence[Any], producers: Mapping[str, Any] | None = None) -> FusedWork:
    """The work of a template's kernel besides the template's own.

    Args:
        buffer: the MLIRTemplateBuffer.
        nodes: the kernel's other SchedulerNodes: epilogues and siblings.
        producers: of the prologues; by default those of the buffer.
    """
    epilogues, siblings = split_siblings(nodes)
    used = all_producers([buffer, *siblings]) if producers is None else producers
    row_dims = buffer.template.row_dims if any(n.is_reduction() for n in epilogues) else 0
    epilogue = _epilogue(buffer, siblings, epilogues, row_dims) if nodes else None
    joined = tuple(Sibling(sibling, _prologues(sibling, used)) for sibling in siblings)
    return FusedWork(epilogue, row_dims, _prologues(buffer, used), joined)


def all_producers(buffers: Iterable[Any]) -> dict[str, Any]:
    """The prologues of several MLIRTemplateBuffers."""
    return {name: node for buffer in buffers for name, node in buffer.producers.items()}


def _prologues(buffer: Any, producers: Mapping[str, Any]) -> dict[int, PrologueWork]:
    return {
        position: measure_prologue(Prologue(buffer.template.operand(position), producers), current_machine())
        for position, node in enumerate(buffer.template.input_nodes)
        if node.get_name() in producers
    }


def split_siblings(nodes: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """(epilogue SchedulerNodes, buffers of templates) among the nodes fused behind a template."""
    epilogues = [node for node in nodes if not node.is_template()]
    return epilogues, [node.node for node in nodes if node.is_template()]


def _epilogue(buffer: Any, siblings: Sequence[Any], epilogues: Sequence[Any], row_dims: int) -> EpilogueWork:
    results = {each.get_name(): each.template.tile_dtype for each in (buffer, *siblings)}
    names = [*results, *(name for node in epilogues for name in node.get_buffer_names())]
    operations = {buffer.get_operation_name(), *(p.get_operation_name() for p in siblings)}
    operations |= {name for node in epilogues for name in node.get_operation_names()}
    kept = needed_outside(names, operations)
    template, machine = buffer.template, current_machine()
    measured = epilogues, buffer.get_size(), row_dims, results, kept, machine
    return measure_epilogue(*measured, template.lane_dim, template.tiled_dims)


def needed_outside(buffers: Iterable[str], operations: set[str]) -> set[str]:
    """The buffers that are read by other operations than these."""
    scheduler = V.graph.scheduler
    return {b for b in buffers if not scheduler.can_buffer_be_removed_through_fusion(b, operations)}
