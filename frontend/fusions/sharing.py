"""Which scheduler nodes may share a kernel. Checked with torch 2.13.0."""

from collections.abc import Sequence
from typing import Any

from npusim.frontend.codegen.buffers import InductorEnvironment
from npusim.frontend.codegen.domain import Dim, NoCommonDomain, loop_symbol
from npusim.frontend.codegen.epilogue import identity_index, node_variables
from npusim.frontend.codegen.handler import IndexMismatch
from npusim.frontend.codegen.recording import node_ranges, nodes_domain, record
from npusim.frontend.codegen.sizes import Sizes
from npusim.frontend.template import MLIRTemplateBuffer
from npusim.simulator.errors import UnsupportedError
from torch._inductor.codegen.common import Kernel
from torch._inductor.virtualized import V

LARGEST_NUMBER_OF_BUFFERS = 24
"""Buffers of one kernel; more would leave only small tiles in the scratchpad."""


def can_share_kernel(node1: Any, node2: Any) -> bool:
    """Whether two (fused) nodes have a common loop domain in which everything they pass to each other stays at its
    element.
    """
    nodes = [*node1.get_nodes(), *node2.get_nodes()]
    if any(n.is_template() or n.is_extern() for n in nodes) or _buffers(nodes) > LARGEST_NUMBER_OF_BUFFERS:
        return False
    sizes = Sizes(V.graph.sizevars)
    try:
        record(nodes, nodes_domain(nodes, sizes), InductorEnvironment(Kernel(increase_kernel_count=False)), sizes)
    except (NoCommonDomain, IndexMismatch):
        return False
    except UnsupportedError:
        return False  # the operation is reported when its own kernel is made
    return True


def _buffers(nodes: Sequence[Any]) -> int:
    return len({dep.name for node in nodes for dep in (*node.read_writes.reads, *node.read_writes.writes)})


def fits_template(template: Any, node: Any) -> bool:
    """Whether a pointwise node can be computed on the tile that holds a template's result.

    Every read of what the template (or an epilogue fused before) writes must be the element that the loop is at.
    """
    buffer = template.get_template_node()
    if not isinstance(buffer, MLIRTemplateBuffer) or not buffer.template.fuses_epilogue:
        return False
    members = node.get_nodes()
    if any(n.is_reduction() or n.is_template() or n.is_extern() for n in members) or _mutates(members):
        return False
    return _same_elements(buffer, members) and _reads_in_place(template, buffer, members)


def _mutates(nodes: Sequence[Any]) -> bool:
    return any(output.get_mutations() or output.get_aliases() for n in nodes for output in n.get_outputs())


def _same_elements(buffer: Any, nodes: Sequence[Any]) -> bool:
    sizes = Sizes(V.graph.sizevars)
    numel = sizes.product(buffer.get_size())
    return all(sizes.equal(sizes.product(node_ranges(n)[0]), numel) for n in nodes)


def _reads_in_place(template: Any, buffer: Any, nodes: Sequence[Any]) -> bool:
    sizes = Sizes(V.graph.sizevars)
    loops = [Dim(loop_symbol(f"P{i}"), size) for i, size in enumerate(buffer.get_size())]
    produced = {o.get_name() for n in (*template.get_nodes(), *nodes) for o in n.get_outputs()}
    return all(_node_reads_in_place(n, loops, produced, sizes) for n in nodes)


def _node_reads_in_place(node: Any, loops: list[Dim], produced: set[str], sizes: Sizes) -> bool:
    variables = node_variables(node_ranges(node)[0], loops, sizes)
    bounds = {d.symbol: d.size for d in loops}
    body = node._body
    places = body.indexing_from_args((variables, []))
    for entry in (e for group in body.memory_usage.values() for e in group):
        if entry.buffer_name in produced:
            index = sizes.simplify_index(places[entry.index_name], bounds)
            if not sizes.equal(index, identity_index(entry.buffer_name, loops, sizes)):
                return False
    return True
