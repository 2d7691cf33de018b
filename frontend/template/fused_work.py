"""What is fused into a template's kernel, as far as the choice of its tiles and an estimate of its time care."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from npusim.frontend.codegen import Prologue, PrologueWork, measure_prologue
from npusim.scheduler import current_machine


@dataclass(frozen=True)
class FusedWork:
    """Work beside the template's own.

    Attributes:
        epilogue_tiles: tiles of the result's shape besides the accumulator.
        prologues: of inputs, by their position.
    """

    epilogue_tiles: int = 1
    prologues: Mapping[int, PrologueWork] = field(default_factory=dict)


def fused_work(buffer: Any, epilogue_nodes: Sequence[Any], producers: Mapping[str, Any] | None = None) -> FusedWork:
    """The work of epilogues (SchedulerNodes) and prologues of a template's buffer.

    Args:
        producers: of the prologues, when they are not (yet) those of the buffer.
    """
    used = buffer.producers if producers is None else producers
    machine = current_machine()
    prologues = {
        position: measure_prologue(Prologue(node, used), machine)
        for position, node in enumerate(buffer.template.input_nodes)
        if node.get_name() in used
    }
    return FusedWork(_epilogue_tiles(epilogue_nodes), prologues)


def _epilogue_tiles(nodes: Sequence[Any]) -> int:
    """Tiles that epilogues may need: one for every buffer they read or write, and the converted result."""
    return 1 + len({dep.name for node in nodes for dep in node.read_writes.reads_and_writes()})
