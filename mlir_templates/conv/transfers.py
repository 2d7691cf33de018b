"""Tiles of a convolution's tensors as they lie in memory, for `transfer_time.moved_bytes`."""

from collections.abc import Sequence
from math import gcd

from npusim.frontend.codegen.schedule.transfer_time import TileAxis
from npusim.mlir_templates.conv.window import Window


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
