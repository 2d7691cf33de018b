"""Windows of signals by their definitions: Hamming, Blackman, Bartlett, Kaiser. PyTorch decomposes Hann's.

A periodic window is a symmetric one of one element more, without its last element.
"""

from collections.abc import Callable
from math import pi
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch import Tensor

aten = torch.ops.aten
Shape = Callable[..., Tensor]
"""From positions 0 to 1 and an operator's parameters to the symmetric window."""


def _register(packet: Any, shape: Shape) -> None:
    overloads = [name for name in packet.overloads() if not name.endswith("out")]

    @register_decomposition(*(getattr(packet, name) for name in overloads))
    def window(
        length: int, periodic: bool = True, *parameters: float, dtype: Any = None, device: Any = None, **_: Any
    ) -> Tensor:
        dtype = dtype or torch.get_default_dtype()
        if not dtype.is_floating_point:
            return NotImplemented  # PyTorch says so
        wide = torch.promote_types(dtype, torch.float32)
        last = length if periodic else length - 1
        positions = torch.arange(length, dtype=wide, device=device)
        found = shape(positions / last, *parameters) if length > 1 else torch.ones_like(positions)
        return found.to(dtype)


def _hamming(position: Tensor, alpha: float = 0.54, beta: float = 0.46) -> Tensor:
    return alpha - beta * torch.cos(2 * pi * position)


def _blackman(position: Tensor) -> Tensor:
    return 0.42 - 0.5 * torch.cos(2 * pi * position) + 0.08 * torch.cos(4 * pi * position)


def _bartlett(position: Tensor) -> Tensor:
    return 1 - (2 * position - 1).abs()


def _kaiser(position: Tensor, beta: float = 12.0) -> Tensor:
    height = torch.full_like(position, beta)
    root = (1 - (2 * position - 1).square()).clamp(min=0).sqrt()
    return torch.special.i0(height * root) / torch.special.i0(height)


_register(aten.hamming_window, _hamming)
_register(aten.blackman_window, _blackman)
_register(aten.bartlett_window, _bartlett)
_register(aten.kaiser_window, _kaiser)
