"""The shape of `_foobar`'s result while a program is traced: PyTorch has no Meta kernel for it."""

import torch
from torch import Tensor

_LIBRARY = torch.library.Library("aten", "IMPL", "Meta")


@torch.library.impl(_LIBRARY, "_foobar")
def foobar(self: Tensor, *_: bool, **__: bool) -> Tensor:
    """Like its input."""
    return torch.empty_like(self)
