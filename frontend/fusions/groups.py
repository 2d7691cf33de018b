"""Kernels of templates: which nodes are computed on the tiles of a template's result.

Inductor offers pointwise nodes to templates one by one, and reductions never. Here every template collects, in the
order of the program, the nodes that read what its tiles hold: pointwise ones, and where a tile can cover a row,
reductions of rows and their readers. The kernel with reductions is compared with the one without: tiles that cover rows
may be slower than one more kernel.
"""

from collections.abc import Sequence
from typing import Any

from npusim.frontend.fusions.choice import choose_members
from npusim.frontend.fusions.decisions import Decisions
from npusim.frontend.inductor.api import SchedulerNode
from npusim.frontend.inductor.core_api import OrderedSet
from npusim.frontend.template import MLIRTemplateBuffer
from npusim.simulator.system.progress import advance_phase, enter_phase


def join_templates(scheduler: Any, nodes: Sequence[Any], decisions: Decisions) -> list[Any]:
    """The nodes, with every template and the nodes computed on its tiles joined to one."""
    remaining = OrderedSet(nodes)
    enter_phase("choosing fusions of node", len(nodes))
    for node in nodes:
        advance_phase()
        if node in remaining and isinstance(node, SchedulerNode) and isinstance(node.node, MLIRTemplateBuffer):
            members = choose_members(scheduler, node, decisions)
            _fuse(scheduler, members, remaining)
    return scheduler.topological_sort_schedule(sorted(remaining, key=lambda n: n.min_order))  # type: ignore[no-any-return]


def _fuse(scheduler: Any, members: Sequence[Any], remaining: Any) -> None:
    joined = members[0]
    for member in members[1:]:
        joined = scheduler.fuse_two_nodes(joined, member, remaining)
