"""Meta kernels of GRU cells, which PyTorch lacks: shapes of results while tracing. The check of `addr_`, which PyTorch
has for the CPU and CUDA only.
"""

import torch
from torch import Tensor

_META = torch.library.Library("aten", "IMPL", "Meta")
_ATEN = torch.library.Library("aten", "IMPL")


@torch.library.impl(_META, "_thnn_fused_gru_cell")
def _gru_cell(input_gates: Tensor, hidden_gates: Tensor, hx: Tensor, *_: Tensor | None) -> tuple[Tensor, Tensor]:
    return torch.empty_like(hx), hx.new_empty(hx.shape[0], 5 * hx.shape[1])


@torch.library.impl(_META, "_thnn_fused_gru_cell_backward")
def _gru_cell_backward(grad_hy: Tensor, workspace: Tensor, has_bias: bool) -> tuple[Tensor | None, ...]:
    batch, hidden = grad_hy.shape
    gates = [workspace.new_empty(batch, 3 * hidden) for _ in range(2)]
    biases = [workspace.new_empty(3 * hidden) if has_bias else None for _ in range(2)]
    return (*gates, workspace.new_empty(batch, hidden), *biases)


@torch.library.impl(_ATEN, "addr_", "PrivateUse1")
def _add_outer_product(x: Tensor, first: Tensor, second: Tensor, **factors: complex) -> Tensor:
    """`x = beta * x + alpha * outer(first, second)` in place; PyTorch's kernel for all devices would resize x."""
    if x.dim() != 2:
        raise RuntimeError(f"2D tensor expected, got {x.dim()}D tensor for input")
    if first.dim() == second.dim() == 1 and x.shape != (first.numel(), second.numel()):
        shapes = f"input: {list(x.shape)}, v1: {list(first.shape)}, v2: {list(second.shape)}"
        raise RuntimeError(f"size mismatch, {shapes}")
    key = torch._C.DispatchKey.CompositeExplicitAutograd
    return torch.ops.aten.addr_.default._op_dk(key, x, first, second, **factors)
