"""The request of ``npusim run OP``, and the factory of the operator's inputs."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from npusim.frontend.cli.options import DTYPES
from npusim.simulator.errors import ShapeError

if TYPE_CHECKING:
    from torch import Tensor

#: An operator called on inputs, as in a user's program.
Function = Callable[..., Any]


@dataclass(frozen=True)
class Request:
    """The options of the command: sizes, dtype (short name), dimensions or None, and the seed of the inputs."""

    shape: tuple[int, ...]
    dtype: str = "f32"
    dim: tuple[int, ...] | None = None
    seed: int = 0


class Inputs:
    """Seeded inputs of one dtype: normal values, small integers, or coin flips for bool.

    Without ``values``, floating-point tensors are memory of the device that is not written: timing needs no more, and a
    large tensor takes no room on the host.
    """

    def __init__(self, dtype: str, seed: int, values: bool = True) -> None:
        import torch

        self.torch: Any = torch
        self._values = values
        self.dtype = getattr(torch, DTYPES[dtype])
        self._generator = torch.Generator().manual_seed(seed)

    def make(self, *shape: int, scale: float = 1.0) -> Tensor:
        """A tensor of normal values times ``scale`` (integers: -10 to 10, unsigned 0 to 10, bool: 0 or 1)."""
        _check_memory(shape, self.dtype.itemsize)
        if self.dtype.is_floating_point and not self._values:
            untouched: Tensor = self.torch.empty(shape, dtype=self.dtype, device="npu")
            return untouched
        if self.dtype.is_floating_point:
            values = self.torch.randn(shape, generator=self._generator) * scale
        else:
            low = 0 if self.dtype in (self.torch.uint8, self.torch.bool) else -10
            high = 2 if self.dtype == self.torch.bool else 11
            values = self.torch.randint(low, high, shape, generator=self._generator)
        tensor: Tensor = values.to(self.dtype)
        return tensor

    def bytes(self, *shape: int) -> Tensor:
        """All values of int8 (of uint8 when that is the dtype)."""
        _check_memory(shape, 1)
        dtype = self.torch.uint8 if self.dtype == self.torch.uint8 else self.torch.int8
        info = self.torch.iinfo(dtype)
        values: Tensor = self.torch.randint(info.min, info.max + 1, shape, generator=self._generator)
        return values.to(dtype)

    def weight(self, fan_in: int, *shape: int) -> Tensor:
        """Values scaled by ``fan_in ** -0.5``, as layers are initialised, so that outputs stay near 1."""
        return self.make(*shape, scale=max(fan_in, 1) ** -0.5)


def _check_memory(shape: Sequence[int], element_bytes: int) -> None:
    """Refuse a tensor that the host could not hold, before the host runs out of memory."""
    wanted = math.prod(shape) * element_bytes
    present = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if wanted > present // 4:
        raise ShapeError(
            f"a tensor of {' x '.join(map(str, shape))} takes {wanted / 2**30:.1f} GiB, too much for this host's "
            f"{present / 2**30:.1f} GiB; use a smaller --shape"
        )
