"""Convolutions of integers: products of the weights with the windows of the input.

Floating-point convolutions have a template. Integers are multiplied and summed in their dtype, and wrap around as in
eager PyTorch.
"""

import math
from collections.abc import Sequence

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.conv.window import check_parameters

aten = torch.ops.aten


@register_decomposition(aten.convolution.default)
def convolution(
    x: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
) -> torch.Tensor:
    """x (N, C, ...), weight (O, C / groups, ...) or transposed (C, O / groups, ...) -> (N, O, ...)."""
    if x.dtype.is_floating_point or x.dtype.is_complex:
        return NotImplemented
    check_parameters(0 in weight.shape[2:], stride, dilation, output_padding if transposed else ())
    if transposed:
        x = _spread(x, stride)
        reach = [step * (size - 1) for step, size in zip(dilation, weight.shape[2:], strict=True)]
        pads = [(r - p, r - p + o) for r, p, o in zip(reach, padding, output_padding, strict=True)]
        weight, stride = _turned(weight, groups), [1] * len(stride)
    else:
        pads = [(p, p) for p in padding]
    padded = aten.constant_pad_nd(x, [amount for pair in reversed(pads) for amount in pair])
    result = _products(_windows(padded, weight.shape[2:], stride, dilation), weight, groups)
    return result if bias is None else result + bias.view(-1, *[1] * (x.dim() - 2))


def _spread(x: torch.Tensor, stride: Sequence[int]) -> torch.Tensor:
    """Inserts `stride - 1` zeros between neighbours along every dimension."""
    for dim, step in enumerate(stride, 2):
        size = (x.shape[dim] - 1) * step + 1
        gaps = aten.constant_pad_nd(x.unsqueeze(dim + 1), [0, 0] * (x.dim() - 1 - dim) + [0, step - 1])
        x = gaps.flatten(dim, dim + 1).narrow(dim, 0, size)
    return x


def _turned(weight: torch.Tensor, groups: int) -> torch.Tensor:
    """Converts weights (C, O / groups, ...) of a transposed convolution to (O, C / groups, ...) of a forward one."""
    grouped = weight.unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1)
    return grouped.flip(list(range(2, weight.dim())))


def _windows(x: torch.Tensor, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]) -> torch.Tensor:
    """The input elements under every tap: (N, C, *output, *kernel)."""
    for dim, (size, step, gap) in enumerate(zip(kernel, stride, dilation, strict=True), 2):
        x = x.unfold(dim, (size - 1) * gap + 1, step)[..., ::gap]
    return x


def _products(windows: torch.Tensor, weight: torch.Tensor, groups: int) -> torch.Tensor:
    dims = weight.dim() - 2
    output = windows.shape[2 : 2 + dims]
    taps = math.prod(weight.shape[1:])
    order = [0, 1, *range(2 + dims, 2 + 2 * dims), *range(2, 2 + dims)]
    columns = windows.permute(order).reshape(windows.shape[0], groups, taps, math.prod(output))
    rows = weight.reshape(groups, -1, taps)
    return torch.matmul(rows, columns).reshape(windows.shape[0], weight.shape[0], *output)
