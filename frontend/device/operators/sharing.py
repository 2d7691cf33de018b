"""Device tensors sent to another process arrive as copies."""

import pickle
from multiprocessing.reduction import ForkingPickler
from typing import Any

import torch
from torch.multiprocessing.reductions import reduce_tensor


def connect() -> None:
    """Called when the device starts: device memory belongs to one process, so its tensors cannot be shared."""
    for kind in (torch.Tensor, torch.nn.Parameter):
        ForkingPickler.register(kind, _reduce)


def _reduce(tensor: torch.Tensor) -> Any:
    if tensor.device.type != "npu":
        return reduce_tensor(tensor)
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError("a tensor of an autograd graph cannot be sent to another process; send tensor.detach()")
    parameter = isinstance(tensor, torch.nn.Parameter)
    # Bytes, not a shared CPU tensor: that would have to live here until the other process has opened it.
    return _rebuild, (pickle.dumps(tensor.detach().cpu()), parameter, tensor.requires_grad)


def _rebuild(values: bytes, parameter: bool, requires_grad: bool) -> torch.Tensor:
    tensor: torch.Tensor = pickle.loads(values).to("npu")
    return torch.nn.Parameter(tensor, requires_grad) if parameter else tensor.requires_grad_(requires_grad)
