"""npusim as an Inductor backend.

Importing this package is cheap: nothing of Inductor or Dynamo is imported before it is used.

`install_compile_hooks()` is called when the device module is loaded (at `import torch`).
`register_backend()` is called by Inductor itself: its `init_backend_registration` looks up `torch.npu.Scheduling` and
`torch.npu.PythonWrapperCodegen` the first time anything is compiled or loaded from a cache; the device module answers
with `backend_attribute(name)`.
"""

import torch as torch  # first: it imports the hooks itself, and they must not be half imported then
from npusim.frontend.backend.hooks import backend_attribute, install_compile_hooks

__all__ = ["backend_attribute", "install_compile_hooks", "register_backend"]


def register_backend() -> None:
    """Registers the device with Inductor and Dynamo and loads the operator templates; once per process."""
    from npusim.frontend.backend.registration import register_backend as register

    register()
