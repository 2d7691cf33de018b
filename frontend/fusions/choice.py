"""The choice among the kernels that a template can have: with and without reductions, with and without partners.

Every form is grown to its largest, and what one leaves out is counted as kernels of its own: the smallest sum of
estimated cycles wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from npusim.frontend.fusions.decisions import Decisions
from npusim.frontend.fusions.estimate import loops_cycles, template_cycles
from npusim.frontend.fusions.group import NOT_ALLOWED, Group
from npusim.frontend.template.fused_work import all_producers
from npusim.simulator.errors import ScratchpadOverflowError
from torch._inductor.virtualized import V


@dataclass(frozen=True)
class Form:
    """One kernel that a template can have, and its estimate together with what it leaves out (infinite: impossible)."""

    group: Group
    cycles: float
    problem: str = ""


def choose_members(scheduler: Any, template: Any, decisions: Decisions) -> list[Any]:
    """The nodes of a template's kernel, the template first; what was decided goes into `decisions`."""
    forms = _forms(scheduler, template)
    if len(forms) == 1:
        forms[0].note(decisions, "")
        return forms[0].members
    everything = list(dict.fromkeys(node for form in forms for node in form.members))
    weighed = [_weighed(form, everything) for form in forms]
    best = min(weighed, key=lambda form: form.cycles)
    _note(best, weighed, decisions)
    return best.group.members


def _forms(scheduler: Any, template: Any) -> list[Group]:
    """The forms that differ, the largest first; the last one has neither reductions nor partners."""
    largest = Group(scheduler, template, rows=True, partners=True).grow()
    found = [largest]
    for partners in (True, False) if len(largest.templates) > 1 else (True,):
        for rows in (True, False) if largest.reduces else (True,):
            group = Group(scheduler, template, rows=rows, partners=partners)
            if (rows, partners) != (True, True) and _differs(group.grow(), found):
                found.append(group)
    return found


def _differs(group: Group, others: Sequence[Group]) -> bool:
    return all(set(group.members) != set(other.members) for other in others)


def _weighed(group: Group, everything: Sequence[Any]) -> Form:
    left_out = [node for node in everything if node not in group.members]
    row = V.graph.sizevars.optimization_hint(group.buffer.get_size()[-1], fallback=0)
    try:
        own = _kernel_cycles(group.members)
        others = sum(_kernel_cycles([node]) for node in left_out if node.is_template())
    except ScratchpadOverflowError:
        return Form(group, inf, f"a row of {row} does not fit the scratchpad beside the operands' tiles")
    except _NoModel:
        return Form(group, inf if not left_out else 0.0, f"template {group.buffer.template.name} has no estimate")
    loops = [node for node in left_out if not node.is_template()]
    if loops:
        others += loops_cycles(loops, group.buffer.get_size(), group.buffer.template.row_dims)
    return Form(group, own + others)


class _NoModel(Exception):
    """A template says nothing about its time."""


def _kernel_cycles(members: Sequence[Any]) -> float:
    buffers = [node.node for node in members if node.is_template()]
    cycles = template_cycles(buffers[0], members[1:], all_producers(buffers))
    if cycles is None:
        raise _NoModel
    return cycles


def _note(best: Form, weighed: Sequence[Form], decisions: Decisions) -> None:
    others = [form for form in weighed if form is not best]
    slower = min((form.cycles for form in others), default=inf)
    gain = "" if slower == inf else f"{best.cycles:,.0f} cycles estimated, {slower:,.0f} otherwise"
    group = best.group
    group.refusals = [
        (node, fusion, _reason(node, best, weighed) if why == NOT_ALLOWED else why)
        for node, fusion, why in group.refusals
    ]
    group.note(decisions, gain)


def _reason(node: Any, best: Form, weighed: Sequence[Form]) -> str:
    """Why a node is left out that another form of the kernel has."""
    form = next(f for f in weighed if node in f.group.members)
    if form.problem:
        return form.problem
    what = "both accumulators in one kernel" if node.is_template() else "tiles that cover whole rows"
    return f"{what} would be slower: {form.cycles:,.0f} cycles estimated, {best.cycles:,.0f} apart"
