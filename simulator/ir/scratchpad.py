"""Allocation of a kernel's tiles in the scratchpad.

A lane holds `ceil(size / (lanes * lane_stride)) * lane_stride` positions of the lane axis, times the product of the
other sizes; a tile takes that many bytes, rounded up to 64, `slots` times, in every lane (docs/kernel_language.md).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.ir.kernel import AllocInfo, KernelModule

_ALIGNMENT_BYTES = 64


class ScratchpadMachine(Protocol):
    """The properties of a machine that the allocator reads."""

    @property
    def name(self) -> str: ...
    @property
    def vector_lanes(self) -> int: ...
    @property
    def scratchpad_kib_per_lane(self) -> int: ...
    @property
    def accumulator_kib_per_lane(self) -> int: ...


@dataclass(frozen=True)
class TilePlacement:
    """One tile in the scratchpad of every lane.

    Attributes:
        tile: the tile.
        bytes_per_slot: bytes of one copy in a lane, rounded up to 64.
        offset_bytes: start of its first copy in a lane; copy `s` starts at `offset_bytes + s * bytes_per_slot`.
    """

    tile: AllocInfo
    bytes_per_slot: int
    offset_bytes: int

    @property
    def bytes_per_lane(self) -> int:
        """Bytes per lane of all copies."""
        return self.bytes_per_slot * self.tile.slots


@dataclass(frozen=True)
class Placement:
    """Tiles of a kernel in one memory of a machine, in text order.

    Attributes:
        tiles: one placement for each tile.
        capacity_bytes_per_lane: capacity of a lane.
    """

    tiles: tuple[TilePlacement, ...]
    capacity_bytes_per_lane: int

    @property
    def bytes_per_lane(self) -> int:
        """Used bytes per lane."""
        return sum(tile.bytes_per_lane for tile in self.tiles)


def round_up(number: int, multiple: int) -> int:
    """The smallest multiple of `multiple` that is at least `number`."""
    return -(-number // multiple) * multiple


def lane_elements(tile: AllocInfo, lanes: int) -> int:
    """Elements of one copy of a tile that the fullest lane holds."""
    if not tile.shape:
        return 1
    size = tile.shape[tile.lane_axis]
    positions = -(-size // (lanes * tile.lane_stride)) * tile.lane_stride
    return positions * (tile.elements // size)


def allocate(kernel: KernelModule, machine: ScratchpadMachine) -> Placement:
    """Place a kernel's tiles one after the other: those in the scratchpad; sums have to fit a memory of their own.

    Raises:
        ScratchpadOverflowError: the tiles do not fit; the message has the excess, the tiles and remedies.
    """
    apart = [tile for tile in kernel.tiles if tile.accumulator and machine.accumulator_kib_per_lane]
    _placed(kernel, machine, apart, "accumulator_kib_per_lane")
    return _placed(kernel, machine, [tile for tile in kernel.tiles if tile not in apart], "scratchpad_kib_per_lane")


def _placed(kernel: KernelModule, machine: ScratchpadMachine, tiles: Sequence[AllocInfo], key: str) -> Placement:
    """Place tiles in the memory whose size a key of the machine gives."""
    placement = Placement(tuple(_place(tiles, machine.vector_lanes)), getattr(machine, key) * 1024)
    if placement.bytes_per_lane > placement.capacity_bytes_per_lane:
        raise _overflow(kernel, machine, placement, key)
    return placement


def _place(tiles: Sequence[AllocInfo], lanes: int) -> Iterator[TilePlacement]:
    offset = 0
    for tile in tiles:
        used_bytes = 0 if tile.host else lane_elements(tile, lanes) * tile.element_bytes
        size = round_up(used_bytes, _ALIGNMENT_BYTES)
        yield TilePlacement(tile, size, offset)
        offset += size * tile.slots


def _overflow(
    kernel: KernelModule, machine: ScratchpadMachine, placement: Placement, key: str
) -> ScratchpadOverflowError:
    needed, capacity = placement.bytes_per_lane, placement.capacity_bytes_per_lane
    largest = max(placement.tiles, key=lambda tile: tile.bytes_per_lane)
    listing = "\n".join(_describe(tile) for tile in sorted(placement.tiles, key=lambda t: -t.bytes_per_lane))
    message = (
        f"{kernel.source}:{largest.tile.line}: the tiles of kernel '{kernel.name}' need {needed} bytes in every lane, "
        f"which is {needed - capacity} bytes more than the {capacity} bytes ({getattr(machine, key)} KiB) "
        f"of machine '{machine.name}':\n{listing}\n"
        "make the largest tiles smaller, spread them over the lanes with lane_axis, give them fewer slots, "
        f"or use a machine with more {key}"
    )
    return ScratchpadOverflowError(message, line=largest.tile.line or None)


def _describe(placed: TilePlacement) -> str:
    tile = placed.tile
    return (
        f"  line {tile.line}: {tile.type_text}, lane_axis {tile.lane_axis}: "
        f"{placed.bytes_per_slot} bytes x {tile.slots} slots = {placed.bytes_per_lane} bytes per lane"
    )


@dataclass(frozen=True)
class HostLayout:
    """Layout of the functional program's tiles in host memory, one copy of each.

    Attributes:
        offsets_bytes: place of each tile in the buffer, 64-byte aligned.
        total_bytes: size of the buffer.
    """

    offsets_bytes: tuple[int, ...]
    total_bytes: int


def host_layout(tiles: Sequence[AllocInfo]) -> HostLayout:
    """Lay one copy of each tile out in host memory."""
    offsets: list[int] = []
    total = 0
    for tile in tiles:
        offsets.append(total)
        total += round_up(tile.bytes, _ALIGNMENT_BYTES)
    return HostLayout(tuple(offsets), total)
