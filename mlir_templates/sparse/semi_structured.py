"""Products with 2:4 semi-structured weights (`torch.sparse.to_sparse_semi_structured`).

Two of every four neighbouring values of a row are stored (of 32-bit values one of two), with two bits each for their
position. The dense weights are a pointwise function of the stored form: a prologue of the GEMM template computes them
on its tile, and only the compressed form is read from memory.

Tensors of the device keep the bits in the order of the values, and first and second values in separate planes, so that
both are read in long rows. PyTorch's operators (`_sparse_semi_structured_mm` and related ones) get the CUTLASS format
(`torch.sparse._semi_structured_conversions`), which is reordered first.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device.operators.semi_structured import set_compressor
from npusim.frontend.inductor.core_api import sparse_semi_structured_from_dense_cutlass
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.frontend.lowering.operators import define_operator
from npusim.mlir_templates.sparse.sparse import run_compiled
from torch.sparse import SparseSemiStructuredTensorCUTLASS

aten = torch.ops.aten

_EAGER = torch.library.Library("aten", "IMPL", "PrivateUse1")
_BITS_PER_GROUP = 4
_ACTIVATIONS: dict[str | None, Callable[[torch.Tensor], torch.Tensor]] = {
    None: lambda value: value,
    "none": lambda value: value,
    "relu": torch.relu,
    "silu": torch.nn.functional.silu,
}


def in_order(meta: torch.Tensor) -> torch.Tensor:
    """Permutes the digits of metadata (rows x columns) from the CUTLASS format to the order of the values."""
    rows, columns = meta.shape
    if meta.dtype == torch.int16:  # rows are (group of 32, 2, 2, 8), columns pairs
        digits = meta.reshape(columns // 2, rows // 32, 8, 2, 2, 2).permute(1, 3, 5, 2, 0, 4)
    else:
        digits = meta.reshape(columns // 2, rows // 16, 8, 2, 2).permute(1, 4, 2, 0, 3)
    return digits.reshape(rows, columns)


def in_planes(packed: torch.Tensor) -> torch.Tensor:
    """Splits values (M x K/2) of the CUTLASS format into planes: per row the first of each pair, then the second."""
    rows, kept = packed.shape[0], _kept(packed.dtype)
    return packed.reshape(rows, -1, kept).transpose(1, 2).reshape(packed.shape)


def _kept(dtype: torch.dtype) -> int:
    """Number of stored values per group of bits; their positions are among twice as many."""
    return 1 if dtype == torch.float32 else 2


def dense_weights(packed: torch.Tensor, meta: torch.Tensor) -> torch.Tensor:
    """The dense matrix (M x K) from `packed` (M x K/2) in planes and ordered `meta` (int16; int32 for int8 values)."""
    rows, kept = packed.shape[0], _kept(packed.dtype)
    groups = meta.dtype.itemsize * 8 // _BITS_PER_GROUP
    shifts = _BITS_PER_GROUP * torch.arange(groups, device=meta.device, dtype=torch.int32)
    bits = meta.to(torch.int32)[:, :, None] >> shifts
    planes = packed.view(rows, kept, meta.shape[1], groups, 1)
    places = (2 // kept) * torch.arange(2 * kept, device=meta.device, dtype=torch.int32)
    dense = torch.zeros((), dtype=packed.dtype, device=packed.device)
    for number in range(kept):
        is_here = ((bits >> (2 * number)) & 3)[..., None] == places
        dense = torch.where(is_here, planes[:, number], dense)
    return dense.reshape(rows, 2 * packed.shape[1])


def _from_cutlass(packed: torch.Tensor, meta: torch.Tensor) -> torch.Tensor:
    return dense_weights(in_planes(packed), in_order(meta))


def _product(left: torch.Tensor, right: torch.Tensor, out_dtype: torch.dtype | None = None) -> torch.Tensor:
    value = torch._int_mm(left, right) if left.dtype == torch.int8 else torch.mm(left, right)
    return value.to(left.dtype if out_dtype is None else out_dtype)


def _multiplied(
    packed: torch.Tensor, meta: torch.Tensor, dense: torch.Tensor, bias: torch.Tensor | None, linear: bool
) -> torch.Tensor:
    weights = dense_weights(packed, meta)
    value = _product(dense, weights.t()) if linear else _product(weights, dense)
    if bias is None:
        return value
    return value + (bias if linear else bias[:, None])


# -- operators on the device's format; eager calls of these and of PyTorch's are compiled one by one


@define_operator(
    "semi_structured_mm(Tensor packed, Tensor meta, Tensor dense, Tensor? bias, bool linear) -> Tensor",
    on_device=functools.partial(run_compiled, _multiplied),
)
def semi_structured_mm(
    packed: torch.Tensor, meta: torch.Tensor, dense: torch.Tensor, bias: torch.Tensor | None, linear: bool
) -> torch.Tensor:
    """`W @ dense` + bias per row, or, `linear`, `dense @ W.T` + bias per column."""
    rows = packed.shape[0]
    return dense.new_empty((dense.shape[0], rows) if linear else (rows, dense.shape[1]))


@define_operator(
    "semi_structured_to_dense(Tensor packed, Tensor meta) -> Tensor",
    on_device=functools.partial(run_compiled, dense_weights),
)
def semi_structured_to_dense(packed: torch.Tensor, meta: torch.Tensor) -> torch.Tensor:
    """The dense matrix (`dense_weights`)."""
    return packed.new_empty((packed.shape[0], 2 * packed.shape[1]))


register_decomposition(semi_structured_mm)(_multiplied)
register_decomposition(semi_structured_to_dense)(dense_weights)


# -- tensors of the device


class SparseSemiStructuredTensorNPU(SparseSemiStructuredTensorCUTLASS):
    """A 2:4 sparse matrix of the device: `packed` (M x K/2) in planes, and ordered `meta`."""

    BACKEND = "npu"

    @classmethod
    def from_dense(cls, original_tensor: torch.Tensor, alg_id: int = 0) -> "SparseSemiStructuredTensorNPU":
        """Keeps the first two nonzero values of every four neighbouring values of a row.

        Raises:
            RuntimeError: the format does not support the rank, dtype or sizes.
        """
        _check(cls, original_tensor)
        packed, meta = run_compiled(_compressed, original_tensor.detach().contiguous())
        parts = dict.fromkeys(("packed_t", "meta_t", "compressed_swizzled_bitmask"))
        return cls(  # type: ignore[no-any-return]
            original_tensor.shape, packed=packed, meta=meta, requires_grad=original_tensor.requires_grad, **parts
        )

    def to_dense(self) -> torch.Tensor:  # type: ignore[override]
        """The dense matrix."""
        return semi_structured_to_dense(self.packed, self.meta)

    def _mm(
        self, B: torch.Tensor, *, bias: torch.Tensor | None = None, should_transpose_dense: bool = False, **_: Any
    ) -> torch.Tensor:
        """`self @ B`, or `B @ self.T` + bias: called by PyTorch's dispatch of `mm`, `addmm` and `linear`."""
        if isinstance(B, SparseSemiStructuredTensorCUTLASS) or self.packed is None:
            raise NotImplementedError("semi-structured matrices are multiplied with dense ones, and not transposed")
        return semi_structured_mm(self.packed, self.meta, B, bias, should_transpose_dense)


