"""What is known of a matrix product before it is mapped, and what a mapping is."""

from dataclasses import dataclass
from math import ceil, gcd, lcm

from npusim.frontend.template import EpilogueWork
from npusim.mlir_templates.common.cost_model import apart_overhead, bytes_per_cycle, request_overhead
from npusim.simulator.machine import Machine

ROW_MULTIPLE = 8
COLUMN_MULTIPLE = 16
STORED = EpilogueWork(tile_bytes=4)
"""A result that is converted and stored."""


@dataclass(frozen=True)
class Matrix:
    """A matrix in DRAM.

    Attributes:
        element_bytes: bytes per element.
        row_stride_bytes: bytes from one row of the memory order to the next.
        transposed: its columns, not its rows, are contiguous.
        computed_bytes: per element, when tiles of what is read are turned into tiles of what is multiplied (prologue).
        vector_cycles: of that, per element.
        row_exchanges: of that, elements per row of a tile that go through the cross-lane unit.
        multiples: rows and columns that a tile must hold a multiple of, because a prologue computes them in groups.
        batch_multiple: the same of matrices of a batch in a tile; 0 where a tile can hold one only.
        lane_stride: neighbouring columns in one lane.
    """

    element_bytes: float
    row_stride_bytes: int
    transposed: bool = False
    computed_bytes: int = 0
    vector_cycles: float = 0.0
    row_exchanges: float = 0.0
    multiples: tuple[int, int] = (1, 1)
    lane_stride: int = 1
    batch_multiple: int = 1

    @property
    def tile_bytes(self) -> float:
        """Bytes per element of its tiles."""
        return self.element_bytes + self.computed_bytes

    def lane_bytes(self, rows: int, columns: int, lanes: int) -> float:
        """Bytes of a tile in the fullest lane."""
        return self.lane_elements(rows, columns, lanes) * self.tile_bytes

    def lane_elements(self, rows: int, columns: int, lanes: int) -> int:
        """Elements of a tile in the fullest lane."""
        return ceil(columns / (lanes * self.lane_stride)) * self.lane_stride * rows

    def computing_cycles(self, shape: tuple[int, int], tile: tuple[int, int], lanes: int) -> float:
        """Cycles of the vector unit to compute the whole matrix once; the fullest lane sets the pace."""
        busy = tile[0] * tile[1] / (self.lane_elements(*tile, lanes) * lanes)
        return shape[0] * shape[1] * self.vector_cycles / busy

    def transfer_cycles(self, rows: int, columns: int, tile: tuple[int, int], machine: Machine) -> float:
        """Cycles to move the whole matrix once in tiles of `tile` rows and columns."""
        if not self.element_bytes:
            return 0.0  # it stays in the kernel
        run = min((rows, tile[0]) if self.transposed else (columns, tile[1])) * self.element_bytes
        apart = run < self.row_stride_bytes
        requests = (
            apart_overhead(run, self.row_stride_bytes, machine) if apart else request_overhead(max(run, 1), machine)
        )
        whole = rows * columns * self.element_bytes * requests / bytes_per_cycle(machine, machine.cores)
        return whole / _channel_share(run, self.row_stride_bytes, machine)


@dataclass(frozen=True)
class Product:
    """A matrix product.

    Attributes:
        m, n, k: sizes (hints where they are symbolic).
        left, right, result: the matrices.
        accumulator_bytes: bytes per element of the accumulator.
        k_is_static: whether a tile may rely on covering K.
        batch: products of this kind in the kernel.
        siblings: right operands of further products with the same left one, each with an accumulator of its own.
        epilogue: what is computed on the result, per element.
        whole_rows: a tile must cover N, because the epilogue reduces rows.
        scratchpad_share: of what tiles may fill.
        rows_per_cycle: that stream into an array.
        cores_meet: cores that share the outer loop of each product of a batch wait for each other between them; not
            where the loop over the batch is inside the shared one.
    """

    m: int
    n: int
    k: int
    left: Matrix
    right: Matrix
    result: Matrix
    accumulator_bytes: int = 4
    k_is_static: bool = True
    batch: int = 1
    siblings: tuple[Matrix, ...] = ()
    epilogue: EpilogueWork = STORED
    whole_rows: bool = False
    scratchpad_share: float = 1.0
    rows_per_cycle: float = 1.0
    cores_meet: bool = True

    @property
    def multiples(self) -> tuple[int, int, int]:
        """Tile sizes are multiples of these (M, N, K)."""
        m, n, k = self.groups
        return lcm(ROW_MULTIPLE, m), lcm(COLUMN_MULTIPLE, n), lcm(COLUMN_MULTIPLE, k)

    @property
    def groups(self) -> tuple[int, int, int]:
        """Rows, columns and steps of the reduction (M, N, K) that prologues compute as a group."""
        left_m, left_k = self.left.multiples
        rights = [right.multiples for right in (self.right, *self.siblings)]
        return left_m, lcm(*(columns for _, columns in rights)), lcm(left_k, *(rows for rows, _ in rights))

    def may_share_tile(self, batch: int) -> bool:
        """Whether a tile may hold this many products of the batch."""
        groups = [each.batch_multiple for each in (self.left, self.right, *self.siblings)]
        return batch == 1 or all(group and batch % group == 0 for group in groups)


@dataclass(frozen=True)
class GemmTiling:
    """Tile sizes, the order of the loops over the result (`m_outer` False means n is the outer one), slots of operands.

    Attributes:
        k_resident: one k tile covers K, so the tile of the outer loop's operand stays for the whole inner loop.
        share_batch: the cores share the products of a batch; else the iterations of the outer loop of each.
        batch: products of a batch whose tiles lie side by side, so that the arrays do not wait between them.
        resident: one tile is the outer loop's operand, in one slot: it arrives whole before the first product.
    """

    m: int
    n: int
    k: int
    m_outer: bool
    k_resident: bool
    slots: int = 2
    share_batch: bool = True
    batch: int = 1
    resident: bool = False

    @property
    def left_slots(self) -> int:
        """Slots of the left operand's tile."""
        return 1 if self.resident and self.m_outer else self.slots

    @property
    def right_slots(self) -> int:
        """Slots of the right operand's tile."""
        return 1 if self.resident and not self.m_outer else self.slots

    @property
    def sizes(self) -> dict[str, int]:
        """Tile sizes by the loops that walk them."""
        return {"m": self.m, "n": self.n, "k": self.k}


def _channel_share(run_bytes: float, row_stride_bytes: int, machine: Machine) -> float:
    """Share of the DRAM channels that rows of `run_bytes` keep busy.

    A hash of the whole address spreads rows over all channels. Without it they start `row_stride_bytes` apart, so their
    first channels are multiples of the greatest common divisor of that distance in channels and the number of channels;
    each row covers a run of neighbours.
    """
    interleave, channels = machine.dram_interleave_bytes, machine.dram_channels
    if machine.dram_channel_hash:
        return 1.0
    if run_bytes >= row_stride_bytes or row_stride_bytes % interleave:
        return 1.0
    gap = gcd(row_stride_bytes // interleave, channels)
    return min(1.0, ceil(run_bytes / interleave) / gap)
