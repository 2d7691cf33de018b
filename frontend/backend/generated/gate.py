"""The gate for operators that have no lowering: nothing in a compiled graph runs on the host unnoticed.

Every ATen operator without a lowering reaches the wrapper as an extern kernel. It may pass if it does not touch the
device, if the device has a kernel of its own for it, if it only changes metadata, or if the user allowed host
operators. Linear algebra and random numbers without a lowering (`poisson`; all of them under
`torch._inductor.config.fallback_random`) have a documented path on the host (docs/device.md): under the policy `warn`
they pass too, and every run of them is counted. The warning that names the line of the model stands in the generated
module, so a graph from Inductor's cache warns as well when it is loaded. Everything else is an UnsupportedError that
names the operator, the line of the model and the ways out.
"""

from collections.abc import Iterator
from typing import Any

import torch
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.device.policy import (
    HOST_KERNELS,
    POLICY_VARIABLE,
    fallback_policy,
    runs_through_fallback,
)
from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.core_api import HigherOrderOperator, OpOverload, tree_leaves
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.lowering import template_errors
from npusim.simulator.errors import UnsupportedError

_METADATA_OPS = frozenset(
    {"aten::view.dtype", "aten::view_as_real", "aten::view_as_complex", "aten::_conj", "aten::detach", "aten::alias"}
)
_HOST_FAMILIES = ("aten::linalg_", "aten::_linalg_", "aten::cholesky", "aten::_cholesky_")
_HOST_OPERATORS = frozenset({"aten::geqrf", "aten::ormqr", "aten::triangular_solve", "aten::_lu_with_info"})
_RUNTIME_NAMESPACES = ("inductor", "_c10d_functional", "c10d_functional", "streams", "profiler")


def host_ops_allowed() -> bool:
    """Whether the fallback policy is `allow`; `error` and `warn` keep host operators out of compiled graphs, except
    that `warn` accepts those with `has_host_path`.
    """
    return fallback_policy() == "allow"


def check_extern_kernel(node: ir.ExternKernel) -> str | None:
    """The warning for the extern kernel `node` if it runs on the host for the device; None if there is nothing to warn
    about.

    Raises:
        UnsupportedError: it must not run on the host, or it has a tensor of a dtype that kernels do not store.
    """
    op = node.op_overload
    if not _touches_device(node) or _runs_on_device(op) or isinstance(node, ir.RandomSeeds) or host_ops_allowed():
        return None
    if fallback_policy() == "warn" and has_host_path(op):
        return _host_message(node, op)
    for dtype in _dtypes(node):
        if not dtype.is_complex:  # which are decomposed where they can be
            mlir_element(dtype)
    raise UnsupportedError(_message(node, op))


def has_host_path(op: Any) -> bool:
    """Whether compiled graphs may run an operator on the host: linear algebra and random numbers only."""
    if not isinstance(op, OpOverload):
        return False
    if torch.Tag.nondeterministic_seeded in op.tags:
        return True
    name = op.name().split(".")[0]
    return name.startswith(_HOST_FAMILIES) or name in _HOST_OPERATORS


def _host_message(node: ir.ExternKernel, op: Any) -> str:
    places = "".join(f"\n  at {line}" for line in _model_lines(node))
    return (
        f"'{op}' runs on the host inside a compiled graph, as {_host_family(op)}; it takes no simulated time, "
        f"torch.npu.fallback_counts() counts it. The fallback policy 'error' refuses it.{places}"
    )


def _host_family(op: OpOverload) -> str:
    if torch.Tag.nondeterministic_seeded in op.tags:
        return "random numbers without a kernel of the device do"
    return "linear algebra does"


def _runs_on_device(op: Any) -> bool:
    if isinstance(op, HigherOrderOperator):
        return True  # a wrapper around other operators, which are checked when they run
    if not isinstance(op, OpOverload):
        return False
    name = op.name()
    if name in _METADATA_OPS or op.namespace in _RUNTIME_NAMESPACES:
        return True
    has_kernel = bool(torch._C._dispatch_has_kernel_for_dispatch_key(name, "PrivateUse1"))
    return has_kernel and name not in HOST_KERNELS and not runs_through_fallback(name)


def _touches_device(node: ir.ExternKernel) -> bool:
    return any(is_npu(value.get_device()) for value in _tensors(node))


def _dtypes(node: ir.ExternKernel) -> Iterator[torch.dtype]:
    results = tree_leaves([call.meta.get("val") for call in _calls(node)])
    yield from (result.dtype for result in results if isinstance(result, torch.Tensor))
    yield from filter(None, (value.maybe_get_dtype() for value in _tensors(node)))


def _tensors(node: ir.ExternKernel) -> Iterator[ir.IRNode]:
    yield node
    yield from (value for value in node.inputs if isinstance(value, ir.IRNode))


def _message(node: ir.ExternKernel, op: Any) -> str:
    name = str(op) if op is not None else node.get_kernel_name()
    lines = [f"'{name}' has no lowering for the device 'npu': it would run on the host inside a compiled graph."]
    lines.extend(f"  at {line}" for line in _model_lines(node))
    lines.extend(template_errors())
    lines.append("Ways out:")
    lines.append(f"  - write a lowering: @npusim.frontend.register_lowering({name}), see docs/adding_an_operator.md")
    lines.append("  - move the operator off the device: call it on x.cpu() and bring the result back with .to('npu')")
    lines.append(
        f"  - allow host operators: torch.npu.set_fallback_policy('allow') or {POLICY_VARIABLE}=allow; "
        "torch.npu.fallback_counts() counts them"
    )
    return "\n".join(lines)


def _model_lines(node: ir.ExternKernel) -> Iterator[str]:
    """`file, line, in function: source` of the innermost frame of every trace that led to the node."""
    for trace in _traces(node):
        frames = [line.strip() for line in trace.strip().splitlines()]
        starts = [index for index, line in enumerate(frames) if line.startswith("File ")]
        if starts:
            last = starts[-1]
            source = f": {frames[last + 1]}" if last + 1 < len(frames) else ""
            yield frames[last].replace('"', "").removeprefix("File ") + source


def _traces(node: ir.ExternKernel) -> list[str]:
    """Stack traces of the graph nodes that call the operator, else of all nodes that the kernel comes from."""
    traces = {call.meta.get("stack_trace") for call in _calls(node)} - {None}
    return sorted(traces or node.get_stack_traces())


def _calls(node: ir.ExternKernel) -> list[torch.fx.Node]:
    return [origin for origin in node.get_origins() if origin.target is node.op_overload]
