"""`torch.sparse.to_sparse_semi_structured` for matrices of the device: PyTorch alone takes only CUDA's."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.patching import around

_compressor: Callable[[torch.Tensor], Any] | None = None


def set_compressor(function: Callable[[torch.Tensor], Any]) -> None:
    """Called by the operator package that multiplies such tensors: `function(dense)` makes one."""
    global _compressor
    _compressor = function


@around
def dispatching(original: Any, cls: type, original_tensor: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
    """Wraps a class method: matrices on the device go to the compressor, others to the original method."""
    if original_tensor.device.type == "npu":
        return _compress(original_tensor)
    return original(cls, original_tensor, *args, **kwargs)


def _compress(dense: torch.Tensor) -> Any:
    from npusim.frontend.lowering.discovery import load_templates, raise_template_errors

    load_templates()
    if _compressor is None:
        raise_template_errors()
        raise NotImplementedError("no operator package of the device multiplies semi-structured tensors")
    return _compressor(dense)
