"""Keyword arguments of nodes that Inductor's patterns match."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import is_on_npu
from npusim.frontend.inductor.patching import around
from torch._inductor.pattern_matcher import FailedMatch

_CHANGE_NO_VALUES = frozenset({"device", "layout", "memory_format", "non_blocking", "pin_memory"})


@around
def matching_all_that_count(stock: Callable[..., Any], pattern: Any, node: Any, context: Any) -> Any:
    """Wraps `_match` of patterns with a function's arguments: a node on the device with an argument that changes its
    values, and that the pattern does not name, is no match.

    A pattern is compared with the keyword arguments that it names itself: `torch.add(x, a @ b, alpha=0.1)` matches the
    one of `x + a @ b`, and becomes `torch.addmm(x, a, b)`.
    """
    if isinstance(node, torch.fx.Node) and node.kwargs and pattern._match_fns(node) and is_on_npu(node.meta.get("val")):
        unnamed = node.kwargs.keys() - pattern.kwargs.keys() - _CHANGE_NO_VALUES
        if any(node.kwargs[name] != _default(node.target, name) for name in unnamed):
            return FailedMatch("keyword arguments of {} that {} does not name", node, pattern)
    return stock(pattern, node, context)


def _default(target: Any, name: str) -> Any:
    """The value of an operator's argument where a call leaves it out; None where it must be given."""
    schema = getattr(target, "_schema", None)
    arguments = () if schema is None else schema.arguments
    return next((argument.default_value for argument in arguments if argument.name == name), None)
