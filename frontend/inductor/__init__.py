"""All that npusim takes from torch's private parts, and all that it changes in them. Checked with torch 2.13.0.

Private names are imported from one of three modules, by the cost of importing them:

- `core_api`: loaded by `import torch` anyway;
- `tracing_api`: Dynamo, loaded when a program is compiled;
- `api`: Inductor's compiler, loaded when a graph is compiled.

`patches` is the table of replaced parts of torch, `torch_version` the version that both were checked with. The other
modules add to Inductor's graphs what several operator families need. docs/torch_upgrade.md tells how an upgrade goes.
"""

from typing import TypeGuard

import torch as torch  # first: torch imports `core_api` itself, which must not be half imported then

DEVICE_TYPE = "npu"


def is_npu(device: torch.device | None) -> bool:
    """Whether a device is the npu; None, which nodes of Inductor without one have, is not."""
    return device is not None and device.type == DEVICE_TYPE


def is_on_npu(value: object) -> TypeGuard[torch.Tensor]:
    """Whether a value is a tensor, a fake one included, on the npu."""
    return isinstance(value, torch.Tensor) and is_npu(value.device)
