"""Dense matrices of the device as sparse compressed ones: `to_sparse_csr`, `to_sparse_csc`, `to_sparse_bsr`,
`to_sparse_bsc`. Their sizes depend on the values."""

import math
from collections.abc import Sequence

import torch
from npusim.mlir_templates.sparse.sparse import run_compiled

_Parts = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def compressed_form(x: torch.Tensor, height: int, width: int, by_row: bool) -> _Parts:
    """Offsets of the blocks of every block row (column unless `by_row`) of each matrix, and the places and values of
    the blocks that are not zero, one matrix after the other.

    Args:
        x: (batch, rows, columns, elements).
        height, width: of a block, which divide rows and columns.
        by_row: whether blocks are in the order of rows.
    """
    batch, rows, columns, elements = x.shape
    blocks = x.reshape(batch, rows // height, height, columns // width, width, elements).transpose(2, 3)
    if not by_row:
        blocks = blocks.transpose(1, 2)
    kept = (blocks != 0).flatten(3).any(-1)
    offsets = torch.nn.functional.pad(kept.sum(2).cumsum(1), (1, 0))
    places = kept.flatten().nonzero()[:, 0]
    return offsets, places % kept.shape[2], blocks.flatten(0, 2)[places]


def compressed(
    layout: torch.layout, x: torch.Tensor, block: Sequence[int] | None = None, dense_dim: int | None = None
) -> torch.Tensor:
    """Matrices, behind dimensions of a batch and in front of `dense_dim` others, in a layout; `block` for BSR and BSC.

    Raises:
        RuntimeError: blocks do not divide the matrices, or matrices of a batch have different numbers of blocks.
    """
    by_row = layout in (torch.sparse_csr, torch.sparse_bsr)
    elements_dim = dense_dim or 0
    at = x.dim() - elements_dim - 2
    if at < 0 or elements_dim < 0:
        raise RuntimeError(f"a sparse compressed tensor has 2 sparse dimensions: {x.dim()} dimensions are too few")
    if math.prod(x.shape[:at]) == 0:
        raise RuntimeError("Expected product of batch dimensions to be non-zero.")
    leading, (rows, columns), trailing = x.shape[:at], x.shape[at : at + 2], x.shape[at + 2 :]
    height, width = block or (1, 1)
    if min(height, width) < 1 or rows % height or columns % width:
        given = f"({rows},{columns}) must be divisible by given blocksize ({height},{width})"
        raise RuntimeError(f"tensor sparse size {given}")
    batch, elements = math.prod(leading), math.prod(trailing)
    matrices = x.reshape(batch, rows, columns, elements)
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        offsets, places, values = run_compiled(compressed_form, matrices, height, width, by_row)
    if len(set(offsets[:, -1].tolist())) > 1:
        raise RuntimeError("Expect the same number of specified elements per batch.")
    count = len(places) // batch
    return torch.sparse_compressed_tensor(
        offsets.reshape(*leading, -1),
        places.reshape(*leading, count),
        values.reshape(*leading, count, *((height, width) if block else ()), *trailing),
        x.shape,
        layout=layout,
        check_invariants=False,
    )
