"""Control operands: tensors whose values become addresses, loop bounds or result sizes of other kernels.

Mode `timing` executes the kernels that compute them, because without the values the time of their readers means
nothing. A kernel behind a product, a convolution or an attention is not executed: computing those is what mode `timing`
saves; what follows from the decision of a router (`npusim.frontend.backend.routing`) is.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any
from weakref import WeakKeyDictionary

import sympy
from npusim.frontend.backend.routing import is_decision
from npusim.frontend.inductor.api import MemoryDep, SubgraphLowering, V, WeakDep, ir
from npusim.frontend.template import MLIRTemplateBuffer

_found: WeakKeyDictionary[Any, frozenset[str]] = WeakKeyDictionary()

_FEW = 65536
"""Integers in results that are computed in case another graph selects by them."""

_OF_SUBGRAPHS = (ir.InvokeSubgraph, ir.Conditional, ir.WhileLoop)
"""Nodes that call a graph within the graph. Neither sees what the other uses values for."""


def controls(nodes: Sequence[Any], scheduler: Any) -> bool:
    """Whether a kernel of these scheduler nodes computes a control operand of their graph."""
    if scheduler not in _found:
        _found[scheduler] = frozenset(_control_nodes(scheduler))
    return any(node.get_name() in _found[scheduler] for node in nodes)


def _control_nodes(scheduler: Any) -> Iterator[str]:
    """Names of the nodes that control operands are computed by, as far as mode `timing` executes them."""
    nodes = list(_members(scheduler.nodes))
    computable = _computable(nodes, scheduler)
    pending = [name for node in nodes for name in _controlled_by(node, scheduler)]
    outputs = [name for name in V.graph.get_output_names() if name in scheduler.name_to_buf and not _is_float(name)]
    # Another graph may go on with what follows from a router's decision, and with a counter or an index per token; the
    # graph around this one with any integers.
    continued = isinstance(V.graph, SubgraphLowering) or any(is_decision(node.node) for node in nodes)
    pending += outputs if continued else filter(_is_small, outputs)
    written = {real: new for new, real in scheduler.mutation_real_name.items() if real in V.graph.graph_inputs}
    seen: set[str] = set()
    while pending:
        name = pending.pop()
        if name in written:  # the next call goes on with what this one leaves there, such as the length of a cache
            pending.append(written.pop(name))
        node = _producer(name, scheduler)
        if node is None or node.get_name() in seen or node.get_name() not in computable:
            continue
        seen.add(node.get_name())
        yield node.get_name()
        pending += _read_by(node)


def _members(nodes: Iterable[Any]) -> Iterator[Any]:
    for node in nodes:
        yield from node.get_nodes()


def _computable(nodes: Iterable[Any], scheduler: Any) -> frozenset[str]:
    """Names of the nodes that mode `timing` may execute: they read graph inputs and results of such nodes only.

    Args:
        nodes: in topological order.
    """
    found: set[str] = set()
    for node in nodes:
        producers = [_producer(name, scheduler) for name in _read_by(node)]
        known = all(each is None or each is node or each.get_name() in found for each in producers)
        known = known or is_decision(node.node)  # which the simulation's routing makes
        if known and (not isinstance(node.node, MLIRTemplateBuffer) or node.node.template.may_control):
            found.add(node.get_name())
    return frozenset(found)


def _producer(name: str, scheduler: Any) -> Any:
    """The node that writes a buffer; None for inputs of the graph."""
    buffer = scheduler.name_to_buf.get(name)
    return None if buffer is None else buffer.defining_op


def _controlled_by(node: Any, scheduler: Any) -> list[str]:
    """Buffers whose values a node needs in every mode."""
    if isinstance(node.node, MLIRTemplateBuffer):
        template = node.node.template
        return _with_writers([template.input_nodes[i].get_name() for i in template.control_inputs], node, scheduler)
    if isinstance(node.node, _OF_SUBGRAPHS):
        return _with_writers(_integers(node), node, scheduler)
    if isinstance(node.node, ir.ExternKernel):
        return _read_by(node) if node.node.get_unbacked_symbol_defs() else []  # it reads a size or a number
    accesses = node.read_writes.reads_and_writes()
    if not any(isinstance(dep, MemoryDep) and dep.is_indirect() for dep in accesses):
        return []
    if any(_has_size_of_data(name) for name in (*_read_by(node), *node.get_buffer_names())):
        return _read_by(node)
    return _with_writers(_integers(node), node, scheduler)


def _with_writers(names: list[str], node: Any, scheduler: Any) -> list[str]:
    """The buffers, and those that stand for in-place changes of them."""
    written = scheduler.mutation_real_name
    return [*names, *(dep.name for dep in node.unmet_dependencies if written.get(dep.name) in names)]


def _read_by(node: Any) -> list[str]:
    """What a node reads; not what it only has to wait for, as what it overwrites is read before."""
    found = (*node.read_writes.reads, *node.unmet_dependencies)
    return [dep.name for dep in found if not isinstance(dep, WeakDep)]


def _integers(node: Any) -> list[str]:
    """The buffers of integers and of booleans that a node reads."""
    return [dep.name for dep in node.read_writes.reads if not _is_float(dep.name)]


def _is_float(name: str) -> bool:
    buffer = V.graph.try_get_buffer(name)
    dtype = None if buffer is None else buffer.maybe_get_dtype()
    return dtype is not None and (dtype.is_floating_point or dtype.is_complex)


def _is_small(name: str) -> bool:
    buffer = V.graph.try_get_buffer(name)
    sizes = [] if buffer is None else [int(s) for s in buffer.get_size() if isinstance(s, (int, sympy.Integer))]
    return buffer is not None and len(sizes) == len(buffer.get_size()) and prod(sizes) <= _FEW


def _has_size_of_data(name: str) -> bool:
    """Whether a buffer's size depends on data."""
    buffer = V.graph.try_get_buffer(name)
    return buffer is not None and bool(buffer.get_free_symbol_uses(unbacked_only=True))
