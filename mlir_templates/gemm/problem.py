"""The description of a matrix product that its mapping depends on, and the mapping."""

from dataclasses import dataclass
from math import ceil, gcd, lcm

from npusim.frontend.codegen import holds_whole_parts
from npusim.frontend.codegen.schedule.transfer_time import bytes_per_cycle, channel_share, run_bytes_moved
from npusim.frontend.template import EpilogueWork
from npusim.mlir_templates.common.contractions import VectorTypes
from npusim.mlir_templates.common.cost_model import rows_overhead
from npusim.simulator.machine import Machine

ROW_MULTIPLE = 8
COLUMN_MULTIPLE = 16
STORED = EpilogueWork(tile_bytes=4)
"""The work of converting and storing a result."""


@dataclass(frozen=True)
class Matrix:
    """A matrix in DRAM.

    Attributes:
        element_bytes: bytes per element, of all that prologues read.
        row_stride_bytes: distance of rows in memory order.
        memory_element_bytes: of an element of the buffer that most bytes are read from; 0: `element_bytes`.
        transposed: whether its columns, not its rows, are contiguous.
        computed_bytes: bytes of further tiles per element if prologues compute the matrix.
        vector_cycles: cycles of the prologues per element.
        row_exchanges: elements per row of a tile that prologues move through the cross-lane unit.
        multiples: factors of a tile's rows and columns: the groups that prologues compute together.
        batch_multiple: the same for matrices of a batch in a tile; 0 if a tile can hold only one.
        lane_stride: number of neighbouring columns per lane.
    """

    element_bytes: float
    row_stride_bytes: int
    transposed: bool = False
    memory_element_bytes: int = 0
    computed_bytes: int = 0
    vector_cycles: float = 0.0
    row_exchanges: float = 0.0
    multiples: tuple[int, int] = (1, 1)
    lane_stride: int = 1
    batch_multiple: int = 1

    @property
    def _run_element_bytes(self) -> float:
        return self.memory_element_bytes or self.element_bytes

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
        """Cycles of the vector unit to compute the whole matrix once, limited by the fullest lane."""
        busy = tile[0] * tile[1] / (self.lane_elements(*tile, lanes) * lanes)
        return shape[0] * shape[1] * self.vector_cycles / busy

    def transfer_cycles(
        self, rows: int, columns: int, tile: tuple[int, int], machine: Machine, batch: tuple[int, int] = (1, 1)
    ) -> float:
        """Cycles to move the whole matrix once in tiles of `tile` rows and columns.

        Args:
            batch: matrices of a tile, and all matrices.
        """
        if not self.element_bytes or not rows or not columns:
            return 0.0  # never in memory
        size, in_memory = ((columns, rows), tile[::-1]) if self.transposed else ((rows, columns), tile)
        run = min(size[1], in_memory[1]) * self._run_element_bytes
        overhead = self._requests_overhead(run, size[0], in_memory, batch, machine)
        if run < self.row_stride_bytes:
            overhead = max(overhead, rows_overhead(run, self.row_stride_bytes, machine))
        whole = rows * columns * self.element_bytes * overhead / bytes_per_cycle(machine, machine.cores)
        return whole / channel_share(ceil(run), [(self.row_stride_bytes, in_memory[0])], machine)

    def runs(self, rows: int, columns: int, tile: tuple[int, int]) -> int:
        """Runs of side by side elements, of all tiles, in which the matrix is moved once."""
        size, in_memory = ((columns, rows), tile[::-1]) if self.transposed else ((rows, columns), tile)
        across = ceil(size[1] / in_memory[1])
        lie_apart = across > 1 or size[1] * self._run_element_bytes < self.row_stride_bytes
        return across * (size[0] if lie_apart else ceil(size[0] / in_memory[0]))

    def _requests_overhead(
        self, run: float, rows: int, tile: tuple[int, int], batch: tuple[int, int], machine: Machine
    ) -> float:
        """Bytes moved per byte of a tile with `run` bytes of each row, as requests are moved whole: rows are one run
        where no whole request lies between them.
        """
        request, distance = machine.dram_request_bytes, max(self.row_stride_bytes, ceil(run))
        begins = gcd(request, ceil(tile[1] * self._run_element_bytes)) if run < self.row_stride_bytes else request
        if distance - run >= request:
            return run_bytes_moved(run, gcd(begins, distance), machine) / run
        held, whole = min(rows, tile[0]), rows * batch[1]
        held *= batch[0] if held == rows else 1
        begins = gcd(begins, held * distance) if held < whole else begins
        return run_bytes_moved((held - 1) * distance + run, begins, machine) / (held * run)


@dataclass(frozen=True)
class Product:
    """A matrix product.

    Attributes:
        m, n, k: sizes (hints where they are symbolic).
        left, right, result: the matrices.
        accumulator_bytes: bytes per element of the accumulator.
        k_is_static: whether K is a number, so that a tile can cover it.
        batch: number of products of this kind in the kernel.
        siblings: right operands of further products with the same left one, each with an accumulator of its own.
        epilogue: work of the epilogue per element of the result.
        whole_rows: whether tiles must cover N, as the epilogue reduces rows.
        scratchpad_share: share of the scratchpad that tiles may fill.
        rows_per_cycle: rows that enter an array per cycle.
        vector_types: where the vector unit computes the product, as the arrays lack the operands' type.
        shared_axis: the axis whose tiles alone cores share, where the loop over the batch is inside of that over these
            (`m` or `n`): cores wait for each other at the end only. Else they share what the tiling says.
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
    vector_types: VectorTypes | None = None
    shared_axis: str = ""

    @property
    def stores_accumulators(self) -> bool:
        """Whether results are stored from the accumulators: nothing converts them or computes on."""
        return self.epilogue.vector_cycles == 0 and self.result.element_bytes >= self.accumulator_bytes

    @property
    def multiples(self) -> tuple[int, int, int]:
        """Factors of tile sizes (M, N, K)."""
        m, n, k = self.groups
        return lcm(ROW_MULTIPLE, m), lcm(COLUMN_MULTIPLE, n), lcm(COLUMN_MULTIPLE, k)

    @property
    def groups(self) -> tuple[int, int, int]:
        """Sizes (M, N, K) of the groups that prologues compute together."""
        left_m, left_k = self.left.multiples
        rights = [right.multiples for right in (self.right, *self.siblings)]
        return left_m, lcm(*(columns for _, columns in rights)), lcm(left_k, *(rows for rows, _ in rights))

    def may_share_tile(self, batch: int) -> bool:
        """Whether a tile may hold this many products of the batch."""
        if not holds_whole_parts(batch, self.epilogue.batch):
            return False
        groups = [each.batch_multiple for each in (self.left, self.right, *self.siblings)]
        return batch == 1 or all(group and batch % group == 0 for group in groups)


@dataclass(frozen=True)
class GemmTiling:
    """Tile sizes, the order of the loops over the result (`m_outer`, else n is outside), slots of operands.

    Attributes:
        k_resident: one k tile covers K, so the tile of the outer loop's operand stays during the inner loop.
        share_batch: the cores share the products of a batch; else the outer loop's iterations of each product.
        batch: products per tile, between which the arrays do not wait.
        resident: one tile in one slot holds the outer loop's whole operand, loaded before the first product.
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
        """Tile sizes by loop variable."""
        return {"m": self.m, "n": self.n, "k": self.k}
