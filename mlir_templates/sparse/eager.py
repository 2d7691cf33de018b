"""Registers what eager mode does with sparse compressed matrices: their products (`sparse`), and how dense ones become
sparse (`compression`).
"""

import functools
from typing import Any

import torch
from npusim.frontend.device.operators.sparse import take_over
from torch import Tensor

aten = torch.ops.aten
_DENSE = torch.library.Library("aten", "IMPL", "PrivateUse1")

take_over(aten.mm.default, aten.addmm.default, aten.mv.default, aten.addmv.default)


def _without_blocks(layout: torch.layout, x: Tensor, dense_dim: int | None = None) -> Tensor:
    return _in_blocks(layout, x, None, dense_dim)


def _in_blocks(layout: torch.layout, x: Tensor, blocksize: Any, dense_dim: int | None = None) -> Tensor:
    from npusim.mlir_templates.sparse.compression import compressed  # loads the compiler

    return compressed(layout, x, blocksize, dense_dim)


_DENSE.impl("_to_sparse_csr", functools.partial(_without_blocks, torch.sparse_csr))
_DENSE.impl("_to_sparse_csc", functools.partial(_without_blocks, torch.sparse_csc))
_DENSE.impl("_to_sparse_bsr", functools.partial(_in_blocks, torch.sparse_bsr))
_DENSE.impl("_to_sparse_bsc", functools.partial(_in_blocks, torch.sparse_bsc))
