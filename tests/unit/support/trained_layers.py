"""A model of equal layers, and the gradients that calls of it give."""

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

WIDTH, LAYERS = 12, 5
Change = Callable[[Any], object]


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.gain, self.drop = nn.Parameter(torch.randn(WIDTH)), nn.Dropout(0.0)

    def forward(self, x: torch.Tensor, more: torch.Tensor | None = None) -> Any:
        y = self.drop(self.down(F.gelu(self.up(self.norm(x)))) * self.gain)
        return x + (y if more is None else y * more)


class Model(nn.Module):
    def __init__(self, layer: Callable[[], nn.Module] = Layer, change: Change = id, call: Any = None) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.ModuleList(layer() for _ in range(LAYERS))
        self.norm, self.call = nn.LayerNorm(WIDTH), call or (lambda model, layer, number, x, start: layer(x))
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.add_(torch.randn(parameter.shape) * 0.1)
        change(self)

    def forward(self, x: torch.Tensor) -> Any:
        x = self.norm(x)
        start = x * 2
        for number, layer in enumerate(self.layers):
            x = self.call(self, layer, number, x, start)
        return x


def gradients(model: nn.Module, run: Callable[..., Any], x: torch.Tensor, calls: int = 1) -> dict[str, Any]:
    """The results of calls, the gradients that they add up to, and the buffers behind them."""
    found: dict[str, Any] = {}
    for parameter in model.parameters():
        parameter.grad = None
    for number in range(calls):
        x = x.detach().clone().requires_grad_()
        result = run(x)
        result = result if isinstance(result, torch.Tensor) else result[0]
        weights = torch.linspace(-1, 2, result.numel(), dtype=result.dtype).view(result.shape)
        if result.requires_grad:
            (result * weights.to(result.device)).sum().backward()
        found |= {f"result {number}": result.detach(), f"input {number}": x.grad}
    tensors = [*found.items(), *model.named_buffers()]
    tensors += [(name, parameter.grad) for name, parameter in model.named_parameters()]
    return {name: None if tensor is None else tensor.detach().cpu() for name, tensor in tensors}


class Attends(Layer):
    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        q, k, v = (self.up(x)[..., start : start + 8].unflatten(-1, (2, 4)).transpose(1, 2) for start in (0, 8, 16))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return super().forward(x) + F.pad(y.transpose(1, 2).flatten(2), (0, 4))
