"""Which scheduler nodes may share a kernel."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

from npusim.frontend.codegen.graph.buffers import InductorEnvironment, memory_of
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.domain import NoCommonDomain, common_domain
from npusim.frontend.codegen.graph.memory import IndexMismatch
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.recording import node_ranges, nodes_domain, record
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
    return why_not_one_kernel(node1.get_nodes(), node2.get_nodes())


def why_not_one_kernel(*parts: Sequence[Any]) -> str:
    """Why several nodes cannot share a kernel, as a sentence; empty when they can.

    Args:
        parts: nodes that are known to be able to share a kernel with the others of their part.
    """
    nodes = [node for part in parts for node in part]
    if any(n.is_template() or n.is_extern() for n in nodes):
        return "one of them is a kernel by itself"
    if _buffers(nodes) > LARGEST_NUMBER_OF_BUFFERS:
        return f"the kernel would use more than {LARGEST_NUMBER_OF_BUFFERS} buffers"
    refusals = (CannotShareKernel, UnsupportedError)
    try:
        if _touch_each_others_memory(parts):
            remembered("one kernel", signature_of(nodes), lambda: _record(nodes), refusals)
        else:
            common_domain([node_ranges(n) for n in nodes], Sizes(V.graph.sizevars))
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


def _touch_each_others_memory(parts: Sequence[Sequence[Any]]) -> bool:
    """Whether one part changes memory that another one reads or changes: only then it matters at which elements."""
    changed = [{dep.name for node in part for dep in node.read_writes.writes} for part in parts]
    read = [{dep.name for node in part for dep in node.read_writes.reads} for part in parts]
    written = [_storages(names) for names in changed]
    touched = [_storages(names) | storages for names, storages in zip(read, written, strict=True)]
    return any(written[one] & touched[other] for one, other in permutations(range(len(parts)), 2))


def _storages(names: Iterable[str]) -> set[str]:
    return {memory_of(name).storage for name in names}


def _buffers(nodes: Sequence[Any]) -> int:
    return len({dep.name for node in nodes for dep in (*node.read_writes.reads, *node.read_writes.writes)})
