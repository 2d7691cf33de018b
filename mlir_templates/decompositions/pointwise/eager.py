"""Random numbers, called eagerly: what their functional forms have no lowering for."""

import torch
from npusim.frontend.device.operators.composed import register_composition
from torch import Tensor

aten = torch.ops.aten


@register_composition(getattr(aten.random_, "from"), eager_only=True)
def _integers(x: Tensor, low: int, high: int | None, generator: None = None) -> Tensor:
    if high is None:
        raise NotImplementedError("random_ without an upper bound draws 64 random bits; give one")
    return x.copy_(torch.randint(low, high, x.shape, device=x.device))


@register_composition(aten.rrelu_with_noise.default, eager_only=True)
def _rrelu(
    x: Tensor,
    noise: Tensor,
    lower: float = 1 / 8,
    upper: float = 1 / 3,
    training: bool = False,
    generator: None = None,
) -> Tensor:
    """Without training there is no noise, and nothing that its tensor could hold."""
    if training:
        return aten.rrelu_with_noise.default(x, noise, lower, upper, training)
    return torch.nn.functional.leaky_relu(x, (lower + upper) / 2)
