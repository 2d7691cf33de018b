"""Which nodes of a graph lead from known values to wanted ones, where nodes may change memory in place.

A value is a node and a version: how many nodes of the graph have changed the node's memory before it is looked at.
"""

import operator
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, NamedTuple

from npusim.frontend.inductor.core_api import OpOverload, tree_leaves

Node = Any  # torch.fx.Node; torch is not type-checked


class Value(NamedTuple):
    """What a node's memory holds after `version` changes."""

    node: Node
    version: int


@dataclass(frozen=True)
class Slice:
    """A part of a graph to be executed.

    Attributes:
        leaves: the values that it starts from.
        nodes: in the graph's order.
        targets: the values that it is for.
        changes_leaves: nodes change memory in place, so leaves are copied.
    """

    leaves: tuple[Value, ...]
    nodes: tuple[Node, ...]
    targets: tuple[Value, ...]
    changes_leaves: bool


class NoSlice(Exception):
    """The wanted values cannot be computed; the text says why."""


class Dataflow:
    """The nodes of a graph, what shares memory, and what changes it."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.position: dict[Node, int] = {}
        self.root: dict[Node, Node] = {}
        self.changes: dict[Node, list[Node]] = {}
        for position, node in enumerate(nodes):
            self.position[node] = position
            self.root[node] = self.root.get(_shared(node), node)
            for changed in _written(node):
                self.changes.setdefault(self.root[changed], []).append(node)

    def version(self, node: Node, before: Node) -> int:
        """The version of a node's value that `before` reads."""
        limit = self.position[before]
        return sum(self.position[change] < limit for change in self.changes.get(self.root[node], ()))

    def own_version(self, node: Node) -> int:
        """The version of a node's value when it is made."""
        limit = self.position[node]
        return sum(self.position[change] <= limit for change in self.changes.get(self.root[node], ()))

    def version_after(self, node: Node, change: Node) -> int | None:
        """The version of a node's value after a change; None if the other node does not change it."""
        changes = self.changes.get(self.root[node], [])
        return changes.index(change) + 1 if change in changes else None

    def slice_for(self, targets: Sequence[Value], known: AbstractSet[Value]) -> Slice:
        """The nodes that lead from known values to `targets`.

        Raises:
            NoSlice: memory is changed through several known views of it, or an input of the graph is not known.
        """
        return _Search(self, targets, known).result()


class _Search:
    """Goes back from the wanted values, until everything is known."""

    def __init__(self, flow: Dataflow, targets: Sequence[Value], known: AbstractSet[Value]) -> None:
        self._flow, self._targets, self._known = flow, targets, known
        self._forced = {t.node for t in targets if t.version == flow.own_version(t.node)}
        self._versions: dict[Node, set[int]] = {}  # that are asked for, of each node
        self._highest: dict[Node, int] = {}  # of each root
        self._start: dict[Node, int] = {}  # version that a node begins with
        self._leaves: set[Node] = set()
        self._computed: set[Node] = set()

    def result(self) -> Slice:
        pending = [*self._targets]
        while pending:
            pending += self._ask(pending.pop())
        self._check_leaves()
        order = self._flow.position.__getitem__
        leaves = [Value(node, self._start[node]) for node in sorted(self._leaves, key=order)]
        nodes = sorted(self._computed, key=order)
        return Slice(tuple(leaves), tuple(nodes), tuple(self._targets), any(map(_written, nodes)))

    def _ask(self, value: Value) -> list[Value]:
        """Takes note of a value that is needed; gives what is needed for it."""
        node, version = value
        if version in self._versions.setdefault(node, set()):
            return []
        self._versions[node].add(version)
        asked = [] if node in self._computed else self._begin(node, min(self._versions[node]))
        return asked + self._changes_until(self._flow.root[node], version)

    def _begin(self, node: Node, version: int) -> list[Value]:
        """Starts a node at the latest known version up to `version`, or computes it."""
        versions = [known for known in range(version, -1, -1) if Value(node, known) in self._known]
        if versions and node not in self._forced:
            self._leaves.add(node)
            self._start[node] = min(versions[0], self._start.get(node, versions[0]))
            return []
        if node.op == "placeholder":
            raise NoSlice(f"the input {node.name} of the graph is not known")
        self._leaves.discard(node)
        return self._compute(node)

    def _compute(self, node: Node) -> list[Value]:
        self._computed.add(node)
        self._start[node] = self._flow.own_version(node)
        return [Value(each, self._flow.version(each, node)) for each in node.all_input_nodes]

    def _changes_until(self, root: Node, version: int) -> list[Value]:
        """The changes of memory that lead to a version of it."""
        self._highest[root] = max(version, self._highest.get(root, 0))
        starts = [start for node, start in self._start.items() if self._flow.root[node] is root]
        changes = self._flow.changes.get(root, [])[min(starts) : self._highest[root]] if starts else []
        return [each for change in changes if change not in self._computed for each in self._compute(change)]

    def _check_leaves(self) -> None:
        for root in {self._flow.root[node] for node in self._leaves}:
            leaves = [node for node in self._leaves if self._flow.root[node] is root]
            changed = any(change in self._computed for change in self._flow.changes.get(root, ()))
            if changed and len(leaves) > 1:
                raise NoSlice(f"{root.name} is changed through one of several views")


def _arguments(node: Node) -> list[tuple[Any, Any]]:
    """The schema of each argument of a call, and what is given."""
    if node.op != "call_function" or not isinstance(node.target, OpOverload):
        return []
    schema = node.target._schema.arguments
    return [
        (argument, node.args[i] if i < len(node.args) else node.kwargs.get(argument.name))
        for i, argument in enumerate(schema)
    ]


def _written(node: Node) -> list[Node]:
    """The arguments whose memory a node changes."""
    changed = [given for argument, given in _arguments(node) if argument.alias_info and argument.alias_info.is_write]
    return [each for each in tree_leaves(changed) if hasattr(each, "all_input_nodes")]


def _shared(node: Node) -> Node | None:
    """An argument whose memory the node's value lies in."""
    if node.op == "call_function" and node.target is operator.getitem:
        source = node.args[0]
        return source if _shared(source) is not None else None
    if not any(result.alias_info for result in getattr(getattr(node.target, "_schema", None), "returns", ())):
        return None
    aliased = [given for argument, given in _arguments(node) if argument.alias_info]
    return next((each for each in tree_leaves(aliased) if hasattr(each, "all_input_nodes")), None)
