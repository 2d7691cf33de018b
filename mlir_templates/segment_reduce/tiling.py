"""How the kernel of bags is cut: strips of bags, windows and steps of positions, columns; what lies in the lanes."""

from dataclasses import dataclass
from math import ceil

from npusim.simulator.machine import Machine

_STEP_BYTES = 1 << 18
"""Rows that one gather moves: more than what is under way to memory at once, so that the next one follows closely."""
_NARROW_STEP_BYTES = {False: 1 << 15, True: 1 << 17}
"""The same where columns lie across the lanes, with more slots instead; more where the vector unit has more to do, one
operation after the other.
"""
_BLOCK_BYTES = 1 << 23
"""Rows of a block: looking up where its bags begin, and its indices, is waited for, and should not count."""
_VECTOR_ELEMENTS = 8
_WINDOW_INDICES = 1 << 14
"""Indices of a strip that are looked up at once: later ones are waited for."""
_ROWS_SHARE, _RESULTS_SHARE, _INDICES_SHARE = 2, 4, 8
"""Parts of the scratchpad, one in so many: all slots of rows, of results, indices of a block and their positions."""
_RESULT_SLOTS = 2


@dataclass(frozen=True)
class BagSizes:
    """What is expected; sizes that are symbolic are guesses.

    Attributes:
        bags, indices, columns: of the problem.
        element_bytes: of a row.
        companion_bytes: of what is read with every element of a row where columns lie across the lanes.
        result_bytes: of an element of the result before it is rounded, and of all tiles of its size.
        index_bytes: of an index, and of its position.
        finds_sources: whether the indices of maxima are kept.
        is_equal: whether all bags have the same length.
    """

    bags: int
    indices: int
    columns: int
    element_bytes: int
    result_bytes: int
    index_bytes: int
    companion_bytes: int = 0
    finds_sources: bool = False
    is_equal: bool = False


@dataclass(frozen=True)
class BagTiling:
    """A block is `strips` strips of `bags` bags; indices are looked up for windows of `window` positions of its bags.

    A step gathers the rows at `step` positions of the bags of a strip, `columns` columns of them, into one of `slots`
    copies of a tile.
    """

    strips: int
    bags: int
    window: int
    step: int
    columns: int
    bags_across_lanes: bool
    slots: int


def choose_tiling(sizes: BagSizes, machine: Machine) -> BagTiling:
    """Tile sizes for a machine.

    Columns across the lanes allow strips of few bags, so that a long bag among short ones costs little. Bags across the
    lanes use the vector unit for narrow tables.
    """
    lanes = machine.vector_lanes
    by_bags, by_columns = (min(lanes, size) for size in (sizes.bags, sizes.columns))
    across = 2 * by_columns < by_bags
    slots = 3 if across or sizes.finds_sources else 8
    mean = max(1, ceil(sizes.indices / max(1, sizes.bags)))
    bags, step, columns = (_many_bags if across else _many_columns)(sizes, machine, mean, slots)
    return completed(bags, step, columns, across, slots, sizes, machine)


def completed(
    bags: int, step: int, columns: int, across: bool, slots: int, sizes: BagSizes, machine: Machine
) -> BagTiling:
    """The tiling with these strips and steps: how far indices are looked up, and how many strips make a block."""
    mean = max(1, ceil(sizes.indices / max(1, sizes.bags)))
    indices = min(_WINDOW_INDICES, _index_room(sizes, machine))
    window = round_up(min(_margin(sizes) * mean, max(step, indices // bags)), step)
    strips = _strips(sizes, machine, bags, window, mean)
    return BagTiling(strips, bags, window, step, columns, across, slots)


def _margin(sizes: BagSizes) -> int:
    """How many times as long as the mean a bag may be without its indices being waited for.

    Positions are computed for all of the window, which counts less the longer rows are.
    """
    if sizes.is_equal:
        return 1
    return max(2, min(8, sizes.columns * sizes.element_bytes // 64))


def _many_bags(sizes: BagSizes, machine: Machine, mean: int, slots: int) -> tuple[int, int, int]:
    """(bags, positions of a step, columns): a bag in every lane, and a part of its row."""
    rows, results = _room(machine, slots)  # of one lane
    columns = max(1, min(sizes.columns, results // sizes.result_bytes, rows // sizes.element_bytes))
    step = _positions(mean, min(rows, _STEP_BYTES // machine.vector_lanes), columns * sizes.element_bytes)
    return min(machine.vector_lanes, _power(sizes.bags)), step, columns


def _many_columns(sizes: BagSizes, machine: Machine, mean: int, slots: int) -> tuple[int, int, int]:
    """The same for few bags at a time: a step is as long as a bag, if rows are not long."""
    lanes = machine.vector_lanes
    rows, results = (room * lanes for room in _room(machine, slots))
    rows = min(_NARROW_STEP_BYTES[sizes.finds_sources], rows * sizes.element_bytes // _gathered_bytes(sizes))
    most = min(rows // sizes.element_bytes, results // sizes.result_bytes)
    columns = min(round_up(sizes.columns, lanes), max(lanes, most // lanes * lanes))
    row_bytes = columns * sizes.element_bytes
    step = _positions(mean, rows, row_bytes)
    bags = min(_floor_power(rows // (step * row_bytes)), _floor_power(results // (columns * sizes.result_bytes)))
    return min(_VECTOR_ELEMENTS, _power(sizes.bags), bags), step, columns


def _room(machine: Machine, slots: int) -> tuple[int, int]:
    """Bytes of a lane for one slot of rows and one of results."""
    bytes_ = machine.scratchpad_bytes_per_lane
    return bytes_ // (_ROWS_SHARE * slots), bytes_ // (_RESULTS_SHARE * _RESULT_SLOTS)


def _gathered_bytes(sizes: BagSizes) -> int:
    return sizes.element_bytes + sizes.companion_bytes


def _index_room(sizes: BagSizes, machine: Machine) -> int:
    """Indices of a block."""
    bytes_ = machine.scratchpad_bytes_per_lane * machine.vector_lanes
    return bytes_ // (_INDICES_SHARE * 2 * sizes.index_bytes)


def _positions(mean: int, room: int, row_bytes: int) -> int:
    return min(_power(mean), _floor_power(room // row_bytes))


def _strips(sizes: BagSizes, machine: Machine, bags: int, window: int, mean: int) -> int:
    """As many as make a block worth it, as the scratchpad has room for, and as leave every core a block."""
    row_bytes = sizes.columns * sizes.element_bytes
    wanted = ceil(_BLOCK_BYTES / max(1, bags * mean * row_bytes))
    fitting = _index_room(sizes, machine) // (bags * window)
    share = ceil(sizes.bags / (machine.cores * bags))
    return max(1, min(_power(wanted), fitting, share))


def _power(value: int) -> int:
    """The next power of two."""
    return 1 << max(0, value - 1).bit_length()


def _floor_power(value: int) -> int:
    return 1 << (value.bit_length() - 1) if value > 0 else 1


def round_up(value: int, multiple: int) -> int:
    """The next multiple, at least one."""
    return max(1, ceil(value / multiple)) * multiple
