"""Samples whose tensors hold what random numbers hardly ever are: every other one infinities, NaN, zeros of both signs
and the least numbers of its dtype, the others its largest numbers, whose sums depend on their order.
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
        seed: of the places and the choice of extremes; even ones take no largest numbers.
    """
    generator = torch.Generator().manual_seed(seed)
    choices = extremes(dtype, are_largest=seed % 2 == 1)

    def changed(values: Any) -> Any:
        return tree_map(lambda value: _changed(value, choices, generator), values)

    yield type(sample)(changed(sample.input), args=changed(tuple(sample.args)), kwargs=changed(sample.kwargs))
    yield type(sample)(changed(sample.input), args=tuple(sample.args), kwargs=sample.kwargs)


def _changed(value: Any, choices: torch.Tensor, generator: torch.Generator) -> Any:
    if not isinstance(value, torch.Tensor) or value.dtype != choices.dtype or value.layout is not torch.strided:
        return value
    plain = value.detach()
    if not plain.numel():
        return value
    chosen = choices[torch.randint(len(choices), plain.shape, generator=generator)]
    places = torch.randint(_SHARE, plain.shape, generator=generator) == 0
    copy = torch.empty_strided(plain.shape, plain.stride(), dtype=plain.dtype)
    return copy.copy_(torch.where(places, chosen, plain)).requires_grad_(value.requires_grad)


def extremes(dtype: torch.dtype, are_largest: bool) -> torch.Tensor:
    """Extremes of a dtype, in one dimension; of complex numbers every pair of those of its parts."""
    if dtype == torch.bool:
        return torch.tensor([False, True])
    if dtype.is_complex:
        parts = extremes(dtype.to_real(), are_largest)
        return torch.complex(*(part.flatten() for part in torch.meshgrid(parts, parts, indexing="ij")))
    if not dtype.is_floating_point:
        limits = torch.iinfo(dtype)
        largest = [limits.min, limits.min + 1, limits.max, limits.max - 1]
        return torch.tensor(largest if are_largest else [limits.min, limits.max, 0, 1], dtype=dtype)
    finite = torch.finfo(dtype)
    of_one_sign = [finite.max, 1.0] if are_largest else [torch.inf, finite.tiny, finite.tiny / 2, 1.0, 0.0, torch.nan]
    return torch.tensor([*of_one_sign, *(-value for value in of_one_sign)], dtype=dtype)
