"""Copies of views (`torch.slice_copy`, `torch.split_copy`) of which Inductor has no decomposition."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


def _copied(view: Any) -> Callable[..., Any]:
    """The views, each as a tensor of its own in C order, as PyTorch's kernels make them."""

    def copies(*args: Any, **kwargs: Any) -> Any:
        views = view(*args, **kwargs)
        if isinstance(views, torch.Tensor):
            return views.clone(memory_format=torch.contiguous_format)
        return [one.clone(memory_format=torch.contiguous_format) for one in views]

    return copies


for _copy, _view in {
    aten.detach_copy.default: aten.alias.default,
    aten.select_copy.int: aten.select.int,
    aten.slice_copy.Tensor: aten.slice.Tensor,
    aten.split_copy.Tensor: aten.split.Tensor,
    aten.view_as_complex_copy.default: aten.view_as_complex.default,
    aten.view_as_real_copy.default: aten.view_as_real.default,
}.items():
    register_decomposition(_copy)(_copied(_view))
