"""Tiles of a convolution's tensors as they lie in memory, and the bytes that moving them takes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import ceil, gcd, prod

from npusim.frontend.codegen.schedule.transfer_time import StridedAxis, TileAxis, row_major, runs_of
from npusim.mlir_templates.common.cost_model import rows_overhead
from npusim.mlir_templates.conv.operands import Computed
from npusim.mlir_templates.conv.problem import ConvTiling, Problem
from npusim.mlir_templates.conv.window import Window
from npusim.simulator.machine import Machine


def even_axis(tile: int, whole: int) -> TileAxis:
    """An axis of tiles side by side."""
    return TileAxis(min(tile, whole), tile, whole)


def windows_axes(
    images: TileAxis, channels: TileAxis, windows: Sequence[Window], positions: Sequence[int], channels_last: bool
) -> list[TileAxis]:
    """A tile of the tensor under the windows of `positions`, which overlap and begin in the padding."""
    along = []
    for window, tile in zip(windows, positions, strict=True):
        step = gcd(tile // window.up * window.down, window.low) * window.input_step
        held = min(window.inputs, window.span(tile))
        along.append(TileAxis(held, step, window.in_memory, window.input_step))
    return _in_memory(images, channels, along, channels_last)


def image_sizes(images: int, channels: int, windows: Sequence[Window], positions: Sequence[int]) -> dict[str, int]:
    """Sizes of a tile of the tensor under the windows, by axis."""
    along = {f"i{i}": min(w.inputs, w.span(tile)) for i, (w, tile) in enumerate(zip(windows, positions, strict=True))}
    return {"n": images, "c": channels, "y": channels, **along}


def positions_axes(
    images: TileAxis, channels: TileAxis, windows: Sequence[Window], positions: Sequence[int], channels_last: bool
) -> list[TileAxis]:
    """A tile of the tensor with an element for every position of the windows."""
    along = [even_axis(tile, window.outputs) for window, tile in zip(windows, positions, strict=True)]
    return _in_memory(images, channels, along, channels_last)


def _in_memory(images: TileAxis, channels: TileAxis, along: Sequence[TileAxis], channels_last: bool) -> list[TileAxis]:
    return [images, *along, channels] if channels_last else [images, channels, *along]


def stored_bytes(axes: Sequence[TileAxis], element_bytes: int, machine: Machine) -> float:
    """Bytes that the transfer of a tile of a tensor takes, outermost axis first."""
    return _moved_bytes(row_major(axes, element_bytes), element_bytes, machine)


def operand_bytes(
    axes: Sequence[TileAxis], sizes: Mapping[str, int], computed: Computed | None, element_bytes: int, machine: Machine
) -> float:
    """Bytes that the transfers for a tile of an operand take.

    Args:
        axes: of the tile in memory, outermost first.
        sizes: of the tile by axis, for a prologue; others are 1.
        computed: the operand's prologue; None where it is in memory.
    """
    if computed is None:
        return stored_bytes(axes, element_bytes, machine)
    read = [
        StridedAxis(tile := min(count, ceil(sizes.get(axis, 1) / step)), apart, apart * tile if tile < count else 0)
        for axis, step, count, apart in computed.loops
    ]
    needed = computed.memory_bytes * prod(axis.tile for axis in read)
    waste = _moved_bytes(read, computed.memory_bytes, machine) / needed if needed else 1.0
    return prod(axis.tile for axis in axes) * computed.tile_bytes * waste


def _moved_bytes(axes: Iterable[StridedAxis], element_bytes: int, machine: Machine) -> float:
    """Bytes of whole requests, and what opening DRAM rows for runs that lie apart takes counted as bytes."""
    runs = runs_of(axes, element_bytes, machine)
    moved = runs.moved_bytes(machine)
    if runs.number == 1:
        return moved
    return max(moved, runs.number * runs.bytes * rows_overhead(runs.bytes, runs.apart, machine))


class TileBytes:
    """Bytes that tiles of a problem's image, weights and result move, and what epilogues read beside the result; many
    tilings have the same tiles.

    Args:
        problem: the convolution.
        machine: whose requests are moved whole.
    """

    def __init__(self, problem: Problem, machine: Machine) -> None:
        self._problem, self._machine = problem, machine
        self._groups = 1 if problem.depthwise else problem.groups
        self._image = cache(self._of_image)
        self._weights = cache(self._of_weights)
        self._result = cache(self._of_result)

    def of(self, tiling: ConvTiling) -> tuple[float, float, float, float]:
        """Bytes of the tile of the image, of the weights, of what the epilogues of a tile read and of the result."""
        channels = tiling.filters if self._problem.depthwise else tiling.channels
        return (
            self._image(tiling.images, channels, tiling.positions),
            self._weights(tiling.filters, tiling.channels),
            *self._result(tiling.images, tiling.filters, tiling.positions),
        )

    def _of_image(self, images: int, channels: int, positions: tuple[int, ...]) -> float:
        problem = self._problem
        whole = self._groups * (problem.filters if problem.depthwise else problem.channels)
        axes = even_axis(images, problem.batch), even_axis(channels, whole)
        tile = windows_axes(*axes, problem.windows, positions, problem.channels_last)
        sizes = image_sizes(images, channels, problem.windows, positions)
        return operand_bytes(tile, sizes, problem.computed_image, problem.element_bytes, self._machine)

    def _of_weights(self, filters: int, channels: int) -> float:
        problem, taps = self._problem, prod(window.kernel for window in self._problem.windows)
        of_filter = even_axis(channels * taps, problem.channels * taps)
        tile = [even_axis(filters, self._groups * problem.filters), of_filter]
        sizes = {"y": filters, "c": channels, **{f"k{i}": window.kernel for i, window in enumerate(problem.windows)}}
        return operand_bytes(tile, sizes, problem.computed_weights, problem.element_bytes, self._machine)

    def _of_result(self, images: int, filters: int, positions: tuple[int, ...]) -> tuple[float, float]:
        problem, work = self._problem, self._problem.epilogue
        axes = even_axis(images, problem.batch), even_axis(filters, self._groups * problem.filters)
        tile = positions_axes(*axes, problem.windows, positions, problem.channels_last)
        moved = stored_bytes(tile, problem.element_bytes, self._machine)
        if work is None:
            return 0.0, moved
        return moved * work.bytes_read / problem.element_bytes, moved * work.bytes_written / problem.element_bytes
