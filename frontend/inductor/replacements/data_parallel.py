"""`torch.nn.DataParallel` over the one device that there is."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around
from torch.utils._pytree import tree_map_only

_Split = tuple[tuple[Any, ...], tuple[dict[str, Any], ...]]


@around
def on_one_device(
    original: Callable[..., _Split],
    inputs: tuple[Any, ...],
    kwargs: dict[str, Any] | None,
    target_gpus: Sequence[Any],
    dim: int = 0,
) -> _Split:
    """Wraps `scatter_kwargs`: the whole batch is the device's share, moved there as CUDA's would be."""
    if not is_npu(torch.accelerator.current_accelerator()):
        return original(inputs, kwargs, target_gpus, dim)
    moved = tree_map_only(torch.Tensor, lambda tensor: tensor.to("npu"), (inputs, kwargs or {}))
    return (moved[0],), (moved[1],)
