"""Trace records for tests and tools; compiled kernels write their own (layout: docs/architecture.md)."""

from collections.abc import Sequence

import numpy as np
from npusim.simulator.engine._engine import RECORD_WORDS
from npusim.simulator.errors import EngineError
from numpy.typing import NDArray

Record = NDArray[np.int64]

_ADDRESS = 1
_SIZES = slice(2, 8)
_STRIDES = slice(8, 14)
_CORE = 15
_MAX_RANK = 6


def compute_record(operation: int, *, core: int = 0) -> Record:
    """An operation on a compute unit, or a scalar access to a tile."""
    record = np.zeros(RECORD_WORDS, np.int64)
    record[0] = operation
    record[_CORE] = core
    return record


def transfer_record(
    operation: int, address: int, sizes: Sequence[int], strides_bytes: Sequence[int], *, core: int = 0
) -> Record:
    """A DMA load or store of a strided region, outermost dimension first.

    Raises:
        EngineError: sizes and strides of different length, or of more than 6 dimensions.
    """
    if len(sizes) != len(strides_bytes) or len(sizes) > _MAX_RANK:
        raise EngineError(
            f"{len(sizes)} sizes and {len(strides_bytes)} strides; both need the same number, at most {_MAX_RANK}"
        )
    record = compute_record(operation, core=core)
    record[_ADDRESS] = address
    unused = _MAX_RANK - len(sizes)
    record[_SIZES] = [1] * unused + list(sizes)
    record[_STRIDES] = [0] * unused + list(strides_bytes)
    return record


def indexed_record(
    operation: int,
    address: int,
    indices: NDArray[np.int32] | NDArray[np.int64],
    extent: int,
    *,
    index_stride_bytes: int,
    run: tuple[int, int] = (1, 0),
    core: int = 0,
) -> Record:
    """A gather or scatter. The engine reads `indices` when it processes the record: keep them until `synchronize()`.

    Args:
        operation: index of the operation in its program.
        address: byte address that index 0 refers to.
        indices: indices outside of [0, `extent`) are skipped.
        extent: number of valid indices.
        index_stride_bytes: distance of the addresses of consecutive indices.
        run: elements per index, and bytes from one to the next.
        core: the core that executes the operation.
    """
    record = compute_record(operation, core=core)
    record[_ADDRESS] = address
    record[2:7] = [indices.size, indices.ctypes.data, indices.itemsize, extent, run[0]]
    record[_STRIDES][:2] = [index_stride_bytes, run[1]]
    return record


def scalar_record(operation: int, address: int, size_bytes: int, *, core: int = 0) -> Record:
    """A scalar access to DRAM."""
    record = compute_record(operation, core=core)
    record[_ADDRESS] = address
    record[2] = size_bytes
    return record
