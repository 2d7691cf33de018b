"""``torch.npu.pin``: tensors that belong into the pinned memory of a machine (docs/shared_memory.md)."""

from collections.abc import Iterator
from typing import TypeAlias

import torch
from npusim.frontend.device import runtime
from npusim.simulator.errors import OptionError

Pinnable: TypeAlias = torch.Tensor | torch.nn.Module


def pin(target: Pinnable, name: str | None = None) -> None:
    """Puts a tensor, or every parameter and buffer of a module, into the pinned memory of machines that have one.

    It holds for every simulation from now on, until the tensor is freed or `unpin` is called. A tensor is pinned with
    its whole allocation. Where there is no room it stays in DRAM, and the report says so.

    Args:
        target: on the device.
        name: what reports call it; before the names of a module's tensors, with a dot.

    Raises:
        DeviceError: a tensor is not on the device.
        OptionError: `target` is neither a tensor nor a module.
    """
    from npusim.scheduler import resident_tensors

    runtime.start()
    for default, tensor in _tensors(target, name):
        resident_tensors.pin(tensor, default)


def unpin(target: Pinnable) -> None:
    """Undoes `pin`: tensors leave the pinned memory when they are used next. Does nothing to tensors not pinned."""
    from npusim.scheduler import resident_tensors

    for _, tensor in _tensors(target, None):
        resident_tensors.unpin(tensor)


def pinned() -> dict[str, int]:
    """Name and bytes of the tensors that `pin` holds, in order."""
    from npusim.scheduler import resident_tensors

    return resident_tensors.pinned()


def _tensors(target: Pinnable, name: str | None) -> Iterator[tuple[str, torch.Tensor]]:
    if isinstance(target, torch.Tensor):
        yield name or f"tensor of shape {tuple(target.shape)}", target
    elif isinstance(target, torch.nn.Module):
        prefix = f"{name}." if name else ""
        for key, tensor in (*target.named_parameters(), *target.named_buffers()):
            yield f"{prefix}{key}", tensor
    else:
        raise OptionError(f"pin takes a tensor or a module, not {type(target).__name__}")
