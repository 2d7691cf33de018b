"""Names and descriptions of kernels: the aten operations a kernel comes from and the model's source lines."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from typing import Any

import torch
from npusim.frontend.implementations.record import implementations_meta
from npusim.frontend.inductor.api import SubgraphLowering, V
from npusim.simulator.report.text.units import GENERATED

COPIES = "npusim_modules_of_copies"
"""Key of the nodes of a region (`npusim.frontend.backend.regions`): the module path of each copy of the node."""

_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_ROOT = re.compile(r"^[LG]\['\w+'\]\.?")  # how Dynamo calls the compiled module or the variable that holds it
_ITEM = re.compile(r"\._modules\['([^']*)'\]|\['([^']*)'\]|\[(\d+)\]")
_MODEL = re.compile(r"^L\['(fn|self)'\]")
_LONGEST = 60
_COPY_OPS = {"aten.clone.default", "aten.copy.default", "aten.copy_.default"}


def origin_ops(nodes: Iterable[Any]) -> list[str]:
    """Names of the aten operations, e.g. `aten.add.Tensor`, in graph order, each once."""
    names = [str(getattr(o, "target", o)) for o in origins_of(nodes) if o.op == "call_function"]
    return list(dict.fromkeys(names))


def source_lines(nodes: Iterable[Any]) -> list[str]:
    """`file:line` of the model's source that each operation comes from, each once.

    Where the trace shows torch's own code only (a whole `nn.Sequential` was compiled), the module: `model.0 (Linear)`.
    """
    found = [innermost_frame(o.meta.get("stack_trace") or "") or origin_module(o) for o in origins_of(nodes)]
    return list(dict.fromkeys(place for place in found if place))


def origins_of(nodes: Iterable[Any]) -> list[Any]:
    """Graph nodes behind scheduler nodes, in a fixed order.

    In a subgraph only its own: Inductor adds its call, and the nodes behind the operands of its first call.
    """
    found: dict[Any, None] = {}
    for node in nodes:
        if node.node is not None:
            found.update(dict.fromkeys(sorted(node.node.get_origins(), key=_graph_position)))
    if not isinstance(V.graph, SubgraphLowering):
        return list(found)
    return [origin for origin in found if origin.graph is V.graph.module.graph] or list(found)


def _graph_position(origin: Any) -> tuple[Any, str]:
    key = getattr(origin, "_sort_key", ())
    return (key if isinstance(key, tuple) else (), origin.name)


def innermost_frame(trace: str) -> str:
    """`file:line` of the last frame of a trace, empty when it has none."""
    frames = list(_FRAME.finditer(trace))
    return f"{frames[-1]['file']}:{frames[-1]['line']}" if frames else ""


def module_path(node: Any) -> str:
    """Path of the innermost module that a graph's node comes from, such as `encoder.layer.3`; empty for none."""
    for path, _ in _innermost_module(node):
        return _ITEM.sub(lambda match: "." + next(filter(None, match.groups()), ""), _ROOT.sub("", path)).lstrip(".")
    return ""


def origin_module(origin: Any) -> str:
    """The innermost module of an operation; Dynamo calls the compiled module itself `L['fn']` or `L['self']`."""
    for path, kind in _innermost_module(origin):
        return f"{_MODEL.sub('model', path)} ({getattr(kind, '__name__', kind)})"
    return ""


def _innermost_module(node: Any) -> list[tuple[str, Any]]:
    """Path and class of the innermost module that a graph's node comes from, if there is one."""
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    return list(stack.values())[-1:]


def short_ops(ops: Sequence[str]) -> str:
    """`add_relu` for ["aten.permute.default", "aten.add.Tensor", "aten.relu.default"]; operations beyond 60 characters
    are left out.
    """
    text = "_".join(op_words(ops)) or "copy"
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit("_", 1)[0]


def op_words(ops: Sequence[str]) -> list[str]:
    """Names of operations, each once: views are only named where there is nothing but views and copies."""
    computed = [op for op in ops if not _is_view(op)]
    return list(dict.fromkeys(_word(op) for op in (computed if set(computed) - _COPY_OPS else ops)))


@lru_cache
def _is_view(op: str) -> bool:
    namespace, *names = op.split(".")
    overload = reduce(lambda found, name: getattr(found, name, None), names, getattr(torch.ops, namespace, None))
    return isinstance(overload, torch._ops.OpOverload) and overload.is_view


def _word(op: str) -> str:
    """`add` of "aten.add.Tensor", "add.default" or "add"."""
    *_, word = op.removesuffix(".default").split(".")[:2]
    return re.sub(r"\W", "_", word).strip("_")


def compose_kernel_name(ops: Sequence[str], text: str) -> str:
    """`npu_fused_<ops>_<hash8>`: what the kernel does and the first eight digits of its text's SHA-256."""
    return f"{function_name(ops)}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def function_name(ops: Sequence[str]) -> str:
    return f"{GENERATED}{short_ops(ops)}"


def is_of_optimizer(node: Any) -> bool:
    """Whether a node of the graph comes from one of PyTorch's optimizers."""
    return "torch/optim/" in (node.meta.get("stack_trace") or "")


def describe(kind: str, nodes: Sequence[Any], ops: Sequence[str]) -> dict[str, Any]:
    """The metadata of a kernel that is not a template (docs/architecture.md, "scheduler")."""
    return {
        "kind": kind,
        "template": None,
        "ops": list(ops),
        "origins": source_lines(nodes),
        "fused": [n.get_name() for n in nodes],
        **implementations_meta(origins_of(nodes)),
    }
