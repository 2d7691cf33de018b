"""The interface through which Dynamo and Inductor query the device at compile time."""

from typing import Any, NamedTuple

import torch
from npusim.frontend.device.streams import Event, Stream
from npusim.frontend.inductor.tracing_api import DeviceInterface, register_interface_for_device


def _npu() -> Any:
    return torch.npu  # type: ignore[attr-defined]


class NpuDeviceProperties(NamedTuple):
    """Inductor reads `multi_processor_count` for its reduction heuristics, which the device options switch off."""

    name: str
    multi_processor_count: int


class NpuInterface(DeviceInterface):
    """Forwards to `torch.npu`."""

    device = torch.device  # type: ignore[assignment]
    Event = Event  # type: ignore[assignment]
    Stream = Stream  # type: ignore[assignment]

    class Worker:
        """Questions that compile workers may ask; they hold no device state."""

        @staticmethod
        def set_device(device: int) -> None:
            _npu().set_device(device)

        @staticmethod
        def current_device() -> int:
            return int(_npu().current_device())

        @staticmethod
        def get_device_properties(device: torch.types.Device = None) -> NpuDeviceProperties:
            return NpuDeviceProperties("npu", 1)

    @staticmethod
    def current_device() -> int:
        return int(_npu().current_device())

    @staticmethod
    def set_device(device: torch.types.Device) -> None:
        _npu().set_device(device)

    @staticmethod
    def device_count() -> int:
        return int(_npu().device_count())

    @staticmethod
    def is_available() -> bool:
        return bool(_npu().is_available())

    @staticmethod
    def stream(stream: torch.Stream) -> Any:
        return _npu().stream(stream)

    @staticmethod
    def current_stream() -> torch.Stream:
        stream: torch.Stream = _npu().current_stream()
        return stream

    @staticmethod
    def set_stream(stream: torch.Stream) -> None:
        _npu().set_stream(stream)

    @staticmethod
    def get_raw_stream(device_idx: int) -> int:
        return 0

    @staticmethod
    def synchronize(device: torch.types.Device = None) -> None:
        _npu().synchronize()

    @staticmethod
    def get_compute_capability(device: torch.types.Device = None) -> str:
        return ""

    @staticmethod
    def is_bf16_supported(including_emulation: bool = False) -> bool:
        return True

    @staticmethod
    def memory_allocated(device: torch.types.Device = None) -> int:
        return int(_npu().memory_allocated())


def register_device_interface() -> None:
    """Tells Dynamo about the device. Registering again is harmless."""
    register_interface_for_device("npu", NpuInterface)
    register_interface_for_device("npu:0", NpuInterface)
