"""Pointwise nodes that move into the templates which read them.

A node whose every reader is a template that can compute it on its operand's tile disappears from the schedule, as
Inductor's dead nodes do; each reader depends on the node's inputs instead. A template reads an operand as often as its
tiling says, so the node's work is repeated as often: cycles decide.
"""

from collections.abc import Sequence
from typing import Any

from npusim.frontend.codegen.graph.buffers import memory_of
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.memory import IndexMismatch
from npusim.frontend.fusions.candidate_evaluation import Variant, evaluate_candidates
from npusim.frontend.fusions.decisions import Decisions
from npusim.frontend.fusions.kernels import NoModel, PossibleKernel, TemplateKernel, loop_kernels
from npusim.frontend.fusions.sharing import why_not_one_kernel
from npusim.frontend.fusions.switches import POINTWISE, PROLOGUE, is_on
from npusim.frontend.inductor.api import FusedSchedulerNode, NodeUser, SchedulerNode, V, refresh_group_node_dependencies
from npusim.frontend.inductor.core_api import OrderedSet
from npusim.frontend.template import MLIRTemplateBuffer
from npusim.frontend.template.fused_work import all_producers
from npusim.simulator.errors import ScratchpadOverflowError, UnsupportedError


class Refused(Exception):
    """Why a node stays a kernel of its own."""


def absorb_prologues(scheduler: Any, nodes: Sequence[Any], decisions: Decisions) -> list[Any]:
    """The nodes that are no prologues; readers are judged before their producers, so that chains move as a whole."""
    kept: list[Any] = []
    for node in reversed(nodes):
        readers = _template_readers(node)
        if not readers or not _absorbed(scheduler, node, readers, decisions):
            kept.append(node)
    return kept[::-1]


def _template_readers(node: Any) -> list[Any]:
    """SchedulerNodes of our templates that read a loop node's results."""
    if not isinstance(node, SchedulerNode) or node.is_template():
        return []
    found = [user.node for output in node.get_outputs() for user in output.users if not user.is_weak]
    return [n for n in dict.fromkeys(found) if isinstance(getattr(n, "node", None), MLIRTemplateBuffer)]


def _loads(reader: Any, name: str) -> bool:
    """Whether a prologue of the template reads a buffer, or all operands that are this buffer can have prologues."""
    buffer: MLIRTemplateBuffer = reader.node
    if any(name in {d.name for d in p.read_writes.reads} for p in buffer.producers.values()):
        return True
    places = [i for i, operand in enumerate(buffer.template.input_nodes) if operand.get_name() == name]
    return bool(places) and set(places) <= set(buffer.template.fuses_prologue)


def _absorbed(scheduler: Any, node: Any, readers: list[Any], decisions: Decisions) -> bool:
    try:
        gain = _gain(scheduler, node, readers)
    except Refused as refusal:
        for reader in readers:
            decisions.refuse(PROLOGUE, node, reader, str(refusal))
        return False
    for reader in readers:
        decisions.accept(PROLOGUE, node, reader, gain)
        _move(scheduler, node, reader)
    _remove(scheduler, node)
    return True


# -- whether a node moves


def _gain(scheduler: Any, node: Any, readers: list[Any]) -> str:
    """The gain of computing the node on its readers' tiles, as a sentence.

    Raises:
        Refused: it is not possible, switched off, or slower.
    """
    if not is_on(PROLOGUE):
        raise Refused("prologue fusion is switched off")
    _check_form(node, readers)
    _check_inputs(scheduler, node)
    groups = dict.fromkeys(scheduler.name_to_fused_node[reader.get_name()] for reader in readers)
    own = _own_kernel(scheduler, node)
    inside = _variant(True, [_kernel(group, [node]) for group in groups], [n for n in own if n is not node])
    outside = _variant(False, [_kernel(group, []) for group in groups], own)
    verdict = evaluate_candidates([inside, outside])
    if verdict.best is outside:
        cycles = verdict.compared(inside, outside, "apart")
        raise Refused(f"computing it on every tile that is read takes longer: {cycles}")
    return verdict.gain("apart")


def _kernel(group: Any, more: Sequence[Any]) -> TemplateKernel:
    """A template's kernel with further nodes as its prologues."""
    template = next(member for member in group.get_nodes() if member.is_template())
    members = [template, *(member for member in group.get_nodes() if member is not template)]
    producers = all_producers([member.node for member in members if member.is_template()])
    return TemplateKernel(members, {**producers, **{node.get_outputs()[0].get_name(): node for node in more}})


