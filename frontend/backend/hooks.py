"""What npusim puts into `torch.compile` before Inductor is imported.

`torch._TorchCompileInductorWrapper` is the object behind `torch.compile(backend="inductor")`. It is wrapped in two
places: when it is made (Dynamo is being imported anyway, so it can be told about the device), and when Dynamo
hands it a graph (the options that the device needs are added if the graph touches the device, and only then).

Checked with torch 2.13.0.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch

BACKEND_ATTRIBUTES = ("Scheduling", "PythonWrapperCodegen", "CppWrapperCodegen", "WrapperFxCodegen")
_installed = False


def install_compile_hooks() -> None:
    """Wraps `torch._TorchCompileInductorWrapper`. Imports nothing of Dynamo or Inductor. Calls after the first do
    nothing.
    """
    global _installed
    if _installed:
        return
    wrapper: Any = torch._TorchCompileInductorWrapper
    wrapper.__init__ = _registering(wrapper.__init__)
    wrapper.__call__ = _with_device_options(wrapper.__call__)
    _installed = True


def backend_attribute(name: str) -> None:
    """Answers Inductor's look-up of `torch.npu.<name>`, one of BACKEND_ATTRIBUTES, by registering the backend.

    The answer is None on purpose: Inductor would otherwise register the classes once more without their configuration.
    """
    if name not in BACKEND_ATTRIBUTES:
        raise AttributeError(f"module 'torch.npu' has no attribute '{name}'")
    from npusim.frontend.backend.registration import register_backend

    register_backend()


def _registering(init: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(init)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        from npusim.frontend.backend.interface import register_device_interface
        from npusim.frontend.backend.traced_constants import leave_constants_uncounted
        from npusim.frontend.backend.traced_numbers import name_numbers
        from npusim.frontend.backend.traced_sizes import bound_broadcast_selections
        from npusim.frontend.backend.uncompiled_functions import count_uncompiled_functions

        register_device_interface()
        leave_constants_uncounted()
        name_numbers()
        bound_broadcast_selections()
        count_uncompiled_functions()
        init(self, *args, **kwargs)

    return __init__


def _with_device_options(call: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(call)
    def __call__(self: Any, model_: Any, inputs_: Any, *, config_patches: dict[str, Any] | None = None) -> Any:
        from npusim.frontend.backend import machine_guard, options
        from npusim.frontend.device.policy import uncounted_host_work

        if not options.touches_device(model_, inputs_):
            return call(self, model_, inputs_, config_patches=config_patches)
        backend_attribute("Scheduling")  # decompositions of the device count before anything is lowered
        machine_guard.guard_machine()
        patches = {**options.device_options(), **self.config, **(config_patches or {})}
        # Inductor folds constants by running operators: work of the compiler, not of the program.
        quiet = options.complex_is_supported(model_, inputs_)
        with options.typed_errors(), uncounted_host_work(), quiet:
            return call(self, model_, inputs_, config_patches=patches)

    return __call__
