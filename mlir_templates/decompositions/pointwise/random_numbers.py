"""Random operators in terms of those that kernels compute (uniform, normal, integers)."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import inductor_config
from npusim.frontend.lowering.decompositions import register_decomposition


@register_decomposition(torch.ops.prims.normal.default)
def normal(
    shape: Sequence[int],
    *,
    mean: float,
    std: float,
    dtype: torch.dtype,
    device: torch.device,
    requires_grad: bool,
    generator: Any = None,
) -> torch.Tensor:
    """Normal numbers with a mean and a standard deviation."""
    return torch.randn(shape, dtype=dtype, device=device) * std + mean


@register_decomposition(torch.ops.aten.rand.default)
def rand(size: Sequence[int], *, dtype: torch.dtype | None = None, **placed: Any) -> torch.Tensor:
    """Numbers from 0 to below 1 in narrow dtypes, in steps that they hold: rounded ones of `float32` may be 1."""
    if inductor_config.fallback_random or dtype not in (torch.float16, torch.bfloat16):
        return NotImplemented
    steps = 2 / torch.finfo(dtype).eps
    return ((torch.rand(size, dtype=torch.float32, **placed) * steps).floor() / steps).to(dtype)


@register_decomposition(torch.ops.aten.multinomial.default)
def multinomial(
    weights: torch.Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None
) -> torch.Tensor:
    """Samples with replacement by the inverse distribution function, else by largest weight / exponential noise."""
    if inductor_config.fallback_random:  # the numbers of the eager operator
        return NotImplemented
    if not replacement:
        noise = -torch.log1p(-torch.rand_like(weights))
        return torch.topk(weights / noise.clamp_min(1e-30), num_samples, dim=-1).indices
    total = torch.cumsum(weights, -1)
    draws = torch.rand((*weights.shape[:-1], num_samples), dtype=weights.dtype, device=weights.device)
    places = torch.searchsorted(total.contiguous(), draws * total[..., -1:], right=True)
    return places.clamp_max(weights.shape[-1] - 1)


@register_decomposition(torch.ops.aten.randperm.default)
def randperm(n: int, *, dtype: torch.dtype | None = None, device: Any = None, **_: Any) -> torch.Tensor:
    """A random permutation: the sorting order of random keys."""
    if inductor_config.fallback_random:
        return NotImplemented
    return torch.argsort(torch.rand(n, device=device)).to(dtype or torch.int64)
