"""Runs the loop bodies of scheduler nodes and records their computation."""

from collections.abc import Sequence
from typing import Any

import sympy
from npusim.frontend.codegen.graph.buffers import Environment
from npusim.frontend.codegen.graph.domain import Domain, Ranges, fitted_domain
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.handler import Recording, RecordingHandler
from npusim.frontend.inductor.api import V


def node_ranges(node: Any) -> Ranges:
    """(parallel ranges, reduction ranges) of a SchedulerNode."""
    outer, inner = node.get_ranges()
    return tuple(outer), tuple(inner)


def nodes_domain(nodes: Sequence[Any], sizes: Sizes) -> Domain:
    """The common domain of scheduler nodes, fitted to their indices.

    Raises:
        NoCommonDomain: their ranges do not refine each other.
    """

    def indices(domain: Domain) -> list[sympy.Expr]:
        return [
            sizes.simplify_index(index, domain.ranges)
            for node, variables in zip(nodes, domain.variables, strict=True)
            for index in node._body.indexing_from_args(variables).values()
        ]

    return fitted_domain([node_ranges(n) for n in nodes], indices, sizes)


def record(nodes: Sequence[Any], domain: Domain, environment: Environment, sizes: Sizes) -> Recording:
    """The scalar graph of scheduler nodes that share a domain.

    Raises:
        MemoryConflict: a node touches memory that another one writes, elsewhere.
        UnsupportedError: an operation that the device does not have.
    """
    recording = Recording(domain, sizes, environment.dtype, environment.memory)
    run_bodies(nodes, RecordingHandler(recording))
    return recording


def run_bodies(nodes: Sequence[Any], handler: RecordingHandler) -> None:
    """Runs every node's loop body with the variables that the handler's domain gives it."""
    for node, variables in zip(nodes, handler.recording.domain.variables, strict=True):
        handler.begin_node(node, node_ranges(node)[1], variables)
        with V.set_ops_handler(handler):
            node._body(*variables)
