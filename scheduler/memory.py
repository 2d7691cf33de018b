"""Where tensors lie in simulated DRAM.

The device reserves one arena of host memory; a tensor's simulated address is its offset in that arena, after one
reserved page. Host scalars (0-dim CPU tensors that PyTorch passes to device kernels as they are, such as Adam's step)
lie in that page, one slot per argument, so that the same program touches the same addresses on any host.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from npusim.simulator.errors import DeviceError

HOST_PAGE_BYTES = 4096
_HOST_SLOT_BYTES = 64


class TensorLike(Protocol):
    """The part of ``torch.Tensor`` that the scheduler needs."""

    shape: Any
    dtype: Any
    device: Any

    def data_ptr(self) -> int: ...
    def dim(self) -> int: ...
    def numel(self) -> int: ...
    def untyped_storage(self) -> Any: ...


@dataclass(frozen=True)
class DeviceMemory:
    """The device's arena: host address and bytes."""

    base: int
    size_bytes: int

    def __post_init__(self) -> None:
        if self.base < 0 or self.size_bytes < 0:
            raise DeviceError(f"device memory: base {self.base} and size {self.size_bytes} must be at least 0")


_memory = DeviceMemory(0, 0)


def set_device_memory(base: int, size: int) -> None:
    """Tell the scheduler where the device's arena lies: host address of its first byte, and its size in bytes."""
    global _memory
    _memory = DeviceMemory(base, size)


def simulated_address(pointer: int) -> int | None:
    """Simulated byte address of a host address; None outside of the device's memory."""
    offset = pointer - _memory.base
    return HOST_PAGE_BYTES + offset if 0 <= offset < _memory.size_bytes else None


def simulated_addresses(pointers: Sequence[int], tensors: Sequence[TensorLike], kernel_name: str) -> list[int]:
    """Simulated byte addresses of tensors, given their host addresses.

    Raises:
        DeviceError: a tensor is not in the device's memory.
    """
    memory = _memory
    shift = HOST_PAGE_BYTES - memory.base
    addresses = [pointer + shift for pointer in pointers]
    limit = HOST_PAGE_BYTES + memory.size_bytes
    if addresses and (min(addresses) < HOST_PAGE_BYTES or max(addresses) >= limit):
        for index, address in enumerate(addresses):
            if not HOST_PAGE_BYTES <= address < limit:
                addresses[index] = _address_outside_arena(tensors[index], index, kernel_name)
    return addresses


def _address_outside_arena(tensor: TensorLike, index: int, kernel_name: str) -> int:
    if tensor.numel() == 0:
        return HOST_PAGE_BYTES
    if tensor.dim() == 0 and str(tensor.device) == "cpu":
        return index % (HOST_PAGE_BYTES // _HOST_SLOT_BYTES) * _HOST_SLOT_BYTES
    raise DeviceError(
        f"kernel {kernel_name}: argument {index} (shape {tuple(tensor.shape)}, {tensor.dtype}) is on {tensor.device}, "
        f"not in the memory of the device npu; move it there with .to('npu')"
    )
