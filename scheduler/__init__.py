"""Run time: kernels become launches on streams, in simulated time.

Imports only the simulator; a tensor is known by its ``data_ptr()``.
"""

from npusim.scheduler.host_work import count_host_function, count_host_operators
from npusim.scheduler.kernel import Kernel, register_kernel, registered_kernels
from npusim.scheduler.routing import record_routing
from npusim.scheduler.runner import PyTorchSimRunner, launch_model, synchronize
from npusim.scheduler.session import (
    active_simulation,
    current_machine,
    current_simulation,
    on_machine_change,
    simulator,
)
from npusim.scheduler.strategy import MappingStrategy, current_strategy, mapping, on_strategy_change
from npusim.scheduler.stream import Stream, current_stream, set_current_stream, use_stream
from npusim.scheduler.tensors.memory import set_device_memory
from npusim.scheduler.tensors.poison_values import PoisonValueWarning

__all__ = [
    "Kernel",
    "MappingStrategy",
    "PoisonValueWarning",
    "PyTorchSimRunner",
    "Stream",
    "active_simulation",
    "count_host_function",
    "count_host_operators",
    "current_machine",
    "current_simulation",
    "current_strategy",
    "current_stream",
    "launch_model",
    "mapping",
    "on_machine_change",
    "on_strategy_change",
    "record_routing",
    "register_kernel",
    "registered_kernels",
    "set_current_stream",
    "set_device_memory",
    "simulator",
    "synchronize",
    "use_stream",
]
