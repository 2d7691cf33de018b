"""Registers what eager mode does with sparse compressed matrices: their products (`sparse`), and how dense ones become
sparse (`compression`).
"""

import functools
from typing import Any

import torch
from npusim.frontend.device.operators.sparse import take_over
from torch import Tensor

aten = torch.ops.aten
_COMPRESSED = (torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc)
_ATEN = torch.library.Library("aten", "IMPL")
_DENSE = torch.library.Library("aten", "IMPL", "PrivateUse1")

take_over(aten.mm.default, aten.addmm.default, aten.mv.default, aten.addmv.default)


@torch.library.impl(_ATEN, "to_dense_backward", "AutogradPrivateUse1")
def _to_dense_backward(gradient: Tensor, matrix: Tensor, masked_grad: bool | None = None) -> Tensor:
    """PyTorch's own goes through a COO tensor."""
    if matrix.layout in _COMPRESSED and masked_grad is not False:
        from npusim.mlir_templates.sparse.sparse import masked_like  # loads the compiler

        return masked_like(gradient, matrix)
    key = torch._C.DispatchKey.CompositeImplicitAutograd
    return aten.to_dense_backward.default._op_dk(key, gradient, matrix, masked_grad)


def _without_blocks(layout: torch.layout, x: Tensor, dense_dim: int | None = None) -> Tensor:
    return _in_blocks(layout, x, None, dense_dim)


def _in_blocks(layout: torch.layout, x: Tensor, blocksize: Any, dense_dim: int | None = None) -> Tensor:
    from npusim.frontend.inductor.tracing_api import TracingContext, UnsupportedFakeTensorException

    if TracingContext.try_get() is not None:  # x is a trial's tensor of zeros; the exception ends the graph
        raise UnsupportedFakeTensorException("sparse compressed tensors of the device are made outside of graphs")
    from npusim.mlir_templates.sparse.compression import compressed  # loads the compiler

    return compressed(layout, x, blocksize, dense_dim)


_DENSE.impl("_to_sparse_csr", functools.partial(_without_blocks, torch.sparse_csr))
_DENSE.impl("_to_sparse_csc", functools.partial(_without_blocks, torch.sparse_csc))
_DENSE.impl("_to_sparse_bsr", functools.partial(_in_blocks, torch.sparse_bsr))
_DENSE.impl("_to_sparse_bsc", functools.partial(_in_blocks, torch.sparse_bsc))
