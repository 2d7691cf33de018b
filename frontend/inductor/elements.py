"""What nodes of Inductor compute for one element."""

from typing import Any
from unittest.mock import patch

from torch._inductor import ir
from torch._inductor.ops_handler import OpCounterCSE
from torch._inductor.virtualized import V


def element_function(node: Any) -> Any:
    """The function of an index that a pointwise node or reduction computes its elements with, None for other nodes."""
    while isinstance(node, ir.MutableBox):
        node = node.data
    return node.inner_fn if isinstance(node, (ir.Pointwise, ir.Reduction)) else None


def symbolic_element(node: Any) -> Any:
    """What the function gives for symbols, without a program: names of values; what else it gives is none."""
    while isinstance(node, ir.MutableBox):
        node = node.data
    handler = OpCounterCSE(V.MockHandler())  # type: ignore[no-untyped-call]
    with V.set_ops_handler(handler), patch.object(ir.FlexibleLayout, "allow_indexing", True):
        return node.inner_fn(*node.inner_fn_args())
