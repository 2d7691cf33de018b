"""Random operators in terms of those that kernels compute (uniform, normal, integers)."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.api import decomposition_table
from npusim.frontend.inductor.tracing_api import inductor_config
from npusim.frontend.lowering.decompositions import register_before_autograd, register_decomposition
from npusim.mlir_templates.indexing.assertions import checked

aten = torch.ops.aten


@register_before_autograd("dropout")
def dropout(x: torch.Tensor, p: float, train: bool | None) -> torch.Tensor:
    """What drops nothing is its input itself, as in eager programs, so that a change in place reaches both."""
    return NotImplemented if train and p != 0 else x


@register_decomposition(aten.native_dropout.default)
def native_dropout(x: torch.Tensor, p: float, train: bool | None) -> Any:
    """What is kept, and where, by numbers of `float32`: PyTorch's decomposition draws narrow ones, whose steps are
    coarser than small probabilities.
    """
    if inductor_config.fallback_random or not train or p in (0, 1) or not x.dtype.is_floating_point:
        return NotImplemented
    kept = torch.rand_like(x, dtype=torch.float32) > p
    return kept * x * (1.0 / (1.0 - p)), kept


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


def _normal_of_tensors(operator: Any) -> Callable[..., torch.Tensor]:
    """PyTorch's decomposition of normal numbers with a tensor of standard deviations."""

    def decomposed(mean: Any, std: torch.Tensor, **options: Any) -> torch.Tensor:
        std = checked(std, std >= 0, "normal expects all elements of std >= 0.0")
        return decomposition_table[operator](mean, std, **options)  # type: ignore[no-any-return]

    return decomposed


for _each in (aten.normal.Tensor_Tensor, aten.normal.float_Tensor):
    register_decomposition(_each)(_normal_of_tensors(_each))


@register_decomposition(aten.bernoulli.default)
def bernoulli(p: torch.Tensor, *, generator: Any = None) -> torch.Tensor:
    """Ones with the probabilities of a tensor."""
    return NotImplemented if inductor_config.fallback_random else _drawn(p, _possible(p))


@register_decomposition(aten.bernoulli.Tensor)
def bernoulli_of_size(x: torch.Tensor, p: torch.Tensor, *, generator: Any = None) -> torch.Tensor:
    """Ones with the probabilities of a tensor, in the shape and dtype of another."""
    return NotImplemented if inductor_config.fallback_random else _drawn(x, _possible(p))


@register_decomposition(aten.bernoulli.p)
def bernoulli_of_one(x: torch.Tensor, p: float, *, generator: Any = None) -> torch.Tensor:
    """Ones with one probability, in the shape and dtype of a tensor; PyTorch's decomposition gives truth values."""
    if inductor_config.fallback_random:
        return NotImplemented
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p}")
    return _drawn(x, p)


def _possible(p: torch.Tensor) -> torch.Tensor:
    return checked(p, (p >= 0) & (p <= 1), "bernoulli expects all probabilities to be from 0 to 1")


def _drawn(like: torch.Tensor, p: torch.Tensor | float) -> torch.Tensor:
    return (torch.rand_like(like, dtype=torch.float32) < p).to(like.dtype)


@register_decomposition(aten.rand.default)
def rand(size: Sequence[int], *, dtype: torch.dtype | None = None, **placed: Any) -> torch.Tensor:
    """Numbers from 0 to below 1 in narrow dtypes, in steps that they hold: rounded ones of `float32` may be 1."""
    if inductor_config.fallback_random or dtype not in (torch.float16, torch.bfloat16):
        return NotImplemented
    steps = 2 / torch.finfo(dtype).eps
    return ((torch.rand(size, dtype=torch.float32, **placed) * steps).floor() / steps).to(dtype)


@register_decomposition(aten.multinomial.default)
def multinomial(
    weights: torch.Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None
) -> torch.Tensor:
    """Samples with replacement by the inverse distribution function, else by largest weight / exponential noise."""
    if inductor_config.fallback_random:  # the numbers of the eager operator
        return NotImplemented
    possible = (weights >= 0) & (weights < math.inf)
    weights = checked(weights, possible, "probability tensor contains either `inf`, `nan` or element < 0")
    has_none = "invalid multinomial distribution (sum of probabilities <= 0)"
    if not replacement:
        weights = checked(weights, weights.sum(-1, keepdim=True) > 0, has_none)
        noise = -torch.log1p(-torch.rand_like(weights))
        return torch.topk(weights / noise.clamp_min(1e-30), num_samples, dim=-1).indices
    total = torch.cumsum(weights, -1)
    draws = torch.rand((*weights.shape[:-1], num_samples), dtype=weights.dtype, device=weights.device)
    end = checked(total[..., -1:], total[..., -1:] > 0, has_none)
    places = torch.searchsorted(total.contiguous(), draws * end, right=True)
    return places.clamp_max(weights.shape[-1] - 1)


@register_decomposition(aten.randperm.default)
def randperm(n: int, *, dtype: torch.dtype | None = None, device: Any = None, **_: Any) -> torch.Tensor:
    """A random permutation: the sorting order of random keys."""
    if inductor_config.fallback_random:
        return NotImplemented
    return torch.argsort(torch.rand(n, device=device)).to(dtype or torch.int64)
