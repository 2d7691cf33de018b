"""Antialiased resizing of images of bytes, in whole numbers as the CPU (and PIL) computes it.

Weights are whole multiples of 2^-precision that fit in 16 bits. Columns are resized first, and what lies between the
two passes are bytes again: rounded, and cut to 0 .. 255.
"""

from collections.abc import Sequence

import torch
from npusim.frontend.inductor.tracing_api import suggest_memory_format
from npusim.mlir_templates.decompositions.pooling.weights import along
from torch import Tensor

_MOST_BITS = 22
"""Of a weight's fraction: a byte's 8 and the sum's sign are left of 32."""


def resized_bytes(x: Tensor, matrices: Sequence[Tensor]) -> Tensor:
    """Products along height and width of an image (planes, channels, height, width) with matrices (outputs, inputs).

    A dimension that keeps its size keeps its values, whatever the matrix.
    """
    found = x.to(torch.int32).contiguous()
    for dim in (3, 2):
        matrix = matrices[dim - 2]
        if matrix.shape[0] != matrix.shape[1]:
            found = _pass(matrix, found, dim)
    return found.to(x.dtype).contiguous(memory_format=suggest_memory_format(x))


def _pass(matrix: Tensor, x: Tensor, dim: int) -> Tensor:
    precision = _precision(matrix)
    whole = (matrix * (1 << precision) + torch.sign(matrix) * 0.5).to(torch.int32)  # rounds half away from zero
    sums = along(whole, x, dim) + (1 << (precision - 1))
    return (sums >> precision).clamp(0, 255)


def _precision(matrix: Tensor) -> Tensor:
    """Bits of the fraction with which the largest weight still fits in 16 bits with its sign."""
    powers = 1 << torch.arange(1, _MOST_BITS + 1, dtype=torch.int32, device=matrix.device)
    return _MOST_BITS - (0.5 + matrix.max() * powers >= 1 << 15).sum(dtype=torch.int32)
