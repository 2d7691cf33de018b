"""The interface through which Dynamo and Inductor query the device at compile time."""

from typing import NamedTuple

import torch
from npusim.frontend.device import npu
from npusim.frontend.device.streams import Event, Stream
from npusim.frontend.inductor.tracing_api import DeviceInterface, register_interface_for_device


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

        set_device = staticmethod(npu.set_device)
        current_device = staticmethod(npu.current_device)

        @staticmethod
        def get_device_properties(device: torch.types.Device = None) -> NpuDeviceProperties:
            return NpuDeviceProperties("npu", 1)

    current_device = staticmethod(npu.current_device)
    set_device = staticmethod(npu.set_device)
    device_count = staticmethod(npu.device_count)
    is_available = staticmethod(npu.is_available)
    set_stream = staticmethod(npu.set_stream)
    synchronize = staticmethod(npu.synchronize)
    is_bf16_supported = staticmethod(npu.is_bf16_supported)
    memory_allocated = staticmethod(npu.memory_allocated)

    # Functions of their own: Dynamo has handlers for these two, which are not for calls of a program.

    @staticmethod
    def stream(stream: torch.Stream) -> npu.StreamContext:
        return npu.stream(stream)

    @staticmethod
    def current_stream() -> torch.Stream:
        return npu.current_stream()

    @staticmethod
    def get_raw_stream(device_idx: int) -> int:
        return 0

    @staticmethod
    def get_compute_capability(device: torch.types.Device = None) -> str:
        return ""


def register_device_interface() -> None:
    """Tells Dynamo about the device. Registering again is harmless."""
    register_interface_for_device("npu", NpuInterface)
    register_interface_for_device("npu:0", NpuInterface)