def _variant(inside: bool, templates: Sequence[TemplateKernel], loops: Sequence[Any]) -> Variant[bool]:
    kernels: list[PossibleKernel] = [*templates, *loop_kernels(loops)]
    try:
        return Variant(inside, kernels, sum(kernel.estimated_cycles() for kernel in kernels))
    except IndexMismatch as error:
        raise Refused(f"the operand is not made element by element: {error}") from error
    except ScratchpadOverflowError as error:
        raise Refused("its tiles do not fit the scratchpad beside the template's") from error
    except (CannotShareKernel, UnsupportedError, NoModel) as error:
        raise Refused(str(error)) from error


def _check_form(node: Any, readers: list[Any]) -> None:
    if node.is_reduction():
        raise Refused("a reduction: the tile of an operand does not hold all that it reduces")
    outputs = node.get_outputs()
    for reader in readers:
        if not _loads(reader, outputs[0].get_name()):
            raise Refused(f"template {reader.node.template.name} loads this operand in a way of its own")
    if len(outputs) != 1 or outputs[0].get_mutations() or outputs[0].get_aliases():
        raise Refused("it writes to memory that something else sees")
    others = [user for user in outputs[0].users if not user.is_weak and user.node not in readers]
    if others:
        raise Refused("its result is needed in memory: not only operands of templates read it")
    if any(store.mode is not None for store in node.read_writes.writes):
        raise Refused("it adds to its result")


def _check_inputs(scheduler: Any, node: Any) -> None:
    """Refuses a node whose inputs are changed in place: its readers would read the new values."""
    changed = [memory_of(name) for name in scheduler.mutation_real_name]
    for dep in node.read_writes.reads:
        if any(memory_of(dep.name).meets(memory) for memory in changed):
            raise Refused(f"{dep.name}, which it reads, is changed in place")


def _own_kernel(scheduler: Any, node: Any) -> list[Any]:
    """The loop nodes of the kernel that a node would be part of otherwise: the node and its producers."""
    cluster, pending = [node], [node]
    while pending:
        for maker in _loop_producers(scheduler, pending.pop()):
            larger = sorted([maker, *cluster], key=lambda n: n.min_order)
            if maker not in cluster and not why_not_one_kernel(larger):
                cluster = larger
                pending.append(maker)
    return cluster


def _loop_producers(scheduler: Any, node: Any) -> list[Any]:
    """The producers of a node's inputs, without templates and the nodes computed on their tiles."""
    if not is_on(POINTWISE):
        return []
    buffers = [scheduler.name_to_buf.get(dep.name) for dep in node.read_writes.reads]
    makers = [buffer.defining_op for buffer in buffers if buffer is not None]
    return [
        maker
        for maker in dict.fromkeys(makers)
        if isinstance(maker, SchedulerNode)
        and not maker.is_template()
        and scheduler.name_to_fused_node[maker.get_name()] is maker
    ]


# -- moving a node


def _move(scheduler: Any, node: Any, reader: Any) -> None:
    """Makes the reader depend on the node's inputs instead of on the node."""
    name = node.get_outputs()[0].get_name()
    reader.node.producers[name] = node
    reads = OrderedSet(dep for dep in reader.read_writes.reads if dep.name != name) | node.read_writes.reads
    unmet = OrderedSet(dep for dep in reader.unmet_dependencies if dep.name != name) | node.unmet_dependencies
    reader.set_read_writes(_with_reads(reader.read_writes, reads))
    reader.unmet_dependencies = unmet
    for source in _sources(scheduler, node):
        source.users = [*source.users, NodeUser(reader, can_inplace=False)]
    group = scheduler.name_to_fused_node[reader.get_name()]
    if isinstance(group, FusedSchedulerNode):
        refresh_group_node_dependencies(group)


def _with_reads(read_writes: Any, reads: Any) -> Any:
    return type(read_writes)(
        reads, read_writes.writes, read_writes.index_exprs, read_writes.range_vars, read_writes.var_ranges
    )


def _remove(scheduler: Any, node: Any) -> None:
    """Takes the node out of the graph, as Inductor's elimination of dead nodes does."""
    V.graph.removed_buffers.update(node.get_buffer_names())
    V.graph.removed_operations.add(node.get_name())
    for source in _sources(scheduler, node):
        source.users = [user for user in source.users if user.node is not node]


def _sources(scheduler: Any, node: Any) -> list[Any]:
    """The objects that list readers of a node's inputs: buffers, and inputs that a backward graph may write over."""
    counted = {**scheduler.name_to_buf, **scheduler.name_to_donated_buffer}
    return [counted[dep.name] for dep in node.read_writes.reads if dep.name in counted]
