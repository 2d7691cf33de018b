"""Which node of a graph each of Inductor's buffers holds the value of. Checked with torch 2.13.0."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from npusim.frontend.inductor.api import V, ir
from npusim.frontend.verification.dataflow import Dataflow, Node, Value
from npusim.frontend.verification.recording import Record


@dataclass(frozen=True)
class Held:
    """What a buffer holds: a node's value, as it is or as a view of the buffer (`layout`)."""

    node: Node
    layout: Any = None


class Buffers:
    """The buffers of a graph that is lowered and scheduled, and the nodes of whose operations they are results."""

    def __init__(self, record: Record, flow: Dataflow, scheduler: Any) -> None:
        self._record, self._flow, self._scheduler = record, flow, scheduler
        self.held: dict[str, Held] = {}
        for node, value in record.values.items():
            self._add(node, value)
        self._unfinished = self._inner_changes()

    def _add(self, node: Node, value: Any) -> None:
        found = _place(value)
        if found is None or node not in self._flow.position:
            return
        name, layout = found
        known = self.held.get(name)
        if known is None or (known.layout is not None and layout is None):
            self.held[name] = Held(node, layout)

    def _inner_changes(self) -> dict[str, int]:
        """By buffer, the operations that change it while the node that it is for is being computed."""
        found: dict[str, int] = {}
        for each in self._scheduler.nodes:
            for node in each.get_nodes():
                for _, name in self._changes_of(node):
                    if self._change_in_graph(node, name) is None:
                        found[name] = found.get(name, 0) + 1
        return found

    def _changes_of(self, node: Any) -> list[tuple[str, str]]:
        """A scheduler's node's outputs that stand for changed buffers, and the buffers' names."""
        real = self._scheduler.mutation_real_name
        return [(o.get_name(), real.get(n, n)) for o in node.get_outputs() for n in o.get_mutations()]

    def _change_in_graph(self, node: Any, name: str) -> int | None:
        """The version that a buffer has after a change that the graph asks for."""
        creator = self._record.creators.get(node.node.get_operation_name())
        held = self.held.get(name)
        return None if held is None or creator is None else self._flow.version_after(held.node, creator)

    def written_by(self, nodes: Sequence[Any]) -> dict[str, Value]:
        """By buffer, the values that are complete when a kernel has run; to be called in the order of kernels."""
        found: dict[str, Value] = {}
        for node in nodes:
            changes = self._changes_of(node)
            for _, name in changes:
                version = self._change_in_graph(node, name)
                if version is None:
                    self._unfinished[name] -= 1
                self._complete(found, name, version)
            standing_for = {output for output, _ in changes}
            for output in node.get_outputs():
                if output.get_name() not in standing_for:
                    self._complete(found, output.get_name(), None)
        return found

    def _complete(self, found: dict[str, Value], name: str, version: int | None) -> None:
        held = self.held.get(name)
        if held is not None and not self._unfinished.get(name):
            found[name] = Value(held.node, self._flow.own_version(held.node) if version is None else version)

    def value_read(self, name: str) -> Value | None:
        """What a buffer held when it was made, if nothing has changed it."""
        held = self.held.get(name)
        if held is None or name in self._unfinished or self._flow.changes.get(self._flow.root[held.node]):
            return None
        return Value(held.node, 0)


def _place(value: Any) -> tuple[str, Any] | None:
    """The buffer that a node of the IR lies in, and the layout if it is a view of the buffer."""
    if not isinstance(value, (ir.TensorBox, ir.StorageBox, ir.ReinterpretView)):
        return None
    try:
        storage, layout = ir.as_storage_and_layout(value, freeze=False)
    except NotImplementedError:  # it is computed where it is read
        return None
    if not isinstance(storage.data, ir.Buffer) or V.graph.get_dtype(storage.get_name()) != value.get_dtype():
        return None
    inner = value.data if isinstance(value, ir.TensorBox) else value
    return storage.get_name(), layout if isinstance(inner, ir.ReinterpretView) else None
