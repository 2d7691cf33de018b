"""Calls of operators as text: names, shapes, dtypes and other arguments, as reports and tuned tables spell them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import torch
from npusim.frontend.authoring.errors import operator_name
from npusim.frontend.implementations.surroundings import surroundings
from npusim.frontend.inductor.api import V
from npusim.frontend.mlir_common import row_major
from npusim.simulator.report.text.units import GENERATED
from torch.fx import Node


def call_text(node: Node) -> str:
    """The call of a traced graph's node: `aten::mm(float32[512, 64], float32[64, 8] strides [1, 64])`."""
    given = [_argument(value) for value in node.args]
    return (
        f"{operator_name(node.target)}({', '.join([*given, *(f'{k}={_argument(v)}' for k, v in node.kwargs.items())])})"
    )


def fused_call_text(node: Node) -> str:
    """A call with the operators that may be fused with it, in their order; `%1` is the result of the first:
    `aten::mm(float32[16, 64], float32[64, 8]); aten::relu(%1)`.
    """
    names: dict[Any, str] = {}
    calls = []
    for each in surroundings(node):
        given = [_argument(value, names) for value in each.args]
        given += [f"{key}={_argument(value, names)}" for key, value in each.kwargs.items()]
        calls.append(f"{operator_name(each.target)}({', '.join(given)})")
        names[each] = f"%{len(calls)}"
    return "; ".join(calls)


def kernel_call_text(function: str, inputs: Iterable[Any], result: Any) -> str:
    """A template's kernel: what it computes, its inputs and its result, nodes of Inductor."""
    return f"{function.removeprefix(GENERATED)}({', '.join(map(_buffer, inputs))}) -> {_buffer(result)}"


def hint(size: Any) -> int:
    """A size, or the hint of a symbolic one."""
    return size if isinstance(size, int) else int(V.graph.sizevars.optimization_hint(_expression(size), fallback=1024))


def _expression(size: Any) -> Any:
    return size.node.expr if isinstance(size, torch.SymInt) else size


def _argument(value: Any, names: Mapping[Any, str] | None = None) -> str:
    """An argument's text; `names` are those of nodes whose results are known by a name."""
    if isinstance(value, Node):
        if names is not None and value in names:
            return names[value]
        value = value.meta.get("val", value.target)
    if isinstance(value, torch.Tensor):
        return _tensor(value.dtype, value.shape, value.stride())
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_argument(each, names) for each in value)}]"
    return str(hint(value)) if isinstance(value, torch.SymInt) else repr(value)


def _buffer(node: Any) -> str:
    return _tensor(node.get_dtype(), node.get_size(), node.maybe_get_stride() or ())


def _tensor(dtype: torch.dtype, sizes: Sequence[Any], strides: Sequence[Any]) -> str:
    numbers, steps = [hint(size) for size in sizes], [hint(stride) for stride in strides]
    text = f"{str(dtype).removeprefix('torch.')}{numbers}"
    return text if not steps or steps == row_major([max(size, 1) for size in numbers]) else f"{text} strides {steps}"
