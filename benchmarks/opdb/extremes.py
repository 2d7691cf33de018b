"""Samples whose tensors hold what random numbers hardly ever are: infinities, NaN, zeros of both signs, limits of their
dtype and numbers near its least ones.
"""

from collections.abc import Iterator
from typing import Any

import torch
from torch.utils._pytree import tree_map

_SHARE = 3
"""One element of so many is replaced."""


def of_sample(sample: Any, dtype: torch.dtype, seed: int = 0) -> Iterator[Any]:
    """The sample with extremes in all tensors of a dtype, then in its first tensor alone, as others may be indices or
    sizes: the caller takes the first that eager PyTorch accepts.

    Args:
        dtype: of the tensors that are changed.
        seed: of the places and the choice of extremes.
    """
    generator = torch.Generator().manual_seed(seed)

    def changed(values: Any) -> Any:
        return tree_map(lambda value: _changed(value, dtype, generator), values)

    yield type(sample)(changed(sample.input), args=changed(tuple(sample.args)), kwargs=changed(sample.kwargs))
    yield type(sample)(changed(sample.input), args=tuple(sample.args), kwargs=sample.kwargs)


def _changed(value: Any, dtype: torch.dtype, generator: torch.Generator) -> Any:
    if not isinstance(value, torch.Tensor) or value.dtype != dtype or value.layout is not torch.strided:
        return value
    plain = value.detach()
    if not plain.numel() or dtype == torch.bool:
        return value
    choices = extremes(dtype)
    chosen = choices[torch.randint(len(choices), plain.shape, generator=generator)]
    places = torch.randint(_SHARE, plain.shape, generator=generator) == 0
    copy = torch.empty_strided(plain.shape, plain.stride(), dtype=dtype)
    return copy.copy_(torch.where(places, chosen, plain)).requires_grad_(value.requires_grad)


def extremes(dtype: torch.dtype) -> torch.Tensor:
    """Extremes of a dtype, in one dimension; of complex numbers every pair of those of its parts."""
    if dtype.is_complex:
        parts = extremes(dtype.to_real())
        return torch.complex(*(part.flatten() for part in torch.meshgrid(parts, parts, indexing="ij")))
    if not dtype.is_floating_point:
        limits = torch.iinfo(dtype)
        return torch.tensor([limits.min, limits.min + 1, limits.max, limits.max - 1, 0, 1], dtype=dtype)
    finite = torch.finfo(dtype)
    of_one_sign = [torch.inf, finite.max, finite.tiny, finite.smallest_normal / 2, 1.0, 0.0]
    return torch.tensor([torch.nan, *of_one_sign, *(-value for value in of_one_sign)], dtype=dtype)
