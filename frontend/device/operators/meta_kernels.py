"""Shapes of results that PyTorch itself cannot tell while it traces a program: its operators without a Meta kernel.

Registered when the device starts, before any program with a tensor of the device is traced.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor


def register_meta_kernels(registrations: list[Any]) -> None:
    """Called when the device starts."""
    library = torch.library.Library("aten", "IMPL", "Meta")
    for operator, kernel in _KERNELS.items():
        library.impl(operator, kernel)
    registrations.append(library)


def _foobar(self: Tensor, *_: bool, **__: bool) -> Tensor:
    return torch.empty_like(self)


def _histogram(
    self: Tensor,
    bins: int = 100,
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor]:
    return self.new_empty(bins), self.new_empty(bins + 1)


def _histogram_of_edges(
    self: Tensor, bins: Tensor, *, weight: Tensor | None = None, density: bool = False
) -> tuple[Tensor, Tensor]:
    return self.new_empty(bins.numel() - 1), torch.empty_like(bins)


def _edges(self: Tensor, bins: Sequence[int], **_: Any) -> list[Tensor]:
    return [self.new_empty(count + 1) for count in bins]


def _counts(self: Tensor, bins: Sequence[int], **_: Any) -> Tensor:
    return self.new_empty(list(bins))


def _counts_of_edges(self: Tensor, bins: Sequence[Tensor], **_: Any) -> Tensor:
    return self.new_empty([edges.numel() - 1 for edges in bins])


def _gru_cell(input_gates: Tensor, hidden_gates: Tensor, hx: Tensor, *_: Tensor | None) -> tuple[Tensor, Tensor]:
    return torch.empty_like(hx), hx.new_empty(hx.shape[0], 5 * hx.shape[1])


def _gru_cell_backward(grad_hy: Tensor, workspace: Tensor, has_bias: bool) -> tuple[Tensor | None, ...]:
    batch, hidden = grad_hy.shape
    gates = [workspace.new_empty(batch, 3 * hidden) for _ in range(2)]
    biases = [workspace.new_empty(3 * hidden) if has_bias else None for _ in range(2)]
    return (*gates, workspace.new_empty(batch, hidden), *biases)


_KERNELS: dict[str, Callable[..., Any]] = {
    "_foobar": _foobar,
    "histogram.bin_ct": _histogram,
    "histogram.bins_tensor": _histogram_of_edges,
    "_histogramdd_bin_edges": _edges,
    "_histogramdd_from_bin_cts": _counts,
    "_histogramdd_from_bin_tensors": _counts_of_edges,
    "_thnn_fused_gru_cell": _gru_cell,
    "_thnn_fused_gru_cell_backward": _gru_cell_backward,
}
