"""The rule for memory accesses in one kernel, which every fusion keeps.

The tiles of a kernel are computed in any order and on several cores, and a tile's operands are loaded before any of its
results is stored. A kernel is equivalent to its nodes one after the other only if, wherever one of them writes to
memory that it or another one reads or writes, both touch the same element at each point of the loops, and no other
point touches that element. Stores to computed addresses never meet this condition. Stores that add (or take the larger,
or the smaller) may meet others that do the same: their order does not matter.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.sizes import Sizes

TEMPLATE = -1
"""The number of the node that stands for a kernel's templates."""


class MemoryConflict(CannotShareKernel):
    """Nodes touch the same memory in a way that needs a kernel for each; the message is a sentence."""


class IndexMismatch(MemoryConflict):
    """A node reads elements that other points of the kernel's loops make."""


@dataclass(frozen=True)
class Memory:
    """Where a buffer lies.

    Attributes:
        storage: the name of the buffer whose memory it is.
        part: the operand's name when it is one of those that a concatenation is made of; they do not overlap.
        begin: element of the storage at which the buffer begins, None when that is not known.
    """

    storage: str
    part: str | None = None
    begin: sympy.Expr | None = sympy.S.Zero

    def meets(self, other: "Memory") -> bool:
        """Whether two buffers may have elements in common."""
        apart = self.part is not None and other.part is not None and self.part != other.part
        return self.storage == other.storage and not apart


@dataclass(frozen=True)
class Access:
    """One node's access of a buffer.

    Attributes:
        node: its number.
        buffer: the name that it uses.
        index: element of the buffer at the current point of the loops; None for any elements.
        writes: whether it stores.
        mode: how it combines with the present element, as in `dag.Store`.
        own: no two points of the node's loops touch the same element.
    """

    node: int
    buffer: str
    memory: Memory
    index: sympy.Expr | None
    writes: bool = False
    mode: str | None = None
    own: bool = False

    @property
    def place(self) -> sympy.Expr | None:
        """Element of the storage."""
        if self.index is None or self.memory.begin is None:
            return None
        return self.index + self.memory.begin


class Accesses:
    """Memory accesses of a kernel's nodes, in order; raises when the next one conflicts."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._by_storage: dict[str, dict[Access, None]] = {}

    def add(self, access: Access) -> None:
        """Adds an access; raises MemoryConflict if the memory is touched elsewhere."""
        known = self._by_storage.setdefault(access.memory.storage, {})
        for other in _other_accesses(known, access):
            if not self._fit(other, access):
                raise _conflict(other, access)
        known[access] = None

    def _fit(self, first: Access, second: Access) -> bool:
        if first.mode is not None or second.mode is not None:
            return first.writes and second.writes and first.mode == second.mode
        if first.place is None or second.place is None:
            return False
        if not second.writes and first.memory != second.memory:
            return False  # the read takes its value from the store to the buffer of that name
        own = all(access.own for access in (first, second) if access.writes)
        return own and self._sizes.equal(first.place, second.place)


def _other_accesses(known: dict[Access, None], access: Access) -> Iterator[Access]:
    """Earlier accesses of the same memory, one of both a write."""
    for other in known:
        if (access.writes or other.writes) and other.memory.meets(access.memory):
            yield other


def _conflict(first: Access, second: Access) -> MemoryConflict:
    if first.writes and not second.writes:
        places = f"is written at {first.index} and read at {second.index}"
        return IndexMismatch(f"buffer {second.buffer} {places} in one kernel")
    if first.node == TEMPLATE and not first.writes:
        return MemoryConflict(f"it changes {first.buffer} in place, which the template reads for other tiles")
    done = "written" if first.writes else "read"
    return MemoryConflict(f"it changes {first.buffer} in place, which is {done} at other elements as well")
