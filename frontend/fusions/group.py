"""A template and the nodes that can join its kernel: one rule after the other, each with a sentence for its refusal."""

from collections.abc import Collection, Iterator
from typing import Any

import sympy
from npusim.frontend.codegen.fused.epilogue import recorded_epilogue
from npusim.frontend.codegen.graph.buffers import memory_of
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.memory import TEMPLATE, Access, IndexMismatch
from npusim.frontend.fusions.decisions import Decisions
from npusim.frontend.fusions.sharing import LARGEST_NUMBER_OF_BUFFERS
from npusim.frontend.fusions.switches import EPILOGUE, REDUCTION_EPILOGUE, SIBLING, is_on
from npusim.frontend.inductor.api import FusedSchedulerNode, SchedulerNode, WeakDep
from npusim.frontend.template import MLIRTemplateBuffer
from npusim.frontend.template.signatures import remembered, signature_of
from npusim.simulator.errors import UnsupportedError


class Refused(Exception):
    """Why a node does not join a template."""


_REFUSALS = (CannotShareKernel, UnsupportedError)
"""Errors that say why nodes are no epilogue."""
NOT_ALLOWED = "not asked for"
"""The refusal of a group that leaves a fusion out on purpose; `choice` says why."""


class Group:
    """A template and the nodes that join its kernel.

    Args:
        rows: whether reductions of rows may join.
        siblings: whether templates may join that share a reader with this one.

    Attributes:
        members: the template, its siblings, then the others in the order of the program.
        refusals: readers of the kernel's results that stay outside, and why.
    """

    def __init__(self, scheduler: Any, template: Any, *, rows: bool, siblings: bool) -> None:
        self.scheduler, self.template, self.siblings = scheduler, template, siblings
        self.buffer: MLIRTemplateBuffer = template.node
        self.row_dims = self.buffer.template.row_dims if rows else 0
        self.members: list[Any] = [template]
        self.refusals: list[tuple[Any, str, str]] = []

    @property
    def templates(self) -> list[Any]:
        return [node for node in self.members if node.is_template()]

    @property
    def reduces(self) -> bool:
        """Whether a reduction joined."""
        return any(node.is_reduction() for node in self.members)

    def note(self, decisions: Decisions, gain: str) -> None:
        """Notes the decisions; `gain` is the estimated or simulated gain, for fusions that have a cost."""
        for node in self.members[1:]:
            fusion = self._fusion(node)
            decisions.accept(fusion, self.template, node, "" if fusion == EPILOGUE else gain)
        for node, fusion, why in self.refusals:
            decisions.refuse(fusion, self.template, node, why)

    # -- growing

    def grow(self) -> "Group":
        """Adds every reader that can join, in the order of the program."""
        seen = {self.template}
        while (node := self._next_reader(seen)) is not None:
            seen.add(node)
            before = list(self.members)
            try:
                self._invite_siblings(node)
                self._check(node)
            except Refused as refusal:
                self.members = before
                self.refusals.append((node, self._fusion(node), str(refusal)))
            else:
                self.members.append(node)
        return self

    def _invite_siblings(self, node: Any) -> None:
        """Adds the other templates whose results a reader needs, if this kernel can compute them."""
        if node.is_template():
            return
        for dep in node.unmet_dependencies:
            source = self.scheduler.name_to_buf.get(dep.name)
            other = None if source is None else source.defining_op
            if isinstance(other, SchedulerNode) and other.is_template() and other not in self.members:
                why = self._refuses_sibling(other)
                if why:
                    self.refusals.append((other, SIBLING, why))
                else:
                    self.members.insert(len(self.templates), other)

    def _refuses_sibling(self, other: Any) -> str:
        if not isinstance(other.node, MLIRTemplateBuffer):
            return "it is no template of npusim"
        if self.scheduler.name_to_fused_node[other.get_name()] is not other:
            return "it is part of another kernel"
        if other.ancestors & {name for m in self.members for name in m.get_operation_names()}:
            return "it reads what this kernel computes"
        if not is_on(SIBLING):
            return f"{SIBLING} fusion is switched off"
        if not self.siblings:
            return NOT_ALLOWED
        why = self.buffer.template.refuses_sibling(other.node.template)
        if not why and self.scheduler.will_fusion_create_cycle(self._joined(), other):
            return "another kernel would have to run both before and after this one"
        return why

    def _joined(self) -> Any:
        return FusedSchedulerNode(self.scheduler, list(self.members)) if len(self.members) > 1 else self.template

    def _next_reader(self, seen: set[Any]) -> Any:
        users = (user.node for m in self.members for o in m.get_outputs() for user in o.users if not user.is_weak)
        readers = [n for n in users if isinstance(n, SchedulerNode) and n not in seen]
        return min(readers, key=lambda n: n.min_order, default=None)

    def _fusion(self, node: Any) -> str:
        """Name of the fusion by which a node would join; behind a reduction it is REDUCTION_EPILOGUE."""
        if node.is_template():
            return SIBLING if node in self.members else EPILOGUE
        produced = {o.get_name() for m in self.members if m.is_reduction() for o in m.get_outputs()}
        after = bool(produced & {d.name for d in node.read_writes.reads})
        return REDUCTION_EPILOGUE if node.is_reduction() or after else EPILOGUE

    # -- whether a node can join

    def _check(self, node: Any) -> None:
        """Raises `Refused` when the node cannot join."""
        fusion = self._fusion(node)
        if not is_on(fusion):
            raise Refused(f"{fusion} fusion is switched off")
        self._check_kind(node)
        self._check_order(node)
        self._check_memory(node)
        self._check_elements(node)

    def _check_kind(self, node: Any) -> None:
        template = self.buffer.template
        if node.is_template() or node.is_extern():
            raise Refused("a kernel of its own: what it reads must be complete and in memory")
        if not template.fuses_epilogue:
            raise Refused(f"template {template.name} computes nothing else on its tiles")
        if self.scheduler.name_to_fused_node[node.get_name()] is not node:
            raise Refused("it is part of another template's kernel")
        if node.get_device() != self.template.get_device():
            raise Refused("it runs on another device")
        if node.is_reduction():
            self._check_row(template)

    def _check_row(self, template: Any) -> None:
        if not self.row_dims:
            raise Refused(NOT_ALLOWED if template.row_dims else f"tiles of template {template.name} do not cover rows")
        sizes = self.buffer.get_size()[-self.row_dims :]
        if any(sympy.sympify(size).free_symbols for size in sizes):
            raise Refused("rows have a symbolic length, so no tile is known to cover them")

    def _check_order(self, node: Any) -> None:
        """Refuses a node that also waits for a kernel which waits for the group."""
        names = {name for m in self.members for name in m.get_operation_names()}
        for dep in node.unmet_dependencies:
            source = self.scheduler.name_to_buf.get(dep.name)
            maker = None if source is None else source.defining_op_name()
            if maker is not None and maker not in names:
                before = self.scheduler.name_to_fused_node[maker]
                if names & before.ancestors:
                    raise Refused(f"it also waits for {maker}, which needs the result in memory")
        if self.scheduler.will_fusion_create_cycle(self._joined(), node):
            raise Refused("another kernel would have to run both before and after this one")

    def _check_memory(self, node: Any) -> None:
        names = {d.name for m in (*self.members, node) for d in m.read_writes.reads_and_writes()}
        if len(names) > LARGEST_NUMBER_OF_BUFFERS:
            raise Refused(f"the kernel would use more than {LARGEST_NUMBER_OF_BUFFERS} buffers")
        for output in node.get_outputs():
            if output.get_aliases():
                raise Refused("its result is a view of another tensor")

    def _epilogues(self) -> list[Any]:
        return [node for node in self.members if not node.is_template()]

    def _check_elements(self, node: Any) -> None:
        results = {t.node.get_name(): t.node.get_dtype() for t in self.templates}
        nodes = [*self._epilogues(), node]
        row_dims = self.row_dims if any(n.is_reduction() for n in nodes) else 0

        def check() -> None:
            beside = [access for t in self.templates for access in _accesses(t, results)]
            recorded_epilogue(nodes, self.buffer.get_size(), row_dims, results, beside)

        try:
            remembered("epilogue", signature_of([*self.templates, *nodes], beside=row_dims), check, _REFUSALS)
        except IndexMismatch as error:
            raise Refused(f"it reads other elements than the ones that are on the tile: {error}") from error
        except _REFUSALS as error:
            raise Refused(str(error)) from error


def _accesses(template: Any, results: Collection[str]) -> Iterator[Access]:
    """A template's memory accesses over all of its tiles, except those of `results`, which are made tile by tile."""
    for dep in template.read_writes.reads:
        if not isinstance(dep, WeakDep):  # which fixes the order of execution
            yield Access(TEMPLATE, dep.name, memory_of(dep.name), None)
    for output in template.get_outputs():
        if output.get_name() not in results:
            yield Access(TEMPLATE, output.get_name(), memory_of(output.get_name()), None, writes=True)
