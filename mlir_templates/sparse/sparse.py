"""Products of sparse compressed matrices (CSR, CSC, BSR, BSC) and dense ones, on the device.

A row of the result is a weighted segment of rows of the dense matrix (`segment_reduce`), also with small blocks; large
blocks have their own kernel (`block_sparse`). Matrices compressed by column are sorted by row first. Complex elements,
and narrow products of matrices compressed by column, are multiplied with gathered rows and added to the result by
scatters, in the order of the elements. Addresses, and therefore the time, depend on the data.
"""

import functools
import math
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device.operators.sparse import register_sparse_kernel
from npusim.mlir_templates.gemm.operands import accumulation_dtype
from npusim.mlir_templates.segment_reduce import segment_of_each, segment_sums, sorted_indices
from npusim.mlir_templates.sparse.block_sparse import block_rows_product, has_large_blocks

aten = torch.ops.aten

_ROWS = (torch.sparse_csr, torch.sparse_bsr)
_COLUMNS = (torch.sparse_csc, torch.sparse_bsc)
_BLOCKED = (torch.sparse_bsr, torch.sparse_bsc)
_RECOMPILE_LIMIT = 1 << 16
_SORTED_WIDTH = 32  # columns of a product from which on sorting elements is faster than adding in memory


def sparse_product(
    compressed: torch.Tensor, plain: torch.Tensor, values: torch.Tensor, dense: torch.Tensor, rows: int, by_row: bool
) -> torch.Tensor:
    """`S @ dense`.

    Args:
        compressed: int32 or int64, offsets of the blocks of every block row (column unless `by_row`), and the end.
        plain: block column (row) of every block.
        values: (blocks, rows, columns of a block).
        dense: (K, N).
        rows: rows of S and of the result.
        by_row: whether S is compressed by row (CSR, BSR) or by column (CSC, BSC).
    """
    blocks, height, width = values.shape
    if blocks == 0 or dense.shape[1] == 0:
        return dense.new_zeros((rows, dense.shape[1]))
    if values.is_complex() or (not by_row and height * width * dense.shape[1] < _SORTED_WIDTH):
        return _added_in_memory(compressed, plain, values, dense, rows, by_row)
    if not by_row:
        columns = segment_of_each(compressed[1:-1], blocks)
        order, compressed = sorted_indices(plain, rows // height)
        plain, values = columns[order].to(compressed.dtype), values[order]
    if has_large_blocks(values):
        return block_rows_product(compressed, plain, values, dense)
    return _row_segments(compressed, plain, values, dense)


def _row_segments(
    compressed: torch.Tensor, plain: torch.Tensor, values: torch.Tensor, dense: torch.Tensor
) -> torch.Tensor:
    """`S @ dense` as weighted sums of rows: for the first row of every block row, then for the second, ..."""
    blocks, height, width = values.shape
    factors = values.permute(1, 0, 2).reshape(-1)
    if values.dtype in (torch.int8, torch.uint8):  # summed in 32 bits
        factors = factors.to(accumulation_dtype(values.dtype))
    if width > 1:
        plain = (plain[:, None] * width + torch.arange(width, device=plain.device, dtype=plain.dtype)).reshape(-1)
    if height * width == 1:
        return segment_sums(dense, plain, compressed, factors, closed=True)
    firsts = torch.arange(height, device=plain.device, dtype=compressed.dtype)[:, None] * (blocks * width)
    offsets = torch.cat([(firsts + compressed[:-1] * width).reshape(-1), firsts[-1] + compressed[-1:] * width])
    sums = segment_sums(dense, plain.repeat(height), offsets, factors, closed=True)
    return sums.view(height, -1, dense.shape[1]).transpose(0, 1).reshape(-1, dense.shape[1])


def _added_in_memory(
    compressed: torch.Tensor, plain: torch.Tensor, values: torch.Tensor, dense: torch.Tensor, rows: int, by_row: bool
) -> torch.Tensor:
    """Products of elements (or blocks) with gathered rows, added to the result in 32 bits or more."""
    height, width = values.shape[1:]
    block_rows, block_columns = _block_places(compressed, plain, by_row)
    met = dense.reshape(-1, width, dense.shape[1])[block_columns]
    dtype = values.dtype
    wide = torch.promote_types(dtype, torch.complex64) if dtype.is_complex else accumulation_dtype(dtype)
    if dtype.is_complex:  # within blocks pairs of halves are summed too
        values, met = values.to(wide), met.to(wide)
    parts = values.to(wide) * met.to(wide) if height == width == 1 else torch.bmm(values, met).to(wide)
    result = torch.zeros((rows // height, height, dense.shape[1]), dtype=wide, device=values.device)
    return result.index_add(0, block_rows, parts).reshape(rows, -1).to(dtype)


def _block_places(compressed: torch.Tensor, plain: torch.Tensor, by_row: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Block row and block column of every block."""
    expanded = segment_of_each(compressed[1:-1], plain.shape[0])
    return (expanded, plain) if by_row else (plain, expanded)


def dense_form(
    compressed: torch.Tensor, plain: torch.Tensor, values: torch.Tensor, rows: int, columns: int, by_row: bool
) -> torch.Tensor:
    """Sparse matrices as dense ones: (batch, rows, columns, elements).

    Args:
        compressed: (batch, block rows + 1), offsets of the blocks of a matrix; as in `sparse_product`.
        plain: (batch, blocks).
        values: (batch, blocks, rows of a block, columns of a block, elements).
        rows: of each matrix.
        columns: of each matrix.
        by_row: as in `sparse_product`.
    """
    batch, blocks, height, width, elements = values.shape
    outer, inner = rows // height, columns // width
    if not by_row:
        outer, inner = inner, outer
    places = segment_of_each(_one_after_another(compressed, blocks), batch * blocks), plain.reshape(-1)
    zeros = values.new_zeros((batch * outer, inner, height, width, elements))
    filled = zeros.index_put(places, values.flatten(0, 1)).view(batch, outer, inner, height, width, elements)
    order = (0, 1, 3, 2, 4, 5) if by_row else (0, 2, 3, 1, 4, 5)
    return filled.permute(order).reshape(batch, rows, columns, elements).contiguous()


def blocks_of_dense_form(
    compressed: torch.Tensor, plain: torch.Tensor, dense: torch.Tensor, height: int, width: int, by_row: bool
) -> torch.Tensor:
    """The inverse of `dense_form`: the blocks (batch, blocks, height, width, elements) of dense matrices.

    Args:
        dense: (batch, rows, columns, elements).
        height, width: of a block.
    """
    (batch, rows, columns, elements), blocks = dense.shape, plain.shape[1]
    places = segment_of_each(_one_after_another(compressed, blocks), batch * blocks), plain.reshape(-1)
    order = (0, 1, 3, 2, 4, 5) if by_row else (0, 3, 1, 2, 4, 5)
    parts = dense.view(batch, rows // height, height, columns // width, width, elements).permute(order)
    return parts.flatten(0, 1)[places].view(batch, blocks, height, width, elements)


def _one_after_another(compressed: torch.Tensor, blocks: int) -> torch.Tensor:
    """Where all segments but the first begin, of matrices of `blocks` blocks each that follow each other."""
    batch = compressed.shape[0]
    if batch > 1:
        compressed = (
            compressed + torch.arange(batch, device=compressed.device, dtype=compressed.dtype)[:, None] * blocks
        )
    return compressed[:, :-1].reshape(-1)[1:]


@functools.cache
def _compiled(function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    compiled: Callable[..., torch.Tensor] = torch.compile(function, fullgraph=True)
    return compiled


def run_compiled(function: Callable[..., torch.Tensor], *args: Any, **kwargs: Any) -> torch.Tensor:
    """Calls the function, compiled for the device once per dtype, layout and block size."""
    for values in (v for v in args if isinstance(v, torch.Tensor) and v.dim() in (3, 5)):
        height, width = (1, 2) if values.dim() == 3 else (2, 3)
        torch._dynamo.mark_static(values, height)
        torch._dynamo.mark_static(values, width)
    with torch._dynamo.config.patch(recompile_limit=_RECOMPILE_LIMIT, accumulated_recompile_limit=_RECOMPILE_LIMIT):
        return _compiled(function)(*args, **kwargs)


def _parts(matrix: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, bool]:
    """(compressed indices, plain indices, blocks, whether compressed by row)."""
    compressed, plain, by_row = _indices(matrix)
    values = matrix.values()
    blocks = values if values.dim() == 3 else values.reshape(-1, 1, 1)
    return compressed, plain, blocks, by_row


def _indices(matrix: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, bool]:
    """(compressed indices, plain indices, whether compressed by row)."""
    if matrix.layout in _ROWS:
        return matrix.crow_indices(), matrix.col_indices(), True
    return matrix.ccol_indices(), matrix.row_indices(), False


def _is_sparse(tensor: torch.Tensor) -> bool:
    return tensor.layout in _ROWS or tensor.layout in _COLUMNS


def _check(left: torch.Tensor, right: torch.Tensor) -> None:
    if left.dim() != 2 or right.dim() != 2 or left.shape[1] != right.shape[0]:
        raise RuntimeError(f"shapes {tuple(left.shape)} and {tuple(right.shape)} cannot be multiplied")
    if _is_sparse(left) and _is_sparse(right):
        raise NotImplementedError(
            "the device npu multiplies sparse matrices with dense ones only; convert one with to_dense()"
        )
    if left.dtype != right.dtype:
        raise RuntimeError(f"expected both matrices to have the same dtype, but got {left.dtype} and {right.dtype}")


def _product(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    _check(left, right)
    if _is_sparse(left):
        torch._dynamo.mark_static(right, 1)  # the kernel's tiles are chosen for the width
        compressed, plain, values, by_row = _parts(left)
        return run_compiled(sparse_product, compressed, plain, values, right, left.shape[0], by_row)
    torch._dynamo.mark_static(left, 0)
    compressed, plain, values, by_row = _parts(right)  # (left @ S)^T = S^T @ left^T
    blocks = values.transpose(1, 2)
    return run_compiled(_transposed, compressed, plain, blocks, left, right.shape[1], not by_row)


def _transposed(
    compressed: torch.Tensor, plain: torch.Tensor, values: torch.Tensor, dense: torch.Tensor, rows: int, by_row: bool
) -> torch.Tensor:
    return sparse_product(compressed, plain, values, dense.t(), rows, by_row).t().contiguous()


# -- what PyTorch calls


@register_sparse_kernel(aten.mm.default)
def mm(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    return _product(left, right)


@register_sparse_kernel(aten.addmm.default)
def addmm(
    addend: torch.Tensor, left: torch.Tensor, right: torch.Tensor, *, beta: Any = 1, alpha: Any = 1
) -> torch.Tensor:
    value = _product(left, right)
    if _is_sparse(addend):
        raise NotImplementedError("the device npu adds dense matrices to products only; convert it with to_dense()")
    return run_compiled(_sum, addend.expand(value.shape), value, beta, alpha)


@register_sparse_kernel(aten.mv.default)
def mv(matrix: torch.Tensor, vector: torch.Tensor) -> torch.Tensor:
    return _product(matrix, vector[:, None])[:, 0]


@register_sparse_kernel(aten.addmv.default)
def addmv(
    addend: torch.Tensor, matrix: torch.Tensor, vector: torch.Tensor, *, beta: Any = 1, alpha: Any = 1
) -> torch.Tensor:
    value = mv(matrix, vector)
    return run_compiled(_sum, addend.expand(value.shape), value, beta, alpha)


@register_sparse_kernel(aten._to_dense.default)
def to_dense(matrix: torch.Tensor, dtype: torch.dtype | None = None, masked_grad: bool | None = None) -> torch.Tensor:
    if dtype not in (None, matrix.dtype):
        raise NotImplementedError(f"to_dense({dtype}): convert the dense result instead, with to()")
    compressed, plain, by_row = _indices_of_batch(matrix)
    (height, width), (rows, columns, *elements) = _block(matrix), _sizes(matrix)
    values = matrix.values().reshape(*plain.shape, height, width, math.prod(elements))
    return run_compiled(dense_form, compressed, plain, values, rows, columns, by_row).view(matrix.shape)


def masked_like(dense: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
    """The elements of a dense tensor where a sparse compressed one of its shape has elements, in its layout."""
    compressed, plain, by_row = _indices_of_batch(matrix)
    rows, columns, *elements = _sizes(matrix)
    parts = dense.contiguous().view(-1, rows, columns, math.prod(elements))
    values = run_compiled(blocks_of_dense_form, compressed, plain, parts, *_block(matrix), by_row)
    return torch.sparse_compressed_tensor(
        *_indices(matrix)[:2],
        values.reshape(matrix.values().shape),
        matrix.shape,
        layout=matrix.layout,
        check_invariants=False,
    )


def _indices_of_batch(matrix: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, bool]:
    """As `_indices`, with one dimension for the batch."""
    compressed, plain, by_row = _indices(matrix)
    batch = math.prod(compressed.shape[:-1])
    return compressed.reshape(batch, compressed.shape[-1]), plain.reshape(batch, plain.shape[-1]), by_row


def _sizes(matrix: torch.Tensor) -> list[int]:
    """Rows, columns and the sizes of an element of each matrix of a batch."""
    return list(matrix.shape[_indices(matrix)[0].dim() - 1 :])


def _block(matrix: torch.Tensor) -> list[int]:
    dims = _indices(matrix)[0].dim() - 1  # those of the batch
    return list(matrix.values().shape[dims + 1 : dims + 3]) if matrix.layout in _BLOCKED else [1, 1]


def _sum(addend: torch.Tensor, value: torch.Tensor, beta: float, alpha: float) -> torch.Tensor:
    return alpha * value if beta == 0 else beta * addend + alpha * value
