"""What nodes of Inductor compute for one element."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from torch._inductor import ir
from torch._inductor.ops_handler import DefaultHandler, OpCounterCSE
from torch._inductor.virtualized import V


def element_node(node: Any) -> ir.Pointwise | ir.Reduction | None:
    """The pointwise node or reduction in the boxes of a result, whose `inner_fn` computes an element; else None."""
    while isinstance(node, ir.MutableBox):
        node = node.data
    return node if isinstance(node, (ir.Pointwise, ir.Reduction)) else None


def symbolic_element(node: ir.Pointwise | ir.Reduction) -> Any:
    """What `inner_fn` gives for symbols: names of values, where what else it gives is none."""
    return _under(OpCounterCSE(V.MockHandler()), node.inner_fn, *node.inner_fn_args())  # type: ignore[no-untyped-call]


class OtherOperation(Exception):
    """A loop body has an operation that a `FewOperations` does not know."""


class FewOperations(DefaultHandler):
    """A handler that evaluates loop bodies made of the operations that it has methods for."""

    def _default(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise OtherOperation(name)

    def evaluate(self, loader: Callable[..., Any], *indices: Any) -> Any:
        """What a loop body gives for indices; None if it does more, such as loading from a buffer."""
        try:
            found = _under(self, loader, *indices)
        except OtherOperation:
            return None
        return getattr(found, "value", found)


def _under(handler: Any, loader: Callable[..., Any], *indices: Any) -> Any:
    """What a loop body gives under a handler of its operations; layouts of buffers may still be open."""
    with V.set_ops_handler(handler), patch.object(ir.FlexibleLayout, "allow_indexing", True):
        return loader(*indices)
