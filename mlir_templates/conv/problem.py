"""A convolution and a tiling of it, as cost models and mapping spaces see them."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

from npusim.mlir_templates.conv.operands import Computed
from npusim.mlir_templates.conv.window import Window

_EPILOGUE_PASSES = 3


@dataclass(frozen=True)
class Problem:
    """A convolution.

    Attributes:
        batch: images (a hint when symbolic).
        channels, filters: input and output channels of one group.
        depthwise: every group has one channel and one filter; they run across the lanes together, as filters.
        channels_last: channels are contiguous in the image; else its innermost dimension is.
        element_bytes: of image, weights and result; `accumulator_bytes`: of the sums.
        result_tiles: tiles of the result's size that epilogues need besides the accumulator.
        computed_image, computed_weights: the costs of their prologues; None if they are in memory.
        scratchpad_share: share of the scratchpad that tiles may fill.
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
    result_tiles: int = 1
    computed_image: Computed | None = None
    computed_weights: Computed | None = None
    scratchpad_share: float = 1.0

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

    @property
    def vector_passes(self) -> int:
        """Passes of the vector unit over a result: of the epilogues, else of its conversion; none where the
        accumulators are stored.
        """
        if self.result_tiles > 1:
            return _EPILOGUE_PASSES
        return int(self.element_bytes < self.accumulator_bytes)


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
