"""The operator of the program that an index belongs to, and the dimension it counts along."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import sympy
from npusim.frontend.codegen.graph.dag import IndexOrigin
from npusim.frontend.codegen.graph.metadata import innermost_frame, origin_module, origins_of

_ALONG_DIM = (
    "gather", "scatter", "index_select", "index_add", "index_copy", "index_fill", "index_reduce", "select_scatter",
)  # fmt: skip
"""Operators whose second argument is the dimension; and operators whose names begin with one of these."""


_FROM_FRONT = ("index_select", "index_add", "index_copy")
"""Operators that Inductor decomposes into `index` and `index_put`, although they refuse negative indices."""


def index_origin(node: Any, size: sympy.Expr, *, from_front: bool) -> IndexOrigin:
    """The origin of an index into a dimension of this size in the body of a scheduler node.

    Of several operators in the node that use indices, those with such a dimension are preferred, and of those one that
    refuses negative indices if the index counts from the front, one that accepts them otherwise.
    """
    found = list(_candidates(node))
    fitting = [origin for origin, extent in found if str(extent) == str(size)] or [origin for origin, _ in found]
    alike = [origin for origin in fitting if _refuses_negative(origin) == from_front]
    return next(iter(alike or fitting), IndexOrigin(_names(node), None, _source(node)))


def assertion_origin(node: Any, message: str) -> IndexOrigin:
    """The origin of an assertion about values in the body of a scheduler node."""
    return IndexOrigin(_names(node), None, _source(node), message)


def operator_origin(buffer: Any, dim: int | None, message: str = "") -> IndexOrigin:
    """The origin of the indices along a dimension, or of an assertion, in a buffer's computation: the last operator."""
    for last in reversed(origins_of([SimpleNamespace(node=buffer)])):
        return IndexOrigin(_operator(last), dim, _place(last), message)
    return IndexOrigin("", dim, "", message)


def _refuses_negative(origin: IndexOrigin) -> bool:
    return any(origin.op.startswith(f"aten.{name}.") for name in _FROM_FRONT)


def _candidates(node: Any) -> Iterator[tuple[IndexOrigin, Any]]:
    for origin in origins_of([node] if node is not None else []):
        for tensor, dim in _indexed(origin):
            shape = getattr(getattr(tensor, "meta", {}).get("val"), "shape", ())
            extent = shape[dim] if -len(shape) <= dim < len(shape) else 1 if not shape else None
            place = dim % len(shape) if shape else 0
            yield IndexOrigin(_operator(origin), place, _place(origin)), extent


def _indexed(origin: Any) -> Iterator[tuple[Any, int]]:
    """The tensors of an operator that are indexed, and the dimensions."""
    packet = getattr(origin.target, "_opname", str(origin.target)).lstrip("_")
    args = origin.args
    if packet == "embedding" and args:
        yield args[0], 0
    elif packet.removeprefix("unsafe_").startswith("index") and len(args) > 1 and isinstance(args[1], (list, tuple)):
        yield from ((args[0], dim) for dim, index in enumerate(args[1]) if index is not None)
    elif packet.startswith(_ALONG_DIM) and len(args) > 1 and isinstance(args[1], int):
        yield args[0], args[1]


def _operator(origin: Any) -> str:
    """The operator that the program called, for an operator that its decomposition made."""
    return str(origin.meta.get("original_aten") or origin.target)


def _place(origin: Any) -> str:
    return innermost_frame(origin.meta.get("stack_trace") or "") or origin_module(origin)


def _names(node: Any) -> str:
    origins = origins_of([node] if node is not None else [])
    names = dict.fromkeys(_operator(o) for o in origins if o.op == "call_function")
    return ", ".join(names)


def _source(node: Any) -> str:
    places = dict.fromkeys(_place(o) for o in origins_of([node] if node is not None else []))
    return ", ".join(place for place in places if place)
