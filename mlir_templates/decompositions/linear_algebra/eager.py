"""Meta kernels of GRU cells, which PyTorch lacks: shapes of results while tracing."""

import torch
from torch import Tensor

_META = torch.library.Library("aten", "IMPL", "Meta")


@torch.library.impl(_META, "_thnn_fused_gru_cell")
def _gru_cell(input_gates: Tensor, hidden_gates: Tensor, hx: Tensor, *_: Tensor | None) -> tuple[Tensor, Tensor]:
    return torch.empty_like(hx), hx.new_empty(hx.shape[0], 5 * hx.shape[1])


@torch.library.impl(_META, "_thnn_fused_gru_cell_backward")
def _gru_cell_backward(grad_hy: Tensor, workspace: Tensor, has_bias: bool) -> tuple[Tensor | None, ...]:
    batch, hidden = grad_hy.shape
    gates = [workspace.new_empty(batch, 3 * hidden) for _ in range(2)]
    biases = [workspace.new_empty(3 * hidden) if has_bias else None for _ in range(2)]
    return (*gates, workspace.new_empty(batch, hidden), *biases)
