"""The operations of a trace program that its records depend on."""

from typing import Any, NamedTuple

from npusim.simulator.native import ROOM

_ERASED = ("npu.", "linalg.")
_NO_RECORDS = ("memref.store", "memref.dealloc")
_REGIONS = ("affine.for", "scf.for", "scf.if", "scf.index_switch")


class ForLlvm(Exception):
    """An operation that only LLVM compiles."""


class Node(NamedTuple):
    """An operation that records depend on, with the live operations of its blocks."""

    op: Any
    name: str
    bodies: list[list["Node"]]
    has_effects: bool


class Liveness:
    """Finds the operations that records depend on: from the last to the first, as uses come behind definitions."""

    def __init__(self) -> None:
        self.needed: set[Any] = set()

    def of(self, block: Any) -> list[Node]:
        """The live operations of a block, in order."""
        found = (self._node(view.operation) for view in reversed(list(block.operations)))
        return [node for node in found if node is not None][::-1]

    def _node(self, op: Any) -> Node | None:
        name = op.name
        if name.startswith(_ERASED) or name in _NO_RECORDS:
            return None
        if name in ("llvm.store", "llvm.call", "func.call"):
            return self._effect(op, name)
        if len(op.regions):
            return self._structure(op, name)
        if not (name.endswith(".yield") or any(result in self.needed for result in op.results)):
            return None
        self.needed.update(op.operands)
        return Node(op, name, [], False)

    def _effect(self, op: Any, name: str) -> Node:
        if name == "func.call" and op.attributes["callee"].value != ROOM:
            raise ForLlvm(name)
        if name == "llvm.store":
            self.needed.add(op.operands[0])
        return Node(op, name, [], True)

    def _structure(self, op: Any, name: str) -> Node | None:
        if name not in _REGIONS:
            raise ForLlvm(name)
        bodies = [self.of(block) for region in op.regions for block in region]
        has_effects = any(node.has_effects for body in bodies for node in body)
        if not (has_effects or any(result in self.needed for result in op.results)):
            return None
        self.needed.update(op.operands)
        return Node(op, name, bodies, has_effects)
