"""Random numbers in place, called eagerly: what their functional forms have no lowering for."""

import torch
from npusim.frontend.device.operators.composed import register_composition
from torch import Tensor

aten = torch.ops.aten


@register_composition(aten.bernoulli_.Tensor, eager_only=True)
def _bernoulli(x: Tensor, p: Tensor, generator: None = None) -> Tensor:
    return x.copy_(torch.rand(x.shape, device=x.device) < p)


@register_composition(getattr(aten.random_, "from"), eager_only=True)
def _integers(x: Tensor, low: int, high: int | None, generator: None = None) -> Tensor:
    if high is None:
        raise NotImplementedError("random_ without an upper bound draws 64 random bits; give one")
    return x.copy_(torch.randint(low, high, x.shape, device=x.device))
