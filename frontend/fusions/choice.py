"""The choice among the kernels that a template can have: with and without reductions, with and without siblings.

Every form takes all nodes that it can; the nodes it leaves out count as kernels of their own. The smallest sum of
cycles wins.
"""

from collections.abc import Sequence
from math import inf
from typing import Any

from npusim.frontend.fusions.candidate_evaluation import Variant, Verdict, evaluate_candidates
from npusim.frontend.fusions.decisions import Decisions
from npusim.frontend.fusions.group import NOT_ALLOWED, Group
from npusim.frontend.fusions.kernels import NoModel, PossibleKernel, TemplateKernel, loop_kernels
from npusim.frontend.inductor.api import V
from npusim.frontend.template.fused_work import all_producers
from npusim.simulator.errors import ScratchpadOverflowError

Form = Variant[Group]
"""One kernel that a template can have, and the kernels of the nodes that it leaves out."""


def choose_members(scheduler: Any, template: Any, decisions: Decisions) -> list[Any]:
    """The nodes of a template's kernel, the template first; notes the decisions in `decisions`."""
    groups = _groups(scheduler, template)
    if len(groups) == 1:
        groups[0].note(decisions, "")
        return groups[0].members
    everything = list(dict.fromkeys(node for group in groups for node in group.members))
    verdict = evaluate_candidates([_form(group, everything) for group in groups])
    _note(verdict, decisions)
    return verdict.best.what.members


def _groups(scheduler: Any, template: Any) -> list[Group]:
    """The forms that differ, the largest first; the last one has neither reductions nor siblings."""
    largest = Group(scheduler, template, rows=True, siblings=True).grow()
    found = [largest]
    for siblings in (True, False) if len(largest.templates) > 1 else (True,):
        for rows in (True, False) if largest.reduces else (True,):
            group = Group(scheduler, template, rows=rows, siblings=siblings)
            if (rows, siblings) != (True, True) and _differs(group.grow(), found):
                found.append(group)
    return found


def _differs(group: Group, others: Sequence[Group]) -> bool:
    return all(set(group.members) != set(other.members) for other in others)


def _form(group: Group, everything: Sequence[Any]) -> Form:
    left_out = [node for node in everything if node not in group.members]
    kernels: list[PossibleKernel] = [_template_kernel(group.members)]
    kernels += [_template_kernel([node]) for node in left_out if node.is_template()]
    kernels += loop_kernels([node for node in left_out if not node.is_template()])
    row = V.graph.sizevars.optimization_hint(group.buffer.get_size()[-1], fallback=0)
    try:
        return Form(group, kernels, sum(kernel.estimated_cycles() for kernel in kernels))
    except ScratchpadOverflowError:
        return Form(group, kernels, inf, f"a row of {row} does not fit the scratchpad beside the operands' tiles")
    except NoModel as error:
        return Form(group, kernels, inf if not left_out else 0.0, str(error))


def _template_kernel(members: Sequence[Any]) -> TemplateKernel:
    return TemplateKernel(members, all_producers([node.node for node in members if node.is_template()]))


def _note(verdict: Verdict[Group], decisions: Decisions) -> None:
    group = verdict.best.what
    group.refusals = [
        (node, fusion, _reason(node, verdict) if why == NOT_ALLOWED else why) for node, fusion, why in group.refusals
    ]
    group.note(decisions, verdict.gain("otherwise"))


def _reason(node: Any, verdict: Verdict[Group]) -> str:
    """Why a node is left out that the best form of the kernel does not allow."""
    form = next((variant for variant in verdict.variants if node in variant.what.members), None)
    if form is None:
        return _refusal(node, [variant.what for variant in verdict.variants])
    if form.problem:
        return form.problem
    what = "both accumulators in one kernel" if node.is_template() else "tiles that cover whole rows"
    return f"{what} would be slower: {verdict.compared(form, verdict.best, 'apart')}"


def _refusal(node: Any, groups: Sequence[Group]) -> str:
    """Why a node joins none of the forms that allow it."""
    asked = (why for group in groups for other, _, why in group.refusals if other is node and why != NOT_ALLOWED)
    return next(asked, "what lies between it and the template stays apart")
