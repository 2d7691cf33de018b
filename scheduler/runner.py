"""Running whole models: on a stream, at a simulated time; and the runner that operator scripts use."""

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, TypeVar

from npusim.scheduler.session import active_simulation
from npusim.scheduler.stream import use_stream

if TYPE_CHECKING:
    import torch

Result = TypeVar("Result")


def launch_model(
    model: Callable[..., Result], *args: Any, stream_index: int = 0, timestamp_ns: int = 0, **kwargs: Any
) -> Result:
    """Call ``model(*args, **kwargs)`` with its kernels on stream ``stream_index``.

    None of them starts before ``timestamp_ns`` of simulated time. Returns what the model returns.
    """
    with use_stream(stream_index, timestamp_ns):
        return model(*args, **kwargs)


def synchronize() -> None:
    """Wait until the time of every launch is known."""
    simulation = active_simulation()
    if simulation is not None:
        simulation.synchronize()


def _register_device() -> None:
    """Sets the device up, as `import torch` does unless ``TORCH_DEVICE_BACKEND_AUTOLOAD=0`` is set."""
    import torch

    if not hasattr(torch, "npu"):
        for backend in entry_points(group="torch.backends", name="npusim"):
            backend.load()()


class PyTorchSimRunner:
    """The device, as operator scripts ask for it: ``PyTorchSimRunner.setup_device().custom_device()``."""

    @classmethod
    def setup_device(cls) -> type["PyTorchSimRunner"]:
        """Build and start the device; errors of its build appear here."""
        import torch

        _register_device()
        torch.empty(0, device=cls.custom_device())
        return cls

    @staticmethod
    def custom_device() -> "torch.device":
        """The torch device ``npu:0``."""
        import torch

        return torch.device("npu", 0)
