"""Tiles of the segment reduction kernel: strips of segments, windows and steps of positions, columns, lanes."""

from dataclasses import dataclass
from math import ceil

from npusim.mlir_templates.common.cost_model import ceil_power, floor_power, round_up
from npusim.simulator.machine import Machine

_STEP_BYTES = 1 << 18
"""Bytes of rows per gather: more than the memory requests in flight, so that gathers follow closely."""
_NARROW_STEP_BYTES = {False: 1 << 15, True: 1 << 17}
"""The same with columns across the lanes, where more slots are used; True: for maxima with indices (vector-bound)."""
_BLOCK_BYTES = 1 << 23
"""Bytes of rows per block: enough to make the exposed lookups of its offsets and indices negligible."""
_VECTOR_ELEMENTS = 8
_WINDOW_INDICES = 1 << 14
"""The most indices of a strip that are looked up at once; later lookups are exposed."""
_ROWS_SHARE, _RESULTS_SHARE, _INDICES_SHARE = 2, 4, 8
"""Reciprocal shares of the scratchpad: slots of rows, of results, and a block's indices and positions."""
_RESULT_SLOTS = 2


@dataclass(frozen=True)
class SegmentSizes:
    """Sizes of a segment reduction; hints where they are symbolic.

    Attributes:
        segments, indices, columns: numbers of them.
        element_bytes: bytes of an element of the table.
        companion_bytes: bytes of factors or indices per element of a row if columns are across the lanes.
        result_bytes: bytes of an element of the accumulator and of all tiles of its size.
        index_bytes: bytes of an index and of its position.
        finds_sources: whether the indices of maxima are kept.
        is_equal: whether all segments have the same length.
    """

    segments: int
    indices: int
    columns: int
    element_bytes: int
    result_bytes: int
    index_bytes: int
    companion_bytes: int = 0
    finds_sources: bool = False
    is_equal: bool = False


@dataclass(frozen=True)
class SegmentTiling:
    """A block is `strips` strips of `segments` segments; indices are looked up for windows of `window` positions.

    A step gathers `columns` columns of the rows at `step` positions of each of a strip's segments into one of `slots`
    slots of a tile.
    """

    strips: int
    segments: int
    window: int
    step: int
    columns: int
    segments_across_lanes: bool
    slots: int


def choose_tiling(sizes: SegmentSizes, machine: Machine) -> SegmentTiling:
    """Tile sizes for a machine.

    Columns across the lanes allow strips of few segments, so that a long segment among short ones costs little.
    Segments across the lanes use the vector unit for narrow tables.
    """
    lanes = machine.vector_lanes
    by_segments, by_columns = (min(lanes, size) for size in (sizes.segments, sizes.columns))
    across = 2 * by_columns < by_segments
    slots = 3 if across or sizes.finds_sources else 8
    mean = max(1, ceil(sizes.indices / max(1, sizes.segments)))
    segments, step, columns = (_many_segments if across else _many_columns)(sizes, machine, mean, slots)
    return completed(segments, step, columns, across, slots, sizes, machine)


def completed(
    segments: int, step: int, columns: int, across: bool, slots: int, sizes: SegmentSizes, machine: Machine
) -> SegmentTiling:
    """Completes a tiling with the window of indices and the strips per block."""
    mean = max(1, ceil(sizes.indices / max(1, sizes.segments)))
    indices = min(_WINDOW_INDICES, _index_room(sizes, machine))
    window = round_up(max(1, min(_margin(sizes) * mean, max(step, indices // segments))), step)
    strips = _strips(sizes, machine, segments, window, mean)
    return SegmentTiling(strips, segments, window, step, columns, across, slots)


def _margin(sizes: SegmentSizes) -> int:
    """The window in mean segment lengths. Longer segments expose lookups, but positions are computed for the whole
    window, which matters less for long rows.
    """
    if sizes.is_equal:
        return 1
    return max(2, min(8, sizes.columns * sizes.element_bytes // 64))


def _many_segments(sizes: SegmentSizes, machine: Machine, mean: int, slots: int) -> tuple[int, int, int]:
    """(segments, positions of a step, columns) with segments across the lanes and a part of the rows."""
    rows, results = _room(machine, slots)  # per lane
    columns = max(1, min(sizes.columns, results // sizes.result_bytes, rows // sizes.element_bytes))
    step = _positions(mean, min(rows, _STEP_BYTES // machine.vector_lanes), columns * sizes.element_bytes)
    return min(machine.vector_lanes, ceil_power(sizes.segments)), step, columns


def _many_columns(sizes: SegmentSizes, machine: Machine, mean: int, slots: int) -> tuple[int, int, int]:
    """The same with columns across the lanes: few segments, and steps as long as a segment unless rows are long."""
    lanes = machine.vector_lanes
    rows, results = (room * lanes for room in _room(machine, slots))
    rows = min(_NARROW_STEP_BYTES[sizes.finds_sources], rows * sizes.element_bytes // _gathered_bytes(sizes))
    most = min(rows // sizes.element_bytes, results // sizes.result_bytes)
    columns = min(round_up(max(1, sizes.columns), lanes), max(lanes, most // lanes * lanes))
    row_bytes = columns * sizes.element_bytes
    step = _positions(mean, rows, row_bytes)
    segments = min(
        max(1, floor_power(rows // (step * row_bytes))), max(1, floor_power(results // (columns * sizes.result_bytes)))
    )
    return min(_VECTOR_ELEMENTS, ceil_power(sizes.segments), segments), step, columns


def _room(machine: Machine, slots: int) -> tuple[int, int]:
    """Bytes per lane for one slot of rows and one of results."""
    bytes_ = machine.scratchpad_bytes_per_lane
    return bytes_ // (_ROWS_SHARE * slots), bytes_ // (_RESULTS_SHARE * _RESULT_SLOTS)


def _gathered_bytes(sizes: SegmentSizes) -> int:
    return sizes.element_bytes + sizes.companion_bytes


def _index_room(sizes: SegmentSizes, machine: Machine) -> int:
    """The most indices of a block."""
    bytes_ = machine.scratchpad_bytes_per_lane * machine.vector_lanes
    return bytes_ // (_INDICES_SHARE * 2 * sizes.index_bytes)


def _positions(mean: int, room: int, row_bytes: int) -> int:
    return min(ceil_power(mean), max(1, floor_power(room // row_bytes)))


def _strips(sizes: SegmentSizes, machine: Machine, segments: int, window: int, mean: int) -> int:
    """Strips per block: enough to amortise the lookups, limited by the scratchpad and by a block for every core."""
    row_bytes = sizes.columns * sizes.element_bytes
    wanted = ceil(_BLOCK_BYTES / max(1, segments * mean * row_bytes))
    fitting = _index_room(sizes, machine) // (segments * window)
    share = ceil(sizes.segments / (machine.cores * segments))
    return max(1, min(ceil_power(wanted), fitting, share))
