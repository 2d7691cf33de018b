"""Between a complex tensor and the real tensor of its pairs: one memory seen in two ways, in graphs and in Inductor.

The operators exist in graphs only. PyTorch's own cannot be used: Inductor hands each of them that touches a complex
tensor to eager PyTorch.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.tracing_api import statically_known_true
from npusim.frontend.lowering.operators import define_operator
from npusim.frontend.lowering.table import register_lowering


def _in_memory(tensor: torch.Tensor) -> torch.Tensor:
    """The numbers that memory holds: of a lazy conjugate those that it is the conjugate of."""
    return tensor.conj() if tensor.is_conj() else tensor


@define_operator(
    "pairs_of(Tensor complex) -> Tensor",
    on_host=lambda x: torch.view_as_real(_in_memory(x.resolve_neg())).clone(),
    takes_lazy_conjugates=True,
)
def pairs_of(tensor: torch.Tensor) -> torch.Tensor:
    """A complex tensor (...) as the real one of the pairs (..., 2) that its memory holds."""
    return torch.view_as_real(_in_memory(tensor))


@define_operator(
    "complex_of(Tensor pairs, SymInt[] stride) -> Tensor",
    on_host=lambda x, stride: torch.view_as_complex(x.contiguous()).clone(),
)
def complex_of(pairs: torch.Tensor, stride: Sequence[int]) -> torch.Tensor:
    """The complex tensor (...), with these strides, of pairs (..., 2): a view of them where they have such strides.

    What it shares memory with must be known: torch changes tensors in place whose memory nothing else looks at.
    """
    wanted = (*(2 * step for step in stride), 1)
    if all(statically_known_true(a == b) for a, b in zip(pairs.stride(), wanted, strict=True)):
        return torch.view_as_complex(pairs)
    return torch.empty_strided(pairs.shape[:-1], stride, dtype=pairs.dtype.to_complex(), device=pairs.device)


@define_operator("stored(Tensor tensor) -> Tensor", on_host=lambda x: x.contiguous().clone())
def stored(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor in memory, row-major."""
    return tensor.new_empty(tensor.shape)


@register_lowering(stored)
def _stored(tensor: Any) -> Any:
    """Realizes the tensor, so that later nodes see strides and not its computation."""
    tensor.realize()
    return ir.ExternKernel.require_contiguous(tensor)


@register_lowering(pairs_of)
def _pairs_of(tensor: Any) -> Any:
    tensor.realize()
    storage, layout = ir.as_storage_and_layout(tensor)
    return ir.TensorBox(ir.ReinterpretView(data=storage, layout=layout_of_pairs(layout)))


def layout_of_pairs(layout: ir.Layout) -> ir.FixedLayout:
    """The layout of the pairs of a complex tensor."""
    return ir.FixedLayout(
        layout.device,
        layout.dtype.to_real(),
        [*layout.size, 2],
        [*(2 * step for step in layout.stride), 1],
        2 * layout.offset,
    )


@register_lowering(complex_of)
def _complex_of(pairs: Any, stride: Sequence[Any]) -> Any:
    wanted = [*(2 * V.graph.sizevars.simplify(step) for step in map(ir.sympy.sympify, stride)), 1]
    pairs = ir.ExternKernel.require_exact_strides(pairs, wanted)
    pairs.realize()
    storage, layout = ir.as_storage_and_layout(pairs)
    numbers = ir.FixedLayout(
        layout.device, layout.dtype.to_complex(), layout.size[:-1], list(stride), layout.offset // 2
    )
    return ir.TensorBox(ir.ReinterpretView(data=storage, layout=numbers))


def reinterpret(
    tensor: torch.Tensor, dtype: torch.dtype, size: Sequence[int], stride: Sequence[int], offset: int
) -> torch.Tensor:
    """A tensor's memory as elements of another dtype; `offset` counts these from the tensor's first element.

    Called by generated code where a complex buffer is handed out as real or the other way round.
    """
    first = tensor.storage_offset() * tensor.itemsize // dtype.itemsize
    view = torch.empty(0, dtype=dtype, device=tensor.device)
    return view.set_(tensor.untyped_storage(), first + offset, tuple(size), tuple(stride))


def as_traced(tensor: torch.Tensor, conjugate: bool) -> torch.Tensor:
    """A tensor of the same values and strides that is no lazy negative, and a lazy conjugate if the traced one was."""
    if tensor.is_conj() == conjugate and not tensor.is_neg():
        return tensor
    same = torch.empty_strided(tensor.size(), tensor.stride(), dtype=tensor.dtype, device=tensor.device)
    same = same.conj() if conjugate else same
    return same.copy_(tensor)
