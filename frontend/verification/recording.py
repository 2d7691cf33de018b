"""What Inductor makes of each node of a graph, kept while verification is on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from npusim.frontend.inductor.patching import around
from npusim.frontend.settings.verification import verification
from npusim.simulator.system.progress import advance_phase

_ATTRIBUTE = "_npusim_record"


@dataclass
class Record:
    """What became of the nodes of a graph while Inductor lowered it.

    Attributes:
        values: the node of Inductor's IR that each node of the graph became.
        creators: the node of the graph during whose lowering an operation was made, by the operation's name.
    """

    values: dict[Any, Any] = field(default_factory=dict)
    creators: dict[str, Any] = field(default_factory=dict)


@around
def remembering(run_node: Callable[[Any, Any], Any], self: Any, node: Any) -> Any:
    """Wraps `GraphLowering.run_node`, which lowers one node."""
    advance_phase()
    if not verification.value().kernels:
        return run_node(self, node)
    record = record_of(self)
    first = len(self.operations)
    result = run_node(self, node)
    record.values[node] = result
    for operation in self.operations[first:]:
        record.creators.setdefault(operation.get_operation_name(), node)
    return result


def record_of(graph: Any) -> Record:
    """The record of a `GraphLowering`."""
    if not hasattr(graph, _ATTRIBUTE):
        setattr(graph, _ATTRIBUTE, Record())
    record: Record = getattr(graph, _ATTRIBUTE)
    return record
