"""Operands that are on the host although the operator runs on the device: PyTorch allows tensors without dimensions,
and of any shape as the source of a copy.

A Python number is one, too, where autograd has computed with it: its conjugate is a complex tensor of the CPU.
"""

from operator import attrgetter
from typing import Any

import torch
from npusim.frontend.complex_numbers.graph_tracing import GraphTracing
from npusim.frontend.complex_numbers.pair import Pair
from npusim.frontend.inductor.core_api import disable_current_modes
from npusim.frontend.inductor.known_values import KnownValues, real_tensor
from torch.fx import Node

prims = torch.ops.prims


class HostOperands:
    """The operands of one graph. Operators that move them are recorded where the first user of each stands."""

    def __init__(self, tracing: GraphTracing) -> None:
        self._tracing = tracing
        self._moved: dict[Node, Any] = {}
        self._known = KnownValues(_is_scalar, self._attribute)

    def on_device(self, node: Node) -> Any:
        """A tensor of the host on the device, a Pair if it is complex; a constant of the program if it is known."""
        if node not in self._moved:
            known = self._known.of(node)
            self._moved[node] = _moved(self._tracing.value(node)) if known is None else _constant(known)
        return self._moved[node]

    def _attribute(self, node: Node) -> torch.Tensor | None:
        return real_tensor(attrgetter(str(node.target))(self._tracing.module))


def is_on_host(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.device.type == "cpu"


def pairs_on_device(tensor: torch.Tensor, device: torch.device) -> Pair:
    """Complex numbers of the host, lazily conjugate or not, as pairs on a device."""
    return Pair(packed=prims.device_put(torch.view_as_real(tensor.resolve_conj()), device))


def _moved(tensor: torch.Tensor) -> Any:
    device = torch.device("npu")
    return pairs_on_device(tensor, device) if tensor.is_complex() else prims.device_put(tensor, device)


def _constant(known: torch.Tensor) -> Any:
    with disable_current_modes():
        number = known.item()
    if not known.is_complex():
        return torch.full((), number, dtype=known.dtype, device="npu")
    part = known.dtype.to_real()
    return Pair(*(torch.full((), each, dtype=part, device="npu") for each in (number.real, number.imag)))


def _is_scalar(node: Node) -> bool:
    value: Any = node.meta.get("val")
    return is_on_host(value) and value.dim() == 0
