"""Meta kernel of `_foobar`, which PyTorch lacks: the shape of its result while tracing."""

import torch
from torch import Tensor

_LIBRARY = torch.library.Library("aten", "IMPL", "Meta")


@torch.library.impl(_LIBRARY, "_foobar")
def foobar(self: Tensor, *_: bool, **__: bool) -> Tensor:
    """A result of the input's shape and dtype."""
    return torch.empty_like(self)
