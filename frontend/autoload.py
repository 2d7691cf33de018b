"""The entry point of ``torch.backends``: `import torch` calls `autoload`."""

import os


def torch_autoloads() -> bool:
    """Whether `import torch` calls `autoload`: it does not with ``TORCH_DEVICE_BACKEND_AUTOLOAD=0``."""
    return os.environ.get("TORCH_DEVICE_BACKEND_AUTOLOAD", "1") == "1"


def autoload() -> None:
    """Names the device npu, adds ``torch.npu`` and its logs, prepares `torch.compile`. Nothing is built or started.
    Calls after the first do nothing.

    An error here would make `import torch` fail, so it is kept, and raised when the device is used.
    """
    try:
        _set_up()
    except Exception as error:
        _keep(error)


# Torch is imported where it is used: if this module is imported first, torch must find `autoload` in it already.


def _set_up() -> None:
    import torch
    from npusim.frontend.backend.hooks import backend_attribute, install_compile_hooks
    from npusim.frontend.device import npu, runtime
    from npusim.frontend.eager import connection
    from npusim.frontend.inductor import patches

    if getattr(torch, "npu", None) is npu:
        return
    torch.utils.rename_privateuse1_backend("npu")
    torch._register_device_module("npu", npu)
    npu.answer_unknown_attributes(backend_attribute)
    torch.utils.generate_methods_for_privateuse1_backend(for_storage=True)
    _register_logs()
    patches.apply_all(patches.UNTIL_DEVICE_START)
    runtime.on_start(connection.connect)
    install_compile_hooks()


def _register_logs() -> None:
    from npusim.frontend.inductor.core_api import register_artifact, register_log
    from npusim.simulator.system.log_artifacts import ARTIFACTS

    register_log("npusim", "npusim")
    for name, description in ARTIFACTS.items():
        register_artifact(name, description)


def _keep(error: Exception) -> None:
    import torch
    from npusim.frontend.device import npu, runtime

    runtime.keep_error(error)
    if getattr(torch, "npu", None) is None:
        torch.npu = npu  # type: ignore[attr-defined]
