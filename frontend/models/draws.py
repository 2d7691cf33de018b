"""Seeded inputs of models: normal values and token numbers."""

from __future__ import annotations

import torch
from torch import Tensor


class Draws:
    """Draws inputs of one dtype from a seed.

    Without ``values``, floating-point tensors are memory of the device that nobody wrote: timing needs no more. Numbers
    of tokens have values in any case, as they are addresses.
    """

    def __init__(self, seed: int, dtype: torch.dtype, values: bool) -> None:
        self._generator = torch.Generator().manual_seed(seed)
        self.dtype = dtype
        self._values = values

    def normal(self, *shape: int) -> Tensor:
        """Standard normal values."""
        if not self._values:
            return torch.empty(shape, dtype=self.dtype, device="npu")
        return torch.randn(shape, generator=self._generator).to(self.dtype)

    def integers(self, below: int, *shape: int) -> Tensor:
        """Numbers from 0 to ``below - 1``, 64 bits."""
        return torch.randint(below, shape, generator=self._generator)

    def like(self, example: Tensor) -> Tensor:
        """Values of an example's shape and dtype: normal, or 0 for integers."""
        if not example.is_floating_point():
            return torch.zeros(example.shape, dtype=example.dtype)
        return self.normal(*example.shape).to(example.dtype)
