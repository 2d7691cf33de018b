"""Tiles of a convolution's tensors as they lie in memory, for `transfer_time.moved_bytes`."""

from collections.abc import Sequence
from functools import cache
from math import gcd, prod

from npusim.frontend.codegen.schedule.transfer_time import TileAxis, moved_bytes
from npusim.mlir_templates.conv.operands import bytes_read
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


def positions_axes(
    images: TileAxis, channels: TileAxis, windows: Sequence[Window], positions: Sequence[int], channels_last: bool
) -> list[TileAxis]:
    """A tile of the tensor with an element for every position of the windows."""
    along = [even_axis(tile, window.outputs) for window, tile in zip(windows, positions, strict=True)]
    return _in_memory(images, channels, along, channels_last)


def _in_memory(images: TileAxis, channels: TileAxis, along: Sequence[TileAxis], channels_last: bool) -> list[TileAxis]:
    return [images, *along, channels] if channels_last else [images, channels, *along]


class TileBytes:
    """Bytes that tiles of a problem's image, weights and result move; many tilings have the same tiles.

    Args:
        problem: the convolution.
        machine: whose requests are moved whole.
    """

    def __init__(self, problem: Problem, machine: Machine) -> None:
        self._problem, self._machine = problem, machine
        self._groups = 1 if problem.depthwise else problem.groups
        self._bytes = bytes_read(problem.element_bytes, problem.computed_image, problem.computed_weights)
        self._image = cache(self._of_image)
        self._weights = cache(self._of_weights)
        self._result = cache(self._of_result)

    def of(self, tiling: ConvTiling) -> tuple[float, float, float]:
        """Bytes of the tile of the image, of the weights and of the result."""
        channels = tiling.filters if self._problem.depthwise else tiling.channels
        return (
            self._image(tiling.images, channels, tiling.positions),
            self._weights(tiling.filters, tiling.channels),
            self._result(tiling.images, tiling.filters, tiling.positions),
        )

    def _of_image(self, images: int, channels: int, positions: tuple[int, ...]) -> float:
        problem = self._problem
        whole = self._groups * (problem.filters if problem.depthwise else problem.channels)
        axes = even_axis(images, problem.batch), even_axis(channels, whole)
        tile = windows_axes(*axes, problem.windows, positions, problem.channels_last)
        return moved_bytes(tile, self._bytes[0], self._machine)

    def _of_weights(self, filters: int, channels: int) -> float:
        problem, taps = self._problem, prod(window.kernel for window in self._problem.windows)
        of_filter = even_axis(channels * taps, problem.channels * taps)
        return moved_bytes(
            [even_axis(filters, self._groups * problem.filters), of_filter], self._bytes[1], self._machine
        )

    def _of_result(self, images: int, filters: int, positions: tuple[int, ...]) -> float:
        problem = self._problem
        axes = even_axis(images, problem.batch), even_axis(filters, self._groups * problem.filters)
        tile = positions_axes(*axes, problem.windows, positions, problem.channels_last)
        return moved_bytes(tile, problem.element_bytes, self._machine)
