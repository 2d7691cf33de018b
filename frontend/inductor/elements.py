"""What nodes of Inductor compute for one element."""

from typing import Any
from unittest.mock import patch

from torch._inductor import ir
from torch._inductor.ops_handler import OpCounterCSE
from torch._inductor.virtualized import V


def element_node(node: Any) -> ir.Pointwise | ir.Reduction | None:
    """The pointwise node or reduction in the boxes of a result, whose `inner_fn` computes an element; else None."""
    while isinstance(node, ir.MutableBox):
        node = node.data
    return node if isinstance(node, (ir.Pointwise, ir.Reduction)) else None


def symbolic_element(node: ir.Pointwise | ir.Reduction, handler: Any = None) -> Any:
    """What `inner_fn` gives for symbols under a handler of its operations; without one names of values, where what else
    it gives is none.
    """
    handler = handler or OpCounterCSE(V.MockHandler())  # type: ignore[no-untyped-call]
    with V.set_ops_handler(handler), patch.object(ir.FlexibleLayout, "allow_indexing", True):
        return node.inner_fn(*node.inner_fn_args())
