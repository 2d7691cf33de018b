"""A convolution and a tiling of it, as cost models and mapping spaces see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from npusim.frontend.template import EpilogueWork
from npusim.mlir_templates.common.contractions import VectorTypes
from npusim.mlir_templates.common.cost_model import across_lanes
from npusim.mlir_templates.conv.operands import Computed
from npusim.mlir_templates.conv.window import Window
from npusim.simulator.machine import Machine

_STORED_BYTES = 4
"""Of the tile that is stored, at least, per element."""


@dataclass(frozen=True)
class Problem:
    """A convolution.

    Attributes:
        batch: images (a hint when symbolic).
        channels, filters: input and output channels of one group.
        depthwise: every group has one channel and one filter; they run across the lanes together, as filters.
        channels_last: channels are contiguous in the image; else its innermost dimension is.
        element_bytes: of image, weights and result; `accumulator_bytes`: of the sums.
        epilogue: work of the epilogues per element of the result; None where it is only stored.
        computed_image, computed_weights: the costs of their prologues; None if they are in memory.
        scratchpad_share: share of the scratchpad that tiles may fill.
        vector_types: where the vector unit computes the convolution, as the arrays lack the operands' type.
    """

    batch: int
    groups: int
    channels: int
    filters: int
    windows: tuple[Window, ...]
    depthwise: bool
    channels_last: bool
    element_bytes: int
    accumulator_bytes: int
    epilogue: EpilogueWork | None = None
    computed_image: Computed | None = None
    computed_weights: Computed | None = None
    scratchpad_share: float = 1.0
    vector_types: VectorTypes | None = None

    @cached_property
    def phases(self) -> int:
        """Phases of all windows."""
        return prod(len(window.phases) for window in self.windows)

    @cached_property
    def taps_of_phase(self) -> float:
        """Taps of a phase, in the mean."""
        return prod(sum(phase.taps for phase in window.phases) / len(window.phases) for window in self.windows)

    @cached_property
    def up(self) -> int:
        """Positions from one of a phase to its next, of all windows."""
        return prod(window.up for window in self.windows)

    def spans(self, positions: Sequence[int]) -> list[int]:
        """Elements of an image's tile along each dimension under a tile of `positions`."""
        return [window.extent(tile) for window, tile in zip(self.windows, positions, strict=True)]

    @property
    def result_tile_bytes(self) -> float:
        """Bytes of tiles per element of the result besides its accumulator."""
        return max(self.accumulator_bytes, _STORED_BYTES) if self.epilogue is None else self.epilogue.tile_bytes

    def result_vector_cycles(self, tiling: "ConvTiling", machine: Machine) -> float:
        """Cycles of the vector and the cross-lane unit for a tile of the result: of the epilogues, else of its
        conversion; none where the accumulators are stored.
        """
        widths, work = (tiling.images, *tiling.positions, tiling.filters), self.epilogue
        elements, moved = across_lanes(widths, machine)
        if work is None or not work.vector_cycles:
            converted = self.element_bytes < self.accumulator_bytes
            return moved + elements / machine.vector_elements_per_cycle if converted else 0.0
        exchanged = prod(widths) * work.lane_exchanges / machine.cross_lane_elements_per_cycle
        return moved + elements * work.vector_cycles + exchanged + work.waiting_cycles(machine)


@dataclass(frozen=True)
class ConvTiling:
    """Tile sizes: images, filters and channels of a group, output positions. `weights_stay`: the loops over filters are
    outside of those over positions. One tile covers the channels unless `channels` is smaller than the group's.
    """

    images: int
    filters: int
    channels: int
    positions: tuple[int, ...]
    weights_stay: bool
