"""Where tensors lie in simulated DRAM.

Cycles depend on the addresses, so these must not depend on what the process allocated before. The first page belongs to
host scalars, behind it lie allocations: best fit, the lowest address among equals, so that those of a new space lie one
behind the other. Every launch gets a new space, so that equal launches take the same time. On machines with a cache,
which finds data by its address, an allocation keeps its address in a simulation until the program frees it.
"""

from bisect import insort
from collections.abc import Sequence
from typing import NamedTuple

from npusim.simulator.errors import ShapeError
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.ir.kernel_views import ELEMENT_BITS

_HOST_PAGE_BYTES = 4096
_HOST_SLOT_BYTES = 64
ALIGNMENT_BYTES = 512


class Location(NamedTuple):
    """Where a tensor of a launch lies.

    Attributes:
        allocation: number of the allocation that contains it; within a simulation no other has it.
        size_bytes: the allocation's size.
        offset_bytes: of the tensor's first element in its allocation.
        resident_name: the name under which the program made the allocation resident, else None.
    """

    allocation: int
    size_bytes: int
    offset_bytes: int = 0
    resident_name: str | None = None


class Block(NamedTuple):
    """The simulated addresses of an allocation: the first one, and bytes."""

    address: int
    size_bytes: int


class AddressSpace:
    """The addresses of allocations, from their first use until `free`."""

    def __init__(self) -> None:
        self._blocks: dict[int, Block] = {}
        self._holes: list[Block] = []  # by address
        self._end = _HOST_PAGE_BYTES

    def addresses(self, locations: Sequence[Location | None]) -> list[int]:
        """The address of each tensor's first element. None is a host scalar (a slot of the first page by its position)
        or an empty tensor.
        """
        return [
            number * _HOST_SLOT_BYTES % _HOST_PAGE_BYTES
            if location is None
            else self._block(location).address + location.offset_bytes
            for number, location in enumerate(locations)
        ]

    def free(self, allocation: int) -> None:
        """Takes an allocation's addresses back, if it has some."""
        block = self._blocks.pop(allocation, None)
        if block is not None:
            self._add_hole(Block(block.address, _aligned(block.size_bytes)))

    def _block(self, location: Location) -> Block:
        block = self._blocks.get(location.allocation)
        if block is None:
            block = Block(self._place(_aligned(location.size_bytes)), location.size_bytes)
            self._blocks[location.allocation] = block
        return block

    def _place(self, size_bytes: int) -> int:
        fit = min((hole for hole in self._holes if hole.size_bytes >= size_bytes), key=_size, default=None)
        if fit is None:
            self._end += size_bytes
            return self._end - size_bytes
        at = self._holes.index(fit)
        rest = Block(fit.address + size_bytes, fit.size_bytes - size_bytes)
        self._holes[at : at + 1] = [rest] if rest.size_bytes else []
        return fit.address

    def _add_hole(self, hole: Block) -> None:
        """Merges neighbours; the space ends where its last allocation does."""
        insort(self._holes, hole)
        merged: list[Block] = []
        for each in self._holes:
            if merged and sum(merged[-1]) == each.address:
                each = Block(merged[-1].address, merged.pop().size_bytes + each.size_bytes)
            merged.append(each)
        if sum(merged[-1]) == self._end:
            self._end = merged.pop().address
        self._holes = merged


def separate(kernel: KernelModule, extents: Sequence[int] | None = None) -> list[Location]:
    """The tensors of a kernel as allocations of their own, whose numbers are the arguments'.

    Args:
        kernel: the kernel.
        extents: elements of each tensor; default: what the text says.

    Raises:
        ShapeError: the text does not say it.
    """
    given = [tensor.extent for tensor in kernel.tensors] if extents is None else extents
    locations = []
    for number, (tensor, extent) in enumerate(zip(kernel.tensors, given, strict=True)):
        if extent is None:
            raise ShapeError(f"the size of tensor {tensor.name} of kernel {kernel.name} is symbolic: say its extent")
        locations.append(Location(number, extent * ELEMENT_BITS[tensor.element_type] // 8))
    return locations


def _aligned(size_bytes: int) -> int:
    return -(-size_bytes // ALIGNMENT_BYTES) * ALIGNMENT_BYTES


def _size(block: Block) -> int:
    return block.size_bytes
