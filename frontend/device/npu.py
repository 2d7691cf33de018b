"""``torch.npu``: the module of the device. Importing it starts nothing; most of its functions start the device."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.memory import (
    cpu_alias,
    empty_cache,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info,
    memory_allocated,
    memory_capacity,
    memory_reserved,
    memory_snapshot,
    memory_stats,
    memory_summary,
    reset_accumulated_memory_stats,
    reset_peak_memory_stats,
    set_memory_capacity,
)
from npusim.frontend.device.operators.rng import (
    get_rng_state,
    get_rng_state_all,
    initial_seed,
    manual_seed,
    manual_seed_all,
    seed,
    seed_all,
    set_rng_state,
    set_rng_state_all,
)
from npusim.frontend.device.policy import (
    HostFallbackWarning,
    eager_mode,
    fallback_counts,
    fallback_policy,
    reset_fallback_counts,
    set_eager_mode,
    set_fallback_policy,
)
from npusim.frontend.device.residency import make_resident, release_resident, resident_tensors
from npusim.frontend.device.selection import Device, npu_device
from npusim.frontend.device.streams import (
    Event,
    Stream,
    StreamContext,
    current_stream,
    default_stream,
    set_stream,
    stream,
)
from npusim.frontend.fusions.switches import fusion, fusions, set_fusion
from npusim.frontend.implementations.forcing import implementation
from npusim.frontend.settings.switches import assume_finite, check_indices, compile_regions, skip_zero_tiles
from npusim.frontend.settings.verification import verify
from npusim.simulator.system.version import __version__

__all__ = [
    "DeviceProperties",
    "Event",
    "HostFallbackWarning",
    "Stream",
    "StreamContext",
    "__version__",
    "assume_finite",
    "capture",
    "check_indices",
    "compile_regions",
    "cpu_alias",
    "current_device",
    "current_stream",
    "default_stream",
    "device",
    "device_count",
    "eager_mode",
    "empty_cache",
    "fallback_counts",
    "fallback_policy",
    "fusion",
    "fusions",
    "get_amp_supported_dtype",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "get_rng_state",
    "get_rng_state_all",
    "implementation",
    "init",
    "initial_seed",
    "is_available",
    "is_bf16_supported",
    "is_initialized",
    "launch_model",
    "load_program",
    "make_resident",
    "manual_seed",
    "manual_seed_all",
    "mapping",
    "max_memory_allocated",
    "max_memory_reserved",
    "mem_get_info",
    "memory_allocated",
    "memory_capacity",
    "memory_reserved",
    "memory_snapshot",
    "memory_stats",
    "memory_summary",
    "record_routing",
    "release_resident",
    "report",
    "reset_accumulated_memory_stats",
    "reset_fallback_counts",
    "reset_peak_memory_stats",
    "resident_tensors",
    "seed",
    "seed_all",
    "set_device",
    "set_eager_mode",
    "set_fallback_policy",
    "set_fusion",
    "set_memory_capacity",
    "set_rng_state",
    "set_rng_state_all",
    "set_stream",
    "simulator",
    "skip_zero_tiles",
    "stream",
    "synchronize",
    "verify",
]


@dataclass(frozen=True)
class DeviceProperties:
    """Properties of the device: of the machine that launches go to."""

    name: str
    total_memory: int
    multi_processor_count: int
    core_freq_mhz: float
    systolic_arrays: int
    systolic_rows: int
    systolic_columns: int
    vector_lanes: int
    scratchpad_bytes: int


def is_available() -> bool:
    """Whether the device can be used: it is built, or there is a compiler to build it."""
    return runtime.is_usable()


def is_initialized() -> bool:
    """Whether the device has been started in this process."""
    return runtime.is_started()


def device_count() -> int:
    """1, or 0 when the device cannot be used."""
    return int(is_available())


def current_device() -> int:
    """0."""
    return 0


def set_device(device: Device) -> None:
    """Accepts the one device, ``npu:0``; raises DeviceError for others."""
    npu_device(device)


@contextmanager
def device(device: Device) -> Iterator[None]:
    """``with torch.npu.device(0)``: there is one device, so nothing changes."""
    set_device(None if device == -1 else device)
    yield


def synchronize(device: Device = None) -> None:
    """Waits until the simulated time of every launch is known."""
    from npusim import scheduler

    npu_device(device)
    scheduler.synchronize()


def get_device_properties(device: Device = None) -> DeviceProperties:
    """Properties of the machine that kernels are launched on."""
    from npusim import scheduler

    npu_device(device)
    machine = scheduler.current_machine()
    return DeviceProperties(
        name=f"npusim {machine.name}",
        total_memory=int(machine.dram_capacity_gib * (1 << 30)),
        multi_processor_count=machine.cores,
        core_freq_mhz=machine.core_freq_mhz,
        systolic_arrays=machine.systolic_arrays,
        systolic_rows=machine.systolic_rows,
        systolic_columns=machine.systolic_columns,
        vector_lanes=machine.vector_lanes,
        scratchpad_bytes=machine.scratchpad_kib_per_lane * 1024 * machine.vector_lanes,
    )


def get_device_name(device: Device = None) -> str:
    """Such as ``npusim tpuv3``."""
    return get_device_properties(device).name


def get_device_capability(device: Device = None) -> dict[str, Any]:
    """What the device can do, as ``torch.accelerator.get_device_capability``: the dtypes of its kernels."""
    npu_device(device)
    runtime.start()
    return dict(torch.accelerator.get_device_capability())


def get_amp_supported_dtype() -> list[torch.dtype]:
    """The dtypes of ``torch.autocast("npu", dtype=...)``."""
    return [torch.bfloat16, torch.float16]


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """True."""
    return True


def record_routing() -> AbstractContextManager[Any]:
    """``with torch.npu.record_routing() as routing``: see ``npusim.scheduler.record_routing``."""
    from npusim import scheduler

    return scheduler.record_routing()


def simulator(*args: Any, **kwargs: Any) -> AbstractContextManager[Any]:
    """``with torch.npu.simulator(machine="tpuv3", mode="both") as sim``: see ``npusim.scheduler.simulator``."""
    from npusim import scheduler

    return scheduler.simulator(*args, **kwargs)


def mapping(strategy: Any) -> AbstractContextManager[Any]:
    """``with torch.npu.mapping("autotune"):`` how templates are mapped in code compiled there (docs/mapping.md)."""
    from npusim import scheduler

    return scheduler.mapping(strategy)


def launch_model(model: Any, *args: Any, stream_index: int = 0, timestamp_ns: int = 0, **kwargs: Any) -> Any:
    """Calls the model; its kernels run on one stream, none before a simulated time (``scheduler.launch_model``)."""
    from npusim import scheduler

    return scheduler.launch_model(model, *args, stream_index=stream_index, timestamp_ns=timestamp_ns, **kwargs)


def capture(model: Callable[..., Any], *inputs: Any, **keywords: Any) -> Any:
    """Calls the model and records its launches: a program that replays, saves and re-times them (docs/programs.md)."""
    from npusim.frontend.programs import capture

    return capture(model, *inputs, **keywords)


def load_program(path: Any) -> Any:
    """Reads a package that was saved with its weights: a program that replays and re-times (docs/programs.md)."""
    from npusim.frontend.programs import load_program

    return load_program(path)


def report() -> Any:
    """The report of the simulation that launches go to."""
    from npusim import scheduler

    return scheduler.current_simulation().report()


_unknown_attribute: Callable[[str], Any] | None = None


def answer_unknown_attributes(answer: Callable[[str], Any]) -> None:
    """Makes `answer(name)` the value of attributes that this module lacks, such as those that Inductor looks up; it
    raises AttributeError for unknown names.
    """
    global _unknown_attribute
    _unknown_attribute = answer


def init() -> None:
    """Starts the device; its first use does so as well."""
    runtime.start()


def _lazy_init() -> None:
    """torch calls it at the first use of the device."""
    runtime.start()


def _is_in_bad_fork() -> bool:
    return False


def __getattr__(name: str) -> Any:
    if name == "_initialized":  # asked by torch.utils.checkpoint before it keeps the random state
        return runtime.is_started()
    if name == "default_generators":
        from npusim.frontend.device.operators.rng import default_generator

        return (default_generator(),)
    if _unknown_attribute is None:
        raise AttributeError(f"module 'torch.npu' has no attribute '{name}'")
    return _unknown_attribute(name)
