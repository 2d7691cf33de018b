"""Sparse matrices: compressed rows, blocks, 2:4, tiles of zeros that are skipped."""

import torch
from common import make

from golden.case import golden


def sparse_matrix(rows, columns, block):
    """A matrix of which a fifth of the blocks is not zero, and one block row is."""
    kept = torch.rand((rows // block, columns // block), generator=torch.Generator().manual_seed(rows)) < 0.2
    kept[0] = False
    return make((rows, columns)) * kept.repeat_interleave(block, 0).repeat_interleave(block, 1)


def two_of_four(rows, columns):
    """A matrix in bfloat16 that keeps two of every four values of a row."""
    values = make((rows, columns)).view(rows, -1, 4)
    order = torch.rand(values.shape, generator=torch.Generator().manual_seed(1)).argsort(-1)
    return (values * (order < 2)).bfloat16().view(rows, columns)


DENSE = make((64, 40), seed=1)


@golden(sparse_matrix(32, 64, 1).to_sparse_csr(), DENSE, compiled=False)
def compressed_rows_times_dense(x, dense):
    return x @ dense


@golden(sparse_matrix(32, 64, 4).to_sparse_bsr((4, 4)), DENSE, compiled=False)
def blocks_times_dense(x, dense):
    return x @ dense


@golden(make((7, 16)), sparse_matrix(16, 24, 8).to_sparse_bsr((8, 8)), compiled=False)
def dense_times_blocks(dense, x):
    return dense @ x


@golden(two_of_four(64, 128), make((5, 128), torch.bfloat16, seed=2), compiled=False)
def semi_structured_weights(weight, x):
    sparse = torch.sparse.to_sparse_semi_structured(weight)
    return torch.compile(torch.nn.functional.linear, fullgraph=True)(x, sparse)


def weights(k, n):
    """A matrix of which only the first columns are not zero."""
    values = make((k, n), seed=1)
    values[:, 20:] = 0
    return values


@golden(make((17, 40)), weights(40, 300), make((300,), seed=2), within=lambda: torch.npu.skip_zero_tiles())
def skipped_tiles_of_zeros(x, w, bias):
    return torch.relu(x @ w + bias)
