"""``torch.npu.make_resident``: tensors that belong into the CMEM of a machine (docs/shared_memory.md)."""

from collections.abc import Iterator
from typing import TypeAlias

import torch
from npusim.frontend.device import runtime
from npusim.simulator.errors import OptionError

Target: TypeAlias = torch.Tensor | torch.nn.Module


def make_resident(target: Target, name: str | None = None) -> None:
    """Puts a tensor, or every parameter and buffer of a module, into the CMEM of machines that have one.

    It holds for every simulation from now on, until the tensor is freed or `release_resident` is called. A tensor is
    resident with its whole allocation. Where there is no room it stays in DRAM, and the report says so.

    Args:
        target: on the device.
        name: its name in reports; for a module the prefix of its tensors' names, with a dot.

    Raises:
        DeviceError: a tensor is not on the device.
        OptionError: `target` is neither a tensor nor a module.
    """
    from npusim.scheduler.tensors import resident_tensors

    runtime.start()
    for default, tensor in _tensors(target, name):
        resident_tensors.make_resident(tensor, default)


def release_resident(target: Target) -> None:
    """Undoes `make_resident`: tensors leave the CMEM when they are used next. Does nothing to tensors not resident."""
    from npusim.scheduler.tensors import resident_tensors

    for _, tensor in _tensors(target, None):
        resident_tensors.release_resident(tensor)


def resident_tensors() -> dict[str, int]:
    """Name and bytes of the tensors that `make_resident` holds, in order."""
    from npusim.scheduler.tensors import resident_tensors

    return resident_tensors.resident_tensors()


def _tensors(target: Target, name: str | None) -> Iterator[tuple[str, torch.Tensor]]:
    if isinstance(target, torch.Tensor):
        yield name or f"tensor of shape {tuple(target.shape)}", target
    elif isinstance(target, torch.nn.Module):
        prefix = f"{name}." if name else ""
        for key, tensor in (*target.named_parameters(), *target.named_buffers()):
            yield f"{prefix}{key}", tensor
    else:
        raise OptionError(f"make_resident takes a tensor or a module, not {type(target).__name__}")
