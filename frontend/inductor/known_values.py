"""What nodes of a graph give, where numbers of the program alone determine it."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload, disable_current_modes
from torch.fx import Node
from torch.fx.node import map_arg


class KnownValues:
    """Tensors of one graph that are computed on the host while it is compiled, each once.

    Args:
        may_compute: whether the value of a node may be asked for or needed for one.
        attribute: the value of a node that reads an attribute of the graph's module; None if it is not known.
    """

    def __init__(
        self,
        may_compute: Callable[[Node], bool],
        attribute: Callable[[Node], torch.Tensor | None] = lambda _: None,
    ) -> None:
        self._may_compute, self._attribute = may_compute, attribute
        self._known: dict[Node, torch.Tensor | None] = {}

    def of(self, node: Node) -> torch.Tensor | None:
        """A tensor on the host; None if the node depends on anything but numbers."""
        if node not in self._known:
            self._known[node] = self._computed(node) if self._may_compute(node) else None
        return self._known[node]

    def _computed(self, node: Node) -> torch.Tensor | None:
        if node.op == "get_attr":
            return self._attribute(node)
        if node.op != "call_function" or not _is_pure(node.target):
            return None
        inputs = {each: self.of(each) for each in node.all_input_nodes}
        if any(value is None for value in inputs.values()):
            return None
        args, kwargs = map_arg((node.args, dict(node.kwargs)), inputs.__getitem__)
        target: Any = node.target
        with disable_current_modes():  # those of tracing, whose tensors have no values
            return real_tensor(target(*map(_on_host, args), **{name: _on_host(x) for name, x in kwargs.items()}))


def real_tensor(value: Any) -> torch.Tensor | None:
    """The value if it is a tensor that holds numbers: no fake one, and no subclass."""
    return value if type(value) is torch.Tensor else None


def _on_host(argument: Any) -> Any:
    return torch.device("cpu") if isinstance(argument, torch.device) else argument


def _is_pure(target: Any) -> bool:
    return (
        isinstance(target, OpOverload)
        and not target._schema.is_mutable
        and torch.Tag.nondeterministic_seeded not in target.tags
    )
