"""The changes that npusim makes to `torch.compile` before Inductor is imported.

`torch._TorchCompileInductorWrapper` is the object behind `torch.compile(backend="inductor")`. It is wrapped in two
places: when it is made (Dynamo is being imported anyway, so it can be told about the device), and when Dynamo
hands it a graph (the options that the device needs are added if the graph touches the device, and only then).
"""

from collections.abc import Callable
from typing import Any

from npusim.frontend.backend.rare_collections import rare_collections, rare_collections_if_started
from npusim.frontend.inductor import patches
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.torch_version import is_checked_version, ways_out
from npusim.frontend.settings.verification import verification
from npusim.simulator.errors import DeviceError
from npusim.simulator.system.progress import enter_phase, in_phases

COMPILER_PASSES = "AOTAutograd and passes over the graph"
BACKEND_ATTRIBUTES = ("Scheduling", "PythonWrapperCodegen", "CppWrapperCodegen", "WrapperFxCodegen")
_kept_error: Exception | None = None
"""The patch that does not fit this torch; raised for graphs on the device only."""


def install_compile_hooks() -> None:
    """Wraps `torch._TorchCompileInductorWrapper` once, importing nothing of Dynamo or Inductor."""
    patches.apply_all(patches.AT_IMPORT)


def backend_attribute(name: str) -> None:
    """Answers Inductor's look-up of `torch.npu.<name>`, one of BACKEND_ATTRIBUTES, by registering the backend.

    The answer is None on purpose: Inductor would otherwise register the classes once more without their configuration.
    """
    if name not in BACKEND_ATTRIBUTES:
        raise AttributeError(f"module 'torch.npu' has no attribute '{name}'")
    from npusim.frontend.backend.registration import register_backend

    register_backend()


@around
def preparing(init: Callable[..., None], self: Any, *args: Any, **kwargs: Any) -> None:
    """Wraps `_TorchCompileInductorWrapper.__init__`: first Dynamo is prepared for the device.

    Dynamo and Inductor are imported here; looking for unreachable objects meanwhile took a quarter of that time.
    """
    with rare_collections_if_started():
        _prepare_dynamo()
        init(self, *args, **kwargs)


def _prepare_dynamo() -> None:
    global _kept_error
    try:
        from npusim.frontend.backend.interface import register_device_interface

        register_device_interface()
        patches.apply_all(patches.FOR_IMPORTS + patches.FOR_TRACING)
    except (ImportError, DeviceError) as error:
        if is_checked_version():
            raise
        _kept_error = error


def _raise_kept_error() -> None:
    if _kept_error is not None:
        raise DeviceError(f"programs cannot be compiled for the device: {_kept_error}. Ways out: {ways_out()}")


@around
def with_device_options(
    call: Callable[..., Any], self: Any, model_: Any, inputs_: Any, *, config_patches: dict[str, Any] | None = None
) -> Any:
    """Wraps `_TorchCompileInductorWrapper.__call__`: graphs on the device are compiled with the device's options."""
    from npusim.frontend.backend.graph_values import touches_device

    if not touches_device(model_, inputs_):
        return call(self, model_, inputs_, config_patches=config_patches)
    _raise_kept_error()
    from npusim.frontend.backend import machine_guard, options
    from npusim.frontend.backend.forward_derivatives import refusing_tangents
    from npusim.frontend.backend.memory.offset_guards import guard_storage_offsets
    from npusim.frontend.device.policy import uncounted_host_work
    from npusim.frontend.verification.operators import calls_of, comparing_operators

    backend_attribute("Scheduling")  # decompositions of the device count before anything is lowered
    machine_guard.guard_machine()
    guard_storage_offsets(model_)
    given = {**self.config, **(config_patches or {})}
    patches = {**options.device_options(), **given, **options.TRITON_OPTIONS}
    # Inductor folds constants by running operators: work of the compiler, not of the program.
    quiet = options.complex_is_supported(model_, inputs_)
    with in_phases("compiling"), options.typed_errors(), uncounted_host_work(), quiet, rare_collections():
        enter_phase(COMPILER_PASSES)
        called = calls_of(model_) if verification.value().operators else None
        compiled = refusing_tangents(call(self, model_, inputs_, config_patches=patches))
    return compiled if called is None else comparing_operators(called, compiled)
