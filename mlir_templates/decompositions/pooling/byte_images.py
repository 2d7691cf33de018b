"""Resizing of images of bytes, in whole numbers as the CPU (and PIL) computes it, antialiased or not.

Weights are whole multiples of 2^-precision that fit in 16 bits. Columns are resized first, and what lies between the
two passes are bytes again: rounded, and cut to 0 .. 255.
"""

from collections.abc import Sequence

import torch
from npusim.frontend.inductor.tracing_api import suggest_memory_format
from npusim.mlir_templates.decompositions.pooling.weights import along
from torch import Tensor

Reads = Sequence[tuple[Tensor, Tensor]]
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
            whole, precision = _whole(matrix)
            found = _to_bytes(along(whole, found, dim), precision)
    return _like(x, found)


def interpolated_bytes(x: Tensor, taps: Sequence[Reads]) -> Tensor:
    """As `resized_bytes`, where an output reads few inputs: for height and width (inputs, weights) of each tap, both
    (outputs,). Weights of one input are added before they are rounded.
    """
    found = x.to(torch.int32)
    for dim in (3, 2):
        reads = taps[dim - 2]
        if x.shape[dim] != reads[0][0].shape[0]:
            whole, precision = _whole(torch.stack([_added(reads, number) for number in range(len(reads))]))
            products = [
                found.index_select(dim, index) * (weight if dim == 3 else weight[:, None])
                for (index, _), weight in zip(reads, whole, strict=True)
            ]
            found = _to_bytes(sum(products[1:], products[0]), precision)
    return _like(x, found)


def _added(reads: Reads, number: int) -> Tensor:
    """The weights of all taps that read the input of this one, or 0 where an earlier tap has them."""
    index, _ = reads[number]
    total = sum(torch.where(other == index, weight, 0.0) for other, weight in reads)
    for other, _ in reads[:number]:
        total = torch.where(other == index, 0.0, total)
    return total


def _whole(weights: Tensor) -> tuple[Tensor, Tensor]:
    """Weights as multiples of 2^-precision, and the precision."""
    precision = _precision(weights)
    return (weights * (1 << precision) + torch.sign(weights) * 0.5).to(torch.int32), precision  # half away from zero


def _to_bytes(sums: Tensor, precision: Tensor) -> Tensor:
    return ((sums + (1 << (precision - 1))) >> precision).clamp(0, 255)


def _like(x: Tensor, found: Tensor) -> Tensor:
    return found.to(x.dtype).contiguous(memory_format=suggest_memory_format(x))


def _precision(weights: Tensor) -> Tensor:
    """Bits of the fraction with which the largest weight still fits in 16 bits with its sign."""
    powers = 1 << torch.arange(1, _MOST_BITS + 1, dtype=torch.int32, device=weights.device)
    return _MOST_BITS - (0.5 + weights.max() * powers >= 1 << 15).sum(dtype=torch.int32)
