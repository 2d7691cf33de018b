"""Kernels whose results are only whole numbers that steer a template: where it begins, what it fetches.

Mode `timing` executes them, as it executes the template: they are short, and without their values the template's time
means nothing. What is computed from other numbers stays unknown. Checked with torch 2.13.0.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from npusim.frontend.template import MLIRTemplateBuffer
from torch._inductor.virtualized import V

_found: WeakKeyDictionary[Any, frozenset[str]] = WeakKeyDictionary()


def steers(nodes: Sequence[Any], scheduler: Any) -> bool:
    """Whether scheduler nodes that become one kernel compute what steers a template of their graph."""
    if scheduler not in _found:
        _found[scheduler] = frozenset(_steering_nodes(scheduler))
    return any(node.get_name() in _found[scheduler] for node in nodes)


def _steering_nodes(scheduler: Any) -> Iterator[str]:
    """Names of the nodes that values come from by which templates are steered, as far as they read integers only."""
    pending = [name for node in _members(scheduler.nodes) for name in _steered_by(node, scheduler)]
    seen: set[str] = set()
    while pending:
        buffer = scheduler.name_to_buf.get(pending.pop())
        node = None if buffer is None else buffer.defining_op
        if node is None or node.get_name() in seen or not _is_of_integers(node):
            continue
        seen.add(node.get_name())
        yield node.get_name()
        pending += _read_by(node)


def _members(nodes: Iterable[Any]) -> Iterator[Any]:
    for node in nodes:
        yield from node.get_nodes()


def _steered_by(node: Any, scheduler: Any) -> list[str]:
    """Buffers that steer a template, and what has written to them since they were made."""
    if not isinstance(node.node, MLIRTemplateBuffer):
        return []
    template, written = node.node.template, scheduler.mutation_real_name
    names = [template.input_nodes[i].get_name() for i in template.steering_inputs]
    return [*names, *(dep.name for dep in node.unmet_dependencies if written.get(dep.name) in names)]


def _read_by(node: Any) -> list[str]:
    return [dep.name for dep in (*node.read_writes.reads, *node.unmet_dependencies)]


def _is_of_integers(node: Any) -> bool:
    """Whether a kernel reads and writes integers only."""
    names = {*_read_by(node), *node.get_buffer_names()}
    return not any(_is_float(V.graph.try_get_buffer(name)) for name in names)


def _is_float(buffer: Any) -> bool:
    dtype = None if buffer is None else buffer.maybe_get_dtype()
    return dtype is not None and (dtype.is_floating_point or dtype.is_complex)
