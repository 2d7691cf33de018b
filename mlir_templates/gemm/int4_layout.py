"""The layout of 4-bit weights by `_convert_weight_to_int4pack_for_cpu`, which depends on the host.

PyTorch packs blocks of columns, four of the host's float32 vectors wide; within a block K is the outer dimension. A
whole block has its first half in the low nibbles and its second half in the high nibbles (without AVX2, neighbours
share a byte); in the narrower last block neighbours share a byte. The device reads weights that were packed on the
CPU, so it uses the host's layout.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing


@dataclass(frozen=True)
class Columns:
    """Columns of a packed weight in blocks of the same kind.

    Attributes:
        start, count: the columns.
        block: columns of one block.
        halves: whether low nibbles hold the first half of a block; else neighbours share a byte.
    """

    start: int
    count: int
    block: int
    halves: bool

    def place(self, row: Any, column: Any, rows: Any) -> tuple[Any, Any]:
        """(byte of the packed weight, nibble 0 or 1) of an element; `column` counts from `start`."""
        bytes_per_row = self.block // 2
        block, inside = FloorDiv(column, self.block), ModularIndexing(column, 1, self.block)
        if self.halves:
            byte, nibble = ModularIndexing(column, 1, bytes_per_row), FloorDiv(inside, bytes_per_row)
        else:
            byte, nibble = FloorDiv(inside, 2), ModularIndexing(column, 1, 2)
        return self.start * rows // 2 + (block * rows + row) * bytes_per_row + byte, nibble

    def sharing(self, block: Any, byte: Any) -> tuple[Any, Any]:
        """The columns of the low and the high nibble of a byte in a row of a block."""
        first = self.start + block * self.block
        return (
            (first + byte, first + byte + self.block // 2) if self.halves else (first + 2 * byte, first + 2 * byte + 1)
        )


def packed_columns(columns: int) -> Iterator[Columns]:
    """The groups of columns of a weight with N = `columns`."""
    capability = torch.backends.cpu.get_cpu_capability()
    block, halves = (64, True) if capability == "AVX512" else (32, capability == "AVX2")
    whole = columns // block * block
    if whole:
        yield Columns(0, whole, block, halves)
    if columns > whole:
        yield Columns(whole, columns - whole, columns - whole, False)