def _check(cls: Any, dense: torch.Tensor) -> None:
    limits = cls._DTYPE_SHAPE_CONSTRAINTS.get(dense.dtype)
    if dense.dim() != 2 or limits is None:
        known = ", ".join(str(dtype) for dtype in cls._DTYPE_SHAPE_CONSTRAINTS)
        raise RuntimeError(f"semi-structured tensors are matrices of {known}, not {dense.dtype} of rank {dense.dim()}")
    least = limits.sparse_min_rows, limits.sparse_min_cols
    if any(size == 0 or size % multiple for size, multiple in zip(dense.shape, least, strict=True)):
        raise RuntimeError(
            f"semi-structured tensors of {dense.dtype} have multiples of {least[0]} rows and {least[1]} columns, "
            f"not {tuple(dense.shape)}; pad the matrix with zeros"
        )


def _compressed(dense: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    packed, meta = sparse_semi_structured_from_dense_cutlass(dense)
    return in_planes(packed).contiguous(), in_order(meta).contiguous()


# -- PyTorch's operators on the CUTLASS format


@register_decomposition(aten._sparse_semi_structured_mm.default)
def mm(
    packed: torch.Tensor, meta: torch.Tensor, dense: torch.Tensor, *, out_dtype: torch.dtype | None = None
) -> torch.Tensor:
    """`W @ dense`."""
    return _product(_from_cutlass(packed, meta), dense, out_dtype)


@register_decomposition(aten._sparse_semi_structured_addmm.default)
def addmm(
    bias: torch.Tensor,
    packed: torch.Tensor,
    meta: torch.Tensor,
    dense: torch.Tensor,
    *,
    alpha: float = 1,
    beta: float = 1,
    out_dtype: torch.dtype | None = None,
) -> torch.Tensor:
    """`alpha * W @ dense + beta * bias`, one element of the bias per row."""
    return alpha * mm(packed, meta, dense, out_dtype=out_dtype) + beta * bias[:, None]


@register_decomposition(aten._sparse_semi_structured_linear.default)
def linear(
    x: torch.Tensor,
    packed: torch.Tensor,
    meta: torch.Tensor,
    *,
    bias: torch.Tensor | None = None,
    activation: str | None = None,
    out_dtype: torch.dtype | None = None,
) -> torch.Tensor:
    """`activation(x @ W.T + bias)`, with PyTorch's transposed strides."""
    if activation not in _ACTIVATIONS:
        raise NotImplementedError(f"activation {activation!r} of a semi-structured layer; it can be relu or silu")
    value = _product(x, _from_cutlass(packed, meta).t(), out_dtype)
    value = value if bias is None else value + bias
    return _ACTIVATIONS[activation](value).t().contiguous().t()


for _operator, _function in {
    aten._sparse_semi_structured_mm.default: mm,
    aten._sparse_semi_structured_addmm.default: addmm,
    aten._sparse_semi_structured_linear.default: linear,
}.items():
    _EAGER.impl(_operator, functools.partial(run_compiled, _function))
set_compressor(SparseSemiStructuredTensorNPU.from_dense)
