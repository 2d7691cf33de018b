"""Python snippets that Inductor's wrapper uses around devices and streams."""

from npusim.frontend.inductor.api import DeviceOpOverrides


class NpuDeviceOpOverrides(DeviceOpOverrides):
    """Snippets for the device; kernels launch on the run time's current stream, so raw streams are not needed."""

    def import_get_raw_stream_as(self, name: str) -> str:
        return f"{name} = lambda device: 0"

    def set_device(self, device_idx: int) -> str:
        return f"torch.npu.set_device({device_idx})"

    def synchronize(self) -> str:
        return "torch.npu.synchronize()"

    def device_guard(self, device_idx: int) -> str:
        return f"torch.npu.device({device_idx})"

    def current_stream(self) -> str:
        return "torch.npu.current_stream()"
