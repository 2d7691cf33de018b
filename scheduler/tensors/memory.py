"""The device's memory as the scheduler sees it: which allocation a tensor of a launch lies in."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from npusim.simulator.errors import DeviceError


class TensorLike(Protocol):
    """The part of ``torch.Tensor`` that the scheduler needs."""

    shape: Any
    dtype: Any
    device: Any

    def data_ptr(self) -> int: ...
    def dim(self) -> int: ...
    def numel(self) -> int: ...


class DeviceMemory(Protocol):
    """A range of host addresses with an allocator.

    Attributes:
        base: host address of its first byte.
        size_bytes: its size.
    """

    base: int
    size_bytes: int

    def locate(self, pointers: Sequence[int], *, watched: bool) -> Iterable[tuple[int, int, int]]:
        """For each host address its allocation's number, which is never given again, the allocation's bytes, and the
        address's offset in it; the number is 0 for addresses in none. `take_events` tells when watched ones are freed.
        """

    def follow(self, following: bool) -> None:
        """Whether all allocations are watched from now on, and told when they are made."""

    def take_events(self) -> Sequence[tuple[int, int]]:
        """What happened since the last call, in its order: the number of an allocation that was made, and its bytes;
        of a watched one that was freed, and 0."""

    def live(self) -> Sequence[tuple[int, int]]:
        """Number and bytes of every live allocation."""


class _NoMemory:
    """Before the device has started, no tensor lies on it."""

    base = size_bytes = 0

    def locate(self, pointers: Sequence[int], *, watched: bool) -> Iterable[tuple[int, int, int]]:
        return [(0, 0, 0)] * len(pointers)

    def follow(self, following: bool) -> None:
        pass

    def take_events(self) -> Sequence[tuple[int, int]]:
        return ()

    def live(self) -> Sequence[tuple[int, int]]:
        return ()


_memory: DeviceMemory = _NoMemory()


def set_device_memory(memory: DeviceMemory) -> None:
    """Tell the scheduler about the memory of the device that has started."""
    global _memory
    _memory = memory


def device_memory() -> DeviceMemory:
    """The memory of the device."""
    return _memory


def check_on_device(pointers: Sequence[int], tensors: Sequence[TensorLike], kernel_name: str) -> None:
    """Check that a launch's tensors, whose host addresses are given, are in the device's memory.

    Raises:
        DeviceError: one is not, and is neither a host scalar (a 0-dim CPU tensor, which PyTorch passes to device
            kernels as it is, such as Adam's step) nor empty.
    """
    base, end = _memory.base, _memory.base + _memory.size_bytes
    if not pointers or (base <= min(pointers) and max(pointers) < end):
        return
    for index, (pointer, tensor) in enumerate(zip(pointers, tensors, strict=True)):
        if not base <= pointer < end and not _may_be_anywhere(tensor):
            raise DeviceError(
                f"kernel {kernel_name}: argument {index} (shape {tuple(tensor.shape)}, {tensor.dtype}) is on "
                f"{tensor.device}, not in the memory of the device npu; move it there with .to('npu')"
            )


def _may_be_anywhere(tensor: TensorLike) -> bool:
    return tensor.numel() == 0 or (tensor.dim() == 0 and str(tensor.device) == "cpu")
