"""Which scheduler nodes may share a kernel."""

from collections.abc import Sequence
from typing import Any

from npusim.frontend.codegen.graph.buffers import InductorEnvironment
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.domain import NoCommonDomain
from npusim.frontend.codegen.graph.memory import IndexMismatch
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.recording import nodes_domain, record
from npusim.frontend.inductor.api import Kernel, V
from npusim.frontend.template.signatures import remembered, signature_of
from npusim.simulator.errors import UnsupportedError

LARGEST_NUMBER_OF_BUFFERS = 24
"""Buffers of one kernel; more would leave only small tiles in the scratchpad."""


def can_share_kernel(node1: Any, node2: Any) -> bool:
    """Whether two (fused) nodes have a common loop domain and read each other's results at the same element only."""
    return not why_apart(node1, node2)


def why_apart(node1: Any, node2: Any) -> str:
    """Why two (fused) nodes cannot share a kernel, as a sentence; empty when they can."""
    return why_not_one_kernel([*node1.get_nodes(), *node2.get_nodes()])


def why_not_one_kernel(nodes: Sequence[Any]) -> str:
    """Why several nodes cannot share a kernel, as a sentence; empty when they can."""
    if any(n.is_template() or n.is_extern() for n in nodes):
        return "one of them is a kernel by itself"
    if _buffers(nodes) > LARGEST_NUMBER_OF_BUFFERS:
        return f"the kernel would use more than {LARGEST_NUMBER_OF_BUFFERS} buffers"
    refusals = (CannotShareKernel, UnsupportedError)
    try:
        remembered("one kernel", signature_of(nodes), lambda: _record(nodes), refusals)
    except NoCommonDomain as error:
        return f"their loops do not fit: {error}"
    except IndexMismatch as error:
        return f"an element is read that another iteration makes: {error}"
    except (CannotShareKernel, UnsupportedError) as error:
        return str(error)  # an unsupported operation raises when its own kernel is made
    return ""


def _record(nodes: Sequence[Any]) -> None:
    sizes = Sizes(V.graph.sizevars)
    record(nodes, nodes_domain(nodes, sizes), InductorEnvironment(Kernel(increase_kernel_count=False)), sizes)


def _buffers(nodes: Sequence[Any]) -> int:
    return len({dep.name for node in nodes for dep in (*node.read_writes.reads, *node.read_writes.writes)})
