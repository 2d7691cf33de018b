"""The schedule of the compiler of a TPU v6e, as its times of matrix products tell it (docs/accuracy.md).

- The right operand, or else the left one, stays in the scratchpad when it fills at most half of it, and arrives whole
  before the first product. Blocks of the other operand stream past: rows of up to 4 MiB, columns of up to 16 MiB, with
  sums of up to 8 MiB.
- Otherwise both stream, and a tile of the result has 1024 x 1024 elements.
- Blocks of rows are equal, so that the arrays, which compute whole tiles, compute few rows that do not exist. Where
  moving a row takes longer than computing it, blocks are as large as they may be.

That compiler keeps matrices in tiles of 8 x 128 elements, in which a block of columns is made of long runs. In dense
memory it is where the right operand is N x K. A block of columns of a dense K x N operand is cut along K instead, into
parts of at most as many bytes, which are as wide as the sums allow.
"""

from math import ceil
from typing import Any

from npusim.mlir_templates.common.cost_model import round_up
from npusim.mlir_templates.gemm.problem import Matrix, Product
from npusim.simulator.machine import Machine

_SUM_BYTES = 4
_MIB = 2**20
_ROW_BLOCK = 4 * _MIB
_COLUMN_BLOCK = 16 * _MIB
_SUMS = 8 * _MIB
_STREAMED_TILE = 1024
_STREAMED_ROWS = 16  # blocks of rows are multiples of it


def resident_entry(product: Product, machine: Machine) -> dict[str, Any]:
    """The entry of a mapping file for a product; its tiles need not fit."""
    m, k, n = product.m, product.k, product.n
    rows = _block(n, k, product.left, _ROW_BLOCK, machine)
    columns = _block(m, k, product.right, _COLUMN_BLOCK, machine)
    if _fits(n, min(rows, m), k, product.right, product.left, machine):
        rows = _even_rows(m, rows) if _is_array_bound(product, machine) else rows
        return {"TILE_M": rows, "TILE_N": n, "TILE_K": k, "RESIDENT": "RIGHT"}
    if _fits(m, min(columns, n), k, product.left, product.right, machine):
        wide = _wide_block(product, columns, machine)
        return wide or {"TILE_M": m, "TILE_N": columns, "TILE_K": k, "RESIDENT": "LEFT"}
    return {"TILE_M": _even_rows(m, _STREAMED_TILE), "TILE_N": _STREAMED_TILE, "TILE_K": _STREAMED_TILE}


def _wide_block(product: Product, columns: int, machine: Machine) -> dict[str, Any] | None:
    """An even part along K of a block of columns, where the right operand is K x N and sums allow more columns."""
    most = _SUMS // (product.m * _SUM_BYTES) // machine.systolic_columns * machine.systolic_columns
    wide = min(product.n, most)
    if product.right.transposed or wide <= columns:
        return None
    parts = ceil(product.k * wide * product.right.element_bytes / _COLUMN_BLOCK)
    depth = round_up(product.k / parts, machine.systolic_rows)
    return {"TILE_M": product.m, "TILE_N": wide, "TILE_K": min(depth, product.k)}


def _fits(held: int, block: int, k: int, held_operand: Matrix, other: Matrix, machine: Machine) -> bool:
    """Whether an operand fills at most half of the scratchpad, and two blocks with their sums most of the rest."""
    blocks = 2 * block * (k * other.element_bytes + held * _SUM_BYTES)
    held_bytes = held * k * held_operand.element_bytes
    return held_bytes <= machine.scratchpad_bytes / 2 and blocks <= machine.scratchpad_bytes * 3 / 8


def _even_rows(rows: int, most: int) -> int:
    """Rows of each of the fewest equal blocks of at most `most`."""
    return min(most, round_up(rows / ceil(rows / most), _STREAMED_ROWS))


def _is_array_bound(product: Product, machine: Machine) -> bool:
    """Whether the arrays take longer for a row of the left operand than its transfers."""
    weights = machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
    moved = product.k * product.left.element_bytes + product.n * product.result.element_bytes
    return product.k * product.n / weights > moved / machine.dram_stream_bytes_per_cycle


def _block(held: int, k: int, other: Matrix, most_bytes: int, machine: Machine) -> int:
    """Rows (or columns) of a block: as many as fit, in whole widths of an array; one at least."""
    width = machine.systolic_columns
    most = min(most_bytes // max(1, ceil(k * other.element_bytes)), _SUMS // max(1, held * _SUM_BYTES))
    return max(1, most // width) * width
