"""`torch.sparse.to_sparse_semi_structured` for matrices of the device: PyTorch alone takes only CUDA's."""

from collections.abc import Callable
from typing import Any

import torch

_compressor: Callable[[torch.Tensor], Any] | None = None


def set_compressor(function: Callable[[torch.Tensor], Any]) -> None:
    """Called by the operator package that multiplies such tensors: `function(dense)` makes one."""
    global _compressor
    _compressor = function


def dispatching(original: Any) -> Any:
    """Wraps a class method: matrices on the device go to the compressor, others to the original method."""

    def from_dense(cls: type, original_tensor: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        if original_tensor.device.type == "npu":
            return _compress(original_tensor)
        return original.__func__(cls, original_tensor, *args, **kwargs)

    return classmethod(from_dense)


def _compress(dense: torch.Tensor) -> Any:
    from npusim.frontend.lowering.discovery import load_templates, raise_template_errors

    load_templates()
    if _compressor is None:
        raise_template_errors()
        raise NotImplementedError("no operator package of the device multiplies semi-structured tensors")
    return _compressor(dense)
