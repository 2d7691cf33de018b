"""Which scheduler nodes may share a kernel."""

from collections.abc import Callable, Sequence
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

_REFUSALS = (CannotShareKernel, UnsupportedError)


def can_share_kernel(node1: Any, node2: Any) -> bool:
    """Whether two (fused) nodes have a common loop domain and read each other's results at the same element only."""
    return not why_apart(node1, node2)


def why_apart(node1: Any, node2: Any) -> str:
    """Why two (fused) nodes cannot share a kernel, as a sentence; empty when they can."""
    one, other = node1.get_nodes(), node2.get_nodes()
    return _why_not([*one, *other], _try_recording if _touch_each_others_memory(one, other) else _try_loops)


def why_not_one_kernel(nodes: Sequence[Any]) -> str:
    """Why several nodes cannot share a kernel, as a sentence; empty when they can."""
    return _why_not(nodes, _try_recording)


def _why_not(nodes: Sequence[Any], attempt: Callable[[Sequence[Any]], object]) -> str:
    if any(n.is_template() or n.is_extern() for n in nodes):
        return "one of them is a kernel by itself"
    if _buffers(nodes) > LARGEST_NUMBER_OF_BUFFERS:
        return f"the kernel would use more than {LARGEST_NUMBER_OF_BUFFERS} buffers"
    try:
        attempt(nodes)
    except NoCommonDomain as error:
        return f"their loops do not fit: {error}"
    except IndexMismatch as error:
        return f"an element is read that another iteration makes: {error}"
    except _REFUSALS as error:
        return str(error)  # an unsupported operation raises when its own kernel is made
    return ""


def _try_recording(nodes: Sequence[Any]) -> None:
    remembered("one kernel", signature_of(nodes), lambda: _record(nodes), _REFUSALS)


def _try_loops(nodes: Sequence[Any]) -> None:
    common_domain([node_ranges(node) for node in nodes], Sizes(V.graph.sizevars))


def _record(nodes: Sequence[Any]) -> None:
    sizes = Sizes(V.graph.sizevars)
    record(nodes, nodes_domain(nodes, sizes), InductorEnvironment(Kernel(increase_kernel_count=False)), sizes)


def _touch_each_others_memory(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether one of two groups of nodes, each of which can share a kernel, changes memory that the other one reads or
    changes: only then it matters at which elements.
    """
    (read, written), (other_read, other_written) = _storages(one), _storages(other)
    return not (written.isdisjoint(other_read | other_written) and other_written.isdisjoint(read))


def _storages(nodes: Sequence[Any]) -> tuple[set[str], set[str]]:
    """The buffers whose memory nodes read, and those whose memory they change."""
    found = [node.read_writes for node in nodes]
    read = {memory_of(name).storage for name in {dep.name for each in found for dep in each.reads}}
    return read, {memory_of(name).storage for name in {dep.name for each in found for dep in each.writes}}


def _buffers(nodes: Sequence[Any]) -> int:
    return len({dep.name for node in nodes for dep in (*node.read_writes.reads, *node.read_writes.writes)})
